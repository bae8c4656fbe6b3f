// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuda::pipeline of libcu++, in CUDA. What is only declared has no translation.
//
// Copies are made at once. In a pipeline of a thread there is nothing to wait for. In one of a block
// a thread waits for the copies of others, and for what others read of a stage before it is filled
// again: where all threads of the block come, both are barriers.
#ifndef CU2CL_LIB_CUDA_PIPELINE_H
#define CU2CL_LIB_CUDA_PIPELINE_H

#include "cuda_barrier.h"

#if defined(__cplusplus) && defined(__CUDACC__)
namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned char Stages> class pipeline_shared_state {
public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state &) = delete;
  pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;

private:
  unsigned long long stages[2 * Stages], threads;
};

template <thread_scope Scope> class pipeline {
public:
  __device__ void producer_acquire();
  __device__ void producer_commit();
  __device__ void consumer_wait();
  __device__ void consumer_release();
  __device__ bool quit();
};
template <> class pipeline<thread_scope_block> {
public:
  __device__ __cu2cl_waits static void producer_acquire() { __syncthreads(); }
  __device__ static void producer_commit() {}
  __device__ __cu2cl_waits static void consumer_wait() { __syncthreads(); }
  __device__ static void consumer_release() {}
  template <class Duration> __device__ bool consumer_wait_for(const Duration &);
  template <class Time> __device__ bool consumer_wait_until(const Time &);
  __device__ bool quit();
};
template <> class pipeline<thread_scope_thread> {
public:
  __device__ __cu2cl_waits static void producer_acquire() {}
  __device__ static void producer_commit() {}
  __device__ __cu2cl_waits static void consumer_wait() {}
  __device__ static void consumer_release() {}
  template <class Duration> __device__ static bool consumer_wait_for(const Duration &) {
    return true;
  }
  template <class Time> __device__ static bool consumer_wait_until(const Time &) { return true; }
  __device__ static bool quit() { return true; }
};

__device__ inline pipeline<thread_scope_thread> make_pipeline() {
  return pipeline<thread_scope_thread>();
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group &, pipeline_shared_state<Scope, Stages> *) {
  return pipeline<Scope>();
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group &, pipeline_shared_state<Scope, Stages> *,
                                         size_t) {
  return pipeline<Scope>();
}
template <class Group, thread_scope Scope, unsigned char Stages>
__device__ pipeline<Scope> make_pipeline(const Group &, pipeline_shared_state<Scope, Stages> *,
                                         pipeline_role) {
  return pipeline<Scope>();
}

template <unsigned char Prior>
__device__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &) {}
template <thread_scope Scope>
__device__ void pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<Scope> &) {}

template <class T, class Size, thread_scope Scope>
__device__ void memcpy_async(T *to, const T *from, Size bytes, pipeline<Scope> &) {
  details::copy_part(to, from, bytes, 0, 1);
}
template <class Size, thread_scope Scope>
__device__ void memcpy_async(void *to, const void *from, Size bytes, pipeline<Scope> &) {
  details::copy_part((char *)to, (const char *)from, bytes, 0, 1);
}
template <class Group, class T, class Size, thread_scope Scope>
__device__ void memcpy_async(const Group &group, T *to, const T *from, Size bytes,
                             pipeline<Scope> &) {
  details::copy_part(to, from, bytes, group.thread_rank(), group.size());
}
template <class Group, class Size, thread_scope Scope>
__device__ void memcpy_async(const Group &group, void *to, const void *from, Size bytes,
                             pipeline<Scope> &) {
  details::copy_part((char *)to, (const char *)from, bytes, group.thread_rank(), group.size());
}

} // namespace cuda
#endif

#endif
