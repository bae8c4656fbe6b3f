// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Versions of classes: a class is emitted once for each choice of memories that the pointers in its
// objects point to.

#include "analysis/spaces/AddressSpaceSolution.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace clang;
using namespace cu2cl;

static const char Letters[] = "-pglc";

/// Strips all pointers, references and arrays.
static QualType innermost(ASTContext &Context, QualType T) {
  while (true) {
    T = T.getCanonicalType();
    if (const ArrayType *A = Context.getAsArrayType(T))
      T = A->getElementType();
    else if (T->isPointerType() || T->isReferenceType())
      T = T->getPointeeType();
    else
      return T.getUnqualifiedType();
  }
}

/// The object that \p Node, of type \p T, leads to. \p IsAddress: the node is the address of a T,
/// else its value.
RecordNode RecordNames::recordNode(uint32_t Node, QualType T, bool IsAddress) const {
  const RecordDecl *R = innermost(Context, T)->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R || !Index.Holders.holdPointers(R))
    return {};
  if (IsAddress)
    Node = Solution.Spaces.deref(Node);
  for (T = T.getCanonicalType(); T->isPointerType() || T->isReferenceType() || T->isArrayType();) {
    if (const ArrayType *A = Context.getAsArrayType(T)) {
      T = A->getElementType().getCanonicalType();
    } else {
      T = T->getPointeeType().getCanonicalType();
      Node = Solution.Spaces.deref(Node);
    }
  }
  return {R, Node};
}

RecordNode RecordNames::recordNode(const SolvedPlace &W, const Expr *E) const {
  return recordNode(Solution.Spaces.exprNode(W.Body, E), E->getType(), E->isGLValue());
}

RecordNode RecordNames::selfNode(const SolvedPlace &W, const FunctionDecl *F) const {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  uint32_t This = Facts[0].Bodies[W.Body].This;
  if (!M || This == NoNode)
    return {};
  return recordNode(Solver->Program.global({0, W.Body}, This),
                    Context.getRecordType(M->getParent()),
                    /*IsAddress=*/true);
}

uint32_t SolvedSpaces::fieldNode(uint32_t Record, const FieldDecl *F) const {
  auto It = Index.Fields.find(Index.Holders.sharedField(F));
  return Record == NoNode || It == Index.Fields.end()
             ? NoNode
             : Solver->Graph.findChild(Record, step::Field + It->second);
}

/// Appends the letters of a field (or a part of one) of type \p T whose value is \p Value.
void RecordNames::addField(const SolvedPlace &W, uint32_t Value, QualType T,
                           std::vector<const RecordDecl *> &Around, std::string &Out) const {
  T = T.getCanonicalType();
  if (const ArrayType *A = Context.getAsArrayType(T))
    return addField(W, Value, A->getElementType(), Around, Out);
  if (T->isPointerType() || T->isReferenceType()) {
    Out += Value == NoNode ? '-' : Letters[unsigned(Solution.Spaces.space(W, Value))];
    return addField(W, Solution.Spaces.deref(Value), T->getPointeeType(), Around, Out);
  }
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (R && Index.Holders.holdPointers(R))
    addSignature(W, {R, Value}, Around, Out);
}

/// The letters of the pointers in \p R, bases first. What lies in itself (a list) counts once.
void RecordNames::addSignature(const SolvedPlace &W, RecordNode R,
                               std::vector<const RecordDecl *> &Around, std::string &Out) const {
  if (llvm::is_contained(Around, R.Record))
    return;
  Around.push_back(R.Record);
  if (const auto *C = dyn_cast<CXXRecordDecl>(R.Record))
    for (const CXXBaseSpecifier &B : C->bases())
      addField(W, R.Node, B.getType(), Around, Out);
  for (const FieldDecl *F : R.Record->fields())
    addField(W, Solution.Spaces.fieldNode(R.Node, F), F->getType(), Around, Out);
  Around.pop_back();
}

void RecordNames::signature(const SolvedPlace &W, RecordNode R, std::string &Out) const {
  std::vector<const RecordDecl *> Around;
  addSignature(W, R, Around, Out);
}

/// Returns where the letters of \p F begin in the signature of \p R.
bool RecordNames::place(const RecordDecl *R, const FieldDecl *F, size_t &Position) const {
  std::vector<const RecordDecl *> Around{R};
  std::string Before;
  if (const auto *C = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : C->bases())
      addField(Places.front(), NoNode, B.getType(), Around, Before);
  for (const FieldDecl *Other : R->fields()) {
    if (Other == F) {
      Position = Before.size();
      return true;
    }
    addField(Places.front(), NoNode, Other->getType(), Around, Before);
  }
  return false;
}

