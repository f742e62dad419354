/* ref.c: the entry point of the oracle: memory, the choice of a family, and accumulation. */
#include "ref/ref.h"

#include <math.h>
#include <stdlib.h>

#include "core/dtype.h"
#include "core/view.h"
#include "ref/oracle.h"
#include "ref/whole.h"

static int (*const families[])(const struct job *) = {
    [FAMILY_MAP] = ref_map,
    [FAMILY_ROW] = ref_row,
    [FAMILY_SCAN] = ref_scan,
    [FAMILY_LAYOUT] = ref_layout,
    [FAMILY_NORM] = ref_norm,
    [FAMILY_PICK] = ref_pick,
    [FAMILY_STEP] = ref_step,
};

void ref_free(const struct problem *p, struct ref_slot *slots) {
  for (int i = 0; i < p->n_slots; i++) {
    free(slots[i].value);
    free(slots[i].scale);
    free(slots[i].skip);
    slots[i] = (struct ref_slot){0};
  }
}

static int make_slots(const struct problem *p, struct ref_slot *slots) {
  int good = 1;
  for (int i = 0; i < p->n_slots; i++) {
    slots[i] = (struct ref_slot){0};
    if (p->views[i].rank < 0 || p->entry->slots[p->pass][i].role != REM_OUTPUT) continue;
    slots[i].n = view_elems(&p->views[i]);
    slots[i].value = calloc((size_t)slots[i].n + 1, sizeof *slots[i].value);
    slots[i].scale = calloc((size_t)slots[i].n + 1, sizeof *slots[i].scale);
    slots[i].skip = calloc((size_t)slots[i].n + 1, sizeof *slots[i].skip);
    good &= slots[i].value && slots[i].scale && slots[i].skip;
  }
  return good ? 0 : -1;
}

/* The value is rounded to the compute dtype, the old one added, and the sum rounded. */
static void accumulate(const struct problem *p, int i, const char *element, struct ref_slot *slot) {
  const rem_view *v = &p->views[i];
  struct axes axes = axes_chosen(v->rank, v->shape, ~(uint32_t)0);
  for (int64_t k = 0; k < slot->n; k++) {
    int64_t offset = axes_offset(&axes, v->stride, k) * (int64_t)rem_dtype_size(v->dtype);
    long double old = ref_load(v->dtype, element + offset), cost = fabsl(old) + fabsl(slot->value[k]);
    slot->value[k] += old;
    if (!dtype_is_real(v->dtype)) slot->value[k] = (long double)whole_wrapped(v->dtype, (wide_int)slot->value[k]);
    else if (isfinite(cost)) slot->scale[k] += cost;
  }
}

int ref_run(const struct problem *p, char *const *elements, struct ref_slot *slots) {
  struct job job = {p, elements, slots, limits_of(p->compute)};
  int (*family)(const struct job *) = problem_tally(p)    ? ref_tally
                                    : p->entry->rival ? ref_rival
                                                      : families[p->entry->family];
  if (make_slots(p, slots) || family(&job)) {
    ref_free(p, slots);
    return -1;
  }
  for (int i = 0; i < p->n_slots; i++)
    if (slots[i].value && (p->accumulate >> i & 1)) accumulate(p, i, elements[i], &slots[i]);
  return 0;
}
