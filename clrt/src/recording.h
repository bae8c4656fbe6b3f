// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Streams that are captured: what they are given becomes nodes of a graph. Launches, copies and
// waits know of that through this class alone, so that programs without graphs link none.

#ifndef CLRT_RECORDING_H
#define CLRT_RECORDING_H

#include "internal.h"

namespace clrt_impl {
// Rows of slices, as copy_box() and fill_box() take them.
struct CopyCommand {
  Box dst, src;
  size_t width, height, depth;
  clrt_memcpy_kind kind;
};
struct FillCommand {
  Box box;
  unsigned value;
  size_t element, width, height, depth;
};

// Where an event was recorded in a stream that is captured.
struct CapturePoint {
  uint64_t capture = 0; // 0: it was not
  std::vector<clrt_graph_node> nodes;
};

class Recording {
public:
  Recording(Stream *origin, clrt_stream_capture_mode mode);
  Recording(const Recording &) = delete;
  virtual ~Recording() = default;

  virtual clrt_error launch(Stream *s, const clrt_kernel *kernel, const clrt_config *c,
                            const clrt_arg *args, size_t count) = 0;
  virtual clrt_error copy(Stream *s, const CopyCommand &c) = 0;
  virtual clrt_error fill(Stream *s, const FillCommand &f) = 0;
  virtual clrt_error call(Stream *s, clrt_host_fn function, void *data) = 0;
  virtual clrt_error note(Stream *s, CapturePoint &point) = 0; // where the stream is
  virtual clrt_error wait(Stream *s, const CapturePoint &point) = 0;
  virtual clrt_error event_node(Stream *s, clrt_event e, bool waits) = 0;
  virtual void leave(Stream *s) = 0; // it is destroyed

  const uint64_t id;
  Stream *const origin;
  const clrt_stream_capture_mode mode;
  const Thread *const owner;
  std::atomic<bool> valid{true};
};

extern std::atomic<int> recordings_under_way;

inline Recording *recording_of(const Stream *s) { return s->recording.load(); }
void add_recording(Recording *r);
void remove_recording(Recording *r);
Recording *find_recording(uint64_t id); // nullptr: it has ended
// At the end of a stream or of a device's context.
void leave_recording(Stream *s);
void drop_recordings(const Device *d);

// Each gives CUDA's error, and makes the captures invalid that the call would disturb.
clrt_error refuse_recorded(Stream *s);       // a call that this stream cannot have in a capture
clrt_error refuse_blocking(Stream *s);       // a blocking copy or fill in this stream
clrt_error refuse_unsafe_slow();             // one that may wait for the device
clrt_error refuse_whole(const Device *d);    // one that waits for all streams
clrt_error refuse_implicit(const Device *d); // one in the default stream
inline clrt_error refuse_unsafe() {
  return recordings_under_way.load(std::memory_order_relaxed) == 0 ? CLRT_SUCCESS
                                                                   : refuse_unsafe_slow();
}
} // namespace clrt_impl

#endif
