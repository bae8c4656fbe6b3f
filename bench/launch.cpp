// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a clrt launch costs beside the raw OpenCL calls that it stands for: the same kernel,
// arguments and queue, in turns, medians over many rounds. Prints both and their ratio: with two
// buffers alive, with 10,000 more, and with another of these for each launch.

#include <algorithm>
#include <chrono>
#include <clrt/clrt.hpp>
#include <cstdio>
#include <vector>

CLRT_PROGRAM(launch_cl);
static clrt::symbol<float[4]> table({1, 2, 3, 4});
static const clrt::kernel<clrt::global_at<float>, clrt::global<const float>, int, float>
    saxpy(launch_cl, "saxpy", {clrt::dynamic_local(), clrt::constant(table)});

static const int launches = 200, rounds = 301;

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The raw calls, as a careful programmer writes them: appended arguments are set once.
static cl_int raw_launch(cl_command_queue queue, cl_kernel kernel, cl_mem y, cl_mem x, int n,
                         float a) {
  cl_ulong offset = 0;
  size_t global = 64, local = 64;
  cl_int e = clSetKernelArg(kernel, 0, sizeof y, &y);
  e |= clSetKernelArg(kernel, 1, sizeof offset, &offset);
  e |= clSetKernelArg(kernel, 2, sizeof x, &x);
  e |= clSetKernelArg(kernel, 3, sizeof n, &n);
  e |= clSetKernelArg(kernel, 4, sizeof a, &a);
  return e |
         clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
}

static double quantile(std::vector<double> v, double q) {
  size_t at = static_cast<size_t>(q * static_cast<double>(v.size()));
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(at), v.end());
  return v[at];
}

struct Raw {
  cl_command_queue queue;
  cl_kernel kernel;
};

static const int n = 64;

// Launches on y[0], y[1] ... in turn.
static int compare(const char *what, const Raw &r, const std::vector<float *> &y, const float *x) {
  std::vector<cl_mem> mems;
  for (const float *p : y)
    mems.push_back(clrt::mem(p));
  cl_mem x_mem = clrt::mem(x);
  int failures = 0;
  std::vector<double> raw, ours, ratios;
  for (int round = 0; round < rounds; ++round) {
    double t[2];
    for (int turn = 0; turn < 2; ++turn) {
      bool raw_turn = (round + turn) % 2 == 0; // who goes first changes
      size_t at = static_cast<size_t>(round) * 7919 % y.size();
      clFinish(r.queue);
      double begin = seconds();
      for (int i = 0; i < launches; ++i) {
        at = at + 1 < y.size() ? at + 1 : 0;
        failures += raw_turn ? raw_launch(r.queue, r.kernel, mems[at], x_mem, n, 2.0f) != CL_SUCCESS
                             : clrt::launch(saxpy, {1, 64, 256}, y[at], x, n, 2.0f) != CLRT_SUCCESS;
      }
      t[raw_turn ? 0 : 1] = (seconds() - begin) / launches;
    }
    raw.push_back(t[0]);
    ours.push_back(t[1]);
    ratios.push_back(t[1] / t[0]);
  }
  clFinish(r.queue);
  printf("%-28s %8.0f %8.0f %8.3f %8.3f\n", what, quantile(raw, 0.5) * 1e9,
         quantile(ours, 0.5) * 1e9, quantile(ratios, 0.5),
         quantile(ours, 0.1) / quantile(raw, 0.1));
  return failures;
}

int main() {
  float *x;
  std::vector<float *> y(1), many(10000);
  cl_mem constants;
  cl_int code = 0;
  if (clrt::malloc(&x, n * sizeof(float)) || clrt::malloc(&y[0], n * sizeof(float)) ||
      clrt::symbol_address(&constants, table))
    return puts("no device"), 1;
  cl_context context = clrt::context();
  cl_device_id device = clrt::device();
  const char *source = launch_cl.source;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
  if (clBuildProgram(program, 1, &device, launch_cl.options, nullptr, nullptr) != CL_SUCCESS)
    return puts("the kernel does not build"), 1;
  Raw r = {clrt::queue(), clCreateKernel(program, "saxpy", &code)};
  clSetKernelArg(r.kernel, 5, 256, nullptr);
  clSetKernelArg(r.kernel, 6, sizeof constants, &constants);

  printf("%-28s %8s %8s %8s %8s   (%d rounds)\n", "ns a launch, medians", "raw", "clrt", "ratio",
         "fastest", rounds);
  int failures = compare("2 buffers", r, y, x);
  for (float *&p : many)
    if (clrt::malloc(&p, n * sizeof(float)))
      return puts("out of memory"), 1;
  failures += compare("10,002 buffers", r, y, x);
  failures += compare("another one for each launch", r, many, x);
  double begin = seconds();
  for (float *&p : many)
    failures += clrt::free(p) || clrt::malloc(&p, n * sizeof(float));
  printf("%-28s %17.0f\n", "free and malloc", (seconds() - begin) / double(many.size()) * 1e9);
  clReleaseKernel(r.kernel);
  clReleaseProgram(program);
  return failures != 0;
}
