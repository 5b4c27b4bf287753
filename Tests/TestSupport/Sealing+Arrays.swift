package import Sealing

// Arrays in the place of spans and of values that can't be copied, neither of which the macros of Swift Testing take.

extension AEAD {
    /// Seals `message`; without a nonce under a fresh random one.
    package static func seal(
        _ message: [UInt8], context: [UInt8] = [], with key: borrowing SymmetricKey, nonce: Nonce? = nil
    ) -> [UInt8] {
        guard let nonce else {
            return unsafe seal(message.span.bytes, authenticating: context.span.bytes, with: key)
        }
        return unsafe seal(message.span.bytes, authenticating: context.span.bytes, with: key, nonce: nonce)
    }

    /// Opens a sealed message into ordinary memory.
    package static func open(
        _ sealed: [UInt8], context: [UInt8] = [], with key: borrowing SymmetricKey
    ) throws(Failure) -> [UInt8] {
        exposed(unsafe try open(sealed.span.bytes, authenticating: context.span.bytes, with: key))
    }

    /// Tells whether a sealed message would open.
    package static func isAuthentic(
        _ sealed: [UInt8], context: [UInt8], with key: borrowing SymmetricKey
    ) -> Bool {
        var writer = ByteWriter()
        writer.append(context)
        return isAuthentic(sealed, authenticating: writer, with: key)
    }
}

extension KeyedHash {
    /// Hash of `input` to `size` bytes without a key.
    package static func digest(of input: [UInt8], size: Int = 32) -> [UInt8] {
        unsafe digest(input.span.bytes, size: size)
    }

    /// Hash of `input` to `size` bytes with a key.
    package static func digest(of input: [UInt8], key: borrowing SymmetricKey, size: Int = 32) -> [UInt8] {
        unsafe digest(input.span.bytes, key: key, size: size)
    }
}

extension ConstantTime {
    /// Tells whether both arrays have the same length and bytes.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        unsafe equal(left.span.bytes, right.span.bytes)
    }
}

extension Padding {
    /// Length of the plaintext inside the padding, or nil where that is broken.
    package static func unpaddedSize(of padded: [UInt8]) -> Int? {
        unsafe unpaddedSize(of: padded.span.bytes)
    }
}
