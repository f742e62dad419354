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
 * Arithmetic mean over axes; the sum is never rounded to a half type. */

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
 * Standard deviation over axes with n - correction degrees of freedom; the gradient at 0 is 0. */

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

#ifdef __cplusplus
}
#endif
#endif
