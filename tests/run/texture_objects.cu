// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Texture objects: linear and pitched memory, arrays of one to three dimensions, layers; texel
// types, address modes, filters, borders; objects in structs, classes, arrays and functions, chosen
// by conditions; what cannot be made.
#include "check.h"
#include "texture_sampling.h"
#include <vector>

// ---- resources ----

static cudaTextureObject_t object_of(const cudaResourceDesc &resource,
                                     const cudaTextureDesc &desc) {
  cudaTextureObject_t object = 0;
  OK(cudaCreateTextureObject(&object, &resource, &desc, NULL));
  EXPECT(object != 0);
  return object;
}

static cudaResourceDesc linear_resource(void *p, const cudaChannelFormatDesc &desc, size_t bytes) {
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = p;
  r.res.linear.desc = desc;
  r.res.linear.sizeInBytes = bytes;
  return r;
}

static cudaResourceDesc array_resource(cudaArray_t array) {
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypeArray;
  r.res.array.array = array;
  return r;
}

static cudaTextureDesc plain(cudaTextureReadMode mode = cudaReadModeElementType) {
  cudaTextureDesc d = {};
  d.readMode = mode;
  return d;
}

// ---- texel types ----

template <class T> __device__ float sum(T v) { return v; }
__device__ float sum(char2 v) { return v.x + 1000.0f * v.y; }
__device__ float sum(ushort2 v) { return v.x + 1000.0f * v.y; }
__device__ float sum(float2 v) { return v.x + 1000.0f * v.y; }
__device__ float sum(uchar4 v) { return v.x + 2.0f * v.y + 4.0f * v.z + 8.0f * v.w; }
__device__ float sum(short4 v) { return v.x + 2.0f * v.y + 4.0f * v.z + 8.0f * v.w; }
__device__ float sum(int4 v) { return v.x + 2.0f * v.y + 4.0f * v.z + 8.0f * v.w; }
__device__ float sum(float4 v) { return v.x + 2.0f * v.y + 4.0f * v.z + 8.0f * v.w; }

// Both forms: a value, and a place for it.
template <class T> __global__ void fetch(cudaTextureObject_t t, float *out, int n) {
  int i = threadIdx.x;
  T placed;
  tex1Dfetch(&placed, t, i);
  out[i] = sum(tex1Dfetch<T>(t, i));
  out[n + i] = sum(placed);
}

template <class T, class Channel> static void texels_of_type(int channels) {
  const int n = 24, in_texture = 20;
  std::vector<Channel> in(n * channels);
  for (size_t k = 0; k < in.size(); k++)
    in[k] = (Channel)((int)k * 37 - 300);
  char *d;
  float *d_out, got[2 * n];
  OK(cudaMalloc((void **)&d, n * sizeof(T)));
  OK(cudaMalloc((void **)&d_out, sizeof got));
  OK(cudaMemcpy(d, in.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  cudaResourceDesc resource =
      linear_resource(d, cudaCreateChannelDesc<T>(), in_texture * sizeof(T));
  cudaTextureObject_t t = object_of(resource, plain());
  fetch<T><<<1, n>>>(t, d_out, n);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    const Channel *c = &in[i * channels];
    float want = channels == 1   ? (float)c[0]
                 : channels == 2 ? c[0] + 1000.0f * c[1]
                                 : c[0] + 2.0f * c[1] + 4.0f * c[2] + 8.0f * c[3];
    EXPECT_EQ(got[i], i < in_texture ? want : 0); // after its end lie zeros
    EXPECT_EQ(got[n + i], i < in_texture ? want : 0);
  }
  OK(cudaDestroyTextureObject(t));
  cudaFree(d), cudaFree(d_out);
}

static void texel_types() {
  texels_of_type<signed char, signed char>(1);
  texels_of_type<unsigned char, unsigned char>(1);
  texels_of_type<short, short>(1);
  texels_of_type<unsigned short, unsigned short>(1);
  texels_of_type<int, int>(1);
  texels_of_type<unsigned, unsigned>(1);
  texels_of_type<float, float>(1);
  texels_of_type<char2, signed char>(2);
  texels_of_type<ushort2, unsigned short>(2);
  texels_of_type<float2, float>(2);
  texels_of_type<uchar4, unsigned char>(4);
  texels_of_type<short4, short>(4);
  texels_of_type<int4, int>(4);
  texels_of_type<float4, float>(4);
}

// ---- sampling ----

const int W = 7, H = 5, D = 3;
static float value(int x, int y, int z) { return 1 + x * x + 11 * y + 101 * z; }

__device__ float sampled_at(cudaTextureObject_t t, const float3 &p, int dimensions) {
  if (dimensions == 1)
    return tex1D<float>(t, p.x);
  float v;
  tex2D(&v, t, p.x, p.y);
  return dimensions == 2 ? v : tex3D<float>(t, p.x, p.y, p.z);
}
__global__ void sample(float *out, cudaTextureObject_t t, const float3 *at, int n, int dimensions) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = sampled_at(t, at[i], dimensions);
}
__global__ void sample_layers(float *out, cudaTextureObject_t rows, cudaTextureObject_t planes,
                              const float3 *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tex2DLayered<float>(planes, at[i].x, at[i].y, i % D) +
             1024 * tex1DLayered<float>(rows, at[i].x, i % D);
}

