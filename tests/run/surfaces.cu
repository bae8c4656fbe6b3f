// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Surfaces: objects of arrays of one to three dimensions, layers and cubes, read and written by bytes;
// what lies outside; textures of what a kernel wrote; objects in structs.
#include "check.h"
#include <vector>

const int W = 8, H = 6, D = 6;

static cudaArray_t new_array(const cudaChannelFormatDesc &desc, cudaExtent extent,
                             unsigned flags = 0) {
  cudaArray_t array = NULL;
  OK(cudaMalloc3DArray(&array, &desc, extent, flags | cudaArraySurfaceLoadStore));
  return array;
}

static cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  return r;
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
  cudaResourceDesc r = resource_of(array);
  cudaSurfaceObject_t s = 0;
  OK(cudaCreateSurfaceObject(&s, &r));
  EXPECT(s != 0);
  return s;
}

// ---- all value types, both forms of a read ----

template <class T> __device__ T make(int i);
template <> __device__ signed char make<signed char>(int i) { return (signed char)(i - 3); }
template <> __device__ unsigned char make<unsigned char>(int i) { return (unsigned char)(250 + i); }
template <> __device__ short make<short>(int i) { return (short)(-1000 * i); }
template <> __device__ unsigned short make<unsigned short>(int i) { return (unsigned short)(9000 * i); }
template <> __device__ int make<int>(int i) { return -123456 * i; }
template <> __device__ unsigned make<unsigned>(int i) { return 0x20000000u * i; }
template <> __device__ float make<float>(int i) { return 0.25f * i - 1; }
template <> __device__ uchar4 make<uchar4>(int i) { return make_uchar4(i, 2 * i, 200 + i, 255 - i); }
template <> __device__ short2 make<short2>(int i) { return make_short2(-i, 77 * i); }
template <> __device__ float2 make<float2>(int i) { return make_float2(i, -0.5f * i); }
template <> __device__ int4 make<int4>(int i) { return make_int4(i, -i, 1 << i, 99); }
template <> __device__ float4 make<float4>(int i) { return make_float4(i, -i, 0.5f, 1e10f * i); }

template <class T> __global__ void write_row(cudaSurfaceObject_t s, int n) {
  int i = threadIdx.x;
  if (i < n)
    surf1Dwrite(make<T>(i), s, i * (int)sizeof(T));
}
template <class T> __global__ void read_row(cudaSurfaceObject_t s, T *out, int n) {
  int i = threadIdx.x;
  T placed;
  surf1Dread(&placed, s, i * (int)sizeof(T), cudaBoundaryModeZero);
  if (i < n) {
    out[i] = surf1Dread<T>(s, (n - 1 - i) * (int)sizeof(T));
    out[n + i] = placed;
  }
}
template <class T> __global__ void expected_row(T *out, int n) {
  int i = threadIdx.x;
  out[i] = make<T>(n - 1 - i);
  out[n + i] = make<T>(i);
}

