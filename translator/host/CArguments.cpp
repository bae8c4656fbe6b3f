// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// In C, clrt's functions take a buffer with an offset where CUDA's take a device pointer, and
// nothing converts a cl_mem to it:
//   cudaFree(d)    clrt_free(clrt_at(d, 0))
// A device pointer that needs an offset of its own, or its element type, has no counterpart in C.

#include "catalog/Catalog.h"
#include "host/PointerText.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "CArguments";

/// True if the kind of a copy stays an argument of the call, so that each side must tell what it
/// is.
static bool keepsKind(const CallExpr *Call, const catalog::HostFunction &Row) {
  if (Row.Rule != catalog::HostRule::Copy || unsigned(Row.KindArgument) >= Call->getNumArgs())
    return false;
  auto *Name = dyn_cast<DeclRefExpr>(Call->getArg(Row.KindArgument)->IgnoreParenImpCasts());
  auto *Kind = Name ? dyn_cast<EnumConstantDecl>(Name->getDecl()) : nullptr;
  if (!Kind)
    return true;
  auto Value = catalog::CopyKind(Kind->getInitVal().getSExtValue());
  return Value == catalog::CopyKind::Default || Value == catalog::CopyKind::HostToHost;
}

static void rewriteArguments(HostUnit &U, const CallExpr *Call, unsigned Depth) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getDeclName().isIdentifier() ||
      U.Source.isEditable(Callee->getLocation()))
    return;
  const catalog::HostFunction *Row = catalog::findHostFunction(Callee->getName());
  if (!Row)
    return;
  // A pointer that is a cl_mem, given by its address.
  const Expr *First = Call->getNumArgs() ? Call->getArg(0) : nullptr;
  if (First && First->getType()->isPointerType() &&
      U.Pointers.of(First->IgnoreParenCasts(), 1) == PointerRep::ClMem) {
    if (Row->C != "clrt_malloc")
      U.report(4006, First->getBeginLoc(), {"of " + Row->Cuda.str()});
    else if (!U.Source.insertAfter(Call->getCallee()->getEndLoc(), "_mem", Rule, Depth))
      U.report(3003, Call->getBeginLoc(), {Row->Cuda.str()});
  }
  bool General = keepsKind(Call, *Row);
  for (const Expr *Argument : Call->arguments()) {
    bool OnDevice = U.Pointers.of(Argument) == PointerRep::ClMem;
    if (!Argument->getType()->isPointerType() || (!OnDevice && !General))
      continue;
    StringRef Before = !OnDevice ? "clrt_host(" : General ? "clrt_on_device(clrt_at(" : "clrt_at(";
    StringRef After = !OnDevice ? ")" : General ? ", 0))" : ", 0)";
    if (!U.Source.insertBefore(Argument->getBeginLoc(), Before, Rule, Depth) ||
        !U.Source.insertAfter(Argument->getEndLoc(), After, Rule, Depth))
      U.report(3003, Argument->getBeginLoc(), {"expression"});
  }
}

void rewriteCArguments(HostUnit &U) {
  if (!U.IsC)
    return;
  for (const HostBody &Body : U.Bodies) {
    for (const DeclaratorDecl *D : Body.Declarators)
      for (const WrittenPointer &Pointer : U.Pointers.written(D))
        if (Pointer.Rep == PointerRep::Svm)
          U.report(4003, D->getLocation(), {"'" + D->getNameAsString() + "'"});
        else if (Pointer.Rep == PointerRep::Ptr || Pointer.Rep == PointerRep::Any)
          U.report(Pointer.Rep == PointerRep::Any ? 4001 : 4006, D->getLocation(),
                   {"'" + D->getNameAsString() + "'"});
    for (const HostNode &Node : Body.Nodes)
      if (auto *Call = dyn_cast<CallExpr>(Node.S))
        rewriteArguments(U, Call, Node.Depth);
  }
}

} // namespace cu2cl