// Places inside and outside, at 64ths of a texel or of the whole: exact in 8 fraction bits for
// texels, so that weights are the same however they are rounded.
static std::vector<float3> places(bool normalized) {
  std::vector<float3> all;
  for (int i = -3 * 64; i < (normalized ? 3 : W + 3) * 64; i += 5) {
    float x = i / 64.0f, y = (normalized ? 2 : H) - x * 0.75f, z = x * 0.5f - 0.25f;
    all.push_back(make_float3(x, y, z));
  }
  return all;
}

// The axes that a texture does not have are clamped: NVIDIA's hardware samples it as one of more
// dimensions, where a border would count.
static cudaTextureDesc desc_of(const Texels &t, cudaTextureReadMode read_mode, int dimensions) {
  cudaTextureDesc d = plain(read_mode);
  d.normalizedCoords = t.normalized;
  d.filterMode = t.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  for (int axis = 0; axis < 3; axis++)
    d.addressMode[axis] =
        axis < dimensions ? (cudaTextureAddressMode)t.mode[axis] : cudaAddressModeClamp;
  d.borderColor[0] = (float)t.border;
  return d;
}

// What `setting` of 16 has: filter, normalised coordinates, a different mode for each axis.
static Texels texels_of(int setting, double border) {
  Texels t = {W, H, D, {}, (setting & 1) != 0, (setting & 2) != 0, border};
  for (int axis = 0; axis < 3; axis++)
    t.mode[axis] = (Address)((setting / 4 + axis) % 4);
  return t;
}

struct Work {
  float *d_out;
  float3 *d_at;
  std::vector<float> got;
  std::vector<float3> at;
  Work() {
    OK(cudaMalloc(&d_out, 4096 * sizeof(float)));
    OK(cudaMalloc(&d_at, 4096 * sizeof(float3)));
  }
  int begin(bool normalized) {
    at = places(normalized);
    got.assign(at.size(), -1);
    OK(cudaMemcpy(d_at, at.data(), at.size() * sizeof(float3), cudaMemcpyHostToDevice));
    return (int)at.size();
  }
  void end() {
    OK(cudaGetLastError());
    OK(cudaMemcpy(got.data(), d_out, got.size() * sizeof(float), cudaMemcpyDeviceToHost));
  }
  ~Work() { cudaFree(d_out), cudaFree(d_at); }
};

