/* fpstate.h: the floating-point state: Remora computes with IEEE rounding and denormals, whatever its caller has switched on,
 * and gives the caller's state back. */
#ifndef REM_CORE_FPSTATE_H
#define REM_CORE_FPSTATE_H

#include <stdint.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

typedef uint64_t fpstate;

/* Round to nearest, denormals kept, no traps. Returns the state found. */
static inline fpstate fpstate_enter(void) {
#if defined(__x86_64__)
  fpstate old = _mm_getcsr();
  _mm_setcsr(0x1f80);
#elif defined(__aarch64__)
  fpstate old, ieee = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(old));
  __asm__ volatile("msr fpcr, %0" : : "r"(ieee));
#else
  fpstate old = 0;
#endif
  return old;
}

/* The same for what the C library is asked besides, to write numbers as text: on x86-64 it looks at the control word of another unit. */
static inline fpstate fpstate_enter_all(void) {
  fpstate old = fpstate_enter();
#if defined(__x86_64__)
  uint16_t word, ieee = 0x37f;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  __asm__ volatile("fldcw %0" : : "m"(ieee));
  old |= (fpstate)word << 32;
#endif
  return old;
}

/* Results too small to be normal become zero, and operands are taken so, where a processor can. Returns the state found. */
static inline fpstate fpstate_flush(void) {
#if defined(__x86_64__)
  fpstate old = _mm_getcsr();
  _mm_setcsr((unsigned)old | 0x8040);
#else
  fpstate old = fpstate_enter();
#endif
  return old;
}

/* What a caller may have switched on: sums are rounded upward, and numbers too small to be normal are zero. For tests. Returns the state
 * found. */
static inline fpstate fpstate_upset(void) {
#if defined(__x86_64__)
  fpstate old = _mm_getcsr();
  _mm_setcsr((unsigned)old | 0xc040);
#elif defined(__aarch64__)
  fpstate old;
  __asm__ volatile("mrs %0, fpcr" : "=r"(old));
  __asm__ volatile("msr fpcr, %0" : : "r"(old | UINT64_C(0x1400000)));
#else
  fpstate old = 0;
#endif
  return old;
}

static inline void fpstate_leave(fpstate old) {
#if defined(__x86_64__)
  _mm_setcsr((unsigned)old);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(old));
#else
  (void)old;
#endif
}

static inline void fpstate_leave_all(fpstate old) {
#if defined(__x86_64__)
  uint16_t word = (uint16_t)(old >> 32);
  __asm__ volatile("fldcw %0" : : "m"(word));
#endif
  fpstate_leave(old);
}

#endif
