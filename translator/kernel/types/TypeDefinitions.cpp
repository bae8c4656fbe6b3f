// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Types and constants of file scope, with CUDA's layout.

#include "kernel/types/TypeDefinitions.h"
#include "analysis/dialect/Dialect.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/EnumValues.h"
#include "kernel/core/Marks.h"
#include "kernel/types/BitFieldWords.h"
#include "kernel/types/FieldLayout.h"
#include "kernel/types/Inheritance.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace cu2cl {
namespace {

class RecordPrinter {
public:
  RecordPrinter(KernelPrinter &P, const RecordClone *Version, const SeparateRecords &Separate)
      : P(P), Unit(P.unit()), Version(Version), Separate(Separate) {}

  Fragment body(const RecordDecl *D) {
    const auto *Class = dyn_cast<CXXRecordDecl>(D);
    if (Class && (Class->isPolymorphic() || Class->getNumVBases()))
      return marked(D, diag::PolymorphicClass, {D->getNameAsString()});
    Fragment Bases = Class ? printBases(Class) : Fragment();
    if (D->field_empty() && Bases.empty())
      return "{ char unused; }"; // one byte, as in C++
    // An explicit instantiation (`template class Ring<float>;`) has no body of its own.
    const CXXRecordDecl *Pattern = Class ? Class->getTemplateInstantiationPattern() : nullptr;
    SourceRange Written = D->getBraceRange();
    if (Written.isInvalid() && Pattern)
      Written = Pattern->getBraceRange();
    TokenRange Braces = Unit.tokensOf(Written);
    if (Class && Class->isLambda())
      return closureBody(Class);
    if (Braces.empty())
      return marked(D, diag::UnsupportedTypeDefinition,
                    {D->getNameAsString(), "it has no body here"});
    Bits = BitFieldPlan();
    End = Bases.empty() ? 0 : endOfBases(Class);
    IsPacked = isPacked(D);
    if (hasBitFields(D) && !(Bits = planBitFields(P.context(), D)).Fits)
      return marked(D, diag::UnsupportedBitField, {noFreeWord()});
    std::vector<KernelPrinter::Edit> Edits;
    unsigned At = Braces.Begin + 1;
    if (!Bases.empty())
      Edits.push_back({{At, At}, Bases});
    for (auto I = D->field_begin(), E = D->field_end(); I != E;) {
      std::vector<const FieldDecl *> Group;
      SourceLocation Begin = I->getBeginLoc();
      for (; I != E && I->getBeginLoc() == Begin; ++I)
        Group.push_back(*I);
      TokenRange Range = groupRange(Group);
      if (Range.empty())
        return marked(D, diag::UnsupportedTypeDefinition,
                      {D->getNameAsString(), "its members come from a macro"});
      // Everything before it that is no field goes.
      Edits.push_back({{At, Range.Begin}, Fragment()});
      Edits.push_back({Range, printGroup(Group, Range)});
      At = Range.End;
    }
    Edits.push_back({{At, Braces.End - 1}, Fragment()});
    return Fragment(P.compose(Braces, std::move(Edits)));
  }

  bool isMarked() const { return IsMarked; }

private:
  /// The body of a class that cannot be translated. Its name stays known.
  Fragment marked(const RecordDecl *D, diag::Id Number, const std::vector<std::string> &Arguments) {
    IsMarked = true;
    return Fragment("{ " + Unit.mark(Number, D->getLocation(), Arguments) +
                    originalAsComment(Unit, Unit.tokensOf(D->getSourceRange())) + "; }");
  }

