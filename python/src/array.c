/* array.c: reads arrays through the buffer protocol, DLPack's table of functions or DLPack's capsules, and makes new
 * ones of the caller's kind. No byte is copied, except where NumPy's layout is none that a view can have. */
#include "array.h"

#include "exchange.h"

#include <string.h>

/* ---- kinds: found once for each type ---- */

/* A module that is loaded already; NULL: it is not, and no array can be its. */
static PyObject *loaded(const char *name) {
  PyObject *key = PyUnicode_FromString(name), *module = key ? PyImport_GetModule(key) : NULL;
  Py_XDECREF(key);
  return module;
}

static int is_a(PyTypeObject *type, PyObject *module, const char *name) {
  PyObject *base = PyObject_GetAttrString(module, name);
  int rc = base && PyType_IsSubtype(type, (PyTypeObject *)base);
  Py_XDECREF(base);
  return rc;
}

static int load_numpy(struct state *state, PyObject *numpy) {
  static const char *const names[N_DTYPES] = {NULL,    "float32", "float64", "float16", NULL,    "int32",
                                              "int64", "bool",    "uint8",   "int8",    "int16", "uint32"};
  if (state->numpy_empty) return 0;
  for (int d = 0; d < N_DTYPES; d++)
    if (names[d] && !(state->numpy_dtypes[d] = PyObject_CallMethod(numpy, "dtype", "s", names[d]))) return -1;
  state->numpy_empty = PyObject_GetAttrString(numpy, "empty");
  return state->numpy_empty ? 0 : -1;
}

/* The type's table of functions, where it has one of a version that we know. */
static const struct exchange *find_exchange(PyObject *object) {
  PyObject *capsule = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__dlpack_c_exchange_api__");
  const struct exchange *api = NULL;
  if (capsule && PyCapsule_IsValid(capsule, "dlpack_exchange_api"))
    api = PyCapsule_GetPointer(capsule, "dlpack_exchange_api"); /* static: it outlives the capsule */
  while (api && api->version.major != 1) api = api->previous;
  if (api && !(api->look && api->allocate && api->give)) api = NULL;
  PyErr_Clear();
  Py_XDECREF(capsule);
  return api;
}

/* What makes an array of the object's kind from ours: its namespace's from_dlpack, or that of the module it is from. */
static PyObject *find_from_dlpack(PyObject *object) {
  PyObject *space = PyObject_CallMethod(object, "__array_namespace__", NULL), *from = NULL, *name = NULL;
  if (!space) {
    PyErr_Clear();
    name = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__module__");
    PyObject *top = name ? PyObject_CallMethod(name, "partition", "s", ".") : NULL;
    space = top ? PyImport_GetModule(PyTuple_GetItem(top, 0)) : NULL;
    Py_XDECREF(top);
    Py_XDECREF(name);
  }
  if (space) from = PyObject_GetAttrString(space, "from_dlpack");
  Py_XDECREF(space);
  PyErr_Clear();
  return from;
}

static void find_is_neg(PyObject *object, struct kind *kind) {
  PyObject *bound = PyObject_GetAttrString(object, "is_neg");
  kind->is_neg = PyObject_GetAttrString((PyObject *)kind->type, "is_neg");
  if (bound && PyCFunction_Check(bound) && PyCFunction_GetFlags(bound) == METH_NOARGS)
    kind->asks_neg = PyCFunction_GetFunction(bound);
  Py_XDECREF(bound);
  PyErr_Clear();
}

/* 1: it is an array, 0: it is not, -1: an exception is set. */
static int classify(struct state *state, PyObject *object, struct kind *kind) {
  PyTypeObject *type = Py_TYPE(object);
  PyObject *numpy = loaded("numpy");
  int rc = 1;
  *kind = (struct kind){.type = type};
  if (numpy && (is_a(type, numpy, "ndarray") || is_a(type, numpy, "generic"))) {
    kind->how = BY_NUMPY;
    rc = load_numpy(state, numpy) ? -1 : 1;
  } else if ((kind->api = find_exchange(object))) {
    kind->how = BY_EXCHANGE;
    find_is_neg(object, kind);
  } else if (PyObject_HasAttrString(object, "__dlpack__")) {
    kind->how = BY_DLPACK;
    kind->from_dlpack = find_from_dlpack(object);
  } else {
    kind->how = BY_BUFFER;
    rc = PyObject_CheckBuffer(object);
  }
  Py_XDECREF(numpy);
  return rc;
}