// Compares what all settings give with the guide's formulas. `texel(x, y, z)` is a texel's value,
// `seen` the border as a texel.
template <class Texel>
static void sweep(cudaArray_t array, int dimensions, cudaTextureReadMode mode, double border,
                  double seen, Texel texel, double relative = 1e-5) {
  Work w;
  for (int setting = 0; setting < 16; setting++) {
    Texels t = texels_of(setting, border);
    cudaTextureObject_t object = object_of(array_resource(array), desc_of(t, mode, dimensions));
    t.border = seen;
    int n = w.begin(t.normalized);
    sample<<<(n + 63) / 64, 64>>>(w.d_out, object, w.d_at, n, dimensions);
    w.end();
    for (int i = 0; i < n; i++) {
      float3 p = w.at[i];
      double want = sampled(t, dimensions, p.x, p.y, dimensions > 2 ? p.z : 0, texel);
      if (mode == cudaReadModeNormalizedFloat)
        want = std::fmax(want, -1.0); // after filtering
      EXPECT_NEAR(w.got[i], want, 1e-4 + relative * std::fabs(want));
    }
    OK(cudaDestroyTextureObject(object));
  }
}

static float in[D][H][W];

static cudaArray_t array_of_floats(cudaExtent extent, unsigned flags) {
  cudaArray_t array;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  OK(cudaMalloc3DArray(&array, &floats, extent, flags));
  cudaMemcpy3DParms p = {0};
  size_t rows = extent.height ? extent.height : 1, slices = extent.depth ? extent.depth : 1;
  p.srcPtr = make_cudaPitchedPtr(in, W * sizeof(float), W, slices > 1 && rows == 1 ? 1 : H);
  p.dstArray = array;
  p.extent = make_cudaExtent(W, rows, slices);
  p.kind = cudaMemcpyHostToDevice;
  OK(cudaMemcpy3D(&p));
  return array;
}

static void arrays() {
  for (int dimensions = 1; dimensions <= 3; dimensions++) {
    cudaExtent extent = make_cudaExtent(W, dimensions > 1 ? H : 0, dimensions > 2 ? D : 0);
    cudaArray_t array = array_of_floats(extent, cudaArrayDefault);
    cudaExtent told;
    unsigned told_flags;
    OK(cudaArrayGetInfo(NULL, &told, &told_flags, array));
    EXPECT(told.width == extent.width && told.height == extent.height &&
           told.depth == extent.depth && told_flags == 0);
    sweep(array, dimensions, cudaReadModeElementType, -5.5, -5.5,
          [](int x, int y, int z) { return value(x, y, z); });
    OK(cudaFreeArray(array));
  }
}

static void layers() {
  // The rows of one-dimensional layers are the first ones of the planes, one after another.
  cudaArray_t planes = array_of_floats(make_cudaExtent(W, H, D), cudaArrayLayered);
  cudaArray_t rows = array_of_floats(make_cudaExtent(W, 0, D), cudaArrayLayered);
  Work w;
  for (int setting = 0; setting < 16; setting++) {
    Texels t = texels_of(setting, 3);
    cudaTextureObject_t of_planes =
        object_of(array_resource(planes), desc_of(t, cudaReadModeElementType, 2));
    cudaTextureObject_t of_rows =
        object_of(array_resource(rows), desc_of(t, cudaReadModeElementType, 1));
    int n = w.begin(t.normalized);
    sample_layers<<<(n + 63) / 64, 64>>>(w.d_out, of_rows, of_planes, w.d_at, n);
    w.end();
    for (int i = 0; i < n; i++) {
      int layer = i % D;
      double want = sampled(t, 2, w.at[i].x, w.at[i].y, 0,
                            [&](int x, int y, int) { return value(x, y, layer); }) +
                    1024 * sampled(t, 1, w.at[i].x, 0, 0,
                                   [&](int x, int, int) { return value(x, layer, 0); });
      EXPECT_NEAR(w.got[i], want, 1e-3 + 1e-5 * std::fabs(want));
    }
    OK(cudaDestroyTextureObject(of_planes));
    OK(cudaDestroyTextureObject(of_rows));
  }
  OK(cudaFreeArray(planes));
  OK(cudaFreeArray(rows));
}

