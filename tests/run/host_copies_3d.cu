// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cudaMalloc3D, cudaMemcpy3D in every direction and from positions inside, cudaMemset3D, the
// asynchronous forms, copies between devices.
#include "check.h"
#include <vector>

const int W = 13, H = 7, D = 5; // shorts, rows, slices

__global__ void add(char *base, size_t pitch, size_t slice, int w, int h, int d, int by) {
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x < w && y < h && z < d)
    ((short *)(base + z * slice + y * pitch))[x] += by;
}

static short at(int x, int y, int z) { return (short)(x + 20 * y + 200 * z); }

static void whole_boxes() {
  static short in[D][H][W], out[D][H][W];
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        in[z][y][x] = at(x, y, z);
  cudaExtent extent = make_cudaExtent(W * sizeof(short), H, D);
  cudaPitchedPtr box, copy;
  OK(cudaMalloc3D(&box, extent));
  OK(cudaMalloc3D(&copy, extent));
  EXPECT(box.pitch >= W * sizeof(short));
  EXPECT_EQ(box.xsize, W * sizeof(short));
  EXPECT_EQ(box.ysize, (size_t)H);

  cudaMemcpy3DParms p = {0};
  p.srcPtr = make_cudaPitchedPtr(in, W * sizeof(short), W, H);
  p.dstPtr = box;
  p.extent = extent;
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));
  add<<<dim3(H, D), 32>>>((char *)box.ptr, box.pitch, box.pitch * H, W, H, D, 1000);

  cudaMemcpy3DParms q = {};
  q.srcPtr = box;
  q.dstPtr = copy;
  q.extent = extent;
  q.kind = cudaMemcpyDeviceToDevice;
  OK(cudaMemcpy3D(&q));
  q.srcPtr = copy;
  q.dstPtr = make_cudaPitchedPtr(out, W * sizeof(short), W, H);
  q.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&q));
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        EXPECT_EQ(out[z][y][x], (short)(at(x, y, z) + 1000));
  OK(cudaFree(box.ptr));
  OK(cudaFree(copy.ptr));
}

// A box out of the middle goes into the middle of a taller one, and back.
static void inner_boxes(cudaStream_t s) {
  const int w = 4, h = 3, d = 2;
  std::vector<unsigned char> in(W * H * D), out(W * H * D, 0xee);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = (unsigned char)(i * 7 + 3);
  unsigned char *flat;
  OK(cudaMalloc((void **)&flat, 64 * 9 * 6));
  cudaPitchedPtr tall = make_cudaPitchedPtr(flat, 64, 64, 9);
  OK(cudaMemset3D(tall, 0x55, make_cudaExtent(64, 9, 6)));
  cudaMemcpy3DParms p;
  memset(&p, 0, sizeof p);
  p.srcPtr = make_cudaPitchedPtr(in.data(), W, W, H);
  p.srcPos = make_cudaPos(5, 2, 1);
  p.dstPtr = tall;
  p.dstPos = make_cudaPos(17, 4, 3);
  p.extent = make_cudaExtent(w, h, d);
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3DAsync(&p, s));
  std::vector<unsigned char> all(64 * 9 * 6);
  OK(cudaMemcpyAsync(all.data(), flat, all.size(), cudaMemcpyDeviceToHost, s));
  OK(cudaStreamSynchronize(s));
  for (int z = 0; z < 6; z++)
    for (int y = 0; y < 9; y++)
      for (int x = 0; x < 64; x++) {
        bool inside = x >= 17 && x < 17 + w && y >= 4 && y < 4 + h && z >= 3 && z < 3 + d;
        int want = inside ? in[((z - 2) * H + y - 2) * W + x - 12] : 0x55;
        EXPECT_EQ((int)all[(z * 9 + y) * 64 + x], want);
      }
  cudaMemcpy3DParms back = {};
  back.srcPtr = tall;
  back.srcPos = make_cudaPos(17, 4, 3);
  back.dstPtr = make_cudaPitchedPtr(out.data(), W, W, H);
  back.dstPos = make_cudaPos(1, 1, 2);
  back.extent = make_cudaExtent(w, h, d);
  back.kind = cudaMemcpyDefault;
  OK(cudaMemcpy3D(&back));
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        bool inside = x >= 1 && x < 1 + w && y >= 1 && y < 1 + h && z >= 2 && z < 2 + d;
        int want = inside ? in[((z - 1) * H + y + 1) * W + x + 4] : 0xee;
        EXPECT_EQ((int)out[(z * H + y) * W + x], want);
      }
  OK(cudaFree(flat));
}

