// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host/PointerText.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "PointerTypes";

static bool isStorage(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases("static", "extern", "inline", "constexpr", "thread_local", "register", "typedef",
             "mutable", "virtual", true)
      .Cases("friend", "explicit", "__inline__", "__inline", "__forceinline__", "__host__",
             "__device__", "__thread", "__constant__", "__managed__", true)
      .Default(false);
}

static bool isCv(StringRef Word) { return Word == "const" || Word == "volatile"; }

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
  SourceLocation Begin = D->getInnerLocStart(); // behind template <...>
  std::optional<FileRange> R = Source.range(Begin, D->getLocation());
  if (!R)
    return std::nullopt;
  TokenView View(Source, Source.fileOf(D->getLocation()));
  std::optional<size_t> First = View.Source.tokenAt(View.File, R->Begin);
  std::optional<FileRange> NameRange = Source.range(D->getLocation(), D->getLocation());
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
  std::optional<FileRange> Core =
      Source.range(Source.seenFrom(Spec.getBeginLoc(), D->getLocation(), false),
                   Source.seenFrom(Spec.getEndLoc(), D->getLocation(), true));
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
    } else if (isStorage(Word)) {
      Result.Storage += (Word + " ").str();
    } else if (isCv(Word) && View.begin(I) < Core->Begin) {
      Result.Type += (Word + " ").str();
    } else if (isCv(Word)) {
      Result.Type += (" " + Word).str();
    } else {
      break; // the declarator
    }
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
    // With the space behind it, so that `*__restrict__ p` and `* __restrict__ p` read well.
    StringRef Text = Source.fileText(File);
    unsigned End = View.end(I);
    while (End < Text.size() && Text[End] == ' ')
      ++End;
    Source.add({Source.side().pathOf(View.Tokens[I].location()), View.begin(I), End}, "", Rule);
  }
}

/// A space, where the next character would join the new text.
static StringRef separator(StringRef Text, unsigned Offset) {
  return Offset < Text.size() && (isalnum(Text[Offset]) || Text[Offset] == '_') ? " " : "";
}

bool removeStar(EditSource &Source, const WrittenPointer &Pointer) {
  auto Star = Pointer.Loc.getUnqualifiedLoc().getAs<PointerTypeLoc>();
  if (!Star)
    return false;
  std::optional<FileRange> R = Source.range(Star.getStarLoc(), Star.getStarLoc());
  if (!R)
    return false;
  Source.add(*R, "", Rule);
  removeRestrict(Source, Source.fileOf(Star.getStarLoc()), R->End);
  return true;
}

/// A typedef or `auto` that stands for the pointer. The typedef is rewritten if all its uses agree;
/// else the type is written out.
static bool rewriteName(const HostUnit &U, EditSource &Source, const WrittenPointer &Pointer) {
  if (Pointer.Loc.getAsAdjusted<AutoTypeLoc>() ||
      Pointer.Loc.getAsAdjusted<TemplateTypeParmTypeLoc>() ||
      Pointer.Loc.getAsAdjusted<SubstTemplateTypeParmTypeLoc>())
    return true; // deduced from what is rewritten elsewhere
  auto Name = Pointer.Loc.getAsAdjusted<TypedefTypeLoc>();
  if (!Name)
    return false;
  // A typedef of pointers to the pointer keeps their stars.
  std::string Stars;
  for (QualType T = Name.getType()->getPointeeType();
       !U.Side.context().hasSameType(T, Pointer.Pointee); T = T->getPointeeType()) {
    if (!T->isPointerType())
      return false;
    Stars += Stars.empty() ? " *" : "*";
  }
  PointerRep Rep = U.Pointers.of(Name.getTypedefNameDecl());
  if (Stars.empty() && Rep == Pointer.Rep)
    return true;
  std::string Text = "cl_mem";
  if (Pointer.Rep != PointerRep::ClMem)
    Text = classOf(Pointer.Rep).str() + "<" + Pointer.Pointee.getAsString(U.policy()) + ">";
  Text += Stars;
  return Source.replace(Pointer.Loc.getUnqualifiedLoc().getSourceRange(), Text, Rule);
}

