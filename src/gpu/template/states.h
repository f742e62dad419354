/* states.h: states of reductions and scans in memory. */

#define HAS_M 1
#define HAS_E 2
#define HAS_S 4
#define HAS_T 8
#define ONLY_COUNT 16
#define HAS_TIES (HAS_T | ONLY_COUNT)

/* Parts of an entry that stand in parentheses. */
#define OPEN(...) OPEN_ __VA_ARGS__
#define OPEN_(...) __VA_ARGS__

#define FIELD_COUNT(f) (((f)&1) + ((f) >> 1 & 1) + ((f) >> 2 & 1) + ((f) >> 3 & 1))

REM_FN S state_zero(void) {
  S r;
  r.m = r.e = r.s = r.t = K(0);
  return r;
}

/* State `at` of arrays that hold `count` of each field, one field behind the other. */
REM_FN S state_read(GLOBAL const T *p, i32 fields, i64 count, i64 at) {
  S r = state_zero();
  p += at;
  if (fields & HAS_M) r.m = *p, p += count;
  if (fields & HAS_E) r.e = *p, p += count;
  if (fields & HAS_S) r.s = *p, p += count;
  if (fields & HAS_T) r.t = *p;
  return r;
}
REM_FN void state_write(GLOBAL T *p, i32 fields, i64 count, i64 at, S r) {
  p += at;
  if (fields & HAS_M) *p = r.m, p += count;
  if (fields & HAS_E) *p = r.e, p += count;
  if (fields & HAS_S) *p = r.s, p += count;
  if (fields & HAS_T) *p = r.t;
}
REM_FN S state_fetch(LOCAL const T *p, i32 fields, i32 count, i32 at) {
  S r = state_zero();
  p += at;
  if (fields & HAS_M) r.m = *p, p += count;
  if (fields & HAS_E) r.e = *p, p += count;
  if (fields & HAS_S) r.s = *p, p += count;
  if (fields & HAS_T) r.t = *p;
  return r;
}
REM_FN void state_leave(LOCAL T *p, i32 fields, i32 count, i32 at, S r) {
  p += at;
  if (fields & HAS_M) *p = r.m, p += count;
  if (fields & HAS_E) *p = r.e, p += count;
  if (fields & HAS_S) *p = r.s, p += count;
  if (fields & HAS_T) *p = r.t;
}
/* The state that thread i of the same 32 has. */
REM_FN S state_shuffle(S r, i32 fields, i32 i) {
  if (fields & HAS_M) r.m = SHUFFLE(r.m, i);
  if (fields & HAS_E) r.e = SHUFFLE(r.e, i);
  if (fields & HAS_S) r.s = SHUFFLE(r.s, i);
  if (fields & HAS_T) r.t = SHUFFLE(r.t, i);
  return r;
}