  /// The bases that have data, each a member.
  Fragment printBases(const CXXRecordDecl *D) {
    Fragment Out;
    const ASTRecordLayout &Layout = P.context().getASTRecordLayout(D);
    for (const CXXBaseSpecifier &B : D->bases()) {
      const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
      std::string Member = baseMember(P, D, Base);
      if (Member.empty())
        continue;
      uint64_t End = Layout.getBaseClassOffset(Base).getQuantity() +
                     P.context().getASTRecordLayout(Base).getSize().getQuantity();
      auto F = llvm::find_if(D->fields(), [&](const FieldDecl *F) {
        return Layout.getFieldOffset(F->getFieldIndex()) / 8 < End;
      });
      if (F != D->field_end() && !std::exchange(IsMarked, true))
        Out += Unit.mark(diag::MemberInTailPadding, D->getLocation(),
                         {F->getNameAsString(), Base->getNameAsString()}) +
               ";\n  ";
      Out += P.Locals.types().base(B.getType(), StoredIn::Memory,
                                   Version ? Unit.Spaces.base(*Version, B) : nullptr) +
             " " + Member + ";\n  ";
    }
    return Out;
  }

  /// Returns what a lambda holds; it has no text.
  Fragment closureBody(const CXXRecordDecl *D) {
    Fragment Out("{");
    for (const FieldDecl *F : D->fields()) {
      PointeeSpaces Space = [](unsigned) { return AddressSpace::Private; };
      if (Version)
        Space = {[this, F](unsigned L) { return Unit.Spaces.pointee(*Version, F, L); },
                 Unit.Spaces.record(*Version, F)};
      Out += "\n  " + built(F, Space).whole() + ";";
    }
    return Out + "\n}";
  }

  /// The declaration of \p F, made from its type.
  TypeText::Split built(const FieldDecl *F, const PointeeSpaces &Space) {
    TypeText Types = P.Locals.types();
    Types.setAliased(Unit.Aliased.Declarations.contains(F));
    return Types.split(P.context().getUnqualifiedArrayType(F->getType()), P.names().local(F), Space,
                       StoredIn::Memory);
  }

  /// From the first specifier to the ';'.
  TokenRange groupRange(llvm::ArrayRef<const FieldDecl *> Group) const {
    TokenRange First = Unit.tokensOf(Group.front()->getSourceRange());
    TokenRange Last = Unit.tokensOf(Group.back()->getSourceRange());
    if (First.empty() || Last.empty())
      return {};
    unsigned End = Last.End;
    unsigned Limit = Unit.Side.tokens().expandedTokens().size();
    while (End < Limit && Unit.tokenKind(End) != tok::semi && Unit.tokenKind(End) != tok::r_brace)
      ++End;
    return {First.Begin, End + 1};
  }

  const RecordDecl *inPlace(const FieldDecl *F) const {
    const auto *Record = F->getType()->getAs<RecordType>();
    const auto *Class = Record ? dyn_cast<CXXRecordDecl>(Record->getDecl()) : nullptr;
    if (!Record || Separate.count(Record->getDecl()) || Record->getDecl()->getIdentifier() ||
        (Class && Class->isLambda()) || Record->getDecl()->getTypedefNameForAnonDecl())
      return nullptr;
    return Record->getDecl();
  }

  Fragment printField(const FieldDecl *F, SplitDeclaration &Split) {
    DeclarationStyle Style;
    Style.Name = P.names().local(F);
    Style.Where = StoredIn::Memory;
    Style.IsAliased = Unit.Aliased.Declarations.contains(F);
    if (Version)
      Style.Space = {[this, F, V = Version](unsigned L) { return Unit.Spaces.pointee(*V, F, L); },
                     Unit.Spaces.record(*Version, F)};
    else
      Style.Space = [](unsigned) { return AddressSpace::Private; };
    Split = printDeclaration(P, F, Style);
    // A constructor assigns what is const in C++.
    if (P.context().getBaseElementType(F->getType()).isConstQualified()) {
      Split = SplitDeclaration();
      TypeText::Split Built = built(F, Style.Space);
      Split.Specifiers = Built.Specifiers;
      Split.Declarator = Built.declarator();
    }
    if (P.context().getBaseElementType(F->getType())->isMemberFunctionPointerType() &&
        Unit.Reach->layoutMatters(F->getParent())) {
      IsMarked = true;
      return Split.Declarator + " " +
             Unit.mark(diag::UnsupportedMemberPointer, F->getLocation(),
                       {F->getNameAsString() + " has 16 bytes in an object that the host knows"});
    }
    return Split.Declarator + placeAttributes(F);
  }

