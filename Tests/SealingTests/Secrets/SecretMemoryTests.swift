import Glibc
import Sealing
import TestSupport
import Testing

/// What the memory beneath the secrets does, each in a process of its own, in which nothing else uses the arena.
@Suite("Secret memory")
struct SecretMemoryTests {
    @Test("the bytes of a small secret are zero once it has gone")
    func smallIsWiped() async {
        await #expect(processExitsWith: .success) {
            for size in [1, 48, 49, 1_000, 4_080] { expectWiped(size) }
        }
    }

    @Test("the bytes of a large secret are zero once it has gone")
    func largeIsWiped() async {
        await #expect(processExitsWith: .success) {
            for size in [4_081, 8_000, 65_536] { expectWiped(size) }
        }
    }

    @Test("the bytes are zero too where filling them failed half-way")
    func failedIsWiped() async {
        await #expect(processExitsWith: .success) { expectWipedAfterFailure(40) }
    }

    @Test(
        "the first byte past a secret above 4 KiB can't be read",
        .enabled(if: !Sanitizer.isActive, "a sanitizer takes SIGSEGV for itself"),
        arguments: [4_081, 5_000, 8_192, 300_000])
    func guardPageOnRead(size: Int) async {
        await #expect(processExitsWith: .signal(SIGSEGV)) { [size] in
            let secret = SecretBytes(zeroed: size)
            let past = unsafe secret.withUnsafeBytes { unsafe $0.baseAddress?.advanced(by: size) }
            let byte = unsafe past?.load(as: UInt8.self)
            exit(byte == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test(
        "the first byte past a large secret in memory that another one had can't be written",
        .enabled(if: !Sanitizer.isActive, "a sanitizer takes SIGSEGV for itself"))
    func guardPageOnWrite() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            _ = SecretBytes.random(count: 10_000)
            var secret = SecretBytes(zeroed: 9_000)
            unsafe secret.withUnsafeMutableBytes { bytes in
                unsafe bytes.baseAddress?.storeBytes(of: 1, toByteOffset: 9_000, as: UInt8.self)
            }
        }
    }

    @Test(
        "a write past a small secret ends the process when the secret goes",
        arguments: [0, 32, 48, 1_000, 4_080], [0, 15])
    func canaryAfterSmall(size: Int, past: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [size, past] in
            overwrite(size, at: size + past)
        }
        #expect(result.map(\.standardErrorContent).says("a secret was written past its bounds"))
    }

    @Test("a write before a large secret ends the process when the secret goes", arguments: [4_081, 65_536])
    func canaryBeforeLarge(size: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [size] in
            overwrite(size, at: -1)
        }
        #expect(result.map(\.standardErrorContent).says("a secret was written past its bounds"))
    }

    @Test(
        "the memory is locked and is not dumped, where the system allows it",
        .enabled(if: !Sanitizer.isActive, "a sanitizer makes mlock do nothing"),
        arguments: [32, 10_000])
    func flags(size: Int) async {
        await #expect(processExitsWith: .success) { [size] in
            let secret = SecretBytes.random(count: size)
            let flags = try memoryFlags(of: secret)
            #expect(flags.contains("dd"))
            #expect(flags.contains("lo") == SecretArena.isLockedInMemory)
        }
    }

    @Test(
        "V14: where no memory may be locked, secrets work on, and the arena says so",
        .enabled(if: !Sanitizer.isActive, "a sanitizer makes mlock do nothing"))
    func withoutLocking() async {
        await #expect(processExitsWith: .success) {
            try ProcessLimits.forbidLockedMemory()
            #expect(SecretArena.isLockedInMemory)
            for size in [32, 10_000] {
                let bytes = [UInt8](repeating: 7, count: size)
                let secret = secret(bytes)
                #expect(exposed(secret) == bytes)
                let flags = try memoryFlags(of: secret)
                #expect(!flags.contains("lo"))
                #expect(flags.contains("dd"))
            }
            #expect(!SecretArena.isLockedInMemory)
        }
    }
}

/// Fills a secret, drops it and looks at the memory in which it stood.
private func expectWiped(_ size: Int) {
    var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    do {
        let secret = unsafe SecretBytes(unsafeCount: size) { target in
            unsafe target.initializeMemory(as: UInt8.self, repeating: 0xa5)
        }
        unsafe bytes = secret.withUnsafeBytes { unsafe $0 }
        #expect(unsafe bytes.allSatisfy { $0 == 0xa5 })
    }
    #expect(bytes.count == size)
    #expect(unsafe bytes.allSatisfy { $0 == 0 })
}

/// Begins to fill a secret, gives up and looks at the memory in which it stood.
private func expectWipedAfterFailure(_ size: Int) {
    struct Refused: Error {}
    var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    do {
        let secret = unsafe try SecretBytes(unsafeCount: size) { target throws(Refused) in
            unsafe target.initializeMemory(as: UInt8.self, repeating: 0xa5)
            unsafe bytes = UnsafeRawBufferPointer(target)
            throw Refused()
        }
        Issue.record("a secret of \(secret.count) bytes was made")
    } catch {}
    #expect(bytes.count == size)
    #expect(unsafe bytes.allSatisfy { $0 == 0 })
}

/// Changes one byte outside a secret of `size` bytes, and drops it.
private func overwrite(_ size: Int, at offset: Int) {
    var secret = SecretBytes(zeroed: size)
    unsafe secret.withUnsafeMutableBytes { bytes in
        guard let byte = unsafe bytes.baseAddress?.advanced(by: offset) else { return }
        unsafe byte.storeBytes(of: ~byte.load(as: UInt8.self), as: UInt8.self)
    }
}

/// The kernel's flags for the mapping in which the secret stands: `lo` for locked, `dd` for not dumped.
private func memoryFlags(of secret: borrowing SecretBytes) throws -> [Substring] {
    let address = unsafe secret.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    var isInside = false
    for line in try ProcFile.content("smaps").split(separator: "\n") {
        let words = line.split(separator: " ")
        let bounds = words.first.map { $0.split(separator: "-").compactMap { UInt($0, radix: 16) } } ?? []
        if bounds.count == 2 { isInside = (bounds[0]..<bounds[1]).contains(address) }
        if isInside, words.first == "VmFlags:" { return Array(words.dropFirst()) }
    }
    return []
}
