// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device code leaves the host text with the comments that belong to it.

#include "host/unit/DeviceCode.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/ProgramData.h"
#include "analysis/reach/StaticLocals.h"
#include "catalog/Catalog.h"
#include "host/unit/DeviceSymbols.h"
#include "host/unit/KernelFunctions.h"
#include "host/unit/RuleNames.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

static unsigned lineBegin(StringRef Text, unsigned At) {
  size_t End = Text.rfind('\n', At); // before At
  return End == StringRef::npos ? 0 : End + 1;
}

static unsigned lineEnd(StringRef Text, unsigned At) {
  size_t End = Text.find('\n', At);
  return End == StringRef::npos ? Text.size() : End + 1;
}

/// Returns where the comment that belongs to the line at \p Line begins: the lines right above it,
/// if they are comments and not the head of the file.
static unsigned commentBegin(StringRef Text, unsigned Line) {
  unsigned Begin = Line;
  while (Begin > 0) {
    unsigned Above = lineBegin(Text, Begin - 1);
    StringRef Content = Text.slice(Above, Begin).trim();
    if (Content.starts_with("//")) {
      Begin = Above;
      continue;
    }
    if (!Content.ends_with("*/"))
      break;
    size_t Open = Text.take_front(Begin).rfind("/*");
    unsigned OpenLine = Open == StringRef::npos ? 0 : lineBegin(Text, Open);
    if (Open == StringRef::npos || !Text.slice(OpenLine, Open).trim().empty() ||
        Text.slice(Open, Begin).find("*/") + 2 + Open < Above)
      break;
    Begin = OpenLine;
  }
  return Begin == 0 ? Line : Begin;
}

unsigned attachedBegin(StringRef Text, unsigned At) {
  return commentBegin(Text, lineBegin(Text, At));
}

FileRange wholeLines(StringRef Text, FileRange R, bool WithComment) {
  unsigned Line = lineBegin(Text, R.Begin);
  StringRef After = Text.slice(R.End, lineEnd(Text, R.End));
  bool Alone = Text.slice(Line, R.Begin).trim().empty() &&
               (After.trim().empty() || After.trim().starts_with("//"));
  if (!Alone)
    return R;
  R.Begin = WithComment ? commentBegin(Text, Line) : Line;
  R.End = lineEnd(Text, R.End);
  return R;
}

/// Returns where the attributes [[...]] in front of token \p Index begin.
static size_t withAttributes(ArrayRef<syntax::Token> Tokens, size_t Index) {
  while (Index > 3 && Tokens[Index - 1].kind() == tok::r_square &&
         Tokens[Index - 2].kind() == tok::r_square) {
    size_t Begin = Index - 2;
    while (Begin > 0 &&
           (Tokens[Begin].kind() != tok::l_square || Tokens[Begin - 1].kind() != tok::l_square))
      --Begin;
    if (Begin == 0)
      break;
    Index = Begin - 1;
  }
  return Index;
}

FileID fileOf(const HostUnit &U, const FileRange &R, const Decl *D) {
  const SourceManager &SM = U.Side.sources();
  FileID Seen = SM.getFileID(SM.getExpansionLoc(D->getBeginLoc()));
  if (U.Side.pathOf(SM.getLocForStartOfFile(Seen)) == R.File)
    return Seen;
  for (FileID File : U.Source.projectFiles()) // of a macro that another file uses
    if (U.Side.pathOf(SM.getLocForStartOfFile(File)) == R.File)
      return File;
  return Seen;
}

std::optional<FileRange> declarationRange(const HostUnit &U, const Decl *D) {
  SourceRange Written = D->getSourceRange();
  // A member template that is defined outside of its class template has the heads of both.
  const FunctionDecl *F = isa<FunctionTemplateDecl>(D) ? D->getAsFunction() : nullptr;
  if (F && F->getNumTemplateParameterLists())
    Written.setBegin(F->getOuterLocStart());
  std::optional<FileRange> R = U.Source.range(Written);
  if (!R)
    return std::nullopt;
  const SourceManager &SM = U.Side.sources();
  FileID File = fileOf(U, *R, D);
  ArrayRef<syntax::Token> Tokens = U.Source.spelledTokens(File);
  if (std::optional<size_t> First = U.Source.tokenAt(File, R->Begin))
    R->Begin = SM.getFileOffset(Tokens[withAttributes(Tokens, *First)].location());
  for (const syntax::Token &Token : Tokens) {
    unsigned Begin = SM.getFileOffset(Token.location());
    if (Begin < R->End)
      continue;
    if (Token.kind() == tok::semi)
      R->End = Begin + 1;
    break;
  }
  return R;
}

