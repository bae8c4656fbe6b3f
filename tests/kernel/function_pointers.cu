// A pointer to a device function is a number, and a call through it a switch.

__device__ float add(float a, float b) { return a + b; }
__device__ float mul(float a, float b) { return a * b; }
typedef float (*Op)(float, float);

__device__ float apply(Op op, float a) { return op(a, 2); } // CL: return call_float_float_float(op, a, 2);

__global__ void applied(float *f, int n) {
  Op op = n ? add : mul;       // CL: n ? add_function : mul_function;
  f[0] = apply(op, f[1]);
}
