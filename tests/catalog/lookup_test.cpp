// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "catalog/Catalog.h"
#include "catalog/EmbeddedHeaders.h"
#include "catalog/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <gtest/gtest.h>

using namespace cu2cl::catalog;
using llvm::StringRef;

namespace {

std::string textOf(StringRef Name, const std::vector<StringRef> &Types) {
  const DeviceFunction *F = findDeviceFunction(Name, Types);
  return F ? F->Text.str() : "none";
}

TEST(Lookup, OverloadsByExactTypes) {
  EXPECT_EQ(textOf("abs", {"int"}), "(int)abs($0)");
  EXPECT_EQ(textOf("abs", {"float"}), "fabs($0)");
  EXPECT_EQ(textOf("max", {"int", "unsigned int"}), "max((uint)($0), (uint)($1))");
  EXPECT_EQ(textOf("min", {"float", "double"}), "fmin((double)($0), $1)");
  EXPECT_EQ(textOf("atomicAdd", {"float *", "float"}), "clrt_atomic_add_float_$s0($0, $1)");
  EXPECT_EQ(textOf("atomicAdd", {"int *", "int"}), "atomic_add($0, $1)");
  EXPECT_EQ(textOf("make_float3", {"float", "float", "float"}), "clrt_make_float3($0, $1, $2)");
  EXPECT_EQ(textOf("make_uchar4", std::vector<StringRef>(4, "unsigned char")),
            "(uchar4)($0, $1, $2, $3)");
  EXPECT_EQ(textOf("__syncthreads", {}), "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)");
  EXPECT_EQ(textOf("__ldg", {"const float4 *"}), "(*($0))");
  EXPECT_EQ(textOf("no_such_function", {"int"}), "none");
}

TEST(Lookup, CxxOverloadsOfIntegersAreDouble) {
  const DeviceFunction *F = findDeviceFunction("pow", {"float", "int"});
  ASSERT_NE(F, nullptr);
  EXPECT_EQ(F->Result, "double");
  F = findDeviceFunction("sin", {"int"});
  ASSERT_NE(F, nullptr);
  EXPECT_EQ(F->parameterTypes()[0], "double");
  EXPECT_EQ(findDeviceFunction("sin", {"float4"}), nullptr);
}

TEST(Lookup, StandardMinAndMaxTakeReferences) {
  EXPECT_EQ(textOf("max", {"const float &", "const float &"}), "fmax($0, $1)");
}

TEST(Lookup, HostFunctions) {
  const HostFunction *F = findHostFunction("cudaMemcpyAsync");
  ASSERT_NE(F, nullptr);
  EXPECT_EQ(F->KindArgument, 3);
  EXPECT_EQ(copyFunction(*F, CopyKind::HostToDevice, true), "clrt::write_async");
  EXPECT_EQ(copyFunction(*F, CopyKind::DeviceToHost, false), "clrt_read_async");
  EXPECT_EQ(copyFunction(*F, CopyKind::Default, true), "clrt::memcpy_async");
  EXPECT_EQ(copyFunction(*findHostFunction("cudaMemcpy2D"), CopyKind::DeviceToDevice, true),
            "clrt::copy_2d");
  F = findHostFunction("cudaMemcpyToSymbolAsync");
  EXPECT_EQ(copyFunction(*F, CopyKind::HostToDevice, true), "clrt::write_symbol_async");
  EXPECT_EQ(copyFunction(*F, CopyKind::DeviceToDevice, true), "clrt::copy_to_symbol_async");
  EXPECT_EQ(findHostFunction("cudaThreadSynchronize")->Cxx, "clrt::device_synchronize");
  EXPECT_EQ(findHostFunction("cudaFree")->prototype(), "cudaError_t cudaFree(void *devPtr)");
}

TEST(Lookup, Constants) {
  EXPECT_EQ(constantName("cudaMemcpyHostToDevice"), "CLRT_MEMCPY_HOST_TO_DEVICE");
  EXPECT_EQ(constantName("cudaErrorECCUncorrectable"), "CLRT_ERROR_ECC_UNCORRECTABLE");
  EXPECT_EQ(constantName("cudaSuccess"), "CLRT_SUCCESS");
  EXPECT_EQ(findHostName("CUDA_SUCCESS"), nullptr); // the driver API's words stay
  EXPECT_EQ(constantName("cudaDevAttrMaxTexture2DWidth"), "CLRT_ATTRIBUTE_MAX_TEXTURE2D_WIDTH");
  EXPECT_EQ(findHostName("cudaStream_t")->Cxx, "clrt::stream");
  EXPECT_EQ(findHostName("cudaStream_t")->C, "clrt_stream");
  EXPECT_EQ(constantName("cudaChannelFormatKindFloat"), "CLRT_CHANNEL_FORMAT_KIND_FLOAT");
  EXPECT_EQ(findHostName("cudaMipmappedArray_t")->Diag, 3302u);
}

TEST(Lookup, RowsAreWellFormed) {
  llvm::StringSet<> Seen;
  for (const DeviceFunction &F : deviceFunctions()) {
    EXPECT_TRUE(Seen.insert((F.Cuda + F.Parameters).str()).second) << "twice: " << F.prototype();
    // Approximations have a text and a number beside it.
    bool IsNote = F.Diag == 2308 || F.Diag == 2319 || F.Diag == 2312 || F.Diag == 2315;
    EXPECT_EQ(F.Text.empty(), F.Diag != 0 && !IsNote) << F.prototype();
    for (size_t I = 0; I < F.parameterTypes().size(); ++I)
      EXPECT_LE(F.Text.count("$" + std::to_string(I)), 1u) << F.prototype();
    EXPECT_FALSE(F.Text.contains("$" + std::to_string(F.parameterTypes().size()))) << F.prototype();
  }
}

TEST(Lookup, HelpersExist) {
  llvm::StringSet<> Files;
  for (const EmbeddedFile &File : clrtFiles())
    Files.insert(File.Name);
  for (const DeviceFunction &F : deviceFunctions())
    EXPECT_TRUE(F.Helper.empty() || Files.contains(("device/" + F.Helper + ".clh").str()))
        << F.Cuda.str();
}

TEST(Lookup, HeadersAreEmbedded) {
  auto Headers = cudaHeaders();
  auto It = llvm::find_if(Headers, [](auto &H) { return H.Name == "cuda_runtime.h"; });
  ASSERT_NE(It, Headers.end());
  EXPECT_TRUE(It->Text.contains("cudaMalloc"));
}

// ROLE follows a row: no row of these files lacks its.
TEST(Roles, OfAtomicsWarpsAndBarriers) {
  for (const DeviceFunction &F : deviceFunctions()) {
    DeviceRole Role = deviceRole(F.Cuda);
    if (F.Family == "DeviceAtomics")
      EXPECT_TRUE(F.Cuda.ends_with("_system")
                      ? Role == DeviceRole::AtomicOfSystem
                      : Role == DeviceRole::Atomic || Role == DeviceRole::AtomicExchange)
          << F.Cuda.str();
    if (F.Family == "DeviceWarp")
      EXPECT_TRUE(Role >= DeviceRole::Warp && Role <= DeviceRole::WarpByMask) << F.Cuda.str();
    if (F.Where == Declared::Maker)
      EXPECT_EQ(Role, DeviceRole::Maker) << F.Cuda.str();
    if (F.Helper == "barrier_vote")
      EXPECT_TRUE(Role == DeviceRole::Vote || Role == DeviceRole::VoteOfAll) << F.Cuda.str();
    if (F.Text.starts_with("barrier("))
      EXPECT_EQ(Role, DeviceRole::Barrier) << F.Cuda.str();
  }
  for (StringRef TakesLock : {"atomicCAS", "atomicExch", "atomicExch_block"})
    EXPECT_EQ(deviceRole(TakesLock), DeviceRole::AtomicExchange);
  EXPECT_EQ(deviceRole("atomicAdd"), DeviceRole::Atomic);
  EXPECT_EQ(deviceRole("__syncwarp"), DeviceRole::WarpBarrier);
  EXPECT_EQ(deviceRole("sqrtf"), DeviceRole::None);
}

TEST(Roles, OnePointerRoleForEachArgument) {
  unsigned Known = 0;
  for (const HostFunction &F : hostFunctions()) {
    StringRef Roles = pointerRoles(F.Cuda);
    Known += !Roles.empty();
    // In C++ cudaMallocHost has flags, too, and cudaMallocAsync a pool.
    bool HasOneMore = F.Cuda == "cudaMallocHost" || F.Cuda == "cudaMallocAsync";
    unsigned Parameters = F.Parameters.count(',') + 1 + HasOneMore;
    if (!Roles.empty())
      EXPECT_EQ(Roles.size(), Parameters) << F.Cuda.str();
  }
  EXPECT_GT(Known, 25u);
}

TEST(Roles, OfTheRuntimesState) {
  EXPECT_TRUE(touchedBy("cudaStream_t").Streams);
  EXPECT_TRUE(touchedBy("cudaStreamOfTomorrow").Streams);
  EXPECT_TRUE(touchedBy("cudaGetLastError").LastError);
  EXPECT_TRUE(touchedBy("cudaSetDevice").Devices);
  EXPECT_TRUE(touchedBy("__managed__").Managed);
  Touched None = touchedBy("cudaMalloc");
  EXPECT_FALSE(None.Streams || None.LastError || None.Devices || None.Managed);
  EXPECT_TRUE(findHostFunction("cudaMemcpyToSymbolAsync")->takesSymbol());
  EXPECT_FALSE(findHostFunction("cudaMemcpyAsync")->takesSymbol());
}

} // namespace
