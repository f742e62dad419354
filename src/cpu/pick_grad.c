/* pick_grad.c: the gradient of a table whose rows were picked, on the CPU: rows of dy in the order of the rows that they go to, each
 * read once, each row of the table written once. A row that many go to is divided into pieces, so that tasks share it; another
 * round joins them. */
#include <inttypes.h>
#include <stdio.h>

#include "core/checked.h"
#include "core/error.h"
#include "cpu.h"
#include "cpu/pick.h"

enum { PIECE = 512, PIECE_LEVELS = 5, COLS_MOST = 2048, TILE_COLS = 512, SPLIT_ROWS = 64 };

struct pick_grad {
  struct exec exec;
  struct pick_space space;
  struct pick_sort sort;
  int is_small; /* the table stays in the cache: nothing is sorted */
  struct pick_small small;
  struct operand dy, out;
  struct axis col;
  struct space planes;       /* the axes of a row beyond the innermost              */
  int adjacent;              /* a stretch of dy is read as it lies                  */
  int adjacent_to;           /* and one of the gradient written                     */
  int copies;                /* as it is, where no other is added to it             */
  int64_t dy_size, out_size; /* bytes of an element                           */
  int64_t cols;              /* elements that are added up at a time                */
  int64_t col_tiles, tiles;
  int64_t col_tasks; /* tasks that share the columns of the same rows       */
  int64_t parts;     /* pieces of rows that have several                    */
  int levels;        /* of their tree                                       */
  int64_t ahead;     /* rows of dy that are asked for before they are used  */
};

/* Columns of the rows that a task adds up, and where they lie. */
struct strip {
  int64_t at[PICK_COLUMNS], cols, first; /* first: of a row, as parts have it */
};

struct grad_room {
  char *level; /* [levels][cols] */
  char *tile, *raw;
  int64_t off[PICK_CHUNK];
  struct strip strip; /* the last that was asked for, and its number; -1: none was */
  int64_t strip_tile;
};

struct grad_call {
  const struct pick_grad *f;
  const char *dy;
  char *out, *parts, *rooms;
  const uint64_t *words;
  int64_t count, row_tasks, tasks;
};

/* ---- words ---- */

static int64_t row_at(const struct grad_call *call, int64_t i) {
  return (int64_t)(call->words[i] >> call->f->sort.place_bits);
}

