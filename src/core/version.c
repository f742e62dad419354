/* version.c: the version of the library, from the numbers in the header. */
#include "remora/remora.h"

#define TEXT(n) #n
#define DOTTED(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)

const char *rem_version(void) { return DOTTED(REM_VERSION_MAJOR, REM_VERSION_MINOR, REM_VERSION_PATCH); }
