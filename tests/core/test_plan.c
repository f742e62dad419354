/* test_plan.c: contexts, plans and the checks of a run, with a backend that records what it is asked, and with
 * allocations that fail one after the other. */
#include "check.h"
#include "core/error.h"
#include "core/plan.h"
#include "tool/problem.h"

#include <stdlib.h>

/* ---- memory that is counted, and that fails on demand ---- */

struct memory {
  int64_t live, calls;
  int64_t fail_at; /* the call that fails, counted from 0; -1: none */
};

static void *counted_allocate(void *user, size_t bytes) {
  struct memory *m = user;
  void *block;
  if (m->calls++ == m->fail_at) return NULL;
  block = malloc(bytes);
  if (block) m->live++;
  return block;
}

static void counted_release(void *user, void *block) {
  struct memory *m = user;
  m->live--;
  free(block);
}

/* ---- the recording backend: its device is a struct fake ---- */

struct fake {
  size_t workspace_bytes, workspace_align;
  int repeat;
  rem_status plan_status, run_status;
  int planned, forgotten, runs;
  const rem_buffer *buffers;
  char *elements[REM_MAX_SLOTS];
  void *workspace, *stream;
  const void *foreign; /* memory that the device refuses */
};

static rem_status fake_plan(rem_context *context, const struct problem *problem, struct planned *planned,
                            rem_error *error) {
  struct fake *f = context->device;
  (void)problem;
  if (f->plan_status) {
    if (error) snprintf(error->text, sizeof error->text, "the fake refuses");
    return f->plan_status;
  }
  planned->exec = context_allocate(context, 1);
  if (!planned->exec) return REM_NO_MEMORY;
  f->planned++;
  planned->workspace_bytes = f->workspace_bytes;
  planned->workspace_align = f->workspace_align;
  planned->repeat = f->repeat;
  snprintf(planned->sku, sizeof planned->sku, "fake");
  snprintf(planned->notes, sizeof planned->notes, "Records.");
  return REM_OK;
}

static void fake_forget(rem_context *context, void *exec) {
  struct fake *f = context->device;
  f->forgotten++;
  context_release(context, exec);
}

static rem_status fake_run(rem_context *context, const void *exec, const rem_buffer *buffers, char *const *elements,
                           void *workspace, void *stream, rem_error *error) {
  struct fake *f = context->device;
  (void)exec, (void)error;
  f->buffers = buffers;
  f->runs++;
  memcpy(f->elements, elements, sizeof f->elements);
  f->workspace = workspace;
  f->stream = stream;
  return f->run_status;
}

static rem_status fake_check_memory(const rem_context *context, const void *base, int slot, const char *slot_name,
                                    rem_error *error) {
  const struct fake *f = context->device;
  if (base != f->foreign) return REM_OK;
  return fail(error, REM_INVALID, AT_SLOT(slot), "%s: not memory of the fake", slot_name);
}

static const char *fake_source(const void *exec) { return exec ? "kernel" : NULL; }

static const struct backend fake_backend = {.name = "fake",
                                            .plan = fake_plan,
                                            .forget = fake_forget,
                                            .run = fake_run,
                                            .source = fake_source,
                                            .check_memory = fake_check_memory};

/* A context over the recording backend. */
struct bed {
  struct check *c;
  struct memory memory;
  struct fake fake;
  rem_context context;
};

static void make_bed(struct bed *b, struct check *c) {
  *b = (struct bed){.c = c, .memory = {.fail_at = -1}, .fake = {.repeat = REM_REPEAT_EVERYWHERE}};
  b->context = (rem_context){.backend = &fake_backend,
                             .device = &b->fake,
                             .allocate = counted_allocate,
                             .release = counted_release,
                             .user = &b->memory};
}

/* ---- plans ---- */

static rem_desc cumsum_desc(rem_view *views) {
  static const int64_t shape[] = {2, 4};
  views[0] = views[1] = rem_view_packed(REM_F32, 2, shape);
  return (rem_desc){.size = sizeof(rem_desc), .op = "cumsum", .views = views, .n_views = 2};
}

static rem_plan *plan_of(struct bed *b, const rem_desc *desc) {
  rem_error error = {.size = sizeof error};
  rem_plan *plan = NULL;
  rem_status status = rem_plan_create(&b->context, desc, &plan, &error);
  if (!CHECK_INT(b->c, status, REM_OK)) printf("  %s\n", error.text);
  return plan;
}

