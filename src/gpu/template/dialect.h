/* dialect.h: the words schedules for GPUs are written in; they mean the same in CUDA C and in OpenCL C 1.2.

   KERNEL(threads)   begins the one kernel of a program, run by blocks of `threads` threads
   GLOBAL LOCAL      where a pointer leads: memory of the device, of a block
   LOCAL_ARRAY       begins the declaration of an array of the block, at the top of the kernel
   BARRIER           every thread of the block gets here before one goes on
   BLOCK THREAD      this block, this thread of it
   UNROLL            before a loop with a constant number of turns
   SHUFFLES          1: SHUFFLE(x, i) is x of thread i of the same 32; all of them ask
   OPERANDS(struct)  the kernel's parameters: pointers p0 ... p7, then the arguments a
   AT(i)             element (0,...,0) of operand i, whose storage dtype is D_i
   GET(i, at) PUT(i, at, v)          one element, as T; PUT adds to what is there where operand i accumulates
   GETS(i, at, v) PUTS(i, at, v)     WIDTH adjacent elements, at once where their address is a multiple of their bytes
   GET_INDEX(i, at) PUT_INDEX(i, at, n)   one position

   ops/vocab.h, ops/convert.h and ops/vocab_t.h come first. */

#ifdef __CUDACC__

#define KERNEL(threads) extern "C" __global__ void __launch_bounds__(threads) remora
#define GLOBAL
#define LOCAL
#define LOCAL_ARRAY __shared__
#define BARRIER __syncthreads()
#define BLOCK ((i64)blockIdx.x)
#define THREAD ((i32)threadIdx.x)
#define SHUFFLES 1
#define SHUFFLE(x, i) __shfl_sync(0xffffffffu, x, i)
#define AT(i) p##i
typedef unsigned char u8;
typedef uint2 words2;
typedef uint4 words4;
REM_FN f32 get_f16(const u16 *p) {
  f32 x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(*p));
  return x;
}
REM_FN f32 half_f16(u32 h) {
  f32 x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)h));
  return x;
}
REM_FN u16 to_f16_f32(f32 x) {
  u16 h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
  return h;
}

#else

#define KERNEL(threads) __kernel __attribute__((reqd_work_group_size(threads, 1, 1))) void remora
#define GLOBAL __global
#define LOCAL __local
#define LOCAL_ARRAY __local
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define BLOCK ((i64)get_group_id(0))
#define THREAD ((i32)get_local_id(0))
#define SHUFFLES 0
#define SHUFFLE(x, i) (x)
#define AT(i) (p##i + a.at[i])
typedef uchar u8;
typedef uint2 words2;
typedef uint4 words4;
REM_FN f32 get_f16(GLOBAL const u16 *p) { return f32_from_f16(*p); }
REM_FN f32 half_f16(u32 h) { return f32_from_f16((u16)h); }
REM_FN u16 to_f16_f32(f32 x) { return f16_from_f32(x); }

#endif

#define UNROLL _Pragma("unroll")
#define OPERANDS(arguments)                                                                                                       \
  GLOBAL char *p0, GLOBAL char *p1, GLOBAL char *p2, GLOBAL char *p3, GLOBAL char *p4, GLOBAL char *p5, GLOBAL char *p6, \
      GLOBAL char *p7, struct arguments a

/* Operands that a program has no use for still need a dtype. */
#ifndef D_0
#define D_0 f32
#endif
#ifndef ADD_0
#define ADD_0 0
#endif
#ifndef D_1
#define D_1 f32
#endif
#ifndef ADD_1
#define ADD_1 0
#endif
#ifndef D_2
#define D_2 f32
#endif
#ifndef ADD_2
#define ADD_2 0
#endif
#ifndef D_3
#define D_3 f32
#endif
#ifndef ADD_3
#define ADD_3 0
#endif
#ifndef D_4
#define D_4 f32
#endif
#ifndef ADD_4
#define ADD_4 0
#endif
#ifndef D_5
#define D_5 f32
#endif
#ifndef ADD_5
#define ADD_5 0
#endif
#ifndef D_6
#define D_6 f32
#endif
#ifndef ADD_6
#define ADD_6 0
#endif
#ifndef D_7
#define D_7 f32
#endif
#ifndef ADD_7
#define ADD_7 0
#endif

