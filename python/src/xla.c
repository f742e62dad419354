/* xla.c: the handlers behind remora.jax: XLA gives buffers and one text, they find the plan and run it. No Python here.
 *
 * The text is "op pass slots [name=kind:value]...": pass 0 or 1; for each slot in order i, o or - (input, output, left
 * out); kinds i r t I R for an integer, a real, a word, and lists of the first two. A real is its bits as 16 hexadecimal
 * digits, which read the same in every locale. It stands for itself: an executable that JAX keeps on disk holds no
 * address of ours. */
#define _POSIX_C_SOURCE 200809L
#include "xla.h"

#include "plans.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1024, RUN_STAGE = 3, CODE_INVALID = 3, CODE_UNIMPLEMENTED = 12, CODE_INTERNAL = 13 };

struct job {
  struct request request;
  rem_buffer buffers[REM_MAX_SLOTS];
  char text[TEXT_BYTES];
  union {
    int64_t is[REM_MAX_RANK];
    double fs[REM_MAX_RANK];
  } lists[MAX_ATTRS];
  rem_error error;
};

static rem_status fail(struct job *job, const char *text) {
  job->error.status = REM_INVALID;
  snprintf(job->error.text, sizeof job->error.text, "%s", text);
  return REM_INVALID;
}

/* ---- the text ---- */

static const char *table_name(const char *op) {
  const char *name;
  for (int i = 0; (name = rem_op_list(i)); i++)
    if (!strcmp(name, op)) return name;
  return NULL;
}

/* What stands behind a number, which is written to 8 bytes; NULL: there is none, or one that they do not hold. */
static const char *read_number(const char *text, int real, void *to) {
  char *end;
  uint64_t bits;
  errno = 0;
  bits = real ? strtoull(text, &end, 16) : (uint64_t)strtoll(text, &end, 10);
  memcpy(to, &bits, sizeof bits);
  return end == text || errno || (real && end - text != 16) ? NULL : end;
}

/* How many numbers there are; -1: the text is no list of at most `most`. */
static int read_list(const char *text, int real, void *to, int most) {
  int n = 0;
  if (!*text) return 0;
  while (n < most) {
    text = read_number(text, real, (char *)to + 8 * n++);
    if (!text || (*text && *text != ',')) return -1;
    if (!*text++) return n;
  }
  return -1;
}

static rem_status read_attr(struct job *job, char *word) {
  static const char kinds[] = " irtIR";
  rem_attr *attr = &job->request.attrs[job->request.n_attrs];
  char *equals = strchr(word, '='), *value = equals ? equals + 3 : NULL;
  const char *kind = equals && equals[1] && equals[2] == ':' ? strchr(kinds, equals[1]) : NULL;
  if (!kind || job->request.n_attrs == MAX_ATTRS) return fail(job, "XLA's call: an attribute cannot be read");
  *equals = 0;
  *attr = (rem_attr){.name = word, .kind = (int32_t)(kind - kinds)};
  switch (attr->kind) {
    case REM_ATTR_INT:
    case REM_ATTR_REAL:
      if (read_list(value, attr->kind == REM_ATTR_REAL, &attr->v, 1) != 1)
        return fail(job, "XLA's call: a number cannot be read");
      break;
    case REM_ATTR_TEXT:
      attr->v.s = value;
      break;
    default:
      attr->v.is = job->lists[job->request.n_attrs].is;
      attr->n = read_list(value, attr->kind == REM_ATTR_REALS, job->lists[job->request.n_attrs].is, REM_MAX_RANK);
      if (attr->n < 0) return fail(job, "XLA's call: a list cannot be read");
  }
  job->request.n_attrs++;
  return REM_OK;
}

/* ---- buffers ---- */

