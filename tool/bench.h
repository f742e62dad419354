/* bench.h: the parts of `remora bench` and `remora demo`: a problem made ready to run, and how it is timed. */
#ifndef REM_TOOL_BENCH_H
#define REM_TOOL_BENCH_H

#include <stdint.h>
#include <stdio.h>

#include "core/plan.h"
#include "problem.h"
#include "stream.h"

int cmd_bench(int argc, char **argv);
int cmd_demo(int argc, char **argv);

/* ---- bench_time.c ------------------------------------------------------------------------------------- */

/* The middle of a sample and its quartiles. */
struct spread {
  double low, middle, high;
};

double clock_seconds(void);
double clock_busy(void);        /* seconds the processor spent on this thread: for a machine that others use */
double clock_cycles(void);      /* the processor's time stamp; 0 where there is none */
double cycles_per_second(void); /* of that stamp, measured anew: takes 5 ms */
struct spread spread_of(double *sample, int n); /* sorts the sample */

/* ---- bench_memory.c ----------------------------------------------------------------------------------- */

/* Memory in large pages; buffers in it start at different places of a page, so that a load and a store of two
 * streams never look alike to the processor. */
struct arena {
  char *base;
  size_t bytes, used;
  int buffers;
};

int arena_open(struct arena *arena, size_t bytes, int buffers); /* room for so many buffers; 0: no memory */
char *arena_take(struct arena *arena, size_t bytes);            /* 64-byte aligned; NULL: arena_open was told less */
void arena_close(struct arena *arena);

/* ---- bench_case.c ------------------------------------------------------------------------------------- */

/* A problem, or many as one plan's members, with its tensors filled, and streams that move the same bytes. */
struct bench_case {
  rem_context *context;
  rem_plan *plan;
  int threads;
  int busy;                    /* one thread only: measure with clock_busy */
  int uniform;                 /* numbers of rows are drawn alike          */
  struct bench_device *device; /* NULL: the CPU                               */
  int members, n_slots;        /* slots of all members                              */
  rem_buffer *buffers;         /* so many                                           */
  rem_buffer *turn;            /* room for as many: case_buffers                    */
  int sets;                    /* of tensors, in each buffer one behind the other */
  size_t step[REM_MAX_SLOTS];  /* bytes from one to the next, by slot of a member */
  rem_buffer workspace;
  struct arena tensors, moved;
  struct stream_set streams;
  double bytes;                  /* the fewest the op must move                  */
  double stream_bytes;           /* what the streams move                        */
  double elements;               /* of the largest tensor of each member         */
  double plan_first, plan_again; /* seconds                             */
};

/* What to compare with: nothing; nothing, and all runs on one set of tensors, which a cache may hold; streams like the op's own; or a
 * copy of as many bytes. */
enum yardstick { YARDSTICK_NONE, YARDSTICK_CACHED, YARDSTICK_STREAMS, YARDSTICK_COPY };

/* Opens a case of n descriptions, more than one as one plan, on a device, or on a CPU with so many threads. On failure error has
 * the sentence and nothing is left open. */
rem_status case_open(struct bench_case *c, const rem_desc *descs, int n, struct bench_device *device, int threads,
                     enum yardstick yardstick, int uniform, rem_error *error);
const struct problem *case_problem(const struct bench_case *c, int member);
const rem_buffer *case_buffers(const struct bench_case *c, int set); /* good until the next call */
rem_status case_run(const struct bench_case *c, int set, rem_error *error);
void case_close(struct bench_case *c);

/* Whether a formula of this pass takes an exponential or a logarithm: there instructions may bind, not memory. */
int case_transcends(const struct bench_case *c);

/* Bytes from the first to the last element of a view, and from the first byte to element (0,...,0). */
size_t view_bytes(const rem_view *v, size_t *offset);

/* ---- bench_fill.c ------------------------------------------------------------------------------------- */

/* What a slot is filled from: numbers from on[0] to on[1], each as likely; or, often, small ones more often, as words of a language
 * are. Positions that are results are 0. */
struct domain {
  double on[2];
  int often;
};
struct domain slot_domain(const struct bench_case *c, const struct problem *p, int slot);

/* Values of the domain, from the buffer's offset on. */
rem_status fill_tensor(rem_context *context, rem_buffer to, size_t bytes, int dtype, const struct domain *domain,
                       uint64_t seed, rem_error *error);

/* ---- bench_saved.c ------------------------------------------------------------------------------------ */

int slot_named(const struct entry *entry, int pass, const char *name); /* -1: none                           */
int is_saved(const struct problem *p, int slot);                       /* an output of the forward pass, read */

/* Saved tensors hold what the forward pass would have left in them. descs are those of the members. */
rem_status fill_saved(const struct bench_case *c, const rem_desc *descs, rem_error *error);

/* ---- bench_device.c ------------------------------------------------------------------------------------ */

/* Memory on a device that cases take turns to use, since filling it takes longer than measuring. */
struct pooled {
  rem_buffer memory;
  int dtype; /* what it is filled with; 0: nothing */
  struct domain domain;
  size_t filled; /* bytes of it */
};

struct bench_device {
  rem_context *context;
  struct pooled inputs[REM_MAX_SLOTS], outputs[REM_MAX_SLOTS], copies[2];
  rem_plan *copy; /* of copy_bytes; NULL: none yet */
  size_t copy_bytes, copy_step;
  int copy_sets;
  double best_rate; /* of the copies so far: bytes read and written per second */
};

