// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host/unit/PointerText.h"
#include "host/unit/RuleNames.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cu2cl {

static bool isStorage(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases("static", "extern", "inline", "constexpr", "thread_local", "register", "typedef",
             "mutable", "virtual", true)
      .Cases("friend", "explicit", "__inline__", "__inline", "__forceinline__", "__host__",
             "__device__", "__thread", "__constant__", "__managed__", true)
      .Default(false);
}

static bool isConst(StringRef Word) {
  return Word == "const" || Word == "__const" || Word == "__const__";
}

static bool isCv(StringRef Word) {
  return isConst(Word) || Word == "volatile" || Word == "__volatile" || Word == "__volatile__";
}

static bool isRestrict(StringRef Word) {
  return Word == "__restrict__" || Word == "__restrict" || Word == "restrict";
}

namespace {

/// The tokens of one file around a pointer.
struct TokenView {
  const EditSource &Source;
  FileID File;
  ArrayRef<syntax::Token> Tokens;

  TokenView(const EditSource &Source, FileID File)
      : Source(Source), File(File), Tokens(Source.spelledTokens(File)) {}
  StringRef text(size_t I) const { return Tokens[I].text(Source.sources()); }
  unsigned begin(size_t I) const { return Source.sources().getFileOffset(Tokens[I].location()); }
  unsigned end(size_t I) const { return begin(I) + Tokens[I].length(); }
};

} // namespace

std::optional<Specifiers> specifiersOf(const EditSource &Source, const DeclaratorDecl *D) {
  SourceLocation Begin = D->getInnerLocStart(); // after template <...>
  std::optional<FileRange> R = Source.range(Begin, D->getLocation());
  if (!R)
    return std::nullopt;
  // As it is written where the declaration begins: a parameter of the macro, or what ## joins.
  SourceLocation Name = Source.seenFrom(D->getLocation(), Begin, false);
  TokenView View(Source, Source.fileOf(Name));
  std::optional<size_t> First = View.Source.tokenAt(View.File, R->Begin);
  std::optional<FileRange> NameRange = Source.range(Name, Name);
  if (!First || !NameRange)
    return std::nullopt;
  TypeLoc Spec = D->getTypeSourceInfo()->getTypeLoc();
  while (true) {
    Spec = Spec.getUnqualifiedLoc();
    if (!Spec.getAs<PointerTypeLoc>() && !Spec.getAs<ArrayTypeLoc>() &&
        !Spec.getAs<ReferenceTypeLoc>() && !Spec.getAs<ParenTypeLoc>())
      break;
    Spec = Spec.getNextTypeLoc();
  }
  // A macro that stands for the type is what is written here.
  SourceLocation From = D->getLocation().isFileID() ? D->getLocation() : Begin;
  std::optional<FileRange> Core = Source.range(Source.seenFrom(Spec.getBeginLoc(), From, false),
                                               Source.seenFrom(Spec.getEndLoc(), From, true));
  if (!Core || Core->File != R->File)
    return std::nullopt;
  Specifiers Result;
  Result.File = R->File;
  StringRef Text = Source.fileText(View.File);
  for (size_t I = *First; I < View.Tokens.size() && View.begin(I) < NameRange->Begin; ++I) {
    StringRef Word = View.text(I);
    bool InCore = View.begin(I) >= Core->Begin && View.end(I) <= Core->End;
    if (InCore) {
      Result.Type += Text.slice(Core->Begin, Core->End);
      while (I + 1 < View.Tokens.size() && View.end(I + 1) <= Core->End)
        ++I;
    } else if (isStorage(Word) ||
               (View.Tokens[I].kind() == tok::identifier && View.end(I) <= Core->Begin)) {
      Result.Storage += (Word + " ").str();
    } else if (isCv(Word) && View.begin(I) < Core->Begin) {
      Result.Type += (Word + " ").str();
    } else if (isCv(Word)) {
      Result.Type += (" " + Word).str();
    } else if (View.begin(I) > Core->Begin) {
      break; // the declarator
    } // else attributes, or a macro that stands for some
  }
  return Result;
}

