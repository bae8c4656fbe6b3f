// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Declarations. `float *p, **q` needs an address space in front of the type for p and after a star
// for q; the user's tokens stay around them.

#include "kernel/core/Declarators.h"
#include "analysis/reach/FunctionPointers.h"
#include "core/source/NameMarks.h"
#include "kernel/core/Constants.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

bool isQualifierToken(const DeviceUnit &Unit, unsigned Index) {
  llvm::StringRef Text = Unit.tokenText(Index);
  return Text == "const" || Text == "volatile";
}

namespace {

/// The parts of a written declarator, outermost first.
struct Level {
  enum Kind { Pointer, Reference, Array } K = Pointer;
  SourceLocation Sigil;       ///< '*' or '&'
  SourceRange Brackets;       ///< of an array
  const Expr *Size = nullptr; ///< of an array
  QualType Type;
};

struct WrittenType {
  std::vector<Level> Levels;
  std::vector<SourceLocation> Parens;
  TypeLoc Base;
};

WrittenType takeApart(TypeLoc TL) {
  WrittenType W;
  while (true) {
    if (auto Q = TL.getAs<QualifiedTypeLoc>()) {
      TL = Q.getUnqualifiedLoc();
    } else if (auto A = TL.getAs<AttributedTypeLoc>()) {
      TL = A.getModifiedLoc();
    } else if (auto M = TL.getAs<MacroQualifiedTypeLoc>()) {
      TL = M.getInnerLoc();
    } else if (auto P = TL.getAs<ParenTypeLoc>()) {
      W.Parens.push_back(P.getLParenLoc());
      W.Parens.push_back(P.getRParenLoc());
      TL = P.getInnerLoc();
    } else if (auto P = TL.getAs<PointerTypeLoc>()) {
      W.Levels.push_back({Level::Pointer, P.getStarLoc(), {}, nullptr, P.getType()});
      TL = P.getPointeeLoc();
    } else if (auto R = TL.getAs<ReferenceTypeLoc>()) {
      SourceLocation Amp = R.getAs<LValueReferenceTypeLoc>()
                               ? R.castAs<LValueReferenceTypeLoc>().getAmpLoc()
                               : R.castAs<RValueReferenceTypeLoc>().getAmpAmpLoc();
      W.Levels.push_back({Level::Reference, Amp, {}, nullptr, R.getType()});
      TL = R.getPointeeLoc();
    } else if (auto A = TL.getAs<ArrayTypeLoc>()) {
      W.Levels.push_back({Level::Array, {}, A.getBracketsRange(), A.getSizeExpr(), A.getType()});
      TL = A.getElementLoc();
    } else {
      W.Base = TL;
      return W;
    }
  }
}

/// Builds one declaration from its written form.
class TokenDeclaration {
public:
  TokenDeclaration(KernelPrinter &P, const DeclaratorDecl *D, const DeclarationStyle &Style)
      : P(P), Unit(P.unit()), D(D), Style(Style) {}

  /// False if the written form does not show all pointers.
  bool build(SplitDeclaration &Out) {
    const TypeSourceInfo *Info = D->getTypeSourceInfo();
    if (!Info || D->getName().empty() || Unit.tokensOf(D->getLocation()).empty())
      return false;
    if (D->getType()->isFunctionReferenceType())
      return false; // a number
    W = takeApart(Info->getTypeLoc());
    QualType Base = W.Base.getType().getCanonicalType();
    if (Base->isPointerType() || Base->isReferenceType() || Base->isArrayType() ||
        Base->isFunctionType() || Base->isMemberPointerType())
      return false;
    bool InElements = llvm::all_of(W.Levels, [](const Level &L) { return L.K == Level::Array; });
    if (hidesReference() || hidesLevels() || (Style.DropTopConst && InElements))
      return false;
    std::string Qualifier = editLevels();
    if (Failed)
      return false;
    StoredIn Where = W.Levels.empty() || Style.ReferenceByValue ? Style.Where : StoredIn::Memory;
    Fragment Type =
        printTypeName(P, W.Base, D->getType(), Where, Style.Space.Record, Style.IsAliased);
    std::string Front = StorageAtStar ? "" : Style.Storage;
    if (!Qualifier.empty())
      Front += (Front.empty() ? "" : " ") + Qualifier.substr(0, Qualifier.size() - 1);
    Out.Specifiers = withQualifiers(Type, Front, Out.Begin);
    Out.Key = Front + (Style.Space.Record ? Style.Space.Record->Suffix : "") +
              (Style.IsAliased ? " aliased" : "");
    Out.Tokens = declaratorRange();
    Out.Declarator = P.compose(Out.Tokens, std::move(Edits));
    return true;
  }

private:
  /// `decltype(auto) x = (y);` is a reference without a '&'.
  bool hidesReference() const {
    bool Written = llvm::any_of(W.Levels, [](const Level &L) { return L.K == Level::Reference; });
    return D->getType()->isReferenceType() && !Written;
  }

