// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Parts of inlining: what may be moved, variables, results.

#include "optimizers/lowering/InlinedFunction.h"
#include "core/source/AstVisitor.h"
#include "optimizers/analysis/Facts.h"
#include "optimizers/lowering/Returns.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;

namespace cu2cl::opt {

namespace {
/// How floating-point operators may be contracted.
struct ContractModes : AstVisitor {
  explicit ContractModes(const LangOptions &Language) : Language(Language) {}
  bool visitBinaryOperator(BinaryOperator *B) override {
    if (B->getType()->hasFloatingRepresentation())
      Found.insert(B->getFPFeaturesInEffect(Language).getFPContractMode());
    return true;
  }
  const LangOptions &Language;
  std::set<int> Found;
};
} // namespace

static std::set<int> contractModes(const FunctionDecl *F) {
  ContractModes Modes(F->getASTContext().getLangOpts());
  Modes.traverseStmt(F->getBody());
  return Modes.Found;
}

/// True if lines of the preprocessor may be in \p Body, but for `#pragma unroll`. A macro has none.
static bool hasDirectives(const Source &From, const clang::Stmt *Body) {
  const SourceManager &SM = From.sources();
  SourceLocation Begin = Body->getBeginLoc(), End = Body->getEndLoc();
  if (Begin.isMacroID() && End.isMacroID())
    return false;
  if (SM.getFileID(Begin) != SM.getFileID(End))
    return true;
  llvm::StringRef Text = SM.getBufferData(SM.getFileID(Begin));
  for (llvm::StringRef Line :
       llvm::split(Text.slice(SM.getFileOffset(Begin), SM.getFileOffset(End)), '\n'))
    if (Line = Line.ltrim(); Line.consume_front("#") || Line.consume_front("%:"))
      if (Line = Line.ltrim(); !Line.consume_front("pragma") || !Line.ltrim().starts_with("unroll"))
        return true;
  return false;
}

MovedFunctions::MovedFunctions(const Source &From, Make &M, const Kernel &To)
    : From(From), M(M), To(To), Names(variableNames(To)) {}

bool MovedFunctions::mayBeMoved(const FunctionDecl *Body) {
  if (Body->getName().starts_with("clrt_") || hasDirectives(From, Body->getBody()))
    return false;
  const LangOptions &Language = M.Context.getLangOpts();
  std::set<int> Own = contractModes(Body), There = contractModes(To.Declared);
  if (There.empty()) {
    // The kernel itself does not tell what a pragma between it and the function says.
    if (!Own.empty() &&
        From.sources().getBufferData(From.sources().getMainFileID()).contains("FP_CONTRACT"))
      return false;
    There = {FPOptions(Language).getFPContractMode()};
  }
  return Own.empty() || (Own == There && Own.size() == 1);
}

bool MovedFunctions::mayBeMoved(const Kernel &F) {
  static constexpr size_t MostStatements = 400; // kernels of more take long to compile
  for (const Variable *P : F.Parameters)
    if (hasOwnMeaning(P->Type.getAsString(M.Context.getPrintingPolicy())))
      return false;
  return !hasOwnMeaning(F.Body) &&
         !hasOwnMeaning(F.Declared->getReturnType().getAsString(M.Context.getPrintingPolicy())) &&
         Statements <= MostStatements;
}

/// True if a name in \p Text means something else at the kernel: a variable of the kernel hides it,
/// or it is a macro's somewhere, which the program defines.
bool MovedFunctions::hasOwnMeaning(llvm::StringRef Text) const {
  auto IsInName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!(Text = Text.drop_until(IsInName)).empty()) {
    llvm::StringRef Name = Text.take_while(IsInName);
    if (Names.contains(Name) || isMacro(Name))
      return true;
    Text = Text.drop_front(Name.size());
  }
  return false;
}

/// True if \p Name is or was a macro, but one of OpenCL C.
bool MovedFunctions::isMacro(llvm::StringRef Name) const {
  auto Known = M.Context.Idents.find(Name);
  return Known != M.Context.Idents.end() && Known->second->hadMacroDefinition() &&
         !From.isLanguageMacro(Name);
}

bool MovedFunctions::hasOwnMeaning(const Expr *E) const {
  switch (E->Kind) {
  case Expr::Form::Opaque:
    return true;
  case Expr::Form::Literal: {
    bool IsText = E->Type->isPointerType() || E->Type->isArrayType();
    bool IsMacro = E->From && E->From->IgnoreParens()->getExprLoc().isMacroID();
    if (E->From && isa<UnaryExprOrTypeTraitExpr>(E->From->IgnoreParens()))
      return IsMacro || hasOwnMeaning(E->Text);
    return IsText && IsMacro;
  }
  case Expr::Form::Name:
  case Expr::Form::Call:
    return hasOwnMeaning(E->Text);
  case Expr::Form::Member: // a variable of this name is another thing
    return isMacro(llvm::StringRef(E->Text).ltrim(".->"));
  case Expr::Form::Cast:
    return !E->Implicit && hasOwnMeaning(E->Type.getAsString(M.Context.getPrintingPolicy()));
  case Expr::Form::Vector:
  case Expr::Form::Aggregate:
    return hasOwnMeaning(E->Type.getAsString(M.Context.getPrintingPolicy()));
  default:
    return false;
  }
}

static bool isPrivate(QualType T) {
  return T.getAddressSpace() == LangAS::Default || T.getAddressSpace() == LangAS::opencl_private;
}

