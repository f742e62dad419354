/* remora_dlpack.h: converts between DLPack tensors and Remora's views and buffers, both ways. Header only.
 *
 *     DLPack -> Remora   rem_dlpack_read            a DLTensor
 *                        rem_dlpack_read_managed    a DLManagedTensor (DLPack 0)
 *                        rem_dlpack_read_versioned  a DLManagedTensorVersioned (DLPack 1); knows read-only tensors
 *     Remora -> DLPack   rem_dlpack_wrap            a DLTensor that borrows the view and the memory
 *                        rem_dlpack_manage          a DLManagedTensor that owns them
 *                        rem_dlpack_manage_versioned
 *
 * Nothing is copied, and reading takes no ownership: the tensor must outlive the runs that use it, and its deleter
 * is the caller's to call. device is the context's: NULL or "cpu", or "cuda:N". Failures fill the rem_error.
 *
 * A program that uses dlpack.h includes it first and keeps its own declarations; with one older than DLPack 1.0 the
 * versioned functions are not there. */
#ifndef REMORA_DLPACK_H
#define REMORA_DLPACK_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remora/remora.h"

#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_
/* The layout that DLPack 1.0 prescribes; only the names that are used here. */
#define DLPACK_MAJOR_VERSION 1
#define DLPACK_MINOR_VERSION 0
#define DLPACK_FLAG_BITMASK_READ_ONLY (1UL << 0UL)

typedef enum { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLOpenCL = 4, kDLCUDAManaged = 13 } DLDeviceType;
typedef enum { kDLInt = 0, kDLUInt = 1, kDLFloat = 2, kDLBfloat = 4, kDLComplex = 5, kDLBool = 6 } DLDataTypeCode;

typedef struct {
  uint32_t major;
  uint32_t minor;
} DLPackVersion;

typedef struct {
  DLDeviceType device_type;
  int32_t device_id;
} DLDevice;

typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides; /* in elements; NULL: packed */
  uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned *self);
  uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what both directions need; names that end in _ are not for callers ------------------------------------ */

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static inline rem_status
rem_dlpack_fail_(rem_error *error, rem_status status, const char *format, ...) {
  if (error && error->size == sizeof *error) {
    va_list list;
    memset(error, 0, sizeof *error);
    error->size = sizeof *error;
    error->status = (int32_t)status;
    error->slot = error->axis = -1;
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
  }
  return status;
}

/* DLPack's code and bits of each rem_dtype, by its number. */
static inline const DLDataType *rem_dlpack_dtype_(int32_t dtype) {
  static const DLDataType types[] = {{0, 0, 0},          {kDLFloat, 32, 1}, {kDLFloat, 64, 1}, {kDLFloat, 16, 1},
                                     {kDLBfloat, 16, 1}, {kDLInt, 32, 1},   {kDLInt, 64, 1},   {kDLBool, 8, 1},
                                     {kDLUInt, 8, 1},    {kDLInt, 8, 1},    {kDLInt, 16, 1},   {kDLUInt, 32, 1}};
  return dtype >= REM_F32 && dtype <= REM_U32 ? &types[dtype] : NULL;
}

/* The number in "cuda:N"; -1: device is not that. */
static inline int rem_dlpack_cuda_(const char *device) {
  int number = 0, i = 5;
  if (!device || strncmp(device, "cuda:", 5) != 0 || !device[i]) return -1;
  for (; device[i]; i++) {
    if (device[i] < '0' || device[i] > '9' || i > 13) return -1;
    number = number * 10 + (device[i] - '0');
  }
  return number;
}

static inline int rem_dlpack_is_cpu_(const char *device) { return !device || strcmp(device, "cpu") == 0; }