/// A pointer to an array, or an array that is a parameter: the bounds move into the type.
///   float (*rows)[8]    clrt::ptr<float[8]> rows
///   float a[]           clrt::ptr<float> a
static bool rewriteArrayPointer(EditSource &Source, const WrittenPointer &Pointer) {
  TypeLoc Written = Pointer.Loc.getUnqualifiedLoc();
  auto Star = Written.getAs<PointerTypeLoc>();
  auto Paren = Star ? Star.getPointeeLoc().getAs<ParenTypeLoc>() : ParenTypeLoc();
  auto Array = Star ? Star.getPointeeLoc().IgnoreParens().getAs<ArrayTypeLoc>()
                    : Written.getAs<ArrayTypeLoc>();
  if (!Array || (Star && !Paren))
    return false;
  SourceLocation FirstBracket = Array.getLBracketLoc(), LastBracket = Array.getRBracketLoc();
  std::string Bounds = Star ? Source.text(Array.getBracketsRange()).str() : "";
  TypeLoc Element = Array.getElementLoc();
  while (auto Inner = Element.getUnqualifiedLoc().getAs<ArrayTypeLoc>()) {
    Bounds += Source.text(Inner.getBracketsRange());
    LastBracket = Inner.getRBracketLoc();
    Element = Inner.getElementLoc();
  }
  std::optional<FileRange> Core = Source.range(Element.getUnqualifiedLoc().getSourceRange());
  std::optional<FileRange> Brackets =
      Source.range(Paren ? Paren.getRParenLoc() : FirstBracket, LastBracket);
  if (!Core || !Brackets || Core->File != Brackets->File)
    return false;
  TokenView View(Source, Source.fileOf(FirstBracket));
  std::optional<size_t> FirstToken = Source.tokenAt(View.File, Core->Begin);
  if (!FirstToken)
    return false;
  size_t First = *FirstToken, Last = First;
  while (First > 0 && isCv(View.text(First - 1)))
    --First;
  while (Last + 1 < View.Tokens.size() &&
         (View.end(Last + 1) <= Core->End || isCv(View.text(Last + 1))))
    ++Last;
  FileRange Spec = Core->with(View.begin(First), View.end(Last));
  if (Pointer.Rep == PointerRep::ClMem) {
    Source.add(Spec, "cl_mem", Rule, Edit::Cover);
  } else {
    Source.add(Spec, classOf(Pointer.Rep).str() + "<", Rule, Edit::Before);
    Source.add(Spec, Bounds + ">", Rule, Edit::After);
  }
  Source.add(*Brackets, "", Rule, Edit::Cover);
  if (!Star)
    return true;
  std::optional<FileRange> Open = Source.range(Paren.getLParenLoc(), Star.getStarLoc());
  if (!Open)
    return false;
  bool Spaced = isspace(static_cast<unsigned char>(Source.fileText(View.File)[Open->Begin - 1]));
  Source.add(*Open, Spaced ? "" : " ", Rule, Edit::Cover);
  removeRestrict(Source, View.File, Open->End);
  return true;
}

/// The smart pointer that alias template \p Alias stands for: `template <typename T> using
/// device_ptr = std::unique_ptr<T[], D>`; null if it stands for something else.
static TemplateSpecializationTypeLoc aliasedPointer(const TypeAliasTemplateDecl *Alias) {
  TypeLoc T = Alias->getTemplatedDecl()->getTypeSourceInfo()->getTypeLoc();
  if (auto Elaborated = T.getUnqualifiedLoc().getAs<ElaboratedTypeLoc>())
    T = Elaborated.getNamedTypeLoc();
  return T.getUnqualifiedLoc().getAs<TemplateSpecializationTypeLoc>();
}