/* ---- one element ---- */

REM_FN f32 get_f32(GLOBAL const f32 *p) { return *p; }
REM_FN f32 get_bf16(GLOBAL const u16 *p) { return real_f32((u32)*p << 16); }
REM_FN i64 get_i32(GLOBAL const i32 *p) { return *p; }
REM_FN i64 get_i64(GLOBAL const i64 *p) { return *p; }
REM_FN f32 to_f32_f32(f32 x) { return x; }
REM_FN u16 to_bf16_f32(f32 x) { return bf16_from_f32(x); }
REM_FN f32 from_f32(f32 x) { return x; }
REM_FN f32 from_bf16(u16 h) { return real_f32((u32)h << 16); }
REM_FN f32 from_f16(u16 h) { return half_f16(h); }
#ifdef REM_HAS_F64
REM_FN f64 get_f64(GLOBAL const f64 *p) { return *p; }
REM_FN f64 from_f64(f64 x) { return x; }
REM_FN f64 to_f64_f64(f64 x) { return x; }
REM_FN f32 to_f32_f64(f64 x) { return (f32)x; }
REM_FN u16 to_bf16_f64(f64 x) { return bf16_from_f64(x); }
REM_FN u16 to_f16_f64(f64 x) { return to_f16_f32(f32_odd_from_f64(x)); }
#endif
#define RAW_f32 f32
#define RAW_f64 f64
#define RAW_f16 u16
#define RAW_bf16 u16
#define RAW_i32 i32
#define RAW_i64 i64

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define RAW(i) PASTE(RAW_, D_##i)
#define TO(i) PASTE(PASTE(to_, D_##i), PASTE(_, REM_T))
#define GET(i, at) ((T)PASTE(get_, D_##i)((GLOBAL const RAW(i) *)AT(i) + (at)))
#define STORE(i, at, v) ((GLOBAL RAW(i) *)AT(i))[at] = TO(i)(v)
#define PUT(i, at, v) STORE(i, at, ADD_##i ? (v) + GET(i, at) : (v))
#define GET_INDEX(i, at) PASTE(get_, D_##i)((GLOBAL const RAW(i) *)AT(i) + (at))
#define PUT_INDEX(i, at, n) ((GLOBAL RAW(i) *)AT(i))[at] = (RAW(i))(n)

/* ---- WIDTH adjacent elements ---- */

#ifndef WIDTH
#define WIDTH 1
#endif

/* `bytes` is 2, 4, 8, 16 or a multiple of 16, and a constant. */
REM_FN void read_words(GLOBAL const char *p, i32 bytes, u32 *w) {
  if (bytes == 2) w[0] = *(GLOBAL const u16 *)p;
  if (bytes == 4) w[0] = *(GLOBAL const u32 *)p;
  if (bytes == 8) {
    words2 v = *(GLOBAL const words2 *)p;
    w[0] = v.x, w[1] = v.y;
  }
  UNROLL
  for (i32 i = 0; i < bytes / 16; i++) {
    words4 v = ((GLOBAL const words4 *)p)[i];
    w[4 * i] = v.x, w[4 * i + 1] = v.y, w[4 * i + 2] = v.z, w[4 * i + 3] = v.w;
  }
}
REM_FN void write_words(GLOBAL char *p, i32 bytes, const u32 *w) {
  if (bytes == 2) *(GLOBAL u16 *)p = (u16)w[0];
  if (bytes == 4) *(GLOBAL u32 *)p = w[0];
  if (bytes == 8) {
    words2 v;
    v.x = w[0], v.y = w[1];
    *(GLOBAL words2 *)p = v;
  }
  UNROLL
  for (i32 i = 0; i < bytes / 16; i++) {
    words4 v;
    v.x = w[4 * i], v.y = w[4 * i + 1], v.z = w[4 * i + 2], v.w = w[4 * i + 3];
    ((GLOBAL words4 *)p)[i] = v;
  }
}

REM_FN T word_f32(const u32 *w, i32 k) { return (T)real_f32(w[k]); }
REM_FN T word_bf16(const u32 *w, i32 k) { return (T)real_f32(k & 1 ? w[k >> 1] & 0xffff0000u : w[k >> 1] << 16); }
REM_FN T word_f16(const u32 *w, i32 k) { return (T)half_f16(k & 1 ? w[k >> 1] >> 16 : w[k >> 1] & 0xffffu); }
REM_FN void pack_4(u32 *w, i32 k, f32 v) { w[k] = bits_f32(v); }
REM_FN void pack_2(u32 *w, i32 k, u16 h) { w[k >> 1] = k & 1 ? w[k >> 1] | (u32)h << 16 : (u32)h; }
#ifdef REM_HAS_F64
REM_FN T word_f64(const u32 *w, i32 k) { return (T)real_f64((u64)w[2 * k] | (u64)w[2 * k + 1] << 32); }
REM_FN void pack_8(u32 *w, i32 k, f64 v) {
  w[2 * k] = (u32)bits_f64(v);
  w[2 * k + 1] = (u32)(bits_f64(v) >> 32);
}
#endif
#define BYTES_f32 4
#define BYTES_f64 8
#define BYTES_f16 2
#define BYTES_bf16 2
#define BYTES(i) PASTE(BYTES_, D_##i)
#define WORDS(i) (BYTES(i) * WIDTH < 4 ? 1 : BYTES(i) * WIDTH / 4)

#define ALIGNED(p, bytes) (((u64)(p) & ((bytes) < 16 ? (bytes)-1 : 15)) == 0)
#define GETS(i, at, v)                                                                                     \
  do {                                                                                                     \
    GLOBAL const char *from_ = AT(i) + (at)*BYTES(i);                                                      \
    if (ALIGNED(from_, BYTES(i) * WIDTH)) {                                                                \
      u32 words_[WORDS(i)];                                                                                \
      read_words(from_, BYTES(i) * WIDTH, words_);                                       \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++)(v)[k_] = PASTE(word_, D_##i)(words_, k_);                  \
    } else {                                                                                               \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++)(v)[k_] = GET(i, (at) + k_);                                \
    }                                                                                                      \
  } while (0)

