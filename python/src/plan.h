/* plan.h: remora.Plan, as the plan of many sees it. */
#ifndef PLAN_H
#define PLAN_H

#include "call.h"

struct plan {
  PyObject_HEAD
  struct state *state;
  const struct op *op;
  struct planned *planned;
};

/* (op, backward, slots, attributes, accumulate, device, repeat, max_workspace); call_end unless it fails */
int description_read(struct state *state, PyObject *args, struct call *call);
/* Makes call ready to take the arrays of a run. */
void plan_begin(struct call *call, struct state *state, const struct op *op, const struct planned *planned);
/* Whether the arrays of a run are those that the plan was made for, and those that are added to are there. */
int plan_check(const struct call *call, const struct planned *planned);
int plan_stream(struct call *call, PyObject *value); /* the number of a stream; None: the arrays' own */
PyObject *plan_slots(const struct op *op, const struct planned *planned); /* {slot: (dtype, shape, strides)} */

PyObject *many_make(PyObject *module, PyObject *descriptions);

#endif
