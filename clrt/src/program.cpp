// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Programs: building the embedded source for a device.

#include "internal.h"

#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

using namespace clrt_impl;

// Options that not every device takes: they are passed only where the device offers what they ask
// for.
namespace {
struct AskedOption {
  const char *option;
  cl_device_info info;
  cl_ulong bit;
  const char *macro; // defined where it is passed
};
const AskedOption asked_options[] = {
    {"-cl-fp32-correctly-rounded-divide-sqrt", CL_DEVICE_SINGLE_FP_CONFIG,
     CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT, "-DCLRT_ROUNDED"}, // see device/exact_math.clh
};
} // namespace

std::string clrt_impl::device_options(const Device *d, const char *options) {
  std::istringstream words(options ? options : "");
  std::string word, all;
  while (words >> word) {
    for (const AskedOption &o : asked_options)
      if (word == o.option)
        word = info<cl_device_fp_config>(d->id, o.info) & o.bit ? word + " " + o.macro : "";
    if (!word.empty())
      all += (all.empty() ? "" : " ") + word;
  }
  // The sources are OpenCL C 1.2. NVIDIA's compiler and PoCL's from version 5 on take the newest
  // version they have where none is asked for: pointers without an address space are then generic,
  // but arrays as parameters private.
  if (all.find("-cl-std=") == std::string::npos)
    all += (all.empty() ? "" : " ") + std::string("-cl-std=CL1.2");
  if (!(info<cl_device_type>(d->id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU)) // see device/native.clh
    all += (all.empty() ? "" : " ") + std::string("-DCLRT_NO_NATIVE");
  if (!has_host_atomics(d)) // see device/atomic_system.clh
    all += (all.empty() ? "" : " ") + std::string("-DCLRT_NO_HOST_ATOMICS");
  return all;
}

std::string clrt_impl::program_options(Device *d, const clrt_program *p, bool local_warps) {
  return device_options(d, p->options) + warp_options(d, p, local_warps);
}

// Where a line of the flat source comes from, by its #line directives: "file:line".
static std::string origin_of(const std::string &source, unsigned long wanted) {
  std::istringstream lines(source);
  std::string line, file;
  unsigned long number = 0, shown = 0;
  while (number < wanted && std::getline(lines, line)) {
    ++number;
    ++shown;
    char name[512];
    unsigned long next;
    if (sscanf(line.c_str(), "#line %lu \"%511[^\"]\"", &next, name) == 2) {
      file = name;
      shown = next - 1;
    }
  }
  return file + ":" + std::to_string(shown);
}

// Some drivers ignore #line and call the flat source "<kernel>" or "<source>": name the files
// there.
static std::string with_origins(const std::string &log, const std::string &source) {
  std::string out;
  size_t at = 0, next;
  for (const char *flat : {"<kernel>:", "<source>:"})
    while ((next = log.find(flat, at)) != std::string::npos) {
      size_t digits = next + strlen(flat), end = log.find_first_not_of("0123456789", digits);
      if (end == digits || end == std::string::npos)
        break;
      out +=
          log.substr(at, next - at) + origin_of(source, strtoul(log.c_str() + digits, nullptr, 10));
      at = end;
    }
  return out + log.substr(at);
}

// What the user is told of a build that failed.
static std::string log_of(const Device *d, const clrt_program *p, const std::string &options,
                          const std::string &source, cl_program program) {
  size_t n = 0;
  clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &n);
  std::string log(n + 1, '\0');
  clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, n, &log[0], nullptr);
  log.resize(strlen(log.c_str())); // some drivers count a zero at the end, some do not
  return std::string("clrt: ") + p->name + " does not build for " +
         info_text(d->id, CL_DEVICE_NAME) + " (options: " + options + "):\n" +
         with_origins(log, source) + "\n";
}

// The source with one kernel told its block size: an attribute after each `__kernel` that
// leads to its name, `void name(` or the instance of a macro `FOLD(name, ...`.
static std::string source_of(const clrt_program *p, const FixedBlock *fixed) {
  std::string text(p->source, p->size);
  if (!fixed)
    return text;
  std::string name = fixed->kernel, attribute = " __attribute__((reqd_work_group_size(" +
                                                std::to_string(fixed->block[0]) + ", " +
                                                std::to_string(fixed->block[1]) + ", " +
                                                std::to_string(fixed->block[2]) + ")))";
  auto is_word = [&text](size_t i) {
    return isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_';
  };
  for (size_t at = text.size(); at != 0 && (at = text.rfind(name, at - 1)) != std::string::npos;) {
    size_t keyword = text.rfind("kernel", at),
           after = text.find_first_not_of(" \t\n", at + name.size());
    if (keyword == std::string::npos || after == std::string::npos || is_word(at - 1))
      continue;
    std::string between = text.substr(keyword, at - keyword);
    bool declares = text[after] == '(' && between.find("void") != std::string::npos;
    bool instantiates = (text[after] == ',' || text[after] == ')') && between.back() == '(';
    if ((declares || instantiates) && between.find_first_of(";{}") == std::string::npos)
      text.insert(keyword + strlen("kernel"), attribute);
    at = keyword;
  }
  return text;
}

