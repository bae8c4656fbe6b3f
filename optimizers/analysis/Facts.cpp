// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Facts of a kernel: assignments, accesses, and along which dimensions values differ.

#include "optimizers/analysis/Facts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

const Expr *skipImplicit(const Expr *E) {
  while (E->Kind == Expr::Form::Cast && E->Implicit)
    E = E->Kids[0];
  return E;
}

void forEach(const Expr *E, llvm::function_ref<void(const Expr *)> Visit) {
  Visit(E);
  for (const Expr *Kid : E->Kids)
    forEach(Kid, Visit);
}

bool isAssignment(const Expr *E) {
  if (E->Kind == Expr::Form::Binary)
    return BinaryOperator::isAssignmentOp(BinaryOperatorKind(E->Opcode));
  return E->Kind == Expr::Form::Unary &&
         UnaryOperator::isIncrementDecrementOp(UnaryOperatorKind(E->Opcode));
}

/// The variable that \p E is or is a part of: v, v.x, v[2] of a private array.
static const Variable *variableOf(const Expr *E) {
  E = skipImplicit(E);
  while ((E->Kind == Expr::Form::Member && E->Text[0] == '.') ||
         (E->Kind == Expr::Form::Subscript && !isMemory(E)))
    E = skipImplicit(E->Kids[0]);
  return E->Kind == Expr::Form::Reference ? E->Var : nullptr;
}

const Variable *assignedVariable(const Expr *E) {
  return isAssignment(E) ? variableOf(E->Kids[0]) : nullptr;
}

bool isLocal(const Expr *E) {
  return skipImplicit(E)->Type.getAddressSpace() == LangAS::opencl_local;
}

bool isCallOnLocal(const Expr *Call) {
  bool HasLocal = false;
  for (const Expr *Argument : Call->Kids) {
    QualType T = Argument->Type;
    bool IsArray = T->isArrayType();
    if (!IsArray && !T->isPointerType())
      continue;
    LangAS Space = IsArray ? T.getAddressSpace() : T->getPointeeType().getAddressSpace();
    if (Space != LangAS::opencl_local)
      return false;
    HasLocal = true;
  }
  return HasLocal;
}

bool isMemory(const Expr *E) {
  E = skipImplicit(E);
  if (E->Kind == Expr::Form::Member)
    return E->Text[0] == '-' || isMemory(E->Kids[0]);
  if (E->Kind == Expr::Form::Unary)
    return E->Opcode == UO_Deref;
  if (E->Kind != Expr::Form::Subscript)
    return false;
  const Expr *Base = skipImplicit(E->Kids[0]);
  if (Base->Kind == Expr::Form::Subscript || Base->Kind == Expr::Form::Member)
    return Base->Type->isArrayType() ? isMemory(Base) : true;
  // An array of the kernel is memory if it is __local.
  return !Base->Type->isArrayType() || Base->Type.getAddressSpace() == LangAS::opencl_local ||
         Base->Kind == Expr::Form::Name;
}

std::optional<int64_t> constantOf(const Source &From, const Expr *E) {
  if (E->Kind == Expr::Form::Literal && !E->From && E->Type->isIntegerType()) { // a step's number
    int64_t Value;
    llvm::StringRef Digits = llvm::StringRef(E->Text).rtrim("ul");
    return Digits.getAsInteger(10, Value) ? std::nullopt : std::optional<int64_t>(Value);
  }
  clang::Expr::EvalResult Result;
  if (E->From && !E->Old && E->Type->isIntegerType() && !E->From->isValueDependent() &&
      E->From->EvaluateAsInt(Result, From.context()))
    return Result.Val.getInt().getExtValue();
  return std::nullopt;
}

std::optional<unsigned> idDimension(const Expr *Call) {
  const Expr *Argument = skipImplicit(Call->Kids[0]);
  const auto *Literal =
      Argument->From ? dyn_cast<IntegerLiteral>(Argument->From->IgnoreParenImpCasts()) : nullptr;
  if (!Literal || Literal->getValue().uge(3))
    return std::nullopt;
  return Literal->getValue().getZExtValue();
}

