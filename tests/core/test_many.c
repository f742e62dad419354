/* test_many.c: what a plan of many says of itself and refuses: of which member, slot and axis; memory that is shared across members;
 * buffers that come again; allocations that fail one after the other. */
#include "check.h"
#include "remora/remora.h"

#include <stdlib.h>

enum { MEMBERS = 3, SLOTS = 3, ELEMS = 10 }; /* of mul: a b -> y */

struct setting {
  rem_view views[MEMBERS][SLOTS];
  rem_desc descs[MEMBERS];
  float memory[MEMBERS * SLOTS][16];
  rem_buffer buffers[MEMBERS * SLOTS];
};

static void set(struct setting *s) {
  int64_t n = ELEMS;
  *s = (struct setting){0};
  for (int m = 0; m < MEMBERS; m++) {
    for (int i = 0; i < SLOTS; i++) {
      s->views[m][i] = rem_view_packed(REM_F32, 1, &n);
      s->buffers[m * SLOTS + i] = (rem_buffer){s->memory[m * SLOTS + i], sizeof s->memory[0], 0};
      for (int k = 0; k < 16; k++) s->memory[m * SLOTS + i][k] = (float)(m + i + k);
    }
    s->descs[m] = (rem_desc){.size = sizeof s->descs[m], .op = "mul", .views = s->views[m], .n_views = SLOTS};
  }
}

static void test_says(struct check *c, rem_context *context) {
  struct setting s;
  rem_plan *plan = NULL;
  rem_view view;
  rem_guarantee g = {.size = sizeof g};
  set(&s);
  int64_t none = 0;
  for (int i = 0; i < SLOTS; i++) s.views[1][i] = rem_view_packed(REM_F64, 1, &none);
  if (!CHECK_INT(c, rem_plan_create_many(context, s.descs, MEMBERS, &plan, NULL), REM_OK)) return;
  CHECK_INT(c, rem_plan_members(plan), MEMBERS);
  CHECK_INT(c, rem_plan_slots(plan), MEMBERS * SLOTS);
  CHECK_TEXT(c, rem_plan_problem(plan),
             "mul a:f32[10] b:f32[10] y:f32[10] | mul a:f64[0] b:f64[0] y:f64[0] | mul a:f32[10] b:f32[10] y:f32[10]");
  CHECK(c, strstr(rem_plan_sku(plan), ".mul.f32.many3.map.") != NULL);
  CHECK(c, strstr(rem_plan_notes(plan), "Of 3 members 2 share one parallel region, 0 run by themselves.") != NULL);
  CHECK_INT(c, rem_plan_view(plan, 4, &view, NULL), REM_OK);
  CHECK_INT(c, view.dtype, REM_F64);
  CHECK_INT(c, rem_plan_view(plan, MEMBERS * SLOTS, &view, NULL), REM_INVALID);
  CHECK_INT(c, rem_plan_guarantee(plan, &g, NULL), REM_OK);
  CHECK(c, g.compute == REM_F32 && g.repeat == REM_REPEAT_EVERYWHERE);
  CHECK_INT(c, rem_plan_members(NULL), 0);
  rem_plan_destroy(plan);
}

static void refused(struct check *c, rem_context *context, const struct setting *s, rem_status expected, int slot,
                    const char *text) {
  rem_error e = {.size = sizeof e};
  rem_plan *plan = (rem_plan *)(void *)&e;
  CHECK_INT(c, rem_plan_create_many(context, s->descs, MEMBERS, &plan, &e), expected);
  CHECK(c, plan == NULL);
  CHECK_INT(c, e.slot, slot);
  CHECK_TEXT(c, e.text, text);
}