static void test_getters(struct bed *b) {
  rem_view views[2], view;
  rem_desc desc = cumsum_desc(views);
  rem_guarantee g = {.size = sizeof g};
  size_t bytes = 7, align = 7;
  rem_plan *plan;
  b->fake.workspace_bytes = 100, b->fake.workspace_align = 32;
  plan = plan_of(b, &desc);
  if (!plan) return;
  rem_plan_workspace(plan, &bytes, &align);
  CHECK(b->c, bytes == 100 && align == 32);
  CHECK_TEXT(b->c, rem_plan_sku(plan), "fake");
  CHECK_TEXT(b->c, rem_plan_notes(plan), "Records.");
  CHECK_TEXT(b->c, rem_plan_source(plan), "kernel");
  CHECK(b->c, !strncmp(rem_plan_problem(plan), "cumsum", 6));
  CHECK_INT(b->c, rem_plan_slots(plan), 2);
  CHECK_INT(b->c, rem_plan_view(plan, 1, &view, NULL), REM_OK);
  CHECK(b->c, view.rank == 2 && view.shape[1] == 4 && view.dtype == REM_F32);
  CHECK_INT(b->c, rem_plan_view(plan, 2, &view, NULL), REM_INVALID);
  CHECK_INT(b->c, rem_plan_view(plan, -1, &view, NULL), REM_INVALID);
  CHECK_INT(b->c, rem_plan_view(plan, 0, NULL, NULL), REM_INVALID);
  CHECK_INT(b->c, rem_plan_guarantee(plan, &g, NULL), REM_OK);
  CHECK(b->c, g.repeat == REM_REPEAT_EVERYWHERE && g.compute == REM_F32 && g.size == sizeof g);
  g.size--;
  CHECK_INT(b->c, rem_plan_guarantee(plan, &g, NULL), REM_INVALID);
  rem_plan_destroy(plan);
  CHECK(b->c, b->fake.planned == 1 && b->fake.forgotten == 1 && b->memory.live == 0);
}

/* Nothing that was handed over at creation is looked at again. */
static void test_keeps_nothing(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  char op[] = "cumsum", before[1024];
  rem_plan *plan;
  desc.op = op;
  plan = plan_of(b, &desc);
  if (!plan) return;
  snprintf(before, sizeof before, "%s", rem_plan_problem(plan));
  memset(op, 'x', sizeof op - 1);
  memset(views, 0x55, sizeof views);
  CHECK_TEXT(b->c, rem_plan_problem(plan), before);
  CHECK_INT(b->c, rem_plan_slots(plan), 2);
  rem_plan_destroy(plan);
}

/* About as long as a line can be: seven slots of rank 8, with strides that need many digits. */
static void test_long_text(struct bed *b) {
  rem_view views[7];
  rem_desc desc = {.size = sizeof desc, .op = "linrec", .pass = REM_BACKWARD, .views = views, .n_views = 7};
  struct parsed again;
  char why[WHY_BYTES];
  rem_plan *plan;
  int64_t step = 1;
  int k, i;
  for (i = 0; i < 7; i++) views[i] = (rem_view){.rank = i == 3 || i == 6 ? REM_LEFT_OUT : 8, .dtype = REM_BF16};
  for (k = 7; k >= 0; k--, step *= 131)
    for (i = 0; i < 7; i++) {
      views[i].shape[k] = 130;
      views[i].stride[k] = i < 3 ? -1000000000000000 - 977 * k : -step;
    }
  plan = plan_of(b, &desc);
  if (!plan) return;
  CHECK(b->c, strlen(rem_plan_problem(plan)) > 800);
  CHECK_INT(b->c, parse_problem(rem_plan_problem(plan), &again, why, sizeof why), 0);
  CHECK(b->c, !memcmp(again.views[5].stride, views[5].stride, sizeof views[5].stride));
  rem_plan_destroy(plan);
}

