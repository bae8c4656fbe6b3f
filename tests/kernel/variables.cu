// Uses of references, device variables, constants and names that OpenCL C takes.

__device__ int counter;
__constant__ float factors[2];
const int Limit = 7;

__device__ void raise(int &x) { x += Limit; }   // CL: void raise(int *x) { *x += Limit; }

__global__ void uses(float *f, int *v) {
  int kernel = v[0];                            // CL: int kernel_ = v[0];
  raise(kernel);                                // CL: raise(&kernel_);
  counter = kernel;                             // CL: *counter = kernel_;
  f[0] = factors[1] * counter;                  // CL: f[0] = factors[1] * *counter;
}
