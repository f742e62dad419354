/* emit_ops.c: writes include/remora/remora_ops.h, the typed helpers, from the op table: for each op a struct of its
 * attributes, and for each pass a function that makes the plan and one that runs it. */
#include "emit_ops.h"

#include "remora/remora.h"

#include <stdlib.h>
#include <string.h>

/* The part that is the same for every op. */
static const char prologue[] =
    "/* remora_ops.h: typed helpers for each op. Emitted by `remora emit ops-header`; do not edit.\n"
    " *\n"
    " *   rem_tensor x, y;\n"
    " *   x.view = rem_view_packed(REM_F32, 2, shape);\n"
    " *   y.view.rank = REM_OPEN;   its shape is worked out; y.view.dtype = 0: its dtype too\n"
    " *   rem_sum_plan(context, NULL, NULL, &x, &y, &plan, &error);   fills y.view\n"
    " *   ... memory for x.buffer and y.buffer ...\n"
    " *   rem_sum_run(plan, &x, &y, workspace, workspace_bytes, NULL, &error);\n"
    " *\n"
    " * A tensor that is NULL is left out, except a required output of a forward pass, which is worked\n"
    " * out. Attributes that are NULL or all zeros are the defaults. */\n"
    "#ifndef REMORA_OPS_H\n"
    "#define REMORA_OPS_H\n"
    "\n"
    "#include <string.h>\n"
    "\n"
    "#include \"remora.h\"\n"
    "\n"
    "#ifdef __cplusplus\n"
    "extern \"C\" {\n"
    "#endif\n"
    "\n"
    "typedef struct rem_tensor {\n"
    "  rem_view view;\n"
    "  rem_buffer buffer;\n"
    "} rem_tensor;\n"
    "\n"
    "/* What a plan is asked for beside its op; as in rem_desc. NULL or zeros: nothing. */\n"
    "typedef struct rem_wish {\n"
    "  uint32_t accumulate; /* bit i: slot i, an output, is added to */\n"
    "  const rem_guarantee *at_least;\n"
    "  size_t max_workspace;\n"
    "} rem_wish;\n"
    "\n"
    "/* ---- what the helpers share ---- */\n"
    "\n"
    "typedef struct rem_ops_call {\n"
    "  rem_desc desc;\n"
    "  rem_view views[REM_MAX_SLOTS];\n"
    "  rem_attr attrs[8];\n"
    "  rem_tensor *outputs[REM_MAX_SLOTS];\n"
    "} rem_ops_call;\n"
    "\n"
    "static inline void rem_ops_begin(rem_ops_call *call, const char *op, int32_t pass,\n"
    "                                 const rem_wish *wish) {\n"
    "  memset(call, 0, sizeof *call);\n"
    "  call->desc.size = sizeof call->desc;\n"
    "  call->desc.op = op;\n"
    "  call->desc.pass = pass;\n"
    "  call->desc.views = call->views;\n"
    "  call->desc.attrs = call->attrs;\n"
    "  if (wish) {\n"
    "    call->desc.accumulate = wish->accumulate;\n"
    "    call->desc.at_least = wish->at_least;\n"
    "    call->desc.max_workspace = wish->max_workspace;\n"
    "  }\n"
    "}\n"
    "\n"
    "static inline rem_attr *rem_ops_attr(rem_ops_call *call, const char *name, int32_t kind) {\n"
    "  rem_attr *attr = &call->attrs[call->desc.n_attrs++];\n"
    "  attr->name = name;\n"
    "  attr->kind = kind;\n"
    "  return attr;\n"
    "}\n"
    "\n"
    "static inline void rem_ops_input(rem_ops_call *call, const rem_tensor *tensor) {\n"
    "  rem_view *view = &call->views[call->desc.n_views++];\n"
    "  if (tensor) *view = tensor->view;\n"
    "  else view->rank = REM_LEFT_OUT;\n"
    "}\n"
    "\n"
    "static inline void rem_ops_output(rem_ops_call *call, rem_tensor *tensor, int32_t otherwise) {\n"
    "  call->outputs[call->desc.n_views] = tensor;\n"
    "  rem_ops_input(call, tensor);\n"
    "  if (!tensor) call->views[call->desc.n_views - 1].rank = otherwise;\n"
    "}\n"
    "\n"
    "static inline rem_status rem_ops_create(rem_ops_call *call, rem_context *context, rem_plan **plan,\n"
    "                                        rem_error *error) {\n"
    "  int32_t i;\n"
    "  rem_status status = rem_plan_create(context, &call->desc, plan, error);\n"
    "  for (i = 0; status == REM_OK && i < call->desc.n_views; i++)\n"
    "    if (call->outputs[i]) status = rem_plan_view(*plan, i, &call->outputs[i]->view, error);\n"
    "  return status;\n"
    "}\n"
    "\n"
    "static inline rem_status rem_ops_run(const rem_plan *plan, const rem_tensor *const *tensors, int32_t n,\n"
    "                                     void *workspace, size_t workspace_bytes, void *stream,\n"
    "                                     rem_error *error) {\n"
    "  rem_buffer buffers[REM_MAX_SLOTS];\n"
    "  int32_t i;\n"
    "  memset(buffers, 0, sizeof buffers);\n"
    "  for (i = 0; i < n; i++)\n"
    "    if (tensors[i]) buffers[i] = tensors[i]->buffer;\n"
    "  return rem_plan_run(plan, buffers, n, workspace, workspace_bytes, stream, error);\n"
    "}\n";