static void test_null(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  rem_plan *plan = (rem_plan *)views;
  size_t bytes = 7;
  CHECK_INT(b->c, rem_plan_create(NULL, &desc, &plan, NULL), REM_INVALID);
  CHECK(b->c, plan == NULL);
  CHECK_INT(b->c, rem_plan_create(&b->context, NULL, &plan, NULL), REM_INVALID);
  CHECK_INT(b->c, rem_plan_create(&b->context, &desc, NULL, NULL), REM_INVALID);
  rem_plan_destroy(NULL);
  rem_plan_workspace(NULL, &bytes, NULL);
  CHECK_INT(b->c, (int64_t)bytes, 0);
  CHECK(b->c, !*rem_plan_sku(NULL) && !*rem_plan_problem(NULL) && !*rem_plan_notes(NULL) && !*rem_plan_source(NULL));
  CHECK_INT(b->c, rem_plan_slots(NULL), 0);
  CHECK_INT(b->c, rem_plan_guarantee(NULL, NULL, NULL), REM_INVALID);
  CHECK_INT(b->c, rem_plan_view(NULL, 0, NULL, NULL), REM_INVALID);
  CHECK_INT(b->c, rem_plan_run(NULL, NULL, 0, NULL, 0, NULL, NULL), REM_INVALID);
  CHECK_INT(b->c, rem_plan_check(NULL, NULL, 0, NULL, 0, NULL), REM_INVALID);
  CHECK_INT(b->c, b->memory.live, 0);
}

static void test_backend_refuses(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  rem_plan *plan = NULL;
  rem_error error = {.size = sizeof error};
  b->fake.plan_status = REM_UNSUPPORTED;
  CHECK_INT(b->c, rem_plan_create(&b->context, &desc, &plan, &error), REM_UNSUPPORTED);
  CHECK_TEXT(b->c, error.text, "the fake refuses");
  CHECK(b->c, plan == NULL && b->memory.live == 0 && b->fake.forgotten == 0);
}

/* Strides along axes of extent 1, and in tensors without elements, may be anything and reach no backend. */
static void test_idle_strides(struct bed *b) {
  rem_view views[2], view;
  rem_desc desc = cumsum_desc(views);
  rem_plan *plan;
  int empty;
  for (empty = 0; empty < 2; empty++) {
    views[0].shape[0] = views[1].shape[0] = 1 - empty;
    views[0].stride[0] = INT64_MAX, views[1].stride[0] = INT64_MIN;
    views[0].stride[1] = empty ? INT64_MIN : -3;
    plan = plan_of(b, &desc);
    if (!plan) return;
    CHECK_INT(b->c, rem_plan_view(plan, 0, &view, NULL), REM_OK);
    CHECK_INT(b->c, view.stride[0], 4);
    CHECK_INT(b->c, view.stride[1], empty ? 1 : -3);
    rem_plan_destroy(plan);
  }
}

/* ---- demands ---- */

static rem_guarantee no_demand(void) { return (rem_guarantee){.size = sizeof(rem_guarantee), .ulp = -1, .sum = -1}; }

static void demand(struct bed *b, rem_guarantee g, rem_status expected, const char *says) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  rem_plan *plan = NULL;
  rem_error error = {.size = sizeof error};
  desc.at_least = &g;
  CHECK_INT(b->c, rem_plan_create(&b->context, &desc, &plan, &error), expected);
  if (says) CHECK_TEXT(b->c, error.text, says);
  rem_plan_destroy(plan);
  CHECK_INT(b->c, b->memory.live, 0);
}

static rem_guarantee promise(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  rem_guarantee g = {.size = sizeof g};
  rem_plan *plan = plan_of(b, &desc);
  CHECK_INT(b->c, rem_plan_guarantee(plan, &g, NULL), REM_OK);
  rem_plan_destroy(plan);
  return g;
}