static struct kind *kind_keep(struct kind *kind) {
  kind->references++;
  return kind;
}

static void kind_drop(struct kind *kind) {
  if (!kind || --kind->references) return;
  Py_XDECREF(kind->is_neg);
  Py_XDECREF(kind->from_dlpack);
  Py_DECREF((PyObject *)kind->type);
  PyMem_Free(kind);
}

/* The reference is the table's. NULL: it is no array, or an exception is set. Where there are too many types, the first
 * to come go; arrays in use keep theirs. */
static struct kind *kind_of(struct state *state, PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  unsigned n = state->n_kinds < MAX_KINDS ? state->n_kinds : MAX_KINDS;
  struct kind found, *kind, **place, *gone;
  for (unsigned i = 0; i < n; i++)
    if (state->kinds[i]->type == type) return state->kinds[i];
  if (classify(state, object, &found) != 1) return NULL;
  kind = PyMem_Malloc(sizeof *kind);
  if (!kind) return (struct kind *)PyErr_NoMemory();
  *kind = found;
  kind->references = 1;
  Py_INCREF((PyObject *)type);
  place = &state->kinds[state->n_kinds++ % MAX_KINDS];
  gone = *place;
  *place = kind;
  kind_drop(gone);
  return kind;
}

int array_is(struct state *state, PyObject *object) {
  const struct kind *kind = kind_of(state, object);
  return PyErr_Occurred() ? -1 : kind != NULL;
}

/* ---- sentences ---- */

static const char *slot_of(struct where at) {
  return at.op && at.slot >= 0 ? at.op->slots[at.pass][at.slot].name : "array";
}

static int fail(struct where at, rem_status status, const char *format, const char *found) {
  return refuse(at.state, at.op, at.pass, status, at.slot, format, slot_of(at), found);
}

/* ---- the buffer protocol ---- */

static int format_dtype(const char *format, Py_ssize_t bytes) {
  static const struct {
    char code, bytes, dtype;
  } codes[] = {{'f', 4, REM_F32}, {'d', 8, REM_F64}, {'e', 2, REM_F16}, {'i', 4, REM_I32},
               {'l', 8, REM_I64}, {'q', 8, REM_I64}, {'l', 4, REM_I32}, {'n', 8, REM_I64},
               {'?', 1, REM_BOOL}, {'B', 1, REM_U8}, {'b', 1, REM_I8},  {'h', 2, REM_I16},
               {'I', 4, REM_U32}, {'L', 4, REM_U32}};
  const union {
    uint16_t word;
    char first;
  } order = {1};
  if (!format) return 0;
  if (*format == '@' || *format == '=' || (*format == '<' && order.first)) format++;
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (format[0] == codes[i].code && !format[1] && bytes == codes[i].bytes) return codes[i].dtype;
  return 0;
}

/* What the view spans, as the buffer that a run is given. */
static void span(const rem_view *view, void *first, size_t element, rem_buffer *buffer) {
  size_t front = 0, back = element;
  for (int k = 0; k < view->rank; k++) {
    int64_t reach = (view->shape[k] - 1) * view->stride[k] * (int64_t)element;
    if (view->shape[k] == 0) {
      *buffer = (rem_buffer){0};
      return;
    }
    if (reach < 0) front += (size_t)-reach;
    else back += (size_t)reach;
  }
  *buffer = (rem_buffer){(char *)first - front, front + back, front};
}

/* Bytes from one element of an axis to the next; an exporter of packed elements may leave them out. */
static Py_ssize_t stride_bytes(const Py_buffer *bytes, int axis) {
  Py_ssize_t stride = bytes->itemsize;
  if (bytes->strides) return bytes->strides[axis];
  for (int k = axis + 1; k < bytes->ndim; k++) stride *= bytes->shape[k];
  return stride;
}

/* Whether a view can say it: whole elements, at addresses that fit them. */
static int regular(const Py_buffer *bytes) {
  if (!bytes->itemsize || (uintptr_t)bytes->buf % (uintptr_t)bytes->itemsize) return 0;
  for (int k = 0; k < bytes->ndim; k++)
    if (bytes->shape[k] > 1 && stride_bytes(bytes, k) % bytes->itemsize) return 0;
  return 1;
}

