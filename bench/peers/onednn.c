/* onednn.c: times oneDNN on problems that are sent to it, one at a time, and answers each with seconds, or with - where oneDNN
 * has no such primitive. peers.py runs it beside `remora bench`.
 *
 *   cc -O2 bench/peers/onednn.c -ldnnl -lm -o onednn      oneDNN 3
 *
 * A line is OP PASS ROWS COLUMNS AXIS, all tensors f32, two axes, packed; PASS is 0 forward, 1 backward. The primitive and its
 * memory are made before time is taken; a sample is at least 0.4 ms of executions, and the median of three counts; of what
 * takes longer than 0.2 s, the first one. */
#include <dnnl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ARGS = 10, SAMPLES = 3 };

struct job {
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_primitive_desc_t desc;
  dnnl_primitive_t primitive;
  dnnl_exec_arg_t args[MOST_ARGS];
  void *owned[MOST_ARGS];
  int n_args;
};

/* The kinds of primitive: how each op is said. */
struct op {
  const char *name;
  enum { ELTWISE, BINARY, REDUCTION, SOFTMAX, LAYER_NORM } kind;
  dnnl_alg_kind_t algorithm;
  float p;
};
static const struct op ops[] = {
    {"exp", ELTWISE, dnnl_eltwise_exp, 0},
    {"tanh", ELTWISE, dnnl_eltwise_tanh, 0},
    {"sigmoid", ELTWISE, dnnl_eltwise_logistic, 0},
    {"gelu", ELTWISE, dnnl_eltwise_gelu_erf, 0},
    {"add", BINARY, dnnl_binary_add, 0},
    {"mul", BINARY, dnnl_binary_mul, 0},
    {"sum", REDUCTION, dnnl_reduction_sum, 0},
    {"mean", REDUCTION, dnnl_reduction_mean, 0},
    {"max", REDUCTION, dnnl_reduction_max, 0},
    {"min", REDUCTION, dnnl_reduction_min, 0},
    {"prod", REDUCTION, dnnl_reduction_mul, 0},
    {"norm2", REDUCTION, dnnl_reduction_norm_lp_sum, 2},
    {"softmax", SOFTMAX, dnnl_softmax_accurate, 0},
    {"log_softmax", SOFTMAX, dnnl_softmax_log, 0},
    {"layer_norm", LAYER_NORM, dnnl_alg_kind_undef, 0},
};

static dnnl_memory_desc_t packed(int rank, int64_t rows, int64_t columns) {
  dnnl_memory_desc_t desc = NULL;
  dnnl_dims_t dims = {rows, columns};
  dnnl_memory_desc_create_with_tag(&desc, rank, dims, dnnl_f32, rank == 2 ? dnnl_ab : dnnl_a);
  return desc;
}

/* Gives the primitive a tensor: values of a short pattern, or those another argument has. */
static int give(struct job *job, int name, const_dnnl_memory_desc_t desc) {
  size_t bytes = dnnl_memory_desc_get_size(desc), at;
  float *data = aligned_alloc(64, (bytes + 63) / 64 * 64);
  dnnl_memory_t memory;
  if (!data || job->n_args == MOST_ARGS || dnnl_memory_create(&memory, desc, job->engine, data)) return free(data), 1;
  for (at = 0; at < bytes / sizeof *data; at++) data[at] = 0.5f + (float)(at * 7919 % 1021) / 1021;
  job->owned[job->n_args] = data;
  job->args[job->n_args++] = (dnnl_exec_arg_t){name, memory};
  return 0;
}

static int make_eltwise(struct job *job, const struct op *op, int backward, dnnl_memory_desc_t x) {
  dnnl_primitive_desc_t forward = NULL;
  if (dnnl_eltwise_forward_primitive_desc_create(&forward, job->engine, dnnl_forward_training, op->algorithm, x, x, 0,
                                                 0, NULL))
    return 1;
  if (give(job, DNNL_ARG_SRC, x)) return 1;
  if (!backward) return job->desc = forward, give(job, DNNL_ARG_DST, x);
  return dnnl_eltwise_backward_primitive_desc_create(&job->desc, job->engine, op->algorithm, x, x, x, 0, 0, forward,
                                                     NULL) ||
         give(job, DNNL_ARG_DIFF_DST, x) || give(job, DNNL_ARG_DIFF_SRC, x);
}

static int make_softmax(struct job *job, const struct op *op, int backward, dnnl_memory_desc_t x, int axis) {
  dnnl_primitive_desc_t forward = NULL;
  if (dnnl_softmax_forward_primitive_desc_create(&forward, job->engine, dnnl_forward_training, op->algorithm, x, x,
                                                 axis, NULL))
    return 1;
  if (!backward) return job->desc = forward, give(job, DNNL_ARG_SRC, x) || give(job, DNNL_ARG_DST, x);
  return dnnl_softmax_backward_primitive_desc_create(&job->desc, job->engine, op->algorithm, x, x, x, axis, forward,
                                                     NULL) ||
         give(job, DNNL_ARG_DST, x) || give(job, DNNL_ARG_DIFF_DST, x) || give(job, DNNL_ARG_DIFF_SRC, x);
}

