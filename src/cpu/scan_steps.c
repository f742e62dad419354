/* scan_steps.c: adjacent lines, a sheet at a time. What lies before a segment is known when it is reached, so that its results are made
 * while its inputs and states are in the nearest cache; and few rows, which may lie a power of two apart, are in use at a time. Groups of
 * the same rows take turns, sheet by sheet: memory is walked in whole rows, which page by page it is fast at. */
#include "scan.h"

static void block_sheet(const struct scan_call *call, const struct part *p, struct scan_room *room,
                        const struct scan_kernels *kernels, struct chain *chain, const struct states *carry,
                        sheet_fn *local, sheet_fn *finish, int64_t i) {
  const struct scan *s = call->scan;
  struct climb *c = &room->climb;
  int fields = kernels == s->fwd ? s->fields : s->bfields;
  c->cols = p->tracks;
  local(call, p, room, i);
  if (i == 0) { /* not before: the first sheet of a gradient may have had the forward scan run again, in the same room */
    if (carry) states_copy(c->carry, *carry, fields, p->tracks, s->exec.t_size);
    else kernels->get(chain, c->carry, p->tracks);
    states_copy(c->front, c->carry, fields, p->tracks, s->exec.t_size);
    if (room->moderate_on && !moderate_begin(s, room, c))
      sheet_not_moderate(s, room, p, kernels, fields, &room->sheet, i);
  }
  if (finish) finish(call, p, room, i);
  if (sheet_rows(p, i) < SEGMENT) return; /* nothing follows it */
  c->segment = i;
  if (room->moderate_on) moderate_climb(s, room, kernels, i);
  else kernels->climb(c);
  if (i < p->sheets - 1) return;
  if (room->moderate_on) moderate_end(s, room);
  if (!carry) kernels->push(chain, c->total, p->tracks);
}

void block_steps(const struct scan_call *call, const struct part *p, struct scan_room *room,
                 const struct scan_kernels *kernels, struct chain *chain, const struct states *carry, sheet_fn *local,
                 sheet_fn *finish) {
  for (int64_t i = 0; i < p->sheets; i++) block_sheet(call, p, room, kernels, chain, carry, local, finish, i);
}

void scan_turns(const struct scan_call *call, const struct group *g, struct scan_room *room, int64_t groups) {
  const struct scan *s = call->scan;
  const struct scan_pass *pass = &call->pass;
  struct part p[MOST_TURNS];
  for (int64_t k = 0; k < groups; k++) pass->begin(call, &g[k], &room[k]);
  for (int64_t step = 0; step < s->n; step += BLOCK) {
    for (int64_t k = 0; k < groups; k++) p[k] = part_at(s, &g[k], step, pass->back);
    for (int64_t i = 0; i < p[0].sheets; i++)
      for (int64_t k = 0; k < groups; k++)
        block_sheet(call, &p[k], &room[k], pass->kernels, &room[k].chain, NULL, pass->local, pass->finish, i);
  }
  for (int64_t k = 0; k < groups; k++) pass->end(call, &g[k], &room[k]);
}
