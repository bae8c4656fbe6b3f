// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the sources of the driver API share.

#ifndef CLRT_DRIVER_STATE_H
#define CLRT_DRIVER_STATE_H

#include "internal.h"
#include <clrt/driver.h>

// A context: which device, and who uses it. Never deleted, since programs may ask for one that is
// gone.
struct CUctx_st {
  int device = 0;
  unsigned flags = 0;
  bool primary = false;
  std::atomic<bool> alive{true};
  std::atomic<int> users{0}; // of a primary one
};

namespace clrt_impl {

// The driver API leaves the runtime's last error alone.
class KeptLastError {
public:
  KeptLastError() : last(thread().last) {}
  ~KeptLastError() { thread().last = last; }
  KeptLastError(const KeptLastError &) = delete;
  KeptLastError &operator=(const KeptLastError &) = delete;

private:
  clrt_error last;
};

CUresult driver_result(clrt_error e);
CUresult need_driver();  // CUDA_ERROR_NOT_INITIALIZED
CUresult need_context(); // also CUDA_ERROR_INVALID_CONTEXT
// The device of a number, where need_driver() has nothing against it.
CUresult find_device(CUdevice number, Device *&d);
// The context of this thread; nullptr: none.
CUcontext current_context();
CUcontext primary_context(int device);

// Does what `call` does, in the current context.
template <typename Call> CUresult in_context(Call call) {
  const CUresult r = need_context();
  if (r != CUDA_SUCCESS)
    return r;
  const KeptLastError kept;
  return driver_result(call());
}

inline void *pointer(CUdeviceptr p) { return reinterpret_cast<void *>(static_cast<uintptr_t>(p)); }
inline CUdeviceptr number(const void *p) { return reinterpret_cast<uintptr_t>(p); }

} // namespace clrt_impl

#endif
