// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table that tells what an address is of. Only address.cpp uses it.

#ifndef CLRT_ADDRESS_TABLE_H
#define CLRT_ADDRESS_TABLE_H

#include "internal.h"

namespace clrt_impl {
// The last entry that starts at or before the address, and the one after that; Memory::Host: none.
// The only one of these that takes no lock.
void table_find(uintptr_t address, Memory &before, Memory *behind);
uint64_t table_insert(const Memory &m); // its new id
bool table_erase(const Memory &m);      // false: it was gone
} // namespace clrt_impl

#endif
