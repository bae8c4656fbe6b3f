// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Expressions for merged work-items: vectors of lanes.

#include "optimizers/analysis/Contraction.h"
#include "optimizers/lowering/Lowering.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl::opt {

Expr *LaneValues::iota(QualType T, int64_t Stride) {
  llvm::SmallVector<Expr *, 16> Lanes;
  for (unsigned I = 0; I < Width; ++I)
    Lanes.push_back(M.number(Stride * I));
  return M.vector(T.getUnqualifiedType(), Width, Lanes);
}

Expr *LaneValues::splat(Expr *E) {
  return E->Lanes > 1 ? E : M.vector(E->Type.getUnqualifiedType(), Width, {E});
}

/// True if \p E may be computed where its value is not wanted.
bool LaneValues::isSafe(const Expr *E) const {
  bool Safe = true;
  forEach(E, [&](const Expr *Part) {
    if (isAssignment(Part) || Part->Kind == Expr::Form::Opaque)
      Safe = false;
    if (isMemory(Part) && !Part->Type->isArrayType())
      Safe = false;
    if (Part->Kind == Expr::Form::Subscript && !isMemory(Part))
      Safe = false; // beyond a private array
    if (Part->Kind == Expr::Form::Call && callKind(Part) != CallKind::Pure)
      Safe = false;
    bool Divides =
        Part->Kind == Expr::Form::Binary && (Part->Opcode == BO_Div || Part->Opcode == BO_Rem);
    if (Divides && !Part->Type->isFloatingType())
      Safe = false;
  });
  return Safe;
}

Expr *LaneValues::value(const Expr *E) {
  if ((!L.Memory.Shared.empty() || !L.Memory.Carried.empty()) && E->Kind != Expr::Form::Cast) {
    std::string Key = L.Memory.loadKey(E);
    for (const auto *Known : {&L.Memory.Shared, &L.Memory.Carried})
      if (auto At = Known->find(Key); At != Known->end())
        return M.reference(At->second);
  }
  return L.Items.isVector(E) ? vectorValue(E) : scalarValue(E);
}

/// The value of the one item that is meant, or of all if it does not differ.
Expr *LaneValues::scalarValue(const Expr *E) {
  if (Expr *Id = L.Variables.idValue(E))
    return Id;
  switch (E->Kind) {
  case Expr::Form::Reference:
    return L.Variables.reference(E);
  case Expr::Form::Opaque:
    L.refuse(Because::NotInTree, E->From);
    return const_cast<Expr *>(E);
  case Expr::Form::Call:
    if (callKind(E) == CallKind::Id && !E->Kids.empty()) {
      std::optional<unsigned> D = idDimension(E);
      if (D && F.isInGroup())
        return L.Variables.idInGroup(E, *D);
      if (D && E->Text == "get_local_size" && F.kernel().GroupSize[*D])
        return M.number(F.kernel().GroupSize[*D]);
      if (D && E->Text == "get_global_size" && L.LaunchSize[*D])
        return M.cast(E->Type, M.reference(L.LaunchSize[*D]));
      if (!D || S.factor(*D) > 1 || S.Group)
        L.refuse({Because::IdBuiltinUnsupported, E->From, changedBy(E->Text)});
    }
    break;
  case Expr::Form::Unary:
    // A vector has no addresses of its lanes.
    if (E->Opcode == UO_AddrOf && !isMemory(E->Kids[0]) &&
        L.Items.isLanes(L.Items.axesAlong(F.Differing.differs(E))))
      L.refuse(Because::AddressTaken, E->From);
    break;
  default:
    break;
  }
  llvm::SmallVector<Expr *, 4> Kids;
  for (const Expr *Kid : E->Kids)
    Kids.push_back(value(Kid));
  if (W.Lane != Where::All && E->Kind == Expr::Form::Subscript && !E->Type->isArrayType())
    if (Expr *Element = elementOfLane(E, Kids))
      return Element;
  return M.withKids(E, Kids, E->Lanes);
}

