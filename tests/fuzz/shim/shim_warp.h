// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Warp functions for fibers. Lanes that name each other in their masks wait for each other; a mask that CUDA does
// not allow ends the program, and what comes from a lane that is not there depends on the order of the threads.
#pragma once

inline void shim_wrong(const char *what) {
  fprintf(stderr, "runtime error: %s\n", what);
  abort();
}

inline unsigned shim_lane() { return unsigned(shim_running - shim_fibers) % 32; }

/// Waits for the lanes of the mask; each then has what every one of them gave.
inline void shim_meet(unsigned mask, unsigned long long bits) {
  if (!(mask >> shim_lane() & 1))
    shim_wrong("a mask without the own lane");
  shim_running->mask = mask;
  shim_running->posted = bits;
  shim_wait(shim_in_warp);
}

/// Lets a lane and those that it names go on, if all are there.
inline bool shim_join(int first, int lanes, const shim_fiber &one) {
  unsigned came = 0;
  for (int i = 0; i < lanes; i++) {
    const shim_fiber &f = shim_fibers[first + i];
    if (!(one.mask >> i & 1) || f.state == shim_done)
      continue;
    if (f.state != shim_in_warp || f.mask != one.mask)
      return false; // it may still be in a branch of its own
    came |= 1u << i;
  }
  for (int i = 0; i < lanes; i++) {
    shim_fiber &f = shim_fibers[first + i];
    if (!(came >> i & 1))
      continue;
    f.came = came;
    for (int k = 0; k < 32; k++)
      f.got[k] = came >> k & 1 ? shim_fibers[first + k].posted : shim_reverse ? 0x5a5a5a5a5a5a5a5a : 0x2424242424242424;
    f.state = shim_runs;
  }
  return true;
}

inline bool shim_join_warps(int threads) {
  bool waits = false, any = false;
  for (int i = 0; i < threads; i++)
    if (shim_fibers[i].state == shim_in_warp) {
      waits = true;
      int first = i / 32 * 32;
      any = shim_join(first, threads - first < 32 ? threads - first : 32, shim_fibers[i]) || any;
    }
  bool all_wait = true;
  for (int i = 0; i < threads; i++)
    all_wait = all_wait && shim_fibers[i].state != shim_runs;
  if (waits && all_wait)
    shim_wrong("lanes wait for one that does not come");
  return any;
}

template <class T> T shim_from(unsigned lane) {
  T value;
  memcpy((void *)&value, &shim_running->got[lane], sizeof value);
  return value;
}
template <class T> T shim_swap(unsigned mask, T value, unsigned from) {
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof value);
  shim_meet(mask, bits);
  return shim_from<T>(from);
}
template <class T> T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  return shim_swap(mask, value, (shim_lane() & ~(width - 1)) | (lane & (width - 1)));
}
template <class T> T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  unsigned own = shim_lane();
  return shim_swap(mask, value, (own & (width - 1)) >= delta ? own - delta : own);
}
template <class T> T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  unsigned own = shim_lane();
  return shim_swap(mask, value, (own & (width - 1)) + delta < (unsigned)width ? own + delta : own);
}
template <class T> T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
  unsigned own = shim_lane(), from = own ^ lanes;
  return shim_swap(mask, value, from <= (own | (width - 1)) ? from : own);
}
inline unsigned __ballot_sync(unsigned mask, int yes) {
  shim_meet(mask, yes != 0);
  unsigned lanes = 0;
  for (int i = 0; i < 32; i++)
    lanes |= (shim_running->came >> i & 1 && shim_running->got[i]) ? 1u << i : 0;
  return lanes;
}
inline int __any_sync(unsigned mask, int yes) { return __ballot_sync(mask, yes) != 0; }
inline int __all_sync(unsigned mask, int yes) { return __ballot_sync(mask, !yes) == 0; }
inline void __syncwarp(unsigned mask = 0xffffffff) { shim_meet(mask, 0); }
template <class T> unsigned __match_any_sync(unsigned mask, T value) {
  shim_swap(mask, value, 0);
  unsigned lanes = 0;
  for (int i = 0; i < 32; i++)
    lanes |= shim_running->came >> i & 1 && shim_from<T>(i) == value ? 1u << i : 0;
  return lanes;
}
template <class T> unsigned __match_all_sync(unsigned mask, T value, int *all) {
  unsigned lanes = __match_any_sync(mask, value);
  *all = __all_sync(mask, lanes == shim_running->came);
  return *all ? mask : 0;
}
template <class T, class F> T shim_reduce(unsigned mask, T value, F f) {
  shim_swap(mask, value, 0);
  T all{};
  bool first = true;
  for (int i = 0; i < 32; i++)
    if (shim_running->came >> i & 1)
      all = first ? shim_from<T>(i) : f(all, shim_from<T>(i)), first = false;
  return all;
}
template <class T> T __reduce_add_sync(unsigned m, T v) { return shim_reduce(m, v, [](T a, T b) { return (T)((unsigned)a + (unsigned)b); }); }
template <class T> T __reduce_min_sync(unsigned m, T v) { return shim_reduce(m, v, [](T a, T b) { return a < b ? a : b; }); }
template <class T> T __reduce_max_sync(unsigned m, T v) { return shim_reduce(m, v, [](T a, T b) { return a > b ? a : b; }); }
inline unsigned __reduce_and_sync(unsigned m, unsigned v) { return shim_reduce(m, v, [](unsigned a, unsigned b) { return a & b; }); }
inline unsigned __reduce_or_sync(unsigned m, unsigned v) { return shim_reduce(m, v, [](unsigned a, unsigned b) { return a | b; }); }
inline unsigned __reduce_xor_sync(unsigned m, unsigned v) { return shim_reduce(m, v, [](unsigned a, unsigned b) { return a ^ b; }); }
