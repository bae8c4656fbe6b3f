// Declarations: pointers get their spaces, groups are split where these differ, shared variables of
// inner blocks stand at the top.

__global__ void declared(float *in, float *out) { // CL: { __local int inner;
  __shared__ float tile[64];           // CL: __local float tile[64];
  float own[2], *p = own, *q = in;     // CL: float own[2]; float *p = own; __global float *q = in;
  using Number = int;
  Number n = 3;                        // CL: int n = 3;
  static_assert(sizeof(Number) == 4, "");
  float &r = tile[n];                  // CL: __local float *r = &tile[n];
  for (float *a = own, *b = in; a < own + 2; ++a, ++b) // CL: { float *a = own; __global float *b = in; for (; a < own + 2; ++a, ++b)
    *a = *b;
  if (threadIdx.x > 2) {
    __shared__ int inner;
    inner = 1;                         // CL: if (get_local_id(0) > 2) { inner = 1;
    r = inner;
  }
  out[0] = *p + *q + r;
}