template <class T> static void values_of_type() {
  cudaArray_t array = new_array(cudaCreateChannelDesc<T>(), make_cudaExtent(W, 0, 0));
  cudaSurfaceObject_t s = surface_of(array);
  T *d_got, *d_want;
  OK(cudaMalloc((void **)&d_got, 2 * W * sizeof(T)));
  OK(cudaMalloc((void **)&d_want, 2 * W * sizeof(T)));
  write_row<T><<<1, 32>>>(s, W);
  read_row<T><<<1, 32>>>(s, d_got, W);
  expected_row<T><<<1, W>>>(d_want, W);
  std::vector<char> got(2 * W * sizeof(T)), want(got.size()), row(W * sizeof(T));
  OK(cudaMemcpy(got.data(), d_got, got.size(), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(want.data(), d_want, got.size(), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy2DFromArray(row.data(), row.size(), array, 0, 0, row.size(), 1,
                           cudaMemcpyDeviceToHost));
  EXPECT(got == want);
  EXPECT(memcmp(row.data(), &want[W * sizeof(T)], row.size()) == 0);
  OK(cudaDestroySurfaceObject(s));
  OK(cudaFreeArray(array));
  cudaFree(d_got), cudaFree(d_want);
}

// ---- two and three dimensions, boundaries ----

struct Image {
  cudaSurfaceObject_t surface;
  int width, height;
  __device__ float at(int x, int y) const {
    return surf2Dread<float>(surface, x * 4, y, cudaBoundaryModeClamp);
  }
};
template <class T> __device__ void put(cudaSurfaceObject_t s, T v, int x, int y, int z) {
  surf3Dwrite(v, s, x * sizeof(T), y, z);
}
#define AT(s, x, y) surf2Dread<float>(s, (x) * (int)sizeof(float), (y), cudaBoundaryModeZero)

// Each place, and around the image: what lies outside in both modes, and what is written there.
__global__ void around(Image image, cudaSurfaceObject_t out, float *zeros, float *clamped) {
  int x = threadIdx.x - 2, y = blockIdx.x - 2;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  zeros[i] = AT(image.surface, x, y);
  clamped[i] = image.at(x, y);
  surf2Dwrite(1000.0f + i, out, x * 4, y, cudaBoundaryModeZero);
}
__global__ void clamp_write(cudaSurfaceObject_t out) {
  surf2Dwrite(-7.0f, out, 1000, -3, cudaBoundaryModeClamp); // the end of the first row
}
__global__ void fill_box(cudaSurfaceObject_t s) {
  put(s, (float)(threadIdx.x + 10 * threadIdx.y + 100 * blockIdx.x), threadIdx.x, threadIdx.y,
      blockIdx.x);
}
__global__ void turn_box(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  float v;
  surf3Dread(&v, from, x * 4, y, z);
  surf3Dwrite(v + surf3Dread<float>(from, x * 4, y, z, cudaBoundaryModeTrap), to, (W - 1 - x) * 4,
              H - 1 - y, D - 1 - z);
}

static void planes() {
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t in = new_array(floats, make_cudaExtent(W, H, 0)),
              out = new_array(floats, make_cudaExtent(W, H, 0));
  float host[H][W], back[H][W];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      host[y][x] = 1 + x + 10 * y;
  OK(cudaMemcpy2DToArray(in, 0, 0, host, sizeof host[0], sizeof host[0], H, cudaMemcpyHostToDevice));
  Image image = {surface_of(in), W, H};
  cudaSurfaceObject_t to = surface_of(out);
  const int n = (W + 4) * (H + 4);
  float zeros[n], clamped[n], *d_zeros, *d_clamped;
  OK(cudaMalloc(&d_zeros, sizeof zeros));
  OK(cudaMalloc(&d_clamped, sizeof clamped));
  around<<<H + 4, W + 4>>>(image, to, d_zeros, d_clamped);
  OK(cudaMemcpy(zeros, d_zeros, sizeof zeros, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(clamped, d_clamped, sizeof clamped, cudaMemcpyDeviceToHost));
  clamp_write<<<1, 1>>>(to);
  OK(cudaMemcpy2DFromArray(back, sizeof back[0], out, 0, 0, sizeof back[0], H,
                           cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    int x = i % (W + 4) - 2, y = i / (W + 4) - 2;
    int cx = x < 0 ? 0 : x >= W ? W - 1 : x, cy = y < 0 ? 0 : y >= H ? H - 1 : y;
    bool inside = x == cx && y == cy;
    EXPECT_EQ(zeros[i], inside ? host[y][x] : 0);
    EXPECT_EQ(clamped[i], host[cy][cx]);
    if (inside)
      EXPECT_EQ(back[y][x], x == W - 1 && y == 0 ? -7.0f : 1000.0f + i);
  }
  OK(cudaDestroySurfaceObject(image.surface));
  OK(cudaDestroySurfaceObject(to));
  OK(cudaFreeArray(in));
  OK(cudaFreeArray(out));
  cudaFree(d_zeros), cudaFree(d_clamped);
}

static void boxes() {
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t a = new_array(floats, make_cudaExtent(W, H, D)),
              b = new_array(floats, make_cudaExtent(W, H, D));
  cudaSurfaceObject_t from = surface_of(a), to = surface_of(b);
  fill_box<<<D, dim3(W, H)>>>(from);
  turn_box<<<D, dim3(W, H)>>>(from, to);
  static float got[D][H][W];
  cudaMemcpy3DParms p = {0};
  p.srcArray = b;
  p.dstPtr = make_cudaPitchedPtr(got, W * sizeof(float), W, H);
  p.extent = make_cudaExtent(W, H, D);
  p.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&p));
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        EXPECT_EQ(got[z][y][x], 2.0f * (W - 1 - x + 10 * (H - 1 - y) + 100 * (D - 1 - z)));
  OK(cudaDestroySurfaceObject(from));
  OK(cudaDestroySurfaceObject(to));
  OK(cudaFreeArray(a));
  OK(cudaFreeArray(b));
}

// ---- layers and faces; a texture of what was written ----

__global__ void fill_layers(cudaSurfaceObject_t planes, cudaSurfaceObject_t rows,
                            cudaSurfaceObject_t cube) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  float v = x + 10 * y + 100 * z;
  surf2DLayeredwrite(v, planes, x * 4, y, z);
  if (y == 0)
    surf1DLayeredwrite(v, rows, x * 4, z);
  surfCubemapwrite(v, cube, x * 4, y, z);
}
__global__ void read_layers(float *out, cudaSurfaceObject_t planes, cudaSurfaceObject_t rows,
                            cudaTextureObject_t texture, cudaTextureObject_t cube) {
  int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  float v = surf2DLayeredread<float>(planes, x * 4, y, z) +
            1000 * surf1DLayeredread<float>(rows, x * 4, z) +
            7 * tex2DLayered<float>(texture, x, y, z);
  // The middle of texel (x, y) of face z: the face's own coordinates, from -1 to 1.
  float s = (2 * x + 1) / (float)H - 1, t = (2 * y + 1) / (float)H - 1;
  float3 d = z == 0   ? make_float3(1, -t, -s)
             : z == 1 ? make_float3(-1, -t, s)
             : z == 2 ? make_float3(s, 1, t)
             : z == 3 ? make_float3(s, -1, -t)
             : z == 4 ? make_float3(s, -t, 1)
                      : make_float3(-s, -t, -1);
  out[(z * H + y) * H + x] = v;
  out[D * H * H + (z * H + y) * H + x] = texCubemap<float>(cube, 3 * d.x, 3 * d.y, 3 * d.z);
}

static void layers() {
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaExtent square = make_cudaExtent(H, H, D);
  cudaArray_t planes = new_array(floats, square, cudaArrayLayered);
  cudaArray_t rows = new_array(floats, make_cudaExtent(H, 0, D), cudaArrayLayered);
  cudaArray_t cube = new_array(floats, square, cudaArrayCubemap);
  cudaTextureDesc desc = {};
  desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeClamp;
  cudaResourceDesc of_planes = resource_of(planes), of_cube = resource_of(cube);
  cudaTextureObject_t t = 0, c = 0;
  OK(cudaCreateTextureObject(&t, &of_planes, &desc, NULL));
  desc.normalizedCoords = 1;
  OK(cudaCreateTextureObject(&c, &of_cube, &desc, NULL));
  cudaSurfaceObject_t p = surface_of(planes), r = surface_of(rows), f = surface_of(cube);
  static float got[2][D][H][H];
  float *d_out;
  OK(cudaMalloc(&d_out, sizeof got));
  fill_layers<<<D, dim3(H, H)>>>(p, r, f);
  read_layers<<<D, dim3(H, H)>>>(d_out, p, r, t, c);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < H; x++) {
        float v = x + 10 * y + 100 * z;
        EXPECT_EQ(got[0][z][y][x], 8 * v + 1000.0f * (x + 100 * z));
        EXPECT_EQ(got[1][z][y][x], v);
      }
  OK(cudaDestroyTextureObject(t));
  OK(cudaDestroyTextureObject(c));
  OK(cudaDestroySurfaceObject(p));
  OK(cudaDestroySurfaceObject(r));
  OK(cudaDestroySurfaceObject(f));
  OK(cudaFreeArray(planes));
  OK(cudaFreeArray(rows));
  OK(cudaFreeArray(cube));
  cudaFree(d_out);
}

