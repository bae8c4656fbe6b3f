// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Hints (cudaMemPrefetchAsync) and marks for a profiler (nvtxRangePush) mean nothing in OpenCL.
//
// Effect: a call whose value nobody wants goes with its semicolon, or with its comma; {} is left of
// the body of an if or a loop. Where the value is wanted, a hint is CLRT_SUCCESS and a mark stays.
// Arguments that do something, or that are all that reads a local variable, keep the call:
//   cudaMemPrefetchAsync(next(), n, 0)    clrt::hint(next(), n, 0)
//   nvtxRangePush(text(i).c_str())        the same: clrt/nvtx.h declares it
// A macro whose whole body is the call is ((void)0).

#include "host/calls/HintCalls.h"
#include "analysis/effects/MemoryEffects.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/RuleNames.h"

using namespace clang;

namespace cu2cl {

/// Returns true if \p Method of the C++ library only looks: it is const, or it has an overload that
/// is (vector::data, not map::operator[]).
static bool onlyLooks(const HostUnit &U, const CXXMethodDecl *Method) {
  if (!Method || !U.Side.sources().isInSystemHeader(Method->getLocation()))
    return false;
  return Method->isConst() ||
         llvm::any_of(Method->getParent()->lookup(Method->getDeclName()), [&](const NamedDecl *D) {
           auto *Other = dyn_cast<CXXMethodDecl>(D);
           return Other && Other->isConst() && Other->getNumParams() == Method->getNumParams();
         });
}

static bool doesSomething(const HostUnit &U, const Stmt *S) {
  return hasEffect(S, [&](const Expr *E) {
    if (auto *Construct = dyn_cast<CXXConstructExpr>(E))
      return !Construct->getConstructor()->isTrivial();
    auto *F = cast<CallExpr>(E)->getDirectCallee();
    return !F || !(F->hasAttr<ConstAttr>() || F->hasAttr<PureAttr>() ||
                   onlyLooks(U, dyn_cast<CXXMethodDecl>(F)));
  });
}

static bool isDropped(const HostUnit &U, const Stmt *S) {
  auto *Call = dyn_cast<CallExpr>(S);
  const catalog::HostFunction *Row =
      Call ? apiFunction(U, calledDecl(Call->getCallee()->IgnoreParenImpCasts())) : nullptr;
  return Row && (Row->Rule == catalog::HostRule::Success || Row->Rule == catalog::HostRule::Marker);
}

/// Returns true if a local variable that \p Argument names is named by nothing but calls that go:
/// compilers would warn of it. Not of clrt's own structs.
static bool isLastReader(const HostScope &S, const Stmt *Argument) {
  if (!Argument)
    return false;
  auto *Ref = dyn_cast<DeclRefExpr>(Argument);
  auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Variable || !Variable->isLocalVarDecl() || Variable->getType()->isRecordType())
    return llvm::any_of(Argument->children(),
                        [&](const Stmt *Child) { return isLastReader(S, Child); });
  return llvm::none_of(S.Body.Nodes, [&](const HostNode &Node) {
    auto *Other = dyn_cast<DeclRefExpr>(Node.S);
    if (!Other || Other->getDecl() != Variable)
      return false;
    const Stmt *Around = Other;
    while (Around && !isDropped(S.Unit, Around))
      Around = S.Unit.parent(Around);
    return !Around;
  });
}

namespace {

/// The place of a call whose value nobody uses.
struct Discarded {
  enum { Not, Statement, Body, Labelled, LeftOfComma, RightOfComma, InFor } Where = Not;
  const Expr *Whole = nullptr; ///< with the parentheses and casts to void around it
  const BinaryOperator *Comma = nullptr;
};

} // namespace

static bool isBody(const Stmt *Parent, const Stmt *S) {
  if (auto *If = dyn_cast<IfStmt>(Parent))
    return S == If->getThen() || S == If->getElse();
  if (auto *While = dyn_cast<WhileStmt>(Parent))
    return S == While->getBody();
  if (auto *Do = dyn_cast<DoStmt>(Parent))
    return S == Do->getBody();
  if (auto *For = dyn_cast<ForStmt>(Parent))
    return S == For->getBody();
  if (auto *For = dyn_cast<CXXForRangeStmt>(Parent))
    return S == For->getBody();
  return false;
}

static Discarded discarded(const HostUnit &U, const Expr *E) {
  const Stmt *Parent = U.parent(E);
  if (!Parent)
    return {};
  if (auto *Cast = dyn_cast<CastExpr>(Parent);
      isa<ParenExpr, ExprWithCleanups>(Parent) || (Cast && Cast->getType()->isVoidType()))
    return discarded(U, cast<Expr>(Parent));
  if (auto *Binary = dyn_cast<BinaryOperator>(Parent); Binary && Binary->getOpcode() == BO_Comma) {
    if (E == Binary->getLHS())
      return {Discarded::LeftOfComma, E, Binary};
    return discarded(U, Binary).Where == Discarded::Not
               ? Discarded()
               : Discarded{Discarded::RightOfComma, E, Binary};
  }
  if (auto *Block = dyn_cast<CompoundStmt>(Parent)) {
    bool IsValue = isa_and_nonnull<StmtExpr>(U.parent(Block)) && Block->body_back() == E;
    return IsValue ? Discarded() : Discarded{Discarded::Statement, E};
  }
  if (isa<SwitchCase, LabelStmt>(Parent))
    return {Discarded::Labelled, E};
  if (isBody(Parent, E))
    return {Discarded::Body, E};
  if (auto *For = dyn_cast<ForStmt>(Parent); For && (E == For->getInit() || E == For->getInc()))
    return {Discarded::InFor, E};
  return {};
}

