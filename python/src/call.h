/* call.h: one call: its description, its arrays, and how it runs. */
#ifndef CALL_H
#define CALL_H

#include "array.h"

enum { MAX_LIST = 16 };

struct call {
  struct state *state;
  const struct op *op;
  struct request request;
  uint32_t attrs_given; /* bit i: values[i] holds attribute i of the op */
  rem_attr values[MAX_ATTRS], unknown;
  union {
    int64_t is[MAX_LIST];
    double fs[MAX_LIST];
  } lists[MAX_ATTRS + 1];
  uint32_t given; /* bit i: slot i has an array */
  int first;      /* the first slot with an array, an input's if there are any; -1: none. It decides device and kind. */
  int device;     /* that the caller asked for; -1: that of the arrays */
  void *stream;   /* where has_stream says so: that the caller asked for */
  int has_stream;
  struct array arrays[REM_MAX_SLOTS];
};

void call_begin(struct call *call, struct state *state, const struct op *op, int pass);
void call_end(struct call *call);
int call_slot(const struct call *call, PyObject *name);            /* -1: no slot of this pass */
int call_take(struct call *call, int slot, PyObject *object);      /* an array for a slot */
int call_view(struct call *call, int slot, PyObject *tuple);       /* (dtype, shape) or (dtype, shape, strides) */
int call_output(struct call *call, int slot, PyObject *value);     /* an array, a view, True, a dtype, False or None */
int call_attr(struct call *call, PyObject *name, PyObject *value); /* None: left to its default */
int no_device(struct state *state, const char *name);              /* raises the library's sentence about a name; -1 */
int call_device(struct call *call, PyObject *value);               /* "cuda:0", or what is written so */
int call_out(struct call *call, PyObject *value);                  /* an array, or one for each output */
struct planned *call_plan(struct call *call);                      /* a reference; NULL: an exception is set */
PyObject *call_run(struct call *call, struct planned *planned);    /* the outputs */

/* A run of one plan: of one call, or of a call for every member. */
struct job {
  struct call *calls;
  struct planned *const *members; /* views, of each */
  const struct planned *whole;    /* plan, device and workspace */
  int n, n_slots;                 /* members, and slots of each */
  rem_buffer *buffers;            /* room for those of all */
};
int job_run(const struct job *job);                                       /* -1: an exception is set  */
PyObject *call_results(struct call *call, const struct planned *planned); /* of a call that has run */

void call_gather(struct call *call); /* attributes into the request, in the order of the table */

int dtype_of(PyObject *name); /* "f32", "float32" or what is written so; 0: none */

/* What Python calls. */
PyObject *call_op(PyObject *op, PyObject *const *args, Py_ssize_t n, PyObject *names);
PyObject *call_forward(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names);
PyObject *call_backward(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names);
PyObject *plan_make(PyObject *module, PyObject *args);
PyObject *plan_infer(PyObject *module, PyObject *args);
PyObject *plan_needs(PyObject *module, PyObject *args);
PyObject *plan_view(PyObject *module, PyObject *object);

#endif
