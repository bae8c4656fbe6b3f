// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Expressions for merged work-items: names of copies, vectors of lanes.

#include "optimizers/steps/Lowering.h"
#include "optimizers/steps/OwnMath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl::opt {

// --- Variables

/// True if the lanes and copies of \p V differ by a constant each, so that one variable is enough.
bool Lowering::isLinear(const Variable *V) const {
  if (!V->Type->isIntegerType() && !V->Type->isPointerType())
    return false;
  const VariableFacts &Known = F.of(V);
  for (unsigned D = 0; D < 3; ++D) {
    if (!axesAlong(1u << D))
      continue;
    // A clamped group's ids do not go on.
    if (!Known.Stride[D] || (Clamped[D].Count && *Known.Stride[D]))
      return false;
  }
  return true;
}

/// \p Base, the value of linear \p V for the first of the merged items, for the item that is meant.
Expr *Lowering::linear(Expr *Base, const Variable *V) {
  int64_t Offset = 0;
  for (unsigned D = 0; D < 3; ++D)
    if (axesAlong(1u << D))
      Offset += *F.of(V).Stride[D] * copyOffset(D);
  if (W.Lane == Where::All || LaneAxis < 0)
    return M.plus(Base, Offset);
  int64_t Stride = *F.of(V).Stride[S.Axes[LaneAxis].Dimension];
  if (W.Lane == Where::Constant)
    return M.plus(Base, Offset + Stride * W.LaneNumber);
  Expr *Lane = M.reference(W.LaneCounter);
  if (Stride)
    Base = M.binary(BO_Add, Base, Stride == 1 ? Lane : M.binary(BO_Mul, M.number(Stride), Lane));
  return M.plus(Base, Offset);
}

/// The variable that \p V is in the copy that is meant.
Variable *Lowering::copyOf(Variable *V) {
  AxisSet A = axesAlong(F.of(V).Differs);
  if (!A || isLinear(V))
    return V;
  bool Vector = isLanes(A) && !(W.Fixed >> LaneAxis & 1);
  std::string Suffix = suffix(A);
  Variable *&Copy = Copies[{V, Suffix + (Vector ? "v" : "s")}];
  if (!Copy) {
    Copy = M.Nodes.variable(*V);
    Copy->Name = Suffix.empty() ? V->Name : fresh(V->Name + Suffix);
    if (Vector) {
      QualType Scalar = V->Type;
      while (const auto *Array = M.Context.getAsConstantArrayType(Scalar))
        Scalar = Array->getElementType();
      if (Print.typeName(Scalar, Width).empty())
        refuse(Because::VectorValue, nullptr);
      Copy->Lanes = Width;
    }
  }
  return Copy;
}

Expr *Lowering::reference(const Expr *E) {
  Variable *V = E->Var;
  if (!axesAlong(F.of(V).Differs))
    return const_cast<Expr *>(E);
  if (isLinear(V)) {
    Expr *Base = linear(const_cast<Expr *>(E), V);
    if (!isVector(E))
      return Base;
    int64_t Stride = *F.of(V).Stride[S.Axes[LaneAxis].Dimension];
    return M.binary(BO_Add, Base, iota(V->Type, Stride));
  }
  if (W.Lane == Where::Counter) { // kept in an array, if the loop does not declare it
    auto Known = Copies.find({V, suffix(axesAlong(F.of(V).Differs)) + "v"});
    if (Known != Copies.end())
      if (auto At = Arrays.find(Known->second); At != Arrays.end())
        return M.subscript(M.reference(At->second), M.reference(W.LaneCounter), V->Type);
  }
  Variable *Copy = copyOf(V);
  if (W.Lane == Where::All || Copy->Lanes == 1)
    return M.reference(Copy);
  if (W.Lane == Where::Constant) {
    static const char Digits[] = "0123456789abcdef";
    Expr *Lanes = M.reference(Copy);
    return M.member(Lanes, std::string(".s") + Digits[W.LaneNumber], V->Type);
  }
  return M.reference(Copy);
}

