// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Strings in device code: tables of literals, as variables of the device, in objects, static in
// functions; chosen, walked through, compared and printed.
#include "check.h"

enum Operation { Add, Subtract, Multiply };

__device__ const char *const names[] = {"add", "subtract", "multiply"};
__constant__ const char *short_names[3] = {"+", "-", "*"};
__device__ const char *first = "first", *second = "second";

struct Entry {
  const char *name;
  int value;
};
__device__ Entry entries[] = {{"one", 1}, {"three", 3}, {nullptr, 0}};
struct Labels {
  static constexpr const char *const list[2] = {"label 0", "label 10"};
};
namespace inner {
struct Group {
  Entry entry;
  const char *more[2];
};
__constant__ Group group = {{"seven", 7}, {"m", "mm"}};
} // namespace inner

__constant__ char digits[] = "0123456789abcdef";
__device__ char letters[27] = "abcdefghijklmnopqrstuvwxyz";

__device__ int length(const char *s) {
  int n = 0;
  while (s[n])
    n++;
  return n;
}
__device__ bool equal(const char *a, const char *b) {
  for (; *a && *a == *b; a++, b++)
    ;
  return *a == *b;
}
__device__ const char *name_of(Operation o) {
  switch (o) {
  case Add:
    return "add";
  case Subtract:
    return "subtract";
  default:
    return names[o];
  }
}
template <typename T> __device__ const char *type_name() {
  static const char *const name[] = {"small", "large"};
  return name[sizeof(T) > 4];
}

__global__ void lengths(int *out, int flag) {
  const char *s = flag ? "xyz" : "yy";
  const char *message = "none";
  if (flag)
    message = "some more";
  static const char *mutable_table[] = {"u", "uu"};
  const char *local_table[] = {"l", "ll"};
  out[0] = length(s);
  out[1] = length(message);
  for (int i = 0; i < 3; i++)
    out[2 + i] = length(names[i]) * 100 + short_names[i][0];
  for (int i = 0; i < 2; i++)
    out[5 + i] = length(mutable_table[i]) * 10 + length(local_table[i]);
  out[7] = length(first) * 10 + length(second);
  int n = 0;
  for (const Entry *e = entries; e->name; e++)
    n = n * 100 + e->value * 10 + length(e->name);
  out[8] = n;
  out[9] = length(Labels::list[flag]);
  out[10] =
      length(inner::group.entry.name) + inner::group.entry.value + length(inner::group.more[flag]);
  for (int o = 0; o < 3; o++)
    out[11 + o] = equal(name_of((Operation)o), names[o]) + 10 * equal(name_of(Add), names[o]);
  out[14] = equal(type_name<double>(), "large") + 2 * equal(type_name<int>(), "small");
}

__global__ void letters_of(char *out, int flag) {
  int i = threadIdx.x;
  const char *bases = "ACGT";
  const char array[] = "wxyz";
  out[i] = bases[i & 3];
  out[8 + i] = "TGCA"[i & 3];
  out[16 + i] = digits[i + 8];
  out[24 + i] = letters[i];
  out[32 + i] = array[i & 3];
  if (i == 0 && flag)
    printf("%s %s %s\n", names[flag], entries[flag].name, flag ? "yes" : "no");
}

int main() {
  int *d, got[15];
  OK(cudaMalloc(&d, sizeof got));
  for (int flag = 0; flag < 2; flag++) {
    lengths<<<1, 1>>>(d, flag);
    OK(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
    const int want[15] = {
        flag ? 3 : 2, flag ? 9 : 4, 300 + '+',        800 + '-', 800 + '*', 11, 22, 56,
        1335,         flag ? 8 : 7, 5 + 7 + 1 + flag, 11,        1,         1,  3};
    for (int i = 0; i < 15; i++)
      EXPECT_EQ(got[i], want[i]);
  }
  OK(cudaFree(d));
  char *c, text[41] = {};
  OK(cudaMalloc(&c, 40));
  letters_of<<<1, 8>>>(c, 1);
  OK(cudaMemcpy(text, c, 40, cudaMemcpyDeviceToHost));
  EXPECT(strcmp(text, "ACGTACGTTGCATGCA89abcdefabcdefghwxyzwxyz") == 0);
  OK(cudaFree(c));
  return verdict();
}