  /// The words that begin with a bit-field of \p Group, each with what it holds.
  Fragment printBitFields(llvm::ArrayRef<const FieldDecl *> Group) {
    Fragment Out;
    for (const FieldDecl *F : Group) {
      const BitFieldPlan::Unit *U = Bits.unitOf(F);
      if (!U || U->Fields.front() != F)
        continue;
      Out += Out.empty() ? "" : " ";
      if (!Group.front()->getParent()->isUnion())
        Out += padding(U->Offset, U->Size, IsPacked ? 1 : U->alignment());
      Out += U->declaration(IsPacked) + "; /*";
      for (const FieldDecl *Part : U->Fields)
        Out += (Part == F ? " " : ", ") + Part->getName().str() + " : " +
               std::to_string(Part->getBitWidthValue(P.context()));
      Out += " */";
    }
    return Out;
  }

  /// Bytes in front of a member that only an unnamed bit-field takes. Moves after the member.
  std::string padding(uint64_t Offset, uint64_t Size, uint64_t Alignment) {
    uint64_t From = std::exchange(End, Offset + Size);
    if (Offset <= llvm::alignTo(From, Alignment))
      return "";
    return "uchar padding_" + std::to_string(From) + "[" + std::to_string(Offset - From) + "]; ";
  }

  Fragment printGroup(llvm::ArrayRef<const FieldDecl *> Group, TokenRange Range) {
    bool IsBits = Group.front()->isBitField();
    auto Other = llvm::find_if(Group, [&](auto *F) { return F->isBitField() != IsBits; });
    if (size_t Alike = Other - Group.begin(); Alike < Group.size()) // `bool a, b : 1, c[3];`
      return printGroup(Group.take_front(Alike), {}) + " " +
             printGroup(Group.drop_front(Alike), {});
    if (IsBits)
      return printBitFields(Group);
    const RecordDecl *D = Group.front()->getParent();
    if (Bits.Units.empty() || D->isUnion())
      return printOrdinary(Group, Range);
    ASTContext &Context = P.context();
    Fragment Out;
    for (const FieldDecl *F : Group) {
      uint64_t Offset = Context.getASTRecordLayout(D).getFieldOffset(F->getFieldIndex()) / 8;
      Out += padding(Offset, Context.getTypeSizeInChars(F->getType()).getQuantity(),
                     IsPacked ? 1 : placeAlignment(F));
    }
    return Out + printOrdinary(Group, Range);
  }

  /// Members whose type has no name and is written here, once for all whose pointers lead alike.
  Fragment printInPlace(llvm::ArrayRef<const FieldDecl *> Group) {
    Fragment Out;
    const RecordClone *Before = nullptr;
    for (const FieldDecl *F : Group) {
      const RecordDecl *Inner = inPlace(F);
      if (!Inner)
        return Unit.mark(diag::UnsupportedTypeDefinition, F->getLocation(),
                         {F->getParent()->getNameAsString(),
                          "member " + F->getNameAsString() +
                              " shares the declaration of one of an unnamed type"});
      std::string Name = F->isAnonymousStructOrUnion() ? "" : " " + P.names().local(F);
      const RecordClone *Own = Version ? Unit.Spaces.record(*Version, F) : nullptr;
      if (F != Group.front() && std::exchange(Before, Own) == Own) {
        Out += "," + Name;
        continue;
      }
      Out += std::string(Out.empty() ? "" : ";\n  ") + (Inner->isUnion() ? "union " : "struct ");
      auto Outer = std::make_tuple(Bits, End, IsPacked, Version);
      Version = Before = Own;
      Out += body(Inner);
      std::tie(Bits, End, IsPacked, Version) = std::move(Outer);
      Out += (isPacked(Inner) ? " __attribute__((packed))" : "") + Name;
    }
    return Out + ";";
  }

