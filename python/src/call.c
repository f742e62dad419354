/* call.c: what a call says, made into a request for a plan. */
#include "call.h"

#include <string.h>

void call_begin(struct call *call, struct state *state, const struct op *op, int pass) {
  struct request *r = &call->request;
  call->state = state;
  call->op = op;
  call->attrs_given = call->given = 0;
  call->unknown.name = NULL;
  call->first = call->device = -1;
  call->has_stream = 0;
  r->op = op->name;
  r->pass = pass;
  r->n_views = op->n_slots[pass];
  r->accumulate = 0;
  r->repeat = REM_REPEAT_NONE;
  r->max_workspace = 0;
  for (int i = 0; i < r->n_views; i++) {
    const rem_slot_info *slot = &op->slots[pass][i];
    r->views[i].rank = slot->role == REM_OUTPUT && slot->need == REM_REQUIRED ? REM_OPEN : REM_LEFT_OUT;
    r->views[i].dtype = 0;
  }
}

void call_end(struct call *call) {
  for (int i = 0; i < call->request.n_views; i++)
    if (call->given >> i & 1) array_drop(&call->arrays[i]);
}

static struct where at_slot(const struct call *call, int slot) {
  return (struct where){call->state, call->op, call->request.pass, slot};
}

/* ---- slots ---- */

int call_slot(const struct call *call, PyObject *name) {
  PyObject *const *names = call->op->slot_names[call->request.pass];
  int n = call->request.n_views;
  for (int i = 0; i < n; i++)
    if (names[i] == name) return i;
  for (int i = 0; i < n; i++)
    if (same_word(names[i], name)) return i;
  return -1;
}

int call_take(struct call *call, int slot, PyObject *object) {
  int role = call->op->slots[call->request.pass][slot].role;
  if (call->given >> slot & 1) {
    PyErr_Format(PyExc_TypeError, "%s() got %U twice", call->op->name, call->op->slot_names[call->request.pass][slot]);
    return -1;
  }
  if (array_read(at_slot(call, slot), object, role, &call->arrays[slot])) return -1;
  call->given |= (uint32_t)1 << slot;
  call->request.views[slot] = call->arrays[slot].view;
  if (call->first < 0 || slot < call->first) call->first = slot;
  return 0;
}

int dtype_of(PyObject *name) {
  static const char *const also[N_DTYPES] = {"",      "float32", "float64", "float16", "bfloat16", "int32",
                                             "int64", "bool",    "uint8",   "int8",    "int16",    "uint32"};
  PyObject *written = PyObject_Str(name);
  const char *text = written ? PyUnicode_AsUTF8AndSize(written, NULL) : NULL, *dot = text ? strrchr(text, '.') : NULL;
  int dtype = text ? N_DTYPES - 1 : 0;
  if (dot) text = dot + 1; /* torch.float32 */
  while (dtype > 0 && strcmp(text, rem_dtype_name(dtype)) && strcmp(text, also[dtype])) dtype--;
  Py_XDECREF(written);
  PyErr_Clear();
  return dtype;
}

/* (dtype, shape) or (dtype, shape, strides) */
int call_view(struct call *call, int slot, PyObject *tuple) {
  rem_view *view = &call->request.views[slot];
  PyObject *shape, *strides = NULL;
  const char *dtype;
  Py_ssize_t rank, n_strides;
  if (!PyArg_ParseTuple(tuple, "sO!|O!", &dtype, &PyTuple_Type, &shape, &PyTuple_Type, &strides)) return -1;
  rank = PyTuple_Size(shape);
  n_strides = strides ? PyTuple_Size(strides) : rank;
  PyObject *name = PyUnicode_FromString(dtype);
  int number = name ? dtype_of(name) : 0;
  Py_XDECREF(name);
  if (rank > REM_MAX_RANK || n_strides != rank || !number)
    return refuse(call->state, call->op, call->request.pass, REM_INVALID, slot,
                  "%s: expected a dtype, at most %d extents and as many strides, found %.16s, %d and %d",
                  call->op->slots[call->request.pass][slot].name, REM_MAX_RANK, dtype, (int)rank, (int)n_strides);
  int64_t extents[REM_MAX_RANK];
  for (Py_ssize_t k = 0; k < rank; k++) extents[k] = PyLong_AsLongLong(PyTuple_GetItem(shape, k));
  *view = rem_view_packed(number, (int32_t)rank, extents);
  for (Py_ssize_t k = 0; strides && k < rank; k++) view->stride[k] = PyLong_AsLongLong(PyTuple_GetItem(strides, k));
  return PyErr_Occurred() ? -1 : 0;
}

