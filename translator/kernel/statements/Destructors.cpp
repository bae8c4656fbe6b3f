// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Destructors with an effect.
//
// Precondition: of variables in blocks and in the heads of `if`, `switch` and loops, of their parts
// and of what references make live as long as they do. Temporaries are a rule of their own.
// Effect: `Guard_destroy(&g);` at the end of the block and before every return, break, continue and
// goto that leaves it; in a destructor the ends of members and bases, last one first. A `for` with
// such a variable is in a block.

#include "kernel/statements/Destructors.h"
#include "analysis/effects/Cleanups.h"
#include "frontend/InvisibleReferences.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/Rules.h"
#include "kernel/core/TypeText.h"
#include "kernel/core/UniqueName.h"
#include "kernel/statements/ConditionVariables.h"
#include "kernel/statements/Temporaries.h"
#include "kernel/types/Inheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cu2cl {

namespace {

/// An object with a destructor that has an effect: a variable of the function, or a part of the
/// object that it destroys.
struct Ending {
  const void *Object = nullptr; ///< as AddressSpaceMap::destructor() knows it
  QualType Type;
  SourceLocation Loc;
  const VarDecl *Variable = nullptr;
  const FieldDecl *Field = nullptr;
  const CXXBaseSpecifier *Base = nullptr;
};

/// Adds what the declaration of \p V makes, if its end has an effect.
void addVariable(const VarDecl *V, std::vector<Ending> &Out) {
  if (V->hasGlobalStorage())
    return;
  Ending E{V, V->getType(), V->getLocation(), V};
  if (const CXXBindTemporaryExpr *Kept = keptTemporary(V)) {
    E.Object = Kept;
    E.Type = Kept->getType();
  }
  if (!hasNoDestructor(E.Type))
    Out.push_back(E);
}

/// The variables of \p S that end with an effect, in order.
void addVariables(const Stmt *S, std::vector<Ending> &Out) {
  if (const auto *Case = dyn_cast_or_null<SwitchCase>(S))
    return addVariables(Case->getSubStmt(), Out);
  if (const auto *Label = dyn_cast_or_null<LabelStmt>(S))
    return addVariables(Label->getSubStmt(), Out);
  if (const auto *A = dyn_cast_or_null<AttributedStmt>(S))
    return addVariables(A->getSubStmt(), Out);
  const auto *D = dyn_cast_or_null<DeclStmt>(S);
  if (!D)
    return;
  for (const Decl *One : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(One))
      addVariable(V, Out);
}

/// The same for what the head of \p S declares, if its part \p Inside is in their scope (all are if
/// it is null).
void addHeadVariables(const Stmt *S, const Stmt *Inside, std::vector<Ending> &Out) {
  if (const auto *If = dyn_cast<IfStmt>(S); If && (!Inside || Inside != If->getInit())) {
    addVariables(If->getInit(), Out);
    addVariables(If->getConditionVariableDeclStmt(), Out);
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S);
      Switch && (!Inside || Inside != Switch->getInit())) {
    addVariables(Switch->getInit(), Out);
    addVariables(Switch->getConditionVariableDeclStmt(), Out);
  }
  if (const auto *For = dyn_cast<ForStmt>(S); For && Inside != For->getInit())
    addVariables(For->getInit(), Out);
}

/// The members and bases that the destructor \p F destroys after its body, in order of
/// construction.
void addParts(const FunctionDecl *F, std::vector<Ending> &Out) {
  const auto *D = dyn_cast_or_null<CXXDestructorDecl>(F);
  if (!D || D->getParent()->isUnion())
    return;
  for (const CXXBaseSpecifier &B : D->getParent()->bases())
    if (!hasNoDestructor(B.getType()))
      Out.push_back({&B, B.getType(), D->getLocation(), nullptr, nullptr, &B});
  for (const FieldDecl *Field : D->getParent()->fields())
    if (!Field->isAnonymousStructOrUnion() && !hasNoDestructor(Field->getType()))
      Out.push_back({Field, Field->getType(), D->getLocation(), nullptr, Field});
}

