// Loaded before the C library (LD_PRELOAD), counts the blocks that a process asks for.
#include <errno.h>
#include <stddef.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static long count;

long counted_blocks(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }

static void add(void) { __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size) { return add(), __libc_malloc(size); }

void *calloc(size_t items, size_t size) { return add(), __libc_calloc(items, size); }

void *realloc(void *block, size_t size) { return add(), __libc_realloc(block, size); }

void *memalign(size_t alignment, size_t size) { return add(), __libc_memalign(alignment, size); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}
