#pragma once
// Swift's Glibc module has no signalfd.
#include <sys/signalfd.h>
#include <sys/prctl.h>

// prctl is variadic, which Swift does not import.
static inline int cl_forbid_dumping(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
