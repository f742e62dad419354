/* verify.h: the parts of `remora verify`: the list of problems, machines that run it, and the verdict. */
#ifndef TOOL_VERIFY_H
#define TOOL_VERIFY_H

#include "golden.h"
#include "problem.h"
#include "remora/remora.h"

#include <stdio.h>

/* ---- verify_list.c ---- */

/* Reads golden digests, of a file or, where path is NULL, those this program carries, and puts them in the order in
 * which they are run: first one of each op and pass, then a second one of each ..., so that any beginning of the
 * list is a fair sample. Returns 0, or -1 with a sentence. */
int verify_list(struct golden *list, const char *path, char *why, size_t why_bytes);

/* How many ops and passes the list has. */
int verify_kinds(const struct golden *list);

/* The digest of one more digest; begin with DIGEST_START. */
#define DIGEST_START UINT64_C(0xcbf29ce484222325)
uint64_t digest_add(uint64_t digest, uint64_t next);

/* ---- verify_run.c ---- */

enum { MAX_MACHINES = 32, MAX_DIFFERENCES = 8 };

/* A context to run on, and what came of it. */
struct machine {
  char device[WORD_BYTES]; /* "cpu", "opencl:0"       */
  char what[160];          /* "cpu avx2 2 threads"    */
  rem_context *context;
  size_t ran, agree, refused; /* the first ran problems of the list; refused: REM_UNSUPPORTED */
  uint64_t digest;            /* of the digests of its results */
  double seconds;
};

struct difference {
  const struct machine *machine;
  const char *problem;
  char text[240];
};

struct verify {
  struct golden list;
  struct machine machines[MAX_MACHINES];
  int n_machines;
  char missing[3][240]; /* why a kind of device is not there */
  int n_missing;
  struct difference differences[MAX_DIFFERENCES]; /* the first of them */
  size_t n_differences;
};

/* Runs the list on a machine until it ends or so many seconds are over. */
void verify_run(struct verify *v, struct machine *m, double seconds);

/* ---- verify_say.c ---- */

int verify_exit(const struct verify *v); /* 0: every result agrees and there is one; else 1 */
void verify_say(const struct verify *v, FILE *to);
void verify_json(const struct verify *v, FILE *to);

#endif