static void test_refusals(struct check *c, rem_context *context) {
  struct setting s;
  rem_error e = {.size = sizeof e};
  rem_plan *plan = NULL;
  rem_guarantee exact = {.size = sizeof exact, .ulp = 0, .sum = -1};
  set(&s);
  s.views[2][1].dtype = 77;
  refused(c, context, &s, REM_INVALID, 2 * SLOTS + 1,
          "member 2: b: expected dtype a float, an integer or bool, found number 77");
  set(&s);
  s.views[1][1].shape[0] = 7;
  refused(c, context, &s, REM_INVALID, SLOTS + 1, "member 1: b: axis 0 has extent 7, which does not broadcast with 10");
  set(&s);
  s.views[0][0].rank = 9;
  refused(c, context, &s, REM_INVALID, 0, "member 0: a: expected rank 0 to 8, found 9");
  set(&s);
  s.descs[1].op = "add";
  refused(c, context, &s, REM_INVALID, -1, "member 1: expected mul as of member 0, found add");
  set(&s);
  s.descs[2].at_least = &exact;
  CHECK_INT(c, rem_plan_create_many(context, s.descs, MEMBERS, &plan, &e), REM_UNSUPPORTED);
  CHECK(c, strncmp(e.text, "member 2: at_least: ulp ", 24) == 0);
  set(&s);
  s.descs[1].max_workspace = 1;
  CHECK_INT(c, rem_plan_create_many(context, s.descs, MEMBERS, &plan, &e), REM_WORKSPACE_TOO_SMALL);
  set(&s);
  CHECK_INT(c, rem_plan_create_many(context, s.descs, 0, &plan, &e), REM_INVALID);
  CHECK_INT(c, rem_plan_create_many(context, s.descs, -4, &plan, &e), REM_INVALID);
  CHECK_INT(c, rem_plan_create_many(context, NULL, 2, &plan, &e), REM_INVALID);
  CHECK_INT(c, rem_plan_create_many(NULL, s.descs, 2, &plan, &e), REM_INVALID);
  CHECK_INT(c, rem_plan_create_many(context, s.descs, 2, NULL, &e), REM_INVALID);
}

/* ---- buffers ---- */

struct running {
  struct check *c;
  rem_plan *plan;
  size_t bytes, align;
  char *workspace;
};

static void bad_run(const struct running *r, const struct setting *s, rem_status expected, int slot, const char *text) {
  rem_error e = {.size = sizeof e};
  CHECK_INT(r->c, rem_plan_run(r->plan, s->buffers, MEMBERS * SLOTS, r->workspace, r->bytes, NULL, &e), expected);
  CHECK_INT(r->c, e.slot, slot);
  CHECK_TEXT(r->c, e.text, text);
}

static void good_run(const struct running *r, struct setting *s) {
  CHECK_INT(r->c, rem_plan_check(r->plan, s->buffers, MEMBERS * SLOTS, r->workspace, r->bytes, NULL), REM_OK);
  CHECK_INT(r->c, rem_plan_run(r->plan, s->buffers, MEMBERS * SLOTS, r->workspace, r->bytes, NULL, NULL), REM_OK);
  for (int m = 0; m < MEMBERS; m++)
    for (int k = 0; k < ELEMS; k++) {
      const float *y = s->buffers[m * SLOTS + 2].base;
      CHECK(r->c, y[k] == (float)(m + k) * (float)(m + 1 + k));
    }
}

static void test_buffers(const struct running *r) {
  struct setting s;
  rem_error e = {.size = sizeof e};
  set(&s), good_run(r, &s);
  set(&s), good_run(r, &s); /* they are known */
  set(&s);
  s.buffers[4].base = NULL;
  bad_run(r, &s, REM_BUFFER_TOO_SMALL, 4, "member 1: b: expected a buffer of 40 bytes, found NULL");
  set(&s);
  s.buffers[6].bytes = 39;
  bad_run(r, &s, REM_BUFFER_TOO_SMALL, 6, "member 2: a: needs 40 bytes from offset 0 on, found a buffer of 39");
  set(&s);
  s.buffers[5].offset = 2;
  bad_run(r, &s, REM_MISALIGNED, 5, "member 1: y: expected an address that is a multiple of 4, found remainder 2");
  set(&s);
  s.buffers[5] = s.buffers[2];
  bad_run(r, &s, REM_INVALID, 2, "member 0: y: shares memory with y of member 1");
  set(&s);
  s.buffers[8] = s.buffers[0];
  s.buffers[8].offset = 4;
  bad_run(r, &s, REM_INVALID, 8, "member 2: y: shares memory with a of member 0");
  set(&s);
  s.buffers[8] = s.buffers[0]; /* in place of an operand of another member */
  bad_run(r, &s, REM_INVALID, 8, "member 2: y: shares memory with a of member 0");
  set(&s);
  CHECK_INT(r->c, rem_plan_run(r->plan, s.buffers, SLOTS, r->workspace, r->bytes, NULL, &e), REM_INVALID);
  CHECK_TEXT(r->c, e.text, "buffers: expected 9, found 3");
  CHECK_INT(r->c, rem_plan_run(r->plan, NULL, MEMBERS * SLOTS, r->workspace, r->bytes, NULL, &e), REM_INVALID);
  if (r->bytes) {
    CHECK_INT(r->c, rem_plan_run(r->plan, s.buffers, MEMBERS * SLOTS, NULL, 0, NULL, &e), REM_WORKSPACE_TOO_SMALL);
    s.buffers[3] = (rem_buffer){r->workspace, r->bytes, 0};
    bad_run(r, &s, REM_INVALID, 3, "member 1: a: shares memory with the workspace");
  }
  set(&s);
  for (int m = 0; m < MEMBERS; m++) s.buffers[m * SLOTS + 2] = s.buffers[m * SLOTS]; /* each in place of its own */
  good_run(r, &s);
  set(&s), good_run(r, &s);
}

