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

// The file's size and first bytes, read through SQLite's own descriptor: to open and close the file anywhere else would
// drop the locks that this process holds on it, SQLite's included (fcntl(2), POSIX record locks). Bytes past the file's
// end are zero.
static inline int sv_sqlite3_read_start(sqlite3 *db, void *bytes, int count, sqlite3_int64 *size) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) return code;
    if (file == 0 || file->pMethods == 0) return SQLITE_CANTOPEN;
    code = file->pMethods->xFileSize(file, size);
    if (code != SQLITE_OK) return code;
    code = file->pMethods->xRead(file, bytes, count, 0);
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

// Whether the open file no longer stands at its path: 1 it has moved, 0 it has not.
static inline int sv_sqlite3_has_moved(sqlite3 *db) {
    int moved = 0;
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK ? moved : 0;
}
