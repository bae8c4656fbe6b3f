// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trap: threads of a warp exchange values where others of the block are not: in branches, after it
// returns, in loops that warps or threads leave one by one, several functions deep.
#include "check.h"

const int ROWS = 71;
static int input[1024];

__device__ int sum_of(int v) {
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_xor_sync(0xffffffffu, v, o);
  return v;
}
/// Half of the values come from memory that only the right threads may read.
__device__ int sum_from(const int *p, int lane, int n) {
  int v = 0;
  for (int k = lane; k < n; k += 32)
    v += p[k];
  return sum_of(v);
}

/// Warps in branches of their own, both arms, nested.
__global__ void branches(const int *in, int *out) {
  int t = threadIdx.x, warp = t / 32, lane = t % 32, r = 0;
  if (warp == 0) {
    r = sum_of(in[t]);
  } else if (warp == 1) {
    int v = in[t];
    if (v % 2)
      v += __popc(__ballot_sync(__activemask(), v > 4));
    r = sum_of(v) * 2;
  } else {
    r = __any_sync(0xffffffffu, in[t] == 10) ? -1 : -2;
    if (lane < 16)
      r += __shfl_down_sync(0xffffu, in[t], 8, 16);
    else
      r -= __shfl_up_sync(0xffff0000u, in[t], 4, 16);
  }
  out[t] = r;
}
/// A warp per row, after a return; loops of other lengths in each warp.
__global__ void rows(const int *ptr, const int *in, int *out, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (row >= n)
    return;
  int s = 0;
  for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 32)
    s += in[k];
  s = sum_of(s);
  if (lane == 0)
    out[row] = s;
}
/// Rounds that differ between warps, with exchanges in them; break and continue of whole warps.
__global__ void warp_loops(const int *in, int *out) {
  int t = threadIdx.x, warp = t / 32, lane = t % 32, s = 0;
  for (int k = warp; k < 12; k += 1 + warp) {
    int v = in[k * 32 + lane];
    unsigned b = __ballot_sync(0xffffffffu, v > 5);
    if (__popc(b) < 6)
      continue;
    s += __popc(b) + __shfl_sync(0xffffffffu, v, k);
    if (s > 150)
      break;
  }
  out[t] = s;
}
/// Threads leave a loop one by one.
__global__ void thread_loops(const int *in, int *out) {
  int t = threadIdx.x, rounds = 0, seen = 0;
  int left = in[t];
  while (left > 0) {
    unsigned here = __activemask();
    if (left % 4 == 3) {
      left -= 2;
      continue;
    }
    seen += __popc(__ballot_sync(__activemask(), 1)) + (here & 1);
    if (++rounds == 5)
      break;
    --left;
  }
  do {
    seen += 1000 * __popc(__activemask());
  } while (++rounds < 4);
  out[t] = seen * 8 + rounds;
}
/// Early results of a function that exchanges.
__device__ int looked_up(const int *in, int t, int limit) {
  if (in[t] > limit)
    return -in[t];
  int v = __popc(__ballot_sync(__activemask(), in[t] & 1));
  for (int i = 0; i < 3; ++i) {
    if (in[t] == i)
      return v + 50;
    v += __popc(__activemask());
  }
  return v;
}
__global__ void early_results(const int *in, int *out, int n) {
  int t = threadIdx.x;
  if (t < n)
    out[t] = looked_up(in, t, 7);
}
/// while (true), conditions that ask, a loop that all threads run inside of a branch.
__global__ void asked(const int *in, int *out) {
  int t = threadIdx.x, lane = t % 32, v = in[t], n = 0;
  while (__any_sync(0xffffffffu, v < 40)) {
    v += lane % 5 + 1;
    ++n;
  }
  if (t / 32 != 1) {
    while (true) {
      int most = v;
      for (int o = 16; o; o /= 2)
        most = max(most, __shfl_xor_sync(0xffffffffu, most, o));
      if (most > 60)
        break;
      v += 3;
      n += 100;
    }
  }
  out[t] = v * 1000 + n;
}
/// Barriers of the block beside exchanges, after a return of whole warps.
__global__ void with_barriers(const int *in, int *out, int n) {
  __shared__ int sums[32];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  if (warp >= n)
    return;
  int s = sum_of(in[t]);
  if (lane == 0)
    sums[warp] = s;
  __syncthreads();
  int all = lane < n && lane < blockDim.x / 32 ? sums[lane] : 0;
  if (warp == 0) {
    all = sum_of(all);
    if (lane == 0)
      sums[0] = all;
  }
  __syncthreads();
  out[t] = sums[0] + warp;
}
/// Work of a list, taken by the first lane that is there.
__global__ void compact(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x & 31;
  while (i < n) {
    unsigned active = __activemask();
    bool keep = in[i] % 3 == 0;
    unsigned votes = __ballot_sync(active, keep);
    int base = 0, leader = __ffs(active) - 1;
    if (lane == leader)
      base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(active, base, leader);
    if (keep)
      out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
    i += blockDim.x * gridDim.x;
  }
}
/// The same in a function, with a variable that only one lane gives a value.
__device__ int next_of(int *count) {
  unsigned active = __activemask();
  int leader = __ffs(active) - 1, base;
  if ((threadIdx.x & 31) == leader)
    base = atomicAdd(count, __popc(active));
  return __shfl_sync(active, base, leader) + __popc(active & ((1u << (threadIdx.x & 31)) - 1));
}
__global__ void taken(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0)
    out[next_of(count)] = in[i];
}
template <int N, class T> __device__ T scanned(T v, int lane) {
#pragma unroll
  for (int d = 1; d < N; d *= 2) {
    T up = __shfl_up_sync(0xffffffffu, v, d, N);
    if (lane % N >= d)
      v += up;
  }
  return v;
}
struct Scan {
  int *to;
  __device__ void operator()(int t, int v) const { to[t] = scanned<8>(v, t % 32); }
};
__global__ void scans(const int *in, int *out, int n) {
  int t = threadIdx.x;
  if (t >= n)
    return;
  Scan scan = {out};
  if (t / 32 % 2 == 0)
    scan(t, in[t]);
  else if (t < 64)
    out[t] = (int)scanned<32>((long long)in[t] << 32, t % 32) + (int)(scanned<32>((long long)in[t] << 32, t % 32) >> 32);
  else
    out[t] = sum_from(in, t % 32, in[t / 32]) + sum_from(in + 1, t % 32, 40);
}

