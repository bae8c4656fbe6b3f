// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Variables and ids for merged work-items: names of copies, what differs by a constant.

#include "optimizers/lowering/Lowering.h"

using namespace clang;

namespace cu2cl::opt {

/// True if the lanes and copies of \p V differ by a constant each, so that one variable is enough.
bool LoweredVariables::isLinear(const Variable *V) const {
  if (!V->Type->isIntegerType() && !V->Type->isPointerType())
    return false;
  const VariableFacts &Known = F.of(V);
  for (unsigned D = 0; D < 3; ++D) {
    if (!L.Items.axesAlong(1u << D))
      continue;
    // A clamped group's ids do not go on.
    if (!Known.Stride[D] || (L.Clamped[D].Count && *Known.Stride[D]))
      return false;
  }
  // What cancels out (t - t) is made of copies that another item's place need not have.
  bool IsMadeOfCopies = false;
  if (const Expr *Initial = L.Items.axesAlong(Known.Differs) ? F.initial(V) : nullptr)
    forEach(Initial, [&](const Expr *Part) {
      bool IsOther = Part->Kind == Expr::Form::Reference && Part->Var != V &&
                     L.Items.axesAlong(F.of(Part->Var).Differs) && !isLinear(Part->Var);
      IsMadeOfCopies |= IsOther || (isMemory(Part) && L.Items.axesAlong(F.Differing.differs(Part)));
    });
  return !IsMadeOfCopies;
}

/// \p Base, the value of linear \p V for the first of the merged items, for the item that is meant.
Expr *LoweredVariables::linear(Expr *Base, const Variable *V) {
  int64_t Offset = 0;
  for (unsigned D = 0; D < 3; ++D)
    if (L.Items.axesAlong(1u << D))
      Offset += *F.of(V).Stride[D] * L.Items.copyOffset(D);
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
Variable *LoweredVariables::copyOf(Variable *V) {
  AxisSet A = L.Items.axesAlong(F.of(V).Differs);
  if (!A || isLinear(V))
    return V;
  bool Vector = L.Items.isLanes(A) && !(W.Fixed >> LaneAxis & 1);
  std::string Suffix = L.Items.suffix(A);
  Variable *&Copy = Copies[{V, Suffix + (Vector ? "v" : "s")}];
  if (!Copy) {
    Copy = M.Nodes.variable(*V);
    Copy->Name = Suffix.empty() ? V->Name : fresh(V->Name + Suffix);
    if (Vector) {
      QualType Scalar = V->Type;
      while (const auto *Array = M.Context.getAsConstantArrayType(Scalar))
        Scalar = Array->getElementType();
      if (Print.typeName(Scalar, Width).empty())
        L.refuse({Because::VectorValue, nullptr, L.Values.noVectorOf(V->Name, Scalar), "",
                  V->Declared ? V->Declared->getLocation() : clang::SourceLocation()});
      Copy->Lanes = Width;
    }
  }
  return Copy;
}

Expr *LoweredVariables::reference(const Expr *E) {
  Variable *V = E->Var;
  if (!L.Items.axesAlong(F.of(V).Differs))
    return const_cast<Expr *>(E);
  if (isLinear(V)) {
    Expr *Base = linear(const_cast<Expr *>(E), V);
    if (!L.Items.isVector(E))
      return Base;
    int64_t Stride = *F.of(V).Stride[S.Axes[LaneAxis].Dimension];
    return M.binary(BO_Add, Base, L.Values.iota(V->Type, Stride));
  }
  if (W.Lane == Where::Counter) { // kept in an array, if the loop does not declare it
    auto Known = Copies.find({V, L.Items.suffix(L.Items.axesAlong(F.of(V).Differs)) + "v"});
    if (Known != Copies.end())
      if (auto At = Arrays.find(Known->second); At != Arrays.end()) {
        Expr *All = M.reference(At->second);
        // LaneValues takes the lane of an element.
        return V->Type->isArrayType() ? All : M.subscript(All, M.reference(W.LaneCounter), V->Type);
      }
  }
  Variable *Copy = copyOf(V);
  if (W.Lane == Where::All || Copy->Lanes == 1 || V->Type->isArrayType())
    return M.reference(Copy);
  if (W.Lane == Where::Constant) {
    Expr *Lanes = M.reference(Copy);
    return M.member(Lanes, std::string(".s") + llvm::hexdigit(W.LaneNumber, /*LowerCase=*/true),
                    V->Type);
  }
  return M.reference(Copy);
}

/// The id of a dimension and a constant, by the variable that holds it; null if \p E is no id.
Expr *LoweredVariables::idValue(const Expr *E) {
  if (!E->Type->isIntegerType() || E->Kind == Expr::Form::Reference || F.isInGroup())
    return nullptr;
  bool HasCall = false;
  forEach(E, [&](const Expr *Part) { HasCall |= Part->Kind == Expr::Form::Call; });
  if (!HasCall)
    return nullptr;
  Polynomial P = F.Forms.form(E);
  for (unsigned D = 0; D < 3; ++D) {
    Polynomial::Atom Atom = "gid" + std::to_string(D);
    std::optional<int64_t> Offset = P.without(Atom).asConstant();
    if (!Offset || P.coefficient(Atom).asConstant() != 1)
      continue;
    IdVariable &Id = id(D);
    Expr *Value = M.plus(M.reference(Id.Var), *Offset - Id.Offset + L.Items.copyOffset(D));
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
Expr *LoweredVariables::groupId(const Expr *E, unsigned D) {
  auto *Call = const_cast<Expr *>(E);
  Expr *Size = F.kernel().GroupSize[D] ? M.number(F.kernel().GroupSize[D])
                                       : M.call("get_local_size", {M.number(D)}, E->Type);
  const Lowering::Clamp &C = L.Clamped[D];
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
    Group = M.plus(M.reference(C.Group), L.Items.copyOffset(D));
    if (L.Items.copyOffset(D))
      Group = M.call("min", {Group, M.plus(M.reference(C.Count), -1)}, C.Group->Type);
    Group = M.cast(E->Type, Group);
  } else {
    Group = M.binary(BO_Mul, M.call("get_group_id", {M.number(D)}, E->Type), M.number(S.factor(D)));
    Group = M.plus(Group, L.Items.copyOffset(D));
  }
  if (E->Text == "get_group_id")
    return Group;
  return M.binary(BO_Add, M.binary(BO_Mul, Group, Size),
                  M.call("get_local_id", {M.number(D)}, E->Type));
}

/// An id or a size where work-items are merged within their group: group ids stay, and each new
/// work-item has the local and global ids from its own times the factor on.
Expr *LoweredVariables::idInGroup(const Expr *E, unsigned D) {
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
    L.refuse({Because::IdBuiltinUnsupported, E->From, changedBy(E->Text)});
    return Call;
  }
  Expr *Value = M.plus(First, L.Items.copyOffset(D));
  if (LaneAxis >= 0 && S.Axes[LaneAxis].Dimension == D) {
    if (W.Lane == Where::Constant)
      Value = M.plus(Value, W.LaneNumber);
    else if (W.Lane == Where::Counter)
      Value = M.binary(BO_Add, Value, M.reference(W.LaneCounter));
  }
  return Value;
}

} // namespace cu2cl::opt
