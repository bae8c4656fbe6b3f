// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels that are there on some devices only:
//
//   #ifdef CLRT_CONCURRENT_GROUPS // bfs.cu:116
//   __kernel void bfs(...) {...}
//   #endif

#include "internal.h"
#include "kernel_texts.h"

#include <cstring>
#include <mutex>
#include <set>

using namespace clrt_impl;

namespace {
struct Need {
  const char *macro, *reason;
};
const Need needs[] = {
    {"CLRT_CONCURRENT_GROUPS",
     "its work-groups wait for each other, which takes a device that runs them at the same time"},
    {"CLRT_MASKED_WARPS",
     "lanes of a warp exchange values where the others do not come, which takes a device whose "
     "lanes progress on their own"},
};
} // namespace

std::string clrt_impl::need_options(const Device *d, const clrt_program *p) {
  if (!p->source || !strstr(p->source, "#ifdef CLRT_CONCURRENT_GROUPS"))
    return "";
  // A processor runs as many groups at a time as it has threads, whatever a launch asks for.
  return info<cl_device_type>(d->id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU
             ? " -DCLRT_CONCURRENT_GROUPS"
             : "";
}

// The lines before \p at that begin with "#ifdef CLRT_", without a gap, last one first.
static std::string say_needs(const std::string &source, size_t at) {
  std::string said;
  size_t end = source.rfind('\n', at);
  while (end != std::string::npos && end > 0) {
    const size_t begin = source.rfind('\n', end - 1) + 1; // npos + 1 is 0
    const std::string line = source.substr(begin, end - begin);
    const size_t place = line.find(" // ");
    if (line.compare(0, 12, "#ifdef CLRT_") != 0 || place == std::string::npos)
      break;
    for (const Need &n : needs)
      if (line.substr(7, place - 7) == n.macro)
        said += (said.empty() ? "" : "; ") + line.substr(place + 4) + ": " + n.reason;
    end = begin == 0 ? 0 : begin - 1;
  }
  return said;
}

bool clrt_impl::say_why_missing(const Device *d, const clrt_program *p, const char *name) {
  if (!p->source || !strstr(p->source, "#ifdef CLRT_"))
    return false;
  const std::string source(p->source, p->size);
  std::string why;
  for (const KernelText &k : kernel_texts(source))
    if (k.name == name)
      why = say_needs(source, k.begin);
  if (why.empty())
    return false;
  static std::mutex guard;
  static std::set<std::string> said;
  std::lock_guard<std::mutex> lock(guard);
  if (said.insert(name).second)
    fprintf(stderr, "clrt: kernel '%s' does not run on this device (%s): %s\n", name,
            info_text(d->id, CL_DEVICE_NAME).c_str(), why.c_str());
  return true;
}