/* dtype 0: the one that the exporter says. */
static int view_bytes(struct where at, struct array *array, int dtype) {
  const Py_buffer *bytes = &array->bytes;
  rem_view *view = &array->view;
  if (!dtype) dtype = format_dtype(bytes->format, bytes->itemsize);
  if (!dtype)
    return fail(at, REM_UNSUPPORTED,
                "%s: expected f32, f64, f16, bf16, bool, u8, i8, i16, i32, u32 or i64 in the machine's byte order, found "
                "a buffer of format '%.40s'",
                bytes->format ? bytes->format : "B");
  if (bytes->ndim > REM_MAX_RANK)
    return refuse(at.state, at.op, at.pass, REM_UNSUPPORTED, at.slot, "%s: expected rank 0 to %d, found %d",
                  slot_of(at), REM_MAX_RANK, bytes->ndim);
  if (!regular(bytes))
    return fail(at, REM_MISALIGNED, "%s: expected whole elements at addresses and strides that fit them, found %s",
                "others");
  view->rank = bytes->ndim;
  view->dtype = dtype;
  for (int k = 0; k < bytes->ndim; k++) {
    view->shape[k] = bytes->shape[k];
    view->stride[k] = bytes->shape[k] > 1 ? stride_bytes(bytes, k) / bytes->itemsize : 1;
  }
  array->device = DEVICE_CPU;
  span(view, bytes->buf, (size_t)bytes->itemsize, &array->buffer);
  return 0;
}

/* What the exporter says against it, as our own sentence. */
static int no_buffer(struct where at, int role) {
  PyObject *type, *value, *trace, *text;
  PyErr_Fetch(&type, &value, &trace);
  text = value ? PyObject_Str(value) : NULL;
  const char *said = text ? PyUnicode_AsUTF8AndSize(text, NULL) : "";
  fail(at, role == REM_OUTPUT ? REM_INVALID : REM_UNSUPPORTED,
       role == REM_OUTPUT
           ? "%s: expected an array that can be written, found one of which its library says: %.100s"
           : "%s: expected an array whose memory can be read, found one of which its library says: %.100s",
       said ? said : "");
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  Py_XDECREF(text);
  return -1;
}

/* -1: the exporter's exception is set. */
static int take_bytes(PyObject *object, int role, struct array *array) {
  int rc = PyObject_GetBuffer(object, &array->bytes, role == REM_OUTPUT ? PyBUF_RECORDS : PyBUF_RECORDS_RO);
  if (rc) array->bytes.obj = NULL;
  return rc;
}

static int read_bytes(struct where at, PyObject *object, int role, struct array *array) {
  return take_bytes(object, role, array) ? no_buffer(at, role) : view_bytes(at, array, 0);
}

/* ---- NumPy ---- */

static int is_bf16(PyObject *array) {
  PyObject *dtype = PyObject_GetAttrString(array, "dtype"),
           *name = dtype ? PyObject_GetAttrString(dtype, "name") : NULL;
  int rc = name && PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, "bfloat16") == 0;
  Py_XDECREF(dtype);
  Py_XDECREF(name);
  PyErr_Clear();
  return rc;
}

static int read_copy(struct where at, PyObject *object, struct array *array, int dtype) {
  PyObject *copy = PyObject_CallMethod(object, "copy", NULL);
  PyBuffer_Release(&array->bytes);
  array->bytes.obj = NULL;
  Py_XDECREF(array->pinned);
  array->pinned = copy;
  if (!copy) return -1;
  return take_bytes(copy, REM_INPUT, array) ? no_buffer(at, REM_INPUT) : view_bytes(at, array, dtype);
}

/* The bytes were taken. A layout that no view has is copied, and refused where it is to be written. */
static int read_layout(struct where at, PyObject *object, int role, struct array *array, int dtype) {
  if (role == REM_INPUT && !regular(&array->bytes)) return read_copy(at, object, array, dtype);
  return view_bytes(at, array, dtype);
}

/* NumPy exports no buffer of bfloat16: the same bytes as 16-bit integers have one. */
static int read_bf16(struct where at, PyObject *object, int role, struct array *array) {
  array->pinned = PyObject_CallMethod(object, "view", "s", "uint16");
  if (!array->pinned) return -1;
  if (take_bytes(array->pinned, role, array)) return no_buffer(at, role);
  return read_layout(at, array->pinned, role, array, REM_BF16);
}

static int read_numpy(struct where at, PyObject *object, int role, struct array *array) {
  if (take_bytes(object, role, array)) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    int bf16 = is_bf16(object);
    PyErr_Restore(type, value, trace);
    if (!bf16) return no_buffer(at, role);
    PyErr_Clear();
    return read_bf16(at, object, role, array);
  }
  return read_layout(at, object, role, array, 0);
}