/// The text that \p R is of, to the end of the file or of the macro's body; empty if it is neither.
static StringRef textAround(const HostScope &S, const FileRange &R, SourceLocation Loc) {
  const SourceManager &SM = S.Source.sources();
  if (R.Expansion == 0)
    return S.Source.fileText(S.Source.fileOf(Loc));
  while (Loc.isMacroID() && SM.getFileID(Loc).getHashValue() != R.Expansion)
    Loc = SM.isMacroArgExpansion(Loc) ? SM.getImmediateSpellingLoc(Loc)
                                      : SM.getImmediateExpansionRange(Loc).getBegin();
  if (!Loc.isMacroID())
    return {};
  FileID Body = SM.getFileID(Loc);
  SourceLocation Begin = SM.getSLocEntry(Body).getExpansion().getSpellingLoc();
  return S.Source.fileText(SM.getFileID(Begin))
      .take_front(SM.getFileOffset(Begin) + SM.getFileIDSize(Body));
}

/// Takes one side of a comma away, with the comma.
static bool dropSide(HostScope &S, const Discarded &D, unsigned Depth) {
  std::optional<FileRange> Left = S.Source.range(D.Comma->getLHS()->getSourceRange()),
                           Right = S.Source.range(D.Comma->getRHS()->getSourceRange());
  if (!Left || !Right || Left->File != Right->File || Left->Expansion != Right->Expansion ||
      Left->End > Right->Begin)
    return false;
  FileRange Gone = D.Where == Discarded::LeftOfComma ? Left->with(Left->Begin, Right->Begin)
                                                     : Right->with(Left->End, Right->End);
  S.Source.add(Gone, "", rule::HintCalls, Edit::Cover, Depth);
  return true;
}

/// \p R, in a macro's body, with its line if nothing else is on that.
static FileRange wholeMacroLine(StringRef Text, const FileRange &R) {
  size_t Line = Text.take_front(R.Begin).rfind('\n') + 1, End = Text.find('\n', R.End);
  bool Alone = End != StringRef::npos && Text.slice(Line, R.Begin).trim().empty() &&
               Text.slice(R.End, End).trim() == "\\";
  return Alone ? R.with(Line, End + 1) : R;
}

/// Takes a call away whose value nobody wants. Fails where a part of it is text that cannot go.
static bool drop(HostScope &S, const Discarded &D, unsigned Depth) {
  if (D.Comma)
    return dropSide(S, D, Depth);
  std::optional<FileRange> R = S.Source.range(D.Whole->getSourceRange());
  if (!R)
    return false;
  StringRef Text = textAround(S, *R, D.Whole->getBeginLoc()), New;
  if (D.Where != Discarded::InFor) {
    size_t End = Text.find_first_not_of(" \t", R->End);
    End = End != StringRef::npos && Text[End] == ';' ? End + 1 : 0;
    if (End == 0 && R->Expansion == 0)
      return false;
    if (End == 0)
      New = "((void)0)";
    else if (D.Where == Discarded::Body)
      New = "{}";
    if (End != 0 && D.Where != Discarded::Labelled)
      R->End = End;
    if (New.empty() && D.Where == Discarded::Statement)
      *R = R->Expansion == 0 ? wholeLines(Text, *R, false) : wholeMacroLine(Text, *R);
    // In a line with others, the space after it goes with it.
    if (New.empty() && R->End < Text.size() && Text[R->End] == ' ' && Text[R->End - 1] == ';')
      ++R->End;
  }
  S.Source.add(*R, New, rule::HintCalls, Edit::Cover, Depth);
  return true;
}

void dropHint(HostScope &S, const CallExpr *Call, const Expr *Callee, unsigned Depth,
              const catalog::HostFunction &Row) {
  // The pattern of a template speaks for its instances.
  const FunctionDecl *Around = S.Unit.functionAround(Call);
  if (Around && Around->isTemplateInstantiation())
    return;
  bool IsHint = Row.Rule == catalog::HostRule::Success;
  bool Stays = llvm::any_of(Call->arguments(), [&](const Expr *Argument) {
    return doesSomething(S.Unit, Argument) || isLastReader(S, Argument);
  });
  Discarded D = discarded(S.Unit, Call);
  if (Stays || (D.Where == Discarded::Not && !IsHint)) {
    StringRef Name = S.Unit.IsC ? "clrt_hint" : "clrt::hint";
    if (IsHint && !S.Source.replace(Callee->getSourceRange(), Name, rule::HintCalls))
      S.Unit.report(diag::UneditableCall, Call->getBeginLoc(), {Row.Cuda.str()});
    return;
  }
  if (D.Where != Discarded::Not && drop(S, D, Depth))
    return;
  if (IsHint && !S.Source.replace(Call->getSourceRange(), "CLRT_SUCCESS", rule::HintCalls,
                                  Edit::Cover, Depth))
    S.Unit.report(diag::UneditableCall, Call->getBeginLoc(), {Row.Cuda.str()});
}

} // namespace cu2cl
