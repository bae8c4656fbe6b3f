// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/LibraryDecls.h"
#include "catalog/Catalog.h"

namespace cu2cl {

diag::Id deviceDiagnosticOf(const ParsedSide &Side, const clang::Decl *D, diag::Id Otherwise) {
  std::string Path = D && D->getLocation().isValid() ? Side.pathOf(D->getLocation()) : "";
  llvm::StringRef Name = Path;
  if (!Name.consume_front(cudaHeaderRoot()) || !Name.consume_front("/"))
    return Otherwise;
  const catalog::Header *Header = catalog::findHeader(Name);
  return Header && Header->DeviceDiag ? diag::Id(Header->DeviceDiag) : Otherwise;
}

} // namespace cu2cl
