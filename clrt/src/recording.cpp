// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The captures that are under way, and which calls they rule out.

#include "recording.h"

#include <algorithm>

using namespace clrt_impl;

namespace {
struct Recordings {
  std::mutex mutex;
  std::vector<Recording *> all;
};
} // namespace

std::atomic<int> clrt_impl::recordings_under_way{0};

static Recordings &recordings() {
  static Recordings *r = new Recordings;
  return *r;
}

static uint64_t fresh_recording_id() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1) + 1;
}

Recording::Recording(Stream *s, clrt_stream_capture_mode m)
    : id(fresh_recording_id()), origin(s), mode(m), owner(&thread()) {}

void clrt_impl::add_recording(Recording *r) {
  Recordings &known = recordings();
  std::lock_guard<std::mutex> lock(known.mutex);
  known.all.push_back(r);
  recordings_under_way.fetch_add(1);
}

void clrt_impl::remove_recording(Recording *r) {
  Recordings &known = recordings();
  std::lock_guard<std::mutex> lock(known.mutex);
  auto at = std::find(known.all.begin(), known.all.end(), r);
  if (at == known.all.end())
    return;
  known.all.erase(at);
  recordings_under_way.fetch_sub(1);
}

Recording *clrt_impl::find_recording(uint64_t id) {
  Recordings &known = recordings();
  std::lock_guard<std::mutex> lock(known.mutex);
  for (Recording *r : known.all)
    if (r->id == id)
      return r;
  return nullptr;
}

void clrt_impl::leave_recording(Stream *s) {
  if (Recording *r = recording_of(s))
    r->leave(s);
}

void clrt_impl::drop_recordings(const Device *d) {
  std::vector<Recording *> own;
  Recordings &known = recordings();
  {
    std::lock_guard<std::mutex> lock(known.mutex);
    for (Recording *r : known.all)
      if (r->origin->device == d)
        own.push_back(r);
  }
  for (Recording *r : own)
    r->leave(r->origin);
}

clrt_error clrt_impl::refuse_blocking(Stream *s) {
  return s == &s->device->main ? refuse_implicit(s->device) : CLRT_SUCCESS;
}

clrt_error clrt_impl::refuse_recorded(Stream *s) {
  Recording *r = recording_of(s);
  if (!r)
    return CLRT_SUCCESS;
  r->valid.store(false);
  return CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

// Makes those invalid that `disturbs` says.
template <typename Condition>
static clrt_error refuse_all(const Condition &disturbs, clrt_error error) {
  Recordings &known = recordings();
  std::lock_guard<std::mutex> lock(known.mutex);
  clrt_error e = CLRT_SUCCESS;
  for (Recording *r : known.all)
    if (disturbs(r)) {
      r->valid.store(false);
      e = error;
    }
  return e;
}

// A thread is kept from such calls by its own captures and by the global ones of all threads.
clrt_error clrt_impl::refuse_unsafe_slow() {
  const Thread *own = &thread();
  const clrt_stream_capture_mode wanted = own->capture_mode;
  if (wanted == CLRT_STREAM_CAPTURE_MODE_RELAXED)
    return CLRT_SUCCESS;
  return refuse_all(
      [&](const Recording *r) {
        return r->owner == own ? r->mode != CLRT_STREAM_CAPTURE_MODE_RELAXED
                               : r->mode == CLRT_STREAM_CAPTURE_MODE_GLOBAL &&
                                     wanted == CLRT_STREAM_CAPTURE_MODE_GLOBAL;
      },
      CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED);
}

clrt_error clrt_impl::refuse_whole(const Device *d) {
  if (recordings_under_way.load(std::memory_order_relaxed) == 0)
    return CLRT_SUCCESS;
  return refuse_all([&](const Recording *r) { return r->origin->device == d; },
                    CLRT_ERROR_STREAM_CAPTURE_UNSUPPORTED);
}

clrt_error clrt_impl::refuse_implicit(const Device *d) {
  if (recordings_under_way.load(std::memory_order_relaxed) == 0)
    return CLRT_SUCCESS;
  return refuse_all(
      [&](const Recording *r) { return r->origin->device == d && r->origin->blocking; },
      CLRT_ERROR_STREAM_CAPTURE_IMPLICIT);
}

clrt_error clrt_thread_exchange_stream_capture_mode(clrt_stream_capture_mode *mode) {
  if (!mode || static_cast<unsigned>(*mode) > CLRT_STREAM_CAPTURE_MODE_RELAXED)
    return record(CLRT_ERROR_INVALID_VALUE);
  std::swap(*mode, thread().capture_mode);
  return CLRT_SUCCESS;
}
