/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/* NVTX (nvToolsExt.h, nvtx3/nvtx3.hpp) for a program that no profiler of NVIDIA's looks at: its
 * marks and ranges do nothing. */

#ifndef CLRT_NVTX_H
#define CLRT_NVTX_H
#include "clrt/names_begin.h"

#pragma GCC system_header /* parameters that nothing uses */

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

/* A variable of it that only marks would have read is no mistake. */
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} __attribute__((unused)) nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#ifdef __cplusplus
extern "C" {
#endif
#define MARKER(RESULT, NAME, PARAMETERS, VALUE)                                                    \
  static inline RESULT NAME PARAMETERS { return VALUE; }
#define MARKER_VOID(NAME, PARAMETERS)                                                              \
  static inline void NAME PARAMETERS {}
#include "clrt/nvtx.def"
#ifdef __cplusplus
}

/* What nvtx3.hpp has for C++11. */
namespace nvtx3 {
inline namespace v1 {

struct domain {
  struct global {};
  template <class D = global> static const domain &get() {
    static const domain d{};
    return d;
  }
  operator nvtxDomainHandle_t() const { return nullptr; }
};

struct rgb {
  rgb(uint8_t, uint8_t, uint8_t) {}
};
struct argb {
  argb(uint8_t, uint8_t, uint8_t, uint8_t) {}
};
struct color {
  explicit color(uint32_t) {}
  color(argb) {}
  color(rgb) {}
};
struct category {
  explicit category(uint32_t i) : id(i) {}
  uint32_t get_id() const { return id; }

private:
  uint32_t id;
};
template <class D = domain::global> struct named_category_in : category {
  template <class Text> named_category_in(uint32_t i, const Text *) : category(i) {}
  template <class C> static const named_category_in &get() {
    static const named_category_in c(C::id, C::name);
    return c;
  }
};
using named_category = named_category_in<>;
template <class D = domain::global> struct registered_string_in {
  template <class Text> explicit registered_string_in(const Text &) {}
  template <class M> static const registered_string_in &get() {
    static const registered_string_in s(M::message);
    return s;
  }
  nvtxStringHandle_t get_handle() const { return nullptr; }
};
using registered_string = registered_string_in<>;
struct payload {
  template <class T> explicit payload(T) {}
};
/* A text, or a string (which has c_str()). */
struct message {
  message(const char *) {}
  message(const wchar_t *) {}
  message(nvtxStringHandle_t) {}
  template <class Text, class = decltype(static_cast<const Text *>(nullptr)->c_str())>
  message(const Text &) {}
  template <class D> message(const registered_string_in<D> &) {}
};

class event_attributes {
public:
  event_attributes() : value() {}
  template <class First, class... Rest>
  explicit event_attributes(const First &, const Rest &...) : value() {}
  const nvtxEventAttributes_t *get() const { return &value; }

private:
  nvtxEventAttributes_t value;
};

template <class D = domain::global> class scoped_range_in {
public:
  template <class... Parts> explicit scoped_range_in(const Parts &...) {}
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  ~scoped_range_in() {}
};
using scoped_range = scoped_range_in<>;
template <class D = domain::global> using scoped_thread_range_in = scoped_range_in<D>;
using scoped_thread_range = scoped_range;

template <class D = domain::global> class unique_range_in {
public:
  template <class... Parts> explicit unique_range_in(const Parts &...) {}
  unique_range_in(const unique_range_in &) = delete;
  unique_range_in &operator=(const unique_range_in &) = delete;
  unique_range_in(unique_range_in &&) noexcept {}
  unique_range_in &operator=(unique_range_in &&) noexcept { return *this; }
  ~unique_range_in() {}
};
using unique_range = unique_range_in<>;

struct range_handle {
  using value_type = nvtxRangeId_t;
  explicit range_handle(value_type i = 0) : id(i) {}
  explicit operator bool() const { return id != 0; }
  value_type get_value() const { return id; }

private:
  value_type id;
};
template <class D = domain::global, class... Parts> range_handle start_range_in(const Parts &...) {
  return range_handle();
}
template <class... Parts> range_handle start_range(const Parts &...) { return range_handle(); }
template <class D = domain::global> void end_range_in(range_handle) {}
inline void end_range(range_handle) {}
template <class D = domain::global, class... Parts> void mark_in(const Parts &...) {}
template <class... Parts> void mark(const Parts &...) {}

} // namespace v1
} // namespace nvtx3

#define NVTX3_V1_FUNC_RANGE() ::nvtx3::scoped_range nvtx3_range(__func__)
#define NVTX3_V1_FUNC_RANGE_IF(C) (void)(C)
#define NVTX3_V1_FUNC_RANGE_IN(D) ::nvtx3::scoped_range_in<D> nvtx3_range(__func__)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C) (void)(C)
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN
#endif

#include "clrt/names_end.h"

#endif