/* ---- DLPack ---- */

static int dl_device(struct where at, DLDevice device) {
  char name[32];
  int type = (int)device.device_type;
  if (type == kDLCPU || type == kDLCUDAHost) return DEVICE_CPU;
  if (type == kDLCUDA || type == kDLCUDAManaged) {
    int number;
    PyOS_snprintf(name, sizeof name, "cuda:%d", (int)device.device_id);
    number = device_number(name);
    if (number >= 0) return number;
  }
  PyOS_snprintf(name, sizeof name, "%d", type);
  return fail(at, REM_UNSUPPORTED, "%s: expected memory of the CPU or of a CUDA device, found DLPack device type %s",
              name);
}

static int read_tensor(struct where at, const DLTensor *tensor, struct array *array) {
  rem_error error;
  error.size = sizeof error; /* clearing its text costs as much as reading a tensor */
  array->device = dl_device(at, tensor->device);
  if (array->device < 0) return -1;
  if (!rem_dlpack_read(tensor, device_name(array->device), &array->view, &array->buffer, &error)) return 0;
  error.slot = at.slot;
  return raise_error(at.state, at.op, at.pass, &error);
}

/* Elements of such a view of PyTorch's are negated by whoever reads them: a copy has them as they are. */
static PyObject *resolve_sign(struct where at, PyObject *object, int role, struct array *array) {
  const struct kind *kind = array->kind;
  PyObject *answer =
      kind->asks_neg ? kind->asks_neg(object, NULL) : PyObject_CallFunctionObjArgs(kind->is_neg, object, NULL);
  Py_XDECREF(answer); /* True and False outlive it */
  if (answer == Py_False) return object;
  if (!answer) return NULL;
  if (role == REM_OUTPUT) {
    fail(at, REM_UNSUPPORTED, "%s: expected a tensor that stores its elements, found %s",
         "one that stores their negatives");
    return NULL;
  }
  return array->pinned = PyObject_CallMethod(object, "resolve_neg", NULL);
}

static int read_exchange(struct where at, PyObject *object, int role, struct array *array) {
  DLTensor tensor;
  if (array->kind->is_neg) object = resolve_sign(at, object, role, array);
  if (!object || array->kind->api->look(object, &tensor)) return -1;
  return read_tensor(at, &tensor, array);
}

/* Work on memory of other devices is put on the default stream, which DLPack calls 1. */
static PyObject *ask_capsule(struct where at, PyObject *object) {
  PyObject *device = PyObject_CallMethod(object, "__dlpack_device__", NULL), *method, *words = NULL, *capsule = NULL;
  long type = kDLCPU;
  if (device && PyTuple_Check(device) && PyTuple_Size(device) == 2) type = PyLong_AsLong(PyTuple_GetItem(device, 0));
  Py_XDECREF(device);
  method = PyErr_Occurred() ? NULL : PyObject_GetAttr(object, at.state->dlpack);
  if (!method) return NULL;
  words = PyDict_Copy(at.state->versioned);
  if (words && type != kDLCPU) {
    PyObject *one = PyLong_FromLong(1);
    if (!one || PyDict_SetItemString(words, "stream", one)) Py_CLEAR(words);
    Py_XDECREF(one);
  }
  if (words) capsule = PyObject_Call(method, at.state->empty, words);
  if (!capsule && words && PyErr_ExceptionMatches(PyExc_TypeError)) { /* from before DLPack 1.0 */
    PyErr_Clear();
    if (!PyDict_DelItemString(words, "max_version")) capsule = PyObject_Call(method, at.state->empty, words);
  }
  Py_XDECREF(words);
  Py_DECREF(method);
  return capsule;
}

/* Takes over what the capsule holds. */
static int take_capsule(struct where at, PyObject *capsule, struct array *array) {
  if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
    array->tensor = PyCapsule_GetPointer(capsule, "dltensor_versioned");
    return PyCapsule_SetName(capsule, "used_dltensor_versioned");
  }
  if (PyCapsule_IsValid(capsule, "dltensor")) {
    array->old_tensor = PyCapsule_GetPointer(capsule, "dltensor");
    return PyCapsule_SetName(capsule, "used_dltensor");
  }
  return fail(at, REM_INVALID, "%s: expected a DLPack capsule that was not used before, found %s", "another object");
}

