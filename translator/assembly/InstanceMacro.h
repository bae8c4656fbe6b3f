// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ASSEMBLY_INSTANCEMACRO_H
#define CU2CL_ASSEMBLY_INSTANCEMACRO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cu2cl {

/// An instance of a function template as OpenCL C.
struct InstanceText {
  llvm::StringRef Name, Text;
  /// Names of the template's parameters and what they are in this instance: {"T", "float"}.
  llvm::ArrayRef<std::pair<std::string, std::string>> Arguments;
};

/// A body that several instances share, as a macro, and for each instance the line that makes it.
struct SharedBody {
  std::string Macro;              ///< "#define FOLD(NAME, T, N) ...", without a line end
  std::vector<std::string> Lines; ///< "FOLD(fold_int_4, int, 4)"; a kernel's attributes before it
};

/// Writes the body of \p Instances once. Null if they differ in more than single words and numbers,
/// or hold directives other than #pragma.
///
/// \param Stem     the template's name, from which the macro's is made
/// \param IsTaken  whether the file uses a name already
std::optional<SharedBody> shareBody(llvm::ArrayRef<InstanceText> Instances, llvm::StringRef Stem,
                                    llvm::function_ref<bool(llvm::StringRef)> IsTaken);

} // namespace cu2cl

#endif
