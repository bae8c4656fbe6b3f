// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/VectorStores.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "catalog/Catalog.h"
#include "kernel/core/TypeText.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

QualType vectorTypeBelow(const MemberExpr *M) {
  QualType T = M->getBase()->getType();
  return (M->isArrow() ? T->getPointeeType() : T).getCanonicalType().getUnqualifiedType();
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

/// True if \p E, a vector, is a variable of the thread's own.
bool isPrivate(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E);
             A && A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      E = A->getBase()->IgnoreParenImpCasts();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         deviceStorage(V) == DeviceStorage::None;
}

/// The variables that a statement names, and how often it only reads them.
struct NamedVariables : RecursiveASTVisitor<NamedVariables> {
  explicit NamedVariables(const Stmt *S) {
    if (S)
      TraverseStmt(const_cast<Stmt *>(S));
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
    if (Ref && E->getCastKind() == CK_LValueToRValue)
      ++Reads[Ref->getDecl()];
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (isa<VarDecl>(E->getDecl()))
      ++Uses[E->getDecl()];
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    HasEffects |= E->isAssignmentOp();
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    HasEffects |= E->isIncrementDecrementOp();
    return true;
  }
  bool VisitCallExpr(CallExpr *) { return HasEffects = true; }
  bool mayChange(const ValueDecl *V) const {
    return HasEffects && Uses.lookup(V) > Reads.lookup(V);
  }

  llvm::DenseMap<const ValueDecl *, unsigned> Uses, Reads;
  bool HasEffects = false;
};

/// The stores of one list of statements to one vector.
struct Group {
  llvm::FoldingSetNodeID Vector;
  llvm::SmallPtrSet<const ValueDecl *, 8> Variables; ///< that the vector's place depends on
  unsigned Components = 0;                           ///< a bit for each
  llvm::SmallVector<const MemberExpr *, 4> Stores;   ///< none: its address is taken
  bool Open = true;
};

struct OfType {
  std::vector<Group> Groups;
  unsigned All = 0;           ///< the bits of all components
  bool SeenAsScalars = false; ///< pointers to the vector and to its component are cast
};

/// Collects the groups of all functions.
class Collector : public RecursiveASTVisitor<Collector> {
public:
  explicit Collector(const ASTContext &Context) : Context(Context) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  llvm::MapVector<const Type *, OfType> Types;

  bool VisitCompoundStmt(CompoundStmt *S) {
    std::vector<std::pair<const Type *, size_t>> Here;
    for (const Stmt *Each : S->body())
      addStatement(Each, Here);
    return true;
  }
  bool VisitExpr(Expr *E) {
    if (const MemberExpr *M = writtenComponent(E); M && Known.insert(M).second)
      startGroup(M).Stores.push_back(M);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue)
      Read.insert(E->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) {
    if (vectorComponent(M) >= 0)
      Named.push_back(M);
    return true;
  }
  bool VisitCastExpr(CastExpr *E) {
    if (E->getCastKind() == CK_BitCast)
      for (auto [Vector, Scalar] : {std::pair(E->getType(), E->getSubExpr()->getType()),
                                    std::pair(E->getSubExpr()->getType(), E->getType())})
        if (Vector->isPointerType() && Scalar->isPointerType() &&
            vectorTypeOf(Vector->getPointeeType()) && Scalar->getPointeeType()->isArithmeticType())
          ofType(Vector->getPointeeType()).SeenAsScalars = true;
    return true;
  }
  /// Components whose address goes elsewhere are written by themselves.
  void endOfFunction() {
    for (const MemberExpr *M : Named)
      if (!Known.count(M) && !Read.count(M))
        startGroup(M);
    Named.clear();
  }

private:
  OfType &ofType(QualType T) {
    return Types[T.getCanonicalType().getUnqualifiedType().getTypePtr()];
  }

  Group &startGroup(const MemberExpr *M) {
    OfType &Of = ofType(vectorTypeBelow(M));
    Of.All = (1u << vectorTypeOf(vectorTypeBelow(M))->Count) - 1;
    Group &G = Of.Groups.emplace_back();
    G.Components = 1u << vectorComponent(M);
    M->getBase()->Profile(G.Vector, Context, /*Canonical=*/true);
    for (auto [V, Count] : NamedVariables(M->getBase()).Uses)
      G.Variables.insert(V);
    if (!M->isArrow() && isPrivate(M->getBase()))
      G.Components = Of.All; // no other thread's business
    return G;
  }

  void addStatement(const Stmt *S, std::vector<std::pair<const Type *, size_t>> &Here) {
    const auto *E = dyn_cast<Expr>(S);
    if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(E))
      E = Cleanups->getSubExpr();
    const MemberExpr *M = E ? writtenComponent(E) : nullptr;
    auto EndGroups = [&](llvm::function_ref<bool(const Group &)> Ends) {
      llvm::erase_if(Here,
                     [&](auto Place) { return Ends(Types[Place.first].Groups[Place.second]); });
    };
    if (!M) {
      if (!isa<DeclStmt>(S) && !E)
        return EndGroups([](const Group &) { return true; });
      endChanged(S, nullptr, EndGroups);
      return;
    }
    endChanged(S, M, EndGroups);
    if (!Known.insert(M).second)
      return;
    llvm::FoldingSetNodeID Vector;
    M->getBase()->Profile(Vector, Context, /*Canonical=*/true);
    const Type *T = vectorTypeBelow(M).getTypePtr();
    bool ChangesItself = NamedVariables(M->getBase()).HasEffects;
    for (auto Place : Here)
      if (Group &G = Types[Place.first].Groups[Place.second];
          Place.first == T && G.Vector == Vector && !ChangesItself) {
        G.Components |= 1u << vectorComponent(M);
        G.Stores.push_back(M);
        return;
      }
    startGroup(M).Stores.push_back(M);
    Here.emplace_back(T, Types[T].Groups.size() - 1);
  }

  /// Ends the groups whose vector depends on a variable that \p S may change.
  template <typename EndGroups>
  void endChanged(const Stmt *S, const MemberExpr *Written, EndGroups End) {
    const NamedVariables InStatement(S), InPlace(Written ? Written->getBase() : nullptr);
    End([&](const Group &G) {
      return llvm::any_of(G.Variables, [&](const ValueDecl *V) {
        return InStatement.mayChange(V) && !InPlace.Uses.count(V);
      });
    });
  }

  const ASTContext &Context;
  llvm::DenseSet<const Expr *> Known, Read;
  std::vector<const MemberExpr *> Named;
};

} // namespace

int vectorComponent(const MemberExpr *M) {
  const catalog::VectorType *Row = vectorTypeOf(vectorTypeBelow(M));
  if (!Row || Row->IsStruct || !isa<FieldDecl>(M->getMemberDecl()))
    return -1;
  size_t Index = llvm::StringRef("xyzw").find(M->getMemberDecl()->getName());
  return Index == llvm::StringRef::npos ? -1 : int(Index);
}

VectorStores::VectorStores(const DeviceCallGraph &Reach, const ASTContext &Context) {
  Collector Found(Context);
  for (const FunctionDecl *F : Reach.Functions) {
    Found.TraverseStmt(F->getBody());
    Found.endOfFunction();
  }
  for (const auto &[Type, Of] : Found.Types)
    for (const Group &G : Of.Groups) {
      bool Disjoint = llvm::any_of(
          Of.Groups, [&](const Group &Other) { return !(Other.Components & G.Components); });
      if (Disjoint || (Of.SeenAsScalars && G.Components != Of.All))
        Alone.insert(G.Stores.begin(), G.Stores.end());
    }
}

} // namespace cu2cl