// --- Calls

static bool isIdName(llvm::StringRef Name) {
  static const char *const Names[] = {"get_global_id",   "get_local_id",     "get_group_id",
                                      "get_global_size", "get_local_size",   "get_num_groups",
                                      "get_work_dim",    "get_global_offset"};
  return llvm::is_contained(Names, Name);
}

namespace {
/// What a function with a body does.
struct BodyEffects : RecursiveASTVisitor<BodyEffects> {
  CallKind Worst = CallKind::Pure;
  bool AsksForItem = false;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  void atLeast(CallKind Kind) { Worst = std::max(Worst, Kind); }
  bool VisitCallExpr(CallExpr *C);
  bool isThroughPointer(const clang::Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->isArrow() || isThroughPointer(M->getBase());
    if (const auto *M = dyn_cast<ExtVectorElementExpr>(E))
      return M->isArrow() || isThroughPointer(M->getBase());
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      return !S->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() ||
             isThroughPointer(S->getBase());
    const auto *U = dyn_cast<UnaryOperator>(E);
    return U && U->getOpcode() == UO_Deref;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp() && isThroughPointer(B->getLHS()))
      atLeast(CallKind::Effect);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp() && isThroughPointer(U->getSubExpr()))
      atLeast(CallKind::Effect);
    if (U->getOpcode() == UO_Deref)
      atLeast(CallKind::Reads);
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *S) {
    if (isThroughPointer(S))
      atLeast(CallKind::Reads);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *M) {
    if (M->isArrow())
      atLeast(CallKind::Reads);
    return true;
  }
  bool VisitAsmStmt(AsmStmt *) {
    atLeast(CallKind::Effect);
    return true;
  }
  bool VisitAtomicExpr(AtomicExpr *) {
    atLeast(CallKind::Effect);
    return true;
  }
};
} // namespace

static CallKind calleeKind(const FunctionDecl *F,
                           llvm::SmallPtrSet<const FunctionDecl *, 8> &Seen) {
  llvm::StringRef Name = F->getIdentifier() ? F->getName() : "";
  if (const FunctionDecl *Body = nullptr; F->hasBody(Body)) {
    if (!Seen.insert(F).second)
      return CallKind::Pure;
    BodyEffects Effects;
    Effects.Seen = Seen;
    Effects.TraverseStmt(Body->getBody());
    if (Effects.AsksForItem)
      return CallKind::Item;
    return Effects.Worst == CallKind::Atomic ? CallKind::Effect : Effects.Worst;
  }
  if (isIdName(Name))
    return CallKind::Id;
  if (Name == "barrier" || Name.starts_with("work_group_"))
    return CallKind::Barrier;
  if (Name.starts_with("atom_") || Name.starts_with("atomic_"))
    return CallKind::Atomic;
  if (F->hasAttr<ConstAttr>())
    return CallKind::Pure;
  // vload, and functions of which Clang's table does not say that they read nothing else
  return F->hasAttr<PureAttr>() ? CallKind::Reads : CallKind::Effect;
}

bool BodyEffects::VisitCallExpr(CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  CallKind Kind = F ? calleeKind(F, Seen) : CallKind::Effect;
  AsksForItem |= Kind == CallKind::Id || Kind == CallKind::Barrier || Kind == CallKind::Item;
  atLeast(Kind);
  return true;
}

CallKind callKind(const Expr *Call) {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  return Call->Callee ? calleeKind(Call->Callee, Seen) : CallKind::Effect;
}

// --- What the kernel does with its variables and with memory

