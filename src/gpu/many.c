/* many.c: launches over many tensors: members that need the same kernel with the same numbers are one launch, whose arguments say
 * where their tensors lie; steps of optimizers are such launches of one member. docs/decisions/0018-many-tensors.md */
#include "many.h"

#include <stdio.h>
#include <string.h>

#include "core/error.h"

/* Words of arguments: numbers, the count of members, then for each its first block, its elements and its operands; then axes. */
enum { MANY_THREADS = 256, MANY_TURNS = 4, MANY_BYTES = 16, MANY_HEAD = MANY_NUMBERS + 1, MANY_MOST_MEMBERS = 256 };

/* ---- a step as columns ---- */

static void take_column(struct flat *f, const struct problem *p, int slot, int column) {
  if (p->views[slot].rank == REM_LEFT_OUT || problem_need(p, slot) == REM_IGNORED) return;
  f->slot[column] = slot;
  f->dtype[column] = problem_dtype(p, slot);
  f->accumulate[column] = p->accumulate >> slot & 1;
}

static void step_columns(const struct problem *p, struct flat *f) {
  const struct entry *e = p->entry;
  int first = e->inputs + entry_rates(e);
  for (int i = 0; i < e->inputs; i++) take_column(f, p, i, MANY_IN + i);
  for (int i = 0; i < e->results; i++) take_column(f, p, first + i, MANY_OUT + i);
  if (e->beside) take_column(f, p, first + e->results, MANY_IN - 1);
  f->rates = entry_rates(e);
  for (int i = 0; i < f->rates; i++) {
    f->rate_slot[i] = p->views[e->inputs + i].rank == REM_LEFT_OUT ? -1 : e->inputs + i;
    f->rate_dtype[i] = p->views[e->inputs + i].dtype;
    f->counts[i] = e->slots[REM_FORWARD][e->inputs + i].kind == SLOT_COUNT;
  }
  problem_step_numbers(p, f->number);
  for (int k = 0; k < p->rank; k++) {
    int64_t stride[MAX_OPERANDS] = {0};
    for (int o = 0; o < MANY_COLUMNS; o++)
      if (f->slot[o] >= 0) stride[o] = p->shape[k] == 1 ? 0 : p->views[f->slot[o]].stride[k];
    space_push(&f->space, p->shape[k], stride);
  }
  space_sort(&f->space, MANY_COLUMNS);
}

int flat_axes(const struct flat *f) {
  int flat = f->space.n <= 1;
  for (int o = 0; o < MANY_COLUMNS && f->space.n == 1; o++) {
    int64_t stride = f->space.axis[0].stride[o];
    flat &= f->slot[o] < 0 || stride == 1 || (stride == 0 && o >= MANY_IN);
  }
  return flat ? 0 : f->space.n;
}

int flat_of(const struct problem *p, struct flat *f) {
  *f = (struct flat){.standin = -1};
  for (int o = 0; o < MANY_COLUMNS; o++) f->slot[o] = -1;
  if (p->entry->family == FAMILY_MAP) return map_flat(p, f);
  if (p->entry->family != FAMILY_STEP) return 0;
  f->stepping = 1;
  step_columns(p, f);
  return flat_axes(f) == 0;
}

/* ---- its kernel ---- */

static int flat_operands(const struct flat *f) {
  int n = 0;
  for (int o = 0; o < MANY_COLUMNS; o++) n += f->slot[o] >= 0;
  for (int i = 0; i < f->rates; i++) n += f->rate_slot[i] >= 0;
  return n;
}

static int width_of(const struct flat *f) {
  int64_t widest = 1;
  for (int o = 0; o < MANY_COLUMNS; o++)
    if (f->slot[o] >= 0) widest = larger(widest, dtype_bytes(f->dtype[o]));
  return flat_axes(f) ? 1 : (int)(MANY_BYTES / widest);
}

static int repeats(const struct flat *f, int column) { return f->space.n == 1 && f->space.axis[0].stride[column] == 0; }