/// The object itself in the text: "g", "self->lock", "self->base"; empty if it has no bytes.
std::string objectText(KernelPrinter &P, const Ending &E) {
  if (E.Variable)
    return P.Locals.nameOf(E.Variable);
  if (E.Field)
    return P.Locals.selfMember() + P.names().local(E.Field);
  std::string Base = baseMember(P, cast<CXXMethodDecl>(P.version().Function)->getParent(),
                                E.Type->getAsCXXRecordDecl());
  return Base.empty() ? Base : P.Locals.selfMember() + Base;
}

/// "Guard_destroy(&g);", for an array in loops that run backwards.
Fragment destroy(KernelPrinter &P, const Ending &E) {
  std::string Object = objectText(P, E);
  if (Object.empty())
    return P.unit().mark(diag::UnsupportedSpecialMember, E.Loc,
                         {"~" + E.Type->getAsCXXRecordDecl()->getNameAsString(),
                          "it is the destructor of a base class without data members"}) +
           ";";
  std::string Loops;
  QualType T = E.Type;
  for (unsigned Level = 0; T->isArrayType(); ++Level) {
    const auto *Array = dyn_cast<ConstantArrayType>(P.context().getAsArrayType(T));
    if (!Array)
      return P.unit().mark(diag::UnsupportedArrayOfObjects, E.Loc,
                           {"destroy an array whose size is not a constant"}) +
             ";";
    std::string I =
        uniqueName(P.unit(), P.version(), Level ? "i" + std::to_string(Level + 1) : "i");
    Loops += "for (int " + I + " = " + std::to_string(Array->getSize().getZExtValue()) + "; " + I +
             "-- > 0;) ";
    Object += "[" + I + "]";
    T = Array->getElementType();
  }
  bool IsPointer = E.Variable && E.Variable->getType()->isReferenceType();
  std::string Address = IsPointer ? Object : "&" + Object;
  if (E.Variable &&
      (T.isConstQualified() || E.Variable->getType().getNonReferenceType().isConstQualified()))
    Address = "(" +
              P.Locals.types().base(T.getUnqualifiedType(), StoredIn::Value,
                                    P.unit().Spaces.record(P.version(), E.Variable)) +
              " *)" + Address;
  return Fragment(Loops) + printEnd(P, E.Object, Address, E.Loc);
}

Fragment destroyAll(KernelPrinter &P, llvm::ArrayRef<Ending> Endings) {
  Fragment Out;
  for (const Ending &E : llvm::reverse(Endings)) {
    Out += Out.empty() ? "" : " ";
    Out += destroy(P, E);
  }
  return Out;
}

/// Returns what lives at \p S, in the order in which it was made; for a break or continue only
/// what lives in what it leaves.
std::vector<Ending> livingAt(const KernelPrinter &P, const Stmt *S, bool Breaks, bool Continues) {
  std::vector<Ending> Live;
  const Stmt *Child = S;
  for (const Stmt *Up = P.plan().Body.parent(S); Up; Child = Up, Up = P.plan().Body.parent(Up)) {
    bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Up);
    std::vector<Ending> Here;
    if (IsLoop && (Breaks || Continues)) {
      addVariables(roundVariable(Up), Here);
      Live.insert(Live.begin(), Here.begin(), Here.end());
      return Live;
    }
    if (isa<SwitchStmt>(Up) && Breaks)
      return Live;
    if (const auto *Block = dyn_cast<CompoundStmt>(Up))
      for (const Stmt *Before : Block->body()) {
        if (Before == Child)
          break;
        addVariables(Before, Here);
      }
    addHeadVariables(Up, Child, Here);
    addVariables(roundVariable(Up), Here);
    Live.insert(Live.begin(), Here.begin(), Here.end());
  }
  std::vector<Ending> Parts;
  addParts(P.version().Function, Parts);
  Live.insert(Live.begin(), Parts.begin(), Parts.end());
  return Live;
}

} // namespace