static const char epilogue[] = "\n#ifdef __cplusplus\n}\n#endif\n#endif\n";

/* ---- attributes ---- */

/* A number or integer whose default is 0 needs no flag that says whether it was set. */
static int needs_flag(const rem_attr_info *a) {
  char *end;
  double standard = strtod(a->otherwise, &end);
  return (a->kind == REM_ATTR_INT || a->kind == REM_ATTR_REAL) && (end == a->otherwise || *end || standard != 0);
}

static void emit_member(FILE *file, const rem_attr_info *a) {
  const char *otherwise = a->otherwise;
  if (needs_flag(a)) fprintf(file, "  int32_t has_%s; /* 0: %s is left out (%s) */\n", a->name, a->name, otherwise);
  switch (a->kind) {
    case REM_ATTR_INT:
      fprintf(file, "  int64_t %s;%s\n", a->name, needs_flag(a) ? "" : " /* 0 by default */");
      break;
    case REM_ATTR_REAL:
      fprintf(file, "  double %s;%s\n", a->name, needs_flag(a) ? "" : " /* 0 by default */");
      break;
    case REM_ATTR_TEXT:
      fprintf(file, "  const char *%s; /* %s; NULL: %s */\n", a->name, a->choices, otherwise);
      break;
    default:
      fprintf(file, "  const %s *%s; /* NULL: %s */\n  int32_t n_%s;\n",
              a->kind == REM_ATTR_INTS ? "int64_t" : "double", a->name, otherwise, a->name);
  }
}

static void emit_struct(FILE *file, const char *op) {
  rem_attr_info a;
  fprintf(file, "\n/* ---- %s ----\n * %s */\n\ntypedef struct rem_%s_attrs {\n", op, rem_op_says(op), op);
  int i = 0;
  for (; !rem_op_attr(op, i, &a, NULL); i++) emit_member(file, &a);
  if (!i) fprintf(file, "  int32_t none;\n");
  fprintf(file, "} rem_%s_attrs;\n", op);
}

/* The condition under which an attribute is handed on, and how. */
static void emit_set(FILE *file, const rem_attr_info *a) {
  static const char *const kinds[] = {
      "", "REM_ATTR_INT", "REM_ATTR_REAL", "REM_ATTR_TEXT", "REM_ATTR_INTS", "REM_ATTR_REALS"};
  static const char *const members[] = {"", "i", "f", "s", "is", "fs"};
  if (needs_flag(a)) fprintf(file, "  if (attrs->has_%s)", a->name);
  else if (a->kind != REM_ATTR_REAL) /* -0 is a value of its own */ fprintf(file, "  if (attrs->%s)", a->name);
  else fputc(' ', file);
  if (a->kind < REM_ATTR_INTS) {
    fprintf(file, " rem_ops_attr(call, \"%s\", %s)->v.%s = attrs->%s;\n", a->name, kinds[a->kind], members[a->kind],
            a->name);
    return;
  }
  fprintf(file, " {\n    rem_attr *attr = rem_ops_attr(call, \"%s\", %s);\n", a->name, kinds[a->kind]);
  fprintf(file, "    attr->v.%s = attrs->%s;\n    attr->n = attrs->n_%s;\n  }\n", members[a->kind], a->name, a->name);
}