  /// \p Range: the tokens of the whole group; empty for a part of one.
  Fragment printOrdinary(llvm::ArrayRef<const FieldDecl *> Group, TokenRange Range) {
    if (inPlace(Group.front()))
      return printInPlace(Group);
    std::vector<SplitDeclaration> Splits(Group.size());
    std::vector<Fragment> Texts;
    bool Alike = !Range.empty();
    for (size_t I = 0; I < Group.size(); ++I) {
      Texts.push_back(printField(Group[I], Splits[I]));
      Alike &= Splits[I].Key == Splits[0].Key && !Splits[I].Tokens.empty() &&
               !Group[I]->hasInClassInitializer();
    }
    if (Alike) {
      std::vector<KernelPrinter::Edit> Edits = {
          {{Range.Begin, Splits[0].Tokens.Begin}, Splits[0].Specifiers}};
      for (size_t I = 0; I < Group.size(); ++I)
        Edits.push_back({Splits[I].Tokens, Texts[I]});
      Edits.push_back({{Splits.back().Tokens.End, Range.End - 1}, ""}); // attributes after the name
      return P.compose(Range, std::move(Edits));
    }
    Fragment Out;
    for (size_t I = 0; I < Group.size(); ++I) {
      Out += (I ? " " : "") + Splits[I].Specifiers;
      Out += (Splits[I].Tokens.empty() ? " " : "") + Texts[I] + ";";
    }
    return Out;
  }

  KernelPrinter &P;
  DeviceUnit &Unit;
  const RecordClone *Version;
  const SeparateRecords &Separate;
  // Of the record that is being printed: what holds its bit-fields, and the end of its last member.
  BitFieldPlan Bits;
  uint64_t End = 0;
  bool IsPacked = false;
  bool IsMarked = false;
};

} // namespace

/// A pointer to private or local memory may have another size than the host's: a class with one,
/// also in a member or a base, stays on the device.
static bool refersToLocals(const KernelPrinter &P, const RecordDecl *D,
                           const RecordClone *Version) {
  const AddressSpaceMap &Spaces = P.unit().Spaces;
  auto InRecord = [&](QualType T, const RecordClone *Part) {
    const RecordDecl *R = P.context().getBaseElementType(T)->getAsRecordDecl();
    R = R ? R->getDefinition() : nullptr;
    return R && refersToLocals(P, R, Part ? Part : Spaces.anyVersion(R));
  };
  auto IsLocal = [&](const FieldDecl *F) {
    QualType T = P.context().getBaseElementType(F->getType());
    if (!T->isReferenceType() && !T->isPointerType())
      return InRecord(T, Version ? Spaces.record(*Version, F) : nullptr);
    auto IsOutside = [&](unsigned Level) {
      AddressSpace Space = Version ? Spaces.pointee(*Version, F, Level) : AddressSpace::Private;
      return Space == AddressSpace::Global || Space == AddressSpace::Constant;
    };
    return !IsOutside(0) && !(F->getType()->isArrayType() && IsOutside(1));
  };
  const auto *C = dyn_cast<CXXRecordDecl>(D);
  return llvm::any_of(D->fields(), IsLocal) ||
         (C && llvm::any_of(C->bases(), [&](const CXXBaseSpecifier &B) {
            return InRecord(B.getType(), Version ? Spaces.base(*Version, B) : nullptr);
          }));
}

