// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/VectorStores.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "catalog/Catalog.h"
#include "core/source/AstVisitor.h"
#include "kernel/core/TypeText.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

const catalog::VectorType *vectorOf(const MemberExpr *M) {
  QualType T = M->getBase()->getType();
  return vectorTypeOf(M->isArrow() ? T->getPointeeType() : T);
}

/// The component that \p E writes by itself: `v.x = a`, `v.x += a`, `++v.x`.
const MemberExpr *writtenComponent(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E);
  const auto *U = dyn_cast<UnaryOperator>(E);
  const Expr *Place = B && B->isAssignmentOp()           ? B->getLHS()
                      : U && U->isIncrementDecrementOp() ? U->getSubExpr()
                                                         : nullptr;
  const auto *M = Place ? dyn_cast<MemberExpr>(Place->IgnoreParens()) : nullptr;
  return M && vectorComponent(M) >= 0 ? M : nullptr;
}

/// The variables that a statement names, and how often it only reads them.
struct NamedVariables : AstVisitor {
  explicit NamedVariables(const Stmt *S) { traverseStmt(const_cast<Stmt *>(S)); }
  bool visitImplicitCastExpr(ImplicitCastExpr *E) override {
    const Expr *Read = E->getSubExpr()->IgnoreParens();
    if (E->getCastKind() != CK_LValueToRValue)
      return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Read))
      ++Reads[Ref->getDecl()];
    else if (isa<MemberExpr>(Read))
      ReadsMembers = true;
    else if (!isa<MSPropertyRefExpr>(Read)) // threadIdx.x
      ReadsMemory = true;
    return true;
  }
  bool visitDeclRefExpr(DeclRefExpr *E) override {
    if (isa<VarDecl>(E->getDecl()))
      ++Uses[E->getDecl()];
    return true;
  }
  /// Returns how often \p V is named otherwise than to be read.
  unsigned changes(const ValueDecl *V) const { return Uses.lookup(V) - Reads.lookup(V); }

  llvm::DenseMap<const ValueDecl *, unsigned> Uses, Reads;
  bool ReadsMembers = false, ReadsMemory = false;
};

/// Whether a statement does more than to compute values.
struct FindsEffect : AstVisitor {
  bool visitCallExpr(CallExpr *E) override {
    // CUDA's functions of values compute a value.
    const FunctionDecl *F = E->getDirectCallee();
    bool Computes = F && !F->isDefined() && !F->getReturnType()->isVoidType() &&
                    llvm::none_of(F->parameters(), [](const ParmVarDecl *P) {
                      return P->getType()->isPointerType() || P->getType()->isReferenceType();
                    });
    return !(Found |= !Computes);
  }
  bool visitBinaryOperator(BinaryOperator *E) override { return !(Found |= E->isAssignmentOp()); }
  bool visitUnaryOperator(UnaryOperator *E) override {
    return !(Found |= E->isIncrementDecrementOp());
  }
  static bool in(const Stmt *S) {
    FindsEffect Finder;
    Finder.traverseStmt(const_cast<Stmt *>(S));
    return Finder.Found;
  }
  bool Found = false;
};

/// The stores of one list of statements to one vector.
struct Group {
  llvm::FoldingSetNodeID Vector;
  NamedVariables InPlace;  ///< what the vector's place depends on
  unsigned Components = 0; ///< a bit for each
  llvm::SmallVector<const MemberExpr *, 4> Stores;
};

/// Finds the stores that stay: those of groups that write whole vectors.
class WholeStores : public AstVisitor {
public:
  explicit WholeStores(const ASTContext &Context) : Context(Context) {}

  llvm::DenseSet<const MemberExpr *> Stores, Whole;

  bool visitExpr(Expr *E) override {
    if (const MemberExpr *M = writtenComponent(E))
      Stores.insert(M);
    return true;
  }
  bool visitCompoundStmt(CompoundStmt *S) override {
    std::vector<Group> Open;
    for (const Stmt *Each : S->body()) {
      const auto *E = dyn_cast<Expr>(Each);
      if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(E))
        E = Cleanups->getSubExpr();
      if (const MemberExpr *M = E ? writtenComponent(E) : nullptr)
        add(M, E, Open);
      else if ((isa<DeclStmt>(Each) || E) && !FindsEffect::in(Each))
        continue; // changes no variable that there was
      else if (const auto *B = dyn_cast_or_null<BinaryOperator>(E);
               B && B->isAssignmentOp() && !FindsEffect::in(B->getRHS()))
        endChanged(NamedVariables(B), nullptr, Open);
      else
        Open.clear(); // control flow, and calls, which may wait for other threads
    }
    return true;
  }

private:
  void add(const MemberExpr *M, const Expr *Store, std::vector<Group> &Open) {
    if (FindsEffect::in(M->getBase()))
      return Open.clear();
    NamedVariables InPlace(M->getBase()), InStore(Store);
    endChanged(InStore, &InPlace, Open);
    if (InPlace.ReadsMemory || changes(InStore, &InPlace, InPlace))
      return; // `p[k[0]].x = 1`, `p[i].x = i++`
    llvm::FoldingSetNodeID Vector;
    M->getBase()->Profile(Vector, Context, /*Canonical=*/true);
    auto At = llvm::find_if(Open, [&](const Group &G) { return G.Vector == Vector; });
    if (At == Open.end())
      At = Open.insert(At, Group{Vector, InPlace, 0, {}});
    At->Components |= 1u << vectorComponent(M);
    At->Stores.push_back(M);
    if (At->Components == (1u << vectorOf(M)->Count) - 1)
      Whole.insert(At->Stores.begin(), At->Stores.end());
  }

  /// Returns true if \p By names a variable that \p Place depends on otherwise than to read it, or
  /// to name the vector at \p Written.
  static bool changes(const NamedVariables &By, const NamedVariables *Written,
                      const NamedVariables &Place) {
    return llvm::any_of(Place.Uses, [&](const auto &Each) {
      return By.changes(Each.first) > (Written ? Written->changes(Each.first) : 0);
    });
  }
  static void endChanged(const NamedVariables &By, const NamedVariables *Written,
                         std::vector<Group> &Open) {
    llvm::erase_if(Open, [&](const Group &G) {
      return (!Written && G.InPlace.ReadsMembers) || changes(By, Written, G.InPlace);
    });
  }

  const ASTContext &Context;
};

} // namespace

int vectorComponent(const MemberExpr *M) {
  const catalog::VectorType *Row = vectorOf(M);
  if (!Row || Row->IsStruct || !isa<FieldDecl>(M->getMemberDecl()))
    return -1;
  size_t Index = llvm::StringRef("xyzw").find(M->getMemberDecl()->getName());
  return Index == llvm::StringRef::npos ? -1 : int(Index);
}

VectorStores::VectorStores(const DeviceCallGraph &Reach, const ASTContext &Context) {
  WholeStores Found(Context);
  for (const FunctionDecl *F : Reach.Functions)
    Found.traverseStmt(F->getBody());
  for (const MemberExpr *M : Found.Stores)
    if (!Found.Whole.count(M))
      Alone.insert(M);
}

} // namespace cu2cl
