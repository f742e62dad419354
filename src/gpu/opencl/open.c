/* open.c: finds a device of OpenCL, or adopts the caller's, and tells what it can do. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "opencl.h"

enum { MOST = 64 }; /* platforms looked at, and devices of each */

static const struct library_function functions[] = {
#define LINE(type, name, arguments) {#name, offsetof(struct opencl, name), 0},
    OPENCL_FUNCTIONS(LINE)
#undef LINE
};

static rem_status open_library(struct opencl_device *d, rem_error *error) {
  const char *missing;
  d->library = library_open("libOpenCL.so.1");
  if (!d->library) return fail(error, REM_UNSUPPORTED, NOWHERE, "opencl: libOpenCL.so.1 cannot be opened here");
  missing = library_functions(d->library, functions, sizeof functions / sizeof functions[0], &d->cl);
  if (missing) return fail(error, REM_UNSUPPORTED, NOWHERE, "opencl: libOpenCL.so.1 lacks %s", missing);
  return REM_OK;
}

/* ---- which device ---------------------------------------------------------------------------------------------- */

/* Device `number`, counted over all platforms in their order. A loader without platforms, and a platform without
 * devices, say so with a code: neither is a failure here. */
static rem_status find(struct opencl_device *d, int number, rem_error *error) {
  handle platforms[MOST], devices[MOST];
  uint32_t n_platforms = 0, found = 0;
  if (d->cl.clGetPlatformIDs(MOST, platforms, &n_platforms) != CL_SUCCESS) n_platforms = 0;
  if (n_platforms > MOST) n_platforms = MOST;
  for (uint32_t p = 0; p < n_platforms; p++) {
    uint32_t n = 0;
    if (d->cl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MOST, devices, &n) != CL_SUCCESS) continue;
    if (n > MOST) n = MOST;
    if ((uint32_t)number - found < n) {
      d->device = devices[(uint32_t)number - found];
      return REM_OK;
    }
    found += n;
  }
  return fail(error, REM_UNSUPPORTED, AT(-1, -1, number + (int64_t)1, found),
              "opencl:%d: no such device: OpenCL found %u platform%s with %u device%s", number, (unsigned)n_platforms,
              n_platforms == 1 ? "" : "s", (unsigned)found, found == 1 ? "" : "s");
}

/* The caller's context, and the device in it that he named or that is the only one. */
static rem_status adopt(struct opencl_device *d, const rem_context_desc *desc, rem_error *error) {
  handle devices[MOST];
  size_t bytes = 0, n, i = 0;
  int32_t code = d->cl.clGetContextInfo(desc->native, CL_CONTEXT_DEVICES, sizeof devices, devices, &bytes);
  if (code != CL_SUCCESS) return opencl_fail(error, "clGetContextInfo", code);
  n = bytes / sizeof devices[0];
  if (!desc->native_device && n != 1)
    return fail(error, REM_INVALID, NOWHERE, "native_device: expected one of the context's %zu devices, found NULL", n);
  if (desc->native_device)
    while (i < n && devices[i] != desc->native_device) i++;
  if (i == n)
    return fail(error, REM_INVALID, NOWHERE, "native_device: expected a device of the context, found another");
  code = d->cl.clRetainContext(desc->native);
  if (code != CL_SUCCESS) return opencl_fail(error, "clRetainContext", code);
  d->context = desc->native;
  d->device = devices[i];
  return REM_OK;
}

