/// How the page of a search for leaks begins, and how it looks: in light and in dark, and on paper.
enum LeakStyle {
    static let head = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="referrer" content="no-referrer">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Leak audit</title>
        <style>
        :root { --text: #1c2024; --faint: #5b6470; --back: #fff; --line: #d8dde3; --bad: #a11a1a; --caution: #7a5200;
          --good: #17663a }
        @media (prefers-color-scheme: dark) {
          :root { --text: #e6e9ec; --faint: #9aa4af; --back: #15181b; --line: #343b42; --bad: #ff8f85; --caution: #f0bd55;
            --good: #6fd49a }
        }
        body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
        main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem }
        h1 { font-size: 1.5rem; margin: 0 0 .5rem }
        h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere }
        .verdict { font-size: 1.1rem; font-weight: 600; border-left: .3rem solid; padding: .4rem .8rem; margin: 0 0 1rem }
        .clean { color: var(--good) } .leaks { color: var(--bad) } .undecided, .retired { color: var(--caution) }
        .table { overflow-x: auto }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums }
        th, td { text-align: left; vertical-align: top; padding: .3rem 1rem .3rem 0; border-bottom: 1px solid var(--line) }
        th { color: var(--faint); font-weight: 500; white-space: nowrap }
        td { overflow-wrap: anywhere }
        thead + tbody td { white-space: nowrap }
        thead + tbody td:last-child { font-family: ui-monospace, monospace; color: var(--faint) }
        ul { padding-left: 1.2rem }
        </style></head><body><main>

        """
}
