// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/AssemblyWriter.h"
#include "catalog/Ptx.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace cu2cl {
namespace {

using catalog::PtxInstruction;
using catalog::PtxOperand;
using catalog::PtxRow;
using catalog::PtxText;

/// The letter of PtxInstructions.def for a register with a value of type \p T; 0 if there is none.
char letterOf(const ASTContext &Context, QualType T) {
  if (T->isSpecificBuiltinType(BuiltinType::Float))
    return 'f';
  if (T->isSpecificBuiltinType(BuiltinType::Double))
    return 'd';
  if (!T->isIntegralOrEnumerationType() || T->isBooleanType())
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

/// Makes what one asm statement becomes.
class Writer {
public:
  Writer(Sema &S, FunctionDecl *F, const GCCAsmStmt *Asm)
      : S(S), Context(S.Context), F(F), Asm(Asm), At(Asm->getAsmLoc()), End(Asm->getRParenLoc()) {}

  /// Null if the statement stays.
  Stmt *write() {
    std::optional<PtxText> Text = read();
    if (!Text)
      return nullptr;
    IsSequence = Text->Instructions.size() > 1;
    WritesMemory = llvm::any_of(Text->Instructions, [](const PtxInstruction &I) {
      StringRef Kind = StringRef(I.Opcode).split('.').first;
      return Kind == "st" || Kind == "atom" || Kind == "red" || Kind == "bar" || Kind == "barrier";
    });
    if (!declareOperands() || !declareRegisters(*Text))
      return nullptr;
    for (const PtxInstruction &I : Text->Instructions)
      if (!writeInstruction(I))
        return nullptr;
    return finish();
  }

private:
  std::optional<PtxText> read() {
    if (Asm->isAsmGoto())
      return std::nullopt;
    std::vector<std::string> Names;
    for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
      Names.push_back(Asm->getOutputName(I).str());
    for (unsigned I = 0; I < Asm->getNumInputs(); ++I) {
      StringRef Constraint = Asm->getInputConstraint(I);
      if (Constraint.empty() || llvm::isDigit(Constraint.front()))
        return std::nullopt; // the register of an output
      Names.push_back(Asm->getInputName(I).str());
    }
    return catalog::readPtx(Asm->getAsmString()->getString(), Names);
  }

  // Operands of the statement.

  static const VarDecl *variableOf(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                   !V->getType().isVolatileQualified()
               ? V
               : nullptr;
  }

  /// Where several instructions follow each other, inputs are read before the first of them, and
  /// outputs that are no variables are set behind the last.
  bool declareOperands() {
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
      VarDecl *Register = declare("result", E->getType().getUnqualifiedType(),
                                  Old.isUsable() ? Old.get() : nullptr);
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

  bool declareRegisters(const PtxText &Text) {
    for (const PtxText::Register &R : Text.Registers) {
      VarDecl *V = declare(R.Name, typeOf(R.Letter, R.IsSigned), nullptr);
      if (!V)
        return false;
      Registers[R.Name] = V;
    }
    return true;
  }

  QualType typeOf(char Letter, bool IsSigned) const {
    switch (Letter) {
    case 'h':
      return IsSigned ? Context.ShortTy : Context.UnsignedShortTy;
    case 'r':
      return IsSigned ? Context.IntTy : Context.UnsignedIntTy;
    case 'l':
      return IsSigned ? Context.LongLongTy : Context.UnsignedLongLongTy;
    case 'f':
      return Context.FloatTy;
    default:
      return Context.DoubleTy;
    }
  }

  /// Whether \p Part reads one of \p Variables. A reference may be to one of them, and a pointer
  /// may point to one.
  static bool namesAny(const Stmt *Part, const llvm::SmallPtrSetImpl<const VarDecl *> &Variables) {
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

  /// A name like \p Wish that no operand's expression and no other register has.
  std::string nameLike(StringRef Wish) {
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

  void takeNames(const Stmt *Part) {
    if (!Part)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
      Taken.insert(Ref->getDecl()->getNameAsString());
    if (const auto *Member = dyn_cast<MemberExpr>(Part))
      Taken.insert(Member->getMemberDecl()->getNameAsString());
    for (const Stmt *Child : Part->children())
      takeNames(Child);
  }

  VarDecl *declare(StringRef Wish, QualType T, Expr *Init) {
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

  Expr *refer(VarDecl *V) {
    return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), V, false, At,
                               V->getType(), VK_LValue);
  }

  // Instructions.

  bool writeInstruction(const PtxInstruction &I) {
    for (const PtxRow &Row : catalog::findPtx(I.Opcode))
      if (std::optional<bool> Written = writeBy(Row, I))
        return *Written;
    return false;
  }

  /// The expression of \p Operand, a source or destination; null if there is none.
  Expr *expressionOf(const PtxOperand &Operand) {
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

  /// Whether \p Operand fits \p Letter; its expression goes to \p Into.
  bool match(char Letter, const PtxOperand &Operand, SmallVectorImpl<Expr *> &Into, char Value) {
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
      Number.convert(Context.getFloatTypeSemantics(T), llvm::APFloat::rmNearestTiesToEven,
                     &Inexact);
      Into.push_back(FloatingLiteral::Create(Context, Number, true, T, At));
      return true;
    }
    Expr *E = expressionOf(Operand);
    if (!E || letterOf(Context, E->getType()) != Letter)
      return false;
    Into.push_back(E);
    return true;
  }

  /// An address, which must be a pointer to what the other registers of the instruction hold.
  bool matchAddress(char Letter, const PtxOperand &Operand, SmallVectorImpl<Expr *> &Into,
                    char Value) {
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

  /// The width of a segment that the constant \p Operand of shfl means; 0 if it is none.
  unsigned widthOf(const PtxOperand &Operand, unsigned Clamp) const {
    unsigned long long Value = Operand.Number;
    if (Operand.Kind == PtxOperand::Is::Argument) {
      Expr::EvalResult Result;
      if (Operand.Number >= Operands.size() ||
          !Operands[Operand.Number]->EvaluateAsInt(Result, Context))
        return 0;
      Value = Result.Val.getInt().getZExtValue();
    } else if (Operand.Kind != PtxOperand::Is::Integer) {
      return 0;
    }
    unsigned Width = 32 - ((Value >> 8) & 31);
    return (Value & 31) == Clamp && llvm::isPowerOf2_32(Width) ? Width : 0;
  }

  /// What the registers of \p Row's instruction hold, for the type behind an address.
  static char valueLetter(const PtxRow &Row) {
    for (char C : Row.Operands)
      if (llvm::StringRef("rlhfd").contains(C))
        return C;
    return 0;
  }

  /// Nothing if the operands of \p I are not those of \p Row.
  std::optional<bool> writeBy(const PtxRow &Row, const PtxInstruction &I) {
    auto [Destinations, Sources] = Row.Operands.split(' ');
    SmallVector<const PtxOperand *, 4> To;
    unsigned First = Destinations == "-" ? 0 : 1;
    if (I.Operands.size() < First)
      return std::nullopt;
    bool IsVector = Destinations.starts_with("{");
    if (First && IsVector != (I.Operands.front().Kind == PtxOperand::Is::Vector))
      return std::nullopt;
    for (const PtxOperand &Part : First ? IsVector ? llvm::ArrayRef(I.Operands.front().Parts)
                                                   : llvm::ArrayRef(I.Operands.front())
                                        : llvm::ArrayRef<PtxOperand>())
      To.push_back(&Part);
    std::string Letters = llvm::join(llvm::split(Destinations.trim("-{}"), ' '), "");
    if (To.size() != Letters.size())
      return std::nullopt;
    for (unsigned N = 0; N < To.size(); ++N) {
      SmallVector<Expr *, 1> Target;
      if (To[N]->Kind != PtxOperand::Is::Nothing &&
          ((To[N]->Kind != PtxOperand::Is::Argument && To[N]->Kind != PtxOperand::Is::Local) ||
           !match(Letters[N], *To[N], Target, 0)))
        return std::nullopt;
    }
    SmallVector<Expr *, 6> Arguments;
    if (!matchSources(Row, Sources, llvm::ArrayRef(I.Operands).drop_front(First), Arguments))
      return std::nullopt;
    return writeCalls(Row, To, Arguments);
  }

  bool matchSources(const PtxRow &Row, StringRef Letters, llvm::ArrayRef<PtxOperand> From,
                    SmallVectorImpl<Expr *> &Arguments) {
    const PtxOperand *Next = From.begin();
    for (size_t L = 0; L < Letters.size(); ++L) {
      char Letter = Letters[L];
      if (Letter == 'c') {
        Arguments.push_back(addressOfCarry());
        bool Sets = Row.Opcode.contains(".cc."), Reads = Row.Opcode.split('.').first.ends_with("c");
        if (Reads && !IsCarrySet)
          return false; // by another statement
        IsCarrySet |= Sets;
        continue;
      }
      if (Next == From.end())
        return false;
      if (Letter == '{') {
        size_t Close = Letters.find('}', L);
        StringRef Parts = Letters.slice(L + 1, Close);
        if (Next->Kind != PtxOperand::Is::Vector || Next->Parts.size() != Parts.size())
          return false;
        for (size_t P = 0; P < Parts.size(); ++P)
          if (!match(Parts[P], Next->Parts[P], Arguments, 0))
            return false;
        L = Close;
      } else if (Letter == 'w' || Letter == 'v') {
        unsigned Width = widthOf(*Next, Letter == 'w' ? 31 : 0);
        if (!Width)
          return false;
        Arguments.push_back(
            IntegerLiteral::Create(Context, llvm::APInt(32, Width), Context.IntTy, At));
      } else if (Letter == '#') {
        if (Next->Kind != PtxOperand::Is::Integer || Next->Number)
          return false;
      } else if (!match(Letter, *Next, Arguments, valueLetter(Row))) {
        return false;
      }
      ++Next;
    }
    return Next == From.end();
  }

  bool writeCalls(const PtxRow &Row, llvm::ArrayRef<const PtxOperand *> To,
                  llvm::ArrayRef<Expr *> Arguments) {
    if (Row.Functions.empty())
      return true;
    SmallVector<Expr *, 6> Chosen(Arguments.begin(), Arguments.end());
    if (!Row.Arguments.empty()) {
      Chosen.clear();
      for (char C : Row.Arguments)
        if (C != '-')
          Chosen.push_back(Arguments[C - '0']);
    }
    SmallVector<StringRef, 2> Functions;
    Row.Functions.split(Functions, ',');
    if (To.empty()) {
      Expr *Call = call(Functions.front(), Chosen);
      if (Call)
        Out.push_back(Call);
      return Call;
    }
    // The halves of a value: the first must not change what the second reads.
    if (To.size() > 1 && !variableOf(Chosen.front()))
      return false;
    for (unsigned N = 0; N < To.size(); ++N) {
      if (To[N]->Kind == PtxOperand::Is::Nothing)
        continue;
      Expr *Target = expressionOf(*To[N]);
      if (To.size() > 1 && variableOf(Target) == variableOf(Chosen.front()))
        return false;
      Expr *Value = Row.Functions == "=" ? Chosen.front() : call(Functions[N], Chosen);
      if (!Value || !assign(Target, Value))
        return false;
    }
    return true;
  }

  bool assign(Expr *Target, Expr *Value) {
    ExprResult Set = S.BuildBinOp(nullptr, At, BO_Assign, Target, Value);
    if (!Set.isUsable())
      return false;
    Out.push_back(Set.get());
    return true;
  }

  Expr *call(StringRef Function, llvm::ArrayRef<Expr *> Arguments) {
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

  Expr *addressOfCarry() {
    if (!Carry)
      Carry = declare("carry", Context.UnsignedIntTy, nullptr);
    return UnaryOperator::Create(Context, refer(Carry), UO_AddrOf,
                                 Context.getPointerType(Context.UnsignedIntTy), VK_PRValue,
                                 OK_Ordinary, At, false, FPOptionsOverride());
  }

  Stmt *finish() {
    for (auto [Target, Register] : Late)
      if (!assign(Target, refer(Register)))
        return nullptr;
    if (Out.size() == 1)
      if (auto *Only = dyn_cast<Expr>(Out.front()))
        return new (Context) ParenExpr(At, End, Only);
    if (Out.empty())
      Out.push_back(new (Context) NullStmt(At));
    return CompoundStmt::Create(Context, Out, FPOptionsOverride(), At, End);
  }

  Sema &S;
  ASTContext &Context;
  FunctionDecl *F;
  const GCCAsmStmt *Asm;
  SourceLocation At, End;
  bool IsSequence = false, WritesMemory = false, IsCarrySet = false;
  SmallVector<Expr *, 8> Operands;
  SmallVector<std::pair<Expr *, VarDecl *>, 2> Late;
  llvm::StringMap<VarDecl *> Registers;
  VarDecl *Carry = nullptr;
  std::set<std::string> Taken;
  SmallVector<Stmt *, 8> Out;
};

} // namespace

Stmt *writeAssembly(Sema &S, FunctionDecl *F, const GCCAsmStmt *Asm) {
  return Writer(S, F, Asm).write();
}

} // namespace cu2cl
