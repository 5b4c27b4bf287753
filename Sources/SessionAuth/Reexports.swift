// The coordinator's signatures speak of the vault's types and of `Sensitive`, so their modules come along.
@_exported public import SafeLogging
@_exported public import SessionVault