// Integers as fractions, in all four types, and half floats.
template <class T> static void fractions(double largest) {
  static T pixels[H][W];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      pixels[y][x] = (T)((x * 31 + y * 101 + 3) * 257);
  pixels[2][3] = std::is_signed<T>::value ? (T)(1 << (8 * sizeof(T) - 1)) : (T)-1;
  cudaArray_t array;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
  OK(cudaMallocArray(&array, &desc, W, H));
  OK(cudaMemcpy2DToArray(array, 0, 0, pixels, sizeof pixels[0], sizeof pixels[0], H,
                         cudaMemcpyHostToDevice));
  // The border is the next texel.
  sweep(array, 2, cudaReadModeNormalizedFloat, 0.25, std::ceil(0.25 * largest - 0.5) / largest,
        [&](int x, int y, int) { return pixels[y][x] / largest; });
  OK(cudaFreeArray(array));
}

static void halves() {
  static unsigned short bits[H][W];
  const unsigned short some[4] = {0x3c00 /* 1 */, 0xc200 /* -3 */, 0x3555, 0x0001 /* 2^-24 */};
  const double values[4] = {1, -3, 0x1.554p-2, 0x1p-24};
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      bits[y][x] = some[(x + y) % 4];
  cudaArray_t array;
  cudaChannelFormatDesc desc = cudaCreateChannelDescHalf(), four = cudaCreateChannelDescHalf4();
  EXPECT(four.x == 16 && four.w == 16 && four.f == cudaChannelFormatKindFloat);
  EXPECT(cudaCreateChannelDescHalf1().y == 0 && cudaCreateChannelDescHalf2().y == 16);
  OK(cudaMallocArray(&array, &desc, W, H));
  OK(cudaMemcpy2DToArray(array, 0, 0, bits, sizeof bits[0], sizeof bits[0], H,
                         cudaMemcpyHostToDevice));
  // What is filtered is a half again, and the border is cut off to one.
  sweep(
      array, 2, cudaReadModeElementType, -0.3, -0.2998046875,
      [&](int x, int y, int) { return values[(x + y) % 4]; }, 0x1p-11);
  OK(cudaFreeArray(array));
}

