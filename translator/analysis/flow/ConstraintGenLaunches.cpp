// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constraints of launches on the pointers that they pass.

#include "analysis/flow/ConstraintGenerator.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "analysis/reach/Launches.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace cu2cl;

/// A kernel gets \p N of type \p T.
void LaunchConstraints::launchArgument(QualType T, uint32_t N, SourceLocation Loc,
                                       const std::string &Kernel) {
  std::string Text = "passed to kernel '" + Kernel + "'";
  if (T->isPointerType() && !T->isFunctionPointerType()) {
    Out.seed(N, hostkind::Device, Loc, Text);
    if (!T->getPointeeType()->isRecordType() || Code.carries(T->getPointeeType()))
      G.Records.seedPointees(N, T->getPointeeType(), hostkind::Device, Loc, Text,
                             use::StoredOnDevice | use::Found);
  } else if (T->isRecordType()) {
    Text = "passed by value to kernel '" + Kernel + "'";
    if (splitParts(Parsed.context(), T))
      G.Records.seedSplit(T, Loc, Text);
    else
      G.Records.seedPointees(Code.carries(T) ? G.Expressions.temporary(N, Loc) : NoNode, T,
                             hostkind::Device, Loc, Text, use::Found);
  }
}

/// States the facts of what kernel \p K reaches through its parameter \p Index.
void LaunchConstraints::markReachedBy(const FunctionDecl *K, unsigned Index, SourceLocation Loc,
                                      std::set<std::pair<const RecordDecl *, bool>> &Seen) {
  QualType P = K->getParamDecl(Index)->getType();
  G.Types.markReached(P, !splitParts(Parsed.context(), P), Loc,
                      "reached by kernel '" + K->getNameAsString() + "'", Seen);
}

/// States the facts of a launch, at \p E, of \p K, or of the value \p Callee if \p K is null.
/// Pointers that a kernel gets point to device memory; what they have in common is only that.
void LaunchConstraints::launchOf(const Expr *E, const FunctionDecl *K, const Expr *Callee,
                                 llvm::ArrayRef<const Expr *> Arguments) {
  FactCall Call;
  Call.Launch = true;
  std::string Name = K ? K->getNameAsString() : "kernel";
  uint32_t Function = NoNode;
  if (K)
    Call.Callee = Out.string(pointerUsr(Parsed, S, K));
  else
    Function = G.Expressions.value(Callee);
  std::set<std::pair<const RecordDecl *, bool>> Reached;
  for (unsigned I = 0; I != Arguments.size(); ++I) {
    const Expr *A = Arguments[I];
    QualType T = A->getType();
    // An array that is passed by reference.
    const bool Decays = T->isArrayType();
    uint32_t N = Decays ? G.Expressions.expr(A) : G.Expressions.value(A);
    if (Decays)
      T = Parsed.context().getDecayedType(T);
    if (K && I < K->getNumParams())
      markReachedBy(K, I, A->getExprLoc(), Reached);
    if (!K && Code.carries(T)) {
      std::string Text = "passed to a kernel whose address is taken";
      if (Function != NoNode)
        Out.unify(Out.child(Function, step::Parameter + I), N, A->getExprLoc(), Text);
      G.Types.keepType(N, T, A->getExprLoc(), Text, use::Untracked);
    }
    Call.Arguments.push_back(T->isPointerType() && !T->isFunctionPointerType() ? N : NoNode);
    launchArgument(T, N, A->getExprLoc(), Name);
  }
  Out.addCall(E, std::move(Call), E->getExprLoc(), "launch of '" + Name + "'");
}

uint32_t LaunchConstraints::launch(const CUDAKernelCallExpr *E) {
  G.Expressions.expr(E->getConfig());
  launchOf(E, E->getDirectCallee(), E->getCallee(), {E->getArgs(), E->getNumArgs()});
  return NoNode;
}

/// cudaLaunchKernelEx: argument \p Kernel of \p E is launched with all that follow.
uint32_t LaunchConstraints::launchByCall(const CallExpr *E, unsigned Kernel) {
  for (unsigned I = 0; I != Kernel; ++I)
    G.Expressions.value(E->getArg(I));
  const DeclRefExpr *Named = kernelAskedFor(E, E->getArg(Kernel), Out.Map->Function);
  llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
  launchOf(E, Named ? cast<FunctionDecl>(Named->getDecl()) : nullptr, E->getArg(Kernel),
           Arguments.drop_front(Kernel + 1));
  return NoNode;
}

/// Kernel \p K as a value may be launched by whoever gets it; \p Parameters are those of the value.
void LaunchConstraints::kernelValue(const FunctionDecl *K, llvm::ArrayRef<uint32_t> Parameters) {
  std::set<std::pair<const RecordDecl *, bool>> Reached;
  for (unsigned I = 0; I != K->getNumParams(); ++I) {
    markReachedBy(K, I, K->getLocation(), Reached);
    QualType T = K->getParamDecl(I)->getType();
    launchArgument(T, Parameters[I], K->getLocation(), K->getNameAsString());
    // cudaLaunchKernel gets the place of a std::pair as a `void *`.
    if (T->isRecordType() && Code.carries(T))
      G.Types.keepType(Parameters[I], T, K->getLocation(), "in an argument of a kernel's value",
                       use::StoredOnDevice | use::Elsewhere | use::Found);
  }
}

/// cudaLaunchKernel: \p Places holds the places of the arguments of any kernel.
void LaunchConstraints::launchAt(uint32_t Places, SourceLocation Loc) {
  FactCall Call;
  Call.Launch = true;
  Call.Callee = Out.string(use::AnyKernel);
  Call.Arguments.push_back(Out.deref(Out.deref(Places)));
  Out.addCall(nullptr, std::move(Call), Loc, "launch by the places of the arguments");
}
