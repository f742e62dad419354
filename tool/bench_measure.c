/* bench_measure.c: times a problem and its yardstick in turns, so that noise hits both. */
#include "bench.h"

enum { MAX_ROUNDS = 201 };
static const double SAMPLE_SECONDS = 4e-4; /* a sample is repeated until it is at least this long */

/* What is timed: the plan, or a kind of stream. */
enum timed { THE_OP = -1 };

static rem_status run_once(const struct bench_case *c, int what, uint64_t *sum, rem_error *error) {
  if (what == THE_OP) return case_run(c, 0, error);
  *sum ^= stream_move(&c->streams, (enum stream_kind)what, c->threads);
  return REM_OK;
}

/* Seconds of one of several runs. */
static rem_status sample(const struct bench_case *c, int what, int times, double *seconds, rem_error *error) {
  uint64_t sum = 0;
  double (*clock)(void) = c->busy && c->threads == 1 ? clock_busy : clock_seconds;
  double start = clock();
  for (int i = 0; i < times; i++) {
    rem_status status = run_once(c, what, &sum, error);
    if (status) return status;
  }
  *seconds = (clock() - start) / times;
  __asm__ volatile("" : : "r"(sum)); /* what the streams read counts as used */
  return REM_OK;
}

static rem_status times_for(const struct bench_case *c, int what, int *times, rem_error *error) {
  double seconds = 0;
  *times = 1;
  rem_status status = sample(c, what, 1, &seconds, error); /* pages, caches, vector units */
  if (!status) status = sample(c, what, seconds < SAMPLE_SECONDS ? 4 : 1, &seconds, error);
  if (!status && seconds < SAMPLE_SECONDS) *times = (int)(SAMPLE_SECONDS / (seconds + 1e-9)) + 1;
  return status;
}

static int streams_worth(const struct bench_case *c) { return c->stream_bytes >= 1 << 16 && c->moved.base; }

static rem_status measure_op(const struct bench_case *c, int rounds, struct measured *m, rem_error *error) {
  double seconds[MAX_ROUNDS];
  int times;
  rem_status status = times_for(c, THE_OP, &times, error);
  for (int i = 0; !status && i < rounds; i++) status = sample(c, THE_OP, times, &seconds[i], error);
  if (!status) m->seconds = spread_of(seconds, rounds);
  return status;
}

/* Each round is op, plain stream, op, non-temporal stream; a stream is compared with the op just before it. */
static rem_status measure_both(const struct bench_case *c, int rounds, struct measured *m, rem_error *error) {
  double op[STREAM_KINDS][MAX_ROUNDS], stream[STREAM_KINDS][MAX_ROUNDS], share[STREAM_KINDS][MAX_ROUNDS];
  double fastest = 0;
  int times, stream_times[STREAM_KINDS], kinds = c->streams.writes && stream_has(STREAM_NONTEMPORAL) ? 2 : 1;
  rem_status status = times_for(c, THE_OP, &times, error);
  for (int k = 0; k < kinds && !status; k++) status = times_for(c, k, &stream_times[k], error);
  for (int i = 0; i < rounds && !status; i++)
    for (int k = 0; k < kinds && !status; k++) {
      status = sample(c, THE_OP, times, &op[k][i], error);
      if (!status) status = sample(c, k, stream_times[k], &stream[k][i], error);
      share[k][i] = c->bytes / op[k][i] / (c->stream_bytes / stream[k][i]);
    }
  for (int k = 0; k < kinds && !status; k++) {
    double middle = spread_of(stream[k], rounds).middle;
    if (k > 0 && middle >= fastest) continue;
    fastest = middle;
    m->yardstick = k == STREAM_PLAIN ? "plain" : "nt";
    m->share = spread_of(share[k], rounds);
    m->seconds = spread_of(op[k], rounds);
  }
  return status;
}

static int rounds_of(int asked, int standard) {
  int n = asked > 0 ? asked : standard;
  return n < 3 ? 3 : n > MAX_ROUNDS ? MAX_ROUNDS : n;
}

rem_status measure(const struct bench_case *c, int rounds, int with_streams, struct measured *m, rem_error *error) {
  if (c->device) return device_measure(c, rounds_of(rounds, 5), with_streams, m, error);
  *m = (struct measured){.rounds = rounds_of(rounds, with_streams ? 15 : 5), .yardstick = "plain"};
  rem_status status =
      with_streams && streams_worth(c) ? measure_both(c, m->rounds, m, error) : measure_op(c, m->rounds, m, error);
  if (status) return status;
  m->rate = c->bytes / m->seconds.middle;
  if (c->elements > 0) m->cycles = m->seconds.middle * cycles_per_second() * c->threads / c->elements;
  return REM_OK;
}
