#pragma once
#include <linux/keyctl.h>
#include <stddef.h>
// Swift's Glibc module has no signalfd.
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// prctl is variadic, which Swift does not import.
static inline int cl_forbid_dumping(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// The C library has no functions for the kernel's keyrings (keyrings(7)), and syscall is variadic.
enum { CL_PROCESS_KEYRING = KEY_SPEC_PROCESS_KEYRING, CL_USER_KEYRING = KEY_SPEC_USER_KEYRING };

static inline long cl_key_add(const char *description, const void *payload, size_t size, int keyring) {
    return syscall(SYS_add_key, "user", description, payload, size, keyring);
}

static inline long cl_key_search(int keyring, const char *description) {
    return syscall(SYS_keyctl, KEYCTL_SEARCH, keyring, "user", description, 0);
}

static inline long cl_key_read(long key, void *payload, size_t size) {
    return syscall(SYS_keyctl, KEYCTL_READ, key, payload, size);
}

static inline long cl_key_set_permissions(long key, unsigned permissions) {
    return syscall(SYS_keyctl, KEYCTL_SETPERM, key, permissions);
}

static inline long cl_key_set_timeout(long key, unsigned seconds) {
    return syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds);
}

static inline long cl_key_link(long key, int keyring) {
    return syscall(SYS_keyctl, KEYCTL_LINK, key, keyring);
}

static inline long cl_key_unlink(long key, int keyring) {
    return syscall(SYS_keyctl, KEYCTL_UNLINK, key, keyring);
}

static inline long cl_key_invalidate(long key) {
    return syscall(SYS_keyctl, KEYCTL_INVALIDATE, key);
}
