/* test_dlpack.c: DLPack tensors to views and buffers and back. */
#include "check.h"
#include "remora/remora_dlpack.h"

/* A DLTensor and what it points to. */
struct sample {
  float data[64];
  int64_t shape[16], strides[16];
  DLTensor tensor;
};

/* f32 [2,3] of a buffer of 64 floats, packed. */
static void reset(struct sample *s) {
  memset(s, 0, sizeof *s);
  s->shape[0] = 2, s->shape[1] = 3;
  s->strides[0] = 3, s->strides[1] = 1;
  s->tensor.data = s->data;
  s->tensor.device.device_type = kDLCPU;
  s->tensor.ndim = 2;
  s->tensor.dtype.code = kDLFloat, s->tensor.dtype.bits = 32, s->tensor.dtype.lanes = 1;
  s->tensor.shape = s->shape;
  s->tensor.strides = s->strides;
}

static void test_read(struct check *c) {
  struct sample s;
  rem_view view;
  rem_buffer buffer;
  reset(&s);
  CHECK_INT(c, rem_dlpack_read(&s.tensor, "cpu", &view, &buffer, NULL), REM_OK);
  CHECK(c, view.rank == 2 && view.dtype == REM_F32 && view.shape[1] == 3 && view.stride[0] == 3);
  CHECK(c, buffer.base == s.data && buffer.offset == 0);
  CHECK_INT(c, (int64_t)buffer.bytes, 24);
  s.tensor.strides = NULL;
  s.tensor.byte_offset = 8;
  CHECK_INT(c, rem_dlpack_read(&s.tensor, NULL, &view, &buffer, NULL), REM_OK);
  CHECK(c, view.stride[0] == 3 && view.stride[1] == 1);
  CHECK(c, buffer.base == s.data + 2 && buffer.offset == 0 && buffer.bytes == 24);
  reset(&s);
  s.strides[0] = -5, s.strides[1] = 2; /* elements -5..-1 and 0..4 around data */
  s.tensor.data = s.data + 10;
  CHECK_INT(c, rem_dlpack_read(&s.tensor, NULL, &view, &buffer, NULL), REM_OK);
  CHECK(c, buffer.base == s.data + 5 && buffer.offset == 20);
  CHECK_INT(c, (int64_t)buffer.bytes, 20 + 4 * 4 + 4);
  reset(&s);
  s.shape[0] = 0, s.tensor.data = NULL;
  CHECK_INT(c, rem_dlpack_read(&s.tensor, NULL, &view, &buffer, NULL), REM_OK);
  CHECK(c, buffer.base == NULL && buffer.bytes == 0 && view.shape[0] == 0);
  reset(&s);
  s.tensor.ndim = 0, s.tensor.shape = NULL, s.tensor.strides = NULL;
  CHECK_INT(c, rem_dlpack_read(&s.tensor, NULL, &view, &buffer, NULL), REM_OK);
  CHECK(c, view.rank == 0 && buffer.bytes == 4);
}

static void test_dtypes(struct check *c) {
  static const struct {
    int code, bits, dtype;
  } types[] = {{kDLFloat, 32, REM_F32},   {kDLFloat, 64, REM_F64}, {kDLFloat, 16, REM_F16},
               {kDLBfloat, 16, REM_BF16}, {kDLInt, 32, REM_I32},   {kDLInt, 64, REM_I64},
               {kDLBool, 8, REM_BOOL},    {kDLUInt, 8, REM_U8},    {kDLInt, 8, REM_I8},
               {kDLInt, 16, REM_I16},     {kDLUInt, 32, REM_U32}};
  size_t i;
  for (i = 0; i < sizeof types / sizeof types[0]; i++) {
    struct sample s;
    rem_view view;
    rem_buffer buffer = {0};
    DLTensor back;
    reset(&s);
    s.tensor.dtype.code = (uint8_t)types[i].code, s.tensor.dtype.bits = (uint8_t)types[i].bits;
    CHECK_INT(c, rem_dlpack_read(&s.tensor, NULL, &view, &buffer, NULL), REM_OK);
    CHECK_INT(c, view.dtype, types[i].dtype);
    CHECK_INT(c, (int64_t)buffer.bytes, 6 * types[i].bits / 8);
    CHECK_INT(c, rem_dlpack_wrap(&view, &buffer, NULL, &back, NULL), REM_OK);
    CHECK(c, back.dtype.code == types[i].code && back.dtype.bits == types[i].bits && back.dtype.lanes == 1);
  }
}