// Of integers the border's bits count.
template <class T> __global__ void outside(T *out, cudaTextureObject_t t) {
  *out = tex2D<T>(t, -3, 0);
}
template <class T> static void integer_border(float color, T want) {
  T pixels[2] = {1, 2}, got, *d;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  OK(cudaMallocArray(&array, &format, 2, 1));
  OK(cudaMemcpy2DToArray(array, 0, 0, pixels, sizeof pixels, sizeof pixels, 1,
                         cudaMemcpyHostToDevice));
  OK(cudaMalloc(&d, sizeof(T)));
  cudaTextureDesc desc = plain();
  desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeBorder;
  desc.borderColor[0] = color;
  cudaTextureObject_t t = object_of(array_resource(array), desc);
  outside<<<1, 1>>>(d, t);
  OK(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ((long long)got, (long long)want);
  OK(cudaDestroyTextureObject(t));
  OK(cudaFreeArray(array));
  OK(cudaFree(d));
}
static void integer_borders() {
  integer_border<int>(5.7f, 1085695590);
  integer_border<unsigned>(-0.3f, 0xbe99999au);
  integer_border<unsigned char>(0.1f, 205);
  integer_border<signed char>(0.1f, -51);
  integer_border<short>(0.1f, -13107);
  integer_border<short>(300.5f, 16384);
  integer_border<int>(0, 0);
}

// More than 8192 texels: coordinates keep a bit more, so that 8 of a texel's fraction stay. The
// formula agreed with an H200 at 6,012 places of such a row, these among them.
static void wide_row() {
  const int n = 16000;
  std::vector<float> row(n);
  for (int i = 0; i < n; i++)
    row[i] = (float)i;
  cudaArray_t array;
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  OK(cudaMallocArray(&array, &floats, n, 0));
  OK(cudaMemcpy2DToArray(array, 0, 0, row.data(), n * sizeof(float), n * sizeof(float), 1,
                         cudaMemcpyHostToDevice));
  Work w;
  const float3 at[] = {{0.6462500095367432f, 0, 0}, {1.2425625324249268f, 0, 0},
                       {0.760812520980835f, 0, 0},  {0.6809375286102295f, 0, 0},
                       {1.43728768825531f, 0, 0},   {0.9259928464889526f, 0, 0}};
  const float points[] = {10340, 3881, 12173, 10895, 6996, 14815};
  const float filtered[] = {10339.5, 3880.5, 12172.5, 10894.5, 6996.1015625, 14815.3828125};
  const int count = sizeof at / sizeof *at;
  for (bool linear : {false, true}) {
    cudaTextureDesc d = plain();
    d.normalizedCoords = 1;
    d.addressMode[0] = cudaAddressModeWrap;
    d.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    cudaTextureObject_t t = object_of(array_resource(array), d);
    OK(cudaMemcpy(w.d_at, at, sizeof at, cudaMemcpyHostToDevice));
    sample<<<1, 64>>>(w.d_out, t, w.d_at, count, 1);
    w.got.assign(count, -1);
    w.end();
    for (int i = 0; i < count; i++)
      EXPECT_NEAR(w.got[i], linear ? filtered[i] : points[i], 1e-3);
    OK(cudaDestroyTextureObject(t));
  }
  OK(cudaFreeArray(array));
}

// ---- where objects stand ----

typedef cudaTextureObject_t Texture;
#define FETCH(t, i) tex1Dfetch<float>((t), (i))
struct Pair {
  cudaTextureObject_t first, second;
  int n;
  const float *factor;
};
template <class T> struct Reader {
  Texture t;
  __device__ T at(int i) const { return tex1Dfetch<T>(t, i); }
  __device__ T operator[](int i) const { return at(i) + 1; }
};
struct Outer {
  Reader<int> ints;
  Pair pair;
};
struct Table {
  cudaTextureObject_t of[2];
  int n;
};
__device__ float of_pair(const Pair &p, int i) {
  return FETCH(p.first, i) * p.factor[0] + FETCH(p.second, i);
}
template <class F> __device__ float apply(F f, int i) { return f(i); }

__global__ void through_structs(float *out, Outer o, int n) {
  int i = threadIdx.x;
  Pair copy = o.pair;
  if (i < n)
    out[i] = of_pair(o.pair, i) + o.ints.at(i) + o.ints[i] + FETCH(copy.second, i);
}
// Different threads of a block, different textures; a variable that is set again; a lambda.
__global__ void chosen(float *out, Texture a, Texture b, int n) {
  int i = threadIdx.x;
  cudaTextureObject_t mine = i & 1 ? a : b;
  float sum = FETCH(mine, i);
  mine = i & 1 ? b : a;
  sum += 1000 * FETCH(mine, i);
  const Texture other = a;
  sum += apply([=](int k) { return FETCH(other, k); }, i);
  if (i < n)
    out[i] = sum;
}
__global__ void from_table(float *out, Table t, int n) {
  int i = threadIdx.x;
  if (i < n)
    out[i] = FETCH(t.of[0], i) + 1000 * FETCH(t.of[1], i) + (sizeof(Table) + sizeof t.of - 40);
}
// The memory of a texture is written between launches, not in them.
__global__ void add_one(float *v) { v[threadIdx.x] += 1; }

static void uses() {
  const int n = 32;
  float a[n], b[n], got[n], two = 2;
  int ints[n];
  for (int i = 0; i < n; i++)
    a[i] = i, b[i] = 100 - i, ints[i] = 7 * i;
  float *d_a, *d_b, *d_out, *d_two;
  int *d_ints;
  OK(cudaMalloc(&d_a, sizeof a));
  OK(cudaMalloc(&d_b, sizeof b));
  OK(cudaMalloc(&d_out, sizeof got));
  OK(cudaMalloc(&d_two, sizeof two));
  OK(cudaMalloc(&d_ints, sizeof ints));
  OK(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_two, &two, sizeof two, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(d_ints, ints, sizeof ints, cudaMemcpyHostToDevice));
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  Texture t_a = object_of(linear_resource(d_a, floats, sizeof a), plain());
  Texture t_b = object_of(linear_resource(d_b, floats, sizeof b), plain());
  Texture t_ints =
      object_of(linear_resource(d_ints, cudaCreateChannelDesc<int>(), sizeof ints), plain());

  Outer o = {{t_ints}, {t_a, t_b, n, d_two}};
  through_structs<<<1, n>>>(d_out, o, n);
  OK(cudaGetLastError());
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], 2.0f * i + 2 * (100 - i) + 14 * i + 1);

  chosen<<<1, n>>>(d_out, t_a, t_b, n);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], i + (i & 1 ? a[i] + 1000 * b[i] : b[i] + 1000 * a[i]));

  add_one<<<1, n>>>(d_a);
  Table table = {{t_a, t_b}, n};
  from_table<<<1, n>>>(d_out, table, n);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    EXPECT_EQ(got[i], a[i] + 1 + 1000 * b[i]);

  cudaResourceDesc resource;
  cudaTextureDesc desc;
  OK(cudaGetTextureObjectResourceDesc(&resource, t_b));
  OK(cudaGetTextureObjectTextureDesc(&desc, t_b));
  EXPECT(resource.resType == cudaResourceTypeLinear && resource.res.linear.devPtr == d_b &&
         resource.res.linear.sizeInBytes == sizeof b && desc.readMode == cudaReadModeElementType);
  OK(cudaDestroyTextureObject(t_a));
  OK(cudaDestroyTextureObject(t_b));
  OK(cudaDestroyTextureObject(t_ints));
  cudaFree(d_a), cudaFree(d_b), cudaFree(d_out), cudaFree(d_two), cudaFree(d_ints);
}