rem_status device_open(struct bench_device *d, const char *device, rem_error *error);
void device_close(struct bench_device *d);
/* Gives every slot its memory; one_set: for one set of tensors, however small they are. */
rem_status device_tensors(struct bench_case *c, int one_set, rem_error *error);
rem_status device_copy_open(struct bench_device *d, double bytes, rem_error *error);

struct measured;
rem_status device_measure(const struct bench_case *c, int rounds, int with_copy, struct measured *m, rem_error *error);
/* Waits until all that was enqueued has run. */
rem_status device_wait(const struct bench_case *c, rem_error *error);

/* ---- bench_measure.c ----------------------------------------------------------------------------------- */

struct measured {
  struct spread seconds; /* of one run                                             */
  struct spread share;   /* of the yardstick, 1 is as fast; 0: not measured        */
  const char *yardstick; /* the faster one: plain, nt; on a device copy, driver    */
  double rate;           /* bytes per second                                       */
  double cycles;         /* time stamp cycles per element, all threads together    */
  int rounds;
  double limit;              /* what instructions allow, in the same terms as share; 0: not measured     */
  char limit_why[WHY_BYTES]; /* why it was looked for in vain; empty: it was not looked for, or is there */
};

/* rounds 0: 15 with streams, 5 without them and on a device. */
rem_status measure(const struct bench_case *c, int rounds, int with_streams, struct measured *m, rem_error *error);

/* ---- bench_small.c ------------------------------------------------------------------------------------- */

/* A smaller problem of the same kind: the view of every slot. */
struct small {
  rem_view views[REM_MAX_SLOTS];
  double bytes;    /* of all tensors that are used, from the first element to the last */
  double elements; /* of the op's space                                                */
};

/* The axis whose places lie closest together in memory; -1: none has places apart. */
int view_last_axis(const rem_view *v);

/* How small: within so many bytes, but not below so many elements and so many rows, lest a part of the machine stand idle; what lies side
 * by side is divided among so many threads. */
struct small_room {
  double bytes, elements, lines;
  int threads;
  int along; /* lines that the op works along become shorter, and fewer only after that */
};

/* The largest form that fits, by halves, and one half as large. Axes that the op reduces, scans or normalises along stay as they are,
 * but for outer ones where nothing else is left, and where the room says `along`; layouts stay of their kind. Returns 0, or -1 with
 * the reason why there is none. */
int small_forms(const struct problem *p, const struct small_room *room, struct small forms[2], char *why, size_t size);

/* ---- bench_limit.c ------------------------------------------------------------------------------------- */

/* Where a problem missed its bar: what its kernel reaches on tensors that a cache holds, at two sizes, by the difference of their times.
 * Sets m->limit, or m->limit_why. descs are those of the case. */
void measure_limit(const struct bench_case *c, const rem_desc *descs, struct measured *m);

/* ---- bench_table.c ------------------------------------------------------------------------------------- */

enum bar { BAR_MET, BAR_LIMIT, BAR_INSTRUCTIONS, BAR_MISSED, BAR_NONE, BARS };

/* How a measurement stands against the bars: 0.85 of the yardstick, or of what instructions allow, or 0.3 where exp and log bind. */
enum bar bar_of(const struct bench_case *c, const struct measured *m);
const char *bar_text(enum bar bar);
double share_of_limit(const struct measured *m); /* of the smaller of both limits; 0: not measured */

void table_head(FILE *to);
void table_row(FILE *to, const char *line, const struct bench_case *c, const struct measured *m);

/* A time with its unit, in 9 characters: "  12.3 us". */
const char *seconds_text(double seconds, char *text, size_t size);

/* ---- bench_record.c ------------------------------------------------------------------------------------ */

/* One measurement as one JSON object a line, with where and when it was made: docs/report.md. */
void record_json(FILE *to, const char *line, const struct bench_case *c, const struct measured *m);

/* ---- bench_many.c -------------------------------------------------------------------------------------- */

/* All problems of a command line, to be one plan. */
struct gathered {
  struct parsed *problems;
  rem_desc *descs; /* they point into problems */
  int n, room;
  char label[LINE_BYTES + 32]; /* the first line, and how many others */
};

/* Returns 0; 1 for a line that is no problem or is for another device, 2 for arguments that cannot be read or are none, with a
 * sentence in why. gathered_free in any case. */
int gather(struct gathered *g, int n, char **words, char *why, size_t why_bytes);
void gathered_free(struct gathered *g);

/* ---- modes: each returns the exit status -------------------------------------------------------------- */

struct bench_options {
  int threads[8], n_threads;
  int rounds; /* 0: the standard number */
  int json;
  struct bench_device *device; /* NULL: the CPU                               */
  const char *on;              /* its name                                    */
  int busy;                    /* clock_busy where there is one thread                 */
  int alone;                   /* without a yardstick                                  */
  int no_limit;                /* without what instructions allow                      */
  int many;                    /* all problems of a list are one plan                  */
  int uniform;                 /* numbers of rows are drawn alike                      */
  const char *ops;             /* --grid: names with commas; NULL: the standard choice */
  const char *dtype;           /* --grid: f32                                          */
  double limit_bytes;          /* --grid: the largest tensor                           */
  double least_bytes;          /* --grid: the smallest tensor                          */
};

int bench_list(const struct bench_options *o, int n, char **words);
int bench_grid(const struct bench_options *o);
int bench_overhead(const struct bench_options *o);

#endif