// ---- what cannot be made ----

static void errors() {
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t plain = NULL, none = NULL;
  OK(cudaMallocArray(&plain, &floats, W, H));
  cudaSurfaceObject_t s = 0;
  cudaResourceDesc r = resource_of(none);
  EXPECT(cudaCreateSurfaceObject(&s, &r) != cudaSuccess);
  r = resource_of(plain);
  EXPECT(cudaCreateSurfaceObject(&s, NULL) != cudaSuccess);
  EXPECT(cudaMalloc3DArray(&none, &floats, make_cudaExtent(W, H, D), cudaArrayCubemap) !=
         cudaSuccess); // faces are squares
  EXPECT(s == 0 && none == NULL);
  cudaGetLastError();
  OK(cudaFreeArray(plain));
}

// The last thing here: CUDA's device cannot be used afterwards.
__global__ void far_away(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, 4 * W, 0); }
static void trap() {
  cudaArray_t array = new_array(cudaCreateChannelDesc<float>(), make_cudaExtent(W, H, 0));
  far_away<<<1, 1>>>(surface_of(array));
  EXPECT(cudaDeviceSynchronize() != cudaSuccess);
}

int main() {
  values_of_type<signed char>();
  values_of_type<unsigned char>();
  values_of_type<short>();
  values_of_type<unsigned short>();
  values_of_type<int>();
  values_of_type<unsigned>();
  values_of_type<float>();
  values_of_type<uchar4>();
  values_of_type<short2>();
  values_of_type<float2>();
  values_of_type<int4>();
  values_of_type<float4>();
  planes();
  boxes();
  layers();
  errors();
  trap();
  return verdict();
}
