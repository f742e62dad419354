/* scan.h: scans on the CPU: what their forward and backward plans share.
 *
 * Work goes by parts: some steps of some lines. A part is seen as sheets, SEGMENT steps deep, whose columns (lanes) are segments:
 * - wide: adjacent lines lie side by side; sheet s holds segment s of one block of every line;
 * - folded: all segments of the part lie side by side in one sheet; lines are fetched piece by piece and dealt out. A line may be
 *   several adjacent ones that are scanned together: its elements are then units of that many reals.
 * A folded sheet of a line that runs down in memory is mirrored: lanes and rows stand as memory has them, in reverse. */
#ifndef REM_CPU_SCAN_H
#define REM_CPU_SCAN_H

#include "cpu.h"
#include "moderate.h"

/* Operands, as columns of the space. */
enum { SCAN_KEY, SCAN_OUT, SCAN_X, SCAN_Y, SCAN_EXTRA, SCAN_OUT2, SCAN_DINIT, SCAN_OPERANDS };
/* forward: x or a, y, b, -, index or init; backward: dy, dx or db, x or a, y, index or init, da, dinit */

enum { LINE_BYTES = 64 }; /* of a cache */

/* A thread that reads its lines once, alone, is as fast as so many that divide them and read all twice. */
enum { ONCE_THREADS = 4 };

/* Groups of adjacent lines that are taken together, so that memory is walked in whole rows while tiles stay in the nearest cache. */
enum { MOST_TURNS = 16 };

struct scan {
  struct exec exec;
  const struct scan_kernels *fwd, *back;
  int fields, bfields, inputs;
  enum extra kind;
  int64_t n;      /* steps. From the end of an exclusive scan the last element, on which nothing depends, is none */
  int64_t extent; /* of the axis */
  int64_t stride[MAX_OPERANDS]; /* along the line, in scan order        */
  int64_t start[MAX_OPERANDS];  /* offset of the first in scan order    */
  struct operand op[SCAN_OPERANDS];
  struct lines lines;
  int folded;
  int64_t unit;      /* folded: reals in an element               */
  int64_t blocks;    /* of a line                                 */
  int64_t span;      /* blocks of a line in a part, at most       */
  int64_t lanes;     /* of a sheet, at most                       */
  int64_t tracks;    /* lines times unit of a group, at most      */
  int levels;        /* of carries                                */
  int divided;       /* the parts of a line go to several threads */
  int lone;          /* folded: one part has all there is         */
  int flows;         /* wide: what scan_flow.c does               */
  int steps;         /* wide: what scan_steps.c does              */
  int along;         /* folded: what scan_along.c does            */
  int abreast;       /* folded: what scan_abreast.c does          */
  int64_t turns;     /* steps: of so many groups at most one sheet in turn */
  int brief;         /* all of it is what scan_short.c does       */
  int far;           /* elements are not in a cache               */
  int asks;          /* wide: what comes next is asked for        */
  moderate_results_fn *moderate; /* what scan_moderate.c does; or NULL */
  moderate_steps_fn *at_once;    /* wide: the same, with totals; or NULL */
  moderate_line_fn *by_lines;    /* folded, of one line: what scan_line.c does; or NULL */
  size_t room_bytes; /* of a task                                 */
  int exclusive, reverse, last;
  double front;
  int second; /* backward: da is wanted */
  int idles;  /* da is not, and is made of ones all the same, of which none is rare */
  /* backward: what the forward scan is run again for, within a window of blocks */
  int uses_x, uses_xn, uses_y, uses_yb, uses_start, uses_before;
  int makes_y, makes_start, makes_before;
  int by_segment;  /* of p the states before segments alone are kept                     */
  int64_t window;  /* blocks in it                                                       */
  int checkpoints; /* the line has more blocks: carries of all blocks are computed first */
};

/* Steps are counted in the direction of the scan that runs: from the end when back is set. */
struct part {
  const struct group *g;
  int64_t step, steps;
  int64_t blocks;   /* of a line                         */
  int64_t segments; /* of a block                        */
  int64_t lanes, sheets;
  int64_t tracks; /* independent scans                 */
  int back, mirrored;
};

/* An operand, or a part of the workspace, along the lines of a part. */
struct track {
  char *at; /* step 0 of the first line          */
  int dtype;
  int64_t stride; /* from step to step                 */
  int64_t line;   /* from line to line, if off is NULL */
  const int64_t *off;
  int accumulate, stream;
};

struct scan_call;

/* Backward: the forward blocks whose values are at hand. */
struct window {
  int64_t first, end;
};

