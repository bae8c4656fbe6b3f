// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Index forms: integers and addresses as polynomials over ids and variables.
//
// Integers of C are not those of mathematics. Signed ones may not overflow, and 64-bit ones wrap as
// addresses do, so their sums and products are taken as they are. A 32-bit unsigned sum, or what is
// cut to 32 bits, is taken apart only if it is an id and a small constant, which fit: a launch has
// less than 2^31 work-items along a dimension.

#include "optimizers/analysis/Facts.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace cu2cl::opt {

static std::string idAtom(llvm::StringRef Name, unsigned Dimension) {
  llvm::StringRef Short = Name == "get_global_id"     ? "gid"
                          : Name == "get_group_id"    ? "grp"
                          : Name == "get_local_id"    ? "lid"
                          : Name == "get_local_size"  ? "ls"
                          : Name == "get_num_groups"  ? "ng"
                          : Name == "get_global_size" ? "gs"
                                                      : "other";
  return (Short + llvm::Twine(Dimension)).str();
}

/// A name of its own for a value that is not taken apart.
std::string IndexForms::key(const Expr *E) const {
  switch (E->Kind) {
  case Expr::Form::Reference: {
    if (isMemory(E))
      return "(local " + E->Var->Name + "@" + std::to_string(uintptr_t(E->Var)) + ")";
    std::string Name = E->Var->Name + "@" + std::to_string(uintptr_t(E->Var));
    AtomVariable[Name] = E->Var;
    return Name;
  }
  case Expr::Form::Opaque:
    return "opaque@" + std::to_string(uintptr_t(E));
  default:
    std::string Result = "(" + std::to_string(int(E->Kind)) + " " + E->Text + " " +
                         std::to_string(E->Opcode) + " " + E->Type.getCanonicalType().getAsString();
    for (const Expr *Kid : E->Kids)
      Result += " " + key(Kid);
    return Result + ")";
  }
}

Polynomial IndexForms::opaque(const Expr *E) const {
  std::string Key = key(E);
  F.Differing.AtomDiffers[Key] = F.Differing.differs(E);
  return Polynomial::atom(Key);
}

/// How often \p Factor times \p M is at most a launch's number of work-items: once for `gid0`,
/// `grp0 * ls0` and, in groups of 64, `64 * grp0`; nothing if that is not known.
std::optional<int64_t> IndexForms::timesItems(const Polynomial::Monomial &M, int64_t Factor) const {
  if (M.size() > 2)
    return std::nullopt;
  auto Is = [](const Polynomial::Atom &A, llvm::StringRef Name) {
    return llvm::StringRef(A).drop_back() == Name;
  };
  if (M.size() == 2) {
    bool IsPart = (Is(M[0], "grp") && Is(M[1], "ls")) || (Is(M[0], "ls") && Is(M[1], "ng"));
    return IsPart && M[0].back() == M[1].back() ? std::optional<int64_t>(Factor) : std::nullopt;
  }
  if (AtomVariable.count(M[0]))
    return std::nullopt;
  if (Is(M[0], "grp") && K.GroupSize[M[0].back() - '0'] == Factor)
    return 1;
  for (const char *Name : {"gid", "lid", "grp", "ls", "ng", "gs"})
    if (Is(M[0], Name))
      return Factor;
  return std::nullopt;
}

/// True if \p P, the value of \p E, is one of its type without wrapping.
bool IndexForms::fits(const Expr *E, const Polynomial &P) const {
  QualType T = E->Type;
  if (!T->isIntegerType() || T->isBooleanType())
    return false;
  unsigned Bits = From.context().getIntWidth(T);
  if (Bits >= 64)
    return true;
  const Expr *Inner = E;
  while (Inner->Kind == Expr::Form::Cast)
    Inner = Inner->Kids[0];
  if (!Inner->Type->isIntegerType())
    return false;
  bool IsCut = From.context().getIntWidth(Inner->Type) > Bits;
  // -1 as an unsigned integer
  bool ChangesSign = T->isSignedIntegerType() != Inner->Type->isSignedIntegerType();
  if (!IsCut && !ChangesSign && T->isSignedIntegerType() && Bits == 32)
    return true;
  // An id, or none, and a constant
  int64_t Ids = 0;
  for (const auto &[Monomial, Coefficient] : P.terms()) {
    if (Coefficient < 0 && !(Monomial.empty() && T->isSignedIntegerType()))
      return false;
    if (Monomial.empty()) {
      if (Coefficient > 1 << 30 || Coefficient < -(1 << 30) || Bits < 32)
        return false;
      continue;
    }
    llvm::StringRef First = Monomial[0];
    auto Known = AtomVariable.find(Monomial[0]);
    std::optional<int64_t> Times = timesItems(Monomial, Coefficient);
    bool IsId = Times && (First.starts_with("gid") || First.starts_with("lid"));
    // int row = get_group_id(0) * 64 + ty * 16 + tx; within a group, all of these fit.
    bool IsInt = Known != AtomVariable.end() && Known->second->Type->isSignedIntegerType();
    if (InGroup && IsCut && Monomial.size() == 1 && T->isSignedIntegerType() && Bits == 32 &&
        Coefficient <= 1 << 20 && (IsId || IsInt || First.starts_with("grp")))
      continue;
    if (!Times) { // a value as it is
      bool Wraps = Known != AtomVariable.end() && Variables[Known->second].Differs &&
                   !T->isSignedIntegerType();
      return P.terms().size() == 1 && Monomial.size() == 1 && Coefficient == 1 && !IsCut &&
             !ChangesSign && !Wraps;
    }
    Ids += *Times;
  }
  return Ids <= 1 && Bits == 32;
}