__global__ void of_pitched(float *out, cudaTextureObject_t t, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] =
      tex2D<float>(t, x + 0.5f, y + 0.5f) + 2 * tex2D<float>(t, x + 1.0f, y + 0.5f);
}

static void pitched() {
  float *d, *d_out, got[H * W];
  size_t pitch;
  OK(cudaMallocPitch((void **)&d, &pitch, W * sizeof(float), H));
  OK(cudaMalloc(&d_out, sizeof got));
  OK(cudaMemcpy2D(d, pitch, in, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice));
  cudaResourceDesc r = {};
  r.resType = cudaResourceTypePitch2D;
  r.res.pitch2D.devPtr = d;
  r.res.pitch2D.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  r.res.pitch2D.width = W;
  r.res.pitch2D.height = H;
  r.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc desc = plain();
  desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeClamp;
  desc.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t t = object_of(r, desc);
  of_pitched<<<H, W>>>(d_out, t, W);
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      EXPECT_EQ(got[y * W + x],
                value(x, y, 0) + value(x, y, 0) + value(x + 1 < W ? x + 1 : x, y, 0));
  OK(cudaDestroyTextureObject(t));
  cudaFree(d), cudaFree(d_out);
}

// ---- what cannot be made ----

/// Four texels around a place, by component; levels of a texture that has one.
__global__ void gather(float *out, cudaTextureObject_t t, int n) {
  int i = threadIdx.x;
  float x = i * 0.37f - 1, y = i * 0.21f - 1;
  float4 g = tex2Dgather<float4>(t, x, y), second;
  tex2Dgather(&second, t, x, y, 1);
  out[i] = g.x * 1000 + g.y * 100 + g.z * 10 + g.w;
  out[n + i] = second.x * 1000 + second.y * 100 + second.z * 10 + second.w;
  int level = 0;
  float2 v = tex2DLod<float2>(t, x, y, level++);
  out[2 * n + i] = v.x + 100 * v.y + 10000 * level;
}
static void gathered() {
  const int n = 40, w = 7, h = 5;
  float2 texels[h][w];
  for (int i = 0; i < w * h; i++)
    texels[i / w][i % w] = {float(i * i % 10), float(i * 7 % 10)};
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float2>();
  cudaArray_t array;
  EXPECT_EQ(cudaMallocArray(&array, &desc, w, 0, cudaArrayTextureGather), cudaErrorInvalidValue);
  OK(cudaMallocArray(&array, &desc, w, h, cudaArrayTextureGather));
  OK(cudaMemcpy2DToArray(array, 0, 0, texels, sizeof *texels, sizeof *texels, h,
                         cudaMemcpyHostToDevice));
  cudaTextureDesc how = plain();
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t t = object_of(array_resource(array), how);
  float *d, got[3 * n];
  OK(cudaMalloc(&d, sizeof got));
  gather<<<1, n>>>(d, t, n);
  OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    float x = i * 0.37f - 1, y = i * 0.21f - 1;
    auto at = [&](float column, float row) {
      int c = (int)floorf(column), r = (int)floorf(row);
      return texels[r < 0 ? 0 : r < h ? r : h - 1][c < 0 ? 0 : c < w ? c : w - 1];
    };
    float2 of[4] = {at(x - 0.5f, y + 0.5f), at(x + 0.5f, y + 0.5f), at(x + 0.5f, y - 0.5f),
                    at(x - 0.5f, y - 0.5f)};
    EXPECT_EQ(got[i], of[0].x * 1000 + of[1].x * 100 + of[2].x * 10 + of[3].x);
    EXPECT_EQ(got[n + i], of[0].y * 1000 + of[1].y * 100 + of[2].y * 10 + of[3].y);
    EXPECT_EQ(got[2 * n + i], at(x, y).x + 100 * at(x, y).y + 10000);
  }
  OK(cudaDestroyTextureObject(t));
  OK(cudaFreeArray(array));
  OK(cudaFree(d));
}

