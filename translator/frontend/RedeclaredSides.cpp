// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/RedeclaredSides.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace cu2cl {
namespace {

/// For which sides a declaration says that it is.
struct Sides {
  bool Host, Device;
  bool operator==(const Sides &Other) const { return Host == Other.Host && Device == Other.Device; }
  bool isSilent() const { return !Host && !Device; }
};

Sides writtenSides(const FunctionDecl *F) {
  auto IsWritten = [](const Attr *A) { return A && !A->isImplicit() && !A->isInherited(); };
  return {IsWritten(F->getAttr<CUDAHostAttr>()), IsWritten(F->getAttr<CUDADeviceAttr>())};
}

/// Finds \p Word among the specifiers of \p F, not in template parameters.
SourceLocation wordBefore(const SourceManager &SM, const FunctionDecl *F, StringRef Word) {
  for (SourceLocation At = F->getInnerLocStart(); At.isFileID() && At < F->getLocation();) {
    Token Here;
    if (Lexer::getRawToken(At, Here, SM, F->getLangOpts(), /*IgnoreWhiteSpace=*/true))
      return {};
    if (Here.is(tok::raw_identifier) && Here.getRawIdentifier() == Word)
      return Here.getLocation();
    At = Here.getEndLoc();
  }
  return {};
}

/// Finds the token after which an attribute of \p F may be: the last one of its declarator, in
/// front of the body or the semicolon. Behind a trailing type it would be the type's, so that
/// `auto` is found.
SourceLocation placeOfAttributes(const SourceManager &SM, const FunctionDecl *F) {
  const LangOptions &Options = F->getLangOpts();
  FunctionTypeLoc Type = F->getFunctionTypeLoc();
  if (const auto *P = F->getType()->getAs<FunctionProtoType>(); P && P->hasTrailingReturn())
    return wordBefore(SM, F, "auto");
  SourceLocation Last = Type ? Type.getRParenLoc() : SourceLocation();
  if (Last.isInvalid() || Last.isMacroID())
    return {};
  unsigned Depth = 0;
  for (SourceLocation At = Last;;) {
    std::optional<Token> Next = Lexer::findNextToken(At, SM, Options);
    if (!Next || Next->is(tok::eof))
      return {};
    const bool IsTry = Next->is(tok::raw_identifier) && Next->getRawIdentifier() == "try";
    if (!Depth && (IsTry || Next->isOneOf(tok::l_brace, tok::semi, tok::colon, tok::equal)))
      return Last;
    if (Next->is(tok::l_paren))
      ++Depth;
    else if (Next->is(tok::r_paren) && !Depth--)
      return {};
    Last = At = Next->getLocation();
  }
}

} // namespace

void RedeclaredSides::add(const SourceManager &SM, const FunctionDecl *F, bool Host, bool Device) {
  const SourceLocation End = Host || Device ? placeOfAttributes(SM, F) : SourceLocation();
  OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getFileID(End));
  if (!File)
    return;
  std::string &Word = Words[{File->getName().str(), SM.getFileOffset(End)}];
  Word = std::string(Host ? "host" : "") + (Device ? " device" : "");
}

void RedeclaredSides::look(Sema &S, FunctionDecl *Defined,
                           llvm::function_ref<bool(SourceLocation)> OfProject) {
  if (!S.getLangOpts().CUDA || Defined->hasAttr<CUDAGlobalAttr>() || Defined->isConstexpr() ||
      isa<CXXDestructorDecl>(Defined) || Defined->getLocation().isMacroID() ||
      !OfProject(Defined->getLocation()))
    return;
  const Sides New = writtenSides(Defined);
  for (NamedDecl *N :
       Defined->getDeclContext()->getRedeclContext()->lookup(Defined->getDeclName())) {
    FunctionDecl *Old = N->getAsFunction();
    if (!Old || Old == Defined || Old->getCanonicalDecl() == Defined->getCanonicalDecl() ||
        Old->isDefined() || Old->hasAttr<CUDAGlobalAttr>() || !OfProject(Old->getLocation()) ||
        S.IsOverload(Defined, Old, /*UseMemberUsingDeclRules=*/false, /*ConsiderCudaAttrs=*/false))
      continue;
    const Sides Before = writtenSides(Old);
    if (Before == New)
      continue;
    const SourceManager &SM = S.getSourceManager();
    // A side that one of them does not name is the other's.
    if (!Before.isSilent())
      add(SM, Defined, Before.Host && !New.Host, Before.Device && !New.Device);
    if (!New.isSilent())
      for (const FunctionDecl *Each : Old->redecls())
        add(SM, Each, New.Host && !Before.Host, New.Device && !Before.Device);
  }
}

void RedeclaredSides::read(Preprocessor &PP, const Token &T) const {
  const SourceLocation Loc = T.getLocation();
  if (Words.empty() || T.isAnnotation() || !Loc.isFileID())
    return;
  const SourceManager &SM = PP.getSourceManager();
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return;
  auto It = Words.find({Entry->getName().str(), Offset});
  if (It == Words.end())
    return;
  SmallVector<Token, 16> Tokens;
  auto Write = [&](tok::TokenKind Kind, StringRef Text) {
    Token Made;
    Made.startToken();
    Made.setKind(Kind);
    // A declaration that ends with the word ends with the last token of its text.
    Made.setLocation(Loc);
    Made.setLength(T.getLength());
    if (Kind == tok::identifier)
      Made.setIdentifierInfo(PP.getIdentifierInfo(Text));
    Made.setFlag(Token::IsReinjected); // nothing of the text
    Tokens.push_back(Made);
  };
  SmallVector<StringRef, 2> Names;
  StringRef(It->second).split(Names, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names) {
    Write(tok::kw___attribute, "__attribute__");
    Write(tok::l_paren, "(");
    Write(tok::l_paren, "(");
    Write(tok::identifier, Name);
    Write(tok::r_paren, ")");
    Write(tok::r_paren, ")");
  }
  auto Copy = std::make_unique<Token[]>(Tokens.size());
  llvm::copy(Tokens, Copy.get());
  PP.EnterTokenStream(std::move(Copy), Tokens.size(), /*DisableMacroExpansion=*/true,
                      /*IsReinject=*/true);
}

} // namespace cu2cl
