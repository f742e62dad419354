/* values.h: the numbers tests draw, and how an element of each dtype is stored. */
#ifndef TOOL_VALUES_H
#define TOOL_VALUES_H

#include "core/dtype.h"

/* How a tensor is filled. Every style stays inside the op's domain, apart from zeros, denormals and specials. */
enum style {
  STYLE_PLAIN,    /* spread over the domain                                  */
  STYLE_TIES,     /* few different values, in runs of equal ones             */
  STYLE_ZEROS,    /* many zeros of both signs, some denormals                */
  STYLE_NEAR_ONE, /* of magnitude near 1: long products neither die nor grow */
  STYLE_ENDS,     /* ends of the domain, 0, 1/2, 1 and what lies next to them */
  STYLE_SPECIAL,  /* some infinities or NaN, in places                       */
  STYLES
};

/* Where numbers come from: the value at index is a function of these alone. */
struct source {
  uint64_t key;
  int style;
  double lo, hi; /* the domain */
  int dtype;     /* rem_dtype: what counts as a denormal */
  int whole;     /* numbers of an integer dtype, from its whole range */
  int lists;     /* places that are lists of classes: a negative number ends each */
  int places;    /* numbers of rows of a table that has `rows`: most of them are rows of it */
  int64_t rows;
  int squares; /* none is negative                                  */
};

uint64_t mix64(uint64_t a, uint64_t b); /* a well-mixed function of both */
uint64_t hash_text(const char *text);
double source_value(const struct source *s, int64_t index);
uint64_t source_bits(const struct source *s, int64_t index); /* whole: the low bits of a number */

uint64_t source_place(const struct source *s, int64_t index); /* places: a row, or none of them */

/* Puts the value at index into an element of the source's dtype. */
void source_store(const struct source *s, int64_t index, void *element);

/* Stores value rounded to nearest even; index dtypes take its integer part. */
void store_real(int dtype, void *element, double value);

/* How the bits of a dtype's elements are read: what lies above infinity is NaN. */
struct bit_rule {
  size_t bytes;
  uint64_t magnitude, infinity, nan;
};
struct bit_rule bit_rule_of(int dtype);

/* The bits of an element, NaN as one fixed pattern: what digests and comparisons see. */
static inline uint64_t element_bits(const struct bit_rule *rule, const void *element) {
  uint64_t bits[2] = {0};                   /* as many as element_copy may write */
  element_copy(bits, element, rule->bytes); /* little-endian, as every target is */
  return (*bits & rule->magnitude) > rule->infinity ? rule->nan : *bits;
}

#endif