Fragment printEnd(KernelPrinter &P, const void *Object, const std::string &Address,
                  SourceLocation Loc) {
  const FunctionClone *Callee = P.unit().Spaces.destructor(P.version(), Object);
  if (!Callee)
    return P.unit().mark(diag::UnsupportedSpecialMember, Loc,
                         {"the destructor", "its body is not visible"}) +
           ";";
  // Who looks for barriers looks at calls that are written.
  if (P.unit().Barriers->hasBarrier(Callee->Function))
    return P.unit().mark(diag::BarrierInDestructor, Loc,
                         {cast<CXXMethodDecl>(Callee->Function)->getParent()->getNameAsString()}) +
           ";";
  P.Found.needVersion(*Callee);
  std::string Text = P.names().function(*Callee) + "(" + Address;
  for (const Appended &Extra : P.unit().appended(*Callee))
    for (const Appended &Mine : P.unit().appended(P.version()))
      if (Extra.K == Mine.K && Extra.Variable == Mine.Variable)
        Text += ", " + Mine.Name;
  return Text + ");";
}

Fragment printScopeEnd(KernelPrinter &P, const CompoundStmt *Block) {
  std::vector<Ending> Endings;
  if (P.version().Function && Block == P.version().Function->getBody())
    addParts(P.version().Function, Endings);
  for (const Stmt *S : Block->body())
    addVariables(S, Endings);
  if (Endings.empty() || (!Block->body_empty() &&
                          isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt>(Block->body_back())))
    return {};
  return destroyAll(P, Endings);
}

Fragment printHeadEnd(KernelPrinter &P, const Stmt *S) {
  std::vector<Ending> Endings;
  addHeadVariables(S, nullptr, Endings);
  return destroyAll(P, Endings);
}

Fragment printDeclarationEnd(KernelPrinter &P, const DeclStmt *S) {
  std::vector<Ending> Endings;
  addVariables(S, Endings);
  return destroyAll(P, Endings);
}

Fragment printRoundEnd(KernelPrinter &P, const Stmt *S) {
  std::vector<Ending> Endings;
  addVariables(roundVariable(S), Endings);
  return destroyAll(P, Endings);
}

/// The `for` that \p S continues, if its increment is in its body; else null.
static const ForStmt *incrementedBy(const KernelPrinter &P, const Stmt *S) {
  if (!isa<ContinueStmt>(S) || P.plan().Rounds.Continues.contains(S))
    return nullptr; // or it goes to what precedes the increment
  const Stmt *Up = P.plan().Body.parent(S);
  while (Up && !isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Up))
    Up = P.plan().Body.parent(Up);
  const auto *For = dyn_cast_or_null<ForStmt>(Up);
  return For && movesIncrement(For) ? For : nullptr;
}

/// Returns what ends where control leaves by \p S.
static std::vector<Ending> endingsOf(const KernelPrinter &P, const Stmt *S) {
  std::vector<Ending> Live = livingAt(P, S, isa<BreakStmt>(S), isa<ContinueStmt>(S));
  // What lives at the label, too, is not left.
  if (const auto *Goto = dyn_cast<GotoStmt>(S))
    for (const Ending &Stays : livingAt(P, Goto->getLabel()->getStmt(), false, false))
      llvm::erase_if(Live, [&](const Ending &E) { return E.Object == Stays.Object; });
  // What is returned itself is not copied, so it does not end here.
  if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getNRVOCandidate())
    llvm::erase_if(Live, [&](const Ending &E) {
      return R->getNRVOCandidate()->isNRVOVariable() && E.Variable == R->getNRVOCandidate();
    });
  return Live;
}

Fragment printScopeExit(KernelPrinter &P, const Stmt *S) {
  std::vector<Ending> Live = endingsOf(P, S);
  const ForStmt *For = incrementedBy(P, S);
  if (!For)
    return destroyAll(P, Live);
  // What the condition declares ends after the increment.
  llvm::erase_if(Live, [&](const Ending &E) { return E.Variable == For->getConditionVariable(); });
  Fragment Inner = destroyAll(P, Live);
  Fragment Round = printRoundEnd(P, For);
  Inner += Fragment(Inner.empty() ? "" : " ") + P.print(For->getInc()) + ";";
  return Inner + (Round.empty() ? "" : " ") + Round;
}

