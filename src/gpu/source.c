/* source.c: puts the text of a kernel together. */
#include "gpu/source.h"

#include <string.h>

#include "gpu/formula.h"

extern const char text_vocab[], text_random[], text_convert[], text_whole[], text_vocab_t[], text_state[], text_pieces[],
    text_dialect[], text_states[], text_monoid[], text_scanof[], text_divide[], text_rows[], text_normof[],
    text_levels[], text_mapof[], text_quick[], text_rowof[], text_normalong[];

/* The files of ops/math, and which of them has a function. */
enum {
#define MATH_PART(name, needs) PART_##name,
#define MATH(...)
#include "math.def"
#undef MATH_PART
  PART_COUNT
};
#define MATH_PART(name, needs) extern const char text_##name[];
#include "math.def"
#undef MATH_PART
static const struct {
  const char *text;
  unsigned needs;
} math_parts[] = {
#define MATH_PART(name, needs) {text_##name, needs},
#include "math.def"
#undef MATH_PART
#undef MATH
};
static const struct {
  const char *name;
  int part;
} math_functions[] = {
#define MATH_PART(...)
#define MATH(part, name, ...) {#name "_", PART_##part},
#include "math.def"
#undef MATH_PART
#undef MATH
};
enum { FUNCTIONS = sizeof math_functions / sizeof *math_functions };

/* A schedule: the struct of its arguments, what it needs of the formulas as functions, what it shares with
   others of its family (NULL: nothing), and its loops. NEAR: and what it shares with the nearest of these. */
#define SCHEDULES                                                                       \
  SCHEDULE(map, map, text_divide, text_mapof)                                           \
  SCHEDULE(many, many, text_divide, NULL)                                               \
  SCHEDULE(tile, tile, text_divide, text_mapof)                                         \
  SCHEDULE(row, row, text_monoid, text_rowof)                                           \
  SCHEDULE(rowmap, rowmap, text_monoid, NULL)                                           \
  SCHEDULE(ties, rowmap, text_monoid, NULL)                                             \
  SCHEDULE(scan, scan, text_scanof, text_quick)                                         \
  SCHEDULE(strip, scan, text_scanof, NULL)                                              \
  SCHEDULE(turns, scan, text_scanof, NULL)                                              \
  NEAR(norm, norm, text_rows, text_normof, text_normalong)                              \
  NEAR(norm_level, norm, text_rows, text_normof, text_normalong)                        \
  SCHEDULE(norm_across, norm, text_rows, text_normof)                                   \
  SCHEDULE(norm_join, norm, text_rows, text_normof)                                     \
  SCHEDULE(solve, norm, text_rows, text_normof)                                         \
  SCHEDULE(rival, rival, "", NULL)                                                      \
  SCHEDULE(tally, tally, "", NULL)                                                      \
  SCHEDULE(pick, pick, text_divide, NULL)                                               \
  SCHEDULE(pick_sort, pick_sort, text_divide, NULL)                                     \
  SCHEDULE(pick_sum, pick_sum, text_divide, text_levels)                                \
  SCHEDULE(chain, chain, text_scanof, NULL)                                             \
  SCHEDULE(gather, gather, text_divide, NULL)                                           \
  SCHEDULE(nest, nest, text_divide, NULL)                                               \
  SCHEDULE(copies, copies, text_divide, text_levels)                                    \
  SCHEDULE(slide, slide, text_divide, NULL)
#define SCHEDULE(name, args, functions, between) NEAR(name, args, functions, between, NULL)
#define NEAR(name, args, functions, between, near) extern const char text_##name[], text_##args##_args[];
SCHEDULES
#undef NEAR
static const struct {
  const char *name, *args, *functions, *between, *near, *text;
} schedules[] = {
#define NEAR(name, args, functions, between, near) {#name, text_##args##_args, functions, between, near, text_##name},
    SCHEDULES
#undef NEAR
#undef SCHEDULE
};
/* Which kernels need a text: those that compute in floats, those that have integers, all, or those that draw. */
enum { FOR_FLOATS = 1, FOR_INTEGERS = 2, FOR_ALL = 3, FOR_DRAWS = 4 };
static const struct {
  const char *text;
  unsigned whose;
} shared[] = {{text_random, FOR_DRAWS},
              {text_convert, FOR_ALL},    {text_whole, FOR_INTEGERS}, {text_vocab_t, FOR_ALL},   {text_state, FOR_FLOATS},
              {text_pieces, FOR_FLOATS}, {text_dialect, FOR_ALL},    {text_states, FOR_FLOATS}};
enum { SHARED = sizeof shared / sizeof *shared, SCHEDULE_COUNT = sizeof schedules / sizeof *schedules };
enum { ENTRIES = 3, PARTS = 2 + PART_COUNT + SHARED + ENTRIES + 5, WORD = 32 };

/* Reads the next word of a head's first line, "// SCHEDULE ENTRY [ENTRY]"; 0: there is none. */
static int next_word(const char **head, char word[WORD]) {
  *head += strspn(*head, "/ ");
  size_t length = strcspn(*head, " \n");
  if (length == 0 || length >= WORD) return 0;
  memcpy(word, *head, length);
  word[length] = 0;
  *head += length;
  return 1;
}

