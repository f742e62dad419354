/* test_graph.c: a run on a CUDA device only enqueues on its stream. Every op and pass is captured in a CUDA graph and replayed
 * on changing data; one plan runs from several threads; several contexts live at once; and Remora is a guest in a process
 * whose primary context belongs to somebody else. Results are compared bit for bit with plain runs of the same plan. */
#include "check.h"
#include "device.h"
#include "expand.h"
#include "gpu/gpu.h"
#include "problem.h"
#include "tensors.h"

#include <pthread.h>
#include <stdlib.h>

/* Small, but several of them take several kernels. */
static const char *const problems[] = {
    "{sum,mean,max,min,prod,norm2,logsumexp,var,std}{,.bwd} axes={0,1} {f32,bf16}[67,130]",
    "{sum,prod,logsumexp,max}{,.bwd} {f32,bf16}[20011]",
    "{max,min} axes=1 ties=first {f32,bf16}[67,130] index:i64",
    "sum axes=1 f32[67,130] +y",
    "{softmax,softmin,log_softmax,gumbel_softmax,masked_softmax,layer_norm,rms_norm,normalize}{,.bwd} axes={0,1} {f32,bf16}[67,130]",
    "{softmax,layer_norm}{,.bwd} axes=1 {f32,bf16}[3,{20011,70001}]",
    "{group_norm,instance_norm}{,.bwd} f32[3,8,5,7]",
    "{any,all,count_nonzero,argmax,argmin} axes={0,1} {f32,bf16,i32}[67,130]",
    "{cumsum,cumprod,cummax,cummin,logcumsumexp}{,.bwd} axis={0,1} {f32,bf16}[67,130]",
    "{cumsum,cumprod,logcumsumexp}{,.bwd} {f32,bf16}[20011]",
    "linrec{,.bwd} axis={0,1} {f32[67,130] f32[67,130];bf16[67,130] bf16[67,130]}",
    "{exp,exp2,expm1,log,log2,log10,log1p,cbrt,rsqrt,sigmoid,erf,erfc,erfinv,lgamma,digamma}{,.bwd} f32[67,130]",
    "{sin,cos,tan,asin,acos,atan,sinh,cosh,tanh,asinh,acosh,atanh}{,.bwd} f32[67,130]",
    "{pow,hypot,atan2}{,.bwd} f32[67,130] f32[130]",
    "lerp{,.bwd} {f32,bf16}[67,130] {f32,bf16}[130] f32[67,1]",
    "{neg,abs,sign,square,cube,sqrt,reciprocal,floor,ceil,round,trunc,frac,deg2rad,rad2deg}{,.bwd} f32[67,130]",
    "{affine,powi,clamp,nan_to_num,relu,relu6,leaky_relu,elu,selu,celu,gelu,silu,mish,copy}{,.bwd} f32[67,130]",
    "{logsigmoid,logit,softplus,softsign,tanhshrink,hardshrink,softshrink,hardtanh}{,.bwd} f32[67,130]",
    "{hardsigmoid,hardswish,threshold,step,sinc,cast}{,.bwd} f32[67,130]",
    "{glu,swiglu,geglu,reglu}{,.bwd} f32[67,130]",
    "{bias_relu,bias_gelu,bias_silu,bias_sigmoid,bias_tanh}{,.bwd} f32[67,130] f32[130]",
    "dropout{,.bwd} p=0.3 {f32,bf16}[67,130]", /* with other seeds */
    "masked_dropout{,.bwd} bool[67,130] f32[67,130]",
    "rotary{,.bwd} layout={halves,interleaved} {f32,bf16}[67,130]",
    "{add,sub,mul,div,fmod,remainder,floor_divide,maximum,minimum,fmax,fmin,copysign}{,.bwd} f32[67,130] f32[130]",
    "{ldexp,nextafter,heaviside,logaddexp,logaddexp2,xlogy,xlog1py,prelu}{,.bwd} f32[67,130] f32[130]",
    "{fma,addcmul,addcdiv,clip}{,.bwd} f32[67,130] f32[130] f32[67,1]",
    "where{,.bwd} bool[67,130] f32[67,130] f32[130]",
    "{eq,ne,lt,le,gt,ge,logical_and,logical_or,logical_xor} f32[67,130] f32[130]",
    "{logical_not,isnan,isinf,isfinite,signbit} f32[67,130]",
    "{bitwise_and,bitwise_or,bitwise_xor,shift_left,shift_right} i32[67,130] i32[130]",
    "{bitwise_not,popcount,clz,ctz} i32[67,130]",
    "fill value=0.5 y:f32[67,130]",
    "add f32[67,130]@t f32[67,130]",
    "pad{,.bwd} mode={constant,reflect,replicate,circular,symmetric} low=1,0 high=0,2 {f32,bf16}[67,130]",
    "pad{,.bwd} mode=reflect low=4000 high=4000 {f32,bf16}[4097]",
    "repeat{,.bwd} repeats={2,3;300,1} {f32,bf16}[6,13]",
    "embedding{,.bwd} {f32,bf16}[300,24] i32[3000]",
};
enum { MOST_OPS = 256, LINES = sizeof problems / sizeof *problems, SETS = 5, REPLAYS = 100, THREADS = 6, ROUNDS = 40 };

