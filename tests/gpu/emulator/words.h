/* words.h: the words of dialect.h that are CUDA's own, for a kernel whose threads are fibers (emulator.h). It is included in the place of
 * these in a kernel's text, behind the vocabulary, which is that of the processor; what comes behind it is told that this is CUDA. */
#define __CUDACC__
#define KERNEL_OF(threads, blocks) static void remora
#define KERNEL_AMONG(threads, blocks, cluster) \
  int emulated_cluster = cluster;              \
  static void remora
#define GLOBAL
#define LOCAL
#define LOCAL_ARRAY static __attribute__((section("block_memory")))
#define CONSTANT static const
#define BARRIER emulated->wait_block()
#define BARRIER_32 emulated->wait_32()
#define BLOCK ((i64)emulated->block)
#define BLOCKS ((i64)emulated->blocks)
#define THREAD ((i32)emulated->thread)
#define ANEW(w) (void)0
#define PREFETCH(p, bytes) (void)0

#define SHUFFLES 1
#define SHUFFLE(x, i)                                                 \
  ({                                                                  \
    __typeof__(x) given_ = (x), got_;                                 \
    i32 me_ = THREAD, from_ = (me_ & ~31) | ((i)&31);                 \
    __builtin_memcpy(&emulated->passed[me_], &given_, sizeof given_); \
    emulated->wait_32();                                              \
    __builtin_memcpy(&got_, &emulated->passed[from_], sizeof got_);   \
    emulated->wait_32();                                              \
    got_;                                                             \
  })
#define SHUFFLE_ACROSS(x, w) SHUFFLE(x, (THREAD & 31) ^ (w))
REM_FN i32 sum_of_32(i32 x) {
  for (i32 w = 1; w < 32; w *= 2) x += SHUFFLE_ACROSS(x, w);
  return x;
}
#define SUM_OF_32(x) sum_of_32(x)
#define ANY_OF_32(x) (sum_of_32((x) != 0) != 0)
#define ONES(w) __builtin_popcount(w)

/* Blocks come one after the other: those that began before have told what they tell. */
#define NEXT_TURN(p) ((*(u32 *)(p))++)
#define TELL(p, w) (*(u64 *)(p) = (w))
#define HEAR(p) (*(const u64 *)(p))

#define PEERS_ASK(p, bytes) \
  if (THREAD == 0) *(p) = (bytes)
#define PEERS_BEGIN (void)0
#define PEERS_BEGUN emulated->wait_begun()
#define TELL_PEER(x, i, v, p)                         \
  do {                                                \
    T told_ = (v);                                    \
    emulated->tell(&(x), i, &told_, sizeof told_, p); \
  } while (0)
#define PEERS_TOLD(p) emulated->wait_told(p)

#define AT(i) p##i
typedef struct {
  u32 x, y;
} __attribute__((aligned(8))) words2;
typedef struct {
  u32 x, y, z, w;
} __attribute__((aligned(16))) words4;
REM_FN f32 get_f16(const u16 *p) { return f32_from_f16(*p); }
REM_FN f32 low_f16(u32 w) { return f32_from_f16((u16)w); }
REM_FN f32 high_f16(u32 w) { return f32_from_f16((u16)(w >> 16)); }
REM_FN u16 to_f16_f32(f32 x) { return f16_from_f32(x); }
