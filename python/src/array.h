/* array.h: arrays of any kind as views and buffers, and back. */
#ifndef ARRAY_H
#define ARRAY_H

#include "core.h"

/* An array while a call uses it. What pins its memory is released by array_drop. */
struct array {
  rem_view view;
  rem_buffer buffer;
  struct kind *kind; /* owned */
  int device;
  PyObject *object;                 /* what the caller gave or is going to get; owned */
  PyObject *pinned;                 /* a view or copy of it that holds the memory; owned, or NULL */
  Py_buffer bytes;                  /* bytes.obj is NULL where the buffer protocol was not used */
  DLManagedTensorVersioned *tensor; /* NULL where DLPack was not used, or an old capsule */
  DLManagedTensor *old_tensor;
};

struct where { /* for sentences */
  struct state *state;
  const struct op *op;
  int pass, slot;
};

/* Reads an array; role REM_OUTPUT demands that it be writable. 0, or -1 with an exception set and nothing held. */
int array_read(struct where at, PyObject *object, int role, struct array *array);
/* Whether they are one to whoever walks them: strides of an axis that is not walked do not matter. */
int array_same_view(const rem_view *a, const rem_view *b);
/* A new packed array of that kind; the caller gets it from array_give after it is filled. A view that is not packed is
 * refused. */
int array_make(struct where at, struct kind *kind, const rem_view *view, int device, struct array *array);
PyObject *array_give(struct where at, struct array *array);
void array_drop(struct array *array);

/* The stream that work of these arrays belongs on; *wait: the caller must wait for the work before it lets go. */
int array_stream(struct where at, const struct array *array, void **stream, int *wait);
/* Memory of the array's own allocator, on its stream; NULL: it offers none, or an exception is set. */
DLManagedTensorVersioned *array_scratch(const struct array *array, size_t bytes);
int array_is(struct state *state, PyObject *object); /* whether it could be read; -1: an exception is set */

/* memory.c: the package's own memory, an object with the buffer protocol and __dlpack__. */
PyObject *memory_new(struct where at, const rem_view *view, int device, rem_buffer *buffer);
/* Packed memory of the host as a tensor that whoever takes it over frees; NULL: an exception is set. */
DLManagedTensorVersioned *memory_tensor(const rem_view *view);

#endif