int call_output(struct call *call, int slot, PyObject *value) {
  rem_view *view = &call->request.views[slot];
  if (value == Py_None || value == Py_False) {
    if (value == Py_False || call->op->slots[call->request.pass][slot].need != REM_REQUIRED) view->rank = REM_LEFT_OUT;
    return 0;
  }
  if (PyTuple_Check(value)) return call_view(call, slot, value);
  if (value != Py_True && !PyUnicode_Check(value)) return call_take(call, slot, value);
  view->rank = REM_OPEN;
  view->dtype = value == Py_True ? 0 : dtype_of(value);
  if (value == Py_True || view->dtype) return 0;
  return refuse(call->state, call->op, call->request.pass, REM_INVALID, slot,
                "%s: expected an array, True or a dtype, found another text",
                call->op->slots[call->request.pass][slot].name);
}

int call_out(struct call *call, PyObject *value) {
  int next = 0, n = PyTuple_Check(value) ? (int)PyTuple_Size(value) : 1;
  for (int i = 0; i < call->request.n_views; i++) {
    PyObject *item;
    if (call->op->slots[call->request.pass][i].role != REM_OUTPUT) continue;
    if (next == n) break;
    item = PyTuple_Check(value) ? PyTuple_GetItem(value, next) : value;
    next++;
    if (item != Py_None && call_take(call, i, item)) return -1;
  }
  if (next == n) return 0;
  PyErr_Format(PyExc_TypeError, "%s(): out has %d arrays, there are %d outputs", call->op->name, n, next);
  return -1;
}

int no_device(struct state *state, const char *name) {
  rem_context_desc desc = {.size = sizeof desc, .device = name};
  rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  if (rem_context_create(&desc, &context, &error)) return raise_error(state, NULL, 0, &error);
  rem_context_destroy(context);
  return refuse(state, NULL, 0, REM_UNSUPPORTED, -1, "device: expected at most %d, found %s too", MAX_DEVICES, name);
}

int call_device(struct call *call, PyObject *value) {
  PyObject *written;
  const char *text;
  char name[32];
  if (value == Py_None) return 0;
  written = PyObject_Str(value);
  text = written ? PyUnicode_AsUTF8AndSize(written, NULL) : NULL;
  if (text) {
    PyOS_snprintf(name, sizeof name, "%s%s", text, !strcmp(text, "cuda") || !strcmp(text, "opencl") ? ":0" : "");
    call->device = device_number(name);
    if (call->device < 0) no_device(call->state, name);
  }
  Py_XDECREF(written);
  return text && call->device >= 0 ? 0 : -1;
}

/* ---- attributes ---- */

static int read_integer(PyObject *value, int64_t *to) {
  PyObject *integer = PyNumber_Index(value);
  if (!integer) return -1;
  *to = PyLong_AsLongLong(integer);
  Py_DECREF(integer);
  return *to == -1 && PyErr_Occurred() ? -1 : 0;
}

static int read_item(PyObject *value, int kind, void *to) {
  if (kind == REM_ATTR_INTS) return read_integer(value, to);
  *(double *)to = PyFloat_AsDouble(value);
  return PyErr_Occurred() ? -1 : 0;
}

