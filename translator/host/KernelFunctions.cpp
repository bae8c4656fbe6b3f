// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel that host code uses as a value stays a host function of its name and type, as with nvcc:
// its address is the kernel's identity. clrt knows which kernel it stands for (the handle says so).
//   __global__ void add(float *v, int n) { ... }
//   void add(float *v, int n) { clrt::kernel_entry(__func__, v, n); }

#include "host/KernelFunctions.h"
#include "analysis/InstanceUsr.h"

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

/// "template <typename T, int N = 4> " as it is written, since a later declaration must not repeat
/// the default arguments; Clang prints them there, too.
static void printHead(llvm::raw_ostream &Out, const HostUnit &U,
                      const TemplateParameterList *Parameters) {
  StringRef Written = U.Source.text(Parameters->getSourceRange());
  if (Written.empty())
    Parameters->print(Out, U.Side.context(), U.policy());
  else
    Out << Written << " ";
}

std::string functionOf(const HostUnit &U, const DeviceDecl &Device) {
  const FunctionDecl *F = Device.Function;
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
    P->getType().print(Out, Policy, P->getName());
    if (!P->getName().empty())
      Names += ", " + P->getNameAsString() + (P->isParameterPack() ? "..." : "");
  }
  Out << ")";
  if (!F->doesThisDeclarationHaveABody())
    return Text + ";";
  return Text + " { clrt::kernel_entry(__func__" + Names + "); }";
}

bool hasNamedFunction(const KernelInterface &K) {
  return !StringRef(K.QualifiedName).contains("(lambda at ") &&
         llvm::none_of(K.Parameters, [](const KernelParameter &P) {
           return P.Closure || StringRef(P.HostType).starts_with("clrt::object<");
         });
}

} // namespace cu2cl
