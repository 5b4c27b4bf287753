/// The ends of all forms of live secrets, found by one window each.
///
/// A text is read in steps of four bytes: of four windows one after the other at an end, one lies on a multiple of four.
struct EndTable: Sendable {
    struct Member: Sendable {
        let secret: Int
        let form: SecretForm
        let length: Int
        let headWindow: UInt32
        let tailWindow: UInt32
        let whole: Confirm
    }

    /// One end that forms share.
    struct Anchor: Sendable {
        let end: LiveFingerprint.End
        let isTail: Bool
        fileprivate(set) var members: [Member]
        /// Length in bytes of the longest member that it has had.
        fileprivate(set) var longest: Int
    }

    /// An anchor, and the distance in bytes of the window that led there from its end of the form.
    typealias Candidate = (anchor: Anchor, distance: Int)

    private var anchors = Numbered<Anchor>()
    private var windows = LiveWindows()
    private var nextSecret = 0

    /// Length in bytes of the longest form that it has had.
    private(set) var longest = 0

    var isEmpty: Bool { windows.isEmpty }
    var filter: LiveFilter { windows.filter }

    /// What an addition is taken back by.
    struct Addition: Sendable {
        let secret: Int
        fileprivate(set) var anchors: [Int] = []
    }

    mutating func add(_ fingerprint: LiveFingerprint) -> Addition {
        var addition = Addition(secret: nextSecret)
        addition.anchors.reserveCapacity(2 * fingerprint.forms.count)
        nextSecret += 1
        for form in fingerprint.forms {
            let member = Member(
                secret: addition.secret, form: form.form, length: form.length, headWindow: form.head.windows[0],
                tailWindow: form.tail.windows[0], whole: form.whole)
            longest = max(longest, form.length)
            if fingerprint.headIsEvidence { addition.anchors.append(add(member, to: form.head, isTail: false)) }
            addition.anchors.append(add(member, to: form.tail, isTail: true))
        }
        return addition
    }

    mutating func remove(_ addition: Addition) {
        for index in addition.anchors {
            // Two forms of the secret may have one end in common.
            guard !anchors[index].members.isEmpty else { continue }
            anchors[index].members.removeAll { $0.secret == addition.secret }
            guard anchors[index].members.isEmpty else { continue }
            let anchor = anchors[index]
            for distance in anchor.end.windows.indices {
                windows.remove(Self.number(index, distance), for: anchor.end.windows[distance])
            }
            anchors.release(index)
        }
    }

    /// What begins or ends near a window of this hash; of forms that begin near each other the one that begins first comes first.
    func candidates(_ hash: UInt32) -> [Candidate] {
        var found: [Candidate] = []
        windows.forEach(hash) { number in found.append((anchors[Int(number >> 2)], Int(number & 3))) }
        if found.count > 1 { found.sort { $0.distance > $1.distance } }
        return found
    }

    private static func number(_ anchor: Int, _ distance: Int) -> UInt32 { UInt32(anchor << 2 | distance) }

    private mutating func add(_ member: Member, to end: LiveFingerprint.End, isTail: Bool) -> Int {
        if let known = anchor(of: end, isTail: isTail) {
            anchors[known].members.append(member)
            anchors[known].longest = max(anchors[known].longest, member.length)
            return known
        }
        let index = anchors.add(Anchor(end: end, isTail: isTail, members: [member], longest: member.length))
        for distance in end.windows.indices { windows.insert(Self.number(index, distance), for: end.windows[distance]) }
        return index
    }

    private func anchor(of end: LiveFingerprint.End, isTail: Bool) -> Int? {
        var found: Int?
        windows.forEach(end.windows[0]) { number in
            let anchor = Int(number >> 2)
            if anchors[anchor].isTail == isTail, anchors[anchor].end.confirm == end.confirm { found = anchor }
        }
        return found
    }
}
