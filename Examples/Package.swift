// swift-tools-version: 6.3

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "SessionVault", path: "..")],
    targets: [
        .executableTarget(
            name: "DriverClient",
            dependencies: [
                .product(name: "SessionAuth", package: "SessionVault"),
                .product(name: "OrderingClient", package: "SessionVault"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "KeychainAdapter",
            dependencies: [.product(name: "SessionVault", package: "SessionVault")],
            swiftSettings: settings),
        .executableTarget(
            name: "ServiceTokens",
            dependencies: [
                .product(name: "SessionAuth", package: "SessionVault"),
                .product(name: "OAuthClient", package: "SessionVault"),
                .product(name: "SafeLogging", package: "SessionVault"),
            ],
            exclude: ["service-tokens.service"], swiftSettings: settings),
        .target(
            name: "Snippets",
            dependencies: [
                .product(name: "SessionAuth", package: "SessionVault"),
                .product(name: "OrderingClient", package: "SessionVault"),
                .product(name: "OAuthClient", package: "SessionVault"),
                .product(name: "SafeLogging", package: "SessionVault"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
