// Fold expressions: what Clang made of them, in place of the fold.

template <typename... T> __device__ float sum(T... v) { return (v + ...); } // CL: return (v + (v_2 + v_3));
template <typename... T> __device__ bool all(T... v) { return (v && ...); }   // CL: return true;
template <typename... T> __device__ void store(int *out, T... v) { ((*out++ = v), ...); } // CL: { *out++ = v; *out++ = v_2; }
template <typename... T> __device__ int cast(T... v) { return (int)(v + ...); } // CL: return (int)(v + v_2);

__global__ void folded(float *out, int *n) {
  out[0] = sum(1, 2.5f, n[0]);
  n[1] = all();
  store(n + 2, 4, 5);
  n[1] += cast(n[0], n[1]);
  *n += (int)(1 + n[0]);
}