static int dtype_of(int xla) {
  static const struct {
    int xla, dtype;
  } dtypes[] = {{11, REM_F32}, {12, REM_F64}, {10, REM_F16}, {16, REM_BF16}, {4, REM_I32}, {5, REM_I64},
                {1, REM_BOOL}, {6, REM_U8},   {2, REM_I8},   {3, REM_I16},   {8, REM_U32}};
  for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
    if (dtypes[i].xla == xla) return dtypes[i].dtype;
  return 0;
}

static rem_status read_buffer(struct job *job, int slot, const struct xla_list *list, int64_t *next) {
  const struct xla_buffer *buffer = *next < list->n ? list->buffers[*next] : NULL;
  rem_view *view = &job->request.views[slot];
  size_t bytes;
  ++*next;
  if (!buffer || buffer->rank > REM_MAX_RANK || !dtype_of(buffer->dtype))
    return fail(job, "XLA's call: expected a buffer of a dtype of remora.h for every slot");
  *view = rem_view_packed(dtype_of(buffer->dtype), (int32_t)buffer->rank, buffer->dims);
  bytes = rem_dtype_size(view->dtype);
  for (int64_t k = 0; k < buffer->rank; k++) bytes *= (size_t)buffer->dims[k];
  job->buffers[slot] = (rem_buffer){bytes ? buffer->data : NULL, bytes, 0};
  return REM_OK;
}

static rem_status read_slots(struct job *job, const struct xla_frame *frame, const char *slots) {
  int64_t args = 0, results = 0;
  rem_status status = REM_OK;
  int i;
  for (i = 0; slots[i] && i < REM_MAX_SLOTS && !status; i++) {
    job->buffers[i] = (rem_buffer){0};
    if (slots[i] == '-') job->request.views[i] = (rem_view){.rank = REM_LEFT_OUT};
    else
      status =
          slots[i] == 'i' ? read_buffer(job, i, &frame->args, &args) : read_buffer(job, i, &frame->results, &results);
  }
  job->request.n_views = i;
  return status;
}

static const struct xla_span *call_text(const struct xla_frame *frame) {
  for (int64_t i = 0; i < frame->attrs.n; i++)
    if (frame->attrs.types[i] == 4 && frame->attrs.names[i]->length == 4 &&
        !memcmp(frame->attrs.names[i]->text, "call", 4))
      return frame->attrs.values[i];
  return NULL;
}

static rem_status read_call(struct job *job, const struct xla_frame *frame) {
  const struct xla_span *text = call_text(frame);
  char *rest = NULL, *op, *pass, *slots, *word;
  rem_status status;
  if (!text || text->length >= sizeof job->text) return fail(job, "XLA's call: its text is missing or too long");
  memcpy(job->text, text->text, text->length);
  job->text[text->length] = 0;
  op = strtok_r(job->text, " ", &rest);
  pass = strtok_r(NULL, " ", &rest);
  slots = strtok_r(NULL, " ", &rest);
  if (!slots || !(job->request.op = table_name(op))) return fail(job, "XLA's call: its text cannot be read");
  job->request.pass = *pass == '1' ? REM_BACKWARD : REM_FORWARD;
  status = read_slots(job, frame, slots);
  while (!status && (word = strtok_r(NULL, " ", &rest))) status = read_attr(job, word);
  return status;
}

/* ---- what XLA is asked for ---- */

static void *fail_in_xla(const struct xla_frame *frame, const rem_error *error) {
  struct xla_error_args args = {.size = sizeof args, .message = error->text, .code = CODE_INTERNAL};
  if (error->status == REM_INVALID) args.code = CODE_INVALID;
  if (error->status == REM_UNSUPPORTED) args.code = CODE_UNIMPLEMENTED;
  return frame->api->error_create(&args);
}

static void *cuda_place(const struct xla_frame *frame, int *device, void **stream) {
  struct xla_stream_args on = {.size = sizeof on, .context = frame->context};
  struct xla_ordinal_args which = {.size = sizeof which, .context = frame->context};
  char name[32];
  void *error = frame->api->stream_get(&on);
  if (!error && frame->api->size >= offsetof(struct xla_api, ordinal_get) + sizeof(void *))
    error = frame->api->ordinal_get(&which);
  snprintf(name, sizeof name, "cuda:%d", (int)which.ordinal);
  *device = device_number(name);
  *stream = on.stream;
  return error;
}