Facts::Facts(const Source &From, const Kernel &K, bool InGroup, Dimensions Apart)
    : From(From), K(K), InGroup(InGroup), Apart(Apart) {
  for (const Variable *P : K.Parameters) {
    Variables[P];
    HasLocalMemory |= P->Type->isPointerType() &&
                      P->Type->getPointeeType().getAddressSpace() == LangAS::opencl_local;
  }
  count(K.Body, false);
  // Values of variables that are assigned once, in the order of declaration.
  for (bool Changed = true; Changed;) {
    Dimensions Leaving = 0;
    Changed = spread(K.Body, Leaving);
  }
  findStrides();
}

const VariableFacts &Facts::of(const Variable *V) const { return Variables[V]; }

Dimensions Facts::control(const Stmt *Loop) const { return LoopControl.lookup(Loop); }

void Facts::access(const Expr *Place, const Stmt *S, bool Reads, bool Writes) {
  Accesses.push_back({Place, S, root(Place), Reads, Writes});
}

/// The parts of \p E. An array that is not one of which an element is meant becomes an address, by
/// which others may write it.
void Facts::countKids(const Expr *E, const Stmt *S) {
  for (const Expr *Kid : E->Kids) {
    const Expr *Array = skipImplicit(Kid);
    bool IsBase = E->Kind == Expr::Form::Subscript && Kid == E->Kids[0];
    if (Array->Type->isArrayType() && !IsBase && E->Kind != Expr::Form::List)
      if (const Variable *V = variableOf(Array))
        Variables[V].HasAddressTaken = true;
    countIn(Kid, S);
  }
}

void Facts::countIn(const Expr *E, const Stmt *S) {
  if (E->Kind == Expr::Form::Opaque && !FirstOpaque)
    FirstOpaque = E->From;
  if (isAssignment(E)) {
    const Expr *Target = skipImplicit(E->Kids[0]);
    bool Reads = E->Kind == Expr::Form::Unary || E->Opcode != BO_Assign;
    if (const Variable *V = variableOf(Target)) {
      Variables[V].Assignments++;
      bool Whole = Target->Kind == Expr::Form::Reference;
      Assigned.push_back({V, Whole && E->Kind == Expr::Form::Binary ? E : nullptr});
    } else if (isMemory(Target)) {
      access(Target, S, Reads, true);
    }
    // What the target's address needs, and the value
    countKids(Target, S);
    if (E->Kids.size() > 1)
      countIn(E->Kids[1], S);
    return;
  }
  if (E->Kind == Expr::Form::Unary && E->Opcode == UO_AddrOf) {
    if (const Variable *V = variableOf(E->Kids[0]))
      Variables[V].HasAddressTaken = true;
    for (const Expr *Kid : skipImplicit(E->Kids[0])->Kids) // &a[i] reads nothing
      countIn(Kid, S);
    return;
  }
  if (isMemory(E) && !E->Type->isArrayType() && E->Kind != Expr::Form::Cast)
    access(E, S, true, false);
  if (E->Kind == Expr::Form::Call) {
    CallKind Kind = callKind(E);
    HasBarrier |= Kind == CallKind::Barrier;
    if (Kind != CallKind::Pure)
      Calls.push_back({E, S});
  }
  countKids(E, S);
}

void Facts::count(const Block &B, bool InLoop) {
  for (const Stmt *S : B) {
    if (S->Kind == Stmt::Form::Opaque && !FirstOpaque)
      FirstOpaque = S->From;
    if (S->Kind == Stmt::Form::Declare) {
      Variables[S->Var];
      Initial[S->Var] = S->Value;
      QualType T = S->Var->Type;
      HasLocalMemory |= T.getAddressSpace() == LangAS::opencl_local;
      if (T.isVolatileQualified())
        Variables[S->Var].HasAddressTaken = true;
    }
    if (S->Value) {
      countIn(S->Value, S);
      const Expr *Array = skipImplicit(S->Value);
      if (const Variable *V = Array->Type->isArrayType() ? variableOf(Array) : nullptr)
        Variables[V].HasAddressTaken = true;
      // An assignment that is a part of something else is repeated with that.
      forEach(S->Value, [&](const Expr *Part) {
        const Variable *V = assignedVariable(Part);
        if (V && (Part != S->Value || S->Kind != Stmt::Form::Expression))
          Variables[V].IsAssignedInside = true;
      });
    }
    if (S->Step) {
      countIn(S->Step, S);
      // A counter that its `for` declares keeps its value through the body.
      forEach(S->Step, [&](const Expr *E) {
        for (const Stmt *Init : S->Init)
          if (const Variable *V = assignedVariable(E); V && V == Init->Var)
            Variables[V].Steps++;
        if (const Variable *V = assignedVariable(E); V && S->Init.empty() && V->IsCounter)
          Variables[V].Steps++;
      });
    }
    bool IsLoop = S->Kind == Stmt::Form::For || S->Kind == Stmt::Form::While ||
                  S->Kind == Stmt::Form::DoWhile;
    count(Block(S->Init.begin(), S->Init.end()), true);
    count(S->Body, InLoop || IsLoop);
    count(S->Else, InLoop);
  }
}

