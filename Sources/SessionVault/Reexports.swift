// Callers hold tokens and passphrases in `SecretBytes`, so the module that declares it comes along.
@_exported public import Sealing
