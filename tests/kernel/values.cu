// Types and conversions: CUDA's results under OpenCL's rules.
#include <math.h>

__global__ void ids(float *out, int *iout, size_t n, long long big) {
  int left = threadIdx.x - 5;                       // CL: int left = get_local_id(0) - 5;
  long long wide = threadIdx.x - 5;                 // CL: long wide = (uint)get_local_id(0) - 5;
  size_t g = blockIdx.x * blockDim.x + threadIdx.x; // CL: ulong g = (uint)get_group_id(0) * (uint)get_local_size(0) + (uint)get_local_id(0);
  unsigned u = blockIdx.x * blockDim.x + threadIdx.x; // CL: unsigned u = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (threadIdx.x < 32) out[threadIdx.x] = 1;       // CL: if (get_local_id(0) < 32) out[get_local_id(0)] = 1;
  if (blockIdx.x * blockDim.x < n) out[threadIdx.x + 1] = 2; // CL: if ((uint)get_group_id(0) * (uint)get_local_size(0) < n) out[(uint)get_local_id(0) + 1] = 2;
  out += blockIdx.x * 16;                           // CL: out += (uint)get_group_id(0) * 16;
  int w = threadIdx.x / warpSize;                   // CL: int w = (uint)get_local_id(0) / 32;
  int lane = threadIdx.x & 31;                      // CL: int lane = get_local_id(0) & 31;
  float f = threadIdx.x;                            // CL: float f = get_local_id(0);
  iout[0] = f;                                      // CL: iout[0] = convert_int_sat(f);
  int j = (int)(f * 2.5f);                          // CL: int j = convert_int_sat(f * 2.5f);
  unsigned char c = static_cast<unsigned char>(f);  // CL: unsigned char c = (uchar)clrt_float2uint_rz(f);
  unsigned long long ull = 1ULL << w;               // CL: ulong ull = clrt_shl_ulong(1UL, w);
  out[1] = max(j, 0) + fmaxf(f, 0.0);               // CL: out[1] = max(j, 0) + fmax(f, 0.0f);
  out[2] = fabs(f) + sqrtf(j);                      // CL: out[2] = fabs(f) + sqrt((float)j);
  out[3] = min(u, 7u) + abs(j - lane);
  iout[1] = left + (int)wide + (int)g + (int)ull + c + big;
  bool flag = j;
  iout[2] = flag ? 1 : 0;
}

__device__ int counter;
__device__ bool flags[4];

__global__ void store(bool set, int *out, bool *where) {
  flags[threadIdx.x] = out[0];       // CL: flags[get_local_id(0)] = out[0] != 0;
  where[0] = set && out[1] > 2;
  atomicAdd(&counter, 1);            // CL: atomic_add(counter, 1);
  counter = counter + 1;
}

// What nvcc's g++ only warns of.
__global__ void warned(unsigned char *out, unsigned short n) {
  register int i = threadIdx.x;      // CL: int i = get_local_id(0);
  unsigned char narrow[] = {n};
  out[i] = narrow[0];
}

// OpenCL C's ?: takes no floating-point condition; variables keep the alignment that they are given.
__global__ void chosen(float *v, int n) {
  float f = v[0];
  v[1] = f ? 1 / f : 0;                // CL: v[1] = f != 0 ? 1 / f : 0;
  v[2] = n ? f : 2;
  alignas(16) float four[4];           // CL: float four[4] __attribute__((aligned(16)));
  four[0] = f;
  switch (n) {
  case 1 ... 5:                        // CL: case 1 : case 2: case 3: case 4: case 5:
    v[3] = four[0];
  }
}

__device__ int change(int *p) { return ++*p; }
__device__ void raise(int &x) { x += 100; }

// What C evaluates twice, or in another order than C++, goes into variables of the function first.
__global__ void ordered(int *v, bool *b, int n) {
  v[0] = (v[1] += change(&v[1]) * 0.5f); // CL: (value = change(&v[1]) * 0.5f, v[1] =
  int x = v[n++] = n;                    // CL: int x = (value_2 = n, v[n++] = value_2);
  b[v[4]++] |= n;                        // CL: (value_3 = n, place_4 = &b[v[4]++], *place_4 =
  raise(v[n++] = 7);                     // CL: (value_5 = 7, place_6 = &v[n++], *place_6 = value_5, place_6)
  raise(++v[n++]);                       // CL: (place_7 = &v[n++], ++*place_7, place_7)
  v[2] = n ?: 5;                         // CL: v[2] = (n != 0) ? n : 5;
  v[3] = change(v) ?: x;                 // CL: v[3] = ((value_8 = change(v)) != 0) ? value_8 : x;
}

// Constants that OpenCL C has keep their names.
#include <cfloat>
#include <climits>
#define BIG FLT_MAX
__global__ void named(int *v, float *f, unsigned n) {
  v[0] = INT_MAX;                        // CL: v[0] = INT_MAX;
  f[0] = n < UINT_MAX ? -FLT_MAX : BIG;  // CL: f[0] = n < UINT_MAX ? -FLT_MAX : BIG;
  v[1] = CHAR_BIT * sizeof(int);         // CL: CHAR_BIT
  f[1] = fminf(f[1], FLT_EPSILON);       // CL: fmin(f[1], FLT_EPSILON)
}

// Truth values as operands: parentheses only where they are needed, or where compilers ask for them.
__global__ void truths(bool *f, int *v, int n) {
  f[0] = n;                           // CL: f[0] = n != 0;
  f[1] = (bool)n == (bool)v[1];       // CL: f[1] = (n != 0) == (v[1] != 0);
  v[0] = (bool)n & f[0];              // CL: v[0] = (n != 0) & f[0];
  v[2] = (bool)n + (f[2] = v[3]);     // CL: v[2] = (n != 0) + (f[2] = v[3] != 0);
  v[4] = static_cast<bool>(n) ? 3 : 4; // CL: v[4] = n != 0 ? 3 : 4;
}