/* Accumulating adds in T, before the one rounding. */
#define PUTS(i, at, v)                                                                                     \
  do {                                                                                                     \
    T old_[WIDTH];                                                                                         \
    GLOBAL char *to_ = AT(i) + (at)*BYTES(i);                                                              \
    if (ADD_##i) GETS(i, at, old_);                                                                        \
    if (ALIGNED(to_, BYTES(i) * WIDTH)) {                                                                                         \
      u32 words_[WORDS(i)];                                                                                \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++)                                                            \
          PASTE(pack_, BYTES(i))(words_, k_, TO(i)(ADD_##i ? (v)[k_] + old_[k_] : (v)[k_]));               \
      write_words(to_, BYTES(i) * WIDTH, words_);                                      \
    } else {                                                                                               \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++) STORE(i, (at) + k_, ADD_##i ? (v)[k_] + old_[k_] : (v)[k_]); \
    }                                                                                                      \
  } while (0)

/* ---- where things lie ---- */

/* Axis k of a space, outermost first: how many points, and how far apart the operands' elements lie there. */
#define DECODE(count, index, axes, columns, at)                               \
  do {                                                                        \
    INDEX left_ = (INDEX)(index);                                             \
    UNROLL for (i32 k_ = (count)-1; k_ >= 0; k_--) {                          \
      INDEX extent_ = (INDEX)(axes)[k_].extent, up_ = k_ ? left_ / extent_ : 0; \
      i64 here_ = (i64)(k_ ? left_ - up_ * extent_ : left_);                  \
      left_ = up_;                                                            \
      UNROLL for (i32 o_ = 0; o_ < (columns); o_++)(at)[o_] += here_ * (axes)[k_].stride[o_]; \
    }                                                                         \
  } while (0)