/* A single number is a list of one. */
static int read_list(struct call *call, PyObject *value, rem_attr *attr, void *to) {
  Py_ssize_t n;
  PyObject *items;
  attr->v.is = to;
  if ((PyIndex_Check(value) && !PySequence_Check(value)) || PyFloat_Check(value)) {
    attr->n = 1;
    return read_item(value, attr->kind, to);
  }
  items = PyTuple_Check(value) ? Py_NewRef(value) : PySequence_Tuple(value);
  if (!items) return -1;
  n = PyTuple_Size(items);
  attr->n = (int32_t)n;
  if (n > MAX_LIST)
    refuse(call->state, call->op, call->request.pass, REM_INVALID, -1, "%s: expected at most %d numbers, found %d",
           attr->name, MAX_LIST, (int)n);
  for (Py_ssize_t i = 0; i < n && n <= MAX_LIST; i++)
    if (read_item(PyTuple_GetItem(items, i), attr->kind, (char *)to + i * 8)) break;
  Py_DECREF(items);
  return PyErr_Occurred() ? -1 : 0;
}

static int read_attr(struct call *call, PyObject *value, rem_attr *attr, void *list) {
  attr->n = 0;
  switch (attr->kind) {
    case REM_ATTR_INT:
      return read_integer(value, &attr->v.i);
    case REM_ATTR_REAL:
      attr->v.f = PyFloat_AsDouble(value);
      return PyErr_Occurred() ? -1 : 0;
    case REM_ATTR_TEXT:
      attr->v.s = PyUnicode_AsUTF8AndSize(value, NULL);
      return attr->v.s ? 0 : -1;
    default:
      return read_list(call, value, attr, list);
  }
}

/* An attribute that the table does not have is handed on as what it looks like: the library says what it expected. */
static int unknown_attr(struct call *call, PyObject *name, PyObject *value) {
  rem_attr *attr = &call->unknown;
  attr->name = PyUnicode_AsUTF8AndSize(name, NULL);
  attr->kind = PyUnicode_Check(value) ? REM_ATTR_TEXT : PyFloat_Check(value) ? REM_ATTR_REAL : REM_ATTR_INT;
  if (attr->kind == REM_ATTR_INT && !PyIndex_Check(value)) value = Py_False;
  return attr->name ? read_attr(call, value, attr, call->lists[MAX_ATTRS].is) : -1;
}

/* NumPy's names for attributes of the table's, where the op has these and not those. */
static PyObject *alias(const struct call *call, PyObject *name) {
  PyObject *const *words = call->state->words;
  if (same_word(name, words[AXIS])) return words[AXES];
  if (same_word(name, words[AXES])) return words[AXIS];
  if (same_word(name, words[KEEPDIMS])) return words[KEEPDIM];
  return NULL;
}

static int attr_place(const struct call *call, PyObject *name) {
  PyObject *const *names = call->op->attr_names;
  for (int i = 0; i < call->op->n_attrs; i++)
    if (names[i] == name) return i;
  for (int i = 0; i < call->op->n_attrs; i++)
    if (same_word(names[i], name)) return i;
  return -1;
}

int call_attr(struct call *call, PyObject *name, PyObject *value) {
  int i = attr_place(call, name);
  PyObject *other = i < 0 ? alias(call, name) : NULL;
  if (other) i = attr_place(call, other);
  if (value == Py_None && i >= 0) return 0;
  if (i < 0) return unknown_attr(call, name, value);
  if (call->attrs_given >> i & 1) {
    PyErr_Format(PyExc_TypeError, "%s() got %s twice", call->op->name, call->op->attrs[i].name);
    return -1;
  }
  call->values[i].name = call->op->attrs[i].name;
  call->values[i].kind = call->op->attrs[i].kind;
  if (read_attr(call, value, &call->values[i], call->lists[i].is)) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) return -1;
    PyErr_Clear();
    static const char *const kinds[] = {"", "an integer", "a number", "a word", "integers", "numbers"};
    return refuse(call->state, call->op, call->request.pass, REM_INVALID, -1, "%s: expected %s, found another object",
                  call->op->attrs[i].name, kinds[call->op->attrs[i].kind]);
  }
  call->attrs_given |= (uint32_t)1 << i;
  return 0;
}