void removeRestrict(EditSource &Source, FileID File, unsigned Offset) {
  TokenView View(Source, File);
  auto It = llvm::partition_point(View.Tokens, [&](const syntax::Token &T) {
    return Source.sources().getFileOffset(T.location()) < Offset;
  });
  for (size_t I = It - View.Tokens.begin(); I < View.Tokens.size(); ++I) {
    if (isCv(View.text(I)))
      continue;
    if (!isRestrict(View.text(I)))
      return;
    // With the space after it, so that `*__restrict__ p` and `* __restrict__ p` read well.
    StringRef Text = Source.fileText(File);
    unsigned End = View.end(I);
    while (End < Text.size() && Text[End] == ' ')
      ++End;
    Source.add({Source.side().pathOf(View.Tokens[I].location()), View.begin(I), End}, "",
               rule::PointerTypes);
  }
}

/// A space, where the next character would join the new text or is another star.
static StringRef separator(StringRef Text, unsigned Offset) {
  if (Offset >= Text.size())
    return "";
  return isalnum(Text[Offset]) || StringRef("_*&").contains(Text[Offset]) ? " " : "";
}

bool removeStar(EditSource &Source, const WrittenPointer &Pointer) {
  SourceLocation Star = Pointer.Loc.getStarLoc(), First = Star;
  // Of `float *a, **b`, a buffer of pointers loses both.
  for (TypeLoc Inner = Pointer.Loc.getPointeeLoc().getUnqualifiedLoc();
       auto Other = Inner.getAs<PointerTypeLoc>();
       Inner = Other.getPointeeLoc().getUnqualifiedLoc())
    First = Other.getStarLoc();
  std::optional<FileRange> R = Source.range(First, Star);
  if (!R)
    return false;
  Source.add(*R, "", rule::PointerTypes);
  removeRestrict(Source, Source.fileOf(Star), R->End);
  return true;
}

bool rewritePointer(EditSource &Source, const WrittenPointer &Pointer) {
  PointerTypeLoc Star = Pointer.Loc;
  std::optional<FileRange> R = Source.range(Star.getPointeeLoc().getBeginLoc(), Star.getStarLoc());
  std::optional<FileRange> StarRange = Source.range(Star.getStarLoc(), Star.getStarLoc());
  if (!R || !StarRange || R->File != StarRange->File || R->End != StarRange->End)
    return false;
  TokenView View(Source, Source.fileOf(Star.getStarLoc()));
  std::optional<size_t> FirstToken = Source.tokenAt(View.File, R->Begin);
  std::optional<size_t> StarToken = Source.tokenAt(View.File, StarRange->Begin);
  if (!FirstToken || !StarToken || *StarToken == 0)
    return false;
  size_t First = *FirstToken;
  bool HasConst = false;
  while (First > 0 && isCv(View.text(First - 1)))
    HasConst |= isConst(View.text(--First));
  for (size_t I = First; I < *StarToken; ++I)
    HasConst |= isConst(View.text(I));
  if (Star.getPointeeLoc().getType().isLocalConstQualified() && !HasConst) {
    // `const static float *p`: the const is further left; it goes with its type.
    for (size_t I = First; I > 0 && (isStorage(View.text(I - 1)) || isCv(View.text(I - 1))); --I)
      if (isConst(View.text(I - 1)))
        Source.add(R->with(View.begin(I - 1), View.begin(I)), "", rule::PointerTypes);
  }
  Source.add(R->with(View.begin(First), StarRange->End),
             ("cl_mem" + separator(Source.fileText(View.File), StarRange->End)).str(),
             rule::PointerTypes, Edit::Cover);
  removeRestrict(Source, View.File, StarRange->End);
  return true;
}

} // namespace cu2cl
