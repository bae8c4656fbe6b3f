// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_HANDLES_SHAREDSYMBOLS_H
#define CU2CL_HOST_HANDLES_SHAREDSYMBOLS_H

#include "kernel/core/DeviceText.h"

namespace cu2cl {

/// A symbol or texture reference that is appended to a kernel's arguments.
struct ExportedSymbol {
  std::string Name; ///< in C++
  bool IsTexture = false;
  bool operator<(const ExportedSymbol &Other) const { return Name < Other.Name; }
  /// "const clrt::symbol_base &": what refers to it elsewhere.
  llvm::StringRef reference() const {
    return IsTexture ? "const clrt::texture_reference &" : "const clrt::symbol_base &";
  }
};

/// Those of \p K, without those of other sources.
std::vector<ExportedSymbol> symbolsOf(const KernelInterface &K);

/// The namespace of the references through which other files reach a program's symbols, and the
/// reference's name for the symbol \p HostName.
std::string sharedNamespace(llvm::StringRef ProgramId);
std::string sharedSymbol(llvm::StringRef HostName);

} // namespace cu2cl

#endif
