// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Device code leaves the host text with the comments that belong to it. __constant__ and __device__
// variables become symbols:   __constant__ float c[4];   static clrt::symbol<float[4]> c;

#include "host/unit/DeviceCode.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/ProgramData.h"
#include "analysis/reach/StaticLocals.h"
#include "analysis/reach/UnnamedTypes.h"
#include "catalog/Catalog.h"
#include "host/unit/KernelFunctions.h"
#include "host/unit/PointerText.h"
#include "host/unit/SymbolTypes.h"
#include "host/unit/SymbolValues.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "DeviceCode";

static unsigned lineBegin(StringRef Text, unsigned At) {
  size_t End = Text.rfind('\n', At); // before At
  return End == StringRef::npos ? 0 : End + 1;
}

static unsigned lineEnd(StringRef Text, unsigned At) {
  size_t End = Text.find('\n', At);
  return End == StringRef::npos ? Text.size() : End + 1;
}

/// Where the comment that belongs to the line at \p Line begins: the lines right above it, if they
/// are comments and not the head of the file.
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

/// Where the attributes [[...]] in front of token \p Index begin.
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
  std::optional<FileRange> R = U.Source.range(D->getSourceRange());
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

static std::string symbolsOfStaticLocals(const HostUnit &U, const FunctionDecl *F);

/// Adds symbols as lines at \p Offset, ahead of what includes the handles there.
static void addSymbols(HostUnit &U, const std::string &File, unsigned Offset,
                       const std::string &Symbols) {
  Edit Before;
  Before.File = File;
  Before.Offset = Offset;
  Before.Replacement = Symbols;
  Before.K = Edit::Line;
  Before.Rule = Rule;
  U.Source.edits().add(std::move(Before));
}

/// Symbols of a method of a class stand before the class.
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

static void removeDeclaration(HostUnit &U, const DeviceDecl &Device) {
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
  U.Source.add(Lines, Kept, Rule, Edit::Cover);
}

/// "float[4]" for `float c[4]`, with the bounds as they are written.
static std::string symbolType(const HostUnit &U, const VarDecl *V, StringRef Base) {
  std::string Bounds;
  TypeLoc Type = V->getTypeSourceInfo()->getTypeLoc();
  while (auto Array = Type.getUnqualifiedLoc().getAs<ArrayTypeLoc>()) {
    StringRef Written = U.Source.textSeenFrom(Array.getBracketsRange(), V->getInnerLocStart());
    if (!Written.starts_with("[") && isa<ConstantArrayType>(Array.getTypePtr())) {
      // The brackets are a macro's, which may stand in no template argument.
      const auto *Known = cast<ConstantArrayType>(Array.getTypePtr());
      Bounds += "[" + std::to_string(Known->getSize().getZExtValue()) + "]";
    } else if (isa<IncompleteArrayType>(Array.getTypePtr()) || Written == "[]") {
      // `int a[] = {1, 2}`: the bound is in the type of the variable.
      if (auto *Known = U.Side.context().getAsConstantArrayType(V->getType()))
        Bounds += "[" + std::to_string(Known->getSize().getZExtValue()) + "]";
      else
        Bounds += "[]";
    } else {
      Bounds += Written;
    }
    Type = Array.getElementLoc();
  }
  if (U.Side.context().getBaseElementType(V->getType())->isPointerType() ||
      isa<VarTemplateSpecializationDecl>(V))
    return V->getType().getUnqualifiedType().getAsString(U.policy());
  StringRef Plain = Base;
  Plain.consume_front("const ");
  return Plain.str() + Bounds;
}

/// What stands before the type of a symbol. Without -rdc each unit has its own of what is not
/// declared `extern`; inline variables with external linkage need -rdc.
static StringRef linkageText(const VarDecl *V) {
  if (V->isStaticDataMember())
    return V->isOutOfLine() ? "" : V->isInlineSpecified() ? "static inline " : "static ";
  if (isa<VarTemplateSpecializationDecl>(V))
    return "template <> "; // the rest is as the template says
  if (V->getStorageClass() == SC_Extern)
    return "extern ";
  if (V->isInlineSpecified() && V->isExternallyVisible())
    return "inline ";
  return llvm::any_of(V->redecls(),
                      [](const VarDecl *Other) { return Other->getStorageClass() == SC_Extern; })
             ? ""
             : "static ";
}

/// The name in the declaration of a symbol: of a member with its class, of a static local variable
/// with its function.
static std::string declaredName(const HostUnit &U, const VarDecl *V) {
  if (V->getQualifierLoc())
    return U.Source.text(V->getQualifierLoc().getSourceRange()).str() + V->getNameAsString();
  if (const auto *S = dyn_cast<VarTemplateSpecializationDecl>(V)) {
    const ASTTemplateArgumentListInfo *Arguments = S->getTemplateArgsAsWritten();
    return V->getNameAsString() +
           (Arguments ? U.Source.text({Arguments->LAngleLoc, Arguments->RAngleLoc}).str() : "");
  }
  if (V->isStaticLocal())
    return staticLocalName(V);
  // Where a macro declares it, its parameter may be the name.
  StringRef Written = U.Source.textSeenFrom(V->getLocation(), V->getInnerLocStart());
  bool IsJoined = Written.contains("##") && llvm::all_of(Written, [](char C) {
                    return isAsciiIdentifierContinue(C) || C == '#' || C == ' ';
                  });
  return IsJoined || isValidAsciiIdentifier(Written) ? Written.str() : V->getNameAsString();
}

