/* program.c: a program of Remora's users, in the part of C that is also C++. The install test builds it as both. */
#include <remora/remora.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  float x[6] = {1, 2, 3, 4, 5, 6}, y[6];
  int64_t shape[2] = {2, 3};
  rem_error error;
  rem_desc desc;
  rem_view views[2];
  rem_attr axis;
  rem_buffer buffers[2] = {{x, sizeof x, 0}, {y, sizeof y, 0}}, workspace;
  rem_context *context = NULL;
  rem_plan *plan = NULL;
  size_t bytes = 0, alignment = 0;
  memset(&error, 0, sizeof error), memset(&desc, 0, sizeof desc), memset(&axis, 0, sizeof axis);
  error.size = sizeof error, desc.size = sizeof desc;
  views[0] = views[1] = rem_view_packed(REM_F32, 2, shape);
  axis.name = "axis", axis.kind = REM_ATTR_INT, axis.v.i = 1;
  desc.op = "cumsum", desc.views = views, desc.n_views = 2, desc.attrs = &axis, desc.n_attrs = 1;
  if (rem_context_create(NULL, &context, &error) || rem_plan_create(context, &desc, &plan, &error))
    return puts(error.text), 1;
  rem_plan_workspace(plan, &bytes, &alignment);
  if (rem_memory_create(context, bytes, &workspace, &error) ||
      rem_plan_run(plan, buffers, 2, workspace.base, bytes, NULL, &error))
    return puts(error.text), 1;
  for (int i = 0; i < 6; i++) printf("%g ", y[i]);
  printf("%s\n", rem_version());
  rem_memory_destroy(context, &workspace);
  rem_plan_destroy(plan);
  rem_context_destroy(context);
  return y[2] == 6 && y[5] == 15 ? 0 : 1;
}
