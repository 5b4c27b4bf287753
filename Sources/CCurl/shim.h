#pragma once
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The type-checking macros of curl.h would hide the functions whose types are taken here.
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

// libcurl is loaded on the first request and not linked: a linked libcurl costs every start of the process 9 ms and
// 7 MiB (33 shared objects instead of 3).
typedef struct {
    void *library;
    __typeof__(curl_global_init_mem) *global_init_mem;
    __typeof__(curl_easy_init) *easy_init;
    __typeof__(curl_easy_cleanup) *easy_cleanup;
    __typeof__(curl_easy_setopt) *easy_setopt;
    __typeof__(curl_easy_getinfo) *easy_getinfo;
    __typeof__(curl_slist_append) *slist_append;
    __typeof__(curl_slist_free_all) *slist_free_all;
    __typeof__(curl_multi_init) *multi_init;
    __typeof__(curl_multi_cleanup) *multi_cleanup;
    __typeof__(curl_multi_add_handle) *multi_add_handle;
    __typeof__(curl_multi_remove_handle) *multi_remove_handle;
    __typeof__(curl_multi_perform) *multi_perform;
    __typeof__(curl_multi_poll) *multi_poll;
    __typeof__(curl_multi_wakeup) *multi_wakeup;
    __typeof__(curl_multi_info_read) *multi_info_read;
    __typeof__(curl_multi_setopt) *multi_setopt;
    // Of the OpenSSL that libcurl itself uses; null with another TLS library.
    uint64_t (*tls_set_options)(void *context, uint64_t options);
} sv_curl;

// Fills the table. Returns 0, 1 where there is no library, or 2 where it lacks a function (older than 7.68).
static inline int sv_curl_load(sv_curl *c, const char *name) {
    void *l = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!l) return 1;
    c->library = l;
    c->global_init_mem = (__typeof__(c->global_init_mem))dlsym(l, "curl_global_init_mem");
    c->easy_init = (__typeof__(c->easy_init))dlsym(l, "curl_easy_init");
    c->easy_cleanup = (__typeof__(c->easy_cleanup))dlsym(l, "curl_easy_cleanup");
    c->easy_setopt = (__typeof__(c->easy_setopt))dlsym(l, "curl_easy_setopt");
    c->easy_getinfo = (__typeof__(c->easy_getinfo))dlsym(l, "curl_easy_getinfo");
    c->slist_append = (__typeof__(c->slist_append))dlsym(l, "curl_slist_append");
    c->slist_free_all = (__typeof__(c->slist_free_all))dlsym(l, "curl_slist_free_all");
    c->multi_init = (__typeof__(c->multi_init))dlsym(l, "curl_multi_init");
    c->multi_cleanup = (__typeof__(c->multi_cleanup))dlsym(l, "curl_multi_cleanup");
    c->multi_add_handle = (__typeof__(c->multi_add_handle))dlsym(l, "curl_multi_add_handle");
    c->multi_remove_handle = (__typeof__(c->multi_remove_handle))dlsym(l, "curl_multi_remove_handle");
    c->multi_perform = (__typeof__(c->multi_perform))dlsym(l, "curl_multi_perform");
    c->multi_poll = (__typeof__(c->multi_poll))dlsym(l, "curl_multi_poll");
    c->multi_wakeup = (__typeof__(c->multi_wakeup))dlsym(l, "curl_multi_wakeup");
    c->multi_info_read = (__typeof__(c->multi_info_read))dlsym(l, "curl_multi_info_read");
    c->multi_setopt = (__typeof__(c->multi_setopt))dlsym(l, "curl_multi_setopt");
    c->tls_set_options = (__typeof__(c->tls_set_options))dlsym(l, "SSL_CTX_set_options");
    int whole = c->global_init_mem && c->easy_init && c->easy_cleanup && c->easy_setopt && c->easy_getinfo
        && c->slist_append && c->slist_free_all && c->multi_init && c->multi_cleanup && c->multi_add_handle
        && c->multi_remove_handle && c->multi_perform && c->multi_poll && c->multi_wakeup && c->multi_info_read
        && c->multi_setopt;
    return whole ? 0 : 2;
}

