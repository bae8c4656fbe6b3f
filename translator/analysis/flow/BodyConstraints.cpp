// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The facts of one body, and what of a side's code is followed.

#include "analysis/flow/BodyConstraints.h"
#include "analysis/dialect/AddressSpace.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "catalog/CxxLibrary.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using namespace cu2cl;

/// A copy or move, by construction or assignment.
static bool isCopy(const CXXMethodDecl *M) {
  const auto *C = dyn_cast<CXXConstructorDecl>(M);
  return C ? C->isCopyOrMoveConstructor()
           : M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
}

/// Returns true if \p M is a copy that device code prints as one, and host code does not show.
bool FollowedCode::copiesMembers(const CXXMethodDecl *M) const {
  return M->isDefaulted() && isCopy(M) && (S == Side::Host || M->isTrivial());
}

/// Returns true if integers of type \p T are followed because they may be addresses.
bool FollowedCode::mayBeAddress(QualType T) const {
  return S == Side::Device && Index.Addresses != FactIndex::Integers::InExpressions &&
         T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType() &&
         Parsed.context().getTypeSize(T) ==
             Parsed.context().getTypeSize(Parsed.context().VoidPtrTy);
}

bool FollowedCode::inSystemCode(const Decl *D) const {
  SourceLocation Loc = D->getLocation();
  return Loc.isInvalid() || Parsed.sources().isInSystemHeader(Parsed.sources().getFileLoc(Loc));
}

/// Returns true if values of type \p T hold pointers that the class of the value itself must track.
/// The fields of the user's classes are declarations of their own on the host; on the device they
/// are parts of their object.
bool FollowedCode::carries(QualType T) const {
  if (T.isNull()) // parts of a file that Clang could not parse
    return false;
  T = T.getCanonicalType();
  if (T->isPointerType() || T->isReferenceType())
    return true;
  if (const ArrayType *A = Parsed.context().getAsArrayType(T))
    return carries(A->getElementType());
  if (S == Side::Device) {
    const RecordDecl *R = T->getAsRecordDecl();
    return R ? Index.Holders.holdPointers(R) : mayBeAddress(T);
  }
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Spec || !inSystemCode(Spec))
    return false;
  auto Holds = [&](const TemplateArgument &A) {
    if (A.getKind() != TemplateArgument::Type)
      return false;
    if (const auto *F = A.getAsType()->getAs<FunctionProtoType>()) // of a std::function
      return carries(F->getReturnType()) ||
             llvm::any_of(F->getParamTypes(), [&](QualType P) { return carries(P); });
    return carries(A.getAsType());
  };
  for (const TemplateArgument &A : Spec->getTemplateArgs().asArray()) {
    if (Holds(A))
      return true;
    if (A.getKind() == TemplateArgument::Pack && llvm::any_of(A.pack_elements(), Holds))
      return true;
  }
  return catalog::holdsAddress(catalog::cxxClass(Spec->getName()));
}

bool FollowedCode::isShared(const ValueDecl *D) const {
  if (isa<FieldDecl>(D) || isa<IndirectFieldDecl>(D))
    return true;
  // A lambda's body belongs to the function around it, but a template may call it.
  if (isa<ParmVarDecl>(D) && S == Side::Host)
    if (const auto *M = dyn_cast<CXXMethodDecl>(D->getDeclContext()))
      return M->getParent()->isLambda();
  const auto *V = dyn_cast<VarDecl>(D);
  return V && V->hasGlobalStorage();
}

uint32_t FollowedCode::objectKind() const {
  return S == Side::Host ? hostkind::Host : uint32_t(AddressSpace::Private);
}

/// Kind of the memory in which the variable itself lies; 0 where nothing is to be said.
uint32_t FollowedCode::storageKind(const VarDecl *V) const {
  DeviceStorage Where = deviceStorage(V);
  if (S == Side::Host)
    return Where == DeviceStorage::None || Where == DeviceStorage::Texture ? hostkind::Host
           : isManaged(V)                                                  ? hostkind::Managed
                                                                           : hostkind::Device;
  if (inSystemCode(V)) // threadIdx and its like are values that are printed as temporaries
    return uint32_t(AddressSpace::Private);
  switch (Where) {
  case DeviceStorage::Constant:
    return uint32_t(AddressSpace::Constant);
  case DeviceStorage::Global:
    return uint32_t(AddressSpace::Global);
  case DeviceStorage::Shared:
  case DeviceStorage::DynamicShared:
    return uint32_t(AddressSpace::Local);
  case DeviceStorage::Texture:
    return uint32_t(AddressSpace::Private);
  case DeviceStorage::None:
    break;
  }
  // What is const and static can only be emitted at program scope, which is __constant.
  return uint32_t(V->hasGlobalStorage() ? AddressSpace::Constant : AddressSpace::Private);
}

