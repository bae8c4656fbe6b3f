// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/statements/StoreOrder.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/effects/Evaluation.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallSet.h"

using namespace clang;

namespace cu2cl {

namespace {

void sizesOfScalars(const ASTContext &Context, QualType T, llvm::SmallSet<uint64_t, 4> &Sizes) {
  T = Context.getBaseElementType(T);
  const RecordDecl *R = vectorTypeOf(T) ? nullptr : T->getAsRecordDecl();
  if (!R || !R->isCompleteDefinition()) {
    Sizes.insert(Context.getTypeSize(T));
    return;
  }
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!Base.getType()->getAsCXXRecordDecl()->isEmpty())
        sizesOfScalars(Context, Base.getType(), Sizes);
  for (const FieldDecl *Field : R->fields())
    sizesOfScalars(Context, Field->getType(), Sizes);
}

/// Returns true if \p T is, or has in it, a union whose scalars are of several sizes.
bool hasUnionOfSizes(const ASTContext &Context, QualType T) {
  T = Context.getBaseElementType(T);
  const RecordDecl *R = vectorTypeOf(T) ? nullptr : T->getAsRecordDecl();
  if (!R || !R->isCompleteDefinition())
    return false;
  if (R->isUnion()) {
    llvm::SmallSet<uint64_t, 4> Sizes;
    sizesOfScalars(Context, T, Sizes);
    if (Sizes.size() > 1)
      return true;
  }
  auto IsOne = [&](QualType Part) { return hasUnionOfSizes(Context, Part); };
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (IsOne(Base.getType()))
        return true;
  return llvm::any_of(R->fields(), [&](const FieldDecl *Field) { return IsOne(Field->getType()); });
}

class StoreOrderPlanner {
public:
  StoreOrderPlanner(const DeviceUnit &Unit, const FunctionClone &V) : Unit(Unit), V(V) {}
  llvm::DenseSet<const Stmt *> Kept;

  /// \p IsKept: nothing has called since a statement of \c Kept in front of \p S.
  void visit(const Stmt *S, bool IsKept) {
    const auto *List = dyn_cast<CompoundStmt>(S);
    if (!List) {
      bool Repeats = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) && calls(S);
      forEachEvaluated(S, [&](const Stmt *Part) { visit(Part, IsKept && !Repeats); });
      return;
    }
    for (const Stmt *Part : List->body()) {
      if (!IsKept && uses(Part)) {
        Kept.insert(Part);
        IsKept = true;
      }
      visit(Part, IsKept);
      IsKept &= !calls(Part);
    }
  }

private:
  /// Returns true if \p S uses such an object outside of the lists in it, which have statements of
  /// their own. A list of cases begins with labels.
  bool uses(const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      return isSuch(Ref->getDecl());
    if (const auto *D = dyn_cast<DeclStmt>(S);
        D && llvm::any_of(D->decls(), [this](const Decl *One) {
          return isa<VarDecl>(One) && isSuch(cast<VarDecl>(One));
        }))
      return true;
    const auto *Switch = dyn_cast<SwitchStmt>(S);
    return anyEvaluated(S, [&](const Stmt *Part) {
      if (const auto *List = dyn_cast<CompoundStmt>(Part))
        return Switch &&
               llvm::any_of(List->body(), [this](const Stmt *Case) { return uses(Case); });
      return uses(Part);
    });
  }

  bool calls(const Stmt *S) const {
    return isa<CallExpr>(S) || anyEvaluated(S, [this](const Stmt *Part) { return calls(Part); });
  }

  bool isSuch(const ValueDecl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || !Var->hasLocalStorage() || Var->getType().isVolatileQualified())
      return false;
    auto [It, New] = Known.try_emplace(Var, false);
    if (!New)
      return It->second;
    QualType T = Var->getType(), Pointee = T->getPointeeType();
    bool IsSuch = Pointee.isNull() ? hasUnionOfSizes(Unit.context(), T)
                                   : hasUnionOfSizes(Unit.context(), Pointee) &&
                                         spacesOf(Unit, V, Var)(0) == AddressSpace::Private;
    return Known[Var] = IsSuch;
  }

  const DeviceUnit &Unit;
  const FunctionClone &V;
  llvm::DenseMap<const VarDecl *, bool> Known;
};

} // namespace

llvm::DenseSet<const Stmt *> planStoreOrder(const DeviceUnit &Unit, const FunctionClone &V) {
  StoreOrderPlanner P(Unit, V);
  if (const Stmt *Body = V.Function->getBody())
    P.visit(Body, false);
  return std::move(P.Kept);
}

} // namespace cu2cl
