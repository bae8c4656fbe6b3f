// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What programs name of libcu++ and of the asynchronous copies.
#ifndef CU2CL_CUDA_CU2CL_LIBCUDACXX_H
#define CU2CL_CUDA_CU2CL_LIBCUDACXX_H

#include "cuda_runtime.h"
#include "cu2cl_lib/aligned_size.h"

#ifdef __CUDA__
__cu2cl_device void __pipeline_memcpy_async(void *, const void *, size_t, size_t = 0);
__cu2cl_device void __pipeline_commit();
__cu2cl_device void __pipeline_wait_prior(unsigned long long);
#endif
#ifdef __cplusplus
namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum memory_order {
  memory_order_relaxed,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
namespace std {
using cuda::memory_order;
using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;
} // namespace std
template <class __T, thread_scope __Scope = thread_scope_system> struct atomic_ref {
  __cu2cl_both explicit atomic_ref(__T &);
  __cu2cl_both __T load(memory_order = memory_order_seq_cst) const;
  __cu2cl_both void store(__T, memory_order = memory_order_seq_cst) const;
  __cu2cl_both __T exchange(__T, memory_order = memory_order_seq_cst) const;
  __cu2cl_both __T fetch_add(__T, memory_order = memory_order_seq_cst) const;
  __cu2cl_both __T fetch_sub(__T, memory_order = memory_order_seq_cst) const;
  __cu2cl_both __T fetch_max(__T, memory_order = memory_order_seq_cst) const;
  __cu2cl_both __T fetch_min(__T, memory_order = memory_order_seq_cst) const;
  __cu2cl_both bool compare_exchange_strong(__T &, __T, memory_order = memory_order_seq_cst) const;
};
template <class __T, thread_scope __Scope = thread_scope_system> struct atomic {
  atomic() = default;
  __cu2cl_both atomic(__T);
  __cu2cl_both __T load(memory_order = memory_order_seq_cst) const;
  __cu2cl_both void store(__T, memory_order = memory_order_seq_cst);
  __cu2cl_both __T fetch_add(__T, memory_order = memory_order_seq_cst);
  __cu2cl_both __T fetch_sub(__T, memory_order = memory_order_seq_cst);
};
template <thread_scope __Scope> struct barrier {
  struct arrival_token {};
  barrier() = default; // in shared memory nothing initialises it
  __cu2cl_both barrier(long);
  __cu2cl_both arrival_token arrive(long = 1);
  __cu2cl_both void wait(arrival_token &&);
  __cu2cl_both void arrive_and_wait();
};
template <thread_scope __Scope> __cu2cl_device void init(barrier<__Scope> *, long);
template <class... __A> __cu2cl_device void memcpy_async(__A &&...);
} // namespace cuda
#endif

#endif
