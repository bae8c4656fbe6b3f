// Statements that C writes otherwise.

template <bool Small> __device__ int choose(int n) {
  if constexpr (Small)     // CL: int choose_true(int n) { return n + 1; }
    return n + 1;
  else
    return n * 2;
}

__global__ void written(int *v, int n) {
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
}
