/* tensors.c: makes a test case from a plan: one allocation for each slot, a known pattern around and between its
 * elements, inputs filled from a seed. */
#define _POSIX_C_SOURCE 200809L
#include "tensors.h"

#include "core/dtype.h"
#include "device.h"
#include "problem.h"
#include "saved.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD_BYTES = 256, ALIGN_BYTES = 64 };

/* ---- memory ---- */

static char pattern(size_t i) { return (char)(i * 131 + (i >> 8) * 29 + 77); }

/* In blocks of 256, within which the pattern counts in step: vectors can. After 256 blocks it begins again. */
static void paint(char *memory, size_t bytes) {
  enum { BLOCK = 256, PERIOD = 256 * BLOCK };
  unsigned char first[BLOCK];
  for (size_t k = 0; k < BLOCK; k++) first[k] = (unsigned char)pattern(k);
  for (size_t i = 0; i < bytes && i < PERIOD; i += BLOCK) {
    unsigned char block[BLOCK], more = (unsigned char)((i >> 8) * 29);
    for (size_t k = 0; k < BLOCK; k++) block[k] = (unsigned char)(first[k] + more);
    memcpy(memory + i, block, bytes - i < BLOCK ? bytes - i : BLOCK);
  }
  for (size_t i = PERIOD; i < bytes; i += PERIOD) memcpy(memory + i, memory, bytes - i < PERIOD ? bytes - i : PERIOD);
}

static char *aligned(size_t alignment, size_t bytes) {
  void *memory;
  return posix_memalign(&memory, alignment, bytes) ? NULL : memory;
}

/* Elements in front of and behind element (0,...,0), itself not counted. Returns -1 when the view is too large. */
static int extent_of(const rem_view *v, int64_t *front, int64_t *back) {
  *front = *back = 0;
  for (int i = 0; i < v->rank; i++) {
    int64_t way;
    if (v->shape[i] < 2) continue;
    if (__builtin_mul_overflow(v->shape[i] - 1, v->stride[i], &way)) return -1;
    if (way < 0 ? __builtin_sub_overflow(*front, way, front) : __builtin_add_overflow(*back, way, back)) return -1;
  }
  return 0;
}

/* The lowest element is aligned for vectors, or lies shift elements further. */
int tensor_create(struct tensor *t, const rem_view *view, int shift) {
  int64_t front, back, span;
  *t = (struct tensor){.view = *view};
  if (view->rank < 0) return 0;
  size_t element = rem_dtype_size(view->dtype);
  if (!slot_elems(view)) front = back = 0;
  else if (extent_of(view, &front, &back)) return -1;
  if (__builtin_add_overflow(front, back, &span) || span > (INT64_MAX >> 5)) return -1;
  t->bytes = (size_t)(span + 1 + shift) * element + 2 * GUARD_BYTES;
  t->memory = aligned(ALIGN_BYTES, t->bytes);
  if (!t->memory) return -1;
  paint(t->memory, t->bytes);
  t->element = t->memory + GUARD_BYTES + (size_t)(shift + front) * element;
  return 0;
}

void tensor_destroy(struct tensor *t) {
  free(t->memory);
  free(t->before);
  *t = (struct tensor){.view.rank = REM_LEFT_OUT};
}

static int workspace_create(struct trial *t) {
  size_t align;
  rem_plan_workspace(t->plan, &t->workspace_bytes, &align);
  if (!t->workspace_bytes) return 0;
  align = align < sizeof(void *) ? sizeof(void *) : align;
  size_t bytes = align + t->workspace_bytes + GUARD_BYTES;
  t->workspace_memory = aligned(2 * align, bytes);
  if (!t->workspace_memory) return -1;
  t->workspace_memory_bytes = bytes;
  paint(t->workspace_memory, bytes);
  t->workspace = t->workspace_memory + align; /* aligned as promised, and no better */
  return 0;
}

static int out_of_memory(char *why, size_t why_bytes) {
  snprintf(why, why_bytes, "no memory for the tensors of the test");
  return -1;
}

