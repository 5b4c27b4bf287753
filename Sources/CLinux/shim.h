#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
// Swift's Glibc module has no signalfd.
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// prctl is variadic, which Swift does not import.
static inline int cl_forbid_dumping(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// Swift's Glibc module has neither of these: with them, a program that is started meanwhile does not inherit the descriptor.
static inline int cl_accept(int listener) {
    return (int)syscall(SYS_accept4, listener, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

static inline int cl_pipe(int ends[2]) {
    return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}

static inline void *cl_await_parents_end(void *parent) {
    struct pollfd end = {(int)(intptr_t)parent, POLLIN, 0};
    while (poll(&end, 1, -1) < 0 && errno == EINTR) {}
    _exit(1);
}

// Ends this process with the one that started it. PR_SET_PDEATHSIG would do so with the parent's *thread*, and those that
// start processes come and go. Where the kernel has no pidfd_open (before 5.3), nothing happens.
static inline void cl_end_with_parent(void) {
    int parent = (int)syscall(SYS_pidfd_open, getppid(), 0);
    if (parent < 0) return;
    sigset_t all, before;
    sigfillset(&all);
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 65536);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_create(&thread, &attributes, cl_await_parents_end, (void *)(intptr_t)parent);
    pthread_sigmask(SIG_SETMASK, &before, 0);
    pthread_attr_destroy(&attributes);
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

// glibc declares it under _GNU_SOURCE alone, which Swift's importer does not define.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

static inline int cl_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