/// Conditions of which not all threads ask the second part; loops with a pragma in front.
__global__ void second_questions(const int *in, int *out, int n) {
  int t = threadIdx.x, r = 0;
  if (in[t] > 8 || __all_sync(__activemask(), in[t] < 8))
    r += 1;
  if (in[t] & 1 && __any_sync(__activemask(), in[t] == 7)) {
    r += 10;
    r += 100 * __popc(__activemask());
  } else
    r += 1000;
  int s = 0;
#pragma unroll 2
  for (int k = t / 32; k < n; k += 3)
    s += __popc(__ballot_sync(0xffffffffu, in[k * 32 + t % 32] > k));
  out[t] = r + s * 100000;
}

static int got[1024], want[1024];
static int *d_in, *d_out;

void compare(const char *what, int n) {
  OK(cudaMemcpy(got, d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (got[i] != want[i] && !wrong++)
      printf("%s: %d: %d, not %d\n", what, i, got[i], want[i]);
  EXPECT(wrong == 0);
}

void check_branches(int size) {
  branches<<<1, size>>>(d_in, d_out);
  for (int first = 0; first < size; first += 32) {
    int warp = first / 32, above = 0, sum = 0;
    bool ten = false;
    for (int l = 0; l < 32; ++l)
      above += input[first + l] % 2 && input[first + l] > 4, ten |= input[first + l] == 10;
    for (int l = 0; l < 32; ++l)
      sum += input[first + l] + (warp == 1 && input[first + l] % 2 ? above : 0);
    for (int l = 0; l < 32; ++l) {
      int down = l % 16 + 8 < 16 ? l + 8 : l, up = l % 16 >= 4 ? l - 4 : l;
      want[first + l] = warp == 0   ? sum
                        : warp == 1 ? sum * 2
                                    : (ten ? -1 : -2) + (l < 16 ? input[first + down] : -input[first + up]);
    }
  }
  compare("branches", size);
}

void check_rows() {
  int ptr[ROWS + 1] = {0}, *d_ptr;
  for (int r = 0; r < ROWS; ++r)
    ptr[r + 1] = ptr[r] + r * 7 % 29 * (r % 9 ? 1 : 0) % 14;
  for (int r = 0; r < ROWS; ++r) {
    want[r] = 0;
    for (int k = ptr[r]; k < ptr[r + 1]; ++k)
      want[r] += input[k];
  }
  OK(cudaMalloc(&d_ptr, sizeof ptr));
  OK(cudaMemcpy(d_ptr, ptr, sizeof ptr, cudaMemcpyHostToDevice));
  rows<<<(ROWS + 2) / 3, 96>>>(d_ptr, d_in, d_out, ROWS);
  compare("rows", ROWS);
}

void check_warp_loops(int size) {
  warp_loops<<<1, size>>>(d_in, d_out);
  for (int first = 0; first < size; first += 32) {
    int warp = first / 32, s = 0;
    for (int k = warp; k < 12; k += 1 + warp) {
      int votes = 0;
      for (int l = 0; l < 32; ++l)
        votes += input[k * 32 + l] > 5;
      if (votes < 6)
        continue;
      s += votes + input[k * 32 + k % 32];
      if (s > 150)
        break;
    }
    for (int l = 0; l < 32; ++l)
      want[first + l] = s;
  }
  compare("warp loops", size);
}

/// As one that knows only how many threads come along in each round: what __activemask gives is
/// which threads are there when they all wait for each other where their ways meet.
void check_thread_loops(int size) {
  thread_loops<<<1, size>>>(d_in, d_out);
  for (int first = 0; first < size; first += 32) {
    int n = size - first < 32 ? size - first : 32, left[32], rounds[32] = {0}, seen[32] = {0};
    bool in[32], round[32];
    for (int l = 0; l < n; ++l)
      left[l] = input[first + l], in[l] = true;
    while (true) {
      bool any = false;
      for (int l = 0; l < n; ++l)
        any |= in[l] = in[l] && left[l] > 0;
      if (!any)
        break;
      int votes = 0;
      for (int l = 0; l < n; ++l) {
        round[l] = in[l] && left[l] % 4 != 3;
        left[l] -= in[l] && !round[l] ? 2 : 0;
        votes += round[l];
      }
      bool here = in[0];
      for (int l = 0; l < n; ++l)
        if (round[l]) {
          seen[l] += votes + here;
          if (++rounds[l] == 5)
            in[l] = false;
          else
            --left[l];
        }
    }
    for (int l = 0; l < n; ++l)
      in[l] = true;
    while (true) {
      int votes = 0;
      for (int l = 0; l < n; ++l)
        votes += in[l];
      if (!votes)
        break;
      for (int l = 0; l < n; ++l)
        if (in[l]) {
          seen[l] += 1000 * votes;
          in[l] = ++rounds[l] < 4;
        }
    }
    for (int l = 0; l < n; ++l)
      want[first + l] = seen[l] * 8 + rounds[l];
  }
  compare("thread loops", size);
}

void check_early_results(int size, int n) {
  OK(cudaMemset(d_out, 255, size * sizeof(int)));
  early_results<<<1, size>>>(d_in, d_out, n);
  for (int first = 0; first < size; first += 32) {
    int there[32] = {0}, v[32] = {0}, end = size - first < 32 ? size - first : 32, odd = 0;
    for (int l = 0; l < end; ++l) {
      int x = input[first + l];
      want[first + l] = -1;
      there[l] = first + l < n;
      if (there[l] && x > 7)
        want[first + l] = -x, there[l] = 0;
      odd += there[l] && (x & 1);
    }
    for (int i = 0; i < 3; ++i) {
      int votes = 0;
      for (int l = 0; l < end; ++l) {
        if (there[l] && input[first + l] == i)
          want[first + l] = v[l] + odd + 50, there[l] = 0;
        votes += there[l];
      }
      for (int l = 0; l < end; ++l)
        v[l] += votes;
    }
    for (int l = 0; l < end; ++l)
      if (there[l])
        want[first + l] = v[l] + odd;
  }
  compare("early results", size);
}

void check_asked(int size) {
  asked<<<1, size>>>(d_in, d_out);
  for (int first = 0; first < size; first += 32) {
    int v[32], n = 0;
    for (int l = 0; l < 32; ++l)
      v[l] = input[first + l];
    while (true) {
      bool any = false;
      for (int l = 0; l < 32; ++l)
        any |= v[l] < 40;
      if (!any)
        break;
      for (int l = 0; l < 32; ++l)
        v[l] += l % 5 + 1;
      ++n;
    }
    while (first != 32) {
      int most = 0;
      for (int l = 0; l < 32; ++l)
        most = v[l] > most ? v[l] : most;
      if (most > 60)
        break;
      for (int l = 0; l < 32; ++l)
        v[l] += 3;
      n += 100;
    }
    for (int l = 0; l < 32; ++l)
      want[first + l] = v[l] * 1000 + n;
  }
  compare("asked", size);
}

void check_with_barriers(int size, int n) {
  OK(cudaMemset(d_out, 255, size * sizeof(int)));
  with_barriers<<<1, size>>>(d_in, d_out, n);
  int sum = 0;
  for (int i = 0; i < size && i < n * 32; ++i)
    sum += input[i];
  for (int i = 0; i < size; ++i)
    want[i] = i < n * 32 ? sum + i / 32 : -1;
  compare("with barriers", size);
}

void check_compact(bool in_function) {
  int *d_count, count, sum = 0, found = 0, n = in_function ? 280 : 1000;
  OK(cudaMalloc(&d_count, sizeof(int)));
  OK(cudaMemset(d_count, 0, sizeof(int)));
  if (in_function)
    taken<<<3, 96>>>(d_in, d_out, d_count, n);
  else
    compact<<<3, 96>>>(d_in, d_out, d_count, n);
  OK(cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    if (input[i] % 3 == 0)
      ++found, sum += input[i];
  EXPECT_EQ(count, found);
  for (int i = 0; i < count; ++i)
    sum -= got[i];
  EXPECT_EQ(sum, 0);
}

void check_scans(int size, int n) {
  OK(cudaMemset(d_out, 255, size * sizeof(int)));
  scans<<<1, size>>>(d_in, d_out, n);
  for (int i = 0; i < size; ++i) {
    int warp = i / 32, width = warp % 2 == 0 ? 8 : 32, first = i / width * width, sum = 0;
    if (warp % 2 == 0 || i < 64)
      for (int k = first; k <= i; ++k)
        sum += input[k];
    else
      for (int k = 0; k < 41; ++k)
        sum += (k < input[warp] ? input[k] : 0) + (k > 0 ? input[k] : 0);
    want[i] = i < n ? sum : -1;
  }
  compare("scans", size);
}

void check_second_questions(int size, int n) {
  second_questions<<<1, size>>>(d_in, d_out, n);
  for (int first = 0; first < size; first += 32) {
    bool below = true, seven = false;
    int odd = 0, s = 0;
    for (int l = 0; l < 32; ++l) {
      int x = input[first + l];
      below &= x > 8 || x < 8;
      seven |= x == 7;
      odd += x & 1;
    }
    for (int k = first / 32; k < n; k += 3)
      for (int l = 0; l < 32; ++l)
        s += input[k * 32 + l] > k;
    for (int l = 0; l < 32; ++l) {
      int x = input[first + l];
      want[first + l] = (x > 8 || below) + (x & 1 && seven ? 10 + 100 * odd : 1000) + s * 100000;
    }
  }
  compare("second questions", size);
}

// Exchanges whose results nobody wants, in a block that one warp enters.
__device__ int scan_warp(volatile int *p, int i) {
  int lane = i & 31;
  if (lane >= 1)
    p[i] = p[i - 1] + p[i];
  if (lane >= 2)
    p[i] = p[i - 2] + p[i];
  if (lane >= 4)
    p[i] = p[i - 4] + p[i];
  if (lane >= 8)
    p[i] = p[i - 8] + p[i];
  if (lane >= 16)
    p[i] = p[i - 16] + p[i];
  return lane > 0 ? p[i - 1] : 0;
}
__global__ void unwanted(const int *in, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64)
    s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    if (t >= n)
      s[t] = 0;
    __syncwarp();
    scan_warp(s, t);
    (void)scan_warp(s + 32, t);
    __shfl_xor_sync(0xffffffffu, t, 1);
  }
  __syncthreads();
  out[t] = s[t & 63];
}

void check_unwanted(int size, int n) {
  unwanted<<<1, size>>>(d_in, d_out, n);
  for (int i = 0; i < size; ++i) {
    want[i] = 0;
    for (int k = i & 32; k <= (i & 63); ++k)
      want[i] += k < 32 && k >= n ? 0 : input[k];
  }
  compare("unwanted", size);
}

/// Exchanges in any operand of the conditions of ifs and loops. The operands before them decide for
/// whole warps, which is what CUDA asks for.
__device__ int largest_of(int v) {
  for (int o = 16; o > 0; o >>= 1)
    v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
  return v;
}
__global__ void operands(const int *in, const int *limits, int *out) {
  int t = threadIdx.x, w = t / 32, q = in[t], n = 0, r = 0;
  while (n < limits[w] && largest_of(q) > 3) {
    --q;
    ++n;
  }
  r = q * 10 + n;
  for (int i = 0; i < w + 1 || __any_sync(0xffffffffu, q > in[t % 32] - 5); ++i)
    q -= 2;
  r = r * 10 + q;
  for (n = 0; __any_sync(0xffffffffu, q < 4) || n < limits[w]; ++n) {
    if (n == w + 3)
      continue;
    q += w + 1;
  }
  r = r * 10 + q;
  do {
    r += q--;
  } while (__any_sync(0xffffffffu, q > 0) && w != 1 && __all_sync(0xffffffffu, q > -9) && n++ < 20);
  if (n > 3 && largest_of(q) > limits[w] && __any_sync(0xffffffffu, q < 0))
    r += 1000;
  else
    r += 2000;
  if (largest_of(q) > 2 || __all_sync(0xffffffffu, q < limits[w] - 4))
    r += 5000 + __popc(__ballot_sync(0xffffffffu, q & 1));
  if (w == 1 || largest_of(n) > limits[w])
    r ^= 1;
  out[t] = r;
}

int largest_in(const int *q) {
  int v = q[0];
  for (int i = 1; i < 32; ++i)
    v = q[i] > v ? q[i] : v;
  return v;
}
int least_in(const int *q) {
  int v = q[0];
  for (int i = 1; i < 32; ++i)
    v = q[i] < v ? q[i] : v;
  return v;
}

void expect_operands(int w, int limit, int *r) {
  const int *in = input + w * 32;
  int q[32], n = 0, i = 0;
  for (int k = 0; k < 32; ++k)
    q[k] = in[k];
  auto change = [&](int by) {
    for (int &v : q)
      v += by;
  };
  auto note = [&] {
    for (int k = 0; k < 32; ++k)
      r[k] = r[k] * 10 + q[k];
  };
  auto above = [&] {
    for (int k = 0; k < 32; ++k)
      if (q[k] > input[k] - 5)
        return true;
    return false;
  };
  for (; n < limit && largest_in(q) > 3; ++n)
    change(-1);
  for (int k = 0; k < 32; ++k)
    r[k] = q[k] * 10 + n;
  for (; i < w + 1 || above(); ++i)
    change(-2);
  note();
  for (n = 0; least_in(q) < 4 || n < limit; ++n)
    if (n != w + 3)
      change(w + 1);
  note();
  do {
    for (int k = 0; k < 32; ++k)
      r[k] += q[k];
    change(-1);
  } while (largest_in(q) > 0 && w != 1 && least_in(q) > -9 && n++ < 20);
  bool all = n > 3 && largest_in(q) > limit && least_in(q) < 0;
  int odd = 0;
  for (int v : q)
    odd += v & 1;
  for (int k = 0; k < 32; ++k) {
    r[k] += all ? 1000 : 2000;
    if (largest_in(q) > 2 || largest_in(q) < limit - 4)
      r[k] += 5000 + odd;
    if (w == 1 || n > limit)
      r[k] ^= 1;
  }
}

void check_operands(int size) {
  int limits[8] = {2, 9, 0, 5, 1, 40, 3, 7}, *d_limits;
  OK(cudaMalloc(&d_limits, sizeof limits));
  OK(cudaMemcpy(d_limits, limits, sizeof limits, cudaMemcpyHostToDevice));
  operands<<<1, size>>>(d_in, d_limits, d_out);
  for (int w = 0; w < size / 32; ++w)
    expect_operands(w, limits[w], want + w * 32);
  compare("operands", size);
  OK(cudaFree(d_limits));
}

int main() {
  for (int i = 0; i < 1024; ++i)
    input[i] = (i * 7 + i / 3) % 11;
  OK(cudaMalloc(&d_in, sizeof input));
  OK(cudaMalloc(&d_out, sizeof input));
  OK(cudaMemcpy(d_in, input, sizeof input, cudaMemcpyHostToDevice));
  for (int size : {32, 96, 256}) {
    check_branches(size);
    check_warp_loops(size);
    check_asked(size);
    check_operands(size);
    check_second_questions(size, 11);
    for (int n : {1, 2, 8})
      check_with_barriers(size, n);
  }
  for (int size : {1, 31, 33, 96, 256}) {
    check_thread_loops(size);
    for (int n : {1, 40, 200})
      check_early_results(size, n);
  }
  for (int n : {64, 96, 128})
    check_scans(128, n);
  check_unwanted(64, 20);
  check_unwanted(256, 32);
  check_rows();
  check_compact(false);
  check_compact(true);
  return verdict();
}
