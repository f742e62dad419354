/* dialect.h: the words schedules for GPUs are written in; they mean the same in CUDA C and in OpenCL C 1.2.

   KERNEL(threads)   begins the one kernel of a program, run by blocks of `threads` threads
   KERNEL_OF(threads, blocks)   the same; 0, or so many blocks are to find room on a multiprocessor, whatever registers that leaves
   KERNEL_AMONG(threads, blocks, cluster)   so many neighbouring blocks start together, and tell each other numbers: each asks with PEERS_ASK for
                     the bytes that will come to it, at a u64 of a LOCAL_ARRAY, then says PEERS_BEGIN; behind PEERS_BEGUN, TELL_PEER(x, i, v, p)
                     makes v the x, an element of a LOCAL_ARRAY, of block i, which asked at p; behind PEERS_TOLD(p) all has come. Nothing else is
                     waited for: a barrier of these blocks would wait for all that is under way
   GLOBAL LOCAL      where a pointer leads: memory of the device, of a block
   CONSTANT          begins the declaration of an array that nobody changes, outside of functions
   LOCAL_ARRAY       begins the declaration of an array of the block, at the top of the kernel
   BARRIER           every thread of the block gets here before one goes on; BARRIER_32: of the same 32, where these can shuffle
   BLOCK THREAD      this block, this thread of it; BLOCKS: how many there are
   UNROLL            before a loop with a constant number of turns; ROLLED: before one that is to stay a loop
   SHUFFLES          1: SHUFFLE(x, i) is x of thread i of the same 32, SHUFFLE_ACROSS(x, w) of that which differs in bit w, ANY_OF_32(x) whether
                     x is of any of them, SUM_OF_32(n) the sum of whole numbers; all of them ask
   ONES(w)           how many bits of a word are set
   PREFETCH(p, bytes)   CUDA: all threads of a block ask, and what will soon be read begins to come to the cache of all: a multiple of 16 bytes from a
                     multiple of 16 on
   NEXT_TURN(p)      where blocks that began earlier go on while later ones wait: adds 1 to the word at p, and is what it was
   TELL(p, w) HEAR(p)   writes and reads a u64 that other blocks see at once
   ANEW(w)           the word w, of which a compiler then does not know that it is the same: what was made of it is made again, and needs no
                     registers until then
   OPERANDS(struct)  the kernel's parameters: pointers p0 ... p7, then the arguments a
   AT(i)             element (0,...,0) of operand i, whose storage dtype is D_i
   GET(i, at) PUT(i, at, v)          one element, as T; PUT adds to what is there where operand i accumulates
   GET_FROM(i, p, at) GETS_FROM(i, p, at, v)  the same of operand i at p, in functions
   GETS(i, at, v) PUTS(i, at, v)     WIDTH adjacent elements, at once where their address is a multiple of their bytes
   HOLDS(i, at, w) HOLDS_FROM(i, p, at, w) HELD(i, w, k)   WIDTH adjacent elements as they lie in memory, in u32 w[WORDS(i)]; then
                     number k of them
   ELEMENT(i, at) ELEMENT_OF(i, p, at)     where an element lies
   GET_INDEX(i, at) PUT_INDEX(i, at, n)   one position
   OFFSET            an integer that holds every offset, in elements
   SUM(a, b)         of two T; integers wrap

   ops/vocab.h, ops/convert.h, with INTEGERS ops/whole.h, and ops/vocab_t.h come first. */

#ifdef __CUDACC__

