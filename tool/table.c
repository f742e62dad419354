/* table.c: the op table as JSON, from the public interface alone. */
#include "table.h"

#include "remora/remora.h"
#include "report.h"

static void slots(FILE *file, const char *op, int pass) {
  rem_slot_info s;
  fprintf(file, ",\"%s\":[", pass ? "backward" : "forward");
  for (int i = 0; !rem_op_slot(op, pass, NULL, 0, i, &s, NULL); i++)
    fprintf(file, "%s{\"name\":\"%s\",\"role\":\"%s\",\"need\":%d,\"dtypes\":%u,\"in_place\":%u}", i ? "," : "", s.name,
            s.role == REM_OUTPUT ? "output" : "input", s.need, s.dtypes, s.in_place);
  fprintf(file, "]");
}

static void attributes(FILE *file, const char *op) {
  rem_attr_info a;
  fprintf(file, ",\"attributes\":[");
  for (int i = 0; !rem_op_attr(op, i, &a, NULL); i++) {
    fprintf(file, "%s{\"name\":\"%s\",\"kind\":%d,\"passes\":%d,\"choices\":", i ? "," : "", a.name, a.kind, a.passes);
    json_text(file, a.choices ? a.choices : "");
    fprintf(file, ",\"otherwise\":");
    json_text(file, a.otherwise ? a.otherwise : "");
    fprintf(file, "}");
  }
  fprintf(file, "]");
}

void table_json_op(FILE *file, const char *op) {
  fprintf(file, "{\"op\":\"%s\",\"family\":\"%s\",\"says\":", op, rem_op_family(op));
  json_text(file, rem_op_says(op));
  slots(file, op, REM_FORWARD);
  slots(file, op, REM_BACKWARD);
  attributes(file, op);
  fprintf(file, "}");
}
