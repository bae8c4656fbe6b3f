// A trap ends the work-item where it may, and is noted in the fault word.
// DIAG: 2315
// DIAG: 2315
// DIAG: 2315

__device__ int helped(int n) {
  if (n < 0)
    __trap();                // CL: clrt_trap(fault);
  return n;
}

__global__ void trapped(int *v, int n) {
  if (n > 9)
    __trap();                // CL: clrt_trap_and_return(fault);
  v[0] = helped(n);
}

__global__ void waiting(int *v, int n) {
  if (n > 9)
    __trap();                // CL: clrt_trap(fault);
  __syncthreads();
  v[0] = n;
}
