/* driver.c: what both drivers need: libraries opened at run time, where they are named, and the logs of compilers. */
#define _GNU_SOURCE /* secure_getenv */
#include "driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

const char *code_variable(const char *name) {
#ifdef __GLIBC__
  return secure_getenv(name);
#else
  return getenv(name);
#endif
}

void *library_open(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE); }

void library_close(void *library) {
  if (library) dlclose(library);
}

const char *library_functions(void *library, const struct library_function *list, size_t n, void *functions) {
  for (size_t i = 0; i < n; i++) {
    void *address = dlsym(library, list[i].name);
    if (!address && !list[i].optional) return list[i].name;
    memcpy((char *)functions + list[i].at, &address, sizeof address); /* ISO C has no cast between the two kinds */
  }
  return NULL;
}

static int is_blank(char c) { return (unsigned char)c <= ' '; }

/* Line breaks and runs of blanks become one blank each. */
static void squeeze(char *text) {
  char *to = text;
  for (const char *from = text; *from; from++) {
    if (!is_blank(*from)) *to++ = *from;
    else if (to > text && to[-1] != ' ') *to++ = ' ';
  }
  while (to > text && to[-1] == ' ') to--;
  *to = '\0';
}

const char *log_excerpt(char *log) {
  char *start = strstr(log, "error:"); /* all compilers met so far write it so */
  if (!start) start = log;
  while (start > log && start[-1] != '\n') start--;
  squeeze(start);
  return start;
}
