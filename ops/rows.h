/* rows.h: what the sweeps of norm.def share, written once for every device: how states of neighbouring sections are joined, and
   what the elements of one are relative to. state.h comes first.

   States a, b of na and nb elements become r: m and s as the top of norm.def says. */

/* The larger peak stays; the other sum shrinks by the distance. */
#define NORM_PEAK_JOIN                                                  \
  {                                                                     \
    T d = gap_(a.m, b.m);                                               \
    T most = d < K(0) ? b.s : a.s, less = d < K(0) ? a.s : b.s;         \
    r.m = d < K(0) ? b.m : a.m;                                         \
    r.s = most + less * decay_(d);                                      \
  }

/* The same, and sums e of w (z - m) and t of w: what is relative to the lower peak moves to the other. */
#define NORM_MOVED(x, m_) ((x).t == K(0) ? (x).e : (x).e + (x).t * gap_((x).m, m_))
#define NORM_CROSS_JOIN                                                 \
  {                                                                     \
    NORM_PEAK_JOIN                                                      \
    r.e = NORM_MOVED(a, r.m) + NORM_MOVED(b, r.m);                      \
    r.t = a.t + b.t;                                                    \
  }
#define NORM_CROSS_TERM(z, w, base) ((w) == K(0) ? K(0) : (w) * gap_(z, base))

/* Means meet between each other; the sums of squares, and what their distance adds. */
#define NORM_SPREAD_JOIN                                                \
  {                                                                     \
    T d = b.m - a.m, q = nb / (na + nb);                                \
    r.m = a.m + d * q;                                                  \
    r.s = (a.s + b.s) + d * d * (na * q);                               \
  }

#define NORM_SUMS_JOIN                                                  \
  {                                                                     \
    r.m = a.m + b.m;                                                    \
    r.s = a.s + b.s;                                                    \
  }

/* Exponentials of a section are relative to its peak c; where that is -inf, to 0, so that all of them are 0. */
#define NORM_BASE(c) ((c) == -INF_ ? K(0) : (c))
#define NORM_WEIGHT(z, base) fall_(gap_(z, base))

/* What brings them to the row's peak, times v. */
#define NORM_FACTOR(c, peak, v) (fall_(gap_(c, peak)) * (v))
