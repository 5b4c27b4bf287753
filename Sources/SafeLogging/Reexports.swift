// Whoever makes a secret known to the loggers holds one.
@_exported public import Sealing
