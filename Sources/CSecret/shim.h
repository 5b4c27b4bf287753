#pragma once
#include <libsecret/secret.h>
#include <string.h>

// libsecret's attributes are GLib hash tables, and its schemas C arrays, which Swift can't make.

/// What became of a call.
typedef enum {
    cs_done,
    cs_absent,
    cs_locked,
    cs_unavailable,
    cs_failed,
} cs_result;

static inline const SecretSchema *cs_schema(void) {
    static const SecretSchema schema = {
        "org.sessionvault.SlotKey",
        SECRET_SCHEMA_NONE,
        {{"vault", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"slot", SECRET_SCHEMA_ATTRIBUTE_STRING}, {NULL, 0}},
    };
    return &schema;
}

static inline cs_result cs_result_of(GError *error) {
    if (error == NULL) return cs_done;
    cs_result result = cs_failed;
    if (g_error_matches(error, SECRET_ERROR, SECRET_ERROR_IS_LOCKED)) result = cs_locked;
    else if (error->domain == G_DBUS_ERROR || error->domain == G_IO_ERROR || error->domain == G_SPAWN_ERROR)
        result = cs_unavailable;
    g_error_free(error);
    return result;
}

/// Connects to the service on the session's bus. Without this, GLib would end the process when the bus goes.
static inline cs_result cs_connect(GCancellable *cancellable, SecretService **service) {
    GError *error = NULL;
    GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, cancellable, &error);
    if (bus == NULL) return cs_result_of(error);
    g_dbus_connection_set_exit_on_close(bus, FALSE);
    *service = secret_service_open_sync(SECRET_TYPE_SERVICE, NULL, SECRET_SERVICE_OPEN_SESSION, cancellable, &error);
    g_object_unref(bus);
    return *service == NULL ? cs_result_of(error) : cs_done;
}

static inline GHashTable *cs_attributes(const char *vault, const char *slot) {
    GHashTable *attributes = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(attributes, (gpointer) "vault", (gpointer) vault);
    g_hash_table_insert(attributes, (gpointer) "slot", (gpointer) slot);
    return attributes;
}

/// Keeps a line of text in the default collection.
static inline cs_result cs_store(
    SecretService *service, const char *vault, const char *slot, const char *label, const char *line, size_t size,
    GCancellable *cancellable) {
    GError *error = NULL;
    GHashTable *attributes = cs_attributes(vault, slot);
    SecretValue *value = secret_value_new(line, (gssize) size, "text/plain");
    gboolean stored = secret_service_store_sync(
        service, cs_schema(), attributes, SECRET_COLLECTION_DEFAULT, label, value, cancellable, &error);
    secret_value_unref(value);
    g_hash_table_unref(attributes);
    if (!stored && error == NULL) return cs_locked;
    return cs_result_of(error);
}

static inline cs_result cs_search(
    SecretService *service, const char *vault, const char *slot, int prompts, GCancellable *cancellable,
    SecretValue **value) {
    GError *error = NULL;
    GHashTable *attributes = cs_attributes(vault, slot);
    SecretSearchFlags flags = SECRET_SEARCH_LOAD_SECRETS | (prompts ? SECRET_SEARCH_UNLOCK : 0);
    GList *items = secret_service_search_sync(service, cs_schema(), attributes, flags, cancellable, &error);
    g_hash_table_unref(attributes);
    cs_result result = error != NULL ? cs_result_of(error) : cs_absent;
    if (items != NULL) {
        SecretItem *item = SECRET_ITEM(items->data);
        *value = secret_item_get_secret(item);
        if (*value != NULL) result = cs_done;
        else result = secret_item_get_locked(item) ? cs_locked : cs_failed;
        g_list_free_full(items, g_object_unref);
    }
    return result;
}

/// Tells whether the default collection can be searched: a locked one answers that it holds nothing.
static inline cs_result cs_require_unlocked(SecretService *service, int prompts, GCancellable *cancellable) {
    GError *error = NULL;
    SecretCollection *collection = secret_collection_for_alias_sync(
        service, SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, cancellable, &error);
    if (error != NULL) return cs_result_of(error);
    if (collection == NULL) return cs_done;
    cs_result result = secret_collection_get_locked(collection) ? cs_locked : cs_done;
    if (result == cs_locked && prompts) {
        GList *locked = g_list_append(NULL, collection);
        GList *unlocked = NULL;
        gint count = secret_service_unlock_sync(service, locked, cancellable, &unlocked, &error);
        result = error != NULL ? cs_result_of(error) : count > 0 ? cs_done : cs_locked;
        g_list_free(locked);
        g_list_free_full(unlocked, g_object_unref);
    }
    g_object_unref(collection);
    return result;
}

/// Looks an item up; unlocks it where `prompts` says so, which may ask the user.
static inline cs_result cs_lookup(
    SecretService *service, const char *vault, const char *slot, int prompts, GCancellable *cancellable,
    SecretValue **value) {
    cs_result result = cs_search(service, vault, slot, prompts, cancellable, value);
    if (result != cs_absent) return result;
    result = cs_require_unlocked(service, prompts, cancellable);
    return result == cs_done ? cs_search(service, vault, slot, prompts, cancellable, value) : result;
}

static inline cs_result cs_clear(
    SecretService *service, const char *vault, const char *slot, GCancellable *cancellable) {
    GError *error = NULL;
    GHashTable *attributes = cs_attributes(vault, slot);
    gboolean cleared = secret_service_clear_sync(service, cs_schema(), attributes, cancellable, &error);
    g_hash_table_unref(attributes);
    if (!cleared && error == NULL) return cs_absent;
    return cs_result_of(error);
}
