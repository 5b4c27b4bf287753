#pragma once
#include <zlib.h>

// inflateInit2 is a macro. 15 + 32 asks for the largest window and detects a gzip or zlib header.
static inline int sv_inflate_init_gzip(z_stream *stream) {
    return inflateInit2(stream, 15 + 32);
}