static int make_layer_norm(struct job *job, int backward, dnnl_memory_desc_t x, int64_t rows, int64_t columns) {
  unsigned flags = dnnl_use_scale | dnnl_use_shift;
  dnnl_memory_desc_t row = packed(1, rows, 0), column = packed(1, columns, 0);
  dnnl_primitive_desc_t forward = NULL;
  if (dnnl_layer_normalization_forward_primitive_desc_create(&forward, job->engine, dnnl_forward_training, x, x, row,
                                                             1e-5f, flags, NULL))
    return 1;
  if (give(job, DNNL_ARG_SRC, x) || give(job, DNNL_ARG_MEAN, row) || give(job, DNNL_ARG_VARIANCE, row) ||
      give(job, DNNL_ARG_SCALE, column))
    return 1;
  if (give(job, DNNL_ARG_SHIFT, column)) return 1;
  if (!backward) return job->desc = forward, give(job, DNNL_ARG_DST, x);
  return dnnl_layer_normalization_backward_primitive_desc_create(&job->desc, job->engine, dnnl_backward, x, x, x, row,
                                                                 1e-5f, flags, forward, NULL) ||
         give(job, DNNL_ARG_DIFF_DST, x) || give(job, DNNL_ARG_DIFF_SRC, x) || give(job, DNNL_ARG_DIFF_SCALE, column) ||
         give(job, DNNL_ARG_DIFF_SHIFT, column);
}

/* 1 where there is no such primitive. */
static int make(struct job *job, const char *name, int backward, int64_t rows, int64_t columns, int axis) {
  const struct op *op = NULL;
  dnnl_memory_desc_t x = packed(2, rows, columns), y;
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (!strcmp(ops[i].name, name)) op = &ops[i];
  if (!op) return 1;
  switch (op->kind) {
    case ELTWISE:
      return make_eltwise(job, op, backward, x) || dnnl_primitive_create(&job->primitive, job->desc);
    case SOFTMAX:
      return make_softmax(job, op, backward, x, axis) || dnnl_primitive_create(&job->primitive, job->desc);
    case LAYER_NORM:
      return axis != 1 || make_layer_norm(job, backward, x, rows, columns) ||
             dnnl_primitive_create(&job->primitive, job->desc);
    case BINARY:
      return backward || dnnl_binary_primitive_desc_create(&job->desc, job->engine, op->algorithm, x, x, x, NULL) ||
             give(job, DNNL_ARG_SRC_0, x) || give(job, DNNL_ARG_SRC_1, x) || give(job, DNNL_ARG_DST, x) ||
             dnnl_primitive_create(&job->primitive, job->desc);
    case REDUCTION:
      y = packed(2, axis == 0 ? 1 : rows, axis == 1 ? 1 : columns);
      return backward ||
             dnnl_reduction_primitive_desc_create(&job->desc, job->engine, op->algorithm, x, y, op->p, 0, NULL) ||
             give(job, DNNL_ARG_SRC, x) || give(job, DNNL_ARG_DST, y) ||
             dnnl_primitive_create(&job->primitive, job->desc);
  }
  return 1;
}

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double times(struct job *job, long count, clockid_t clock) {
  double start = now(clock);
  for (long i = 0; i < count; i++)
    if (dnnl_primitive_execute(job->primitive, job->stream, job->n_args, job->args)) exit(1);
  dnnl_stream_wait(job->stream);
  return (now(clock) - start) / (double)count;
}

static int ascending(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

int main(int argc, char **argv) {
  clockid_t clock = argc > 1 && !strcmp(argv[1], "--busy") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  const dnnl_version_t *version = dnnl_version();
  char name[64];
  int backward, axis;
  long long rows, columns;
  printf("oneDNN %d.%d.%d\n", version->major, version->minor, version->patch), fflush(stdout);
  while (scanf("%63s %d %lld %lld %d", name, &backward, &rows, &columns, &axis) == 5) {
    struct job job = {0};
    double samples[SAMPLES], once;
    if (dnnl_engine_create(&job.engine, dnnl_cpu, 0) ||
        dnnl_stream_create(&job.stream, job.engine, dnnl_stream_default_flags))
      return 1;
    if (make(&job, name, backward, rows, columns, axis)) {
      puts("-");
    } else {
      once = times(&job, 1, clock);
      if (once < 0.2) once = times(&job, 1, clock);
      for (int i = 0; i < SAMPLES; i++)
        samples[i] = once > 0.2 ? once : times(&job, once < 4e-4 ? (long)(4e-4 / (once + 1e-7)) + 1 : 1, clock);
      qsort(samples, SAMPLES, sizeof *samples, ascending);
      printf("%.9g\n", samples[SAMPLES / 2]);
    }
    fflush(stdout);
    for (int i = 0; i < job.n_args; i++) dnnl_memory_destroy(job.args[i].memory), free(job.owned[i]);
    if (job.primitive) dnnl_primitive_destroy(job.primitive);
    dnnl_stream_destroy(job.stream), dnnl_engine_destroy(job.engine);
  }
  return 0;
}
