/* planner.c: collects the steps of a plan. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/dtype.h"
#include "core/error.h"
#include "gpu.h"
#include "convert.h"
#include "whole.h"

rem_status plan_fail(struct planner *s, rem_status status, const char *text) {
  if (!s->status) s->status = fail(s->error, status, NOWHERE, "%s", text);
  return s->status;
}

/* ---- the head ---- */

/* A head has some 50 lines of a few short words and is made anew for every plan, in whose time printf and even strlen would be
 * seen. */
static void head_text(struct planner *s, const char *text) {
  char *at = s->head + s->head_used, *end = s->head + sizeof s->head - 1;
  if (s->status) return;
  while (*text && at < end) *at++ = *text++;
  *at = 0;
  s->head_used = (size_t)(at - s->head);
  if (*text) plan_fail(s, REM_INTERNAL, "the head of a kernel does not fit");
}

static void head_number(struct planner *s, int64_t value) {
  char digits[24], *at = digits + sizeof digits - 1;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  *at = 0;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) *--at = '-';
  head_text(s, at);
}

/* One line: #define WORD, or #define WORD_I, then a space; what it means and the end of the line come next. */
static void head_define(struct planner *s, const char *word, int i) {
  head_text(s, "#define ");
  head_text(s, word);
  if (i >= 0) head_text(s, "_"), head_number(s, i);
  head_text(s, " ");
}

static void say(struct planner *s, const char *word, int i, int64_t value) {
  head_define(s, word, i);
  head_number(s, value);
  head_text(s, "\n");
}
static void say_text(struct planner *s, const char *word, int i, const char *text) {
  head_define(s, word, i);
  head_text(s, text);
  head_text(s, "\n");
}

void step_say(struct planner *s, const char *word, int64_t value) { say(s, word, -1, value); }
void step_say_at(struct planner *s, const char *word, int i, int64_t value) { say(s, word, i, value); }
void step_word(struct planner *s, const char *word, const char *text) { say_text(s, word, -1, text); }

/* ---- a step ---- */

static struct step *current(struct planner *s) { return &s->step[s->steps < MAX_STEPS ? s->steps : MAX_STEPS - 1]; }

/* Whether a problem has integers that are no positions: its kernels then need their words. */
static int has_integers(const struct problem *p) {
  if (!problem_is_real(p)) return 1;
  for (int i = 0; i < p->n_slots; i++) {
    enum slot_kind kind = p->entry->slots[p->pass][i].kind;
    int looked_up = p->entry->family == FAMILY_PICK || p->entry->rival; /* elsewhere they are compared as T */
    int place = kind == SLOT_PLACE && looked_up && dtype_is(p->views[i].dtype, SLOT_INDEX);
    if (p->views[i].rank == REM_LEFT_OUT || kind == SLOT_INDEX || kind == SLOT_COUNT || place) continue;
    if (!dtype_is_real(p->views[i].dtype)) return 1;
  }
  return 0;
}

void step_begin(struct planner *s, const char *schedule, const char *entry) {
  struct step *step = current(s);
  if (s->steps == MAX_STEPS) plan_fail(s, REM_INTERNAL, "a plan has too many steps");
  memset(step, 0, sizeof *step);
  s->head_used = 0;
  head_text(s, "// ");
  head_text(s, schedule);
  head_text(s, " ");
  head_text(s, entry);
  head_text(s, "\n");
  step_word(s, "REM_T", rem_dtype_name(s->p->compute));
  if (has_integers(s->p)) step_say(s, "INTEGERS", 1 + !problem_is_real(s->p));
}

void step_pointer(struct planner *s, int i, struct place place, int dtype, int accumulate) {
  if (i < 0 || i >= GPU_POINTERS || current(s)->place[i].from != FROM_NOWHERE) {
    plan_fail(s, REM_INTERNAL, "a pointer of a kernel is not there, or taken");
    return;
  }
  current(s)->place[i] = place;
  if (dtype) say_text(s, "D", i, rem_dtype_name(dtype));
  if (accumulate) step_say_at(s, "ADD", i, 1);
}

