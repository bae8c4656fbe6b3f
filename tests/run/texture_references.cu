// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texture references: linear memory, pitched memory, arrays of one to three dimensions; element
// types, address modes, filters, normalised coordinates and values; references in device functions,
// macros, functors and templates. Surface references.
#include "check.h"
#include "texture_sampling.h"
#include <vector>

#if __CUDACC_VER_MAJOR__ >= 13 // no references there
int main() { return verdict(); }
#else

// ---- linear memory ----

texture<float, 1> line;
texture<int2> pairs;
texture<uchar4, cudaTextureType1D, cudaReadModeElementType> bytes;
static texture<short, 1, cudaReadModeNormalizedFloat> fractions;
texture<float4, 1, cudaReadModeElementType> quads, other_quads;
namespace hidden {
texture<unsigned, 1> words;
}
#define LINE(i) tex1Dfetch(line, (i))

__device__ float twice(int i) { return 2 * LINE(i); }
struct FromTexture {
  __device__ double operator()(int i) const {
    int2 v = tex1Dfetch(pairs, i);
    return v.x + 1000.0f * v.y;
  }
};
struct FromMemory {
  __device__ double operator()(int i) const { return i; }
};
template <class Reader, bool Add> __global__ void read_all(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Reader reader;
  if (i >= n)
    return;
  out[i] = (float)reader(i);
  if (Add)
    out[i] += twice(i) + LINE(i + 1) + tex1Dfetch(hidden::words, i);
}

__global__ void read_others(float4 *out, int n) {
  int i = threadIdx.x;
  uchar4 b = tex1Dfetch(bytes, i);
  float4 q = tex1Dfetch(quads, i), p = tex1Dfetch(other_quads, i);
  out[i] = make_float4(b.x + 1000 * b.w, tex1Dfetch(fractions, i), q.y + p.z, q.x * q.w);
}

static void linear_memory() {
  const int n = 70;
  std::vector<float> values(n), got(n);
  std::vector<int2> ints(n);
  std::vector<unsigned> words(n);
  for (int i = 0; i < n; i++) {
    values[i] = 0.5f * i;
    ints[i] = make_int2(i, -i);
    words[i] = 7 * i;
  }
  float *d_values, *d_out;
  int2 *d_ints;
  unsigned *d_words;
  OK(cudaMalloc(&d_values, n * sizeof(float)));
  OK(cudaMalloc(&d_out, n * sizeof(float)));
  OK(cudaMalloc((void **)&d_ints, n * sizeof(int2)));
  OK(cudaMalloc((void **)&d_words, n * sizeof(unsigned)));
  OK(cudaMemcpy(d_values, values.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_ints, ints.data(), n * sizeof(int2), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_words, words.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));

  size_t offset = 77;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  OK(cudaBindTexture(&offset, line, d_values, desc, n * sizeof(float)));
  EXPECT_EQ(offset, 0u);
  OK(cudaBindTexture(NULL, &pairs, d_ints, &pairs.channelDesc, n * sizeof(int2)));
  OK(cudaBindTexture(0, hidden::words, d_words, n * sizeof(unsigned)));
  read_all<FromTexture, true><<<2, 64>>>(d_out, n);
  OK(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) // after the end lie zeros
    EXPECT_EQ(got[i], i - 1000.0f * i + 2 * 0.5f * i + (i + 1 < n ? 0.5f * (i + 1) : 0) + 7 * i);

  // From a place in the middle on, to the end of the memory; then the references are bound anew.
  OK(cudaBindTexture(0, line, d_values + 64));
  OK(cudaBindTexture(0, hidden::words, d_words, 4 * sizeof(unsigned)));
  read_all<FromMemory, true><<<2, 64>>>(d_out, n);
  OK(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  auto from64 = [&](int i) { return i + 64 < n ? 0.5f * (i + 64) : 0; };
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], i + 2 * from64(i) + from64(i + 1) + (i < 4 ? 7 * i : 0));

  OK(cudaUnbindTexture(line));
  OK(cudaUnbindTexture(&pairs));
  read_all<FromMemory, false><<<2, 64>>>(d_out, n);
  OK(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  EXPECT_EQ(got[n - 1], n - 1.0f);
  // What is bound to nothing reads as 0.
  read_all<FromTexture, true><<<2, 64>>>(d_out, n);
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], i < 4 ? 7.0f * i : 0);
  cudaFree(d_values), cudaFree(d_out), cudaFree(d_ints), cudaFree(d_words);
}

