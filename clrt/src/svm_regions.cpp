// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Allocates shared virtual memory. The driver of a device with memory of its own takes about
// a millisecond for an allocation, and as long as a copy to map it. So there, small allocations
// share regions, and regions that are free again are kept for the next allocation. Elsewhere each
// allocation is a region of its own.

#include "internal.h"

#include <algorithm>

using namespace clrt_impl;

static const size_t region_page = 4096;
static const size_t last_page =
    region_page;                     // of a region: nobody's, so that all pages of a piece are its
static const size_t alignment = 256; // CUDA's; drivers may stay below it
static const size_t largest_small = size_t(1) << 20; // bytes of an allocation that shares a region
static const size_t first_region = size_t(1) << 16;  // the next ones have twice the size, up to:
static const size_t largest_region = size_t(1) << 22;
static const size_t most_spare = size_t(1) << 28; // bytes of free regions that are kept

static const cl_bitfield fine_grain_buffer = 1 << 10; // CL_MEM_SVM_FINE_GRAIN_BUFFER

// What a piece takes: one page of its own before it, where 1-based arrays begin, and one byte
// after it at least that is no other's. So no two have a page in common.
static size_t piece_size(size_t bytes) {
  return region_page + (bytes + end_padding + region_page - 1) / region_page * region_page;
}

static uintptr_t aligned(uintptr_t at) { return (at + alignment - 1) / alignment * alignment; }

// A place for a piece in the region's gaps; 0: none.
static uintptr_t find_gap(uintptr_t base, const SharedRegion &region, size_t need) {
  uintptr_t at = aligned(base), end = base + region.size - last_page;
  for (const auto &piece : region.pieces) {
    if (piece.first - region_page - at >= need)
      return at + region_page;
    at = piece.first - region_page + piece_size(piece.second);
  }
  return end - at >= need ? at + region_page : 0;
}

typedef std::map<uintptr_t, SharedRegion>::iterator RegionPlace;

void clrt_impl::free_region(Device *d, uintptr_t base, const SharedRegion &region) {
  if (region.use == SharedRegion::Mapped) // whose memory it will be knows nothing of us
    set_host_access(base, region.size, HostAccess::All);
  clSVMFree(d->context, pointer(base));
}

// Gives what the host has of a region that nobody uses back to the driver.
static void release(Device *d, RegionPlace region) {
  cl_command_queue queue;
  if (region->second.with_host && side_queue(d, &queue) == CLRT_SUCCESS &&
      move_region(queue, region, Device::TheDevice) == CL_SUCCESS)
    clFinish(queue);
  free_region(d, region->first, region->second);
  d->spare_shared -= region->second.size;
  d->shared.erase(region);
}

static void release_spare(Device *d) {
  for (RegionPlace at = d->shared.begin(); at != d->shared.end();) {
    RegionPlace region = at++;
    if (region->second.pieces.empty())
      release(d, region);
  }
}

// A new region without pieces; the map's end if the driver has none.
static RegionPlace make_region(Device *d, SharedRegion::Use use, size_t size) {
  cl_bitfield flags = CL_MEM_READ_WRITE | (use == SharedRegion::FineGrain ? fine_grain_buffer : 0);
  void *p = clSVMAlloc(d->context, flags, size, 0);
  if (!p) {
    release_spare(d);
    p = clSVMAlloc(d->context, flags, size, 0);
  }
  if (!p)
    return d->shared.end();
  SharedRegion region;
  region.size = size;
  region.use = use;
  d->spare_shared += size;
  return d->shared.emplace(reinterpret_cast<uintptr_t>(p), region).first;
}

// Enters a piece. A region that nobody used is mapped, its contents are nobody's.
static cl_int enter(Device *d, RegionPlace region, uintptr_t at, size_t bytes) {
  SharedRegion &r = region->second;
  if (r.pieces.empty() && r.use == SharedRegion::Mapped && !r.with_host) {
    cl_int code = map_fresh(d, region);
    if (code != CL_SUCCESS)
      return code;
    r.with_host = true;
  }
  if (r.pieces.empty()) {
    d->svm_version.fetch_add(1);
    d->spare_shared -= r.size;
    if (r.use == SharedRegion::Mapped)
      d->with_host.fetch_add(1);
  }
  r.pieces[at] = bytes;
  return CL_SUCCESS;
}

// A region with room: of the host's, or free. Large pieces take whole regions of about their size.
static RegionPlace find_region(Device *d, SharedRegion::Use use, size_t need, bool small,
                               uintptr_t &at) {
  for (RegionPlace region = d->shared.begin(); region != d->shared.end(); ++region) {
    const SharedRegion &r = region->second;
    bool is_free = r.pieces.empty(), shares = r.size <= largest_region;
    if (r.use != use || !(is_free || (small && shares)) || small != shares ||
        (use == SharedRegion::Mapped && !is_free && !r.with_host) ||
        (!small && r.size - std::min(r.size, need) > need / 4 + alignment + last_page))
      continue;
    at = find_gap(region->first, r, need);
    if (at)
      return region;
  }
  return d->shared.end();
}

cl_int clrt_impl::add_piece(Device *d, SharedRegion::Use use, bool pools, size_t bytes,
                            uintptr_t &at) {
  RegionPlace region;
  if (!pools) {
    region = make_region(d, use, bytes + end_padding + alignment);
    at = region == d->shared.end() ? 0 : aligned(region->first);
  } else {
    size_t need = piece_size(bytes);
    bool small = bytes <= largest_small;
    region = find_region(d, use, need, small, at);
    if (region == d->shared.end()) {
      size_t size = small ? first_region : need;
      for (const auto &other : d->shared)
        if (small && other.second.use == use && other.second.size <= largest_region)
          size = std::min(std::max(size, other.second.size * 2), largest_region);
      region = make_region(d, use, std::max(size, need + alignment + last_page));
      at = region == d->shared.end() ? 0 : find_gap(region->first, region->second, need);
    }
  }
  if (region == d->shared.end())
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  cl_int code = enter(d, region, at, bytes);
  if (code != CL_SUCCESS)
    release(d, region);
  return code;
}

size_t clrt_impl::remove_piece(Device *d, uintptr_t at, bool pools) {
  RegionPlace region = d->shared.upper_bound(at);
  if (region == d->shared.begin())
    return 0;
  SharedRegion &r = (--region)->second;
  auto piece = r.pieces.find(at);
  if (piece == r.pieces.end())
    return 0;
  size_t bytes = piece->second;
  r.pieces.erase(piece);
  if (!r.pieces.empty())
    return bytes;
  d->svm_version.fetch_add(1);
  d->spare_shared += r.size;
  if (r.use == SharedRegion::Mapped)
    (r.with_host ? d->with_host : d->with_device).fetch_sub(1);
  if (!pools || d->spare_shared > most_spare)
    release(d, region);
  return bytes;
}
