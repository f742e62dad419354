/* digests.c: `remora math --digests`: what every instruction set and device computes, in one number for each function.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "sweep.h"
#include "tool/math/subject.h"

enum { PIECE = 1 << 20 }; /* elements of a plan */

uint64_t digest_results(const f64 *y, int n, uint64_t first) {
  uint64_t sum = 0;
  for (int i = 0; i < n; i++) {
    uint64_t bits = sel_(y[i] != y[i], 0x7ff8000000000000, bits_f64(y[i]));
    sum += mix_index((first + (uint64_t)i) ^ mix_index(bits));
  }
  return sum;
}

/* ---- through the plain function ---- */

static uint64_t plain_digest(const subject *s, const blocks *with, uint64_t total) {
  const inputs in = inputs_of(s, total);
  uint64_t sum = 0;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : sum)
#endif
  for (uint64_t first = 0; first < total; first += AT_ONCE) {
    f64 a[AT_ONCE], b[AT_ONCE], y[AT_ONCE];
    int n = total - first < AT_ONCE ? (int)(total - first) : AT_ONCE;
    inputs_fill(&in, first, a, b, n);
    subject_run(s, with, a, b, y, n);
    sum += digest_results(y, n, first);
  }
  return sum;
}

/* ---- through the op ---- */

/* Memory of one run: operands and result, on the host and on the device. */
struct op_run {
  const subject *s;
  rem_context *context;
  rem_plan *plan;
  int n_slots; /* the result is the last */
  char *host[3];
  rem_buffer there[3], workspace;
  size_t workspace_bytes;
};

/* Whether an op of this name takes what the function takes: one number as x, or two. */
static int has_op(const subject *s) {
  rem_slot_info info;
  int slots = 0;
  if (s->args == ARGS_POWER || !rem_op_says(s->name)) return 0;
  while (!rem_op_slot(s->name, REM_FORWARD, NULL, 0, slots, &info, NULL)) slots++;
  return slots == (s->args == ARGS_ONE ? 2 : 3);
}

static size_t element_bytes(const subject *s) { return s->fmt == &MATH_F32 ? sizeof(f32) : sizeof(f64); }

static rem_status op_open(struct op_run *r, rem_error *error) {
  const rem_view view = {
      .shape = {PIECE}, .stride = {1}, .rank = 1, .dtype = r->s->fmt == &MATH_F32 ? REM_F32 : REM_F64};
  const rem_view views[3] = {view, view, view};
  r->n_slots = r->s->args == ARGS_ONE ? 2 : 3;
  const rem_desc desc = {.size = sizeof desc, .op = r->s->name, .views = views, .n_views = r->n_slots};
  rem_status status = rem_plan_create(r->context, &desc, &r->plan, error);
  for (int i = 0; !status && i < r->n_slots; i++) {
    r->host[i] = malloc(PIECE * element_bytes(r->s));
    status =
        r->host[i] ? rem_memory_create(r->context, PIECE * element_bytes(r->s), &r->there[i], error) : REM_NO_MEMORY;
  }
  size_t align;
  if (!status) rem_plan_workspace(r->plan, &r->workspace_bytes, &align);
  if (!status && r->workspace_bytes) status = rem_memory_create(r->context, r->workspace_bytes, &r->workspace, error);
  return status;
}

static void op_close(struct op_run *r) {
  for (int i = 0; i < r->n_slots; i++) {
    rem_memory_destroy(r->context, &r->there[i]);
    free(r->host[i]);
  }
  rem_memory_destroy(r->context, &r->workspace);
  rem_plan_destroy(r->plan);
}

static void narrow(const subject *s, const f64 *from, char *to, int64_t at, int n) {
  for (int i = 0; i < n; i++)
    if (s->fmt == &MATH_F32) ((f32 *)to)[at + i] = (f32)from[i];
    else ((f64 *)to)[at + i] = from[i];
}

static void widen(const subject *s, const char *from, int64_t at, f64 *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = s->fmt == &MATH_F32 ? (f64)((const f32 *)from)[at + i] : ((const f64 *)from)[at + i];
}

static void op_fill(struct op_run *r, const inputs *in, uint64_t first) {
  f64 a[AT_ONCE], b[AT_ONCE];
  for (int64_t at = 0; at < PIECE; at += AT_ONCE) {
    inputs_fill(in, first + (uint64_t)at, a, b, AT_ONCE);
    narrow(r->s, a, r->host[0], at, AT_ONCE);
    if (r->n_slots == 3) narrow(r->s, b, r->host[1], at, AT_ONCE);
  }
}

static rem_status op_piece(struct op_run *r, rem_error *error) {
  const size_t bytes = PIECE * element_bytes(r->s);
  const int last = r->n_slots - 1;
  rem_status status = REM_OK;
  for (int i = 0; !status && i < last; i++)
    status = rem_memory_write(r->context, &r->there[i], r->host[i], bytes, NULL, error);
  if (!status) status = rem_plan_run(r->plan, r->there, r->n_slots, r->workspace.base, r->workspace_bytes, NULL, error);
  if (!status) status = rem_memory_read(r->context, r->host[last], &r->there[last], bytes, NULL, error);
  return status;
}