// --- Differing along dimensions

/// Along which the branches and loops inside the first \p Level of them are taken by some only.
Dimensions Facts::controlSince(size_t Level) const {
  Dimensions Result = 0;
  for (size_t I = Level; I < Control.size(); ++I)
    Result |= Control[I];
  return Result;
}

/// \p V is assigned a value that differs along \p D; \p Some are further dimensions along which
/// only some work-items come here.
bool Facts::mark(const Variable *V, Dimensions D, Dimensions Some) {
  VariableFacts &F = Variables[V];
  Some |= controlSince(F.Level);
  Dimensions New = F.Differs | D | Some;
  F.AssignedBySome |= Some;
  bool Changed = New != F.Differs;
  F.Differs = New;
  return Changed;
}

/// Assignments inside \p E.
bool Facts::spreadIn(const Expr *E) {
  bool Changed = false;
  Dimensions Whole = 0;
  bool HasNested = false;
  forEach(E, [&](const Expr *Part) { HasNested |= Part != E && isAssignment(Part); });
  if (HasNested) // a statement is repeated as a whole
    Whole = differs(E);
  forEach(E, [&](const Expr *Part) {
    const Variable *V = assignedVariable(Part);
    if (!V)
      return;
    Dimensions D = Whole;
    if (Part->Kind == Expr::Form::Binary)
      D |= differs(Part->Kids[1]);
    for (const Expr *Kid : skipImplicit(Part->Kids[0])->Kids)
      D |= differs(Kid); // v[i] = ...
    Changed |= mark(V, D);
  });
  // Conditions inside the expression are control, too.
  forEach(E, [&](const Expr *Part) {
    bool Chooses = Part->Kind == Expr::Form::Conditional ||
                   (Part->Kind == Expr::Form::Binary &&
                    BinaryOperator::isLogicalOp(BinaryOperatorKind(Part->Opcode)));
    if (!Chooses)
      return;
    Dimensions D = differs(Part->Kids[0]);
    for (const Expr *Kid : llvm::drop_begin(Part->Kids))
      forEach(Kid, [&](const Expr *Inner) {
        if (const Variable *V = assignedVariable(Inner))
          Changed |= mark(V, 0, D);
      });
  });
  return Changed;
}

/// True if the atoms of \p P are ids and variables that keep their values where a variable of this
/// value is seen.
bool Facts::keepsStable(const Polynomial &P, bool InInit) const {
  for (const auto &Term : P.terms())
    for (const Polynomial::Atom &A : Term.first) {
      auto At = AtomVariable.find(A);
      if (At == AtomVariable.end()) {
        if (A[0] == '(' || llvm::StringRef(A).starts_with("opaque"))
          return false;
        continue;
      }
      const VariableFacts &F = Variables[At->second];
      if (F.HasAddressTaken || F.Assignments != F.Steps || (InInit && F.Steps))
        return false;
    }
  return true;
}