/// The declaration of one symbol, without a semicolon.
static std::string symbolText(const HostUnit &U, const VarDecl *V, const Specifiers &Specs) {
  std::string Type = symbolType(U, V, Specs.Type);
  return linkageText(V).str() + (isManaged(V) ? "clrt::managed<" : "clrt::symbol<") + Type + "> " +
         declaredName(U, V) + symbolValue(U, V, Type);
}

/// The end of \p V's declaration: behind `float f(2.5f)`, whose parenthesis belongs to no
/// expression.
static SourceLocation endOf(const HostUnit &U, const VarDecl *V) {
  SourceLocation End = V->getEndLoc();
  if (V->getInitStyle() != VarDecl::CallInit || !V->getInit() ||
      isa<CXXConstructExpr, ParenListExpr>(V->getInit()->IgnoreImplicit()))
    return End;
  const SourceManager &SM = U.Side.sources();
  std::optional<Token> Next =
      Lexer::findNextToken(SM.getExpansionRange(End).getEnd(), SM, U.Side.langOpts());
  return Next && Next->is(tok::r_paren) ? Next->getLocation() : End;
}

/// Whether the initial value \p Init, in an instance of a template, is a number that a macro names.
static bool isNamedNumber(const Expr *Init) {
  bool IsNamed = Init->getBeginLoc().isMacroID();
  Init = Init->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Init))
    Init = U->getSubExpr()->IgnoreParenImpCasts();
  return IsNamed && isa<IntegerLiteral, FloatingLiteral>(Init);
}

/// An address of the device is not known when the host's program is compiled; functions have
/// numbers.
static void checkInitialValue(const HostUnit &U, const VarDecl *V) {
  if (startsWithAddress(V) && !pointedFunction(U.Side.context().getBaseElementType(V->getType())))
    U.report(diag::AddressInInitializer, V->getLocation(), {V->getNameAsString()});
}

/// The symbols of the static variables in \p F, which is removed: lines. Each instance of a
/// template has its own.
static std::string symbolsOfStaticLocals(const HostUnit &U, const FunctionDecl *F) {
  std::string Text;
  for (const VarDecl *V : staticLocals(F)) {
    if (cast<FunctionDecl>(V->getParentFunctionOrMethod())->isTemplateInstantiation()) {
      if (!hasStaticSymbol(V))
        continue;
      std::string Type = V->getType().getUnqualifiedType().getAsString(U.policy());
      Text += "static clrt::symbol<" + Type + "> " + staticLocalName(V);
      if (const Expr *Init = V->getInit())
        Text +=
            "(" + (isNamedNumber(Init) ? initialText(U, V) : numberText(*V->evaluateValue())) + ")";
      Text += ";\n";
    } else if (std::optional<Specifiers> Specs = specifiersOf(U.Source, V)) {
      checkInitialValue(U, V);
      Text += symbolText(U, V, *Specs) + ";\n";
    }
  }
  return Text;
}

/// All symbols of one declaration (`__constant__ float a, b[3];`).
static void rewriteSymbols(HostUnit &U, ArrayRef<const VarDecl *> Group) {
  const VarDecl *First = Group.front(), *Last = Group.back();
  std::optional<Specifiers> Specs = specifiersOf(U.Source, First);
  std::optional<FileRange> R = U.Source.range(First->getInnerLocStart(), endOf(U, Last));
  if (!Specs || !R)
    return U.report(diag::UneditableDeviceVariable, First->getLocation(),
                    {First->getNameAsString()});
  std::string Text;
  const TagDecl *Type = definedIn(First);
  if (Type)
    Specs->Type = Type->getIdentifier() ? Type->getNameAsString() : nameOfUnnamed(Type);
  for (const VarDecl *V : Group) {
    checkInitialValue(U, V);
    Text += (Text.empty() ? "" : "; ") + symbolText(U, V, *Specs);
  }
  if (!Type)
    U.Source.add(*R, Text, Rule, Edit::Cover);
  else if (!keepType(U, First, Type, *R, Text))
    U.report(diag::UneditableDeviceVariable, First->getLocation(), {First->getNameAsString()});
}

/// Whether host code copies \p V, a table of functions, from the device. The device's own is a part
/// of its program, so the host may do nothing else with it, and nothing at all with other such
/// data.
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

void removeDeviceCode(HostUnit &U) {
  llvm::MapVector<unsigned, std::vector<const VarDecl *>> Symbols;
  for (const DeviceDecl &Device : U.DeviceOnly) {
    if (!U.Source.isEditable(U.Side.sources().getExpansionLoc(Device.D->getBeginLoc())))
      continue;
    if (Device.Variable && !Device.Variable->hasAttr<CUDASharedAttr>() &&
        (!isProgramData(Device.Variable) || isCopiedTable(U, Device.Variable)))
      Symbols[Device.Variable->getBeginLoc().getRawEncoding()].push_back(Device.Variable);
    else
      removeDeclaration(U, Device);
  }
  for (const auto &[Begin, Group] : Symbols)
    rewriteSymbols(U, Group);
}

} // namespace cu2cl
