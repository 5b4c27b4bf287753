import SessionAuth

/// `vault status --branches`: which branches are configured, which are exposed, and why each other one is not.
enum BranchList {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try invocation.refuseTogether(.branches, .check)
        let plan = try SignInPlan(invocation)
        try console.answer(page(plan), json: json(plan))
        return .done
    }

    private static func page(_ plan: SignInPlan) -> Page {
        var page = Page()
        let head = ["BRANCH", "STATE", "WHY"].map { Page.Cell($0, .faint) }
        page.table([head] + SignInBranch.allCases.map { row($0, plan) }, indent: 0)
        page.sentence("No server was asked. What an issuer offers is asked of it at the sign-in.")
        if SignInBranch.allCases.allSatisfy({ plan.availability(of: $0) != .exposed }) {
            page.sentence("Give --server and --project, a file of --settings, or --issuer.", .caution)
        }
        return page
    }

    private static func row(_ branch: SignInBranch, _ plan: SignInPlan) -> [Page.Cell] {
        switch plan.availability(of: branch) {
        case .exposed:
            [
                .init(branch.description, .strong), .init("exposed", .good),
                .init(notes(branch, plan).joined(separator: "; ")),
            ]
        case .hidden(let reason):
            [.init(branch.description, .strong), .init("hidden", .caution), .init(reason.description)]
        }
    }

    private static func notes(_ branch: SignInBranch, _ plan: SignInPlan) -> [String] {
        (plan.configuration.challengedBranches.contains(branch) ? ["needs a CAPTCHA"] : [])
            + (SignInPlan.invocable.contains(branch) ? [] : ["not by `vault login`"])
    }

    private static func json(_ plan: SignInPlan) -> JSONValue {
        .answer(
            "branches/1",
            [
                (
                    "branches",
                    .array(
                        SignInBranch.allCases.map { branch in
                            let reason: BranchAvailability.HiddenReason? =
                                if case .hidden(let reason) = plan.availability(of: branch) { reason } else { nil }
                            return .object([
                                ("branch", .string(branch.description)),
                                ("state", .string(reason == nil ? "exposed" : "hidden")),
                                ("reason", .text(reason?.description)),
                                ("needs_captcha", .bool(plan.configuration.challengedBranches.contains(branch))),
                                ("in_vault_login", .bool(SignInPlan.invocable.contains(branch))),
                            ])
                        })
                )
            ])
    }
}
