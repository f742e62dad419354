/* remora_ops.h: typed helpers for each op. Emitted by `remora emit ops-header`; do not edit.
 *
 *   rem_tensor x, y;
 *   x.view = rem_view_packed(REM_F32, 2, shape);
 *   y.view.rank = REM_OPEN;   its shape is worked out; y.view.dtype = 0: its dtype too
 *   rem_sum_plan(context, NULL, NULL, &x, &y, &plan, &error);   fills y.view
 *   ... memory for x.buffer and y.buffer ...
 *   rem_sum_run(plan, &x, &y, workspace, workspace_bytes, NULL, &error);
 *
 * A tensor that is NULL is left out, except a required output of a forward pass, which is worked
 * out. Attributes that are NULL or all zeros are the defaults. */
#ifndef REMORA_OPS_H
#define REMORA_OPS_H

#include <string.h>

#include "remora.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rem_tensor {
  rem_view view;
  rem_buffer buffer;
} rem_tensor;

/* What a plan is asked for beside its op; as in rem_desc. NULL or zeros: nothing. */
typedef struct rem_wish {
  uint32_t accumulate; /* bit i: slot i, an output, is added to */
  const rem_guarantee *at_least;
  size_t max_workspace;
} rem_wish;

/* ---- what the helpers share ---- */

typedef struct rem_ops_call {
  rem_desc desc;
  rem_view views[REM_MAX_SLOTS];
  rem_attr attrs[8];
  rem_tensor *outputs[REM_MAX_SLOTS];
} rem_ops_call;

static inline void rem_ops_begin(rem_ops_call *call, const char *op, int32_t pass,
                                 const rem_wish *wish) {
  memset(call, 0, sizeof *call);
  call->desc.size = sizeof call->desc;
  call->desc.op = op;
  call->desc.pass = pass;
  call->desc.views = call->views;
  call->desc.attrs = call->attrs;
  if (wish) {
    call->desc.accumulate = wish->accumulate;
    call->desc.at_least = wish->at_least;
    call->desc.max_workspace = wish->max_workspace;
  }
}

static inline rem_attr *rem_ops_attr(rem_ops_call *call, const char *name, int32_t kind) {
  rem_attr *attr = &call->attrs[call->desc.n_attrs++];
  attr->name = name;
  attr->kind = kind;
  return attr;
}

static inline void rem_ops_input(rem_ops_call *call, const rem_tensor *tensor) {
  rem_view *view = &call->views[call->desc.n_views++];
  if (tensor) *view = tensor->view;
  else view->rank = REM_LEFT_OUT;
}

static inline void rem_ops_output(rem_ops_call *call, rem_tensor *tensor, int32_t otherwise) {
  call->outputs[call->desc.n_views] = tensor;
  rem_ops_input(call, tensor);
  if (!tensor) call->views[call->desc.n_views - 1].rank = otherwise;
}

static inline rem_status rem_ops_create(rem_ops_call *call, rem_context *context, rem_plan **plan,
                                        rem_error *error) {
  int32_t i;
  rem_status status = rem_plan_create(context, &call->desc, plan, error);
  for (i = 0; status == REM_OK && i < call->desc.n_views; i++)
    if (call->outputs[i]) status = rem_plan_view(*plan, i, &call->outputs[i]->view, error);
  return status;
}

static inline rem_status rem_ops_run(const rem_plan *plan, const rem_tensor *const *tensors, int32_t n,
                                     void *workspace, size_t workspace_bytes, void *stream,
                                     rem_error *error) {
  rem_buffer buffers[REM_MAX_SLOTS];
  int32_t i;
  memset(buffers, 0, sizeof buffers);
  for (i = 0; i < n; i++)
    if (tensors[i]) buffers[i] = tensors[i]->buffer;
  return rem_plan_run(plan, buffers, n, workspace, workspace_bytes, stream, error);
}

/* ---- fill ----
 * The number value everywhere. */

typedef struct rem_fill_attrs {
  double value; /* 0 by default */
} rem_fill_attrs;

static inline void rem_ops_fill_attrs(rem_ops_call *call, const rem_fill_attrs *attrs) {
  if (!attrs) return;
  rem_ops_attr(call, "value", REM_ATTR_REAL)->v.f = attrs->value;
}

