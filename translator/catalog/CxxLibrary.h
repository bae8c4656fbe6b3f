// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_CXXLIBRARY_H
#define CU2CL_CATALOG_CXXLIBRARY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

/// Knowledge about the C and C++ libraries by name. Whether a declaration is the library's is the
/// caller's to ask.
namespace cu2cl::catalog {

enum class CxxClass {
  Other,
  Container, ///< takes and gives parts by the types of its template arguments alone
  Array,     ///< std::array: so, and all parts are of one type
  Pair,      ///< std::pair: so, and its parts are members
  Policy,    ///< holds nothing
  Allocator, ///< so, too: std::allocator
  UniquePointer,
  SharedPointer,
  SharedPointerBase, ///< what libstdc++'s shared_ptr is derived from
  View,              ///< std::span: holds an address and a size
  Callable,          ///< std::function
  AllocatorTraits,
  Ordering,       ///< what <=> gives of what is always ordered
  PartialOrdering ///< ... or not
};
CxxClass cxxClass(llvm::StringRef Name);
inline bool isContainer(CxxClass C) {
  return C == CxxClass::Container || C == CxxClass::Array || C == CxxClass::Pair;
}
inline bool isOrdering(CxxClass C) {
  return C == CxxClass::Ordering || C == CxxClass::PartialOrdering;
}
inline bool isSmartPointer(CxxClass C) {
  return C == CxxClass::UniquePointer || C == CxxClass::SharedPointer ||
         C == CxxClass::SharedPointerBase;
}
/// Returns true if an object of such a class has an address of what its first template argument
/// names.
inline bool holdsAddress(CxxClass C) { return isSmartPointer(C) || C == CxxClass::View; }

/// The effect of a function on its arguments.
namespace cxxuse {
enum : uint16_t {
  PassesOn = 1 << 0,     ///< whatever they are
  ByValue = 1 << 1,      ///< a pointer is a value, no iterator that it goes on from
  Same = 1 << 2,         ///< the result is the argument, or its address
  Part = 1 << 3,         ///< the result is a part of the argument
  Shows = 1 << 4,        ///< as text, where a pointer is no more than a name
  LeavesText = 1 << 5,   ///< and that text in memory
  Copies = 1 << 6,       ///< what the second points to, to where the first does
  ReturnsFirst = 1 << 7, ///< the first is the result
  Keeps = 1 << 8,        ///< a method: its arguments become parts of the object, as they are
  Constructs = 1 << 9, ///< makes an object, whose class a template argument names, of its arguments
};
} // namespace cxxuse

/// Of `cxxuse`; 0 for a function that is not known.
uint16_t cxxFunction(llvm::StringRef Name);

} // namespace cu2cl::catalog

#endif
