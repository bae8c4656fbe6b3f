// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/lowering/StageFill.h"

using namespace clang;

namespace cu2cl::opt {

static constexpr unsigned MostUnrolled = 16; ///< rounds of a loop that loads a tile

Expr *StageFill::guard(Dimensions Of, Numbers Number, BinaryOperatorKind Joined) {
  Expr *Result = nullptr;
  const Expr *Before = nullptr;
  for (const UpperBound &B : G.Bounds) {
    // A comparison with min() makes two bounds.
    if (!(Of >> B.Dimension & 1) || B.Clause == std::exchange(Before, B.Clause))
      continue;
    auto Kind = BinaryOperatorKind(B.Clause->Opcode);
    if (B.Leaves)
      Kind = BinaryOperator::negateComparisonOp(Kind);
    Expr *Sides[2] = {B.Clause->Kids[0], B.Clause->Kids[1]};
    Expr *&Id = Sides[Sides[0] == B.Id ? 0 : 1];
    if (Number) {
      std::optional<int64_t> Offset =
          F.Forms.form(Id).without("gid" + std::to_string(B.Dimension)).asConstant();
      assert(Offset && "a bound's side with the id");
      Id = idOf(B.Dimension, Number(B.Dimension), Id->Type.getUnqualifiedType(), *Offset);
    }
    Expr *Holds = M.binary(Kind, Sides[0], Sides[1]);
    Result = Result ? M.binary(Joined, Result, Holds) : Holds;
  }
  return Result;
}

/// The global id of the group's item \p Number along \p D (null: of the first one), and \p Offset.
Expr *StageFill::idOf(unsigned D, Expr *Number, QualType T, int64_t Offset) {
  Expr *Id = M.call("get_group_id", {M.number(D)}, M.Context.getSizeType());
  Id = M.cast(T, M.binary(BO_Mul, Id, M.number(Group[D])));
  if (Number)
    Id = M.binary(BO_Add, Id, Number);
  return M.plus(Id, Offset);
}

/// Those of \p Of along which a group has several items.
Dimensions StageFill::dimensionsIn(Dimensions Of) const {
  for (unsigned D = 0; D < 3; ++D)
    if (Group[D] == 1)
      Of &= ~(1u << D);
  return Of;
}

/// True if what follows in memory is of the next round.
bool StageFill::isAlongRows(const Tile &T, const Variable *Counter) const {
  Expr *Name = M.reference(const_cast<Variable *>(Counter));
  Polynomial Own = F.Forms.form(Name), Address = F.Forms.address(T.Place);
  if (Own.terms().size() != 1 || Own.terms().begin()->first.size() != 1)
    return false;
  const Polynomial::Atom &Atom = Own.terms().begin()->first[0];
  return Address.isLinearIn(Atom) && Address.coefficient(Atom).asConstant() == 1;
}

unsigned StageFill::padding(const Tile &T) const {
  constexpr unsigned Banks = 32, Apart = 4;
  return Ids.sizeOf(T.Own) % Banks == 0 ? Apart : 0;
}

unsigned StageFill::items() const {
  unsigned Result = 1;
  for (unsigned D = 0; D < 3; ++D)
    Result *= Group[D] / Merged[D];
  return Result;
}

/// Returns what the compiler counts work-items by once they are merged: a name and not a call,
/// since a call means the item that is merged.
Expr *StageFill::itemValue() const {
  std::string Text;
  unsigned Before = 1;
  for (unsigned D = 0; D < 3; ++D) {
    unsigned Size = Group[D] / Merged[D];
    if (Size == 1)
      continue;
    std::string Id = "get_local_id(" + std::to_string(D) + ")";
    Text = Before == 1 ? Id : Text + " + " + Id + " * " + std::to_string(Before);
    Before *= Size;
  }
  return M.name(Text, M.Context.getSizeType());
}

/// \p E, a place or an index, for the group's item \p Number along \p D and the round \p Round.
Expr *StageFill::forItem(const Expr *E, unsigned D, Expr *Number, Variable *Counter, Expr *Round) {
  return M.rewrite(E, [&](const Expr *Part) -> Expr * {
    bool Is = Part->Kind == Expr::Form::Reference;
    if (Is && Part->Var == Counter)
      return Round;
    if (!Number || !(F.Differing.differs(Part) >> D & 1))
      return nullptr;
    if (Is) {
      for (const IdVariable &Id : G.Ids)
        if (Id.Var == Part->Var && Id.Dimension == D)
          return idOf(D, Number, Part->Type.getUnqualifiedType(), Id.Offset);
      const Expr *Value = F.initial(Part->Var);
      Understood &= Value != nullptr && !Part->Type->isFloatingType(); // rounded by itself
      if (!Value)
        return nullptr;
      Expr *Own = forItem(Value, D, Number, Counter, Round);
      QualType T = Part->Type.getUnqualifiedType();
      return M.Context.hasSameUnqualifiedType(Own->Type, T) || T->isPointerType() ? Own
                                                                                  : M.cast(T, Own);
    }
    if (Part->Kind != Expr::Form::Call || callKind(Part) != CallKind::Id)
      return nullptr;
    if (Part->Text == "get_global_id")
      return idOf(D, Number, M.Context.getSizeType(), 0);
    if (Part->Text == "get_local_id")
      return M.cast(M.Context.getSizeType(), Number);
    Understood &= Part->Text == "get_group_id";
    return nullptr;
  });
}

Stmt *StageFill::fill(const Tile &T, Variable *Counter, Variable *First, Variable *Count,
                      unsigned Depth) {
  Dimensions Own = dimensionsIn(T.Own);
  if (Own & (Own - 1)) // along two dimensions
    return nullptr;
  unsigned D = Own >> 1, Length = Ids.sizeOf(T.Own);
  bool Rows = isAlongRows(T, Counter);
  Variable *At = M.variable(Ids.fresh("at"), M.Context.IntTy);
  Variable *Row = M.variable(Ids.fresh("row"), M.Context.IntTy);
  Variable *Column = Own ? M.variable(Ids.fresh("column"), M.Context.IntTy) : nullptr;
  auto Part = [&](bool Divides, unsigned By) {
    return M.binary(Divides ? BO_Div : BO_Rem, M.reference(At), M.number(By));
  };
  Block Body;
  Body.push_back(M.declare(Row, !Own   ? M.reference(At)
                                : Rows ? Part(false, Depth)
                                       : Part(true, Length)));
  if (Own)
    Body.push_back(M.declare(Column, Rows ? Part(true, Depth) : Part(false, Length)));
  QualType CounterType = Counter->Type.getUnqualifiedType();
  Expr *Number = M.reference(Row);
  Expr *Round = M.binary(BO_Add, M.reference(First), Number);
  Round->Type = CounterType;
  Understood = true;
  Expr *Value = forItem(T.Place, D, Own ? M.reference(Column) : nullptr, Counter, Round);
  if (!Understood)
    return nullptr;
  Expr *Inside = M.binary(BO_LT, M.reference(Row), M.reference(Count));
  // Of a group, some item is within the guards of the dimensions that share.
  if (Expr *Guard =
          Own ? guard(T.Own & Own, [&](unsigned) { return M.reference(Column); }) : nullptr)
    Inside = M.binary(BO_LAnd, Inside, Guard);
  QualType Element = M.Context.removeAddrSpaceQualType(T.Place->Type).getUnqualifiedType();
  QualType InLocal = M.Context.getAddrSpaceQualType(Element, LangAS::opencl_local);
  Expr *Place = M.subscript(M.reference(T.Array), M.reference(Row), InLocal);
  if (Own) {
    Place->Type = M.Context.getAsConstantArrayType(T.Array->Type)->getElementType();
    Place = M.subscript(Place, M.reference(Column), InLocal);
  }
  Body.push_back(
      M.statement(M.binary(BO_Assign, Place, M.conditional(Inside, Value, M.number(0)))));
  if (items() > 1 && !Item)
    Item = M.variable(Ids.fresh("item"), M.Context.IntTy);
  Expr *Begin = items() > 1 ? M.reference(Item) : M.number(0);
  unsigned All = Depth * Length, Rounds = All / items();
  Stmt *Loop = nullptr;
  if (All % items() == 0 && Rounds <= MostUnrolled) {
    Variable *Step = M.variable(Ids.fresh("step"), M.Context.IntTy);
    Expr *Ahead = M.binary(BO_Mul, M.reference(Step), M.number(items()));
    Body.insert(Body.begin(), M.declare(At, M.binary(BO_Add, Begin, Ahead)));
    Loop = M.forLoop(Step, M.number(0), M.number(Rounds), Body);
    Loop->Lead = "#pragma unroll\n"; // loads first, then stores
  } else {
    Loop = M.forLoop(At, Begin, M.number(All), Body);
    Loop->Step = M.binary(BO_AddAssign, M.reference(At), M.number(items()));
  }
  Loop->BodyIsBlock = true;
  return Loop;
}

} // namespace cu2cl::opt