/// The elements of a smart pointer's \p Class as they are written, `T` of `std::unique_ptr<T[],
/// D>`: instances of a template around it have the text in common. Empty if a macro has a part of
/// it.
static std::string writtenElement(const EditSource &Source, TemplateSpecializationTypeLoc Class) {
  const TypeSourceInfo *Info = Class.getArgLoc(0).getTypeSourceInfo();
  TypeLoc Held = Info ? Info->getTypeLoc() : TypeLoc();
  if (auto Array = Held ? Held.getAs<ArrayTypeLoc>() : ArrayTypeLoc())
    Held = Array.getElementLoc();
  std::optional<FileRange> R =
      Held ? Source.range(Held.getBeginLoc(), Held.getEndLoc()) : std::nullopt;
  StringRef Text = R ? Source.fileText(Source.fileOf(Held.getBeginLoc())) : StringRef();
  return Text.slice(R ? R->Begin : 0, R ? R->End : 0).str();
}

/// std::unique_ptr<float, D>   std::unique_ptr<float, clrt::deleter<float, D>>; also of float[]
/// std::shared_ptr<float>      clrt::shared_ptr<float>
/// device_ptr<float>           stays; what the alias stands for changes
static bool rewriteSmartPointer(const HostUnit &U, EditSource &Source,
                                const WrittenPointer &Pointer) {
  auto Class = Pointer.Loc.getUnqualifiedLoc().getAs<TemplateSpecializationTypeLoc>();
  if (Pointer.Rep != PointerRep::Ptr)
    return false;
  QualType Held = Pointer.Pointee;
  const TemplateDecl *Template = Class.getTypePtr()->getTemplateName().getAsTemplateDecl();
  if (const auto *Alias = dyn_cast_or_null<TypeAliasTemplateDecl>(Template)) {
    Class = aliasedPointer(Alias);
    if (!Class || Class.getNumArgs() == 0 || !Source.isEditable(Class.getTemplateNameLoc()) ||
        Class.getArgLoc(0).getArgument().getKind() != TemplateArgument::Type)
      return false;
    Held = Class.getArgLoc(0).getArgument().getAsType();
  }
  if (const auto *Array = U.Side.context().getAsArrayType(Held)) // unique_ptr<float[], D>
    Held = Array->getElementType();
  std::string Element = writtenElement(Source, Class);
  if (Element.empty())
    Element = Held.getAsString(U.policy());
  Edit Include;
  Include.File = Source.side().pathOf(Class.getTemplateNameLoc());
  Include.Offset = headOf(U, Source.fileOf(Class.getTemplateNameLoc()));
  Include.Replacement = "#include <clrt/smart_ptr.hpp>\n";
  Include.K = Edit::Line;
  Include.Rule = Rule;
  Source.edits().add(std::move(Include));
  TokenView View(Source, Source.fileOf(Class.getTemplateNameLoc()));
  std::optional<FileRange> Name =
      Source.range(Class.getTemplateNameLoc(), Class.getTemplateNameLoc());
  std::optional<size_t> At = Name ? Source.tokenAt(View.File, Name->Begin) : std::nullopt;
  if (!At)
    return false;
  if (View.text(*At) == "unique_ptr") {
    if (Class.getNumArgs() < 2) // deletes what was never made by new
      return false;
    SourceRange Deleter = Class.getArgLoc(1).getSourceRange();
    return Source.insertBefore(Deleter.getBegin(), "clrt::deleter<" + Element + ", ", Rule) &&
           Source.insertAfter(Deleter.getEnd(), ">", Rule);
  }
  if (View.text(*At) != "shared_ptr")
    return false;
  bool Qualified = *At >= 2 && View.text(*At - 1) == "::" && View.text(*At - 2) == "std";
  Source.add(Name->with(View.begin(Qualified ? *At - 2 : *At), Name->End), "clrt::shared_ptr",
             Rule);
  return true;
}