/// Returns true if an index of \p E, an element of an array of arrays, differs between lanes.
bool LaneValues::hasVectorIndex(const Expr *E) const {
  for (; E->Kind == Expr::Form::Subscript; E = E->Kids[0])
    if (L.Items.isVector(E->Kids[1]))
      return true;
  return false;
}

/// The lane that is meant of \p E, an element of a private array of vectors, made of \p Kids: a
/// place, too. Null if there are no vectors.
Expr *LaneValues::elementOfLane(const Expr *E, llvm::ArrayRef<Expr *> Kids) {
  const Expr *Array = Kids[0];
  while (Array->Kind == Expr::Form::Subscript)
    Array = Array->Kids[0];
  if (Array->Kind != Expr::Form::Reference || !Array->Var->Type->isArrayType() ||
      Array->Var->Lanes == 1)
    return nullptr;
  Expr *Lanes = M.withKids(E, Kids, Width);
  QualType T = E->Type.getUnqualifiedType();
  if (W.Lane == Where::Constant)
    return M.member(Lanes, std::string(".s") + llvm::hexdigit(W.LaneNumber, /*LowerCase=*/true), T);
  Expr *Address = M.unary(UO_AddrOf, Lanes);
  Address->Lanes = 1;
  return M.subscript(M.cast(M.Context.getPointerType(T), Address), M.reference(W.LaneCounter), T);
}

/// \p E, the initial values of an array of \p T, for all lanes.
Expr *LaneValues::vectorList(const Expr *E, QualType T) {
  llvm::SmallVector<Expr *, 8> Kids;
  for (const Expr *Kid : E->Kids)
    Kids.push_back(Kid->Kind == Expr::Form::List ? vectorList(Kid, T)
                                                 : converted(splat(value(Kid)), T));
  Expr *Result = M.withKids(E, Kids, Width);
  Result->IsWrittenOut = true;
  return Result;
}

Expr *LaneValues::atLane(const Expr *E, unsigned Lane) {
  Where Saved = W;
  std::map<std::string, Variable *> Loads;
  std::swap(Loads, L.Memory.Shared); // these are of all lanes
  W.Lane = Where::Constant;
  W.LaneNumber = Lane;
  Expr *Result = value(E);
  W = Saved;
  std::swap(Loads, L.Memory.Shared);
  return Result;
}

/// The value for the first of the merged items.
Expr *LaneValues::atFirst(const Expr *E) {
  Where Saved = W;
  std::fill(W.Copy.begin(), W.Copy.end(), 0);
  Expr *Result = LaneAxis >= 0 ? atLane(E, 0) : value(E);
  W = Saved;
  return Result;
}

std::string LaneValues::noVectorOf(const std::string &Text, QualType T) const {
  return "'" + shortened(Text) + "' differs between lanes, and there are no vectors of '" +
         Print.typeName(T, 1) + "'";
}

Expr *LaneValues::laneByLane(const Expr *E) {
  if (Print.typeName(E->Type, Width).empty()) {
    L.refuse({Because::VectorValue, E->From, noVectorOf(Print.print(E), E->Type)});
    return const_cast<Expr *>(E);
  }
  ++L.LanesAlone;
  llvm::SmallVector<Expr *, 16> Lanes;
  for (unsigned I = 0; I < Width; ++I)
    Lanes.push_back(atLane(E, I));
  return M.vector(E->Type.getUnqualifiedType(), Width, Lanes);
}