static void errors() {
  float *d;
  OK(cudaMalloc(&d, 256));
  cudaTextureObject_t t = 0;
  cudaTextureDesc desc = plain();
  cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaResourceDesc good = linear_resource(d, floats, 256), bad = good;
  bad.res.linear.devPtr = NULL;
  EXPECT(cudaCreateTextureObject(&t, &bad, &desc, NULL) != cudaSuccess);
  bad = good;
  bad.res.linear.desc = cudaCreateChannelDesc(32, 8, 0, 0, cudaChannelFormatKindFloat);
  EXPECT(cudaCreateTextureObject(&t, &bad, &desc, NULL) != cudaSuccess);
  EXPECT(cudaCreateTextureObject(&t, NULL, &desc, NULL) != cudaSuccess);
  EXPECT(cudaCreateTextureObject(&t, &good, NULL, NULL) != cudaSuccess);
  cudaArray_t none = NULL;
  bad = array_resource(none);
  EXPECT(cudaCreateTextureObject(&t, &bad, &desc, NULL) != cudaSuccess);
  EXPECT(t == 0);
  cudaGetLastError();
  cudaFree(d);
}

int main() {
  for (int z = 0; z < D; z++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        in[z][y][x] = value(x, y, z);
  texel_types();
  arrays();
  layers();
  integer_borders();
  wide_row();
  fractions<signed char>(127);
  fractions<unsigned char>(255);
  fractions<short>(32767);
  fractions<unsigned short>(65535);
  halves();
  uses();
  pitched();
  gathered();
  errors();
  return verdict();
}
