// Loops around barriers that are left before the end of their bodies: threads go back on one way.

__global__ void one_way(int *v, int n) {
  __shared__ int q[64];
  int t = threadIdx.x, live = t % 5, i = 0;
  while (true) {                     // CL: while (true) {
    __syncthreads();
    if (i++ >= n)
      break;
    q[t] = live;
    __syncthreads();
    if (live > 0) {
      v[t] += q[(t + 1) % 64];
      live--;                        // CL: live--; } if (!clrt_next_round()) break; }
    }
  }
  for (int k = 0;; k++) {
    __syncthreads();
    if (k + 1 > n)
      break;
    q[t] = live;
    __syncthreads();
    if (n > 3)
      continue;                      // CL: goto next_round;
    v[t] += t > 3 ? q[t - 1] : 1;
    live--;                          // CL: live--; next_round: if (!clrt_next_round()) break;
  }
  do {
    if (q[0] > n)
      break;
    __syncthreads();
    v[t] += live > 2 && q[t] ? 1 : 2; // CL: v[t] += live > 2 && q[t] ? 1 : 2; if (!clrt_next_round()) break;
  } while (true);
}
__global__ void plain(int *v, int n) {
  __shared__ int q[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {      // CL: for (int i = 0; i < n; i++) { q[t] = v[t]; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); if (t < 4) v[t] += q[t]; }
    q[t] = v[t];
    __syncthreads();
    if (t < 4)
      v[t] += q[t];
  }
  while (true) {
    if (n-- == 0)
      break;
    q[t] = v[t];
    __syncthreads();
    v[t] += q[(t + 1) % 64];
    __syncthreads();                 // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
  }
}
