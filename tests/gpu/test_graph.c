/* test_graph.c [PROCESSES]: a run on a CUDA device only enqueues on its stream. Every op and pass is captured in a CUDA graph and
 * replayed on changing data. Results are compared bit for bit with plain runs of the same plan. Most of the time goes to compiling
 * kernels: the graphs are divided among processes, 8 or as many as there are processors. */
#define _POSIX_C_SOURCE 200809L
#include "expand.h"
#include "there.h"

#include <sys/wait.h>
#include <unistd.h>

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
    "{mse_loss,bce_with_logits_loss}{,.bwd} {f32,bf16}[67,130]",
    "{cross_entropy,soft_cross_entropy}{,.bwd} {f32[67,130];bf16[67,130];f32[3,70001]}",
    "multilabel_margin_loss{,.bwd} {f32[67,130];bf16[3,5011];f32[1100,300]}",
    "{add_layer_norm,add_rms_norm}{,.bwd} axes=1 {f32,bf16}[67,130]",
    "batch_norm{,.bwd} f32[3,8,5,7]",
    "{sgd,adam,adamw,lion} f32[20011] grad:bf16 half_out:bf16", /* with other rates */
};
enum { LINES = sizeof problems / sizeof *problems, SETS = 5, REPLAYS = 100, MOST_PARTS = 64 };

/* ---- the list --------------------------------------------------------------------------------------------------- */

struct wanted {
  const char *op;
  int pass;
};

static int is_wanted(void *arg, const char *line) {
  const struct wanted *w = arg;
  struct parsed parsed;
  char why[WHY_BYTES];
  return !parse_problem(line, &parsed, why, sizeof why) && parsed.pass == w->pass && !strcmp(parsed.entry->name, w->op);
}

static int in_list(const char *op, int pass) {
  struct wanted w = {op, pass};
  char why[WHY_BYTES];
  for (int i = 0; i < LINES; i++)
    if (expand_line(problems[i], is_wanted, &w, why, sizeof why)) return 1;
  return 0;
}

/* The problems above, and one of every op and pass that is not among them. */
static void each_problem(struct check *c, each_line each, void *arg) {
  char why[WHY_BYTES], line[WORD_BYTES + 32];
  for (int i = 0; i < LINES; i++)
    if (!CHECK_INT(c, expand_line(problems[i], each, arg, why, sizeof why), 0)) printf("%s\n", why);
  for (int i = 0; rem_op_list(i); i++)
    for (int pass = 0; pass < 2; pass++) {
      rem_slot_info first; /* an op without a gradient has no slots backward */
      if (rem_op_slot(rem_op_list(i), pass, NULL, 0, 0, &first, NULL) || in_list(rem_op_list(i), pass)) continue;
      snprintf(line, sizeof line, "%s%s f32[67,130]", rem_op_list(i), pass ? ".bwd" : "");
      each(arg, line);
    }
}

/* No device is needed to see that all of them are problems. */
struct listed {
  struct check *c;
  rem_context *context;
  int n;
};
static int plan_only(void *arg, const char *line) {
  struct listed *p = arg;
  rem_plan_destroy(plan_of(p->c, p->context, line));
  return p->n++, 0;
}
static void test_list(struct check *c) {
  struct listed p = {c, NULL, 0};
  if (!CHECK_INT(c, rem_context_create(NULL, &p.context, NULL), REM_OK)) return;
  each_problem(c, plan_only, &p);
  printf("%d problems\n", p.n);
  rem_context_destroy(p.context);
}

/* ---- graphs ----------------------------------------------------------------------------------------------------- */

struct captured {
  const struct there *there;
  const struct trial *t;
};
static int run_captured(const void *arg, handle stream) {
  const struct captured *c = arg;
  return there_run(c->there, c->t, stream);
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

/* Every parts-th problem is this process's, from part on. */
struct division {
  struct test *test;
  int part, parts, at;
};

static int test_graph(void *arg, const char *line) {
  struct division *d = arg;
  struct test *test = d->test;
  struct check *c = &test->check;
  struct trial sets[SETS] = {{0}};
  struct there there = {0};
  int64_t failed = c->failed;
  int good = 1;
  if (d->at++ % d->parts != d->part) return 0;
  rem_plan *plan = plan_of(c, test->context, line);
  if (!plan) return 0;
  for (int i = 0; i < SETS; i++) good = trial_ready(c, &sets[i], plan, i) && good;
  if (good && CHECK(c, there_create(&there, &sets[0], NULL))) {
    handle graph = cuda_capture(c, &test->cu, test->stream, steps_of(plan), run_captured,
                                &(struct captured){&there, &sets[0]});
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

/* ---- processes -------------------------------------------------------------------------------------------------- */

struct part {
  pid_t process;
  int from; /* the end of a pipe from which its counts come */
};

/* A process with a part of the graphs: the driver is opened in it alone, for what is open does not survive a fork. */
static void work_part(int part, int parts, int to) {
  struct test test = {.check = {.name = "gpu/graph"}};
  struct division mine = {&test, part, parts, 0};
  void *library;
  if (CHECK(&test.check, !cuda_open(&test.cu, &library)) && device_begin(&test)) {
    each_problem(&test.check, test_graph, &mine);
    device_end(&test);
  }
  library_close(library);
  _exit(write(to, &test.check, sizeof test.check) != (ssize_t)sizeof test.check);
}

static struct part part_start(struct check *c, int part, int parts) {
  int ends[2];
  if (!CHECK_INT(c, pipe(ends), 0)) return (struct part){-1, -1};
  pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    work_part(part, parts, ends[1]);
  }
  CHECK(c, process > 0);
  close(ends[1]);
  return (struct part){process, ends[0]};
}

/* Adds what a process has counted; one that crashed has not said it. */
static void part_end(struct check *c, const struct part *p) {
  struct check counts = {0};
  int status = 0;
  CHECK_INT(c, p->from < 0 ? -1 : read(p->from, &counts, sizeof counts), sizeof counts);
  CHECK(c, p->process > 0 && waitpid(p->process, &status, 0) == p->process && status == 0);
  if (p->from >= 0) close(p->from);
  c->passed += counts.passed;
  c->failed += counts.failed;
}

/* Whether there is a device, asked in a process of its own: this one is to fork before it opens the driver. */
static int device_there(void) {
  int status = 0;
  pid_t process = fork();
  if (process == 0) {
    struct cuda cu;
    void *library;
    const char *missing = cuda_open(&cu, &library);
    if (missing) printf("skipped: %s is not there\n", missing);
    fflush(stdout);
    _exit(missing != NULL);
  }
  return process > 0 && waitpid(process, &status, 0) == process && status == 0;
}

int main(int argc, char **argv) {
  struct check c = {.name = "gpu/graph"};
  struct part started[MOST_PARTS];
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  int parts = argc > 1 ? atoi(argv[1]) : processors < 8 ? (int)processors : 8;
  setvbuf(stdout, NULL, _IOLBF, 0);
  test_list(&c);
  if (device_there()) {
    parts = parts < 1 ? 1 : parts > MOST_PARTS ? MOST_PARTS : parts;
    for (int i = 0; i < parts; i++) started[i] = part_start(&c, i, parts);
    for (int i = 0; i < parts; i++) part_end(&c, &started[i]);
  }
  return check_end(&c);
}