/* A head defines INTEGERS as 1 where there are some beside floats, as 2 where it computes in them; DRAWN where it draws. */
static unsigned whose_texts(const char *head) {
  const char *integers = strstr(head, "#define INTEGERS ");
  unsigned draws = strstr(head, "#define DRAWN ") ? FOR_DRAWS : 0;
  return draws | (!integers ? FOR_FLOATS : strstr(head, "#define INTEGERS 1\n") ? FOR_ALL : FOR_INTEGERS);
}

/* The parts of ops/math that the formulas call, and those which these call. state.h and pieces.h call exp and log. */
static unsigned math_mask(const char *const *formulas, int n) {
  unsigned mask = 1u << PART_exp | 1u << PART_log;
  for (int i = 0; i < n; i++)
    for (int f = 0; f < FUNCTIONS; f++)
      if (formula_uses(formulas[i], math_functions[f].name)) mask |= 1u << math_functions[f].part;
  for (int p = PART_COUNT - 1; p >= 0; p--)
    if (mask >> p & 1) mask |= math_parts[p].needs;
  return mask;
}

int source_is_long(const char *entry) {
  static const char *const pieces[] = {"gelu_", "gelu_slope_", "silu_slope_", "sigmoid_slope_"}; /* of pieces.h, that call exp */
  const char *formula = formula_text(entry);
  for (size_t i = 0; formula && i < sizeof pieces / sizeof *pieces; i++)
    if (formula_uses(formula, pieces[i])) return 1;
  for (int f = 0; formula && f < FUNCTIONS; f++)
    if (formula_uses(formula, math_functions[f].name)) return 1;
  return 0;
}

/* Collects the parts of a kernel's text; 0: the head is none of ours. */
static int find_parts(const char *head, const char *parts[PARTS]) {
  char word[WORD];
  const char *at = head, *formula, *formulas[ENTRIES];
  int n = 0, k = 0, entries = 0;
  if (!next_word(&at, word)) return 0;
  while (k < SCHEDULE_COUNT && strcmp(schedules[k].name, word) != 0) k++;
  if (k == SCHEDULE_COUNT) return 0;
  while (next_word(&at, word) && entries < ENTRIES)
    if ((formula = formula_text(word)) != NULL) formulas[entries++] = formula;
  parts[n++] = head;
  parts[n++] = text_vocab;
  unsigned whose = whose_texts(head), mask = whose == FOR_INTEGERS ? 0 : math_mask(formulas, entries);
  for (int p = 0; p < PART_COUNT; p++)
    if (mask >> p & 1) parts[n++] = math_parts[p].text;
  for (int i = 0; i < SHARED; i++)
    if (shared[i].whose & whose) parts[n++] = shared[i].text;
  for (int i = 0; i < entries; i++) parts[n++] = formulas[i];
  parts[n++] = schedules[k].functions;
  parts[n++] = schedules[k].args;
  if (schedules[k].between) parts[n++] = schedules[k].between;
  if (schedules[k].near) parts[n++] = schedules[k].near;
  parts[n++] = schedules[k].text;
  return n;
}

char *source_make(rem_context *context, const char *head) {
  const char *parts[PARTS];
  size_t bytes = 1;
  int n = find_parts(head, parts);
  for (int i = 0; i < n; i++) bytes += strlen(parts[i]);
  char *text = n ? context_allocate(context, bytes) : NULL, *at = text;
  if (!text) return NULL;
  for (int i = 0; i < n; i++) {
    size_t length = strlen(parts[i]);
    memcpy(at, parts[i], length);
    at += length;
  }
  *at = 0;
  return text;
}

static uint64_t mix(uint64_t hash, const char *text) {
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
  return hash;
}

/* The entries' formulas are part of the library's texts too. */
static uint64_t mix_formulas(uint64_t hash) {
  const struct entry *e;
  for (int i = 0; (e = entry_at(i)) != NULL; i++) {
    const char *text = formula_text(e->name);
    if (text) hash = mix(hash, text);
  }
  for (int i = 0; i < SWEEPS; i++) hash = mix(hash, formula_text(sweep_at(i)->name));
#define INTS_OF(name, ...) hash = mix(hash, formula_text("tally." #name));
#define TALLY INTS_OF
#include "tally.def"
#undef TALLY
#undef INTS_OF
  return hash;
}

uint64_t source_version(void) {
  uint64_t hash = mix(0xcbf29ce484222325u, text_vocab);
  for (int i = 0; i < PART_COUNT; i++) hash = mix(hash, math_parts[i].text);
  for (int i = 0; i < SHARED; i++) hash = mix(hash, shared[i].text);
  for (int i = 0; i < SCHEDULE_COUNT; i++) {
    hash = mix(mix(mix(hash, schedules[i].args), schedules[i].functions), schedules[i].text);
    if (schedules[i].between) hash = mix(hash, schedules[i].between);
    if (schedules[i].near) hash = mix(hash, schedules[i].near);
  }
  return mix_formulas(hash);
}
