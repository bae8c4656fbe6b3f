// Statements that C writes otherwise.

template <bool Small> __device__ int choose(int n) {
  if constexpr (Small)     // CL: int choose_true(int n) { return n + 1; }
    return n + 1;
  else
    return n * 2;
}

// Clang has an empty block for each branch that is discarded.
template <int N> __device__ int discarded(int *v, int i) {
  if (i > 3) if constexpr (N == 1) v[i] = i; else v[0] = 5; else v[1] = 9; // CL: if (i > 3) v[i] = i; else v[1] = 9;
  if (i > 4) while (v[2]) if constexpr (N != 1) v[i] = 0; else { v[2] = 0; } else v[3] = 1; // CL: if (i > 4) while (v[2]) { v[2] = 0; } else v[3] = 1;
  if (i > 5) if constexpr (N == 2) v[4] = 1; else if constexpr (N == 3) v[4] = 2; else; else v[4] = 3; // CL: if (i > 5) ; else v[4] = 3;
  if constexpr (N == 1) return i; else return 2; // CL: return i;
}                              // CL-NOT: ;;

#define UNROLLED 4
constexpr int width = 3;
template <int N> __device__ void unrolled(int *v) { // CL: void unrolled_6(__global int *v) {
#pragma unroll N // as often as the template says
  for (int i = 0; i < N; ++i)                       // CL: #pragma unroll 6
    v[i] = i;                                       // CL-NOT: unroll N
#pragma unroll UNROLLED
  for (int i = 0; i < 8; ++i)                       // CL: #pragma unroll UNROLLED
    v[i] += N;
#pragma unroll width + N - 5
  for (int i = 0; i < 8; ++i)                       // CL: #pragma unroll 4
    v[i] += 1;
}

// C has no return of what returns nothing.
__device__ void counted(int *v) { ++v[8]; }
__device__ void counted_once(int *v) { return counted(v); } // CL: { counted(v); }
__device__ void counted_or_not(int *v, int n) {
  if (n > 1)
    return counted_once(v); // CL: { counted_once(v); return; }
  if (n < 0) {
    v[9] = n;
    return void(v[9] += 1); // CL: (void)(v[9] += 1); return;
  }
  return n ? counted(v) : counted_once(v); // CL: n ? counted(v) : counted_once(v); }
}

__global__ void written(int *v, int n) {
  counted_or_not(v, n);
  if (int k = v[0])        // CL: { int k = v[0]; if (k) v[1] = k; }
    v[1] = k;
  while (int k = v[2])     // CL: for (int k; (k = v[2]);) {
    v[2] = k - 1;
  switch (n) {
  case 1 ... 3:            // CL: case 1 : case 2: case 3:
    v[3] = 1;
    break;
  [[likely]] default:
    v[3] = 2;
  }
  n ? v[4] = 1 : v[5] = 2; // CL: n ? v[4] = 1 : (v[5] = 2);
  v[6] = choose<true>(n);
  v[7] = discarded<1>(v, n);
  unrolled<6>(v);
}