struct scan_room {
  struct states state, total, carry, front, before; /* [sheets * SEGMENT][lanes]; [segments][blocks][tracks]; ... */
  struct chain chain, again; /* of the scan that runs, and of the forward one that a gradient runs again */
  struct window window;
  struct sheet sheet; /* the one being worked on */
  char *in[4], *side[3], *out[2], *raw, *piece, *starts;
  struct states window_state; /* backward: see scan_window.c */
  char *window_y, *window_start;
  struct states points; /* backward: carries of all blocks: [blocks][tracks] */
  int64_t *off, *lane, *at, *index;
  struct ahead *ahead;
  int64_t turn_from, turn_cols; /* columns of the groups that take turns before this one, and of all of them */
  struct climb climb; /* of sheets that come one after the other */
  struct flow flow; /* and room for a strip of it that is not as its operand has it; by_segment: its climb alone */
  char *flow_in, *flow_out;
  struct moderate moderate;
  int moderate_on; /* states are those of scan_moderate.c */
  unsigned char *marks; /* and who took over, where its gradient asks */
  char *plain; /* [sheets]: whether the states of a sheet are plain numbers */
  struct states plain_front;
};

typedef void sheet_fn(const struct scan_call *call, const struct part *part, struct scan_room *room, int64_t sheet);

/* One pass over the lines: `begin` a group, the prefixes within the segments of a sheet (`local`), its results once what lies before
 * them is known (`finish`), and the `end` of the group. */
struct scan_pass {
  const struct scan_kernels *kernels;
  int fields, back;
  void (*begin)(const struct scan_call *call, const struct group *g, struct scan_room *room);
  sheet_fn *local, *finish;
  void (*end)(const struct scan_call *call, const struct group *g, struct scan_room *room);
};

struct scan_call {
  const struct scan *scan;
  char *const *elements;
  char *workspace;
  struct scan_pass pass;
  int64_t tasks;
  struct states total, carry; /* of every block, where lines are divided among threads: [group][block][track] */
};

/* Planning. */
void scan_words(struct scan *scan,
                const struct problem *p); /* what both passes take from the entry and its attributes */
void scan_geometry(struct scan *scan, const struct problem *p);
size_t scan_workspace(const struct scan *scan);
const char *scan_word(const struct scan *scan); /* how lines are taken, as the sku says it */
void scan_room(const struct scan_call *call, int64_t task, struct scan_room *room); /* [turns] */
/* Runs the pass over all lines, on the context's threads. */
void scan_run(rem_context *context, const struct scan *scan, const struct scan_pass *pass, char *const *elements,
              char *workspace);
/* Parts of a line, when lines are divided among threads, else 1. */
int64_t scan_pieces(const struct scan *scan);
struct mover scan_mover(const struct scan *scan, const struct scan_room *room);

/* Parts, tracks and sheets. Steps outside the line read `fill`; steps outside are not written. */
struct part part_at(const struct scan *scan, const struct group *g, int64_t step, int back);
void part_cut(const struct scan *scan, struct part *part, int64_t steps); /* ... to `steps` of its steps */
int64_t sheet_rows(const struct part *part, int64_t sheet);
struct track track_of(const struct scan_call *call, const struct part *part, int operand);
const char *sheet_load(const struct scan_call *call, const struct scan_room *room, const struct part *part,
                       const struct track *t, int64_t sheet, int64_t shift, double fill, char *tile, int64_t *pitch);
char *sheet_target(const struct scan_call *call, const struct scan_room *room, const struct part *part,
                   const struct track *t, int64_t sheet, int64_t shift, char *tile, int64_t *pitch);
/* Whether the kernel that makes results at once puts them where they belong, past the cache: to the track, they then are stored like others. */
int sheet_past(const struct scan_call *call, const struct scan_room *room, struct track *t);
void sheet_store(const struct scan_call *call, const struct scan_room *room, const struct part *part,
                 const struct track *t, int64_t sheet, int64_t shift, const char *from);
/* A tile of our own as kernels walk the rows of a part: mirrored, from its last row up. */
char *own_rows(const struct scan *scan, const struct part *part, char *tile, int64_t *pitch);
/* The values of one step of every line, [tracks], into a folded sheet of our own or out of it. */
void folded_cells(const struct scan *scan, const struct part *part, char *sheet, int64_t pitch, int64_t step,
                  char *values, int in);
/* What is read of the operands next is fetched while a sheet is worked on: half 0 with its prefixes, half 1 with its results. */
void sheet_ahead(const struct scan_call *call, const struct scan_room *room, const struct part *part, int64_t sheet,
                 int half, const int *operands, int n);

