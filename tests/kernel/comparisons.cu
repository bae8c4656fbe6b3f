// A comparison of a comparison: in parentheses, as compilers warn of it.

__global__ void chained(int *out, int a, unsigned b) {
  if (a < 3 >= b)              // CL: if ((a < 3) >= b)
    out[0] = 1 < a < (2 > 1);  // CL: out[0] = (1 < a) < (2 > 1);
  out[1] = threadIdx.x < b <= a < b; // CL: out[1] = ((get_local_id(0) < b) <= a) < b;
}