/* ---- the driver's functions that a program with graphs of its own uses ------------------------------------------ */

typedef void *handle;
typedef uint64_t cuda_ptr;

/* clang-format off */
#define FUNCTIONS(F) \
  F(cuInit, (unsigned)) \
  F(cuDevicePrimaryCtxRetain, (handle *, int)) \
  F(cuDevicePrimaryCtxRelease_v2, (int)) \
  F(cuDevicePrimaryCtxGetState, (int, unsigned *, int *)) \
  F(cuCtxCreate_v2, (handle *, unsigned, int)) \
  F(cuCtxDestroy_v2, (handle)) \
  F(cuCtxGetCurrent, (handle *)) \
  F(cuCtxPushCurrent_v2, (handle)) \
  F(cuCtxPopCurrent_v2, (handle *)) \
  F(cuStreamCreate, (handle *, unsigned)) \
  F(cuStreamDestroy_v2, (handle)) \
  F(cuStreamSynchronize, (handle)) \
  F(cuStreamBeginCapture_v2, (handle, int)) \
  F(cuStreamEndCapture, (handle, handle *)) \
  F(cuGraphGetNodes, (handle, handle *, size_t *)) \
  F(cuGraphInstantiateWithFlags, (handle *, handle, unsigned long long)) \
  F(cuGraphLaunch, (handle, handle)) \
  F(cuGraphExecDestroy, (handle)) \
  F(cuGraphDestroy, (handle)) \
  F(cuMemAlloc_v2, (cuda_ptr *, size_t)) \
  F(cuMemFree_v2, (cuda_ptr)) \
  F(cuMemcpyDtoH_v2, (void *, cuda_ptr, size_t))
/* clang-format on */
struct cuda {
#define DECLARE(name, arguments) int(*name) arguments;
  FUNCTIONS(DECLARE)
#undef DECLARE
};
static const struct library_function functions[] = {
#define LINE(name, arguments) {#name, offsetof(struct cuda, name), 0},
    FUNCTIONS(LINE)
#undef LINE
};
enum { NON_BLOCKING = 1, CAPTURE_GLOBAL = 0 };

struct test {
  struct check check;
  struct cuda cu;
  rem_context *context;
  handle primary, stream;
  char seen[2][MOST_OPS]; /* by pass and place in the table */
};

/* ---- a test case's memory on the device ------------------------------------------------------------------------- */

/* Test cases of one plan differ in how far their elements lie from an aligned address; here, all of them lie where those of the
 * first do, so that a graph can be replayed on each. */
enum { MARGIN = 4096 };

struct there {
  rem_context *context;
  const struct cuda *owner; /* allocated the memory; NULL: Remora did */
  rem_buffer slots[REM_MAX_SLOTS], workspace;
  size_t element[REM_MAX_SLOTS]; /* bytes from the start of a slot's memory to element (0,...,0) */
};

static size_t element_at(const struct tensor *x) { return (size_t)(x->element - x->memory); }

/* Where the memory of a test case's slot goes. */
static rem_buffer place_of(const struct there *there, const struct trial *t, int i) {
  rem_buffer b = there->slots[i];
  b.offset = there->element[i] - element_at(&t->tensors[i]);
  return b;
}

