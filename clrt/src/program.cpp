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
  if (int capability = nvidia_capability(d)) // see device/float16_nvidia.clh
    all += " -DCLRT_NV_SM=" + std::to_string(capability);
  if (all.find("-cl-denorms-are-zero") != std::string::npos) // see device/native.clh
    all += " -DCLRT_FLUSHES";
  return all;
}

std::string clrt_impl::program_options(Device *d, const clrt_program *p, bool local_warps) {
  return device_options(d, p->options) + warp_options(d, p, local_warps) + need_options(d, p);
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

// The program's kernels; read when first asked for.
const std::vector<KernelText> &clrt_impl::kernels_of(const clrt_program *p) {
  static std::mutex *mutex = new std::mutex;
  static auto *all = new std::map<std::string, std::vector<KernelText>>;
  std::lock_guard<std::mutex> lock(*mutex);
  auto found = all->find(p->hash);
  if (found == all->end())
    found = all->emplace(p->hash, kernel_texts(std::string(p->source, p->size))).first;
  return found->second;
}

static std::string source_of(const ProgramPart &part) {
  std::string text(part.program->source, part.program->size);
  if (part.alone)
    text = with_one_kernel(text, kernels_of(part.program), part.kernel);
  if (!part.fixed)
    return text;
  const std::string attribute =
      " __attribute__((reqd_work_group_size(" + std::to_string(part.fixed[0]) + ", " +
      std::to_string(part.fixed[1]) + ", " + std::to_string(part.fixed[2]) + ")))";
  const std::vector<KernelText> kernels = kernel_texts(text);
  for (auto k = kernels.rbegin(); k != kernels.rend(); ++k) // from the end: the places before stay
    if (k->name == part.kernel)
      text.insert(k->keyword, attribute);
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

// What tells the part from the program's others.
static std::string name_of(const ProgramPart &part) {
  std::string name = part.local_warps ? "local warps " : "";
  if (part.alone)
    name += "alone ";
  if (part.alone || part.fixed)
    name += part.kernel;
  if (part.fixed)
    for (int i = 0; i < 3; ++i)
      name += ' ' + std::to_string(part.fixed[i]);
  return name;
}

static std::string key_of(const ProgramPart &part, const std::string &options) {
  return std::string(part.program->hash) + '\n' + options + '\n' + name_of(part);
}

// PoCL 3.1 ends, or computes something else, where a kernel has barriers and a switch whose cases
// are all values that LLVM knows it to have, as of `switch (i % 4)`: its default is then a block
// without a way out, of which the regions between barriers lose sight. So the value is hidden from
// LLVM, unless it is a constant.
std::string clrt_impl::hidden_switches(const Device *d, const char *source) {
  if (!d->is_pocl || !source || !strstr(source, "switch") || !strstr(source, "barrier"))
    return "";
  return " -DCLRT_TEXT(x)=#x"
         " -Dswitch(...)=switch(__builtin_constant_p((__VA_ARGS__))?(__VA_ARGS__):"
         "({__typeof__((__VA_ARGS__)+0)clrt_v=(__VA_ARGS__);"
         "__asm__(CLRT_TEXT():CLRT_TEXT(+r)(clrt_v));clrt_v;}))";
}

static std::string build_options(Device *d, const ProgramPart &part) {
  return program_options(d, part.program, part.local_warps) +
         hidden_switches(d, part.program->source);
}

bool clrt_impl::is_cached(Device *d, const ProgramPart &part) {
  return cache_holds(d, key_of(part, build_options(d, part)));
}

static Program build(Device *d, const ProgramPart &part) {
  Program result;
  const clrt_program *p = part.program;
  std::string options = build_options(d, part), source = source_of(part),
              key = key_of(part, options);
  cl_int code = build_text(d, key, options, source, result.program);
  // A compiler may fail at the hardware's warps alone: NVIDIA's does where many predicates live at
  // once.
  if (code != CL_SUCCESS && !part.local_warps && may_exchange_locally(d, p)) {
    ProgramPart locally = part;
    locally.local_warps = true;
    Program other = build(d, locally);
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
  Watch(const Device *d, const ProgramPart &part)
      : thread_([this, d, part] {
          std::unique_lock<std::mutex> lock(mutex_);
          if (!ended_.wait_for(lock, std::chrono::seconds(1), [this] { return over_; }))
            fprintf(stderr, "clrt: building %s%s%s for %s%s\n", part.alone ? part.kernel : "",
                    part.alone ? " of " : "", part.program->name,
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
                                  const ProgramPart &part) {
  Program &entry = d->programs[std::make_pair(
      std::string(part.program->hash) + '\n' + part.program->options, name_of(part))];
  d->build_ended.wait(lock, [&entry] { return entry.state != Program::Building; });
  if (entry.state == Program::Built)
    return entry;
  entry.state = Program::Building;
  lock.unlock();
  Program built;
  {
    Watch watch(d, part);
    built = build(d, part);
  }
  if (d->is_pocl)
    wait_at_exit();
  lock.lock();
  entry = built;
  entry.state = Program::Built;
  d->build_ended.notify_all();
  return entry;
}

bool clrt_impl::builds_kernels_alone(const Device *d, const clrt_program *p) {
  const char *wish = getenv("CLRT_BUILD_KERNELS");
  if (wish && *wish)
    return std::string(wish) == "alone";
  // Each build reads the whole text again; PoCL makes machine code of a kernel when it is launched.
  const size_t many = 8;
  return !d->is_pocl && kernels_of(p).size() >= many;
}

clrt_error clrt_impl::get_program(Device *d, const KernelSource &source, cl_program *built) {
  ProgramPart part = {source.program, source.name, source.fixed, source.local_warps,
                      source.fixed || builds_kernels_alone(d, source.program)};
  std::unique_lock<std::mutex> lock(d->build_mutex);
  ++d->launches_waiting;
  Program *entry = &built_program(d, lock, part);
  if (part.alone && !entry->program) { // it may need another kernel
    part.alone = false;
    entry = &built_program(d, lock, part);
  }
  --d->launches_waiting;
  d->build_ended.notify_all();
  fputs(entry->log.c_str(), stderr); // also of a build ahead
  entry->log.clear();
  *built = entry->program;
  return entry->error;
}