  /// `auto &row = rows[0];` is a reference to an array without its brackets.
  bool hidesLevels() const {
    if (!W.Base.getAsAdjusted<AutoTypeLoc>())
      return false;
    QualType T = D->getType();
    for (size_t Level = 0; Level != W.Levels.size() && !T.isNull(); ++Level)
      T = T->isArrayType() ? P.context().getAsArrayType(T)->getElementType() : T->getPointeeType();
    return T.isNull() || T->isArrayType() || T->isPointerType() || T->isReferenceType();
  }

  /// Records the changes inside the declarator; returns the qualifier in front of the base type.
  std::string editLevels() {
    std::string Pending;
    unsigned LevelIndex = 0;
    bool Parameter = isa<ParmVarDecl>(D);
    for (const Level &L : W.Levels) {
      bool Outermost = LevelIndex == 0;
      TokenRange Sigil = L.K == Level::Array ? TokenRange() : Unit.tokensOf(L.Sigil);
      if (L.K == Level::Array) {
        if (Outermost && Parameter)
          Pending = keyword(Style.Space(LevelIndex)).str();
        editSize(L);
      } else if (L.K == Level::Reference && Style.ReferenceByValue) {
        Edits.push_back({Sigil, Fragment()});
        Pending.clear();
      } else {
        // A pointer that lies in local memory itself: the memory is after its star.
        bool Holds = L.K == Level::Pointer && !Style.Storage.empty() && !StorageAtStar;
        StorageAtStar |= Holds;
        std::string Star = "*" + (Holds ? Style.Storage + " " : Pending);
        if (Star != "*" || L.K == Level::Reference)
          Edits.push_back({Sigil, Fragment(llvm::StringRef(Star).rtrim())});
        editPointerQualifiers(Sigil.End, Outermost && Style.DropTopConst);
        Pending = keyword(Style.Space(LevelIndex)).str();
      }
      ++LevelIndex;
    }
    TokenRange Name = Unit.tokensOf(D->getLocation());
    if (Unit.tokenText(Name.Begin) != withoutNameMarks(Style.Name))
      Edits.push_back({Name, Style.Name});
    return Pending;
  }

  /// __restrict__ after a star.
  void editPointerQualifiers(unsigned Token, bool DropConst) {
    for (;; ++Token) {
      llvm::StringRef Text = Unit.tokenText(Token);
      if (Text == "__restrict__" || Text == "__restrict")
        Edits.push_back({{Token, Token + 1}, "restrict"});
      else if (Text == "const" && DropConst)
        Edits.push_back({{Token, Token + 1}, Fragment()});
      else if (Text != "const" && Text != "volatile")
        return;
    }
  }

  void editSize(const Level &L) {
    if (!L.Size)
      return;
    const auto *Array = dyn_cast<ConstantArrayType>(P.context().getAsArrayType(L.Type));
    TokenRange Size = Unit.tokensOf(L.Size->getSourceRange());
    if (!Array || Size.empty()) {
      Failed = true;
      return;
    }
    Edits.push_back({Size, printConstant(P, L.Size, Array->getSize())});
  }

  TokenRange declaratorRange() const {
    TokenRange Name = Unit.tokensOf(D->getLocation());
    unsigned Begin = Name.Begin, End = Name.End;
    auto Include = [&](SourceLocation Loc) {
      TokenRange R = Unit.tokensOf(Loc);
      if (R.empty())
        return;
      Begin = std::min(Begin, R.Begin);
      End = std::max(End, R.End);
    };
    for (const Level &L : W.Levels) {
      Include(L.Sigil);
      Include(L.Brackets.getEnd());
    }
    for (SourceLocation Loc : W.Parens)
      Include(Loc);
    return {Begin, End};
  }

