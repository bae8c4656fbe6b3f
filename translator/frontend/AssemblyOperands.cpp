// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/AssemblyOperands.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Lookup.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {

/// The letter of PtxInstructions.def for a register with a value of type \p T; 0 if there is none.
static char letterOf(const ASTContext &Context, QualType T) {
  if (T->isSpecificBuiltinType(BuiltinType::Float))
    return 'f';
  if (T->isSpecificBuiltinType(BuiltinType::Double))
    return 'd';
  if (T->isBooleanType())
    return 'p';
  if (!T->isIntegralOrEnumerationType())
    return 0;
  switch (Context.getTypeSize(T)) {
  case 16:
    return 'h';
  case 32:
    return 'r';
  case 64:
    return 'l';
  default:
    return 0;
  }
}

const VarDecl *AssemblyOperands::variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                 !V->getType().isVolatileQualified()
             ? V
             : nullptr;
}

bool AssemblyOperands::declareOperands() {
  llvm::SmallPtrSet<const VarDecl *, 4> Outputs;
  for (unsigned I = 0; I < Asm->getNumOutputs(); ++I) {
    Expr *E = const_cast<Expr *>(Asm->getOutputExpr(I));
    Operands.push_back(E);
    const VarDecl *V = variableOf(E);
    if (!IsSequence)
      continue;
    if (V && Outputs.insert(V).second)
      continue;
    ExprResult Old = Asm->isOutputPlusConstraint(I) ? S.DefaultLvalueConversion(E) : ExprResult();
    VarDecl *Register =
        declare("result", E->getType().getUnqualifiedType(), Old.isUsable() ? Old.get() : nullptr);
    if (!Register)
      return false;
    Operands.back() = refer(Register);
    Late.push_back({E, Register});
  }
  for (unsigned I = 0; I < Asm->getNumInputs(); ++I) {
    Expr *E = const_cast<Expr *>(Asm->getInputExpr(I));
    Operands.push_back(E);
    if (!IsSequence || E->isEvaluatable(Context) ||
        (!WritesMemory && !E->HasSideEffects(Context) && !namesAny(E, Outputs)))
      continue;
    VarDecl *Register = declare("operand", E->getType().getUnqualifiedType(), E);
    if (!Register)
      return false;
    Operands.back() = refer(Register);
  }
  return true;
}

bool AssemblyOperands::declareRegisters(const PtxText &Text) {
  for (const PtxText::Register &R : Text.Registers) {
    VarDecl *V = declare(R.Name, typeOf(R.Letter, R.IsSigned), nullptr);
    if (!V)
      return false;
    Registers[R.Name] = V;
  }
  return true;
}

QualType AssemblyOperands::typeOf(char Letter, bool IsSigned) const {
  switch (Letter) {
  case 'h':
    return IsSigned ? Context.ShortTy : Context.UnsignedShortTy;
  case 'r':
    return IsSigned ? Context.IntTy : Context.UnsignedIntTy;
  case 'l':
    return IsSigned ? Context.LongLongTy : Context.UnsignedLongLongTy;
  case 'f':
    return Context.FloatTy;
  case 'p':
    return Context.BoolTy;
  default:
    return Context.DoubleTy;
  }
}

bool AssemblyOperands::namesAny(const Stmt *Part,
                                const llvm::SmallPtrSetImpl<const VarDecl *> &Variables) {
  if (Variables.empty())
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return V->getType()->isReferenceType() || Variables.contains(V);
  if (const auto *Cast = dyn_cast<CastExpr>(Part);
      Cast && Cast->getCastKind() == CK_LValueToRValue && !variableOf(Cast->getSubExpr()))
    return true;
  return llvm::any_of(Part->children(),
                      [&](const Stmt *Child) { return Child && namesAny(Child, Variables); });
}

std::string AssemblyOperands::nameLike(StringRef Wish) {
  if (Taken.empty())
    for (const Stmt *Child : Asm->children())
      takeNames(Child);
  std::string Name;
  for (char C : Wish)
    Name += llvm::isAlnum(C) ? C : '_';
  for (unsigned I = 2; !Taken.insert(Name).second; ++I)
    Name = (Wish + "_" + Twine(I)).str();
  return Name;
}

void AssemblyOperands::takeNames(const Stmt *Part) {
  if (!Part)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
    Taken.insert(Ref->getDecl()->getNameAsString());
  if (const auto *Member = dyn_cast<MemberExpr>(Part))
    Taken.insert(Member->getMemberDecl()->getNameAsString());
  for (const Stmt *Child : Part->children())
    takeNames(Child);
}

VarDecl *AssemblyOperands::declare(StringRef Wish, QualType T, Expr *Init) {
  VarDecl *V = VarDecl::Create(Context, F, At, At, &Context.Idents.get(nameLike(Wish)), T,
                               Context.getTrivialTypeSourceInfo(T, At), SC_None);
  if (Init)
    S.AddInitializerToDecl(V, Init, /*DirectInit=*/false);
  if (V->isInvalidDecl())
    return nullptr;
  V->setIsUsed();
  Out.push_back(new (Context) DeclStmt(DeclGroupRef(V), At, End));
  return V;
}