static void test_demands(struct bed *b) {
  rem_guarantee g = no_demand(), promised;
  demand(b, g, REM_OK, NULL);
  g.repeat = REM_REPEAT_EVERYWHERE;
  demand(b, g, REM_OK, NULL);
  b->fake.repeat = REM_REPEAT_RUN;
  demand(b, g, REM_UNSUPPORTED, "at_least: repeat RUN is promised, EVERYWHERE was demanded");
  g.repeat = 3;
  demand(b, g, REM_INVALID, NULL);
  g = no_demand(), g.compute = REM_F64;
  demand(b, g, REM_UNSUPPORTED, "at_least: compute in f32 is promised, f64 was demanded");
  g.compute = REM_F32;
  demand(b, g, REM_OK, NULL);
  g.compute = REM_BF16;
  demand(b, g, REM_OK, NULL);
  g.compute = REM_I32;
  demand(b, g, REM_INVALID, NULL);
  g = no_demand(), g.accumulate = REM_F64;
  demand(b, g, REM_UNSUPPORTED, "at_least: accumulate in f32 is promised, f64 was demanded");
  promised = promise(b);
  g = no_demand(), g.ulp = promised.ulp, g.sum = promised.sum; /* exactly what is promised, and a little less */
  demand(b, g, REM_OK, NULL);
  g.ulp = promised.ulp * 0.999;
  demand(b, g, REM_UNSUPPORTED, NULL);
  g.ulp = promised.ulp, g.sum = promised.sum * 0.999;
  demand(b, g, REM_UNSUPPORTED, NULL);
  CHECK(b->c, promised.ulp > 0 && promised.sum > 0);
  g.ulp = 0.0 / *(volatile double *)&(double){0};
  demand(b, g, REM_INVALID, NULL);
  g = no_demand(), g.size = 8;
  demand(b, g, REM_INVALID, NULL);
}

static void limit(struct bed *b, size_t needed, size_t most, rem_status expected) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  rem_plan *plan = NULL;
  rem_error error = {.size = sizeof error};
  b->fake.workspace_bytes = needed;
  desc.max_workspace = most;
  CHECK_INT(b->c, rem_plan_create(&b->context, &desc, &plan, &error), expected);
  if (expected) CHECK_INT(b->c, error.needed, (int64_t)needed);
  if (expected) CHECK_INT(b->c, error.got, most == 1 ? 0 : (int64_t)most);
  rem_plan_destroy(plan);
  CHECK_INT(b->c, b->memory.live, 0);
}

static void test_limits(struct bed *b) {
  limit(b, 100, 0, REM_OK);
  limit(b, 100, 100, REM_OK);
  limit(b, 100, 99, REM_WORKSPACE_TOO_SMALL);
  limit(b, 1, 1, REM_WORKSPACE_TOO_SMALL);
  limit(b, 0, 1, REM_OK);
}

/* ---- runs ---- */

struct run {
  rem_plan *plan;
  float x[64], y[64];
  _Alignas(64) char workspace[256];
  rem_buffer buffers[2];
  rem_error error;
};

static void make_run(struct bed *b, struct run *r, const rem_desc *desc) {
  r->plan = plan_of(b, desc);
  r->buffers[0] = (rem_buffer){r->x, sizeof r->x, 0};
  r->buffers[1] = (rem_buffer){r->y, sizeof r->y, 0};
  r->error = (rem_error){.size = sizeof r->error};
}

/* Both functions say the same; the backend is called only when all is well. */
static rem_status run_it(struct bed *b, struct run *r, int n, void *workspace, size_t bytes) {
  int runs = b->fake.runs;
  rem_status status = rem_plan_check(r->plan, r->buffers, n, workspace, bytes, &r->error);
  rem_error checked = r->error;
  CHECK_INT(b->c, b->fake.runs, runs);
  CHECK_INT(b->c, rem_plan_run(r->plan, r->buffers, n, workspace, bytes, &runs, &r->error), status);
  if (status) CHECK(b->c, !memcmp(&checked, &r->error, sizeof checked));
  CHECK_INT(b->c, b->fake.runs, runs + (status == REM_OK));
  return status;
}

static void test_run(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  struct run r;
  make_run(b, &r, &desc);
  if (!r.plan) return;
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_OK);
  CHECK(b->c, b->fake.elements[0] == (char *)r.x && b->fake.elements[1] == (char *)r.y && b->fake.stream != NULL);
  r.buffers[0].offset = 12;
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_OK);
  CHECK(b->c, b->fake.elements[0] == (char *)(r.x + 3));
  CHECK_INT(b->c, run_it(b, &r, 1, NULL, 0), REM_INVALID);
  CHECK_TEXT(b->c, r.error.text, "buffers: expected 2, found 1");
  CHECK_INT(b->c, run_it(b, &r, 3, NULL, 0), REM_INVALID);
  CHECK_INT(b->c, rem_plan_check(r.plan, NULL, 2, NULL, 0, &r.error), REM_INVALID);
  b->fake.run_status = REM_DEVICE;
  CHECK_INT(b->c, rem_plan_run(r.plan, r.buffers, 2, NULL, 0, NULL, &r.error), REM_DEVICE);
  rem_plan_destroy(r.plan);
}

