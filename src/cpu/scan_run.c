/* scan_run.c: a pass over all lines, on threads: groups of lines each on its own; or, where there are fewer lines than threads,
 * the parts of lines in two rounds: the totals of all blocks first, then, with the carries known, the results. */
#include "scan.h"

static struct part part_of(const struct scan_call *call, const struct group *g, int64_t index) {
  return part_at(call->scan, g, index * call->scan->span * BLOCK, call->pass.back);
}

/* The states of a part up to the prefixes over its segments, and its results once the carries are known. */
static void part_states(const struct scan_call *call, const struct part *p, struct scan_room *room) {
  for (int64_t i = 0; i < p->sheets; i++) call->pass.local(call, p, room, i);
  if (room->moderate_on) {
    if (moderate_part(call->scan, room, p)) return;
    sheet_not_moderate(call->scan, room, p, call->pass.kernels, call->pass.fields, &room->sheet, 0);
  }
  part_tree(room, p, call->pass.kernels);
}
static void part_results(const struct scan_call *call, const struct part *p, struct scan_room *room) {
  part_fronts(call->scan, room, p, call->pass.kernels, call->pass.fields);
  for (int64_t i = 0; i < p->sheets; i++) call->pass.finish(call, p, room, i);
}

/* ---- groups ---- */

static void run_group(const struct scan_call *call, const struct group *g, struct scan_room *room) {
  const struct scan *s = call->scan;
  const struct scan_pass *pass = &call->pass;
  if (s->flows || s->along || s->abreast) {
    (s->flows ? flow_group : s->along ? along_line : abreast_group)(call, g, room);
    return;
  }
  pass->begin(call, g, room);
  for (int64_t step = 0, blocks; step < s->n; step += blocks * BLOCK) {
    blocks = line_blocks(call, g, room, step);
    if (blocks) continue;
    struct part p = part_at(s, g, step, pass->back);
    blocks = s->span;
    part_states(call, &p, room);
    if (!room->moderate_on) part_carry(s, room, &p, pass->kernels, &room->chain);
    part_results(call, &p, room);
  }
  pass->end(call, g, room);
}

static void group_task(void *arg, int64_t task) {
  const struct scan_call *call = arg;
  const struct lines *lines = &call->scan->lines;
  struct scan_room room;
  scan_room(call, task, &room);
  for (int64_t i = lines->groups * task / call->tasks; i < lines->groups * (task + 1) / call->tasks; i++) {
    struct group g;
    group_seek(lines, i, &g, room.off);
    run_group(call, &g, &room);
  }
}

/* Groups that take turns are of the same rows. */
static void turns_task(void *arg, int64_t task) {
  const struct scan_call *call = arg;
  const struct lines *lines = &call->scan->lines;
  struct scan_room room[MOST_TURNS];
  struct group g[MOST_TURNS];
  int64_t end = lines->groups * (task + 1) / call->tasks, row = lines->flat ? 1 : ceil_div(lines->inner, lines->cols);
  scan_room(call, task, room);
  for (int64_t i = lines->groups * task / call->tasks, n; i < end; i += n) {
    int64_t cols = 0;
    n = smaller(smaller(call->scan->turns, end - i), row - i % row);
    for (int64_t k = 0; k < n; cols += g[k++].cols) {
      group_seek(lines, i + k, &g[k], room[k].off);
      room[k].turn_from = cols;
    }
    for (int64_t k = 0; k < n; k++) room[k].turn_cols = cols;
    scan_turns(call, g, room, n);
  }
}

/* ---- divided lines ---- */

int64_t scan_pieces(const struct scan *s) { return s->divided ? ceil_div(s->blocks, s->span) : 1; }

/* Where the blocks of a part stand among those of all groups; those of a group touch, however few tracks it has. */
static struct states blocks_at(const struct scan_call *call, struct states all, int64_t group, int64_t piece, int64_t tracks) {
  const struct scan *s = call->scan;
  return states_at(all, group * s->blocks * s->tracks + piece * s->span * tracks, s->exec.t_size);
}

static void total_unit(const struct scan_call *call, const struct group *g, int64_t group, int64_t piece,
                       struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_of(call, g, piece);
  part_states(call, &p, room);
  states_copy(blocks_at(call, call->total, group, piece, p.tracks),
              states_at(room->total, (p.segments - 1) * p.blocks * p.tracks, s->exec.t_size), call->pass.fields,
              p.blocks * p.tracks, s->exec.t_size);
}

static void result_unit(const struct scan_call *call, const struct group *g, int64_t group, int64_t piece,
                        struct scan_room *room) {
  const struct scan *s = call->scan;
  struct part p = part_of(call, g, piece);
  part_states(call, &p, room);
  states_copy(room->carry, blocks_at(call, call->carry, group, piece, p.tracks), call->pass.fields, p.blocks * p.tracks,
              s->exec.t_size);
  part_results(call, &p, room);
}

static void each_unit(const struct scan_call *call, int64_t task,
                      void (*unit)(const struct scan_call *, const struct group *, int64_t, int64_t,
                                   struct scan_room *)) {
  const struct lines *lines = &call->scan->lines;
  int64_t pieces = scan_pieces(call->scan), units = lines->groups * pieces;
  struct scan_room room;
  scan_room(call, task, &room);
  for (int64_t u = units * task / call->tasks; u < units * (task + 1) / call->tasks; u++) {
    struct group g;
    group_seek(lines, u / pieces, &g, room.off);
    unit(call, &g, u / pieces, u % pieces, &room);
  }
}
static void total_task(void *arg, int64_t task) { each_unit(arg, task, total_unit); }
static void result_task(void *arg, int64_t task) { each_unit(arg, task, result_unit); }

static void carry_task(void *arg, int64_t task) {
  const struct scan_call *call = arg;
  const struct scan *s = call->scan;
  struct scan_room room;
  scan_room(call, task, &room);
  for (int64_t i = 0; i < s->lines.groups; i++) {
    struct group g;
    group_seek(&s->lines, i, &g, room.off);
    call->pass.begin(call, &g, &room);
    carry_blocks(s, call->pass.kernels, &room.chain, blocks_at(call, call->total, i, 0, 0), blocks_at(call, call->carry, i, 0, 0),
                 s->blocks, g.cols * s->unit);
    call->pass.end(call, &g, &room);
  }
}

/* ---- either ---- */

void scan_run(rem_context *context, const struct scan *s, const struct scan_pass *pass, char *const *elements,
              char *workspace) {
  struct scan_call call = {.scan = s, .elements = elements, .workspace = workspace, .pass = *pass};
  int64_t pieces = scan_pieces(s), groups = s->lines.groups;
  if (s->brief && short_line(s, elements)) return;
  call.tasks = tasks_for(s->exec.cpu, groups * pieces, s->lines.cols * s->unit * s->n / pieces);
  if (!s->divided) {
    parallel(context, call.tasks, s->steps ? turns_task : group_task, &call);
    return;
  }
  struct arena a = {workspace, 0};
  call.total = arena_states(&a, pass->fields, groups * s->blocks * s->tracks, s->exec.t_size);
  call.carry = arena_states(&a, pass->fields, groups * s->blocks * s->tracks, s->exec.t_size);
  call.workspace = workspace + a.used;
  parallel(context, call.tasks, total_task, &call);
  parallel(context, 1, carry_task, &call);
  parallel(context, call.tasks, result_task, &call);
}
