/* nvrtc.c: kernel text to a binary of CUDA. The compiler's library is opened for each compilation and for nothing else:
 * a context whose kernels come from a pack or the disk needs none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "cuda.h"

enum { NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1 };

/* clang-format off */
#define NVRTC_FUNCTIONS(F) \
  F(const char *, nvrtcGetErrorString, (int), 0) \
  F(int, nvrtcGetNumSupportedArchs, (int *), 0) \
  F(int, nvrtcGetSupportedArchs, (int *), 0) \
  F(int, nvrtcCreateProgram, (handle *, const char *, const char *, int, const char *const *, const char *const *), 0) \
  F(int, nvrtcDestroyProgram, (handle *), 0) \
  F(int, nvrtcCompileProgram, (handle, int, const char *const *), 0) \
  F(int, nvrtcGetCUBINSize, (handle, size_t *), 0) \
  F(int, nvrtcGetCUBIN, (handle, char *), 0) \
  F(int, nvrtcGetPTXSize, (handle, size_t *), 0) \
  F(int, nvrtcGetPTX, (handle, char *), 0) \
  F(int, nvrtcGetProgramLogSize, (handle, size_t *), 0) \
  F(int, nvrtcGetProgramLog, (handle, char *), 0)
/* clang-format on */

struct nvrtc {
#define DECLARE(type, name, arguments, optional) type(*name) arguments;
  NVRTC_FUNCTIONS(DECLARE)
#undef DECLARE
};

static const struct library_function functions[] = {
#define LINE(type, name, arguments, optional) {#name, offsetof(struct nvrtc, name), optional},
    NVRTC_FUNCTIONS(LINE)
#undef LINE
};

static rem_status open_library(void **library, struct nvrtc *rtc, rem_error *error) {
  const char *named = code_variable("REMORA_NVRTC"), *missing;
  const char *const names[] = {named && *named ? named : "libnvrtc.so.13", "libnvrtc.so.13", "libnvrtc.so.12",
                               "libnvrtc.so"};
  *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && !*library; i++) *library = library_open(names[i]);
  if (!*library)
    return fail(
        error, REM_UNSUPPORTED, NOWHERE,
        "cuda: no compiler: cannot open %.80s%slibnvrtc.so.13, libnvrtc.so.12 or libnvrtc.so; kernels from a pack "
        "or a cache need none",
        named && *named ? named : "", named && *named ? " (REMORA_NVRTC), " : "");
  missing = library_functions(*library, functions, sizeof functions / sizeof functions[0], rtc);
  if (!missing) return REM_OK;
  library_close(*library);
  return fail(error, REM_UNSUPPORTED, NOWHERE, "cuda: the compiler found lacks %s", missing);
}

static rem_status rtc_fail(const struct nvrtc *rtc, rem_error *error, const char *call, int code) {
  rem_status status = code == NVRTC_ERROR_OUT_OF_MEMORY ? REM_NO_MEMORY : REM_DEVICE;
  fail(error, status, NOWHERE, "%s failed with %d (%s)", call, code, rtc->nvrtcGetErrorString(code));
  return keep_native(error, status, code);
}

/* ---- for which arch -------------------------------------------------------------------------------------------- */

/* What to ask the compiler for: a binary, or PTX that the driver finishes, where the device is newer than the compiler. */
struct target {
  char option[64];
  int ptx;
};

enum { MOST_ARCHS = 128 };

static rem_status choose_target(const struct nvrtc *rtc, int has_device, const char *arch, struct target *target,
                                rem_error *error) {
  int archs[MOST_ARCHS], n = 0, wanted, below = 0, code;
  char *end;
  wanted = strncmp(arch, "sm_", 3) == 0 ? (int)strtol(arch + 3, &end, 10) : 0;
  if (wanted < 10 || strlen(end) > 1) /* sm_90a and sm_100f are names, too */
    return fail(error, REM_INVALID, NOWHERE, "arch: expected \"sm_NN\", found \"%.32s\"", arch);
  code = rtc->nvrtcGetNumSupportedArchs(&n);
  if (code == NVRTC_SUCCESS && n > 0 && n <= MOST_ARCHS) code = rtc->nvrtcGetSupportedArchs(archs);
  if (code != NVRTC_SUCCESS || n > MOST_ARCHS) n = 0;
  snprintf(target->option, sizeof target->option, "--gpu-architecture=%.32s", arch);
  target->ptx = 0;
  for (int i = 0; i < n; i++) {
    if (archs[i] == wanted) return REM_OK;
    if (archs[i] < wanted && archs[i] > below) below = archs[i];
  }
  if (n == 0) return REM_OK; /* it will say itself what it cannot do */
  if (!has_device || !below)
    return fail(error, REM_UNSUPPORTED, NOWHERE, "arch %.32s: the compiler found knows sm_%d to sm_%d", arch, archs[0],
                archs[n - 1]);
  snprintf(target->option, sizeof target->option, "--gpu-architecture=compute_%d", below);
  target->ptx = 1;
  return REM_OK;
}

