/* error.c: fills a rem_error, and the names of the statuses. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

const char *rem_status_name(rem_status status) {
  static const char *const names[] = {"REM_OK",         "REM_INVALID",          "REM_UNSUPPORTED",
                                      "REM_MISALIGNED", "REM_BUFFER_TOO_SMALL", "REM_WORKSPACE_TOO_SMALL",
                                      "REM_NO_MEMORY",  "REM_DEVICE",           "REM_INTERNAL"};
  int i = (int)status;
  return i >= 0 && i < (int)(sizeof names / sizeof *names) ? names[i] : "unknown status";
}

/* Texts quote names the caller gave; a control character in one would break the promise of one line. */
static void one_line(char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = '?';
}

rem_status fail(rem_error *error, rem_status status, struct where at, const char *format, ...) {
  if (!error || error->size != sizeof *error) return status;
  error->status = status;
  error->slot = at.slot;
  error->axis = at.axis;
  error->needed = at.needed;
  error->got = at.got;
  error->native = 0;
  va_list list;
  va_start(list, format);
  if (vsnprintf(error->text, sizeof error->text, format, list) < 0) error->text[0] = 0;
  va_end(list);
  one_line(error->text);
  return status;
}