bool FollowedCode::returnsValue(const FunctionDecl *F) const {
  const FunctionDecl *Definition = nullptr;
  return Reach && F->isDefined(Definition) && Reach->returnsValue(Definition);
}

BodyConstraints::BodyConstraints(const ParsedSide &Parsed, Side S, UnitPointerConstraints &Facts,
                                 FactIndex &Index)
    : Parsed(Parsed), S(S), Index(Index), Facts(Facts) {
  string("");
  place(SourceLocation());
}

void BodyConstraints::begin(const FunctionDecl *F) {
  Facts.Bodies.emplace_back();
  Index.Bodies.emplace_back();
  Body = &Facts.Bodies.back();
  Map = &Index.Bodies.back();
  Map->Function = F;
  ChildNodes.clear();
  SharedNodes.clear();
}

void BodyConstraints::addCall(const Expr *Site, FactCall Call, SourceLocation Loc,
                              llvm::StringRef Text) {
  uint32_t Number = Body->Calls.size();
  Body->Calls.push_back(std::move(Call));
  if (Site)
    Map->Calls[Site] = Number;
  Body->Facts.push_back({FactOp::Call, 0, 0, Number, place(Loc), string(Text)});
}

/// Address of an object of the whole program that stands for \p All of something; messages call it
/// \p Name.
uint32_t BodyConstraints::sharedObject(const std::string &All, llvm::StringRef Name) {
  auto [It, New] = SharedNodes.try_emplace(All, 0);
  if (!New)
    return It->second;
  uint32_t Object = It->second = fresh();
  FactEntity E;
  E.Usr = string(All);
  E.Name = Name.empty() ? E.Usr : string(Name);
  E.Node = Object;
  E.Place = place(SourceLocation());
  E.Shared = true;
  Body->Entities.push_back(E);
  return Object;
}

uint32_t BodyConstraints::string(llvm::StringRef Text) {
  auto [It, New] = Strings.try_emplace(Text, Facts.Strings.size());
  if (New)
    Facts.Strings.push_back(Text.str());
  return It->second;
}

uint32_t BodyConstraints::place(SourceLocation Loc) {
  auto [It, New] = Places.try_emplace(Loc, Facts.Places.size());
  if (!New)
    return It->second;
  Place P;
  if (Loc.isValid()) {
    const SourceManager &SM = Parsed.sources();
    SourceLocation File = SM.getFileLoc(Loc);
    P.File = Parsed.pathOf(File);
    P.Line = SM.getSpellingLineNumber(File);
    P.Column = SM.getSpellingColumnNumber(File);
  }
  Facts.Places.push_back(std::move(P));
  Index.Locations.push_back(Loc);
  return It->second;
}

uint32_t BodyConstraints::child(uint32_t Node, uint32_t Key) {
  if (Node == NoNode)
    return NoNode;
  auto [It, New] = ChildNodes.try_emplace(uint64_t(Node) << 32 | Key, 0);
  if (!New)
    return It->second;
  uint32_t C = It->second = fresh();
  Body->Facts.push_back({FactOp::Child, Node, C, Key, 0, 0});
  return C;
}

void BodyConstraints::unify(uint32_t A, uint32_t B, SourceLocation Loc, llvm::StringRef Text) {
  if (A != NoNode && B != NoNode && A != B)
    Body->Facts.push_back({FactOp::Unify, A, B, 0, place(Loc), string(Text)});
}

void BodyConstraints::sameKind(uint32_t A, uint32_t B, SourceLocation Loc, llvm::StringRef Text) {
  if (A != NoNode && B != NoNode && A != B)
    Body->Facts.push_back({FactOp::SameKind, A, B, 0, place(Loc), string(Text)});
}

void BodyConstraints::compared(uint32_t A, uint32_t B, SourceLocation Loc) {
  if (A != NoNode && B != NoNode && A != B)
    Body->Facts.push_back({FactOp::SameKind, A, B, 1, place(Loc), string("compared")});
}

void BodyConstraints::seed(uint32_t A, uint32_t Kind, SourceLocation Loc, llvm::StringRef Text) {
  if (A != NoNode && Kind)
    Body->Facts.push_back({FactOp::Seed, A, 0, Kind, place(Loc), string(Text)});
}

void BodyConstraints::mark(uint32_t A, uint16_t Use, SourceLocation Loc, llvm::StringRef Text) {
  if (A != NoNode && S == Side::Host)
    Body->Facts.push_back({FactOp::Use, A, 0, Use, place(Loc), string(Text)});
}
