/* many.c: remora.ManyPlan: one plan of many members, made once and run many times. */
#include "plan.h"

#include <stdlib.h>

struct many {
  struct plan plan; /* its planned has the plan, but no slots */
  int n;
  struct planned **members;
  struct room *spare; /* of a run, while none has it; the GIL guards it */
};

/* Says of the exception that is set that it is about a member. Returns -1. */
static int of_member(Py_ssize_t m) {
  PyObject *type, *value, *trace, *args = NULL;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  PyObject *said = value ? PyObject_Str(value) : NULL;
  if (said) args = Py_BuildValue("(N)", PyUnicode_FromFormat("member %zd: %U", m, said));
  if (args) PyObject_SetAttrString(value, "args", args);
  PyErr_Clear(); /* better without the number than another exception */
  Py_XDECREF(said);
  Py_XDECREF(args);
  PyErr_Restore(type, value, trace);
  return -1;
}

/* ---- making ---- */

static PyObject *wrap(struct state *state, const struct op *op, struct planned *whole, struct planned **members,
                      int n) {
  PyTypeObject *type = (PyTypeObject *)state->many_type;
  struct many *many = (struct many *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
  if (!many) return NULL;
  many->plan.state = state;
  many->plan.op = op;
  many->plan.planned = whole;
  many->members = members;
  many->n = n;
  return (PyObject *)many;
}

static void members_drop(struct planned **members, int n) {
  for (int m = 0; m < n; m++) planned_drop(members[m]);
  free(members);
}

/* The device that the caller asked for, else that of the first array of all. */
static int device_of(const struct call *calls, Py_ssize_t n) {
  for (Py_ssize_t m = 0; m < n; m++)
    if (calls[m].device >= 0) return calls[m].device;
  for (Py_ssize_t m = 0; m < n; m++)
    if (calls[m].first >= 0) return calls[m].arrays[calls[m].first].device;
  return DEVICE_CPU;
}

/* The descriptions have been read. */
static PyObject *make(struct state *state, struct call *calls, Py_ssize_t n) {
  const struct request **requests = calloc((size_t)n, sizeof *requests);
  struct planned **members = calloc((size_t)n, sizeof *members), *whole = NULL;
  PyObject *many = NULL;
  rem_error error = {.size = sizeof error};
  if (!requests || !members) PyErr_NoMemory();
  else {
    for (Py_ssize_t m = 0; m < n; m++) {
      call_gather(&calls[m]);
      calls[m].request.device = device_of(calls, n);
      requests[m] = &calls[m].request;
    }
    Py_BEGIN_ALLOW_THREADS
    whole = plans_make_many(requests, (int)n, members, &error);
    Py_END_ALLOW_THREADS
    if (!whole && error.slot >= 0) error.slot %= calls[0].request.n_views;
    if (!whole) raise_error(state, calls[0].op, calls[0].request.pass, &error);
    else many = wrap(state, calls[0].op, whole, members, (int)n);
  }
  free(requests);
  if (many) return many;
  planned_drop(whole);
  members_drop(members, whole ? (int)n : 0);
  return NULL;
}

/* A tuple of descriptions, as description_read takes them. */
PyObject *many_make(PyObject *module, PyObject *descriptions) {
  struct state *state = PyModule_GetState(module);
  Py_ssize_t n = PyTuple_Size(descriptions), m = 0;
  PyObject *many = NULL;
  if (n < 0) return NULL;
  if (n < 1 || n > INT32_MAX / REM_MAX_SLOTS / 2)
    return refuse(state, NULL, 0, REM_INVALID, -1, "members: expected 1 to %d, found %lld",
                  INT32_MAX / REM_MAX_SLOTS / 2, (long long)n),
           NULL;
  struct call *calls = PyMem_Malloc((size_t)n * sizeof *calls);
  if (!calls) return PyErr_NoMemory();
  while (m < n && !description_read(state, PyTuple_GetItem(descriptions, m), &calls[m])) m++;
  if (m < n) of_member(m);
  else many = make(state, calls, n);
  while (m--) call_end(&calls[m]);
  PyMem_Free(calls);
  return many;
}

/* ---- running ---- */

static int take_slot(struct call *call, const struct planned *planned, PyObject *name, PyObject *value) {
  int slot = PyUnicode_Check(name) ? call_slot(call, name) : -1;
  if (value == Py_None) return 0;
  if (slot < 0) return PyErr_Format(PyExc_TypeError, "%s has no slot %R in this pass", call->op->name, name), -1;
  if (planned->views[slot].rank < 0)
    return refuse(call->state, call->op, call->request.pass, REM_INVALID, slot,
                  "%s: the plan was made without it, found an array", call->op->slots[call->request.pass][slot].name);
  return call_take(call, slot, value);
}

/* Every input that the plan has is there. */
static int check_inputs(const struct call *call, const struct planned *planned) {
  for (int i = 0; i < planned->n_slots; i++) {
    const rem_slot_info *slot = &call->op->slots[call->request.pass][i];
    if (planned->views[i].rank < 0 || slot->role != REM_INPUT || (call->given >> i & 1)) continue;
    return refuse(call->state, call->op, call->request.pass, REM_INVALID, i, "%s: expected an array, found none",
                  slot->name);
  }
  return 0;
}

static int take_member(struct call *call, const struct planned *planned, PyObject *arrays) {
  PyObject *name, *value;
  Py_ssize_t at = 0;
  if (!PyDict_Check(arrays)) {
    PyErr_SetString(PyExc_TypeError, "expected a dict of arrays by the names of slots");
    return -1;
  }
  while (PyDict_Next(arrays, &at, &name, &value))
    if (take_slot(call, planned, name, value)) return -1;
  return check_inputs(call, planned) || plan_check(call, planned) ? -1 : 0;
}

static PyObject *results(const struct many *many, struct call *calls) {
  PyObject *list = PyList_New(many->n);
  for (int m = 0; list && m < many->n; m++) {
    PyObject *result = call_results(&calls[m], many->members[m]);
    if (!result || PyList_SetItem(list, m, result)) Py_CLEAR(list);
  }
  return list;
}

/* Room for the calls and buffers of a run; the plan keeps that of one run for the next, for it is a megabyte for a hundred members. */
struct room {
  rem_buffer *buffers; /* behind the calls */
  struct call calls[];
};

static struct room *room_take(struct many *many) {
  size_t n = (size_t)many->n, calls = n * sizeof(struct call), buffers = n * (size_t)many->members[0]->n_slots;
  struct room *room = many->spare;
  many->spare = NULL;
  if (room) return room;
  room = PyMem_Malloc(sizeof *room + calls + buffers * sizeof(rem_buffer));
  if (!room) return (struct room *)PyErr_NoMemory();
  room->buffers = (rem_buffer *)(void *)(room->calls + n);
  return room;
}

static void room_give(struct many *many, struct room *room) {
  if (many->spare) PyMem_Free(room); /* another thread was faster */
  else many->spare = room;
}

static PyObject *run_all(struct many *many, PyObject *given, PyObject *stream) {
  struct room *room = room_take(many);
  PyObject *list = NULL;
  int rc = 0, m = 0;
  if (!room) return NULL;
  for (struct call *call = room->calls; m < many->n && !rc; m++, call++) {
    plan_begin(call, many->plan.state, many->plan.op, many->members[m]);
    rc = plan_stream(call, stream);
    if (!rc && take_member(call, many->members[m], PyList_GetItem(given, m))) rc = of_member(m);
  }
  struct job job = {room->calls, many->members, many->plan.planned, many->n, many->members[0]->n_slots, room->buffers};
  if (!rc && !job_run(&job)) list = results(many, room->calls);
  while (m--) call_end(&room->calls[m]);
  room_give(many, room);
  return list;
}

static PyObject *many_run(PyObject *self, PyObject *args, PyObject *words) {
  static char *names[] = {"members", "stream", NULL};
  struct many *many = (struct many *)self;
  PyObject *members, *stream = Py_None, *list, *result = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, words, "O|$O", names, &members, &stream)) return NULL;
  list = PySequence_List(members); /* its own: a call of Python's may change the caller's */
  if (!list) return NULL;
  if (PyList_Size(list) == many->n) result = run_all(many, list, stream);
  else PyErr_Format(PyExc_TypeError, "run() takes %d members, %zd were given", many->n, PyList_Size(list));
  Py_DECREF(list);
  return result;
}

