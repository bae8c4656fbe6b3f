// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Declarations in a function's body.
//
// Effect: pointers get their address space; a group whose variables need different ones is split;
// references become pointers; shared variables become __local, at the top of the kernel; extern
// shared arrays are the kernel's argument; types, using and static_assert go.

#include "analysis/effects/Construction.h"
#include "analysis/reach/LibraryCode.h"
#include "core/source/NameMarks.h"
#include "kernel/core/Constants.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/MemberlessClasses.h"
#include "kernel/core/Rules.h"
#include "kernel/interface/HiddenParameters.h"
#include "kernel/statements/Constructors.h"
#include "kernel/statements/InitialValues.h"
#include "kernel/statements/Statements.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

struct PrintedVariable {
  SplitDeclaration Split;
  Fragment Init;     ///< with its '='
  TokenRange Tokens; ///< declarator and initialiser
  bool Dropped = false;
};

bool isTrivialDefault(const Expr *Init) {
  const auto *C = dyn_cast<CXXConstructExpr>(Init);
  return C && doesNothing(C->getConstructor()) && !C->requiresZeroInitialization() &&
         !isa<CXXTemporaryObjectExpr>(C);
}

bool isVectorDefault(const VarDecl *V) {
  const auto *C = dyn_cast_or_null<CXXConstructExpr>(V->getInit());
  return C && V->getInitStyle() == VarDecl::CallInit && C->getNumArgs() == 0 &&
         C->getConstructor()->isTrivial();
}

bool isComputed(KernelPrinter &P, const VarDecl *V) {
  const Stmt *Around = P.plan().Body.parent(V->getInit());
  return Around && isComputedWhenCompiling(Around, V->getInit());
}

/// Returns what a constexpr function gave when the CUDA was compiled.
Fragment computedValue(const VarDecl *V) {
  const APValue *Value = V->evaluateValue();
  if (Value->isFloat())
    return floatingLiteral(Value->getFloat(),
                           V->getType()->isSpecificBuiltinType(BuiltinType::Double));
  QualType T = V->getType();
  if (const auto *E = T->getAs<EnumType>())
    T = E->getDecl()->getIntegerType();
  return integerLiteral(V->getASTContext(), Value->getInt(), T);
}

/// "= value" of \p V, keeping the user's '='.
Fragment printInit(KernelPrinter &P, const VarDecl *V, TokenRange Declarator) {
  const Expr *Init = V->getInit();
  if (!Init || isTrivialDefault(Init) || isVectorDefault(V))
    return {};
  if (V->getType()->isArrayType() && isa<CXXConstructExpr>(Init))
    return {}; // see printArrayConstruction
  Fragment Value = V->getType()->isReferenceType()
                       ? P.Lvalues.printAddress(Init, Precedence::Assignment)
                   : isComputed(P, V) ? computedValue(V)
                                      : P.print(Init);
  // Threads that returned in CUDA must not read what they would not have read.
  if (auto It = P.plan().Barriers.GuardedInits.find(V); It != P.plan().Barriers.GuardedInits.end())
    Value = Fragment(P.plan().Barriers.Predicates[It->second] + " ? ") + Value + " : 0";
  else if (P.plan().Warp.GuardedInits.contains(V))
    Value = Fragment(P.plan().Warp.Condition + " ? ") + Value + " : 0";
  TokenRange Range = P.unit().Folds.placeOf(P.unit().tokensOf(Init->getSourceRange()),
                                            P.unit().tokensOf(V->getSourceRange()));
  bool Written = !Range.empty() && !Declarator.empty() && Range.Begin == Declarator.End + 1 &&
                 P.unit().tokenKind(Declarator.End) == tok::equal;
  if (Written)
    return Fragment::tokens(Declarator.End, Range.Begin) + Value;
  return Fragment(" = ") + Value;
}