Polynomial IndexForms::form(const Expr *E) const { return canonical(formOf(E)); }

Polynomial IndexForms::formOf(const Expr *E) const {
  if (std::optional<int64_t> Value = constantOf(From, E))
    return Polynomial::constant(*Value);
  switch (E->Kind) {
  case Expr::Form::Reference: {
    const VariableFacts &F = Variables[E->Var];
    if (F.Value)
      return *F.Value;
    Polynomial P = opaque(E);
    return P;
  }
  case Expr::Form::Call: {
    std::optional<unsigned> D;
    if (callKind(E) == CallKind::Id && !E->Kids.empty())
      D = idDimension(E);
    if (!D)
      return opaque(E);
    if (E->Text == "get_local_size" && K.GroupSize[*D])
      return Polynomial::constant(K.GroupSize[*D]);
    if (E->Text == "get_local_id" && K.GroupSize[*D] == 1)
      return Polynomial();
    std::string Atom = idAtom(E->Text, *D);
    F.Differing.AtomDiffers[Atom] = F.Differing.differs(E);
    return Polynomial::atom(Atom);
  }
  case Expr::Form::Cast: {
    const Expr *Sub = E->Kids[0];
    bool Integers = E->Type->isIntegerType() && Sub->Type->isIntegerType();
    if (!Integers || E->Type->isBooleanType())
      return E->Type->isPointerType() && E->Type == Sub->Type ? formOf(Sub) : opaque(E);
    Polynomial P = formOf(Sub);
    unsigned To = From.context().getIntWidth(E->Type);
    unsigned Old = From.context().getIntWidth(Sub->Type);
    bool Signed = Sub->Type->isSignedIntegerType();
    bool Same = (To == Old && (Signed == E->Type->isSignedIntegerType() || To == 64)) ||
                (To > Old && Signed) || (To > Old && fits(Sub, canonical(P)));
    // int and unsigned: equal bits, but other values
    if (Same || (To <= Old && fits(E, canonical(P))))
      return P;
    return opaque(E);
  }
  case Expr::Form::Unary:
    if (E->Opcode == UO_AddrOf && isMemory(E->Kids[0]))
      return address(E->Kids[0]);
    if (E->Opcode == UO_Plus || E->Opcode == UO_Minus)
      return arithmetic(E);
    return opaque(E);
  case Expr::Form::Binary:
    if (E->Opcode == BO_Add || E->Opcode == BO_Sub || E->Opcode == BO_Mul || E->Opcode == BO_Shl)
      return arithmetic(E);
    return opaque(E);
  default:
    return opaque(E);
  }
}

Polynomial IndexForms::arithmetic(const Expr *E) const {
  std::optional<Polynomial> Result;
  Polynomial Left = formOf(E->Kids[0]);
  if (E->Kind == Expr::Form::Unary) {
    Result = E->Opcode == UO_Minus ? Polynomial().plus(Left, -1) : Left;
  } else if (E->Opcode == BO_Shl) {
    std::optional<int64_t> By = constantOf(From, E->Kids[1]);
    if (By && *By >= 0 && *By < 31)
      Result = Left.times(Polynomial::constant(int64_t(1) << *By));
  } else {
    Polynomial Right = formOf(E->Kids[1]);
    Result =
        E->Opcode == BO_Mul ? Left.times(Right) : Left.plus(Right, E->Opcode == BO_Sub ? -1 : 1);
  }
  if (!Result || (E->Type->isIntegerType() && !fits(E, canonical(*Result))))
    return opaque(E);
  return *Result;
}

