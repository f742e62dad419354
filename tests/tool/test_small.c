/* test_small.c: problems that a cache holds: which axes are shortened, how layouts come out, and what is refused. */
#include "check.h"

#include "bench.h"

enum { KIB = 1024 };

/* A problem of these views as a line; "" where it is none. */
static void text_of(const rem_desc *desc, const rem_view *views, int n, char *text, size_t size) {
  rem_error error = {.size = sizeof error};
  struct problem p;
  rem_desc small = *desc;
  small.views = views;
  small.n_views = n;
  *text = 0;
  if (problem_resolve(&small, &p, &error)) snprintf(text, size, "%s", error.text);
  else problem_text(&p, text, size);
}

static int forms_of(struct check *c, const char *line, struct small_room room, struct small forms[2], char text[2][512],
                    char *why) {
  struct parsed parsed;
  struct problem p;
  rem_desc desc;
  rem_error error = {.size = sizeof error};
  if (!CHECK_INT(c, parse_problem(line, &parsed, why, WHY_BYTES), 0)) return -1;
  parsed_desc(&parsed, &desc);
  if (!CHECK_INT(c, problem_resolve(&desc, &p, &error), REM_OK)) return -1;
  if (small_forms(&p, &room, forms, why, WHY_BYTES)) return -1;
  for (int i = 0; i < 2; i++) text_of(&desc, forms[i].views, p.n_slots, text[i], 512);
  return 0;
}

static void becomes_in(struct check *c, struct small_room room, const char *line, const char *large,
                       const char *small) {
  struct small forms[2];
  char text[2][512] = {"", ""}, why[WHY_BYTES] = "";
  CHECK_INT(c, forms_of(c, line, room, forms, text, why), 0);
  CHECK_TEXT(c, why, "");
  CHECK_TEXT(c, text[0], large);
  CHECK_TEXT(c, text[1], small);
  CHECK(c, forms[0].bytes <= room.bytes && forms[1].bytes >= 0.4 * forms[0].bytes && forms[1].bytes < forms[0].bytes);
}

/* One core with 512 KiB. */
static void becomes(struct check *c, const char *line, const char *large, const char *small) {
  becomes_in(c, (struct small_room){512 * KIB, 0, 2, 1, 0}, line, large, small);
}

static void refused(struct check *c, const char *line, struct small_room room, const char *reason) {
  struct small forms[2];
  char text[2][512], why[WHY_BYTES] = "";
  CHECK_INT(c, forms_of(c, line, room, forms, text, why), -1);
  if (!CHECK(c, strstr(why, reason))) printf("  %s: %s\n", line, why);
}

static void test_axes(struct check *c) {
  becomes(c, "gelu bf16[8192,8192]", "gelu x:bf16[16,8192] y:bf16[16,8192]", "gelu x:bf16[8,8192] y:bf16[8,8192]");
  becomes(c, "neg f32[67108864]", "neg x:f32[65536] y:f32[65536]", "neg x:f32[32768] y:f32[32768]");
  becomes(c, "sum axes=1 f32[8192,8192]", "sum axes=1 x:f32[8,8192] y:f32[8]", "sum axes=1 x:f32[4,8192] y:f32[4]");
  becomes(c, "cumsum axis=1 f32[8192,8192]", "cumsum x:f32[8,8192] y:f32[8,8192]",
          "cumsum x:f32[4,8192] y:f32[4,8192]");
  becomes(c, "cumsum axis=0 f32[8192,8192]", "cumsum axis=0 x:f32[256,256] y:f32[256,256]",
          "cumsum axis=0 x:f32[128,256] y:f32[128,256]");
  becomes(c, "softmax axes=-1 f32[32,64,2048]", "softmax x:f32[4,8,2048] y:f32[4,8,2048]",
          "softmax x:f32[4,4,2048] y:f32[4,4,2048]");
  becomes(c, "layer_norm axes=1 x:bf16[8192,4096] weight:bf16 bias:bf16 mean:f32 rstd:f32",
          "layer_norm x:bf16[16,4096] weight:bf16[4096] bias:bf16[4096] y:bf16[16,4096] mean:f32[16] rstd:f32[16]",
          "layer_norm x:bf16[8,4096] weight:bf16[4096] bias:bf16[4096] y:bf16[8,4096] mean:f32[8] rstd:f32[8]");
  becomes(c, "max.bwd axes=1 f32[8192,8192] y:f32", "max.bwd axes=1 dy:f32[4] x:f32[4,8192] y:f32[4] dx:f32[4,8192]",
          "max.bwd axes=1 dy:f32[2] x:f32[2,8192] y:f32[2] dx:f32[2,8192]");
  becomes(c, "cross_entropy reduction=none x:f32[65536,4096] target:i64",
          "cross_entropy reduction=none x:f32[16,4096] target:i64[16] y:f32[16]",
          "cross_entropy reduction=none x:f32[8,4096] target:i64[8] y:f32[8]");
  becomes(c, "cross_entropy x:f32[65536,4096] target:i64", "cross_entropy x:f32[16,4096] target:i64[16] y:f32[]",
          "cross_entropy x:f32[8,4096] target:i64[8] y:f32[]");
  becomes(c, "group_norm groups=4 x:f32[512,16,32,32]", "group_norm groups=4 x:f32[4,16,32,32] y:f32[4,16,32,32]",
          "group_norm groups=4 x:f32[2,16,32,32] y:f32[2,16,32,32]");
  becomes(c, "batch_norm f32[32,256,128,128]", "batch_norm x:f32[16,2,16,128] y:f32[16,2,16,128]",
          "batch_norm x:f32[8,2,16,128] y:f32[8,2,16,128]");
  becomes(c, "glu axis=1 f32[8192,8192]", "glu x:f32[8,8192] y:f32[8,4096]", "glu x:f32[4,8192] y:f32[4,4096]");
}

