/* emit_math.c: writes include/remora/math.h: the texts of ops/vocab.h and ops/math with names that are in nobody's way.
 *
 * A function of math.def, exp_f32, becomes rem_exp_f32; every other name of these files becomes rem_math_NAME, and a
 * macro REM_NAME becomes REM_MATH_NAME. Their names are known by how they end. */
#include "emit_math.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct function {
  const char *name, *operands;
  double ulp32, ulp64, abs32, abs64;
} functions[] = {
#define MATH_PART(...)
#define MATH(part, name, ulp32, ulp64) {#name, "x", ulp32, ulp64, 0, 0},
#define MATH_TWO(part, name, ulp32, ulp64) {#name, "a, b", ulp32, ulp64, 0, 0},
#define MATH_POWER(part, name, ulp32, ulp64) {#name, "x, n", ulp32, ulp64, 0, 0},
#define MATH_ZEROS(part, name, ulp32, ulp64, abs32, abs64) {#name, "x", ulp32, ulp64, abs32, abs64},
#include "ops/math.def"
#undef MATH_PART
#undef MATH
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const char *const parts[] = {
#define MATH_PART(part, needs) "math/" #part ".h",
#define MATH(...)
#include "ops/math.def"
};
enum { PARTS = sizeof parts / sizeof *parts };

/* ---- names ---- */

static int ends(const char *word, size_t n, const char *end) {
  size_t m = strlen(end);
  return n >= m && !memcmp(word + n - m, end, m);
}

static int is_function(const char *word, size_t n) {
  for (int i = 0; i < FUNCTIONS; i++)
    if (n == strlen(functions[i].name) + 4 && !memcmp(word, functions[i].name, n - 4)) return 1;
  return 0;
}

/* f32 and exp_poly_f32, but not the text of a message. */
static int is_own(const char *word, size_t n) {
  static const char *const dtypes[] = {"f32", "f64", "i32", "i64", "u16", "u32", "u64"};
  for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
    if (ends(word, n, dtypes[i]) && (n == 3 || word[n - 4] == '_')) return 1;
  return n == 4 && !memcmp(word, "sel_", 4);
}

static void put_word(FILE *file, const char *word, size_t n) {
  const char *before = "";
  if (n > 4 && !memcmp(word, "REM_", 4)) before = "REM_MATH_", word += 4, n -= 4;
  else if (is_own(word, n))
    before = (ends(word, n, "_f32") || ends(word, n, "_f64")) && is_function(word, n) ? "rem_" : "rem_math_";
  fprintf(file, "%s%.*s", before, (int)n, word);
}

/* ---- text ---- */

static int is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The end of what begins at p and is no name: a comment, a text, a number, or one character. */
static const char *skip(const char *p) {
  if (p[0] == '/' && p[1] == '*') {
    const char *end = strstr(p, "*/");
    return end ? end + 2 : p + strlen(p);
  }
  if (*p == '"') {
    for (p++; *p && *p != '"'; p++) p += *p == '\\' && p[1];
    return *p ? p + 1 : p;
  }
  if (isdigit((unsigned char)*p)) {
    while (is_word(*p) || *p == '.') p++;
    return p;
  }
  return p + 1;
}

static void put_text(FILE *file, const char *p) {
  while (*p) {
    const char *end = p;
    if (isalpha((unsigned char)*p) || *p == '_') {
      while (is_word(*end)) end++;
      put_word(file, p, (size_t)(end - p));
    } else {
      end = skip(p);
      fwrite(p, 1, (size_t)(end - p), file);
    }
    p = end;
  }
}

static char *read_text(const char *path) {
  enum { MOST = 1 << 20 };
  FILE *file = fopen(path, "rb");
  char *text = file ? calloc(1, MOST) : NULL;
  if (text && fread(text, 1, MOST - 1, file) == 0) text[0] = 0;
  if (file) fclose(file);
  return text;
}

static int put_file(FILE *file, const char *ops, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", ops, name);
  char *text = read_text(path);
  if (!text || !*text) {
    fprintf(stderr, "remora: %s: %s; say where the folder ops is with --ops\n", path, strerror(errno));
    free(text);
    return 2;
  }
  fprintf(file, "\n");
  put_text(file, text);
  free(text);
  return 0;
}

/* ---- the header ---- */

static void put_bounds(FILE *file, const struct function *f) {
  fprintf(file, "     rem_%s_f32(%s), rem_%s_f64(%s)%*s%g, %g", f->name, f->operands, f->name, f->operands,
          (int)(26 - 2 * strlen(f->name) - 2 * strlen(f->operands)), "", f->ulp32, f->ulp64);
  if (f->abs32 > 0) fprintf(file, " and %g, %g", f->abs32, f->abs64);
  fprintf(file, "\n");
}

static const char head[] =
    "/* math.h: Remora's elementary functions, header only, with the same bits in C, CUDA C and OpenCL C.\n"
    "\n"
    "   Written by `remora emit math-header` from ops/vocab.h and ops/math; do not edit. It needs neither the library "
    "nor\n"
    "   <math.h>. Every function is inline and free of loops, tables and calls, so that a loop around it vectorises. "
    "Besides\n"
    "   rem_... (types rem_math_f32 = float and so on) it defines only names that begin with rem_math_ or REM_MATH_.\n"
    "\n"
    "   What it needs:\n"
    "     C         C99 or later, or C++17 or later (gnu++11 will do), by gcc or clang\n"
    "     CUDA C    nvcc or NVRTC with --fmad=false; __device__ functions\n"
    "     OpenCL C  1.2 or later; f64 where the device has cl_khr_fp64. Put the text in front of the kernel's, or -I "
    "it\n"
    "   The bits need IEEE arithmetic: no -ffast-math, and no contraction of a product and a sum into an fma. gcc "
    "contracts\n"
    "   unless it is told -ffp-contract=off or -std=c99 and the like; for clang this file turns it off, for what comes "
    "behind\n"
    "   it too. rem_math_contracts() says whether a C compiler did it all the same. Without -mfma or the like, f64 "
    "needs -lm for\n"
    "   libc's own fma, and is slow.\n"
    "   gcc vectorises some of them only with -fno-trapping-math -fno-math-errno -fno-tree-pre -fno-thread-jumps.\n"
    "\n"
    "   Worst errors for f32 and f64, in ulp of the true value over every input; where two more numbers follow, an "
    "absolute\n"
    "   error may be added. docs/math.md has what was measured. n is a 32-bit integer.\n\n";

static const char begin[] =
    " */\n"
    "#ifndef REMORA_MATH_H\n"
    "#define REMORA_MATH_H\n"
    "\n"
    "#if !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC__)\n"
    "#pragma GCC system_header\n"
    "#ifdef __clang__\n"
    "#pragma STDC FP_CONTRACT OFF\n"
    "#endif\n"
    "#endif\n";

static const char end[] =
    "\n"
    "#if !defined(__OPENCL_VERSION__) && !defined(__OPENCL_C_VERSION__) && !defined(__CUDACC__)\n"
    "/* Whether this compilation makes an fma of a product and a sum: then the bits are not Remora's. */\n"
    "REM_MATH_FN int rem_math_contracts(void) {\n"
    "  volatile float a = 0x1.001p+0f, c = -0x1.002p+0f;\n"
    "  float product = a * a;\n"
    "  return product + c != 0.0f;\n"
    "}\n"
    "#endif\n"
    "\n"
    "#endif\n";

int emit_math_header(FILE *file, const char *ops) {
  fputs(head, file);
  for (int i = 0; i < FUNCTIONS; i++) put_bounds(file, &functions[i]);
  fputs(begin, file);
  int rc = put_file(file, ops, "vocab.h");
  for (int i = 0; !rc && i < PARTS; i++) rc = put_file(file, ops, parts[i]);
  fputs(end, file);
  return rc;
}
