/* module.c: remora._core: the module and its functions. */
#include "plan.h"

#include <stdlib.h>

#include "xla.h"

/* What a device says of itself. */
static PyObject *open_device(PyObject *module, PyObject *name) {
  struct state *state = PyModule_GetState(module);
  rem_error error = {.size = sizeof error};
  const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
  rem_context *context;
  int device;
  if (!text) return NULL;
  device = device_number(text);
  if (device < 0) return no_device(state, text), NULL;
  Py_BEGIN_ALLOW_THREADS
  context = device_context(device, &error);
  Py_END_ALLOW_THREADS
  if (!context) return raise_error(state, NULL, 0, &error), NULL;
  return PyUnicode_FromString(rem_context_device(context));
}

/* The addresses of XLA's handlers, as capsules. */
static PyObject *xla_handlers(PyObject *module, PyObject *none) {
  (void)module;
  (void)none;
  return Py_BuildValue("{s:N,s:N}", "cpu", PyCapsule_New((void *)(uintptr_t)xla_cpu, "xla._CUSTOM_CALL_TARGET", NULL),
                       "CUDA", PyCapsule_New((void *)(uintptr_t)xla_cuda, "xla._CUSTOM_CALL_TARGET", NULL));
}

static PyObject *is_array(PyObject *module, PyObject *object) {
  int rc = array_is(PyModule_GetState(module), object);
  return rc < 0 ? NULL : PyBool_FromLong(rc);
}

static PyMethodDef methods[] = {
    {"forward", KEYWORDS(call_forward), METH_FASTCALL | METH_KEYWORDS,
     "forward(op, /, *inputs, device=None, out=None, **attrs)\n--\n\n"
     "The forward pass of an op. Keywords that name slots are arrays, the others attributes; an optional output is "
     "asked for\n"
     "with True (index=True), in another dtype by its name (y=\"f32\"), in an array by that array. Returns the output, "
     "or a\n"
     "tuple of outputs in slot order, of the kind of the first input."},
    {"backward", KEYWORDS(call_backward), METH_FASTCALL | METH_KEYWORDS,
     "backward(op, /, *, dy, device=None, wants=None, shape=None, accumulate=None, **slots_and_attrs)\n--\n\n"
     "The backward pass of an op. Keywords that name slots are arrays, the others attributes. Inputs and outputs of "
     "the\n"
     "forward pass may always be given: what is not needed is ignored, though an input still says the shape. shape "
     "says it\n"
     "where no array does. wants: names of the gradients to make. accumulate: {\"dx\": array} adds to the array.\n"
     "Returns the gradient, or a tuple of gradients in slot order."},
    {"plan", plan_make, METH_VARARGS, "A Plan of a description."},
    {"plan_many", many_make, METH_O, "A ManyPlan of a tuple of descriptions."},
    {"infer", plan_infer, METH_VARARGS, "The views of a description."},
    {"needs", plan_needs, METH_VARARGS, "How much each slot of a description is needed."},
    {"view", plan_view, METH_O, "(dtype, shape, strides, device) of an array."},
    {"is_array", is_array, METH_O, "Whether an object can be read as an array."},
    {"table", table_describe, METH_NOARGS, "The op table as data."},
    {"open_device", open_device, METH_O, "What a device says of itself."},
    {"xla_handlers", xla_handlers, METH_NOARGS, "Handlers for jax.ffi, by platform."},
    {NULL, NULL, 0, NULL}};

/* Nothing is known of an error until it is raised. */
static PyObject *make_error(void) {
  PyObject *names = Py_BuildValue("{s:O,s:O,s:O,s:O,s:O,s:O}", "status", Py_None, "slot", Py_None, "axis", Py_None,
                                  "needed", Py_None, "got", Py_None, "native", Py_None);
  PyObject *error =
      names ? PyErr_NewExceptionWithDoc("remora.Error",
                                        "A call that was refused or failed: one sentence; status is the name "
                                        "of a rem_status, slot a name; axis, needed, got and native are "
                                        "numbers where the error speaks of them, else None.",
                                        NULL, names)
            : NULL;
  Py_XDECREF(names);
  return error;
}

static int make_words(struct state *state) {
  static const char *const words[N_WORDS] = {"device", "out",  "wants", "shape",    "accumulate",
                                             "stream", "axis", "axes",  "keepdims", "keepdim"};
  for (int i = 0; i < N_WORDS; i++)
    if (!(state->words[i] = PyUnicode_InternFromString(words[i]))) return -1;
  state->dlpack = PyUnicode_InternFromString("__dlpack__");
  state->versioned = Py_BuildValue("{s:(ii)}", "max_version", 1, 0);
  state->empty = PyTuple_New(0);
  return state->dlpack && state->versioned && state->empty ? 0 : -1;
}

static int execute(PyObject *module) {
  struct state *state = PyModule_GetState(module);
  state->error = make_error();
  state->memory_type = PyType_FromModuleAndSpec(module, &memory_spec, NULL);
  state->plan_type = PyType_FromModuleAndSpec(module, &plan_spec, NULL);
  if (!state->error || !state->memory_type || !state->plan_type) return -1;
  state->many_type = PyType_FromModuleAndSpec(module, &many_spec, state->plan_type);
  if (!state->many_type || make_words(state) || table_load(state, module)) return -1;
  if (PyModule_AddObjectRef(module, "Error", state->error) || PyModule_AddObjectRef(module, "Plan", state->plan_type) ||
      PyModule_AddObjectRef(module, "ManyPlan", state->many_type))
    return -1;
  return PyModule_AddStringConstant(module, "version", rem_version());
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        "remora._core",
                                        "Remora's C ABI for Python.",
                                        sizeof(struct state),
                                        methods,
                                        slots,
                                        NULL,
                                        NULL,
                                        NULL};

PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&definition); }
