// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Symbols that are declared with their type:
//   __constant__ struct Parameters { float a; } parameters;
// becomes
//   struct Parameters { float a; };
//   static clrt::symbol<Parameters> parameters;

#include "host/unit/SymbolTypes.h"
#include "analysis/reach/UnnamedTypes.h"
#include "catalog/Catalog.h"
#include "host/unit/RuleNames.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

const TagDecl *definedIn(const VarDecl *V) {
  const TagDecl *D = V->getASTContext().getBaseElementType(V->getType())->getAsTagDecl();
  const SourceManager &SM = V->getASTContext().getSourceManager();
  auto At = [&](SourceLocation Loc) { return SM.getExpansionLoc(Loc); };
  bool IsInside = D && D->isThisDeclarationADefinition() &&
                  At(V->getInnerLocStart()) <= At(D->getOuterLocStart()) &&
                  At(D->getBraceRange().getEnd()) < At(V->getLocation());
  return IsInside ? D : nullptr;
}

/// Returns true if nothing but names of memories is between the type and the name of \p V:
/// attributes of the type would be lost.
static bool hasPlainName(const HostUnit &U, const TagDecl *D, const VarDecl *V) {
  std::optional<FileRange> Between = U.Source.range(D->getBraceRange().getEnd(), V->getLocation());
  SmallVector<StringRef, 8> Words;
  if (Between)
    U.Source.text({D->getBraceRange().getEnd(), V->getLocation()})
        .drop_front()
        .split(Words, ' ', -1, /*KeepEmpty=*/false);
  return Between && llvm::all_of(ArrayRef(Words).drop_back(), [](StringRef Word) {
           return Word == "__constant__" || Word == "__device__" || Word == "static";
         });
}

bool keepType(HostUnit &U, const VarDecl *V, const TagDecl *D, const FileRange &R,
              StringRef Symbols) {
  std::optional<FileRange> Type =
      U.Source.range(D->getOuterLocStart(), D->getBraceRange().getEnd());
  if (!Type || !hasPlainName(U, D, V) || Type->File != R.File)
    return false;
  const SourceManager &SM = U.Side.sources();
  std::string Indent(SM.getExpansionColumnNumber(SM.getExpansionLoc(D->getOuterLocStart())) - 1 -
                         (Type->Begin - R.Begin),
                     ' ');
  if (!D->getIdentifier() &&
      !U.Source.insertAfter(D->getOuterLocStart(), " " + nameOfUnnamed(D), rule::SymbolTypes))
    return false;
  U.Source.add({R.File, R.Begin, Type->Begin}, "", rule::SymbolTypes, Edit::Cover);
  U.Source.add({R.File, Type->End, R.End}, ";\n" + Indent + Symbols.str(), rule::SymbolTypes,
               Edit::Cover);
  return true;
}

bool isSymbol(const ValueDecl *D) {
  return isa<VarDecl>(D) && (D->hasAttr<CUDAConstantAttr>() || D->hasAttr<CUDADeviceAttr>());
}

bool namesSymbol(const Stmt *Init) {
  const auto *Ref = dyn_cast<DeclRefExpr>(Init);
  return (Ref && isSymbol(Ref->getDecl())) ||
         llvm::any_of(Init->children(), [](const Stmt *C) { return C && namesSymbol(C); });
}

std::string numberText(const APValue &Value) {
  SmallString<32> Text;
  if (Value.isInt()) {
    Value.getInt().toString(Text);
    if (Value.getInt().isUnsigned() && Value.getInt().getActiveBits() > 63)
      Text += "u"; // no signed type has it
    else if (Value.getInt().isMinSignedValue() && Value.getInt().getBitWidth() > 32)
      Text = "(-9223372036854775807 - 1)"; // nor is 9223372036854775808 of one
    return Text.str().str();
  }
  const llvm::APFloat &Number = Value.getFloat();
  if (Number.isNegZero())
    return "-0.0"; // "-0" is an integer
  if (Number.isFinite()) {
    Number.toString(Text);
    return Text.str().str();
  }
  bool IsSingle = &Number.getSemantics() == &llvm::APFloat::IEEEsingle();
  return std::string(Number.isNegative() ? "-" : "") + (Number.isNaN() ? "NAN"
                                                        : IsSingle     ? "HUGE_VALF"
                                                                       : "HUGE_VAL");
}

std::string numbersText(const APValue &Value) {
  if (!Value.isArray())
    return numberText(Value);
  std::string Text;
  for (unsigned I = 0; I < Value.getArrayInitializedElts(); ++I)
    Text += (I ? ", " : "") + numbersText(Value.getArrayInitializedElt(I));
  return "{" + Text + "}";
}

bool isNameOfProject(const HostUnit &U, StringRef Word) {
  ASTContext &Context = U.Side.context();
  return llvm::any_of(Context.getTranslationUnitDecl()->lookup(&Context.Idents.get(Word)),
                      [&U](const NamedDecl *D) { return U.Source.isEditable(D->getLocation()); });
}

std::string withHostNames(const HostUnit &U, StringRef Text) {
  const std::string Buffer = Text.str();
  Lexer Words(SourceLocation(), U.Side.langOpts(), Buffer.data(), Buffer.data(),
              Buffer.data() + Buffer.size());
  std::string Out;
  size_t Copied = 0;
  Token Word, Before;
  Word.startToken();
  do {
    Before = Word;
    Words.LexFromRawLexer(Word);
    size_t Begin = Words.getBufferLocation() - Buffer.data() - Word.getLength();
    bool IsMember = Before.is(tok::period) || Before.is(tok::arrow);
    const catalog::HostName *Name =
        Word.is(tok::raw_identifier) && !IsMember
            ? catalog::findHostName(Text.substr(Begin, Word.getLength()))
            : nullptr;
    if (Name && !Name->Cxx.empty() && !isNameOfProject(U, Name->Cuda)) {
      Out += Text.slice(Copied, Begin);
      Out += Name->Cxx;
      Copied = Begin + Word.getLength();
    }
  } while (Word.isNot(tok::eof));
  return Out + Text.drop_front(Copied).str();
}

} // namespace cu2cl
