/* math.cu: CUDA's own elementary functions at the speed of memory, for the table in docs/math.md.

     nvcc -O3 -arch=native -o math bench/peers/math.cu && ./math > cuda-math.json

   One kernel for each function and dtype, which loads and stores 16 bytes at a time and computes in f32 (bf16 through f32) or f64;
   compiled as nvcc does by default, with fused multiply-adds and without fast math. Every round times the function and a copy of
   the same bytes; a line of JSON has the median share of the copy, and the times. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_bf16.h>

enum { ROUNDS = 9, RUNS = 4, THREADS = 256 };

static void require(cudaError_t status) {
  if (status == cudaSuccess) return;
  fprintf(stderr, "math.cu: %s\n", cudaGetErrorString(status));
  exit(1);
}

struct f32 {
  using storage = float;
  using compute = float;
  static const char *name() { return "f32"; }
};
struct f64 {
  using storage = double;
  using compute = double;
  static const char *name() { return "f64"; }
};
struct bf16 {
  using storage = __nv_bfloat16;
  using compute = float;
  static const char *name() { return "bf16"; }
};

/* In [low, high), the same in every run. */
template <class D> __global__ void fill(typename D::storage *x, int64_t n, double low, double high) {
  for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)gridDim.x * blockDim.x) {
    uint64_t h = (uint64_t)i * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    x[i] = (typename D::storage)(typename D::compute)(low + (high - low) * (double)(h >> 11) * 0x1p-53);
  }
}

template <class D, class F> __global__ void __launch_bounds__(THREADS) map(const typename D::storage *x, typename D::storage *y) {
  using S = typename D::storage;
  union lane {
    uint4 word;
    S v[16 / sizeof(S)];
    __device__ lane() {}
  };
  int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
  lane a, b;
  a.word = ((const uint4 *)x)[i];
#pragma unroll
  for (int k = 0; k < (int)(16 / sizeof(S)); k++) b.v[k] = (S)F::of((typename D::compute)a.v[k]);
  ((uint4 *)y)[i] = b.word;
}

template <class D, class F> static void time_one(double low, double high) {
  using S = typename D::storage;
  const int64_t bytes = (int64_t)1 << 29, n = bytes / (int64_t)sizeof(S);
  S *x, *y;
  cudaEvent_t at[3];
  std::vector<double> share;
  double best = 1e9;
  require(cudaMalloc(&x, bytes));
  require(cudaMalloc(&y, bytes));
  for (auto &e : at) require(cudaEventCreate(&e));
  fill<D><<<4096, THREADS>>>(x, n, low, high);
  for (int round = -1; round < ROUNDS; round++) {
    float copy, own;
    require(cudaEventRecord(at[0]));
    for (int i = 0; i < RUNS; i++) require(cudaMemcpyAsync(y, x, bytes, cudaMemcpyDeviceToDevice));
    require(cudaEventRecord(at[1]));
    for (int i = 0; i < RUNS; i++) map<D, F><<<bytes / 16 / THREADS, THREADS>>>(x, y);
    require(cudaEventRecord(at[2]));
    require(cudaEventSynchronize(at[2]));
    require(cudaEventElapsedTime(&copy, at[0], at[1]));
    require(cudaEventElapsedTime(&own, at[1], at[2]));
    if (round < 0) continue;
    share.push_back(copy / own);
    best = std::min(best, own / (double)RUNS);
  }
  std::sort(share.begin(), share.end());
  printf("{\"fn\": \"%s\", \"dtype\": \"%s\", \"share\": %.3f, \"ms\": %.4f}\n", F::name(), D::name(), share[ROUNDS / 2], best);
  fflush(stdout);
  for (auto &e : at) cudaEventDestroy(e);
  cudaFree(x);
  cudaFree(y);
}

/* The functions, as an overload for each compute dtype, and where their arguments lie: the domains of ops/map.def. */
#define FUNCTIONS                                                                                                              \
  FUNCTION(exp, -80, 80, expf(x), exp(x))                                                                                      \
  FUNCTION(exp2, -120, 120, exp2f(x), exp2(x))                                                                                 \
  FUNCTION(expm1, -80, 80, expm1f(x), expm1(x))                                                                                \
  FUNCTION(log, 0, 100, logf(x), log(x))                                                                                       \
  FUNCTION(log2, 0, 100, log2f(x), log2(x))                                                                                    \
  FUNCTION(log10, 0, 100, log10f(x), log10(x))                                                                                 \
  FUNCTION(log1p, -1, 100, log1pf(x), log1p(x))                                                                                \
  FUNCTION(cbrt, -100, 100, cbrtf(x), cbrt(x))                                                                                 \
  FUNCTION(rsqrt, 0, 100, rsqrtf(x), rsqrt(x))                                                                                 \
  FUNCTION(sin, -100, 100, sinf(x), sin(x))                                                                                    \
  FUNCTION(cos, -100, 100, cosf(x), cos(x))                                                                                    \
  FUNCTION(tan, -100, 100, tanf(x), tan(x))                                                                                    \
  FUNCTION(asin, -1, 1, asinf(x), asin(x))                                                                                     \
  FUNCTION(acos, -1, 1, acosf(x), acos(x))                                                                                     \
  FUNCTION(atan, -100, 100, atanf(x), atan(x))                                                                                 \
  FUNCTION(sinh, -80, 80, sinhf(x), sinh(x))                                                                                   \
  FUNCTION(cosh, -80, 80, coshf(x), cosh(x))                                                                                   \
  FUNCTION(tanh, -20, 20, tanhf(x), tanh(x))                                                                                   \
  FUNCTION(asinh, -100, 100, asinhf(x), asinh(x))                                                                              \
  FUNCTION(acosh, 1, 100, acoshf(x), acosh(x))                                                                                 \
  FUNCTION(atanh, -1, 1, atanhf(x), atanh(x))                                                                                  \
  FUNCTION(sigmoid, -40, 40, 1.0f / (1.0f + expf(-x)), 1.0 / (1.0 + exp(-x)))                                                  \
  FUNCTION(erf, -6, 6, erff(x), erf(x))                                                                                        \
  FUNCTION(erfc, -6, 6, erfcf(x), erfc(x))                                                                                     \
  FUNCTION(erfinv, -1, 1, erfinvf(x), erfinv(x))                                                                               \
  FUNCTION(lgamma, -20, 20, lgammaf(x), lgamma(x))

#define FUNCTION(id, low, high, single, twice)                                                                                 \
  struct fn_##id {                                                                                                             \
    static const char *name() { return #id; }                                                                                  \
    static __device__ float of(float x) { return single; }                                                                     \
    static __device__ double of(double x) { return twice; }                                                                    \
  };
FUNCTIONS
#undef FUNCTION

int main() {
#define FUNCTION(id, low, high, ...)                                                                                           \
  time_one<f32, fn_##id>(low, high);                                                                                           \
  time_one<f64, fn_##id>(low, high);                                                                                           \
  time_one<bf16, fn_##id>(low, high);
  FUNCTIONS
}