/* Each of these spoils a good tensor in one way. */
static void no_lanes(struct sample *s) { s->tensor.dtype.lanes = 4; }
static void bad_bits(struct sample *s) { s->tensor.dtype.bits = 8; }
static void bad_code(struct sample *s) { s->tensor.dtype.code = kDLComplex; }
static void wide_bool(struct sample *s) { s->tensor.dtype.code = kDLBool, s->tensor.dtype.bits = 16; }
static void wide_unsigned(struct sample *s) { s->tensor.dtype.code = kDLUInt, s->tensor.dtype.bits = 64; }
static void on_cuda(struct sample *s) { s->tensor.device.device_type = kDLCUDA; }
static void on_opencl(struct sample *s) { s->tensor.device.device_type = kDLOpenCL; }
static void rank_nine(struct sample *s) { s->tensor.ndim = 9, s->tensor.strides = NULL; }
static void rank_below(struct sample *s) { s->tensor.ndim = -1; }
static void no_shape(struct sample *s) { s->tensor.shape = NULL; }
static void bad_extent(struct sample *s) { s->shape[1] = -3; }
static void no_data(struct sample *s) { s->tensor.data = NULL; }
static void too_far(struct sample *s) { s->strides[0] = INT64_MAX / 2; }
static void too_far_back(struct sample *s) { s->strides[0] = INT64_MIN; }
static void too_many(struct sample *s) { s->shape[0] = s->shape[1] = INT64_MAX, s->tensor.strides = NULL; }

static void test_refused(struct check *c) {
  static const struct {
    void (*spoil)(struct sample *s);
    rem_status status;
    const char *text;
  } cases[] = {
      {no_lanes, REM_UNSUPPORTED, "DLPack tensor: expected lanes 1, found 4"},
      {bad_bits, REM_UNSUPPORTED,
       "DLPack tensor: expected f32, f64, f16, bf16, bool, u8, i8, i16, i32, u32 or i64, found type code 2 of 8 bits"},
      {bad_code, REM_UNSUPPORTED, NULL},
      {wide_bool, REM_UNSUPPORTED, NULL},
      {wide_unsigned, REM_UNSUPPORTED, NULL},
      {on_cuda, REM_INVALID, "DLPack tensor: expected memory of \"cpu\", found device type 2 number 0"},
      {on_opencl, REM_INVALID, NULL},
      {rank_nine, REM_UNSUPPORTED, "DLPack tensor: expected rank 0 to 8, found 9"},
      {rank_below, REM_INVALID, NULL},
      {no_shape, REM_INVALID, NULL},
      {bad_extent, REM_INVALID, "DLPack tensor: axis 1 has extent -3"},
      {no_data, REM_INVALID, NULL},
      {too_far, REM_INVALID, "DLPack tensor: axis 0 reaches beyond the address space"},
      {too_far_back, REM_INVALID, NULL},
      {too_many, REM_INVALID, NULL},
  };
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct sample s;
    rem_view view = {.rank = 77};
    rem_buffer buffer = {.bytes = 77};
    rem_error error = {.size = sizeof error};
    reset(&s);
    cases[i].spoil(&s);
    CHECK_INT(c, rem_dlpack_read(&s.tensor, NULL, &view, &buffer, &error), cases[i].status);
    CHECK_INT(c, error.status, cases[i].status);
    CHECK(c, error.text[0] && view.rank == 77 && buffer.bytes == 77);
    if (cases[i].text) CHECK_TEXT(c, error.text, cases[i].text);
  }
}

static void test_devices(struct check *c) {
  static const struct {
    int type, number;
    const char *device;
    rem_status status;
  } cases[] = {{kDLCPU, 0, "cpu", REM_OK},
               {kDLCUDAHost, 0, "cpu", REM_OK},
               {kDLCUDAManaged, 0, "cpu", REM_OK},
               {kDLCUDA, 1, "cuda:1", REM_OK},
               {kDLCUDAManaged, 0, "cuda:1", REM_OK},
               {kDLCUDA, 0, "cuda:1", REM_INVALID},
               {kDLCPU, 0, "cuda:0", REM_INVALID},
               {kDLCUDA, 0, "cuda", REM_UNSUPPORTED},
               {kDLCUDA, 0, "cuda:x", REM_UNSUPPORTED},
               {kDLOpenCL, 0, "opencl:0", REM_UNSUPPORTED}};
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct sample s;
    rem_view view;
    rem_buffer buffer;
    reset(&s);
    s.tensor.device.device_type = (DLDeviceType)cases[i].type;
    s.tensor.device.device_id = cases[i].number;
    CHECK_INT(c, rem_dlpack_read(&s.tensor, cases[i].device, &view, &buffer, NULL), cases[i].status);
  }
}

static void test_versioned(struct check *c) {
  struct sample s;
  DLManagedTensorVersioned managed;
  rem_view view;
  rem_buffer buffer;
  rem_error error = {.size = sizeof error};
  reset(&s);
  memset(&managed, 0, sizeof managed);
  managed.dl_tensor = s.tensor;
  managed.version.major = 1, managed.version.minor = 3;
  managed.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  CHECK_INT(c, rem_dlpack_read_versioned(&managed, NULL, REM_INPUT, &view, &buffer, &error), REM_OK);
  CHECK_INT(c, rem_dlpack_read_versioned(&managed, NULL, REM_OUTPUT, &view, &buffer, &error), REM_INVALID);
  CHECK_TEXT(c, error.text, "DLPack tensor: is read-only and cannot be an output");
  managed.flags = 0;
  CHECK_INT(c, rem_dlpack_read_versioned(&managed, NULL, REM_OUTPUT, &view, &buffer, &error), REM_OK);
  managed.version.major = 2;
  CHECK_INT(c, rem_dlpack_read_versioned(&managed, NULL, REM_INPUT, &view, &buffer, &error), REM_UNSUPPORTED);
  CHECK_INT(c, rem_dlpack_read_versioned(NULL, NULL, REM_INPUT, &view, &buffer, &error), REM_INVALID);
  CHECK_INT(c, rem_dlpack_read_managed(NULL, NULL, &view, &buffer, &error), REM_INVALID);
}