/* Columns, rates and which word each has: words[] becomes their slots, in order. */
static void say_operands(struct planner *s, const struct flat *f, signed char *slots) {
  int word = 2;
  for (int o = 0; o < MANY_COLUMNS; o++) {
    int there = f->slot[o] >= 0;
    step_say_at(s, "HAS", o, there);
    step_say_at(s, "PLACE", o, there ? word : 0);
    step_say_at(s, "STEP", o, !repeats(f, o));
    if (!there) continue;
    step_pointer(s, o, (struct place){FROM_NOWHERE, -1, 0}, f->dtype[o], f->accumulate[o]);
    slots[word++ - 2] = (signed char)f->slot[o];
  }
  for (int i = 0; i < STEP_RATES && f->stepping; i++) {
    char name[16];
    int there = i < f->rates && f->rate_slot[i] >= 0, counts = i < f->rates && f->counts[i];
    step_say_at(s, "RATE", i, there ? 1 + counts : 0);
    step_say_at(s, "RATE_PLACE", i, there ? word : 0);
    step_say_at(s, "RATE_ELSE", i, !counts);
    snprintf(name, sizeof name, "RATE_D_%d", i);
    step_word(s, name, there ? rem_dtype_name(f->rate_dtype[i]) : "f32");
    if (there) slots[word++ - 2] = (signed char)f->rate_slot[i];
  }
}

/* Begins a step, says all that tells its kernel from others, and finds that. */
static void many_kernel(struct planner *s, const struct flat *f, int members, struct step *step) {
  int axes = flat_axes(f);
  step_begin(s, "many", s->p->entry->name);
  step_say(s, "MEMBERS", members);
  step_say(s, "WORDS_OF", 2 + flat_operands(f));
  step_say(s, "AXES", axes);
  step_say(s, "WIDTH", width_of(f));
  step_say(s, "TURNS", axes ? 1 : MANY_TURNS);
  step_say(s, "STEPPING", f->stepping);
  step_say(s, "STANDIN", f->standin);
  *step = (struct step){.threads = MANY_THREADS, .operands = flat_operands(f)};
  say_operands(s, f, step->slot);
  if (axes) step_offsets(s, space_count(&f->space));
  if (!f->stepping) map_words(s, f->body);
  step_kernel(s, MANY_THREADS, &step->kernel);
}

static int64_t blocks_of(const struct flat *f) {
  return ceil_div(space_count(&f->space), (int64_t)MANY_THREADS * (flat_axes(f) ? 1 : MANY_TURNS) * width_of(f));
}

/* Members that the arguments of a launch have room for. A step alone has the kernel of many, so that a pack serves both. */
static int most_members(const struct gpu *gpu, const struct flat *f) {
  if (flat_axes(f)) return 1;
  int words = (gpu->facts.handles ? GPU_MANY_BESIDE_HANDLES : GPU_MANY_MOST) / 8 - MANY_HEAD;
  return (int)smaller(words / (2 + flat_operands(f)), MANY_MOST_MEMBERS);
}

/* Bytes of arguments for so many members. */
static size_t args_bytes(const struct flat *f, int members) {
  return (size_t)(MANY_HEAD + members * (2 + flat_operands(f)) + flat_axes(f) * (1 + MANY_COLUMNS)) * sizeof(int64_t);
}

static void write_numbers(const struct planner *s, const struct flat *f, int64_t *args) {
  for (int i = 0; i < MANY_NUMBERS; i++) args[i] = real_bits(s->p, f->number[i]);
}

/* ---- a step alone ---- */

void gpu_step(struct planner *s) {
  struct flat f;
  struct step step;
  flat_of(s->p, &f);
  int axes = flat_axes(&f), words = 2 + flat_operands(&f), most = most_members(s->gpu, &f);
  size_t bytes = args_bytes(&f, 1);
  many_kernel(s, &f, most, &step);
  int64_t *args = step_args(s, bytes + sizeof(int64_t)), *axis = args + MANY_HEAD + words; /* behind them: member 0 */
  write_numbers(s, &f, args);
  args[MANY_HEAD + 1] = space_count(&f.space);
  for (int k = 0; k < axes; k++, axis += 1 + MANY_COLUMNS) {
    axis[0] = f.space.axis[k].extent;
    for (int o = 0; o < MANY_COLUMNS; o++) axis[1 + o] = f.space.axis[k].stride[o];
  }
  step.args_at = s->step[s->steps].args_at, step.args_bytes = args_bytes(&f, most);
  step.members = 1, step.members_at = step.args_at + bytes;
  step.blocks = blocks_of(&f);
  if (step.blocks > most_blocks()) plan_fail(s, REM_UNSUPPORTED, "more blocks than a launch can have");
  if (!s->status) s->step[s->steps++] = step;
  plan_sku(s, "step");
}

/* ---- launches ---- */

