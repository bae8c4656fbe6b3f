// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that names much of what is refused parses without an error, so that each use can get
// its diagnostic.

#include "catalog/Catalog.h"
#include "command.h"
#include <gtest/gtest.h>

using namespace cu2cl::catalog;

namespace {

const char *Program = R"cuda(
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/execution_policy.h>
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand_kernel.h>
#include <cusparse.h>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda.h>
#include <vector>
namespace cg = cooperative_groups;
// cu2cl's own parse finds it by itself (frontend/OldTemplates.h).
using __cu2cl_references::texture;
texture<float, 2, cudaReadModeElementType> tex;
texture<uchar4, 2, cudaReadModeNormalizedFloat> ntex;
__global__ void k(float *p, half *h, curandState *st, cudaTextureObject_t obj, int n) {
  cg::thread_block b = cg::this_thread_block(); cg::thread_block_tile<32> t = cg::tiled_partition<32>(b);
  auto tile = cg::tiled_partition<16>(b); tile.sync(); cg::sync(b);
  float v = t.shfl_down(p[0], 4); b.sync(); cg::grid_group g = cg::this_grid(); g.sync();
  h[0] = __float2half(v) + h[1]; h[2] = __hadd(h[0], h[1]); float f = __half2float(h[0]) + float(h[1]);
  curand_init(1234ULL, threadIdx.x, 0, &st[0]); p[1] = curand_uniform(&st[0]) + f;
  p[2] = tex2D(tex, 1.0f, 2.0f) + tex2D<float>(obj, 1.f, 2.f) + tex1Dfetch<float>(obj, n) + tex2D(ntex, 1.f, 1.f).x;
  typedef cub::BlockReduce<float, 128> BR; __shared__ typename BR::TempStorage tmp; p[3] = BR(tmp).Sum(v);
  p[4] = __shfl_xor_sync(~0u, v, 1) + __ballot_sync(~0u, n) + __any_sync(~0u, n) + __vadd4(n, n);
}
struct F { __host__ __device__ float operator()(float x) const { return x * 2; } };
int main() {
  thrust::device_vector<float> d(100); thrust::host_vector<float> h = d; d = h; std::vector<float> sv(3); thrust::device_vector<float> d2(sv.begin(), sv.end());
  thrust::sort(d.begin(), d.end()); thrust::sort(thrust::device, d.begin(), d.end(), thrust::greater<float>());
  float s = thrust::reduce(d.begin(), d.end(), 0.0f, thrust::plus<float>()); thrust::transform(d.begin(), d.end(), d.begin(), F());
  float *p = thrust::raw_pointer_cast(&d[0]); float *q = thrust::raw_pointer_cast(d.data()); thrust::device_ptr<float> dp(p); dp[0] = 2.f; thrust::fill(dp, dp + 3, 0.f);
  cublasHandle_t hd; if (cublasCreate(&hd) != CUBLAS_STATUS_SUCCESS) return 1; float one = 1; cublasSgemm(hd, CUBLAS_OP_N, CUBLAS_OP_T, 1, 2, 3, &one, p, 1, p, 2, &one, q, 1);
  cufftHandle plan; cufftPlan1d(&plan, 64, CUFFT_C2C, 1); cufftComplex *c = 0; cufftExecC2C(plan, c, c, CUFFT_FORWARD);
  size_t bytes; void *tmp = 0; cub::DeviceReduce::Sum(tmp, bytes, p, q, 10);
  CUdevice dev; cuInit(0); cuDeviceGet(&dev, 0); CUdeviceptr cp; cuMemAlloc(&cp, 100);
  cudaArray *arr; cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>(); cudaMallocArray(&arr, &desc, 3, 4); cudaBindTextureToArray(tex, arr, desc); cudaBindTexture(0, tex, p, desc, 100); tex.filterMode = cudaFilterModeLinear;
  cudaResourceDesc rd; memset(&rd, 0, sizeof(rd)); rd.resType = cudaResourceTypeLinear; rd.res.linear.devPtr = p; cudaTextureDesc td = {}; td.readMode = cudaReadModeElementType; cudaTextureObject_t to; cudaCreateTextureObject(&to, &rd, &td, NULL);
  cudaExtent ex = make_cudaExtent(1, 2, 3); cudaMemcpy3DParms cp3 = {0}; cp3.extent = ex; cudaMemcpy3D(&cp3); float *m; cudaMallocManaged(&m, 10);
  void *args[] = {&p}; cudaLaunchCooperativeKernel((void *)k, dim3(1), dim3(1), args); cudaGraph_t gr; cudaGraphCreate(&gr, 0); cudaGraphExec_t ge; cudaGraphInstantiate(&ge, gr, NULL, NULL, 0);
  return (int)s;
}
)cuda";

TEST(Libraries, UsesParse) {
  for (bool Device : {false, true}) {
    std::vector<std::string> Arguments = cudaArguments(Device);
    Arguments.push_back("@");
    CommandResult R = runOnText(Arguments, Program, "cu");
    EXPECT_EQ(R.Status, 0) << R.Output;
  }
}

TEST(Libraries, AreKnownAndRefused) {
  EXPECT_EQ(findHeader("cublas_v2.h")->Diag, 3307u);
  EXPECT_EQ(findHeader("thrust/sort.h")->Diag, 3307u);
  EXPECT_EQ(findHeader("thrust/sort.h")->Base, "cu2cl_thrust.h");
  EXPECT_EQ(findHeader("curand_kernel.h")->DeviceDiag, 2311u);
  EXPECT_EQ(findHeader("cuda_fp16.h")->DeviceDiag, 0u);
  EXPECT_EQ(findHeader("cuda_fp8.h")->DeviceDiag, 0u);
  EXPECT_EQ(findHeader("cuda_fp4.h")->DeviceDiag, 2305u);
  EXPECT_EQ(findHeader("cooperative_groups.h")->DeviceDiag, 0u);
  EXPECT_EQ(findHeader("cu2cl_lib/cooperative_groups.h")->DeviceDiag, 2314u);
  EXPECT_EQ(findHeader("device_functions.h")->Diag, 0u);
  EXPECT_EQ(findHeader("vector"), nullptr);
}

TEST(Libraries, UnsupportedFunctionsAreFoundForAnyTypes) {
  EXPECT_EQ(findDeviceFunction("tex1DGrad", {"texture<float, 1>", "float", "float"})->Diag, 2310u);
  EXPECT_EQ(findDeviceFunction("__shfl_sync", {"unsigned int", "float", "int", "int"})->Helper,
            "warp");
  EXPECT_EQ(findDeviceFunction("__fmaf_ru", {"float", "float", "float"})->Diag, 2307u);
  EXPECT_EQ(findHostFunction("cudaStreamAttachMemAsync")->Diag, 3301u);
  EXPECT_EQ(findHostFunction("cudaMallocMipmappedArray")->Diag, 3302u);
}

} // namespace