/// `auto *p = d` becomes `clrt::ptr<float> p = d`: what is deduced from d may be of another kind.
static bool rewriteAutoPointer(const HostUnit &U, EditSource &Source, const WrittenPointer &Pointer,
                               FileRange Written) {
  QualType Pointee = Pointer.Pointee;
  auto *Auto = Pointee->getContainedDeducedType();
  QualType Deduced = Auto ? Auto->getDeducedType() : QualType();
  if (Deduced.isNull() || Deduced->isDependentType())
    return false;
  if (const auto *Argument = Deduced->getAs<SubstTemplateTypeParmType>()) {
    if (Pointer.IsOfInstance)
      return false; // differs between instances
    Deduced = U.Side.context().getQualifiedType(Argument->getReplacementType(),
                                                Deduced.getLocalQualifiers());
  }
  Deduced = U.Side.context().getQualifiedType(Deduced, Pointee.getLocalQualifiers());
  std::string Text = "cl_mem";
  if (Pointer.Rep != PointerRep::ClMem)
    Text = classOf(Pointer.Rep).str() + "<" + Deduced.getAsString(U.policy()) + ">";
  StringRef File = Source.fileText(
      Source.fileOf(Pointer.Loc.getUnqualifiedLoc().castAs<PointerTypeLoc>().getStarLoc()));
  Text += separator(File, Written.End);
  Source.add(Written, Text, Rule, Edit::Cover);
  return true;
}

bool rewritePointer(const HostUnit &U, EditSource &Source, const WrittenPointer &Pointer) {
  if (Pointer.Loc.getUnqualifiedLoc().getAs<TemplateSpecializationTypeLoc>())
    return rewriteSmartPointer(U, Source, Pointer);
  auto Star = Pointer.Loc.getUnqualifiedLoc().getAs<PointerTypeLoc>();
  if (Pointer.Loc.getUnqualifiedLoc().getAs<ArrayTypeLoc>() ||
      (Star && Star.getPointeeLoc().IgnoreParens().getAs<ArrayTypeLoc>()))
    return rewriteArrayPointer(Source, Pointer);
  if (!Star)
    return rewriteName(U, Source, Pointer);
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
    HasConst |= View.text(--First) == "const";
  for (size_t I = First; I < *StarToken; ++I)
    HasConst |= View.text(I) == "const";
  std::string Const;
  if (Star.getPointeeLoc().getType().isLocalConstQualified() && !HasConst) {
    // `const static float *p`: the const stands further left; it moves to its type.
    for (size_t I = First; I > 0 && (isStorage(View.text(I - 1)) || isCv(View.text(I - 1))); --I)
      if (View.text(I - 1) == "const") {
        Source.add(R->with(View.begin(I - 1), View.begin(I)), "", Rule);
        Const = "const ";
      }
  }
  StringRef Text = Source.fileText(View.File);
  std::string Space = separator(Text, StarRange->End).str();
  if (Star.getPointeeLoc().getUnqualifiedLoc().getAs<AutoTypeLoc>())
    return rewriteAutoPointer(U, Source, Pointer, R->with(View.begin(First), StarRange->End));
  if (Pointer.Rep == PointerRep::ClMem || U.IsC) {
    std::string Type = Pointer.Rep == PointerRep::ClMem ? "cl_mem" : "clrt_ptr";
    Source.add(R->with(View.begin(First), StarRange->End), Type + Space, Rule, Edit::Cover);
  } else {
    FileRange FirstRange = R->with(View.begin(First), View.end(First));
    Source.add(FirstRange, classOf(Pointer.Rep).str() + "<" + Const, Rule, Edit::Before);
    Source.add(R->with(View.end(*StarToken - 1), StarRange->End), ">" + Space, Rule);
  }
  removeRestrict(Source, View.File, StarRange->End);
  return true;
}

} // namespace cu2cl