/// "if (active) v = value;" for a \p V that only some threads give a value; after its declaration.
Fragment printLateInit(KernelPrinter &P, const VarDecl *V) {
  auto It = P.plan().Barriers.SplitInits.find(V);
  if (It == P.plan().Barriers.SplitInits.end())
    return {};
  const auto *List = dyn_cast<InitListExpr>(V->getInit()->IgnoreImplicit());
  bool Braces = List && !vectorTypeOf(V->getType());
  return Fragment("if (" + P.plan().Barriers.Predicates[It->second] + ") " + P.Locals.nameOf(V) +
                  " = ") +
         (Braces ? "(" + P.Locals.typeText(V->getType().getUnqualifiedType(), List) + ")" : "") +
         P.print(V->getInit()) + ";";
}

/// Returns true if an object of type \p T has a member that changes though the object is const.
bool hasMutableMember(QualType T) {
  const auto *R = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return R && R->hasDefinition() && R->hasMutableFields();
}

DeclarationStyle styleOf(KernelPrinter &P, const VarDecl *V) {
  DeclarationStyle Style;
  QualType Element = P.context().getBaseElementType(V->getType());
  Style.DropTopConst = Element.isConstQualified() &&
                       (P.plan().Barriers.SplitInits.contains(V) || hasMutableMember(Element));
  Style.Name = P.Locals.nameOf(V);
  Style.Space = spacesOf(P.unit(), P.version(), V);
  Style.IsAliased = P.unit().Aliased.Declarations.contains(V);
  if (V->getType()->isBooleanType())
    Style.Where = StoredIn::Value;
  return Style;
}

/// The last token of \p V's declaration, without the ',' or ';' after it.
unsigned endOf(KernelPrinter &P, const VarDecl *V, TokenRange Declarator) {
  TokenRange Whole = P.unit().tokensOf(V->getSourceRange());
  unsigned End = std::max(Whole.End, Declarator.End);
  if (V->getInit() && V->getInitStyle() == VarDecl::CallInit &&
      P.unit().tokenKind(End) == tok::r_paren)
    ++End;
  return End;
}

/// The alignment that the user gives \p V, where it precedes \p Declarator or goes with
/// the tokens before the initial value.
std::string printAlignment(KernelPrinter &P, const VarDecl *V, TokenRange Declarator) {
  const auto *A = V->getAttr<AlignedAttr>();
  if (!A)
    return {};
  TokenRange Written = P.unit().tokensOf(A->getLocation());
  if (!V->getInit() && !Written.empty() && Written.Begin >= Declarator.End)
    return {};
  return " __attribute__((aligned(" + std::to_string(V->getMaxAlignment() / 8) + ")))";
}

PrintedVariable printOne(KernelPrinter &P, const VarDecl *V, const DeclarationStyle &Style) {
  PrintedVariable Out;
  Out.Split = printDeclaration(P, V, Style);
  TokenRange Declarator = Out.Split.Tokens;
  if (Declarator.empty())
    Declarator = P.unit().tokensOf(V->getLocation());
  Out.Split.Declarator += printAlignment(P, V, Declarator);
  if (!P.plan().Barriers.SplitInits.contains(V))
    Out.Init = printInit(P, V, Declarator);
  if (Out.Init.empty())
    Out.Init = missingInitialValue(P, V);
  Out.Tokens = {Declarator.Begin, endOf(P, V, Declarator)};
  return Out;
}

/// A shared variable. True if \p Out is its declaration in place; otherwise it is handed in or
/// declared elsewhere.
bool printShared(KernelPrinter &P, const VarDecl *V, const DeclStmt *S, PrintedVariable &Out) {
  const FunctionDecl *F = P.version().Function;
  bool TopOfKernel = F->hasAttr<CUDAGlobalAttr>() && P.plan().Body.parent(S) == F->getBody();
  DeclarationStyle Style = styleOf(P, V);
  Style.Storage = "__local";
  Style.Where = StoredIn::Memory;
  Out.Split = printDeclaration(P, V, Style);
  Out.Split.Declarator += printAlignment(P, V, Out.Split.Tokens) + alignmentForViews(P, V);
  Out.Tokens = Out.Split.Tokens;
  if (TopOfKernel)
    return true;
  if (F->hasAttr<CUDAGlobalAttr>())
    P.Found.hoist(Out.Split.whole() + ";");
  return false;
}