static int take(struct there *there, size_t bytes, rem_buffer *buffer) {
  cuda_ptr address = 0;
  if (!there->owner) return rem_memory_create(there->context, bytes, buffer, NULL) == REM_OK;
  if (there->owner->cuMemAlloc_v2(&address, bytes)) return 0;
  *buffer = (rem_buffer){(void *)(uintptr_t)address, bytes, 0};
  return 1;
}

static void drop(struct there *there, rem_buffer *buffer) {
  if (!buffer->base) return;
  if (there->owner) there->owner->cuMemFree_v2((cuda_ptr)(uintptr_t)buffer->base);
  else rem_memory_destroy(there->context, buffer);
}

static int there_create(struct there *there, const struct trial *t, const struct cuda *owner) {
  size_t bytes, alignment;
  int good = 1;
  *there = (struct there){.context = t->plan->context, .owner = owner};
  for (int i = 0; i < t->problem->n_slots; i++) {
    if (!t->tensors[i].memory) continue;
    there->element[i] = MARGIN + element_at(&t->tensors[i]);
    good = good && take(there, t->tensors[i].bytes + 2 * MARGIN, &there->slots[i]);
  }
  rem_plan_workspace(t->plan, &bytes, &alignment);
  return good && (!bytes || take(there, bytes, &there->workspace));
}

static void there_destroy(struct there *there) {
  for (int i = 0; i < REM_MAX_SLOTS; i++) drop(there, &there->slots[i]);
  drop(there, &there->workspace);
}

/* Everything as it was before the test case's own run. */
static int there_send(const struct there *there, const struct trial *t, handle stream) {
  int good = 1;
  for (int i = 0; i < t->problem->n_slots; i++) {
    const struct tensor *x = &t->tensors[i];
    rem_buffer to;
    if (!x->memory) continue;
    to = place_of(there, t, i);
    good = good && !rem_memory_write(there->context, &to, x->before, x->bytes, stream, NULL);
  }
  return good;
}

static int there_run(const struct there *there, const struct trial *t, handle stream) {
  rem_buffer buffers[REM_MAX_SLOTS] = {{0}};
  rem_error error = {.size = sizeof error};
  for (int i = 0; i < t->problem->n_slots; i++) {
    buffers[i] = there->slots[i];
    buffers[i].offset = there->element[i];
  }
  if (!rem_plan_run(t->plan, buffers, t->problem->n_slots, there->workspace.base, there->workspace.bytes, stream,
                    &error))
    return 1;
  printf("run: %s\n", error.text);
  return 0;
}

/* Whether every byte, around the elements too, is what the test case's own run left. */
static int there_same(const struct there *there, const struct trial *t, handle stream) {
  int good = 1;
  for (int i = 0; i < t->problem->n_slots && good; i++) {
    const struct tensor *x = &t->tensors[i];
    rem_buffer from;
    char *now;
    if (!x->memory) continue;
    from = place_of(there, t, i);
    now = malloc(x->bytes);
    good = now && !rem_memory_read(there->context, now, &from, x->bytes, stream, NULL) &&
           !memcmp(now, x->memory, x->bytes);
    free(now);
  }
  return good;
}

/* ---- plans and test cases --------------------------------------------------------------------------------------- */

static rem_plan *plan_of(struct check *c, rem_context *context, const char *line) {
  struct parsed parsed;
  rem_desc desc;
  rem_plan *plan = NULL;
  rem_error error = {.size = sizeof error};
  char why[WHY_BYTES];
  if (!CHECK_INT(c, parse_problem(line, &parsed, why, sizeof why), 0)) return NULL;
  parsed_desc(&parsed, &desc);
  if (!CHECK_INT(c, rem_plan_create(context, &desc, &plan, &error), REM_OK)) printf("%s: %s\n", line, error.text);
  return plan;
}

/* A test case that was run plainly: inputs, and the results to expect. */
static int trial_ready(struct check *c, struct trial *t, const rem_plan *plan, int seed) {
  rem_error error = {.size = sizeof error};
  char why[WHY_BYTES] = "";
  if (!trial_create(t, plan, (uint64_t)seed, why, sizeof why) && !trial_run(t, &error)) return CHECK(c, 1);
  printf("%s: %s%s\n", rem_plan_problem(plan), why, error.text);
  return CHECK(c, 0);
}

/* ---- graphs ----------------------------------------------------------------------------------------------------- */