static handle platform_of(const struct opencl_device *d) {
  handle platform = NULL;
  int32_t code = d->cl.clGetDeviceInfo(d->device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
  return code == CL_SUCCESS ? platform : NULL;
}

static rem_status create(struct opencl_device *d, rem_error *error) {
  intptr_t properties[] = {CL_CONTEXT_PLATFORM, (intptr_t)platform_of(d), 0};
  int32_t code = CL_SUCCESS;
  d->context = d->cl.clCreateContext(properties, 1, &d->device, NULL, NULL, &code);
  return d->context && code == CL_SUCCESS ? REM_OK : opencl_fail(error, "clCreateContext", code);
}

/* ---- what it can do -------------------------------------------------------------------------------------------- */

/* A text about the device; "" where the driver does not tell, or tells more than fits. */
static void device_text(const struct opencl_device *d, uint32_t what, char *text, size_t size) {
  memset(text, 0, size);
  if (d->cl.clGetDeviceInfo(d->device, what, size - 1, text, NULL) != CL_SUCCESS) text[0] = '\0';
}

static void platform_text(const struct opencl_device *d, uint32_t what, char *text, size_t size) {
  memset(text, 0, size);
  if (d->cl.clGetPlatformInfo(platform_of(d), what, size - 1, text, NULL) != CL_SUCCESS) text[0] = '\0';
}

/* A number about the device, of 4 or 8 bytes; 0 where the driver does not tell. */
static uint64_t device_uint(const struct opencl_device *d, uint32_t what) {
  uint64_t wide = 0;
  uint32_t narrow;
  size_t bytes = 0;
  if (d->cl.clGetDeviceInfo(d->device, what, sizeof wide, &wide, &bytes) != CL_SUCCESS) return 0;
  memcpy(&narrow, &wide, sizeof narrow);
  return bytes == sizeof narrow ? narrow : wide;
}

static int is_pocl(const struct opencl_device *d) {
  char name[64];
  platform_text(d, CL_PLATFORM_NAME, name, sizeof name);
  return strcmp(name, "Portable Computing Language") == 0;
}

/* PoCL runs the threads of a block in one of several ways. The one it takes by itself miscompiles kernels with arrays of a
 * thread's own (seen with 3.1: sums that lack half of their terms); "loops" is right. Only the environment chooses. */
static const char *pocl_method(const struct opencl_device *d) {
  const char *method = getenv("POCL_WORK_GROUP_METHOD");
  if (!is_pocl(d)) return "";
  return method && !strcmp(method, "loops") ? method : NULL;
}

/* What kernels are written for: OpenCL C 1.2, 64-bit addresses, and a compiler. */
static rem_status check_device(const struct opencl_device *d, rem_error *error) {
  char version[256], profile[64];
  device_text(d, CL_DEVICE_VERSION, version, sizeof version);
  device_text(d, CL_DEVICE_PROFILE, profile, sizeof profile);
  if (strncmp(version, "OpenCL ", 7) != 0 || strncmp(version + 7, "1.2", 3) < 0)
    return fail(error, REM_UNSUPPORTED, NOWHERE, "opencl: expected OpenCL 1.2 or later, found \"%.64s\"", version);
  if (strcmp(profile, "FULL_PROFILE") != 0)
    return fail(error, REM_UNSUPPORTED, NOWHERE, "opencl: expected a device of FULL_PROFILE, found \"%.32s\"", profile);
  if (device_uint(d, CL_DEVICE_ADDRESS_BITS) != 64 || !device_uint(d, CL_DEVICE_ENDIAN_LITTLE))
    return fail(error, REM_UNSUPPORTED, NOWHERE, "opencl: expected a little-endian device with 64-bit addresses");
  if (!device_uint(d, CL_DEVICE_AVAILABLE) || !device_uint(d, CL_DEVICE_COMPILER_AVAILABLE))
    return fail(error, REM_UNSUPPORTED, NOWHERE, "opencl: the device or its compiler is not available");
  if (!pocl_method(d))
    return fail(error, REM_UNSUPPORTED, NOWHERE,
                "opencl: PoCL gives wrong results unless POCL_WORK_GROUP_METHOD is loops; set it before the program starts");
  return REM_OK;
}

static uint64_t mix(uint64_t hash, const char *text) {
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  return hash * UINT64_C(0x100000001b3);
}

/* A binary serves one device under one version of its driver: a hash of what is known of both follows the name. */
static void name_arch(const struct opencl_device *d, char *arch, size_t size) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  char text[256];
  device_text(d, CL_DEVICE_VERSION, text, sizeof text);
  hash = mix(hash, text);
  device_text(d, CL_DRIVER_VERSION, text, sizeof text);
  hash = mix(hash, text);
  platform_text(d, CL_PLATFORM_NAME, text, sizeof text);
  hash = mix(hash, text);
  platform_text(d, CL_PLATFORM_VERSION, text, sizeof text);
  hash = mix(hash, text);
  device_text(d, CL_DEVICE_NAME, text, sizeof text);
  hash = mix(hash, text);
  const char *method = pocl_method(d);
  hash = mix(hash, method ? method : "");
  snprintf(arch, size, "%.40s-%016" PRIx64, text, hash);
  for (char *c = arch; *c; c++) /* one word: it stands in lists */
    if ((unsigned char)*c <= ' ' || strchr("()/\\,;\"'", *c)) *c = '_';
}

