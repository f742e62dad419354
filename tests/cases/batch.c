/* batch.c: plans of many beside plans of one. */
#include "batch.h"
#include "draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- members ---- */

/* A tensor that is packed, transposed, or has gaps. */
static rem_view view_of(int dtype, int64_t rows, int64_t cols, int layout) {
  rem_view v = rem_view_packed(dtype, 2, (int64_t[]){rows, cols});
  if (layout == 1) v.stride[0] = 1, v.stride[1] = rows ? rows : 1;
  if (layout == 2) v.stride[0] = cols + 3;
  return v;
}

static int is_rate(const char *name) {
  static const char *const names[] = {"lr", "scale", "param_norm", "update_norm"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return 1;
  return 0;
}

/* Whether the op's results may be added up: every other member's are. */
static int reduces(const char *op) {
  rem_attr_info info;
  return rem_op_attr(op, 0, &info, NULL) == REM_OK && strcmp(info.name, "reduction") == 0;
}

static void describe(struct batch *b, int m, uint64_t *state) {
  static const int64_t sizes[] = {1, 3, 7, 16, 33, 64, 100, 257, 1000};
  struct batch_member *member = &b->member[m];
  int64_t rows = 1 + draw(state) % 5, cols = sizes[draw(state) % (sizeof sizes / sizeof *sizes)];
  int layout = draw(state) % 8 == 0 ? 1 + (int)(draw(state) % 2) : 0, wide = draw(state) % 16 == 0;
  int steps = strcmp(rem_op_family(b->op), "step") == 0, row = strcmp(rem_op_family(b->op), "row") == 0;
  int whole = reduces(b->op) && m % 2;
  if (whole) member->attrs[member->n_attrs++] = (rem_attr){.name = "reduction", .kind = REM_ATTR_TEXT, .v.s = "none"};
  int sums = reduces(b->op) && !whole;
  if (draw(state) % 9 == 0) rows = 0;
  if (m == 2) rows = 7, cols = 9001;
  if (steps && strncmp(b->op, "ad", 2) == 0) {
    member->attrs[member->n_attrs++] =
        (rem_attr){.name = "weight_decay", .kind = REM_ATTR_REAL, .v.f = m % 3 ? 0.25 : 0};
  } else if (strcmp(b->op, "sgd") == 0) {
    member->attrs[member->n_attrs++] = (rem_attr){.name = "momentum", .kind = REM_ATTR_REAL, .v.f = 0.5};
  }
  for (int i = 0; i < b->n_slots; i++) {
    rem_slot_info info;
    rem_op_slot(b->op, b->pass, member->attrs, member->n_attrs, i, &info, NULL);
    int dtype = wide                                                                              ? REM_F64
                : strcmp(info.name, "half_out") == 0 || (strcmp(info.name, "grad") == 0 && m % 2) ? REM_BF16
                                                                                                  : REM_F32;
    if (is_rate(info.name)) member->views[i] = rem_view_packed(wide ? REM_F64 : REM_F32, 0, NULL);
    else if (strcmp(info.name, "step") == 0) member->views[i] = rem_view_packed(m % 2 ? REM_I64 : REM_I32, 0, NULL);
    else if ((row && info.role == REM_OUTPUT) || (sums && (!strcmp(info.name, "y") || !strcmp(info.name, "dy"))))
      member->views[i] = rem_view_packed(dtype, 0, NULL);
    else member->views[i] = view_of(dtype, rows, cols, i % 2 ? layout : 0);
    if (strcmp(info.name, "half_out") == 0 && m % 5 == 0) member->views[i].rank = REM_LEFT_OUT;
    if (strstr(info.name, "weight") && m % 3 == (int)strlen(info.name) % 3 && reduces(b->op))
      member->views[i].rank = REM_LEFT_OUT;
    if (strcmp(info.name, "db") == 0) member->views[i] = rem_view_packed(dtype, 1, &cols);
    if (strcmp(info.name, "b") == 0) member->views[i] = rem_view_packed(dtype, 1, &cols);
  }
}

int batch_create(struct batch *b, const char *op, int pass, int n, uint64_t seed) {
  rem_slot_info info;
  *b = (struct batch){.op = op, .pass = pass, .members = n};
  while (rem_op_slot(op, pass, NULL, 0, b->n_slots, &info, NULL) == REM_OK) b->n_slots++;
  b->member = calloc((size_t)n, sizeof *b->member);
  b->descs = calloc((size_t)n, sizeof *b->descs);
  if (!b->member || !b->descs || b->n_slots > BATCH_SLOTS) {
    batch_destroy(b);
    return -1;
  }
  for (int m = 0; m < n; m++) {
    describe(b, m, &seed);
    b->descs[m] = (rem_desc){.size = sizeof *b->descs,
                             .pass = pass,
                             .op = op,
                             .views = b->member[m].views,
                             .n_views = b->n_slots,
                             .attrs = b->member[m].attrs,
                             .n_attrs = b->member[m].n_attrs};
  }
  return 0;
}

void batch_destroy(struct batch *b) {
  free(b->member);
  free(b->descs);
  *b = (struct batch){0};
}

/* ---- memory ---- */

static size_t span_bytes(const rem_view *v) {
  int64_t last = 0;
  if (v->rank < 0) return 0;
  for (int k = 0; k < v->rank; k++) {
    if (v->shape[k] == 0) return 0;
    last += (v->shape[k] - 1) * v->stride[k];
  }
  return (size_t)(last + 1) * rem_dtype_size(v->dtype);
}

/* Numbers from 1/2 to 1, and small counts: what no formula makes NaN of. */
static void fill(char *to, const rem_view *v, uint64_t state) {
  size_t size = rem_dtype_size(v->dtype);
  for (size_t i = 0, n = span_bytes(v) / size; i < n; i++) {
    uint64_t r = draw(&state);
    float f = 0.5f + (float)(r % 4096) / 8192;
    double d = f;
    uint32_t bits;
    uint16_t half;
    int32_t narrow = (int32_t)(1 + r % 40);
    int64_t whole = narrow;
    memcpy(&bits, &f, sizeof bits);
    half = (uint16_t)(bits >> 16);
    if (v->dtype == REM_F32) memcpy(to + i * size, &f, sizeof f);
    else if (v->dtype == REM_F64) memcpy(to + i * size, &d, sizeof d);
    else if (v->dtype == REM_BF16) memcpy(to + i * size, &half, sizeof half);
    else if (v->dtype == REM_I32) memcpy(to + i * size, &narrow, sizeof narrow);
    else memcpy(to + i * size, &whole, sizeof whole);
  }
}

/* All tensors of a batch in memory of one context. */
struct tensors {
  const struct batch *b;
  rem_context *context;
  enum batch_memory memory;
  rem_buffer pool, *buffers, *owned, workspace;
};

static void tensors_free(struct tensors *t) {
  for (int i = 0; t->owned && i < t->b->members * t->b->n_slots; i++) rem_memory_destroy(t->context, &t->owned[i]);
  rem_memory_destroy(t->context, &t->pool);
  rem_memory_destroy(t->context, &t->workspace);
  free(t->buffers);
  free(t->owned);
}

/* The slot whose memory a result takes; -1: none. */
static int partner(const struct batch *b, int m, int slot) {
  const rem_view *v = b->member[m].views;
  rem_slot_info info;
  rem_op_slot(b->op, b->pass, b->member[m].attrs, b->member[m].n_attrs, slot, &info, NULL);
  for (int i = 0; i < b->n_slots && info.role == REM_OUTPUT; i++)
    if ((info.in_place >> i & 1) && memcmp(&v[i], &v[slot], sizeof v[i]) == 0) return i;
  return -1;
}

static int place(struct tensors *t, int m, int slot, size_t *used) {
  const struct batch *b = t->b;
  int at = m * b->n_slots + slot, over = t->memory == BATCH_IN_PLACE ? partner(b, m, slot) : -1;
  size_t bytes = span_bytes(&b->member[m].views[slot]);
  if (over >= 0) {
    t->buffers[at] = t->buffers[m * b->n_slots + over];
    return 0;
  }
  if (t->memory == BATCH_POOLED) {
    t->buffers[at] = (rem_buffer){t->pool.base, t->pool.bytes, *used};
    *used += (bytes + 8 + 7) / 8 * 8;
    return 0;
  }
  if (rem_memory_create(t->context, bytes ? bytes : 8, &t->owned[at], NULL)) return -1;
  t->buffers[at] = t->owned[at];
  return 0;
}

static int write_all(struct tensors *t) {
  const struct batch *b = t->b;
  int bad = 0;
  for (int m = 0; m < b->members; m++)
    for (int i = 0; i < b->n_slots; i++) {
      const rem_view *v = &b->member[m].views[i];
      size_t bytes = span_bytes(v);
      if (!bytes || (t->memory == BATCH_IN_PLACE && partner(b, m, i) >= 0)) continue;
      char *host = malloc(bytes);
      fill(host, v, (uint64_t)(m * 31 + i));
      bad |= rem_memory_write(t->context, &t->buffers[m * b->n_slots + i], host, bytes, NULL, NULL) != REM_OK;
      free(host);
    }
  return bad ? -1 : 0;
}

static int tensors_create(struct tensors *t, const struct batch *b, rem_context *context, enum batch_memory memory) {
  size_t all = (size_t)b->members * (size_t)b->n_slots, bytes = 64, used = 0;
  *t = (struct tensors){.b = b, .context = context, .memory = memory};
  t->buffers = calloc(all, sizeof *t->buffers);
  t->owned = calloc(all, sizeof *t->owned);
  for (int m = 0; m < b->members; m++)
    for (int i = 0; i < b->n_slots; i++) bytes += span_bytes(&b->member[m].views[i]) + 24;
  if (!t->buffers || !t->owned || rem_memory_create(context, bytes, &t->pool, NULL)) return -1;
  for (int m = 0; m < b->members; m++)
    for (int i = 0; i < b->n_slots; i++)
      if (place(t, m, i, &used)) return -1;
  return write_all(t);
}

/* ---- running ---- */

static int run(struct tensors *t, const rem_desc *descs, int n, rem_buffer *buffers, int many, int times) {
  rem_error error = {.size = sizeof error};
  rem_plan *plan = NULL;
  size_t bytes = 0;
  rem_status status = many ? rem_plan_create_many(t->context, descs, n, &plan, &error)
                           : rem_plan_create(t->context, descs, &plan, &error);
  if (!status) rem_plan_workspace(plan, &bytes, NULL);
  rem_memory_destroy(t->context, &t->workspace);
  t->workspace = (rem_buffer){0};
  if (!status) status = rem_memory_create(t->context, bytes ? bytes : 64, &t->workspace, &error);
  for (int i = 0; i < times && !status; i++)
    status = rem_plan_run(plan, buffers, n * t->b->n_slots, t->workspace.base, bytes, NULL, &error);
  if (status) printf("%s, %d members: %s\n", t->b->op, n, error.text);
  rem_plan_destroy(plan);
  return status ? -1 : 0;
}

static int differ(struct tensors *a, struct tensors *b) {
  int bad = 0;
  for (int m = 0; m < a->b->members; m++)
    for (int i = 0; i < a->b->n_slots; i++) {
      size_t bytes = span_bytes(&a->b->member[m].views[i]);
      int at = m * a->b->n_slots + i;
      if (!bytes) continue;
      char *p = malloc(bytes), *q = malloc(bytes);
      int wrong = rem_memory_read(a->context, p, &a->buffers[at], bytes, NULL, NULL) ||
                  rem_memory_read(b->context, q, &b->buffers[at], bytes, NULL, NULL) || memcmp(p, q, bytes) != 0;
      if (wrong && !bad) printf("%s: slot %d of member %d of %d differs\n", a->b->op, i, m, a->b->members);
      bad |= wrong;
      free(p);
      free(q);
    }
  return bad;
}

int batch_compare(const struct batch *b, rem_context *alone, rem_context *together, enum batch_memory memory,
                  int times) {
  struct tensors a, t;
  int bad = tensors_create(&a, b, alone, memory) | tensors_create(&t, b, together, memory);
  for (int m = 0; m < b->members && !bad; m++) bad = run(&a, &b->descs[m], 1, a.buffers + m * b->n_slots, 0, times);
  if (!bad) bad = run(&t, b->descs, b->members, t.buffers, 1, times);
  if (!bad) bad = differ(&a, &t);
  tensors_free(&a);
  tensors_free(&t);
  return bad;
}
