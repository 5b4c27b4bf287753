// swift-tools-version: 6.3

import PackageDescription

let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .strictMemorySafety(), .treatAllWarnings(as: .error),
]

func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: "SessionVault", package: "SessionVault")], swiftSettings: house)
}

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "SessionVault", path: "..")],
    targets: [fuzzer("FuzzSlot"), fuzzer("FuzzRecord"), fuzzer("FuzzBackup"), fuzzer("FuzzRecoveryCode")],
    swiftLanguageModes: [.v6]
)