/* Bytes in front of element (0,...,0), and from it on; 0, 0 for no elements. */
static inline rem_status rem_dlpack_span_(const rem_view *view, uint64_t *front, uint64_t *back, rem_error *error) {
  const uint64_t most = (uint64_t)PTRDIFF_MAX;
  uint64_t element = rem_dlpack_dtype_(view->dtype)->bits / 8u;
  int32_t k;
  *front = *back = 0;
  for (k = 0; k < view->rank; k++)
    if (view->shape[k] == 0) return REM_OK;
  *back = element;
  for (k = 0; k < view->rank; k++) {
    uint64_t steps = (uint64_t)view->shape[k] - 1;
    uint64_t stride = view->stride[k] < 0 ? 0 - (uint64_t)view->stride[k] : (uint64_t)view->stride[k];
    uint64_t *side = view->stride[k] < 0 ? front : back;
    if (steps == 0 || stride == 0) continue;
    if (stride > most / element / steps || stride * steps * element > most - *front - *back)
      return rem_dlpack_fail_(error, REM_INVALID, "DLPack tensor: axis %d reaches beyond the address space", (int)k);
    *side += stride * steps * element;
  }
  return REM_OK;
}

/* ---- DLPack -> Remora -------------------------------------------------------------------------------------- */

static inline rem_status rem_dlpack_read_dtype_(DLDataType from, int32_t *dtype, rem_error *error) {
  if (from.lanes != 1)
    return rem_dlpack_fail_(error, REM_UNSUPPORTED, "DLPack tensor: expected lanes 1, found %d", (int)from.lanes);
  for (*dtype = REM_F32; *dtype <= REM_U32; ++*dtype) {
    const DLDataType *type = rem_dlpack_dtype_(*dtype);
    if (type->code == from.code && type->bits == from.bits) return REM_OK;
  }
  return rem_dlpack_fail_(error, REM_UNSUPPORTED,
                          "DLPack tensor: expected f32, f64, f16, bf16, bool, u8, i8, i16, i32, u32 or i64, found type "
                          "code %d of %d bits",
                          (int)from.code, (int)from.bits);
}

static inline rem_status rem_dlpack_read_device_(DLDevice from, const char *device, rem_error *error) {
  int number = rem_dlpack_cuda_(device), type = (int)from.device_type;
  if (rem_dlpack_is_cpu_(device)) {
    if (type == kDLCPU || type == kDLCUDAHost || type == kDLCUDAManaged) return REM_OK;
  } else if (number < 0) {
    return rem_dlpack_fail_(error, REM_UNSUPPORTED, "device: expected \"cpu\" or \"cuda:N\", found \"%.64s\"", device);
  } else if (type == kDLCUDAManaged || (type == kDLCUDA && from.device_id == number)) {
    return REM_OK;
  }
  return rem_dlpack_fail_(error, REM_INVALID,
                          "DLPack tensor: expected memory of \"%.64s\", found device type %d number %d",
                          device ? device : "cpu", type, (int)from.device_id);
}

static inline rem_status rem_dlpack_read_shape_(const DLTensor *from, rem_view *view, rem_error *error) {
  int32_t k;
  if (from->ndim < 0 || from->ndim > REM_MAX_RANK)
    return rem_dlpack_fail_(error, from->ndim < 0 ? REM_INVALID : REM_UNSUPPORTED,
                            "DLPack tensor: expected rank 0 to %d, found %d", REM_MAX_RANK, (int)from->ndim);
  if (from->ndim > 0 && !from->shape)
    return rem_dlpack_fail_(error, REM_INVALID, "DLPack tensor: expected a shape of rank %d, found NULL",
                            (int)from->ndim);
  for (k = 0; k < from->ndim; k++)
    if (from->shape[k] < 0)
      return rem_dlpack_fail_(error, REM_INVALID, "DLPack tensor: axis %d has extent %lld", (int)k,
                              (long long)from->shape[k]);
  if (!from->strides) *view = rem_view_packed(view->dtype, from->ndim, from->shape);
  view->rank = from->ndim;
  for (k = 0; k < from->ndim && from->strides; k++) {
    view->shape[k] = from->shape[k];
    view->stride[k] = from->strides[k];
  }
  return REM_OK;
}