static void test_span(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  struct run r;
  views[0].stride[0] = -8, views[0].stride[1] = 2; /* 8 in front, 7 from the first on */
  make_run(b, &r, &desc);
  if (!r.plan) return;
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_BUFFER_TOO_SMALL);
  CHECK_TEXT(b->c, r.error.text, "x: needs 32 bytes in front of its first element, found an offset of 0");
  CHECK(b->c, r.error.slot == 0 && r.error.needed == 32 && r.error.got == 0);
  r.buffers[0] = (rem_buffer){r.x, 60, 32};
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_OK);
  r.buffers[0].bytes--;
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_BUFFER_TOO_SMALL);
  CHECK_TEXT(b->c, r.error.text, "x: needs 28 bytes from offset 32 on, found a buffer of 59");
  CHECK(b->c, r.error.slot == 0 && r.error.needed == 60 && r.error.got == 59);
  r.buffers[0].offset = SIZE_MAX;
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_BUFFER_TOO_SMALL);
  r.buffers[0] = (rem_buffer){r.x, SIZE_MAX, 32};
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_INVALID);
  r.buffers[0] = (rem_buffer){NULL, 60, 32};
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_BUFFER_TOO_SMALL);
  CHECK_TEXT(b->c, r.error.text, "x: expected a buffer of 60 bytes, found NULL");
  r.buffers[0] = (rem_buffer){(char *)r.x + 2, 60, 32};
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_MISALIGNED);
  CHECK(b->c, r.error.slot == 0 && r.error.needed == 4 && r.error.got == 2);
  rem_plan_destroy(r.plan);
}

static void test_workspace(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  struct run r;
  b->fake.workspace_bytes = 128, b->fake.workspace_align = 64;
  make_run(b, &r, &desc);
  if (!r.plan) return;
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace, 128), REM_OK);
  CHECK(b->c, b->fake.workspace == r.workspace);
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace, 127), REM_WORKSPACE_TOO_SMALL);
  CHECK(b->c, r.error.needed == 128 && r.error.got == 127 && r.error.slot == -1);
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 128), REM_WORKSPACE_TOO_SMALL);
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace + 32, 128), REM_MISALIGNED);
  r.buffers[0].base = r.workspace + 128;
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace, 256), REM_OK);
  r.buffers[0].base = r.workspace + 124;
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace, 256), REM_INVALID);
  CHECK_TEXT(b->c, r.error.text, "x: shares memory with the workspace");
  rem_plan_destroy(r.plan);
}

static void test_overlap(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  struct run r;
  views[0].stride[0] = views[1].stride[0] = 8; /* rows of 4 in rows of 8 */
  make_run(b, &r, &desc);
  if (!r.plan) return;
  r.buffers[1] = (rem_buffer){r.x, sizeof r.x, 16};
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_OK); /* left half and right half */
  r.buffers[1].offset = 12;
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_INVALID);
  CHECK_TEXT(b->c, r.error.text, "y: shares memory with x");
  CHECK_INT(b->c, r.error.slot, 1);
  r.buffers[1].offset = 0;
  CHECK_INT(b->c, run_it(b, &r, 2, NULL, 0), REM_INVALID); /* a scan is not done in place */
  rem_plan_destroy(r.plan);
}

/* Outputs without elements: nothing runs, no workspace is needed, and no buffer where there are no elements. */
static void test_idle(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  struct run r;
  size_t bytes = 7;
  views[0].shape[0] = views[1].shape[0] = 0;
  b->fake.workspace_bytes = 128, b->fake.workspace_align = 64;
  make_run(b, &r, &desc);
  if (!r.plan) return;
  rem_plan_workspace(r.plan, &bytes, NULL);
  CHECK_INT(b->c, (int64_t)bytes, 0);
  CHECK_TEXT(b->c, rem_plan_sku(r.plan), "idle");
  CHECK_TEXT(b->c, rem_plan_source(r.plan), "");
  CHECK_INT(b->c, b->fake.planned, 0);
  r.buffers[0] = r.buffers[1] = (rem_buffer){0};
  CHECK_INT(b->c, rem_plan_run(r.plan, r.buffers, 2, NULL, 0, NULL, NULL), REM_OK);
  CHECK_INT(b->c, b->fake.runs, 0);
  CHECK_INT(b->c, rem_plan_run(r.plan, r.buffers, 1, NULL, 0, NULL, NULL), REM_INVALID);
  rem_plan_destroy(r.plan);
}