static void count_release(void *user) { ++*(int *)user; }

static void test_manage(struct check *c) {
  static const int64_t shape[] = {4, 5};
  float data[64];
  rem_view view = rem_view_packed(REM_F32, 2, shape), found;
  rem_buffer buffer = {data, sizeof data, 16 * sizeof(float)}, back;
  DLManagedTensor *managed;
  DLManagedTensorVersioned *versioned;
  rem_error error = {.size = sizeof error};
  int released = 0;
  view.stride[0] = -5;
  buffer.offset = 40 * sizeof(float);
  CHECK_INT(c, rem_dlpack_manage(&view, &buffer, NULL, count_release, &released, &managed, &error), REM_OK);
  CHECK_INT(c, rem_dlpack_read_managed(managed, NULL, &found, &back, &error), REM_OK);
  CHECK(c, !memcmp(&found, &view, sizeof view));
  CHECK(c, (char *)back.base + back.offset == (char *)(data + 40));
  CHECK_INT(c, (int64_t)back.bytes, 20 * 4);
  managed->deleter(managed);
  CHECK_INT(c, released, 1);
  CHECK_INT(c, rem_dlpack_manage_versioned(&view, &buffer, "cuda:3", 1, count_release, &released, &versioned, &error),
            REM_OK);
  CHECK(c, versioned->version.major == 1 && versioned->flags == DLPACK_FLAG_BITMASK_READ_ONLY);
  CHECK(c, versioned->dl_tensor.device.device_type == kDLCUDA && versioned->dl_tensor.device.device_id == 3);
  CHECK_INT(c, rem_dlpack_read_versioned(versioned, "cuda:3", REM_INPUT, &found, &back, &error), REM_OK);
  versioned->deleter(versioned);
  CHECK_INT(c, released, 2);
}

/* What cannot be wrapped is not, and the caller keeps its memory. */
static void test_manage_refused(struct check *c) {
  static const int64_t shape[] = {4, 5};
  float data[20];
  rem_view good = rem_view_packed(REM_F32, 2, shape), view = good;
  rem_buffer buffer = {data, sizeof data, 0}, small = {data, sizeof data - 1, 0}, none = {0};
  DLManagedTensor *managed = NULL;
  DLTensor tensor;
  int released = 0;
  CHECK_INT(c, rem_dlpack_manage(&view, &small, NULL, count_release, &released, &managed, NULL), REM_BUFFER_TOO_SMALL);
  CHECK_INT(c, rem_dlpack_manage(&view, &none, NULL, count_release, &released, &managed, NULL), REM_BUFFER_TOO_SMALL);
  CHECK_INT(c, rem_dlpack_manage(&view, &buffer, "opencl:0", count_release, &released, &managed, NULL),
            REM_UNSUPPORTED);
  CHECK_INT(c, rem_dlpack_manage(&view, NULL, NULL, count_release, &released, &managed, NULL), REM_INVALID);
  CHECK_INT(c, rem_dlpack_manage(NULL, &buffer, NULL, count_release, &released, &managed, NULL), REM_INVALID);
  CHECK(c, managed == NULL && released == 0);
  view.stride[0] = -5; /* reaches in front of the buffer */
  CHECK_INT(c, rem_dlpack_wrap(&view, &buffer, NULL, &tensor, NULL), REM_BUFFER_TOO_SMALL);
  view = good, view.rank = REM_LEFT_OUT;
  CHECK_INT(c, rem_dlpack_wrap(&view, &buffer, NULL, &tensor, NULL), REM_INVALID);
  view = good, view.rank = 9;
  CHECK_INT(c, rem_dlpack_wrap(&view, &buffer, NULL, &tensor, NULL), REM_INVALID);
  view = good, view.dtype = 0;
  CHECK_INT(c, rem_dlpack_wrap(&view, &buffer, NULL, &tensor, NULL), REM_INVALID);
  view = good, view.shape[0] = 0;
  CHECK_INT(c, rem_dlpack_wrap(&view, &none, NULL, &tensor, NULL), REM_OK);
}

int main(void) {
  struct check c = {"core dlpack", 0, 0};
  test_read(&c);
  test_dtypes(&c);
  test_refused(&c);
  test_devices(&c);
  test_versioned(&c);
  test_manage(&c);
  test_manage_refused(&c);
  return check_end(&c);
}
