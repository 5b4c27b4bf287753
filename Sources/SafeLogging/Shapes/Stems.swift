/// Finds what shapes of secrets begin with, all in one pass and without a branch a byte: the stems of names that bear secrets
/// and of schemes, in any case and also with `-`, `_` or `.` between their letters, `eyJ` and `://`.
///
/// A bit-parallel automaton (Baeza-Yates and Gonnet): each bit stands for one place in a stem that is expected next. Several
/// stems share their places, so that more is found than there is; whoever is told looks closer.
struct Stems: Sendable {
    /// What a byte does to the places that are expected.
    struct Step: Sendable {
        /// Places that it fits.
        var advance: UInt64 = 0
        /// Places that it leaves expected.
        var stay: UInt64 = 0
    }

    /// Stems of every name in ``SecretNames``: code, cook, capt, card / csrf, xsrf, cred / jwt, otp / pan, pin / pwd, psk / cvc,
    /// cvv / sid / pass / salt, seed, sess, secr / skey, ikey, nkey, rkey, ekey, gkey / onet, sign.
    private static let names = [
        ["c", "oa", "dorp", "dekt"], ["cx", "sr", "re", "fd"], ["jo", "wt", "tp"], ["p", "ai", "n"], ["p", "ws", "dk"],
        ["c", "v", "cv"], ["s", "i", "d"], ["p", "a", "s", "s"], ["s", "ae", "lesc", "tdsr"],
        ["sinreg", "k", "e", "y"],
        ["os", "ni", "eg", "tn"],
    ]
    /// Of those that are names and schemes: auth, toke, bear, asse.
    private static let both = [["atb", "uoes", "tkas", "here"]]
    /// basi, dpop.
    private static let schemes = [["bd", "ap", "so", "ip"]]

    /// How long the stems of schemes are.
    static let schemeSize = 4

    static let all = Stems()

    private(set) var steps = [Step](repeating: Step(), count: 256)
    /// First places: expected everywhere.
    private(set) var firsts: UInt64 = 0
    /// Last places, by what they end.
    private(set) var nameEnds: UInt64 = 0
    private(set) var schemeEnds: UInt64 = 0
    private(set) var tokenEnd: UInt64 = 0
    private(set) var authorityEnd: UInt64 = 0

    var ends: UInt64 { nameEnds | schemeEnds | tokenEnd | authorityEnd }

    private init() {
        var place: UInt64 = 1
        for stem in Self.names { nameEnds |= add(stem, at: &place) }
        for stem in Self.both {
            let end = add(stem, at: &place)
            nameEnds |= end
            schemeEnds |= end
        }
        for stem in Self.schemes { schemeEnds |= add(stem, at: &place) }
        tokenEnd = add(["e", "y", "J"], at: &place, isExact: true)
        authorityEnd = add([":", "/", "/"], at: &place, isExact: true)
    }

    /// Adds a stem, for each place of which there are some letters, and returns its last place.
    private mutating func add(_ stem: [String], at place: inout UInt64, isExact: Bool = false) -> UInt64 {
        firsts |= place
        var last = place
        for (number, letters) in stem.enumerated() {
            precondition(place != 0, "all stems have 64 letters at most")
            for letter in letters.utf8 {
                steps[Int(letter)].advance |= place
                if !isExact { steps[Int(letter & ~0x20)].advance |= place }
            }
            if !isExact, number > 0 {
                for separator in "-_.".utf8 { steps[Int(separator)].stay |= place }
            }
            last = place
            place <<= 1
        }
        return last
    }
}
