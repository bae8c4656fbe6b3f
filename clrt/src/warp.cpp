// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Decides how the threads of a warp exchange values on a device: see device/warp.clh. NVIDIA's and
// AMD's compilers are known by themselves there; of others this file finds out whether sub-groups
// are warps, by a kernel that is run once for each device.

#include "internal.h"

#include <cstdlib>
#include <cstring>

using namespace clrt_impl;

// Each work-item says whether it found its warp: its place in it, a shuffle, a vote, and a vote and
// a shuffle in a loop that the warps of a group leave at different times.
static const char warp_test[] = R"(
#ifdef cl_intel_required_subgroup_size
__attribute__((intel_reqd_sub_group_size(32)))
#endif
__kernel void clrt_test_warps(__global uint *good) {
  uint thread = get_local_id(0) +
                get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
  uint size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  uint lane = thread % 32, first = thread - lane, lanes = min(size - first, 32u);
  uint all = 0xffffffffu >> (32 - lanes), rounds = 0;
  bool ok = get_max_sub_group_size() == 32 && get_sub_group_local_id() == lane;
  uint from = (lane * 7 + 3) % 32 % lanes;
  ok &= sub_group_shuffle((ulong)thread << 32, from) == (ulong)(first + from) << 32;
  bool odd = thread * 5 % 3 == 1;
  uint wanted = 0;
  for (uint i = 0; i < lanes; ++i)
    wanted |= (uint)((first + i) * 5 % 3 == 1) << i;
  ok &= (sub_group_ballot(odd).x & all) == wanted;
  uint left = lane % 4 + thread / 32 * 3, most = 0;
  for (uint i = 0; i < lanes; ++i)
    most = max(most, i % 4 + thread / 32 * 3);
  while ((sub_group_ballot(left > 0).x & all) != 0) {
    ok &= sub_group_shuffle(lane + rounds, lane ^ 1) == (lane ^ 1) + rounds || (lane ^ 1) >= lanes;
    left -= left > 0;
    ++rounds;
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  good[get_group_id(0) * size + thread] = ok && rounds == most;
}
)";

static bool lists(const std::string &extensions, const char *name) {
  return (" " + extensions + " ").find(std::string(" ") + name + " ") != std::string::npos;
}

// Runs the test in groups of this shape; false if a work-item is not where CUDA has it.
static bool passes(Device *d, cl_kernel kernel, const size_t *block) {
  const size_t groups = 3, size = block[0] * block[1] * block[2],
               global[3] = {groups * block[0], block[1], block[2]};
  std::vector<cl_uint> good(groups * size, 0);
  cl_int code;
  cl_command_queue queue = clCreateCommandQueue(d->context, d->id, 0, &code);
  if (code != CL_SUCCESS)
    return false;
  cl_mem memory = clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 good.size() * sizeof(cl_uint), good.data(), &code);
  if (code == CL_SUCCESS) {
    code = clSetKernelArg(kernel, 0, sizeof memory, &memory);
    if (code == CL_SUCCESS)
      code = clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, global, block, 0, nullptr, nullptr);
    if (code == CL_SUCCESS)
      code = clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, good.size() * sizeof(cl_uint),
                                 good.data(), 0, nullptr, nullptr);
    clReleaseMemObject(memory);
  }
  clReleaseCommandQueue(queue);
  bool all = code == CL_SUCCESS;
  for (cl_uint one : good)
    all &= one == 1;
  return all;
}

// Whether sub-groups are warps in groups of one dimension and in those whose rows are whole warps.
static bool try_warps(Device *d) {
  std::string extensions = info_text(d->id, CL_DEVICE_EXTENSIONS);
  if (!lists(extensions, "cl_khr_subgroup_shuffle") || !lists(extensions, "cl_khr_subgroup_ballot"))
    return false;
  cl_program program;
  bool good = build_text(d, "warps 1", device_options(d, ""), warp_test, program) == CL_SUCCESS;
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = good ? clCreateKernel(program, "clrt_test_warps", &code) : nullptr;
  good &= code == CL_SUCCESS;
  const size_t blocks[][3] = {{32, 1, 1}, {128, 1, 1}, {45, 1, 1}, {13, 1, 1},
                              {32, 3, 1}, {64, 1, 2},  {256, 1, 1}};
  for (const size_t *block : blocks)
    good = good && passes(d, kernel, block);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  return good;
}