/* ---- what it says of itself ---- */

static PyObject *get_members(PyObject *self, void *x) { return (void)x, PyLong_FromLong(((struct many *)self)->n); }

static PyObject *get_slots(PyObject *self, void *x) {
  struct many *many = (struct many *)self;
  PyObject *list = PyList_New(many->n);
  (void)x;
  for (int m = 0; list && m < many->n; m++) {
    PyObject *views = plan_slots(many->plan.op, many->members[m]);
    if (!views || PyList_SetItem(list, m, views)) Py_CLEAR(list);
  }
  return list;
}

static PyObject *many_repr(PyObject *self) {
  struct many *many = (struct many *)self;
  const struct planned *whole = many->plan.planned;
  return PyUnicode_FromFormat("<remora.ManyPlan of %d, %s%s on %s>", many->n, many->plan.op->name,
                              whole->pass ? ".bwd" : "", device_name(whole->device));
}

static void many_dealloc(PyObject *self) {
  struct many *many = (struct many *)self;
  PyTypeObject *type = Py_TYPE(self);
  planned_drop(many->plan.planned);
  members_drop(many->members, many->n);
  PyMem_Free(many->spare);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

static PyMethodDef methods[] = {{"run", KEYWORDS(many_run), METH_VARARGS | METH_KEYWORDS,
                                 "run($self, /, members, *, stream=None)\n--\n\n"
                                 "Runs the plan: members is a sequence with a dict for each, of arrays by the names of "
                                 "slots: every input that the\n"
                                 "plan has, and outputs that shall be written to, in place of an input where the op "
                                 "allows it. Returns a list with\n"
                                 "the output, or the tuple of outputs, of each. stream: as in Plan.run."},
                                {NULL, NULL, 0, NULL}};

static PyGetSetDef gets[] = {
    {"members", get_members, NULL, "How many there are.", NULL},
    {"slots", get_slots, NULL, "A list with {slot: (dtype, shape, strides)} of each, of the slots in use.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Many problems of one op and pass made one plan: one call, with the bits of as many plans."},
    {Py_tp_dealloc, many_dealloc},
    {Py_tp_repr, many_repr},
    {Py_tp_methods, methods},
    {Py_tp_getset, gets},
    {0, NULL}};
PyType_Spec many_spec = {"remora.ManyPlan", sizeof(struct many), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