/* The first word of a row that is not before `row`. */
static int64_t first_of(const struct grad_call *call, int64_t row) {
  int64_t lo = 0, hi = call->count;
  while (lo < hi) {
    int64_t mid = lo + (hi - lo) / 2;
    if (row_at(call, mid) < row) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

static int64_t place_offset(const struct grad_call *call, int64_t i) {
  const struct pick_space *s = &call->f->space;
  uint64_t mask = ((uint64_t)1 << call->f->sort.place_bits) - 1;
  int64_t place = (int64_t)(call->words[i] & mask), at[MAX_OPERANDS] = {0};
  if (s->places.n == 1) return place * s->places.axis[0].stride[PICK_Y];
  space_seek(&s->places, place, PICK_COLUMNS, at);
  return at[PICK_Y];
}

/* ---- sums ---- */

/* Most rows have one strip. */
static const struct strip *strip_of(const struct pick_grad *f, int64_t tile, struct grad_room *room) {
  if (room->strip_tile == tile) return &room->strip;
  int64_t c0 = tile % f->col_tiles * f->cols, plane = tile / f->col_tiles;
  struct strip s = {.cols = smaller(f->cols, f->col.extent - c0), .first = plane * f->col.extent + c0};
  space_seek(&f->planes, plane, PICK_COLUMNS, s.at);
  for (int o = 0; o < PICK_COLUMNS; o++) s.at[o] += c0 * f->col.stride[o];
  room->strip = s, room->strip_tile = tile;
  return &room->strip;
}

/* Where the columns of the row of dy of word i lie, in bytes. A row that comes later is asked for. */
static int64_t take_row(const struct grad_call *call, const struct strip *s, int64_t i) {
  const struct pick_grad *f = call->f;
  if (f->adjacent && i + f->ahead < call->count)
    ask_row(call->dy + (place_offset(call, i + f->ahead) + s->at[PICK_Y]) * f->dy_size, s->cols * f->dy_size);
  return (place_offset(call, i) + s->at[PICK_Y]) * f->dy_size;
}

/* Words [i, i + n), at most a chunk of them, to `to`. */
static void sum_chunk(const struct grad_call *call, const struct strip *s, int64_t i, int64_t n, struct grad_room *room,
                      char *to) {
  const struct pick_grad *f = call->f;
  for (int64_t k = 0; k < n; k++) room->off[k] = take_row(call, s, i + k);
  if (f->adjacent) {
    f->exec.real->sum_rows(to, call->dy, f->dy.dtype, room->off, n, s->cols);
    return;
  }
  struct mover m = {f->exec.cpu->kernels->move, f->exec.t, f->exec.t_size, room->raw};
  for (int64_t k = 0; k < n; k++) {
    struct grid line = {
        (char *)(uintptr_t)call->dy + room->off[k], f->dy.dtype, 1, f->col.stride[PICK_Y], NULL, 1, 0, 0};
    tile_copy(&m, &line, 0, 1, s->cols, room->tile + k * s->cols * m.t_size); /* only read */
    room->off[k] = k * s->cols * m.t_size;
  }
  f->exec.real->sum_rows(to, room->tile, f->exec.t, room->off, n, s->cols);
}

/* What is on the stack of sums is joined as a binary counter carries; at the end, all of it. */
static int carry(const struct grad_call *call, struct grad_room *room, int depth, int64_t done, int64_t cols, int end) {
  const struct pick_grad *f = call->f;
  int64_t bytes = f->cols * f->exec.t_size;
  for (; depth > 1 && (end || (done & 1) == 0); done >>= 1, depth--) {
    char *below = room->level + (depth - 2) * bytes;
    f->exec.real->add_row(below, below + bytes, cols);
  }
  return depth;
}

/* Words [i, i + n), at most a piece, to the first level. */
static void sum_words(const struct grad_call *call, const struct strip *s, int64_t i, int64_t n,
                      struct grad_room *room) {
  int64_t bytes = call->f->cols * call->f->exec.t_size;
  int depth = 0;
  for (int64_t k = 0, chunk = 0; k < n; k += PICK_CHUNK, chunk++) {
    sum_chunk(call, s, i + k, smaller(PICK_CHUNK, n - k), room, room->level + depth * bytes);
    depth = carry(call, room, depth + 1, chunk + 1, s->cols, 0);
  }
  carry(call, room, depth, 0, s->cols, 1);
}

static void store_row(const struct grad_call *call, const struct strip *s, int64_t row, const char *from,
                      struct grad_room *room) {
  const struct pick_grad *f = call->f;
  const struct move_kernels *move = f->exec.cpu->kernels->move;
  char *at = call->out + (row * f->space.pitch + s->at[PICK_TABLE]) * f->out_size;
  if (f->adjacent_to) {
    move->store(at, f->out.dtype, from, f->exec.t, s->cols, f->out.accumulate, f->out.stream);
    return;
  }
  struct mover m = {move, f->exec.t, f->exec.t_size, room->raw};
  struct grid to = operand_grid(&f->out, at, 0, 1, f->col.stride[PICK_TABLE]);
  tile_store(&m, &to, 0, 1, s->cols, from);
}

/* The only one that goes to a row. */
static void copy_row(const struct grad_call *call, const struct strip *s, int64_t row, const char *from) {
  const struct pick_grad *f = call->f;
  char *at = call->out + (row * f->space.pitch + s->at[PICK_TABLE]) * f->out_size;
  f->exec.cpu->kernels->move->store(at, f->out.dtype, from, f->dy.dtype, s->cols, 0, f->out.stream);
}

/* ---- rows ---- */

/* Columns [from, to), in tiles, of what a task has. */
struct share {
  int64_t from, to;
};

/* Rows that nobody named. */
static void clear_rows(const struct grad_call *call, struct share share, int64_t row, int64_t end,
                       struct grad_room *room) {
  const struct pick_grad *f = call->f;
  if (f->out.accumulate || row == end) return;
  memset(room->level, 0, (size_t)(f->cols * f->exec.t_size));
  for (; row < end; row++)
    for (int64_t tile = share.from; tile < share.to; tile++)
      store_row(call, strip_of(f, tile, room), row, room->level, room);
}

static void sum_row(const struct grad_call *call, struct share share, int64_t row, int64_t i, int64_t n,
                    struct grad_room *room) {
  for (int64_t tile = share.from; tile < share.to; tile++) {
    const struct strip *s = strip_of(call->f, tile, room);
    if (n == 1 && call->f->copies) {
      copy_row(call, s, row, call->dy + take_row(call, s, i));
      continue;
    }
    sum_words(call, s, i, n, room);
    store_row(call, s, row, room->level, room);
  }
}

/* Where pieces of the row whose words begin at `first` are kept: each has a place of its own, as rows that have pieces have more than
 * one of them. */
static char *part_of(const struct grad_call *call, int64_t first, int64_t piece) {
  return call->parts + (first / (PIECE / 2) + piece) * call->f->space.elems * call->f->exec.t_size;
}

/* Pieces of a row, words [first, last), that begin in [from, to). */
static void sum_pieces(const struct grad_call *call, struct share share, int64_t first, int64_t last, int64_t from,
                       int64_t to, struct grad_room *room) {
  const struct pick_grad *f = call->f;
  for (int64_t k = (from - first + PIECE - 1) / PIECE; first + k * PIECE < smaller(last, to); k++)
    for (int64_t tile = share.from; tile < share.to; tile++) {
      const struct strip *s = strip_of(f, tile, room);
      sum_words(call, s, first + k * PIECE, smaller(PIECE, last - first - k * PIECE), room);
      memcpy(part_of(call, first, k) + s->first * f->exec.t_size, room->level, (size_t)(s->cols * f->exec.t_size));
    }
}

/* ---- tasks ---- */

static void lay_out_room(const struct pick_grad *f, struct arena *a, struct grad_room *room) {
  room->level = arena_elems(a, larger(f->levels, PIECE_LEVELS + 1) * f->cols, f->exec.t_size);
  room->tile = arena_elems(a, f->adjacent ? 0 : PICK_CHUNK * f->cols, f->exec.t_size);
  room->raw = arena_elems(a, f->cols, 8);
  room->strip_tile = -1;
}
static size_t room_bytes(const struct pick_grad *f) {
  struct arena a = {NULL, 0};
  struct grad_room room;
  lay_out_room(f, &a, &room);
  return a.used;
}
static void room_of(const struct grad_call *call, int64_t task, struct grad_room *room) {
  struct arena a = {call->rooms + (size_t)task * room_bytes(call->f), 0};
  lay_out_room(call->f, &a, room);
}

/* Work is counted in rows of the table and words: a row comes before its words. Where `target` of it are done: so many rows, and of
 * the next one's words those before *word. */
static int64_t split_at(const struct grad_call *call, int64_t target, int64_t *word) {
  int64_t lo = 0, hi = call->f->space.rows;
  while (lo < hi) {
    int64_t mid = hi - (hi - lo) / 2;
    if (mid + first_of(call, mid) <= target) lo = mid;
    else hi = mid - 1;
  }
  int64_t first = first_of(call, lo);
  *word = smaller(first + (target - lo - first), lo < call->f->space.rows ? first_of(call, lo + 1) : first);
  return lo;
}

/* How many words from i on are of the same row, as far as it matters: at most one more than a piece. */
static int64_t run_length(const struct grad_call *call, int64_t i) {
  int64_t row = row_at(call, i), n = 1, most = smaller(PIECE + 1, call->count - i);
  while (n < most && row_at(call, i + n) == row) n++;
  return n;
}

/* A task has what begins from (row, word) on, before (end_row, end_word): rows, and pieces of rows that have several. */
static void sum_range(const struct grad_call *call, struct share share, int64_t row, int64_t word, int64_t end_row,
                      int64_t end_word, struct grad_room *room) {
  int64_t first = first_of(call, row), rows = call->f->space.rows;
  if (word > first) { /* in the middle of a row, which another task began */
    int64_t last = first_of(call, row + 1);
    if (last - first > PIECE) sum_pieces(call, share, first, last, word, row < end_row ? last : end_word, room);
    row++, word = last;
  }
  while (row < end_row || (row == end_row && row < rows && word < end_word)) {
    int64_t next = word < call->count ? row_at(call, word) : rows;
    if (next > end_row || word >= call->count) next = end_row;
    clear_rows(call, share, row, next, room);
    row = next;
    if (row == end_row && word >= end_word) break;
    int64_t n = run_length(call, word), last = word + n;
    if (n <= PIECE) {
      sum_row(call, share, row, word, n, room);
    } else {
      last = first_of(call, row + 1);
      sum_pieces(call, share, word, last, word, row < end_row ? last : end_word, room);
    }
    row++, word = last;
  }
}

static void sum_task(void *arg, int64_t task) {
  const struct grad_call *call = arg;
  const struct pick_grad *f = call->f;
  int64_t r = task / f->col_tasks, c = task % f->col_tasks, work = f->space.rows + call->count, word[2];
  struct share share = {f->tiles * c / f->col_tasks, f->tiles * (c + 1) / f->col_tasks};
  struct grad_room room;
  room_of(call, task, &room);
  int64_t row = split_at(call, work / call->row_tasks * r + smaller(r, work % call->row_tasks), &word[0]);
  int64_t end = split_at(call, work / call->row_tasks * (r + 1) + smaller(r + 1, work % call->row_tasks), &word[1]);
  sum_range(call, share, row, word[0], end, word[1], &room);
}

/* A row with several pieces has a word whose number is a multiple of a piece; who meets the first of them joins its pieces. */
static void join_row(const struct grad_call *call, int64_t at, struct grad_room *room) {
  const struct pick_grad *f = call->f;
  int64_t row = row_at(call, at), first = first_of(call, row), bytes = f->cols * f->exec.t_size;
  if (at - first >= PIECE) return;
  int64_t last = first_of(call, row + 1), pieces = (last - first + PIECE - 1) / PIECE;
  if (pieces == 1) return;
  for (int64_t tile = 0; tile < f->tiles; tile++) {
    const struct strip *s = strip_of(f, tile, room);
    int depth = 0;
    for (int64_t k = 0; k < pieces; k++) {
      memcpy(room->level + depth * bytes, part_of(call, first, k) + s->first * f->exec.t_size,
             (size_t)(s->cols * f->exec.t_size));
      depth = carry(call, room, depth + 1, k + 1, s->cols, 0);
    }
    carry(call, room, depth, 0, s->cols, 1);
    store_row(call, s, row, room->level, room);
  }
}

static void join_task(void *arg, int64_t task) {
  const struct grad_call *call = arg;
  int64_t places = ceil_div(call->count, PIECE);
  struct grad_room room;
  room_of(call, task, &room);
  for (int64_t i = places * task / call->tasks; i < places * (task + 1) / call->tasks; i++)
    join_row(call, i * PIECE, &room);
}

/* Sums of rows of a table that stays in the cache. */
static void put_sums(void *arg, int64_t task, const struct rows_deal *sums) {
  const struct grad_call *call = arg;
  const struct pick_grad *f = call->f;
  struct grad_room room;
  room_of(call, task, &room);
  for (int64_t row = sums->first; row < sums->last; row++) {
    if (!sums->count[row]) clear_rows(call, (struct share){0, f->tiles}, row, row + 1, &room);
    for (int64_t tile = 0; tile < f->tiles && sums->count[row]; tile++) {
      const struct strip *s = strip_of(f, tile, &room);
      store_row(call, s, row, sums->sum + (row * sums->elems + s->first) * f->exec.t_size, &room);
    }
  }
}

static size_t lay_out(const struct pick_grad *f, char *workspace, struct grad_call *call) {
  struct arena a = {workspace, 0};
  arena_elems(&a, (int64_t)(f->is_small ? small_bytes(&f->small) : sort_bytes(&f->sort)), 1);
  call->parts = arena_elems(&a, f->parts * f->space.elems, f->exec.t_size);
  call->rooms = arena_elems(&a, (int64_t)room_bytes(f), f->exec.cpu->threads);
  return a.used;
}

static void run(rem_context *context, const struct exec *exec, char *const *elements, char *workspace) {
  const struct pick_grad *f = (const struct pick_grad *)(const void *)exec;
  struct grad_call call = {.f = f, .dy = elements[f->space.y]};
  if (f->tiles == 0) return;
  call.out = elements[f->out.slot];
  lay_out(f, workspace, &call);
  if (f->is_small) {
    struct small_sink sink = {put_sums, &call};
    small_run(context, &f->small, call.dy, elements[f->space.index], workspace, &sink);
    return;
  }
  call.words = sort_run(context, &f->sort, elements[f->space.index], workspace, &call.count);
  call.row_tasks = larger(1, tasks_for(exec->cpu, f->space.rows + call.count, f->space.elems) / f->col_tasks);
  parallel(context, call.row_tasks * f->col_tasks, sum_task, &call);
  if (f->parts == 0 || call.count <= PIECE) return;
  call.tasks = tasks_for(exec->cpu, ceil_div(call.count, PIECE), f->space.elems);
  parallel(context, call.tasks, join_task, &call);
}

/* ---- planning ---- */

/* Nothing is done where there is nothing to write. */
static void plan_strips(struct pick_grad *f) {
  int64_t threads = f->exec.cpu->threads;
  f->planes = f->space.row;
  f->col = (struct axis){1, {0}};
  if (f->planes.n) f->col = f->planes.axis[--f->planes.n];
  f->adjacent = f->col.extent == 1 || f->col.stride[PICK_Y] == 1;
  f->adjacent_to = f->col.extent == 1 || f->col.stride[PICK_TABLE] == 1;
  f->copies = f->adjacent && f->adjacent_to && f->dy.dtype == f->out.dtype && !f->out.accumulate;
  f->dy_size = dtype_bytes(f->dy.dtype);
  f->cols = larger(1, smaller(f->col.extent, f->adjacent ? COLS_MOST : TILE_COLS));
  if (f->out.slot < 0 || f->space.rows == 0 || f->space.elems == 0) return;
  f->col_tiles = ceil_div(f->col.extent, f->cols);
  f->tiles = f->col_tiles * space_count(&f->planes);
  f->col_tasks = 1;
  f->out_size = dtype_bytes(f->out.dtype);
  if (f->space.rows < SPLIT_ROWS * threads && f->space.n < SPLIT_ROWS * threads)
    f->col_tasks = tasks_for(f->exec.cpu, f->tiles, f->cols * (f->space.rows + f->space.n));
  f->ahead = rows_ahead(f->cols * f->dy_size);
}

static rem_status too_large(const struct pick_grad *f, rem_error *error) {
  return fail(error, REM_UNSUPPORTED, AT(f->space.index, -1, 0, f->space.n),
              "index: %" PRId64 " positions of %" PRId64 " rows are too many to sort", f->space.n, f->space.rows);
}

static rem_status plan(const struct cpu *cpu, const struct problem *p, struct exec *exec, struct planned *planned,
                       rem_error *error) {
  struct pick_grad *f = (struct pick_grad *)(void *)exec;
  struct grad_call call;
  const struct slot *slots = p->entry->slots[p->pass];
  pick_spaces(p, &f->space);
  f->dy = operand_of(cpu, p, slots[f->space.y].name), f->out = operand_of(cpu, p, slots[f->space.table].name);
  plan_strips(f);
  int index_dtype = p->views[f->space.index].dtype;
  f->is_small = f->tiles > 0 && small_plan(&f->small, exec, &f->space, index_dtype, f->dy.dtype);
  snprintf(planned->sku, sizeof planned->sku, "pick.%s", f->is_small ? "small" : f->adjacent ? "rows" : "tiles");
  if (f->tiles == 0) return REM_OK;
  if (f->is_small) {
    planned->workspace_bytes = lay_out(f, NULL, &call);
    return REM_OK;
  }
  int64_t bytes;
  if (!sort_plan(&f->sort, cpu, &f->space, index_dtype)) return too_large(f, error);
  f->parts = f->space.n > PIECE ? f->space.n / (PIECE / 2) + 2 : 0;
  f->levels = pick_bits(f->space.n / PIECE + 1) + 2;
  if (!mul_fits(f->parts, f->space.elems, &bytes) || bytes > INT64_MAX / 64) return too_large(f, error);
  planned->workspace_bytes = lay_out(f, NULL, &call);
  return REM_OK;
}

const struct family_ops cpu_pick_grad = {sizeof(struct pick_grad), plan, run};
