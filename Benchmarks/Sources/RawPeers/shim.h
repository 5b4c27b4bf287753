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