/// One pass over \p B. \p Leaving gets the dimensions along which some work-items leave \p B's
/// loop or repeat it earlier than others.
bool Facts::spread(const Block &B, Dimensions &Leaving, bool InInit) {
  bool Changed = false;
  for (const Stmt *S : B) {
    switch (S->Kind) {
    case Stmt::Form::Declare: {
      VariableFacts &F = Variables[S->Var];
      F.Level = Control.size();
      if (S->Value) {
        Changed |= spreadIn(S->Value);
        Changed |= mark(S->Var, differs(S->Value));
      }
      if (S->Var->Type.getAddressSpace() == LangAS::opencl_local)
        Changed |= mark(S->Var, Apart);
      // A variable that calls may write through its address
      if (F.HasAddressTaken && !S->Var->Type.isConstQualified())
        Changed |= mark(S->Var, AllDimensions);
      bool Counts = S->Var->Type->isIntegerType() || S->Var->Type->isPointerType();
      if (Counts && S->Value && !F.Assignments && !F.HasAddressTaken && !F.Value) {
        Polynomial P = form(S->Value);
        if (keepsStable(P, InInit) && (S->Var->Type->isPointerType() || fits(S->Value, P)))
          F.Value = P;
      }
      break;
    }
    case Stmt::Form::Break:
    case Stmt::Form::Continue:
    case Stmt::Form::Return:
      Leaving |= controlSince(LoopLevel);
      break;
    case Stmt::Form::If: {
      Changed |= spreadIn(S->Value);
      Control.push_back(differs(S->Value));
      Changed |= spread(S->Body, Leaving);
      Changed |= spread(S->Else, Leaving);
      Control.pop_back();
      break;
    }
    case Stmt::Form::For:
    case Stmt::Form::While:
    case Stmt::Form::DoWhile: {
      Changed |= spread(Block(S->Init.begin(), S->Init.end()), Leaving, true);
      Dimensions Own = LoopControl.lookup(S), Inner = 0;
      if (S->Value)
        Own |= differs(S->Value);
      Control.push_back(Own);
      size_t Outer = std::exchange(LoopLevel, Control.size());
      Changed |= spread(S->Body, Inner);
      LoopLevel = Outer;
      if (S->Value)
        Changed |= spreadIn(S->Value);
      if (S->Step)
        Changed |= spreadIn(S->Step);
      Control.pop_back();
      Own |= Inner;
      Changed |= LoopControl[S] != Own;
      LoopControl[S] = Own;
      break;
    }
    default:
      if (S->Value)
        Changed |= spreadIn(S->Value);
      Changed |= spread(S->Body, Leaving);
    }
  }
  return Changed;
}

Dimensions Facts::atomDiffers(const Polynomial::Atom &A) const {
  auto At = AtomVariable.find(A);
  return At != AtomVariable.end() ? Variables[At->second].Differs : AtomDiffers[A];
}

Dimensions Facts::differs(const Expr *E) const {
  if (E->Kind == Expr::Form::Reference)
    return Variables[E->Var].Differs;
  if (E->Kind == Expr::Form::Opaque)
    return AllDimensions;
  Dimensions Result = 0;
  if (E->Kind == Expr::Form::Call) {
    CallKind Kind = callKind(E);
    if (Kind == CallKind::Id && E->Text != "get_work_dim") {
      std::optional<unsigned> D = idDimension(E);
      if (!D)
        return AllDimensions;
      bool IsId = E->Text == "get_global_id" || (E->Text == "get_local_id" && !isApart(*D)) ||
                  (E->Text == "get_group_id" && (!InGroup || isApart(*D)));
      return IsId ? 1u << *D : 0;
    }
    if (Kind == CallKind::Atomic || Kind >= CallKind::Effect)
      return AllDimensions;
  }
  if (E->Type->isPointerType() == false && isMemory(E) && E->Type.isVolatileQualified())
    return AllDimensions;
  for (const Expr *Kid : E->Kids)
    Result |= differs(Kid);
  return Result;
}

} // namespace cu2cl::opt