void step_offsets(struct planner *s, int64_t count) {
  step_word(s, "INDEX", count < INT32_MAX ? "u32" : "u64");
  step_word(s, "OFFSET", s->near ? "i32" : "i64");
}

void *step_args(struct planner *s, size_t bytes) {
  struct step *step = current(s);
  bytes = (bytes + 7) & ~(size_t)7;
  if (s->pool_used + bytes > sizeof s->pool || bytes > GPU_ARGS_MOST) {
    plan_fail(s, REM_INTERNAL, "the arguments of a plan do not fit");
    s->pool_used = 0;
  }
  step->args_at = s->pool_used;
  step->args_bytes = bytes;
  s->pool_used += bytes;
  return memset(s->pool + step->args_at, 0, bytes);
}

void step_kernel(struct planner *s, int threads, const struct kernel **kernel) {
  int most = s->gpu->facts.most_threads;
  step_say(s, "THREADS", threads);
  if (!s->status && threads > most)
    s->status = fail(s->error, REM_UNSUPPORTED, NOWHERE, "%s: expected blocks of up to %d threads, found at most %d",
                     s->gpu->facts.name, threads, most);
  if (!s->status) s->status = cache_get(s->context, s->gpu->cache, s->head, source_make, kernel, s->error);
}

void step_end(struct planner *s, int64_t blocks, int threads) {
  struct step *step = current(s);
  step->blocks = blocks;
  step->threads = threads;
  if (!s->status && blocks > most_blocks()) plan_fail(s, REM_UNSUPPORTED, "more blocks than a launch can have");
  step_kernel(s, threads, &step->kernel);
  if (!s->status && blocks > 0) s->steps++;
}

int64_t most_blocks(void) { return INT32_MAX; }

/* ---- what families say and ask ---- */

struct place at_slot(int slot) { return (struct place){FROM_SLOT, slot, 0}; }
struct place in_workspace(int64_t offset) { return (struct place){FROM_WORKSPACE, -1, offset}; }

int64_t take_workspace(struct planner *s, int64_t bytes) {
  size_t at = (s->workspace + 255) & ~(size_t)255;
  s->workspace = at + (size_t)bytes;
  return (int64_t)at;
}

void plan_note(struct planner *s, const char *format, ...) {
  struct planned *planned = s->planned;
  size_t used = strlen(planned->notes), room = sizeof planned->notes - used;
  va_list args;
  va_start(args, format);
  int n = room > 2 ? vsnprintf(planned->notes + used + (used > 0), room - (used > 0), format, args) : -1;
  va_end(args);
  if (n < 0 || (size_t)n + (used > 0) >= room) planned->notes[used] = 0;
  else if (used > 0) planned->notes[used] = ' ';
}

void plan_sku(struct planner *s, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(s->planned->sku, sizeof s->planned->sku, format, args);
  va_end(args);
}

struct operand gpu_operand(const struct problem *p, const char *name) {
  struct operand o = {problem_slot(p, name), 0, 0};
  if (o.slot >= 0 && p->views[o.slot].rank == REM_LEFT_OUT) o.slot = -1;
  if (o.slot < 0) return o;
  o.dtype = p->views[o.slot].dtype;
  o.accumulate = p->accumulate >> o.slot & 1;
  return o;
}

const rem_view *operand_view(const struct problem *p, struct operand o) { return o.slot < 0 ? NULL : &p->views[o.slot]; }

int64_t real_bits(const struct problem *p, double v) {
  switch (p->compute) {
    case REM_F64: return (int64_t)bits_f64(v);
    case REM_F32: return (int64_t)bits_f32((f32)v);
    case REM_I64: return i64_from_f64(v);
    default: return i32_from_f64(v);
  }
}
