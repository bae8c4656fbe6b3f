// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/steps/Roots.h"
#include "optimizers/analysis/InverseRoots.h"

using namespace clang;

namespace cu2cl::opt {

namespace {

class Extractor {
public:
  Extractor(Make &M, llvm::StringSet<> Names) : M(M), Names(std::move(Names)) {}

  Block run(const Block &B) {
    return rebuild(M, B, [&](const Stmt *S, Stmt *New, Block &Out) {
      bool Computes = S->Value && (S->Kind == Stmt::Form::Declare ||
                                   (S->Kind == Stmt::Form::Expression && !hasNested(S->Value)));
      size_t Begin = Out.size();
      if (Computes)
        New->Value = withoutRoots(New->Value, Out);
      if (Out.size() > Begin) { // comments stay ahead of all
        Out[Begin]->Lead = S->Lead;
        New->Lead.clear();
      }
      Out.push_back(New);
    });
  }

  bool Found = false;

private:
  static bool hasNested(const Expr *E) {
    bool Result = false;
    forEach(E, [&](const Expr *Part) { Result |= Part != E && isAssignment(Part); });
    return Result;
  }

  Expr *withoutRoots(Expr *E, Block &Ahead) {
    return M.rewrite(E, [&](const Expr *Part) -> Expr * {
      bool Chooses = Part->Kind == Expr::Form::Conditional ||
                     (Part->Kind == Expr::Form::Binary &&
                      (BinaryOperator::isLogicalOp(BinaryOperatorKind(Part->Opcode)) ||
                       Part->Opcode == BO_Comma));
      if (Chooses) // not all of it is computed
        return const_cast<Expr *>(Part);
      if (!isInverseRoot(Part) || !hasNoEffect(Part))
        return nullptr;
      Found = true;
      std::string Name = freshName(M.Context, Names, "root");
      Names.insert(Name);
      Variable *Root = M.variable(Name, M.Context.FloatTy);
      const Expr *Of = skipImplicit(Part->Kids[1])->Kids[0];
      Ahead.push_back(M.declare(Root, withoutRoots(const_cast<Expr *>(Of), Ahead)));
      Ahead.push_back(M.statement(
          M.binary(BO_Assign, M.reference(Root),
                   M.call(InverseRootFunction, {M.reference(Root)}, M.Context.FloatTy))));
      return M.reference(Root);
    });
  }

  Make &M;
  llvm::StringSet<> Names;
};

} // namespace

bool extractRoots(Kernel &K, Make &M) {
  Extractor E(M, variableNames(K));
  Block Body = E.run(K.Body);
  if (E.Found)
    K.Body = Body;
  return E.Found;
}

} // namespace cu2cl::opt
