/* remora.h: the whole public interface of Remora, and its reference manual.
 *
 * Remora computes tensor operators, forward and backward. A call has five steps:
 *
 *     describe -> rem_infer -> rem_plan_create -> rem_plan_workspace -> rem_plan_run ... -> rem_plan_destroy
 *
 * The caller owns every byte of memory: tensors, workspace, descriptions. A plan keeps no pointer to what
 * it was created from. Planning allocates; running does not allocate, print, synchronise, compile or abort.
 *
 * Same bits: one problem gives one result, whatever the instruction set, the number of threads, the device,
 * the strides, or the batch around a row. NaN payloads are the only exception.
 *
 * Threads: a context and a plan may be used by many threads at once; runs that overlap in time need
 * workspaces of their own. */
#ifndef REMORA_H
#define REMORA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(REM_SHARED)
#define REM_API __declspec(dllimport)
#elif defined(__GNUC__)
#define REM_API __attribute__((visibility("default")))
#else
#define REM_API
#endif

#define REM_VERSION_MAJOR 0
#define REM_VERSION_MINOR 1
#define REM_VERSION_PATCH 0

#define REM_MAX_RANK 8   /* axes of a view                          */
#define REM_MAX_SLOTS 16 /* tensors of one call, inputs and outputs */

/* ---- status ----------------------------------------------------------------------------------------- */

typedef enum rem_status {
  REM_OK = 0,
  REM_INVALID,             /* the call breaks a rule written in this header or in the op's entry      */
  REM_UNSUPPORTED,         /* legal, but this build or this device does not serve it                  */
  REM_MISALIGNED,          /* a buffer is not aligned to its element                                  */
  REM_BUFFER_TOO_SMALL,    /* needed and got are bytes                                                */
  REM_WORKSPACE_TOO_SMALL, /* likewise                                                                */
  REM_NO_MEMORY,           /* the host or the device has no memory left                               */
  REM_DEVICE,              /* the driver failed; native keeps its own code                            */
  REM_INTERNAL             /* a defect of Remora: please report the text                              */
} rem_status;

/* What went wrong. Every function that returns a status takes a rem_error, or NULL, as its last argument
 * and fills it when it fails. On failure nothing was written to any tensor. Set size before the call. */
typedef struct rem_error {
  uint32_t size;   /* sizeof(rem_error)                                              */
  int32_t status;  /* what the function returned                                     */
  int32_t slot;    /* the slot it is about, in slot order, counted through all members; -1: none */
  int32_t axis;    /* the axis it is about; -1: none                                 */
  int64_t needed;  /* what was expected and what was found, where numbers say it; at most 2^63 - 1 */
  int64_t got;
  int64_t native;  /* the driver's own code with REM_DEVICE, else 0                  */
  char text[232];  /* one sentence, no line break                                    */
} rem_error;

REM_API const char *rem_version(void);                     /* "0.1.0" */
REM_API const char *rem_status_name(rem_status status);    /* "REM_INVALID" */

/* ---- tensors ---------------------------------------------------------------------------------------- */

/* Which dtypes a slot takes is in rem_slot_info. The numbers of one problem are all floats, or all integers and bool; positions,
 * conditions, answers and what cast gives are apart. Integers wrap and have no gradients; docs/dtypes.md has the rest. */
typedef enum rem_dtype { /* 0 is "not said": rem_infer chooses */
  REM_F32 = 1,
  REM_F64 = 2,
  REM_F16 = 3,
  REM_BF16 = 4,
  REM_I32 = 5,
  REM_I64 = 6,
  REM_BOOL = 7, /* one byte: 0 is false, anything else is true, and 1 is written */
  REM_U8 = 8,
  REM_I8 = 9,
  REM_I16 = 10,
  REM_U32 = 11
} rem_dtype;

REM_API size_t rem_dtype_size(int32_t dtype);      /* bytes of an element; 0: no such dtype */
REM_API const char *rem_dtype_name(int32_t dtype); /* "bf16"; NULL: no such dtype           */

/* Special values of rem_view.rank. */
#define REM_LEFT_OUT (-1) /* the slot is not used                       */
#define REM_OPEN (-2)     /* rem_infer and rem_plan_create work it out  */

