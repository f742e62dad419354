/* glossary.c: what the names in the oracle's formulas mean. */
#include "docs/glossary.h"

static const struct {
  enum family family;
  const char *name, *means;
} glossary[] = {
    {FAMILY_ROW, "hi", "the largest element"},
    {FAMILY_ROW, "lo", "the smallest element"},
    {FAMILY_ROW, "product", "that of the elements"},
    {FAMILY_ROW, "nonzero", "the number of elements that are not 0"},
    {FAMILY_ROW, "first_hi", "the position of the largest element, the first of those that tie"},
    {FAMILY_ROW, "first_lo", "the position of the smallest element, the first of those that tie"},
    {FAMILY_ROW, "others", "the product of the other elements"},
    {FAMILY_ROW, "mean", "that of the row"},
    {FAMILY_ROW, "n", "the number of elements of a row"},
    {FAMILY_ROW, "dof", "n - correction"},
    {FAMILY_ROW, "tie", "whether x gets a share"},
    {FAMILY_ROW, "ties", "how many shares there are"},
    {FAMILY_ROW, "absolute", "the sum of the magnitudes of the terms"},
    {FAMILY_ROW, "shifted", "the sum of (x - first)^2"},
    {FAMILY_ROW, "reach", "the mean of |x - first|"},
    {FAMILY_ROW, "fresh_y", "1 where y is worked out again, else 0"},
    {FAMILY_ROW, "fresh_mean", "1 where the mean is worked out again, else 0"},
    {FAMILY_SCAN, "before", "the product of the elements before j"},
    {FAMILY_SCAN, "between", "the product of the elements after j up to i"},
    {FAMILY_SCAN, "yi", "y at i"},
    {FAMILY_SCAN, "damp", "damp(v, p, q) is v * exp(p - q)"},
    {FAMILY_SCAN, "c", "the result over absolute values"},
    {FAMILY_SCAN, "k", "the same with each term times the number of its multiplications"},
    {FAMILY_SCAN, "fresh", "1 where y is worked out again, else 0"},
    {FAMILY_MAP, "gap", "gap(p, q) is p - q, and 0 where both are the same infinity"},
    {FAMILY_ROW, "gap", "gap(p, q) is p - q, and 0 where both are the same infinity"},
    {FAMILY_SCAN, "gap", "gap(p, q) is p - q, and 0 where both are the same infinity"},
    {FAMILY_MAP, "LOST", "the smallest normal number of the compute dtype, in eps: what underflow may lose"},
    {FAMILY_MAP, "u", "the number drawn for the element, from 0 to below 1: [random numbers](../random.md)"},
    {FAMILY_MAP, "sign", "-1, 0 or 1"},
    {FAMILY_MAP, "upper", "the larger of two"},
    {FAMILY_MAP, "share", "what the first gets of g as the larger of two, where ties share"},
    {FAMILY_MAP, "slope", "slope(a, b) is a / hypot(a, b), and 0 at the origin"},
    {FAMILY_MAP, "turn", "turn(a, b, g) is g * a / (a * a + b * b)"},
    {FAMILY_MAP, "damp", "damp(x, s) is x * s, and 0 where s is 0"},
    {FAMILY_MAP, "logistic", "1 / (1 + exp(-x))"},
    {FAMILY_MAP, "softplus", "log(1 + exp(x))"},
    {FAMILY_MAP, "normal_below", "the probability that a normal number is less than x"},
    {FAMILY_MAP, "normal_density", "its derivative"},
    {FAMILY_MAP, "mish_density", "the derivative of tanh(log(1 + exp(x)))"},
    {FAMILY_MAP, "truncated_quotient", "a / b without its fraction"},
    {FAMILY_MAP, "floored_quotient", "a / b rounded down"},
    {FAMILY_MAP, "floored_remainder", "what a / b rounded down leaves of a"},
    {FAMILY_MAP, "next", "the neighbour of a on the side of b"},
    {FAMILY_MAP, "y_largest", "the largest number of y's dtype"},
    {FAMILY_MAP, "y_spacing", "the distance from 1 to the next number of y's dtype"},
    {FAMILY_MAP, "y_least", "the least positive number of y's dtype"},
    {FAMILY_MAP, "sinc", "sin(pi x) / (pi x)"},
    {FAMILY_MAP, "sinc_slope", "its derivative"},
    {FAMILY_MAP, "tiny", "the smallest normal number of the compute dtype"},
    {FAMILY_NORM, "tiny", "the smallest number of the compute dtype, over its eps"},
    {FAMILY_NORM, "hi", "the largest of what is weighed"},
    {FAMILY_NORM, "weigh", "weigh(z, hi) is exp(z - hi), and 0 for z of -inf"},
    {FAMILY_NORM, "away", "away(z, hi) is 2 |z - hi| over the factor of eps S"},
    {FAMILY_NORM, "gap", "gap(p, q) is p - q, and 0 where both are the same infinity"},
    {FAMILY_NORM, "mean", "that of the row, or as it was given"},
    {FAMILY_NORM, "rstd", "1 over the root of the variance, or mean square, plus eps; or as it was given"},
    {FAMILY_NORM, "n", "the number of elements of a row"},
    {FAMILY_NORM, "first", "the row's first element"},
    {FAMILY_NORM, "reach", "the mean distance from the first element"},
    {FAMILY_NORM, "far", "the largest distance from the first element; 0 where the mean was given"},
    {FAMILY_NORM, "drift", "what rounding does to rstd, in eps"},
    {FAMILY_NORM, "absolute", "the sum of the magnitudes of the terms of total"},
    {FAMILY_NORM, "rest_absolute", "that of rest"},
    {FAMILY_NORM, "bound", "the factor of eps S"},
    {FAMILY_ROW, "tiny", "the smallest normal number of the compute dtype"},
    {FAMILY_SCAN, "tiny", "the smallest normal number of the compute dtype"},
    {FAMILY_ROW, "bound", "the factor of eps S"},
    {FAMILY_SCAN, "bound", "the factor of eps S"},
    {FAMILY_SCAN, "depth", "the number of joins on the longest path"},
};

void glossary_write(const struct document *d, const struct entry *e, const char *formulas) {
  char text[2048];
  size_t n = 0;
  for (size_t i = 0; i < sizeof glossary / sizeof *glossary; i++)
    if (glossary[i].family == e->family && formula_uses(formulas, glossary[i].name) && n < sizeof text)
      n += (size_t)snprintf(text + n, sizeof text - n, "%s`%s`: %s", n ? "; " : "Here ", glossary[i].name,
                            glossary[i].means);
  if (n) doc_text(d, "%s.", text);
}