/// The lines of conditionals in \p R that would lose their partners, kept in order.
static std::string looseConditionals(const HostUnit &U, const FileRange &R, StringRef Text) {
  const SourceManager &SM = U.Side.sources();
  std::string Kept;
  bool Loose = false;
  int Open = 0;
  for (const ConditionalDirective &C : U.Side.Conditionals) {
    if (U.Side.pathOf(C.Loc) != R.File)
      continue;
    unsigned At = SM.getFileOffset(C.Loc);
    if (At < R.Begin || At >= R.End)
      continue;
    unsigned Opening = SM.getFileOffset(C.OpeningLoc);
    bool Opens = C.K == ConditionalDirective::If || C.K == ConditionalDirective::Ifdef ||
                 C.K == ConditionalDirective::Ifndef;
    Open += Opens ? 1 : C.K == ConditionalDirective::Endif ? -1 : 0;
    Loose |= Opening < R.Begin;
    Kept += Text.slice(lineBegin(Text, At), lineEnd(Text, At)).str();
  }
  return Loose || Open != 0 ? Kept : std::string();
}

FileRange removalRange(const HostUnit &U, const DeviceDecl &Device) {
  std::optional<FileRange> R = declarationRange(U, Device.D);
  if (!R)
    return {};
  return wholeLines(U.Source.fileText(fileOf(U, *R, Device.D)), *R, true);
}

/// Adds symbols as lines at \p Offset, ahead of what includes the handles there.
static void addSymbols(HostUnit &U, const std::string &File, unsigned Offset,
                       const std::string &Symbols) {
  Edit Before;
  Before.File = File;
  Before.Offset = Offset;
  Before.Replacement = Symbols;
  Before.K = Edit::Line;
  Before.Rule = rule::DeviceCode;
  U.Source.edits().add(std::move(Before));
}

/// Symbols of a method of a class are declared before the class.
static void addBeforeClass(HostUnit &U, const CXXMethodDecl *M, const std::string &Symbols) {
  const SourceManager &SM = U.Side.sources();
  const CXXRecordDecl *Class = outermostClass(M);
  const ClassTemplateDecl *Template = Class->getDescribedClassTemplate();
  SourceLocation Begin =
      SM.getExpansionLoc(Template ? Template->getBeginLoc() : Class->getBeginLoc());
  addSymbols(U, U.Side.pathOf(Begin),
             lineBegin(U.Source.fileText(SM.getFileID(Begin)), SM.getFileOffset(Begin)), Symbols);
}

/// The function that stands for kernel \p Device; the text of \p Lines, which it replaces.
static std::string keepFunction(const HostUnit &U, const DeviceDecl &Device, StringRef Text,
                                FileRange &Lines) {
  FileRange R = *declarationRange(U, Device.D);
  if (R.Expansion) // the lines of a macro go on
    Lines = R;
  StringRef Indent = Text.slice(lineBegin(Text, R.Begin), R.Begin);
  bool IsIndented = R.Begin > Lines.Begin && Indent.trim().empty();
  return (IsIndented ? Indent : "").str() + functionOf(U, Device, Text) +
         (Text.slice(R.End, Lines.End).ends_with("\n") ? "\n" : "");
}

/// Returns where the body of \p F begins, with the initializers of a constructor.
static SourceLocation bodyBegin(const HostUnit &U, const FunctionDecl *F) {
  SourceLocation Begin = F->getBody()->getBeginLoc(), First;
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(F);
  if (!Constructor)
    return Begin;
  const SourceManager &SM = U.Side.sources();
  for (const CXXCtorInitializer *I : Constructor->inits())
    if (I->isWritten() &&
        (First.isInvalid() || SM.isBeforeInTranslationUnit(I->getSourceLocation(), First)))
      First = I->getSourceLocation();
  if (First.isInvalid() || First.isMacroID())
    return Begin;
  auto [File, Offset] = SM.getDecomposedLoc(First);
  size_t Colon = SM.getBufferData(File).take_front(Offset).rfind(':');
  return SM.getLocForStartOfFile(File).getLocWithOffset(Colon);
}