  /// \p Type with its const and volatile as written around it, \p Front in front.
  Fragment withQualifiers(const Fragment &Type, const std::string &Front,
                          unsigned &FirstToken) const {
    TokenRange Base = Unit.tokensOf(W.Base);
    unsigned Begin = Base.Begin, End = Base.End;
    bool Const = false, Volatile = false;
    auto See = [&](unsigned Index) {
      Const |= Unit.tokenText(Index) == "const";
      Volatile |= Unit.tokenText(Index) == "volatile";
    };
    for (unsigned Index = Begin; Index < End; ++Index)
      See(Index);
    while (Begin > 0 && isQualifierToken(Unit, Begin - 1))
      See(--Begin);
    while (isQualifierToken(Unit, End))
      See(End++);
    FirstToken = Begin;
    std::string Missing = Front.empty() ? "" : Front + " ";
    QualType T = D->getType();
    while (true) {
      if (T->isPointerType() || T->isReferenceType())
        T = T->getPointeeType();
      else if (const ArrayType *A = P.context().getAsArrayType(T))
        T = A->getElementType();
      else
        break;
    }
    if (T.isConstQualified() && !Const)
      Missing += "const ";
    if (T.isVolatileQualified() && !Volatile)
      Missing += "volatile ";
    Fragment Out(Missing);
    Out.appendTokens(Begin, Base.Begin);
    Out += Type;
    Out.appendTokens(Base.End, End);
    return Out;
  }

  KernelPrinter &P;
  DeviceUnit &Unit;
  const DeclaratorDecl *D;
  const DeclarationStyle &Style;
  WrittenType W;
  std::vector<KernelPrinter::Edit> Edits;
  bool StorageAtStar = false;
  bool Failed = false;
};

} // namespace

Fragment printTypeName(KernelPrinter &P, TypeLoc Written, QualType T, StoredIn Where,
                       const RecordClone *Record, bool IsAliased) {
  // The type that the pointers lead to: of the instance, so that a template's T is its argument.
  bool IsBehindPointer = false;
  while (true) {
    IsBehindPointer |= T->isPointerType() || T->isReferenceType();
    if (T->isPointerType() || T->isReferenceType())
      T = T->getPointeeType();
    else if (const ArrayType *A = P.context().getAsArrayType(T))
      T = A->getElementType();
    else
      break;
  }
  TypeText Types = P.Locals.types();
  Types.setAliased(IsAliased);
  std::string Name = Types.base(T, Where, Record, IsBehindPointer);
  TokenRange Range = P.unit().tokensOf(Written);
  if (Range.empty() || IsAliased)
    return Name;
  if (Written.getAs<BuiltinTypeLoc>() && TypeText::isSpelledAlike(Written.getType()))
    return Fragment::tokens(Range.Begin, Range.End);
  std::string Spelled;
  for (unsigned I = Range.Begin; I < Range.End; ++I)
    Spelled += (Spelled.empty() ? "" : " ") + P.unit().tokenText(I).str();
  if (Spelled == Name || Spelled == "struct " + Name || Spelled == "union " + Name ||
      Spelled == "enum " + Name)
    return Fragment::tokens(Range.Begin, Range.End);
  return Name;
}

SplitDeclaration printDeclaration(KernelPrinter &P, const DeclaratorDecl *D,
                                  const DeclarationStyle &Style) {
  SplitDeclaration Out;
  if (TokenDeclaration(P, D, Style).build(Out))
    return Out;
  QualType T = D->getType();
  PointeeSpaces Space = Style.Space;
  if (Style.ReferenceByValue) {
    T = T.getNonReferenceType();
    Space = behindReference(Space);
  }
  if (Style.DropTopConst)
    T = P.context().getUnqualifiedArrayType(T);
  QualType Element = P.context().getBaseElementType(T);
  std::string Name = Style.Name, Storage = Style.Storage;
  if (Element->isPointerType() && !pointedFunction(Element) && !Storage.empty())
    Name = std::exchange(Storage, "") + " " + Name;
  TypeText Types = P.Locals.types();
  Types.setAliased(Style.IsAliased);
  TypeText::Split Split = Types.split(T, Name, Space, Style.Where);
  std::string Specifiers = (Storage.empty() ? "" : Storage + " ") + Split.Specifiers;
  Out.Specifiers = Specifiers;
  Out.Declarator = Split.declarator();
  Out.Key = "built " + Specifiers;
  return Out;
}

} // namespace cu2cl
