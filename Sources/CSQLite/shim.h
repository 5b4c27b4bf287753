#pragma once
#include <sqlite3.h>
#include <stdint.h>

// sqlite3_db_config is variadic, which Swift does not import.
static inline int sv_sqlite3_db_config_flag(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
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

// The start of the index that SQLite keeps of the WAL in memory which every process shares that has the file open (its file
// format, "WAL-Index Format"), or null where there is none yet. It stays where it is as long as the connection is open, and
// is asked for through SQLite: to open that file besides would drop SQLite's locks on it.
static inline const void *sv_sqlite3_wal_index(sqlite3 *db) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || file == 0 || file->pMethods == 0) return 0;
    if (file->pMethods->iVersion < 2 || file->pMethods->xShmMap == 0) return 0;
    volatile void *start = 0;
    code = file->pMethods->xShmMap(file, 0, 32768, 0, &start);
    return code == SQLITE_OK ? (const void *)start : 0;
}

// The index's header, 48 bytes that differ after every commit: a count of transactions, the last frame and its checksum.
// It stands there twice, and its writer changes the second copy first; 0 while the two differ or it is not made yet. Without
// frames and salts it is the one that SQLite makes of every empty log, whatever was written before: 0 then, too.
static inline int sv_wal_index_header(const void *index, uint64_t header[6]) {
    const uint64_t *copy = (const uint64_t *)index;
    for (int i = 0; i < 6; i++) header[i] = __atomic_load_n(copy + i, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    uint64_t differs = 0;
    for (int i = 0; i < 6; i++) differs |= header[i] ^ __atomic_load_n(copy + 6 + i, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    int isMade = ((const unsigned char *)header)[12] == 1;
    int isOfEmptyLog = ((const uint32_t *)header)[4] == 0 && header[4] == 0;
    return differs == 0 && isMade && !isOfEmptyLog;
}

// Whether the open file no longer stands at its path: 1 it has moved, 0 it has not.
static inline int sv_sqlite3_has_moved(sqlite3 *db) {
    int moved = 0;
    return sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK ? moved : 0;
}