int trial_blank(struct trial *t, const rem_plan *plan, uint64_t seed, char *why, size_t why_bytes) {
  *t = (struct trial){.plan = plan, .problem = &plan->problem, .seed = seed};
  for (int i = 0; i < REM_MAX_SLOTS; i++) t->tensors[i].view.rank = REM_LEFT_OUT;
  for (int i = 0; i < t->problem->n_slots; i++)
    if (tensor_create(&t->tensors[i], &t->problem->views[i], seed & SEED_TAME ? 0 : (int)(mix64(seed, (uint64_t)i) % 4)))
      return out_of_memory(why, why_bytes);
  return workspace_create(t) ? out_of_memory(why, why_bytes) : 0;
}

void trial_destroy(struct trial *t) {
  for (int i = 0; i < REM_MAX_SLOTS; i++) tensor_destroy(&t->tensors[i]);
  free(t->workspace_memory);
  t->workspace_memory = NULL;
}

/* ---- values ---- */

/* Which style a slot gets: the first input goes through all of them as the seed counts up, the others follow at
 * random and are seldom poisoned by specials. */
static int style_of(const struct problem *p, uint64_t seed, const char *name) {
  uint64_t h = hash_text(p->entry->name);
  for (int i = 0; i < p->rank; i++) h = mix64(h, (uint64_t)p->shape[i]);
  uint64_t r = mix64(mix64(h, seed), hash_text(name));
  if (seed & SEED_TAME) return r & 1 ? STYLE_PLAIN : STYLE_NEAR_ONE;
  if (!strcmp(name, p->entry->slots[0][0].name)) return (int)((h % STYLES + seed) % STYLES);
  int style = (int)(r % STYLES);
  return style == STYLE_SPECIAL && (r >> 32) % 4 ? STYLE_PLAIN : style;
}

/* Rates of steps are ordinary, counts start at 1: one number decides about whole tensors. */
static void step_source(const struct problem *p, const char *name, struct source *s) {
  int slot = problem_slot(p, name);
  enum slot_kind kind = slot < 0 ? SLOT_REAL : p->entry->slots[p->pass][slot].kind;
  s->squares = kind == SLOT_SQUARE;
  if (kind != SLOT_RATE && kind != SLOT_COUNT) return;
  s->style = STYLE_PLAIN, s->whole = 0;
  s->lo = kind == SLOT_COUNT ? 1 : 0x1p-10, s->hi = kind == SLOT_COUNT ? 1 + (double)(s->key % 64 ? s->key % 64 : 100000) : 1;
}

/* Gradients and what was in an accumulating output before are of ordinary size, whatever the op's domain. */
/* Whether a slot of either pass holds numbers of rows or classes. */
static int is_place(const struct problem *p, const char *name) {
  for (int i = 0; i < p->entry->n_slots[0]; i++)
    if (strcmp(p->entry->slots[0][i].name, name) == 0) return p->entry->slots[0][i].kind == SLOT_PLACE;
  return 0;
}

struct source slot_source(const struct problem *p, uint64_t seed, const char *name, int dtype) {
  int operand = 0;
  for (int i = 0; i < p->entry->n_slots[0]; i++)
    operand |= p->entry->slots[0][i].role == REM_INPUT && !strcmp(p->entry->slots[0][i].name, name);
  struct source s = {.style = style_of(p, seed, name), .lo = -4, .hi = 4, .dtype = dtype};
  s.places = is_place(p, name);
  s.rows = s.places ? problem_places(p) : 0;
  s.lists = s.places && p->entry->rival;
  s.whole = !dtype_is_real(dtype) && strcmp(name, "index");
  s.key = mix64(mix64(seed, hash_text(p->entry->name)), hash_text(name));
  if (operand) {
    s.lo = p->entry->on[0];
    s.hi = p->entry->on[1];
  }
  if (operand) step_source(p, name, &s);
  return s;
}

void tensor_fill(struct tensor *t, const struct source *s) {
  struct walk w;
  size_t element = rem_dtype_size(t->view.dtype);
  for (walk_begin_distinct(&w, &t->view); w.left > 0; walk_next(&w))
    source_store(s, w.index, t->element + w.offset * (int64_t)element);
}

