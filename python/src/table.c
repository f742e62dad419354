/* table.c: the library's op table as Python sees it: names, a function for each op, and the table itself as data. */
#include "call.h"
#include "core.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int same_word(PyObject *a, PyObject *b) { return a == b || PyUnicode_Compare(a, b) == 0; }

struct op *op_find(struct state *state, PyObject *name) {
  PyObject *number = PyUnicode_Check(name) ? PyDict_GetItemWithError(state->op_numbers, name) : NULL;
  if (number) return &state->ops[PyLong_AsLong(number)];
  if (!PyErr_Occurred()) {
    rem_error error = {.size = sizeof error};
    rem_desc desc = {.size = sizeof desc};
    desc.op = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : "";
    if (!desc.op) return NULL;
    rem_infer(&desc, NULL, 0, &error); /* the library's own sentence about the name */
    raise_error(state, NULL, 0, &error);
  }
  return NULL;
}

/* ---- names ---- */

static int load_slots(struct op *op, int pass) {
  rem_error error = {.size = sizeof error};
  int i;
  for (i = 0; i < REM_MAX_SLOTS; i++) {
    if (rem_op_slot(op->name, pass, NULL, 0, i, &op->slots[pass][i], &error)) break;
    op->slot_names[pass][i] = PyUnicode_InternFromString(op->slots[pass][i].name);
    if (!op->slot_names[pass][i]) return -1;
  }
  op->n_slots[pass] = i;
  return 0;
}

static int load_attrs(struct op *op) {
  rem_error error = {.size = sizeof error};
  int i;
  for (i = 0; i < MAX_ATTRS; i++) {
    if (rem_op_attr(op->name, i, &op->attrs[i], &error)) break;
    op->attr_names[i] = PyUnicode_InternFromString(op->attrs[i].name);
    if (!op->attr_names[i]) return -1;
  }
  op->n_attrs = i;
  return 0;
}

/* ---- signatures and docstrings ---- */

/* The default as Python writes it: a number or a word of the table stands for itself, anything else is worked out. An
 * infinity has no literal but a number that is too large. */
static void write_default(FILE *to, const rem_attr_info *attr) {
  char *end;
  double number = strtod(attr->otherwise, &end);
  if (*attr->otherwise && !*end && isinf(number)) fputs(number < 0 ? "-1e999" : "1e999", to);
  else if (*attr->otherwise && !*end) fputs(attr->otherwise, to);
  else if (attr->choices) fprintf(to, "'%s'", attr->otherwise);
  else fputs("None", to);
}

/* Whether a call says something of input i: it is required, or stands before one that is. */
static int is_said(const struct op *op, int i) {
  const rem_slot_info *slots = op->slots[REM_FORWARD];
  for (; i < op->n_slots[REM_FORWARD]; i++)
    if (slots[i].role == REM_INPUT && slots[i].need == REM_REQUIRED) return 1;
  return 0;
}

/* "name(x, *, axes=None, keepdim=0, device=None, out=None)", as inspect.signature reads it. */
static void write_signature(FILE *to, const struct op *op) {
  const rem_slot_info *slots = op->slots[REM_FORWARD];
  fprintf(to, "%s(", op->name);
  for (int i = 0; i < op->n_slots[REM_FORWARD]; i++)
    if (slots[i].role == REM_INPUT) fprintf(to, "%s%s, ", slots[i].name, is_said(op, i) ? "" : "=None");
  fputs("*, ", to);
  for (int i = 0; i < op->n_attrs; i++) {
    fprintf(to, "%s=", op->attrs[i].name);
    write_default(to, &op->attrs[i]);
    fputs(", ", to);
  }
  for (int i = 0; i < op->n_slots[REM_FORWARD]; i++)
    if (slots[i].role == REM_OUTPUT && slots[i].need != REM_REQUIRED) fprintf(to, "%s=None, ", slots[i].name);
  fputs("device=None, out=None)\n--\n\n", to);
}

static void write_slots(FILE *to, const struct op *op, int pass, int role) {
  for (int i = 0; i < op->n_slots[pass]; i++) {
    const rem_slot_info *slot = &op->slots[pass][i];
    if (slot->role == role) fprintf(to, " %s%s", slot->name, slot->need == REM_REQUIRED ? "" : "?");
  }
}