Expr *AssemblyOperands::refer(VarDecl *V) {
  return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), V, false, At,
                             V->getType(), VK_LValue);
}

Expr *AssemblyOperands::expressionOf(const PtxOperand &Operand) {
  switch (Operand.Kind) {
  case PtxOperand::Is::Argument:
    return Operand.Number < Operands.size() ? Operands[Operand.Number] : nullptr;
  case PtxOperand::Is::Local: {
    VarDecl *V = Registers.lookup(Operand.Name);
    return V ? refer(V) : nullptr;
  }
  case PtxOperand::Is::Special: {
    StringRef Function = catalog::functionOfRegister(Operand.Name);
    return Function.empty() ? nullptr : call(Function, {});
  }
  default:
    return nullptr;
  }
}

bool AssemblyOperands::match(char Letter, const PtxOperand &Operand, SmallVectorImpl<Expr *> &Into,
                             char Value) {
  if (llvm::StringRef("mus").contains(Letter))
    return matchAddress(Letter, Operand, Into, Value);
  if (Operand.Kind == PtxOperand::Is::Integer && llvm::StringRef("rlh").contains(Letter)) {
    QualType T = typeOf(Letter == 'l' ? 'l' : 'r', false);
    llvm::APInt Number(Context.getTypeSize(T), Operand.Number);
    Into.push_back(IntegerLiteral::Create(Context, Number, T, At));
    return true;
  }
  if ((Operand.Kind == PtxOperand::Is::Float || Operand.Kind == PtxOperand::Is::Integer) &&
      llvm::StringRef("fd").contains(Letter)) {
    if (Operand.Kind == PtxOperand::Is::Integer)
      return false;
    QualType T = typeOf(Letter, false);
    llvm::APFloat Number(Operand.Real);
    bool Inexact = false;
    Number.convert(Context.getFloatTypeSemantics(T), llvm::APFloat::rmNearestTiesToEven, &Inexact);
    Into.push_back(FloatingLiteral::Create(Context, Number, true, T, At));
    return true;
  }
  Expr *E = expressionOf(Operand);
  if (!E || letterOf(Context, E->getType()) != Letter)
    return false;
  Into.push_back(E);
  return true;
}

bool AssemblyOperands::matchAddress(char Letter, const PtxOperand &Operand,
                                    SmallVectorImpl<Expr *> &Into, char Value) {
  if (Operand.Kind != PtxOperand::Is::Memory)
    return false;
  Expr *E = expressionOf(Operand.Parts.front());
  if (!E)
    return false;
  QualType T = E->getType();
  QualType Pointee = T->isArrayType()     ? Context.getBaseElementType(T)
                     : T->isPointerType() ? T->getPointeeType()
                                          : QualType();
  if (Pointee.isNull() || Pointee.isVolatileQualified())
    return false;
  bool Fits = Letter == 'm'   ? !Value || letterOf(Context, Pointee) == Value
              : Letter == 'u' ? Pointee->isSpecificBuiltinType(BuiltinType::UInt)
                              : Pointee->isSpecificBuiltinType(BuiltinType::Int);
  if (Fits)
    Into.push_back(E);
  return Fits;
}

std::optional<unsigned long long> AssemblyOperands::constantOf(const PtxOperand &Operand) const {
  if (Operand.Kind == PtxOperand::Is::Integer)
    return Operand.Number;
  Expr::EvalResult Result;
  if (Operand.Kind != PtxOperand::Is::Argument || Operand.Number >= Operands.size() ||
      !Operands[Operand.Number]->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return Result.Val.getInt().getZExtValue();
}

unsigned AssemblyOperands::widthOf(const PtxOperand &Operand, unsigned Clamp) const {
  std::optional<unsigned long long> Value = constantOf(Operand);
  if (!Value)
    return 0;
  unsigned Width = 32 - ((*Value >> 8) & 31);
  return (*Value & 31) == Clamp && llvm::isPowerOf2_32(Width) ? Width : 0;
}

Expr *AssemblyOperands::call(StringRef Function, llvm::ArrayRef<Expr *> Arguments) {
  LookupResult Found(S, DeclarationName(&Context.Idents.get(Function)), At,
                     Sema::LookupOrdinaryName);
  if (!S.LookupQualifiedName(Found, Context.getTranslationUnitDecl()))
    return nullptr;
  ExprResult Callee = S.BuildDeclarationNameExpr(CXXScopeSpec(), Found, /*NeedsADL=*/false);
  if (!Callee.isUsable())
    return nullptr;
  SmallVector<Expr *, 6> Given(Arguments.begin(), Arguments.end());
  ExprResult Call = S.BuildCallExpr(nullptr, Callee.get(), At, Given, End);
  return Call.isUsable() ? Call.get() : nullptr;
}

Expr *AssemblyOperands::addressOfCarry() {
  if (!Carry)
    Carry = declare("carry", Context.UnsignedIntTy, nullptr);
  return UnaryOperator::Create(Context, refer(Carry), UO_AddrOf,
                               Context.getPointerType(Context.UnsignedIntTy), VK_PRValue,
                               OK_Ordinary, At, false, FPOptionsOverride());
}

} // namespace cu2cl
