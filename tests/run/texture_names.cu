// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program's own classes, members and functions that are called as CUDA's old templates, texture
// and surface. Objects of textures in a program that copies with OpenCL's own calls.
#include "check.h"

struct texture {
  int w, h;
  const float *data;
  __host__ __device__ texture(int w, int h, const float *d) : w(w), h(h), data(d) {}
  __device__ float at(int x, int y) const { return data[(y % h) * w + x % w]; }
};
template <class T> __host__ __device__ T surface(T x) { return x * 2; }
namespace scene {
struct surface {
  float r;
};
struct material {
  int texture;
  float surface, gain;
  material(const ::texture &t, struct surface s) : texture(t.w), surface(s.r), gain(1) {}
  float both() const { return texture + surface + this->texture; }
};
using texture_pointer = ::texture *;
} // namespace scene
template <class texture> static texture half_of(texture x) { return x / 2; }

__device__ float shade(const texture &t, scene::surface s) { return t.at(1, 2) * s.r; }
__global__ void draw(const float *data, float *out) {
  texture t(4, 4, data);
  scene::surface s = {surface(1.0f)};
  out[threadIdx.x] = shade(t, s) + t.at(threadIdx.x, 0);
}

__global__ void fetch(cudaTextureObject_t object, float *out) {
  out[threadIdx.x] = tex1Dfetch<float>(object, threadIdx.x + 1);
}

int main() {
  float in[16], out[4], fetched[4], *d_in, *d_out;
  for (int i = 0; i < 16; ++i)
    in[i] = i;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  draw<<<1, 4>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = d_in;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = sizeof in;
  cudaTextureDesc desc = {};
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &desc, nullptr);
  fetch<<<1, 4>>>(object, d_out);
  cudaMemcpy(fetched, d_out, sizeof fetched, cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(object);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(out[i], 18.0f + i);
    EXPECT_EQ(fetched[i], i + 1.0f);
  }
  texture host(3, 4, in);
  scene::surface thin = {0.5f};
  scene::material m(host, thin);
  scene::texture_pointer p = &host;
  EXPECT_EQ(m.both() + p->h, 10.5f);
  EXPECT_EQ(half_of(surface(8)), 8);
  cudaFree(d_in);
  cudaFree(d_out);
  return verdict();
}
