// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each call has variables of its own. Where the address of one goes anywhere, a jump to the beginning would give all
// calls the same one.
struct Pair {
  int a[2];
  __device__ int *begin() { return a; }
};
struct Slots {
  int *at[4];
};
__device__ int members(const int *p, int n) {
  Pair s;
  s.a[1] = n;
  s.a[0] = p[1] * 10 + p[0];
  return n == 0 ? s.a[0] : members(s.a, n - 1); // DIAG: 2001
}
__device__ int stored(Slots *slots, int n) {
  int own = n + 1;
  slots->at[n] = &own;
  if (n == 0)
    return *slots->at[1];
  return stored(slots, n - 1); // DIAG: 2001
}
__device__ const int *addressOf(const int &x) { return &x; }
__device__ int byReference(const int *p, int n) {
  int own = *p + 1;
  return n == 0 ? own + *p : byReference(addressOf(own), n - 1); // DIAG: 2001
}
__device__ int byMethod(const int *p, int n) {
  Pair s = {{p[0] + 1, n}};
  return n == 0 ? s.a[0] + *p : byMethod(s.begin(), n - 1); // DIAG: 2001
}
__device__ int byArray(const int *p, int n) {
  int own[2] = {*p + n, n};
  return n == 0 ? own[0] + *p : byArray(own + 1, n - 1); // DIAG: 2001
}
__device__ int bound(const int *p, int n) {
  int own = *p + n;
  const int &same = own;
  return n == 0 ? own + *p : bound(addressOf(same), n - 1); // DIAG: 2001
}
// Threads that call it a different number of times would wait for each other.
__device__ void meet(int *shared) {
  __syncthreads();
  shared[threadIdx.x] += shared[0];
}
__device__ int meeting(int *shared, int n) {
  meet(shared);
  return n == 0 ? shared[1] : meeting(shared, n - 1); // DIAG: 2001
}
__global__ void k(int *out, int n) {
  __shared__ int shared[32];
  Slots slots;
  int first[2] = {1, 2};
  out[0] = members(first, n) + stored(&slots, n) + byReference(first, n) + byMethod(first, n) + byArray(first, n) +
           bound(first, n) + meeting(shared, n);
}
