/* pieces.c: elementwise work in pieces: those of one executable, and those of many in one parallel region. */
#include "cpu.h"

struct pieces_call {
  const struct exec *exec;
  const struct piece_ops *ops;
  struct pieces pieces;
  char *const *elements;
  char *workspace;
  int64_t tasks;
};

static void some_pieces(void *arg, int64_t task) {
  const struct pieces_call *c = arg;
  c->ops->run(c->exec, c->elements, c->workspace + (size_t)task * c->pieces.room_bytes,
              c->pieces.count * task / c->tasks, c->pieces.count * (task + 1) / c->tasks);
}

void pieces_run(rem_context *context, const struct exec *exec, const struct piece_ops *ops, char *const *elements,
                char *workspace) {
  struct pieces pieces = ops->of(exec);
  struct pieces_call call = {exec, ops, pieces, elements, workspace, tasks_for(exec->cpu, pieces.count, pieces.work)};
  if (pieces.count) parallel(context, call.tasks, some_pieces, &call);
}