static int read_capsule(struct where at, PyObject *object, int role, struct array *array) {
  PyObject *capsule = ask_capsule(at, object);
  int rc = capsule ? take_capsule(at, capsule, array) : -1;
  Py_XDECREF(capsule);
  if (rc) return -1;
  if (array->old_tensor) return read_tensor(at, &array->old_tensor->dl_tensor, array);
  if (array->tensor->version.major != 1)
    return fail(at, REM_UNSUPPORTED, "%s: expected DLPack version 1, found %s", "a later one");
  if (role == REM_OUTPUT && (array->tensor->flags & DLPACK_FLAG_BITMASK_READ_ONLY))
    return fail(at, REM_INVALID, "%s: expected an array that can be written, found %s", "a read-only one");
  return read_tensor(at, &array->tensor->dl_tensor, array);
}

/* ---- reading, releasing ---- */

static void begin(struct array *array, struct kind *kind, PyObject *object) {
  array->kind = kind_keep(kind);
  array->object = object ? Py_NewRef(object) : NULL;
  array->pinned = NULL;
  array->bytes.obj = NULL;
  array->tensor = NULL;
  array->old_tensor = NULL;
}

/* Arrays of JAX never change, though their capsules do not say so. */
static int immutable(PyObject *object) {
  PyObject *module = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__module__");
  const char *name = module ? PyUnicode_AsUTF8AndSize(module, NULL) : NULL;
  int rc = name && !strncmp(name, "jax", 3);
  Py_XDECREF(module);
  PyErr_Clear();
  return rc;
}

int array_read(struct where at, PyObject *object, int role, struct array *array) {
  struct kind *kind = kind_of(at.state, object);
  int rc;
  if (!kind && PyErr_Occurred()) return -1;
  if (!kind) {
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__name__");
    const char *text = name ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    fail(at, REM_INVALID, "%s: expected an array, found an object of type %.80s", text ? text : "?");
    Py_XDECREF(name);
    return -1;
  }
  begin(array, kind, object);
  switch (kind->how) {
    case BY_NUMPY:
      rc = read_numpy(at, object, role, array);
      break;
    case BY_EXCHANGE:
      rc = read_exchange(at, object, role, array);
      break;
    case BY_DLPACK:
      rc = role == REM_OUTPUT && immutable(object)
               ? fail(at, REM_INVALID, "%s: expected an array that can be written, found %s", "an immutable one")
               : read_capsule(at, object, role, array);
      break;
    default:
      rc = read_bytes(at, object, role, array);
  }
  if (rc) array_drop(array);
  return rc;
}

void array_drop(struct array *array) {
  if (array->bytes.obj) PyBuffer_Release(&array->bytes);
  if (array->tensor && array->tensor->deleter) array->tensor->deleter(array->tensor);
  if (array->old_tensor && array->old_tensor->deleter) array->old_tensor->deleter(array->old_tensor);
  array->bytes.obj = NULL;
  array->tensor = NULL;
  array->old_tensor = NULL;
  Py_CLEAR(array->pinned);
  Py_CLEAR(array->object);
  kind_drop(array->kind);
  array->kind = NULL;
}

/* ---- making ---- */

int array_same_view(const rem_view *a, const rem_view *b) {
  int walked = 1, strides = 1;
  if (a->rank != b->rank || a->dtype != b->dtype) return 0;
  for (int k = 0; k < a->rank; k++) {
    if (a->shape[k] != b->shape[k]) return 0;
    if (a->shape[k] > 1 && a->stride[k] != b->stride[k]) strides = 0;
    if (a->shape[k] == 0) walked = 0;
  }
  return strides || !walked;
}

static PyObject *numpy_dtype(struct state *state, int dtype) {
  PyObject **known = &state->numpy_dtypes[dtype];
  if (*known) return *known;
  PyObject *types = PyImport_ImportModule("ml_dtypes"), *numpy = loaded("numpy");
  PyObject *type = types ? PyObject_GetAttrString(types, "bfloat16") : NULL;
  if (type && numpy) *known = PyObject_CallMethod(numpy, "dtype", "O", type);
  Py_XDECREF(types);
  Py_XDECREF(numpy);
  Py_XDECREF(type);
  return *known;
}

static PyObject *shape_tuple(const rem_view *view) {
  PyObject *shape = PyTuple_New(view->rank);
  for (int k = 0; shape && k < view->rank; k++) {
    PyObject *extent = PyLong_FromLongLong(view->shape[k]);
    if (!extent || PyTuple_SetItem(shape, k, extent)) Py_CLEAR(shape);
  }
  return shape;
}

