// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Written types of device pointers that nobody needs more of than the buffer:
//   float *d_a         cl_mem d_a
//   float *h, *d       float *h; cl_mem d
//   vector<float *>    vector<cl_mem>
// All others stay what they are: device addresses.

#include "host/unit/PointerText.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace cu2cl {
namespace {

/// One declarator of a group that shares its specifiers (`float *h, *d`).
struct Declarator {
  const DeclaratorDecl *D = nullptr;
  WrittenPointer Pointer; ///< the cl_mem of the declarator itself, not of its specifiers
  bool IsBuffer = false;
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
  std::string Text = "; " + Specs->Storage + (Next.IsBuffer ? "cl_mem" : Specs->Type);
  unsigned Begin = Source.sources().getFileOffset(Tokens[Comma].location());
  unsigned End = Begin + 1;
  // `, *d` loses the star with the comma.
  if (Next.IsBuffer) {
    SourceLocation Star = Next.Pointer.Loc.getStarLoc();
    std::optional<FileRange> StarRange = Source.range(Star, Star);
    if (!StarRange || StarRange->Begin < Begin)
      return false;
    Source.add(Name->with(Begin, StarRange->End),
               Text + (isspace(Source.fileText(File)[StarRange->End]) ? "" : " "),
               rule::PointerTypes, Edit::Replace);
    removeRestrict(Source, File, StarRange->End);
    return true;
  }
  if (End < Source.fileText(File).size() &&
      (isalnum(Source.fileText(File)[End]) || Source.fileText(File)[End] == '_'))
    Text += " "; // `int *d,h`
  Source.add(Name->with(Begin, End), Text, rule::PointerTypes, Edit::Replace);
  return true;
}

static void rewriteGroup(HostScope &S, ArrayRef<Declarator> Group) {
  bool AreBuffers = false;
  for (size_t I = 0; I < Group.size(); ++I) {
    const Declarator &Next = Group[I];
    bool Fine = true;
    if (I == 0)
      Fine = !Next.IsBuffer || rewritePointer(S.Source, Next.Pointer);
    else if (Next.IsBuffer == AreBuffers)
      Fine = !Next.IsBuffer || removeStar(S.Source, Next.Pointer);
    else if (!splitBefore(S, Group[0], Next))
      return S.Unit.report(diag::UnsplittableDeclaration, Next.D->getLocation(),
                           {Next.D->getNameAsString()});
    if (!Fine)
      S.Unit.report(diag::UneditablePointerType, Next.D->getLocation(),
                    {Next.D->getNameAsString()});
    AreBuffers = Next.IsBuffer;
  }
}

void rewritePointerTypes(HostScope &S) {
  // Declarators that share specifiers begin at the same place.
  llvm::MapVector<unsigned, std::vector<Declarator>> Groups;
  llvm::DenseMap<unsigned, unsigned> Seen;
  for (const DeclaratorDecl *D : S.Body.Declarators) {
    TypeLoc Type = typeOf(D);
    if (!Type || !S.Source.isEditable(D->getLocation()))
      continue;
    Declarator Entry;
    Entry.D = D;
    for (const WrittenPointer &Pointer : S.Unit.Pointers.written(D)) {
      if (Pointer.Rep != PointerRep::ClMem)
        continue;
      if (isOfDeclarator(Type, Pointer.Loc) && !Entry.IsBuffer) {
        Entry.Pointer = Pointer;
        Entry.IsBuffer = true;
      } else if (!rewritePointer(S.Source, Pointer)) {
        S.Unit.report(diag::UneditablePointerType, D->getLocation(), {D->getNameAsString()});
      }
    }
    unsigned Key = D->getBeginLoc().getRawEncoding();
    if (!isa<VarDecl, FieldDecl>(D) || isa<ParmVarDecl>(D))
      Key = D->getLocation().getRawEncoding();
    // A template's pattern and its instances say the same of one declarator.
    auto [It, New] = Seen.try_emplace(D->getLocation().getRawEncoding(), Groups[Key].size());
    if (New)
      Groups[Key].push_back(Entry);
    else if (Entry.IsBuffer)
      Groups[Key][It->second] = Entry;
  }
  for (const auto &[Begin, Group] : Groups)
    rewriteGroup(S, Group);
}

} // namespace cu2cl
