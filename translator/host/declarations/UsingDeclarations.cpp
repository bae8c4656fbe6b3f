// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Using-declarations of CUDA's names:
//   namespace gpu { using ::cudaStream_t; using ::cudaMalloc; }
// becomes
//   namespace gpu { using cudaStream_t = clrt::stream; }
// The name stays one of the project, whose uses keep it; calls name clrt's functions themselves.

#include "catalog/Catalog.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/HostUnit.h"
#include "host/unit/RuleNames.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p D names nothing but what CUDA declares.
static bool namesCuda(const HostUnit &U, const UsingDecl *D) {
  return D->shadow_size() > 0 && D->getDeclName().isIdentifier() &&
         llvm::all_of(D->shadows(), [&](const UsingShadowDecl *S) {
           const NamedDecl *Target = S->getTargetDecl();
           return Target->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
                  !U.Source.isEditable(Target->getLocation());
         });
}

/// Returns what becomes of \p D if it names something of CUDA's or of device code; nothing if it
/// stays.
static std::optional<std::string> usingInPort(const HostUnit &U, const UsingDecl *D) {
  if (U.DeviceUsings.contains(D))
    return "";
  if (!namesCuda(U, D))
    return std::nullopt;
  if (const catalog::HostName *Type = catalog::findHostName(D->getName());
      Type && Type->Kind == catalog::NameKind::Type) {
    if (Type->Cxx.empty() && Type->Diag != 0)
      U.report(diag::Id(Type->Diag), D->getLocation(), {Type->Cuda.str()});
    if (Type->Cxx.empty() || Type->Cxx == Type->Cuda)
      return std::nullopt;
    return ("using " + Type->Cuda + " = " + Type->Cxx + ";").str();
  }
  const catalog::HostFunction *F = catalog::findHostFunction(D->getName());
  if (!F || F->Rule == catalog::HostRule::Keep || F->Rule == catalog::HostRule::Marker)
    return std::nullopt;
  return "";
}

/// Returns the text of \p D, one of a list, which stays: an enumerator has another name.
static std::string usingByItself(const HostUnit &U, const UsingDecl *D) {
  const SourceLocation Begin = D->getQualifierLoc().getBeginLoc();
  const catalog::HostName *Name = namesCuda(U, D) ? catalog::findHostName(D->getName()) : nullptr;
  if (!Name || Name->Kind != catalog::NameKind::Enumerator || Name->Cxx.empty())
    return ("using " + U.Source.text({Begin, D->getNameInfo().getEndLoc()}) + ";").str();
  return ("using " + U.Source.text(D->getQualifierLoc().getSourceRange()) + Name->Cxx + ";").str();
}

/// The declarations of \p List, `using ::a, ::b;`.
static void rewriteUsingList(HostUnit &U, ArrayRef<const UsingDecl *> List) {
  std::string Text;
  bool Changes = false;
  for (const UsingDecl *D : List) {
    std::optional<std::string> New = usingInPort(U, D);
    Changes |= New.has_value();
    std::string Each = New ? *New : usingByItself(U, D);
    Text += (Text.empty() || Each.empty() ? "" : " ") + Each;
  }
  if (!Changes)
    return;
  std::optional<FileRange> First = declarationRange(U, List.front()),
                           Last = declarationRange(U, List.back());
  if (!First || !Last || First->File != Last->File)
    return U.report(diag::UneditableCall, List.front()->getLocation(),
                    {List.front()->getNameAsString()});
  FileRange R = First->with(First->Begin, Last->End);
  if (Text.empty())
    R = wholeLines(U.Source.fileText(fileOf(U, R, List.front())), R, true);
  U.Source.add(R, Text, rule::UsingDeclarations, Edit::Cover);
}

void rewriteUsings(HostUnit &U) {
  llvm::MapVector<SourceLocation, std::vector<const UsingDecl *>> Lists;
  for (const UsingDecl *D : U.Usings)
    if (U.Source.isEditable(U.Side.sources().getExpansionLoc(D->getUsingLoc())))
      if (auto &List = Lists[D->getUsingLoc()]; // an instance of a template has another one
          llvm::none_of(List, [&](const UsingDecl *Known) {
            return Known->getLocation() == D->getLocation();
          }))
        List.push_back(D);
  for (const auto &[Begin, List] : Lists)
    rewriteUsingList(U, List);
}

} // namespace cu2cl
