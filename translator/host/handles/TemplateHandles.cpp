// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches in templates and in repeated macros find a kernel's handle by its template arguments:
//   template <typename T> struct scale_for;
//   template <> struct scale_for<float> { ... kernel() { return scale_float; } };
// or, where only overload resolution and deduction tell which kernel it is, by the arguments:
//   template <typename T> scale_for<T> scale_chosen(T *);

#include "host/handles/TemplateHandles.h"
#include "analysis/reach/InstanceUsr.h"
#include "catalog/Catalog.h"
#include "host/calls/HandleFinders.h"
#include "host/handles/ForwardDeclarations.h"
#include "host/unit/FreeNames.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace cu2cl {

namespace {
/// Tells the instances of a kernel template from those of others of its name.
class OverloadedInstances {
public:
  OverloadedInstances(const HostUnit &U, const FunctionTemplateDecl *Template)
      : U(U), Template(Template->getCanonicalDecl()), All(kernelOverloads(Template)) {
    if (All.size() < 2)
      return;
    for (const FunctionTemplateDecl *T : All)
      for (const FunctionDecl *F : T->specializations())
        Of.try_emplace(instanceUsr(F), T);
  }

  /// Returns true if \p K, an instance of a template of that name, is one of the template: this
  /// unit has the instance, as explicit specialisations, which have texts of their own, or the
  /// template's text is there.
  bool contain(const std::string &Usr, const KernelInterface &K) const {
    if (All.size() < 2)
      return true;
    if (auto Known = Of.find(Usr); Known != Of.end())
      return Known->second == Template;
    auto Found = llvm::find_if(All, [&](const FunctionTemplateDecl *T) { return hasText(T, K); });
    return Found != All.end() && *Found == Template;
  }

private:
  bool hasText(const FunctionTemplateDecl *T, const KernelInterface &K) const {
    const SourceManager &SM = U.Side.sources();
    return llvm::any_of(T->redecls(), [&](const RedeclarableTemplateDecl *D) {
      SourceLocation At = SM.getExpansionLoc(D->getLocation());
      unsigned Offset = SM.getFileOffset(At);
      return K.Begin <= Offset && Offset < K.End && U.Side.pathOf(At) == K.File;
    });
  }

  const HostUnit &U;
  const FunctionTemplateDecl *Template;
  std::vector<const FunctionTemplateDecl *> All;
  llvm::StringMap<const FunctionTemplateDecl *> Of; ///< by the USR of the instance
};
} // namespace

static bool isListed(const HostUnit &U, const KernelInterface &K, const HandlesList &List) {
  return K.File == List.KernelFile && U.partOf(K) == List.Part &&
         (!List.OnlyShared || K.LaunchedElsewhere);
}

/// "static const decltype(k) &kernel() { return k; }", in a class
static std::string kernelOf(const KernelInterface &K) {
  return " {\n  static const decltype(" + K.HandleName + ") &kernel() { return " + K.HandleName +
         "; }\n};\n";
}

/// "scale_for<T> scale_chosen(T *);"
static std::string chooser(const HostUnit &U, const FunctionDecl *Pattern,
                           const std::string &Result) {
  std::vector<std::string> Parameters;
  for (const ParmVarDecl *P : Pattern->parameters())
    Parameters.push_back(
        catalog::typeWithClrtNames(P->getType().getUnqualifiedType().getAsString(U.policy())) +
        (P->hasDefaultArg() ? " = {}" : ""));
  return Result + " " + byOverload(U, Pattern->getNameAsString()) + "(" +
         llvm::join(Parameters, ", ") + ");\n";
}

static void addHandlesOf(const HostUnit &U, const FunctionTemplateDecl *Template,
                         const HandlesList &List, TemplateHandles &All) {
  std::string Head, Namespace, Text, Any;
  llvm::raw_string_ostream HeadStream(Head);
  Template->getTemplateParameters()->print(HeadStream, U.Side.context(), U.policy());
  std::string Qualified;
  llvm::raw_string_ostream QualifiedStream(Qualified);
  PrintingPolicy Policy = U.policy();
  Policy.SuppressUnwrittenScope = true; // anonymous namespaces, as in the kernels' names
  Template->printQualifiedName(QualifiedStream, Policy);
  Qualified += "<";
  const std::string Class = byArguments(U, Template);
  const OverloadedInstances Instances(U, Template);
  for (const auto &[Usr, K] : U.Kernels) {
    if (!isListed(U, *K, List) || !StringRef(K->QualifiedName).starts_with(Qualified) ||
        !Instances.contain(Usr, *K) || StringRef(K->QualifiedName).contains("(lambda at "))
      continue;
    Namespace = K->WrittenNamespace;
    Any = K->HandleName;
    StringRef Arguments = StringRef(K->QualifiedName).drop_front(Qualified.size() - 1);
    std::vector<std::string> Open;
    for (const std::string &Type : K->OpenTypes)
      Open.push_back("typename " + Type);
    const std::string Finder = "template <" + llvm::join(Open, ", ") + "> struct " + Class +
                               Arguments.str() + kernelOf(*K);
    if (auto Late = U.LateFinders.find(Usr); Late != U.LateFinders.end()) {
      LateFinders &There = All.Late[Late->second.Offset];
      There.Place = Late->second;
      There.Text += switchNamespace("", Namespace) + Finder + switchNamespace(Namespace, "");
    } else {
      Text += Finder;
    }
  }
  if (Any.empty())
    return;
  if (U.ChosenKernels.count(Template->getTemplatedDecl())) {
    std::vector<std::string> Names;
    for (const NamedDecl *P : *Template->getTemplateParameters())
      Names.push_back(P->getNameAsString() + (P->isTemplateParameterPack() ? "..." : ""));
    Text += Head +
            chooser(U, Template->getTemplatedDecl(), Class + "<" + llvm::join(Names, ", ") + ">");
  }
  // A launch that `if constexpr` discards must compile all the same: there is no definition.
  std::string Body = U.DiscardedLaunches.count(Template)
                         ? " {\n  static const decltype(" + Any + ") &kernel();\n}"
                         : "";
  All.Text += switchNamespace("", Namespace) + Head + "struct " + Class + Body + ";\n" + Text +
              switchNamespace(Namespace, "");
}

TemplateHandles handlesInTemplates(const HostUnit &U, const HandlesList &List) {
  TemplateHandles All;
  for (const FunctionTemplateDecl *Template : U.TemplateLaunches)
    addHandlesOf(U, Template, List, All);
  for (const FunctionDecl *F : U.ChosenKernels) {
    const KernelInterface *K = F->getDescribedFunctionTemplate() ? nullptr : U.kernel(F);
    if (!K || !isListed(U, *K, List))
      continue;
    std::string Class = freeName(U.Side, K->HandleName + "_itself");
    All.Text += switchNamespace("", K->WrittenNamespace) + "struct " + Class + kernelOf(*K) +
                chooser(U, F, Class) + switchNamespace(K->WrittenNamespace, "");
  }
  return All;
}

} // namespace cu2cl
