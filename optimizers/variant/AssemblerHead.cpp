// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A variant's head: ids, guards, and the statements ahead of the work.

#include "optimizers/analysis/HostValue.h"
#include "optimizers/analysis/Unused.h"
#include "optimizers/variant/Assembler.h"
#include <functional>

using namespace clang;

namespace cu2cl::opt {

void Assembler::head() {
  if (F.isInGroup()) {
    Head.headOfGroups();
    Block Work = L.lower(G.Work);
    Body.append(Work.begin(), Work.end());
    return;
  }
  for (unsigned D = 0; D < 3; ++D)
    if (Tiles.isMerged(D))
      L.Variables.id(D);
  for (const UpperBound &B : G.Bounds)
    L.Variables.id(B.Dimension);
  Terms.beginAtLowerBounds();
  Terms.coverGuards();
  Terms.appendSizes();
  if (L.isRefused())
    return;
  Block Uniform; // what a guard may need
  Block Work = Head.partsBefore(Uniform);
  if (L.isRefused())
    return;
  // Which ids the work needs is known when it is made.
  Block Made = Tiled.work(Work);
  if (L.isRefused())
    return;
  Body.append(Uniform.begin(), Uniform.end());
  Head.declareIds();
  Body.append(Made.begin(), Made.end());
  if (!S.Carry)
    return;
  // Pointers that only addresses of carried loads have named are not needed any more.
  const Variables Before = namedIn(K.Body);
  dropUnused(Body, [&](const Stmt *Declared) {
    return Before.count(Declared->Var) && Declared->Value && hasNoEffect(Declared->Value);
  });
}

/// The ids and counts of groups, and when the launch's groups make whole ones.
void VariantHead::headOfGroups() {
  for (unsigned D = 0; D < 3; ++D) {
    if (!A.Tiles.isApart(D))
      continue;
    std::string Number = std::to_string(D);
    if (A.Tiles.Tail == TailKind::Divides) {
      A.Terms.When.push_back("items" + Number + " % (" + std::to_string(A.Tiles.Factor[D]) +
                             " * group" + Number + ") == 0");
      continue;
    }
    A.Terms.append(D);
    std::string Letter(1, "xyz"[D]);
    Lowering::Clamp &C = L.Clamped[D];
    C.Count = M.variable(L.Variables.fresh("groups_" + Letter), M.Context.IntTy);
    C.Group = M.variable(L.Variables.fresh("group_" + Letter), M.Context.IntTy);
    Expr *Size = K.GroupSize[D] ? M.number(K.GroupSize[D])
                                : M.call("get_local_size", {M.number(D)}, M.Context.UnsignedIntTy);
    A.Body.push_back(M.declare(C.Count, M.binary(BO_Div, M.reference(A.Terms.Appended[D]), Size)));
    Expr *Id = M.call("get_group_id", {M.number(D)}, M.Context.UnsignedIntTy);
    A.Body.push_back(M.declare(C.Group, M.binary(BO_Mul, Id, M.number(A.Tiles.Factor[D]))));
    Expr *Last = M.plus(M.reference(C.Group), A.Tiles.Factor[D] - 1);
    Expr *Inside = M.binary(BO_LT, Last, M.reference(C.Count));
    L.Owned = L.Owned ? M.binary(BO_LAnd, L.Owned, Inside) : Inside;
  }
  const Variables Named = namedIn(K.Body);
  for (Variable *P : K.Parameters)
    if (S.apart() && isSizedByLaunch(P) && Named.count(P))
      partLocalMemory(P);
}

/// A pointer for each merged group into the local memory \p P, which is that many times as large.
void VariantHead::partLocalMemory(Variable *P) {
  Variable *&Bytes = A.Terms.LocalBytes;
  Bytes = M.variable(L.Variables.fresh("local_bytes"), M.Context.UnsignedIntTy);
  QualType Pointer(P->Type->castAs<clang::PointerType>(), 0), Element = Pointer->getPointeeType();
  int64_t Size = Element->isIncompleteType()
                     ? 0
                     : M.Context.getTypeSizeInChars(Element).getQuantity(); // void has none
  int64_t Copy = 0;
  L.Items.forCopies(L.Items.axesAlong(F.of(P).Differs), [&] {
    Variable *Part = L.Variables.copyOf(P);
    Part->Type = Pointer;
    Part->IsParameter = false;
    Expr *Begin = M.reference(P), *Offset = M.reference(Bytes);
    bool Divides = Size && 128 % Size == 0; // clrt rounds parts up to 128 bytes
    if (Divides && Size > 1)
      Offset = M.binary(BO_Div, Offset, M.number(Size));
    if (Copy > 1)
      Offset = M.binary(BO_Mul, Offset, M.number(Copy));
    if (Copy && Divides) {
      Begin = M.binary(BO_Add, Begin, Offset);
    } else if (Copy) {
      QualType Chars = M.Context.getPointerType(
          M.Context.getAddrSpaceQualType(M.Context.CharTy, LangAS::opencl_local));
      Begin = M.cast(Pointer, M.binary(BO_Add, M.cast(Chars, Begin), Offset));
    }
    A.Body.push_back(M.declare(Part, Begin));
    ++Copy;
  });
}

std::string LaunchTerms::noBound(const UpperBound &B) const {
  return "the bound '" + shortened(Print.print(B.Bound)) + "' of the id " + "xyz"[B.Dimension] +
         " is no value that the launch knows";
}

/// Returns what the id variable of \p D must stay below, for dimensions with a guard or merged
/// ones.
Expr *VariantHead::boundOf(unsigned D, const IdVariable &Id) {
  Expr *Result = nullptr;
  for (const UpperBound &B : G.Bounds) {
    if (B.Dimension != D)
      continue;
    Expr *Value = M.plus(typed(L.uniform(B.Bound), Id), Id.Offset - B.Offset);
    Result = Result ? M.call("min", {Result, Value}, Id.Var->Type) : Value;
  }
  if (A.Terms.IsBound[D]) {
    Expr *Value = M.plus(typed(M.reference(A.Terms.Appended[D]), Id), Id.Offset);
    Result = Result ? M.call("min", {Result, Value}, Id.Var->Type) : Value;
  }
  return Result;
}

/// \p E as the id variable's type has it. A conversion that is not in the text does not count:
/// `min(size_t, uint)` is ambiguous.
Expr *VariantHead::typed(Expr *E, const IdVariable &Id) {
  return M.Context.hasSameUnqualifiedType(skipImplicit(E)->Type, Id.Var->Type)
             ? E
             : M.cast(Id.Var->Type.getUnqualifiedType(), E);
}

/// True if \p E may be computed once for all work-items, ahead of the bounds: what would trap if
/// the guards did not hold stays after them, unless the launch knows the divisor, see
/// requireDivisors().
bool VariantHead::isUniform(const Expr *E) const {
  bool Result = !F.Differing.differs(E);
  forEach(E, [&](const Expr *Part) {
    if (Part->Kind == Expr::Form::Reference)
      Result &= Part->Var->IsParameter || Ahead.count(Part->Var);
    if (!isIntegerDivision(Part))
      return;
    std::optional<int64_t> Constant = constantOf(From, Part->Kids[1]);
    Result &= Constant ? *Constant > 0 : hostValue(F, Part->Kids[1]).has_value();
  });
  return Result;
}

/// Makes it a condition that what \p E divides by is above zero, which neither traps nor overflows.
void LaunchTerms::requireDivisors(const Expr *E) {
  forEach(E, [&](const Expr *Part) {
    if (!isIntegerDivision(Part) || constantOf(From, Part->Kids[1]))
      return;
    std::string Term = parenthesized(*hostValue(F, Part->Kids[1])) + " > 0";
    if (!llvm::is_contained(When, Term))
      When.push_back(Term);
  });
}

/// Returns the statements ahead of the guards. What is equal for all work-items and keeps its value
/// goes to
/// \p Uniform, the rest stays with the work, in its order.
Block VariantHead::partsBefore(Block &Uniform) {
  Block Lowered;
  std::vector<Guards::Part> Inside;
  for (const Guards::Part &P : G.Before) {
    if (const Stmt *D = P.Declared) {
      const VariableFacts &V = F.of(D->Var);
      if (V.Differs || V.Assignments || V.HasAddressTaken || (D->Value && !isUniform(D->Value))) {
        Inside.push_back(P);
        continue;
      }
      Ahead.insert(D->Var);
      if (D->Value)
        A.Terms.requireDivisors(D->Value);
      Lowered = L.lower({P.Declared});
    } else if (A.Terms.InBegin.count(P.Condition)) {
      continue;
    } else if (isUniform(P.Condition)) {
      Stmt Return;
      Return.Kind = Stmt::Form::Return;
      A.Terms.requireDivisors(P.Condition);
      Expr *Condition = L.uniform(P.Condition);
      Lowered = {M.ifThen(P.Leaves ? Condition : M.unary(UO_LNot, Condition),
                          {M.Nodes.stmt(std::move(Return))})};
    } else {
      Inside.push_back(P);
      continue;
    }
    Uniform.append(Lowered.begin(), Lowered.end());
  }
  for (const UpperBound &B : G.Bounds) {
    if (!isUniform(B.Bound))
      L.refuse({Because::GuardShape, B.Bound->From, A.Terms.noBound(B),
                "compute it of arguments ahead of the guard"});
    else
      A.Terms.requireDivisors(B.Bound);
  }
  Block Work = G.Work;
  for (const Guards::Part &P : llvm::reverse(Inside)) {
    if (P.Declared) {
      Work.insert(Work.begin(), P.Declared);
      continue;
    }
    auto *Condition = const_cast<Expr *>(P.Condition);
    Work = {M.ifThen(P.Leaves ? M.unary(UO_LNot, Condition) : Condition, Work)};
    Work[0]->BodyIsBlock = true;
  }
  return Work;
}

Variable *VariantHead::firstOf(const IdVariable &Id) {
  for (auto &[Dimension, V] : First)
    if (Dimension == Id.Dimension)
      return V;
  First.push_back({Id.Dimension, M.variable(L.Variables.fresh(Id.Var->Name + "_0"), Id.Var->Type)});
  return First.back().second;
}

/// True if the kernel divides or shifts what differs along \p D. Intel's CPU runtime (2026) reads
/// at other places with `int x = get_global_id(0) * 4; a[x >> 2]`, but not if the id is cast first.
bool VariantHead::isDivided(unsigned D) const {
  std::function<bool(llvm::ArrayRef<Stmt *>)> In = [&](llvm::ArrayRef<Stmt *> B) {
    return llvm::any_of(B, [&](const Stmt *S) {
      bool Divides = In(S->Init) || In(S->Body) || In(S->Else);
      for (const Expr *E : {S->Value, S->Step})
        if (E)
          forEach(E, [&](const Expr *Part) {
            Divides |= Part->Kind == Expr::Form::Binary && Part->Type->isIntegerType() &&
                       (Part->Opcode == BO_Div || Part->Opcode == BO_Shr) &&
                       (F.Differing.differs(Part->Kids[0]) >> D & 1);
          });
      return Divides;
    });
  };
  return In(K.Body);
}

/// `int x_0 = get_global_id(0) * 16;`, the guard, and the variables that the work names.
void VariantHead::declareIds() {
  Expr *Outside = nullptr;
  Block Named;
  llvm::SmallVector<const IdVariable *, 3> Primary(3, nullptr);
  for (const IdVariable &Id : L.Variables.ids()) {
    unsigned D = Id.Dimension;
    if (Primary[D]) { // another name of the same id
      Named.push_back(
          M.declare(Id.Var, M.plus(M.reference(Primary[D]->Var), Id.Offset - Primary[D]->Offset)));
      continue;
    }
    Primary[D] = &Id;
    Expr *Value =
        M.call(A.Tiles.isApart(D) ? "get_group_id" : "get_global_id", {M.number(D)}, Id.Var->Type);
    if (A.Tiles.isMerged(D)) {
      if (isDivided(D) && M.Context.getTypeSize(Id.Var->Type) == 32)
        Value = M.cast(Id.Var->Type.getUnqualifiedType(), Value);
      Value = M.binary(BO_Mul, Value, M.number(A.Tiles.tile(D)));
    }
    Variable *V = A.Tiles.isMerged(D) ? firstOf(Id) : Id.Var;
    A.Body.push_back(M.declare(V, M.plus(Value, Id.Offset + A.Terms.Begin[D])));
    A.Body.back()->Lead = leadOf(Id.Var);
    Expr *Bound = boundOf(D, Id);
    if (!Bound)
      continue;
    Expr *Beyond = M.binary(BO_GE, M.reference(V), Bound);
    Outside = Outside ? M.binary(BO_LOr, Outside, Beyond) : Beyond;
  }
  if (Outside) {
    Stmt Return;
    Return.Kind = Stmt::Form::Return;
    A.Body.push_back(M.ifThen(Outside, {M.Nodes.stmt(std::move(Return))}));
  }
  A.Body.append(A.Moved.begin(), A.Moved.end());
  A.Body.append(Named.begin(), Named.end());
}

std::string VariantHead::leadOf(const Variable *V) const {
  for (const Stmt *S : K.Body)
    if (S->Var == V)
      return S->Lead;
  return "";
}

} // namespace cu2cl::opt
