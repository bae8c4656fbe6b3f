// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuda::barrier of libcu++, in CUDA. What is only declared has no translation.
//
// A thread waits for what all others have done before they arrived. Where all threads of the block
// wait, each has arrived before, so that the wait is a barrier of the block and an arrival nothing.
#ifndef CU2CL_LIB_CUDA_BARRIER_H
#define CU2CL_LIB_CUDA_BARRIER_H

#include "aligned_size.h"
#include "cuda_copies.h"
#include "cuda_scopes.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cuda {

namespace details {
struct no_completion {};
} // namespace details

template <thread_scope Scope, class Completion = details::no_completion> class barrier {
public:
  struct arrival_token {};
  barrier() = default;
  __host__ __device__ barrier(ptrdiff_t expected, Completion = Completion());
  __device__ arrival_token arrive(ptrdiff_t = 1);
  __device__ void wait(arrival_token &&) const;
  __device__ void arrive_and_wait();
  __device__ void arrive_and_drop();
};

template <> class barrier<thread_scope_block, details::no_completion> {
public:
  struct arrival_token {};
  barrier() = default;
  __host__ __device__ barrier(ptrdiff_t expected) : expected(expected) {}
  barrier(const barrier &) = delete;
  barrier &operator=(const barrier &) = delete;
  static constexpr ptrdiff_t max() { return (1 << 20) - 1; }

  __device__ static arrival_token arrive(ptrdiff_t = 1) { return arrival_token(); }
  __device__ __cu2cl_waits static void wait(arrival_token &&) { __syncthreads(); }
  __device__ __cu2cl_waits static void arrive_and_wait() { __syncthreads(); }
  __device__ static void arrive_and_drop() {}

  // Waits that other threads may not share.
  __device__ bool try_wait(arrival_token &&) const;
  template <class Duration> __device__ bool try_wait_for(arrival_token &&, const Duration &) const;
  template <class Time> __device__ bool try_wait_until(arrival_token &&, const Time &) const;
  __device__ bool try_wait_parity(bool) const;
  __device__ void wait_parity(bool) const;

private:
  long long expected;
};

template <thread_scope Scope> __device__ void init(barrier<Scope> *barrier, ptrdiff_t expected);
template <>
__device__ inline void init(barrier<thread_scope_block> *, ptrdiff_t) {}

template <class T, class Size, thread_scope Scope>
__device__ void memcpy_async(T *to, const T *from, Size bytes, barrier<Scope> &) {
  details::copy_part(to, from, bytes, 0, 1);
}
template <class Size, thread_scope Scope>
__device__ void memcpy_async(void *to, const void *from, Size bytes, barrier<Scope> &) {
  details::copy_part((char *)to, (const char *)from, bytes, 0, 1);
}
template <class Group, class T, class Size, thread_scope Scope>
__device__ void memcpy_async(const Group &group, T *to, const T *from, Size bytes,
                             barrier<Scope> &) {
  details::copy_part(to, from, bytes, group.thread_rank(), group.size());
}
template <class Group, class Size, thread_scope Scope>
__device__ void memcpy_async(const Group &group, void *to, const void *from, Size bytes,
                             barrier<Scope> &) {
  details::copy_part((char *)to, (const char *)from, bytes, group.thread_rank(), group.size());
}

namespace device {
__device__ unsigned long long *barrier_native_handle(barrier<thread_scope_block> &);
__device__ barrier<thread_scope_block>::arrival_token
barrier_arrive_tx(barrier<thread_scope_block> &, ptrdiff_t, ptrdiff_t);
__device__ void barrier_expect_tx(barrier<thread_scope_block> &, ptrdiff_t);
template <class... A> __device__ void memcpy_async_tx(A &&...);
} // namespace device

} // namespace cuda
#endif

#endif
