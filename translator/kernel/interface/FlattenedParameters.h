// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_INTERFACE_SPLITPARAMETERS_H
#define CU2CL_KERNEL_INTERFACE_SPLITPARAMETERS_H

#include "kernel/core/KernelPrinter.h"

namespace cu2cl {

/// One parameter of those that stand for an object with device pointers.
struct SplitMember {
  std::string Name;        ///< "view_data"
  std::string Declaration; ///< "__global float *view_data", without the offset after a pointer
  std::string Target;      ///< "view.data": what it becomes in the kernel
  std::string Value;       ///< "view_data + view_data_offset"
  std::string Class;       ///< the definition of its class, if it is one of ours
  std::string Offset;      ///< of a pointer: "view_data_offset", the parameter that follows
};

/// The parameters that \p D, a kernel's object by value, becomes
/// (analysis/flow/FlattenedAggregates.h); none if it stays one parameter.
std::vector<SplitMember> splitParameter(KernelPrinter &P, const clang::ParmVarDecl *D);

/// Returns "p + p_offset" for a kernel's parameter \p Name of pointer type \p T. C has no
/// arithmetic on `void *`, whose offset counts bytes.
std::string pointerWithOffset(clang::QualType T, const std::string &Name,
                              const std::string &Offset);
/// "p += p_offset;\n"
std::string addOffset(clang::QualType T, const std::string &Name, const std::string &Offset);

/// "__global float *view_data, ulong view_data_offset, int view_n"
std::string splitDeclarations(llvm::ArrayRef<SplitMember> Members);

/// "view.data = view_data + view_data_offset;\nview.n = view_n;\n"
std::string assembleObject(llvm::ArrayRef<SplitMember> Members);

} // namespace cu2cl

#endif