static inline rem_status rem_fill_plan(rem_context *context, const rem_fill_attrs *attrs,
                                       const rem_wish *wish, rem_tensor *y, rem_plan **plan,
                                       rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fill", REM_FORWARD, wish);
  rem_ops_fill_attrs(&call, attrs);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fill_run(const rem_plan *plan, const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[1];
  tensors[0] = y;
  return rem_ops_run(plan, tensors, 1, workspace, workspace_bytes, stream, error);
}

/* ---- copy ----
 * x, from any strides to any strides. */

typedef struct rem_copy_attrs {
  int32_t none;
} rem_copy_attrs;

static inline void rem_ops_copy_attrs(rem_ops_call *call, const rem_copy_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_copy_plan(rem_context *context, const rem_copy_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "copy", REM_FORWARD, wish);
  rem_ops_copy_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_copy_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_copy_bwd_plan(rem_context *context, const rem_copy_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "copy", REM_BACKWARD, wish);
  rem_ops_copy_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_copy_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- neg ----
 * -x; integers wrap. */

typedef struct rem_neg_attrs {
  int32_t none;
} rem_neg_attrs;

static inline void rem_ops_neg_attrs(rem_ops_call *call, const rem_neg_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_neg_plan(rem_context *context, const rem_neg_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "neg", REM_FORWARD, wish);
  rem_ops_neg_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_neg_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_neg_bwd_plan(rem_context *context, const rem_neg_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "neg", REM_BACKWARD, wish);
  rem_ops_neg_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_neg_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- abs ----
 * Magnitude, integers wrap; the gradient at 0 is 0. */

typedef struct rem_abs_attrs {
  int32_t none;
} rem_abs_attrs;

static inline void rem_ops_abs_attrs(rem_ops_call *call, const rem_abs_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_abs_plan(rem_context *context, const rem_abs_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "abs", REM_FORWARD, wish);
  rem_ops_abs_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_abs_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_abs_bwd_plan(rem_context *context, const rem_abs_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "abs", REM_BACKWARD, wish);
  rem_ops_abs_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_abs_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- sign ----
 * -1, 0 or 1, NaN of NaN; the gradient is 0. */

typedef struct rem_sign_attrs {
  int32_t none;
} rem_sign_attrs;

static inline void rem_ops_sign_attrs(rem_ops_call *call, const rem_sign_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_sign_plan(rem_context *context, const rem_sign_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sign", REM_FORWARD, wish);
  rem_ops_sign_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sign_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sign_bwd_plan(rem_context *context, const rem_sign_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sign", REM_BACKWARD, wish);
  rem_ops_sign_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sign_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- square ----
 * x * x; integers wrap. */

typedef struct rem_square_attrs {
  int32_t none;
} rem_square_attrs;

static inline void rem_ops_square_attrs(rem_ops_call *call, const rem_square_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_square_plan(rem_context *context, const rem_square_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "square", REM_FORWARD, wish);
  rem_ops_square_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_square_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_square_bwd_plan(rem_context *context, const rem_square_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, rem_tensor *dx,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "square", REM_BACKWARD, wish);
  rem_ops_square_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_square_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *dx,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- cube ----
 * x * x * x. */

typedef struct rem_cube_attrs {
  int32_t none;
} rem_cube_attrs;

static inline void rem_ops_cube_attrs(rem_ops_call *call, const rem_cube_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_cube_plan(rem_context *context, const rem_cube_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cube", REM_FORWARD, wish);
  rem_ops_cube_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cube_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cube_bwd_plan(rem_context *context, const rem_cube_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cube", REM_BACKWARD, wish);
  rem_ops_cube_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cube_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- sqrt ----
 * Square root; NaN below 0. */

typedef struct rem_sqrt_attrs {
  int32_t none;
} rem_sqrt_attrs;

static inline void rem_ops_sqrt_attrs(rem_ops_call *call, const rem_sqrt_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_sqrt_plan(rem_context *context, const rem_sqrt_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sqrt", REM_FORWARD, wish);
  rem_ops_sqrt_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sqrt_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sqrt_bwd_plan(rem_context *context, const rem_sqrt_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sqrt", REM_BACKWARD, wish);
  rem_ops_sqrt_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sqrt_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- reciprocal ----
 * 1 / x. */

typedef struct rem_reciprocal_attrs {
  int32_t none;
} rem_reciprocal_attrs;

static inline void rem_ops_reciprocal_attrs(rem_ops_call *call, const rem_reciprocal_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_reciprocal_plan(rem_context *context,
                                             const rem_reciprocal_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "reciprocal", REM_FORWARD, wish);
  rem_ops_reciprocal_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_reciprocal_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *y, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_reciprocal_bwd_plan(rem_context *context,
                                                 const rem_reciprocal_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, rem_tensor *dx,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "reciprocal", REM_BACKWARD, wish);
  rem_ops_reciprocal_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_reciprocal_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *dx,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- floor ----
 * The largest whole number that is not above x; the gradient is 0. */

typedef struct rem_floor_attrs {
  int32_t none;
} rem_floor_attrs;

static inline void rem_ops_floor_attrs(rem_ops_call *call, const rem_floor_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_floor_plan(rem_context *context, const rem_floor_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "floor", REM_FORWARD, wish);
  rem_ops_floor_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_floor_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_floor_bwd_plan(rem_context *context, const rem_floor_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "floor", REM_BACKWARD, wish);
  rem_ops_floor_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_floor_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- ceil ----
 * The least whole number that is not below x; the gradient is 0. */

typedef struct rem_ceil_attrs {
  int32_t none;
} rem_ceil_attrs;

static inline void rem_ops_ceil_attrs(rem_ops_call *call, const rem_ceil_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_ceil_plan(rem_context *context, const rem_ceil_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "ceil", REM_FORWARD, wish);
  rem_ops_ceil_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_ceil_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_ceil_bwd_plan(rem_context *context, const rem_ceil_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "ceil", REM_BACKWARD, wish);
  rem_ops_ceil_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_ceil_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- round ----
 * The nearest whole number, ties to even; the gradient is 0. */

typedef struct rem_round_attrs {
  int32_t none;
} rem_round_attrs;

static inline void rem_ops_round_attrs(rem_ops_call *call, const rem_round_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_round_plan(rem_context *context, const rem_round_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "round", REM_FORWARD, wish);
  rem_ops_round_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_round_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_round_bwd_plan(rem_context *context, const rem_round_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "round", REM_BACKWARD, wish);
  rem_ops_round_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_round_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- trunc ----
 * x without its fraction; the gradient is 0. */

typedef struct rem_trunc_attrs {
  int32_t none;
} rem_trunc_attrs;

static inline void rem_ops_trunc_attrs(rem_ops_call *call, const rem_trunc_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_trunc_plan(rem_context *context, const rem_trunc_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "trunc", REM_FORWARD, wish);
  rem_ops_trunc_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_trunc_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_trunc_bwd_plan(rem_context *context, const rem_trunc_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "trunc", REM_BACKWARD, wish);
  rem_ops_trunc_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_trunc_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- frac ----
 * The fraction of x, with its sign; NaN of infinities. */

typedef struct rem_frac_attrs {
  int32_t none;
} rem_frac_attrs;

static inline void rem_ops_frac_attrs(rem_ops_call *call, const rem_frac_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_frac_plan(rem_context *context, const rem_frac_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "frac", REM_FORWARD, wish);
  rem_ops_frac_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_frac_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_frac_bwd_plan(rem_context *context, const rem_frac_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "frac", REM_BACKWARD, wish);
  rem_ops_frac_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_frac_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- deg2rad ----
 * Degrees as radians. */

typedef struct rem_deg2rad_attrs {
  int32_t none;
} rem_deg2rad_attrs;

static inline void rem_ops_deg2rad_attrs(rem_ops_call *call, const rem_deg2rad_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_deg2rad_plan(rem_context *context, const rem_deg2rad_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "deg2rad", REM_FORWARD, wish);
  rem_ops_deg2rad_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_deg2rad_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_deg2rad_bwd_plan(rem_context *context,
                                              const rem_deg2rad_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, rem_tensor *dx,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "deg2rad", REM_BACKWARD, wish);
  rem_ops_deg2rad_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_deg2rad_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *dx,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- rad2deg ----
 * Radians as degrees. */

typedef struct rem_rad2deg_attrs {
  int32_t none;
} rem_rad2deg_attrs;

static inline void rem_ops_rad2deg_attrs(rem_ops_call *call, const rem_rad2deg_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_rad2deg_plan(rem_context *context, const rem_rad2deg_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "rad2deg", REM_FORWARD, wish);
  rem_ops_rad2deg_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_rad2deg_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_rad2deg_bwd_plan(rem_context *context,
                                              const rem_rad2deg_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, rem_tensor *dx,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "rad2deg", REM_BACKWARD, wish);
  rem_ops_rad2deg_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_rad2deg_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *dx,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- affine ----
 * x * mul + add, rounded once. */

typedef struct rem_affine_attrs {
  int32_t has_mul; /* 0: mul is left out (1) */
  double mul;
  double add; /* 0 by default */
} rem_affine_attrs;

static inline void rem_ops_affine_attrs(rem_ops_call *call, const rem_affine_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_mul) rem_ops_attr(call, "mul", REM_ATTR_REAL)->v.f = attrs->mul;
  rem_ops_attr(call, "add", REM_ATTR_REAL)->v.f = attrs->add;
}

static inline rem_status rem_affine_plan(rem_context *context, const rem_affine_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "affine", REM_FORWARD, wish);
  rem_ops_affine_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_affine_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_affine_bwd_plan(rem_context *context, const rem_affine_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, rem_tensor *dx,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "affine", REM_BACKWARD, wish);
  rem_ops_affine_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_affine_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *dx,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- powi ----
 * x to the power of a whole number n; the gradient is 0 where n is 0. */

typedef struct rem_powi_attrs {
  int32_t has_n; /* 0: n is left out (2) */
  int64_t n;
} rem_powi_attrs;

static inline void rem_ops_powi_attrs(rem_ops_call *call, const rem_powi_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_n) rem_ops_attr(call, "n", REM_ATTR_INT)->v.i = attrs->n;
}

static inline rem_status rem_powi_plan(rem_context *context, const rem_powi_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "powi", REM_FORWARD, wish);
  rem_ops_powi_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_powi_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_powi_bwd_plan(rem_context *context, const rem_powi_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "powi", REM_BACKWARD, wish);
  rem_ops_powi_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_powi_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- clamp ----
 * x brought between lo and hi; hi where lo is above it. NaN stays; the gradient passes at both limits. */

typedef struct rem_clamp_attrs {
  int32_t has_lo; /* 0: lo is left out (-inf) */
  double lo;
  int32_t has_hi; /* 0: hi is left out (inf) */
  double hi;
} rem_clamp_attrs;

static inline void rem_ops_clamp_attrs(rem_ops_call *call, const rem_clamp_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_lo) rem_ops_attr(call, "lo", REM_ATTR_REAL)->v.f = attrs->lo;
  if (attrs->has_hi) rem_ops_attr(call, "hi", REM_ATTR_REAL)->v.f = attrs->hi;
}

static inline rem_status rem_clamp_plan(rem_context *context, const rem_clamp_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "clamp", REM_FORWARD, wish);
  rem_ops_clamp_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_clamp_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_clamp_bwd_plan(rem_context *context, const rem_clamp_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "clamp", REM_BACKWARD, wish);
  rem_ops_clamp_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_clamp_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- nan_to_num ----
 * x with numbers in place of NaN and infinities; their gradient is 0. */

typedef struct rem_nan_to_num_attrs {
  double nan; /* 0 by default */
  int32_t has_posinf; /* 0: posinf is left out (the largest finite number of y's dtype) */
  double posinf;
  int32_t has_neginf; /* 0: neginf is left out (the lowest finite number of y's dtype) */
  double neginf;
} rem_nan_to_num_attrs;

static inline void rem_ops_nan_to_num_attrs(rem_ops_call *call, const rem_nan_to_num_attrs *attrs) {
  if (!attrs) return;
  rem_ops_attr(call, "nan", REM_ATTR_REAL)->v.f = attrs->nan;
  if (attrs->has_posinf) rem_ops_attr(call, "posinf", REM_ATTR_REAL)->v.f = attrs->posinf;
  if (attrs->has_neginf) rem_ops_attr(call, "neginf", REM_ATTR_REAL)->v.f = attrs->neginf;
}

static inline rem_status rem_nan_to_num_plan(rem_context *context,
                                             const rem_nan_to_num_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "nan_to_num", REM_FORWARD, wish);
  rem_ops_nan_to_num_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_nan_to_num_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *y, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_nan_to_num_bwd_plan(rem_context *context,
                                                 const rem_nan_to_num_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, rem_tensor *dx,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "nan_to_num", REM_BACKWARD, wish);
  rem_ops_nan_to_num_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_nan_to_num_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *dx,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- add ----
 * a + b; integers wrap. */

typedef struct rem_add_attrs {
  int32_t none;
} rem_add_attrs;

static inline void rem_ops_add_attrs(rem_ops_call *call, const rem_add_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_add_plan(rem_context *context, const rem_add_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *a,
                                      const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                      rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "add", REM_FORWARD, wish);
  rem_ops_add_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_add_run(const rem_plan *plan, const rem_tensor *a,
                                     const rem_tensor *b, const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_add_bwd_plan(rem_context *context, const rem_add_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "add", REM_BACKWARD, wish);
  rem_ops_add_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_add_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *a, const rem_tensor *b,
                                         const rem_tensor *da, const rem_tensor *db,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- sub ----
 * a - b; integers wrap. */

typedef struct rem_sub_attrs {
  int32_t none;
} rem_sub_attrs;

static inline void rem_ops_sub_attrs(rem_ops_call *call, const rem_sub_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_sub_plan(rem_context *context, const rem_sub_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *a,
                                      const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                      rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sub", REM_FORWARD, wish);
  rem_ops_sub_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sub_run(const rem_plan *plan, const rem_tensor *a,
                                     const rem_tensor *b, const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sub_bwd_plan(rem_context *context, const rem_sub_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sub", REM_BACKWARD, wish);
  rem_ops_sub_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sub_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *a, const rem_tensor *b,
                                         const rem_tensor *da, const rem_tensor *db,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- mul ----
 * a * b; integers wrap. */

typedef struct rem_mul_attrs {
  int32_t none;
} rem_mul_attrs;

static inline void rem_ops_mul_attrs(rem_ops_call *call, const rem_mul_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_mul_plan(rem_context *context, const rem_mul_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *a,
                                      const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                      rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "mul", REM_FORWARD, wish);
  rem_ops_mul_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_mul_run(const rem_plan *plan, const rem_tensor *a,
                                     const rem_tensor *b, const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_mul_bwd_plan(rem_context *context, const rem_mul_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "mul", REM_BACKWARD, wish);
  rem_ops_mul_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_mul_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *a, const rem_tensor *b,
                                         const rem_tensor *da, const rem_tensor *db,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- div ----
 * a / b. */

typedef struct rem_div_attrs {
  int32_t none;
} rem_div_attrs;

static inline void rem_ops_div_attrs(rem_ops_call *call, const rem_div_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_div_plan(rem_context *context, const rem_div_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *a,
                                      const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                      rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "div", REM_FORWARD, wish);
  rem_ops_div_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_div_run(const rem_plan *plan, const rem_tensor *a,
                                     const rem_tensor *b, const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_div_bwd_plan(rem_context *context, const rem_div_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "div", REM_BACKWARD, wish);
  rem_ops_div_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_div_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *a, const rem_tensor *b,
                                         const rem_tensor *da, const rem_tensor *db,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- fmod ----
 * Remainder of a / b with the sign of a, exact; as C's fmod. Of integers that divide by 0 it is 0. */

typedef struct rem_fmod_attrs {
  int32_t none;
} rem_fmod_attrs;

static inline void rem_ops_fmod_attrs(rem_ops_call *call, const rem_fmod_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_fmod_plan(rem_context *context, const rem_fmod_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *a,
                                       const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                       rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fmod", REM_FORWARD, wish);
  rem_ops_fmod_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fmod_run(const rem_plan *plan, const rem_tensor *a,
                                      const rem_tensor *b, const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_fmod_bwd_plan(rem_context *context, const rem_fmod_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *a, const rem_tensor *b,
                                           rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fmod", REM_BACKWARD, wish);
  rem_ops_fmod_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fmod_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          const rem_tensor *da, const rem_tensor *db,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- remainder ----
 * Remainder of a / b with the sign of b, as in Python and NumPy. Of integers that divide by 0 it is 0. */

typedef struct rem_remainder_attrs {
  int32_t none;
} rem_remainder_attrs;

static inline void rem_ops_remainder_attrs(rem_ops_call *call, const rem_remainder_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_remainder_plan(rem_context *context,
                                            const rem_remainder_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *a,
                                            const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "remainder", REM_FORWARD, wish);
  rem_ops_remainder_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_remainder_run(const rem_plan *plan, const rem_tensor *a,
                                           const rem_tensor *b, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_remainder_bwd_plan(rem_context *context,
                                                const rem_remainder_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *a, const rem_tensor *b,
                                                rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                                rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "remainder", REM_BACKWARD, wish);
  rem_ops_remainder_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_remainder_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *a, const rem_tensor *b,
                                               const rem_tensor *da, const rem_tensor *db,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- floor_divide ----
 * The largest whole number that is not above a / b; both gradients are 0. Integers divided by 0 are 0, and the lowest one divided by -1 is itself. */

typedef struct rem_floor_divide_attrs {
  int32_t none;
} rem_floor_divide_attrs;

static inline void rem_ops_floor_divide_attrs(rem_ops_call *call, const rem_floor_divide_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_floor_divide_plan(rem_context *context,
                                               const rem_floor_divide_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *a,
                                               const rem_tensor *b, rem_tensor *y,
                                               rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "floor_divide", REM_FORWARD, wish);
  rem_ops_floor_divide_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_floor_divide_run(const rem_plan *plan, const rem_tensor *a,
                                              const rem_tensor *b, const rem_tensor *y,
                                              void *workspace, size_t workspace_bytes,
                                              void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_floor_divide_bwd_plan(rem_context *context,
                                                   const rem_floor_divide_attrs *attrs,
                                                   const rem_wish *wish, const rem_tensor *dy,
                                                   const rem_tensor *a, const rem_tensor *b,
                                                   rem_tensor *da, rem_tensor *db,
                                                   rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "floor_divide", REM_BACKWARD, wish);
  rem_ops_floor_divide_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_floor_divide_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                  const rem_tensor *a, const rem_tensor *b,
                                                  const rem_tensor *da, const rem_tensor *db,
                                                  void *workspace, size_t workspace_bytes,
                                                  void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- maximum ----
 * The larger of two; NaN if either is. Ties share the gradient. */

typedef struct rem_maximum_attrs {
  int32_t none;
} rem_maximum_attrs;

static inline void rem_ops_maximum_attrs(rem_ops_call *call, const rem_maximum_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_maximum_plan(rem_context *context, const rem_maximum_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *a,
                                          const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "maximum", REM_FORWARD, wish);
  rem_ops_maximum_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_maximum_run(const rem_plan *plan, const rem_tensor *a,
                                         const rem_tensor *b, const rem_tensor *y,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_maximum_bwd_plan(rem_context *context,
                                              const rem_maximum_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *a, const rem_tensor *b,
                                              rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                              rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "maximum", REM_BACKWARD, wish);
  rem_ops_maximum_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_maximum_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *a, const rem_tensor *b,
                                             const rem_tensor *da, const rem_tensor *db,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- minimum ----
 * The smaller of two; NaN if either is. Ties share the gradient. */

typedef struct rem_minimum_attrs {
  int32_t none;
} rem_minimum_attrs;

static inline void rem_ops_minimum_attrs(rem_ops_call *call, const rem_minimum_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_minimum_plan(rem_context *context, const rem_minimum_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *a,
                                          const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "minimum", REM_FORWARD, wish);
  rem_ops_minimum_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_minimum_run(const rem_plan *plan, const rem_tensor *a,
                                         const rem_tensor *b, const rem_tensor *y,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_minimum_bwd_plan(rem_context *context,
                                              const rem_minimum_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *a, const rem_tensor *b,
                                              rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                              rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "minimum", REM_BACKWARD, wish);
  rem_ops_minimum_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_minimum_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *a, const rem_tensor *b,
                                             const rem_tensor *da, const rem_tensor *db,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- fmax ----
 * The larger of two; a number where the other is NaN. Ties share the gradient. */

typedef struct rem_fmax_attrs {
  int32_t none;
} rem_fmax_attrs;

static inline void rem_ops_fmax_attrs(rem_ops_call *call, const rem_fmax_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_fmax_plan(rem_context *context, const rem_fmax_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *a,
                                       const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                       rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fmax", REM_FORWARD, wish);
  rem_ops_fmax_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fmax_run(const rem_plan *plan, const rem_tensor *a,
                                      const rem_tensor *b, const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_fmax_bwd_plan(rem_context *context, const rem_fmax_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *a, const rem_tensor *b,
                                           rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fmax", REM_BACKWARD, wish);
  rem_ops_fmax_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fmax_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          const rem_tensor *da, const rem_tensor *db,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- fmin ----
 * The smaller of two; a number where the other is NaN. Ties share the gradient. */

typedef struct rem_fmin_attrs {
  int32_t none;
} rem_fmin_attrs;

static inline void rem_ops_fmin_attrs(rem_ops_call *call, const rem_fmin_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_fmin_plan(rem_context *context, const rem_fmin_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *a,
                                       const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                       rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fmin", REM_FORWARD, wish);
  rem_ops_fmin_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fmin_run(const rem_plan *plan, const rem_tensor *a,
                                      const rem_tensor *b, const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_fmin_bwd_plan(rem_context *context, const rem_fmin_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *a, const rem_tensor *b,
                                           rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fmin", REM_BACKWARD, wish);
  rem_ops_fmin_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fmin_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          const rem_tensor *da, const rem_tensor *db,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- copysign ----
 * The magnitude of a with the sign of b; the gradient of a is 0 at 0, that of b everywhere. */

typedef struct rem_copysign_attrs {
  int32_t none;
} rem_copysign_attrs;

static inline void rem_ops_copysign_attrs(rem_ops_call *call, const rem_copysign_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_copysign_plan(rem_context *context, const rem_copysign_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *a,
                                           const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "copysign", REM_FORWARD, wish);
  rem_ops_copysign_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_copysign_run(const rem_plan *plan, const rem_tensor *a,
                                          const rem_tensor *b, const rem_tensor *y,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_copysign_bwd_plan(rem_context *context,
                                               const rem_copysign_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *dy,
                                               const rem_tensor *a, const rem_tensor *b,
                                               rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                               rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "copysign", REM_BACKWARD, wish);
  rem_ops_copysign_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_copysign_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                              const rem_tensor *a, const rem_tensor *b,
                                              const rem_tensor *da, const rem_tensor *db,
                                              void *workspace, size_t workspace_bytes,
                                              void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- ldexp ----
 * a * 2^b; b is whole, a fraction of it is cut off. The gradient of b is 0. */

typedef struct rem_ldexp_attrs {
  int32_t none;
} rem_ldexp_attrs;

static inline void rem_ops_ldexp_attrs(rem_ops_call *call, const rem_ldexp_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_ldexp_plan(rem_context *context, const rem_ldexp_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *a,
                                        const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                        rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "ldexp", REM_FORWARD, wish);
  rem_ops_ldexp_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_ldexp_run(const rem_plan *plan, const rem_tensor *a,
                                       const rem_tensor *b, const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_ldexp_bwd_plan(rem_context *context, const rem_ldexp_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *a, const rem_tensor *b,
                                            rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "ldexp", REM_BACKWARD, wish);
  rem_ops_ldexp_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_ldexp_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *a, const rem_tensor *b,
                                           const rem_tensor *da, const rem_tensor *db,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- nextafter ----
 * The number after a in the direction of b, in the dtype of y; both gradients are 0. */

typedef struct rem_nextafter_attrs {
  int32_t none;
} rem_nextafter_attrs;

static inline void rem_ops_nextafter_attrs(rem_ops_call *call, const rem_nextafter_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_nextafter_plan(rem_context *context,
                                            const rem_nextafter_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *a,
                                            const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "nextafter", REM_FORWARD, wish);
  rem_ops_nextafter_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_nextafter_run(const rem_plan *plan, const rem_tensor *a,
                                           const rem_tensor *b, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_nextafter_bwd_plan(rem_context *context,
                                                const rem_nextafter_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *a, const rem_tensor *b,
                                                rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                                rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "nextafter", REM_BACKWARD, wish);
  rem_ops_nextafter_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_nextafter_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *a, const rem_tensor *b,
                                               const rem_tensor *da, const rem_tensor *db,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- heaviside ----
 * 0 where a < 0, b where a = 0, 1 where a > 0; NaN of NaN. The gradient of a is 0. */

typedef struct rem_heaviside_attrs {
  int32_t none;
} rem_heaviside_attrs;

static inline void rem_ops_heaviside_attrs(rem_ops_call *call, const rem_heaviside_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_heaviside_plan(rem_context *context,
                                            const rem_heaviside_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *a,
                                            const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "heaviside", REM_FORWARD, wish);
  rem_ops_heaviside_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_heaviside_run(const rem_plan *plan, const rem_tensor *a,
                                           const rem_tensor *b, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_heaviside_bwd_plan(rem_context *context,
                                                const rem_heaviside_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *a, const rem_tensor *b,
                                                rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                                rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "heaviside", REM_BACKWARD, wish);
  rem_ops_heaviside_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_heaviside_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *a, const rem_tensor *b,
                                               const rem_tensor *da, const rem_tensor *db,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- logaddexp ----
 * Logarithm of the sum of two exponentials; equal infinities share the gradient. */

typedef struct rem_logaddexp_attrs {
  int32_t none;
} rem_logaddexp_attrs;

static inline void rem_ops_logaddexp_attrs(rem_ops_call *call, const rem_logaddexp_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_logaddexp_plan(rem_context *context,
                                            const rem_logaddexp_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *a,
                                            const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logaddexp", REM_FORWARD, wish);
  rem_ops_logaddexp_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logaddexp_run(const rem_plan *plan, const rem_tensor *a,
                                           const rem_tensor *b, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_logaddexp_bwd_plan(rem_context *context,
                                                const rem_logaddexp_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *a, const rem_tensor *b,
                                                rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                                rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logaddexp", REM_BACKWARD, wish);
  rem_ops_logaddexp_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logaddexp_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *a, const rem_tensor *b,
                                               const rem_tensor *da, const rem_tensor *db,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- logaddexp2 ----
 * Logarithm to the base 2 of the sum of two powers of 2; equal infinities share the gradient. */

typedef struct rem_logaddexp2_attrs {
  int32_t none;
} rem_logaddexp2_attrs;

static inline void rem_ops_logaddexp2_attrs(rem_ops_call *call, const rem_logaddexp2_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_logaddexp2_plan(rem_context *context,
                                             const rem_logaddexp2_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *a,
                                             const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                             rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logaddexp2", REM_FORWARD, wish);
  rem_ops_logaddexp2_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logaddexp2_run(const rem_plan *plan, const rem_tensor *a,
                                            const rem_tensor *b, const rem_tensor *y,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_logaddexp2_bwd_plan(rem_context *context,
                                                 const rem_logaddexp2_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *a, const rem_tensor *b,
                                                 rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                                 rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logaddexp2", REM_BACKWARD, wish);
  rem_ops_logaddexp2_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logaddexp2_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *a, const rem_tensor *b,
                                                const rem_tensor *da, const rem_tensor *db,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- xlogy ----
 * a * log(b), and 0 where a is 0 and b is not NaN; where a is 0 and b is not above 0, the gradient of a is 0. */

typedef struct rem_xlogy_attrs {
  int32_t none;
} rem_xlogy_attrs;

static inline void rem_ops_xlogy_attrs(rem_ops_call *call, const rem_xlogy_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_xlogy_plan(rem_context *context, const rem_xlogy_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *a,
                                        const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                        rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "xlogy", REM_FORWARD, wish);
  rem_ops_xlogy_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_xlogy_run(const rem_plan *plan, const rem_tensor *a,
                                       const rem_tensor *b, const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_xlogy_bwd_plan(rem_context *context, const rem_xlogy_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *a, const rem_tensor *b,
                                            rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "xlogy", REM_BACKWARD, wish);
  rem_ops_xlogy_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_xlogy_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *a, const rem_tensor *b,
                                           const rem_tensor *da, const rem_tensor *db,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- xlog1py ----
 * a * log(1 + b), and 0 where a is 0 and b is not NaN; where a is 0 and b is not above -1, the gradient of a is 0. */

typedef struct rem_xlog1py_attrs {
  int32_t none;
} rem_xlog1py_attrs;

static inline void rem_ops_xlog1py_attrs(rem_ops_call *call, const rem_xlog1py_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_xlog1py_plan(rem_context *context, const rem_xlog1py_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *a,
                                          const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "xlog1py", REM_FORWARD, wish);
  rem_ops_xlog1py_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_xlog1py_run(const rem_plan *plan, const rem_tensor *a,
                                         const rem_tensor *b, const rem_tensor *y,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_xlog1py_bwd_plan(rem_context *context,
                                              const rem_xlog1py_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *a, const rem_tensor *b,
                                              rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                              rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "xlog1py", REM_BACKWARD, wish);
  rem_ops_xlog1py_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_xlog1py_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *a, const rem_tensor *b,
                                             const rem_tensor *da, const rem_tensor *db,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- lerp ----
 * Linear interpolation from a to b; w = 0 gives a and w = 1 gives b exactly, and y is monotone in w. */

typedef struct rem_lerp_attrs {
  int32_t has_weight; /* 0: weight is left out (required when w is left out) */
  double weight;
} rem_lerp_attrs;

static inline void rem_ops_lerp_attrs(rem_ops_call *call, const rem_lerp_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_weight) rem_ops_attr(call, "weight", REM_ATTR_REAL)->v.f = attrs->weight;
}

static inline rem_status rem_lerp_plan(rem_context *context, const rem_lerp_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *a,
                                       const rem_tensor *b, const rem_tensor *w, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "lerp", REM_FORWARD, wish);
  rem_ops_lerp_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, w);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_lerp_run(const rem_plan *plan, const rem_tensor *a,
                                      const rem_tensor *b, const rem_tensor *w,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = w;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_lerp_bwd_plan(rem_context *context, const rem_lerp_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *a, const rem_tensor *b,
                                           const rem_tensor *w, rem_tensor *da, rem_tensor *db,
                                           rem_tensor *dw, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "lerp", REM_BACKWARD, wish);
  rem_ops_lerp_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, w);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  rem_ops_output(&call, dw, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_lerp_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          const rem_tensor *w, const rem_tensor *da,
                                          const rem_tensor *db, const rem_tensor *dw,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = w;
  tensors[4] = da;
  tensors[5] = db;
  tensors[6] = dw;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- fma ----
 * a * b + c, rounded once; integers wrap. */

typedef struct rem_fma_attrs {
  int32_t none;
} rem_fma_attrs;

static inline void rem_ops_fma_attrs(rem_ops_call *call, const rem_fma_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_fma_plan(rem_context *context, const rem_fma_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *a,
                                      const rem_tensor *b, const rem_tensor *c, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fma", REM_FORWARD, wish);
  rem_ops_fma_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, c);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fma_run(const rem_plan *plan, const rem_tensor *a,
                                     const rem_tensor *b, const rem_tensor *c,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = c;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_fma_bwd_plan(rem_context *context, const rem_fma_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          const rem_tensor *c, rem_tensor *da, rem_tensor *db,
                                          rem_tensor *dc, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "fma", REM_BACKWARD, wish);
  rem_ops_fma_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, c);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  rem_ops_output(&call, dc, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_fma_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *a, const rem_tensor *b,
                                         const rem_tensor *c, const rem_tensor *da,
                                         const rem_tensor *db, const rem_tensor *dc,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = c;
  tensors[4] = da;
  tensors[5] = db;
  tensors[6] = dc;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- addcmul ----
 * x + value * a * b. */

typedef struct rem_addcmul_attrs {
  int32_t has_value; /* 0: value is left out (1) */
  double value;
} rem_addcmul_attrs;

static inline void rem_ops_addcmul_attrs(rem_ops_call *call, const rem_addcmul_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_value) rem_ops_attr(call, "value", REM_ATTR_REAL)->v.f = attrs->value;
}

static inline rem_status rem_addcmul_plan(rem_context *context, const rem_addcmul_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          const rem_tensor *a, const rem_tensor *b,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "addcmul", REM_FORWARD, wish);
  rem_ops_addcmul_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_addcmul_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *a, const rem_tensor *b,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_addcmul_bwd_plan(rem_context *context,
                                              const rem_addcmul_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *a,
                                              const rem_tensor *b, rem_tensor *dx,
                                              rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                              rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "addcmul", REM_BACKWARD, wish);
  rem_ops_addcmul_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_addcmul_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *a,
                                             const rem_tensor *b, const rem_tensor *dx,
                                             const rem_tensor *da, const rem_tensor *db,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = a;
  tensors[3] = b;
  tensors[4] = dx;
  tensors[5] = da;
  tensors[6] = db;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- addcdiv ----
 * x + value * (a / b). */

typedef struct rem_addcdiv_attrs {
  int32_t has_value; /* 0: value is left out (1) */
  double value;
} rem_addcdiv_attrs;

static inline void rem_ops_addcdiv_attrs(rem_ops_call *call, const rem_addcdiv_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_value) rem_ops_attr(call, "value", REM_ATTR_REAL)->v.f = attrs->value;
}

static inline rem_status rem_addcdiv_plan(rem_context *context, const rem_addcdiv_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          const rem_tensor *a, const rem_tensor *b,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "addcdiv", REM_FORWARD, wish);
  rem_ops_addcdiv_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_addcdiv_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *a, const rem_tensor *b,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_addcdiv_bwd_plan(rem_context *context,
                                              const rem_addcdiv_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *a,
                                              const rem_tensor *b, rem_tensor *dx,
                                              rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                              rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "addcdiv", REM_BACKWARD, wish);
  rem_ops_addcdiv_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_addcdiv_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *a,
                                             const rem_tensor *b, const rem_tensor *dx,
                                             const rem_tensor *da, const rem_tensor *db,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = a;
  tensors[3] = b;
  tensors[4] = dx;
  tensors[5] = da;
  tensors[6] = db;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- clip ----
 * x brought between lo and hi, element by element; hi where lo is above it. NaN stays; x keeps the gradient at both limits. */

typedef struct rem_clip_attrs {
  int32_t none;
} rem_clip_attrs;

static inline void rem_ops_clip_attrs(rem_ops_call *call, const rem_clip_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_clip_plan(rem_context *context, const rem_clip_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x,
                                       const rem_tensor *lo, const rem_tensor *hi, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "clip", REM_FORWARD, wish);
  rem_ops_clip_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, lo);
  rem_ops_input(&call, hi);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_clip_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *lo, const rem_tensor *hi,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = lo;
  tensors[2] = hi;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_clip_bwd_plan(rem_context *context, const rem_clip_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *lo,
                                           const rem_tensor *hi, rem_tensor *dx, rem_tensor *dlo,
                                           rem_tensor *dhi, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "clip", REM_BACKWARD, wish);
  rem_ops_clip_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, lo);
  rem_ops_input(&call, hi);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dlo, REM_LEFT_OUT);
  rem_ops_output(&call, dhi, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_clip_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *lo,
                                          const rem_tensor *hi, const rem_tensor *dx,
                                          const rem_tensor *dlo, const rem_tensor *dhi,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = lo;
  tensors[3] = hi;
  tensors[4] = dx;
  tensors[5] = dlo;
  tensors[6] = dhi;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- exp ----
 * e to the power x. */

typedef struct rem_exp_attrs {
  int32_t none;
} rem_exp_attrs;

static inline void rem_ops_exp_attrs(rem_ops_call *call, const rem_exp_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_exp_plan(rem_context *context, const rem_exp_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "exp", REM_FORWARD, wish);
  rem_ops_exp_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_exp_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_exp_bwd_plan(rem_context *context, const rem_exp_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "exp", REM_BACKWARD, wish);
  rem_ops_exp_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_exp_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- exp2 ----
 * 2 to the power x. */

typedef struct rem_exp2_attrs {
  int32_t none;
} rem_exp2_attrs;

static inline void rem_ops_exp2_attrs(rem_ops_call *call, const rem_exp2_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_exp2_plan(rem_context *context, const rem_exp2_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "exp2", REM_FORWARD, wish);
  rem_ops_exp2_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_exp2_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_exp2_bwd_plan(rem_context *context, const rem_exp2_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "exp2", REM_BACKWARD, wish);
  rem_ops_exp2_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_exp2_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- expm1 ----
 * exp(x) - 1, without cancellation near 0. */

typedef struct rem_expm1_attrs {
  int32_t none;
} rem_expm1_attrs;

static inline void rem_ops_expm1_attrs(rem_ops_call *call, const rem_expm1_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_expm1_plan(rem_context *context, const rem_expm1_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "expm1", REM_FORWARD, wish);
  rem_ops_expm1_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_expm1_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_expm1_bwd_plan(rem_context *context, const rem_expm1_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "expm1", REM_BACKWARD, wish);
  rem_ops_expm1_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_expm1_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- log ----
 * Natural logarithm; NaN below 0. */

typedef struct rem_log_attrs {
  int32_t none;
} rem_log_attrs;

static inline void rem_ops_log_attrs(rem_ops_call *call, const rem_log_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_log_plan(rem_context *context, const rem_log_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log", REM_FORWARD, wish);
  rem_ops_log_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_log_bwd_plan(rem_context *context, const rem_log_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log", REM_BACKWARD, wish);
  rem_ops_log_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- log2 ----
 * Logarithm to the base 2; NaN below 0. */

typedef struct rem_log2_attrs {
  int32_t none;
} rem_log2_attrs;

static inline void rem_ops_log2_attrs(rem_ops_call *call, const rem_log2_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_log2_plan(rem_context *context, const rem_log2_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log2", REM_FORWARD, wish);
  rem_ops_log2_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log2_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_log2_bwd_plan(rem_context *context, const rem_log2_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log2", REM_BACKWARD, wish);
  rem_ops_log2_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log2_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- log10 ----
 * Logarithm to the base 10; NaN below 0. */

typedef struct rem_log10_attrs {
  int32_t none;
} rem_log10_attrs;

static inline void rem_ops_log10_attrs(rem_ops_call *call, const rem_log10_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_log10_plan(rem_context *context, const rem_log10_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log10", REM_FORWARD, wish);
  rem_ops_log10_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log10_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_log10_bwd_plan(rem_context *context, const rem_log10_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log10", REM_BACKWARD, wish);
  rem_ops_log10_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log10_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- log1p ----
 * log(1 + x), without cancellation near 0; NaN below -1. */

typedef struct rem_log1p_attrs {
  int32_t none;
} rem_log1p_attrs;

static inline void rem_ops_log1p_attrs(rem_ops_call *call, const rem_log1p_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_log1p_plan(rem_context *context, const rem_log1p_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log1p", REM_FORWARD, wish);
  rem_ops_log1p_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log1p_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_log1p_bwd_plan(rem_context *context, const rem_log1p_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log1p", REM_BACKWARD, wish);
  rem_ops_log1p_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log1p_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- pow ----
 * a to the power b as in C; the gradient of a is 0 where b is 0, that of b is 0 where a is 0 and b is not negative. */

typedef struct rem_pow_attrs {
  int32_t none;
} rem_pow_attrs;

static inline void rem_ops_pow_attrs(rem_ops_call *call, const rem_pow_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_pow_plan(rem_context *context, const rem_pow_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *a,
                                      const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                      rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "pow", REM_FORWARD, wish);
  rem_ops_pow_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_pow_run(const rem_plan *plan, const rem_tensor *a,
                                     const rem_tensor *b, const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_pow_bwd_plan(rem_context *context, const rem_pow_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *a, const rem_tensor *b,
                                          rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "pow", REM_BACKWARD, wish);
  rem_ops_pow_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_pow_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *a, const rem_tensor *b,
                                         const rem_tensor *da, const rem_tensor *db,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- cbrt ----
 * Cube root, of negative numbers too. */

typedef struct rem_cbrt_attrs {
  int32_t none;
} rem_cbrt_attrs;

static inline void rem_ops_cbrt_attrs(rem_ops_call *call, const rem_cbrt_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_cbrt_plan(rem_context *context, const rem_cbrt_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cbrt", REM_FORWARD, wish);
  rem_ops_cbrt_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cbrt_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cbrt_bwd_plan(rem_context *context, const rem_cbrt_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cbrt", REM_BACKWARD, wish);
  rem_ops_cbrt_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cbrt_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- rsqrt ----
 * 1 / sqrt(x); NaN below 0. */

typedef struct rem_rsqrt_attrs {
  int32_t none;
} rem_rsqrt_attrs;

static inline void rem_ops_rsqrt_attrs(rem_ops_call *call, const rem_rsqrt_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_rsqrt_plan(rem_context *context, const rem_rsqrt_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "rsqrt", REM_FORWARD, wish);
  rem_ops_rsqrt_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_rsqrt_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_rsqrt_bwd_plan(rem_context *context, const rem_rsqrt_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "rsqrt", REM_BACKWARD, wish);
  rem_ops_rsqrt_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_rsqrt_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- hypot ----
 * sqrt(a * a + b * b) without overflow on the way; the gradient at 0 is 0. */

typedef struct rem_hypot_attrs {
  int32_t none;
} rem_hypot_attrs;

static inline void rem_ops_hypot_attrs(rem_ops_call *call, const rem_hypot_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_hypot_plan(rem_context *context, const rem_hypot_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *a,
                                        const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                        rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hypot", REM_FORWARD, wish);
  rem_ops_hypot_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hypot_run(const rem_plan *plan, const rem_tensor *a,
                                       const rem_tensor *b, const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_hypot_bwd_plan(rem_context *context, const rem_hypot_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *a, const rem_tensor *b,
                                            rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hypot", REM_BACKWARD, wish);
  rem_ops_hypot_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hypot_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *a, const rem_tensor *b,
                                           const rem_tensor *da, const rem_tensor *db,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- sin ----
 * Sine, of every finite x. */

typedef struct rem_sin_attrs {
  int32_t none;
} rem_sin_attrs;

static inline void rem_ops_sin_attrs(rem_ops_call *call, const rem_sin_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_sin_plan(rem_context *context, const rem_sin_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sin", REM_FORWARD, wish);
  rem_ops_sin_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sin_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sin_bwd_plan(rem_context *context, const rem_sin_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sin", REM_BACKWARD, wish);
  rem_ops_sin_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sin_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- cos ----
 * Cosine, of every finite x. */

typedef struct rem_cos_attrs {
  int32_t none;
} rem_cos_attrs;

static inline void rem_ops_cos_attrs(rem_ops_call *call, const rem_cos_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_cos_plan(rem_context *context, const rem_cos_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cos", REM_FORWARD, wish);
  rem_ops_cos_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cos_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cos_bwd_plan(rem_context *context, const rem_cos_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cos", REM_BACKWARD, wish);
  rem_ops_cos_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cos_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- tan ----
 * Tangent, of every finite x. */

typedef struct rem_tan_attrs {
  int32_t none;
} rem_tan_attrs;

static inline void rem_ops_tan_attrs(rem_ops_call *call, const rem_tan_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_tan_plan(rem_context *context, const rem_tan_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "tan", REM_FORWARD, wish);
  rem_ops_tan_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_tan_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_tan_bwd_plan(rem_context *context, const rem_tan_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "tan", REM_BACKWARD, wish);
  rem_ops_tan_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_tan_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- asin ----
 * Inverse sine; NaN where |x| > 1. */

typedef struct rem_asin_attrs {
  int32_t none;
} rem_asin_attrs;

static inline void rem_ops_asin_attrs(rem_ops_call *call, const rem_asin_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_asin_plan(rem_context *context, const rem_asin_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "asin", REM_FORWARD, wish);
  rem_ops_asin_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_asin_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_asin_bwd_plan(rem_context *context, const rem_asin_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "asin", REM_BACKWARD, wish);
  rem_ops_asin_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_asin_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- acos ----
 * Inverse cosine; NaN where |x| > 1. */

typedef struct rem_acos_attrs {
  int32_t none;
} rem_acos_attrs;

static inline void rem_ops_acos_attrs(rem_ops_call *call, const rem_acos_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_acos_plan(rem_context *context, const rem_acos_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "acos", REM_FORWARD, wish);
  rem_ops_acos_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_acos_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_acos_bwd_plan(rem_context *context, const rem_acos_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "acos", REM_BACKWARD, wish);
  rem_ops_acos_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_acos_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- atan ----
 * Inverse tangent. */

typedef struct rem_atan_attrs {
  int32_t none;
} rem_atan_attrs;

static inline void rem_ops_atan_attrs(rem_ops_call *call, const rem_atan_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_atan_plan(rem_context *context, const rem_atan_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "atan", REM_FORWARD, wish);
  rem_ops_atan_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_atan_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_atan_bwd_plan(rem_context *context, const rem_atan_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "atan", REM_BACKWARD, wish);
  rem_ops_atan_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_atan_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- atan2 ----
 * Angle of the point (b, a), as C's atan2(a, b). */

typedef struct rem_atan2_attrs {
  int32_t none;
} rem_atan2_attrs;

static inline void rem_ops_atan2_attrs(rem_ops_call *call, const rem_atan2_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_atan2_plan(rem_context *context, const rem_atan2_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *a,
                                        const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                        rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "atan2", REM_FORWARD, wish);
  rem_ops_atan2_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_atan2_run(const rem_plan *plan, const rem_tensor *a,
                                       const rem_tensor *b, const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_atan2_bwd_plan(rem_context *context, const rem_atan2_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *a, const rem_tensor *b,
                                            rem_tensor *da, rem_tensor *db, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "atan2", REM_BACKWARD, wish);
  rem_ops_atan2_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_atan2_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *a, const rem_tensor *b,
                                           const rem_tensor *da, const rem_tensor *db,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- sinh ----
 * Hyperbolic sine. */

typedef struct rem_sinh_attrs {
  int32_t none;
} rem_sinh_attrs;

static inline void rem_ops_sinh_attrs(rem_ops_call *call, const rem_sinh_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_sinh_plan(rem_context *context, const rem_sinh_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sinh", REM_FORWARD, wish);
  rem_ops_sinh_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sinh_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sinh_bwd_plan(rem_context *context, const rem_sinh_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sinh", REM_BACKWARD, wish);
  rem_ops_sinh_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sinh_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- cosh ----
 * Hyperbolic cosine. */

typedef struct rem_cosh_attrs {
  int32_t none;
} rem_cosh_attrs;

static inline void rem_ops_cosh_attrs(rem_ops_call *call, const rem_cosh_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_cosh_plan(rem_context *context, const rem_cosh_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cosh", REM_FORWARD, wish);
  rem_ops_cosh_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cosh_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cosh_bwd_plan(rem_context *context, const rem_cosh_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cosh", REM_BACKWARD, wish);
  rem_ops_cosh_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cosh_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- tanh ----
 * Hyperbolic tangent. */

typedef struct rem_tanh_attrs {
  int32_t none;
} rem_tanh_attrs;

static inline void rem_ops_tanh_attrs(rem_ops_call *call, const rem_tanh_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_tanh_plan(rem_context *context, const rem_tanh_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "tanh", REM_FORWARD, wish);
  rem_ops_tanh_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_tanh_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_tanh_bwd_plan(rem_context *context, const rem_tanh_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "tanh", REM_BACKWARD, wish);
  rem_ops_tanh_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_tanh_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- asinh ----
 * Inverse hyperbolic sine. */

typedef struct rem_asinh_attrs {
  int32_t none;
} rem_asinh_attrs;

static inline void rem_ops_asinh_attrs(rem_ops_call *call, const rem_asinh_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_asinh_plan(rem_context *context, const rem_asinh_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "asinh", REM_FORWARD, wish);
  rem_ops_asinh_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_asinh_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_asinh_bwd_plan(rem_context *context, const rem_asinh_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "asinh", REM_BACKWARD, wish);
  rem_ops_asinh_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_asinh_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- acosh ----
 * Inverse hyperbolic cosine; NaN below 1. */

typedef struct rem_acosh_attrs {
  int32_t none;
} rem_acosh_attrs;

static inline void rem_ops_acosh_attrs(rem_ops_call *call, const rem_acosh_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_acosh_plan(rem_context *context, const rem_acosh_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "acosh", REM_FORWARD, wish);
  rem_ops_acosh_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_acosh_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_acosh_bwd_plan(rem_context *context, const rem_acosh_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "acosh", REM_BACKWARD, wish);
  rem_ops_acosh_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_acosh_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- atanh ----
 * Inverse hyperbolic tangent; NaN where |x| > 1. */

typedef struct rem_atanh_attrs {
  int32_t none;
} rem_atanh_attrs;

static inline void rem_ops_atanh_attrs(rem_ops_call *call, const rem_atanh_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_atanh_plan(rem_context *context, const rem_atanh_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "atanh", REM_FORWARD, wish);
  rem_ops_atanh_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_atanh_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_atanh_bwd_plan(rem_context *context, const rem_atanh_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "atanh", REM_BACKWARD, wish);
  rem_ops_atanh_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_atanh_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- sigmoid ----
 * 1 / (1 + exp(-x)). */

typedef struct rem_sigmoid_attrs {
  int32_t none;
} rem_sigmoid_attrs;

static inline void rem_ops_sigmoid_attrs(rem_ops_call *call, const rem_sigmoid_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_sigmoid_plan(rem_context *context, const rem_sigmoid_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sigmoid", REM_FORWARD, wish);
  rem_ops_sigmoid_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sigmoid_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sigmoid_bwd_plan(rem_context *context,
                                              const rem_sigmoid_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, rem_tensor *dx,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sigmoid", REM_BACKWARD, wish);
  rem_ops_sigmoid_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sigmoid_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *dx,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- erf ----
 * Error function. */

typedef struct rem_erf_attrs {
  int32_t none;
} rem_erf_attrs;

static inline void rem_ops_erf_attrs(rem_ops_call *call, const rem_erf_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_erf_plan(rem_context *context, const rem_erf_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "erf", REM_FORWARD, wish);
  rem_ops_erf_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_erf_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_erf_bwd_plan(rem_context *context, const rem_erf_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "erf", REM_BACKWARD, wish);
  rem_ops_erf_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_erf_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- erfc ----
 * 1 - erf(x), without cancellation where x is large. */

typedef struct rem_erfc_attrs {
  int32_t none;
} rem_erfc_attrs;

static inline void rem_ops_erfc_attrs(rem_ops_call *call, const rem_erfc_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_erfc_plan(rem_context *context, const rem_erfc_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "erfc", REM_FORWARD, wish);
  rem_ops_erfc_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_erfc_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_erfc_bwd_plan(rem_context *context, const rem_erfc_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "erfc", REM_BACKWARD, wish);
  rem_ops_erfc_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_erfc_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- erfinv ----
 * Inverse of erf; infinite at -1 and 1, NaN beyond. */

typedef struct rem_erfinv_attrs {
  int32_t none;
} rem_erfinv_attrs;

static inline void rem_ops_erfinv_attrs(rem_ops_call *call, const rem_erfinv_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_erfinv_plan(rem_context *context, const rem_erfinv_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "erfinv", REM_FORWARD, wish);
  rem_ops_erfinv_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_erfinv_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_erfinv_bwd_plan(rem_context *context, const rem_erfinv_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, rem_tensor *dx,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "erfinv", REM_BACKWARD, wish);
  rem_ops_erfinv_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_erfinv_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *dx,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- lgamma ----
 * Logarithm of the magnitude of the gamma function; infinite at its poles. */

typedef struct rem_lgamma_attrs {
  int32_t none;
} rem_lgamma_attrs;

static inline void rem_ops_lgamma_attrs(rem_ops_call *call, const rem_lgamma_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_lgamma_plan(rem_context *context, const rem_lgamma_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "lgamma", REM_FORWARD, wish);
  rem_ops_lgamma_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_lgamma_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_lgamma_bwd_plan(rem_context *context, const rem_lgamma_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, rem_tensor *dx,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "lgamma", REM_BACKWARD, wish);
  rem_ops_lgamma_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_lgamma_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *dx,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- digamma ----
 * Derivative of lgamma; NaN at its poles, of the sign of 1 / -x at 0. */

typedef struct rem_digamma_attrs {
  int32_t none;
} rem_digamma_attrs;

static inline void rem_ops_digamma_attrs(rem_ops_call *call, const rem_digamma_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_digamma_plan(rem_context *context, const rem_digamma_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "digamma", REM_FORWARD, wish);
  rem_ops_digamma_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_digamma_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_digamma_bwd_plan(rem_context *context,
                                              const rem_digamma_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, rem_tensor *dx,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "digamma", REM_BACKWARD, wish);
  rem_ops_digamma_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_digamma_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *dx,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- relu ----
 * x above 0, else 0; NaN stays. The gradient at 0 is 0. */

typedef struct rem_relu_attrs {
  int32_t none;
} rem_relu_attrs;

static inline void rem_ops_relu_attrs(rem_ops_call *call, const rem_relu_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_relu_plan(rem_context *context, const rem_relu_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "relu", REM_FORWARD, wish);
  rem_ops_relu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_relu_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_relu_bwd_plan(rem_context *context, const rem_relu_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "relu", REM_BACKWARD, wish);
  rem_ops_relu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_relu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- relu6 ----
 * x brought between 0 and 6; NaN stays. The gradient at both limits is 0. */

typedef struct rem_relu6_attrs {
  int32_t none;
} rem_relu6_attrs;

static inline void rem_ops_relu6_attrs(rem_ops_call *call, const rem_relu6_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_relu6_plan(rem_context *context, const rem_relu6_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "relu6", REM_FORWARD, wish);
  rem_ops_relu6_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_relu6_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_relu6_bwd_plan(rem_context *context, const rem_relu6_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "relu6", REM_BACKWARD, wish);
  rem_ops_relu6_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_relu6_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- leaky_relu ----
 * x above 0, else slope * x; the gradient at 0 is slope. */

typedef struct rem_leaky_relu_attrs {
  int32_t has_slope; /* 0: slope is left out (0.01) */
  double slope;
} rem_leaky_relu_attrs;

static inline void rem_ops_leaky_relu_attrs(rem_ops_call *call, const rem_leaky_relu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_slope) rem_ops_attr(call, "slope", REM_ATTR_REAL)->v.f = attrs->slope;
}

static inline rem_status rem_leaky_relu_plan(rem_context *context,
                                             const rem_leaky_relu_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "leaky_relu", REM_FORWARD, wish);
  rem_ops_leaky_relu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_leaky_relu_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *y, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_leaky_relu_bwd_plan(rem_context *context,
                                                 const rem_leaky_relu_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, rem_tensor *dx,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "leaky_relu", REM_BACKWARD, wish);
  rem_ops_leaky_relu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_leaky_relu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *dx,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- prelu ----
 * x above 0, else slope * x, with a slope that broadcasts and has a gradient; per channel: shape [C,1,1]. */

typedef struct rem_prelu_attrs {
  int32_t none;
} rem_prelu_attrs;

static inline void rem_ops_prelu_attrs(rem_ops_call *call, const rem_prelu_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_prelu_plan(rem_context *context, const rem_prelu_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x,
                                        const rem_tensor *slope, rem_tensor *y, rem_plan **plan,
                                        rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "prelu", REM_FORWARD, wish);
  rem_ops_prelu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, slope);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_prelu_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *slope, const rem_tensor *y,
                                       void *workspace, size_t workspace_bytes, void *stream,
                                       rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = slope;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_prelu_bwd_plan(rem_context *context, const rem_prelu_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *slope,
                                            rem_tensor *dx, rem_tensor *dslope, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "prelu", REM_BACKWARD, wish);
  rem_ops_prelu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, slope);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dslope, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_prelu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *slope,
                                           const rem_tensor *dx, const rem_tensor *dslope,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = slope;
  tensors[3] = dx;
  tensors[4] = dslope;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- elu ----
 * x above 0, else alpha * (exp(x) - 1). */

typedef struct rem_elu_attrs {
  int32_t has_alpha; /* 0: alpha is left out (1) */
  double alpha;
} rem_elu_attrs;

static inline void rem_ops_elu_attrs(rem_ops_call *call, const rem_elu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_alpha) rem_ops_attr(call, "alpha", REM_ATTR_REAL)->v.f = attrs->alpha;
}

static inline rem_status rem_elu_plan(rem_context *context, const rem_elu_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "elu", REM_FORWARD, wish);
  rem_ops_elu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_elu_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_elu_bwd_plan(rem_context *context, const rem_elu_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "elu", REM_BACKWARD, wish);
  rem_ops_elu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_elu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- selu ----
 * elu with alpha = 1.6733, times 1.0507: both as given by its authors to the last digit. */

typedef struct rem_selu_attrs {
  int32_t none;
} rem_selu_attrs;

static inline void rem_ops_selu_attrs(rem_ops_call *call, const rem_selu_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_selu_plan(rem_context *context, const rem_selu_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "selu", REM_FORWARD, wish);
  rem_ops_selu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_selu_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_selu_bwd_plan(rem_context *context, const rem_selu_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "selu", REM_BACKWARD, wish);
  rem_ops_selu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_selu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- celu ----
 * x above 0, else alpha * (exp(x / alpha) - 1). */

typedef struct rem_celu_attrs {
  int32_t has_alpha; /* 0: alpha is left out (1) */
  double alpha;
} rem_celu_attrs;

static inline void rem_ops_celu_attrs(rem_ops_call *call, const rem_celu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_alpha) rem_ops_attr(call, "alpha", REM_ATTR_REAL)->v.f = attrs->alpha;
}

static inline rem_status rem_celu_plan(rem_context *context, const rem_celu_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "celu", REM_FORWARD, wish);
  rem_ops_celu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_celu_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_celu_bwd_plan(rem_context *context, const rem_celu_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "celu", REM_BACKWARD, wish);
  rem_ops_celu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_celu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- gelu ----
 * x times the probability that a normal number is less than x; approximate=tanh takes (1 + tanh(0.79788 (x + 0.044715 x^3))) / 2 for it. */

typedef struct rem_gelu_attrs {
  const char *approximate; /* none|tanh; NULL: none */
} rem_gelu_attrs;

static inline void rem_ops_gelu_attrs(rem_ops_call *call, const rem_gelu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->approximate) rem_ops_attr(call, "approximate", REM_ATTR_TEXT)->v.s = attrs->approximate;
}

static inline rem_status rem_gelu_plan(rem_context *context, const rem_gelu_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "gelu", REM_FORWARD, wish);
  rem_ops_gelu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_gelu_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_gelu_bwd_plan(rem_context *context, const rem_gelu_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "gelu", REM_BACKWARD, wish);
  rem_ops_gelu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_gelu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- silu ----
 * x * sigmoid(x); 0 at -infinity. */

typedef struct rem_silu_attrs {
  int32_t none;
} rem_silu_attrs;

static inline void rem_ops_silu_attrs(rem_ops_call *call, const rem_silu_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_silu_plan(rem_context *context, const rem_silu_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "silu", REM_FORWARD, wish);
  rem_ops_silu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_silu_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_silu_bwd_plan(rem_context *context, const rem_silu_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "silu", REM_BACKWARD, wish);
  rem_ops_silu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_silu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- mish ----
 * x * tanh(softplus(x)); 0 at -infinity. */

typedef struct rem_mish_attrs {
  int32_t none;
} rem_mish_attrs;

static inline void rem_ops_mish_attrs(rem_ops_call *call, const rem_mish_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_mish_plan(rem_context *context, const rem_mish_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "mish", REM_FORWARD, wish);
  rem_ops_mish_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_mish_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_mish_bwd_plan(rem_context *context, const rem_mish_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "mish", REM_BACKWARD, wish);
  rem_ops_mish_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_mish_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- logsigmoid ----
 * log(sigmoid(x)), without cancellation on either side. */

typedef struct rem_logsigmoid_attrs {
  int32_t none;
} rem_logsigmoid_attrs;

static inline void rem_ops_logsigmoid_attrs(rem_ops_call *call, const rem_logsigmoid_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_logsigmoid_plan(rem_context *context,
                                             const rem_logsigmoid_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logsigmoid", REM_FORWARD, wish);
  rem_ops_logsigmoid_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logsigmoid_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *y, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_logsigmoid_bwd_plan(rem_context *context,
                                                 const rem_logsigmoid_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, rem_tensor *dx,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logsigmoid", REM_BACKWARD, wish);
  rem_ops_logsigmoid_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logsigmoid_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *dx,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- logit ----
 * log(x / (1 - x)), x brought between eps and 1 - eps where eps is not below 0; outside the gradient is 0, or NaN without eps. */

typedef struct rem_logit_attrs {
  int32_t has_eps; /* 0: eps is left out (-1: x is taken as it is) */
  double eps;
} rem_logit_attrs;

static inline void rem_ops_logit_attrs(rem_ops_call *call, const rem_logit_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_logit_plan(rem_context *context, const rem_logit_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logit", REM_FORWARD, wish);
  rem_ops_logit_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logit_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_logit_bwd_plan(rem_context *context, const rem_logit_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logit", REM_BACKWARD, wish);
  rem_ops_logit_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logit_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- softplus ----
 * log(1 + exp(beta x)) / beta; x itself where beta x is above threshold. */

typedef struct rem_softplus_attrs {
  int32_t has_beta; /* 0: beta is left out (1) */
  double beta;
  int32_t has_threshold; /* 0: threshold is left out (20) */
  double threshold;
} rem_softplus_attrs;

static inline void rem_ops_softplus_attrs(rem_ops_call *call, const rem_softplus_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_beta) rem_ops_attr(call, "beta", REM_ATTR_REAL)->v.f = attrs->beta;
  if (attrs->has_threshold) rem_ops_attr(call, "threshold", REM_ATTR_REAL)->v.f = attrs->threshold;
}

static inline rem_status rem_softplus_plan(rem_context *context, const rem_softplus_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softplus", REM_FORWARD, wish);
  rem_ops_softplus_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softplus_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *y, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_softplus_bwd_plan(rem_context *context,
                                               const rem_softplus_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *dy,
                                               const rem_tensor *x, rem_tensor *dx,
                                               rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softplus", REM_BACKWARD, wish);
  rem_ops_softplus_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softplus_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *dx,
                                              void *workspace, size_t workspace_bytes,
                                              void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- softsign ----
 * x / (1 + |x|); -1 and 1 at the infinities. */

typedef struct rem_softsign_attrs {
  int32_t none;
} rem_softsign_attrs;

static inline void rem_ops_softsign_attrs(rem_ops_call *call, const rem_softsign_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_softsign_plan(rem_context *context, const rem_softsign_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softsign", REM_FORWARD, wish);
  rem_ops_softsign_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softsign_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *y, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_softsign_bwd_plan(rem_context *context,
                                               const rem_softsign_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *dy,
                                               const rem_tensor *x, rem_tensor *dx,
                                               rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softsign", REM_BACKWARD, wish);
  rem_ops_softsign_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softsign_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *dx,
                                              void *workspace, size_t workspace_bytes,
                                              void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- tanhshrink ----
 * x - tanh(x). */

typedef struct rem_tanhshrink_attrs {
  int32_t none;
} rem_tanhshrink_attrs;

static inline void rem_ops_tanhshrink_attrs(rem_ops_call *call, const rem_tanhshrink_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_tanhshrink_plan(rem_context *context,
                                             const rem_tanhshrink_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "tanhshrink", REM_FORWARD, wish);
  rem_ops_tanhshrink_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_tanhshrink_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *y, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_tanhshrink_bwd_plan(rem_context *context,
                                                 const rem_tanhshrink_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, rem_tensor *dx,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "tanhshrink", REM_BACKWARD, wish);
  rem_ops_tanhshrink_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_tanhshrink_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *dx,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- hardshrink ----
 * 0 from -lambd to lambd, else x. */

typedef struct rem_hardshrink_attrs {
  int32_t has_lambd; /* 0: lambd is left out (0.5) */
  double lambd;
} rem_hardshrink_attrs;

static inline void rem_ops_hardshrink_attrs(rem_ops_call *call, const rem_hardshrink_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_lambd) rem_ops_attr(call, "lambd", REM_ATTR_REAL)->v.f = attrs->lambd;
}

static inline rem_status rem_hardshrink_plan(rem_context *context,
                                             const rem_hardshrink_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hardshrink", REM_FORWARD, wish);
  rem_ops_hardshrink_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hardshrink_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *y, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_hardshrink_bwd_plan(rem_context *context,
                                                 const rem_hardshrink_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, rem_tensor *dx,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hardshrink", REM_BACKWARD, wish);
  rem_ops_hardshrink_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hardshrink_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *dx,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- softshrink ----
 * x brought nearer to 0 by lambd, 0 from -lambd to lambd; NaN stays. */

typedef struct rem_softshrink_attrs {
  int32_t has_lambd; /* 0: lambd is left out (0.5) */
  double lambd;
} rem_softshrink_attrs;

static inline void rem_ops_softshrink_attrs(rem_ops_call *call, const rem_softshrink_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_lambd) rem_ops_attr(call, "lambd", REM_ATTR_REAL)->v.f = attrs->lambd;
}

static inline rem_status rem_softshrink_plan(rem_context *context,
                                             const rem_softshrink_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softshrink", REM_FORWARD, wish);
  rem_ops_softshrink_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softshrink_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *y, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_softshrink_bwd_plan(rem_context *context,
                                                 const rem_softshrink_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, rem_tensor *dx,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softshrink", REM_BACKWARD, wish);
  rem_ops_softshrink_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softshrink_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *dx,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- hardtanh ----
 * x brought between lo and hi; NaN stays. The gradient at both limits is 0. */

typedef struct rem_hardtanh_attrs {
  int32_t has_lo; /* 0: lo is left out (-1) */
  double lo;
  int32_t has_hi; /* 0: hi is left out (1) */
  double hi;
} rem_hardtanh_attrs;

static inline void rem_ops_hardtanh_attrs(rem_ops_call *call, const rem_hardtanh_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_lo) rem_ops_attr(call, "lo", REM_ATTR_REAL)->v.f = attrs->lo;
  if (attrs->has_hi) rem_ops_attr(call, "hi", REM_ATTR_REAL)->v.f = attrs->hi;
}

static inline rem_status rem_hardtanh_plan(rem_context *context, const rem_hardtanh_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hardtanh", REM_FORWARD, wish);
  rem_ops_hardtanh_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hardtanh_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *y, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_hardtanh_bwd_plan(rem_context *context,
                                               const rem_hardtanh_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *dy,
                                               const rem_tensor *x, rem_tensor *dx,
                                               rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hardtanh", REM_BACKWARD, wish);
  rem_ops_hardtanh_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hardtanh_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *dx,
                                              void *workspace, size_t workspace_bytes,
                                              void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- hardsigmoid ----
 * x + 3 brought between 0 and 6, divided by 6; the gradient at both limits is 0. */

typedef struct rem_hardsigmoid_attrs {
  int32_t none;
} rem_hardsigmoid_attrs;

static inline void rem_ops_hardsigmoid_attrs(rem_ops_call *call, const rem_hardsigmoid_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_hardsigmoid_plan(rem_context *context,
                                              const rem_hardsigmoid_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *x,
                                              rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hardsigmoid", REM_FORWARD, wish);
  rem_ops_hardsigmoid_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hardsigmoid_run(const rem_plan *plan, const rem_tensor *x,
                                             const rem_tensor *y, void *workspace,
                                             size_t workspace_bytes, void *stream,
                                             rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_hardsigmoid_bwd_plan(rem_context *context,
                                                  const rem_hardsigmoid_attrs *attrs,
                                                  const rem_wish *wish, const rem_tensor *dy,
                                                  const rem_tensor *x, rem_tensor *dx,
                                                  rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hardsigmoid", REM_BACKWARD, wish);
  rem_ops_hardsigmoid_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hardsigmoid_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                 const rem_tensor *x, const rem_tensor *dx,
                                                 void *workspace, size_t workspace_bytes,
                                                 void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- hardswish ----
 * x * hardsigmoid(x); 0 below -3, where the gradient is 0, and x above 3. */

typedef struct rem_hardswish_attrs {
  int32_t none;
} rem_hardswish_attrs;

static inline void rem_ops_hardswish_attrs(rem_ops_call *call, const rem_hardswish_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_hardswish_plan(rem_context *context,
                                            const rem_hardswish_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hardswish", REM_FORWARD, wish);
  rem_ops_hardswish_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hardswish_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *y, void *workspace,
                                           size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_hardswish_bwd_plan(rem_context *context,
                                                const rem_hardswish_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *x, rem_tensor *dx,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hardswish", REM_BACKWARD, wish);
  rem_ops_hardswish_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hardswish_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *dx,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- threshold ----
 * x above t, else v; NaN stays. */

typedef struct rem_threshold_attrs {
  double t; /* 0 by default */
  double v; /* 0 by default */
} rem_threshold_attrs;

static inline void rem_ops_threshold_attrs(rem_ops_call *call, const rem_threshold_attrs *attrs) {
  if (!attrs) return;
  rem_ops_attr(call, "t", REM_ATTR_REAL)->v.f = attrs->t;
  rem_ops_attr(call, "v", REM_ATTR_REAL)->v.f = attrs->v;
}

static inline rem_status rem_threshold_plan(rem_context *context,
                                            const rem_threshold_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "threshold", REM_FORWARD, wish);
  rem_ops_threshold_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_threshold_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *y, void *workspace,
                                           size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_threshold_bwd_plan(rem_context *context,
                                                const rem_threshold_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *x, rem_tensor *dx,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "threshold", REM_BACKWARD, wish);
  rem_ops_threshold_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_threshold_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *dx,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- step ----
 * 1 above 0, else 0; NaN of NaN. The gradient is 0. */

typedef struct rem_step_attrs {
  int32_t none;
} rem_step_attrs;

static inline void rem_ops_step_attrs(rem_ops_call *call, const rem_step_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_step_plan(rem_context *context, const rem_step_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "step", REM_FORWARD, wish);
  rem_ops_step_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_step_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_step_bwd_plan(rem_context *context, const rem_step_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "step", REM_BACKWARD, wish);
  rem_ops_step_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_step_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- sinc ----
 * sin(pi x) / (pi x), 1 at 0, as in NumPy; exactly 0 at the other whole numbers. */

typedef struct rem_sinc_attrs {
  int32_t none;
} rem_sinc_attrs;

static inline void rem_ops_sinc_attrs(rem_ops_call *call, const rem_sinc_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_sinc_plan(rem_context *context, const rem_sinc_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sinc", REM_FORWARD, wish);
  rem_ops_sinc_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sinc_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sinc_bwd_plan(rem_context *context, const rem_sinc_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sinc", REM_BACKWARD, wish);
  rem_ops_sinc_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sinc_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- glu ----
 * The first half of x times the sigmoid of the second. */

typedef struct rem_glu_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
} rem_glu_attrs;

static inline void rem_ops_glu_attrs(rem_ops_call *call, const rem_glu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
}

static inline rem_status rem_glu_plan(rem_context *context, const rem_glu_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "glu", REM_FORWARD, wish);
  rem_ops_glu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_glu_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_glu_bwd_plan(rem_context *context, const rem_glu_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "glu", REM_BACKWARD, wish);
  rem_ops_glu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_glu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- swiglu ----
 * The first half of x times silu of the second. */

typedef struct rem_swiglu_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
} rem_swiglu_attrs;

static inline void rem_ops_swiglu_attrs(rem_ops_call *call, const rem_swiglu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
}

static inline rem_status rem_swiglu_plan(rem_context *context, const rem_swiglu_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "swiglu", REM_FORWARD, wish);
  rem_ops_swiglu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_swiglu_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_swiglu_bwd_plan(rem_context *context, const rem_swiglu_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, rem_tensor *dx,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "swiglu", REM_BACKWARD, wish);
  rem_ops_swiglu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_swiglu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *dx,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- geglu ----
 * The first half of x times gelu of the second. */

typedef struct rem_geglu_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
} rem_geglu_attrs;

static inline void rem_ops_geglu_attrs(rem_ops_call *call, const rem_geglu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
}

static inline rem_status rem_geglu_plan(rem_context *context, const rem_geglu_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "geglu", REM_FORWARD, wish);
  rem_ops_geglu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_geglu_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_geglu_bwd_plan(rem_context *context, const rem_geglu_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "geglu", REM_BACKWARD, wish);
  rem_ops_geglu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_geglu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- reglu ----
 * The first half of x times the second where that is above 0; the gradient at 0 is 0. */

typedef struct rem_reglu_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
} rem_reglu_attrs;

static inline void rem_ops_reglu_attrs(rem_ops_call *call, const rem_reglu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
}

static inline rem_status rem_reglu_plan(rem_context *context, const rem_reglu_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "reglu", REM_FORWARD, wish);
  rem_ops_reglu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_reglu_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_reglu_bwd_plan(rem_context *context, const rem_reglu_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                            rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "reglu", REM_BACKWARD, wish);
  rem_ops_reglu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_reglu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *dx,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- bias_relu ----
 * relu(x + bias); the gradient at 0 is 0. */

typedef struct rem_bias_relu_attrs {
  int32_t none;
} rem_bias_relu_attrs;

static inline void rem_ops_bias_relu_attrs(rem_ops_call *call, const rem_bias_relu_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_bias_relu_plan(rem_context *context,
                                            const rem_bias_relu_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            const rem_tensor *bias, rem_tensor *y,
                                            rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_relu", REM_FORWARD, wish);
  rem_ops_bias_relu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_relu_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *bias, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = bias;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_bias_relu_bwd_plan(rem_context *context,
                                                const rem_bias_relu_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *bias,
                                                rem_tensor *dx, rem_tensor *dbias,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_relu", REM_BACKWARD, wish);
  rem_ops_bias_relu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_relu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *bias,
                                               const rem_tensor *dx, const rem_tensor *dbias,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = bias;
  tensors[3] = dx;
  tensors[4] = dbias;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- bias_gelu ----
 * gelu(x + bias), with gelu's approximate. */

typedef struct rem_bias_gelu_attrs {
  const char *approximate; /* none|tanh; NULL: none */
} rem_bias_gelu_attrs;

static inline void rem_ops_bias_gelu_attrs(rem_ops_call *call, const rem_bias_gelu_attrs *attrs) {
  if (!attrs) return;
  if (attrs->approximate) rem_ops_attr(call, "approximate", REM_ATTR_TEXT)->v.s = attrs->approximate;
}

static inline rem_status rem_bias_gelu_plan(rem_context *context,
                                            const rem_bias_gelu_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            const rem_tensor *bias, rem_tensor *y,
                                            rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_gelu", REM_FORWARD, wish);
  rem_ops_bias_gelu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_gelu_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *bias, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = bias;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_bias_gelu_bwd_plan(rem_context *context,
                                                const rem_bias_gelu_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *bias,
                                                rem_tensor *dx, rem_tensor *dbias,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_gelu", REM_BACKWARD, wish);
  rem_ops_bias_gelu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_gelu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *bias,
                                               const rem_tensor *dx, const rem_tensor *dbias,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = bias;
  tensors[3] = dx;
  tensors[4] = dbias;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- bias_silu ----
 * silu(x + bias); 0 at -infinity. */

typedef struct rem_bias_silu_attrs {
  int32_t none;
} rem_bias_silu_attrs;

static inline void rem_ops_bias_silu_attrs(rem_ops_call *call, const rem_bias_silu_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_bias_silu_plan(rem_context *context,
                                            const rem_bias_silu_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            const rem_tensor *bias, rem_tensor *y,
                                            rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_silu", REM_FORWARD, wish);
  rem_ops_bias_silu_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_silu_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *bias, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = bias;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_bias_silu_bwd_plan(rem_context *context,
                                                const rem_bias_silu_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *bias,
                                                rem_tensor *dx, rem_tensor *dbias,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_silu", REM_BACKWARD, wish);
  rem_ops_bias_silu_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_silu_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *bias,
                                               const rem_tensor *dx, const rem_tensor *dbias,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = bias;
  tensors[3] = dx;
  tensors[4] = dbias;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- bias_sigmoid ----
 * sigmoid(x + bias). */

typedef struct rem_bias_sigmoid_attrs {
  int32_t none;
} rem_bias_sigmoid_attrs;

static inline void rem_ops_bias_sigmoid_attrs(rem_ops_call *call, const rem_bias_sigmoid_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_bias_sigmoid_plan(rem_context *context,
                                               const rem_bias_sigmoid_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *x,
                                               const rem_tensor *bias, rem_tensor *y,
                                               rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_sigmoid", REM_FORWARD, wish);
  rem_ops_bias_sigmoid_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_sigmoid_run(const rem_plan *plan, const rem_tensor *x,
                                              const rem_tensor *bias, const rem_tensor *y,
                                              void *workspace, size_t workspace_bytes,
                                              void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = bias;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_bias_sigmoid_bwd_plan(rem_context *context,
                                                   const rem_bias_sigmoid_attrs *attrs,
                                                   const rem_wish *wish, const rem_tensor *dy,
                                                   const rem_tensor *x, const rem_tensor *bias,
                                                   rem_tensor *dx, rem_tensor *dbias,
                                                   rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_sigmoid", REM_BACKWARD, wish);
  rem_ops_bias_sigmoid_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_sigmoid_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                  const rem_tensor *x, const rem_tensor *bias,
                                                  const rem_tensor *dx, const rem_tensor *dbias,
                                                  void *workspace, size_t workspace_bytes,
                                                  void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = bias;
  tensors[3] = dx;
  tensors[4] = dbias;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- bias_tanh ----
 * tanh(x + bias). */

typedef struct rem_bias_tanh_attrs {
  int32_t none;
} rem_bias_tanh_attrs;

static inline void rem_ops_bias_tanh_attrs(rem_ops_call *call, const rem_bias_tanh_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_bias_tanh_plan(rem_context *context,
                                            const rem_bias_tanh_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            const rem_tensor *bias, rem_tensor *y,
                                            rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_tanh", REM_FORWARD, wish);
  rem_ops_bias_tanh_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_tanh_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *bias, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = bias;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_bias_tanh_bwd_plan(rem_context *context,
                                                const rem_bias_tanh_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *bias,
                                                rem_tensor *dx, rem_tensor *dbias,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bias_tanh", REM_BACKWARD, wish);
  rem_ops_bias_tanh_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bias_tanh_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *bias,
                                               const rem_tensor *dx, const rem_tensor *dbias,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = bias;
  tensors[3] = dx;
  tensors[4] = dbias;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- dropout ----
 * x / (1 - p) where it is kept, which happens with probability 1 - p, else 0, of infinities and NaN too. What is kept follows from seed, offset and the place of the element alone, forward and backward (docs/random.md); mask says it. */

typedef struct rem_dropout_attrs {
  int64_t offset; /* 0 by default */
  int32_t has_p; /* 0: p is left out (0.5) */
  double p;
} rem_dropout_attrs;

static inline void rem_ops_dropout_attrs(rem_ops_call *call, const rem_dropout_attrs *attrs) {
  if (!attrs) return;
  if (attrs->offset) rem_ops_attr(call, "offset", REM_ATTR_INT)->v.i = attrs->offset;
  if (attrs->has_p) rem_ops_attr(call, "p", REM_ATTR_REAL)->v.f = attrs->p;
}

static inline rem_status rem_dropout_plan(rem_context *context, const rem_dropout_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          const rem_tensor *seed, rem_tensor *y,
                                          rem_tensor *mask, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "dropout", REM_FORWARD, wish);
  rem_ops_dropout_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, seed);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, mask, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_dropout_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *seed, const rem_tensor *y,
                                         const rem_tensor *mask, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = seed;
  tensors[2] = y;
  tensors[3] = mask;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_dropout_bwd_plan(rem_context *context,
                                              const rem_dropout_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *seed,
                                              rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "dropout", REM_BACKWARD, wish);
  rem_ops_dropout_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, seed);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_dropout_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *seed,
                                             const rem_tensor *dx, void *workspace,
                                             size_t workspace_bytes, void *stream,
                                             rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = seed;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- masked_dropout ----
 * x / (1 - p) where mask is true, else 0, of infinities and NaN too; 0 everywhere where p is 1. */

typedef struct rem_masked_dropout_attrs {
  int32_t has_p; /* 0: p is left out (0.5) */
  double p;
} rem_masked_dropout_attrs;

static inline void rem_ops_masked_dropout_attrs(rem_ops_call *call, const rem_masked_dropout_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_p) rem_ops_attr(call, "p", REM_ATTR_REAL)->v.f = attrs->p;
}

static inline rem_status rem_masked_dropout_plan(rem_context *context,
                                                 const rem_masked_dropout_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *mask,
                                                 const rem_tensor *x, rem_tensor *y,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "masked_dropout", REM_FORWARD, wish);
  rem_ops_masked_dropout_attrs(&call, attrs);
  rem_ops_input(&call, mask);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_masked_dropout_run(const rem_plan *plan, const rem_tensor *mask,
                                                const rem_tensor *x, const rem_tensor *y,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = mask;
  tensors[1] = x;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_masked_dropout_bwd_plan(rem_context *context,
                                                     const rem_masked_dropout_attrs *attrs,
                                                     const rem_wish *wish, const rem_tensor *dy,
                                                     const rem_tensor *mask, const rem_tensor *x,
                                                     rem_tensor *dx, rem_plan **plan,
                                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "masked_dropout", REM_BACKWARD, wish);
  rem_ops_masked_dropout_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, mask);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_masked_dropout_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                    const rem_tensor *mask, const rem_tensor *x,
                                                    const rem_tensor *dx, void *workspace,
                                                    size_t workspace_bytes, void *stream,
                                                    rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = mask;
  tensors[2] = x;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- rotary ----
 * Rotary embedding: each pair (a, b) of x along axis turned by an angle whose cosine and sine are given, for half as many elements along axis, and broadcast. layout=halves pairs x[i] with x[i + d/2], interleaved x[2i] with x[2i + 1]. cos and sin have no gradient. */

typedef struct rem_rotary_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
  const char *layout; /* halves|interleaved; NULL: halves */
} rem_rotary_attrs;

static inline void rem_ops_rotary_attrs(rem_ops_call *call, const rem_rotary_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
  if (attrs->layout) rem_ops_attr(call, "layout", REM_ATTR_TEXT)->v.s = attrs->layout;
}

static inline rem_status rem_rotary_plan(rem_context *context, const rem_rotary_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         const rem_tensor *cos, const rem_tensor *sin,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "rotary", REM_FORWARD, wish);
  rem_ops_rotary_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, cos);
  rem_ops_input(&call, sin);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_rotary_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *cos, const rem_tensor *sin,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = cos;
  tensors[2] = sin;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_rotary_bwd_plan(rem_context *context, const rem_rotary_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *cos,
                                             const rem_tensor *sin, rem_tensor *dx,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "rotary", REM_BACKWARD, wish);
  rem_ops_rotary_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, cos);
  rem_ops_input(&call, sin);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_rotary_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *cos,
                                            const rem_tensor *sin, const rem_tensor *dx,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = cos;
  tensors[3] = sin;
  tensors[4] = dx;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- mse_loss ----
 * (x - target)^2. */

typedef struct rem_mse_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
} rem_mse_loss_attrs;

static inline void rem_ops_mse_loss_attrs(rem_ops_call *call, const rem_mse_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
}

static inline rem_status rem_mse_loss_plan(rem_context *context, const rem_mse_loss_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           const rem_tensor *target, rem_tensor *y,
                                           rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "mse_loss", REM_FORWARD, wish);
  rem_ops_mse_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_mse_loss_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *target, const rem_tensor *y,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_mse_loss_bwd_plan(rem_context *context,
                                               const rem_mse_loss_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *target,
                                               rem_tensor *dx, rem_tensor *dtarget,
                                               rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "mse_loss", REM_BACKWARD, wish);
  rem_ops_mse_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_mse_loss_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *target,
                                              const rem_tensor *dx, const rem_tensor *dtarget,
                                              void *workspace, size_t workspace_bytes,
                                              void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  tensors[4] = dtarget;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- l1_loss ----
 * |x - target|; the gradient at 0 is 0. */

typedef struct rem_l1_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
} rem_l1_loss_attrs;

static inline void rem_ops_l1_loss_attrs(rem_ops_call *call, const rem_l1_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
}

static inline rem_status rem_l1_loss_plan(rem_context *context, const rem_l1_loss_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          const rem_tensor *target, rem_tensor *y,
                                          rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "l1_loss", REM_FORWARD, wish);
  rem_ops_l1_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_l1_loss_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *target, const rem_tensor *y,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_l1_loss_bwd_plan(rem_context *context,
                                              const rem_l1_loss_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *target,
                                              rem_tensor *dx, rem_tensor *dtarget,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "l1_loss", REM_BACKWARD, wish);
  rem_ops_l1_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_l1_loss_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *target,
                                             const rem_tensor *dx, const rem_tensor *dtarget,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  tensors[4] = dtarget;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- smooth_l1_loss ----
 * (x - target)^2 / (2 beta) where |x - target| is below beta, else |x - target| - beta / 2; with beta = 0 the l1_loss. */

typedef struct rem_smooth_l1_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
  int32_t has_beta; /* 0: beta is left out (1) */
  double beta;
} rem_smooth_l1_loss_attrs;

static inline void rem_ops_smooth_l1_loss_attrs(rem_ops_call *call, const rem_smooth_l1_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->has_beta) rem_ops_attr(call, "beta", REM_ATTR_REAL)->v.f = attrs->beta;
}

static inline rem_status rem_smooth_l1_loss_plan(rem_context *context,
                                                 const rem_smooth_l1_loss_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *x,
                                                 const rem_tensor *target, rem_tensor *y,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "smooth_l1_loss", REM_FORWARD, wish);
  rem_ops_smooth_l1_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_smooth_l1_loss_run(const rem_plan *plan, const rem_tensor *x,
                                                const rem_tensor *target, const rem_tensor *y,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_smooth_l1_loss_bwd_plan(rem_context *context,
                                                     const rem_smooth_l1_loss_attrs *attrs,
                                                     const rem_wish *wish, const rem_tensor *dy,
                                                     const rem_tensor *x,
                                                     const rem_tensor *target, rem_tensor *dx,
                                                     rem_tensor *dtarget, rem_plan **plan,
                                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "smooth_l1_loss", REM_BACKWARD, wish);
  rem_ops_smooth_l1_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_smooth_l1_loss_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                    const rem_tensor *x,
                                                    const rem_tensor *target,
                                                    const rem_tensor *dx,
                                                    const rem_tensor *dtarget, void *workspace,
                                                    size_t workspace_bytes, void *stream,
                                                    rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  tensors[4] = dtarget;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- huber_loss ----
 * (x - target)^2 / 2 where |x - target| is below delta, else delta (|x - target| - delta / 2). */

typedef struct rem_huber_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
  int32_t has_delta; /* 0: delta is left out (1) */
  double delta;
} rem_huber_loss_attrs;

static inline void rem_ops_huber_loss_attrs(rem_ops_call *call, const rem_huber_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->has_delta) rem_ops_attr(call, "delta", REM_ATTR_REAL)->v.f = attrs->delta;
}

static inline rem_status rem_huber_loss_plan(rem_context *context,
                                             const rem_huber_loss_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             const rem_tensor *target, rem_tensor *y,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "huber_loss", REM_FORWARD, wish);
  rem_ops_huber_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_huber_loss_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *target, const rem_tensor *y,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_huber_loss_bwd_plan(rem_context *context,
                                                 const rem_huber_loss_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, const rem_tensor *target,
                                                 rem_tensor *dx, rem_tensor *dtarget,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "huber_loss", REM_BACKWARD, wish);
  rem_ops_huber_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_huber_loss_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *target,
                                                const rem_tensor *dx, const rem_tensor *dtarget,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  tensors[4] = dtarget;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- bce_loss ----
 * -weight (target log(x) + (1 - target) log(1 - x)), logarithms from -100 on; NaN where x is not within 0 to 1. The gradient of x divides by x (1 - x), or by 1e-12 where that is less. */

typedef struct rem_bce_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
} rem_bce_loss_attrs;

static inline void rem_ops_bce_loss_attrs(rem_ops_call *call, const rem_bce_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
}

static inline rem_status rem_bce_loss_plan(rem_context *context, const rem_bce_loss_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           const rem_tensor *target, const rem_tensor *weight,
                                           rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bce_loss", REM_FORWARD, wish);
  rem_ops_bce_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bce_loss_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *target, const rem_tensor *weight,
                                          const rem_tensor *y, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = weight;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_bce_loss_bwd_plan(rem_context *context,
                                               const rem_bce_loss_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *target,
                                               const rem_tensor *weight, rem_tensor *dx,
                                               rem_tensor *dtarget, rem_plan **plan,
                                               rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bce_loss", REM_BACKWARD, wish);
  rem_ops_bce_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bce_loss_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *target,
                                              const rem_tensor *weight, const rem_tensor *dx,
                                              const rem_tensor *dtarget, void *workspace,
                                              size_t workspace_bytes, void *stream,
                                              rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = weight;
  tensors[4] = dx;
  tensors[5] = dtarget;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

/* ---- bce_with_logits_loss ----
 * bce_loss of sigmoid(x), target log(...) times pos_weight, without overflow or cancellation far from 0. */

typedef struct rem_bce_with_logits_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
} rem_bce_with_logits_loss_attrs;

static inline void rem_ops_bce_with_logits_loss_attrs(rem_ops_call *call, const rem_bce_with_logits_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
}

static inline rem_status rem_bce_with_logits_loss_plan(rem_context *context,
                                                       const rem_bce_with_logits_loss_attrs *attrs,
                                                       const rem_wish *wish, const rem_tensor *x,
                                                       const rem_tensor *target,
                                                       const rem_tensor *weight,
                                                       const rem_tensor *pos_weight,
                                                       rem_tensor *y, rem_plan **plan,
                                                       rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bce_with_logits_loss", REM_FORWARD, wish);
  rem_ops_bce_with_logits_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, pos_weight);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bce_with_logits_loss_run(const rem_plan *plan, const rem_tensor *x,
                                                      const rem_tensor *target,
                                                      const rem_tensor *weight,
                                                      const rem_tensor *pos_weight,
                                                      const rem_tensor *y, void *workspace,
                                                      size_t workspace_bytes, void *stream,
                                                      rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = weight;
  tensors[3] = pos_weight;
  tensors[4] = y;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_bce_with_logits_loss_bwd_plan(rem_context *context,
                                                           const rem_bce_with_logits_loss_attrs *attrs,
                                                           const rem_wish *wish,
                                                           const rem_tensor *dy,
                                                           const rem_tensor *x,
                                                           const rem_tensor *target,
                                                           const rem_tensor *weight,
                                                           const rem_tensor *pos_weight,
                                                           rem_tensor *dx, rem_tensor *dtarget,
                                                           rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bce_with_logits_loss", REM_BACKWARD, wish);
  rem_ops_bce_with_logits_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, pos_weight);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bce_with_logits_loss_bwd_run(const rem_plan *plan,
                                                          const rem_tensor *dy,
                                                          const rem_tensor *x,
                                                          const rem_tensor *target,
                                                          const rem_tensor *weight,
                                                          const rem_tensor *pos_weight,
                                                          const rem_tensor *dx,
                                                          const rem_tensor *dtarget,
                                                          void *workspace,
                                                          size_t workspace_bytes, void *stream,
                                                          rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = weight;
  tensors[4] = pos_weight;
  tensors[5] = dx;
  tensors[6] = dtarget;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- kl_div ----
 * target (log(target) - x), where x is the logarithm of a probability, and target one or with log_target its logarithm; 0 where it is none, unless x is NaN, and so is the gradient of target there. */

typedef struct rem_kl_div_attrs {
  const char *reduction; /* mean|sum|none|batchmean; NULL: mean */
  int64_t log_target; /* 0 by default */
} rem_kl_div_attrs;

static inline void rem_ops_kl_div_attrs(rem_ops_call *call, const rem_kl_div_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->log_target) rem_ops_attr(call, "log_target", REM_ATTR_INT)->v.i = attrs->log_target;
}

static inline rem_status rem_kl_div_plan(rem_context *context, const rem_kl_div_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         const rem_tensor *target, rem_tensor *y,
                                         rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "kl_div", REM_FORWARD, wish);
  rem_ops_kl_div_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_kl_div_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *target, const rem_tensor *y,
                                        void *workspace, size_t workspace_bytes, void *stream,
                                        rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_kl_div_bwd_plan(rem_context *context, const rem_kl_div_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *target,
                                             rem_tensor *dx, rem_tensor *dtarget,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "kl_div", REM_BACKWARD, wish);
  rem_ops_kl_div_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_kl_div_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *target,
                                            const rem_tensor *dx, const rem_tensor *dtarget,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  tensors[4] = dtarget;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- poisson_nll_loss ----
 * exp(x) - target x, or without log_input x - target log(x + eps), for counts that follow Poisson; with full Stirling's target log(target) - target + log(2 pi target) / 2 is added for targets above 1. */

typedef struct rem_poisson_nll_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
  int32_t has_log_input; /* 0: log_input is left out (1) */
  int64_t log_input;
  int64_t full; /* 0 by default */
  int32_t has_eps; /* 0: eps is left out (1e-8) */
  double eps;
} rem_poisson_nll_loss_attrs;

static inline void rem_ops_poisson_nll_loss_attrs(rem_ops_call *call, const rem_poisson_nll_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->has_log_input) rem_ops_attr(call, "log_input", REM_ATTR_INT)->v.i = attrs->log_input;
  if (attrs->full) rem_ops_attr(call, "full", REM_ATTR_INT)->v.i = attrs->full;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_poisson_nll_loss_plan(rem_context *context,
                                                   const rem_poisson_nll_loss_attrs *attrs,
                                                   const rem_wish *wish, const rem_tensor *x,
                                                   const rem_tensor *target, rem_tensor *y,
                                                   rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "poisson_nll_loss", REM_FORWARD, wish);
  rem_ops_poisson_nll_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_poisson_nll_loss_run(const rem_plan *plan, const rem_tensor *x,
                                                  const rem_tensor *target, const rem_tensor *y,
                                                  void *workspace, size_t workspace_bytes,
                                                  void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_poisson_nll_loss_bwd_plan(rem_context *context,
                                                       const rem_poisson_nll_loss_attrs *attrs,
                                                       const rem_wish *wish,
                                                       const rem_tensor *dy, const rem_tensor *x,
                                                       const rem_tensor *target, rem_tensor *dx,
                                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "poisson_nll_loss", REM_BACKWARD, wish);
  rem_ops_poisson_nll_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_poisson_nll_loss_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                      const rem_tensor *x,
                                                      const rem_tensor *target,
                                                      const rem_tensor *dx, void *workspace,
                                                      size_t workspace_bytes, void *stream,
                                                      rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- gaussian_nll_loss ----
 * (log(v) + (x - target)^2 / v) / 2, where v is var or eps where that is more; with full log(2 pi) / 2 is added. NaN where var is below 0; the gradient of var is that of v. */

typedef struct rem_gaussian_nll_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
  int64_t full; /* 0 by default */
  int32_t has_eps; /* 0: eps is left out (1e-6) */
  double eps;
} rem_gaussian_nll_loss_attrs;

static inline void rem_ops_gaussian_nll_loss_attrs(rem_ops_call *call, const rem_gaussian_nll_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->full) rem_ops_attr(call, "full", REM_ATTR_INT)->v.i = attrs->full;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_gaussian_nll_loss_plan(rem_context *context,
                                                    const rem_gaussian_nll_loss_attrs *attrs,
                                                    const rem_wish *wish, const rem_tensor *x,
                                                    const rem_tensor *target,
                                                    const rem_tensor *var, rem_tensor *y,
                                                    rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "gaussian_nll_loss", REM_FORWARD, wish);
  rem_ops_gaussian_nll_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, var);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_gaussian_nll_loss_run(const rem_plan *plan, const rem_tensor *x,
                                                   const rem_tensor *target,
                                                   const rem_tensor *var, const rem_tensor *y,
                                                   void *workspace, size_t workspace_bytes,
                                                   void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = var;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_gaussian_nll_loss_bwd_plan(rem_context *context,
                                                        const rem_gaussian_nll_loss_attrs *attrs,
                                                        const rem_wish *wish,
                                                        const rem_tensor *dy,
                                                        const rem_tensor *x,
                                                        const rem_tensor *target,
                                                        const rem_tensor *var, rem_tensor *dx,
                                                        rem_tensor *dtarget, rem_tensor *dvar,
                                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "gaussian_nll_loss", REM_BACKWARD, wish);
  rem_ops_gaussian_nll_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, var);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  rem_ops_output(&call, dvar, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_gaussian_nll_loss_bwd_run(const rem_plan *plan,
                                                       const rem_tensor *dy, const rem_tensor *x,
                                                       const rem_tensor *target,
                                                       const rem_tensor *var,
                                                       const rem_tensor *dx,
                                                       const rem_tensor *dtarget,
                                                       const rem_tensor *dvar, void *workspace,
                                                       size_t workspace_bytes, void *stream,
                                                       rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = var;
  tensors[4] = dx;
  tensors[5] = dtarget;
  tensors[6] = dvar;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- hinge_embedding_loss ----
 * x where target is 1, and max(0, margin - x) where it is -1; the sum of both where it is neither. The gradient where x is margin is that below. */

typedef struct rem_hinge_embedding_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
  int32_t has_margin; /* 0: margin is left out (1) */
  double margin;
} rem_hinge_embedding_loss_attrs;

static inline void rem_ops_hinge_embedding_loss_attrs(rem_ops_call *call, const rem_hinge_embedding_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->has_margin) rem_ops_attr(call, "margin", REM_ATTR_REAL)->v.f = attrs->margin;
}

static inline rem_status rem_hinge_embedding_loss_plan(rem_context *context,
                                                       const rem_hinge_embedding_loss_attrs *attrs,
                                                       const rem_wish *wish, const rem_tensor *x,
                                                       const rem_tensor *target, rem_tensor *y,
                                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hinge_embedding_loss", REM_FORWARD, wish);
  rem_ops_hinge_embedding_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hinge_embedding_loss_run(const rem_plan *plan, const rem_tensor *x,
                                                      const rem_tensor *target,
                                                      const rem_tensor *y, void *workspace,
                                                      size_t workspace_bytes, void *stream,
                                                      rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_hinge_embedding_loss_bwd_plan(rem_context *context,
                                                           const rem_hinge_embedding_loss_attrs *attrs,
                                                           const rem_wish *wish,
                                                           const rem_tensor *dy,
                                                           const rem_tensor *x,
                                                           const rem_tensor *target,
                                                           rem_tensor *dx, rem_plan **plan,
                                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "hinge_embedding_loss", REM_BACKWARD, wish);
  rem_ops_hinge_embedding_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_hinge_embedding_loss_bwd_run(const rem_plan *plan,
                                                          const rem_tensor *dy,
                                                          const rem_tensor *x,
                                                          const rem_tensor *target,
                                                          const rem_tensor *dx, void *workspace,
                                                          size_t workspace_bytes, void *stream,
                                                          rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- soft_margin_loss ----
 * log(1 + exp(-target x)), without overflow. */

typedef struct rem_soft_margin_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
} rem_soft_margin_loss_attrs;

static inline void rem_ops_soft_margin_loss_attrs(rem_ops_call *call, const rem_soft_margin_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
}

static inline rem_status rem_soft_margin_loss_plan(rem_context *context,
                                                   const rem_soft_margin_loss_attrs *attrs,
                                                   const rem_wish *wish, const rem_tensor *x,
                                                   const rem_tensor *target, rem_tensor *y,
                                                   rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "soft_margin_loss", REM_FORWARD, wish);
  rem_ops_soft_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_soft_margin_loss_run(const rem_plan *plan, const rem_tensor *x,
                                                  const rem_tensor *target, const rem_tensor *y,
                                                  void *workspace, size_t workspace_bytes,
                                                  void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_soft_margin_loss_bwd_plan(rem_context *context,
                                                       const rem_soft_margin_loss_attrs *attrs,
                                                       const rem_wish *wish,
                                                       const rem_tensor *dy, const rem_tensor *x,
                                                       const rem_tensor *target, rem_tensor *dx,
                                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "soft_margin_loss", REM_BACKWARD, wish);
  rem_ops_soft_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_soft_margin_loss_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                      const rem_tensor *x,
                                                      const rem_tensor *target,
                                                      const rem_tensor *dx, void *workspace,
                                                      size_t workspace_bytes, void *stream,
                                                      rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- margin_ranking_loss ----
 * max(0, margin - target (a - b)), where target is 1 if a should be the larger, and -1 if b should. The gradient where that is 0 is that above. */

typedef struct rem_margin_ranking_loss_attrs {
  const char *reduction; /* mean|sum|none; NULL: mean */
  double margin; /* 0 by default */
} rem_margin_ranking_loss_attrs;

static inline void rem_ops_margin_ranking_loss_attrs(rem_ops_call *call, const rem_margin_ranking_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  rem_ops_attr(call, "margin", REM_ATTR_REAL)->v.f = attrs->margin;
}

static inline rem_status rem_margin_ranking_loss_plan(rem_context *context,
                                                      const rem_margin_ranking_loss_attrs *attrs,
                                                      const rem_wish *wish, const rem_tensor *a,
                                                      const rem_tensor *b,
                                                      const rem_tensor *target, rem_tensor *y,
                                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "margin_ranking_loss", REM_FORWARD, wish);
  rem_ops_margin_ranking_loss_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_margin_ranking_loss_run(const rem_plan *plan, const rem_tensor *a,
                                                     const rem_tensor *b,
                                                     const rem_tensor *target,
                                                     const rem_tensor *y, void *workspace,
                                                     size_t workspace_bytes, void *stream,
                                                     rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = target;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_margin_ranking_loss_bwd_plan(rem_context *context,
                                                          const rem_margin_ranking_loss_attrs *attrs,
                                                          const rem_wish *wish,
                                                          const rem_tensor *dy,
                                                          const rem_tensor *a,
                                                          const rem_tensor *b,
                                                          const rem_tensor *target,
                                                          rem_tensor *da, rem_tensor *db,
                                                          rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "margin_ranking_loss", REM_BACKWARD, wish);
  rem_ops_margin_ranking_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, target);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_margin_ranking_loss_bwd_run(const rem_plan *plan,
                                                         const rem_tensor *dy,
                                                         const rem_tensor *a,
                                                         const rem_tensor *b,
                                                         const rem_tensor *target,
                                                         const rem_tensor *da,
                                                         const rem_tensor *db, void *workspace,
                                                         size_t workspace_bytes, void *stream,
                                                         rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = target;
  tensors[4] = da;
  tensors[5] = db;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

/* ---- eq ----
 * Whether a is b. */

typedef struct rem_eq_attrs {
  int32_t none;
} rem_eq_attrs;

static inline void rem_ops_eq_attrs(rem_ops_call *call, const rem_eq_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_eq_plan(rem_context *context, const rem_eq_attrs *attrs,
                                     const rem_wish *wish, const rem_tensor *a,
                                     const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "eq", REM_FORWARD, wish);
  rem_ops_eq_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_eq_run(const rem_plan *plan, const rem_tensor *a,
                                    const rem_tensor *b, const rem_tensor *y, void *workspace,
                                    size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- ne ----
 * Whether a is not b. */

typedef struct rem_ne_attrs {
  int32_t none;
} rem_ne_attrs;

static inline void rem_ops_ne_attrs(rem_ops_call *call, const rem_ne_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_ne_plan(rem_context *context, const rem_ne_attrs *attrs,
                                     const rem_wish *wish, const rem_tensor *a,
                                     const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "ne", REM_FORWARD, wish);
  rem_ops_ne_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_ne_run(const rem_plan *plan, const rem_tensor *a,
                                    const rem_tensor *b, const rem_tensor *y, void *workspace,
                                    size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- lt ----
 * Whether a is less than b. */

typedef struct rem_lt_attrs {
  int32_t none;
} rem_lt_attrs;

static inline void rem_ops_lt_attrs(rem_ops_call *call, const rem_lt_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_lt_plan(rem_context *context, const rem_lt_attrs *attrs,
                                     const rem_wish *wish, const rem_tensor *a,
                                     const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "lt", REM_FORWARD, wish);
  rem_ops_lt_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_lt_run(const rem_plan *plan, const rem_tensor *a,
                                    const rem_tensor *b, const rem_tensor *y, void *workspace,
                                    size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- le ----
 * Whether a is less than b or is b. */

typedef struct rem_le_attrs {
  int32_t none;
} rem_le_attrs;

static inline void rem_ops_le_attrs(rem_ops_call *call, const rem_le_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_le_plan(rem_context *context, const rem_le_attrs *attrs,
                                     const rem_wish *wish, const rem_tensor *a,
                                     const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "le", REM_FORWARD, wish);
  rem_ops_le_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_le_run(const rem_plan *plan, const rem_tensor *a,
                                    const rem_tensor *b, const rem_tensor *y, void *workspace,
                                    size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- gt ----
 * Whether a is greater than b. */

typedef struct rem_gt_attrs {
  int32_t none;
} rem_gt_attrs;

static inline void rem_ops_gt_attrs(rem_ops_call *call, const rem_gt_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_gt_plan(rem_context *context, const rem_gt_attrs *attrs,
                                     const rem_wish *wish, const rem_tensor *a,
                                     const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "gt", REM_FORWARD, wish);
  rem_ops_gt_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_gt_run(const rem_plan *plan, const rem_tensor *a,
                                    const rem_tensor *b, const rem_tensor *y, void *workspace,
                                    size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- ge ----
 * Whether a is greater than b or is b. */

typedef struct rem_ge_attrs {
  int32_t none;
} rem_ge_attrs;

static inline void rem_ops_ge_attrs(rem_ops_call *call, const rem_ge_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_ge_plan(rem_context *context, const rem_ge_attrs *attrs,
                                     const rem_wish *wish, const rem_tensor *a,
                                     const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "ge", REM_FORWARD, wish);
  rem_ops_ge_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_ge_run(const rem_plan *plan, const rem_tensor *a,
                                    const rem_tensor *b, const rem_tensor *y, void *workspace,
                                    size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- logical_and ----
 * Whether a and b are both not 0. */

typedef struct rem_logical_and_attrs {
  int32_t none;
} rem_logical_and_attrs;

static inline void rem_ops_logical_and_attrs(rem_ops_call *call, const rem_logical_and_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_logical_and_plan(rem_context *context,
                                              const rem_logical_and_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *a,
                                              const rem_tensor *b, rem_tensor *y,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logical_and", REM_FORWARD, wish);
  rem_ops_logical_and_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logical_and_run(const rem_plan *plan, const rem_tensor *a,
                                             const rem_tensor *b, const rem_tensor *y,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- logical_or ----
 * Whether a or b is not 0. */

typedef struct rem_logical_or_attrs {
  int32_t none;
} rem_logical_or_attrs;

static inline void rem_ops_logical_or_attrs(rem_ops_call *call, const rem_logical_or_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_logical_or_plan(rem_context *context,
                                             const rem_logical_or_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *a,
                                             const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                             rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logical_or", REM_FORWARD, wish);
  rem_ops_logical_or_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logical_or_run(const rem_plan *plan, const rem_tensor *a,
                                            const rem_tensor *b, const rem_tensor *y,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- logical_xor ----
 * Whether one of a and b is not 0. */

typedef struct rem_logical_xor_attrs {
  int32_t none;
} rem_logical_xor_attrs;

static inline void rem_ops_logical_xor_attrs(rem_ops_call *call, const rem_logical_xor_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_logical_xor_plan(rem_context *context,
                                              const rem_logical_xor_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *a,
                                              const rem_tensor *b, rem_tensor *y,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logical_xor", REM_FORWARD, wish);
  rem_ops_logical_xor_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logical_xor_run(const rem_plan *plan, const rem_tensor *a,
                                             const rem_tensor *b, const rem_tensor *y,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- logical_not ----
 * Whether x is 0. */

typedef struct rem_logical_not_attrs {
  int32_t none;
} rem_logical_not_attrs;

static inline void rem_ops_logical_not_attrs(rem_ops_call *call, const rem_logical_not_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_logical_not_plan(rem_context *context,
                                              const rem_logical_not_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *x,
                                              rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logical_not", REM_FORWARD, wish);
  rem_ops_logical_not_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logical_not_run(const rem_plan *plan, const rem_tensor *x,
                                             const rem_tensor *y, void *workspace,
                                             size_t workspace_bytes, void *stream,
                                             rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- isnan ----
 * Whether x is NaN. */

typedef struct rem_isnan_attrs {
  int32_t none;
} rem_isnan_attrs;

static inline void rem_ops_isnan_attrs(rem_ops_call *call, const rem_isnan_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_isnan_plan(rem_context *context, const rem_isnan_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "isnan", REM_FORWARD, wish);
  rem_ops_isnan_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_isnan_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- isinf ----
 * Whether x is an infinity. */

typedef struct rem_isinf_attrs {
  int32_t none;
} rem_isinf_attrs;

static inline void rem_ops_isinf_attrs(rem_ops_call *call, const rem_isinf_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_isinf_plan(rem_context *context, const rem_isinf_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "isinf", REM_FORWARD, wish);
  rem_ops_isinf_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_isinf_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- isfinite ----
 * Whether x is neither NaN nor an infinity. */

typedef struct rem_isfinite_attrs {
  int32_t none;
} rem_isfinite_attrs;

static inline void rem_ops_isfinite_attrs(rem_ops_call *call, const rem_isfinite_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_isfinite_plan(rem_context *context, const rem_isfinite_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "isfinite", REM_FORWARD, wish);
  rem_ops_isfinite_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_isfinite_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *y, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- signbit ----
 * Whether the sign of x is set: of -0 too. The sign of NaN is not kept: it counts as 0. */

typedef struct rem_signbit_attrs {
  int32_t none;
} rem_signbit_attrs;

static inline void rem_ops_signbit_attrs(rem_ops_call *call, const rem_signbit_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_signbit_plan(rem_context *context, const rem_signbit_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "signbit", REM_FORWARD, wish);
  rem_ops_signbit_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_signbit_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- where ----
 * a where c is true, else b. */

typedef struct rem_where_attrs {
  int32_t none;
} rem_where_attrs;

static inline void rem_ops_where_attrs(rem_ops_call *call, const rem_where_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_where_plan(rem_context *context, const rem_where_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *c,
                                        const rem_tensor *a, const rem_tensor *b, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "where", REM_FORWARD, wish);
  rem_ops_where_attrs(&call, attrs);
  rem_ops_input(&call, c);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_where_run(const rem_plan *plan, const rem_tensor *c,
                                       const rem_tensor *a, const rem_tensor *b,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = c;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_where_bwd_plan(rem_context *context, const rem_where_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *c, const rem_tensor *a,
                                            const rem_tensor *b, rem_tensor *da, rem_tensor *db,
                                            rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "where", REM_BACKWARD, wish);
  rem_ops_where_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, c);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_where_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *c, const rem_tensor *a,
                                           const rem_tensor *b, const rem_tensor *da,
                                           const rem_tensor *db, void *workspace,
                                           size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = dy;
  tensors[1] = c;
  tensors[2] = a;
  tensors[3] = b;
  tensors[4] = da;
  tensors[5] = db;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

/* ---- cast ----
 * x in the dtype of y. A float rounds to nearest even; as an integer it rounds towards 0, is an end of the range where it lies beyond, and 0 where it is NaN. Integers keep their low bits. bool is whether x is not 0. */

typedef struct rem_cast_attrs {
  int32_t none;
} rem_cast_attrs;

static inline void rem_ops_cast_attrs(rem_ops_call *call, const rem_cast_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_cast_plan(rem_context *context, const rem_cast_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cast", REM_FORWARD, wish);
  rem_ops_cast_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cast_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cast_bwd_plan(rem_context *context, const rem_cast_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, rem_tensor *dx, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cast", REM_BACKWARD, wish);
  rem_ops_cast_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cast_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *dx,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- bitwise_and ----
 * The bits that a and b both have. */

typedef struct rem_bitwise_and_attrs {
  int32_t none;
} rem_bitwise_and_attrs;

static inline void rem_ops_bitwise_and_attrs(rem_ops_call *call, const rem_bitwise_and_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_bitwise_and_plan(rem_context *context,
                                              const rem_bitwise_and_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *a,
                                              const rem_tensor *b, rem_tensor *y,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bitwise_and", REM_FORWARD, wish);
  rem_ops_bitwise_and_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bitwise_and_run(const rem_plan *plan, const rem_tensor *a,
                                             const rem_tensor *b, const rem_tensor *y,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- bitwise_or ----
 * The bits that a or b has. */

typedef struct rem_bitwise_or_attrs {
  int32_t none;
} rem_bitwise_or_attrs;

static inline void rem_ops_bitwise_or_attrs(rem_ops_call *call, const rem_bitwise_or_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_bitwise_or_plan(rem_context *context,
                                             const rem_bitwise_or_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *a,
                                             const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                             rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bitwise_or", REM_FORWARD, wish);
  rem_ops_bitwise_or_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bitwise_or_run(const rem_plan *plan, const rem_tensor *a,
                                            const rem_tensor *b, const rem_tensor *y,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- bitwise_xor ----
 * The bits in which a and b differ. */

typedef struct rem_bitwise_xor_attrs {
  int32_t none;
} rem_bitwise_xor_attrs;

static inline void rem_ops_bitwise_xor_attrs(rem_ops_call *call, const rem_bitwise_xor_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_bitwise_xor_plan(rem_context *context,
                                              const rem_bitwise_xor_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *a,
                                              const rem_tensor *b, rem_tensor *y,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bitwise_xor", REM_FORWARD, wish);
  rem_ops_bitwise_xor_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bitwise_xor_run(const rem_plan *plan, const rem_tensor *a,
                                             const rem_tensor *b, const rem_tensor *y,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- bitwise_not ----
 * The bits that x has not; of bool, its contrary. */

typedef struct rem_bitwise_not_attrs {
  int32_t none;
} rem_bitwise_not_attrs;

static inline void rem_ops_bitwise_not_attrs(rem_ops_call *call, const rem_bitwise_not_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_bitwise_not_plan(rem_context *context,
                                              const rem_bitwise_not_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *x,
                                              rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "bitwise_not", REM_FORWARD, wish);
  rem_ops_bitwise_not_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_bitwise_not_run(const rem_plan *plan, const rem_tensor *x,
                                             const rem_tensor *y, void *workspace,
                                             size_t workspace_bytes, void *stream,
                                             rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- shift_left ----
 * a * 2^b; 0 where b is negative or not less than the bits of a's dtype. */

typedef struct rem_shift_left_attrs {
  int32_t none;
} rem_shift_left_attrs;

static inline void rem_ops_shift_left_attrs(rem_ops_call *call, const rem_shift_left_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_shift_left_plan(rem_context *context,
                                             const rem_shift_left_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *a,
                                             const rem_tensor *b, rem_tensor *y, rem_plan **plan,
                                             rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "shift_left", REM_FORWARD, wish);
  rem_ops_shift_left_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_shift_left_run(const rem_plan *plan, const rem_tensor *a,
                                            const rem_tensor *b, const rem_tensor *y,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- shift_right ----
 * a / 2^b downwards; where b is negative or not less than the bits of a's dtype, 0, or -1 if a is negative. */

typedef struct rem_shift_right_attrs {
  int32_t none;
} rem_shift_right_attrs;

static inline void rem_ops_shift_right_attrs(rem_ops_call *call, const rem_shift_right_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_shift_right_plan(rem_context *context,
                                              const rem_shift_right_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *a,
                                              const rem_tensor *b, rem_tensor *y,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "shift_right", REM_FORWARD, wish);
  rem_ops_shift_right_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_shift_right_run(const rem_plan *plan, const rem_tensor *a,
                                             const rem_tensor *b, const rem_tensor *y,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- popcount ----
 * How many bits of x are 1. */

typedef struct rem_popcount_attrs {
  int32_t none;
} rem_popcount_attrs;

static inline void rem_ops_popcount_attrs(rem_ops_call *call, const rem_popcount_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_popcount_plan(rem_context *context, const rem_popcount_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "popcount", REM_FORWARD, wish);
  rem_ops_popcount_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_popcount_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *y, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- clz ----
 * How many bits of x above its highest 1 are 0; all of them for 0. */

typedef struct rem_clz_attrs {
  int32_t none;
} rem_clz_attrs;

static inline void rem_ops_clz_attrs(rem_ops_call *call, const rem_clz_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_clz_plan(rem_context *context, const rem_clz_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "clz", REM_FORWARD, wish);
  rem_ops_clz_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_clz_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- ctz ----
 * How many bits of x below its lowest 1 are 0; all of them for 0. */

typedef struct rem_ctz_attrs {
  int32_t none;
} rem_ctz_attrs;

static inline void rem_ops_ctz_attrs(rem_ops_call *call, const rem_ctz_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_ctz_plan(rem_context *context, const rem_ctz_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "ctz", REM_FORWARD, wish);
  rem_ops_ctz_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_ctz_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- clip_scale ----
 * What gradients of this norm are multiplied by, so that it becomes max_norm at most. */

typedef struct rem_clip_scale_attrs {
  int32_t has_max_norm; /* 0: max_norm is left out (1) */
  double max_norm;
} rem_clip_scale_attrs;

static inline void rem_ops_clip_scale_attrs(rem_ops_call *call, const rem_clip_scale_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_max_norm) rem_ops_attr(call, "max_norm", REM_ATTR_REAL)->v.f = attrs->max_norm;
}

static inline rem_status rem_clip_scale_plan(rem_context *context,
                                             const rem_clip_scale_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *norm,
                                             rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "clip_scale", REM_FORWARD, wish);
  rem_ops_clip_scale_attrs(&call, attrs);
  rem_ops_input(&call, norm);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_clip_scale_run(const rem_plan *plan, const rem_tensor *norm,
                                            const rem_tensor *y, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = norm;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- sum ----
 * Sum over axes. */

typedef struct rem_sum_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_sum_attrs;

static inline void rem_ops_sum_attrs(rem_ops_call *call, const rem_sum_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_sum_plan(rem_context *context, const rem_sum_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sum", REM_FORWARD, wish);
  rem_ops_sum_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sum_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sum_bwd_plan(rem_context *context, const rem_sum_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *y,
                                          rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sum", REM_BACKWARD, wish);
  rem_ops_sum_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sum_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *y,
                                         const rem_tensor *dx, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- mean ----
 * Arithmetic mean over axes; the sum is never rounded to a half type, and where it overflows so does y. */

typedef struct rem_mean_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_mean_attrs;

static inline void rem_ops_mean_attrs(rem_ops_call *call, const rem_mean_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_mean_plan(rem_context *context, const rem_mean_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "mean", REM_FORWARD, wish);
  rem_ops_mean_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_mean_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_mean_bwd_plan(rem_context *context, const rem_mean_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *y,
                                           rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "mean", REM_BACKWARD, wish);
  rem_ops_mean_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_mean_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *y,
                                          const rem_tensor *dx, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- max ----
 * Largest element; NaN if any is NaN; +0 is above -0, and the two tie in the gradient. */

typedef struct rem_max_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
  const char *ties; /* split|all|first|last; NULL: split */
} rem_max_attrs;

static inline void rem_ops_max_attrs(rem_ops_call *call, const rem_max_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
  if (attrs->ties) rem_ops_attr(call, "ties", REM_ATTR_TEXT)->v.s = attrs->ties;
}

static inline rem_status rem_max_plan(rem_context *context, const rem_max_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_tensor *index, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "max", REM_FORWARD, wish);
  rem_ops_max_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, index, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_max_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, const rem_tensor *index,
                                     void *workspace, size_t workspace_bytes, void *stream,
                                     rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = y;
  tensors[2] = index;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_max_bwd_plan(rem_context *context, const rem_max_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *y,
                                          const rem_tensor *index, rem_tensor *dx,
                                          rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "max", REM_BACKWARD, wish);
  rem_ops_max_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_input(&call, index);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_max_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *y,
                                         const rem_tensor *index, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = index;
  tensors[4] = dx;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- min ----
 * Smallest element; NaN if any is NaN; -0 is below +0, and the two tie in the gradient. */

typedef struct rem_min_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
  const char *ties; /* split|all|first|last; NULL: split */
} rem_min_attrs;

static inline void rem_ops_min_attrs(rem_ops_call *call, const rem_min_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
  if (attrs->ties) rem_ops_attr(call, "ties", REM_ATTR_TEXT)->v.s = attrs->ties;
}

static inline rem_status rem_min_plan(rem_context *context, const rem_min_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_tensor *index, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "min", REM_FORWARD, wish);
  rem_ops_min_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, index, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_min_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, const rem_tensor *index,
                                     void *workspace, size_t workspace_bytes, void *stream,
                                     rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = y;
  tensors[2] = index;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_min_bwd_plan(rem_context *context, const rem_min_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *y,
                                          const rem_tensor *index, rem_tensor *dx,
                                          rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "min", REM_BACKWARD, wish);
  rem_ops_min_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_input(&call, index);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_min_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *y,
                                         const rem_tensor *index, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = index;
  tensors[4] = dx;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- prod ----
 * Product over axes, free of intermediate overflow and underflow; its gradient is right with any number of zeros. */

typedef struct rem_prod_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_prod_attrs;

static inline void rem_ops_prod_attrs(rem_ops_call *call, const rem_prod_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_prod_plan(rem_context *context, const rem_prod_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "prod", REM_FORWARD, wish);
  rem_ops_prod_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_prod_run(const rem_plan *plan, const rem_tensor *x,
                                      const rem_tensor *y, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_prod_bwd_plan(rem_context *context, const rem_prod_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *y,
                                           rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "prod", REM_BACKWARD, wish);
  rem_ops_prod_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_prod_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *y,
                                          const rem_tensor *dx, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- norm2 ----
 * Euclidean norm; squares are formed in the compute dtype; the gradient at 0 is 0. */

typedef struct rem_norm2_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_norm2_attrs;

static inline void rem_ops_norm2_attrs(rem_ops_call *call, const rem_norm2_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_norm2_plan(rem_context *context, const rem_norm2_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "norm2", REM_FORWARD, wish);
  rem_ops_norm2_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_norm2_run(const rem_plan *plan, const rem_tensor *x,
                                       const rem_tensor *y, void *workspace,
                                       size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_norm2_bwd_plan(rem_context *context, const rem_norm2_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *y,
                                            rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "norm2", REM_BACKWARD, wish);
  rem_ops_norm2_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_norm2_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                           const rem_tensor *x, const rem_tensor *y,
                                           const rem_tensor *dx, void *workspace,
                                           size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- logsumexp ----
 * Logarithm of the sum of exponentials; rows of -inf give -inf with gradient 0. */

typedef struct rem_logsumexp_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_logsumexp_attrs;

static inline void rem_ops_logsumexp_attrs(rem_ops_call *call, const rem_logsumexp_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_logsumexp_plan(rem_context *context,
                                            const rem_logsumexp_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logsumexp", REM_FORWARD, wish);
  rem_ops_logsumexp_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logsumexp_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *y, void *workspace,
                                           size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_logsumexp_bwd_plan(rem_context *context,
                                                const rem_logsumexp_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *y,
                                                rem_tensor *dx, rem_plan **plan,
                                                rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logsumexp", REM_BACKWARD, wish);
  rem_ops_logsumexp_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logsumexp_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *y,
                                               const rem_tensor *dx, void *workspace,
                                               size_t workspace_bytes, void *stream,
                                               rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- var ----
 * Variance over axes with n - correction degrees of freedom, relative to the row's first element. */

typedef struct rem_var_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
  int32_t has_correction; /* 0: correction is left out (1) */
  double correction;
} rem_var_attrs;

static inline void rem_ops_var_attrs(rem_ops_call *call, const rem_var_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
  if (attrs->has_correction) rem_ops_attr(call, "correction", REM_ATTR_REAL)->v.f = attrs->correction;
}

static inline rem_status rem_var_plan(rem_context *context, const rem_var_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_tensor *mean, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "var", REM_FORWARD, wish);
  rem_ops_var_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, mean, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_var_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, const rem_tensor *mean,
                                     void *workspace, size_t workspace_bytes, void *stream,
                                     rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = y;
  tensors[2] = mean;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_var_bwd_plan(rem_context *context, const rem_var_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *y,
                                          const rem_tensor *mean, rem_tensor *dx,
                                          rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "var", REM_BACKWARD, wish);
  rem_ops_var_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_input(&call, mean);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_var_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *y,
                                         const rem_tensor *mean, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = mean;
  tensors[4] = dx;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- std ----
 * Standard deviation over axes with n - correction degrees of freedom; the gradient at 0 is 0. Squares may overflow. */

typedef struct rem_std_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
  int32_t has_correction; /* 0: correction is left out (1) */
  double correction;
} rem_std_attrs;

static inline void rem_ops_std_attrs(rem_ops_call *call, const rem_std_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
  if (attrs->has_correction) rem_ops_attr(call, "correction", REM_ATTR_REAL)->v.f = attrs->correction;
}

static inline rem_status rem_std_plan(rem_context *context, const rem_std_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_tensor *mean, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "std", REM_FORWARD, wish);
  rem_ops_std_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, mean, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_std_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, const rem_tensor *mean,
                                     void *workspace, size_t workspace_bytes, void *stream,
                                     rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = y;
  tensors[2] = mean;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_std_bwd_plan(rem_context *context, const rem_std_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          const rem_tensor *x, const rem_tensor *y,
                                          const rem_tensor *mean, rem_tensor *dx,
                                          rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "std", REM_BACKWARD, wish);
  rem_ops_std_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_input(&call, mean);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_std_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *x, const rem_tensor *y,
                                         const rem_tensor *mean, const rem_tensor *dx,
                                         void *workspace, size_t workspace_bytes, void *stream,
                                         rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = mean;
  tensors[4] = dx;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- cumsum ----
 * Running sum. A running sum of positive numbers need not be monotone in floating point. */

typedef struct rem_cumsum_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
  int64_t reverse; /* 0 by default */
  int64_t exclusive; /* 0 by default */
} rem_cumsum_attrs;

static inline void rem_ops_cumsum_attrs(rem_ops_call *call, const rem_cumsum_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
  if (attrs->reverse) rem_ops_attr(call, "reverse", REM_ATTR_INT)->v.i = attrs->reverse;
  if (attrs->exclusive) rem_ops_attr(call, "exclusive", REM_ATTR_INT)->v.i = attrs->exclusive;
}

static inline rem_status rem_cumsum_plan(rem_context *context, const rem_cumsum_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cumsum", REM_FORWARD, wish);
  rem_ops_cumsum_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cumsum_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cumsum_bwd_plan(rem_context *context, const rem_cumsum_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *y,
                                             rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cumsum", REM_BACKWARD, wish);
  rem_ops_cumsum_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cumsum_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *y,
                                            const rem_tensor *dx, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- cumprod ----
 * Running product, free of intermediate overflow; its gradient is right with any number of zeros. */

typedef struct rem_cumprod_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
  int64_t reverse; /* 0 by default */
  int64_t exclusive; /* 0 by default */
} rem_cumprod_attrs;

static inline void rem_ops_cumprod_attrs(rem_ops_call *call, const rem_cumprod_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
  if (attrs->reverse) rem_ops_attr(call, "reverse", REM_ATTR_INT)->v.i = attrs->reverse;
  if (attrs->exclusive) rem_ops_attr(call, "exclusive", REM_ATTR_INT)->v.i = attrs->exclusive;
}

static inline rem_status rem_cumprod_plan(rem_context *context, const rem_cumprod_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cumprod", REM_FORWARD, wish);
  rem_ops_cumprod_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cumprod_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cumprod_bwd_plan(rem_context *context,
                                              const rem_cumprod_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *y,
                                              rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cumprod", REM_BACKWARD, wish);
  rem_ops_cumprod_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cumprod_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *y,
                                             const rem_tensor *dx, void *workspace,
                                             size_t workspace_bytes, void *stream,
                                             rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- cummax ----
 * Running maximum; NaN sticks once seen. */

typedef struct rem_cummax_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
  int64_t reverse; /* 0 by default */
  int64_t exclusive; /* 0 by default */
  const char *ties; /* first|last; NULL: first */
} rem_cummax_attrs;

static inline void rem_ops_cummax_attrs(rem_ops_call *call, const rem_cummax_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
  if (attrs->reverse) rem_ops_attr(call, "reverse", REM_ATTR_INT)->v.i = attrs->reverse;
  if (attrs->exclusive) rem_ops_attr(call, "exclusive", REM_ATTR_INT)->v.i = attrs->exclusive;
  if (attrs->ties) rem_ops_attr(call, "ties", REM_ATTR_TEXT)->v.s = attrs->ties;
}

static inline rem_status rem_cummax_plan(rem_context *context, const rem_cummax_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_tensor *index, rem_plan **plan,
                                         rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cummax", REM_FORWARD, wish);
  rem_ops_cummax_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, index, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cummax_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, const rem_tensor *index,
                                        void *workspace, size_t workspace_bytes, void *stream,
                                        rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = y;
  tensors[2] = index;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cummax_bwd_plan(rem_context *context, const rem_cummax_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *y,
                                             const rem_tensor *index, rem_tensor *dx,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cummax", REM_BACKWARD, wish);
  rem_ops_cummax_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_input(&call, index);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cummax_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *y,
                                            const rem_tensor *index, const rem_tensor *dx,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = index;
  tensors[4] = dx;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- cummin ----
 * Running minimum; NaN sticks once seen. */

typedef struct rem_cummin_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
  int64_t reverse; /* 0 by default */
  int64_t exclusive; /* 0 by default */
  const char *ties; /* first|last; NULL: first */
} rem_cummin_attrs;

static inline void rem_ops_cummin_attrs(rem_ops_call *call, const rem_cummin_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
  if (attrs->reverse) rem_ops_attr(call, "reverse", REM_ATTR_INT)->v.i = attrs->reverse;
  if (attrs->exclusive) rem_ops_attr(call, "exclusive", REM_ATTR_INT)->v.i = attrs->exclusive;
  if (attrs->ties) rem_ops_attr(call, "ties", REM_ATTR_TEXT)->v.s = attrs->ties;
}

static inline rem_status rem_cummin_plan(rem_context *context, const rem_cummin_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_tensor *index, rem_plan **plan,
                                         rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cummin", REM_FORWARD, wish);
  rem_ops_cummin_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, index, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cummin_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, const rem_tensor *index,
                                        void *workspace, size_t workspace_bytes, void *stream,
                                        rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = y;
  tensors[2] = index;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cummin_bwd_plan(rem_context *context, const rem_cummin_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *x, const rem_tensor *y,
                                             const rem_tensor *index, rem_tensor *dx,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cummin", REM_BACKWARD, wish);
  rem_ops_cummin_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_input(&call, index);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cummin_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *x, const rem_tensor *y,
                                            const rem_tensor *index, const rem_tensor *dx,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = index;
  tensors[4] = dx;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- logcumsumexp ----
 * Logarithm of the running sum of exponentials; leading -inf stay -inf with gradient 0, +inf sticks and passes its gradient to the first +inf. */

typedef struct rem_logcumsumexp_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
  int64_t reverse; /* 0 by default */
  int64_t exclusive; /* 0 by default */
} rem_logcumsumexp_attrs;

static inline void rem_ops_logcumsumexp_attrs(rem_ops_call *call, const rem_logcumsumexp_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
  if (attrs->reverse) rem_ops_attr(call, "reverse", REM_ATTR_INT)->v.i = attrs->reverse;
  if (attrs->exclusive) rem_ops_attr(call, "exclusive", REM_ATTR_INT)->v.i = attrs->exclusive;
}

static inline rem_status rem_logcumsumexp_plan(rem_context *context,
                                               const rem_logcumsumexp_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *x,
                                               rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logcumsumexp", REM_FORWARD, wish);
  rem_ops_logcumsumexp_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logcumsumexp_run(const rem_plan *plan, const rem_tensor *x,
                                              const rem_tensor *y, void *workspace,
                                              size_t workspace_bytes, void *stream,
                                              rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_logcumsumexp_bwd_plan(rem_context *context,
                                                   const rem_logcumsumexp_attrs *attrs,
                                                   const rem_wish *wish, const rem_tensor *dy,
                                                   const rem_tensor *x, const rem_tensor *y,
                                                   rem_tensor *dx, rem_plan **plan,
                                                   rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "logcumsumexp", REM_BACKWARD, wish);
  rem_ops_logcumsumexp_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_logcumsumexp_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                  const rem_tensor *x, const rem_tensor *y,
                                                  const rem_tensor *dx, void *workspace,
                                                  size_t workspace_bytes, void *stream,
                                                  rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = y;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- linrec ----
 * Linear recurrence y[i] = a[i] * y[i-1] + b[i], with y[-1] = init, or 0 when init is left out. */

typedef struct rem_linrec_attrs {
  int32_t has_axis; /* 0: axis is left out (-1) */
  int64_t axis;
  int64_t reverse; /* 0 by default */
  int64_t exclusive; /* 0 by default */
} rem_linrec_attrs;

static inline void rem_ops_linrec_attrs(rem_ops_call *call, const rem_linrec_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_axis) rem_ops_attr(call, "axis", REM_ATTR_INT)->v.i = attrs->axis;
  if (attrs->reverse) rem_ops_attr(call, "reverse", REM_ATTR_INT)->v.i = attrs->reverse;
  if (attrs->exclusive) rem_ops_attr(call, "exclusive", REM_ATTR_INT)->v.i = attrs->exclusive;
}

static inline rem_status rem_linrec_plan(rem_context *context, const rem_linrec_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *a,
                                         const rem_tensor *b, const rem_tensor *init,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "linrec", REM_FORWARD, wish);
  rem_ops_linrec_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, init);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_linrec_run(const rem_plan *plan, const rem_tensor *a,
                                        const rem_tensor *b, const rem_tensor *init,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = init;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_linrec_bwd_plan(rem_context *context, const rem_linrec_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             const rem_tensor *a, const rem_tensor *y,
                                             const rem_tensor *init, rem_tensor *da,
                                             rem_tensor *db, rem_tensor *dinit, rem_plan **plan,
                                             rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "linrec", REM_BACKWARD, wish);
  rem_ops_linrec_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, y);
  rem_ops_input(&call, init);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  rem_ops_output(&call, dinit, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_linrec_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *a, const rem_tensor *y,
                                            const rem_tensor *init, const rem_tensor *da,
                                            const rem_tensor *db, const rem_tensor *dinit,
                                            void *workspace, size_t workspace_bytes,
                                            void *stream, rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = y;
  tensors[3] = init;
  tensors[4] = da;
  tensors[5] = db;
  tensors[6] = dinit;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- pad ----
 * Extends or crops axes: constant, reflect, replicate, circular or symmetric. */

typedef struct rem_pad_attrs {
  const char *mode; /* constant|reflect|replicate|circular|symmetric; NULL: constant */
  const int64_t *low; /* NULL: zeros */
  int32_t n_low;
  const int64_t *high; /* NULL: zeros */
  int32_t n_high;
  double value; /* 0 by default */
} rem_pad_attrs;

static inline void rem_ops_pad_attrs(rem_ops_call *call, const rem_pad_attrs *attrs) {
  if (!attrs) return;
  if (attrs->mode) rem_ops_attr(call, "mode", REM_ATTR_TEXT)->v.s = attrs->mode;
  if (attrs->low) {
    rem_attr *attr = rem_ops_attr(call, "low", REM_ATTR_INTS);
    attr->v.is = attrs->low;
    attr->n = attrs->n_low;
  }
  if (attrs->high) {
    rem_attr *attr = rem_ops_attr(call, "high", REM_ATTR_INTS);
    attr->v.is = attrs->high;
    attr->n = attrs->n_high;
  }
  rem_ops_attr(call, "value", REM_ATTR_REAL)->v.f = attrs->value;
}

static inline rem_status rem_pad_plan(rem_context *context, const rem_pad_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "pad", REM_FORWARD, wish);
  rem_ops_pad_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_pad_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_pad_bwd_plan(rem_context *context, const rem_pad_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *dy,
                                          rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "pad", REM_BACKWARD, wish);
  rem_ops_pad_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_pad_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                         const rem_tensor *dx, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = dy;
  tensors[1] = dx;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- repeat ----
 * Repeats the tensor along axes; further repeats add leading axes. */

typedef struct rem_repeat_attrs {
  const int64_t *repeats; /* NULL: required */
  int32_t n_repeats;
} rem_repeat_attrs;

static inline void rem_ops_repeat_attrs(rem_ops_call *call, const rem_repeat_attrs *attrs) {
  if (!attrs) return;
  if (attrs->repeats) {
    rem_attr *attr = rem_ops_attr(call, "repeats", REM_ATTR_INTS);
    attr->v.is = attrs->repeats;
    attr->n = attrs->n_repeats;
  }
}

static inline rem_status rem_repeat_plan(rem_context *context, const rem_repeat_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "repeat", REM_FORWARD, wish);
  rem_ops_repeat_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_repeat_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_repeat_bwd_plan(rem_context *context, const rem_repeat_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *dy,
                                             rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "repeat", REM_BACKWARD, wish);
  rem_ops_repeat_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_repeat_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                            const rem_tensor *dx, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = dy;
  tensors[1] = dx;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- embedding ----
 * Rows of a table, by number: y[i] is weight[index[i]]. An index that is no row, below 0 too, gives NaN and has no gradient; nor has the row padding_idx. */

typedef struct rem_embedding_attrs {
  int32_t has_padding_idx; /* 0: padding_idx is left out (-1: none) */
  int64_t padding_idx;
} rem_embedding_attrs;

static inline void rem_ops_embedding_attrs(rem_ops_call *call, const rem_embedding_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_padding_idx) rem_ops_attr(call, "padding_idx", REM_ATTR_INT)->v.i = attrs->padding_idx;
}

static inline rem_status rem_embedding_plan(rem_context *context,
                                            const rem_embedding_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *weight,
                                            const rem_tensor *index, rem_tensor *y,
                                            rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "embedding", REM_FORWARD, wish);
  rem_ops_embedding_attrs(&call, attrs);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, index);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_embedding_run(const rem_plan *plan, const rem_tensor *weight,
                                           const rem_tensor *index, const rem_tensor *y,
                                           void *workspace, size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = weight;
  tensors[1] = index;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_embedding_bwd_plan(rem_context *context,
                                                const rem_embedding_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *index, rem_tensor *dweight,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "embedding", REM_BACKWARD, wish);
  rem_ops_embedding_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, index);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_embedding_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *index,
                                               const rem_tensor *dweight, void *workspace,
                                               size_t workspace_bytes, void *stream,
                                               rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = index;
  tensors[2] = dweight;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- softmax ----
 * Softmax over axes: exp(x - max) over its sum. Elements of -inf get 0, also where all are; infinite ones share. */

typedef struct rem_softmax_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
} rem_softmax_attrs;

static inline void rem_ops_softmax_attrs(rem_ops_call *call, const rem_softmax_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
}

static inline rem_status rem_softmax_plan(rem_context *context, const rem_softmax_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softmax", REM_FORWARD, wish);
  rem_ops_softmax_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softmax_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_softmax_bwd_plan(rem_context *context,
                                              const rem_softmax_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *y, rem_tensor *dx,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softmax", REM_BACKWARD, wish);
  rem_ops_softmax_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softmax_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *y, const rem_tensor *dx,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = y;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- softmin ----
 * Softmax of -x over axes. Elements of +inf get 0, also where all are. */

typedef struct rem_softmin_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
} rem_softmin_attrs;

static inline void rem_ops_softmin_attrs(rem_ops_call *call, const rem_softmin_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
}

static inline rem_status rem_softmin_plan(rem_context *context, const rem_softmin_attrs *attrs,
                                          const rem_wish *wish, const rem_tensor *x,
                                          rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softmin", REM_FORWARD, wish);
  rem_ops_softmin_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softmin_run(const rem_plan *plan, const rem_tensor *x,
                                         const rem_tensor *y, void *workspace,
                                         size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_softmin_bwd_plan(rem_context *context,
                                              const rem_softmin_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *dy,
                                              const rem_tensor *y, rem_tensor *dx,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "softmin", REM_BACKWARD, wish);
  rem_ops_softmin_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_softmin_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                             const rem_tensor *y, const rem_tensor *dx,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = y;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- log_softmax ----
 * Logarithm of softmax over axes; elements of -inf stay so and have gradient 0. */

typedef struct rem_log_softmax_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
} rem_log_softmax_attrs;

static inline void rem_ops_log_softmax_attrs(rem_ops_call *call, const rem_log_softmax_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
}

static inline rem_status rem_log_softmax_plan(rem_context *context,
                                              const rem_log_softmax_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *x,
                                              rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log_softmax", REM_FORWARD, wish);
  rem_ops_log_softmax_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log_softmax_run(const rem_plan *plan, const rem_tensor *x,
                                             const rem_tensor *y, void *workspace,
                                             size_t workspace_bytes, void *stream,
                                             rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_log_softmax_bwd_plan(rem_context *context,
                                                  const rem_log_softmax_attrs *attrs,
                                                  const rem_wish *wish, const rem_tensor *dy,
                                                  const rem_tensor *y, rem_tensor *dx,
                                                  rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "log_softmax", REM_BACKWARD, wish);
  rem_ops_log_softmax_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_log_softmax_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                 const rem_tensor *y, const rem_tensor *dx,
                                                 void *workspace, size_t workspace_bytes,
                                                 void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = y;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- gumbel_softmax ----
 * Softmax of (x + noise) / tau over axes; the noise, of a Gumbel distribution, is the caller's. */

typedef struct rem_gumbel_softmax_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  int32_t has_tau; /* 0: tau is left out (1) */
  double tau;
} rem_gumbel_softmax_attrs;

static inline void rem_ops_gumbel_softmax_attrs(rem_ops_call *call, const rem_gumbel_softmax_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->has_tau) rem_ops_attr(call, "tau", REM_ATTR_REAL)->v.f = attrs->tau;
}

static inline rem_status rem_gumbel_softmax_plan(rem_context *context,
                                                 const rem_gumbel_softmax_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *x,
                                                 const rem_tensor *noise, rem_tensor *y,
                                                 rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "gumbel_softmax", REM_FORWARD, wish);
  rem_ops_gumbel_softmax_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, noise);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_gumbel_softmax_run(const rem_plan *plan, const rem_tensor *x,
                                                const rem_tensor *noise, const rem_tensor *y,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = noise;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_gumbel_softmax_bwd_plan(rem_context *context,
                                                     const rem_gumbel_softmax_attrs *attrs,
                                                     const rem_wish *wish, const rem_tensor *dy,
                                                     const rem_tensor *y, rem_tensor *dx,
                                                     rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "gumbel_softmax", REM_BACKWARD, wish);
  rem_ops_gumbel_softmax_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_gumbel_softmax_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                    const rem_tensor *y, const rem_tensor *dx,
                                                    void *workspace, size_t workspace_bytes,
                                                    void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = y;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- masked_softmax ----
 * Softmax of x * scale + bias over the elements where mask is true; the others get 0 and gradient 0, also where that is the whole row. */

typedef struct rem_masked_softmax_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  int32_t has_scale; /* 0: scale is left out (1) */
  double scale;
} rem_masked_softmax_attrs;

static inline void rem_ops_masked_softmax_attrs(rem_ops_call *call, const rem_masked_softmax_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->has_scale) rem_ops_attr(call, "scale", REM_ATTR_REAL)->v.f = attrs->scale;
}

static inline rem_status rem_masked_softmax_plan(rem_context *context,
                                                 const rem_masked_softmax_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *x,
                                                 const rem_tensor *mask, const rem_tensor *bias,
                                                 rem_tensor *y, rem_plan **plan,
                                                 rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "masked_softmax", REM_FORWARD, wish);
  rem_ops_masked_softmax_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, mask);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_masked_softmax_run(const rem_plan *plan, const rem_tensor *x,
                                                const rem_tensor *mask, const rem_tensor *bias,
                                                const rem_tensor *y, void *workspace,
                                                size_t workspace_bytes, void *stream,
                                                rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = mask;
  tensors[2] = bias;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_masked_softmax_bwd_plan(rem_context *context,
                                                     const rem_masked_softmax_attrs *attrs,
                                                     const rem_wish *wish, const rem_tensor *dy,
                                                     const rem_tensor *y, rem_tensor *dx,
                                                     rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "masked_softmax", REM_BACKWARD, wish);
  rem_ops_masked_softmax_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_masked_softmax_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                    const rem_tensor *y, const rem_tensor *dx,
                                                    void *workspace, size_t workspace_bytes,
                                                    void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = y;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- sparsemax ----
 * Projection of rows onto the probability simplex: max(x - threshold, 0), the threshold such that the row's sum is 1. Elements of -inf get 0, also where all are; infinite ones share; NaN makes the whole row NaN. The threshold is found by Newton's method, in few turns for most rows; more than 2^24 elements above it are counted as f32 adds them, which the bound includes. The gradient is dy less its mean over the elements where y is above 0, and 0 elsewhere, also where y was rounded to 0. */

typedef struct rem_sparsemax_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
} rem_sparsemax_attrs;

static inline void rem_ops_sparsemax_attrs(rem_ops_call *call, const rem_sparsemax_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
}

static inline rem_status rem_sparsemax_plan(rem_context *context,
                                            const rem_sparsemax_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sparsemax", REM_FORWARD, wish);
  rem_ops_sparsemax_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sparsemax_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *y, void *workspace,
                                           size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_sparsemax_bwd_plan(rem_context *context,
                                                const rem_sparsemax_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *y, rem_tensor *dx,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sparsemax", REM_BACKWARD, wish);
  rem_ops_sparsemax_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, y);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sparsemax_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *y, const rem_tensor *dx,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = y;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- layer_norm ----
 * Normalises rows to mean 0 and variance 1 (that of n elements, plus eps), then scales by weight and adds bias. A row with an element that is not finite becomes NaN, its mean and rstd, too; squares may overflow. The gradient takes a given mean as it is: where that is large against the deviation, leave it out. */

typedef struct rem_layer_norm_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  int32_t has_eps; /* 0: eps is left out (1e-5) */
  double eps;
} rem_layer_norm_attrs;

static inline void rem_ops_layer_norm_attrs(rem_ops_call *call, const rem_layer_norm_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_layer_norm_plan(rem_context *context,
                                             const rem_layer_norm_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             const rem_tensor *weight, const rem_tensor *bias,
                                             rem_tensor *y, rem_tensor *mean, rem_tensor *rstd,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "layer_norm", REM_FORWARD, wish);
  rem_ops_layer_norm_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, mean, REM_LEFT_OUT);
  rem_ops_output(&call, rstd, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_layer_norm_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *weight, const rem_tensor *bias,
                                            const rem_tensor *y, const rem_tensor *mean,
                                            const rem_tensor *rstd, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = x;
  tensors[1] = weight;
  tensors[2] = bias;
  tensors[3] = y;
  tensors[4] = mean;
  tensors[5] = rstd;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_layer_norm_bwd_plan(rem_context *context,
                                                 const rem_layer_norm_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, const rem_tensor *weight,
                                                 const rem_tensor *mean, const rem_tensor *rstd,
                                                 rem_tensor *dx, rem_tensor *dweight,
                                                 rem_tensor *dbias, rem_plan **plan,
                                                 rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "layer_norm", REM_BACKWARD, wish);
  rem_ops_layer_norm_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, mean);
  rem_ops_input(&call, rstd);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_layer_norm_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *weight,
                                                const rem_tensor *mean, const rem_tensor *rstd,
                                                const rem_tensor *dx, const rem_tensor *dweight,
                                                const rem_tensor *dbias, void *workspace,
                                                size_t workspace_bytes, void *stream,
                                                rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = weight;
  tensors[3] = mean;
  tensors[4] = rstd;
  tensors[5] = dx;
  tensors[6] = dweight;
  tensors[7] = dbias;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

/* ---- group_norm ----
 * layer_norm of each sample's channels in groups, and all that follows; channels are axis 1, and have one weight and bias each. */

typedef struct rem_group_norm_attrs {
  int32_t has_groups; /* 0: groups is left out (1) */
  int64_t groups;
  int32_t has_eps; /* 0: eps is left out (1e-5) */
  double eps;
} rem_group_norm_attrs;

static inline void rem_ops_group_norm_attrs(rem_ops_call *call, const rem_group_norm_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_groups) rem_ops_attr(call, "groups", REM_ATTR_INT)->v.i = attrs->groups;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_group_norm_plan(rem_context *context,
                                             const rem_group_norm_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             const rem_tensor *weight, const rem_tensor *bias,
                                             rem_tensor *y, rem_tensor *mean, rem_tensor *rstd,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "group_norm", REM_FORWARD, wish);
  rem_ops_group_norm_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, mean, REM_LEFT_OUT);
  rem_ops_output(&call, rstd, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_group_norm_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *weight, const rem_tensor *bias,
                                            const rem_tensor *y, const rem_tensor *mean,
                                            const rem_tensor *rstd, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = x;
  tensors[1] = weight;
  tensors[2] = bias;
  tensors[3] = y;
  tensors[4] = mean;
  tensors[5] = rstd;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_group_norm_bwd_plan(rem_context *context,
                                                 const rem_group_norm_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, const rem_tensor *weight,
                                                 const rem_tensor *mean, const rem_tensor *rstd,
                                                 rem_tensor *dx, rem_tensor *dweight,
                                                 rem_tensor *dbias, rem_plan **plan,
                                                 rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "group_norm", REM_BACKWARD, wish);
  rem_ops_group_norm_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, mean);
  rem_ops_input(&call, rstd);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_group_norm_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *weight,
                                                const rem_tensor *mean, const rem_tensor *rstd,
                                                const rem_tensor *dx, const rem_tensor *dweight,
                                                const rem_tensor *dbias, void *workspace,
                                                size_t workspace_bytes, void *stream,
                                                rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = weight;
  tensors[3] = mean;
  tensors[4] = rstd;
  tensors[5] = dx;
  tensors[6] = dweight;
  tensors[7] = dbias;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

/* ---- instance_norm ----
 * layer_norm of each channel of each sample; channels are axis 1, and have one weight and bias each. */

typedef struct rem_instance_norm_attrs {
  int32_t has_eps; /* 0: eps is left out (1e-5) */
  double eps;
} rem_instance_norm_attrs;

static inline void rem_ops_instance_norm_attrs(rem_ops_call *call, const rem_instance_norm_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_instance_norm_plan(rem_context *context,
                                                const rem_instance_norm_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *x,
                                                const rem_tensor *weight, const rem_tensor *bias,
                                                rem_tensor *y, rem_tensor *mean,
                                                rem_tensor *rstd, rem_plan **plan,
                                                rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "instance_norm", REM_FORWARD, wish);
  rem_ops_instance_norm_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, mean, REM_LEFT_OUT);
  rem_ops_output(&call, rstd, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_instance_norm_run(const rem_plan *plan, const rem_tensor *x,
                                               const rem_tensor *weight, const rem_tensor *bias,
                                               const rem_tensor *y, const rem_tensor *mean,
                                               const rem_tensor *rstd, void *workspace,
                                               size_t workspace_bytes, void *stream,
                                               rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = x;
  tensors[1] = weight;
  tensors[2] = bias;
  tensors[3] = y;
  tensors[4] = mean;
  tensors[5] = rstd;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_instance_norm_bwd_plan(rem_context *context,
                                                    const rem_instance_norm_attrs *attrs,
                                                    const rem_wish *wish, const rem_tensor *dy,
                                                    const rem_tensor *x,
                                                    const rem_tensor *weight,
                                                    const rem_tensor *mean,
                                                    const rem_tensor *rstd, rem_tensor *dx,
                                                    rem_tensor *dweight, rem_tensor *dbias,
                                                    rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "instance_norm", REM_BACKWARD, wish);
  rem_ops_instance_norm_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, mean);
  rem_ops_input(&call, rstd);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_instance_norm_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                   const rem_tensor *x, const rem_tensor *weight,
                                                   const rem_tensor *mean,
                                                   const rem_tensor *rstd, const rem_tensor *dx,
                                                   const rem_tensor *dweight,
                                                   const rem_tensor *dbias, void *workspace,
                                                   size_t workspace_bytes, void *stream,
                                                   rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = weight;
  tensors[3] = mean;
  tensors[4] = rstd;
  tensors[5] = dx;
  tensors[6] = dweight;
  tensors[7] = dbias;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

/* ---- batch_norm ----
 * layer_norm of each channel over all samples; channels are axis 1, and have one weight and bias each. next_mean and next_var are running_mean and running_var moved towards this batch by momentum, from the batch's mean and rstd; the variance then is that of n - 1 elements. */

typedef struct rem_batch_norm_attrs {
  int32_t has_eps; /* 0: eps is left out (1e-5) */
  double eps;
  int32_t has_momentum; /* 0: momentum is left out (0.1) */
  double momentum;
} rem_batch_norm_attrs;

static inline void rem_ops_batch_norm_attrs(rem_ops_call *call, const rem_batch_norm_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
  if (attrs->has_momentum) rem_ops_attr(call, "momentum", REM_ATTR_REAL)->v.f = attrs->momentum;
}

static inline rem_status rem_batch_norm_plan(rem_context *context,
                                             const rem_batch_norm_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *x,
                                             const rem_tensor *weight, const rem_tensor *bias,
                                             rem_tensor *y, rem_tensor *mean, rem_tensor *rstd,
                                             const rem_tensor *running_mean,
                                             const rem_tensor *running_var,
                                             rem_tensor *next_mean, rem_tensor *next_var,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "batch_norm", REM_FORWARD, wish);
  rem_ops_batch_norm_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, mean, REM_LEFT_OUT);
  rem_ops_output(&call, rstd, REM_LEFT_OUT);
  rem_ops_input(&call, running_mean);
  rem_ops_input(&call, running_var);
  rem_ops_output(&call, next_mean, REM_LEFT_OUT);
  rem_ops_output(&call, next_var, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_batch_norm_run(const rem_plan *plan, const rem_tensor *x,
                                            const rem_tensor *weight, const rem_tensor *bias,
                                            const rem_tensor *y, const rem_tensor *mean,
                                            const rem_tensor *rstd,
                                            const rem_tensor *running_mean,
                                            const rem_tensor *running_var,
                                            const rem_tensor *next_mean,
                                            const rem_tensor *next_var, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[10];
  tensors[0] = x;
  tensors[1] = weight;
  tensors[2] = bias;
  tensors[3] = y;
  tensors[4] = mean;
  tensors[5] = rstd;
  tensors[6] = running_mean;
  tensors[7] = running_var;
  tensors[8] = next_mean;
  tensors[9] = next_var;
  return rem_ops_run(plan, tensors, 10, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_batch_norm_bwd_plan(rem_context *context,
                                                 const rem_batch_norm_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *dy,
                                                 const rem_tensor *x, const rem_tensor *weight,
                                                 const rem_tensor *mean, const rem_tensor *rstd,
                                                 rem_tensor *dx, rem_tensor *dweight,
                                                 rem_tensor *dbias, rem_plan **plan,
                                                 rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "batch_norm", REM_BACKWARD, wish);
  rem_ops_batch_norm_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, mean);
  rem_ops_input(&call, rstd);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_batch_norm_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                const rem_tensor *x, const rem_tensor *weight,
                                                const rem_tensor *mean, const rem_tensor *rstd,
                                                const rem_tensor *dx, const rem_tensor *dweight,
                                                const rem_tensor *dbias, void *workspace,
                                                size_t workspace_bytes, void *stream,
                                                rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = weight;
  tensors[3] = mean;
  tensors[4] = rstd;
  tensors[5] = dx;
  tensors[6] = dweight;
  tensors[7] = dbias;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

/* ---- batch_norm_inference ----
 * Normalises channels, axis 1, with a mean and a variance that are given, then scales by weight and adds bias. */

typedef struct rem_batch_norm_inference_attrs {
  int32_t has_eps; /* 0: eps is left out (1e-5) */
  double eps;
} rem_batch_norm_inference_attrs;

static inline void rem_ops_batch_norm_inference_attrs(rem_ops_call *call, const rem_batch_norm_inference_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_batch_norm_inference_plan(rem_context *context,
                                                       const rem_batch_norm_inference_attrs *attrs,
                                                       const rem_wish *wish, const rem_tensor *x,
                                                       const rem_tensor *mean,
                                                       const rem_tensor *var,
                                                       const rem_tensor *weight,
                                                       const rem_tensor *bias, rem_tensor *y,
                                                       rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "batch_norm_inference", REM_FORWARD, wish);
  rem_ops_batch_norm_inference_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, mean);
  rem_ops_input(&call, var);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_batch_norm_inference_run(const rem_plan *plan, const rem_tensor *x,
                                                      const rem_tensor *mean,
                                                      const rem_tensor *var,
                                                      const rem_tensor *weight,
                                                      const rem_tensor *bias,
                                                      const rem_tensor *y, void *workspace,
                                                      size_t workspace_bytes, void *stream,
                                                      rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = x;
  tensors[1] = mean;
  tensors[2] = var;
  tensors[3] = weight;
  tensors[4] = bias;
  tensors[5] = y;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_batch_norm_inference_bwd_plan(rem_context *context,
                                                           const rem_batch_norm_inference_attrs *attrs,
                                                           const rem_wish *wish,
                                                           const rem_tensor *dy,
                                                           const rem_tensor *x,
                                                           const rem_tensor *mean,
                                                           const rem_tensor *var,
                                                           const rem_tensor *weight,
                                                           rem_tensor *dx, rem_tensor *dweight,
                                                           rem_tensor *dbias, rem_plan **plan,
                                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "batch_norm_inference", REM_BACKWARD, wish);
  rem_ops_batch_norm_inference_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, mean);
  rem_ops_input(&call, var);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_batch_norm_inference_bwd_run(const rem_plan *plan,
                                                          const rem_tensor *dy,
                                                          const rem_tensor *x,
                                                          const rem_tensor *mean,
                                                          const rem_tensor *var,
                                                          const rem_tensor *weight,
                                                          const rem_tensor *dx,
                                                          const rem_tensor *dweight,
                                                          const rem_tensor *dbias,
                                                          void *workspace,
                                                          size_t workspace_bytes, void *stream,
                                                          rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = mean;
  tensors[3] = var;
  tensors[4] = weight;
  tensors[5] = dx;
  tensors[6] = dweight;
  tensors[7] = dbias;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

/* ---- rms_norm ----
 * Divides rows by the root of the mean of their squares, plus eps, then scales by weight; squares may overflow, or where eps is 0 underflow. */

typedef struct rem_rms_norm_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  int32_t has_eps; /* 0: eps is left out (1e-6) */
  double eps;
} rem_rms_norm_attrs;

static inline void rem_ops_rms_norm_attrs(rem_ops_call *call, const rem_rms_norm_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_rms_norm_plan(rem_context *context, const rem_rms_norm_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           const rem_tensor *weight, rem_tensor *y,
                                           rem_tensor *rstd, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "rms_norm", REM_FORWARD, wish);
  rem_ops_rms_norm_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, rstd, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_rms_norm_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *weight, const rem_tensor *y,
                                          const rem_tensor *rstd, void *workspace,
                                          size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = weight;
  tensors[2] = y;
  tensors[3] = rstd;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_rms_norm_bwd_plan(rem_context *context,
                                               const rem_rms_norm_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *weight,
                                               const rem_tensor *rstd, rem_tensor *dx,
                                               rem_tensor *dweight, rem_plan **plan,
                                               rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "rms_norm", REM_BACKWARD, wish);
  rem_ops_rms_norm_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, rstd);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_rms_norm_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *weight,
                                              const rem_tensor *rstd, const rem_tensor *dx,
                                              const rem_tensor *dweight, void *workspace,
                                              size_t workspace_bytes, void *stream,
                                              rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = weight;
  tensors[3] = rstd;
  tensors[4] = dx;
  tensors[5] = dweight;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

/* ---- normalize ----
 * Divides rows by their Euclidean norm, or by eps where that is larger; squares may overflow, or where eps is 0 underflow. */

typedef struct rem_normalize_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  int32_t has_eps; /* 0: eps is left out (1e-12) */
  double eps;
} rem_normalize_attrs;

static inline void rem_ops_normalize_attrs(rem_ops_call *call, const rem_normalize_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_normalize_plan(rem_context *context,
                                            const rem_normalize_attrs *attrs,
                                            const rem_wish *wish, const rem_tensor *x,
                                            rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "normalize", REM_FORWARD, wish);
  rem_ops_normalize_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_normalize_run(const rem_plan *plan, const rem_tensor *x,
                                           const rem_tensor *y, void *workspace,
                                           size_t workspace_bytes, void *stream,
                                           rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_normalize_bwd_plan(rem_context *context,
                                                const rem_normalize_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *dy,
                                                const rem_tensor *x, rem_tensor *dx,
                                                rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "normalize", REM_BACKWARD, wish);
  rem_ops_normalize_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_normalize_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *dx,
                                               void *workspace, size_t workspace_bytes,
                                               void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = dx;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

/* ---- add_layer_norm ----
 * layer_norm of sum = x + residual, which is an output too. dsum is what comes back through it otherwise; dx and dresidual are the same. A mean that is given counts as it is. */

typedef struct rem_add_layer_norm_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  int32_t has_eps; /* 0: eps is left out (1e-5) */
  double eps;
} rem_add_layer_norm_attrs;

static inline void rem_ops_add_layer_norm_attrs(rem_ops_call *call, const rem_add_layer_norm_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_add_layer_norm_plan(rem_context *context,
                                                 const rem_add_layer_norm_attrs *attrs,
                                                 const rem_wish *wish, const rem_tensor *x,
                                                 const rem_tensor *residual,
                                                 const rem_tensor *weight,
                                                 const rem_tensor *bias, rem_tensor *y,
                                                 rem_tensor *sum, rem_tensor *mean,
                                                 rem_tensor *rstd, rem_plan **plan,
                                                 rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "add_layer_norm", REM_FORWARD, wish);
  rem_ops_add_layer_norm_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, residual);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, bias);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, sum, REM_LEFT_OUT);
  rem_ops_output(&call, mean, REM_LEFT_OUT);
  rem_ops_output(&call, rstd, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_add_layer_norm_run(const rem_plan *plan, const rem_tensor *x,
                                                const rem_tensor *residual,
                                                const rem_tensor *weight, const rem_tensor *bias,
                                                const rem_tensor *y, const rem_tensor *sum,
                                                const rem_tensor *mean, const rem_tensor *rstd,
                                                void *workspace, size_t workspace_bytes,
                                                void *stream, rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = x;
  tensors[1] = residual;
  tensors[2] = weight;
  tensors[3] = bias;
  tensors[4] = y;
  tensors[5] = sum;
  tensors[6] = mean;
  tensors[7] = rstd;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_add_layer_norm_bwd_plan(rem_context *context,
                                                     const rem_add_layer_norm_attrs *attrs,
                                                     const rem_wish *wish, const rem_tensor *dy,
                                                     const rem_tensor *sum,
                                                     const rem_tensor *weight,
                                                     const rem_tensor *mean,
                                                     const rem_tensor *rstd,
                                                     const rem_tensor *dsum, rem_tensor *dx,
                                                     rem_tensor *dresidual, rem_tensor *dweight,
                                                     rem_tensor *dbias, rem_plan **plan,
                                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "add_layer_norm", REM_BACKWARD, wish);
  rem_ops_add_layer_norm_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, sum);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, mean);
  rem_ops_input(&call, rstd);
  rem_ops_input(&call, dsum);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dresidual, REM_LEFT_OUT);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  rem_ops_output(&call, dbias, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_add_layer_norm_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                    const rem_tensor *sum,
                                                    const rem_tensor *weight,
                                                    const rem_tensor *mean,
                                                    const rem_tensor *rstd,
                                                    const rem_tensor *dsum, const rem_tensor *dx,
                                                    const rem_tensor *dresidual,
                                                    const rem_tensor *dweight,
                                                    const rem_tensor *dbias, void *workspace,
                                                    size_t workspace_bytes, void *stream,
                                                    rem_error *error) {
  const rem_tensor *tensors[10];
  tensors[0] = dy;
  tensors[1] = sum;
  tensors[2] = weight;
  tensors[3] = mean;
  tensors[4] = rstd;
  tensors[5] = dsum;
  tensors[6] = dx;
  tensors[7] = dresidual;
  tensors[8] = dweight;
  tensors[9] = dbias;
  return rem_ops_run(plan, tensors, 10, workspace, workspace_bytes, stream, error);
}

/* ---- add_rms_norm ----
 * rms_norm of sum = x + residual, which is an output too. dsum is what comes back through it otherwise; dx and dresidual are the same. */

typedef struct rem_add_rms_norm_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  int32_t has_eps; /* 0: eps is left out (1e-6) */
  double eps;
} rem_add_rms_norm_attrs;

static inline void rem_ops_add_rms_norm_attrs(rem_ops_call *call, const rem_add_rms_norm_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_add_rms_norm_plan(rem_context *context,
                                               const rem_add_rms_norm_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *x,
                                               const rem_tensor *residual,
                                               const rem_tensor *weight, rem_tensor *y,
                                               rem_tensor *sum, rem_tensor *rstd,
                                               rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "add_rms_norm", REM_FORWARD, wish);
  rem_ops_add_rms_norm_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, residual);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, sum, REM_LEFT_OUT);
  rem_ops_output(&call, rstd, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_add_rms_norm_run(const rem_plan *plan, const rem_tensor *x,
                                              const rem_tensor *residual,
                                              const rem_tensor *weight, const rem_tensor *y,
                                              const rem_tensor *sum, const rem_tensor *rstd,
                                              void *workspace, size_t workspace_bytes,
                                              void *stream, rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = x;
  tensors[1] = residual;
  tensors[2] = weight;
  tensors[3] = y;
  tensors[4] = sum;
  tensors[5] = rstd;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_add_rms_norm_bwd_plan(rem_context *context,
                                                   const rem_add_rms_norm_attrs *attrs,
                                                   const rem_wish *wish, const rem_tensor *dy,
                                                   const rem_tensor *sum,
                                                   const rem_tensor *weight,
                                                   const rem_tensor *rstd,
                                                   const rem_tensor *dsum, rem_tensor *dx,
                                                   rem_tensor *dresidual, rem_tensor *dweight,
                                                   rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "add_rms_norm", REM_BACKWARD, wish);
  rem_ops_add_rms_norm_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, sum);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, rstd);
  rem_ops_input(&call, dsum);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dresidual, REM_LEFT_OUT);
  rem_ops_output(&call, dweight, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_add_rms_norm_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                  const rem_tensor *sum,
                                                  const rem_tensor *weight,
                                                  const rem_tensor *rstd, const rem_tensor *dsum,
                                                  const rem_tensor *dx,
                                                  const rem_tensor *dresidual,
                                                  const rem_tensor *dweight, void *workspace,
                                                  size_t workspace_bytes, void *stream,
                                                  rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = dy;
  tensors[1] = sum;
  tensors[2] = weight;
  tensors[3] = rstd;
  tensors[4] = dsum;
  tensors[5] = dx;
  tensors[6] = dresidual;
  tensors[7] = dweight;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

/* ---- cosine_similarity ----
 * The cosine of the angle between rows of a and b: their product over the product of their Euclidean norms, or of eps where that is larger; squares may overflow, or where eps is 0 underflow. */

typedef struct rem_cosine_similarity_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  int32_t has_eps; /* 0: eps is left out (1e-8) */
  double eps;
} rem_cosine_similarity_attrs;

static inline void rem_ops_cosine_similarity_attrs(rem_ops_call *call, const rem_cosine_similarity_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_cosine_similarity_plan(rem_context *context,
                                                    const rem_cosine_similarity_attrs *attrs,
                                                    const rem_wish *wish, const rem_tensor *a,
                                                    const rem_tensor *b, rem_tensor *y,
                                                    rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cosine_similarity", REM_FORWARD, wish);
  rem_ops_cosine_similarity_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cosine_similarity_run(const rem_plan *plan, const rem_tensor *a,
                                                   const rem_tensor *b, const rem_tensor *y,
                                                   void *workspace, size_t workspace_bytes,
                                                   void *stream, rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cosine_similarity_bwd_plan(rem_context *context,
                                                        const rem_cosine_similarity_attrs *attrs,
                                                        const rem_wish *wish,
                                                        const rem_tensor *dy,
                                                        const rem_tensor *a, const rem_tensor *b,
                                                        rem_tensor *da, rem_tensor *db,
                                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cosine_similarity", REM_BACKWARD, wish);
  rem_ops_cosine_similarity_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cosine_similarity_bwd_run(const rem_plan *plan,
                                                       const rem_tensor *dy, const rem_tensor *a,
                                                       const rem_tensor *b, const rem_tensor *da,
                                                       const rem_tensor *db, void *workspace,
                                                       size_t workspace_bytes, void *stream,
                                                       rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = da;
  tensors[4] = db;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- cross_entropy ----
 * Cross entropy of the softmax of x along axes and of classes, by number: the logarithm of the sum of exponentials less the target's x, times the target's weight; rows whose target is ignore_index count for nothing, another number that is no class makes NaN. smoothing is spread evenly over all classes; z_loss times the square of that logarithm is added. A row of -inf alone has an infinite loss, and the gradient of a softmax that is 0. The mean is that by weight: over the sum of share. peak, mass and share of each row, if they are kept, spare the gradient a reading of x. */

typedef struct rem_cross_entropy_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  const char *reduction; /* mean|sum|none; NULL: mean */
  int32_t has_ignore_index; /* 0: ignore_index is left out (-100) */
  int64_t ignore_index;
  double smoothing; /* 0 by default */
  double z_loss; /* 0 by default */
} rem_cross_entropy_attrs;

static inline void rem_ops_cross_entropy_attrs(rem_ops_call *call, const rem_cross_entropy_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->has_ignore_index) rem_ops_attr(call, "ignore_index", REM_ATTR_INT)->v.i = attrs->ignore_index;
  rem_ops_attr(call, "smoothing", REM_ATTR_REAL)->v.f = attrs->smoothing;
  rem_ops_attr(call, "z_loss", REM_ATTR_REAL)->v.f = attrs->z_loss;
}

static inline rem_status rem_cross_entropy_plan(rem_context *context,
                                                const rem_cross_entropy_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *x,
                                                const rem_tensor *target,
                                                const rem_tensor *weight, rem_tensor *y,
                                                rem_tensor *share, rem_tensor *peak,
                                                rem_tensor *mass, rem_plan **plan,
                                                rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cross_entropy", REM_FORWARD, wish);
  rem_ops_cross_entropy_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, share, REM_LEFT_OUT);
  rem_ops_output(&call, peak, REM_LEFT_OUT);
  rem_ops_output(&call, mass, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cross_entropy_run(const rem_plan *plan, const rem_tensor *x,
                                               const rem_tensor *target,
                                               const rem_tensor *weight, const rem_tensor *y,
                                               const rem_tensor *share, const rem_tensor *peak,
                                               const rem_tensor *mass, void *workspace,
                                               size_t workspace_bytes, void *stream,
                                               rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = weight;
  tensors[3] = y;
  tensors[4] = share;
  tensors[5] = peak;
  tensors[6] = mass;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cross_entropy_bwd_plan(rem_context *context,
                                                    const rem_cross_entropy_attrs *attrs,
                                                    const rem_wish *wish, const rem_tensor *dy,
                                                    const rem_tensor *x,
                                                    const rem_tensor *target,
                                                    const rem_tensor *weight,
                                                    const rem_tensor *share,
                                                    const rem_tensor *peak,
                                                    const rem_tensor *mass, rem_tensor *dx,
                                                    rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cross_entropy", REM_BACKWARD, wish);
  rem_ops_cross_entropy_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, share);
  rem_ops_input(&call, peak);
  rem_ops_input(&call, mass);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cross_entropy_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                                   const rem_tensor *x, const rem_tensor *target,
                                                   const rem_tensor *weight,
                                                   const rem_tensor *share,
                                                   const rem_tensor *peak,
                                                   const rem_tensor *mass, const rem_tensor *dx,
                                                   void *workspace, size_t workspace_bytes,
                                                   void *stream, rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = weight;
  tensors[4] = share;
  tensors[5] = peak;
  tensors[6] = mass;
  tensors[7] = dx;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

/* ---- soft_cross_entropy ----
 * Cross entropy of the softmax of x along axes and of probabilities: the sum of target times weight times the negated logarithm of softmax; z_loss times the square of the logarithm of the sum of exponentials is added. A row of -inf alone has an infinite loss, and the gradient of a softmax that is 0. The mean is that of rows. */

typedef struct rem_soft_cross_entropy_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  const char *reduction; /* mean|sum|none; NULL: mean */
  double z_loss; /* 0 by default */
} rem_soft_cross_entropy_attrs;

static inline void rem_ops_soft_cross_entropy_attrs(rem_ops_call *call, const rem_soft_cross_entropy_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  rem_ops_attr(call, "z_loss", REM_ATTR_REAL)->v.f = attrs->z_loss;
}

static inline rem_status rem_soft_cross_entropy_plan(rem_context *context,
                                                     const rem_soft_cross_entropy_attrs *attrs,
                                                     const rem_wish *wish, const rem_tensor *x,
                                                     const rem_tensor *target,
                                                     const rem_tensor *weight, rem_tensor *y,
                                                     rem_tensor *share, rem_tensor *peak,
                                                     rem_tensor *mass, rem_plan **plan,
                                                     rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "soft_cross_entropy", REM_FORWARD, wish);
  rem_ops_soft_cross_entropy_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, share, REM_LEFT_OUT);
  rem_ops_output(&call, peak, REM_LEFT_OUT);
  rem_ops_output(&call, mass, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_soft_cross_entropy_run(const rem_plan *plan, const rem_tensor *x,
                                                    const rem_tensor *target,
                                                    const rem_tensor *weight,
                                                    const rem_tensor *y, const rem_tensor *share,
                                                    const rem_tensor *peak,
                                                    const rem_tensor *mass, void *workspace,
                                                    size_t workspace_bytes, void *stream,
                                                    rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = weight;
  tensors[3] = y;
  tensors[4] = share;
  tensors[5] = peak;
  tensors[6] = mass;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_soft_cross_entropy_bwd_plan(rem_context *context,
                                                         const rem_soft_cross_entropy_attrs *attrs,
                                                         const rem_wish *wish,
                                                         const rem_tensor *dy,
                                                         const rem_tensor *x,
                                                         const rem_tensor *target,
                                                         const rem_tensor *weight,
                                                         const rem_tensor *share,
                                                         const rem_tensor *peak,
                                                         const rem_tensor *mass, rem_tensor *dx,
                                                         rem_tensor *dtarget, rem_plan **plan,
                                                         rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "soft_cross_entropy", REM_BACKWARD, wish);
  rem_ops_soft_cross_entropy_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, share);
  rem_ops_input(&call, peak);
  rem_ops_input(&call, mass);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_soft_cross_entropy_bwd_run(const rem_plan *plan,
                                                        const rem_tensor *dy,
                                                        const rem_tensor *x,
                                                        const rem_tensor *target,
                                                        const rem_tensor *weight,
                                                        const rem_tensor *share,
                                                        const rem_tensor *peak,
                                                        const rem_tensor *mass,
                                                        const rem_tensor *dx,
                                                        const rem_tensor *dtarget,
                                                        void *workspace, size_t workspace_bytes,
                                                        void *stream, rem_error *error) {
  const rem_tensor *tensors[9];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = weight;
  tensors[4] = share;
  tensors[5] = peak;
  tensors[6] = mass;
  tensors[7] = dx;
  tensors[8] = dtarget;
  return rem_ops_run(plan, tensors, 9, workspace, workspace_bytes, stream, error);
}

/* ---- nll_loss ----
 * x at the target's class along axes, negated, times the target's weight: the loss of logarithms of probabilities. Rows whose target is ignore_index, or has weight 0, count for nothing, another number that is no class makes NaN. The mean is that by weight: over the sum of share, which, if it is kept, spares the gradient a reading of weight. x itself is not read backward. */

typedef struct rem_nll_loss_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  const char *reduction; /* mean|sum|none; NULL: mean */
  int32_t has_ignore_index; /* 0: ignore_index is left out (-100) */
  int64_t ignore_index;
} rem_nll_loss_attrs;

static inline void rem_ops_nll_loss_attrs(rem_ops_call *call, const rem_nll_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->has_ignore_index) rem_ops_attr(call, "ignore_index", REM_ATTR_INT)->v.i = attrs->ignore_index;
}

static inline rem_status rem_nll_loss_plan(rem_context *context, const rem_nll_loss_attrs *attrs,
                                           const rem_wish *wish, const rem_tensor *x,
                                           const rem_tensor *target, const rem_tensor *weight,
                                           rem_tensor *y, rem_tensor *share, rem_plan **plan,
                                           rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "nll_loss", REM_FORWARD, wish);
  rem_ops_nll_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, y, REM_OPEN);
  rem_ops_output(&call, share, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_nll_loss_run(const rem_plan *plan, const rem_tensor *x,
                                          const rem_tensor *target, const rem_tensor *weight,
                                          const rem_tensor *y, const rem_tensor *share,
                                          void *workspace, size_t workspace_bytes, void *stream,
                                          rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = weight;
  tensors[3] = y;
  tensors[4] = share;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_nll_loss_bwd_plan(rem_context *context,
                                               const rem_nll_loss_attrs *attrs,
                                               const rem_wish *wish, const rem_tensor *dy,
                                               const rem_tensor *x, const rem_tensor *target,
                                               const rem_tensor *weight, const rem_tensor *share,
                                               rem_tensor *dx, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "nll_loss", REM_BACKWARD, wish);
  rem_ops_nll_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_input(&call, share);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_nll_loss_bwd_run(const rem_plan *plan, const rem_tensor *dy,
                                              const rem_tensor *x, const rem_tensor *target,
                                              const rem_tensor *weight, const rem_tensor *share,
                                              const rem_tensor *dx, void *workspace,
                                              size_t workspace_bytes, void *stream,
                                              rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = weight;
  tensors[4] = share;
  tensors[5] = dx;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

/* ---- multi_margin_loss ----
 * The mean over classes along axes of max(0, margin - x at the target's class + x), or with squared of its square, times the target's weight; the target's own class counts 0. A target that is no class makes NaN. The gradient where the margin is just kept is 0. */

typedef struct rem_multi_margin_loss_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  const char *reduction; /* mean|sum|none; NULL: mean */
  int32_t has_margin; /* 0: margin is left out (1) */
  double margin;
  int64_t squared; /* 0 by default */
} rem_multi_margin_loss_attrs;

static inline void rem_ops_multi_margin_loss_attrs(rem_ops_call *call, const rem_multi_margin_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->has_margin) rem_ops_attr(call, "margin", REM_ATTR_REAL)->v.f = attrs->margin;
  if (attrs->squared) rem_ops_attr(call, "squared", REM_ATTR_INT)->v.i = attrs->squared;
}

static inline rem_status rem_multi_margin_loss_plan(rem_context *context,
                                                    const rem_multi_margin_loss_attrs *attrs,
                                                    const rem_wish *wish, const rem_tensor *x,
                                                    const rem_tensor *target,
                                                    const rem_tensor *weight, rem_tensor *y,
                                                    rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "multi_margin_loss", REM_FORWARD, wish);
  rem_ops_multi_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_multi_margin_loss_run(const rem_plan *plan, const rem_tensor *x,
                                                   const rem_tensor *target,
                                                   const rem_tensor *weight, const rem_tensor *y,
                                                   void *workspace, size_t workspace_bytes,
                                                   void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = weight;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_multi_margin_loss_bwd_plan(rem_context *context,
                                                        const rem_multi_margin_loss_attrs *attrs,
                                                        const rem_wish *wish,
                                                        const rem_tensor *dy,
                                                        const rem_tensor *x,
                                                        const rem_tensor *target,
                                                        const rem_tensor *weight, rem_tensor *dx,
                                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "multi_margin_loss", REM_BACKWARD, wish);
  rem_ops_multi_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_multi_margin_loss_bwd_run(const rem_plan *plan,
                                                       const rem_tensor *dy, const rem_tensor *x,
                                                       const rem_tensor *target,
                                                       const rem_tensor *weight,
                                                       const rem_tensor *dx, void *workspace,
                                                       size_t workspace_bytes, void *stream,
                                                       rem_error *error) {
  const rem_tensor *tensors[5];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = weight;
  tensors[4] = dx;
  return rem_ops_run(plan, tensors, 5, workspace, workspace_bytes, stream, error);
}

/* ---- multilabel_soft_margin_loss ----
 * The mean over classes along axes of bce_with_logits_loss, times the class's weight, without overflow or cancellation far from 0. */

typedef struct rem_multilabel_soft_margin_loss_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  const char *reduction; /* mean|sum|none; NULL: mean */
} rem_multilabel_soft_margin_loss_attrs;

static inline void rem_ops_multilabel_soft_margin_loss_attrs(rem_ops_call *call, const rem_multilabel_soft_margin_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
}

static inline rem_status rem_multilabel_soft_margin_loss_plan(rem_context *context,
                                                              const rem_multilabel_soft_margin_loss_attrs *attrs,
                                                              const rem_wish *wish,
                                                              const rem_tensor *x,
                                                              const rem_tensor *target,
                                                              const rem_tensor *weight,
                                                              rem_tensor *y, rem_plan **plan,
                                                              rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "multilabel_soft_margin_loss", REM_FORWARD, wish);
  rem_ops_multilabel_soft_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_multilabel_soft_margin_loss_run(const rem_plan *plan,
                                                             const rem_tensor *x,
                                                             const rem_tensor *target,
                                                             const rem_tensor *weight,
                                                             const rem_tensor *y,
                                                             void *workspace,
                                                             size_t workspace_bytes,
                                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = weight;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_multilabel_soft_margin_loss_bwd_plan(rem_context *context,
                                                                  const rem_multilabel_soft_margin_loss_attrs *attrs,
                                                                  const rem_wish *wish,
                                                                  const rem_tensor *dy,
                                                                  const rem_tensor *x,
                                                                  const rem_tensor *target,
                                                                  const rem_tensor *weight,
                                                                  rem_tensor *dx,
                                                                  rem_tensor *dtarget,
                                                                  rem_plan **plan,
                                                                  rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "multilabel_soft_margin_loss", REM_BACKWARD, wish);
  rem_ops_multilabel_soft_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_input(&call, weight);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  rem_ops_output(&call, dtarget, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_multilabel_soft_margin_loss_bwd_run(const rem_plan *plan,
                                                                 const rem_tensor *dy,
                                                                 const rem_tensor *x,
                                                                 const rem_tensor *target,
                                                                 const rem_tensor *weight,
                                                                 const rem_tensor *dx,
                                                                 const rem_tensor *dtarget,
                                                                 void *workspace,
                                                                 size_t workspace_bytes,
                                                                 void *stream, rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = weight;
  tensors[4] = dx;
  tensors[5] = dtarget;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

/* ---- cosine_embedding_loss ----
 * Of rows of a and b along axes: 1 - cosine_similarity where target is above 0, max(0, cosine_similarity - margin) where it is below, and 0 where it is 0. The gradient where the cosine is margin is that above; where a is 0, b over its norm and eps. */

typedef struct rem_cosine_embedding_loss_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  const char *reduction; /* mean|sum|none; NULL: mean */
  double margin; /* 0 by default */
  int32_t has_eps; /* 0: eps is left out (1e-6) */
  double eps;
} rem_cosine_embedding_loss_attrs;

static inline void rem_ops_cosine_embedding_loss_attrs(rem_ops_call *call, const rem_cosine_embedding_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  rem_ops_attr(call, "margin", REM_ATTR_REAL)->v.f = attrs->margin;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
}

static inline rem_status rem_cosine_embedding_loss_plan(rem_context *context,
                                                        const rem_cosine_embedding_loss_attrs *attrs,
                                                        const rem_wish *wish,
                                                        const rem_tensor *a, const rem_tensor *b,
                                                        const rem_tensor *target, rem_tensor *y,
                                                        rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cosine_embedding_loss", REM_FORWARD, wish);
  rem_ops_cosine_embedding_loss_attrs(&call, attrs);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cosine_embedding_loss_run(const rem_plan *plan, const rem_tensor *a,
                                                       const rem_tensor *b,
                                                       const rem_tensor *target,
                                                       const rem_tensor *y, void *workspace,
                                                       size_t workspace_bytes, void *stream,
                                                       rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = a;
  tensors[1] = b;
  tensors[2] = target;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_cosine_embedding_loss_bwd_plan(rem_context *context,
                                                            const rem_cosine_embedding_loss_attrs *attrs,
                                                            const rem_wish *wish,
                                                            const rem_tensor *dy,
                                                            const rem_tensor *a,
                                                            const rem_tensor *b,
                                                            const rem_tensor *target,
                                                            rem_tensor *da, rem_tensor *db,
                                                            rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "cosine_embedding_loss", REM_BACKWARD, wish);
  rem_ops_cosine_embedding_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, a);
  rem_ops_input(&call, b);
  rem_ops_input(&call, target);
  rem_ops_output(&call, da, REM_LEFT_OUT);
  rem_ops_output(&call, db, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_cosine_embedding_loss_bwd_run(const rem_plan *plan,
                                                           const rem_tensor *dy,
                                                           const rem_tensor *a,
                                                           const rem_tensor *b,
                                                           const rem_tensor *target,
                                                           const rem_tensor *da,
                                                           const rem_tensor *db, void *workspace,
                                                           size_t workspace_bytes, void *stream,
                                                           rem_error *error) {
  const rem_tensor *tensors[6];
  tensors[0] = dy;
  tensors[1] = a;
  tensors[2] = b;
  tensors[3] = target;
  tensors[4] = da;
  tensors[5] = db;
  return rem_ops_run(plan, tensors, 6, workspace, workspace_bytes, stream, error);
}

/* ---- triplet_margin_loss ----
 * Of rows along axes: max(0, margin + |anchor - positive + eps| - |anchor - negative + eps|), Euclidean norms; with swap the latter, or |positive - negative + eps| where that is less. The gradient where the margin is just kept is that above, that of a distance of 0, or of an infinite one, is 0, and equal distances of swap share it; squares may overflow. */

typedef struct rem_triplet_margin_loss_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  const char *reduction; /* mean|sum|none; NULL: mean */
  int32_t has_margin; /* 0: margin is left out (1) */
  double margin;
  int32_t has_eps; /* 0: eps is left out (1e-6) */
  double eps;
  int64_t swap; /* 0 by default */
} rem_triplet_margin_loss_attrs;

static inline void rem_ops_triplet_margin_loss_attrs(rem_ops_call *call, const rem_triplet_margin_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
  if (attrs->has_margin) rem_ops_attr(call, "margin", REM_ATTR_REAL)->v.f = attrs->margin;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
  if (attrs->swap) rem_ops_attr(call, "swap", REM_ATTR_INT)->v.i = attrs->swap;
}

static inline rem_status rem_triplet_margin_loss_plan(rem_context *context,
                                                      const rem_triplet_margin_loss_attrs *attrs,
                                                      const rem_wish *wish,
                                                      const rem_tensor *anchor,
                                                      const rem_tensor *positive,
                                                      const rem_tensor *negative, rem_tensor *y,
                                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "triplet_margin_loss", REM_FORWARD, wish);
  rem_ops_triplet_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, anchor);
  rem_ops_input(&call, positive);
  rem_ops_input(&call, negative);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_triplet_margin_loss_run(const rem_plan *plan,
                                                     const rem_tensor *anchor,
                                                     const rem_tensor *positive,
                                                     const rem_tensor *negative,
                                                     const rem_tensor *y, void *workspace,
                                                     size_t workspace_bytes, void *stream,
                                                     rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = anchor;
  tensors[1] = positive;
  tensors[2] = negative;
  tensors[3] = y;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_triplet_margin_loss_bwd_plan(rem_context *context,
                                                          const rem_triplet_margin_loss_attrs *attrs,
                                                          const rem_wish *wish,
                                                          const rem_tensor *dy,
                                                          const rem_tensor *anchor,
                                                          const rem_tensor *positive,
                                                          const rem_tensor *negative,
                                                          rem_tensor *danchor,
                                                          rem_tensor *dpositive,
                                                          rem_tensor *dnegative, rem_plan **plan,
                                                          rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "triplet_margin_loss", REM_BACKWARD, wish);
  rem_ops_triplet_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, anchor);
  rem_ops_input(&call, positive);
  rem_ops_input(&call, negative);
  rem_ops_output(&call, danchor, REM_LEFT_OUT);
  rem_ops_output(&call, dpositive, REM_LEFT_OUT);
  rem_ops_output(&call, dnegative, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_triplet_margin_loss_bwd_run(const rem_plan *plan,
                                                         const rem_tensor *dy,
                                                         const rem_tensor *anchor,
                                                         const rem_tensor *positive,
                                                         const rem_tensor *negative,
                                                         const rem_tensor *danchor,
                                                         const rem_tensor *dpositive,
                                                         const rem_tensor *dnegative,
                                                         void *workspace, size_t workspace_bytes,
                                                         void *stream, rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = dy;
  tensors[1] = anchor;
  tensors[2] = positive;
  tensors[3] = negative;
  tensors[4] = danchor;
  tensors[5] = dpositive;
  tensors[6] = dnegative;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

/* ---- multilabel_margin_loss ----
 * Of rows along axes with a list of classes: max(0, 1 - x of one that is listed + x of one that is not), added up over all such pairs, over the number of classes. target lists classes from the start of a row, up to the first negative number; one that is listed twice counts twice. A number beyond the classes, before that, makes the row's loss and gradient NaN. The gradient where the margin is just kept is 0; NaN in x is the gradient of all that is compared with it. */

typedef struct rem_multilabel_margin_loss_attrs {
  const int64_t *axes; /* NULL: the last axis */
  int32_t n_axes;
  const char *reduction; /* mean|sum|none; NULL: mean */
} rem_multilabel_margin_loss_attrs;

static inline void rem_ops_multilabel_margin_loss_attrs(rem_ops_call *call, const rem_multilabel_margin_loss_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->reduction) rem_ops_attr(call, "reduction", REM_ATTR_TEXT)->v.s = attrs->reduction;
}

static inline rem_status rem_multilabel_margin_loss_plan(rem_context *context,
                                                         const rem_multilabel_margin_loss_attrs *attrs,
                                                         const rem_wish *wish,
                                                         const rem_tensor *x,
                                                         const rem_tensor *target, rem_tensor *y,
                                                         rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "multilabel_margin_loss", REM_FORWARD, wish);
  rem_ops_multilabel_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_multilabel_margin_loss_run(const rem_plan *plan,
                                                        const rem_tensor *x,
                                                        const rem_tensor *target,
                                                        const rem_tensor *y, void *workspace,
                                                        size_t workspace_bytes, void *stream,
                                                        rem_error *error) {
  const rem_tensor *tensors[3];
  tensors[0] = x;
  tensors[1] = target;
  tensors[2] = y;
  return rem_ops_run(plan, tensors, 3, workspace, workspace_bytes, stream, error);
}

static inline rem_status rem_multilabel_margin_loss_bwd_plan(rem_context *context,
                                                             const rem_multilabel_margin_loss_attrs *attrs,
                                                             const rem_wish *wish,
                                                             const rem_tensor *dy,
                                                             const rem_tensor *x,
                                                             const rem_tensor *target,
                                                             rem_tensor *dx, rem_plan **plan,
                                                             rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "multilabel_margin_loss", REM_BACKWARD, wish);
  rem_ops_multilabel_margin_loss_attrs(&call, attrs);
  rem_ops_input(&call, dy);
  rem_ops_input(&call, x);
  rem_ops_input(&call, target);
  rem_ops_output(&call, dx, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_multilabel_margin_loss_bwd_run(const rem_plan *plan,
                                                            const rem_tensor *dy,
                                                            const rem_tensor *x,
                                                            const rem_tensor *target,
                                                            const rem_tensor *dx,
                                                            void *workspace,
                                                            size_t workspace_bytes, void *stream,
                                                            rem_error *error) {
  const rem_tensor *tensors[4];
  tensors[0] = dy;
  tensors[1] = x;
  tensors[2] = target;
  tensors[3] = dx;
  return rem_ops_run(plan, tensors, 4, workspace, workspace_bytes, stream, error);
}

/* ---- any ----
 * Whether any element is not 0; NaN is not. */

typedef struct rem_any_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_any_attrs;

static inline void rem_ops_any_attrs(rem_ops_call *call, const rem_any_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_any_plan(rem_context *context, const rem_any_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "any", REM_FORWARD, wish);
  rem_ops_any_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_any_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- all ----
 * Whether no element is 0; NaN is not. */

typedef struct rem_all_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_all_attrs;

static inline void rem_ops_all_attrs(rem_ops_call *call, const rem_all_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_all_plan(rem_context *context, const rem_all_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *x, rem_tensor *y,
                                      rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "all", REM_FORWARD, wish);
  rem_ops_all_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_all_run(const rem_plan *plan, const rem_tensor *x,
                                     const rem_tensor *y, void *workspace,
                                     size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- count_nonzero ----
 * How many elements are not 0; NaN is not. */

typedef struct rem_count_nonzero_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_count_nonzero_attrs;

static inline void rem_ops_count_nonzero_attrs(rem_ops_call *call, const rem_count_nonzero_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_count_nonzero_plan(rem_context *context,
                                                const rem_count_nonzero_attrs *attrs,
                                                const rem_wish *wish, const rem_tensor *x,
                                                rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "count_nonzero", REM_FORWARD, wish);
  rem_ops_count_nonzero_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_count_nonzero_run(const rem_plan *plan, const rem_tensor *x,
                                               const rem_tensor *y, void *workspace,
                                               size_t workspace_bytes, void *stream,
                                               rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- argmax ----
 * Where the largest element is: the first of those that tie, along all reduced axes in logical order; NaN is above everything, and -0 and +0 tie. */

typedef struct rem_argmax_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_argmax_attrs;

static inline void rem_ops_argmax_attrs(rem_ops_call *call, const rem_argmax_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_argmax_plan(rem_context *context, const rem_argmax_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "argmax", REM_FORWARD, wish);
  rem_ops_argmax_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_argmax_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- argmin ----
 * Where the smallest element is: the first of those that tie, along all reduced axes in logical order; NaN is below everything, and -0 and +0 tie. */

typedef struct rem_argmin_attrs {
  const int64_t *axes; /* NULL: all axes */
  int32_t n_axes;
  int64_t keepdim; /* 0 by default */
} rem_argmin_attrs;

static inline void rem_ops_argmin_attrs(rem_ops_call *call, const rem_argmin_attrs *attrs) {
  if (!attrs) return;
  if (attrs->axes) {
    rem_attr *attr = rem_ops_attr(call, "axes", REM_ATTR_INTS);
    attr->v.is = attrs->axes;
    attr->n = attrs->n_axes;
  }
  if (attrs->keepdim) rem_ops_attr(call, "keepdim", REM_ATTR_INT)->v.i = attrs->keepdim;
}

static inline rem_status rem_argmin_plan(rem_context *context, const rem_argmin_attrs *attrs,
                                         const rem_wish *wish, const rem_tensor *x,
                                         rem_tensor *y, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "argmin", REM_FORWARD, wish);
  rem_ops_argmin_attrs(&call, attrs);
  rem_ops_input(&call, x);
  rem_ops_output(&call, y, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_argmin_run(const rem_plan *plan, const rem_tensor *x,
                                        const rem_tensor *y, void *workspace,
                                        size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[2];
  tensors[0] = x;
  tensors[1] = y;
  return rem_ops_run(plan, tensors, 2, workspace, workspace_bytes, stream, error);
}

/* ---- sgd ----
 * Stochastic gradient descent, with momentum, Nesterov's or not, and weight decay; at step 1 buf becomes the gradient. */

typedef struct rem_sgd_attrs {
  double momentum; /* 0 by default */
  double dampening; /* 0 by default */
  double weight_decay; /* 0 by default */
  int64_t nesterov; /* 0 by default */
} rem_sgd_attrs;

static inline void rem_ops_sgd_attrs(rem_ops_call *call, const rem_sgd_attrs *attrs) {
  if (!attrs) return;
  rem_ops_attr(call, "momentum", REM_ATTR_REAL)->v.f = attrs->momentum;
  rem_ops_attr(call, "dampening", REM_ATTR_REAL)->v.f = attrs->dampening;
  rem_ops_attr(call, "weight_decay", REM_ATTR_REAL)->v.f = attrs->weight_decay;
  if (attrs->nesterov) rem_ops_attr(call, "nesterov", REM_ATTR_INT)->v.i = attrs->nesterov;
}

static inline rem_status rem_sgd_plan(rem_context *context, const rem_sgd_attrs *attrs,
                                      const rem_wish *wish, const rem_tensor *param,
                                      const rem_tensor *grad, const rem_tensor *buf,
                                      const rem_tensor *lr, const rem_tensor *step,
                                      const rem_tensor *scale, rem_tensor *param_out,
                                      rem_tensor *buf_out, rem_tensor *half_out, rem_plan **plan,
                                      rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "sgd", REM_FORWARD, wish);
  rem_ops_sgd_attrs(&call, attrs);
  rem_ops_input(&call, param);
  rem_ops_input(&call, grad);
  rem_ops_input(&call, buf);
  rem_ops_input(&call, lr);
  rem_ops_input(&call, step);
  rem_ops_input(&call, scale);
  rem_ops_output(&call, param_out, REM_OPEN);
  rem_ops_output(&call, buf_out, REM_LEFT_OUT);
  rem_ops_output(&call, half_out, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_sgd_run(const rem_plan *plan, const rem_tensor *param,
                                     const rem_tensor *grad, const rem_tensor *buf,
                                     const rem_tensor *lr, const rem_tensor *step,
                                     const rem_tensor *scale, const rem_tensor *param_out,
                                     const rem_tensor *buf_out, const rem_tensor *half_out,
                                     void *workspace, size_t workspace_bytes, void *stream,
                                     rem_error *error) {
  const rem_tensor *tensors[9];
  tensors[0] = param;
  tensors[1] = grad;
  tensors[2] = buf;
  tensors[3] = lr;
  tensors[4] = step;
  tensors[5] = scale;
  tensors[6] = param_out;
  tensors[7] = buf_out;
  tensors[8] = half_out;
  return rem_ops_run(plan, tensors, 9, workspace, workspace_bytes, stream, error);
}

/* ---- adam ----
 * Adam: weight decay is added to the gradient. */

typedef struct rem_adam_attrs {
  int32_t has_beta1; /* 0: beta1 is left out (0.9) */
  double beta1;
  int32_t has_beta2; /* 0: beta2 is left out (0.999) */
  double beta2;
  int32_t has_eps; /* 0: eps is left out (1e-8) */
  double eps;
  double weight_decay; /* 0 by default */
} rem_adam_attrs;

static inline void rem_ops_adam_attrs(rem_ops_call *call, const rem_adam_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_beta1) rem_ops_attr(call, "beta1", REM_ATTR_REAL)->v.f = attrs->beta1;
  if (attrs->has_beta2) rem_ops_attr(call, "beta2", REM_ATTR_REAL)->v.f = attrs->beta2;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
  rem_ops_attr(call, "weight_decay", REM_ATTR_REAL)->v.f = attrs->weight_decay;
}

static inline rem_status rem_adam_plan(rem_context *context, const rem_adam_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *param,
                                       const rem_tensor *grad, const rem_tensor *m,
                                       const rem_tensor *v, const rem_tensor *lr,
                                       const rem_tensor *step, const rem_tensor *scale,
                                       rem_tensor *param_out, rem_tensor *m_out,
                                       rem_tensor *v_out, rem_tensor *half_out, rem_plan **plan,
                                       rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "adam", REM_FORWARD, wish);
  rem_ops_adam_attrs(&call, attrs);
  rem_ops_input(&call, param);
  rem_ops_input(&call, grad);
  rem_ops_input(&call, m);
  rem_ops_input(&call, v);
  rem_ops_input(&call, lr);
  rem_ops_input(&call, step);
  rem_ops_input(&call, scale);
  rem_ops_output(&call, param_out, REM_OPEN);
  rem_ops_output(&call, m_out, REM_OPEN);
  rem_ops_output(&call, v_out, REM_OPEN);
  rem_ops_output(&call, half_out, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_adam_run(const rem_plan *plan, const rem_tensor *param,
                                      const rem_tensor *grad, const rem_tensor *m,
                                      const rem_tensor *v, const rem_tensor *lr,
                                      const rem_tensor *step, const rem_tensor *scale,
                                      const rem_tensor *param_out, const rem_tensor *m_out,
                                      const rem_tensor *v_out, const rem_tensor *half_out,
                                      void *workspace, size_t workspace_bytes, void *stream,
                                      rem_error *error) {
  const rem_tensor *tensors[11];
  tensors[0] = param;
  tensors[1] = grad;
  tensors[2] = m;
  tensors[3] = v;
  tensors[4] = lr;
  tensors[5] = step;
  tensors[6] = scale;
  tensors[7] = param_out;
  tensors[8] = m_out;
  tensors[9] = v_out;
  tensors[10] = half_out;
  return rem_ops_run(plan, tensors, 11, workspace, workspace_bytes, stream, error);
}

/* ---- adamw ----
 * AdamW: weights decay by themselves, beside the gradient. */

typedef struct rem_adamw_attrs {
  int32_t has_beta1; /* 0: beta1 is left out (0.9) */
  double beta1;
  int32_t has_beta2; /* 0: beta2 is left out (0.999) */
  double beta2;
  int32_t has_eps; /* 0: eps is left out (1e-8) */
  double eps;
  int32_t has_weight_decay; /* 0: weight_decay is left out (0.01) */
  double weight_decay;
} rem_adamw_attrs;

static inline void rem_ops_adamw_attrs(rem_ops_call *call, const rem_adamw_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_beta1) rem_ops_attr(call, "beta1", REM_ATTR_REAL)->v.f = attrs->beta1;
  if (attrs->has_beta2) rem_ops_attr(call, "beta2", REM_ATTR_REAL)->v.f = attrs->beta2;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
  if (attrs->has_weight_decay) rem_ops_attr(call, "weight_decay", REM_ATTR_REAL)->v.f = attrs->weight_decay;
}

static inline rem_status rem_adamw_plan(rem_context *context, const rem_adamw_attrs *attrs,
                                        const rem_wish *wish, const rem_tensor *param,
                                        const rem_tensor *grad, const rem_tensor *m,
                                        const rem_tensor *v, const rem_tensor *lr,
                                        const rem_tensor *step, const rem_tensor *scale,
                                        rem_tensor *param_out, rem_tensor *m_out,
                                        rem_tensor *v_out, rem_tensor *half_out, rem_plan **plan,
                                        rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "adamw", REM_FORWARD, wish);
  rem_ops_adamw_attrs(&call, attrs);
  rem_ops_input(&call, param);
  rem_ops_input(&call, grad);
  rem_ops_input(&call, m);
  rem_ops_input(&call, v);
  rem_ops_input(&call, lr);
  rem_ops_input(&call, step);
  rem_ops_input(&call, scale);
  rem_ops_output(&call, param_out, REM_OPEN);
  rem_ops_output(&call, m_out, REM_OPEN);
  rem_ops_output(&call, v_out, REM_OPEN);
  rem_ops_output(&call, half_out, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_adamw_run(const rem_plan *plan, const rem_tensor *param,
                                       const rem_tensor *grad, const rem_tensor *m,
                                       const rem_tensor *v, const rem_tensor *lr,
                                       const rem_tensor *step, const rem_tensor *scale,
                                       const rem_tensor *param_out, const rem_tensor *m_out,
                                       const rem_tensor *v_out, const rem_tensor *half_out,
                                       void *workspace, size_t workspace_bytes, void *stream,
                                       rem_error *error) {
  const rem_tensor *tensors[11];
  tensors[0] = param;
  tensors[1] = grad;
  tensors[2] = m;
  tensors[3] = v;
  tensors[4] = lr;
  tensors[5] = step;
  tensors[6] = scale;
  tensors[7] = param_out;
  tensors[8] = m_out;
  tensors[9] = v_out;
  tensors[10] = half_out;
  return rem_ops_run(plan, tensors, 11, workspace, workspace_bytes, stream, error);
}

/* ---- lion ----
 * Lion: a step by the sign of what momentum and gradient make together; weights decay by themselves. */

typedef struct rem_lion_attrs {
  int32_t has_beta1; /* 0: beta1 is left out (0.9) */
  double beta1;
  int32_t has_beta2; /* 0: beta2 is left out (0.99) */
  double beta2;
  double weight_decay; /* 0 by default */
} rem_lion_attrs;

static inline void rem_ops_lion_attrs(rem_ops_call *call, const rem_lion_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_beta1) rem_ops_attr(call, "beta1", REM_ATTR_REAL)->v.f = attrs->beta1;
  if (attrs->has_beta2) rem_ops_attr(call, "beta2", REM_ATTR_REAL)->v.f = attrs->beta2;
  rem_ops_attr(call, "weight_decay", REM_ATTR_REAL)->v.f = attrs->weight_decay;
}

static inline rem_status rem_lion_plan(rem_context *context, const rem_lion_attrs *attrs,
                                       const rem_wish *wish, const rem_tensor *param,
                                       const rem_tensor *grad, const rem_tensor *m,
                                       const rem_tensor *lr, const rem_tensor *scale,
                                       rem_tensor *param_out, rem_tensor *m_out,
                                       rem_tensor *half_out, rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "lion", REM_FORWARD, wish);
  rem_ops_lion_attrs(&call, attrs);
  rem_ops_input(&call, param);
  rem_ops_input(&call, grad);
  rem_ops_input(&call, m);
  rem_ops_input(&call, lr);
  rem_ops_input(&call, scale);
  rem_ops_output(&call, param_out, REM_OPEN);
  rem_ops_output(&call, m_out, REM_OPEN);
  rem_ops_output(&call, half_out, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_lion_run(const rem_plan *plan, const rem_tensor *param,
                                      const rem_tensor *grad, const rem_tensor *m,
                                      const rem_tensor *lr, const rem_tensor *scale,
                                      const rem_tensor *param_out, const rem_tensor *m_out,
                                      const rem_tensor *half_out, void *workspace,
                                      size_t workspace_bytes, void *stream, rem_error *error) {
  const rem_tensor *tensors[8];
  tensors[0] = param;
  tensors[1] = grad;
  tensors[2] = m;
  tensors[3] = lr;
  tensors[4] = scale;
  tensors[5] = param_out;
  tensors[6] = m_out;
  tensors[7] = half_out;
  return rem_ops_run(plan, tensors, 8, workspace, workspace_bytes, stream, error);
}

/* ---- lamb_update ----
 * The direction of a LAMB step, as long as Adam's with weight decay; lamb_apply takes it. */

typedef struct rem_lamb_update_attrs {
  int32_t has_beta1; /* 0: beta1 is left out (0.9) */
  double beta1;
  int32_t has_beta2; /* 0: beta2 is left out (0.999) */
  double beta2;
  int32_t has_eps; /* 0: eps is left out (1e-6) */
  double eps;
  double weight_decay; /* 0 by default */
} rem_lamb_update_attrs;

static inline void rem_ops_lamb_update_attrs(rem_ops_call *call, const rem_lamb_update_attrs *attrs) {
  if (!attrs) return;
  if (attrs->has_beta1) rem_ops_attr(call, "beta1", REM_ATTR_REAL)->v.f = attrs->beta1;
  if (attrs->has_beta2) rem_ops_attr(call, "beta2", REM_ATTR_REAL)->v.f = attrs->beta2;
  if (attrs->has_eps) rem_ops_attr(call, "eps", REM_ATTR_REAL)->v.f = attrs->eps;
  rem_ops_attr(call, "weight_decay", REM_ATTR_REAL)->v.f = attrs->weight_decay;
}

static inline rem_status rem_lamb_update_plan(rem_context *context,
                                              const rem_lamb_update_attrs *attrs,
                                              const rem_wish *wish, const rem_tensor *param,
                                              const rem_tensor *grad, const rem_tensor *m,
                                              const rem_tensor *v, const rem_tensor *step,
                                              const rem_tensor *scale, rem_tensor *update,
                                              rem_tensor *m_out, rem_tensor *v_out,
                                              rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "lamb_update", REM_FORWARD, wish);
  rem_ops_lamb_update_attrs(&call, attrs);
  rem_ops_input(&call, param);
  rem_ops_input(&call, grad);
  rem_ops_input(&call, m);
  rem_ops_input(&call, v);
  rem_ops_input(&call, step);
  rem_ops_input(&call, scale);
  rem_ops_output(&call, update, REM_OPEN);
  rem_ops_output(&call, m_out, REM_OPEN);
  rem_ops_output(&call, v_out, REM_OPEN);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_lamb_update_run(const rem_plan *plan, const rem_tensor *param,
                                             const rem_tensor *grad, const rem_tensor *m,
                                             const rem_tensor *v, const rem_tensor *step,
                                             const rem_tensor *scale, const rem_tensor *update,
                                             const rem_tensor *m_out, const rem_tensor *v_out,
                                             void *workspace, size_t workspace_bytes,
                                             void *stream, rem_error *error) {
  const rem_tensor *tensors[9];
  tensors[0] = param;
  tensors[1] = grad;
  tensors[2] = m;
  tensors[3] = v;
  tensors[4] = step;
  tensors[5] = scale;
  tensors[6] = update;
  tensors[7] = m_out;
  tensors[8] = v_out;
  return rem_ops_run(plan, tensors, 9, workspace, workspace_bytes, stream, error);
}

/* ---- lamb_apply ----
 * LAMB's step: an update as long as the norms of weights and update say; 1 is their ratio where one is 0. */

typedef struct rem_lamb_apply_attrs {
  int32_t none;
} rem_lamb_apply_attrs;

static inline void rem_ops_lamb_apply_attrs(rem_ops_call *call, const rem_lamb_apply_attrs *attrs) {
  if (!attrs) return;
  (void)call;
}

static inline rem_status rem_lamb_apply_plan(rem_context *context,
                                             const rem_lamb_apply_attrs *attrs,
                                             const rem_wish *wish, const rem_tensor *param,
                                             const rem_tensor *update, const rem_tensor *lr,
                                             const rem_tensor *param_norm,
                                             const rem_tensor *update_norm,
                                             rem_tensor *param_out, rem_tensor *half_out,
                                             rem_plan **plan, rem_error *error) {
  rem_ops_call call;
  rem_ops_begin(&call, "lamb_apply", REM_FORWARD, wish);
  rem_ops_lamb_apply_attrs(&call, attrs);
  rem_ops_input(&call, param);
  rem_ops_input(&call, update);
  rem_ops_input(&call, lr);
  rem_ops_input(&call, param_norm);
  rem_ops_input(&call, update_norm);
  rem_ops_output(&call, param_out, REM_OPEN);
  rem_ops_output(&call, half_out, REM_LEFT_OUT);
  return rem_ops_create(&call, context, plan, error);
}

static inline rem_status rem_lamb_apply_run(const rem_plan *plan, const rem_tensor *param,
                                            const rem_tensor *update, const rem_tensor *lr,
                                            const rem_tensor *param_norm,
                                            const rem_tensor *update_norm,
                                            const rem_tensor *param_out,
                                            const rem_tensor *half_out, void *workspace,
                                            size_t workspace_bytes, void *stream,
                                            rem_error *error) {
  const rem_tensor *tensors[7];
  tensors[0] = param;
  tensors[1] = update;
  tensors[2] = lr;
  tensors[3] = param_norm;
  tensors[4] = update_norm;
  tensors[5] = param_out;
  tensors[6] = half_out;
  return rem_ops_run(plan, tensors, 7, workspace, workspace_bytes, stream, error);
}

#ifdef __cplusplus
}
#endif
#endif