void RecordNames::seeRecord(const SolvedPlace &W, RecordNode R) {
  if (!R.Record || R.Node == NoNode)
    return;
  std::string Text;
  signature(W, R, Text);
  if (!Seen[R.Record].insert(Text).second)
    return;
  // What it consists of exists in that version, too.
  auto See = [&](uint32_t Value, QualType T) {
    if (RecordNode Part = recordNode(Value, T, /*IsAddress=*/false); Part.Record != R.Record)
      seeRecord(W, Part);
  };
  if (const auto *C = dyn_cast<CXXRecordDecl>(R.Record))
    for (const CXXBaseSpecifier &B : C->bases())
      See(R.Node, B.getType());
  for (const FieldDecl *F : R.Record->fields())
    See(Solution.Spaces.fieldNode(R.Node, F), F->getType());
}

static bool fit(llvm::StringRef A, llvm::StringRef B) {
  if (A.size() != B.size())
    return false;
  for (size_t I = 0; I != A.size(); ++I)
    if (A[I] != '-' && B[I] != '-' && A[I] != B[I])
      return false;
  return true;
}

/// Collects the versions of all classes that the unit's device code has objects of.
void RecordNames::listRecords() {
  if (List.empty())
    return;
  for (const SolvedPlace &W : Places) {
    seeRecord(W, selfNode(W, List[&W - Places.data()].Function));
    for (const auto &[D, N] : Index.Bodies[W.Body].Entities)
      seeRecord(
          W, recordNode(Solver->Program.global({0, W.Body}, N), D->getType(), /*IsAddress=*/true));
    for (const auto &[E, N] : Index.Bodies[W.Body].Nodes)
      if (E && N != NoNode)
        seeRecord(W, recordNode(W, E));
  }
  for (const auto &[R, Signatures] : Seen) {
    std::vector<std::string> Sorted(Signatures.begin(), Signatures.end());
    // Those that know most first; pointers that nothing decides go with any.
    llvm::stable_sort(Sorted, [](const std::string &A, const std::string &B) {
      return llvm::count(A, '-') < llvm::count(B, '-');
    });
    std::vector<NamedRecord> Versions;
    for (const std::string &S : Sorted) {
      auto It = llvm::find_if(Versions, [&](const NamedRecord &V) { return fit(V.Letters, S); });
      if (It == Versions.end()) {
        NamedRecord New;
        New.Record = R;
        New.Letters = S;
        Versions.push_back(std::move(New));
        continue;
      }
      for (size_t I = 0; I != S.size(); ++I)
        if (It->Letters[I] == '-')
          It->Letters[I] = S[I];
    }
    nameRecords(Versions);
    Records[R] = std::move(Versions);
  }
}

/// The version with only global pointers keeps the name, since it is the host's.
void RecordNames::nameRecords(std::vector<NamedRecord> &Versions) {
  if (Versions.size() < 2)
    return;
  auto IsPlain = [](const NamedRecord &V) {
    return llvm::all_of(V.Letters, [](char C) { return C == 'g' || C == '-'; });
  };
  std::stable_partition(Versions.begin(), Versions.end(), IsPlain);
  std::vector<size_t> Differing;
  for (size_t I = 0; I != Versions[0].Letters.size(); ++I)
    if (llvm::any_of(Versions,
                     [&](const NamedRecord &V) { return V.Letters[I] != Versions[0].Letters[I]; }))
      Differing.push_back(I);
  for (NamedRecord &V : Versions) {
    if (IsPlain(V))
      continue;
    V.Suffix = "_";
    for (size_t I : Differing)
      V.Suffix += V.Letters[I] == '-' ? 'p' : V.Letters[I];
    if (Differing.size() == 1)
      V.Suffix = V.Suffix == "_l"   ? "_local"
                 : V.Suffix == "_c" ? "_constant"
                 : V.Suffix == "_g" ? "_global"
                                    : "_private";
  }
}

const RecordClone *RecordNames::find(const RecordDecl *R, llvm::StringRef Text) const {
  auto It = Records.find(R);
  if (It == Records.end())
    return nullptr;
  for (const NamedRecord &V : It->second)
    if (fit(V.Letters, Text))
      return &V;
  return &It->second.front();
}

const RecordClone *RecordNames::versionOf(const SolvedPlace &W, RecordNode R) const {
  if (!R.Record)
    return nullptr;
  std::string Text;
  signature(W, R, Text);
  return find(R.Record, Text);
}