/// The n-th extern shared array of a function: a typed view of the same block.
Fragment printDynamicAlias(KernelPrinter &P, const VarDecl *V) {
  const Appended *Block = P.Locals.appendedFor(V);
  if (!Block || Block->Variable->getCanonicalDecl() == V->getCanonicalDecl())
    return {};
  if (withoutNameMarks(Block->Name) == P.names().plainLocal(V) &&
      P.context().hasSameType(Block->Variable->getType(), V->getType()))
    return {};
  const ArrayType *Array = P.context().getAsArrayType(V->getType());
  QualType Element = Array ? Array->getElementType() : V->getType();
  QualType Pointer = P.context().getPointerType(Element);
  TypeText Types = P.Locals.types();
  auto Local = [](unsigned) { return AddressSpace::Local; };
  return Types.declare(Pointer, P.names().local(V), Local) + " = (" +
         Types.declare(Pointer, "", Local) + ")" + Block->Name + ";";
}

} // namespace

void hoistView(KernelPrinter &P, const VarDecl *V) {
  V = V->getCanonicalDecl();
  if (deviceStorage(V) != DeviceStorage::DynamicShared || V->isLocalVarDecl() ||
      !P.Locals.needsView(V))
    return;
  if (Fragment View = printDynamicAlias(P, V); !View.empty())
    P.Found.hoist(std::move(View));
}

namespace {

/// "float *b = get_1(&a_b);" for each part of what \p V takes apart by calls of get<I>().
Fragment printParts(KernelPrinter &P, const VarDecl *V) {
  Fragment Out;
  const auto *Group = dyn_cast<DecompositionDecl>(V);
  if (!Group || hasMembersForParts(Group))
    return Out;
  for (const BindingDecl *B : Group->bindings())
    if (const VarDecl *Part = B->getHoldingVar()) {
      DeclarationStyle Style = styleOf(P, Part);
      Out += Out.empty() ? "" : " ";
      Out += Fragment(
                 P.Locals.types().declare(Part->getType(), Style.Name, Style.Space, Style.Where)) +
             " = " + P.Lvalues.printAddress(Part->getInit(), Precedence::Assignment) + ";";
    }
  return Out;
}

/// Returns true if what declares several variables is one declaration in C, too.
bool areAlike(llvm::ArrayRef<SplitDeclaration> Split) {
  return llvm::all_of(Split, [&](const SplitDeclaration &One) {
    return One.Key == Split.front().Key && !One.Tokens.empty();
  });
}

bool isForInit(KernelPrinter &P, const DeclStmt *S) {
  const auto *For = dyn_cast_or_null<ForStmt>(P.plan().Body.parent(S));
  return For && For->getInit() == S;
}

} // namespace

/// \p Text at the place of token \p Begin, also where its own first tokens follow that: what
/// is between (`alignas(16)`) goes, what is before stays.
static Fragment beginningAt(KernelPrinter &P, unsigned Begin, const Fragment &Text) {
  if (Text.empty() || !Text.pieces().front().isTokens() || Text.pieces().front().Begin == Begin)
    return Text;
  Fragment Out(P.unit().tokenText(Text.pieces().front().Begin));
  Out = Out.placedAt(Begin);
  bool IsFirst = true;
  for (const Fragment::Piece &Piece : Text.pieces()) {
    if (Piece.isTokens())
      Out.appendTokens(Piece.Begin + IsFirst, Piece.End);
    else
      Out += Fragment(Piece.Text).placedAt(Piece.Begin);
    IsFirst = false;
  }
  return Out;
}