static void fills(cudaStream_t s) {
  cudaPitchedPtr box;
  OK(cudaMalloc3D(&box, make_cudaExtent(20, 4, 3)));
  OK(cudaMemset3D(box, 0, make_cudaExtent(20, 4, 3)));
  OK(cudaMemset3DAsync(box, 0x1ab, make_cudaExtent(6, 2, 2), s)); // the low byte
  OK(cudaStreamSynchronize(s));
  unsigned char out[3][4][20];
  cudaMemcpy3DParms p = {};
  p.srcPtr = box;
  p.dstPtr = make_cudaPitchedPtr(out, 20, 20, 4);
  p.extent = make_cudaExtent(20, 4, 3);
  p.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3DAsync(&p, s));
  OK(cudaStreamSynchronize(s));
  for (int z = 0; z < 3; z++)
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 20; x++)
        EXPECT_EQ((int)out[z][y][x], x < 6 && y < 2 && z < 2 ? 0xab : 0);
  OK(cudaFree(box.ptr));
}

static void bad_input() {
  char host[64] = {0};
  cudaPitchedPtr box;
  OK(cudaMalloc3D(&box, make_cudaExtent(16, 4, 2)));
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(host, 8, 8, 4);
  p.dstPtr = box;
  p.extent = make_cudaExtent(8, 4, 2);
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));
  p.extent.depth = 0;
  OK(cudaMemcpy3D(&p)); // nothing
  p.extent.depth = 4; // beyond the memory
  EXPECT(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
  p.extent.depth = 1;
  p.dstPos.z = 3;
  EXPECT(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
  p.dstPos.z = 0;
  p.kind = (cudaMemcpyKind)17;
  EXPECT(cudaMemcpy3D(&p) == cudaErrorInvalidMemcpyDirection);
  (void)cudaGetLastError();
  OK(cudaFree(box.ptr));
  OK(cudaMalloc3D(&box, make_cudaExtent(0, 4, 2)));
  EXPECT(box.ptr == nullptr);
}

static void between_devices(cudaStream_t s) {
  int device, count, can = 7;
  OK(cudaGetDevice(&device));
  OK(cudaGetDeviceCount(&count));
  int in[100], out[100], *a, *b;
  for (int i = 0; i < 100; i++)
    in[i] = 3 * i;
  OK(cudaMalloc(&a, sizeof in));
  OK(cudaSetDevice(count - 1)); // the same one if there are no more
  OK(cudaMalloc(&b, sizeof in));
  OK(cudaSetDevice(device));
  OK(cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice));
  OK(cudaMemcpyPeer(b, count - 1, a, device, sizeof in));
  OK(cudaMemsetAsync(a, 0, sizeof in, s));
  OK(cudaMemcpyPeerAsync(a + 50, device, b, count - 1, 50 * sizeof(int), s));
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(out, a, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 100; i++)
    EXPECT_EQ(out[i], i < 50 ? 0 : in[i - 50]);
  EXPECT(cudaMemcpyPeer(b, 1000, a, device, 4) == cudaErrorInvalidDevice);
  OK(cudaDeviceCanAccessPeer(&can, device, device));
  EXPECT_EQ(can, 0);
  EXPECT(cudaDeviceEnablePeerAccess(device, 0) == cudaErrorPeerAccessUnsupported);
  EXPECT(cudaDeviceEnablePeerAccess(1000, 0) == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceEnablePeerAccess(device, 1) == cudaErrorInvalidValue);
  EXPECT(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, device, 1000) ==
         cudaErrorInvalidDevice);
  (void)cudaGetLastError();
  OK(cudaFree(a));
  OK(cudaFree(b));
}

static void places_and_hints(cudaStream_t s) {
  int device, found = -1;
  char text[32], shorter[5];
  OK(cudaGetDevice(&device));
  OK(cudaDeviceGetPCIBusId(text, sizeof text, device));
  EXPECT_EQ((int)strlen(text), 12);
  OK(cudaDeviceGetByPCIBusId(&found, text));
  EXPECT_EQ(found, device);
  EXPECT(cudaDeviceGetPCIBusId(shorter, sizeof shorter, device) == cudaErrorInvalidValue);
  EXPECT(cudaDeviceGetByPCIBusId(&found, "no place") == cudaErrorInvalidValue);
  EXPECT(cudaDeviceGetByPCIBusId(&found, "7fff:ee:1d.0") == cudaErrorInvalidDevice);
  (void)cudaGetLastError();

  float *d;
  OK(cudaMalloc(&d, 4096));
  cudaStreamAttrValue attribute = {};
  attribute.accessPolicyWindow.base_ptr = reinterpret_cast<void *>(d);
  attribute.accessPolicyWindow.num_bytes = 0;
  attribute.accessPolicyWindow.hitRatio = 0.5f;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  OK(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &attribute));
  cudaStreamAttrValue got;
  OK(cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &got));
  EXPECT(got.accessPolicyWindow.missProp == cudaAccessPropertyStreaming);
  OK(cudaCtxResetPersistingL2Cache());
  OK(cudaFree(d));
}

