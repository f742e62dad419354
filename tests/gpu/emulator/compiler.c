/* compiler.c: stands in for NVRTC: the C compiler of the machine makes a shared object of a kernel's text. The "binary" is its path.
 * EMULATOR_OUT is the folder of what is made, which is removed by whoever named it. */
#define _GNU_SOURCE
#define REM_EMULATOR_HOST
#include "emulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OK = 0, FAILED = 6, PATH = 200, BINARY = 256, ARCH = 90 };

struct program {
  char *text, log[PATH + 40], path[PATH];
};

int nvrtcCreateProgram(void **handle, const char *text, const char *name, int headers, const char *const *header,
                       const char *const *names);
int nvrtcDestroyProgram(void **handle);
int nvrtcCompileProgram(void *handle, int n, const char *const *options);
int nvrtcGetCUBINSize(void *handle, size_t *bytes);
int nvrtcGetCUBIN(void *handle, char *binary);
int nvrtcGetPTXSize(void *handle, size_t *bytes);
int nvrtcGetPTX(void *handle, char *text);
int nvrtcGetProgramLogSize(void *handle, size_t *bytes);
int nvrtcGetProgramLog(void *handle, char *log);
int nvrtcGetNumSupportedArchs(int *n);
int nvrtcGetSupportedArchs(int *arch);
const char *nvrtcGetErrorString(int code);

const char *nvrtcGetErrorString(int code) { return code ? "the emulator's compiler failed" : "success"; }
int nvrtcGetNumSupportedArchs(int *n) { return *n = 1, OK; }
int nvrtcGetSupportedArchs(int *arch) { return *arch = ARCH, OK; }

int nvrtcCreateProgram(void **handle, const char *text, const char *name, int headers, const char *const *header,
                       const char *const *names) {
  struct program *p = calloc(1, sizeof *p);
  (void)name, (void)headers, (void)header, (void)names;
  if (!p || !(p->text = strdup(text))) return free(p), FAILED;
  *handle = p;
  return OK;
}

int nvrtcDestroyProgram(void **handle) {
  struct program *p = *handle;
  free(p->text);
  free(p);
  return OK;
}

/* The end of a kernel's file: what its parameters are. */
static int entry_of(const char *text, char *entry, size_t bytes) {
  const char *operands = strstr(text, ")(OPERANDS(");
  char arguments[64] = "";
  if (strstr(text, ")(MANY_OPERANDS)")) return snprintf(entry, bytes, "KERNEL_ENTRY_ALONE(many_args)"), 0;
  if (!operands || sscanf(operands, ")(OPERANDS(%63[a-z_])", arguments) != 1) return -1;
  return snprintf(entry, bytes, "KERNEL_ENTRY(%s)", arguments), 0;
}

/* The text with other words in the place of CUDA's own, and a function that takes a launch's parameters. */
static int write_kernel(const struct program *p, const char *path) {
  const char *words = strstr(p->text, "#define KERNEL_OF("),
             *behind = words ? strstr(words, "#define KERNEL(threads)") : NULL, *cuda = NULL;
  char entry[128];
  for (const char *at = p->text; words && (at = strstr(at, "#ifdef __CUDACC__")) && at < words; at++) cuda = at;
  if (!cuda || !behind || entry_of(behind, entry, sizeof entry)) return -1;
  FILE *f = fopen(path, "w");
  if (!f) return -1;
  fprintf(f, "#include \"kernel.h\"\n%.*s\n#include \"words.h\"\n%s\n%s\n", (int)(cuda - p->text), p->text, behind,
          entry);
  return fclose(f);
}

int nvrtcCompileProgram(void *handle, int n, const char *const *options) {
  struct program *p = handle;
  static int number; /* of a process, in which one thread at a time compiles */
  const char *out = getenv("EMULATOR_OUT");
  char source[PATH + 4], command[4 * PATH + 300];
  (void)n, (void)options;
  snprintf(p->path, sizeof p->path, "%.100s/%d.%d.so", out ? out : ".", (int)getpid(), number++);
  snprintf(source, sizeof source, "%.195s.c", p->path);
  if (write_kernel(p, source)) return snprintf(p->log, sizeof p->log, "%.199s cannot be written", source), FAILED;
  snprintf(command, sizeof command,
           "cc -w -O1 -mfma -ffp-contract=off -fno-strict-aliasing -fPIC -shared -I '%s' -o '%.199s' '%.199s' "
           "2>'%.199s.log'",
           EMULATOR_DIR, p->path, source, p->path);
  if (!system(command)) return unlink(source), OK;
  snprintf(p->log, sizeof p->log, "see %.199s.log", p->path);
  return FAILED;
}

/* Something that looks like an ELF file and says where the kernel is. */
int nvrtcGetCUBINSize(void *handle, size_t *bytes) { return (void)handle, *bytes = BINARY, OK; }
int nvrtcGetCUBIN(void *handle, char *binary) {
  const struct program *p = handle;
  memset(binary, 0, BINARY);
  memcpy(binary, "\177ELF", 4);
  snprintf(binary + 8, BINARY - 8, "%s", p->path);
  return OK;
}
int nvrtcGetPTXSize(void *handle, size_t *bytes) { return (void)handle, (void)bytes, FAILED; }
int nvrtcGetPTX(void *handle, char *text) { return (void)handle, (void)text, FAILED; }
int nvrtcGetProgramLogSize(void *handle, size_t *bytes) {
  return *bytes = strlen(((struct program *)handle)->log) + 1, OK;
}
int nvrtcGetProgramLog(void *handle, char *log) { return strcpy(log, ((struct program *)handle)->log), OK; }
