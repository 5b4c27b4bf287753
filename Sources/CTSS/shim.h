#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>
#include <tss2/tss2_rc.h>
#include <tss2/tss2_tctildr.h>

// The TPM's structures are unions of unions, which C states shortly. All functions return a TSS2_RC.

/// A connection, the storage key below the owner's hierarchy, and a session that encrypts what passes the bus.
typedef struct {
    TSS2_TCTI_CONTEXT *tcti;
    ESYS_CONTEXT *esys;
    ESYS_TR primary;
    ESYS_TR session;
} ct_tpm;

static inline void ct_close(ct_tpm *tpm) {
    if (tpm->esys != NULL) {
        if (tpm->session != ESYS_TR_NONE) Esys_FlushContext(tpm->esys, tpm->session);
        if (tpm->primary != ESYS_TR_NONE) Esys_FlushContext(tpm->esys, tpm->primary);
        Esys_Finalize(&tpm->esys);
    }
    if (tpm->tcti != NULL) Tss2_TctiLdr_Finalize(&tpm->tcti);
}

/// The storage key of the TCG's template for elliptic curves, which the TPM makes from its seed: always the same one
/// until the TPM is cleared.
static inline TSS2_RC ct_make_primary(ct_tpm *tpm) {
    const TPM2B_SENSITIVE_CREATE sensitive = {0};
    const TPM2B_DATA outside = {0};
    const TPML_PCR_SELECTION registers = {0};
    const TPM2B_PUBLIC template = {
        .publicArea = {
            .type = TPM2_ALG_ECC,
            .nameAlg = TPM2_ALG_SHA256,
            .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN |
                                TPMA_OBJECT_USERWITHAUTH | TPMA_OBJECT_NODA | TPMA_OBJECT_RESTRICTED |
                                TPMA_OBJECT_DECRYPT,
            .parameters.eccDetail = {
                .symmetric = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB},
                .scheme.scheme = TPM2_ALG_NULL,
                .curveID = TPM2_ECC_NIST_P256,
                .kdf.scheme = TPM2_ALG_NULL,
            },
        },
    };
    return Esys_CreatePrimary(
        tpm->esys, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template, &outside,
        &registers, &tpm->primary, NULL, NULL, NULL, NULL);
}

static inline TSS2_RC ct_start_session(ct_tpm *tpm) {
    const TPMT_SYM_DEF cipher = {.algorithm = TPM2_ALG_AES, .keyBits.aes = 128, .mode.aes = TPM2_ALG_CFB};
    TSS2_RC result = Esys_StartAuthSession(
        tpm->esys, tpm->primary, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, NULL, TPM2_SE_HMAC, &cipher,
        TPM2_ALG_SHA256, &tpm->session);
    if (result != TSS2_RC_SUCCESS) return result;
    return Esys_TRSess_SetAttributes(
        tpm->esys, tpm->session, TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT | TPMA_SESSION_CONTINUESESSION, 0xff);
}

/// Opens what `ct_close` closes, also after a failure, and has the TPM answer.
static inline TSS2_RC ct_connect(const char *name, ct_tpm *tpm) {
    *tpm = (ct_tpm){.primary = ESYS_TR_NONE, .session = ESYS_TR_NONE};
    TSS2_RC result = Tss2_TctiLdr_Initialize(name, &tpm->tcti);
    if (result == TSS2_RC_SUCCESS) result = Esys_Initialize(&tpm->esys, tpm->tcti, NULL);
    TPMS_CAPABILITY_DATA *answer = NULL;
    if (result == TSS2_RC_SUCCESS)
        result = Esys_GetCapability(
            tpm->esys, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, TPM2_CAP_TPM_PROPERTIES, TPM2_PT_FAMILY_INDICATOR, 1,
            NULL, &answer);
    Esys_Free(answer);
    return result;
}

/// Makes what sealing and unsealing need.
static inline TSS2_RC ct_prepare(ct_tpm *tpm) {
    TSS2_RC result = ct_make_primary(tpm);
    return result == TSS2_RC_SUCCESS ? ct_start_session(tpm) : result;
}

static inline void ct_wipe(void *bytes, size_t size) { explicit_bzero(bytes, size); }

