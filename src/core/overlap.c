/* overlap.c: decides whether two strided tensors share a byte, and whether one meets itself.
 *
 * An element of a lies at low + sum i_k |s_k|, where low is the lowest, one of b at last - sum j_k |t_k|, where last
 * is the highest; so the two share a byte when a sum of bounded multiples of the strides of both falls into a small
 * window around last - low. Strides that occur in both become one term.
 *
 * Two elements of one tensor meet when their indices differ by d with sum d_k |s_k| = 0; taking the axis of the largest
 * stride on which they differ, and d_k + extent_k - 1 instead of d_k on the others, this is such a sum again.
 *
 * The search takes terms from the largest stride down and, without a window, tries only multiples that leave a multiple of
 * the common divisor of the others. It is exact and immediate for two terms, and for layouts whose strides agree, where
 * the sums of the smaller terms soon fill every gap. Else it gives up after BUDGET tries. */
#include "core/overlap.h"

enum { MAX_TERMS = 2 * REM_MAX_RANK, BUDGET = 4096 };

/* u * step with 0 <= u <= most, and what is known of the sums of this term and all after it. */
struct term {
  int64_t step, most;
  int64_t reach; /* their largest sum                                              */
  int64_t gcd;   /* of their steps                                                 */
  int dense;     /* they take every multiple of gcd from 0 to reach                */
};

struct search {
  struct term terms[MAX_TERMS + 1]; /* descending steps; the last term is empty */
  int n;
  int64_t window; /* a sum in [hi - window, hi] is a hit */
  int budget;     /* steps left before giving up         */
};

static int64_t gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static void add_term(struct search *s, int64_t step, int64_t most) {
  int i = 0, j;
  while (i < s->n && s->terms[i].step > step) i++;
  if (i < s->n && s->terms[i].step == step) {
    s->terms[i].most += most;
    return;
  }
  for (j = s->n++; j > i; j--) s->terms[j] = s->terms[j - 1];
  s->terms[i] = (struct term){.step = step, .most = most};
}

/* Steps are counted in units of the smaller element. */
static void add_view(struct search *s, const rem_view *view, int64_t units) {
  int k;
  for (k = 0; k < view->rank; k++) {
    int64_t stride = view->stride[k];
    if (view->shape[k] > 1 && stride != 0) add_term(s, (stride < 0 ? -stride : stride) * units, view->shape[k] - 1);
  }
}

/* 0: the largest sum is beyond INT64_MAX / 2, which leaves room to add to it. */
static int finish_terms(struct search *s) {
  int k;
  s->terms[s->n] = (struct term){.dense = 1};
  for (k = s->n - 1; k >= 0; k--) {
    struct term *t = &s->terms[k];
    const struct term *rest = t + 1;
    int64_t own;
    if (__builtin_mul_overflow(t->step, t->most, &own)) return 0;
    if (__builtin_add_overflow(own, rest->reach, &t->reach) || t->reach > INT64_MAX / 2) return 0;
    t->gcd = gcd(t->step, rest->gcd);
    t->dense = rest->dense && (k == s->n - 1 || (t->gcd == rest->gcd && t->step <= rest->reach + rest->gcd));
  }
  return 1;
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* The inverse of a modulo m, for a and m without a common divisor. */
static int64_t inverse(int64_t a, int64_t m) {
  int64_t r = m, next = a % m, x = 0, y = 1;
  while (next) {
    int64_t q = r / next, swap = r - q * next;
    r = next;
    next = swap;
    swap = x - q * y;
    x = y;
    y = swap;
  }
  return x < 0 ? x + m : x;
}

__extension__ typedef __int128 wide;

/* The least u >= first for which hi - u * step is a multiple of what the terms after t have in common, and in *period how far
 * the next such u is. hi is a multiple of t->gcd. */
static int64_t first_fit(const struct term *t, int64_t hi, int64_t first, int64_t *period) {
  int64_t m = t[1].gcd / t->gcd; /* 0: nothing comes after */
  *period = m > 1 ? m : 1;
  if (m <= 1) return first;
  int64_t u = (int64_t)((wide)(hi / t->gcd % m) * inverse(t->step / t->gcd % m, m) % m);
  int64_t ahead = (u - first % m) % m;
  return first + (ahead < 0 ? ahead + m : ahead);
}

/* Whether terms k, k+1, ... have a sum in [hi - window, hi]. */
static enum overlap search(struct search *s, int k, int64_t hi) {
  const struct term *t = &s->terms[k];
  int64_t lo = larger(0, hi - s->window), top = smaller(hi, t->reach), u, first, last, period = 1;
  if (lo > top) return OVERLAP_NONE;
  if (k == s->n) return OVERLAP_CERTAIN;
  if (top - top % t->gcd < lo) return OVERLAP_NONE;
  if (t->dense) return OVERLAP_CERTAIN;
  first = larger(0, lo - t[1].reach);
  first = first / t->step + (first % t->step != 0);
  last = smaller(t->most, hi / t->step);
  if (s->window == 0) first = first_fit(t, hi, first, &period);
  for (u = first; u <= last; u += period) {
    enum overlap found;
    if (s->budget-- <= 0) return OVERLAP_UNKNOWN;
    found = search(s, k + 1, hi - u * t->step);
    if (found != OVERLAP_NONE) return found;
  }
  return OVERLAP_NONE;
}

enum overlap overlap_decide(const rem_view *a, struct range a_in, const rem_view *b, struct range b_in) {
  struct search s = {.budget = BUDGET};
  uintptr_t a_bytes = rem_dtype_size(a->dtype), b_bytes = rem_dtype_size(b->dtype);
  uintptr_t unit = a_bytes < b_bytes ? a_bytes : b_bytes;
  add_view(&s, a, (int64_t)(a_bytes / unit));
  add_view(&s, b, (int64_t)(b_bytes / unit));
  if (!finish_terms(&s)) return OVERLAP_UNKNOWN;
  s.window = (int64_t)((a_bytes + b_bytes) / unit - 2);
  return search(&s, 0, (int64_t)((b_in.high - unit - a_in.low) / unit));
}

/* Two indices that differ by d >= 1 on axis f and by anything on the axes with smaller strides. */
static enum overlap meets_along(const rem_view *view, const int *order, int n, int f, int *budget) {
  struct search s = {.budget = *budget};
  int64_t hi = -view->stride[order[f]], reach = 0;
  if (hi > 0) hi = -hi;
  add_term(&s, -hi, view->shape[order[f]] - 2);
  for (int k = f + 1; k < n; k++) {
    int64_t stride = view->stride[order[k]], most = view->shape[order[k]] - 1;
    add_term(&s, stride < 0 ? -stride : stride, 2 * most);
    reach += (stride < 0 ? -stride : stride) * most;
  }
  if (!finish_terms(&s)) return OVERLAP_UNKNOWN;
  enum overlap found = hi + reach < 0 ? OVERLAP_NONE : search(&s, 0, hi + reach);
  *budget = s.budget;
  return found;
}

enum overlap overlap_itself(const rem_view *view, const int *order, int n, int *axis) {
  int budget = BUDGET;
  enum overlap found = OVERLAP_NONE;
  for (int f = 0; f < n && found == OVERLAP_NONE; f++) {
    *axis = order[f];
    found = meets_along(view, order, n, f, &budget);
  }
  return found;
}
