// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CLRT_VERIFY=1: the first launch of each size class runs the variant and then, on the same bytes,
// the plain kernel, and all bytes of their memory are compared.

#include "launch_memory.h"

#include <cstdio>
#include <cstdlib>
#include <set>

using namespace clrt_impl;

namespace {
struct Verified {
  std::mutex mutex;
  std::set<std::string> seen;     // launches, by what decides that they are alike
  std::set<const char *> refused; // kernels that cannot be compared, which was said
  std::atomic<unsigned> equal{0}, unequal{0};
};
} // namespace

static Verified &verified() {
  static Verified *v = new Verified;
  return *v;
}

static void report() {
  const Verified &v = verified();
  fprintf(
      stderr,
      "clrt: CLRT_VERIFY: %u launches of variants compared with the plain kernels, %u differed\n",
      v.equal + v.unequal, v.unequal.load());
}

static bool is_first(const Launch &l, const Candidate &variant) {
  Verified &v = verified();
  std::lock_guard<std::mutex> lock(v.mutex);
  if (v.seen.empty())
    std::atexit(report);
  return v.seen
      .insert(std::to_string(l.d->index) + ' ' + variant.program->hash + ' ' + l.handle->name +
              ' ' + variant.contract->name + ' ' + size_class(l.config))
      .second;
}

static void say_refused(const Launch &l, const std::string &why) {
  Verified &v = verified();
  std::lock_guard<std::mutex> lock(v.mutex);
  if (v.refused.insert(l.handle->name).second)
    fprintf(stderr, "clrt: CLRT_VERIFY: kernel %s is not compared: %s; the plain kernel runs\n",
            l.handle->name, why.c_str());
}

// Reads the fault word and clears it; the device's streams are done.
static clrt_error take_fault(const Launch &l, cl_int &fault) {
  fault = 0;
  if (!l.plain->may_fault)
    return CLRT_SUCCESS;
  const cl_int zero = 0;
  SymbolMemory word;
  cl_command_queue queue;
  clrt_error e = symbol_memory(l.d, fault_symbol(), &word);
  if (e == CLRT_SUCCESS)
    e = side_queue(l.d, &queue);
  if (e == CLRT_SUCCESS)
    e = from_cl(clEnqueueReadBuffer(queue, word.mem, CL_TRUE, 0, sizeof fault, &fault, 0, nullptr,
                                    nullptr));
  if (e == CLRT_SUCCESS && fault != 0)
    e = from_cl(
        clEnqueueWriteBuffer(queue, word.mem, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr));
  return e;
}

static clrt_error run_unchanged(const Launch &l) {
  return run_plain(l.d, l.s, l.handle, l.config, l.args, l.count);
}

typedef std::vector<std::vector<char>> Bytes;

static std::string difference(const LaunchMemory &memory, const Bytes &variant,
                              const Bytes &plain) {
  for (size_t i = 0; i < plain.size(); ++i)
    for (size_t at = 0; at < plain[i].size() && !memory.pieces[i].is_fault; ++at)
      if (variant[i][at] != plain[i][at]) {
        char bytes[64];
        snprintf(bytes, sizeof bytes, "0x%02x instead of 0x%02x",
                 static_cast<unsigned char>(variant[i][at]),
                 static_cast<unsigned char>(plain[i][at]));
        return "parameter " + std::to_string(memory.pieces[i].parameter) + ", first at byte " +
               std::to_string(at) + " of its buffer (" + bytes + ")";
      }
  return "";
}

static void judge(const Launch &l, Candidate &v, const std::string &what) {
  ++(what.empty() ? verified().equal : verified().unequal);
  if (what.empty())
    return;
  v.state->dropped.store(true);
  const size_t *g = l.config->grid, *b = l.config->block;
  fprintf(
      stderr,
      "clrt: CLRT_VERIFY: WRONG RESULT: kernel %s, variant %s (%s), %zu x %zu x %zu work-items: "
      "%s. The plain kernel's result stays, and it runs from now on\n",
      l.handle->name, v.contract->name.c_str(), v.contract->place.c_str(), g[0] * b[0], g[1] * b[1],
      g[2] * b[2], what.c_str());
}

bool clrt_impl::verify(const Launch &l, Candidate &v, const clrt_config *config, clrt_error &e) {
  if (!is_first(l, v))
    return false;
  LaunchMemory memory;
  Bytes before, of_variant, of_plain;
  std::string why;
  if (!memory.find(l, why)) {
    v.state->dropped.store(true);
    say_refused(l, why);
    e = run_unchanged(l);
    return true;
  }
  e = memory.read(l, before);
  int holder = LaunchMemory::holding_addresses(l.d, memory.pieces, before);
  if (e == CLRT_SUCCESS && holder >= 0) {
    v.state->dropped.store(true);
    say_refused(l, "the memory of parameter " + std::to_string(holder) +
                       " holds addresses of shared memory");
    e = run_unchanged(l);
    return true;
  }
  cl_int variant_fault = 0, plain_fault = 0, code = CL_SUCCESS;
  if (e == CLRT_SUCCESS)
    e = run_variant(l, v, config, code);
  if (e != CLRT_SUCCESS)
    return code == CL_SUCCESS; // else the variant cannot run, which the caller will see
  e = from_cl(finish_queues(l.d));
  if (e == CLRT_SUCCESS)
    e = take_fault(l, variant_fault);
  if (e == CLRT_SUCCESS)
    e = memory.read(l, of_variant);
  if (e == CLRT_SUCCESS)
    e = memory.write(before);
  if (e == CLRT_SUCCESS)
    e = run_unchanged(l);
  if (e == CLRT_SUCCESS)
    e = from_cl(finish_queues(l.d));
  if (e == CLRT_SUCCESS)
    e = take_fault(l, plain_fault);
  if (e == CLRT_SUCCESS)
    e = memory.read(l, of_plain);
  if (e != CLRT_SUCCESS)
    return true;
  why = difference(memory, of_variant, of_plain);
  if (why.empty() && variant_fault != plain_fault)
    why = "it faults as CUDA's error " + std::to_string(variant_fault) + " instead of " +
          std::to_string(plain_fault);
  judge(l, v, why);
  if (plain_fault != 0) // the program is told as without
    l.d->sticky.store(plain_fault);
  return true;
}
