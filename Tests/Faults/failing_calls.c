// Loaded before the C library (LD_PRELOAD), makes chosen calls on files fail as a broken or full disk would.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static struct {
    char calls[64];
    int at, error, lasting, seen, failed;
} fault;

// From now on, the `at`th of the calls named in `calls` fails with `error`; with `lasting` all after it do too.
void fault_arm(const char *calls, int at, int error, int lasting) {
    memset(&fault, 0, sizeof fault);
    strncpy(fault.calls, calls, sizeof fault.calls - 1);
    fault.at = at;
    fault.error = error;
    fault.lasting = lasting;
}

// Lets all calls pass again, and returns how many failed.
int fault_disarm(void) {
    int failed = fault.failed;
    memset(&fault, 0, sizeof fault);
    return failed;
}

// Standard input, output and error are not the vault's.
static int fails(const char *call, int file) {
    if (fault.at == 0 || file < 3 || !strstr(fault.calls, call)) return 0;
    fault.seen += 1;
    if (fault.seen != fault.at && !(fault.lasting && fault.seen > fault.at)) return 0;
    fault.failed += 1;
    errno = fault.error;
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t read(int file, void *bytes, size_t count) {
    return fails("read", file) ? -1 : REAL(read)(file, bytes, count);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
    return fails("read", file) ? -1 : REAL(pread64)(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    return fails("write", file) ? -1 : REAL(write)(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return fails("write", file) ? -1 : REAL(pwrite64)(file, bytes, count, offset);
}

int fsync(int file) { return fails("sync", file) ? -1 : REAL(fsync)(file); }

int fdatasync(int file) { return fails("sync", file) ? -1 : REAL(fdatasync)(file); }

int ftruncate64(int file, off64_t size) { return fails("truncate", file) ? -1 : REAL(ftruncate64)(file, size); }
