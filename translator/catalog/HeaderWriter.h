// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_HEADERWRITER_H
#define CU2CL_CATALOG_HEADERWRITER_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cu2cl::catalog {

/// Expands the lines "// @..." of a skeleton in cuda/ into declarations made from rows:
///   // @functions FAMILY     prototypes of the host functions of a .def
///   // @enumerators ENUM     the enumerators of one enumeration
///   // @macros               the #defines of RuntimeTypes.def
///   // @device FAMILY        prototypes of the device functions of a .def
///   // @vectors              the vector structs
///   // @makers               make_float4 and friends
/// \returns the header's text; an unknown line gives an empty string and sets \p Error.
std::string expandHeader(llvm::StringRef Skeleton, std::string &Error);

/// The text of a header that only includes another one.
std::string aliasHeader(llvm::StringRef Base);

} // namespace cu2cl::catalog

#endif