namespace {
// Own: by the device's instructions, where warp.clh knows the compiler; else through local memory.
enum class Warps { None, Own, Local, SubGroups, Refused };
} // namespace

static Warps warps_of(Device *d, const clrt_program *p) {
  // The guard of the file, which is part of the program's text if it exchanges at all.
  if (!p->source || !strstr(p->source, "CLRT_DEVICE_WARP_CLH"))
    return Warps::None;
  const char *said = getenv("CLRT_WARP");
  std::string wish = said ? said : "";
  if (wish == "local")
    return Warps::Local;
  // Where the compiler makes sub-groups of a processor's vectors, barriers are faster.
  bool is_gpu = (info<cl_device_type>(d->id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
  if (!is_gpu && wish != "native")
    return Warps::Own;
  std::call_once(d->warps_tried, [d] { d->has_warps = try_warps(d); });
  return d->has_warps ? Warps::SubGroups : wish == "native" ? Warps::Refused : Warps::Own;
}

std::string clrt_impl::warp_options(Device *d, const clrt_program *p, bool local_warps) {
  switch (warps_of(d, p)) {
  case Warps::None:
    return "";
  case Warps::Own:
    return local_warps ? " -DCLRT_WARP_LOCAL" : "";
  case Warps::Local:
    return " -DCLRT_WARP_LOCAL";
  case Warps::SubGroups:
    return local_warps ? " -DCLRT_WARP_LOCAL" : " -DCLRT_WARP_SUB_GROUPS";
  case Warps::Refused:
    break;
  }
  return " -DCLRT_WARP_NONE";
}

bool clrt_impl::may_exchange_locally(Device *d, const clrt_program *p) {
  const char *wish = getenv("CLRT_WARP");
  Warps how = warps_of(d, p);
  return (how == Warps::Own || how == Warps::SubGroups) && !(wish && strcmp(wish, "native") == 0);
}

bool clrt_impl::has_sub_group_warps(Device *d, const clrt_program *p) {
  return warps_of(d, p) == Warps::SubGroups;
}

// Are the sub-groups of such blocks CUDA's warps?
static bool are_warps(const Device *d, const Instance *k, const size_t *block) {
  if (block[0] % 32 != 0 && block[1] * block[2] != 1)
    return false; // the device may form sub-groups row by row
  typedef cl_int(CL_API_CALL * Ask)(cl_kernel, cl_device_id, cl_uint, size_t, const void *, size_t,
                                    void *, size_t *);
  const cl_uint largest_of_block = 0x2033; // CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE
  void *found = clGetExtensionFunctionAddressForPlatform(d->platform, "clGetKernelSubGroupInfoKHR");
  size_t size = 0;
  return found &&
         reinterpret_cast<Ask>(found)(k->kernel, d->id, largest_of_block, 3 * sizeof *block, block,
                                      sizeof size, &size, nullptr) == CL_SUCCESS &&
         size == 32;
}

// Takes another kernel for a block whose sub-groups are not CUDA's warps.
clrt_error clrt_impl::choose_warps(Device *d, const clrt_kernel *handle, Instance *&k,
                                   const clrt_config *c) {
  if (!k->by_sub_groups || are_warps(d, k, c->block))
    return CLRT_SUCCESS;
  if (!k->unordered) {
    Instance *other = new Instance;
    clrt_error e =
        make_instance(d, handle, {handle->program, handle->name, 0, nullptr, true}, other);
    if (e != CLRT_SUCCESS) {
      release_instance(other);
      return e;
    }
    k->unordered = other;
  }
  k = k->unordered;
  return CLRT_SUCCESS;
}