/* *view and *buffer are written on success alone. The buffer is exactly what the tensor spans. */
static inline rem_status rem_dlpack_read(const DLTensor *from, const char *device, rem_view *view, rem_buffer *buffer,
                                         rem_error *error) {
  rem_view found;
  uint64_t front = 0, back = 0;
  rem_status status;
  if (!from || !view || !buffer)
    return rem_dlpack_fail_(error, REM_INVALID, "DLPack tensor, view and buffer: expected addresses, found NULL");
  memset(&found, 0, sizeof found);
  status = rem_dlpack_read_dtype_(from->dtype, &found.dtype, error);
  if (!status) status = rem_dlpack_read_device_(from->device, device, error);
  if (!status) status = rem_dlpack_read_shape_(from, &found, error);
  if (!status) status = rem_dlpack_span_(&found, &front, &back, error);
  if (status) return status;
  if (back && !from->data) return rem_dlpack_fail_(error, REM_INVALID, "DLPack tensor: expected data, found NULL");
  *view = found;
  memset(buffer, 0, sizeof *buffer);
  if (!back) return REM_OK;
  buffer->base = (void *)((uintptr_t)from->data + (uintptr_t)from->byte_offset - (uintptr_t)front);
  buffer->bytes = (size_t)(front + back);
  buffer->offset = (size_t)front;
  return REM_OK;
}

static inline rem_status rem_dlpack_read_managed(const DLManagedTensor *from, const char *device, rem_view *view,
                                                 rem_buffer *buffer, rem_error *error) {
  return rem_dlpack_read(from ? &from->dl_tensor : NULL, device, view, buffer, error);
}

#if DLPACK_MAJOR_VERSION >= 1
/* role is a rem_role: a read-only tensor is refused as an output. */
static inline rem_status rem_dlpack_read_versioned(const DLManagedTensorVersioned *from, const char *device,
                                                   int32_t role, rem_view *view, rem_buffer *buffer, rem_error *error) {
  /* A later major version may lay out all but the version differently: nothing else is looked at. */
  if (from && from->version.major != 1)
    return rem_dlpack_fail_(error, REM_UNSUPPORTED, "DLPack tensor: expected version 1, found %u.%u",
                            (unsigned)from->version.major, (unsigned)from->version.minor);
  if (from && role == REM_OUTPUT && (from->flags & DLPACK_FLAG_BITMASK_READ_ONLY))
    return rem_dlpack_fail_(error, REM_INVALID, "DLPack tensor: is read-only and cannot be an output");
  return rem_dlpack_read(from ? &from->dl_tensor : NULL, device, view, buffer, error);
}
#endif

/* ---- Remora -> DLPack -------------------------------------------------------------------------------------- */

/* A tensor whose shape and strides are those of *view, which must outlive it. */
static inline rem_status rem_dlpack_wrap(rem_view *view, const rem_buffer *buffer, const char *device, DLTensor *tensor,
                                         rem_error *error) {
  uint64_t front, back;
  rem_status status;
  int number = rem_dlpack_cuda_(device);
  if (!view || !buffer || !tensor)
    return rem_dlpack_fail_(error, REM_INVALID, "view, buffer and DLPack tensor: expected addresses, found NULL");
  if (!rem_dlpack_is_cpu_(device) && number < 0)
    return rem_dlpack_fail_(error, REM_UNSUPPORTED, "device: expected \"cpu\" or \"cuda:N\", found \"%.64s\"", device);
  if (view->rank < 0 || view->rank > REM_MAX_RANK)
    return rem_dlpack_fail_(error, REM_INVALID, "view: expected rank 0 to %d, found %d", REM_MAX_RANK, (int)view->rank);
  if (!rem_dlpack_dtype_(view->dtype))
    return rem_dlpack_fail_(error, REM_INVALID, "view: there is no dtype %d", (int)view->dtype);
  status = rem_dlpack_span_(view, &front, &back, error);
  if (status) return status;
  if (back &&
      (!buffer->base || buffer->offset < front || buffer->bytes < back || buffer->offset > buffer->bytes - back))
    return rem_dlpack_fail_(error, REM_BUFFER_TOO_SMALL,
                            "buffer: %llu bytes in front of offset %llu and %llu from it on do not fit %llu bytes",
                            (unsigned long long)front, (unsigned long long)buffer->offset, (unsigned long long)back,
                            (unsigned long long)(buffer->base ? buffer->bytes : 0));
  memset(tensor, 0, sizeof *tensor);
  tensor->data = buffer->base ? (void *)((uintptr_t)buffer->base + buffer->offset) : NULL;
  tensor->device.device_type = number < 0 ? kDLCPU : kDLCUDA;
  tensor->device.device_id = number < 0 ? 0 : number;
  tensor->ndim = view->rank;
  tensor->dtype = *rem_dlpack_dtype_(view->dtype);
  tensor->shape = view->shape;
  tensor->strides = view->stride;
  return REM_OK;
}

