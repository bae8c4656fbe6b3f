// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Written types of device pointers:
//   float *d_a         cl_mem d_a  or  clrt::ptr<float> d_a, as the pointer analysis decided
//   float *h, *d       float *h; cl_mem d
//   vector<float *>    vector<clrt::ptr<float>>
// The tokens of the element type stay where they are.

#include "host/PointerText.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace cu2cl {
namespace {

/// One declarator of a group that shares its specifiers (`float *h, *d`).
struct Declarator {
  const DeclaratorDecl *D = nullptr;
  WrittenPointer Pointer; ///< the device pointer of the declarator itself, not of its specifiers
  bool IsDevice = false;
  bool IsNamed = false; ///< the specifiers are a typedef that stands for the pointer
  /// What the specifiers must be for it.
  PointerRep form() const { return IsDevice ? Pointer.Rep : PointerRep::Host; }
};

} // namespace

/// True if \p Loc is one of the declarator's own pointers: around the specifiers, not inside them.
static bool isOfDeclarator(TypeLoc Type, TypeLoc Pointer) {
  for (; Type; Type = Type.getNextTypeLoc()) {
    Type = Type.getUnqualifiedLoc();
    if (Type.getOpaqueData() == Pointer.getUnqualifiedLoc().getOpaqueData() &&
        Type.getType() == Pointer.getUnqualifiedLoc().getType())
      return true;
    if (!Type.getAs<PointerTypeLoc>() && !Type.getAs<ArrayTypeLoc>() &&
        !Type.getAs<ReferenceTypeLoc>() && !Type.getAs<ParenTypeLoc>() &&
        !Type.getAs<FunctionTypeLoc>())
      return false;
  }
  return false;
}

/// The type of a declaration, of a function's result.
static TypeLoc typeOf(const DeclaratorDecl *D) {
  return D->getTypeSourceInfo() ? D->getTypeSourceInfo()->getTypeLoc() : TypeLoc();
}

/// True if \p Pointer is all of the written type \p T, as a typedef that others use for other
/// pointers.
static bool isSharedTypedef(const HostScope &S, TypeLoc T, const WrittenPointer &Pointer) {
  if (auto E = T.getUnqualifiedLoc().getAs<ElaboratedTypeLoc>())
    T = E.getNamedTypeLoc();
  auto Name = T.getUnqualifiedLoc().getAs<TypedefTypeLoc>();
  return Name && Pointer.Level == 0 &&
         Name.getOpaqueData() == Pointer.Loc.getUnqualifiedLoc().getOpaqueData() &&
         S.Unit.Pointers.of(Name.getTypedefNameDecl()) == PointerRep::Conflict;
}

/// Whether \p D stands in an instance of a template, perhaps in a lambda there.
static bool isOfInstance(const Decl *D) {
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent()) {
    const auto *F = dyn_cast<FunctionDecl>(C);
    if ((F && F->isTemplateInstantiation()) || isa<ClassTemplateSpecializationDecl>(C))
      return true;
  }
  return false;
}

/// Ends the declaration at the comma before \p Next and starts a new one with other specifiers.
static bool splitBefore(HostScope &S, const Declarator &First, const Declarator &Next) {
  EditSource &Source = S.Source;
  std::optional<FileRange> Name = Source.range(Next.D->getLocation(), Next.D->getLocation());
  if (!Name)
    return false;
  FileID File = Source.fileOf(Next.D->getLocation());
  ArrayRef<syntax::Token> Tokens = Source.spelledTokens(File);
  std::optional<size_t> Index = Source.tokenAt(File, Name->Begin);
  if (!Index)
    return false;
  size_t Comma = *Index;
  while (Comma > 0 && Tokens[Comma].kind() != tok::comma && Tokens[Comma].kind() != tok::semi)
    --Comma;
  std::optional<Specifiers> Specs = specifiersOf(Source, First.D);
  if (Tokens[Comma].kind() != tok::comma || !Specs || Specs->File != Name->File)
    return false;
  std::string Text = "; " + Specs->Storage;
  if (Next.form() == PointerRep::ClMem)
    Text += "cl_mem";
  else if (isRewritten(Next.form()))
    Text += classOf(Next.form()).str() + "<" +
            (Next.IsNamed ? Next.Pointer.Pointee.getAsString(S.Unit.policy()) : Specs->Type) + ">";
  else
    Text += Specs->Type;
  unsigned Begin = Source.sources().getFileOffset(Tokens[Comma].location());
  unsigned End = Begin + 1;
  // `, *d` loses the star with the comma.
  if (isRewritten(Next.form()) && !Next.IsNamed) {
    auto Star = Next.Pointer.Loc.getUnqualifiedLoc().getAs<PointerTypeLoc>();
    std::optional<FileRange> StarRange =
        Star ? Source.range(Star.getStarLoc(), Star.getStarLoc()) : std::nullopt;
    if (!StarRange || StarRange->Begin < Begin)
      return false;
    Source.add(Name->with(Begin, StarRange->End),
               Text + (isspace(Source.fileText(File)[StarRange->End]) ? "" : " "), "PointerTypes",
               Edit::Replace);
    removeRestrict(Source, File, StarRange->End);
    return true;
  }
  if (End < Source.fileText(File).size() &&
      (isalnum(Source.fileText(File)[End]) || Source.fileText(File)[End] == '_'))
    Text += " "; // `int *d,h`
  Source.add(Name->with(Begin, End), Text, "PointerTypes", Edit::Replace);
  return true;
}

