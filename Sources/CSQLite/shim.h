#pragma once
#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift does not import.
static inline int sv_sqlite3_db_config_flag(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
static inline int sv_sqlite3_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Extended result codes are expressions in macros, which Swift does not import.
static const int sv_SQLITE_CANTOPEN_SYMLINK = SQLITE_CANTOPEN_SYMLINK;