/* Pieces of line `line` of a track, in the order of steps: count elements from step `from` on, of the mover's T. */
void piece_load(const struct mover *m, const struct track *t, int64_t unit, int64_t line, int64_t from, int64_t count,
                char *to);
void piece_store(const struct mover *m, const struct track *t, int64_t unit, int64_t line, int64_t from, int64_t count,
                 const char *values);
/* One value for each line: [tracks], as of init. offset: of the value within its line. */
void tracks_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                 int64_t offset, char *to);
void tracks_store(const struct scan_call *call, const struct scan_room *room, const struct part *part, int operand,
                  int64_t offset, const char *from);

/* A sheet with nothing but room in it. */
void sheet_start(const struct scan *scan, const struct scan_room *room, const struct part *part, int64_t sheet,
                 struct sheet *b);
/* The prefixes within the segments of a sheet, whose inputs are loaded: with plain numbers if that is exact. Totals go to their
 * place. */
void sheet_local(const struct scan *scan, struct scan_room *room, const struct part *part, const struct scan_kernels *kernels,
                 int fields, struct sheet *b, int64_t sheet);
/* Prefixes within segments alone. */
void sheet_states(const struct scan *scan, const struct scan_room *room, const struct scan_kernels *kernels, struct sheet *b,
                  int64_t sheet);
/* The same where moderate numbers do not serve. */
void sheet_not_moderate(const struct scan *scan, const struct scan_room *room, const struct part *part,
                        const struct scan_kernels *kernels, int fields, struct sheet *b, int64_t sheet);
/* The results of a sheet, when what lies before each segment is known. */
void sheet_apply(const struct scan *scan, struct scan_room *room, const struct part *part, const struct scan_kernels *kernels,
                 int fields, struct sheet *b, int64_t sheet);
/* Totals become prefixes; then the carries of the blocks, then what lies before each segment. */
void part_tree(const struct scan_room *room, const struct part *part, const struct scan_kernels *kernels);
void part_carry(const struct scan *scan, struct scan_room *room, const struct part *part,
                const struct scan_kernels *kernels, struct chain *chain);
/* The carries of blocks from their totals: [blocks][tracks]. */
void carry_blocks(const struct scan *scan, const struct scan_kernels *kernels, struct chain *chain, struct states total,
                  struct states carry, int64_t blocks, int64_t tracks);
void part_fronts(const struct scan *scan, const struct scan_room *room, const struct part *part,
                 const struct scan_kernels *kernels, int fields);
void chain_start(const struct scan *scan, struct chain *chain);

/* A block of adjacent lines, a sheet at a time; finish may be NULL. What lies before it the chain knows, which then has one block more;
 * or it is `carry`. */
void block_steps(const struct scan_call *call, const struct part *part, struct scan_room *room, const struct scan_kernels *kernels,
                 struct chain *chain, const struct states *carry, sheet_fn *local, sheet_fn *finish);

/* All blocks of several groups, a sheet of each in turn. */
void scan_turns(const struct scan_call *call, const struct group *g, struct scan_room *room, int64_t groups);

/* The forward scan of a sheet within its segments, which room->sheet then is, and of a part up to its carries, from the inputs x and x2. */
void sheet_forward(const struct scan_call *call, struct scan_room *room, const struct part *part, int x, int x2, int64_t sheet);
void part_forward(const struct scan_call *call, struct scan_room *room, const struct part *part, int x, int x2);
void sheet_inputs(const struct scan_call *call, const struct scan_room *room, const struct part *part, int x, int x2,
                  int64_t sheet, struct sheet *b);

/* Positions, in logical order: mirrored when the scan is reversed. [count][unit], or [rows][lanes] of a wide sheet. */
void positions_load(const struct scan_call *call, const struct scan_room *room, const struct part *part, int64_t line,
                    int64_t sheet);
void positions_store(const struct scan_call *call, const struct scan_room *room, const struct part *part, int64_t line,
                     int64_t sheet);

/* Scans whose state is one number, or one and whether there was a mark, or a product where kernels have vectors of 64 bytes, and that
 * read one input and write one output; x is read once before, if they ask who took over. Down adjacent lines, or along lines of adjacent elements: whether this is such a scan, its room, and a group of
 * its lines, or a line. */
