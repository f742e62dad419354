/* core.h: what the files of remora._core share: the module's state, the op table, errors. */
#ifndef CORE_H
#define CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "plans.h"
#include "remora/remora.h"
#include "remora/remora_dlpack.h"

/* An op of the table, with its names as interned strings, so that most keywords are found by address. */
struct op {
  const char *name;
  PyObject *key;
  int n_slots[2], n_attrs;
  rem_slot_info slots[2][REM_MAX_SLOTS];
  rem_attr_info attrs[MAX_ATTRS];
  PyObject *slot_names[2][REM_MAX_SLOTS], *attr_names[MAX_ATTRS];
  PyMethodDef method; /* the op as a function of its own */
  char *doc;
};

struct exchange;

/* How arrays of a type are read and made. Counted. */
enum how { BY_BUFFER, BY_NUMPY, BY_EXCHANGE, BY_DLPACK };
struct kind {
  int references;
  PyTypeObject *type;
  enum how how;
  const struct exchange *api; /* BY_EXCHANGE */
  PyObject *is_neg;           /* BY_EXCHANGE: PyTorch's question whether elements are stored with the other sign, */
  PyCFunction asks_neg;       /* and its function, where it is C and takes the array alone */
  PyObject *from_dlpack;      /* BY_DLPACK: makes an array of this kind */
};

enum { MAX_KINDS = 32, N_DTYPES = REM_U32 + 1, MAX_SPARE = 16 };

/* Names that calls give a meaning of their own. */
enum word { DEVICE, OUT, WANTS, SHAPE, ACCUMULATE, STREAM, AXIS, AXES, KEEPDIMS, KEEPDIM, N_WORDS };

struct spare { /* workspace of the CPU that is not in use */
  void *base;
  size_t bytes;
};

struct state {
  PyObject *error, *memory_type, *plan_type, *many_type;
  struct op *ops;
  int n_ops;
  PyObject *op_numbers;          /* name -> place in ops */
  struct kind *kinds[MAX_KINDS]; /* the latest */
  unsigned n_kinds;
  PyObject *numpy_empty, *numpy_dtypes[N_DTYPES]; /* NULL until an array of NumPy's is seen */
  PyObject *words[N_WORDS];
  PyObject *dlpack, *versioned, *empty; /* "__dlpack__", {"max_version": (1, 0)}, () */
  struct spare spare[MAX_SPARE];
  int n_spare;
};

struct op *op_find(struct state *state, PyObject *name); /* NULL: an exception is set */

/* Sets remora.Error; op may be NULL. Returns -1. */
int raise_error(struct state *state, const struct op *op, int pass, const rem_error *error);
/* The same, with a sentence of the package's own; slot -1 is none. */
int refuse(struct state *state, const struct op *op, int pass, rem_status status, int slot, const char *format, ...);

int same_word(PyObject *a, PyObject *b); /* both str */

/* The functions of the module, one file each. */
extern PyType_Spec memory_spec, plan_spec, many_spec;
int table_load(struct state *state, PyObject *module); /* table.c */
PyObject *table_describe(PyObject *module, PyObject *none);

#define KEYWORDS(f) ((PyCFunction)(void (*)(void))(f))

#endif
