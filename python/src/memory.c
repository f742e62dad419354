/* memory.c: remora._core.Memory: packed memory of a device that owns itself, for kinds of arrays that come without an
 * allocator: others take it over through __dlpack__ or, on the CPU, the buffer protocol; and memory of the host as a
 * tensor, for those that take one without an object of Python's. */
#define _POSIX_C_SOURCE 200809L
#include "array.h"

#include <stdlib.h>

enum { ALIGN = 64 }; /* less makes JAX copy */

struct memory {
  PyObject_HEAD
  rem_view view;
  rem_buffer buffer;
  int device;
  Py_ssize_t shape[REM_MAX_RANK], strides[REM_MAX_RANK]; /* in bytes, for the buffer protocol */
};

static int64_t elements(const rem_view *view) {
  int64_t n = 1;
  for (int k = 0; k < view->rank; k++) n *= view->shape[k];
  return n;
}

static int allocate(struct where at, struct memory *m, size_t bytes) {
  rem_error error = {.size = sizeof error};
  rem_context *context;
  if (m->device == DEVICE_CPU) {
    if (posix_memalign(&m->buffer.base, ALIGN, bytes ? bytes : 1)) return PyErr_NoMemory(), -1;
    m->buffer.bytes = bytes;
    return 0;
  }
  context = device_context(m->device, &error);
  if (context && !rem_memory_create(context, bytes ? bytes : 1, &m->buffer, &error)) return 0;
  return raise_error(at.state, NULL, 0, &error);
}

PyObject *memory_new(struct where at, const rem_view *view, int device, rem_buffer *buffer) {
  PyTypeObject *type = (PyTypeObject *)at.state->memory_type;
  allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  struct memory *m = (struct memory *)make(type, 0);
  size_t element = rem_dtype_size(view->dtype);
  if (!m) return NULL;
  m->view = rem_view_packed(view->dtype, view->rank, view->shape);
  m->device = device;
  for (int k = 0; k < view->rank; k++) {
    m->shape[k] = (Py_ssize_t)view->shape[k];
    m->strides[k] = (Py_ssize_t)(m->view.stride[k] * (int64_t)element);
  }
  if (allocate(at, m, (size_t)elements(view) * element)) Py_CLEAR(m);
  else *buffer = m->buffer;
  return (PyObject *)m;
}

/* A tensor, its shape and strides, and behind them its elements, in one piece of memory. */
struct whole {
  DLManagedTensorVersioned tensor;
  rem_view view;
};
enum { WHOLE_BYTES = (sizeof(struct whole) + ALIGN - 1) / ALIGN * ALIGN };

static void free_whole(DLManagedTensorVersioned *tensor) { free(tensor->manager_ctx); }

DLManagedTensorVersioned *memory_tensor(const rem_view *view) {
  size_t bytes = (size_t)elements(view) * rem_dtype_size(view->dtype);
  struct whole *w;
  void *memory;
  if (posix_memalign(&memory, ALIGN, WHOLE_BYTES + bytes)) return PyErr_NoMemory(), NULL;
  w = memory;
  w->view = *view;
  w->tensor = (DLManagedTensorVersioned){.version = {1, 0},
                                         .manager_ctx = memory,
                                         .deleter = free_whole,
                                         .dl_tensor = {.data = (char *)memory + WHOLE_BYTES,
                                                       .device = {kDLCPU, 0},
                                                       .ndim = view->rank,
                                                       .dtype = *rem_dlpack_dtype_(view->dtype),
                                                       .shape = w->view.shape,
                                                       .strides = w->view.stride}};
  return &w->tensor;
}

static void memory_dealloc(PyObject *self) {
  struct memory *m = (struct memory *)self;
  PyTypeObject *type = Py_TYPE(self);
  rem_error error = {.size = sizeof error};
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  if (m->device == DEVICE_CPU) free(m->buffer.base);
  else if (m->buffer.base) rem_memory_destroy(device_context(m->device, &error), &m->buffer);
  release(self);
  Py_DECREF(type);
}