/* Memory by handle: x and y are what a cl_mem would be, and no addresses. */
static void test_handles(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  struct run r;
  char *x = (char *)(uintptr_t)1001, *y = (char *)(uintptr_t)UINTPTR_MAX;
  b->context.handles = 1;
  b->fake.workspace_bytes = 128, b->fake.workspace_align = 64;
  make_run(b, &r, &desc);
  if (!r.plan) return;
  r.buffers[0] = (rem_buffer){x, 256, 128}, r.buffers[1] = (rem_buffer){y, 256, 128};
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace + 1, 128), REM_OK);
  CHECK(b->c, b->fake.buffers == r.buffers && b->fake.elements[0] && b->fake.elements[1]);
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace, 127), REM_WORKSPACE_TOO_SMALL);
  r.buffers[0].offset = 130;
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace, 128), REM_MISALIGNED);
  r.buffers[0].offset = 128;
  CHECK_INT(b->c, run_it(b, &r, 2, x, 128), REM_OK); /* behind the workspace, in one allocation */
  r.buffers[0].offset = 124;
  CHECK_INT(b->c, run_it(b, &r, 2, x, 128), REM_INVALID);
  CHECK_TEXT(b->c, r.error.text, "x: shares memory with the workspace");
  r.buffers[1] = (rem_buffer){x, 256, 156};
  CHECK_INT(b->c, run_it(b, &r, 2, y, 128), REM_OK);
  r.buffers[1].offset = 152;
  CHECK_INT(b->c, run_it(b, &r, 2, y, 128), REM_INVALID);
  CHECK_TEXT(b->c, r.error.text, "y: shares memory with x");
  rem_plan_destroy(r.plan);
}

/* The backend may refuse memory, the workspace too. */
static void test_foreign(struct bed *b) {
  rem_view views[2];
  rem_desc desc = cumsum_desc(views);
  struct run r;
  b->fake.workspace_bytes = 128, b->fake.workspace_align = 64;
  make_run(b, &r, &desc);
  if (!r.plan) return;
  b->fake.foreign = r.y;
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace, 128), REM_INVALID);
  CHECK_TEXT(b->c, r.error.text, "y: not memory of the fake");
  CHECK_INT(b->c, r.error.slot, 1);
  b->fake.foreign = r.workspace;
  CHECK_INT(b->c, run_it(b, &r, 2, r.workspace, 128), REM_INVALID);
  CHECK_TEXT(b->c, r.error.text, "workspace: not memory of the fake");
  rem_plan_destroy(r.plan);
}

/* ---- contexts ---- */

static void device(struct check *c, const char *name, rem_status expected, const char *says) {
  struct memory m = {.fail_at = -1};
  rem_context_desc desc = {
      .size = sizeof desc, .device = name, .allocate = counted_allocate, .release = counted_release, .user = &m};
  rem_context *context = NULL;
  rem_error error = {.size = sizeof error};
  CHECK_INT(c, rem_context_create(&desc, &context, &error), expected);
  if (says) CHECK_TEXT(c, error.text, says);
  CHECK(c, (context == NULL) == (expected != REM_OK));
  rem_context_destroy(context);
  CHECK_INT(c, m.live, 0);
}