/// The value of \p E in all lanes.
Expr *LaneValues::vectorValue(const Expr *E) {
  bool IsArray = E->Type->isArrayType() && variableOf(E); // of vectors
  if (!IsArray && (E->Type->isPointerType() || Print.typeName(E->Type, Width).empty())) {
    L.refuse({Because::VectorValue, E->From, noVectorOf(Print.print(E), E->Type)});
    return const_cast<Expr *>(E);
  }
  if (E->Kind == Expr::Form::Reference)
    return L.Variables.reference(E);
  // x - 1 of an id is x - 1 + (0, 1, 2, ...)
  unsigned D = S.Axes[LaneAxis].Dimension;
  if (E->Type->isIntegerType() && E->Kind != Expr::Form::Cast) {
    std::optional<int64_t> Stride = F.Distances.stride(E, D);
    if (Stride && isSafe(E))
      return *Stride ? M.binary(BO_Add, atLane(E, 0), iota(E->Type, *Stride)) : splat(atLane(E, 0));
  }
  if (E->Kind != Expr::Form::Cast && isMemory(E))
    return L.Memory.vectorLoad(E);
  switch (E->Kind) {
  case Expr::Form::Unary:
    if (E->Opcode == UO_Minus || E->Opcode == UO_Plus || E->Opcode == UO_Not)
      return M.withKids(E, {value(E->Kids[0])}, Width);
    return laneByLane(E);
  case Expr::Form::Binary:
    return vectorBinary(E);
  case Expr::Form::Conditional:
    return vectorConditional(E);
  case Expr::Form::Call:
    return L.Calls.vectorCall(E);
  case Expr::Form::Subscript: // a private array of vectors
    if (!hasVectorIndex(E)) {
      llvm::SmallVector<Expr *, 2> Kids = {value(E->Kids[0]), value(E->Kids[1])};
      return M.withKids(E, Kids, Width);
    }
    return laneByLane(E);
  case Expr::Form::Cast: {
    const Expr *Sub = E->Kids[0];
    bool Numbers = E->Type->isArithmeticType() && Sub->Type->isArithmeticType() &&
                   !E->Type->isBooleanType() && !Sub->Type->isBooleanType();
    if (!Numbers)
      return laneByLane(E);
    Expr *Kid = value(Sub);
    if (M.Context.hasSameUnqualifiedType(E->Type, Sub->Type))
      return Kid;
    return M.call("convert_" + Print.typeName(E->Type, Width), {Kid}, E->Type, Width);
  }
  default:
    return laneByLane(E);
  }
}

/// \p E, an operand of a sum of vectors. A compiler that contracts a * b + c must be able to do so
/// here as in the kernel, or the results differ: a product that does not differ is widened at its
/// leaves.
Expr *LaneValues::addend(const Expr *E) {
  Addend A = addendOf(F.source(), E);
  if (!A.isProduct())
    return value(E);
  if (A.HasEffect)
    L.refuse(
        {Because::VectorValue, E->From,
         "'" + shortened(Print.print(E)) + "' is a product with an effect in a sum of vectors"});
  Expr *Product = L.Items.isVector(A.Value) ? value(A.Value)
                                            : M.binary(BO_Mul, splat(value(A.Value->Kids[0])),
                                                       splat(value(A.Value->Kids[1])));
  return A.IsNegated ? M.unary(UO_Minus, Product) : Product;
}

/// \p E, all lanes, as vectors of \p T.
Expr *LaneValues::converted(Expr *E, QualType T) {
  if (M.Context.hasSameUnqualifiedType(E->Type, T))
    return E;
  return M.call("convert_" + Print.typeName(T, Width), {E}, T.getUnqualifiedType(), Width);
}

/// True if \p E, an assignment `a += b`, is one operation of vectors. One of smaller types than
/// int, or a shift, is done in a type that neither side has.
bool LaneValues::hasVectorForm(const Expr *E) const {
  QualType T = E->Kids[0]->Type, Right = E->Kids[1]->Type;
  auto HasVectors = [&](QualType Each) {
    return Each->isArithmeticType() && !Each->isBooleanType() &&
           M.Context.getTypeSize(Each) >= 32 && !Print.typeName(Each, Width).empty();
  };
  return !BinaryOperator::isShiftAssignOp(BinaryOperatorKind(E->Opcode)) &&
         (M.Context.hasSameUnqualifiedType(T, Right) ? M.Context.getTypeSize(T) >= 32
                                                     : HasVectors(T) && HasVectors(Right));
}