/* A device whose cache has no room for as many whole lines as it wants. */
static void test_along(struct check *c) {
  const struct small_room room = {36864 * KIB, 0, 4096, 1, 1};
  becomes_in(c, room, "cumsum axis=1 f16[8192,8192]", "cumsum x:f16[8192,1024] y:f16[8192,1024]",
             "cumsum x:f16[8192,512] y:f16[8192,512]");
  becomes_in(c, room, "cumprod.bwd axis=0 f32[8192,8192]",
             "cumprod.bwd axis=0 dy:f32[512,4096] x:f32[512,4096] dx:f32[512,4096]",
             "cumprod.bwd axis=0 dy:f32[256,4096] x:f32[256,4096] dx:f32[256,4096]");
  becomes_in(c, room, "logsumexp axes=1 bf16[8192,8192] y:f32", "logsumexp axes=1 x:bf16[8192,2048] y:f32[8192]",
             "logsumexp axes=1 x:bf16[8192,1024] y:f32[8192]");
}

static void test_layouts(struct check *c) {
  becomes(c, "neg bf16[4096,4096]@t", "neg x:bf16[256,512]@1,256 y:bf16[256,512]",
          "neg x:bf16[256,256]@1,256 y:bf16[256,256]");
  becomes(c, "add f32[4096,4096] f32[4096]", "add a:f32[8,4096] b:f32[4096] y:f32[8,4096]",
          "add a:f32[4,4096] b:f32[4096] y:f32[4,4096]");
  becomes(c, "add f32[4096,4096]@bcast f32[4096,4096]@rev",
          "add a:f32[8,4096]@0,1 b:f32[8,4096]@-4096,-1 y:f32[8,4096]",
          "add a:f32[4,4096]@0,1 b:f32[4,4096]@-4096,-1 y:f32[4,4096]");
  becomes(c, "neg f32[4096,1000]@pad", "neg x:f32[64,1000]@1003,1 y:f32[64,1000]",
          "neg x:f32[32,1000]@1003,1 y:f32[32,1000]");
  becomes(c, "add.bwd dy:f32[4096,4096] b:f32[4096] db:f32", "add.bwd dy:f32[256,256] b:f32[256] da:- db:f32[256]",
          "add.bwd dy:f32[128,256] b:f32[256] da:- db:f32[256]");
}

static void test_refused(struct check *c) {
  const struct small_room core = {512 * KIB, 0, 2, 1, 0}, two = {1024 * KIB, 65536, 4, 2, 0},
                          device = {24576 * KIB, 0, 256, 1, 0}, cut = {36864 * KIB, 0, 4096, 1, 1};
  refused(c, "sum f32[8192,8192]", core, "every axis");
  refused(c, "cumsum axis=0 f32[67108864]", core, "every axis");
  refused(c, "mse_loss f32[4096,4096] f32[4096,4096]", core, "every axis");
  refused(c, "pad low=3,3 high=3,3 f32[4096,4096]", core, "edges");
  refused(c, "embedding weight:f32[50000,512] index:i64[65536]", core, "picked");
  refused(c, "cumsum axis=0 f32[4096,4096]@t", core, "too few of its rows");
  refused(c, "softmax axes=1 f32[128,1048576]", core, "too few of its rows");
  refused(c, "softmax axes=1 f32[8192,8192]", device, "too few of its rows");
  refused(c, "cumsum axis=0 f32[300,65536]", cut, "too few of its rows, however short");
  refused(c, "neg f64[4096,4096]", two, "too few of its elements");
  refused(c, "neg f32[64,64]", core, "as it is");
  refused(c, "neg f32[4096,4096]@1,1", core, "share memory");
}

int main(void) {
  struct check c = {"test_small", 0, 0};
  test_axes(&c);
  test_along(&c);
  test_layouts(&c);
  test_refused(&c);
  return check_end(&c);
}