/* Shape and layout of a tensor. Strides count elements: 0 repeats, a negative one walks backwards. The
 * stride of an axis of extent 1 is ignored. An output must not overlap itself. */
typedef struct rem_view {
  int64_t shape[REM_MAX_RANK];
  int64_t stride[REM_MAX_RANK];
  int32_t rank;
  int32_t dtype;
} rem_view;

/* Where a tensor lies: element (0,...,0) is offset bytes into the allocation [base, base + bytes). With
 * negative strides elements lie in front of it. base is a host pointer on the CPU, a CUdeviceptr with CUDA,
 * a cl_mem with OpenCL; memory that the device cannot reach is refused where the driver can tell. */
typedef struct rem_buffer {
  void *base;
  size_t bytes;
  size_t offset;
} rem_buffer;

/* A packed (row-major) view. */
REM_API rem_view rem_view_packed(int32_t dtype, int32_t rank, const int64_t *shape);

/* ---- description ------------------------------------------------------------------------------------ */

typedef enum rem_pass { REM_FORWARD = 0, REM_BACKWARD = 1 } rem_pass;

typedef enum rem_attr_kind {
  REM_ATTR_INT = 1,
  REM_ATTR_REAL = 2,
  REM_ATTR_TEXT = 3,
  REM_ATTR_INTS = 4,
  REM_ATTR_REALS = 5
} rem_attr_kind;

typedef struct rem_attr {
  const char *name;
  int32_t kind; /* rem_attr_kind: which member of v holds the value */
  int32_t n;    /* length of a list                                 */
  union {
    int64_t i;
    double f;
    const char *s;
    const int64_t *is;
    const double *fs;
  } v;
} rem_attr;

typedef enum rem_repeat { REM_REPEAT_NONE = 0, REM_REPEAT_RUN = 1, REM_REPEAT_EVERYWHERE = 2 } rem_repeat;

/* What a plan promises: |y - y*| <= ulp * ulp(y*) + sum * eps * S, where y* is the exact result of the
 * formula on the tensors given, ulp() is a unit in the last place of the output's dtype, eps the machine
 * epsilon of the accumulate dtype, and S the formula over absolute values (the op's page says how): 0, or
 * at least the smallest normal number of that dtype. */
typedef struct rem_guarantee {
  uint32_t size;      /* sizeof(rem_guarantee)                                              */
  int32_t repeat;     /* NONE < RUN (same machine, same device) < EVERYWHERE (every device) */
  int32_t compute;    /* dtype in which elements are computed                               */
  int32_t accumulate; /* dtype in which sums are kept                                       */
  double ulp;
  double sum;
} rem_guarantee;

/* One problem. Zero means default in every field but size. */
typedef struct rem_desc {
  uint32_t size;   /* sizeof(rem_desc)                                             */
  int32_t pass;    /* rem_pass                                                     */
  const char *op;  /* "logsumexp"                                                  */
  const rem_view *views; /* in slot order; slots beyond n_views are open if they are required, left out if they are not, or
                            where an attribute may stand in for them */
  int32_t n_views;
  int32_t n_attrs;
  const rem_attr *attrs;
  uint32_t accumulate; /* bit i: slot i, an output, is added to instead of overwritten */
  uint32_t reserved;   /* 0                                                            */
  const rem_guarantee *at_least; /* creation fails rather than promise less; NULL: no demand. In it, a
                                    negative ulp or sum and a compute or accumulate of 0 demand nothing. */
  size_t max_workspace;          /* bytes; 0: no limit; 1: none                       */
} rem_desc;

/* ---- the op table, for bindings ----------------------------------------------------------------------- */

typedef enum rem_role { REM_INPUT = 0, REM_OUTPUT = 1 } rem_role;

/* How much a slot is needed. */
typedef enum rem_need {
  REM_REQUIRED = 0, /* must be given; of a gradient: it is, unless it is left out by name              */
  REM_OPTIONAL = 1, /* may be left out                                                                 */
  REM_IGNORED = 2   /* with these attributes its values are never read; its shape still counts if given */
} rem_need;

