// swift-tools-version: 6.3

import PackageDescription

let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
]

let package = Package(
    name: "Benchmarks",
    products: [.executable(name: "vault-bench", targets: ["VaultBench"])],
    dependencies: [.package(name: "SessionVault", path: "..")],
    targets: [
        .systemLibrary(name: "RawSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "RawSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "RawPeers"),
        .executableTarget(
            name: "VaultBench",
            dependencies: [
                .product(name: "SessionVault", package: "SessionVault"),
                .product(name: "LeakAudit", package: "SessionVault"),
                .product(name: "OrderingClient", package: "SessionVault"),
                .product(name: "SafeLogging", package: "SessionVault"),
                .product(name: "SessionAuth", package: "SessionVault"), "RawPeers", "RawSodium", "RawSQLite",
            ],
            swiftSettings: house),
    ],
    swiftLanguageModes: [.v6]
)