static void write_doc(FILE *to, const struct op *op) {
  fprintf(to, "%s\n\nforward ", rem_op_says(op->name));
  write_slots(to, op, REM_FORWARD, REM_INPUT);
  fputs(" ->", to);
  write_slots(to, op, REM_FORWARD, REM_OUTPUT);
  fputs("\nbackward", to);
  write_slots(to, op, REM_BACKWARD, REM_INPUT);
  fputs(" ->", to);
  write_slots(to, op, REM_BACKWARD, REM_OUTPUT);
  fputs("\n", to);
  for (int i = 0; i < op->n_attrs; i++) {
    const rem_attr_info *attr = &op->attrs[i];
    static const char *const kinds[] = {"", "integer", "number", "word", "integers", "numbers"};
    fprintf(to, "\n%s: %s (default: %s)", attr->name, attr->choices ? attr->choices : kinds[attr->kind],
            attr->otherwise);
  }
}

static int make_doc(struct op *op) {
  size_t size;
  FILE *to = open_memstream(&op->doc, &size);
  if (!to) return -1;
  write_signature(to, op);
  write_doc(to, op);
  return fclose(to) ? -1 : 0;
}

/* ---- a function for each op ---- */

static int add_function(struct state *state, PyObject *functions, int i) {
  struct op *op = &state->ops[i];
  PyObject *self = NULL, *name = NULL, *function = NULL;
  int rc = -1;
  op->method = (PyMethodDef){op->name, KEYWORDS(call_op), METH_FASTCALL | METH_KEYWORDS, op->doc};
  self = PyCapsule_New(op, "remora op", NULL);
  name = PyUnicode_FromString("remora");
  if (self && name && !PyCapsule_SetContext(self, state)) function = PyCFunction_NewEx(&op->method, self, name);
  if (function) rc = PyDict_SetItem(functions, op->key, function);
  Py_XDECREF(self);
  Py_XDECREF(name);
  Py_XDECREF(function);
  return rc;
}

static int load_op(struct state *state, PyObject *functions, int i) {
  struct op *op = &state->ops[i];
  PyObject *number;
  int rc;
  op->name = rem_op_list(i);
  op->key = PyUnicode_InternFromString(op->name);
  number = PyLong_FromLong(i);
  rc = op->key && number ? PyDict_SetItem(state->op_numbers, op->key, number) : -1;
  Py_XDECREF(number);
  if (rc || load_slots(op, REM_FORWARD) || load_slots(op, REM_BACKWARD) || load_attrs(op)) return -1;
  if (make_doc(op)) return PyErr_NoMemory(), -1;
  return add_function(state, functions, i);
}

int table_load(struct state *state, PyObject *module) {
  PyObject *functions = PyDict_New();
  int rc = -1, n = 0;
  while (rem_op_list(n)) n++;
  state->ops = calloc((size_t)n, sizeof *state->ops);
  state->n_ops = n;
  state->op_numbers = PyDict_New();
  if (!state->ops) PyErr_NoMemory();
  else if (functions && state->op_numbers) rc = 0;
  for (int i = 0; i < n && !rc; i++) rc = load_op(state, functions, i);
  if (!rc) rc = PyModule_AddObjectRef(module, "functions", functions);
  Py_XDECREF(functions);
  return rc;
}

/* ---- the table as data, for the adapters and the stub file ---- */

static PyObject *describe_slots(const struct op *op, int pass) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < op->n_slots[pass]; i++) {
    const rem_slot_info *s = &op->slots[pass][i];
    static const char *const needs[] = {"required", "optional", "ignored"};
    PyObject *row =
        Py_BuildValue("(sssI)", s->name, s->role == REM_INPUT ? "input" : "output", needs[s->need], s->dtypes);
    if (!row || PyList_Append(list, row)) Py_CLEAR(list);
    Py_XDECREF(row);
  }
  return list;
}

static PyObject *describe_attrs(const struct op *op) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < op->n_attrs; i++) {
    const rem_attr_info *a = &op->attrs[i];
    static const char *const kinds[] = {"", "int", "real", "text", "ints", "reals"};
    PyObject *row = Py_BuildValue("(ssizs)", a->name, kinds[a->kind], a->passes, a->choices, a->otherwise);
    if (!row || PyList_Append(list, row)) Py_CLEAR(list);
    Py_XDECREF(row);
  }
  return list;
}

/* [(name, says, family, forward slots, backward slots, attributes)] */
PyObject *table_describe(PyObject *module, PyObject *none) {
  struct state *state = PyModule_GetState(module);
  PyObject *list = PyList_New(0);
  (void)none;
  for (int i = 0; list && i < state->n_ops; i++) {
    const struct op *op = &state->ops[i];
    PyObject *row =
        Py_BuildValue("(sssNNN)", op->name, rem_op_says(op->name), rem_op_family(op->name),
                      describe_slots(op, REM_FORWARD), describe_slots(op, REM_BACKWARD), describe_attrs(op));
    if (!row || PyList_Append(list, row)) Py_CLEAR(list);
    Py_XDECREF(row);
  }
  return list;
}