typedef struct rem_slot_info {
  const char *name;    /* "dy"                                    */
  int32_t role;        /* rem_role                                */
  int32_t need;        /* rem_need                                */
  uint32_t dtypes;     /* bit d: dtype d is accepted              */
  uint32_t in_place;   /* bit i: may be the very memory of slot i, where both views are the same */
} rem_slot_info;

typedef struct rem_attr_info {
  const char *name;
  int32_t kind;             /* rem_attr_kind                                   */
  int32_t passes;           /* bit 0: forward, bit 1: backward                 */
  const char *choices;      /* "split|all|first|last" for texts, else NULL     */
  const char *otherwise;    /* the default in words: "1", "all axes", "none"   */
} rem_attr_info;

REM_API const char *rem_op_list(int32_t i);       /* name of op i; NULL past the end    */
REM_API const char *rem_op_says(const char *op);  /* one sentence; NULL: no such op     */
REM_API const char *rem_op_family(const char *op); /* "map", "row", "scan", "layout", "norm", "pick" or "step" */
/* Slot or attribute i of an op; REM_INVALID past the end. attrs may be NULL: the defaults. */
REM_API rem_status rem_op_slot(const char *op, int32_t pass, const rem_attr *attrs, int32_t n_attrs, int32_t i,
                               rem_slot_info *info, rem_error *error);
REM_API rem_status rem_op_attr(const char *op, int32_t i, rem_attr_info *info, rem_error *error);

/* Fills views[0 .. n_views) from desc: given ones are copied and checked, open ones worked out (packed
 * layout; dtype of the first number unless said, bool of an answer, i64 of positions, seeds, counts and sums of integers).
 * views may be desc->views itself. */
REM_API rem_status rem_infer(const rem_desc *desc, rem_view *views, int32_t n_views, rem_error *error);

/* ---- contexts ----------------------------------------------------------------------------------------- */

typedef struct rem_context rem_context;
typedef struct rem_plan rem_plan;

/* Runs task(arg, i) for every i in [0, count), in any order, and returns when all are done. */
typedef void (*rem_parallel_for)(void *pool, int64_t count, void (*task)(void *arg, int64_t i), void *arg);

typedef struct rem_context_desc {
  uint32_t size;      /* sizeof(rem_context_desc)                                              */
  int32_t threads;    /* most tasks at once on the CPU; 0: as many as OpenMP would use         */
  const char *device; /* NULL or "cpu"; "cuda:0"; "opencl:0": the driver is opened when asked for */
  rem_parallel_for parallel_for; /* the caller's thread pool; NULL: OpenMP, or the calling thread */
  void *pool;                    /* handed to parallel_for                                     */
  void *native;                  /* a CUcontext or cl_context to adopt, which must outlive this context; NULL: CUDA's
                                    primary one, shared with whoever uses it too, or a cl_context of its own */
  void *native_device;           /* the cl_device_id that goes with it, if it has several      */
  const char *cache;             /* directory for compiled kernels; NULL: $XDG_CACHE_HOME/remora, else
                                    $HOME/.cache/remora; "": none. One that others can write to is not used; what
                                    hinders its use is in the notes of plans. Processes may share it.          */
  void *(*allocate)(void *user, size_t bytes); /* host memory for contexts and plans; NULL: malloc */
  void (*release)(void *user, void *memory);
  void *user;                    /* handed to allocate and release                             */
  const char *pack;              /* kernels compiled ahead by `remora pack`; NULL: none. A damaged file is
                                    REM_INVALID, one of another version REM_UNSUPPORTED. A kernel that it lacks comes
                                    from the cache or the compiler; without either, planning is REM_UNSUPPORTED. */
} rem_context_desc;

/* desc may be NULL: the CPU with its defaults. The context must outlive its plans. */
REM_API rem_status rem_context_create(const rem_context_desc *desc, rem_context **context, rem_error *error);
REM_API void rem_context_destroy(rem_context *context);           /* NULL is fine                      */
REM_API const char *rem_context_device(const rem_context *context); /* "cpu avx512 2 threads"            */

/* ---- plans -------------------------------------------------------------------------------------------- */

