// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the limited device says of itself.

#include "Settings.h"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace layer {

static cl_int answer(const void *Data, size_t Needed, size_t Size, void *Value,
                     size_t *SizeNeeded) {
  if (Value && Size < Needed)
    return CL_INVALID_VALUE;
  if (Value)
    memcpy(Value, Data, Needed);
  if (SizeNeeded)
    *SizeNeeded = Needed;
  return CL_SUCCESS;
}

static cl_int answer(const std::string &Text, size_t Size, void *Value, size_t *SizeNeeded) {
  return answer(Text.c_str(), Text.size() + 1, Size, Value, SizeNeeded);
}

template <typename Function, typename Object>
static cl_int textOf(Function Get, Object Of, cl_uint Query, std::string &Text) {
  size_t Size = 0;
  cl_int Error = Get(Of, Query, 0, nullptr, &Size);
  if (Error != CL_SUCCESS)
    return Error;
  std::vector<char> Bytes(Size + 1);
  Error = Get(Of, Query, Size, Bytes.data(), nullptr);
  Text = Bytes.data();
  return Error;
}

static bool isHidden(const std::string &Extension) {
  const Settings &S = settings();
#define EXTENSION(NAME, LIMIT)                                                                     \
  if (Extension == #NAME)                                                                          \
    return S.hasNo(S.LIMIT);
#include "Limits.def"
  return false;
}

static std::string withoutHidden(const std::string &Extensions) {
  std::istringstream Words(Extensions);
  std::string Result;
  for (std::string Word; Words >> Word;)
    if (!isHidden(Word))
      Result += (Result.empty() ? "" : " ") + Word;
  return Result;
}

/// "OpenCL 3.0 text" or "OpenCL C 3.0 text" with a lower version, where the limit is lower.
static std::string withVersion(const std::string &Text) {
  const size_t Dot = Text.find('.');
  if (!settings().Version || Dot == std::string::npos || Dot == 0 || Dot + 1 >= Text.size())
    return Text;
  const size_t Own = size_t(Text[Dot - 1] - '0') * 10 + size_t(Text[Dot + 1] - '0');
  if (Own <= *settings().Version)
    return Text;
  std::string Result = Text;
  Result[Dot - 1] = char('0' + *settings().Version / 10);
  Result[Dot + 1] = char('0' + *settings().Version % 10);
  return Result;
}

static cl_int CL_API_CALL getPlatformInfo(cl_platform_id Platform, cl_platform_info Query,
                                          size_t Size, void *Value, size_t *SizeNeeded) {
  const bool IsVersion = Query == CL_PLATFORM_VERSION;
  if (!IsVersion && Query != CL_PLATFORM_EXTENSIONS)
    return Next.clGetPlatformInfo(Platform, Query, Size, Value, SizeNeeded);
  std::string Text;
  cl_int Error = textOf(Next.clGetPlatformInfo, Platform, Query, Text);
  if (Error != CL_SUCCESS)
    return Error;
  return answer(IsVersion ? withVersion(Text) : withoutHidden(Text), Size, Value, SizeNeeded);
}

template <typename Number>
static cl_int atMost(size_t Limit, cl_device_id Device, cl_device_info Query, size_t Size,
                     void *Value, size_t *SizeNeeded) {
  Number Own = 0;
  cl_int Error = Next.clGetDeviceInfo(Device, Query, sizeof Own, &Own, nullptr);
  if (Error != CL_SUCCESS)
    return Error;
  Own = std::min<Number>(Own, Number(Limit));
  return answer(&Own, sizeof Own, Size, Value, SizeNeeded);
}

static cl_int itemSizes(cl_device_id Device, size_t Size, void *Value, size_t *SizeNeeded) {
  size_t Own[16] = {}, Bytes = 0;
  cl_int Error =
      Next.clGetDeviceInfo(Device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof Own, Own, &Bytes);
  if (Error != CL_SUCCESS)
    return Error;
  // AMD's sizes are those of kernels that state theirs.
  const Settings &S = settings();
  const size_t Most = S.StatedWorkGroup ? std::max(*S.WorkGroup, *S.StatedWorkGroup) : *S.WorkGroup;
  for (size_t &One : Own)
    One = std::min(One, Most);
  return answer(Own, Bytes, Size, Value, SizeNeeded);
}

static cl_int extensionsWithVersion(cl_device_id Device, cl_device_info Query, size_t Size,
                                    void *Value, size_t *SizeNeeded) {
  size_t Bytes = 0;
  cl_int Error = Next.clGetDeviceInfo(Device, Query, 0, nullptr, &Bytes);
  if (Error != CL_SUCCESS)
    return Error;
  std::vector<cl_name_version> Own(Bytes / sizeof(cl_name_version));
  Error = Next.clGetDeviceInfo(Device, Query, Bytes, Own.data(), nullptr);
  Own.erase(std::remove_if(Own.begin(), Own.end(),
                           [](const cl_name_version &One) { return isHidden(One.name); }),
            Own.end());
  return Error != CL_SUCCESS
             ? Error
             : answer(Own.data(), Own.size() * sizeof Own[0], Size, Value, SizeNeeded);
}

static cl_int deviceText(cl_device_id Device, cl_device_info Query, size_t Size, void *Value,
                         size_t *SizeNeeded) {
  std::string Text;
  cl_int Error = textOf(Next.clGetDeviceInfo, Device, Query, Text);
  if (Error != CL_SUCCESS)
    return Error;
  if (Query == CL_DEVICE_EXTENSIONS)
    Text = withoutHidden(Text);
  else if (Query == CL_DRIVER_VERSION)
    Text += " limited " + settings().Summary; // keeps caches of binaries apart
  else
    Text = withVersion(Text);
  return answer(Text, Size, Value, SizeNeeded);
}

static cl_int CL_API_CALL getDeviceInfo(cl_device_id Device, cl_device_info Query, size_t Size,
                                        void *Value, size_t *SizeNeeded) {
  const Settings &S = settings();
  // The queries that OpenCL 1.2 does not know.
  if (S.Version && *S.Version < 20 && Query >= CL_DEVICE_IMAGE_PITCH_ALIGNMENT && Query < 0x1100)
    return CL_INVALID_VALUE;
  switch (Query) {
#define DEVICE_NUMBER(QUERY, TYPE, LIMIT)                                                          \
  case QUERY:                                                                                      \
    if (S.LIMIT)                                                                                   \
      return atMost<TYPE>(*S.LIMIT, Device, Query, Size, Value, SizeNeeded);                       \
    break;
#include "Limits.def"
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    if (S.WorkGroup)
      return itemSizes(Device, Size, Value, SizeNeeded);
    break;
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
  case CL_DEVICE_OPENCL_C_FEATURES:
    return extensionsWithVersion(Device, Query, Size, Value, SizeNeeded);
  case CL_DEVICE_EXTENSIONS:
  case CL_DEVICE_VERSION:
  case CL_DEVICE_OPENCL_C_VERSION:
  case CL_DRIVER_VERSION:
    return deviceText(Device, Query, Size, Value, SizeNeeded);
  default:
    break;
  }
  return Next.clGetDeviceInfo(Device, Query, Size, Value, SizeNeeded);
}

void limitDevice(cl_icd_dispatch &Table) {
  Table.clGetPlatformInfo = getPlatformInfo;
  Table.clGetDeviceInfo = getDeviceInfo;
}

} // namespace layer