/// The id of a dimension and a constant, by the variable that holds it; null if \p E is no id.
Expr *Lowering::idValue(const Expr *E) {
  if (!E->Type->isIntegerType() || E->Kind == Expr::Form::Reference || F.isInGroup())
    return nullptr;
  bool HasCall = false;
  forEach(E, [&](const Expr *Part) { HasCall |= Part->Kind == Expr::Form::Call; });
  if (!HasCall)
    return nullptr;
  Polynomial P = F.form(E);
  for (unsigned D = 0; D < 3; ++D) {
    Polynomial::Atom Atom = "gid" + std::to_string(D);
    std::optional<int64_t> Offset = P.without(Atom).asConstant();
    if (!Offset || P.coefficient(Atom).asConstant() != 1)
      continue;
    IdVariable &Id = id(D);
    Expr *Value = M.plus(M.reference(Id.Var), *Offset - Id.Offset + copyOffset(D));
    if (LaneAxis >= 0 && S.Axes[LaneAxis].Dimension == D) {
      if (W.Lane == Where::Constant)
        Value = M.plus(Value, W.LaneNumber);
      else if (W.Lane == Where::Counter)
        Value = M.binary(BO_Add, Value, M.reference(W.LaneCounter));
    }
    bool SameType = M.Context.hasSameUnqualifiedType(E->Type, Id.Var->Type);
    return SameType ? Value : M.cast(E->Type.getUnqualifiedType(), Value);
  }
  return nullptr;
}

/// An id or a size where whole groups are merged: copies differ by their group id. Groups that the
/// launch does not have do the last one's work once more.
Expr *Lowering::groupId(const Expr *E, unsigned D) {
  auto *Call = const_cast<Expr *>(E);
  Expr *Size = F.kernel().GroupSize[D] ? M.number(F.kernel().GroupSize[D])
                                       : M.call("get_local_size", {M.number(D)}, E->Type);
  const Clamp &C = Clamped[D];
  bool IsSize = E->Text == "get_global_size";
  if (IsSize || E->Text == "get_num_groups") {
    Expr *Count = C.Count ? M.reference(C.Count)
                          : M.binary(BO_Mul, M.call("get_num_groups", {M.number(D)}, E->Type),
                                     M.number(S.factor(D)));
    Count = C.Count ? M.cast(E->Type, Count) : Count;
    return IsSize ? M.binary(BO_Mul, Count, Size) : Count;
  }
  if (E->Text != "get_group_id" && E->Text != "get_global_id")
    return Call; // the local id, and what does not change
  Expr *Group;
  if (C.Count) {
    Group = M.plus(M.reference(C.Group), copyOffset(D));
    if (copyOffset(D))
      Group = M.call("min", {Group, M.plus(M.reference(C.Count), -1)}, C.Group->Type);
    Group = M.cast(E->Type, Group);
  } else {
    Group = M.binary(BO_Mul, M.call("get_group_id", {M.number(D)}, E->Type), M.number(S.factor(D)));
    Group = M.plus(Group, copyOffset(D));
  }
  if (E->Text == "get_group_id")
    return Group;
  return M.binary(BO_Add, M.binary(BO_Mul, Group, Size),
                  M.call("get_local_id", {M.number(D)}, E->Type));
}

/// An id or a size where work-items are merged within their group: group ids stay, and each new
/// work-item has the local and global ids from its own times the factor on.
Expr *Lowering::idInGroup(const Expr *E, unsigned D) {
  auto *Call = const_cast<Expr *>(E);
  unsigned Factor = S.factor(D);
  if (F.isApart(D))
    return groupId(E, D);
  if (E->Text == "get_local_size" && F.kernel().GroupSize[D])
    return M.number(F.kernel().GroupSize[D]);
  if (Factor == 1 || E->Text == "get_group_id" || E->Text == "get_num_groups")
    return Call;
  Expr *First = M.binary(BO_Mul, Call, M.number(Factor));
  if (E->Text == "get_global_size")
    return First;
  if (E->Text != "get_local_id" && E->Text != "get_global_id") {
    refuse(Because::IdBuiltinUnsupported, E->From);
    return Call;
  }
  Expr *Value = M.plus(First, copyOffset(D));
  if (LaneAxis >= 0 && S.Axes[LaneAxis].Dimension == D) {
    if (W.Lane == Where::Constant)
      Value = M.plus(Value, W.LaneNumber);
    else if (W.Lane == Where::Counter)
      Value = M.binary(BO_Add, Value, M.reference(W.LaneCounter));
  }
  return Value;
}

