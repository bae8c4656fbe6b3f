// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry points that the OpenCL loader asks a layer for, and the common front of every function:
// it refuses what the version of the limited device lacks, and makes the calls fail that
// CU2CL_LAYER_FAIL names.

#include "Settings.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <type_traits>

namespace layer {

cl_icd_dispatch Next;

// Next with the functions of limitDevice and its like put in.
static cl_icd_dispatch Limited;

/// Puts an error where the caller of an OpenCL function looks for it: the result, or the last
/// argument.
template <typename Result, typename... Arguments>
static Result failWith(cl_int Error, Arguments... Values) {
  if constexpr (std::is_same_v<Result, cl_int>) {
    return Error;
  } else if constexpr (!std::is_void_v<Result>) {
    auto Last = std::get<sizeof...(Values) - 1>(std::tuple<Arguments...>(Values...));
    if constexpr (std::is_same_v<decltype(Last), cl_int *>)
      if (Last)
        *Last = Error;
    return Result();
  }
}

/// The counters of all functions, for CU2CL_LAYER_COUNT.
static std::vector<std::pair<const char *, const std::atomic<unsigned> *>> Counters;

static void writeCounts() {
  FILE *File = fopen(getenv("CU2CL_LAYER_COUNT"), "w");
  if (!File)
    return say("cannot write the counts to CU2CL_LAYER_COUNT");
  for (const auto &[Name, Calls] : Counters)
    if (*Calls != 0)
      fprintf(File, "%u %s\n", Calls->load(), Name);
  fclose(File);
}

template <auto Member> struct Front;
template <typename Result, typename... Arguments,
          Result (CL_API_CALL *cl_icd_dispatch::*Member)(Arguments...)>
struct Front<Member> {
  static inline const char *Name = nullptr;
  static inline unsigned Since = 0;
  static inline const std::vector<Failure> *Failures = nullptr;
  static inline std::atomic<unsigned> Calls{0};

  static Result CL_API_CALL call(Arguments... Values) {
    const unsigned Call = ++Calls;
    if (Failures)
      for (const Failure &F : *Failures)
        if (Call == F.Nth || (F.AndLater && Call > F.Nth)) {
          say("call %u of %s fails with %d, as ordered", Call, Name, F.Error);
          return failWith<Result>(F.Error, Values...);
        }
    if (settings().Version && Since > *settings().Version) {
      say("%s is not in OpenCL %zu.%zu", Name, *settings().Version / 10, *settings().Version % 10);
      return failWith<Result>(CL_INVALID_OPERATION, Values...);
    }
    return (Limited.*Member)(Values...);
  }

  static void install(cl_icd_dispatch &Table, const char *FunctionName, unsigned FunctionSince) {
    if (!(Next.*Member))
      return;
    Name = FunctionName;
    Counters.emplace_back(FunctionName, &Calls);
    Since = FunctionSince;
    auto Found = settings().Failures.find(FunctionName);
    if (Found != settings().Failures.end())
      Failures = &Found->second;
    Table.*Member = call;
  }
};

} // namespace layer

cl_int CL_API_CALL clGetLayerInfo(cl_layer_info Query, size_t Size, void *Value,
                                  size_t *SizeNeeded) {
  const cl_layer_api_version Version = CL_LAYER_API_VERSION_100;
  const char Name[] = "cu2cl worst device";
  const bool IsVersion = Query == CL_LAYER_API_VERSION;
  if (!IsVersion && Query != CL_LAYER_NAME)
    return CL_INVALID_VALUE;
  const size_t Needed = IsVersion ? sizeof Version : sizeof Name;
  if (Value && Size < Needed)
    return CL_INVALID_VALUE;
  if (Value)
    memcpy(Value, IsVersion ? static_cast<const void *>(&Version) : Name, Needed);
  if (SizeNeeded)
    *SizeNeeded = Needed;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clInitLayer(cl_uint Entries, const cl_icd_dispatch *Target, cl_uint *EntriesUsed,
                               const cl_icd_dispatch **Result) {
  static cl_icd_dispatch Table;
  if (!Target || !EntriesUsed || !Result || Entries < sizeof Table / sizeof(void *))
    layer::refuse("the OpenCL loader is older than the layer");
  layer::Next = *Target;
  layer::Limited = layer::Next;
  layer::limitDevice(layer::Limited);
  layer::limitPrograms(layer::Limited);
  layer::limitKernels(layer::Limited);
  layer::limitShared(layer::Limited);
  layer::inspectReads(layer::Limited);
  Table = layer::Next;
#define FUNCTION(NAME, SINCE) layer::Front<&cl_icd_dispatch::NAME>::install(Table, #NAME, SINCE);
#include "Functions.def"
  if (getenv("CU2CL_LAYER_COUNT"))
    atexit(layer::writeCounts);
  *EntriesUsed = sizeof Table / sizeof(void *);
  *Result = &Table;
  return CL_SUCCESS;
}
