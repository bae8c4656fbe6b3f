// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads and stores lanes that are neighbours in memory, and makes the loads that several copies
// share.

#include "optimizers/analysis/HostValue.h"
#include "optimizers/lowering/Lowering.h"

using namespace clang;

namespace cu2cl::opt {

/// How far two neighbours are apart in \p E, an integer of 32 bits, if sums that wrap are taken as
/// they are; nothing if that is not a constant.
std::optional<int64_t> LaneMemory::wrappedStride(const Expr *E, unsigned D) const {
  if (!(F.Differing.differs(E) >> D & 1))
    return 0;
  auto Bits = [&](const Expr *Of) { return M.Context.getIntWidth(Of->Type); };
  if (E->Kind == Expr::Form::Cast && E->Kids[0]->Type->isIntegerType() && Bits(E) == 32 &&
      Bits(E->Kids[0]) >= 32)
    return wrappedStride(E->Kids[0], D);
  bool IsSum = E->Kind == Expr::Form::Binary && (E->Opcode == BO_Add || E->Opcode == BO_Sub);
  if (!IsSum || !E->Type->isIntegerType() || Bits(E) < 32)
    return F.Distances.stride(E, D);
  std::optional<int64_t> Left = wrappedStride(E->Kids[0], D), Right = wrappedStride(E->Kids[1], D);
  if (!Left || !Right)
    return std::nullopt;
  return E->Opcode == BO_Add ? *Left + *Right : *Left - *Right;
}

/// True if the lanes of `Base[Index]` follow each other though the index is computed in 32 bits
/// without a sign, where it may wrap: all lanes are within the buffer, so it does not wrap between
/// them if the buffer ends before the index does, which \p When asks of a launch.
bool LaneMemory::isContiguousUnlessWrapping(const Expr *Place, std::string *When) const {
  unsigned D = S.Axes[LaneAxis].Dimension;
  const Expr *Base = skipImplicit(Place->Kids[0]), *Index = skipImplicit(Place->Kids[1]);
  if (!Index->Type->isUnsignedIntegerType() || M.Context.getIntWidth(Index->Type) != 32 ||
      Base->Kind != Expr::Form::Reference || !Base->Var->IsParameter ||
      F.of(Base->Var).Assignments || F.of(Base->Var).HasAddressTaken ||
      wrappedStride(Index, D) != 1)
    return false;
  uint64_t Elements = (uint64_t(1) << 32) - Width;
  if (When)
    *When = "bytes(" + std::to_string(parameterIndex(F.kernel(), Base->Var)) + ") <= " +
            std::to_string(Elements * M.Context.getTypeSizeInChars(Place->Type).getQuantity());
  return true;
}

/// True if the lanes of \p Place, elements of a scalar type, follow each other in memory.
/// \param When what a launch has to fulfil for that; unchanged if that is nothing
bool LaneMemory::isContiguous(const Expr *Place, std::string *When) const {
  Place = skipImplicit(Place);
  if (S.memory() == Axis::Memory::Scalar)
    return false;
  if (Place->Kind == Expr::Form::Member || Place->Kind == Expr::Form::Reference ||
      Place->Type.isVolatileQualified() || Print.typeName(Place->Type, Width).empty())
    return false;
  unsigned D = S.Axes[LaneAxis].Dimension;
  std::optional<int64_t> Base, Index = 0;
  if (Place->Kind == Expr::Form::Subscript) {
    Base = F.Distances.stride(Place->Kids[0], D);
    Index = F.Distances.stride(Place->Kids[1], D);
  } else {
    Base = F.Distances.stride(Place->Kids[0], D);
  }
  if (Base && Index)
    return *Base + *Index == 1;
  return Place->Kind == Expr::Form::Subscript && isContiguousUnlessWrapping(Place, When);
}

/// Asks of a launch what makes \p Place contiguous.
void LaneMemory::requireContiguous(const Expr *Place) {
  std::string When;
  if (isContiguous(Place, &When) && !When.empty() && !llvm::is_contained(L.Required, When))
    L.Required.push_back(When);
}

/// The address of \p Place for the first lane: `a + (i + 1)`.
Expr *LaneMemory::pointerTo(const Expr *Place) {
  Place = skipImplicit(Place);
  if (Place->Kind == Expr::Form::Unary)
    return L.Values.atLane(Place->Kids[0], 0);
  Expr *Base = L.Values.atLane(Place->Kids[0], 0), *Index = L.Values.atLane(Place->Kids[1], 0);
  return M.binary(BO_Add, Base, Index);
}

/// True if \p Base, which a kernel's launch gives, and \p Index make an address that is aligned to
/// a vector for the first lane; \p When gets what a launch has to fulfil.
bool LaneMemory::isAligned(const Expr *Place, std::vector<std::string> &When) {
  Place = skipImplicit(Place);
  if (Place->Kind != Expr::Form::Subscript || F.isInGroup())
    return false;
  const Expr *Base = skipImplicit(Place->Kids[0]);
  if (Base->Kind != Expr::Form::Reference || !Base->Var->IsParameter ||
      F.of(Base->Var).Assignments || F.of(Base->Var).HasAddressTaken)
    return false;
  Polynomial::Atom Id = "gid" + std::to_string(S.Axes[LaneAxis].Dimension);
  Polynomial Index = F.Forms.form(Place->Kids[1]);
  for (const auto &[Monomial, Coefficient] : Index.terms()) {
    // The first lane's id is a multiple of the width.
    if (Coefficient % Width == 0 || (Monomial.size() == 1 && Monomial[0] == Id))
      continue;
    std::optional<std::string> Known;
    for (const Polynomial::Atom &A : Monomial)
      if (const Variable *V = Known ? nullptr : F.Forms.atomVariable(A))
        if (V->IsParameter)
          Known = hostValue(F, M.reference(const_cast<Variable *>(V)));
    if (!Known)
      return false;
    When.push_back(*Known + " % " + std::to_string(Width) + " == 0");
  }
  uint64_t Bytes = M.Context.getTypeSizeInChars(Place->Type).getQuantity() * Width;
  When.push_back("aligned(" + std::to_string(parameterIndex(F.kernel(), Base->Var)) + "," +
                 std::to_string(Bytes) + ")");
  return true;
}

/// The vector at \p Place, where that is aligned; else null.
Expr *LaneMemory::wideAt(const Expr *Place) {
  std::vector<std::string> When;
  if (S.memory() != Axis::Memory::Wide || !isAligned(Place, When))
    return nullptr;
  for (const std::string &Term : When)
    if (!llvm::is_contained(L.Required, Term))
      L.Required.push_back(Term);
  QualType T = Place->Type.getUnqualifiedType();
  const char *Space = T.getAddressSpace() == LangAS::opencl_constant ? "__constant" : "__global";
  QualType Bare = M.Context.removeAddrSpaceQualType(T).getUnqualifiedType();
  bool IsConst = Place->Type.isConstQualified();
  return M.call("*(" + std::string(Space) + (IsConst ? " const " : " ") +
                    Print.typeName(Bare, Width) + " *)",
                {pointerTo(Place)}, Bare, Width);
}

/// The lanes at \p Place, which is contiguous.
Expr *LaneMemory::contiguousLoad(const Expr *Place) {
  ++L.LanesTogether;
  requireContiguous(Place);
  if (Expr *Wide = wideAt(Place))
    return Wide;
  return M.call("vload" + std::to_string(Width), {M.number(0), pointerTo(Place)},
                Place->Type.getUnqualifiedType(), Width);
}

Expr *LaneMemory::vectorLoad(const Expr *E) {
  if (isContiguous(E))
    return contiguousLoad(E);
  unsigned Before = L.LanesAlone;
  Expr *Result = L.Values.laneByLane(E);
  if (S.memory() == Axis::Memory::Scalar)
    L.LanesAlone = Before; // as asked for
  return Result;
}

Stmt *LaneMemory::contiguousStore(const Expr *Place, Expr *Value) {
  ++L.LanesTogether;
  requireContiguous(Place);
  if (Expr *Wide = wideAt(Place))
    return M.statement(M.binary(BO_Assign, Wide, Value));
  return M.statement(M.call("vstore" + std::to_string(Width),
                            {Value, M.number(0), pointerTo(Place)}, M.Context.VoidTy));
}

// --- Loads that several copies share

/// Returns what \p E reads, so that copies which read the same share it. Empty for what is no load.
std::string LaneMemory::loadKey(const Expr *E) {
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
  Polynomial P = F.Forms.address(Place);
  for (unsigned D = 0; D < 3; ++D) {
    if (F.isApart(D))
      continue;
    Polynomial::Atom Id = "gid" + std::to_string(D);
    if (int64_t Offset = L.Items.copyOffset(D)) {
      std::optional<Polynomial> More = P.coefficient(Id).times(Polynomial::constant(Offset));
      std::optional<Polynomial> Sum = More ? P.plus(*More) : std::nullopt;
      if (!Sum || !P.isLinearIn(Id))
        return "";
      P = *Sum;
    }
  }
  // Atoms that differ have other values in each copy.
  AxisSet A = L.Items.axesOf(E);
  std::string Copy;
  for (const auto &Term : P.terms())
    for (const Polynomial::Atom &Atom : Term.first)
      if ((!llvm::StringRef(Atom).starts_with("gid") || F.isApart(Atom.back() - '0')) &&
          F.Differing.atomDiffers(Atom))
        Copy = L.Items.suffix(A);
  return P.text() + Members + (L.Items.isVector(E) ? "v" : "") + Copy +
         (W.Lane == Where::All ? "" : "lane");
}

/// The loads that are made whenever \p E is: not those after a condition.
void LaneMemory::findLoads(const Expr *E, std::vector<const Expr *> &Loads) const {
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
void LaneMemory::shareLoads(const Expr *E, AxisSet A, Block &Out) {
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
  L.Items.forCopies(A, [&] {
    for (const Expr *L : Loads)
      if (std::string Key = loadKey(L); !Key.empty())
        Uses[Key]++;
  });
  std::map<std::string, Variable *> Made;
  L.Items.forCopies(A, [&] {
    for (const Expr *Load : Loads) {
      std::string Key = loadKey(Load);
      if (Key.empty() || Uses[Key] < 2 || Made.count(Key) || Carried.count(Key))
        continue;
      const Variable *Root = F.Forms.root(Load);
      Expr *Value = L.Values.value(Load);
      Variable *V = M.variable(L.Variables.fresh((Root ? Root->Name : "loaded") + "_0"),
                               Load->Type.getUnqualifiedType(), Value->Lanes);
      Out.push_back(M.declare(V, Value));
      Made[Key] = V;
    }
  });
  Shared = std::move(Made);
}

} // namespace cu2cl::opt
