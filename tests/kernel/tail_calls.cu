// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A call of the function itself that is the last thing it does becomes a jump.
__device__ int divisor(int a, int b) { return b == 0 ? a : divisor(b, a % b); }
// CL: again:;
// CL: { if (b == 0) return a; else { int next_a = b; b = a % b; a = next_a; goto again; } }
__device__ int find(const int *a, int low, int high, int x) {
  if (low >= high)
    return -1;
  int middle = (low + high) / 2;
  if (a[middle] == x)
    return middle;
  if (a[middle] < x)
    return find(a, middle + 1, high, x); // CL: { low = middle + 1; goto again; }
  return find(a, low, middle, x);        // CL: { high = middle; goto again; }
}
__device__ void fill(int *v, int n) {
  v[n] = n;
  if (n > 0)
    fill(v, n - 1); // CL: { n = n - 1; goto again; }
}
// An array of its own, of which only elements are meant, is there anew in each round.
__device__ int digits(int x, int sum) {
  int own[2] = {x % 10, x / 10};
  return x == 0 ? sum : digits(own[1], sum + own[0]); // CL: x = own[1];
}
// Places of other memory may have their addresses taken.
__device__ int last(const int *p, int n) { return n == 0 ? *p : last(&p[1], n - 1); } // CL: p = &p[1];
__global__ void k(int *v, int n) {
  v[0] = divisor(v[1], n) + find(v, 0, n, 3) + digits(n, 0) + last(v, n);
  fill(v, n);
}
