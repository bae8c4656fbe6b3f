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

__device__ const char *name(int i) { return i == 0 ? "zero" : i == 1 ? "one" : "many"; }

// Called with literals, with memory of the kernel and with an argument of it.
__device__ void log(const char *what, int i) { printf("%s: %d\n", what, i); }

#define SAY(...) printf(__VA_ARGS__)

__global__ void strings(const char *given, int n, int *results) {
  char word[8] = {'w', 'o', 'r', 'd', 0};
  __shared__ char shared[4];
  for (int i = 0; i < 3; i++)
    shared[i] = 'a' + i;
  shared[3] = 0;
  printf("%s\n", n > 0 ? "positive" : "not positive");
  printf("%d is %s, %s\n", n, n % 2 ? "odd" : "even", "they say");
  printf(n == 3 ? "three %d\n" : "other %x\n", n);
  printf("%s %s\n", n > 0 ? "two" : "2", n > 1 ? "choices" : "c"); // more than one
  printf("%s, %s\n", word, n == 3 ? "three" : "else");
  printf("[%8s|%-8s|%.2s|%6.3s|%-6.1s|%*s]\n", word, word, word, given, shared, 5, shared);
  printf("%s", given);
  printf("\n%d%s%f\n", n, name(n - 2), 0.5);
  const char *p = name(n);
  SAY("%s %c%s %d%%\n", p, *p, p + 1, n);
  log("literal", 1);
  log(given, 2);
  log(word, 3);
  log(shared, 4);
  for (int i = 0; i < 2; i++) {
    const char *colour = "red";
    if (i > 0)
      colour = "green";
    printf("%s\n", colour);
  }
  results[0] = printf("no arguments\n");
  results[1] = printf("%d %s\n", n, "literal");
  if (printf("%s %d %d\n", given, 1, 2) == 3)
    results[2] = n > 0 ? printf("%s", n > 1 ? "yes\n" : "no\n") : printf("never");
}

int main() {
  char path[] = "/tmp/cu2cl-printf-XXXXXX", text[2048] = "";
  int file = mkstemp(path), saved = dup(1);
  fflush(stdout);
  dup2(file, 1);
  print<<<1, 1>>>(-42, 1.5f, 2.25, 0, 1ll << 40, 0xbeefu, 'z', true);
  char *given;
  int *results, returned[3];
  OK(cudaMalloc(&given, 6));
  OK(cudaMalloc(&results, sizeof returned));
  OK(cudaMemcpy(given, "given", 6, cudaMemcpyHostToDevice));
  strings<<<1, 1>>>(given, 3, results);
  OK(cudaMemcpy(returned, results, sizeof returned, cudaMemcpyDeviceToHost));
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
                     "-1 0 0.500000\n"
                     "positive\n"
                     "3 is odd, they say\n"
                     "three 3\n"
                     "two choices\n"
                     "word, three\n"
                     "[    word|word    |wo|   giv|a     |  abc]\n"
                     "given\n"
                     "3one0.500000\n"
                     "many many 3%\n"
                     "literal: 1\n"
                     "given: 2\n"
                     "word: 3\n"
                     "abc: 4\n"
                     "red\n"
                     "green\n"
                     "no arguments\n"
                     "3 literal\n"
                     "given 1 2\n"
                     "yes\n";
  EXPECT(want == text);
  if (want != text)
    printf("got:\n%s\n", text);
  // CUDA's printf returns how many arguments it was given.
  EXPECT_EQ(returned[0], 0);
  EXPECT_EQ(returned[1], 2);
  EXPECT_EQ(returned[2], 1);
  OK(cudaFree(given));
  OK(cudaFree(results));
  return verdict();
}
