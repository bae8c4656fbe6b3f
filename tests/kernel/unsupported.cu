// What OpenCL C cannot say is marked.
// DIAG: 2011
// DIAG: 2012
// DIAG: 2013

__global__ void marked(int *v) {
  int *p = new int[4];      // CL: CU2CL_ERROR_2011
  delete[] p;               // CL: CU2CL_ERROR_2012
  asm("bar.arrive 1, 64;"); // CL: CU2CL_ERROR_2013
  v[0] = 1;                 // CL: v[0] = 1;
}
