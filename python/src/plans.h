/* plans.h: contexts and plans of the process, shared by Python calls and by XLA's, which come without the GIL. */
#ifndef PLANS_H
#define PLANS_H

#include "remora/remora.h"

enum { MAX_ATTRS = 16, MAX_DEVICES = 32, DEVICE_CPU = 0 };

/* What a plan is made of. Views are in slot order; attributes in the order of the op table, so that equal requests are
 * equal bytes. */
struct request {
  const char *op; /* the table's own text: its address is part of the key */
  int pass, device, n_views, n_attrs;
  uint32_t accumulate;
  int repeat;           /* at least this rem_repeat */
  size_t max_workspace; /* as in rem_desc */
  rem_view views[REM_MAX_SLOTS];
  rem_attr attrs[MAX_ATTRS];
};

rem_desc request_desc(const struct request *request); /* what the C ABI takes; it points into the request */

/* A plan and what a run needs to know of it. Immutable; counted. */
struct planned {
  _Atomic int references;
  int device, pass, n_slots;
  int brief; /* a run of it is over sooner than the GIL is given away and taken back */
  uint32_t accumulate;
  rem_plan *plan;
  size_t workspace_bytes, workspace_align;
  rem_view views[REM_MAX_SLOTS];
  uint64_t hash;
  size_t key_bytes;
  unsigned char key[]; /* the request */
};

/* The number of a device: "cpu", "cuda:0", "opencl:1"; -1: it is no device, or one too many. Nothing is opened yet. */
int device_number(const char *name);
const char *device_name(int device);
rem_context *device_context(int device, rem_error *error); /* opened at the first call; NULL: error says why */

/* The plan of a request, with a reference for the caller: from the cache, or NULL where it has none. */
struct planned *plans_find(const struct request *request);
/* The same, made where there is none; NULL: error says why. It may take long: hold no lock. */
struct planned *plans_make(const struct request *request, rem_error *error);
/* One plan of n requests, of one op and pass and for the device of the first: in members what each has, without a plan of its own. The
 * plan that is handed back has no slots. Nothing of it is kept; NULL: error says why. */
struct planned *plans_make_many(const struct request *const *requests, int n, struct planned **members,
                                rem_error *error);
struct planned *planned_keep(struct planned *planned);
void planned_drop(struct planned *planned); /* NULL is fine */

#endif