static int fill(struct trial *t, char *why, size_t why_bytes) {
  const struct problem *p = t->problem;
  for (int i = 0; i < p->n_slots; i++) {
    const struct slot *slot = &p->entry->slots[p->pass][i];
    int accumulates = p->accumulate >> i & 1;
    if (p->views[i].rank < 0 || (slot->role == REM_OUTPUT && !accumulates)) continue;
    struct source s = slot_source(p, t->seed, slot->name, p->views[i].dtype);
    if (accumulates && s.style == STYLE_SPECIAL) s.style = STYLE_PLAIN;
    tensor_fill(&t->tensors[i], &s);
  }
  return p->pass == REM_BACKWARD ? saved_fill(t, why, why_bytes) : 0;
}

int trial_create(struct trial *t, const rem_plan *plan, uint64_t seed, char *why, size_t why_bytes) {
  return trial_blank(t, plan, seed, why, why_bytes) || fill(t, why, why_bytes) ? -1 : 0;
}

/* n elements, each so many bytes behind the last. */
static void copy_run(char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n, size_t element) {
  if (to_step == (int64_t)element && from_step == (int64_t)element) {
    memcpy(to, from, (size_t)n * element);
    return;
  }
  for (int64_t i = 0; i < n; i++) element_copy(to + i * to_step, from + i * from_step, element);
}

static int64_t less(int64_t a, int64_t b) { return a < b ? a : b; }

void tensor_copy(struct tensor *to, const struct tensor *from) {
  struct walk a, b;
  int64_t element = (int64_t)rem_dtype_size(to->view.dtype), n;
  walk_begin(&a, &to->view);
  for (walk_begin(&b, &from->view); a.left > 0; walk_ahead(&a, n), walk_ahead(&b, n)) {
    n = less(walk_run(&a), walk_run(&b));
    copy_run(to->element + a.offset * element, a.stride[0] * element, from->element + b.offset * element,
             b.stride[0] * element, n, (size_t)element);
  }
}

/* What a tensor held before its run, where it has been run. */
static struct tensor before_run(const struct tensor *t) {
  struct tensor old = *t;
  if (t->before) old.element = t->before + (t->element - t->memory);
  return old;
}

int trial_like(struct trial *t, const rem_plan *plan, const struct trial *model, char *why, size_t why_bytes) {
  if (trial_blank(t, plan, model->seed, why, why_bytes)) return -1;
  const struct problem *p = t->problem;
  for (int i = 0; i < p->n_slots; i++)
    if (p->views[i].rank >= 0 && (p->entry->slots[p->pass][i].role == REM_INPUT || p->accumulate >> i & 1)) {
      struct tensor from = before_run(&model->tensors[i]);
      tensor_copy(&t->tensors[i], &from);
    }
  return 0;
}

/* ---- runs ---- */

void trial_elements(const struct trial *t, char *elements[REM_MAX_SLOTS]) {
  for (int i = 0; i < REM_MAX_SLOTS; i++) elements[i] = t->tensors[i].element;
}

static int remember(struct tensor *t) {
  if (!t->memory) return 0;
  if (!t->before) t->before = malloc(t->bytes);
  if (!t->before) return -1;
  memcpy(t->before, t->memory, t->bytes);
  return 0;
}

rem_status trial_run(struct trial *t, rem_error *error) {
  rem_buffer buffers[REM_MAX_SLOTS] = {{0}};
  for (int i = 0; i < t->problem->n_slots; i++) {
    struct tensor *s = &t->tensors[i];
    if (remember(s)) return REM_NO_MEMORY;
    if (s->memory) buffers[i] = (rem_buffer){s->memory, s->bytes, (size_t)(s->element - s->memory)};
  }
  if (!is_host(t->plan->context)) return run_on_device(t, error);
  return rem_plan_run(t->plan, buffers, t->problem->n_slots, t->workspace, t->workspace_bytes, NULL, error);
}

/* The memory as it was before, with the elements of an output as they are now: what still differs from the memory lies
 * outside the view. NULL: no memory. */
static char *expected_memory(const struct tensor *t) {
  struct walk w;
  int64_t element = (int64_t)rem_dtype_size(t->view.dtype), first = t->element - t->memory;
  char *copy = malloc(t->bytes);
  if (!copy) return NULL;
  memcpy(copy, t->before, t->bytes);
  for (walk_begin(&w, &t->view); w.left > 0; walk_ahead(&w, walk_run(&w))) {
    int64_t at = first + w.offset * element, step = w.stride[0] * element;
    copy_run(copy + at, step, t->memory + at, step, walk_run(&w), (size_t)element);
  }
  return copy;
}

