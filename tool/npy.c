/* npy.c: reads and writes NumPy's .npy files (format versions 1, 2 and 3). */
#include "npy.h"

#include "problem.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HEADER_BYTES = 4096, ALIGN_BYTES = 64 };

static const struct {
  const char *descr;
  int dtype;
} descrs[] = {{"<f4", REM_F32}, {"<f8", REM_F64},  {"<f2", REM_F16}, {"<V2", REM_BF16}, {"<i4", REM_I32},
              {"<i8", REM_I64}, {"|b1", REM_BOOL}, {"|u1", REM_U8},  {"|i1", REM_I8},   {"<i2", REM_I16},
              {"<u4", REM_U32}, {"|V2", REM_BF16}, {"=f4", REM_F32}, {"=f8", REM_F64},  {"bfloat16", REM_BF16}};
enum { DESCRS = sizeof descrs / sizeof *descrs };

/* What follows 'key': in the header's dictionary; NULL: there is none. */
static const char *member(const char *header, const char *key) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "'%s'", key);
  const char *at = strstr(header, quoted);
  if (!at) return NULL;
  at += strlen(quoted);
  at += strspn(at, " ");
  return *at == ':' ? at + 1 + strspn(at + 1, " ") : NULL;
}

static int read_descr(const char *header, rem_view *v) {
  const char *at = member(header, "descr");
  for (int i = 0; at && *at == '\'' && i < DESCRS; i++) {
    size_t n = strlen(descrs[i].descr);
    if (!strncmp(at + 1, descrs[i].descr, n) && at[1 + n] == '\'') {
      v->dtype = descrs[i].dtype;
      return 0;
    }
  }
  return -1;
}

static int read_shape(const char *header, rem_view *v) {
  const char *at = member(header, "shape");
  if (!at || *at != '(') return -1;
  at++;
  for (v->rank = 0;;) {
    at += strspn(at, " ,");
    if (*at == ')') return 0;
    char *end;
    errno = 0;
    long long extent = strtoll(at, &end, 10);
    if (end == at || errno || extent < 0 || v->rank == REM_MAX_RANK) return -1;
    v->shape[v->rank++] = extent;
    at = end;
  }
}

/* The header's text, or NULL: not a .npy file. The caller frees. */
static char *read_header(FILE *file) {
  unsigned char start[12];
  if (fread(start, 1, 10, file) != 10 || memcmp(start, "\x93NUMPY", 6) || start[6] < 1 || start[6] > 3) return NULL;
  size_t n = start[8] | (size_t)start[9] << 8;
  if (start[6] > 1) {
    if (fread(start + 10, 1, 2, file) != 2) return NULL;
    n |= (size_t)start[10] << 16 | (size_t)start[11] << 24;
  }
  char *header = n <= MAX_HEADER_BYTES ? malloc(n + 1) : NULL;
  if (header && fread(header, 1, n, file) != n) {
    free(header);
    return NULL;
  }
  if (header) header[n] = 0;
  return header;
}

static int refuse(char *why, size_t why_bytes, const char *path, const char *text) {
  snprintf(why, why_bytes, "%s: %s", path, text);
  return -1;
}

/* -1: more than an int64 holds. */
static int64_t bytes_of(const rem_view *v) {
  int64_t bytes = (int64_t)rem_dtype_size(v->dtype);
  int empty = 0;
  for (int k = 0; k < v->rank; k++) {
    if (!v->shape[k]) empty = 1;
    else if (__builtin_mul_overflow(bytes, v->shape[k], &bytes)) return -1;
  }
  return empty ? 0 : bytes;
}

/* Whether the file goes on for so long, asked before memory is made for what a header only claims. A pipe cannot say. */
static int goes_on(FILE *file, int64_t bytes) {
  long at = ftell(file);
  if (at < 0 || fseek(file, 0, SEEK_END)) return 1;
  long end = ftell(file);
  return !fseek(file, at, SEEK_SET) && end - at >= bytes;
}

static const char *read_tensor(FILE *file, struct tensor *t) {
  static const char *const short_file = "the file ends before its data does";
  rem_view v = {0};
  char *header = read_header(file);
  if (!header) return "not a .npy file";
  const char *fortran = member(header, "fortran_order");
  int column_major = fortran && !strncmp(fortran, "True", 4);
  const char *bad = read_descr(header, &v)   ? "its dtype is none of <f4 <f8 <f2 <V2 (bfloat16) |b1 |u1 |i1 <i2 <i4 <i8 <u4"
                    : read_shape(header, &v) ? "its shape is not one of at most 8 axes"
                    : !fortran               ? "its header has no fortran_order"
                                             : NULL;
  free(header);
  if (bad) return bad;
  int64_t bytes = bytes_of(&v);
  if (!goes_on(file, bytes)) return short_file;
  if (bytes < 0 || view_lay_out(&v, column_major ? LAYOUT_T : LAYOUT_PACKED) || tensor_create(t, &v, 0))
    return "no memory for a tensor of its shape";
  return fread(t->element, 1, (size_t)bytes, file) == (size_t)bytes ? NULL : short_file;
}

int npy_read(const char *path, struct tensor *t, char *why, size_t why_bytes) {
  *t = (struct tensor){.view.rank = REM_LEFT_OUT};
  FILE *file = fopen(path, "rb");
  if (!file) return refuse(why, why_bytes, path, strerror(errno));
  const char *bad = read_tensor(file, t);
  fclose(file);
  return bad ? refuse(why, why_bytes, path, bad) : 0;
}

static int write_header(FILE *file, const rem_view *v) {
  char text[MAX_HEADER_BYTES];
  int k = 0;
  while (descrs[k].dtype != v->dtype) k++;
  size_t n = (size_t)snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (", descrs[k].descr);
  for (int i = 0; i < v->rank; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%" PRId64 "%s", v->shape[i],
                          v->rank == 1      ? ","
                          : i + 1 < v->rank ? ", "
                                            : "");
  n += (size_t)snprintf(text + n, sizeof text - n, "), }");
  while ((10 + n + 1) % ALIGN_BYTES) text[n++] = ' ';
  text[n++] = '\n';
  unsigned char start[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)n, (unsigned char)(n >> 8)};
  return fwrite(start, 1, sizeof start, file) == sizeof start && fwrite(text, 1, n, file) == n ? 0 : -1;
}

int npy_write(const char *path, const struct tensor *t, char *why, size_t why_bytes) {
  FILE *file = fopen(path, "wb");
  if (!file) return refuse(why, why_bytes, path, strerror(errno));
  int64_t element = (int64_t)rem_dtype_size(t->view.dtype);
  int rc = write_header(file, &t->view);
  struct walk w;
  WALK (w, &t->view) rc |= fwrite(t->element + w.offset * element, (size_t)element, 1, file) != 1;
  rc |= fclose(file);
  return rc ? refuse(why, why_bytes, path, "could not be written") : 0;
}