static void emit_attrs(FILE *file, const char *op) {
  rem_attr_info a;
  fprintf(file, "\nstatic inline void rem_ops_%s_attrs(rem_ops_call *call, const rem_%s_attrs *attrs) {\n", op, op);
  fprintf(file, "  if (!attrs) return;\n");
  int i = 0;
  for (; !rem_op_attr(op, i, &a, NULL); i++) emit_set(file, &a);
  if (!i) fprintf(file, "  (void)call;\n");
  fprintf(file, "}\n");
}

/* ---- functions ---- */

/* Prints a list of parameters, each line of which stays within 100 columns. */
struct parameters {
  FILE *file;
  int column, indent, n;
};

static void parameter(struct parameters *p, const char *type, const char *name) {
  int width = (int)(strlen(type) + strlen(name)) + 2;
  int wrap = p->n && p->column + width > 98;
  if (wrap) fprintf(p->file, ",\n%*s", p->indent, "");
  else if (p->n) fprintf(p->file, ", ");
  fprintf(p->file, "%s%s", type, name);
  p->column = wrap ? p->indent + width : p->column + width;
  p->n++;
}

static struct parameters open_function(FILE *file, const char *op, int pass, const char *verb) {
  int n = fprintf(file, "\nstatic inline rem_status rem_%s%s_%s(", op, pass ? "_bwd" : "", verb) - 1;
  return (struct parameters){file, n, n, 0};
}

static void emit_plan(FILE *file, const char *op, int pass) {
  rem_slot_info s;
  char attrs[64];
  struct parameters p = open_function(file, op, pass, "plan");
  snprintf(attrs, sizeof attrs, "const rem_%s_attrs *", op);
  parameter(&p, "rem_context *", "context");
  parameter(&p, attrs, "attrs");
  parameter(&p, "const rem_wish *", "wish");
  for (int i = 0; !rem_op_slot(op, pass, NULL, 0, i, &s, NULL); i++)
    parameter(&p, s.role == REM_INPUT ? "const rem_tensor *" : "rem_tensor *", s.name);
  parameter(&p, "rem_plan **", "plan");
  parameter(&p, "rem_error *", "error");
  fprintf(file, ") {\n  rem_ops_call call;\n  rem_ops_begin(&call, \"%s\", %s, wish);\n", op,
          pass ? "REM_BACKWARD" : "REM_FORWARD");
  fprintf(file, "  rem_ops_%s_attrs(&call, attrs);\n", op);
  for (int i = 0; !rem_op_slot(op, pass, NULL, 0, i, &s, NULL); i++)
    if (s.role == REM_INPUT) fprintf(file, "  rem_ops_input(&call, %s);\n", s.name);
    else
      fprintf(file, "  rem_ops_output(&call, %s, %s);\n", s.name,
              !pass && s.need == REM_REQUIRED ? "REM_OPEN" : "REM_LEFT_OUT");
  fprintf(file, "  return rem_ops_create(&call, context, plan, error);\n}\n");
}

static void emit_run(FILE *file, const char *op, int pass) {
  rem_slot_info s;
  int n = 0;
  struct parameters p = open_function(file, op, pass, "run");
  parameter(&p, "const rem_plan *", "plan");
  for (; !rem_op_slot(op, pass, NULL, 0, n, &s, NULL); n++) parameter(&p, "const rem_tensor *", s.name);
  parameter(&p, "void *", "workspace");
  parameter(&p, "size_t ", "workspace_bytes");
  parameter(&p, "void *", "stream");
  parameter(&p, "rem_error *", "error");
  fprintf(file, ") {\n  const rem_tensor *tensors[%d];\n", n);
  for (int i = 0; !rem_op_slot(op, pass, NULL, 0, i, &s, NULL); i++) fprintf(file, "  tensors[%d] = %s;\n", i, s.name);
  fprintf(file, "  return rem_ops_run(plan, tensors, %d, workspace, workspace_bytes, stream, error);\n}\n", n);
}

void emit_ops_header(FILE *file) {
  const char *op;
  fputs(prologue, file);
  for (int i = 0; (op = rem_op_list(i)); i++) {
    emit_struct(file, op);
    emit_attrs(file, op);
    for (int pass = 0; pass < 2; pass++) {
      if (rem_op_slot(op, pass, NULL, 0, 0, &(rem_slot_info){0}, NULL)) continue;
      emit_plan(file, op, pass);
      emit_run(file, op, pass);
    }
  }
  fputs(epilogue, file);
}