#define KERNEL_OF(threads, blocks) extern "C" __global__ void __launch_bounds__(threads, blocks) remora
#define GLOBAL
#define LOCAL
#define LOCAL_ARRAY __shared__
#define CONSTANT __constant__
#define BARRIER __syncthreads()
#define BARRIER_32 __syncwarp()
#define BLOCK ((i64)blockIdx.x)
#define BLOCKS ((i64)gridDim.x)
#define THREAD ((i32)threadIdx.x)
#define ANEW(w) asm volatile("" : "+r"(w))
#define SHUFFLES 1
#define SHUFFLE(x, i) __shfl_sync(0xffffffffu, x, i)
#define SHUFFLE_ACROSS(x, w) __shfl_xor_sync(0xffffffffu, x, w)
#define ONES(w) __popc(w)
#define NEXT_TURN(p) atomicAdd((u32 *)(p), 1u)
#define TELL(p, w) asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(p), "l"(w) : "memory")
REM_FN u64 heard(const u64 *p) {
  u64 w;
  asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(w) : "l"(p) : "memory");
  return w;
}
#define HEAR(p) heard(p)
#define ANY_OF_32(x) __any_sync(0xffffffffu, x)
#if __CUDA_ARCH__ >= 800
#define SUM_OF_32(x) __reduce_add_sync(0xffffffffu, x)
#else
__device__ inline i32 sum_of_32(i32 x) {
  for (i32 w = 1; w < 32; w *= 2) x += __shfl_xor_sync(0xffffffffu, x, w);
  return x;
}
#define SUM_OF_32(x) sum_of_32(x)
#endif
#define AT(i) p##i
typedef uint2 words2;
typedef uint4 words4;
REM_FN f32 get_f16(const u16 *p) {
  f32 x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(*p));
  return x;
}
/* The low and the high half of a word. */
REM_FN f32 low_f16(u32 w) {
  f32 x;
  asm("{.reg .b16 l, h; mov.b32 {l, h}, %1; cvt.f32.f16 %0, l;}" : "=f"(x) : "r"(w));
  return x;
}
REM_FN f32 high_f16(u32 w) {
  f32 x;
  asm("{.reg .b16 l, h; mov.b32 {l, h}, %1; cvt.f32.f16 %0, h;}" : "=f"(x) : "r"(w));
  return x;
}
REM_FN u16 to_f16_f32(f32 x) {
  u16 h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
  return h;
}
#if __CUDA_ARCH__ >= 800
REM_FN u16 to_bf16_f32(f32 x) {
  u16 h;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h) : "f"(x));
  return h;
}
REM_FN u32 pair_f16_f32(f32 low, f32 high) {
  u32 w;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(w) : "f"(high), "f"(low));
  return w;
}
REM_FN u32 pair_bf16_f32(f32 low, f32 high) {
  u32 w;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(w) : "f"(high), "f"(low));
  return w;
}
#define HAS_PAIRS 1
#endif
#if __CUDA_ARCH__ >= 900
#define PREFETCH(p, bytes) \
  if (THREAD == 0) asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(p), "r"(bytes))
#define KERNEL_AMONG(threads, blocks, cluster) \
  extern "C" __global__ void __cluster_dims__(cluster, 1, 1) __launch_bounds__(threads, blocks) remora
REM_FN u32 local_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }
REM_FN u32 peer_address(const void *p, i32 i) {
  u32 at;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(local_address(p)), "r"(i));
  return at;
}
REM_FN void peers_ask(u64 *p, u32 bytes) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(local_address(p)) : "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(local_address(p)), "r"(bytes) : "memory");
}
REM_FN void tell_peer_f32(const f32 *x, i32 i, f32 v, u64 *p) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [%0], %1, [%2];" ::"r"(peer_address(x, i)), "f"(v),
               "r"(peer_address(p, i))
               : "memory");
}
REM_FN void tell_peer_f64(const f64 *x, i32 i, f64 v, u64 *p) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f64 [%0], %1, [%2];" ::"r"(peer_address(x, i)), "d"(v),
               "r"(peer_address(p, i))
               : "memory");
}
REM_FN void peers_told(u64 *p) {
  u32 all = 0;
  while (!all)
    asm volatile("{.reg .pred q; mbarrier.try_wait.parity.shared::cta.b64 q, [%1], 0; selp.u32 %0, 1, 0, q;}"
                 : "=r"(all)
                 : "r"(local_address(p))
                 : "memory");
}
#define PEERS_ASK(p, bytes) \
  if (THREAD == 0) peers_ask(p, bytes)
#define PEERS_BEGIN                                                       \
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");      \
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory")
#define PEERS_BEGUN asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory")
#define TELL_PEER(x, i, v, p) PASTE(tell_peer_, REM_T)(&(x), i, v, p)
#define PEERS_TOLD(p) peers_told(p)
#else
#define PREFETCH(p, bytes)                                           \
  for (i32 line_ = THREAD * 128; line_ < (bytes); line_ += THREADS * 128) \
    asm volatile("prefetch.global.L2 [%0];" ::"l"((p) + line_))
#endif

#else