static size_t steps_of(const rem_plan *plan) {
  size_t n = 0;
  while (exec_step(plan->planned.exec, (int)n)) n++;
  return n;
}

/* The graph of one run; NULL: the capture failed, or recorded something else than the plan's kernels. In this mode, a call of
 * any thread that allocates or waits ends the capture. */
static handle capture(struct test *test, const struct there *there, const struct trial *t) {
  const struct cuda *cu = &test->cu;
  handle graph = NULL, ready = NULL;
  size_t nodes = 0;
  CHECK_INT(&test->check, cu->cuStreamBeginCapture_v2(test->stream, CAPTURE_GLOBAL), 0);
  CHECK(&test->check, there_run(there, t, test->stream));
  if (!CHECK_INT(&test->check, cu->cuStreamEndCapture(test->stream, &graph), 0)) return NULL;
  CHECK_INT(&test->check, cu->cuGraphGetNodes(graph, NULL, &nodes), 0);
  CHECK_INT(&test->check, (int64_t)nodes, (int64_t)steps_of(t->plan));
  CHECK_INT(&test->check, cu->cuGraphInstantiateWithFlags(&ready, graph, 0), 0);
  CHECK_INT(&test->check, cu->cuGraphDestroy(graph), 0);
  return ready;
}

/* How many replays gave other bits than a plain run on the same data. */
static int replay(const struct test *test, handle graph, const struct there *there, const struct trial *sets) {
  int wrong = 0;
  for (int i = 0; i < REPLAYS; i++) {
    const struct trial *t = &sets[i % SETS];
    int good = there_send(there, t, test->stream) && !test->cu.cuGraphLaunch(graph, test->stream) &&
               !test->cu.cuStreamSynchronize(test->stream) && there_same(there, t, test->stream);
    wrong += !good;
  }
  return wrong;
}

static void note_seen(struct test *test, const struct problem *p) {
  for (int i = 0; rem_op_list(i); i++)
    if (!strcmp(rem_op_list(i), p->entry->name)) test->seen[p->pass][i] = 1;
}

static int test_graph(void *arg, const char *line) {
  struct test *test = arg;
  struct check *c = &test->check;
  struct trial sets[SETS] = {{0}};
  struct there there = {0};
  int64_t failed = c->failed;
  int good = 1;
  rem_plan *plan = plan_of(c, test->context, line);
  if (!plan) return 0;
  note_seen(test, &plan->problem);
  for (int i = 0; i < SETS; i++) good = trial_ready(c, &sets[i], plan, i) && good;
  if (good && CHECK(c, there_create(&there, &sets[0], NULL))) {
    handle graph = capture(test, &there, &sets[0]);
    if (CHECK(c, graph)) {
      CHECK_INT(c, replay(test, graph, &there, sets), 0);
      CHECK_INT(c, test->cu.cuGraphExecDestroy(graph), 0);
    }
  }
  if (c->failed != failed) printf("FAIL %s\n", line);
  there_destroy(&there);
  for (int i = 0; i < SETS; i++) trial_destroy(&sets[i]);
  rem_plan_destroy(plan);
  return 0;
}

static void test_graphs(struct test *test) {
  char why[WHY_BYTES];
  for (int i = 0; i < LINES; i++)
    if (!CHECK_INT(&test->check, expand_line(problems[i], test_graph, test, why, sizeof why), 0)) printf("%s\n", why);
  for (int i = 0; rem_op_list(i); i++)
    for (int pass = 0; pass < 2; pass++) {
      rem_slot_info first; /* an op without a gradient has no slots backward */
      if (i >= MOST_OPS || rem_op_slot(rem_op_list(i), pass, NULL, 0, 0, &first, NULL)) continue;
      if (!CHECK(&test->check, test->seen[pass][i])) printf("no problem of %s, pass %d\n", rem_op_list(i), pass);
    }
}

/* ---- threads ---------------------------------------------------------------------------------------------------- */

struct worker {
  const struct test *test;
  const struct trial *t;
  int wrong;
};

