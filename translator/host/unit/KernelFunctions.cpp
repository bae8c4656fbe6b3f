// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel that host code uses as a value stays a host function of its name and type, as with nvcc:
// its address is the kernel's identity. clrt knows which kernel it stands for (the handle says so).
//   __global__ void add(float *v, int n) { ... }
//   void add(float *v, int n) { clrt::kernel_entry(__func__, v, n); }

#include "host/unit/KernelFunctions.h"
#include "analysis/reach/InstanceUsr.h"
#include "frontend/Fragments.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/WrittenName.h"

using namespace clang;

namespace cu2cl {

bool isKernelValue(const HostUnit &U, const FunctionDecl *F) {
  if (!F->hasAttr<CUDAGlobalAttr>())
    return false;
  const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate();
  if (!Template)
    Template = F->getPrimaryTemplate();
  return U.Context.Values.count(instanceUsr(Template ? Template->getTemplatedDecl() : F)) != 0;
}

bool isNamedOnHost(const HostUnit &U, const FunctionDecl *F) {
  return !F->hasAttr<CUDAGlobalAttr>() && U.Context.Values.count(instanceUsr(F)) != 0;
}

std::pair<const KernelInterface *, const ClosureClass *> closureOf(const HostUnit &U,
                                                                   const LambdaExpr *L) {
  const SourceManager &SM = U.Side.sources();
  SourceLocation At = SM.getExpansionLoc(L->getLambdaClass()->getLocation());
  auto IsOf = [&](const ClosureClass &C) {
    return C.Offset == SM.getFileOffset(At) && C.File == U.Side.pathOf(At);
  };
  for (const auto &[Usr, K] : U.Kernels) {
    for (const KernelParameter &P : K->Parameters)
      if (P.Closure && IsOf(*P.Closure))
        return {K, &*P.Closure};
    for (const ClosureClass &C : K->Closures)
      if (IsOf(C))
        return {K, &C};
  }
  return {};
}

/// Returns true if \p Callee names its function by using-declarations alone.
static bool isNamedByUsing(const Expr *Callee) {
  const auto Found = foundBy(Callee);
  return !Found.empty() &&
         llvm::all_of(Found, [](const NamedDecl *D) { return isa<UsingShadowDecl>(D); });
}

std::string absoluteNamespace(const KernelInterface &K) {
  // From outside of all, since a namespace in between may have the name of K's, or a handle of the
  // same name.
  return "::" + (K.Namespace.empty() ? "" : K.Namespace + "::");
}

std::string namespaceBeforeHandle(const Expr *Callee, const KernelInterface &K) {
  // A qualifier that is written is that of the declaration: `u::scale<<<1, n>>>(v)`.
  return isNamedByUsing(Callee) ? absoluteNamespace(K) : "";
}

/// "template <typename T, int N = 4> " as it is written, since a later declaration must not repeat
/// the default arguments; Clang prints them there, too.
static void printHead(llvm::raw_ostream &Out, const HostUnit &U,
                      const TemplateParameterList *Parameters) {
  SourceRange R = Parameters->getSourceRange();
  if (const Expr *Constraint = Parameters->getRequiresClause())
    R.setEnd(Constraint->getEndLoc());
  StringRef Written = U.Source.text(R);
  if (Written.empty())
    Parameters->print(Out, U.Side.context(), U.policy());
  else
    Out << Written << " ";
}

/// Removes the word \p Word of CUDA's from \p Head, with what it has in parentheses.
static void removeWord(std::string &Head, StringRef Word) {
  for (size_t At = 0; (At = Head.find(Word, At)) != std::string::npos;) {
    size_t End = At + Word.size();
    if (End < Head.size() && Head[End] == '(') {
      int Open = 0;
      do
        Open += Head[End] == '(' ? 1 : Head[End] == ')' ? -1 : 0;
      while (++End < Head.size() && Open > 0);
    }
    while (End < Head.size() && Head[End] == ' ')
      ++End;
    Head.erase(At, End - At);
  }
}

static std::string kernelEntry(StringRef Names) {
  return (" { clrt::kernel_entry(__func__" + Names + "); }").str();
}

/// The same for a kernel that a macro, or a file that is included several times, spells at \p R of
/// \p Text, in its words: parameters and macros say what each use makes of them.
static std::string functionInMacro(const HostUnit &U, const FunctionDecl *F, StringRef Text,
                                   const FileRange &R) {
  unsigned End = R.End;
  SourceLocation Body;
  if (F->doesThisDeclarationHaveABody()) {
    Body = F->getBody()->getBeginLoc();
    if (std::optional<FileRange> Brace = U.Source.range(Body, Body))
      End = Brace->Begin;
  }
  std::string Head = Text.slice(R.Begin, End).rtrim(" \t\n\\").str(), Names;
  removeWord(Head, "__global__");
  removeWord(Head, "__launch_bounds__");
  if (Body.isInvalid())
    return Head;
  for (const ParmVarDecl *P : F->parameters())
    if (!P->getName().empty())
      Names += (", " + U.Source.textSeenFrom(P->getLocation(), Body)).str() +
               (P->isParameterPack() ? "..." : "");
  return Head + kernelEntry(Names);
}

std::string functionOf(const HostUnit &U, const DeviceDecl &Device, StringRef Written) {
  const FunctionDecl *F = Device.Function;
  const SourceManager &SM = U.Side.sources();
  bool IsPart = isFragment(U.Side, SM.getFileID(SM.getExpansionLoc(Device.D->getBeginLoc())));
  if (std::optional<FileRange> R = declarationRange(U, Device.D); R && (R->Expansion || IsPart))
    return functionInMacro(U, F, Written, *R);
  PrintingPolicy Policy = U.policy();
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  if (const auto *Linkage = dyn_cast<LinkageSpecDecl>(Device.D))
    Out << (Linkage->getLanguage() == LinkageSpecLanguageIDs::C ? "extern \"C\" " : "");
  if (const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate())
    printHead(Out, U, Template->getTemplateParameters());
  else if (F->isTemplateInstantiation() || F->getTemplateSpecializationInfo())
    Out << "template <> ";
  if (F->getStorageClass() == SC_Static)
    Out << "static ";
  if (F->isInlineSpecified())
    Out << "inline ";
  Out << "void ";
  if (F->getQualifierLoc())
    Out << U.Source.text(F->getQualifierLoc().getSourceRange());
  Out << F->getNameAsString();
  if (const ASTTemplateArgumentListInfo *Written = F->getTemplateSpecializationArgsAsWritten())
    printTemplateArgumentList(Out, Written->arguments(), Policy);
  std::string Names;
  Out << "(";
  for (const ParmVarDecl *P : F->parameters()) {
    Out << (P->getFunctionScopeIndex() ? ", " : "");
    if (const auto *Pack = P->getType()->getAs<PackExpansionType>())
      Pack->getPattern().print(Out, Policy, "..." + P->getName());
    else
      P->getType().print(Out, Policy, P->getName());
    if (!P->getName().empty())
      Names += ", " + P->getNameAsString() + (P->isParameterPack() ? "..." : "");
  }
  Out << ")";
  if (!F->doesThisDeclarationHaveABody())
    return Text + ";";
  return Text + kernelEntry(Names);
}

bool hasNamedFunction(const KernelInterface &K) {
  return !StringRef(K.QualifiedName).contains("(lambda at ") && K.Closures.empty() &&
         llvm::none_of(K.Parameters, [](const KernelParameter &P) {
           return P.Closure || StringRef(P.HostType).starts_with("clrt::object<");
         });
}

} // namespace cu2cl
