/* train.c: a small model of characters, trained with Remora's plans alone: what is read, looked up, mixed, normalised, compared and
 * stepped, forward and backward, is an op, and a matrix product is a loop over one. Nothing depends on the processor, on the number
 * of threads or on the device, so neither do the weights: the program ends with their digest.
 *
 *   train [--on cpu|cuda:0|opencl:0] [--threads N] [--steps N] [TEXT]
 *
 * A block mixes along time by a recurrence whose decays are learnt, s[t] = a[t] s[t - 1] + b[t], then each position by itself:
 *   h = rms_norm(x)   a = sigmoid(h Wa)   b = h Wb   x = x + linrec(a, b) Wo
 *   h = rms_norm(x)   x = x + swiglu(h Wu) Wd */
#include <remora/remora.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 16, TIME = 64, PLACES = BATCH * TIME, CHARS = 128, WIDTH = 64, WIDE = 128, BLOCKS = 2 };
enum { MOST_CALLS = 128, MOST_PARAMS = 32, MOST_SLOTS = 12 };

struct tensor {
  rem_buffer at;
  rem_view view;
};

/* A plan with its buffers, run `times` over: each time the buffers are `advance` bytes further. */
struct call {
  rem_plan *plan;
  rem_buffer buffers[MOST_SLOTS];
  size_t advance[MOST_SLOTS];
  int slots;
  int64_t times;
};

/* One plan over all parameters, with the buffers of each, one member's after the other's. */
struct many {
  rem_plan *plan;
  rem_buffer *buffers;
};

struct param {
  struct tensor value, grad, m, v;
};

struct trainer {
  rem_context *context;
  struct call calls[MOST_CALLS];
  int n_calls;
  struct param params[MOST_PARAMS];
  int n_params;
  struct many norms, step; /* of every gradient, of every parameter */
  rem_buffer workspace;
  size_t workspace_bytes;
  struct tensor tokens, targets, loss, one, lr, count, scale, norms_of, norm;
};

static const struct tensor nothing = {.view = {.rank = REM_LEFT_OUT}};

static void must(rem_status status, const rem_error *error) {
  if (status == REM_OK) return;
  fprintf(stderr, "train: %s\n", error->text);
  exit(1);
}

/* ---- tensors ---- */

static size_t bytes_of(const rem_view *v) {
  size_t bytes = rem_dtype_size(v->dtype);
  for (int i = 0; i < v->rank; i++) bytes *= (size_t)v->shape[i];
  return bytes;
}

static struct tensor tensor(struct trainer *t, int dtype, int rank, int64_t a, int64_t b) {
  rem_error error = {.size = sizeof error};
  struct tensor r = {.view = rem_view_packed(dtype, rank, (const int64_t[]){a, b})};
  must(rem_memory_create(t->context, bytes_of(&r.view), &r.at, &error), &error);
  return r;
}
static struct tensor matrix(struct trainer *t, int64_t rows, int64_t cols) { return tensor(t, REM_F32, 2, rows, cols); }

static void write_to(struct trainer *t, const struct tensor *to, const void *from) {
  rem_error error = {.size = sizeof error};
  must(rem_memory_write(t->context, &to->at, from, bytes_of(&to->view), NULL, &error), &error);
}
static void read_from(struct trainer *t, void *to, const struct tensor *from) {
  rem_error error = {.size = sizeof error};
  must(rem_memory_read(t->context, to, &from->at, bytes_of(&from->view), NULL, &error), &error);
}

/* The same memory under another view. */
static struct tensor seen(struct tensor x, int rank, const int64_t *shape, const int64_t *stride) {
  x.view.rank = rank;
  memcpy(x.view.shape, shape, (size_t)rank * sizeof *shape);
  memcpy(x.view.stride, stride, (size_t)rank * sizeof *stride);
  return x;
}
static struct tensor by_time(struct tensor x) {
  return seen(x, 3, (const int64_t[]){BATCH, TIME, WIDTH}, (const int64_t[]){TIME * WIDTH, WIDTH, 1});
}