Expr *Lowering::iota(QualType T, int64_t Stride) {
  llvm::SmallVector<Expr *, 16> Lanes;
  for (unsigned I = 0; I < Width; ++I)
    Lanes.push_back(M.number(Stride * I));
  return M.vector(T.getUnqualifiedType(), Width, Lanes);
}

Expr *Lowering::splat(Expr *E) {
  return E->Lanes > 1 ? E : M.vector(E->Type.getUnqualifiedType(), Width, {E});
}

/// True if \p E may be computed where its value is not wanted.
bool Lowering::isSafe(const Expr *E) const {
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

// --- Values

Expr *Lowering::value(const Expr *E) {
  if ((!Shared.empty() || !Carried.empty()) && E->Kind != Expr::Form::Cast) {
    std::string Key = loadKey(E);
    for (const auto *Known : {&Shared, &Carried})
      if (auto At = Known->find(Key); At != Known->end())
        return M.reference(At->second);
  }
  return isVector(E) ? vectorValue(E) : scalarValue(E);
}

/// The value of the one item that is meant, or of all if it does not differ.
Expr *Lowering::scalarValue(const Expr *E) {
  if (Expr *Id = idValue(E))
    return Id;
  switch (E->Kind) {
  case Expr::Form::Reference:
    return reference(E);
  case Expr::Form::Opaque:
    refuse(Because::NotInTree, E->From);
    return const_cast<Expr *>(E);
  case Expr::Form::Call:
    if (callKind(E) == CallKind::Id && !E->Kids.empty()) {
      std::optional<unsigned> D = idDimension(E);
      if (D && F.isInGroup())
        return idInGroup(E, *D);
      if (D && E->Text == "get_local_size" && F.kernel().GroupSize[*D])
        return M.number(F.kernel().GroupSize[*D]);
      if (!D || S.factor(*D) > 1 || S.Group)
        refuse(Because::IdBuiltinUnsupported, E->From);
    }
    break;
  case Expr::Form::Unary:
    // A vector has no addresses of its lanes.
    if (E->Opcode == UO_AddrOf && !isMemory(E->Kids[0]) && isLanes(axesAlong(F.differs(E))))
      refuse(Because::AddressTaken, E->From);
    break;
  default:
    break;
  }
  llvm::SmallVector<Expr *, 4> Kids;
  for (const Expr *Kid : E->Kids)
    Kids.push_back(value(Kid));
  return M.withKids(E, Kids, E->Lanes);
}

Expr *Lowering::atLane(const Expr *E, unsigned Lane) {
  Where Saved = W;
  std::map<std::string, Variable *> Loads;
  std::swap(Loads, Shared); // these are of all lanes
  W.Lane = Where::Constant;
  W.LaneNumber = Lane;
  Expr *Result = value(E);
  W = Saved;
  std::swap(Loads, Shared);
  return Result;
}

/// The value for the first of the merged items.
Expr *Lowering::atFirst(const Expr *E) {
  Where Saved = W;
  std::fill(W.Copy.begin(), W.Copy.end(), 0);
  Expr *Result = LaneAxis >= 0 ? atLane(E, 0) : value(E);
  W = Saved;
  return Result;
}

Expr *Lowering::laneByLane(const Expr *E) {
  if (Print.typeName(E->Type, Width).empty()) {
    refuse(Because::VectorValue, E->From);
    return const_cast<Expr *>(E);
  }
  ++LanesAlone;
  llvm::SmallVector<Expr *, 16> Lanes;
  for (unsigned I = 0; I < Width; ++I)
    Lanes.push_back(atLane(E, I));
  return M.vector(E->Type.getUnqualifiedType(), Width, Lanes);
}

/// The value of \p E in all lanes.
Expr *Lowering::vectorValue(const Expr *E) {
  if (E->Type->isPointerType() || Print.typeName(E->Type, Width).empty()) {
    refuse(Because::VectorValue, E->From);
    return const_cast<Expr *>(E);
  }
  if (E->Kind == Expr::Form::Reference)
    return reference(E);
  // x - 1 of an id is x - 1 + (0, 1, 2, ...)
  unsigned D = S.Axes[LaneAxis].Dimension;
  if (E->Type->isIntegerType() && E->Kind != Expr::Form::Cast) {
    std::optional<int64_t> Stride = F.stride(E, D);
    if (Stride && isSafe(E))
      return *Stride ? M.binary(BO_Add, atLane(E, 0), iota(E->Type, *Stride)) : splat(atLane(E, 0));
  }
  if (E->Kind != Expr::Form::Cast && isMemory(E))
    return vectorLoad(E);
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
    return vectorCall(E);
  case Expr::Form::Subscript: // a private array of vectors
    if (!isVector(E->Kids[1])) {
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

bool isProduct(const Expr *E) {
  E = skipImplicit(E);
  return E->Kind == Expr::Form::Binary && E->Opcode == BO_Mul && E->Type->isFloatingType();
}

/// A uniform product in a sum of vectors, widened at its leaves: a compiler that contracts a * b +
/// c must be able to do so here as in the kernel, or the results differ.
Expr *Lowering::splatProduct(const Expr *E) {
  const Expr *Product = skipImplicit(E);
  return M.binary(BO_Mul, splat(value(Product->Kids[0])), splat(value(Product->Kids[1])));
}

Expr *Lowering::vectorBinary(const Expr *E) {
  auto Kind = BinaryOperatorKind(E->Opcode);
  if (BinaryOperator::isComparisonOp(Kind) || BinaryOperator::isLogicalOp(Kind) ||
      Kind == BO_Comma || isAssignment(E))
    return laneByLane(E);
  bool Sums = BinaryOperator::isAdditiveOp(Kind) && E->Type->isFloatingType();
  auto Side = [&](const Expr *Kid) {
    if (Sums && isProduct(Kid) && !isVector(Kid))
      return splatProduct(Kid);
    return value(Kid);
  };
  Expr *Left = Side(E->Kids[0]), *Right = Side(E->Kids[1]);
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
Expr *Lowering::mask(const Expr *E, unsigned Bits) {
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

Expr *Lowering::vectorConditional(const Expr *E) {
  const Expr *Condition = E->Kids[0];
  if (!isVector(Condition)) {
    llvm::SmallVector<Expr *, 3> Kids = {value(Condition), splat(value(E->Kids[1])),
                                         splat(value(E->Kids[2]))};
    return M.withKids(E, Kids, Width);
  }
  unsigned Bits = M.Context.getTypeSize(E->Type);
  if ((Bits == 32 || Bits == 64) && isSafe(Condition) && isSafe(E->Kids[1]) && isSafe(E->Kids[2]))
    if (Expr *Mask = mask(Condition, Bits))
      return M.call("select", {splat(value(E->Kids[2])), splat(value(E->Kids[1])), Mask}, E->Type,
                    Width);
  return laneByLane(E);
}

/// Built-ins of which each lane is the scalar function's value: the specification rounds them
/// correctly, or they do not round.
static bool isExactByLane(llvm::StringRef Name, QualType T) {
  static const char *const Names[] = {"fabs",   "fmin",     "fmax",  "floor", "ceil",
                                      "trunc",  "rint",     "round", "fma",   "min",
                                      "max",    "copysign", "clamp", "mul24", "mad24",
                                      "rotate", "popcount", "clz",   "fdim",  "abs_diff"};
  return llvm::is_contained(Names, Name) || (Name == "sqrt" && T->isFloatingType());
}

/// Built-ins that have a form for vectors, within an error that the specification bounds.
static bool isByLane(llvm::StringRef Name) {
  static const char *const Names[] = {
      "sin",  "cos",  "tan",   "exp",   "exp2",  "exp10", "log",  "log2",  "log10", "pow",  "rsqrt",
      "cbrt", "sinh", "cosh",  "tanh",  "asin",  "acos",  "atan", "atan2", "hypot", "fmod", "mad",
      "erf",  "erfc", "expm1", "log1p", "sinpi", "cospi", "powr", "mix",   "recip"};
  return llvm::is_contained(Names, Name) || Name.starts_with("native_");
}

Expr *Lowering::vectorCall(const Expr *E) {
  if (callKind(E) != CallKind::Pure)
    return laneByLane(E);
  if (isOwnMath(E))
    return M.call(E->Text + std::to_string(Width), {splat(value(E->Kids[0]))}, E->Type, Width);
  bool SameTypes = E->Type->isArithmeticType(), HaveVectors = SameTypes;
  for (const Expr *Argument : E->Kids) {
    SameTypes &= M.Context.hasSameUnqualifiedType(Argument->Type, E->Type);
    HaveVectors &= !Print.typeName(Argument->Type, Width).empty();
  }
  bool IsBuiltin = !E->Callee->hasBody();
  bool Lanes =
      IsBuiltin && SameTypes &&
      (isExactByLane(E->Text, E->Type) || (S.Math == Schedule::MathKind::Ulp && isByLane(E->Text)));
  if (!Lanes)
    return HaveVectors && !E->Kids.empty() ? callByLane(E) : laneByLane(E);
  llvm::SmallVector<Expr *, 4> Kids;
  for (const Expr *Argument : E->Kids)
    Kids.push_back(splat(value(Argument)));
  return M.withKids(E, Kids, Width);
}

static std::string floatLiteral(llvm::StringRef Number) {
  bool IsInteger = Number.find_first_not_of("0123456789") == llvm::StringRef::npos;
  return (Number + (IsInteger ? ".0f" : "f")).str();
}

/// A call of a function that calls \p E's for each lane; where all lanes are in the interval in
/// which the vector form was found to be exact, it takes that.
Expr *Lowering::callByLane(const Expr *E) {
  static const char Digits[] = "0123456789abcdef";
  std::string Name = E->Text + "_by_lane" + std::to_string(Width);
  std::string Result = Print.typeName(E->Type, Width), Parameters, Whole, Lanes;
  llvm::SmallVector<Expr *, 4> Kids;
  for (const Expr *Argument : E->Kids) {
    std::string Type = Print.typeName(Argument->Type, Width), Letter(1, 'a' + Kids.size());
    Parameters += (Kids.empty() ? "" : ", ") + Type + " " + Letter;
    Whole += (Kids.empty() ? "" : ", ") + Letter;
    Name += Type == Result ? "" : "_" + Type;
    Kids.push_back(splat(value(Argument)));
  }
  for (unsigned I = 0; I < Width; ++I) {
    Lanes += (I % 4 ? ", " : I ? ",\n      " : "") + E->Text + "(";
    for (size_t K = 0; K < Kids.size(); ++K)
      Lanes += std::string(K ? ", " : "") + char('a' + K) + ".s" + Digits[I];
    Lanes += ")";
  }
  std::string Text = Result + " " + Name + "(" + Parameters + ") {\n";
  auto Known = S.ExactBelow.find(E->Text);
  bool IsProbed = Known != S.ExactBelow.end() && Kids.size() == 1 &&
                  M.Context.hasSameUnqualifiedType(E->Type, M.Context.FloatTy) &&
                  M.Context.hasSameUnqualifiedType(E->Kids[0]->Type, M.Context.FloatTy);
  if (IsProbed)
    Text += "  if (all(fabs(a) < " + floatLiteral(Known->second) +
            ")) // here its lanes are those of " + E->Text + "(float)\n    return " + E->Text +
            "(a);\n";
  Helpers[Name] = Text + "  return (" + Result + ")(" + Lanes + ");\n}\n";
  LanesAlone += !IsProbed;
  return M.call(Name, Kids, E->Type, Width);
}

// --- Memory

/// True if the lanes of \p Place, elements of a scalar type, follow each other in memory.
bool Lowering::isContiguous(const Expr *Place) const {
  Place = skipImplicit(Place);
  if (Place->Kind == Expr::Form::Member || Place->Type.isVolatileQualified() ||
      Print.typeName(Place->Type, Width).empty())
    return false;
  unsigned D = S.Axes[LaneAxis].Dimension;
  std::optional<int64_t> Base, Index = 0;
  if (Place->Kind == Expr::Form::Subscript) {
    Base = F.stride(Place->Kids[0], D);
    Index = F.stride(Place->Kids[1], D);
  } else {
    Base = F.stride(Place->Kids[0], D);
  }
  return Base && Index && *Base + *Index == 1;
}

/// The address of \p Place for the first lane: `a + (i + 1)`.
Expr *Lowering::pointerTo(const Expr *Place) {
  Place = skipImplicit(Place);
  if (Place->Kind == Expr::Form::Unary)
    return atLane(Place->Kids[0], 0);
  Expr *Base = atLane(Place->Kids[0], 0), *Index = atLane(Place->Kids[1], 0);
  return M.binary(BO_Add, Base, Index);
}

Expr *Lowering::vectorLoad(const Expr *E) {
  if (!isContiguous(E))
    return laneByLane(E);
  return M.call("vload" + std::to_string(Width), {M.number(0), pointerTo(E)},
                E->Type.getUnqualifiedType(), Width);
}

/// What \p E reads, so that copies which read the same share it. Empty for what is no load.
std::string Lowering::loadKey(const Expr *E) {
  E = skipImplicit(E);
  if (!isMemory(E) || E->Type->isArrayType() || E->Type.isVolatileQualified())
    return "";
  const Expr *Place = E;
  std::string Members;
  while (Place->Kind == Expr::Form::Member && Place->Text[0] == '.') {
    Members = Place->Text + Members;
    Place = skipImplicit(Place->Kids[0]);
  }
  if (Place->Kind == Expr::Form::Member)
    return "";
  // The address in the copy that is meant
  Polynomial P = F.address(Place);
  for (unsigned D = 0; D < 3; ++D) {
    if (F.isApart(D))
      continue;
    Polynomial::Atom Id = "gid" + std::to_string(D);
    if (int64_t Offset = copyOffset(D)) {
      std::optional<Polynomial> More = P.coefficient(Id).times(Polynomial::constant(Offset));
      std::optional<Polynomial> Sum = More ? P.plus(*More) : std::nullopt;
      if (!Sum || !P.isLinearIn(Id))
        return "";
      P = *Sum;
    }
  }
  // Atoms that differ have other values in each copy.
  AxisSet A = axesOf(E);
  std::string Copy;
  for (const auto &Term : P.terms())
    for (const Polynomial::Atom &Atom : Term.first)
      if ((!llvm::StringRef(Atom).starts_with("gid") || F.isApart(Atom.back() - '0')) &&
          F.atomDiffers(Atom))
        Copy = suffix(A);
  return P.text() + Members + (isVector(E) ? "v" : "") + Copy +
         (W.Lane == Where::All ? "" : "lane");
}

/// The loads that are made whenever \p E is: not those behind a condition.
void Lowering::findLoads(const Expr *E, std::vector<const Expr *> &Loads) const {
  if (E->Kind == Expr::Form::Conditional ||
      (E->Kind == Expr::Form::Binary && BinaryOperator::isLogicalOp(BinaryOperatorKind(E->Opcode))))
    return findLoads(E->Kids[0], Loads);
  if (isAssignment(E)) {
    const Expr *Target = skipImplicit(E->Kids[0]);
    for (const Expr *Kid : Target->Kids)
      findLoads(Kid, Loads);
    if (E->Kids.size() > 1)
      findLoads(E->Kids[1], Loads);
    return;
  }
  if (E->Kind == Expr::Form::Unary && E->Opcode == UO_AddrOf)
    return;
  if (isMemory(E) && E->Kind != Expr::Form::Cast && E->Type->isArithmeticType())
    Loads.push_back(E);
  for (const Expr *Kid : E->Kids)
    findLoads(Kid, Loads);
}

/// Makes the loads that several copies along \p A share ahead of their statement.
void Lowering::shareLoads(const Expr *E, AxisSet A, Block &Out) {
  Shared.clear();
  bool HasEffect = false;
  forEach(E, [&](const Expr *Part) {
    HasEffect |= Part->Kind == Expr::Form::Call && callKind(Part) > CallKind::Id;
    HasEffect |= Part != E && isAssignment(Part);
  });
  std::vector<const Expr *> Loads;
  findLoads(E, Loads);
  if (HasEffect || Loads.empty() || W.Lane != Where::All)
    return;
  std::map<std::string, unsigned> Uses;
  forCopies(A, [&] {
    for (const Expr *L : Loads)
      if (std::string Key = loadKey(L); !Key.empty())
        Uses[Key]++;
  });
  std::map<std::string, Variable *> Made;
  forCopies(A, [&] {
    for (const Expr *L : Loads) {
      std::string Key = loadKey(L);
      if (Key.empty() || Uses[Key] < 2 || Made.count(Key) || Carried.count(Key))
        continue;
      const Variable *Root = F.root(L);
      Expr *Value = value(L);
      Variable *V = M.variable(fresh((Root ? Root->Name : "loaded") + "_0"),
                               L->Type.getUnqualifiedType(), Value->Lanes);
      Out.push_back(M.declare(V, Value));
      Made[Key] = V;
    }
  });
  Shared = std::move(Made);
}

} // namespace cu2cl::opt