/* Called once, when the tensor is deleted: gives the memory back. */
typedef void (*rem_dlpack_release)(void *user);

/* What a managed tensor owns; manager_ctx points to it. */
struct rem_dlpack_owner_ {
  rem_view view;
  rem_dlpack_release release;
  void *user;
};

static inline void rem_dlpack_end_(void *managed, void *manager_ctx) {
  struct rem_dlpack_owner_ *owner = (struct rem_dlpack_owner_ *)manager_ctx;
  if (owner->release) owner->release(owner->user);
  free(owner);
  free(managed);
}

/* Two blocks of memory: the managed tensor, whose DLTensor lies `at` bytes in, and its owner; none where it fails. */
static inline rem_status rem_dlpack_begin_(size_t bytes, size_t at, const rem_view *view, const rem_buffer *buffer,
                                           const char *device, void **managed, struct rem_dlpack_owner_ **owner,
                                           rem_error *error) {
  rem_status status;
  if (!view) return rem_dlpack_fail_(error, REM_INVALID, "view: expected an address, found NULL");
  *managed = calloc(1, bytes);
  *owner = (struct rem_dlpack_owner_ *)calloc(1, sizeof **owner);
  if (*managed && *owner) {
    (*owner)->view = *view;
    status = rem_dlpack_wrap(&(*owner)->view, buffer, device, (DLTensor *)((char *)*managed + at), error);
  } else {
    status = rem_dlpack_fail_(error, REM_NO_MEMORY, "DLPack tensor: no memory for its description");
  }
  if (status) {
    free(*managed);
    free(*owner);
  }
  return status;
}

static inline void rem_dlpack_delete_(DLManagedTensor *self) {
  if (self) rem_dlpack_end_(self, self->manager_ctx);
}

/* release may be NULL; on failure it is not called and *tensor is NULL. */
static inline rem_status rem_dlpack_manage(const rem_view *view, const rem_buffer *buffer, const char *device,
                                           rem_dlpack_release release, void *user, DLManagedTensor **tensor,
                                           rem_error *error) {
  struct rem_dlpack_owner_ *owner = NULL;
  void *managed = NULL;
  rem_status status;
  if (!tensor) return rem_dlpack_fail_(error, REM_INVALID, "DLPack tensor: expected an address, found NULL");
  *tensor = NULL;
  status = rem_dlpack_begin_(sizeof **tensor, offsetof(DLManagedTensor, dl_tensor), view, buffer, device, &managed,
                             &owner, error);
  if (status) return status;
  owner->release = release;
  owner->user = user;
  *tensor = (DLManagedTensor *)managed;
  (*tensor)->manager_ctx = owner;
  (*tensor)->deleter = rem_dlpack_delete_;
  return REM_OK;
}

#if DLPACK_MAJOR_VERSION >= 1
static inline void rem_dlpack_delete_versioned_(DLManagedTensorVersioned *self) {
  if (self) rem_dlpack_end_(self, self->manager_ctx);
}

/* As rem_dlpack_manage; read_only marks the tensor so. */
static inline rem_status rem_dlpack_manage_versioned(const rem_view *view, const rem_buffer *buffer, const char *device,
                                                     int read_only, rem_dlpack_release release, void *user,
                                                     DLManagedTensorVersioned **tensor, rem_error *error) {
  struct rem_dlpack_owner_ *owner = NULL;
  void *managed = NULL;
  rem_status status;
  if (!tensor) return rem_dlpack_fail_(error, REM_INVALID, "DLPack tensor: expected an address, found NULL");
  *tensor = NULL;
  status = rem_dlpack_begin_(sizeof **tensor, offsetof(DLManagedTensorVersioned, dl_tensor), view, buffer, device,
                             &managed, &owner, error);
  if (status) return status;
  owner->release = release;
  owner->user = user;
  *tensor = (DLManagedTensorVersioned *)managed;
  (*tensor)->version.major = 1;
  (*tensor)->flags = read_only ? DLPACK_FLAG_BITMASK_READ_ONLY : 0;
  (*tensor)->manager_ctx = owner;
  (*tensor)->deleter = rem_dlpack_delete_versioned_;
  return REM_OK;
}
#endif

#ifdef __cplusplus
}
#endif
#endif
