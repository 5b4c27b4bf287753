/// Elements by number, each under its own as long as it is there; numbers of what was removed are given out again.
struct Numbered<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var free: [Int] = []

    subscript(number: Int) -> Element {
        get { elements[number] }
        _modify { yield &elements[number] }
    }

    /// Adds an element, and returns its number.
    mutating func add(_ element: Element) -> Int {
        guard let number = free.popLast() else {
            elements.append(element)
            return elements.count - 1
        }
        elements[number] = element
        return number
    }

    /// Lets another element have this number.
    mutating func release(_ number: Int) { free.append(number) }
}