/// \p P with the global size where the number of groups and their size make one.
Polynomial IndexForms::withGlobalSize(Polynomial P, unsigned D) const {
  std::string Number = std::to_string(D), Groups = "ng" + Number, Size = "ls" + Number;
  Polynomial Factor = P.coefficient(Groups);
  std::optional<int64_t> Value = Factor.asConstant();
  if (!P.isLinearIn(Groups))
    return P;
  if (unsigned Known = K.GroupSize[D]; Known && Value && *Value % Known == 0)
    Factor = Polynomial::constant(*Value / Known);
  else if (!Known && Factor.isLinearIn(Size) && Factor.without(Size).isZero())
    Factor = Factor.coefficient(Size);
  else
    return P;
  std::optional<Polynomial> Sizes = Factor.times(Polynomial::atom("gs" + Number));
  std::optional<Polynomial> Sum = Sizes ? P.without(Groups).plus(*Sizes) : std::nullopt;
  return Sum.value_or(P);
}

/// \p P with the global id where group id, local id and local size make one: launches have no
/// offset. The size may be a number that the kernel's attribute demands.
Polynomial IndexForms::canonical(Polynomial P) const {
  for (unsigned D = 0; D < 3; ++D) {
    P = withGlobalSize(std::move(P), D);
    std::string Group = "grp" + std::to_string(D), Local = "lid" + std::to_string(D),
                Global = "gid" + std::to_string(D);
    unsigned Size = K.GroupSize[D];
    // With groups of one work-item the group id is the global id.
    Polynomial Factor = Size == 1 ? P.coefficient(Group) : P.coefficient(Local);
    if (Factor.isZero() || !P.isLinearIn(Group) || !P.isLinearIn(Local))
      continue;
    std::optional<Polynomial> Expected = Factor.times(
        Size ? Polynomial::constant(Size) : Polynomial::atom("ls" + std::to_string(D)));
    if (!Expected || !(P.coefficient(Group) == *Expected) || Factor.names(Group))
      continue;
    F.Differing.AtomDiffers[Global] = 1u << D;
    std::optional<Polynomial> Id = Factor.times(Polynomial::atom(Global));
    if (std::optional<Polynomial> Sum =
            Id ? P.without(Group).without(Local).plus(*Id) : std::nullopt)
      P = *Sum;
  }
  return P;
}

Polynomial IndexForms::address(const Expr *Place) const {
  Place = skipImplicit(Place);
  if (Place->Kind == Expr::Form::Unary && Place->Opcode == UO_Deref)
    return form(Place->Kids[0]);
  if (Place->Kind == Expr::Form::Subscript)
    if (std::optional<Polynomial> Sum = formOf(Place->Kids[0]).plus(formOf(Place->Kids[1])))
      return canonical(*Sum);
  return opaque(Place);
}

const Variable *IndexForms::root(const Expr *Place) const {
  Place = skipImplicit(Place);
  while (Place->Kind == Expr::Form::Member) {
    if (Place->Text[0] == '-')
      break;
    Place = skipImplicit(Place->Kids[0]);
  }
  Polynomial P;
  if (Place->Kind == Expr::Form::Member)
    P = form(Place->Kids[0]);
  else
    P = address(Place);
  return rootOf(P);
}

const Variable *IndexForms::rootOf(const Polynomial &P) const {
  const Variable *Result = nullptr;
  for (const auto &[Monomial, Coefficient] : P.terms())
    for (const Polynomial::Atom &A : Monomial) {
      auto At = AtomVariable.find(A);
      if (At == AtomVariable.end() || !At->second->Type->isPointerType())
        continue;
      if (Result || Monomial.size() != 1 || Coefficient != 1)
        return nullptr;
      Result = rootOf(At->second);
      if (!Result)
        return nullptr;
    }
  return Result;
}

/// A pointer that only moves stays in the memory of its initial value.
const Variable *IndexForms::rootOf(const Variable *Pointer) const {
  if (Variables[Pointer].HasAddressTaken)
    return nullptr;
  for (const auto &[V, E] : F.Assigned)
    if (V == Pointer && E && E->Opcode != BO_AddAssign && E->Opcode != BO_SubAssign)
      return nullptr;
  if (Pointer->IsParameter)
    return Pointer;
  const Expr *Value = F.Initial.lookup(Pointer);
  return Value ? rootOfPointer(Value) : nullptr;
}