static int make_numpy(struct where at, const rem_view *view, struct array *array) {
  PyObject *dtype = numpy_dtype(at.state, view->dtype), *shape = dtype ? shape_tuple(view) : NULL;
  if (!shape) return -1;
  array->object = PyObject_CallFunctionObjArgs(at.state->numpy_empty, shape, dtype, NULL);
  Py_DECREF(shape);
  if (!array->object) return -1;
  if (view->dtype == REM_BF16) return read_bf16(at, array->object, REM_OUTPUT, array);
  return read_bytes(at, array->object, REM_OUTPUT, array);
}

static void exchange_fail(void *context, const char *kind, const char *message) {
  (void)context;
  if (!PyErr_Occurred()) PyErr_Format(PyExc_RuntimeError, "%s: %s", kind, message);
}

static int cuda_id(int device) { return rem_dlpack_cuda_(device_name(device)); }

/* Of a device's allocator, which orders its memory by stream. */
static DLManagedTensorVersioned *exchange_make(const struct exchange *api, int device, DLTensor *like) {
  DLManagedTensorVersioned *made = NULL;
  like->device.device_type = kDLCUDA;
  like->device.device_id = cuda_id(device);
  return api->allocate(like, &made, NULL, exchange_fail) ? NULL : made;
}

static int make_exchange(const rem_view *view, int device, struct array *array) {
  rem_view shape = *view;
  DLTensor like = {.ndim = view->rank, .dtype = *rem_dlpack_dtype_(view->dtype), .shape = shape.shape};
  array->tensor = device == DEVICE_CPU ? memory_tensor(view) : exchange_make(array->kind->api, device, &like);
  if (!array->tensor) return -1;
  array->view = *view;
  array->device = device;
  span(view, (char *)array->tensor->dl_tensor.data + array->tensor->dl_tensor.byte_offset, rem_dtype_size(view->dtype),
       &array->buffer);
  return 0;
}

DLManagedTensorVersioned *array_scratch(const struct array *array, size_t bytes) {
  int64_t extent = (int64_t)bytes;
  DLTensor like = {.ndim = 1, .dtype = {kDLUInt, 8, 1}, .shape = &extent};
  if (array->kind->how != BY_EXCHANGE) return NULL;
  return exchange_make(array->kind->api, array->device, &like);
}

int array_make(struct where at, struct kind *kind, const rem_view *view, int device, struct array *array) {
  rem_view packed = rem_view_packed(view->dtype, view->rank, view->shape);
  int rc = 0;
  if (!array_same_view(view, &packed))
    return fail(at, REM_INVALID, "%s: expected an array of these strides to write to, in out or by its name, found %s",
                "none, and a new one is packed");
  begin(array, kind, NULL);
  if (kind->how == BY_NUMPY) {
    rc = make_numpy(at, view, array);
  } else if (kind->how == BY_EXCHANGE) {
    rc = make_exchange(view, device, array);
  } else {
    array->view = *view;
    array->device = device;
    array->pinned = memory_new(at, view, device, &array->buffer);
    rc = array->pinned ? 0 : -1;
  }
  if (rc) array_drop(array);
  return rc;
}

PyObject *array_give(struct where at, struct array *array) {
  const struct kind *kind = array->kind;
  void *made = NULL;
  if (array->object) return Py_NewRef(array->object);
  if (kind->how == BY_EXCHANGE) {
    DLManagedTensorVersioned *tensor = array->tensor;
    array->tensor = NULL;
    return kind->api->give(tensor, &made) ? NULL : made;
  }
  if (kind->how == BY_BUFFER) return PyMemoryView_FromObject(array->pinned);
  if (kind->from_dlpack) return PyObject_CallFunctionObjArgs(kind->from_dlpack, array->pinned, NULL);
  fail(at, REM_UNSUPPORTED, "%s: its library has no from_dlpack; give an array for the result%s", "");
  return NULL;
}

int array_stream(struct where at, const struct array *array, void **stream, int *wait) {
  (void)at;
  *stream = NULL;
  *wait = 0;
  if (array->device == DEVICE_CPU) return 0;
  if (array->kind->how == BY_EXCHANGE && array->kind->api->current_stream)
    return array->kind->api->current_stream(kDLCUDA, cuda_id(array->device), stream);
  *wait = 1;
  return 0;
}