/* In the order of the table. A pass ignores attributes of the other, so that one set of keywords serves both. */
void call_gather(struct call *call) {
  struct request *r = &call->request;
  r->n_attrs = 0;
  for (int i = 0; i < call->op->n_attrs; i++)
    if ((call->attrs_given >> i & 1) && (call->op->attrs[i].passes >> r->pass & 1))
      r->attrs[r->n_attrs++] = call->values[i];
  if (call->unknown.name && r->n_attrs < MAX_ATTRS) r->attrs[r->n_attrs++] = call->unknown;
}

/* ---- the plan ---- */

struct planned *call_plan(struct call *call) {
  rem_error error;
  struct planned *planned;
  error.size = sizeof error;
  call_gather(call);
  call->request.device = call->device >= 0  ? call->device
                         : call->first >= 0 ? call->arrays[call->first].device
                                            : DEVICE_CPU;
  planned = plans_find(&call->request);
  if (planned) return planned;
  Py_BEGIN_ALLOW_THREADS
  planned = plans_make(&call->request, &error);
  Py_END_ALLOW_THREADS
  if (!planned) raise_error(call->state, call->op, call->request.pass, &error);
  return planned;
}

/* ---- forward ---- */

static int forward_word(struct call *call, PyObject *name, PyObject *value) {
  PyObject *const *words = call->state->words;
  int slot;
  if (name == words[DEVICE]) return call_device(call, value);
  if (name == words[OUT]) return value == Py_None ? 0 : call_out(call, value);
  slot = call_slot(call, name);
  if (slot < 0) return call_attr(call, name, value);
  if (call->op->slots[REM_FORWARD][slot].role == REM_OUTPUT) return call_output(call, slot, value);
  return value == Py_None ? 0 : call_take(call, slot, value);
}

/* Arrays without a name are the inputs, in slot order; some ops have inputs behind outputs. */
static int forward_read(struct call *call, PyObject *const *args, Py_ssize_t n, PyObject *names) {
  Py_ssize_t n_names = names ? PyTuple_Size(names) : 0;
  int slot = 0;
  for (Py_ssize_t i = 0; i < n; i++, slot++) {
    while (slot < call->request.n_views && call->op->slots[REM_FORWARD][slot].role != REM_INPUT) slot++;
    if (slot >= call->request.n_views) {
      PyErr_Format(PyExc_TypeError, "%s() takes at most %zd arrays, %zd were given", call->op->name, i, n);
      return -1;
    }
    if (args[i] != Py_None && call_take(call, slot, args[i])) return -1;
  }
  for (Py_ssize_t i = 0; i < n_names; i++)
    if (forward_word(call, PyTuple_GetItem(names, i), args[n + i])) return -1;
  return 0;
}

static PyObject *forward(struct state *state, const struct op *op, PyObject *const *args, Py_ssize_t n,
                         PyObject *names) {
  struct call call;
  struct planned *planned = NULL;
  PyObject *result = NULL;
  call_begin(&call, state, op, REM_FORWARD);
  if (!forward_read(&call, args, n, names)) planned = call_plan(&call);
  if (planned) result = call_run(&call, planned);
  call_end(&call);
  planned_drop(planned);
  return result;
}

PyObject *call_op(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *names) {
  return forward(PyCapsule_GetContext(self), PyCapsule_GetPointer(self, "remora op"), args, n, names);
}

PyObject *call_forward(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names) {
  struct state *state = PyModule_GetState(module);
  struct op *op;
  if (n < 1) return PyErr_SetString(PyExc_TypeError, "forward() needs the name of an op"), NULL;
  op = op_find(state, args[0]);
  return op ? forward(state, op, args + 1, n - 1, names) : NULL;
}

/* ---- backward ---- */

