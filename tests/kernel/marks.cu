// A mark has the CUDA text beside it. Nothing that follows from a mark is an error of its own.

struct Shape {
  int n;
  __device__ virtual int area() { return n; }
};

__device__ unsigned counter() {
  unsigned r;
  asm volatile("mov.u32 %0, %%pm0; /* the SM */" : "=r"(r));
  return r;
}

#define CLOCK(r) asm("mov.u32 %0, %%pm0;" : "=r"(r))

// CL: typedef struct Shape { CU2CL_ERROR_2064 /* struct Shape {
// CL: virtual int area() { return n; }
// CL: */; } Shape;
// CL: CU2CL_ERROR_2013 /* asm volatile("mov.u32 %0, %%pm0; / * the SM * /" : "=r"(r)) */;
__global__ void k(unsigned *p, int n) {
  int *q = new int[n];
  // CL: int *q = CU2CL_ERROR_2011 /* new int[n] */;
  delete[] q;
  // CL: CU2CL_ERROR_2012 /* delete[] q */;
  unsigned t;
  CLOCK(t);
  // CL: CU2CL_ERROR_2013 /* asm ( "mov.u32 %0, %%pm0;" : "=r" ( t ) ) */;
  Shape s;
  p[0] = counter() + t + s.area();
}
// DIAG: 2064
// DIAG: 2013
// DIAG: 2011
// DIAG: 2012
// DIAG: 2013
