// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Run.h"

#include "launch_view.h"

#include <algorithm>
#include <chrono>
#include <cstring>

using namespace clrt_impl;

namespace replay {

static const size_t canary = 4096; // bytes on each side: a multiple of every device's alignment
static const char canary_byte = '\x5a', poison_byte = '\xa5';

static void check(cl_int code, const char *what) {
  if (code != CL_SUCCESS)
    throw Stop("failed", std::string(what) + ": " + clrt_error_name(from_cl(code)));
}

Device *find_device(const Capture &c) {
  for (int i = 0; i < device_total(); ++i) {
    Device *d = device_at(i);
    if (!d || platform_text(d->platform, CL_PLATFORM_NAME) != c.Platform ||
        info_text(d->id, CL_DEVICE_NAME) != c.Device ||
        info_text(d->id, CL_DRIVER_VERSION) != c.Driver)
      continue;
    if (make_ready(d) != CLRT_SUCCESS)
      throw Stop("failed", "the device " + c.Device + " cannot be used");
    raw_handles_given(); // buffers that clrt did not make are alive
    return d;
  }
  throw Stop("foreign", "there is no device " + c.Device + " with the driver " + c.Driver +
                            " of the capture here");
}

Replay::Replay(const Capture &capture, Device *device, const std::vector<size_t> &poisoned)
    : c_(capture), d_(device) {
  cl_int code;
  queue_ = clCreateCommandQueue(d_->context, d_->id, CL_QUEUE_PROFILING_ENABLE, &code);
  check(code, "clCreateCommandQueue");
  make_memory(poisoned);
}

void Replay::make_memory(const std::vector<size_t> &poisoned) {
  cl_int code;
  for (const std::vector<char> &bytes : c_.Buffers) {
    std::vector<char> padded(bytes.size() + 2 * canary, canary_byte);
    std::copy(bytes.begin(), bytes.end(), padded.begin() + canary);
    before_.push_back(std::move(padded));
    roots_.push_back(
        clCreateBuffer(d_->context, CL_MEM_READ_WRITE, before_.back().size(), nullptr, &code));
    check(code, "clCreateBuffer");
  }
  changes_.assign(roots_.size(), true);
  std::vector<unsigned> users(roots_.size(), 0);
  const size_t alignment = info<cl_uint>(d_->id, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  for (const Capture::Parameter &p : c_.Parameters) {
    parts_.push_back(nullptr);
    if (p.Kind != Capture::Parameter::Buffer)
      continue;
    ++users[p.Index];
    if (alignment && p.First % alignment != 0)
      throw Stop("unsupported", "a parameter begins within an allocation where no buffer can");
    cl_buffer_region region = {canary + p.First, std::max<size_t>(p.Size, 1)};
    parts_.back() = clCreateSubBuffer(roots_[p.Index], CL_MEM_READ_WRITE,
                                      CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    check(code, "clCreateSubBuffer");
  }
  for (size_t i : poisoned)
    if (i < c_.Parameters.size() && c_.Parameters[i].Kind == Capture::Parameter::Buffer &&
        users[c_.Parameters[i].Index] == 1) {
      const Capture::Parameter &p = c_.Parameters[i];
      std::fill_n(before_[p.Index].begin() + static_cast<ptrdiff_t>(canary + p.First), p.Size,
                  poison_byte);
    }
}

cl_kernel Replay::build(const std::string &source, const std::string &name, const char *outcome) {
  const char *text = source.c_str();
  const size_t size = source.size();
  cl_int code;
  cl_program program = clCreateProgramWithSource(d_->context, 1, &text, &size, &code);
  check(code, "clCreateProgramWithSource");
  const std::string options = c_.Options + clrt_impl::hidden_switches(d_, text);
  if (clBuildProgram(program, 1, &d_->id, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    size_t length = 0;
    clGetProgramBuildInfo(program, d_->id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
    std::string log(length, '\0');
    clGetProgramBuildInfo(program, d_->id, CL_PROGRAM_BUILD_LOG, length, &log[0], nullptr);
    throw Stop(outcome, name + " does not build: " + log);
  }
  cl_kernel kernel = clCreateKernel(program, name.c_str(), &code);
  if (code != CL_SUCCESS)
    throw Stop(outcome, "the program has no kernel " + name);
  return kernel;
}

void Replay::build_plain() {
  plain_.kernel = build(c_.Source, c_.Kernel, "unsupported");
  for (int i = 0; i < 3; ++i) {
    plain_.global[i] = c_.Grid[i] * c_.Block[i];
    plain_.group[i] = c_.Block[i];
  }
  set_arguments(plain_, Contract());
}

void Replay::set_arguments(const Work &work, const Contract &contract) {
  for (size_t i = 0; i < c_.Parameters.size(); ++i) {
    const Capture::Parameter &p = c_.Parameters[i];
    const cl_uint at = static_cast<cl_uint>(i);
    cl_int code = CL_SUCCESS;
    if (p.Kind == Capture::Parameter::Buffer)
      code = clSetKernelArg(work.kernel, at, sizeof(cl_mem), &parts_[i]);
    else if (p.Kind == Capture::Parameter::Value)
      code = clSetKernelArg(work.kernel, at, p.Bytes.size(), p.Bytes.data());
    else
      code = clSetKernelArg(
          work.kernel, at,
          p.Kind == Capture::Parameter::Local ? contract.local_part(p.Size) * contract.local
                                              : sizeof(cl_mem),
          nullptr);
    check(code, "clSetKernelArg");
  }
}

/// Asks the conditions as clrt does at a launch.
bool Replay::holds(const Contract &contract) {
  clrt_config config = {};
  std::copy_n(c_.Grid, 3, config.grid);
  std::copy_n(c_.Block, 3, config.block);
  config.local_bytes = c_.LocalBytes;
  std::vector<clrt_arg> arguments;
  for (size_t i = 0; i < c_.Parameters.size(); ++i) {
    const Capture::Parameter &p = c_.Parameters[i];
    if (p.Kind ==
        Capture::Parameter::Local) // and what is after it: conditions that ask do not hold
      break;
    if (p.Kind == Capture::Parameter::Value)
      arguments.push_back({CLRT_VALUE, p.Bytes.size(), p.Bytes.data()});
    else
      arguments.push_back({CLRT_BUFFER, sizeof(cl_mem), &parts_[i]});
  }
  const clrt_appended local = {CLRT_DYNAMIC_LOCAL, 0, nullptr, nullptr};
  const clrt_kernel handle = {
      nullptr, c_.Kernel.c_str(), &local, arguments.size() < c_.Parameters.size() ? 1u : 0u, 0, 0};
  const int last = contract.last_argument();
  std::vector<KnownRange> known(static_cast<size_t>(last + 1));
  LaunchView view(d_, &handle, nullptr, &config, arguments.data(), arguments.size(), last,
                  known.data());
  return std::all_of(contract.when.begin(), contract.when.end(),
                     [&](const Condition &when) { return when.holds(view); });
}

void Replay::build_variant(const std::string &text, const std::string &name) {
  std::vector<std::string> problems;
  const VariantFile file = read_contracts("variant", text, problems);
  if (!problems.empty())
    throw Stop("failed", problems.front());
  auto found = std::find_if(file.contracts.begin(), file.contracts.end(),
                            [&](const Contract &c) { return c.name == name; });
  if (found == file.contracts.end())
    throw Stop("failed", "the file has no variant " + name);
  if (!holds(*found))
    throw Stop("unmet", "the variant's conditions do not hold for this launch");
  size_t items = 1;
  for (int i = 0; i < 3; ++i) {
    const Contract::Size &size = found->group[i];
    const size_t group = size.is_plain ? c_.Block[i] / size.number : size.number;
    if (group == 0 || (size.is_plain && group * size.number != c_.Block[i]))
      throw Stop("unmet", "the launch's group does not divide");
    const size_t merged = (plain_.global[i] + found->items[i] - 1) / found->items[i];
    variant_.group[i] = group;
    variant_.global[i] = (merged + group - 1) / group * group;
    items *= group;
  }
  if (items > d_->max_threads)
    throw Stop("unmet", "the device has no groups of " + std::to_string(items) + " work-items");
  variant_.kernel = build(text, name, "failed");
  set_arguments(variant_, *found);
  cl_uint at = static_cast<cl_uint>(c_.Parameters.size());
  for (int what : found->appended) {
    const cl_uint size = static_cast<cl_uint>(
        what == Contract::local_bytes ? found->local_part(c_.LocalBytes) : plain_.global[what]);
    check(clSetKernelArg(variant_.kernel, at++, sizeof size, &size), "clSetKernelArg");
  }
}

void Replay::restore(bool all) {
  for (size_t i = 0; i < roots_.size(); ++i)
    if (all || changes_[i])
      check(clEnqueueWriteBuffer(queue_, roots_[i], CL_FALSE, 0, before_[i].size(),
                                 before_[i].data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
  check(clFinish(queue_), "clFinish");
}

double Replay::run(const Work &work) {
  cl_event event = nullptr;
  const auto start = std::chrono::steady_clock::now();
  check(clEnqueueNDRangeKernel(queue_, work.kernel, 3, nullptr, work.global, work.group, 0, nullptr,
                               &event),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue_), "the kernel");
  const std::chrono::duration<double, std::nano> wall = std::chrono::steady_clock::now() - start;
  cl_ulong begin = 0, end = 0;
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  clReleaseEvent(event);
  return end > begin ? static_cast<double>(end - begin) : wall.count();
}

double Replay::time(const Work &work, unsigned repetitions) {
  double sum = 0;
  for (unsigned i = 0; i < repetitions; ++i) {
    restore(false);
    sum += run(work);
  }
  return sum / repetitions;
}

std::vector<std::vector<char>> Replay::contents() {
  std::vector<std::vector<char>> result;
  for (size_t i = 0; i < roots_.size(); ++i) {
    result.emplace_back(before_[i].size());
    check(clEnqueueReadBuffer(queue_, roots_[i], CL_TRUE, 0, result[i].size(), result[i].data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  }
  return result;
}

void Replay::compare() {
  restore(true);
  const double once = run(plain_);
  repetitions_ = static_cast<unsigned>(std::min(10.0, std::max(1.0, 1e6 / std::max(once, 1.0))));
  const std::vector<std::vector<char>> wanted = contents();
  restore(true);
  run(variant_);
  const std::vector<std::vector<char>> found = contents();
  for (size_t i = 0; i < roots_.size(); ++i) {
    changes_[i] = wanted[i] != before_[i];
    const auto at = std::mismatch(wanted[i].begin(), wanted[i].end(), found[i].begin());
    if (at.first == wanted[i].end())
      continue;
    const ptrdiff_t byte = at.first - wanted[i].begin() - static_cast<ptrdiff_t>(canary);
    const bool inside = byte >= 0 && byte < static_cast<ptrdiff_t>(c_.Buffers[i].size());
    throw Stop("wrong", "byte " + std::to_string(byte) + " of buffer " + std::to_string(i) +
                            (inside ? "" : ", which is outside of it,") + " differs from plain");
  }
}

} // namespace replay