/* Writes where a member's operands lie; 0: the handles do not suffice. */
static int place_member(const struct step *step, const rem_buffer *buffers, int by_handle, void **handles,
                        int64_t *word) {
  int known = 0;
  while (known < GPU_HANDLES && handles[known]) known++;
  int before = known;
  for (int i = 0; i < step->operands; i++) {
    const rem_buffer *b = &buffers[step->slot[i]];
    int h = 0;
    if (!by_handle) {
      word[i] = (int64_t)((uintptr_t)b->base + b->offset);
      continue;
    }
    while (h < known && handles[h] != b->base) h++;
    if (h == GPU_HANDLES) {
      while (known > before) handles[--known] = NULL;
      return 0;
    }
    if (h == known) handles[known++] = b->base;
    word[i] = (int64_t)b->offset << 4 | h;
  }
  return 1;
}

rem_status many_launch(const struct exec *exec, const struct step *step, const rem_buffer *buffers, void *stream,
                       rem_error *error) {
  const int64_t *drawn = (const int64_t *)(const void *)(exec->pool + step->args_at);
  const int32_t *members = (const int32_t *)(const void *)(exec->pool + step->members_at);
  int words = 2 + step->operands, by_handle = exec->gpu->facts.handles, done = 0;
  int64_t args[GPU_MANY_MOST / 8] = {0};
  rem_status status = REM_OK;
  while (done < step->members && !status) {
    void *handles[GPU_HANDLES] = {NULL};
    const int64_t *table = drawn + MANY_HEAD + done * words;
    int taken = 0;
    memcpy(args, drawn, step->members_at - step->args_at);
    for (; done + taken < step->members; taken++) {
      int64_t *word = args + MANY_HEAD + taken * words;
      const rem_buffer *own = buffers + (size_t)members[done + taken] * (size_t)exec->n_slots;
      if (!place_member(step, own, by_handle, handles, word + 2)) break;
      word[0] = table[taken * words] - table[0];
      word[1] = table[taken * words + 1];
    }
    args[MANY_NUMBERS] = taken;
    int64_t end = done + taken < step->members ? table[taken * words] : step->blocks;
    struct gpu_launch launch = {.blocks = end - table[0],
                                .threads = step->threads,
                                .args = args,
                                .args_bytes = step->args_bytes,
                                .handles = handles};
    status = exec->gpu->driver->launch(exec->gpu->device, step->kernel->loaded, &launch, stream, error);
    done += taken;
  }
  return status;
}

/* ---- a plan of many ---- */

/* Steps and their arguments, which grow. */
struct draft {
  rem_context *context;
  struct step *step;
  char *pool;
  int steps, steps_room;
  size_t used, pool_room;
};

static void *grown(rem_context *context, void *old, size_t used, size_t room) {
  void *block = context_allocate(context, room);
  if (!block) return NULL;
  if (used) memcpy(block, old, used);
  context_release(context, old);
  return block;
}

/* Room for one more step and so many bytes; NULL: no memory. */
static char *draft_add(struct draft *d, const struct step *step, size_t bytes) {
  if (d->steps == d->steps_room) {
    size_t room = (size_t)d->steps_room * 2 + 16;
    void *block = grown(d->context, d->step, (size_t)d->steps * sizeof *step, room * sizeof *step);
    if (!block) return NULL;
    d->step = block, d->steps_room = (int)room;
  }
  if (d->used + bytes > d->pool_room) {
    size_t room = (d->used + bytes) * 2;
    void *block = grown(d->context, d->pool, d->used, room);
    if (!block) return NULL;
    d->pool = block, d->pool_room = room;
  }
  d->step[d->steps] = *step;
  d->step[d->steps++].args_at = d->used;
  d->used += bytes;
  return d->pool + d->used - bytes;
}

/* A member by itself: the steps of its own plan, with slots counted through all members. */
static rem_status add_alone(struct draft *d, struct planner *s, int m) {
  gpu_family(s);
  for (int i = 0; i < s->steps && !s->status; i++) {
    struct step step = s->step[i];
    size_t drawn = step.members ? step.members_at - step.args_at : step.args_bytes;
    size_t bytes = drawn + (step.members ? sizeof(int64_t) : 0);
    for (int k = 0; k < GPU_POINTERS; k++)
      if (step.place[k].from == FROM_SLOT) step.place[k].slot += m * s->p->n_slots;
    char *args = draft_add(d, &step, bytes);
    if (!args) return plan_fail(s, REM_NO_MEMORY, "no memory for a plan");
    memcpy(args, s->pool + step.args_at, bytes);
    if (!step.members) continue;
    d->step[d->steps - 1].members_at = d->step[d->steps - 1].args_at + drawn;
    memcpy(args + drawn, &(int32_t){m}, sizeof(int32_t));
  }
  return s->status;
}

/* What is known of a member that may share a launch. */
struct sharing {
  struct step step; /* its kernel, operands and slots; kernel NULL: it shares none, or was taken */
  int64_t number[MANY_NUMBERS], elems, blocks;
  int most;
};

