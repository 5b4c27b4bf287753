/// The forms of live secrets that are found whole or not at all.
struct ExactTable: Sendable {
    private var forms = Numbered<ExactForm>()
    private var windows = LiveWindows()

    /// Length in bytes of the longest form that it has had.
    private(set) var longest = 0

    var isEmpty: Bool { windows.isEmpty }
    var filter: LiveFilter { windows.filter }

    /// Adds a form, and returns the number that it is removed by.
    mutating func add(_ form: ExactForm) -> Int {
        let index = forms.add(form)
        windows.insert(UInt32(index), for: form.window)
        longest = max(longest, form.length)
        return index
    }

    mutating func remove(_ index: Int) {
        windows.remove(UInt32(index), for: forms[index].window)
        forms.release(index)
    }

    /// The forms that begin with a window of this hash.
    func candidates(_ hash: UInt32) -> [ExactForm] {
        var found: [ExactForm] = []
        windows.forEach(hash) { found.append(forms[Int($0)]) }
        return found
    }
}
