// (&v.x)[i]: an element of the address of a member is another member.
#include <cuda_runtime.h>

struct V {
  float x, y, z;
  __device__ float at(int i) const { return (&x)[i]; }
  // CL: return *(&self->x + i);
  __device__ float &operator[](int i) { return (&x)[i]; }
  // CL: &self->x + i
};
struct W {
  V v;
  float w[4];
};

__global__ void k(float *o, float3 f, W w) {
  V b = {1, 2, 3};
  int i = threadIdx.x % 3;
  o[0] = (&b.x)[i];
  // CL: o[0] = *(&b.x + i);
  o[1] = (&b.x)[0];
  // CL: o[1] = (&b.x)[0];
  (&b.x)[i + 1] += (&f.x)[i ? 1 : 2] * 2;
  // CL: *(&b.x + (i + 1)) += *(&f.x + (i ? 1 : 2)) * 2;
  (&w.v.x)[2]++;
  // CL: (*(&w.v.x + 2))++;
  o[2] = -(&w.v.x)[i] + w.w[i] + 1[&b.y];
  // CL: o[2] = -*(&w.v.x + i) + w.w[i] + *(&b.y + 1);
  o[3] = b.at(i) + b[i];
  float *p = &(&b.x)[i];
  o[4] = *p;
}
