// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variables of the device that the host's compilation does not have, or not with this value:
//   #ifdef __CUDA_ARCH__
//   __device__ int counter = 3;
//   #endif
// The port's host declares what kernels take, and gives it its value. So the kernels would get
// another one, or the port would not compile.

#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/InstanceUsr.h"
#include "analysis/reach/StaticLocals.h"
#include "core/source/ConstantParts.h"
#include "host/unit/HostUnit.h"

using namespace clang;

namespace cu2cl {

/// The digests of the device's variables that the host sees defined, by USR and, since static
/// variables of one name in several blocks of a function share that, by the symbol's name.
using DigestsByUsr = std::map<std::string, std::map<std::string, std::set<std::string>>>;

static DigestsByUsr digestsOnHost(const HostUnit &U) {
  DigestsByUsr Digests;
  auto Add = [&](const VarDecl *V) {
    // Of a variable that another unit defines, the host sees no value here.
    if (const VarDecl *Definition = V->getDefinition())
      Digests[instanceUsr(V)][V->isStaticLocal() ? staticLocalName(V) : ""].insert(
          initialDigest(Definition));
  };
  for (const DeviceDecl &D : U.DeviceOnly) {
    if (D.Variable)
      Add(D.Variable);
    if (D.Function)
      for (const VarDecl *V : staticLocals(D.Function))
        Add(V);
  }
  return Digests;
}

/// Returns the digests of \p V, which the host sees; none if it sees others of that name alone.
static std::set<std::string> digestsOf(const DeviceVariable &V,
                                       const DigestsByUsr::mapped_type &ByName) {
  std::set<std::string> Digests;
  for (const auto &[Name, Each] : ByName)
    if (StringRef(V.Name).ends_with(Name))
      Digests.insert(Each.begin(), Each.end());
  return Digests;
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
  DigestsByUsr OnHost;
  for (const KernelInterface &K : U.Context.OwnKernels) {
    if (!K.Variables.empty() && OnHost.empty())
      OnHost = digestsOnHost(U);
    for (const DeviceVariable &V : K.Variables) {
      auto It = OnHost.find(V.Usr);
      const bool IsSeen = It != OnHost.end() && !V.Digest.empty();
      const std::set<std::string> Seen =
          IsSeen ? digestsOf(V, It->second) : std::set<std::string>();
      const bool IsSame = Seen.count(V.Digest);
      const bool Differs = IsSeen && !Seen.count("") && !IsSame;
      // Where the host has another text for it, that may say the same.
      if ((isSkipped(U, V.Where) && !IsSame) || Differs)
        U.report(diag::ArchitectureVariable, V.Where, {V.Name});
    }
  }
}

} // namespace cu2cl