#define KERNEL_OF(threads, blocks) __kernel __attribute__((reqd_work_group_size(threads, 1, 1))) void remora
#define GLOBAL __global
#define LOCAL __local
#define LOCAL_ARRAY __local
#define CONSTANT __constant
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define BARRIER_32 BARRIER
#define BLOCK ((i64)get_group_id(0))
#define BLOCKS ((i64)get_num_groups(0))
#define THREAD ((i32)get_local_id(0))
#define ANEW(w) (void)0
#define PREFETCH(p, bytes) (void)0
#define SHUFFLES 0
#define SHUFFLE(x, i) (x)
#define ONES(w) ((i32)popcount((u32)(w)))
#define NEXT_TURN(p) atomic_inc((volatile __global u32 *)(p))
#define TELL(p, w) *(volatile __global u64 *)(p) = (w)
#define HEAR(p) (*(volatile __global const u64 *)(p))
#define AT(i) (p##i + a.at[i])
typedef uint2 words2;
typedef uint4 words4;
REM_FN f32 get_f16(GLOBAL const u16 *p) { return f32_from_f16(*p); }
REM_FN f32 low_f16(u32 w) { return f32_from_f16((u16)w); }
REM_FN f32 high_f16(u32 w) { return f32_from_f16((u16)(w >> 16)); }
REM_FN u16 to_f16_f32(f32 x) { return f16_from_f32(x); }

#endif

#define KERNEL(threads) KERNEL_OF(threads, 0)
#define UNROLL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define OPERANDS(arguments)                                                                                                       \
  GLOBAL char *p0, GLOBAL char *p1, GLOBAL char *p2, GLOBAL char *p3, GLOBAL char *p4, GLOBAL char *p5, GLOBAL char *p6, \
      GLOBAL char *p7, struct arguments a

/* The numbers that the formulas of a map know by name, in the kernel and in a function that is given them as c_. */
#define NUMBERS_                                                                                              \
  const T number[6] = {real_((U)a.number[0]), real_((U)a.number[1]), real_((U)a.number[2]),                   \
                       real_((U)a.number[3]), real_((U)a.number[4]), real_((U)a.number[5])};