static void test_devices(struct check *c) {
  CHECK(c, device_number("opencl:12") == 12 && device_number("cuda:0") == 0);
  CHECK(c, device_number("cpu") == 0 && device_number(NULL) == 0);
  device(c, NULL, REM_OK, NULL);
  device(c, "cpu", REM_OK, NULL);
  device(c, "cuda:123456789", REM_UNSUPPORTED, NULL); /* no library, or not so many devices */
  device(c, "opencl:123456789", REM_UNSUPPORTED, NULL);
  device(c, "cuda", REM_INVALID, "device: expected \"cuda:N\", found \"cuda\"");
  device(c, "cuda:", REM_INVALID, NULL);
  device(c, "cuda:-1", REM_INVALID, NULL);
  device(c, "cuda:1x", REM_INVALID, NULL);
  device(c, "cuda:12345678901", REM_INVALID, NULL);
  device(c, "cpu:0", REM_INVALID, "device: expected \"cpu\", found \"cpu:0\"");
  device(c, "cp", REM_INVALID, NULL);
  device(c, "", REM_INVALID, NULL);
  device(c, "tpu:0", REM_INVALID, "device: expected \"cpu\", \"cuda:N\" or \"opencl:N\", found \"tpu:0\"");
}

static void test_context_desc(struct check *c) {
  rem_context_desc desc = {.size = sizeof desc - 1};
  rem_context *context = NULL;
  CHECK_INT(c, rem_context_create(&desc, &context, NULL), REM_INVALID);
  desc.size = sizeof desc + 8;
  CHECK_INT(c, rem_context_create(&desc, &context, NULL), REM_INVALID);
  desc.size = sizeof desc, desc.threads = -1;
  CHECK_INT(c, rem_context_create(&desc, &context, NULL), REM_INVALID);
  desc.threads = 0, desc.allocate = counted_allocate;
  CHECK_INT(c, rem_context_create(&desc, &context, NULL), REM_INVALID);
  desc.allocate = NULL, desc.release = counted_release;
  CHECK_INT(c, rem_context_create(&desc, &context, NULL), REM_INVALID);
  CHECK_INT(c, rem_context_create(NULL, NULL, NULL), REM_INVALID);
  CHECK(c, context == NULL);
  CHECK_INT(c, rem_context_create(NULL, &context, NULL), REM_OK);
  CHECK(c, !strncmp(rem_context_device(context), "cpu", 3));
  rem_context_destroy(context);
  rem_context_destroy(NULL);
  CHECK_TEXT(c, rem_context_device(NULL), "");
}

/* ---- allocations that fail, with the real backend ---- */

/* One of each kind; large enough for a plan that needs a workspace and threads. */
static const char *const problems[] = {
    "lerp weight=0.25 f32[3,70000] f32[70000]",
    "lerp.bwd a:bf16[3,70000] b:f32[70000] w:f32[3,1] dw:f32[3,1] da: db:",
    "sum f32[1,700000]",
    "sum axes=0 f32[70000,3]",
    "max axes=1 f16[3,70000] index:i64",
    "logsumexp axes=1 f64[3,70000]",
    "logsumexp.bwd axes=1 f32[3,70000]",
    "prod.bwd f32[3,70000]",
    "var.bwd axes=0 f32[70000,3]",
    "cumsum axis=1 f32[1,700000]",
    "cumprod.bwd axis=1 f32[3,70000]",
    "cummax.bwd axis=0 bf16[70000,3]",
    "linrec.bwd axis=1 a:f32[3,70000] y:f32[3,70000]",
    "pad low=1,2 high=3,4 f32[3,70000]",
    "pad.bwd low=1,2 high=3,4 mode=reflect f32[5,70000]",
    "repeat repeats=2,3 f32[3,70000]",
    "repeat.bwd repeats=2,3 f32[3,70000]",
};

static rem_status plan_line(rem_context *context, const char *line, rem_plan **plan, rem_error *error) {
  struct parsed parsed;
  rem_desc desc;
  if (parse_problem(line, &parsed, error->text, sizeof error->text)) return REM_INVALID;
  parsed_desc(&parsed, &desc);
  return rem_plan_create(context, &desc, plan, error);
}

/* Fails each allocation in turn until creation succeeds: every time a status, no block left, and then it works. */
static void fail_plan(struct check *c, rem_context *context, struct memory *m, const char *line) {
  int64_t before = m->live, at;
  for (at = 0; at < 100; at++) {
    rem_error error = {.size = sizeof error};
    rem_plan *plan = NULL;
    rem_status status;
    m->calls = 0, m->fail_at = at;
    status = plan_line(context, line, &plan, &error);
    if (m->calls <= at) { /* nothing failed any more */
      if (!CHECK_INT(c, status, REM_OK)) printf("  %s: %s\n", line, error.text);
      rem_plan_destroy(plan);
      CHECK_INT(c, m->live, before);
      break;
    }
    CHECK_INT(c, status, REM_NO_MEMORY);
    CHECK(c, plan == NULL && error.text[0]);
    CHECK_INT(c, m->live, before);
  }
  CHECK(c, at >= 1 && at < 100); /* a plan needs memory: the injection was real */
  m->fail_at = -1;
}

