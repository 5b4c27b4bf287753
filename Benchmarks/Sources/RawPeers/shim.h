#pragma once
// Peers that are loaded where they are installed, and not linked: SQLCipher has the names of SQLite, and nobody needs a
// keyring's library to build the benchmarks.
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    int (*open)(const char *path, void **database);
    int (*exec)(void *database, const char *sql, void *, void *, void *);
    int (*prepare)(void *database, const char *sql, int size, void **statement, const char **tail);
    int (*bind_blob)(void *statement, int index, const void *bytes, int size, void *destructor);
    int (*step)(void *statement);
    int (*reset)(void *statement);
    int (*column_bytes)(void *statement, int index);
    int (*finalize)(void *statement);
    int (*close)(void *database);
} raw_sqlcipher;

// Fills the table; 0 where SQLCipher is not installed.
static inline int raw_sqlcipher_load(raw_sqlcipher *c) {
    void *l = dlopen("libsqlcipher.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!l) return 0;
    c->open = (__typeof__(c->open))dlsym(l, "sqlite3_open");
    c->exec = (__typeof__(c->exec))dlsym(l, "sqlite3_exec");
    c->prepare = (__typeof__(c->prepare))dlsym(l, "sqlite3_prepare_v2");
    c->bind_blob = (__typeof__(c->bind_blob))dlsym(l, "sqlite3_bind_blob");
    c->step = (__typeof__(c->step))dlsym(l, "sqlite3_step");
    c->reset = (__typeof__(c->reset))dlsym(l, "sqlite3_reset");
    c->column_bytes = (__typeof__(c->column_bytes))dlsym(l, "sqlite3_column_bytes");
    c->finalize = (__typeof__(c->finalize))dlsym(l, "sqlite3_finalize");
    c->close = (__typeof__(c->close))dlsym(l, "sqlite3_close");
    return c->open && c->exec && c->prepare && c->bind_blob && c->step && c->reset && c->column_bytes && c->finalize
        && c->close;
}

// Of libsecret, whose functions take attributes as a list that ends with null.
typedef struct {
    const char *name;
    int flags;
    struct {
        const char *name;
        int type;
    } attributes[32];
    int reserved;
    void *reserved_pointers[7];
} raw_secret_schema;

typedef struct {
    char *(*lookup)(const raw_secret_schema *, void *, void **, ...);
    int (*store)(const raw_secret_schema *, const char *, const char *, const char *, void *, void **, ...);
    void (*release)(char *);
} raw_libsecret;

static inline int raw_libsecret_load(raw_libsecret *c) {
    void *l = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!l) return 0;
    c->lookup = (__typeof__(c->lookup))dlsym(l, "secret_password_lookup_sync");
    c->store = (__typeof__(c->store))dlsym(l, "secret_password_store_sync");
    c->release = (__typeof__(c->release))dlsym(l, "secret_password_free");
    return c->lookup && c->store && c->release;
}

static inline const raw_secret_schema *raw_schema(void) {
    static const raw_secret_schema schema = {"org.example.VaultBench", 0, {{"account", 0}}, 0, {0}};
    return &schema;
}

// The length of the secret of an account, or -1.
static inline long raw_libsecret_lookup(const raw_libsecret *c, const char *account) {
    void *error = 0;
    char *value = c->lookup(raw_schema(), 0, &error, "account", account, (void *)0);
    if (!value) return -1;
    long size = (long)strlen(value);
    c->release(value);
    return size;
}

static inline int raw_libsecret_store(const raw_libsecret *c, const char *account, const char *value) {
    void *error = 0;
    return c->store(raw_schema(), "default", "benchmark", value, 0, &error, "account", account, (void *)0) && !error;
}

// Of Hyperscan: literals that are compiled once, and a text that is searched for all of them in one call.
typedef int (*raw_hyperscan_event)(unsigned, unsigned long long, unsigned long long, unsigned, void *);

typedef struct {
    int (*compile)(const char *const *literals, const unsigned *flags, const unsigned *ids, const size_t *sizes,
                   unsigned count, unsigned mode, const void *platform, void **database, void **error);
    int (*allocate)(const void *database, void **scratch);
    int (*scan)(const void *database, const char *text, unsigned size, unsigned flags, void *scratch, raw_hyperscan_event,
                void *context);
    int (*free_scratch)(void *scratch);
    int (*free_database)(void *database);
} raw_hyperscan;

static inline int raw_hyperscan_load(raw_hyperscan *c) {
    void *l = dlopen("libhs.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!l) return 0;
    c->compile = (__typeof__(c->compile))dlsym(l, "hs_compile_lit_multi");
    c->allocate = (__typeof__(c->allocate))dlsym(l, "hs_alloc_scratch");
    c->scan = (__typeof__(c->scan))dlsym(l, "hs_scan");
    c->free_scratch = (__typeof__(c->free_scratch))dlsym(l, "hs_free_scratch");
    c->free_database = (__typeof__(c->free_database))dlsym(l, "hs_free_database");
    return c->compile && c->allocate && c->scan && c->free_scratch && c->free_database;
}

static inline int raw_hyperscan_count(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                                      void *context) {
    (void)id, (void)from, (void)to, (void)flags;
    ++*(long *)context;
    return 0;
}

// How many literals end in the text, or -1.
static inline long raw_hyperscan_search(const raw_hyperscan *c, const void *database, void *scratch, const void *text,
                                        unsigned size) {
    long count = 0;
    return c->scan(database, text, size, 0, scratch, raw_hyperscan_count, &count) ? -1 : count;
}
