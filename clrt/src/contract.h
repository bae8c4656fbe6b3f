// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The contract lines of a file of variants (docs/variants.md has the grammar).

#ifndef CLRT_CONTRACT_H
#define CLRT_CONTRACT_H

#include "condition.h"

#include <string>
#include <vector>

namespace clrt_impl {
struct Device;

// Which launches a variant takes over, and how.
struct Contract {
  // A variant with other work-items takes no launch with more than these in a dimension: what it
  // computes of its ids, `get_global_id(0) * 16 + 15`, must fit into an int.
  static constexpr size_t most_items = 0x7f000000;

  std::string name, kernel, target;
  std::string place; // file:line, for messages
  size_t items[3] = {0, 0, 0};
  struct Size {
    size_t number; // of work-items, or what the plain group is divided by
    bool is_plain;
  } group[3] = {{0, false}, {0, false}, {0, false}};
  static constexpr int local_bytes = 3;
  std::vector<int> appended; // the dimensions whose work-items are passed, and local_bytes
  size_t local = 1;          // dynamic local memory has that many parts
  std::vector<Condition> when;

  int last_argument() const; // that it asks about; -1: none
  // The bytes of each part of dynamic local memory, for a plain launch that gives so many.
  size_t local_part(size_t plain) const;
};

struct DeviceTest {
  enum Key { Platform, Vendor, Name, Driver, Version, Extensions, Type, NativeFloats } key;
  bool is_part, wanted;
  std::string value;
};

struct VariantFile {
  std::string name;
  std::vector<std::vector<DeviceTest>> devices; // one of them, with all its tests
  std::vector<Contract> contracts;

  bool serves(const Device *d) const;
};

// What is broken is left out; `problems` has a message for each: file, line, what to do.
VariantFile read_contracts(const std::string &name, const std::string &source,
                           std::vector<std::string> &problems);
} // namespace clrt_impl

#endif