static void test_no_memory(struct check *c) {
  struct memory m = {.fail_at = -1};
  rem_context_desc desc = {.size = sizeof desc, .allocate = counted_allocate, .release = counted_release, .user = &m};
  rem_context *context = NULL;
  int64_t at;
  size_t i;
  for (at = 0; at < 100; at++) {
    rem_error error = {.size = sizeof error};
    rem_status status;
    m.calls = 0, m.fail_at = at;
    status = rem_context_create(&desc, &context, &error);
    if (m.calls <= at) break;
    CHECK_INT(c, status, REM_NO_MEMORY);
    CHECK(c, context == NULL && error.text[0] && m.live == 0);
  }
  CHECK(c, at >= 1 && context != NULL);
  m.fail_at = -1;
  for (i = 0; context && i < sizeof problems / sizeof problems[0]; i++) fail_plan(c, context, &m, problems[i]);
  rem_context_destroy(context);
  CHECK_INT(c, m.live, 0);
}

static void test_memory(struct check *c) {
  rem_context *context = NULL;
  rem_buffer buffer = {0}, past;
  char from[100], to[100] = {0};
  rem_error error = {.size = sizeof error};
  memset(from, 'r', sizeof from);
  if (!CHECK_INT(c, rem_context_create(NULL, &context, NULL), REM_OK)) return;
  CHECK_INT(c, rem_memory_create(context, 100, &buffer, &error), REM_OK);
  CHECK(c, buffer.base && (uintptr_t)buffer.base % 64 == 0 && buffer.bytes == 100 && buffer.offset == 0);
  CHECK_INT(c, rem_memory_write(context, &buffer, from, 100, NULL, &error), REM_OK);
  past = buffer, past.offset = 50;
  CHECK_INT(c, rem_memory_read(context, to, &past, 50, NULL, &error), REM_OK);
  CHECK(c, to[49] == 'r' && to[50] == 0);
  CHECK_INT(c, rem_memory_read(context, to, &past, 51, NULL, &error), REM_BUFFER_TOO_SMALL);
  past.offset = SIZE_MAX;
  CHECK_INT(c, rem_memory_write(context, &past, from, 1, NULL, &error), REM_BUFFER_TOO_SMALL);
  CHECK_INT(c, rem_memory_write(context, &past, from, 0, NULL, &error), REM_OK);
  CHECK_INT(c, rem_memory_write(context, &buffer, NULL, 1, NULL, &error), REM_INVALID);
  CHECK_INT(c, rem_memory_write(context, NULL, from, 1, NULL, &error), REM_INVALID);
  CHECK_INT(c, rem_memory_create(context, SIZE_MAX, &past, &error), REM_NO_MEMORY);
  CHECK(c, past.base == NULL);
  rem_memory_destroy(context, &buffer);
  CHECK(c, buffer.base == NULL);
  rem_memory_destroy(context, &buffer);
  rem_memory_destroy(context, NULL);
  CHECK_INT(c, rem_memory_create(context, 0, &buffer, &error), REM_OK);
  rem_memory_destroy(context, &buffer);
  rem_context_destroy(context);
}

int main(void) {
  static void (*const tests[])(struct bed *) = {
      test_getters,   test_keeps_nothing,   test_long_text,    test_null,    test_demands,
      test_limits,    test_backend_refuses, test_idle_strides, test_run,     test_span,
      test_workspace, test_overlap,         test_idle,         test_handles, test_foreign};
  struct check c = {"core plan", 0, 0};
  size_t i;
  for (i = 0; i < sizeof tests / sizeof tests[0]; i++) {
    struct bed b;
    make_bed(&b, &c);
    tests[i](&b);
    CHECK_INT(&c, b.memory.live, 0);
  }
  test_devices(&c);
  test_context_desc(&c);
  test_memory(&c);
  test_no_memory(&c);
  return check_end(&c);
}