static void *work(void *arg) {
  struct worker *w = arg;
  const struct cuda *cu = &w->test->cu;
  struct there there;
  handle stream = NULL, popped;
  w->wrong += cu->cuCtxPushCurrent_v2(w->test->primary) || cu->cuStreamCreate(&stream, NON_BLOCKING);
  w->wrong += cu->cuCtxPopCurrent_v2(&popped) != 0; /* runs need no current context */
  w->wrong += !there_create(&there, w->t, NULL);
  for (int i = 0; i < ROUNDS && !w->wrong; i++)
    w->wrong +=
        !there_send(&there, w->t, stream) || !there_run(&there, w->t, stream) || !there_same(&there, w->t, stream);
  there_destroy(&there);
  w->wrong +=
      cu->cuCtxPushCurrent_v2(w->test->primary) || cu->cuStreamDestroy_v2(stream) || cu->cuCtxPopCurrent_v2(&popped);
  return NULL;
}

static void test_threads(struct test *test, const char *line) {
  struct check *c = &test->check;
  struct trial sets[THREADS] = {{0}};
  struct worker workers[THREADS];
  pthread_t threads[THREADS];
  rem_plan *plan = plan_of(c, test->context, line);
  int n = 0;
  if (!plan) return;
  while (n < THREADS && trial_ready(c, &sets[n], plan, n)) n++;
  for (int i = 0; i < n; i++) {
    workers[i] = (struct worker){test, &sets[i], 0};
    CHECK_INT(c, pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  for (int i = 0; i < n; i++) {
    pthread_join(threads[i], NULL);
    if (!CHECK_INT(c, workers[i].wrong, 0)) printf("FAIL thread %d of %s\n", i, line);
  }
  for (int i = 0; i < THREADS; i++) trial_destroy(&sets[i]);
  rem_plan_destroy(plan);
}

/* ---- contexts --------------------------------------------------------------------------------------------------- */

enum { CONTEXTS = 3 };

/* The same problem in every context that is still there; returns how many gave other bits than expected. */
static int differ(struct check *c, rem_context *const contexts[CONTEXTS], const char *line, uint64_t *expected) {
  int wrong = 0;
  for (int i = 0; i < CONTEXTS; i++) {
    struct trial t = {0};
    rem_plan *plan = contexts[i] ? plan_of(c, contexts[i], line) : NULL;
    if (!plan) continue;
    if (trial_ready(c, &t, plan, 1)) {
      if (!*expected) *expected = trial_digest(&t);
      wrong += trial_digest(&t) != *expected;
    }
    trial_destroy(&t);
    rem_plan_destroy(plan);
  }
  return wrong;
}

/* Two of the primary context, and one that adopts a context of the caller's. */
static void test_contexts(struct test *test, const char *line) {
  struct check *c = &test->check;
  rem_context_desc desc = {.size = sizeof desc, .device = "cuda:0"};
  rem_context *contexts[CONTEXTS] = {NULL};
  handle own = NULL, popped;
  uint64_t expected = 0;
  CHECK_INT(c, test->cu.cuCtxCreate_v2(&own, 0, 0), 0);
  CHECK_INT(c, test->cu.cuCtxPopCurrent_v2(&popped), 0);
  for (int i = 0; i < CONTEXTS; i++) {
    desc.native = i == 2 ? own : NULL;
    CHECK_INT(c, rem_context_create(&desc, &contexts[i], NULL), REM_OK);
  }
  for (int round = 0; round < 3; round++) CHECK_INT(c, differ(c, contexts, line, &expected), 0);
  for (int i = 0; i < CONTEXTS; i++) { /* the others go on without it */
    rem_context_destroy(contexts[i]);
    contexts[i] = NULL;
    CHECK_INT(c, differ(c, contexts, line, &expected), 0);
  }
  CHECK_INT(c, test->cu.cuCtxDestroy_v2(own), 0);
}

/* ---- a guest ---------------------------------------------------------------------------------------------------- */

/* Runs on the host's memory and the host's stream. */
static void visit(struct check *c, const struct cuda *cu, handle stream, const char *line) {
  rem_context_desc desc = {.size = sizeof desc, .device = "cuda:0"};
  rem_error error = {.size = sizeof error};
  rem_context *context = NULL;
  struct trial t = {0};
  struct there there = {0};
  rem_plan *plan = NULL;
  if (!CHECK_INT(c, rem_context_create(&desc, &context, &error), REM_OK)) printf("%s\n", error.text);
  else plan = plan_of(c, context, line);
  if (plan && trial_ready(c, &t, plan, 3) && CHECK(c, there_create(&there, &t, cu))) {
    CHECK(c, there_send(&there, &t, stream));
    CHECK(c, there_run(&there, &t, stream));
    CHECK(c, there_same(&there, &t, stream));
  }
  there_destroy(&there);
  trial_destroy(&t);
  rem_plan_destroy(plan);
  rem_context_destroy(context);
}

/* Before Remora has touched the device, somebody retains the primary context, as PyTorch does; when Remora has left, nothing of
 * theirs has changed. */
static void test_guest(struct check *c, const struct cuda *cu) {
  handle primary = NULL, current = NULL, stream = NULL;
  cuda_ptr memory = 0;
  unsigned flags = 0;
  int active = 0, byte = 0;
  CHECK_INT(c, cu->cuDevicePrimaryCtxRetain(&primary, 0), 0);
  CHECK_INT(c, cu->cuCtxPushCurrent_v2(primary), 0);
  CHECK_INT(c, cu->cuMemAlloc_v2(&memory, 64), 0);
  CHECK_INT(c, cu->cuStreamCreate(&stream, NON_BLOCKING), 0);
  visit(c, cu, stream, "logsumexp.bwd axes=1 bf16[67,130]");
  visit(c, cu, stream, "cumprod.bwd f32[20011]");
  CHECK_INT(c, cu->cuCtxGetCurrent(&current), 0);
  CHECK(c, current == primary);
  CHECK_INT(c, cu->cuDevicePrimaryCtxGetState(0, &flags, &active), 0);
  CHECK_INT(c, active, 1);
  CHECK_INT(c, cu->cuMemcpyDtoH_v2(&byte, memory, 1), 0);
  CHECK_INT(c, cu->cuStreamDestroy_v2(stream), 0);
  CHECK_INT(c, cu->cuMemFree_v2(memory), 0);
  CHECK_INT(c, cu->cuCtxPopCurrent_v2(&current), 0);
  CHECK_INT(c, cu->cuDevicePrimaryCtxRelease_v2(0), 0);
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static void test_device(struct test *test) {
  static const char *const lines[] = {"sum axes=1 f32[67,130]", "prod.bwd f32[20011]", "cumsum bf16[20011]",
                                      "pad.bwd mode=reflect low=1,0 high=0,2 f32[67,130]"};
  struct check *c = &test->check;
  rem_context_desc desc = {.size = sizeof desc, .device = "cuda:0"};
  handle popped;
  test_guest(c, &test->cu);
  printf("a guest: %" PRId64 " passed, %" PRId64 " failed so far\n", c->passed, c->failed);
  if (!CHECK_INT(c, rem_context_create(&desc, &test->context, NULL), REM_OK)) return;
  CHECK_INT(c, test->cu.cuDevicePrimaryCtxRetain(&test->primary, 0), 0);
  CHECK_INT(c, test->cu.cuCtxPushCurrent_v2(test->primary), 0);
  CHECK_INT(c, test->cu.cuStreamCreate(&test->stream, NON_BLOCKING), 0);
  test_graphs(test);
  printf("graphs: %" PRId64 " passed, %" PRId64 " failed so far\n", c->passed, c->failed);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) test_threads(test, lines[i]);
  printf("threads: %" PRId64 " passed, %" PRId64 " failed so far\n", c->passed, c->failed);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) test_contexts(test, lines[i]);
  CHECK_INT(c, test->cu.cuStreamDestroy_v2(test->stream), 0);
  CHECK_INT(c, test->cu.cuCtxPopCurrent_v2(&popped), 0);
  CHECK_INT(c, test->cu.cuDevicePrimaryCtxRelease_v2(0), 0);
  rem_context_destroy(test->context);
}

int main(void) {
  struct test test = {.check = {.name = "gpu/graph"}};
  void *library = library_open("libcuda.so.1");
  const char *missing =
      library ? library_functions(library, functions, sizeof functions / sizeof *functions, &test.cu) : "libcuda.so.1";
  int code = missing ? 0 : test.cu.cuInit(0);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (missing || code) {
    if (missing) printf("skipped: %s is not there\n", missing);
    else printf("skipped: cuInit said %d\n", code);
    CHECK(&test.check, 1); /* that it was skipped in good order */
  } else {
    test_device(&test);
  }
  library_close(library);
  return check_end(&test.check);
}