/* A number from what is counted: the same on every machine. */
static uint64_t mixed(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

/* Weights are even on [-1, 1) / 2^shrink; shrink < 0: all are 1, as the weights of norms are. */
static struct tensor param(struct trainer *t, int64_t rows, int64_t cols, int shrink) {
  struct param *p = &t->params[t->n_params++];
  int64_t n = rows * cols;
  float *start = calloc((size_t)n, sizeof *start);
  p->value = rows > 1 ? matrix(t, rows, cols) : tensor(t, REM_F32, 1, cols, 0);
  struct tensor *others[] = {&p->grad, &p->m, &p->v};
  for (int i = 0; i < 3; i++) {
    *others[i] = rows > 1 ? matrix(t, rows, cols) : tensor(t, REM_F32, 1, cols, 0);
    write_to(t, others[i], start);
  }
  for (int64_t i = 0; i < n; i++) {
    int32_t drawn = (int32_t)(mixed(((uint64_t)t->n_params << 32) + (uint64_t)i) >> 40) - (1 << 23);
    start[i] = shrink < 0 ? 1 : (float)drawn / (float)(1 << 23) / (float)(1 << shrink);
  }
  write_to(t, &p->value, start);
  free(start);
  return p->value;
}
static struct tensor grad_of(const struct trainer *t, struct tensor value) {
  for (int i = 0; i < t->n_params; i++)
    if (t->params[i].value.at.base == value.at.base) return t->params[i].grad;
  return nothing;
}

/* ---- calls ---- */

static void need_workspace(struct trainer *t, const rem_plan *plan) {
  size_t bytes, alignment;
  rem_plan_workspace(plan, &bytes, &alignment);
  if (bytes > t->workspace_bytes) t->workspace_bytes = bytes;
}

static struct call *call(struct trainer *t, const char *op, int pass, int slots, const struct tensor *tensors,
                         const rem_attr *attr) {
  rem_error error = {.size = sizeof error};
  rem_view views[MOST_SLOTS];
  struct call *c = &t->calls[t->n_calls++];
  *c = (struct call){.slots = slots, .times = 1};
  for (int i = 0; i < slots; i++) views[i] = tensors[i].view, c->buffers[i] = tensors[i].at;
  rem_desc desc = {.size = sizeof desc,
                   .op = op,
                   .pass = pass,
                   .views = views,
                   .n_views = slots,
                   .attrs = attr,
                   .n_attrs = attr != NULL};
  must(rem_plan_create(t->context, &desc, &c->plan, &error), &error);
  c->slots = rem_plan_slots(c->plan); /* those that were not named are left out */
  need_workspace(t, c->plan);
  return c;
}
#define FORWARD(t, op, attr, ...)                                                                 \
  call(t, op, REM_FORWARD, (int)(sizeof((struct tensor[]){__VA_ARGS__}) / sizeof(struct tensor)), \
       (struct tensor[]){__VA_ARGS__}, attr)
#define BACKWARD(t, op, attr, ...)                                                                 \
  call(t, op, REM_BACKWARD, (int)(sizeof((struct tensor[]){__VA_ARGS__}) / sizeof(struct tensor)), \
       (struct tensor[]){__VA_ARGS__}, attr)

/* y[i][j] = the sum over k of a[i][k] b[k][j], in the order of k: the first product, then one fma after the other. Strides say where
 * a[i][k] and b[k][j] are, so that either may be transposed. */
static void product(struct trainer *t, struct tensor y, struct tensor a, int64_t a_i, int64_t a_k, struct tensor b,
                    int64_t b_k, int64_t b_j, int64_t n) {
  struct tensor left = seen(a, 2, y.view.shape, (const int64_t[]){a_i, 0}),
                right = seen(b, 2, y.view.shape, (const int64_t[]){0, b_j});
  FORWARD(t, "mul", NULL, left, right, y);
  struct call *c = FORWARD(t, "addcmul", NULL, y, left, right, y);
  size_t size = sizeof(float);
  c->times = n - 1;
  c->advance[1] = (size_t)a_k * size, c->advance[2] = (size_t)b_k * size;
  c->buffers[1].offset += c->advance[1], c->buffers[2].offset += c->advance[2];
}
/* y = x w; then dx = dy w^T and dw = x^T dy. */
static void times(struct trainer *t, struct tensor y, struct tensor x, struct tensor w) {
  product(t, y, x, x.view.shape[1], 1, w, w.view.shape[1], 1, w.view.shape[0]);
}
static void times_back(struct trainer *t, struct tensor dy, struct tensor x, struct tensor w, struct tensor dx) {
  int64_t rows = w.view.shape[0], cols = w.view.shape[1];
  product(t, dx, dy, cols, 1, w, 1, cols, cols);
  product(t, grad_of(t, w), x, 1, rows, dy, cols, 1, x.view.shape[0]);
}

static void run(struct trainer *t, const struct call *c) {
  rem_error error = {.size = sizeof error};
  rem_buffer buffers[MOST_SLOTS];
  memcpy(buffers, c->buffers, sizeof buffers);
  for (int64_t i = 0; i < c->times; i++) {
    must(rem_plan_run(c->plan, buffers, c->slots, t->workspace.base, t->workspace_bytes, NULL, &error), &error);
    for (int k = 0; k < c->slots; k++) buffers[k].offset += c->advance[k];
  }
}

/* ---- the model ---- */

/* What a block leaves for its gradient. */
struct block {
  struct tensor wa, wb, wo, wu, wd, g1, g2;
  struct tensor x, rstd1, h1, pre, a, b, s, o, sum, rstd2, h2, u, v, z;
};

static void block_forward(struct trainer *t, struct block *k) {
  rem_attr axis = {.name = "axis", .kind = REM_ATTR_INT, .v = {.i = 1}};
  times(t, k->pre, k->h1, k->wa);
  FORWARD(t, "sigmoid", NULL, k->pre, k->a);
  times(t, k->b, k->h1, k->wb);
  FORWARD(t, "linrec", &axis, by_time(k->a), by_time(k->b), nothing, by_time(k->s));
  times(t, k->o, k->s, k->wo);
  FORWARD(t, "add_rms_norm", NULL, k->o, k->x, k->g2, k->h2, k->sum, k->rstd2);
  times(t, k->u, k->h2, k->wu);
  FORWARD(t, "swiglu", NULL, k->u, k->v);
  times(t, k->z, k->v, k->wd);
}

/* dz comes back through what was added; dx goes on. Both are of the block's sum. */
static void block_backward(struct trainer *t, const struct block *k, struct tensor dz, struct tensor dx) {
  rem_attr axis = {.name = "axis", .kind = REM_ATTR_INT, .v = {.i = 1}};
  struct tensor dv = matrix(t, PLACES, WIDE), du = matrix(t, PLACES, 2 * WIDE), dh = matrix(t, PLACES, WIDTH),
                dh_b = matrix(t, PLACES, WIDTH);
  struct tensor dsum = matrix(t, PLACES, WIDTH), ds = matrix(t, PLACES, WIDTH), da = matrix(t, PLACES, WIDTH),
                db = matrix(t, PLACES, WIDTH);
  times_back(t, dz, k->v, k->wd, dv);
  BACKWARD(t, "swiglu", NULL, dv, k->u, du);
  times_back(t, du, k->h2, k->wu, dh);
  BACKWARD(t, "add_rms_norm", NULL, dh, k->sum, k->g2, k->rstd2, dz, dsum, nothing, grad_of(t, k->g2));
  times_back(t, dsum, k->s, k->wo, ds);
  BACKWARD(t, "linrec", &axis, by_time(ds), by_time(k->a), by_time(k->s), nothing, by_time(da), by_time(db));
  BACKWARD(t, "sigmoid", NULL, da, k->pre, dv = matrix(t, PLACES, WIDTH));
  times_back(t, dv, k->h1, k->wa, dh);
  times_back(t, db, k->h1, k->wb, dh_b);
  FORWARD(t, "add", NULL, dh, dh_b, dh);
  BACKWARD(t, "rms_norm", NULL, dh, k->x, k->g1, k->rstd1, ds, grad_of(t, k->g1));
  FORWARD(t, "add", NULL, ds, dsum, dx);
}

static struct block block_of(struct trainer *t) {
  struct block k = {.g1 = param(t, 1, WIDTH, -1), .g2 = param(t, 1, WIDTH, -1)};
  struct tensor *square[] = {&k.wa, &k.wb, &k.wo},
                *wide[] = {&k.x, &k.h1, &k.pre, &k.a, &k.b, &k.s, &k.o, &k.sum, &k.h2, &k.z};
  for (int i = 0; i < 3; i++) *square[i] = param(t, WIDTH, WIDTH, 3);
  k.wu = param(t, WIDTH, 2 * WIDE, 3), k.wd = param(t, WIDE, WIDTH, 4);
  for (int i = 0; i < 10; i++) *wide[i] = matrix(t, PLACES, WIDTH);
  k.rstd1 = tensor(t, REM_F32, 1, PLACES, 0), k.rstd2 = tensor(t, REM_F32, 1, PLACES, 0);
  k.u = matrix(t, PLACES, 2 * WIDE), k.v = matrix(t, PLACES, WIDE);
  return k;
}

static void model(struct trainer *t) {
  struct block blocks[BLOCKS];
  struct tensor table = param(t, CHARS, WIDTH, 3), out = param(t, WIDTH, CHARS, 3), g = param(t, 1, WIDTH, -1);
  struct tensor h = matrix(t, PLACES, WIDTH), sum = matrix(t, PLACES, WIDTH), rstd = tensor(t, REM_F32, 1, PLACES, 0);
  struct tensor logits = matrix(t, PLACES, CHARS), share = tensor(t, REM_F32, 1, PLACES, 0),
                peak = tensor(t, REM_F32, 1, PLACES, 0);
  struct tensor mass = tensor(t, REM_F32, 1, PLACES, 0), dlogits = matrix(t, PLACES, CHARS),
                dh = matrix(t, PLACES, WIDTH);
  struct tensor dz[2] = {matrix(t, PLACES, WIDTH), matrix(t, PLACES, WIDTH)};
  for (int i = 0; i < BLOCKS; i++) blocks[i] = block_of(t);

  FORWARD(t, "embedding", NULL, table, t->tokens, blocks[0].x);
  FORWARD(t, "rms_norm", NULL, blocks[0].x, blocks[0].g1, blocks[0].h1, blocks[0].rstd1);
  for (int i = 0; i < BLOCKS; i++) {
    struct block *k = &blocks[i], *next = &blocks[i + 1];
    block_forward(t, k);
    if (i + 1 < BLOCKS) FORWARD(t, "add_rms_norm", NULL, k->z, k->sum, next->g1, next->h1, next->x, next->rstd1);
    else FORWARD(t, "add_rms_norm", NULL, k->z, k->sum, g, h, sum, rstd);
  }
  times(t, logits, h, out);
  FORWARD(t, "cross_entropy", NULL, logits, t->targets, nothing, t->loss, share, peak, mass);

  BACKWARD(t, "cross_entropy", NULL, t->one, logits, t->targets, nothing, share, peak, mass, dlogits);
  times_back(t, dlogits, h, out, dh);
  BACKWARD(t, "add_rms_norm", NULL, dh, sum, g, rstd, nothing, dz[0], nothing, grad_of(t, g));
  for (int i = BLOCKS - 1; i >= 0; i--) block_backward(t, &blocks[i], dz[(BLOCKS - 1 - i) % 2], dz[(BLOCKS - i) % 2]);
  BACKWARD(t, "embedding", NULL, dz[BLOCKS % 2], t->tokens, grad_of(t, table));
}

/* ---- the optimizer ---- */

/* A plan of as many members as there are parameters; tensors has `slots` of each. */
static struct many many(struct trainer *t, const char *op, int slots, const struct tensor *tensors) {
  rem_error error = {.size = sizeof error};
  int n = t->n_params;
  struct many m = {NULL, calloc((size_t)(n * slots), sizeof *m.buffers)};
  rem_view *views = calloc((size_t)(n * slots), sizeof *views);
  rem_desc *descs = calloc((size_t)n, sizeof *descs);
  for (int i = 0; i < n * slots; i++) views[i] = tensors[i].view, m.buffers[i] = tensors[i].at;
  for (int i = 0; i < n; i++)
    descs[i] = (rem_desc){.size = sizeof *descs, .op = op, .views = views + i * slots, .n_views = slots};
  must(rem_plan_create_many(t->context, descs, n, &m.plan, &error), &error);
  need_workspace(t, m.plan);
  free(descs);
  free(views);
  return m;
}

static void run_many(struct trainer *t, const struct many *m) {
  rem_error error = {.size = sizeof error};
  must(rem_plan_run(m->plan, m->buffers, rem_plan_slots(m->plan), t->workspace.base, t->workspace_bytes, NULL, &error),
       &error);
}

/* The norm of every gradient into an element of one tensor. */
static void clipping(struct trainer *t) {
  struct tensor tensors[MOST_PARAMS][2];
  t->norms_of = tensor(t, REM_F32, 1, t->n_params, 0);
  t->norm = tensor(t, REM_F32, 0, 0, 0), t->scale = tensor(t, REM_F32, 0, 0, 0);
  for (int i = 0; i < t->n_params; i++) {
    tensors[i][0] = t->params[i].grad;
    tensors[i][1] = (struct tensor){t->norms_of.at, t->norm.view};
    tensors[i][1].at.offset += (size_t)i * sizeof(float);
  }
  t->norms = many(t, "norm2", 2, &tensors[0][0]);
}

/* adamw over all parameters, in place. */
static void optimizer(struct trainer *t) {
  enum { SLOTS = 11 };
  struct tensor tensors[MOST_PARAMS][SLOTS];
  for (int i = 0; i < t->n_params; i++) {
    const struct param *p = &t->params[i];
    const struct tensor slots[SLOTS] = {p->value, p->grad,  p->m, p->v, t->lr,  t->count,
                                        t->scale, p->value, p->m, p->v, nothing};
    memcpy(tensors[i], slots, sizeof slots);
  }
  t->step = many(t, "adamw", SLOTS, &tensors[0][0]);
}

static void take_step(struct trainer *t, const struct call *clip, int n_clip, int64_t step, int64_t steps) {
  float warm = step < 20 ? (float)(step + 1) / 20 : 1, left = (float)(steps - step) / (float)steps,
        lr = 0.01f * warm * left;
  int64_t count = step + 1;
  write_to(t, &t->lr, &lr);
  write_to(t, &t->count, &count);
  run_many(t, &t->norms);
  for (int i = 0; i < n_clip; i++) run(t, &clip[i]);
  run_many(t, &t->step);
}

/* ---- the text ---- */

static unsigned char *text_of(const char *path, long *length) {
  FILE *file = fopen(path, "rb");
  unsigned char *text = NULL;
  if (file && fseek(file, 0, SEEK_END) == 0 && (*length = ftell(file)) > TIME + 1 &&
      (text = malloc((size_t)*length)) != NULL) {
    rewind(file);
    if (fread(text, 1, (size_t)*length, file) != (size_t)*length) *length = 0;
  }
  if (file) fclose(file);
  if (!text || *length <= TIME + 1)
    fprintf(stderr, "train: %s: cannot be read, or has too few characters\n", path), exit(1);
  for (long i = 0; i < *length; i++)
    if (text[i] >= CHARS) text[i] = '?';
  return text;
}

/* Stretches of the text, and of what comes one character later. */
static void draw_batch(struct trainer *t, const unsigned char *text, long length, int64_t step) {
  int64_t tokens[PLACES], targets[PLACES];
  for (int b = 0; b < BATCH; b++) {
    long from = (long)(mixed((uint64_t)step * BATCH + (uint64_t)b) % (uint64_t)(length - TIME));
    for (int i = 0; i < TIME; i++) tokens[b * TIME + i] = text[from + i], targets[b * TIME + i] = text[from + i + 1];
  }
  write_to(t, &t->tokens, tokens);
  write_to(t, &t->targets, targets);
}

/* ---- what it says ---- */

static int64_t weights(const struct trainer *t) {
  size_t bytes = 0;
  for (int i = 0; i < t->n_params; i++) bytes += bytes_of(&t->params[i].value.view);
  return (int64_t)(bytes / sizeof(float));
}

static uint64_t digest(struct trainer *t) {
  uint64_t d = UINT64_C(0xcbf29ce484222325);
  for (int i = 0; i < t->n_params; i++) {
    size_t bytes = bytes_of(&t->params[i].value.view);
    unsigned char *all = malloc(bytes);
    read_from(t, all, &t->params[i].value);
    for (size_t k = 0; k < bytes; k++) d = (d ^ all[k]) * UINT64_C(0x100000001b3);
    free(all);
  }
  return d;
}

static void train(struct trainer *t, const unsigned char *text, long length, int64_t steps) {
  int here = isatty(STDOUT_FILENO), model_calls = t->n_calls;
  float one = 1, loss = 0;
  write_to(t, &t->one, &one);
  FORWARD(t, "norm2", NULL, t->norms_of, t->norm);
  FORWARD(t, "clip_scale", NULL, t->norm, t->scale);
  rem_error error = {.size = sizeof error};
  if (t->workspace_bytes) must(rem_memory_create(t->context, t->workspace_bytes, &t->workspace, &error), &error);
  for (int64_t step = 0; step < steps; step++) {
    draw_batch(t, text, length, step);
    for (int i = 0; i < model_calls; i++) run(t, &t->calls[i]);
    take_step(t, &t->calls[model_calls], t->n_calls - model_calls, step, steps);
    int said = step % 50 == 0 || step + 1 == steps;
    if (!said && !(here && step % 5 == 0)) continue;
    read_from(t, &loss, &t->loss);
    printf("%sstep %4lld of %lld  loss %.4f%s", here ? "\r" : "", (long long)step + 1, (long long)steps, loss,
           said ? "\n" : "");
    fflush(stdout);
  }
  printf("weights %016llx\n", (unsigned long long)digest(t));
}

int main(int argc, char **argv) {
  rem_error error = {.size = sizeof error};
  rem_context_desc desc = {.size = sizeof desc};
  const char *path = "examples/train.txt";
  int64_t steps = 400;
  for (int i = 1; i < argc; i++) {
    if (i + 1 < argc && !strcmp(argv[i], "--on")) desc.device = argv[++i];
    else if (i + 1 < argc && !strcmp(argv[i], "--threads")) desc.threads = atoi(argv[++i]);
    else if (i + 1 < argc && !strcmp(argv[i], "--steps")) steps = atoll(argv[++i]);
    else path = argv[i];
  }
  long length;
  unsigned char *text = text_of(path, &length);
  static struct trainer t;
  must(rem_context_create(&desc, &t.context, &error), &error);
  t.tokens = tensor(&t, REM_I64, 1, PLACES, 0), t.targets = tensor(&t, REM_I64, 1, PLACES, 0);
  t.loss = tensor(&t, REM_F32, 0, 0, 0), t.one = tensor(&t, REM_F32, 0, 0, 0);
  t.lr = tensor(&t, REM_F32, 0, 0, 0), t.count = tensor(&t, REM_I64, 0, 0, 0);
  model(&t);
  clipping(&t);
  optimizer(&t);
  printf("%s: %lld weights in %d tensors, %d plans\n", rem_context_device(t.context), (long long)weights(&t),
         t.n_params, t.n_calls + 2);
  train(&t, text, length, steps);
  free(text);
  return 0;
}