/// The value that \p E, an assignment `a += b` that hasVectorForm(), gives to a. It is computed in
/// the type of b, to which Clang has converted it, and converted afterwards.
/// \param Before what a has
Expr *LaneValues::compound(const Expr *E, Expr *Before) {
  auto Kind = BinaryOperator::getOpForCompoundAssignment(BinaryOperatorKind(E->Opcode));
  const Expr *Right = E->Kids[1];
  Expr *Value = splat(addendsOf(E).empty() ? value(Right) : addend(Right));
  return converted(M.binary(Kind, converted(Before, Right->Type), Value), E->Kids[0]->Type);
}

Expr *LaneValues::vectorBinary(const Expr *E) {
  auto Kind = BinaryOperatorKind(E->Opcode);
  if (BinaryOperator::isComparisonOp(Kind) || BinaryOperator::isLogicalOp(Kind) ||
      Kind == BO_Comma || isAssignment(E))
    return laneByLane(E);
  bool Sums = !addendsOf(E).empty();
  Expr *Left = Sums ? addend(E->Kids[0]) : value(E->Kids[0]);
  Expr *Right = Sums ? addend(E->Kids[1]) : value(E->Kids[1]);
  if (BinaryOperator::isShiftOp(Kind)) {
    Left = splat(Left);
    bool Same = M.Context.hasSameUnqualifiedType(E->Kids[0]->Type, E->Kids[1]->Type);
    if (Right->Lanes > 1 && !Same)
      Right = M.call("convert_" + Print.typeName(E->Type, Width), {Right}, E->Type, Width);
  }
  return M.withKids(E, {Left, Right}, Width);
}

/// \p E, a condition, as a mask: each lane is -1 or 0, of \p Bits bits. Null if it has no such
/// form.
Expr *LaneValues::mask(const Expr *E, unsigned Bits) {
  E = skipImplicit(E);
  if (E->Kind == Expr::Form::Unary && E->Opcode == UO_LNot) {
    Expr *Kid = mask(E->Kids[0], Bits);
    return Kid ? M.unary(UO_Not, Kid) : nullptr;
  }
  if (E->Kind != Expr::Form::Binary)
    return nullptr;
  auto Kind = BinaryOperatorKind(E->Opcode);
  if (BinaryOperator::isLogicalOp(Kind)) {
    Expr *Left = mask(E->Kids[0], Bits), *Right = mask(E->Kids[1], Bits);
    if (!Left || !Right || !isSafe(E->Kids[1]))
      return nullptr;
    return M.binary(Kind == BO_LAnd ? BO_And : BO_Or, Left, Right);
  }
  QualType T = E->Kids[0]->Type;
  if (!BinaryOperator::isComparisonOp(Kind) || !T->isArithmeticType() ||
      Print.typeName(T, Width).empty())
    return nullptr;
  QualType Mask = Bits == 64 ? M.Context.LongTy : M.Context.IntTy;
  Expr *Compared = M.binary(Kind, splat(value(E->Kids[0])), splat(value(E->Kids[1])));
  if (M.Context.getTypeSize(T) == Bits)
    return Compared;
  return M.call("convert_" + Print.typeName(Mask, Width), {Compared}, Mask, Width);
}

Expr *LaneValues::vectorConditional(const Expr *E) {
  const Expr *Condition = E->Kids[0];
  if (!L.Items.isVector(Condition)) {
    llvm::SmallVector<Expr *, 3> Kids = {value(Condition), splat(value(E->Kids[1])),
                                         splat(value(E->Kids[2]))};
    return M.withKids(E, Kids, Width);
  }
  unsigned Bits = M.Context.getTypeSize(E->Type);
  if ((Bits == 32 || Bits == 64) && isSafe(Condition) && isSafe(E->Kids[1]) && isSafe(E->Kids[2]))
    if (Expr *Mask = mask(Condition, Bits))
      return M.call("select", {splat(value(E->Kids[2])), splat(value(E->Kids[1])), Mask}, E->Type,
                    Width);
  if (Expr *Choice = L.Common.whereAllChoose(E))
    return Choice;
  return laneByLane(E);
}

} // namespace cu2cl::opt
