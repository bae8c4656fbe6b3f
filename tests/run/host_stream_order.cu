// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The legacy default stream waits for blocking streams and they for it; events order non-blocking
// streams.
#include "check.h"

// Slow, so that a missing order shows: v becomes 3 * v + add many times over.
__global__ void slow(unsigned *v, int rounds, unsigned add) {
  for (int i = 0; i < rounds; i++)
    *v = *v * 3 + add;
}
static unsigned after(unsigned v, int rounds, unsigned add) {
  for (int i = 0; i < rounds; i++)
    v = v * 3 + add;
  return v;
}

class Stream { // as programs wrap it
  cudaStream_t s_;

public:
  Stream() { cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking); }
  ~Stream() { cudaStreamDestroy(s_); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  operator cudaStream_t() const { return s_; }
};

// Classes that convert in methods that are not const, or in both.
struct Lazy {
  cudaStream_t made = nullptr;
  int uses = 0;
  operator cudaStream_t() {
    if (uses++ == 0)
      OK(cudaStreamCreate(&made));
    return made;
  }
};
struct Both {
  int changing = 0;
  operator cudaStream_t() { return ++changing, nullptr; }
  operator cudaStream_t() const { return nullptr; }
};
struct Size {
  int asked = 0;
  operator dim3() { return dim3(++asked); }
};
static void check_conversions(unsigned *d) {
  unsigned got;
  Lazy lazy;
  Both both;
  Size grid, block;
  OK(cudaMemset(d, 0, sizeof got));
  OK(cudaDeviceSynchronize());
  slow<<<1, 1, 0, lazy>>>(d, 10, 4);
  slow<<<grid, block, 0, lazy>>>(d, 10, 6);
  OK(cudaStreamSynchronize(lazy));
  slow<<<1, 1, 0, both>>>(d, 3, 5);
  OK(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got, after(after(after(0, 10, 4), 10, 6), 3, 5));
  EXPECT_EQ(lazy.uses, 3);
  EXPECT_EQ(both.changing, 1);
  EXPECT_EQ(grid.asked + block.asked, 2);
  OK(cudaStreamDestroy(lazy));
}

int main() {
  const int r = 50000;
  unsigned *d, got;
  cudaStream_t a, b, n;
  OK(cudaMalloc(&d, sizeof got));
  OK(cudaMemset(d, 0, sizeof got));
  OK(cudaStreamCreate(&a));
  OK(cudaStreamCreate(&b));
  OK(cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking));
  slow<<<1, 1, 0, a>>>(d, r, 1);
  slow<<<1, 1>>>(d, 10, 2);                                    // waits for a
  slow<<<1, 1, 0, b>>>(d, r, 3);                               // waits for the default stream
  OK(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost)); // waits for b
  unsigned want = after(after(after(0, r, 1), 10, 2), r, 3);
  EXPECT_EQ(got, want);

  cudaEvent_t done;
  OK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  slow<<<1, 1, 0, a>>>(d, r, 5);
  OK(cudaEventRecord(done, a));
  OK(cudaStreamWaitEvent(n, done, 0));
  slow<<<1, 1, 0, n>>>(d, r, 7);
  OK(cudaEventRecord(done, n)); // recorded anew
  OK(cudaStreamWaitEvent(b, done, 0));
  slow<<<1, 1, 0, b>>>(d, 1, 9);
  OK(cudaStreamSynchronize(b));
  OK(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost));
  want = after(after(after(want, r, 5), r, 7), 1, 9);
  EXPECT_EQ(got, want);
  slow<<<1, 1, 0, cudaStreamLegacy>>>(d, 1, 1);
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost));
  EXPECT_EQ(got, after(want, 1, 1));
  Stream own;
  OK(cudaMemsetAsync(d, 0, sizeof got, own));
  slow<<<1, 1, 0, own>>>(d, r, 2);
  OK(cudaMemcpyAsync(&got, d, sizeof got, cudaMemcpyDeviceToHost, own));
  OK(cudaStreamSynchronize(own));
  EXPECT_EQ(got, after(0, r, 2));
  check_conversions(d);
  OK(cudaEventDestroy(done));
  OK(cudaStreamDestroy(a));
  OK(cudaStreamDestroy(b));
  OK(cudaStreamDestroy(n));
  OK(cudaFree(d));
  return verdict();
}
