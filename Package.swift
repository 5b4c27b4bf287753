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

/// A C library that a build has only where it is asked for.
func optional(_ library: String, _ trait: String) -> Target.Dependency {
    .target(name: library, condition: .when(traits: [trait]))
}

func room(_ name: String, _ imports: [Target.Dependency], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: imports, exclude: exclude, swiftSettings: house)
}

func tests(_ name: String, _ imports: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: imports + ["TestSupport"], exclude: exclude, swiftSettings: house)
}

let package = Package(
    name: "SessionVault",
    products: [
        .library(name: "SessionVault", targets: ["SessionVault"]),
        .library(name: "SessionAuth", targets: ["SessionAuth"]),
        .library(name: "SafeLogging", targets: ["SafeLogging"]),
        .library(name: "OrderingClient", targets: ["OrderingClient"]),
        .library(name: "OAuthClient", targets: ["OAuthClient"]),
        .library(name: "LeakAudit", targets: ["LeakAudit"]),
        .executable(name: "vault", targets: ["VaultCLI"]),
    ],
    traits: [
        .trait(name: "SecretService", description: "Key slots in the desktop's keyring, over libsecret."),
        .trait(name: "TPM", description: "Key slots that a TPM 2.0 seals, over tpm2-tss."),
    ],
    targets: [
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        .systemLibrary(name: "CTSS", pkgConfig: "tss2-esys", providers: [.apt(["libtss2-dev"])]),

        room("Sealing", ["CSodium"]),
        room("SafeLogging", ["Sealing"]),
        room(
            "SessionVault",
            [
                "SafeLogging", "Sealing", "CSQLite", "CLinux", optional("CSecret", "SecretService"),
                optional("CTSS", "TPM"),
            ]
        ),
        room("HTTPTransport", ["SafeLogging", "Sealing", "CCurl"]),
        room("SessionAuth", ["SessionVault", "SafeLogging", "Sealing"]),
        room("OrderingClient", ["SessionAuth", "HTTPTransport", "SessionVault", "SafeLogging", "Sealing"]),
        room("OAuthClient", ["SessionAuth", "HTTPTransport", "SessionVault", "SafeLogging", "Sealing"]),
        room("LeakAudit", ["SessionVault", "SafeLogging", "Sealing", "CZlib"]),
        .executableTarget(
            name: "VaultCLI",
            dependencies: [
                "LeakAudit", "OrderingClient", "OAuthClient", "SessionAuth", "HTTPTransport", "SessionVault",
                "SafeLogging", "Sealing", "CLinux",
            ],
            swiftSettings: house),

        .target(name: "TestSupport", dependencies: ["Sealing"], path: "Tests/TestSupport", swiftSettings: house),
        tests("SealingTests", ["Sealing"]),
        tests("VaultCLITests", ["VaultCLI", "SessionVault", "SafeLogging", "Sealing"]),
        tests("HTTPTransportTests", ["HTTPTransport", "Sealing"]),
        tests(
            "OrderingClientTests",
            ["OrderingClient", "SessionAuth", "SessionVault", "HTTPTransport", "SafeLogging", "Sealing"]),
        tests("SessionAuthTests", ["OrderingClient", "SessionAuth", "SessionVault", "SafeLogging", "Sealing"]),
        tests(
            "SessionVaultTests", ["SessionVault", "SafeLogging", "Sealing", "CSQLite", "VaultChild"],
            exclude: ["Golden"]),
        .executableTarget(
            name: "VaultChild", dependencies: ["SessionVault", "SafeLogging", "Sealing", "CLinux"],
            path: "Tests/VaultChild", swiftSettings: house),
        .executableTarget(
            name: "AuthChild", dependencies: ["OAuthClient", "SessionAuth", "SessionVault", "Sealing", "CLinux"],
            path: "Tests/AuthChild", swiftSettings: house),
        tests(
            "OAuthClientTests",
            ["AuthChild", "OAuthClient", "SessionAuth", "HTTPTransport", "SessionVault", "SafeLogging", "Sealing"]),
        tests(
            "SafeLoggingTests",
            [
                "LeakAudit", "OrderingClient", "OAuthClient", "SessionAuth", "HTTPTransport", "SessionVault",
                "SafeLogging", "Sealing", "CrashChild",
            ]),
        .executableTarget(
            name: "CrashChild", dependencies: ["SafeLogging", "Sealing", "CLinux"], path: "Tests/CrashChild",
            swiftSettings: house),
        tests("LeakAuditTests", ["LeakAudit", "SessionVault", "SafeLogging", "Sealing"]),
    ],
    swiftLanguageModes: [.v6]
)