#define NAMES_                                                                                                \
  const T y_largest = c_[3], y_spacing = c_[4], y_least = c_[5];                                              \
  ATTRS_

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
#ifndef HAS_PAIRS
REM_FN u16 to_bf16_f32(f32 x) { return bf16_from_f32(x); }
REM_FN u32 pair_f16_f32(f32 low, f32 high) { return to_f16_f32(low) | (u32)to_f16_f32(high) << 16; }
REM_FN u32 pair_bf16_f32(f32 low, f32 high) { return to_bf16_f32(low) | (u32)to_bf16_f32(high) << 16; }
#endif
REM_FN f32 from_f32(f32 x) { return x; }
REM_FN f32 from_bf16(u16 h) { return real_f32((u32)h << 16); }
REM_FN f32 from_f16(u16 h) { return low_f16(h); }
#ifdef REM_HAS_F64
REM_FN f64 get_f64(GLOBAL const f64 *p) { return *p; }
REM_FN f64 from_f64(f64 x) { return x; }
REM_FN f64 to_f64_f64(f64 x) { return x; }
REM_FN f32 to_f32_f64(f64 x) { return (f32)x; }
REM_FN u16 to_bf16_f64(f64 x) { return bf16_from_f64(x); }
REM_FN u16 to_f16_f64(f64 x) { return to_f16_f32(f32_odd_from_f64(x)); }
REM_FN u32 pair_f16_f64(f64 low, f64 high) { return to_f16_f64(low) | (u32)to_f16_f64(high) << 16; }
REM_FN u32 pair_bf16_f64(f64 low, f64 high) { return to_bf16_f64(low) | (u32)to_bf16_f64(high) << 16; }
#endif
#ifdef INTEGERS /* 1: beside floats; 2: T is an integer */
REM_FN i32 get_bool(GLOBAL const u8 *p) { return *p != 0; }
REM_FN i32 get_u8(GLOBAL const u8 *p) { return *p; }
REM_FN i32 get_i8(GLOBAL const i8 *p) { return *p; }
REM_FN i32 get_i16(GLOBAL const i16 *p) { return *p; }
REM_FN i64 get_u32(GLOBAL const u32 *p) { return *p; }
#define TO_DTYPE(dtype, raw) \
  REM_FN raw PASTE(to_##dtype##_, REM_T)(T x) { return PASTE(dtype##_from_, REM_T)(x); }
TO_DTYPE(bool, u8)
TO_DTYPE(u8, u8)
TO_DTYPE(i8, i8)
TO_DTYPE(i16, i16)
TO_DTYPE(i32, i32)
TO_DTYPE(u32, u32)
TO_DTYPE(i64, i64)
#if INTEGERS == 2
TO_DTYPE(f32, f32)
TO_DTYPE(f16, u16)
TO_DTYPE(bf16, u16)
#ifdef REM_HAS_F64
TO_DTYPE(f64, f64)
#endif
REM_FN u32 PASTE(pair_f16_, REM_T)(T low, T high) { return PASTE(to_f16_, REM_T)(low) | (u32)PASTE(to_f16_, REM_T)(high) << 16; }
REM_FN u32 PASTE(pair_bf16_, REM_T)(T low, T high) { return PASTE(to_bf16_, REM_T)(low) | (u32)PASTE(to_bf16_, REM_T)(high) << 16; }
#endif
#endif
#if INTEGERS == 2
#define SUM(a, b) add_(a, b)
#else
#define SUM(a, b) ((a) + (b))
#endif
#define RAW_bool u8
#define RAW_u8 u8
#define RAW_i8 i8
#define RAW_i16 i16
#define RAW_u32 u32
#define RAW_f32 f32
#define RAW_f64 f64
#define RAW_f16 u16
#define RAW_bf16 u16
#define RAW_i32 i32
#define RAW_i64 i64

#define RAW(i) PASTE(RAW_, D_##i)
#define TO(i) PASTE(PASTE(to_, D_##i), PASTE(_, REM_T))
#define GET_FROM(i, p, at) ((T)PASTE(get_, D_##i)((GLOBAL const RAW(i) *)(p) + (at)))
#define GET(i, at) GET_FROM(i, AT(i), at)
#define STORE(i, at, v) ((GLOBAL RAW(i) *)AT(i))[at] = TO(i)(v)
#define PUT(i, at, v) STORE(i, at, ADD_##i ? SUM(v, GET(i, at)) : (v))
#define GET_INDEX(i, at) PASTE(get_, D_##i)((GLOBAL const RAW(i) *)AT(i) + (at))
#define PUT_INDEX(i, at, n) ((GLOBAL RAW(i) *)AT(i))[at] = (RAW(i))(n)

/* ---- WIDTH adjacent elements ---- */

#ifndef WIDTH
#define WIDTH 1
#endif

/* `bytes` is 1, 2, 4, 8, 16 or a multiple of 16, and a constant. */
REM_FN void read_words(GLOBAL const char *p, i32 bytes, u32 *w) {
  if (bytes == 1) w[0] = *(GLOBAL const unsigned char *)p;
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
  if (bytes == 1) *(GLOBAL unsigned char *)p = (unsigned char)w[0];
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
REM_FN T word_f16(const u32 *w, i32 k) { return (T)(k & 1 ? high_f16(w[k >> 1]) : low_f16(w[k >> 1])); }
/* Elements 2 k and 2 k + 1; where there is but one, it comes twice. */
REM_FN void pack_f32(u32 *w, i32 k, T low, T high, i32 both) {
  w[2 * k] = bits_f32((f32)low);
  if (both) w[2 * k + 1] = bits_f32((f32)high);
}
REM_FN void pack_f16(u32 *w, i32 k, T low, T high, i32 both) { w[k] = PASTE(pair_f16_, REM_T)(low, high); }
REM_FN void pack_bf16(u32 *w, i32 k, T low, T high, i32 both) { w[k] = PASTE(pair_bf16_, REM_T)(low, high); }
#ifdef REM_HAS_F64
REM_FN T word_f64(const u32 *w, i32 k) { return (T)real_f64((u64)w[2 * k] | (u64)w[2 * k + 1] << 32); }
REM_FN void pack_f64(u32 *w, i32 k, T low, T high, i32 both) {
  u64 u = bits_f64((f64)low), v = bits_f64((f64)high);
  w[4 * k] = (u32)u, w[4 * k + 1] = (u32)(u >> 32);
  if (both) w[4 * k + 2] = (u32)v, w[4 * k + 3] = (u32)(v >> 32);
}
#endif
#ifdef INTEGERS
REM_FN T word_u8(const u32 *w, i32 k) { return (T)(u8)(w[k >> 2] >> (k & 3) * 8); }
REM_FN T word_bool(const u32 *w, i32 k) { return (T)(word_u8(w, k) != K(0)); }
REM_FN T word_i8(const u32 *w, i32 k) { return (T)(i8)(w[k >> 2] >> (k & 3) * 8); }
REM_FN T word_i16(const u32 *w, i32 k) { return (T)(i16)(w[k >> 1] >> (k & 1) * 16); }
REM_FN T word_i32(const u32 *w, i32 k) { return (T)(i32)w[k]; }
REM_FN T word_u32(const u32 *w, i32 k) { return (T)w[k]; }
REM_FN T word_i64(const u32 *w, i32 k) { return (T)(i64)((u64)w[2 * k] | (u64)w[2 * k + 1] << 32); }
REM_FN void pack_bytes(u32 *w, i32 k, u8 low, u8 high) {
  u32 v = low | (u32)high << 8;
  w[k >> 1] = k & 1 ? w[k >> 1] | v << 16 : v;
}
REM_FN void pack_words(u32 *w, i32 k, u32 low, u32 high, i32 both) {
  w[2 * k] = low;
  if (both) w[2 * k + 1] = high;
}
#define TO_T(dtype, x) PASTE(to_##dtype##_, REM_T)(x)
REM_FN void pack_bool(u32 *w, i32 k, T low, T high, i32 both) { pack_bytes(w, k, TO_T(bool, low), TO_T(bool, high)); }
REM_FN void pack_u8(u32 *w, i32 k, T low, T high, i32 both) { pack_bytes(w, k, TO_T(u8, low), TO_T(u8, high)); }
REM_FN void pack_i8(u32 *w, i32 k, T low, T high, i32 both) { pack_bytes(w, k, (u8)TO_T(i8, low), (u8)TO_T(i8, high)); }
REM_FN void pack_i16(u32 *w, i32 k, T low, T high, i32 both) { w[k] = (u16)TO_T(i16, low) | (u32)(u16)TO_T(i16, high) << 16; }
REM_FN void pack_i32(u32 *w, i32 k, T low, T high, i32 both) {
  pack_words(w, k, (u32)TO_T(i32, low), (u32)TO_T(i32, high), both);
}
REM_FN void pack_u32(u32 *w, i32 k, T low, T high, i32 both) { pack_words(w, k, TO_T(u32, low), TO_T(u32, high), both); }
REM_FN void pack_i64(u32 *w, i32 k, T low, T high, i32 both) {
  u64 u = (u64)TO_T(i64, low), v = (u64)TO_T(i64, high);
  pack_words(w, 2 * k, (u32)u, (u32)(u >> 32), 1);
  if (both) pack_words(w, 2 * k + 1, (u32)v, (u32)(v >> 32), 1);
}
#endif
#define BYTES_bool 1
#define BYTES_u8 1
#define BYTES_i8 1
#define BYTES_i16 2
#define BYTES_u32 4
#define BYTES_f32 4
#define BYTES_i32 4
#define BYTES_i64 8
#define BYTES_f64 8
#define BYTES_f16 2
#define BYTES_bf16 2
#define BYTES(i) PASTE(BYTES_, D_##i)
#define WORDS(i) (BYTES(i) * WIDTH < 4 ? 1 : BYTES(i) * WIDTH / 4)

#define ALIGNED(p, bytes) (((u64)(p) & ((bytes) < 16 ? (bytes)-1 : 15)) == 0)
#define GETS(i, at, v) GETS_FROM(i, AT(i), at, v)
#define GETS_FROM(i, p, at, v)                                                                             \
  do {                                                                                                     \
    GLOBAL const char *from_ = (GLOBAL const char *)((GLOBAL const RAW(i) *)(p) + (at));                                                      \
    if (ALIGNED(from_, BYTES(i) * WIDTH)) {                                                                \
      u32 words_[WORDS(i)];                                                                                \
      read_words(from_, BYTES(i) * WIDTH, words_);                                       \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++)(v)[k_] = PASTE(word_, D_##i)(words_, k_);                  \
    } else {                                                                                               \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++)(v)[k_] = GET_FROM(i, p, (at) + k_);                                \
    }                                                                                                      \
  } while (0)

/* What is held was not converted, and has not been waited for. */
REM_FN void hold_element(u32 *w, i32 packed, i32 bytes, i32 k, const u32 *e) {
  if (bytes == 8) w[2 * k] = e[0], w[2 * k + 1] = e[1];
  else if (bytes == 4 || !packed) w[k] = e[0];
  else if (bytes == 1) w[k >> 2] |= e[0] << (k & 3) * 8;
  else w[k >> 1] |= k & 1 ? e[0] << 16 : e[0];
}
#define ELEMENT_OF(i, p, at) ((GLOBAL const char *)((GLOBAL const RAW(i) *)(p) + (at)))
#define ELEMENT(i, at) ELEMENT_OF(i, AT(i), at)
#define HOLDS(i, at, w) HOLDS_FROM(i, AT(i), at, w)
#define HOLDS_FROM(i, p, at, w)                                                                            \
  do {                                                                                                     \
    if (ALIGNED(ELEMENT_OF(i, p, at), BYTES(i) * WIDTH)) {                                                 \
      read_words(ELEMENT_OF(i, p, at), BYTES(i) * WIDTH, w);                                               \
    } else {                                                                                               \
      UNROLL for (i32 k_ = 0; k_ < WORDS(i); k_++)(w)[k_] = 0;                                             \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++) {                                                          \
        u32 e_[2];                                                                                         \
        read_words(ELEMENT_OF(i, p, (at) + k_), BYTES(i), e_);                                             \
        hold_element(w, 1, BYTES(i), k_, e_);                                                              \
      }                                                                                                    \
    }                                                                                                      \
  } while (0)
