// Vectors: made by their literals, and by braces.

__device__ float4 twice(float4 v) { return make_float4(v.x * 2, v.y * 2, v.z * 2, v.w * 2); } // CL: return (float4)(v.x * 2, v.y * 2, v.z * 2, v.w * 2);

__global__ void vectors(float4 *v, int2 *w, float *f) {
  v[0] = twice(v[1]);
  int2 pair = {1, w[0].y};   // CL: int2 pair = (int2)(1, w[0].y);
  w[1] = pair;
  w[2] = make_int2(3, f[0]); // CL: w[2] = (int2)(3, convert_int_sat(f[0]));
  dim3 size(4, 5);
  f[1] = size.y * size.z;
}
