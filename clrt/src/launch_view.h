// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A launch as the kernel's parameters see it: what each gets, and which memory that is.

#ifndef CLRT_LAUNCH_VIEW_H
#define CLRT_LAUNCH_VIEW_H

#include "condition.h"
#include "internal.h"

namespace clrt_impl {

// The memory of a parameter, and how far into it the parameter's address lies.
struct Range {
  enum { Unknown, Null, Local, Known } kind = Unknown;
  Memory::Kind memory = Memory::Host;
  cl_mem root = nullptr;                   // the buffer, or the one that it is a part of
  size_t first = 0, last = 0;              // its bytes in the root
  uintptr_t host_first = 0, host_last = 0; // the host's bytes that it is made over
  uintptr_t home = 0;                      // the address of its first byte, if that is known
  bool is_address = false;                 // the kernel gets the address itself: shared memory
  size_t alignment = 1;                    // of its first byte
  int64_t offset = 0;                      // bytes

  size_t size() const { return last - first; }
  // They share no byte.
  bool is_apart(const Range &other) const;
};

// What was found out of an argument last time.
struct KnownRange {
  const void *key = nullptr;
  uint64_t version = 0; // of the address table; 0: nothing is known
  Memory memory;        // of an address
  Range range;
};

class LaunchView {
public:
  // `last`: the highest parameter that will be asked about. `known` has one for each.
  LaunchView(Device *d, const clrt_kernel *handle, Instance *plain, const clrt_config *c,
             const clrt_arg *args, size_t count, int last, KnownRange *known);

  size_t items(int dimension) const { return c_->grid[dimension] * c_->block[dimension]; }
  size_t group(int dimension) const { return c_->block[dimension]; }
  // False: it has no value. `bits` is negative for signed numbers.
  bool bits(int parameter, int byte, int bits, int64_t &value) {
    const Parameter &p = parameters_[parameter];
    if (p.kind == Parameter::Value && bits == -32 && p.arg->size >= 4 &&
        static_cast<size_t>(byte) <= p.arg->size - 4) { // nearly always
      int32_t number;
      memcpy(&number, static_cast<const char *>(p.arg->value) + byte, sizeof number);
      value = number;
      return true;
    }
    return other_bits(parameter, byte, bits, value);
  }
  bool bytes(int parameter, int64_t &value);
  bool aligned(int parameter, size_t bytes, int64_t &value);
  bool distinct(int a, int b, int64_t &value);

  // Parameters of the plain kernel, as far as the constructor went.
  struct Parameter {
    enum Kind : unsigned char { Value, Address, Buffer, Offset, Appended, None } kind;
    const clrt_arg *arg; // Offset: of the parameter ahead of it
    size_t appended;     // which one
  };
  size_t size() const { return size_; }
  const Parameter &at(size_t parameter) const { return parameters_[parameter]; }
  const Range &range(int parameter);
  // What the offset parameter gets: elements.
  bool offset(int parameter, int64_t &value);

private:
  void add(const clrt_arg &a);
  void push(Parameter::Kind kind, const clrt_arg *a, size_t appended = 0) {
    if (size_ < wanted_)
      parameters_[size_++] = Parameter{kind, a, appended};
  }
  bool other_bits(int parameter, int byte, int bits, int64_t &value);
  void find(const Parameter &p, KnownRange &known);
  Range of_address(const void *p, const Memory &m);
  Range of_buffer(cl_mem mem);
  Range of_appended(const clrt_appended &a);

  Device *d_;
  const clrt_kernel *handle_;
  Instance *plain_;
  const clrt_config *c_;
  size_t size_ = 0, wanted_;
  KnownRange *known_;
  Parameter parameters_[Condition::most_arguments]; // not initialised: launches are short
};
} // namespace clrt_impl

#endif