Fragment printRecord(KernelPrinter &P, const RecordDecl *D, const RecordClone *Version,
                     const SeparateRecords &Separate) {
  std::string Name = P.names().type(D) + (Version ? Version->Suffix : "");
  std::string Word = D->isUnion() ? "union" : "struct";
  Fragment Out("typedef " + Word + " " + Name + " ");
  if (!D->getDefinition()) // only pointed to
    return Out + Name + ";";
  RecordPrinter Printer(P, Version, Separate);
  Out += Printer.body(D);
  if (isPacked(D))
    Out += " __attribute__((packed))";
  Out += P.unit().Aliased.Records.contains(D->getDefinition()) ? " __attribute__((may_alias))" : "";
  const ASTRecordLayout &Layout = P.context().getASTRecordLayout(D);
  uint64_t Alignment = Layout.getAlignment().getQuantity();
  if (D->hasAttr<AlignedAttr>() ||
      (hasBitFields(D) && planBitFields(P.context(), D).Alignment < Alignment))
    Out += alignedText(Alignment);
  Out += " " + Name + ";";
  bool RefersToLocals = refersToLocals(P, D, Version);
  bool IsOwnAffair =
      !P.unit().Reach->layoutMatters(D) && sizeInC(P.context(), P.context().getRecordType(D)) !=
                                               uint64_t(Layout.getSize().getQuantity());
  // Texture objects are numbers on the host, which meets no such class in memory.
  IsOwnAffair |= holdsTextureObjects(P.context(), P.context().getRecordType(D));
  if (!Printer.isMarked() && !RefersToLocals && !IsOwnAffair &&
      (!Version || Version->Suffix.empty())) {
    std::string Size = std::to_string(Layout.getSize().getQuantity());
    Out += "\ntypedef char " + Name + "_has_" + Size + "_bytes[sizeof(" + Name + ") == " + Size +
           " ? 1 : -1];";
  }
  if (!Version || Version == P.unit().Spaces.anyVersion(D))
    Out += bitFieldMacros(P, D);
  return Out;
}

Fragment printTypedef(KernelPrinter &P, const TypedefNameDecl *D) {
  std::string Name = P.names().type(D);
  TypeText Types = P.Locals.types();
  QualType T = D->getUnderlyingType();
  std::string Qualifiers = T.isConstQualified() ? "const " : "";
  return Fragment("typedef " + Qualifiers + Types.base(T, StoredIn::Memory) + " " + Name + ";");
}

Fragment printConstantItem(KernelPrinter &P, const VarDecl *D) {
  std::string Name = P.names().global(D);
  const VarDecl *Definition = nullptr;
  const Expr *Init = D->getAnyInitializer(Definition);
  const APValue *Value = Definition->evaluateValue();
  if (constantForm(D) == ConstantForm::Enumerator) {
    if (!Value || !Value->isInt())
      return P.unit().mark(diag::HostVariableInDeviceCode, D->getLocation(),
                           {D->getNameAsString()});
    return Fragment("enum { " + Name + " = ") + printConstant(P, Init, Value->getInt()) + " };";
  }
  DeclarationStyle Style;
  Style.Storage = "__constant";
  Style.Name = Name;
  Style.Where = StoredIn::Memory;
  Style.Space = spacesOf(P.unit(), P.version(), Definition);
  SplitDeclaration Split = printDeclaration(P, Definition, Style);
  Fragment Out = Split.whole() + " = ";
  QualType T = Definition->getType().getNonReferenceType();
  if (Value && Value->isInt() && isKeptExpression(Init, T))
    return Out + P.print(Init) + ";";
  if (Value && Value->isInt())
    return Out + integerLiteral(P.context(), Value->getInt(), T) + ";";
  if (isComputedConstant(D)) {
    std::optional<std::string> Text = constantValue(P, *Value, T);
    return Out +
           (Text ? *Text
                 : P.unit().mark(diag::UnsupportedInitializer, D->getLocation(),
                                 {"the value of constant " + D->getNameAsString()})) +
           ";";
  }
  return Out + P.print(Init) + ";";
}

} // namespace cu2cl
