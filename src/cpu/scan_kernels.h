/* scan_kernels.h: the loops of scans (ops/scan.def), as scan.h and its drivers call them. */
#ifndef REM_CPU_SCAN_KERNELS_H
#define REM_CPU_SCAN_KERNELS_H

#include "cpu/kernel_parts.h"

enum { SEGMENT = 8, SEGMENTS = 32, BLOCK = 256, GROUP = 32 }; /* the order of scans: docs/order.md */

/* What will be read next: `bytes` of each area are fetched with each row of a sheet; or, by kernels that take column by column, what lies
 * `near` bytes further in the rows at hand, which are `here`, and then what lies there. */
struct ahead {
  struct area {
    uintptr_t at;
    int64_t pitch, bytes;
    uintptr_t here;
    int64_t near;
  } area[4];
  int areas;
};

/* A sheet of a scan: up to SEGMENT steps one below the other, each column a segment of its own. What a formula does not name
 * points at anything of the right size. */
struct sheet {
  int64_t rows, cols;
  const char *in[4]; /* forward: x, or a and b; from the end: g x y xn */
  int64_t in_pitch[4];
  const char *side[3]; /* from the end: yb start startn                  */
  int64_t side_pitch[3];
  struct states before; /* from the end: p, the forward state before j    */
  int64_t before_pitch;
  struct states state;     /* [rows][cols]: prefixes within the segments     */
  struct states front;     /* [cols]: everything before the segment          */
  struct states out_state; /* prefix: the state before each element          */
  char *out[2];            /* y; or dx; or db and da                         */
  int64_t out_pitch[2], out_state_pitch;
  int past[2]; /* rows of out are aligned, and may go past the cache */
  int last;  /* starts: ties go to the latest                  */
  int plain; /* state holds plain numbers, front wide ones     */
  struct ahead *ahead;
};

/* The segments of blocks: items[i][c] is segment i of the block of column c. */
struct segments {
  struct states items;
  int64_t n, cols;
  struct states carry; /* [cols]: everything before the block */
};

enum { MAX_CARRIES = 12 }; /* levels of blocks, groups, groups of groups ... */

/* What the blocks done so far add up to, level by level, for `cols` lines side by side. */
struct chain {
  struct states level[MAX_CARRIES], base;
  int used[MAX_CARRIES], levels, has_base;
};

/* Segments that come one after the other: the total of one becomes the prefix of its block up to it, and front what lies before the
 * next one. Arrays are of cols. */
enum { CLIMB_GROUPS = 5 }; /* 2^5 segments are a block */
struct climb {
  int64_t cols, segment;             /* segment: which of its block                             */
  struct states total, carry, front; /* of the segment; before its block; before the segment    */
  struct states group[CLIMB_GROUPS]; /* of 2^k segments: the last one that is whole             */
};

/* Segments of adjacent lines, one below the other, of a scan whose state is one number, or one and whether there was a mark: `rows` of
 * one block, of which only the last segment may be short. Arrays are of climb.cols, at most FLOW_BYTES. */
enum { FLOW_BYTES = 2048, FLOW_DIRECT = 32 };
struct flow_ahead { /* what is asked for beside a segment, as much as that reads, in the order of memory */
  uintptr_t at;
  int64_t left, row; /* bytes of this row, and of the next ones; of none nothing is asked for */
  int64_t apart;     /* from the end of a row to the next one                                 */
};
struct flow {
  int64_t rows;
  const char *in;
  char *out;
  int64_t in_pitch, out_pitch;
  int direct; /* where real_kernels are: in and out are of `dtype`, segments whole, lines FLOW_DIRECT or several times as many */
  int dtype;
  int stream;        /* direct: rows of out are aligned, and go past the cache      */
  struct flow_ahead ahead; /* direct                                                */
  const unsigned char *marks; /* of the first segment; those of the segment before it in the order of the scan are `marks_pitch` further */
  int64_t marks_pitch;
  struct states fronts; /* direct, of products: what lies before the segments, one below the other, in place of results; or none */
  struct climb climb; /* its segment is the first of these. Its carry, front, total and groups lie one behind the other, FLOW_BYTES each */
};

/* Whole blocks of one line of adjacent elements, of such a scan: of T; or, where real_kernels are `direct`, of any of the dtypes that
 * scan_direct names, any number of them, with old values of T added. */
