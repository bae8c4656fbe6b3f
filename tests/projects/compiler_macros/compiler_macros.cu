// What the project's text asks of its compiler has one answer: nvcc's with GCC, on both sides.
#include <cuda.h>
#include <cstdio>
#include "answers.h"
#if __has_include("optional.cuh")
#include "optional.cuh"
#endif

#ifdef __clang__
#error this project is built with nvcc and GCC
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define LAUNCH(...) <<<__VA_ARGS__>>>
#else
#define LAUNCH(...) <<<__VA_ARGS__, 0>>>
#endif
#ifndef CUDA_VERSION
#error cuda.h defines it
#endif
#define COMPILER (__GNUC__ * 100 + __GNUC_MINOR__ * 0)
#define SAME(x) x
#define RUNTIME CUDART_VERSION
#define LIST(name) ANSWER_##name,
#define NAME(name) #name,

enum { count = sizeof((int[]){ANSWERS(LIST) 0}) / sizeof(int) - 1 };

__global__ void ask(int *out, Packet packet) {
  int answers[] = {ANSWERS(LIST) 0};
  for (int i = 0; i < count; i++)
    out[i] = answers[i];
  out[count] = COMPILER;
  out[count + 1] = SAME(__GNUC__) + RUNTIME;
  out[count + 2] = packet.tail + optional_answer();
  out[count + 3] = sizeof(Packet);
}

void plain_answers(int *nvcc, int *runtime, int *version);

int main() {
  int host[] = {ANSWERS(LIST) 0}, device[count + 4], failures = 0;
  const char *names[] = {ANSWERS(NAME) ""};
  const int expected[] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1};
  int *d;
  Packet packet = {};
  packet.tail = 25;
  cudaMalloc(&d, sizeof device);
  ask<<<1, 1>>>(d, packet);
  cudaMemcpy(device, d, sizeof device, cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; i++)
    if (host[i] != expected[i] || device[i] != expected[i]) {
      printf("%s: host %d, device %d, expected %d\n", names[i], host[i], device[i], expected[i]);
      failures++;
    }
  const int values[] = {COMPILER, __GNUC__ + CUDART_VERSION, 42, (int)sizeof(Packet)};
  for (int i = 0; i < 4; i++)
    if (device[count + i] != values[i]) {
      printf("value %d: host %d, device %d\n", i, values[i], device[count + i]);
      failures++;
    }
  int nvcc = 9, runtime = 9, version = 9;
  plain_answers(&nvcc, &runtime, &version);
  failures += nvcc != 0 || runtime != 0 || version != 0;
#ifndef __CUDACC_EXTENDED_LAMBDA__
  failures++;
#endif
  cudaFree(d);
  printf("%d failures\n%s\n", failures, failures ? "FAILED" : "PASSED");
  return failures != 0;
}