#define HELD(i, w, k) PASTE(word_, D_##i)(w, k)

/* Accumulating adds in T, before the one rounding; v is then what was stored. PUTS_IF is told whether the address is a multiple. */
#define PUTS(i, at, v) PUTS_IF(ALIGNED(ELEMENT(i, at), BYTES(i) * WIDTH), i, at, v)
#define PUTS_IF(aligned, i, at, v)                                                                           \
  do {                                                                                                       \
    GLOBAL char *to_ = (GLOBAL char *)((GLOBAL RAW(i) *)AT(i) + (at));                                       \
    if (ADD_##i) {                                                                                           \
      T old_[WIDTH];                                                                                         \
      GETS(i, at, old_);                                                                                     \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++)(v)[k_] = SUM((v)[k_], old_[k_]);                             \
    }                                                                                                        \
    if (aligned) {                                                                                           \
      u32 words_[WORDS(i)];                                                                                  \
      UNROLL for (i32 k_ = 0; 2 * k_ < WIDTH; k_++)                                                          \
          PASTE(pack_, D_##i)(words_, k_, (v)[2 * k_], (v)[WIDTH > 1 ? 2 * k_ + 1 : 0], WIDTH > 1);          \
      write_words(to_, BYTES(i) * WIDTH, words_);                                                            \
    } else {                                                                                                 \
      UNROLL for (i32 k_ = 0; k_ < WIDTH; k_++) STORE(i, (at) + k_, (v)[k_]);                                \
    }                                                                                                        \
  } while (0)