/// The records of copies as arguments of kernels, as the programming guide passes them.
struct Volume {
  cudaPitchedPtr at;
  cudaExtent size;
};
__device__ float *row_of(const cudaPitchedPtr &p, size_t height, cudaPos at) {
  return (float *)((char *)p.ptr + at.z * p.pitch * height + at.y * p.pitch) + at.x;
}
__global__ void scale_box(cudaPitchedPtr p, cudaExtent e, float by) {
  for (size_t z = 0; z < e.depth; z++)
    for (size_t y = threadIdx.y; y < e.height; y += blockDim.y)
      for (size_t x = threadIdx.x; x < e.width / sizeof(float); x += blockDim.x)
        *row_of(p, e.height, cudaPos{x, y, z}) *= by;
}
__global__ void sum_volume(Volume v, const cudaExtent *whole, double *sum) {
  *sum = 0;
  cudaExtent e = v.size;
  for (size_t z = 0; z < e.depth; ++z)
    for (size_t y = 0; y < e.height; ++y)
      for (size_t x = 0; x < e.width / sizeof(float); ++x)
        *sum += *row_of(v.at, whole->height, {x, y, z});
}

static void records_in_kernels() {
  const cudaExtent extent = make_cudaExtent(7 * sizeof(float), 5, 3);
  cudaPitchedPtr p;
  OK(cudaMalloc3D(&p, extent));
  float values[3][5][7];
  double want = 0, sum = -1, *d_sum;
  for (int i = 0; i < 105; ++i)
    want += (&values[0][0][0])[i] = i;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(values, 7 * sizeof(float), 7, 5);
  copy.dstPtr = p;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&copy));
  scale_box<<<1, dim3(4, 2)>>>(p, extent, 3);
  cudaExtent *d_extent;
  OK(cudaMalloc(&d_extent, sizeof extent));
  OK(cudaMalloc(&d_sum, sizeof sum));
  OK(cudaMemcpy(d_extent, &extent, sizeof extent, cudaMemcpyHostToDevice));
  Volume v = {p, extent};
  sum_volume<<<1, 1>>>(v, d_extent, d_sum);
  OK(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost));
  EXPECT_EQ(sum, 3 * want);
  OK(cudaFree(p.ptr));
  OK(cudaFree(d_extent));
  OK(cudaFree(d_sum));
}

// The runtime's structs as arguments of kernels, as members and in memory.
struct Slab {
  cudaPitchedPtr memory;
  cudaExtent size;
};

__global__ void set(cudaPitchedPtr p, cudaExtent e, cudaPos at, Slab v, const cudaPos *more) {
  size_t slice = p.pitch * p.ysize;
  unsigned x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  if (x >= e.width || y >= e.height || z >= e.depth)
    return;
  char *row = (char *)p.ptr + (z + at.z) * slice + (y + at.y) * p.pitch;
  row[x + at.x] = (char)(x + 10 * y + 50 * z);
  cudaExtent all = v.size;
  if (z == 0 && y < all.height)
    ((char *)v.memory.ptr)[y * v.memory.pitch + x] = (char)(all.depth + more[1].y);
}

static void as_arguments() {
  cudaPitchedPtr box;
  OK(cudaMalloc3D(&box, make_cudaExtent(20, 6, 4)));
  OK(cudaMemset3D(box, 0, make_cudaExtent(20, 6, 4)));
  Slab v;
  v.size = make_cudaExtent(20, 1, 4);
  v.memory = box;
  v.memory.ptr = (char *)box.ptr + box.pitch; // row 1
  cudaPos places[2] = {make_cudaPos(0, 0, 0), make_cudaPos(1, 2, 3)}, *d;
  OK(cudaMalloc(&d, sizeof places));
  OK(cudaMemcpy(d, places, sizeof places, cudaMemcpyHostToDevice));
  set<<<dim3(3, 2), 8>>>(box, make_cudaExtent(5, 3, 1), places[1], v, d);
  static char out[4][6][20];
  OK(cudaMemcpy2D(out, 20, box.ptr, box.pitch, 20, 24, cudaMemcpyDeviceToHost));
  for (int z = 0; z < 4; z++)
    for (int y = 0; y < 6; y++)
      for (int x = 0; x < 20; x++) {
        int i = x - 1, j = y - 2, k = z - 3;
        bool in = i >= 0 && i < 5 && j >= 0 && j < 3 && k == 0;
        EXPECT_EQ((int)out[z][y][x], z == 0 && y == 1 && x < 5 ? 6 : in ? i + 10 * j : 0);
      }
  OK(cudaFree(box.ptr));
  OK(cudaFree(d));
}

int main() {
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  whole_boxes();
  inner_boxes(s);
  fills(s);
  bad_input();
  between_devices(s);
  as_arguments();
  places_and_hints(s);
  records_in_kernels();
  OK(cudaStreamDestroy(s));
  return verdict();
}