/// A device function that a function for both sides names stays, since its name must mean something
/// on the host. As with nvcc, a program that calls it there ends.
static void keepHead(HostUnit &U, const DeviceDecl &Device) {
  const FunctionDecl *F = Device.Function;
  std::optional<FileRange> Whole = declarationRange(U, Device.D), Body;
  bool IsDefinition = F->doesThisDeclarationHaveABody() && F->getBody();
  if (IsDefinition)
    Body = U.Source.range(bodyBegin(U, F), F->getBody()->getEndLoc());
  if (!Whole || (IsDefinition && !Body))
    return U.report(diag::UneditableDeviceCode, F->getBeginLoc(), {});
  // Several sources may have one of that name.
  bool MayClash = F->isExternallyVisible() && !F->isInlined() && !isa<CXXMethodDecl>(F) &&
                  !F->getDescribedFunctionTemplate();
  if (MayClash)
    U.Source.add(Whole->with(Whole->Begin, Whole->Begin), "inline ", rule::DeviceCode,
                 Edit::Before);
  if (IsDefinition)
    U.Source.add(*Body, "{ clrt::device_function(__func__); }", rule::DeviceCode, Edit::Cover);
}

static void removeDeclaration(HostUnit &U, const DeviceDecl &Device) {
  if (Device.Function && isNamedOnHost(U, Device.Function))
    return keepHead(U, Device);
  FileRange Lines = removalRange(U, Device);
  if (Lines.File.empty())
    return U.report(diag::UneditableDeviceCode, Device.D->getBeginLoc(), {});
  StringRef Text = U.Source.fileText(fileOf(U, Lines, Device.D));
  std::string Kept = looseConditionals(U, Lines, Text);
  if (Device.Function && isKernelValue(U, Device.Function))
    Kept = keepFunction(U, Device, Text, Lines) + Kept;
  // Of the blank lines above and below one group is enough.
  if (Kept.empty() && Lines.Begin > 0 && Text[Lines.Begin - 1] == '\n' &&
      Text.slice(lineBegin(Text, Lines.Begin - 1), Lines.Begin).trim().empty())
    while (Lines.End < Text.size() &&
           Text.slice(Lines.End, lineEnd(Text, Lines.End)).trim().empty())
      Lines.End = lineEnd(Text, Lines.End);
  // The last line of a macro: the one above is it now.
  StringRef Above = Text.take_front(Lines.Begin).rtrim(" \t"),
            Removed = Text.slice(Lines.Begin, Lines.End);
  if (Kept.empty() && Above.consume_back("\\\n") && !Removed.rtrim("\n").ends_with("\\")) {
    Lines.Begin = Above.rtrim(" \t").size();
    Lines.End -= Removed.ends_with("\n");
  }
  if (std::string Symbols = Device.Function ? symbolsOfStaticLocals(U, Device.Function) : "";
      isa_and_nonnull<CXXRecordDecl>(Device.D->getLexicalDeclContext()) && !Symbols.empty())
    addBeforeClass(U, cast<CXXMethodDecl>(Device.Function), Symbols);
  else if (!Symbols.empty())
    addSymbols(U, Lines.File, Lines.Begin, Symbols);
  U.Source.add(Lines, Kept, rule::DeviceCode, Edit::Cover);
}

/// Returns true if host code copies \p V, a table of functions, from the device. The device's own
/// is a part of its program, so the host may do nothing else with it, and nothing at all with other
/// such data.
static bool isCopiedTable(const HostUnit &U, const VarDecl *V) {
  bool Copied = false;
  for (const HostBody &Body : U.Bodies)
    for (const HostNode &Node : Body.Nodes) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Node.S);
      if (!Ref || Ref->getDecl()->getCanonicalDecl() != V->getCanonicalDecl())
        continue;
      const Stmt *Up = Ref;
      while (Up && !isa<CallExpr>(Up))
        Up = U.parent(Up);
      const FunctionDecl *F = Up ? cast<CallExpr>(Up)->getDirectCallee() : nullptr;
      const catalog::HostFunction *Row = runtimeFunctionOf(F);
      if (isFunctionTable(V) && Row && Row->Rule == catalog::HostRule::CopyFromSymbol)
        Copied = true;
      else
        U.report(diag::AddressInInitializer, Ref->getLocation(), {V->getNameAsString()});
    }
  return Copied;
}

bool isSymbol(const HostUnit &U, const DeviceDecl &Device) {
  const VarDecl *V = Device.Variable;
  return V && !V->hasAttr<CUDASharedAttr>() && (!isProgramData(V) || isCopiedTable(U, V));
}

void removeDeviceCode(HostUnit &U) {
  llvm::MapVector<unsigned, std::vector<const VarDecl *>> Symbols;
  for (const DeviceDecl &Device : U.DeviceOnly) {
    if (!U.Source.isEditable(U.Side.sources().getExpansionLoc(Device.D->getBeginLoc())))
      continue;
    if (isSymbol(U, Device))
      Symbols[Device.Variable->getBeginLoc().getRawEncoding()].push_back(Device.Variable);
    else
      removeDeclaration(U, Device);
  }
  for (const auto &[Begin, Group] : Symbols)
    rewriteSymbols(U, Group);
}

} // namespace cu2cl