// The wiping allocator: libcurl copies headers, bodies and answers, so whatever it gives back is overwritten first.
static inline void sv_wiping_free(void *block) {
    if (!block) return;
    explicit_bzero(block, malloc_usable_size(block));
    free(block);
}

// realloc itself may move a block and leave the old bytes behind.
static inline void *sv_wiping_realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    if (size == 0) {
        sv_wiping_free(block);
        return NULL;
    }
    size_t old = malloc_usable_size(block);
    void *moved = malloc(size);
    if (!moved) return NULL;
    memcpy(moved, block, old < size ? old : size);
    sv_wiping_free(block);
    return moved;
}

// Initialises libcurl with the wiping allocator; it has no effect on memory where the program did so before.
static inline CURLcode sv_curl_initialize(const sv_curl *c) {
    return c->global_init_mem(CURL_GLOBAL_DEFAULT, malloc, sv_wiping_free, sv_wiping_realloc, strdup, calloc);
}

// curl_easy_setopt is variadic, which Swift does not import; one wrapper for each type of value.
static inline CURLcode sv_curl_set_long(const sv_curl *c, CURL *easy, CURLoption option, long value) {
    return c->easy_setopt(easy, option, value);
}

// The 64-bit sizes are an argument type of their own.
static inline CURLcode sv_curl_set_size(const sv_curl *c, CURL *easy, CURLoption option, curl_off_t value) {
    return c->easy_setopt(easy, option, value);
}

// Strings, lists, buffers and callback contexts.
static inline CURLcode sv_curl_set_pointer(const sv_curl *c, CURL *easy, CURLoption option, const void *value) {
    return c->easy_setopt(easy, option, value);
}

// The write and the header callback have one type.
static inline CURLcode sv_curl_set_receiver(
    const sv_curl *c, CURL *easy, CURLoption option, curl_write_callback receive) {
    return c->easy_setopt(easy, option, receive);
}

// curl_multi_setopt is variadic too.
static inline CURLMcode sv_curl_multi_set_long(const sv_curl *c, CURLM *multi, CURLMoption option, long value) {
    return c->multi_setopt(multi, option, value);
}

// curl_easy_getinfo is variadic too. Returns -1 where there is no such information.
static inline long sv_curl_info(const sv_curl *c, CURL *easy, CURLINFO info) {
    long value = -1;
    return c->easy_getinfo(easy, info, &value) == CURLE_OK ? value : -1;
}

// Function pointers in a struct are no methods in Swift, so the plain functions get a wrapper each as well.
static inline CURLMcode sv_curl_perform(const sv_curl *c, CURLM *multi, int *running) {
    return c->multi_perform(multi, running);
}

// Waits for the sockets, for libcurl's next timer or for a wake-up.
static inline CURLMcode sv_curl_wait(const sv_curl *c, CURLM *multi, int milliseconds) {
    return c->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

// The result stands in a union inside a message. Returns -1 while there is none.
static inline int sv_curl_result(const sv_curl *c, CURLM *multi) {
    int left = 0;
    CURLMsg *message = c->multi_info_read(multi, &left);
    return message && message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}

// SSL_OP_CLEANSE_PLAINTEXT of OpenSSL 3: decrypted records are overwritten once they are read.
static inline CURLcode sv_curl_cleanse_plaintext(CURL *easy, void *context, void *table) {
    (void)easy;
    ((const sv_curl *)table)->tls_set_options(context, (uint64_t)1 << 1);
    return CURLE_OK;
}

// Installs the callback above, which Swift could not write without importing OpenSSL.
static inline CURLcode sv_curl_set_cleansing(const sv_curl *c, CURL *easy) {
    if (!c->tls_set_options) return CURLE_NOT_BUILT_IN;
    CURLcode code = c->easy_setopt(easy, CURLOPT_SSL_CTX_DATA, (void *)c);
    if (code != CURLE_OK) return code;
    return c->easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, sv_curl_cleanse_plaintext);
}