/* ---- the buffer protocol ---- */

static int memory_getbuffer(PyObject *self, Py_buffer *bytes, int flags) {
  static char *const formats[N_DTYPES] = {"",  "f", "d", "e", "H", "i", /* bf16 has none */
                                          "q", "?", "B", "b", "h", "I"};
  struct memory *m = (struct memory *)self;
  (void)flags; /* packed, writable and with a format: whatever is asked for holds */
  if (m->device != DEVICE_CPU) {
    PyErr_SetString(PyExc_BufferError, "memory of a device has no buffer");
    return -1;
  }
  *bytes = (Py_buffer){.buf = m->buffer.base,
                       .obj = Py_NewRef(self),
                       .len = (Py_ssize_t)m->buffer.bytes,
                       .itemsize = (Py_ssize_t)rem_dtype_size(m->view.dtype),
                       .ndim = m->view.rank,
                       .format = formats[m->view.dtype],
                       .shape = m->shape,
                       .strides = m->strides};
  return 0;
}

/* ---- DLPack ---- */

static void let_go(void *self) {
  PyGILState_STATE held = PyGILState_Ensure();
  Py_DECREF((PyObject *)self);
  PyGILState_Release(held);
}

/* A capsule that nobody has used still owns its tensor. */
static void end_versioned(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor_versioned")) return;
  DLManagedTensorVersioned *tensor = PyCapsule_GetPointer(capsule, "dltensor_versioned");
  tensor->deleter(tensor);
}

static void end_old(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor")) return;
  DLManagedTensor *tensor = PyCapsule_GetPointer(capsule, "dltensor");
  tensor->deleter(tensor);
}

/* What it holds was waited for, so that it may be read on every stream. */
static PyObject *memory_dlpack(PyObject *self, PyObject *args, PyObject *words) {
  static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
  struct memory *m = (struct memory *)self;
  PyObject *stream = NULL, *version = NULL, *device = NULL, *copy = NULL, *capsule;
  rem_error error = {.size = sizeof error};
  DLManagedTensorVersioned *tensor = NULL;
  DLManagedTensor *old = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, words, "|$OOOO", names, &stream, &version, &device, &copy)) return NULL;
  if (copy == Py_True) return PyErr_SetString(PyExc_BufferError, "this memory is not copied"), NULL;
  Py_INCREF(self);
  if (version && version != Py_None) {
    rem_dlpack_manage_versioned(&m->view, &m->buffer, device_name(m->device), 0, let_go, self, &tensor, &error);
    capsule = tensor ? PyCapsule_New(tensor, "dltensor_versioned", end_versioned) : NULL;
  } else {
    rem_dlpack_manage(&m->view, &m->buffer, device_name(m->device), let_go, self, &old, &error);
    capsule = old ? PyCapsule_New(old, "dltensor", end_old) : NULL;
  }
  if (!tensor && !old) {
    Py_DECREF(self);
    PyErr_SetString(PyExc_BufferError, error.text);
  }
  return capsule;
}

static PyObject *memory_dlpack_device(PyObject *self, PyObject *none) {
  int number = rem_dlpack_cuda_(device_name(((struct memory *)self)->device));
  (void)none;
  return Py_BuildValue("(ii)", number < 0 ? (int)kDLCPU : (int)kDLCUDA, number < 0 ? 0 : number);
}

static PyMethodDef methods[] = {
    {"__dlpack__", KEYWORDS(memory_dlpack), METH_VARARGS | METH_KEYWORDS, "A DLPack capsule of this memory."},
    {"__dlpack_device__", memory_dlpack_device, METH_NOARGS, "DLPack's device type and number."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "Memory of a device, for whoever takes it over."},
                              {Py_tp_dealloc, memory_dealloc},
                              {Py_bf_getbuffer, memory_getbuffer},
                              {Py_tp_methods, methods},
                              {0, NULL}};
PyType_Spec memory_spec = {"remora._core.Memory", sizeof(struct memory), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
