// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for NaN in what the host reads from buffers (CU2CL_LAYER_NAN=float or double): a comparison
// such as `difference > limit` takes NaN for a match.

#include "Settings.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace layer {

template <typename Real> static size_t countNan(const void *Data, size_t Size) {
  size_t Count = 0;
  for (size_t At = 0; At + sizeof(Real) <= Size; At += sizeof(Real)) {
    Real Value;
    memcpy(&Value, static_cast<const char *>(Data) + At, sizeof Value);
    Count += std::isnan(Value);
  }
  return Count;
}

static bool lookForDouble;

static cl_int CL_API_CALL readBuffer(cl_command_queue Queue, cl_mem Buffer, cl_bool, size_t Offset,
                                     size_t Size, void *Data, cl_uint EventCount,
                                     const cl_event *Events, cl_event *Event) {
  // Always blocking: the values must be there.
  cl_int Error = Next.clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, Offset, Size, Data, EventCount,
                                          Events, Event);
  size_t Count = Error != CL_SUCCESS ? 0
                 : lookForDouble     ? countNan<double>(Data, Size)
                                     : countNan<float>(Data, Size);
  if (Count != 0)
    say("NaN in %zu places of %zu bytes that clEnqueueReadBuffer gave", Count, Size);
  return Error;
}

void inspectReads(cl_icd_dispatch &Table) {
  const char *Type = getenv("CU2CL_LAYER_NAN");
  if (!Type)
    return;
  lookForDouble = strcmp(Type, "double") == 0;
  if (!lookForDouble && strcmp(Type, "float") != 0)
    refuse(std::string("CU2CL_LAYER_NAN is '") + Type + "': float or double was expected");
  Table.clEnqueueReadBuffer = readBuffer;
}

} // namespace layer
