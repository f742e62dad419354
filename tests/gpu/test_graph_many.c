/* test_graph_many.c: an optimizer's step over many tensors is captured in a CUDA graph once and replayed, with another learning rate
 * and step in the device's memory each time; weights and moments have the bits of as many runs on the CPU. With OpenCL, which has no
 * graphs here, the same by plain runs. */
#include "graph.h"

#include <stdlib.h>

/* More members than one launch holds; every third is tiny, some are empty, their places in memory are odd. */
enum { MEMBERS = 70, STEPS = 12, SLOTS = 11, STATES = 3 };

enum { PARAM, GRAD, M, V, LR, STEP, SCALE, PARAM_OUT, M_OUT, V_OUT, HALF_OUT };

/* Tensors of a kind lie one behind the other. lr, step and scale are one element, which all members share. */
static const struct kind {
  int single, in_place; /* in_place: the slot whose memory it is; -1: its own */
} kinds[SLOTS] = {
    [PARAM] = {0, -1}, [GRAD] = {0, -1}, [M] = {0, -1},        [V] = {0, -1},
    [LR] = {1, -1},    [STEP] = {1, -1}, [SCALE] = {1, -1},    [PARAM_OUT] = {0, PARAM},
    [M_OUT] = {0, M},  [V_OUT] = {0, V}, [HALF_OUT] = {0, -1},
};

/* Gradients in bf16, a second copy of the weights in bf16 and a scale; or all in f32, without these. */
struct model {
  rem_context *context;
  rem_plan *plan;
  rem_view views[MEMBERS][SLOTS];
  rem_desc descs[MEMBERS];
  rem_buffer memory[SLOTS], buffers[MEMBERS * SLOTS], workspace;
};

static int64_t elements_of(int member) {
  return member % 10 == 9 ? 0 : member % 3 == 0 ? 1 + member : 1000 + 37 * member * (1 + member % 7);
}

static int dtype_of(int slot, int mixed) {
  if (slot == STEP) return REM_I64;
  return mixed && (slot == GRAD || slot == HALF_OUT) ? REM_BF16 : REM_F32;
}

static void describe(struct model *model, int mixed) {
  for (int m = 0; m < MEMBERS; m++) {
    int64_t n = elements_of(m);
    for (int i = 0; i < SLOTS; i++) {
      model->views[m][i] = rem_view_packed(dtype_of(i, mixed), kinds[i].single ? 0 : 1, &n);
      if (!mixed && (i == SCALE || i == HALF_OUT)) model->views[m][i].rank = REM_LEFT_OUT;
    }
    model->descs[m] = (rem_desc){.size = sizeof(rem_desc), .op = "adamw", .views = model->views[m], .n_views = SLOTS};
  }
}

/* Bytes of a kind in all members; where the m-th begins. */
static size_t kind_bytes(int slot, int mixed, int m) {
  size_t size = rem_dtype_size(dtype_of(slot, mixed)), n = 0;
  if (kinds[slot].single) return m < MEMBERS ? 0 : size;
  for (int k = 0; k < m; k++) n += (size_t)elements_of(k);
  return n * size;
}

static int model_memory(struct check *c, struct model *model, int mixed) {
  size_t bytes, alignment;
  for (int i = 0; i < SLOTS; i++)
    if (kinds[i].in_place < 0 &&
        !CHECK_INT(c, rem_memory_create(model->context, kind_bytes(i, mixed, MEMBERS), &model->memory[i], NULL), 0))
      return 0;
  for (int k = 0; k < MEMBERS * SLOTS; k++) {
    int slot = k % SLOTS, from = kinds[slot].in_place < 0 ? slot : kinds[slot].in_place;
    model->buffers[k] = model->memory[from];
    model->buffers[k].offset = kind_bytes(slot, mixed, k / SLOTS);
  }
  rem_plan_workspace(model->plan, &bytes, &alignment);
  return !bytes || CHECK_INT(c, rem_memory_create(model->context, bytes, &model->workspace, NULL), REM_OK);
}

/* The same values everywhere: weights and gradients between -1 and 1, moments of nothing. */
static int model_fill(struct check *c, struct model *model, int mixed) {
  int good = 1;
  for (int i = 0; i < SLOTS && good; i++) {
    size_t bytes = kind_bytes(i, mixed, MEMBERS), size = rem_dtype_size(dtype_of(i, mixed));
    char *values = kinds[i].in_place < 0 ? calloc(1, bytes) : NULL;
    if (kinds[i].in_place >= 0) continue;
    if (!CHECK(c, values)) return 0;
    for (size_t k = 0; k < bytes / size && (i == PARAM || i == GRAD || i == SCALE); k++) {
      float f = (float)((k * 2654435761u + (size_t)i) % 1999) / 1000 - 1;
      memcpy(values + k * size, (char *)&f + (4 - size), size); /* a bf16 is the upper half of an f32 */
    }
    good = CHECK_INT(c, rem_memory_write(model->context, &model->memory[i], values, bytes, NULL, NULL), REM_OK);
    free(values);
  }
  return good;
}

static int model_create(struct check *c, struct model *model, const char *device, int mixed) {
  rem_context_desc desc = {.size = sizeof desc, .device = device};
  rem_error error = {.size = sizeof error};
  describe(model, mixed);
  if (rem_context_create(&desc, &model->context, &error)) {
    printf("gpu/test_graph_many: %s is left out: %s\n", device, error.text);
    return 0;
  }
  if (!CHECK_INT(c, rem_plan_create_many(model->context, model->descs, MEMBERS, &model->plan, &error), REM_OK))
    return printf("%s\n", error.text), 0;
  return model_memory(c, model, mixed) && model_fill(c, model, mixed);
}