/* What is known of an input of the forward pass: its gradient has the same shape and dtype. */
static void hint(struct call *call, int output, const rem_view *like) {
  rem_view *view = &call->request.views[output];
  if (call->given >> output & 1) return;
  if (view->rank == REM_OPEN && view->dtype == 0) *view = rem_view_packed(like->dtype, like->rank, like->shape);
}

/* The output dx for x; -1: there is none. */
static int gradient_of(const struct call *call, const char *name) {
  for (int i = 0; i < call->request.n_views; i++) {
    const rem_slot_info *slot = &call->op->slots[REM_BACKWARD][i];
    if (slot->role == REM_OUTPUT && slot->name[0] == 'd' && !strcmp(slot->name + 1, name)) return i;
  }
  return -1;
}

/* Slots of the forward pass that the backward pass does not have: an input gives a shape, an output nothing. */
static int forward_slot(const struct call *call, PyObject *name) {
  for (int i = 0; i < call->op->n_slots[REM_FORWARD]; i++)
    if (same_word(call->op->slot_names[REM_FORWARD][i], name)) return i;
  return -1;
}

static int take_hint(struct call *call, int slot, PyObject *object) {
  int output = gradient_of(call, call->op->slots[REM_FORWARD][slot].name);
  struct array array;
  if (output < 0 || call->op->slots[REM_FORWARD][slot].role == REM_OUTPUT) return 0;
  if (array_read((struct where){call->state, call->op, REM_FORWARD, slot}, object, REM_INPUT, &array)) return -1;
  if (call->op->slots[REM_BACKWARD][output].need == REM_OPTIONAL && call->request.views[output].rank == REM_LEFT_OUT)
    call->request.views[output].rank = REM_OPEN;
  hint(call, output, &array.view);
  array_drop(&array);
  return 0;
}

/* An input that was given: its gradient is wanted unless wants says otherwise. */
static int take_input(struct call *call, int slot, PyObject *object) {
  int output = gradient_of(call, call->op->slots[REM_BACKWARD][slot].name);
  rem_view *view = output < 0 ? NULL : &call->request.views[output];
  if (call_take(call, slot, object)) return -1;
  if (!view || (call->given >> output & 1)) return 0;
  if (view->rank == REM_LEFT_OUT) view->rank = REM_OPEN;
  hint(call, output, &call->arrays[slot].view);
  return 0;
}

static int take_shape(struct call *call, PyObject *value) {
  rem_attr list = {.name = "shape", .kind = REM_ATTR_INTS};
  int64_t shape[MAX_LIST];
  rem_view *view;
  if (value == Py_None) return 0;
  if (read_list(call, value, &list, shape)) return -1;
  for (int i = 0; i < call->request.n_views; i++) {
    view = &call->request.views[i];
    if (call->op->slots[REM_BACKWARD][i].role != REM_OUTPUT || view->rank != REM_OPEN) continue;
    if (list.n > REM_MAX_RANK)
      return refuse(call->state, call->op, REM_BACKWARD, REM_UNSUPPORTED, i,
                    "shape: expected at most %d axes, found %d", REM_MAX_RANK, list.n);
    int dtype = view->dtype ? view->dtype : call->first >= 0 ? call->arrays[call->first].view.dtype : REM_F32;
    *view = rem_view_packed(dtype, list.n, shape);
    return 0;
  }
  return 0;
}

static int named(PyObject *words, PyObject *name) {
  if (PyUnicode_Check(words)) return same_word(words, name);
  return PySequence_Contains(words, name);
}

/* Leaves out every output that wants does not name; a name that is none is refused. */
static int take_wants(struct call *call, PyObject *value) {
  Py_ssize_t found = 0;
  if (value == Py_None) return 0;
  for (int i = 0; i < call->request.n_views; i++) {
    if (call->op->slots[REM_BACKWARD][i].role != REM_OUTPUT) continue;
    int rc = named(value, call->op->slot_names[REM_BACKWARD][i]);
    if (rc < 0) return -1;
    found += rc;
    if (rc && call->request.views[i].rank == REM_LEFT_OUT) call->request.views[i].rank = REM_OPEN;
    if (!rc && !(call->given >> i & 1)) call->request.views[i].rank = REM_LEFT_OUT;
  }
  if (found == (PyUnicode_Check(value) ? 1 : PySequence_Size(value))) return 0;
  return PyErr_Occurred() ? -1
                          : refuse(call->state, call->op, REM_BACKWARD, REM_INVALID, -1,
                                   "wants: expected outputs of %s's backward pass, found another name", call->op->name);
}

