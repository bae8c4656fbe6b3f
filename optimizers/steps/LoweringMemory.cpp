// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How lanes that are neighbours in memory are loaded and stored.

#include "optimizers/steps/HostValue.h"
#include "optimizers/steps/Lowering.h"

using namespace clang;

namespace cu2cl::opt {

/// True if the lanes of \p Place, elements of a scalar type, follow each other in memory.
bool Lowering::isContiguous(const Expr *Place) const {
  Place = skipImplicit(Place);
  if (S.memory() == Axis::Memory::Scalar)
    return false;
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

/// True if \p Base, which a kernel's launch gives, and \p Index make an address that is aligned to
/// a vector for the first lane; \p When gets what a launch has to fulfil.
bool Lowering::isAligned(const Expr *Place, std::vector<std::string> &When) {
  Place = skipImplicit(Place);
  if (Place->Kind != Expr::Form::Subscript || F.isInGroup())
    return false;
  const Expr *Base = skipImplicit(Place->Kids[0]);
  if (Base->Kind != Expr::Form::Reference || !Base->Var->IsParameter ||
      F.of(Base->Var).Assignments || F.of(Base->Var).HasAddressTaken)
    return false;
  Polynomial::Atom Id = "gid" + std::to_string(S.Axes[LaneAxis].Dimension);
  Polynomial Index = F.form(Place->Kids[1]);
  for (const auto &[Monomial, Coefficient] : Index.terms()) {
    // The first lane's id is a multiple of the width.
    if (Coefficient % Width == 0 || (Monomial.size() == 1 && Monomial[0] == Id))
      continue;
    std::optional<std::string> Known;
    for (const Polynomial::Atom &A : Monomial)
      if (const Variable *V = Known ? nullptr : F.atomVariable(A))
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
Expr *Lowering::wideAt(const Expr *Place) {
  std::vector<std::string> When;
  if (S.memory() != Axis::Memory::Wide || !isAligned(Place, When))
    return nullptr;
  for (const std::string &Term : When)
    if (!llvm::is_contained(Required, Term))
      Required.push_back(Term);
  QualType T = Place->Type.getUnqualifiedType();
  const char *Space = T.getAddressSpace() == LangAS::opencl_constant ? "__constant" : "__global";
  QualType Bare = M.Context.removeAddrSpaceQualType(T).getUnqualifiedType();
  bool IsConst = Place->Type.isConstQualified();
  return M.call("*(" + std::string(Space) + (IsConst ? " const " : " ") +
                    Print.typeName(Bare, Width) + " *)",
                {pointerTo(Place)}, Bare, Width);
}

/// The lanes at \p Place, which is contiguous.
Expr *Lowering::contiguousLoad(const Expr *Place) {
  if (Expr *Wide = wideAt(Place))
    return Wide;
  return M.call("vload" + std::to_string(Width), {M.number(0), pointerTo(Place)},
                Place->Type.getUnqualifiedType(), Width);
}

Expr *Lowering::vectorLoad(const Expr *E) {
  if (isContiguous(E))
    return contiguousLoad(E);
  unsigned Before = LanesAlone;
  Expr *Result = laneByLane(E);
  if (S.memory() == Axis::Memory::Scalar)
    LanesAlone = Before; // as asked for
  return Result;
}

Stmt *Lowering::contiguousStore(const Expr *Place, Expr *Value) {
  if (Expr *Wide = wideAt(Place))
    return M.statement(M.binary(BO_Assign, Wide, Value));
  return M.statement(M.call("vstore" + std::to_string(Width),
                            {Value, M.number(0), pointerTo(Place)}, M.Context.VoidTy));
}

} // namespace cu2cl::opt
