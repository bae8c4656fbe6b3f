// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variables of the device that the host's compilation does not have, or not with this value:
//   #ifdef __CUDA_ARCH__
//   __device__ int counter = 3;
//   #endif
// The port's host declares what kernels take, and gives it its value. So the kernels would get
// another one, or the port would not compile.

#include "analysis/reach/InstanceUsr.h"
#include "analysis/reach/StaticLocals.h"
#include "core/source/ConstantParts.h"
#include "host/unit/HostUnit.h"

using namespace clang;

namespace cu2cl {

/// The variables of the device that the host sees, by USR.
static std::map<std::string, const VarDecl *> variablesOfDevice(const HostUnit &U) {
  std::map<std::string, const VarDecl *> Variables;
  for (const DeviceDecl &D : U.DeviceOnly) {
    if (D.Variable)
      Variables[instanceUsr(D.Variable)] = D.Variable;
    if (D.Function)
      for (const VarDecl *V : staticLocals(D.Function))
        Variables[instanceUsr(V)] = V;
  }
  return Variables;
}

/// Returns true if the host's compilation skips \p Where.
static bool isSkipped(const HostUnit &U, const Place &Where) {
  const SourceManager &SM = U.Side.sources();
  return llvm::any_of(U.Side.SkippedRanges, [&](SourceRange R) {
    return U.Side.pathOf(R.getBegin()) == Where.File &&
           SM.getSpellingLineNumber(R.getBegin()) < Where.Line &&
           Where.Line < SM.getSpellingLineNumber(R.getEnd());
  });
}

void checkArchitectureVariables(HostUnit &U) {
  std::map<std::string, const VarDecl *> Variables;
  for (const KernelInterface &K : U.Context.OwnKernels) {
    if (!K.Variables.empty() && Variables.empty())
      Variables = variablesOfDevice(U);
    for (const DeviceVariable &V : K.Variables) {
      auto It = Variables.find(V.Usr);
      // Of a variable that another unit defines, the host sees no value here.
      const VarDecl *Definition = It == Variables.end() ? nullptr : It->second->getDefinition();
      const std::string OnHost = Definition ? initialDigest(Definition) : "";
      if (isSkipped(U, V.Where) || (!OnHost.empty() && !V.Digest.empty() && OnHost != V.Digest))
        U.report(diag::ArchitectureVariable, V.Where, {V.Name});
    }
  }
}

} // namespace cu2cl