/* On a GPU this finds or compiles kernels, which takes microseconds when the context has them already, and up to some
 * tenths of a second each when they must be compiled. Kernels are not made for an extent or a real attribute. */
REM_API rem_status rem_plan_create(rem_context *context, const rem_desc *desc, rem_plan **plan, rem_error *error);
/* One plan of n >= 1 descriptions, its members: of one op and pass, each with its own views and attributes (an optimizer's step over
 * every parameter of a model). It has the bits of n plans and is one call: few wake-ups of threads, few launches. Its slots, and the
 * buffers of a run, are those of member 0, then of member 1, and so on; no output shares memory with a tensor of any member, but
 * where it may be in place of an input of its own. Members are run in any order. An error says "member 7: " first. max_workspace is
 * the least that a member says; the guarantee has the weakest of each of their numbers, and at_least is held to each member. */
REM_API rem_status rem_plan_create_many(rem_context *context, const rem_desc *descs, int32_t n, rem_plan **plan, rem_error *error);
REM_API void rem_plan_destroy(rem_plan *plan); /* NULL is fine */

/* What rem_plan_run needs beside the tensors: bytes, and the alignment of the pointer. It is memory of the device, with
 * OpenCL a cl_mem, and its contents need no initialisation. */
REM_API void rem_plan_workspace(const rem_plan *plan, size_t *bytes, size_t *alignment);

/* Runs the plan. buffers are in slot order; those of left-out slots are ignored. The buffers are checked
 * first (span, alignment, overlap), and nothing is touched unless all is well. An output shares no byte with
 * another tensor, unless it is the very memory of an input for which rem_slot_info.in_place allows it.
 * The CPU is done when this returns, and ignores stream. On a GPU, stream is a CUstream or an in-order
 * cl_command_queue of the context, NULL the default one: the run is only enqueued there, can be captured in a CUDA graph,
 * and its results are there once the stream has got so far. */
REM_API rem_status rem_plan_run(const rem_plan *plan, const rem_buffer *buffers, int32_t n_buffers, void *workspace,
                                size_t workspace_bytes, void *stream, rem_error *error);
/* The same checks without the run. */
REM_API rem_status rem_plan_check(const rem_plan *plan, const rem_buffer *buffers, int32_t n_buffers, void *workspace,
                                  size_t workspace_bytes, rem_error *error);

/* What the plan says of itself. Strings live as long as the plan. */
REM_API const char *rem_plan_sku(const rem_plan *plan);     /* the kernel: docs/sku.md has the grammar   */
REM_API const char *rem_plan_problem(const rem_plan *plan); /* one line the tool reads back; members stand between " | " */
REM_API const char *rem_plan_notes(const rem_plan *plan);   /* why this kernel, what was not used and why */
REM_API const char *rem_plan_source(const rem_plan *plan);  /* text of the last kernel on a GPU, "" on the CPU */
REM_API rem_status rem_plan_guarantee(const rem_plan *plan, rem_guarantee *guarantee, rem_error *error);
REM_API int32_t rem_plan_slots(const rem_plan *plan);       /* number of slots, left-out ones included, of all members */
REM_API int32_t rem_plan_members(const rem_plan *plan);     /* 1, or n of rem_plan_create_many           */
REM_API rem_status rem_plan_view(const rem_plan *plan, int32_t slot, rem_view *view, rem_error *error);

/* ---- device memory, for programs without an allocator of their own ------------------------------------- */

REM_API rem_status rem_memory_create(rem_context *context, size_t bytes, rem_buffer *buffer, rem_error *error);
REM_API void rem_memory_destroy(rem_context *context, rem_buffer *buffer); /* NULL base is fine */
/* Copies bytes between host memory and a buffer, at its offset, behind what stream already has to do, and waits for it;
 * hence not while the stream is being captured in a graph. */
REM_API rem_status rem_memory_write(rem_context *context, const rem_buffer *to, const void *from, size_t bytes,
                                    void *stream, rem_error *error);
REM_API rem_status rem_memory_read(rem_context *context, void *to, const rem_buffer *from, size_t bytes, void *stream,
                                   rem_error *error);

#ifdef __cplusplus
}
#endif
#endif