const RecordClone *AddressSpaceSolution::record(const FunctionClone &V, const ValueDecl *D) const {
  if (isa<FieldDecl>(D) || Places.empty())
    return nullptr;
  const SolvedPlace &W = Spaces.where(V);
  return Records.versionOf(
      W, Records.recordNode(Spaces.entityNode(W.Body, D), D->getType(), /*IsAddress=*/true));
}

const RecordClone *AddressSpaceSolution::record(const FunctionClone &V, const Expr *E) const {
  return Places.empty()
             ? nullptr
             : Records.versionOf(Spaces.where(V), Records.recordNode(Spaces.where(V), E));
}

const RecordClone *AddressSpaceSolution::returnedRecord(const FunctionClone &V) const {
  const SolvedPlace &W = Spaces.where(V);
  uint32_t Result = Facts[0].Bodies[W.Body].Result;
  uint32_t N = Result == NoNode ? NoNode : Solver->Program.global({0, W.Body}, Result);
  QualType T = V.Function->getReturnType();
  if (Reached->returnsValue(V.Function))
    T = T->getPointeeType();
  return Records.versionOf(W, Records.recordNode(N, T, /*IsAddress=*/false));
}

const RecordClone *AddressSpaceSolution::selfRecord(const FunctionClone &V) const {
  return Records.versionOf(Spaces.where(V), Records.selfNode(Spaces.where(V), V.Function));
}

const RecordClone *AddressSpaceSolution::anyVersion(const RecordDecl *R) const {
  R = R->getDefinition() ? R->getDefinition() : R;
  auto It = Records.Records.find(R);
  return It == Records.Records.end() ? nullptr : &It->second.front();
}

const RecordClone *AddressSpaceSolution::record(const RecordClone &R, const FieldDecl *F) const {
  const RecordDecl *Inner = innermost(Context, F->getType())->getAsRecordDecl();
  Inner = Inner ? Inner->getDefinition() : nullptr;
  if (!Inner || !Index.Holders.holdPointers(Inner))
    return nullptr;
  if (Inner == R.Record)
    return &R;
  size_t Begin = 0;
  const NamedRecord &Named = static_cast<const NamedRecord &>(R);
  if (!Records.place(R.Record, F, Begin))
    return anyVersion(Inner);
  std::string Whole, Own;
  std::vector<const RecordDecl *> Around{R.Record};
  Records.addField(Places.front(), NoNode, F->getType(), Around, Whole);
  Around = {R.Record};
  Records.addSignature(Places.front(), {Inner, NoNode}, Around, Own);
  return Records.find(
      Inner, llvm::StringRef(Named.Letters).substr(Begin + Whole.size() - Own.size(), Own.size()));
}

const RecordClone *AddressSpaceSolution::base(const RecordClone &R,
                                              const CXXBaseSpecifier &B) const {
  const RecordDecl *Base = B.getType()->getAsRecordDecl();
  Base = Base ? Base->getDefinition() : nullptr;
  if (!Base || !Index.Holders.holdPointers(Base))
    return nullptr;
  std::string Before, Own;
  std::vector<const RecordDecl *> Around{R.Record};
  for (const CXXBaseSpecifier &Other : cast<CXXRecordDecl>(R.Record)->bases()) {
    if (&Other == &B)
      break;
    Records.addField(Places.front(), NoNode, Other.getType(), Around, Before);
  }
  Records.addField(Places.front(), NoNode, B.getType(), Around, Own);
  return Records.find(Base, llvm::StringRef(static_cast<const NamedRecord &>(R).Letters)
                                .substr(Before.size(), Own.size()));
}

AddressSpace AddressSpaceSolution::pointee(const RecordClone &R, const FieldDecl *F,
                                           unsigned Level) const {
  size_t At = 0;
  if (!Records.place(R.Record, F, At))
    return AddressSpace::Unknown;
  QualType T = F->getType().getCanonicalType();
  for (;; --Level) {
    bool IsArray = T->isArrayType();
    if (!IsArray && !T->isPointerType() && !T->isReferenceType())
      return AddressSpace::Unknown;
    const NamedRecord &Named = static_cast<const NamedRecord &>(R);
    if (Level == 0)
      return IsArray ? AddressSpace::Unknown
                     : AddressSpace(llvm::StringRef(Letters).find(Named.Letters[At]));
    At += !IsArray;
    T = IsArray ? Context.getAsArrayType(T)->getElementType().getCanonicalType()
                : T->getPointeeType().getCanonicalType();
  }
}