static int accumulate_into(struct call *call, int slot, PyObject *array) {
  if (slot < 0 || call->op->slots[REM_BACKWARD][slot].role != REM_OUTPUT)
    return refuse(call->state, call->op, REM_BACKWARD, REM_INVALID, -1,
                  "accumulate: expected outputs of %s's backward pass, found another name", call->op->name);
  call->request.accumulate |= (uint32_t)1 << slot;
  return call_take(call, slot, array);
}

/* {"dx": array}, or the array itself where there is one output. */
static int take_accumulate(struct call *call, PyObject *value) {
  PyObject *name, *array;
  Py_ssize_t at = 0;
  int only = -1;
  if (value == Py_None) return 0;
  if (PyDict_Check(value)) {
    while (PyDict_Next(value, &at, &name, &array))
      if (accumulate_into(call, PyUnicode_Check(name) ? call_slot(call, name) : -1, array)) return -1;
    return 0;
  }
  for (int i = 0; i < call->request.n_views; i++)
    if (call->op->slots[REM_BACKWARD][i].role == REM_OUTPUT) only = only == -1 ? i : -2;
  if (only >= 0) return accumulate_into(call, only, value);
  return refuse(call->state, call->op, REM_BACKWARD, REM_INVALID, -1,
                "accumulate: expected a dictionary of arrays, for %s has several gradients", call->op->name);
}

/* Words that speak of all slots come last. */
struct later {
  PyObject *wants, *shape, *accumulate;
};

static int backward_word(struct call *call, PyObject *name, PyObject *value, struct later *later) {
  PyObject *const *words = call->state->words;
  int slot;
  if (same_word(name, words[DEVICE])) return call_device(call, value);
  if (same_word(name, words[WANTS])) return later->wants = value, 0;
  if (same_word(name, words[SHAPE])) return later->shape = value, 0;
  if (same_word(name, words[ACCUMULATE])) return later->accumulate = value, 0;
  slot = call_slot(call, name);
  if (slot >= 0 && call->op->slots[REM_BACKWARD][slot].role == REM_OUTPUT) return call_output(call, slot, value);
  if (slot >= 0) return value == Py_None ? 0 : take_input(call, slot, value);
  slot = forward_slot(call, name);
  if (slot >= 0) return value == Py_None ? 0 : take_hint(call, slot, value);
  return call_attr(call, name, value);
}

static int backward_read(struct call *call, PyObject *const *values, PyObject *names) {
  struct later later = {Py_None, Py_None, Py_None};
  Py_ssize_t n = names ? PyTuple_Size(names) : 0;
  for (Py_ssize_t i = 0; i < n; i++)
    if (backward_word(call, PyTuple_GetItem(names, i), values[i], &later)) return -1;
  if (take_accumulate(call, later.accumulate) || take_wants(call, later.wants)) return -1;
  return take_shape(call, later.shape);
}

PyObject *call_backward(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *names) {
  struct state *state = PyModule_GetState(module);
  struct op *op;
  struct call call;
  struct planned *planned = NULL;
  PyObject *result = NULL;
  if (n != 1) return PyErr_SetString(PyExc_TypeError, "backward() takes the name of an op, and keywords"), NULL;
  op = op_find(state, args[0]);
  if (!op) return NULL;
  call_begin(&call, state, op, REM_BACKWARD);
  if (!backward_read(&call, args + 1, names)) planned = call_plan(&call);
  if (planned) result = call_run(&call, planned);
  call_end(&call);
  planned_drop(planned);
  return result;
}
