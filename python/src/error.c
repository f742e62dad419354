/* error.c: remora.Error, whose message is the library's sentence. */
#include "core.h"

#include <stdarg.h>

/* An attribute that is None where the error does not speak of it. */
static int set(PyObject *error, const char *name, PyObject *value) {
  int rc = value ? PyObject_SetAttrString(error, name, value) : -1;
  Py_XDECREF(value);
  return rc;
}

static PyObject *number(int known, long long value) {
  if (known) return PyLong_FromLongLong(value);
  return Py_NewRef(Py_None);
}

static PyObject *slot_name(const struct op *op, int pass, int slot) {
  if (op && slot >= 0 && slot < op->n_slots[pass]) return Py_NewRef(op->slot_names[pass][slot]);
  return Py_NewRef(Py_None);
}

int raise_error(struct state *state, const struct op *op, int pass, const rem_error *e) {
  int numbers = e->needed != 0 || e->got != 0;
  PyObject *error;
  if (PyErr_Occurred()) return -1;
  error = PyObject_CallFunction(state->error, "s", e->text);
  if (!error) return -1;
  if (!set(error, "status", PyUnicode_FromString(rem_status_name((rem_status)e->status))) &&
      !set(error, "slot", slot_name(op, pass, e->slot)) && !set(error, "axis", number(e->axis >= 0, e->axis)) &&
      !set(error, "needed", number(numbers, e->needed)) && !set(error, "got", number(numbers, e->got)) &&
      !set(error, "native", number(e->status == REM_DEVICE, e->native)))
    PyErr_SetObject(state->error, error);
  Py_DECREF(error);
  return -1;
}

int refuse(struct state *state, const struct op *op, int pass, rem_status status, int slot, const char *format, ...) {
  rem_error error = {.size = sizeof error, .status = status, .slot = slot, .axis = -1};
  va_list list;
  va_start(list, format);
  PyOS_vsnprintf(error.text, sizeof error.text, format, list);
  va_end(list);
  return raise_error(state, op, pass, &error);
}
