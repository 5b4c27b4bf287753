#pragma once
#include <sqlite3.h>

// SQLITE_STATIC is a cast to a function pointer, which Swift does not import.
static inline int raw_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}