static void test_runs(struct check *c, rem_context *context) {
  struct setting s;
  struct running r = {.c = c};
  set(&s);
  if (!CHECK_INT(c, rem_plan_create_many(context, s.descs, MEMBERS, &r.plan, NULL), REM_OK)) return;
  rem_plan_workspace(r.plan, &r.bytes, &r.align);
  r.workspace = aligned_alloc(64, (r.bytes + 64) / 64 * 64);
  test_buffers(&r);
  free(r.workspace);
  rem_plan_destroy(r.plan);
}

/* No member has elements. */
static void test_idle(struct check *c, rem_context *context) {
  struct setting s;
  rem_plan *plan = NULL;
  int64_t none = 0;
  set(&s);
  for (int m = 0; m < MEMBERS; m++)
    for (int i = 0; i < SLOTS; i++)
      s.views[m][i] = rem_view_packed(REM_F32, 1, &none), s.buffers[m * SLOTS + i] = (rem_buffer){0};
  if (!CHECK_INT(c, rem_plan_create_many(context, s.descs, MEMBERS, &plan, NULL), REM_OK)) return;
  CHECK_TEXT(c, rem_plan_sku(plan), "idle");
  CHECK_INT(c, rem_plan_run(plan, s.buffers, MEMBERS * SLOTS, NULL, 0, NULL, NULL), REM_OK);
  rem_plan_destroy(plan);
}

/* ---- memory that fails ---- */

struct memory {
  int live, calls, fail_at;
};
static void *allocate(void *user, size_t bytes) {
  struct memory *m = user;
  if (m->calls++ == m->fail_at) return NULL;
  m->live++;
  return malloc(bytes);
}
static void release(void *user, void *block) {
  struct memory *m = user;
  m->live--;
  free(block);
}

static void test_allocations(struct check *c) {
  struct memory memory = {.fail_at = -1};
  rem_context_desc desc = {.size = sizeof desc, .allocate = allocate, .release = release, .user = &memory};
  rem_context *context = NULL;
  struct setting s;
  rem_status status = REM_NO_MEMORY;
  set(&s);
  if (!CHECK_INT(c, rem_context_create(&desc, &context, NULL), REM_OK)) return;
  int before = memory.live, tries = 0;
  for (; status == REM_NO_MEMORY && tries < 100; tries++) {
    rem_plan *plan = NULL;
    memory.calls = 0, memory.fail_at = tries;
    status = rem_plan_create_many(context, s.descs, MEMBERS, &plan, NULL);
    CHECK(c, (status == REM_OK) == (plan != NULL));
    rem_plan_destroy(plan);
    CHECK_INT(c, memory.live, before);
  }
  CHECK_INT(c, status, REM_OK);
  CHECK(c, tries > 2 + MEMBERS);
  rem_context_destroy(context);
  CHECK_INT(c, memory.live, 0);
}

int main(void) {
  struct check c = {.name = "core/test_many"};
  rem_context *context = NULL;
  if (CHECK_INT(&c, rem_context_create(NULL, &context, NULL), REM_OK)) {
    test_says(&c, context);
    test_refusals(&c, context);
    test_runs(&c, context);
    test_idle(&c, context);
  }
  rem_context_destroy(context);
  test_allocations(&c);
  return check_end(&c);
}
