/* table.c: the op table as bindings see it. */
#include "core/describe.h"
#include "core/dtype.h"
#include "core/error.h"

const char *rem_op_list(int32_t i) {
  const struct entry *e = entry_at(i);
  return e ? e->name : NULL;
}

const char *rem_op_says(const char *op) {
  const struct entry *e = entry_find(op);
  return e ? e->says : NULL;
}

const char *rem_op_family(const char *op) {
  static const char *const names[] = {"map", "row", "scan", "layout", "norm", "pick", "step"};
  const struct entry *e = entry_find(op);
  return e ? names[e->family] : NULL;
}

static rem_status find(const char *op, const void *info, const struct entry **e, rem_error *error) {
  *e = entry_find(op);
  if (!*e) return fail(error, REM_INVALID, NOWHERE, "op %.40s is not known", op ? op : "NULL");
  return info ? REM_OK : fail(error, REM_INVALID, NOWHERE, "info: expected an address, found NULL");
}

/* The need is that of a call which wants every output and gives no input beyond the required ones. */
rem_status rem_op_slot(const char *op, int32_t pass, const rem_attr *attrs, int32_t n_attrs, int32_t i,
                       rem_slot_info *info, rem_error *error) {
  const struct entry *e;
  struct attr_value values[MAX_ATTRS];
  uint32_t present = 0;
  rem_status status = find(op, info, &e, error);
  if (status != REM_OK) return status;
  if (pass != REM_FORWARD && pass != REM_BACKWARD)
    return fail(error, REM_INVALID, AT(-1, -1, REM_BACKWARD, pass), "pass %d is not known", (int)pass);
  if (i < 0 || i >= e->n_slots[pass])
    return fail(error, REM_INVALID, AT(-1, -1, e->n_slots[pass], i), "%s: slot %d is none of its %d", e->name, (int)i,
                e->n_slots[pass]);
  status = attrs_read(e, pass, attrs, n_attrs, values, error);
  if (status != REM_OK) return status;
  const struct slot *slots = e->slots[pass], *s = &slots[i];
  for (int k = 0; k < e->n_slots[pass]; k++)
    if (slots[k].role == REM_OUTPUT) present |= (uint32_t)1 << k;
  *info = (rem_slot_info){s->name, s->role, slot_need(e, pass, values, present, i), dtype_bits(s->kind),
                          slot_in_place(e, pass, i)};
  return REM_OK;
}

rem_status rem_op_attr(const char *op, int32_t i, rem_attr_info *info, rem_error *error) {
  const struct entry *e;
  rem_status status = find(op, info, &e, error);
  if (status != REM_OK) return status;
  if (i < 0 || i >= e->n_attrs)
    return fail(error, REM_INVALID, AT(-1, -1, e->n_attrs, i), "%s: attribute %d is none of its %d", e->name, (int)i,
                e->n_attrs);
  const struct attr_rule *rule = &e->attrs[i];
  *info = (rem_attr_info){rule->name, rule->kind, rule->passes, rule->choices, rule->otherwise};
  return REM_OK;
}