/* A run on the CPU, whose workspace is of the call alone. */
static void *run_cpu(const struct xla_frame *frame, struct job *job, const struct planned *planned) {
  void *workspace = NULL;
  size_t align = planned->workspace_align > 64 ? planned->workspace_align : 64;
  rem_status status = REM_OK;
  if (planned->workspace_bytes && posix_memalign(&workspace, align, planned->workspace_bytes))
    status = fail(job, "XLA's call: the host has no memory left for the workspace");
  if (!status)
    status = rem_plan_run(planned->plan, job->buffers, planned->n_slots, workspace, planned->workspace_bytes, NULL,
                          &job->error);
  free(workspace);
  return status ? fail_in_xla(frame, &job->error) : NULL;
}

/* XLA's memory is ordered by its stream: it may be given back as soon as the run is enqueued. XLA refuses to align it
 * as a plan asks for, so that there is more of it. */
static void *run_cuda(const struct xla_frame *frame, struct job *job, const struct planned *planned, void *stream) {
  size_t align = planned->workspace_align, bytes = planned->workspace_bytes ? planned->workspace_bytes + align - 1 : 0;
  struct xla_allocate_args make = {.size = sizeof make, .context = frame->context, .bytes = bytes, .alignment = 1};
  struct xla_free_args back = {.size = sizeof back, .context = frame->context, .bytes = bytes};
  void *error = bytes ? frame->api->memory_allocate(&make) : NULL, *workspace;
  if (error) return error;
  workspace = bytes ? (void *)(((uintptr_t)make.data + align - 1) / align * align) : NULL;
  if (rem_plan_run(planned->plan, job->buffers, planned->n_slots, workspace, planned->workspace_bytes, stream,
                   &job->error))
    error = fail_in_xla(frame, &job->error);
  back.data = make.data;
  if (make.data) {
    void *other = frame->api->memory_free(&back);
    if (!error) error = other;
  }
  return error;
}

/* ---- handlers ---- */

/* XLA asks for the version of its interface that a handler was made for: every 0.x has what is used here. */
static int answer_metadata(struct xla_frame *frame) {
  struct xla_extension *e = frame->extension;
  struct xla_metadata *about;
  if (!e || e->type != 1) return 0;
  about = ((struct xla_metadata_extension *)e)->metadata;
  about->version.major = 0;
  about->version.minor = frame->api ? frame->api->version.minor : 1;
  about->traits = 0;
  return 1;
}

static void *handle(struct xla_frame *frame, int cuda) {
  struct job job;
  struct planned *planned;
  void *stream = NULL, *error = NULL;
  if (answer_metadata(frame) || frame->stage != RUN_STAGE) return NULL;
  job.error = (rem_error){.size = sizeof job.error};
  job.request = (struct request){.device = DEVICE_CPU};
  if (cuda) error = cuda_place(frame, &job.request.device, &stream);
  if (error) return error;
  if (job.request.device < 0) {
    fail(&job, "XLA's call: its CUDA device is one too many");
    return fail_in_xla(frame, &job.error);
  }
  if (read_call(&job, frame)) return fail_in_xla(frame, &job.error);
  planned = plans_find(&job.request);
  if (!planned) planned = plans_make(&job.request, &job.error);
  if (!planned) return fail_in_xla(frame, &job.error);
  error = cuda ? run_cuda(frame, &job, planned, stream) : run_cpu(frame, &job, planned);
  planned_drop(planned);
  return error;
}

void *xla_cpu(struct xla_frame *frame) { return handle(frame, 0); }
void *xla_cuda(struct xla_frame *frame) { return handle(frame, 1); }