static rem_status op_digest(struct op_run *r, uint64_t total, uint64_t *digest, rem_error *error) {
  const inputs in = inputs_of(r->s, total);
  rem_status status = op_open(r, error);
  *digest = 0;
  for (uint64_t first = 0; !status && first < total; first += PIECE) {
    op_fill(r, &in, first);
    status = op_piece(r, error);
    for (uint64_t at = 0; !status && at < PIECE && first + at < total; at += AT_ONCE) {
      f64 y[AT_ONCE];
      uint64_t left = total - first - at;
      widen(r->s, r->host[r->n_slots - 1], (int64_t)at, y, AT_ONCE);
      *digest += digest_results(y, left < AT_ONCE ? (int)left : AT_ONCE, first + at);
    }
  }
  op_close(r);
  return status;
}

/* ---- the command ---- */

/* What is known of one function so far. */
struct agreement {
  uint64_t digest;
  int runs, bad;
  char ran[256]; /* on what */
};

static void add(struct agreement *v, const subject *s, uint64_t digest, const char *with) {
  size_t used = strlen(v->ran);
  if (!v->runs++) v->digest = digest;
  if (digest == v->digest) snprintf(v->ran + used, sizeof v->ran - used, "%s%s", used ? ", " : "", with);
  else printf("# FAIL %s %s with %s: %016" PRIx64 "\n", s->name, s->fmt->name, with, digest), v->bad = 1;
}

static void add_op(struct agreement *v, const subject *s, rem_context *context, const char *with, uint64_t total) {
  struct op_run r = {.s = s, .context = context};
  rem_error error = {.size = sizeof error};
  uint64_t digest;
  char name[80];
  snprintf(name, sizeof name, "the op on %.60s", with);
  if (!op_digest(&r, total, &digest, &error)) add(v, s, digest, name);
  else printf("# FAIL %s %s with %s: %s\n", s->name, s->fmt->name, name, error.text), v->bad = 1;
}

static void add_cpu(struct agreement *v, const subject *s, const blocks *with, uint64_t total) {
  rem_context *context = NULL;
  add(v, s, plain_digest(s, with, total), with->isa);
  if (!has_op(s) || open_context("cpu", with->isa, 0, NULL, &context, NULL)) return;
  add_op(v, s, context, with->isa, total);
  rem_context_destroy(context);
}

static struct agreement judge(const subject *s, rem_context *device, uint64_t total) {
  struct agreement v = {0};
  for (int i = 0; !device && blocks_get(i); i++) add_cpu(&v, s, blocks_get(i), total);
  if (device && has_op(s)) add_op(&v, s, device, rem_context_device(device), total);
  return v;
}

/* A line as a file of golden digests has it; a comment says with what it ran, if not with the same as the one before.
 */
static int report(const subject *s, struct agreement *v, const struct golden *golden, char *before, size_t bytes) {
  char name[40];
  uint64_t wanted;
  snprintf(name, sizeof name, "%s %s", s->name, s->fmt->name);
  if (v->runs && strcmp(before, v->ran)) printf("# %s\n", v->ran), snprintf(before, bytes, "%s", v->ran);
  if (v->runs) printf("%016" PRIx64 "  %s\n", v->digest, name);
  if (v->runs && golden_find(golden, name, &wanted) && wanted != v->digest)
    printf("# FAIL %s: the golden digest is %016" PRIx64 "\n", name, wanted), v->bad = 1;
  fflush(stdout);
  return v->bad;
}

int math_digests(const char *device, const char *golden_path, uint64_t total, char **wanted, int n_wanted) {
  rem_context *context = NULL;
  rem_error error = {.size = sizeof error};
  struct golden golden = {0};
  char why[512], before[sizeof((struct agreement *)0)->ran] = "";
  int bad = 0, runs = 0;
  subject s;
  if (golden_path && golden_read(&golden, golden_path, why, sizeof why)) return fprintf(stderr, "remora: %s\n", why), 2;
  if (device && strcmp(device, "cpu") && open_context(device, NULL, 0, NULL, &context, &error))
    return golden_free(&golden), fprintf(stderr, "remora: %s\n", error.text), 2;
  for (int i = 0; subject_get(i, &s); i++) {
    if (!math_is_wanted(s.name, wanted, n_wanted)) continue;
    struct agreement v = judge(&s, context, total);
    bad += report(&s, &v, &golden, before, sizeof before);
    runs += v.runs;
  }
  rem_context_destroy(context);
  golden_free(&golden);
  printf("# %" PRIu64 " inputs: %d runs, %d functions with other bits\n", total, runs, bad);
  return bad ? 1 : 0;
}