/// Seals `size` bytes, at most 128; writes the sealed object to `out`, which holds `*out_size` bytes.
static inline TSS2_RC ct_seal(
    ct_tpm *tpm, const void *secret, size_t size, const void *pin, size_t pin_size, uint8_t *out, size_t *out_size) {
    TPM2B_SENSITIVE_CREATE sensitive = {0};
    if (size > sizeof sensitive.sensitive.data.buffer || pin_size > 32) return TSS2_BASE_RC_BAD_VALUE;
    memcpy(sensitive.sensitive.data.buffer, secret, size);
    sensitive.sensitive.data.size = (UINT16) size;
    if (pin_size > 0) memcpy(sensitive.sensitive.userAuth.buffer, pin, pin_size);
    sensitive.sensitive.userAuth.size = (UINT16) pin_size;
    const TPM2B_DATA outside = {0};
    const TPML_PCR_SELECTION registers = {0};
    // Only an object with a PIN counts for the TPM's lockout.
    const TPM2B_PUBLIC template = {
        .publicArea = {
            .type = TPM2_ALG_KEYEDHASH,
            .nameAlg = TPM2_ALG_SHA256,
            .objectAttributes = TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_USERWITHAUTH |
                                (pin_size == 0 ? TPMA_OBJECT_NODA : 0),
            .parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_NULL,
        },
    };
    TPM2B_PRIVATE *private_part = NULL;
    TPM2B_PUBLIC *public_part = NULL;
    TSS2_RC result = Esys_Create(
        tpm->esys, tpm->primary, tpm->session, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template, &outside, &registers,
        &private_part, &public_part, NULL, NULL, NULL);
    ct_wipe(&sensitive, sizeof sensitive);
    size_t offset = 0;
    if (result == TSS2_RC_SUCCESS) result = Tss2_MU_TPM2B_PRIVATE_Marshal(private_part, out, *out_size, &offset);
    if (result == TSS2_RC_SUCCESS) result = Tss2_MU_TPM2B_PUBLIC_Marshal(public_part, out, *out_size, &offset);
    *out_size = offset;
    Esys_Free(private_part);
    Esys_Free(public_part);
    return result;
}

/// Unseals an object that `ct_seal` wrote, into `secret`, which holds `size` bytes and gets exactly as many.
static inline TSS2_RC ct_unseal(
    ct_tpm *tpm, const uint8_t *sealed, size_t sealed_size, const void *pin, size_t pin_size, void *secret,
    size_t size) {
    TPM2B_PRIVATE private_part = {0};
    TPM2B_PUBLIC public_part = {0};
    size_t offset = 0;
    TSS2_RC result = Tss2_MU_TPM2B_PRIVATE_Unmarshal(sealed, sealed_size, &offset, &private_part);
    if (result == TSS2_RC_SUCCESS) result = Tss2_MU_TPM2B_PUBLIC_Unmarshal(sealed, sealed_size, &offset, &public_part);
    ESYS_TR object = ESYS_TR_NONE;
    if (result == TSS2_RC_SUCCESS)
        result = Esys_Load(
            tpm->esys, tpm->primary, tpm->session, ESYS_TR_NONE, ESYS_TR_NONE, &private_part, &public_part, &object);
    if (result != TSS2_RC_SUCCESS) return result;
    TPM2B_AUTH auth = {.size = (UINT16) (pin_size > 32 ? 0 : pin_size)};
    if (auth.size > 0) memcpy(auth.buffer, pin, auth.size);
    TPM2B_SENSITIVE_DATA *data = NULL;
    result = Esys_TR_SetAuth(tpm->esys, object, &auth);
    ct_wipe(&auth, sizeof auth);
    if (result == TSS2_RC_SUCCESS)
        result = Esys_Unseal(tpm->esys, object, tpm->session, ESYS_TR_NONE, ESYS_TR_NONE, &data);
    if (data != NULL) {
        if (data->size == size) memcpy(secret, data->buffer, size);
        else result = TSS2_BASE_RC_BAD_SIZE;
        ct_wipe(data, sizeof *data);
        Esys_Free(data);
    }
    Esys_FlushContext(tpm->esys, object);
    return result;
}

/// What a response says that a program tells apart.
typedef enum { ct_done, ct_wrong_pin, ct_locked_out, ct_foreign, ct_unavailable, ct_failed } ct_result;

static inline ct_result ct_result_of(TSS2_RC code) {
    if (code == TSS2_RC_SUCCESS) return ct_done;
    TSS2_RC layer = code & TSS2_RC_LAYER_MASK;
    if (layer != TSS2_TPM_RC_LAYER && layer != TSS2_RESMGR_TPM_RC_LAYER)
        return layer == TSS2_MU_RC_LAYER ? ct_foreign : ct_unavailable;
    TSS2_RC plain = code & 0xffff;
    if (plain == TPM2_RC_LOCKOUT) return ct_locked_out;
    if (!(plain & TPM2_RC_FMT1)) return ct_failed;
    switch (plain & 0xbf) {
    case TPM2_RC_AUTH_FAIL: case TPM2_RC_BAD_AUTH: return ct_wrong_pin;
    case TPM2_RC_INTEGRITY: case TPM2_RC_SIZE: case TPM2_RC_BINDING: case TPM2_RC_TYPE: return ct_foreign;
    default: return ct_failed;
    }
}