Fragment printReturned(KernelPrinter &P, const ReturnStmt *R) {
  const VarDecl *Same = R->getNRVOCandidate();
  if (Same && Same->isNRVOVariable() && !R->getRetValue()->getType()->isScalarType())
    return P.Locals.nameOf(Same);
  return P.printValue(R->getRetValue());
}

/// What `return;` is here: constructors give their object.
static std::string returnOfNothing(KernelPrinter &P) {
  return P.Locals.selfIsObject() ? "return self" : P.plan().MadeInPlace ? "return *self" : "return";
}

/// `return f();` where f returns nothing: C has no such return (C99 6.8.6.4).
static Fragment printReturnOfVoid(KernelPrinter &P, const ReturnStmt *R) {
  const auto *List = dyn_cast_or_null<CompoundStmt>(P.plan().Body.parent(R));
  Fragment Text = P.print(R->getRetValue(), Precedence::Comma);
  if (!List)
    return (Fragment("{ ") + Text + "; " + returnOfNothing(P) + "; }").closed();
  if (List == P.version().Function->getBody() && R == List->body_back())
    return Text;
  return Text + ";" + breakBefore(P, R) + returnOfNothing(P);
}

/// `return value;`: the value is there before anything ends.
static std::optional<Fragment> printReturnWithDestructors(KernelPrinter &P, const ReturnStmt *R) {
  const Expr *Value = R->getRetValue();
  Fragment Calls = printScopeExit(P, R);
  std::optional<Temporaries> Made = Value ? printTemporariesOf(P, R, Value) : Temporaries();
  if (!Made)
    return std::nullopt; // marked where it is printed
  bool Meets = P.plan().Warp.Returns.contains(R);
  QualType T = P.version().Function->getReturnType();
  if (P.unit().Reach->returnsValue(P.version().Function))
    T = T->getPointeeType();
  if (Calls.empty() && Made->Before.empty() && !Meets) {
    if (Value && T->isVoidType())
      return printReturnOfVoid(P, R);
    return std::nullopt;
  }
  Fragment Before((Meets ? "{ " + std::string(BarrierText) + " " : "{ ") + Made->Before);
  Fragment After = Made->After + Calls;
  if (!Value || T->isVoidType()) {
    if (Value)
      Before += P.print(Value) + "; ";
    return (Before + After + " " + returnOfNothing(P) + "; }").closed();
  }
  if (After.empty() && Made->Before.empty())
    return (Before + "return " +
            (T->isReferenceType() ? P.Lvalues.printAddress(Value, Precedence::Assignment)
                                  : printReturned(P, R)) +
            "; }")
        .closed();
  std::string Name = uniqueName(P.unit(), P.version(), "result");
  std::string Declared = P.Locals.types().declare(
      T.getUnqualifiedType(), Name,
      {[&P](unsigned L) { return P.unit().Spaces.returned(P.version(), L); },
       P.unit().Spaces.returnedRecord(P.version())});
  Before += Fragment(Declared + " = ") +
            (T->isReferenceType() ? P.Lvalues.printAddress(Value, Precedence::Assignment)
                                  : printReturned(P, R)) +
            "; " + After;
  return (Before + " return " + Name + "; }").closed();
}

std::optional<Fragment> printScopeLeft(KernelPrinter &P, const Stmt *S) {
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return printReturnWithDestructors(P, R);
  if (!isa<BreakStmt, ContinueStmt, GotoStmt>(S))
    return std::nullopt;
  Fragment Calls = printScopeExit(P, S);
  auto Round = P.plan().Rounds.Continues.find(S);
  bool ToEnd = Round != P.plan().Rounds.Continues.end();
  std::string Jump = isa<BreakStmt>(S) ? "break" : ToEnd ? "goto " + Round->second : "continue";
  if (const auto *Goto = dyn_cast<GotoStmt>(S))
    Jump = "goto " + Goto->getLabel()->getName().str();
  if (!Calls.empty())
    return (Fragment("{ ") + Calls + " " + Jump + "; }").closed();
  return ToEnd ? std::optional(Fragment(Jump)) : std::nullopt;
}

} // namespace cu2cl
