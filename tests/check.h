/* check.h: counts checks, says which failed and why, and ends with one line "name: N passed, M failed". */
#ifndef CHECK_H
#define CHECK_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct check {
  const char *name;
  int64_t passed, failed;
};

#define CHECK(c, condition) check_true((c), !!(condition), #condition, __FILE__, __LINE__)
#define CHECK_INT(c, found, expected) check_int((c), (found), (expected), #found, __FILE__, __LINE__)
#define CHECK_TEXT(c, found, expected) check_text((c), (found), (expected), #found, __FILE__, __LINE__)

static inline int check_count(struct check *c, int good) {
  if (good)
    c->passed++;
  else
    c->failed++;
  return good;
}

/* Each returns whether the check held. */
static inline int check_true(struct check *c, int good, const char *what, const char *file, int line) {
  if (!good) printf("FAIL %s:%d: %s\n", file, line, what);
  return check_count(c, good);
}

static inline int check_int(struct check *c, int64_t found, int64_t expected, const char *what, const char *file,
                            int line) {
  if (found != expected)
    printf("FAIL %s:%d: %s: expected %" PRId64 ", found %" PRId64 "\n", file, line, what, expected, found);
  return check_count(c, found == expected);
}

static inline int check_text(struct check *c, const char *found, const char *expected, const char *what,
                             const char *file, int line) {
  int good = found && expected && !strcmp(found, expected);
  if (!good)
    printf("FAIL %s:%d: %s: expected \"%s\", found \"%s\"\n", file, line, what, expected ? expected : "(null)",
           found ? found : "(null)");
  return check_count(c, good);
}

/* The exit status of the program. */
static inline int check_end(const struct check *c) {
  printf("%s: %" PRId64 " passed, %" PRId64 " failed\n", c->name, c->passed, c->failed);
  return c->failed != 0;
}

#endif
