// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_FRONTEND_OLDTEMPLATES_H
#define CU2CL_FRONTEND_OLDTEMPLATES_H

#include "clang/Sema/ExternalSemaSource.h"

namespace cu2cl {

/// Finds texture<T> and surface<T>, which CUDA had until version 11, where a program names them and
/// declares nothing of that name. A program for later versions has classes and functions of its own
/// that are called so.
class OldTemplates : public clang::ExternalSemaSource {
public:
  bool LookupUnqualified(clang::LookupResult &Result, clang::Scope *) override;
};

} // namespace cu2cl

#endif
