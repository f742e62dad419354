/* error.h: how a function says what went wrong. */
#ifndef REM_ERROR_H
#define REM_ERROR_H

#include "remora/remora.h"

/* What an error is about; slot and axis are -1 where there is none. */
struct where {
  int slot, axis;
  int64_t needed, got;
};
#define NOWHERE ((struct where){-1, -1, 0, 0})
#define AT_SLOT(s) ((struct where){(s), -1, 0, 0})
#define AT_AXIS(s, a) ((struct where){(s), (a), 0, 0})
#define AT(s, a, needed, got) ((struct where){(s), (a), (needed), (got)})

/* Fills error, when there is one of the right size, and returns status, so that callers write
 *   return fail(error, REM_INVALID, AT_AXIS(i, a), "x: axis %d ...", a); */
rem_status fail(rem_error *error, rem_status status, struct where at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

#endif