bool splitsHead(KernelPrinter &P, const ForStmt *For) {
  const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit());
  if (!D || D->isSingleDecl())
    return false;
  std::vector<SplitDeclaration> Split;
  bool AnyDropped = false;
  for (const Decl *One : D->decls()) {
    const auto *V = dyn_cast<VarDecl>(One);
    if (!V || deviceStorage(V) != DeviceStorage::None || constantForm(V) != ConstantForm::None)
      AnyDropped = true;
    else
      Split.push_back(printDeclaration(P, V, styleOf(P, V)));
  }
  return Split.size() > 1 && (AnyDropped || !areAlike(Split));
}

/// The translated variables of one declaration.
struct PrintedVariables {
  std::vector<PrintedVariable> Variables;
  Fragment Aliases; ///< in place of those in dynamic shared memory
  Fragment Behind;  ///< statements after the declaration
  bool AnyDropped = false;
};

/// Adds what \p One, a part of \p D, becomes to \p Out; false if nothing is left of it.
static bool printPart(KernelPrinter &P, const DeclStmt *D, const Decl *One, PrintedVariables &Out) {
  const auto *V = dyn_cast<VarDecl>(One);
  if (!V)
    return false;
  DeviceStorage Storage = deviceStorage(V);
  if (Storage == DeviceStorage::DynamicShared) {
    Out.Aliases += printDynamicAlias(P, V);
    return false;
  }
  PrintedVariable Printed;
  if (Storage == DeviceStorage::Shared) {
    if (!printShared(P, V, D, Printed))
      return false;
    Out.Variables.push_back(std::move(Printed));
    return true;
  }
  // An argument, or written once for the program.
  if (Storage != DeviceStorage::None || constantForm(V) != ConstantForm::None || leavesOut(V))
    return false;
  if (V->isStaticLocal()) {
    Printed.Split.Declarator =
        P.unit().mark(diag::HostVariableInDeviceCode, V->getLocation(), {V->getName().str()});
    Printed.Split.Key = "static";
    Out.Variables.push_back(std::move(Printed));
    return true;
  }
  Out.Variables.push_back(printOne(P, V, styleOf(P, V)));
  Out.Behind += printArrayConstruction(P, V);
  Out.Behind += printParts(P, V);
  if (Fragment Late = printLateInit(P, V); !Late.empty())
    Out.Behind += Fragment(Out.Behind.empty() ? "" : " ") + Late;
  return true;
}

std::optional<Fragment> printDeclarations(KernelPrinter &P, const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  if (!D)
    return std::nullopt;
  TokenRange Whole = P.unit().tokensOf(D->getSourceRange());
  PrintedVariables Printed;
  for (const Decl *One : D->decls())
    Printed.AnyDropped |= !printPart(P, D, One, Printed);
  std::vector<PrintedVariable> &Variables = Printed.Variables;
  const Fragment &Aliases = Printed.Aliases, &Behind = Printed.Behind;
  if (Variables.empty())
    return Aliases.empty() ? Fragment(isForInit(P, D) ? ";" : "") : Aliases;
  std::vector<SplitDeclaration> Split;
  for (const PrintedVariable &V : Variables)
    Split.push_back(V.Split);
  if (!Printed.AnyDropped && Aliases.empty() && areAlike(Split)) {
    std::vector<KernelPrinter::Edit> Edits;
    unsigned Begin = std::min(Whole.Begin, Variables.front().Tokens.Begin);
    Edits.push_back({{Begin, Variables.front().Split.Tokens.Begin},
                     beginningAt(P, Begin, Variables.front().Split.Specifiers)});
    for (PrintedVariable &V : Variables)
      Edits.push_back({V.Tokens, V.Split.Declarator + V.Init});
    return Behind.empty() ? P.compose(Whole, std::move(Edits))
                          : P.compose(Whole, std::move(Edits)) + " " + Behind;
  }
  Fragment Out = Aliases;
  bool First = Aliases.empty();
  for (PrintedVariable &V : Variables) {
    Out += First ? "" : " ";
    First = false;
    Out += V.Split.Specifiers;
    Out += V.Split.Tokens.empty() ? " " : "";
    Out += V.Split.Declarator;
    Out += V.Init;
    Out += ";";
  }
  return Behind.empty() ? Out : Out + " " + Behind;
}

} // namespace cu2cl