static cl_program from_cache(const Device *d, const std::string &key, const std::string &options) {
  std::vector<unsigned char> binary;
  if (!cache_load(d, key, binary))
    return nullptr;
  const unsigned char *bytes = binary.data();
  size_t size = binary.size();
  cl_int status, code;
  cl_program program =
      clCreateProgramWithBinary(d->context, 1, &d->id, &size, &bytes, &status, &code);
  if (code != CL_SUCCESS)
    return nullptr;
  if (clBuildProgram(program, 1, &d->id, options.c_str(), nullptr, nullptr) == CL_SUCCESS)
    return program;
  clReleaseProgram(program);
  return nullptr;
}

cl_int clrt_impl::build_text(Device *d, const std::string &key, const std::string &options,
                             const std::string &source, cl_program &program) {
  program = from_cache(d, key, options);
  if (program)
    return CL_SUCCESS;
  before_compiling(d);
  const char *text = source.c_str();
  size_t size = source.size();
  cl_int code;
  program = clCreateProgramWithSource(d->context, 1, &text, &size, &code);
  if (code == CL_SUCCESS)
    code = clBuildProgram(program, 1, &d->id, options.c_str(), nullptr, nullptr);
  if (code == CL_SUCCESS)
    cache_store(d, key, program);
  return code;
}

static Program build(Device *d, const clrt_program *p, const FixedBlock *fixed, bool local_warps,
                     const std::string &block) {
  Program result;
  std::string options = program_options(d, p, local_warps), source = source_of(p, fixed),
              key = std::string(p->hash) + '\n' + options + '\n' + block;
  cl_int code = build_text(d, key, options, source, result.program);
  // A compiler may fail at the hardware's warps alone: NVIDIA's does where many predicates live at
  // once.
  if (code != CL_SUCCESS && !local_warps && may_exchange_locally(d, p)) {
    Program other = build(d, p, fixed, true, block + "local warps ");
    if (other.program) {
      if (result.program)
        clReleaseProgram(result.program);
      other.log = std::string("clrt: ") + p->name + " does not build with the warps of " +
                  info_text(d->id, CL_DEVICE_NAME) +
                  ": its threads exchange values through local memory\n";
      return other;
    }
  }
  result.error = from_cl(code);
  if (code != CL_SUCCESS && result.program) {
    result.log = log_of(d, p, options, source, result.program);
    clReleaseProgram(result.program);
    result.program = nullptr;
  }
  return result;
}

namespace {
// Says that a build takes long, while it does.
class Watch {
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;

public:
  Watch(const Device *d, const clrt_program *p)
      : thread_([this, d, p] {
          std::unique_lock<std::mutex> lock(mutex_);
          if (!ended_.wait_for(lock, std::chrono::seconds(1), [this] { return over_; }))
            fprintf(stderr, "clrt: building %s for %s%s\n", p->name,
                    info_text(d->id, CL_DEVICE_NAME).c_str(),
                    cache_is_on() ? ", which the next run will find built" : "");
        }) {}
  ~Watch() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
    }
    ended_.notify_one();
    thread_.join();
  }
};
} // namespace

Program &clrt_impl::built_program(Device *d, std::unique_lock<std::mutex> &lock,
                                  const clrt_program *program, const FixedBlock *fixed,
                                  bool local_warps) {
  std::string block = local_warps ? "local warps " : "";
  if (fixed)
    block += std::string(fixed->kernel) + ' ' + std::to_string(fixed->block[0]) + ' ' +
             std::to_string(fixed->block[1]) + ' ' + std::to_string(fixed->block[2]);
  Program &entry =
      d->programs[std::make_pair(std::string(program->hash) + '\n' + program->options, block)];
  d->build_ended.wait(lock, [&entry] { return entry.state != Program::Building; });
  if (entry.state == Program::Built)
    return entry;
  entry.state = Program::Building;
  lock.unlock();
  Program built;
  {
    Watch watch(d, program);
    built = build(d, program, fixed, local_warps, block);
  }
  if (d->ends_with_threads)
    wait_at_exit();
  lock.lock();
  entry = built;
  entry.state = Program::Built;
  d->build_ended.notify_all();
  return entry;
}

clrt_error clrt_impl::get_program(Device *d, const clrt_program *program, const FixedBlock *fixed,
                                  bool local_warps, cl_program *built) {
  std::unique_lock<std::mutex> lock(d->build_mutex);
  Program &entry = built_program(d, lock, program, fixed, local_warps);
  fputs(entry.log.c_str(), stderr); // also of a build ahead
  entry.log.clear();
  *built = entry.program;
  return entry.error;
}
