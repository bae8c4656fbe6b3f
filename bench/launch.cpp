// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a clrt launch costs beside the raw OpenCL calls that it stands for: the same kernel,
// arguments and queue, in turns, medians over many rounds. Prints both and their ratio: with two
// buffers alive, with 10,000 more, and with another of these for each launch. The last rows compare
// a kernel that has variants with one that has none: one variant is refused at each launch, the
// next one taken. There the device is held until all are enqueued: else a driver that falls asleep
// between launches, more often behind slower ones, is what is measured.

#include <algorithm>
#include <chrono>
#include <clrt/clrt.hpp>
#include <cstdio>
#include <vector>

CLRT_PROGRAM(launch_cl);
static clrt::symbol<float[4]> table({1, 2, 3, 4});
static const clrt::kernel<clrt::global_at<float>, clrt::global<const float>, int, float>
    saxpy(launch_cl, "saxpy", {clrt::dynamic_local(), clrt::constant(table)});

static const clrt::kernel<clrt::global_at<float>, clrt::global<const float>, int, float>
    asked(launch_cl, "saxpy_asked", {clrt::dynamic_local(), clrt::constant(table)});

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

// Holds what is enqueued next until it is opened.
class Gate {
public:
  Gate(cl_command_queue queue, bool holds) {
    cl_int code;
    if (holds && (event_ = clCreateUserEvent(clrt::context(), &code)))
      clEnqueueBarrierWithWaitList(queue, 1, &event_, nullptr);
  }
  ~Gate() {
    if (!event_)
      return;
    clSetUserEventStatus(event_, CL_COMPLETE);
    clReleaseEvent(event_);
  }

private:
  cl_event event_ = nullptr;
};

// Launches on y[0], y[1] ... in turn, by both functions.
template <typename First, typename Second>
static int compare(const char *what, cl_command_queue queue, bool holds, size_t buffers,
                   First first, Second second) {
  int failures = 0;
  std::vector<double> one, other, ratios;
  for (int round = 0; round < rounds; ++round) {
    double t[2];
    for (int turn = 0; turn < 2; ++turn) {
      bool first_turn = (round + turn) % 2 == 0; // who goes first changes
      size_t at = static_cast<size_t>(round) * 7919 % buffers;
      clFinish(queue);
      Gate gate(queue, holds);
      double begin = seconds();
      for (int i = 0; i < launches; ++i) {
        at = at + 1 < buffers ? at + 1 : 0;
        failures += first_turn ? first(at) : second(at);
      }
      t[first_turn ? 0 : 1] = (seconds() - begin) / launches;
    }
    one.push_back(t[0]);
    other.push_back(t[1]);
    ratios.push_back(t[1] / t[0]);
  }
  clFinish(queue);
  printf("%-28s %8.0f %8.0f %8.3f %8.3f %+8.0f\n", what, quantile(one, 0.5) * 1e9,
         quantile(other, 0.5) * 1e9, quantile(ratios, 0.5),
         quantile(other, 0.1) / quantile(one, 0.1),
         (quantile(other, 0.5) - quantile(one, 0.5)) * 1e9);
  return failures;
}

static int compare_raw(const char *what, const Raw &r, const std::vector<float *> &y,
                       const float *x) {
  std::vector<cl_mem> mems;
  for (const float *p : y)
    mems.push_back(clrt::mem(p));
  cl_mem x_mem = clrt::mem(x);
  return compare(
      what, r.queue, false, y.size(),
      [&](size_t at) {
        return raw_launch(r.queue, r.kernel, mems[at], x_mem, n, 2.0f) != CL_SUCCESS;
      },
      [&](size_t at) {
        return clrt::launch(saxpy, {1, 64, 256}, y[at], x, n, 2.0f) != CLRT_SUCCESS;
      });
}

static int compare_variants(const char *what, cl_command_queue queue, const std::vector<float *> &y,
                            const float *x) {
  return compare(
      what, queue, true, y.size(),
      [&](size_t at) {
        return clrt::launch(saxpy, {1, 64, 256}, y[at], x, n, 2.0f) != CLRT_SUCCESS;
      },
      [&](size_t at) {
        return clrt::launch(asked, {1, 64, 256}, y[at], x, n, 2.0f) != CLRT_SUCCESS;
      });
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

  printf("%-28s %8s %8s %8s %8s %8s   (%d rounds)\n", "ns a launch, medians", "raw", "clrt",
         "ratio", "fastest", "more", rounds);
  int failures = compare_raw("2 buffers", r, y, x);
  for (float *&p : many)
    if (clrt::malloc(&p, n * sizeof(float)))
      return puts("out of memory"), 1;
  failures += compare_raw("10,002 buffers", r, y, x);
  failures += compare_raw("another one for each launch", r, many, x);
  printf("%-28s %8s %8s\n", "", "without", "with variants");
  failures += compare_variants("2 buffers used", r.queue, y, x);
  failures += compare_variants("another one for each launch", r.queue, many, x);
  double begin = seconds();
  for (float *&p : many)
    failures += clrt::free(p) || clrt::malloc(&p, n * sizeof(float));
  printf("%-28s %17.0f\n", "free and malloc", (seconds() - begin) / double(many.size()) * 1e9);
  clReleaseKernel(r.kernel);
  clReleaseProgram(program);
  return failures != 0;
}
