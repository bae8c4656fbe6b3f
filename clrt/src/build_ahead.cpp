// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Building ahead: where compilers are slow, all programs of the process are built from its start
// on, while the host prepares its data. What is built and never used is in the cache at least.

#include "variant.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <thread>
#include <unistd.h>

using namespace clrt_impl;

namespace {
struct Ahead {
  std::mutex mutex;
  std::vector<const clrt_program *> programs; // of the process, in the order of their constructors
  std::vector<Device *> devices;              // that have built ahead
};
// What a device's threads take one by one.
struct Work {
  std::vector<ProgramPart> parts;
  size_t next = 0;
};
} // namespace

// Never destroyed: it is used until the process ends.
static Ahead &ahead() {
  static Ahead *s = new Ahead;
  return *s;
}

void clrt_enter_program(const clrt_program *program) {
  std::lock_guard<std::mutex> lock(ahead().mutex);
  ahead().programs.push_back(program);
}

std::vector<const clrt_program *> clrt_impl::known_programs() {
  std::lock_guard<std::mutex> lock(ahead().mutex);
  return ahead().programs;
}

static void stop_all() {
  std::vector<Device *> devices;
  {
    std::lock_guard<std::mutex> lock(ahead().mutex);
    devices = ahead().devices;
  }
  for (Device *d : devices)
    stop_ahead(d);
}

void clrt_leave_program(const clrt_program *program) {
  stop_all();
  forget_variants(program);
  std::lock_guard<std::mutex> lock(ahead().mutex);
  auto &all = ahead().programs;
  all.erase(std::remove(all.begin(), all.end(), program), all.end());
}

// The process that has the threads; a child after fork() has none of them.
static pid_t building_process() {
  static const pid_t first = getpid();
  return first;
}

void clrt_impl::stop_ahead(Device *d) {
  if (building_process() != getpid())
    return;
  std::unique_lock<std::mutex> lock(d->build_mutex);
  d->stops_ahead = true;
  d->build_ended.notify_all();
  d->build_ended.wait(lock, [d] { return d->builders == 0; });
}

// NVIDIA's driver loads its compiler with the first build, and at exit the compiler's static
// objects go before all that was registered earlier: a build that runs on crashes. So the compiler
// is loaded by a build of its own (of a text that no cache of the driver has), and stop_all
// registered after that, before another thread builds: while that thread loads it, the program may
// end.
static void load_compiler(Device *d) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::string source =
      "__kernel void load(__global long *p) { *p = " + std::to_string(now.count()) + "; }\n";
  const char *text = source.c_str();
  cl_int code;
  cl_program program = clCreateProgramWithSource(d->context, 1, &text, nullptr, &code);
  if (code != CL_SUCCESS)
    return;
  clBuildProgram(program, 1, &d->id, "", nullptr, nullptr);
  clReleaseProgram(program);
  std::atexit(stop_all);
}

static void work_ahead(Device *d, const std::shared_ptr<Work> &work) {
  std::unique_lock<std::mutex> lock(d->build_mutex);
  while (!d->stops_ahead && work->next < work->parts.size()) {
    // A driver that builds one program at a time does it for those who wait first.
    d->build_ended.wait(lock, [d] { return d->stops_ahead || d->launches_waiting == 0; });
    if (!d->stops_ahead && work->next < work->parts.size())
      built_program(d, lock, work->parts[work->next++]);
  }
  --d->builders;
  d->build_ended.notify_all();
}

static bool is_wanted(const Device *d) {
  const char *wish = getenv("CLRT_BUILD_AHEAD");
  if (wish && *wish)
    return cache_is_on() && std::string(wish) != "0";
  return cache_is_on() && (info<cl_device_type>(d->id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
}

void clrt_impl::build_ahead(Device *d) {
  if (!is_wanted(d))
    return;
  auto work = std::make_shared<Work>();
  {
    std::lock_guard<std::mutex> lock(ahead().mutex);
    auto &devices = ahead().devices;
    if (std::find(devices.begin(), devices.end(), d) != devices.end())
      return;
    if (devices.empty() && building_process() == getpid())
      std::atexit(stop_all);
    devices.push_back(d);
    for (const clrt_program *p : ahead().programs)
      if (!builds_kernels_alone(d, p))
        work->parts.push_back({p, nullptr, nullptr, false, false});
      else
        for (const KernelText &k : kernels_of(p))
          work->parts.push_back({p, k.name.c_str(), nullptr, false, true});
  }
  // What an earlier process did not come to is hardly what this one waits for, but its end would
  // wait for such a build.
  if (std::any_of(work->parts.begin(), work->parts.end(),
                  [d](const ProgramPart &part) { return is_cached(d, part); }))
    return;
  if (is_nvidia(d->id) && building_process() == getpid() && !work->parts.empty())
    load_compiler(d);
  // NVIDIA's driver (seen with 580) builds one program at a time, whatever the threads and
  // contexts.
  const size_t most = is_nvidia(d->id) ? 1 : std::max(2u, std::thread::hardware_concurrency()) - 1;
  std::lock_guard<std::mutex> lock(d->build_mutex);
  for (size_t i = 0; i < work->parts.size() && i < most; ++i) {
    ++d->builders;
    std::thread(work_ahead, d, work).detach();
  }
}