bool MovedFunctions::hasOwnMeaning(llvm::ArrayRef<Stmt *> B) {
  for (const Stmt *S : B) {
    ++Statements;
    if (S->Kind == Stmt::Form::Opaque || hasOwnMeaning(S->Init) || hasOwnMeaning(S->Body) ||
        hasOwnMeaning(S->Else))
      return true;
    if (const Variable *V = S->Var) {
      const VarDecl *D = V->Declared;
      if (V->Type.isVolatileQualified() || !V->Attributes.empty() ||
          (D && (!D->hasLocalStorage() || D->hasAttrs() || !isPrivate(D->getType()))) ||
          hasOwnMeaning(V->Type.getAsString(M.Context.getPrintingPolicy())))
        return true;
    }
    for (const Expr *E : {S->Value, S->Step}) {
      bool Has = false;
      if (E)
        forEach(E, [&](const Expr *Part) { Has |= hasOwnMeaning(Part); });
      if (Has)
        return true;
    }
  }
  return false;
}

void MovedFunctions::writeOut(const Block &B) {
  const SourceManager &SM = From.sources();
  forEachIn(B, [&](const Expr *E) {
    auto *Own = const_cast<Expr *>(E); // no kernel has it yet
    Own->IsWrittenOut = true;
    bool IsShown = E->From && (E->Kind != Expr::Form::Cast || !E->Implicit);
    if (std::string Name = IsShown ? From.languageMacro(E->From) : ""; !Name.empty()) {
      Expr Macro;
      Macro.Kind = Expr::Form::Literal;
      Macro.Type = E->Type;
      Macro.Text = Name;
      Macro.From = E->From;
      Macro.IsWrittenOut = true;
      *Own = Macro;
      return;
    }
    SourceLocation At = E->From ? E->From->IgnoreParens()->getExprLoc() : SourceLocation();
    if (E->Kind != Expr::Form::Literal || !At.isMacroID())
      return;
    Own->Text = From.lastingMacro(At);
    if (!Own->Text.empty())
      return;
    llvm::SmallString<32> Buffer;
    Own->Text =
        Lexer::getSpelling(SM.getSpellingLoc(At), Buffer, SM, M.Context.getLangOpts()).str();
  });
}

void ReplacedVariables::rename(const Block &B,
                               llvm::function_ref<std::string(const std::string &)> NameFor) {
  Own = ownVariables(M, B);
  forEachDeclared(B, [&](const Stmt *S) {
    Variable *Renamed = Own[S->Var];
    Renamed->Declared = nullptr;
    Renamed->Name = NameFor(S->Var->Name);
    New[S->Var] = M.reference(Renamed);
  });
}

Block ReplacedVariables::in(const Block &B) {
  Block Result = M.rewrite(B, [&](const Expr *E) { return instead(E); });
  declareInstead(Result, Own);
  return Result;
}

/// What \p E, which is written for a pointer, points to: v of &v, a[0] of an array.
static Expr *pointedTo(Expr *E, Make &M) {
  if (E->Kind == Expr::Form::Unary && E->Opcode == UO_AddrOf)
    return E->Kids[0];
  const auto *A = M.Context.getAsArrayType(E->Type);
  return A ? M.subscript(E, M.number(0), A->getElementType()) : nullptr;
}

/// The expression that replaces \p E, without regard to its parts; null if that is \p E.
Expr *ReplacedVariables::instead(const Expr *E) {
  if (E->Kind == Expr::Form::Reference)
    return New.lookup(E->Var);
  // *&v is v, (&v)->x is v.x
  bool IsDeref = E->Kind == Expr::Form::Unary && E->Opcode == UO_Deref;
  bool IsArrow = E->Kind == Expr::Form::Member && E->Text[0] == '-';
  if (!IsDeref && !IsArrow)
    return nullptr;
  Expr *Pointer = M.rewrite(E->Kids[0], [&](const Expr *Part) { return instead(Part); });
  Expr *Place = pointedTo(Pointer, M);
  if (!Place)
    return M.withKids(E, {Pointer}, E->Lanes);
  if (IsDeref)
    return Place;
  Expr Member = *E;
  Member.Text = "." + E->Text.substr(2);
  Member.Kids.assign({Place});
  Member.Old = E;
  return M.Nodes.expr(std::move(Member));
}

bool resultInstead(Kernel &F, Make &M, Variable *Result,
                   llvm::function_ref<std::string(llvm::StringRef)> Fresh) {
  auto IsKept = [](const Stmt *) { return false; };
  Block Rest = F.Body;
  Stmt *Last = Rest.empty() ? nullptr : Rest.pop_back_val();
  if (Result && !Last)
    return false;
  if (Result && Last->Kind == Stmt::Form::Return && Last->Value && !firstReturn(Rest)) {
    Stmt *Declared = M.declare(Result, Last->Value);
    Declared->Lead = Last->Lead;
    F.Body.back() = Declared;
    return true;
  }
  if (Result)
    F.Body = rebuild(M, F.Body, [&](const Stmt *Old, Stmt *New, Block &Out) {
      New->BodyIsBlock |= New->Body.size() != Old->Body.size();
      if (Old->Kind == Stmt::Form::Return && Old->Value) {
        Out.push_back(M.statement(M.binary(BO_Assign, M.reference(Result), Old->Value)));
        Out.back()->Lead = std::move(New->Lead);
        New->Lead.clear();
        New->Value = nullptr;
      }
      Out.push_back(New);
    });
  returnsAsBranches(F, M, IsKept);
  returnsByVariable(F, M, IsKept, Fresh);
  if (Result)
    F.Body.insert(F.Body.begin(), M.declare(Result, nullptr));
  return true;
}

} // namespace cu2cl::opt
