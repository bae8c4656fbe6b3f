// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Cooperative groups.
#ifndef CU2CL_CUDA_COOPERATIVE_GROUPS_H
#define CU2CL_CUDA_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#ifdef __cplusplus
namespace cooperative_groups {

class thread_group {
public:
  __cu2cl_device void sync() const;
  __cu2cl_device unsigned long long size() const;
  __cu2cl_device unsigned long long num_threads() const;
  __cu2cl_device unsigned long long thread_rank() const;
  __cu2cl_device bool is_valid() const;
};

class thread_block : public thread_group {
public:
  __cu2cl_device static void sync();
  __cu2cl_device static unsigned int size();
  __cu2cl_device static unsigned int num_threads();
  __cu2cl_device static unsigned int thread_rank();
  __cu2cl_device static dim3 group_index();
  __cu2cl_device static dim3 thread_index();
  __cu2cl_device static dim3 group_dim();
  __cu2cl_device static dim3 dim_threads();
};

class grid_group : public thread_group {
public:
  __cu2cl_device dim3 group_dim() const;
  __cu2cl_device dim3 dim_blocks() const;
  __cu2cl_device dim3 block_index() const;
  __cu2cl_device unsigned long long num_blocks() const;
  __cu2cl_device unsigned long long block_rank() const;
};
class multi_grid_group : public thread_group {};
class cluster_group : public thread_group {
public:
  __cu2cl_device dim3 block_index() const;
  __cu2cl_device unsigned int block_rank() const;
  __cu2cl_device unsigned int num_blocks() const;
  template <class __T> __cu2cl_device __T *map_shared_rank(__T *, int) const;
};

class warp_group : public thread_group {
public:
  template <class __T> __cu2cl_device __T shfl(__T, int) const;
  template <class __T> __cu2cl_device __T shfl_up(__T, int) const;
  template <class __T> __cu2cl_device __T shfl_down(__T, int) const;
  template <class __T> __cu2cl_device __T shfl_xor(__T, int) const;
  __cu2cl_device int any(int) const;
  __cu2cl_device int all(int) const;
  __cu2cl_device unsigned int ballot(int) const;
  template <class __T> __cu2cl_device unsigned int match_any(__T) const;
  template <class __T> __cu2cl_device unsigned int match_all(__T, int &) const;
  __cu2cl_device unsigned long long meta_group_rank() const;
  __cu2cl_device unsigned long long meta_group_size() const;
};
class coalesced_group : public warp_group {};
template <unsigned int __Size, class __Parent = void>
class thread_block_tile : public warp_group {};
template <unsigned int __Size> class thread_block_tile<__Size, void> : public warp_group {
public:
  template <class __Parent>
  __cu2cl_device thread_block_tile(const thread_block_tile<__Size, __Parent> &);
};

__cu2cl_device thread_block this_thread_block();
__cu2cl_device grid_group this_grid();
__cu2cl_device multi_grid_group this_multi_grid();
__cu2cl_device cluster_group this_cluster();
__cu2cl_device coalesced_group coalesced_threads();
__cu2cl_device thread_group tiled_partition(const thread_group &, unsigned int);
template <unsigned int __Size, class __Parent>
__cu2cl_device thread_block_tile<__Size, __Parent> tiled_partition(const __Parent &);
template <class __Group> __cu2cl_device coalesced_group binary_partition(const __Group &, bool);
template <class __Group> __cu2cl_device void sync(const __Group &);

template <class __T> struct plus {
  __cu2cl_device __T operator()(__T, __T) const;
};
template <class __T> struct less {
  __cu2cl_device __T operator()(__T, __T) const;
};
template <class __T> struct greater {
  __cu2cl_device __T operator()(__T, __T) const;
};
template <class __T> struct bit_and {
  __cu2cl_device __T operator()(__T, __T) const;
};
template <class __T> struct bit_or {
  __cu2cl_device __T operator()(__T, __T) const;
};
template <class __T> struct bit_xor {
  __cu2cl_device __T operator()(__T, __T) const;
};
template <class __Group, class __T, class __Op>
__cu2cl_device __T reduce(const __Group &, __T, __Op &&);
template <class __Group, class __T, class __Op>
__cu2cl_device __T inclusive_scan(const __Group &, __T, __Op &&);
template <class __Group, class __T, class __Op>
__cu2cl_device __T exclusive_scan(const __Group &, __T, __Op &&);
template <class __Group, class __T> __cu2cl_device __T inclusive_scan(const __Group &, __T);
template <class __Group, class __T> __cu2cl_device __T exclusive_scan(const __Group &, __T);
template <class __Group, class... __Rest>
__cu2cl_device void memcpy_async(const __Group &, __Rest...);
template <class __Group> __cu2cl_device void wait(const __Group &);

} // namespace cooperative_groups
#endif

#endif