static int alike(const struct sharing *a, const struct sharing *b) {
  return a->step.kernel == b->step.kernel && memcmp(a->number, b->number, sizeof a->number) == 0;
}

/* One launch of member m and those behind it that are like it, as many as there is room for. */
static rem_status add_group(struct draft *d, struct sharing *all, int n, int m, rem_error *error) {
  struct sharing first = all[m];
  int words = 2 + first.step.operands, taken = 0, members = 0;
  for (int i = m; i < n && members < first.most; i++) members += all[i].step.kernel && alike(&first, &all[i]);
  size_t args = (size_t)(MANY_HEAD + members * words) * sizeof(int64_t);
  size_t bytes = args + ((size_t)members * sizeof(int32_t) + 7) / 8 * 8;
  char *pool = draft_add(d, &first.step, bytes);
  if (!pool) return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for a plan");
  memset(pool, 0, bytes);
  struct step *step = &d->step[d->steps - 1];
  int64_t *table = (int64_t *)(void *)pool;
  int32_t *order = (int32_t *)(void *)(pool + args);
  memcpy(table, first.number, sizeof first.number);
  step->members_at = step->args_at + args;
  for (int i = m; i < n && taken < members; i++) {
    if (!all[i].step.kernel || !alike(&first, &all[i]) || step->blocks + all[i].blocks > most_blocks()) continue;
    table[MANY_HEAD + taken * words] = step->blocks;
    table[MANY_HEAD + taken * words + 1] = all[i].elems;
    order[taken++] = i;
    step->blocks += all[i].blocks;
    all[i].step.kernel = NULL;
  }
  step->members = taken;
  return REM_OK;
}

/* Members one by one: their kernels, or all that they do. */
static rem_status survey(struct draft *d, struct sharing *all, const struct problem *const *problems, int n,
                         struct planned *planned, int *at, rem_error *error) {
  for (*at = 0; *at < n; ++*at) {
    const struct problem *p = problems[*at];
    struct planner s;
    struct flat f;
    struct sharing *one = &all[*at];
    one->step.kernel = NULL;
    if (!p) continue;
    rem_status status = gpu_planner(&s, d->context, p, planned, error);
    if (!status && flat_of(p, &f) && blocks_of(&f) <= most_blocks()) {
      one->most = most_members(s.gpu, &f);
      many_kernel(&s, &f, one->most, &one->step);
      one->step.args_bytes = args_bytes(&f, one->most);
      write_numbers(&s, &f, one->number);
      one->elems = space_count(&f.space), one->blocks = blocks_of(&f);
      status = s.status;
    } else if (!status) {
      status = add_alone(d, &s, *at);
      planned->workspace_bytes = s.workspace > planned->workspace_bytes ? s.workspace : planned->workspace_bytes;
    }
    if (status) return status;
  }
  *at = -1;
  return REM_OK;
}

static void say_many(struct planner *s, const struct draft *d, int n) {
  int shared = 0, launches = 0;
  for (int i = 0; i < d->steps; i++) shared += d->step[i].members, launches += d->step[i].members > 0;
  s->planned->notes[0] = 0; /* those of members */
  plan_note(s, "Of %d members %d are in %d launch%s over many; %d launches in all.", n, shared, launches,
            launches == 1 ? "" : "es", d->steps);
  plan_sku(s, "many%d", n);
}

/* The steps of a draft as an executable. */
static rem_status finish(struct draft *d, const struct problem *first, int n, struct planned *planned,
                         rem_error *error) {
  struct planner s;
  rem_status status = gpu_planner(&s, d->context, first, planned, error);
  if (status) return status;
  say_many(&s, d, n);
  gpu_finish(&s, d->step, d->steps, d->pool, d->used);
  return s.status;
}

rem_status gpu_plan_many(rem_context *context, const struct problem *const *problems, int n, struct planned *planned,
                         int *at, rem_error *error) {
  struct draft d = {.context = context};
  struct sharing *all = context_allocate(context, (size_t)n * sizeof *all);
  const struct problem *first = NULL;
  if (!all) return fail(error, REM_NO_MEMORY, NOWHERE, "no memory for a plan");
  for (int m = n; m-- > 0;)
    if (problems[m]) first = problems[m];
  rem_status status = survey(&d, all, problems, n, planned, at, error);
  for (int m = 0; m < n && !status; m++)
    if (all[m].step.kernel) status = add_group(&d, all, n, m, error);
  if (!status) status = finish(&d, first, n, planned, error);
  context_release(context, d.step);
  context_release(context, d.pool);
  context_release(context, all);
  return status;
}