/// Whether a declaration cannot become two: `for (float *h = a, *d = b; ...)`.
static bool mustStayTogether(const HostScope &S, const DeclaratorDecl *D) {
  for (const HostNode &Node : S.Body.Nodes)
    if (auto *Statement = dyn_cast<DeclStmt>(Node.S))
      if (llvm::is_contained(Statement->decls(), D)) {
        const Stmt *Parent = S.Unit.parent(Statement);
        return Parent && !isa<CompoundStmt, SwitchCase, LabelStmt>(Parent);
      }
  return false;
}

static void rewriteGroup(HostScope &S, ArrayRef<Declarator> Group) {
  PointerRep Form = PointerRep::Host;
  for (size_t I = 0; I < Group.size(); ++I) {
    const Declarator &Next = Group[I];
    if (I == 0) {
      if (Next.IsDevice && !rewritePointer(S.Unit, S.Source, Next.Pointer))
        S.Unit.report(3003, Next.D->getLocation(), {Next.D->getNameAsString()});
      Form = Next.form();
      continue;
    }
    if (Next.form() == Form) {
      if (Next.IsDevice && !Next.IsNamed && !removeStar(S.Source, Next.Pointer))
        S.Unit.report(3003, Next.D->getLocation(), {Next.D->getNameAsString()});
      continue;
    }
    if (mustStayTogether(S, Next.D) || !splitBefore(S, Group[0], Next)) {
      S.Unit.report(3004, Next.D->getLocation(), {Next.D->getNameAsString()});
      return;
    }
    Form = Next.form();
  }
}

static void rewriteDeclarators(HostScope &S) {
  // Declarators that share specifiers begin at the same place.
  llvm::MapVector<unsigned, std::vector<Declarator>> Groups;
  llvm::DenseMap<unsigned, unsigned> Seen;
  for (const DeclaratorDecl *D : S.Body.Declarators) {
    TypeLoc Type = typeOf(D);
    if (!Type || !S.Source.isEditable(D->getLocation()))
      continue;
    Declarator Entry;
    Entry.D = D;
    for (const WrittenPointer &Pointer : S.Unit.Pointers.written(D, S.Version)) {
      if (!isRewritten(Pointer.Rep))
        continue;
      if (Pointer.Loc.getUnqualifiedLoc().getAs<PointerTypeLoc>() &&
          isOfDeclarator(Type, Pointer.Loc) && !Entry.IsDevice) {
        Entry.Pointer = Pointer;
        Entry.IsDevice = true;
        if (Pointer.Pointee->getContainedDeducedType() && D->getType()->isPointerType())
          Entry.Pointer.Pointee = D->getType()->getPointeeType(); // auto *p: what it was found to be
        Entry.Pointer.IsOfInstance = isOfInstance(D);
      } else if (!isa<ParmVarDecl>(D) && isSharedTypedef(S, Type, Pointer)) {
        Entry.Pointer = Pointer;
        Entry.IsDevice = Entry.IsNamed = true;
      } else if (!rewritePointer(S.Unit, S.Source, Pointer)) {
        S.Unit.report(3003, D->getLocation(), {D->getNameAsString()});
      }
    }
    unsigned Key = D->getBeginLoc().getRawEncoding();
    if (!isa<VarDecl, FieldDecl>(D) || isa<ParmVarDecl>(D))
      Key = D->getLocation().getRawEncoding();
    // A template's pattern and its instances say the same of one declarator.
    auto [It, New] = Seen.try_emplace(D->getLocation().getRawEncoding(), Groups[Key].size());
    if (New)
      Groups[Key].push_back(Entry);
    else if (Entry.IsDevice)
      Groups[Key][It->second] = Entry;
  }
  for (const auto &[Begin, Group] : Groups)
    rewriteGroup(S, Group);
}

static void rewriteTypedefs(HostScope &S) {
  for (const TypedefNameDecl *D : S.Body.Typedefs) {
    if (!S.Source.isEditable(D->getLocation()))
      continue;
    for (const WrittenPointer &Inner : S.Unit.Pointers.written(D))
      if (isRewritten(Inner.Rep) && !rewritePointer(S.Unit, S.Source, Inner))
        S.Unit.report(3003, D->getLocation(), {D->getNameAsString()});
    PointerRep Rep = S.Unit.Pointers.of(D);
    if (!isRewritten(Rep))
      continue;
    WrittenPointer Pointer;
    Pointer.Loc = D->getTypeSourceInfo()->getTypeLoc();
    Pointer.Rep = Rep;
    Pointer.Pointee = D->getUnderlyingType()->getPointeeType();
    if (!rewritePointer(S.Unit, S.Source, Pointer))
      S.Unit.report(3003, D->getLocation(), {D->getNameAsString()});
  }
}

void rewritePointerTypes(HostScope &S) {
  rewriteDeclarators(S);
  rewriteTypedefs(S);
}

} // namespace cu2cl