/* Whether every result is IEEE's. Division and square root of f64 are rounded correctly by the specification. */
static int is_exact(uint64_t single, uint64_t wide) {
  const uint64_t both = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA;
  const uint64_t needed = both | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
  return (single & needed) == needed && (wide == 0 || (wide & both) == both);
}

static void tell(struct opencl_device *d, struct gpu_facts *facts) {
  uint64_t single = device_uint(d, CL_DEVICE_SINGLE_FP_CONFIG), wide = device_uint(d, CL_DEVICE_DOUBLE_FP_CONFIG);
  int rounded = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  char text[256];
  *facts = (struct gpu_facts){.units = (int)device_uint(d, CL_DEVICE_MAX_COMPUTE_UNITS),
                              .most_threads = (int)device_uint(d, CL_DEVICE_MAX_WORK_GROUP_SIZE),
                              .local_bytes = (int64_t)device_uint(d, CL_DEVICE_LOCAL_MEM_SIZE),
                              .has_f64 = wide != 0,
                              .exact = is_exact(single, wide),
                              .handles = 1};
  snprintf(d->options, sizeof d->options, "-cl-std=CL1.2 -w%s", rounded ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
  device_text(d, CL_DEVICE_NAME, text, sizeof text);
  snprintf(facts->name, sizeof facts->name, "%.63s", text);
  device_text(d, CL_DRIVER_VERSION, text, sizeof text);
  snprintf(facts->compiler, sizeof facts->compiler, "%.40s CL1.2%s", text, rounded ? " rounded" : "");
  name_arch(d, facts->arch, sizeof facts->arch);
  d->keeps_texts = is_pocl(d);
  d->local_bytes = facts->local_bytes;
  memcpy(d->arch, facts->arch, sizeof d->arch);
}

/* Where platforms are reached through the loader (cl_khr_icd), the first word of every object is the address of its
 * platform's functions: by it a cl_mem is told from a host pointer, which hardly a call of OpenCL survives. */
static void learn_tag(struct opencl_device *d) {
  void *of_buffer, *of_queue;
  char extensions[1024];
  int32_t code = CL_SUCCESS;
  handle buffer;
  platform_text(d, CL_PLATFORM_EXTENSIONS, extensions, sizeof extensions);
  if (!strstr(extensions, "cl_khr_icd")) return;
  buffer = d->cl.clCreateBuffer(d->context, CL_MEM_READ_WRITE, sizeof(void *), NULL, &code);
  if (!buffer || code != CL_SUCCESS) return;
  memcpy(&of_buffer, buffer, sizeof of_buffer);
  memcpy(&of_queue, d->queue, sizeof of_queue);
  if (of_buffer == of_queue) d->tag = of_buffer;
  d->cl.clReleaseMemObject(buffer);
}

/* ---- open and close -------------------------------------------------------------------------------------------- */

static rem_status open_device(struct opencl_device *d, const rem_context_desc *desc, int number,
                              struct gpu_facts *facts, rem_error *error) {
  int32_t code = CL_SUCCESS;
  rem_status status = open_library(d, error);
  if (!status) status = desc->native ? adopt(d, desc, error) : find(d, number, error);
  if (!status) status = check_device(d, error);
  if (!status && !desc->native) status = create(d, error);
  if (status) return status;
  d->queue = d->cl.clCreateCommandQueue(d->context, d->device, 0, &code);
  if (!d->queue || code != CL_SUCCESS) return opencl_fail(error, "clCreateCommandQueue", code);
  tell(d, facts);
  learn_tag(d);
  return REM_OK;
}

rem_status opencl_open(rem_context *context, const rem_context_desc *desc, int number, void **device,
                       struct gpu_facts *facts, rem_error *error) {
  struct opencl_device *d;
  rem_status status;
  if (desc->native_device && !desc->native)
    return fail(error, REM_INVALID, NOWHERE, "native_device: expected a cl_context in native with it, found NULL");
  d = context_allocate(context, sizeof *d);
  if (!d)
    return fail(error, REM_NO_MEMORY, AT(-1, -1, (int64_t)sizeof *d, 0), "opencl: no memory for %zu bytes", sizeof *d);
  *d = (struct opencl_device){0};
  status = open_device(d, desc, number, facts, error);
  if (status) opencl_close(context, d);
  else *device = d;
  return status;
}

void opencl_close(rem_context *context, void *device) {
  struct opencl_device *d = device;
  if (!d) return;
  if (d->queue) d->cl.clReleaseCommandQueue(d->queue);
  if (d->context) d->cl.clReleaseContext(d->context);
  library_close(d->library);
  context_release(context, d);
}
