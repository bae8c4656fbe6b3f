// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device printf with CUDA's formats. The host redirects its own output and reads what the kernel
// has written.
#include "check.h"

#include <string>
#include <unistd.h>

__global__ void print(int i, float f, double d, const char *unused, long long l, unsigned u, char c,
                      bool b) {
  (void)unused;
  printf("plain\n");
  printf("%d %i %5d|%-5d|%05d %+d\n", i, i, i, i, i, i);
  printf("%u %x %X %o %#x\n", u, u, u, u, u);
  printf("%f %.2f %8.3f %e %g\n", f, f, d, d, f);
  printf("%lld %llx %ld %lu\n", l, l, (long)l, (unsigned long)l);
  printf("%c %s %% %d\n", c, "text", b);
  printf("%*d|%*d|%hd\n", 6, i, 1 + 5, i, (short)i);
  printf("%d %u %f\n", threadIdx.x - 1, threadIdx.x, 1.0f * threadIdx.x + 0.5);
}

int main() {
  char path[] = "/tmp/cu2cl-printf-XXXXXX", text[2048] = "";
  int file = mkstemp(path), saved = dup(1);
  fflush(stdout);
  dup2(file, 1);
  print<<<1, 1>>>(-42, 1.5f, 2.25, 0, 1ll << 40, 0xbeefu, 'z', true);
  OK(cudaDeviceSynchronize());
  fflush(stdout);
  dup2(saved, 1);
  lseek(file, 0, SEEK_SET);
  long length = read(file, text, sizeof text - 1);
  EXPECT(length > 0);
  unlink(path);
  std::string want = "plain\n"
                     "-42 -42   -42|-42  |-0042 -42\n"
                     "48879 beef BEEF 137357 0xbeef\n"
                     "1.500000 1.50    2.250 2.250000e+00 1.5\n"
                     "1099511627776 10000000000 1099511627776 1099511627776\n"
                     "z text % 1\n"
                     "   -42|   -42|-42\n"
                     "-1 0 0.500000\n";
  EXPECT(want == text);
  if (want != text)
    printf("got:\n%s\n", text);
  return verdict();
}