int scan_of_one(const struct scan *scan);
int scan_of_products(const struct scan *scan); /* kernels take whole segments of whole vectors alone */
int scan_direct(const struct scan *scan, int dtype); /* its kernels read and write elements of dtype where they lie */
int scan_flows(const struct scan *scan);
void flow_lay_out(const struct scan *scan, struct arena *a, struct scan_room *room);
void flow_climb_lay_out(const struct scan *scan, struct arena *a, int fields, struct climb *climb);
struct flow_ahead flow_ahead_of(const struct track *x, int64_t step, int64_t c, int64_t all);
void flow_group(const struct scan_call *call, const struct group *g, struct scan_room *room);
int scan_goes_along(const struct scan *scan);
void along_lay_out(const struct scan *scan, struct arena *a, struct scan_room *room);
void along_line(const struct scan_call *call, const struct group *g, struct scan_room *room);
/* Of one number, along a few lines side by side that are scanned as one, a unit, or along short lines: whether this is such a scan, of how many
 * lines a group is, its room, and a group. */
int scan_goes_abreast(const struct scan *scan, int64_t unit);
int64_t abreast_lines(const struct scan *scan);
int64_t abreast_tracks(const struct scan *scan); /* lines side by side, as the kernel has them */
void abreast_lay_out(const struct scan *scan, struct arena *a, struct scan_room *room);
void abreast_group(const struct scan_call *call, const struct group *g, struct scan_room *room);

/* One line of one segment: whether this is all there is, and its results. If it returns 0 they are to be made otherwise. */
int scan_is_short(const struct scan *scan);
int short_line(const struct scan *scan, char *const *elements);

/* Of affine maps, along one line: whether this is such a scan; and how many blocks of it are done, from `step` on. */
int scan_goes_by_lines(const struct scan *scan);
int64_t line_blocks(const struct scan_call *call, const struct group *g, struct scan_room *room, int64_t step);

/* Affine maps of moderate numbers: what makes their results, or NULL: this scan has none, or none that serve; and their room. */
moderate_results_fn *scan_moderate(const struct scan *scan, int op);
void moderate_lay_out(const struct scan *scan, struct arena *a, struct scan_room *room);
/* The totals of a sheet's segments: whether they are moderate. */
int moderate_totals(const struct scan *scan, const struct sheet *b, struct states total);
/* Of sheets that come one after the other: totals, which moderate_on then says are there; what lies before a block, once it is known, as
 * wide numbers; one more segment; the total of a block, as wide numbers. leave: so many segments of this block as wide numbers. */
int moderate_local(const struct scan *scan, struct scan_room *room, const struct scan_kernels *kernels, const struct sheet *b,
                   int64_t sheet);
int moderate_begin(const struct scan *scan, struct scan_room *room, const struct climb *c);
void moderate_climb(const struct scan *scan, struct scan_room *room, const struct scan_kernels *kernels, int64_t segment);
void moderate_end(const struct scan *scan, struct scan_room *room);
void moderate_leave(const struct scan *scan, struct scan_room *room, const struct scan_kernels *kernels, int64_t segments);
/* What lies before the next block, if it is of plain numbers; and that is what lies behind so many more of its group. */
int moderate_before(const struct scan *scan, struct scan_room *room, int64_t tracks);
void moderate_after(const struct scan *scan, struct scan_room *room, int64_t blocks, int64_t tracks);
/* Of segments side by side, whose totals are there: what lies before each, as offsets. The chain has the blocks of the part then. */
int moderate_part(const struct scan *scan, struct scan_room *room, const struct part *part);
/* The results of a sheet; if it returns 0, fronts of segments side by side are wide numbers. */
int moderate_apply(const struct scan *scan, struct scan_room *room, const struct sheet *b);
/* Of sheets that come one after the other: the totals of this one are made with its results. */
int moderate_at_once(const struct scan *scan, const struct sheet *b);
void moderate_steps(const struct scan *scan, struct scan_room *room, const struct part *part,
                    const struct scan_kernels *kernels, int fields, struct sheet *b, int64_t sheet);

/* Backward: values that the forward scan makes, for steps of the part and one more on either side. */
void window_start(const struct scan_call *call, const struct group *g, struct scan_room *room);
void window_cover(const struct scan_call *call, const struct part *part, struct scan_room *room);
struct track window_track(const struct scan_call *call, const struct scan_room *room, const struct part *part,
                          const char *values);
/* by_segment: the forward states before the segments of a sheet, one for each lane; and before each of its elements, made of them. */
void window_fronts(const struct scan_call *call, const struct scan_room *room, const struct part *part, int64_t sheet, struct sheet *b);
void window_spread(const struct scan *scan, const struct scan_room *room, struct sheet *b);

#endif