/* Eight adjacent numbers of the compute dtype, in the workspace. */
REM_FN void read_8(GLOBAL const T *p, T *v) {
  u32 w[2 * sizeof(T)];
  if (ALIGNED(p, 16)) {
    read_words((GLOBAL const char *)p, 8 * sizeof(T), w);
    UNROLL
    for (i32 k = 0; k < 8; k++) v[k] = PASTE(word_, REM_T)(w, k);
  } else {
    UNROLL
    for (i32 k = 0; k < 8; k++) v[k] = p[k];
  }
}
REM_FN void write_8(GLOBAL T *p, const T *v) {
  u32 w[2 * sizeof(T)];
  if (ALIGNED(p, 16)) {
    UNROLL
    for (i32 k = 0; k < 4; k++) PASTE(pack_, REM_T)(w, k, v[2 * k], v[2 * k + 1], 1);
    write_words((GLOBAL char *)p, 8 * sizeof(T), w);
  } else {
    UNROLL
    for (i32 k = 0; k < 8; k++) p[k] = v[k];
  }
}

/* ---- where things lie ---- */

/* Axis k of a space, outermost first: how many points, and how far apart the operands' elements lie there. */
#define DECODE(count, index, axes, columns, at)                               \
  do {                                                                        \
    INDEX left_ = (INDEX)(index);                                             \
    UNROLL for (i32 k_ = (count)-1; k_ >= 0; k_--) {                          \
      INDEX extent_ = (INDEX)(axes)[k_].extent, up_ = k_ ? left_ / extent_ : 0; \
      OFFSET here_ = (OFFSET)(k_ ? left_ - up_ * extent_ : left_);            \
      left_ = up_;                                                            \
      UNROLL for (i32 o_ = 0; o_ < (columns); o_++)(at)[o_] += here_ * (OFFSET)(axes)[k_].stride[o_]; \
    }                                                                         \
  } while (0)
