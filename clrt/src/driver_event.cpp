// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The driver API's events: apart from its streams, since queues have time stamps where a program
// links these.

#include "driver_state.h"

using namespace clrt_impl;

CUresult cuEventCreate(CUevent *e, unsigned flags) {
  return in_context([&] { return clrt_event_create_with_flags(e, flags); });
}
CUresult cuEventRecord(CUevent e, CUstream s) {
  return in_context([&] { return clrt_event_record(e, s); });
}
CUresult cuEventRecordWithFlags(CUevent e, CUstream s, unsigned flags) {
  return in_context([&] { return clrt_event_record_with_flags(e, s, flags); });
}
CUresult cuEventQuery(CUevent e) {
  return in_context([&] { return clrt_event_query(e); });
}
CUresult cuEventSynchronize(CUevent e) {
  return in_context([&] { return clrt_event_synchronize(e); });
}
CUresult cuEventDestroy(CUevent e) {
  return in_context([&] { return clrt_event_destroy(e); });
}
CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end) {
  return in_context([&] { return clrt_event_elapsed_time(ms, start, end); });
}