static int first_difference(const char *a, const char *b, size_t bytes, size_t *at) {
  if (!memcmp(a, b, bytes)) return 0;
  for (*at = 0; a[*at] == b[*at]; ++*at)
    ;
  return 1;
}

static int tensor_intact(const struct tensor *t, const struct slot *slot, char *why, size_t why_bytes) {
  size_t at;
  char *expected = slot->role == REM_OUTPUT ? expected_memory(t) : NULL; /* an input's is what it was */
  if (slot->role == REM_OUTPUT && !expected) return out_of_memory(why, why_bytes);
  int differs = first_difference(expected ? expected : t->before, t->memory, t->bytes, &at);
  if (differs)
    snprintf(why, why_bytes, "%s: byte %lld from its first element was written, %s", slot->name,
             (long long)at - (long long)(t->element - t->memory),
             slot->role == REM_OUTPUT ? "outside the view" : "which is an input");
  free(expected);
  return differs ? -1 : 0;
}

int trial_intact(const struct trial *t, char *why, size_t why_bytes) {
  const struct problem *p = t->problem;
  for (int i = 0; i < p->n_slots; i++)
    if (t->tensors[i].memory && tensor_intact(&t->tensors[i], &p->entry->slots[p->pass][i], why, why_bytes)) return -1;
  for (size_t i = 0; t->workspace && i < GUARD_BYTES; i++) {
    size_t k = (size_t)(t->workspace - t->workspace_memory) + t->workspace_bytes + i;
    if (t->workspace_memory[k] != pattern(k)) {
      snprintf(why, why_bytes, "workspace: byte %zu was written, it has %zu", t->workspace_bytes + i,
               t->workspace_bytes);
      return -1;
    }
  }
  return 0;
}

/* ---- results ---- */

uint64_t trial_digest(const struct trial *t) {
  const struct problem *p = t->problem;
  uint64_t h = UINT64_C(0x52454D4F52413031);
  for (int i = 0; i < p->n_slots; i++) {
    const rem_view *v = &t->tensors[i].view;
    if (p->entry->slots[p->pass][i].role != REM_OUTPUT || v->rank < 0) continue;
    struct walk w;
    const struct bit_rule rule = bit_rule_of(v->dtype);
    h = mix64(h, (uint64_t)i);
    WALK (w, v) {
      h = (h ^ element_bits(&rule, t->tensors[i].element + w.offset * (int64_t)rule.bytes)) * UINT64_C(0x9E3779B97F4A7C15);
      h ^= h >> 29;
    }
  }
  return mix64(h, 0);
}

/* n elements, each so many bytes behind the last: how many of them are alike before one differs. */
static int64_t run_same(const char *a, int64_t a_step, const char *b, int64_t b_step, int64_t n,
                        const struct bit_rule *rule) {
  int64_t element = (int64_t)rule->bytes, i = 0;
  if (a_step == element && b_step == element && !memcmp(a, b, (size_t)(n * element))) return n;
  while (i < n && element_bits(rule, a + i * a_step) == element_bits(rule, b + i * b_step)) i++;
  return i;
}

int tensor_same(const struct tensor *a, const struct tensor *b, int64_t *where) {
  struct walk v, w;
  const struct bit_rule rule = bit_rule_of(a->view.dtype);
  int64_t element = (int64_t)rule.bytes, n, alike;
  walk_begin(&w, &b->view);
  for (walk_begin(&v, &a->view); v.left > 0; walk_ahead(&v, n), walk_ahead(&w, n)) {
    n = less(walk_run(&v), walk_run(&w));
    alike = run_same(a->element + v.offset * element, v.stride[0] * element, b->element + w.offset * element,
                     w.stride[0] * element, n, &rule);
    *where = v.index + alike * v.weight[0];
    if (alike < n) return 0;
  }
  return 1;
}

int trial_same(const struct trial *a, const struct trial *b) {
  const struct problem *p = a->problem;
  int64_t where;
  for (int i = 0; i < p->n_slots; i++)
    if (p->entry->slots[p->pass][i].role == REM_OUTPUT && a->tensors[i].memory &&
        !tensor_same(&a->tensors[i], &b->tensors[i], &where))
      return 0;
  return 1;
}