/* ---- compile --------------------------------------------------------------------------------------------------- */

/* The compiler's log says more than its code. */
static rem_status compile_failed(rem_context *context, const struct nvrtc *rtc, handle program, int code,
                                 rem_error *error) {
  rem_status status = rtc_fail(rtc, error, "nvrtcCompileProgram", code);
  size_t bytes = 0;
  char *log = NULL;
  if (rtc->nvrtcGetProgramLogSize(program, &bytes) == NVRTC_SUCCESS && bytes > 1)
    log = context_allocate(context, bytes + 1);
  if (log && rtc->nvrtcGetProgramLog(program, log) == NVRTC_SUCCESS) {
    log[bytes] = '\0';
    fail(error, status, NOWHERE, "nvrtcCompileProgram failed with %d (%s): %s", code, rtc->nvrtcGetErrorString(code),
         log_excerpt(log));
    keep_native(error, status, code);
  }
  context_release(context, log);
  return status;
}

static rem_status take_binary(rem_context *context, const struct nvrtc *rtc, handle program, int ptx,
                              struct gpu_binary *binary, rem_error *error) {
  size_t bytes = 0;
  int code = ptx ? rtc->nvrtcGetPTXSize(program, &bytes) : rtc->nvrtcGetCUBINSize(program, &bytes);
  char *data;
  if (code != NVRTC_SUCCESS || bytes == 0) return rtc_fail(rtc, error, "nvrtcGetCUBINSize", code);
  data = context_allocate(context, bytes);
  if (!data) return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)bytes, 0), "kernel: no memory for %zu bytes", bytes);
  code = ptx ? rtc->nvrtcGetPTX(program, data) : rtc->nvrtcGetCUBIN(program, data);
  if (code != NVRTC_SUCCESS) {
    context_release(context, data);
    return rtc_fail(rtc, error, "nvrtcGetCUBIN", code);
  }
  *binary = (struct gpu_binary){data, bytes};
  return REM_OK;
}

static rem_status compile_text(rem_context *context, const struct nvrtc *rtc, const struct target *target,
                               const char *text, struct gpu_binary *binary, rem_error *error) {
  const char *const options[] = {target->option,    "--fmad=false",     "--ftz=false",
                                 "--prec-div=true", "--prec-sqrt=true", "--device-as-default-execution-space"};
  handle program = NULL;
  rem_status status;
  int code = rtc->nvrtcCreateProgram(&program, text, "remora.cu", 0, NULL, NULL);
  if (code != NVRTC_SUCCESS) return rtc_fail(rtc, error, "nvrtcCreateProgram", code);
  code = rtc->nvrtcCompileProgram(program, (int)(sizeof options / sizeof options[0]), options);
  if (code != NVRTC_SUCCESS) status = compile_failed(context, rtc, program, code, error);
  else status = take_binary(context, rtc, program, target->ptx, binary, error);
  rtc->nvrtcDestroyProgram(&program);
  return status;
}

rem_status cuda_compile(rem_context *context, void *device, const char *arch, const char *text,
                        struct gpu_binary *binary, rem_error *error) {
  struct nvrtc rtc;
  struct target target;
  void *library;
  rem_status status = open_library(&library, &rtc, error);
  if (status) return status;
  status = choose_target(&rtc, device != NULL, arch, &target, error);
  if (!status) status = compile_text(context, &rtc, &target, text, binary, error);
  library_close(library);
  return status;
}