static void model_destroy(struct model *model) {
  rem_plan_destroy(model->plan);
  for (int i = 0; i < SLOTS; i++) rem_memory_destroy(model->context, &model->memory[i]);
  rem_memory_destroy(model->context, &model->workspace);
  rem_context_destroy(model->context);
}

static int run(const void *arg, handle stream) {
  const struct model *model = arg;
  rem_error error = {.size = sizeof error};
  if (!rem_plan_run(model->plan, model->buffers, MEMBERS * SLOTS, model->workspace.base, model->workspace.bytes, stream,
                    &error))
    return 1;
  printf("run: %s\n", error.text);
  return 0;
}

/* What a program does between replays. */
static int set_rates(const struct model *model, int step, handle stream) {
  float lr = 0.125f / (float)(1 + step);
  int64_t number = step + 1;
  return !rem_memory_write(model->context, &model->memory[LR], &lr, sizeof lr, stream, NULL) &&
         !rem_memory_write(model->context, &model->memory[STEP], &number, sizeof number, stream, NULL);
}

static void run_steps(struct check *c, const struct model *model) {
  for (int i = 0; i < STEPS; i++) CHECK(c, set_rates(model, i, NULL) && run(model, NULL));
}

/* FNV-1a over weights, both moments and, where there is one, the second copy; 0: they could not be read. */
static uint64_t digest(struct check *c, const struct model *model, int mixed) {
  static const int kept[STATES + 1] = {PARAM, M, V, HALF_OUT};
  uint64_t hash = 14695981039346656037u;
  for (int k = 0; k < STATES + mixed; k++) {
    size_t bytes = kind_bytes(kept[k], mixed, MEMBERS);
    unsigned char *values = malloc(bytes);
    if (!values || rem_memory_read(model->context, values, &model->memory[kept[k]], bytes, NULL, NULL)) {
      free(values);
      return CHECK(c, 0), 0;
    }
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ values[i]) * 1099511628211u;
    free(values);
  }
  return hash;
}

static uint64_t on_cpu(struct check *c, int mixed) {
  struct model *model = calloc(1, sizeof *model);
  uint64_t found = 0;
  if (CHECK(c, model) && CHECK(c, model_create(c, model, "cpu", mixed))) {
    uint64_t before = digest(c, model, mixed);
    run_steps(c, model);
    found = digest(c, model, mixed);
    CHECK(c, found != before);
  }
  if (model) model_destroy(model);
  free(model);
  return found;
}

static void on_opencl(struct check *c, int mixed, uint64_t expected) {
  struct model *model = calloc(1, sizeof *model);
  if (CHECK(c, model) && model_create(c, model, "opencl:0", mixed)) {
    run_steps(c, model);
    CHECK(c, digest(c, model, mixed) == expected);
  }
  if (model) model_destroy(model);
  free(model);
}

/* Captured before the first step: the graph takes what is in memory when it is replayed. */
static void replay(struct check *c, const struct cuda *cu, struct model *model, handle stream) {
  handle graph = cuda_capture(c, cu, stream, steps_of(model->plan), run, model);
  CHECK(c, steps_of(model->plan) <= 4);
  if (!CHECK(c, graph)) return;
  for (int i = 0; i < STEPS; i++) {
    CHECK(c, set_rates(model, i, stream));
    CHECK_INT(c, cu->cuGraphLaunch(graph, stream), 0);
  }
  CHECK_INT(c, cu->cuStreamSynchronize(stream), 0);
  CHECK_INT(c, cu->cuGraphExecDestroy(graph), 0);
}

static void on_cuda(struct check *c, const struct cuda *cu, int mixed, uint64_t expected) {
  struct model *model = calloc(1, sizeof *model);
  handle primary = NULL, stream = NULL, popped;
  CHECK_INT(c, cu->cuDevicePrimaryCtxRetain(&primary, 0), 0);
  CHECK_INT(c, cu->cuCtxPushCurrent_v2(primary), 0);
  CHECK_INT(c, cu->cuStreamCreate(&stream, NON_BLOCKING), 0);
  if (CHECK(c, model) && CHECK(c, model_create(c, model, "cuda:0", mixed))) {
    replay(c, cu, model, stream);
    CHECK(c, digest(c, model, mixed) == expected);
  }
  if (model) model_destroy(model);
  free(model);
  CHECK_INT(c, cu->cuStreamDestroy_v2(stream), 0);
  CHECK_INT(c, cu->cuCtxPopCurrent_v2(&popped), 0);
  CHECK_INT(c, cu->cuDevicePrimaryCtxRelease_v2(0), 0);
}

int main(void) {
  struct check c = {.name = "gpu/graph_many"};
  struct cuda cu;
  void *library;
  const char *missing = cuda_open(&cu, &library);
  if (missing) printf("graphs are skipped: %s is not there\n", missing);
  for (int mixed = 0; mixed < 2; mixed++) {
    uint64_t expected = on_cpu(&c, mixed);
    printf("%s: %016" PRIx64 "\n", mixed ? "bf16 beside f32" : "f32", expected);
    on_opencl(&c, mixed, expected);
    if (!missing) on_cuda(&c, &cu, mixed, expected);
  }
  library_close(library);
  return check_end(&c);
}