// --- Strides

std::optional<int64_t> Strides::stride(const Expr *E, unsigned D) const {
  // A choice that is the same for all
  if (const Expr *Choice = skipImplicit(E); Choice->Kind == Expr::Form::Conditional &&
                                            Choice->Type == E->Type &&
                                            !(F.Differing.differs(Choice->Kids[0]) >> D & 1)) {
    std::optional<int64_t> Then = stride(Choice->Kids[1], D), Else = stride(Choice->Kids[2], D);
    return Then == Else ? Then : std::nullopt;
  }
  Polynomial P = F.Forms.form(E);
  int64_t Result = 0;
  for (const auto &[Monomial, Coefficient] : P.terms()) {
    for (const Polynomial::Atom &A : Monomial) {
      if (!(F.Differing.atomDiffers(A) & 1u << D))
        continue;
      int64_t Own = 1;
      auto At = F.Forms.AtomVariable.find(A);
      if (At != F.Forms.AtomVariable.end()) {
        std::optional<int64_t> Known = Variables[At->second].Stride[D];
        if (!Known)
          return std::nullopt;
        Own = *Known;
      } else if (F.isApart(D)) {
        bool IsGlobal = A == "gid" + std::to_string(D);
        if (!(IsGlobal && K.GroupSize[D]) && A != "grp" + std::to_string(D))
          return std::nullopt;
        Own = IsGlobal ? K.GroupSize[D] : 1;
      } else if (A != "gid" + std::to_string(D) && !(InGroup && A == "lid" + std::to_string(D))) {
        return std::nullopt;
      }
      int64_t Product;
      if (Monomial.size() != 1 || llvm::MulOverflow(Own, Coefficient, Product))
        return std::nullopt;
      Result += Product;
    }
  }
  return Result;
}

/// One more value that \p V may have. \returns true if its strides have changed.
bool Strides::meetStride(const Variable *V, const Expr *NewValue) {
  VariableFacts &F = Variables[V];
  bool Changed = false;
  for (unsigned D = 0; D < 3; ++D) {
    std::optional<int64_t> New = NewValue ? stride(NewValue, D) : std::nullopt;
    if (F.Stride[D] && New != F.Stride[D]) {
      F.Stride[D].reset();
      Changed = true;
    }
  }
  return Changed;
}

void Strides::findStrides() {
  // A variable starts with the stride of its initial value, and keeps it if every assignment does.
  for (auto &[V, F] : Variables)
    for (unsigned D = 0; D < 3; ++D)
      if (isLocalVariable(V) || (!V->Type->isIntegerType() && !V->Type->isPointerType()))
        F.Stride[D] = F.Differs & 1u << D ? std::nullopt : std::optional<int64_t>(0);
      else if (F.Differs & 1u << D &&
               (F.HasAddressTaken || F.IsAssignedInside || isSizedByLaunch(V)))
        F.Stride[D].reset(); // every copy has its own
  std::vector<const Variable *> Order;
  for (const auto &[V, Value] : F.Initial)
    Order.push_back(V);
  bool Moves = true; // what a round leaves as it is, another one does
  for (size_t Round = 0; Moves && Round <= Order.size(); ++Round) {
    Moves = false;
    for (const Variable *V : Order)
      if (const Expr *Value = F.Initial.lookup(V))
        for (unsigned D = 0; D < 3; ++D)
          if (auto Old = Variables[V].Stride[D])
            Moves |= (Variables[V].Stride[D] = stride(Value, D)) != Old;
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[V, E] : F.Assigned) {
      VariableFacts &Known = Variables[V];
      bool Adds = E && (E->Opcode == BO_AddAssign || E->Opcode == BO_SubAssign);
      for (unsigned D = 0; D < 3; ++D) {
        if (!Known.Stride[D] || !(Known.Differs & 1u << D))
          continue;
        bool Keeps = Adds && !(F.Differing.differs(E->Kids[1]) & 1u << D);
        if (!E) // v++ of an integer
          Keeps = V->Type->isIntegerType() || V->Type->isPointerType();
        else if (E->Opcode == BO_Assign)
          Keeps = stride(E->Kids[1], D) == Known.Stride[D];
        if (!Keeps || Known.AssignedBySome & 1u << D) {
          Known.Stride[D].reset();
          Changed = true;
        }
      }
    }
    for (const Variable *V : Order)
      if (const Expr *Value = F.Initial.lookup(V))
        Changed |= meetStride(V, Value);
  }
}

} // namespace cu2cl::opt