static void element_types() {
  const int n = 32;
  std::vector<uchar4> in_bytes(n);
  std::vector<short> in_shorts(n);
  std::vector<float4> in_quads(n), got(n);
  for (int i = 0; i < n; i++) {
    in_bytes[i] = make_uchar4(200 + i, 1, 2, 255 - i);
    in_shorts[i] = (short)(i == 0 ? -32768 : 2000 * (i - 16));
    in_quads[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
  }
  char *d;
  float4 *d_out;
  OK(cudaMalloc(&d, 4096));
  OK(cudaMalloc(&d_out, n * sizeof(float4)));
  OK(cudaMemcpy(d, in_bytes.data(), n * sizeof(uchar4), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d + 1024, in_shorts.data(), n * sizeof(short), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d + 2048, in_quads.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
  OK(cudaBindTexture(0, bytes, d, n * sizeof(uchar4)));
  OK(cudaBindTexture(0, fractions, d + 1024, n * sizeof(short)));
  OK(cudaBindTexture(0, quads, d + 2048, n * sizeof(float4)));
  OK(cudaBindTexture(0, other_quads, d + 2048, n * sizeof(float4)));
  read_others<<<1, n>>>(d_out, n);
  OK(cudaMemcpy(got.data(), d_out, n * sizeof(float4), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    EXPECT_EQ(got[i].x, (float)((200 + i) % 256 + 1000 * (255 - i)));
    EXPECT_NEAR(got[i].y, std::fmax(in_shorts[i] / 32767.0, -1.0), 1e-6);
    EXPECT_EQ(got[i].z, 5.0f * i);
    EXPECT_EQ(got[i].w, 4.0f * i * i);
  }
  cudaFree(d), cudaFree(d_out);
}

// ---- arrays ----

texture<float, 1, cudaReadModeElementType> row;
texture<float, 2, cudaReadModeElementType> plane;
texture<float, cudaTextureType3D, cudaReadModeElementType> box;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> image;

const int W = 7, H = 5, D = 3;
static float value(int x, int y, int z) { return 1 + x * x + 11 * y + 101 * z; }

__global__ void sample(float *out, const float3 *at, int n, int dimensions) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float3 p = at[i];
  out[i] = dimensions == 1   ? tex1D(row, p.x)
           : dimensions == 2 ? tex2D(plane, p.x, p.y)
                             : tex3D(box, p.x, p.y, p.z);
}
__global__ void sample_image(float *out, const float3 *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tex2D(image, at[i].x, at[i].y);
}
// Of integer coordinates, as of others, their value as float counts.
__global__ void transpose(float *out, int width, int height) {
  out[threadIdx.x * height + blockIdx.x] = tex2D(plane, threadIdx.x, blockIdx.x);
}

// Places inside and outside, at 64ths of a texel or of the whole.
static std::vector<float3> places(bool normalized) {
  std::vector<float3> all;
  for (int i = -3 * 64; i < (normalized ? 3 : W + 3) * 64; i += 5) {
    float x = i / 64.0f, y = (normalized ? 2 : H) - x * 0.75f, z = x * 0.5f - 0.25f;
    all.push_back(make_float3(x, y, z));
  }
  return all;
}

template <class Reference> static void set(Reference &t, const Texels &s) {
  t.normalized = s.normalized;
  t.filterMode = s.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  for (int axis = 0; axis < 3; axis++)
    t.addressMode[axis] = (cudaTextureAddressMode)s.mode[axis];
}

template <class Texel>
static void compare(const std::vector<float> &got, const std::vector<float3> &at, const Texels &t,
                    int dimensions, Texel texel) {
  for (size_t i = 0; i < got.size(); i++) {
    double want = sampled(t, dimensions, at[i].x, at[i].y, dimensions > 2 ? at[i].z : 0, texel);
    double error = std::fabs(got[i] - want);
    if (!(error <= 1e-4 + 1e-5 * std::fabs(want)))
      printf("dimensions %d, linear %d, normalised %d, mode %d, at (%g, %g, %g)\n", dimensions,
             t.linear, t.normalized, (int)t.mode[0], at[i].x, at[i].y, at[i].z);
    EXPECT_NEAR(got[i], want, 1e-4 + 1e-5 * std::fabs(want));
  }
}

static void arrays() {
  static float in[D][H][W], back[H][W];
  static unsigned char pixels[H][W];
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        in[z][y][x] = value(x, y, z);
        pixels[y][x] = (unsigned char)(255 - 8 * x - 31 * y);
      }
  cudaArray *one, *pixel_array;
  cudaArray_t two, three;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  OK(cudaMallocArray(&one, &floats, W));
  OK(cudaMallocArray(&two, &plane.channelDesc, W, H));
  OK(cudaMalloc3DArray(&three, &floats, make_cudaExtent(W, H, D)));
  OK(cudaMallocArray(&pixel_array, &image.channelDesc, W, H));
  OK(cudaMemcpyToArray(one, 0, 0, in, W * sizeof(float), cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DToArray(two, 0, 0, in, W * sizeof(float), W * sizeof(float), H,
                         cudaMemcpyHostToDevice));
  OK(cudaMemcpyToArray(pixel_array, 0, 0, pixels, sizeof pixels, cudaMemcpyHostToDevice));
  cudaMemcpy3DParms p = {0};
  p.srcPtr = make_cudaPitchedPtr(in, W * sizeof(float), W, H);
  p.dstArray = three;
  p.extent = make_cudaExtent(W, H, D);
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));

  // A part of the array, and a run over the ends of rows.
  float part[2][3] = {{1, 2, 3}, {4, 5, 6}}, run[9];
  OK(cudaMemcpy2DToArray(two, 2 * sizeof(float), 1, part, sizeof part[0], sizeof part[0], 2,
                         cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DFromArray(back, W * sizeof(float), two, 0, 0, W * sizeof(float), H,
                           cudaMemcpyDeviceToHost));
  EXPECT_EQ(back[1][2], 1.0f);
  EXPECT_EQ(back[2][4], 6.0f);
  EXPECT_EQ(back[2][5], value(5, 2, 0));
  OK(cudaMemcpyToArray(two, 0, 1, &in[0][1][0], 2 * W * sizeof(float), cudaMemcpyHostToDevice));
  OK(cudaMemcpyFromArray(run, two, 5 * sizeof(float), 1, sizeof run, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 9; i++)
    EXPECT_EQ(run[i], value((5 + i) % W, 1 + (5 + i) / W, 0));
  EXPECT(cudaMemcpyToArray(two, 0, 0, in, W * H * sizeof(float) + 4, cudaMemcpyHostToDevice) != 0);
  cudaGetLastError();
  cudaChannelFormatDesc told;
  OK(cudaGetChannelDesc(&told, two));
  EXPECT(told.x == 32 && told.y == 0 && told.f == cudaChannelFormatKindFloat);

  float *d_out;
  float3 *d_at;
  OK(cudaMalloc(&d_out, 4096 * sizeof(float)));
  OK(cudaMalloc(&d_at, 4096 * sizeof(float3)));
  auto texel = [](int x, int y, int z) { return value(x, y, z); };
  auto pixel = [](int x, int y, int) { return pixels[y][x] / 255.0; };
  for (int setting = 0; setting < 16; setting++) {
    Texels t = {W, H, D, {}, (setting & 1) != 0, (setting & 2) != 0, 0};
    for (int axis = 0; axis < 3; axis++) // different ones
      t.mode[axis] = (Address)((setting / 4 + axis) % 4);
    std::vector<float3> at = places(t.normalized);
    int n = (int)at.size();
    std::vector<float> got(n);
    OK(cudaMemcpy(d_at, at.data(), n * sizeof(float3), cudaMemcpyHostToDevice));
    set(row, t), set(plane, t), set(box, t), set(image, t);
    OK(cudaBindTextureToArray(row, one));
    OK(cudaBindTextureToArray(plane, two, floats));
    OK(cudaBindTextureToArray(&box, three, &floats));
    OK(cudaBindTextureToArray(image, pixel_array));
    for (int dimensions = 1; dimensions <= 3; dimensions++) {
      sample<<<(n + 63) / 64, 64>>>(d_out, d_at, n, dimensions);
      OK(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
      compare(got, at, t, dimensions, texel);
    }
    sample_image<<<(n + 63) / 64, 64>>>(d_out, d_at, n);
    OK(cudaMemcpy(got.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
    compare(got, at, t, 2, pixel);
  }

  Texels plain = {W, H, 1, {Address::Clamp, Address::Clamp, Address::Clamp}, false, false, 0};
  set(plane, plain);
  OK(cudaBindTextureToArray(plane, two));
  std::vector<float> turned(W * H);
  transpose<<<H, W>>>(d_out, W, H);
  OK(cudaMemcpy(turned.data(), d_out, W * H * sizeof(float), cudaMemcpyDeviceToHost));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      EXPECT_EQ(turned[x * H + y], value(x, y, 0));

  // Pitched memory, the same texture.
  float *pitched;
  size_t pitch, offset;
  OK(cudaMallocPitch((void **)&pitched, &pitch, W * sizeof(float), H));
  OK(cudaMemcpy2D(pitched, pitch, in[1], W * sizeof(float), W * sizeof(float), H,
                  cudaMemcpyHostToDevice));
  OK(cudaBindTexture2D(&offset, plane, pitched, floats, W, H, pitch));
  transpose<<<H, W>>>(d_out, W, H);
  OK(cudaMemcpy(turned.data(), d_out, W * H * sizeof(float), cudaMemcpyDeviceToHost));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      EXPECT_EQ(turned[x * H + y], value(x, y, 1));
  OK(cudaUnbindTexture(plane));
  OK(cudaUnbindTexture(box));
  OK(cudaFreeArray(one));
  OK(cudaFreeArray(two));
  OK(cudaFreeArray(three));
  OK(cudaFreeArray(pixel_array));
  cudaFree(d_out), cudaFree(d_at), cudaFree(pitched);
}

// ---- surface references ----

surface<void, 2> canvas;
surface<void, cudaSurfaceType3D> solid;
__device__ void paint(int x, int y, float v) { surf2Dwrite(v, canvas, x * 4, y); }
__global__ void draw(float *out, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  float old;
  surf2Dread(&old, canvas, x * 4, y);
  out[y * width + x] = old + surf2Dread<float>(canvas, (x - 1) * 4, y, cudaBoundaryModeClamp);
  surf3Dwrite(make_uchar4(x, y, 7, 9), solid, x * (int)sizeof(uchar4), y, 1);
  paint(x, y, 100.0f * y + x);
}

static void surfaces() {
  static float in[H][W], out[H][W], back[H][W];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = value(x, y, 0);
  cudaArray_t two = 0, three = 0;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>(), bytes4 = cudaCreateChannelDesc<uchar4>();
  OK(cudaMallocArray(&two, &floats, W, H, cudaArraySurfaceLoadStore));
  OK(cudaMalloc3DArray(&three, &bytes4, make_cudaExtent(W, H, 2), cudaArraySurfaceLoadStore));
  OK(cudaMemcpy2DToArray(two, 0, 0, in, sizeof in[0], sizeof in[0], H, cudaMemcpyHostToDevice));
  OK(cudaBindSurfaceToArray(canvas, two));
  OK(cudaBindSurfaceToArray(&solid, three, &bytes4));
  float *d_out;
  OK(cudaMalloc(&d_out, sizeof out));
  // One thread a block: what a neighbour has painted is not to be read.
  for (int step = 0; step < 2; step++)
    draw<<<H, 1>>>(d_out, W);
  OK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy2DFromArray(back, sizeof back[0], two, 0, 0, sizeof back[0], H,
                           cudaMemcpyDeviceToHost));
  static uchar4 box[2][H][W];
  cudaMemcpy3DParms p = {0};
  p.srcArray = three;
  p.dstPtr = make_cudaPitchedPtr(box, W * sizeof(uchar4), W, H);
  p.extent = make_cudaExtent(W, H, 2);
  p.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&p));
  for (int y = 0; y < H; y++) {
    EXPECT_EQ(out[y][0], 200.0f * y);
    EXPECT_EQ(back[y][0], 100.0f * y);
    EXPECT_EQ(back[y][1], value(1, y, 0));
    EXPECT(box[1][y][0].x == 0 && box[1][y][0].y == y && box[1][y][0].z == 7 && box[1][y][0].w == 9);
  }
  EXPECT(cudaBindSurfaceToArray(canvas, three, floats) != cudaSuccess);
  cudaGetLastError();
  OK(cudaFreeArray(two));
  OK(cudaFreeArray(three));
  cudaFree(d_out);
}

// What cannot be bound.
static void errors() {
  float *d;
  OK(cudaMalloc(&d, 64));
  texture<float, 1> *none = 0;
  EXPECT(cudaBindTexture(0, none, d, &line.channelDesc, 64) != cudaSuccess);
  EXPECT(cudaBindTexture(0, line, (float *)0, 64) != cudaSuccess);
  cudaChannelFormatDesc odd = cudaCreateChannelDesc(32, 8, 0, 0, cudaChannelFormatKindFloat);
  EXPECT(cudaBindTexture(0, line, d, odd, 64) != cudaSuccess);
  cudaArray_t array = 0;
  EXPECT(cudaMallocArray(&array, &odd, 4, 4) != cudaSuccess);
  EXPECT(array == 0);
  OK(cudaFreeArray(array));
  cudaGetLastError();
  cudaFree(d);
}

int main() {
  linear_memory();
  element_types();
  arrays();
  surfaces();
  errors();
  return verdict();
}
#endif