enum { ALONG_BLOCKS = 4 };
struct along {
  const char *in;
  char *out;
  int64_t blocks;          /* up to ALONG_BLOCKS                                  */
  int in_dtype, out_dtype; /* of T, unless direct                                 */
  int back;                /* the scan runs down in memory                        */
  int accumulate;          /* direct                                              */
  int stream;              /* out: past the cache                                 */
  int far;                 /* direct: in is asked for; an out that accumulates always is */
  int64_t next, out_next;  /* direct: bytes to the line that comes after this one */
  const unsigned char *marks; /* of the segments, in the order of the forward scan, and of the one behind them */
  struct states fronts;       /* of products: what lies before each segment, as memory has them, in place of results; or none */
  struct chain *chain;
};

/* Whole blocks of `unit` lines side by side, whose rows touch; or, without a chain, whole lines of `segments` segments each, one behind the
 * other. Both numbers are powers of two. Lanes are segments times lines; they fill vectors, and at most ABREAST_BYTES.
 * A byte of marks belongs to a lane, in the order of memory; there are marks for a unit more on either side. */
enum { ABREAST_BYTES = 2048, ABREAST_UNIT = 32 }; /* and a unit has at most so many lines */
struct abreast {
  const char *in;
  char *out;
  int64_t lanes, unit, segments; /* segments: of a line; SEGMENTS of one that goes on      */
  int back, stream;              /* as along a line                                        */
  int last;                      /* who takes over: ties go to the latest                  */
  const char *ahead;             /* what is asked for beside in, as much; or NULL          */
  unsigned char *marks;          /* made by those, read where there was a mark, else unset */
  struct chain *chain;
};

/* Who takes over from all before it, as bits: SEGMENT steps of a line make a byte, counted from the end of the line, so that a scan from
 * there has the same segments. The first byte may be short: its steps are the upper bits. `best` is what took over last, then the last of
 * these.
 * Of lines side by side `steps`, up to SEGMENT, `pitch` apart, make marks[cols], cols being at most FLOW_BYTES; of one line `steps` lie
 * side by side, the first of them last in memory if `back`. */
struct mark {
  const char *x;
  int dtype; /* of x: T; where real_kernels are direct, any that scan_direct names */
  int64_t steps, pitch, cols;
  int64_t done; /* of lines side by side: so many of cols. Where x is not of T all of them may not be: the others are done with x as T */
  int back, last; /* last: ties go to the latest         */
  int far;        /* of one line: x is asked for         */
  struct flow_ahead ahead; /* of lines side by side */
  char *best;
  unsigned char *marks;
};

struct scan_kernels {
  void (*local)(const struct sheet *);   /* state                                               */
  void (*tree)(const struct segments *); /* totals of segments become inclusive prefixes        */
  void (*climb)(const struct climb *);   /* the same, one segment after the other               */
  void (*push)(struct chain *, struct states total, int64_t cols);      /* one more block is done      */
  void (*get)(const struct chain *, struct states carry, int64_t cols); /* everything before the next  */
  void (*fronts)(const struct segments *); /* prefixes become what lies before each segment       */
  void (*apply)(const struct sheet *);     /* out                                                 */
  void (*prefix)(const struct sheet *);    /* out_state                                           */
  void (*starts)(const struct sheet *);    /* out[0] = 1 where x takes over                       */
  void (*lift)(const struct fold *);       /* states of x alone, for init: b = x                  */
  /* The same with plain numbers, where states are wide ones: whether that was exact. Else the result is void. NULL where states
   * are not wide. */
  int (*plain_local)(const struct sheet *);
  void (*quick_apply)(const struct sheet *); /* of plain states behind wide fronts, always exact; else the one below */
  int (*plain_apply)(const struct sheet *);  /* of plain states behind plain fronts                                  */
  void (*widen)(struct states, int64_t n);                      /* plain states become wide                        */
  int (*narrow)(struct states plain, struct states, int64_t n); /* wide states as plain ones, if that is exact      */
  void (*initgrad)(const char *a, const char *db, const char *g, char *dinit, int64_t cols);
  /* Where the state is one number, or one and a mark, and no formula asks for another input, else NULL: segments; and whole blocks. */
  void (*flow)(struct flow *);
  void (*along)(const struct along *);
  void (*abreast)(const struct abreast *); /* NULL where vectors have not 64 bytes */
  /* Where positions are asked for, else NULL: who takes over. */
  void (*mark)(struct mark *);
  void (*mark_line)(const struct mark *);
  void (*mark_abreast)(const struct abreast *);
};

#endif
