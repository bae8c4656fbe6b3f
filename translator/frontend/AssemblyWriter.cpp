// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/AssemblyWriter.h"
#include "frontend/AssemblyOperands.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
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

std::vector<std::string> operandNames(const GCCAsmStmt *Asm) {
  std::vector<std::string> Names;
  for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
    Names.push_back(Asm->getOutputName(I).str());
  for (unsigned I = 0; I < Asm->getNumInputs(); ++I)
    Names.push_back(Asm->getInputName(I).str());
  return Names;
}

/// Makes what one asm statement becomes.
class Writer : AssemblyOperands {
public:
  Writer(Sema &S, FunctionDecl *F, const GCCAsmStmt *Asm) : AssemblyOperands(S, F, Asm) {}

  /// Null if the statement stays.
  Stmt *write() {
    std::optional<PtxText> Text = read();
    if (!Text)
      return nullptr;
    // What several registers come from or go to is like several instructions.
    IsSequence = Text->Instructions.size() > 1 ||
                 llvm::any_of(Text->Instructions, [](const PtxInstruction &I) {
                   return llvm::any_of(I.Operands, [](const PtxOperand &O) {
                     return O.Kind == PtxOperand::Is::Vector && O.Parts.size() > 1;
                   });
                 });
    WritesMemory = llvm::any_of(Text->Instructions, [](const PtxInstruction &I) {
      StringRef Kind = StringRef(I.Opcode).split('.').first;
      return Kind == "st" || Kind == "atom" || Kind == "red" || Kind == "bar" ||
             Kind == "barrier" || Kind == "cp";
    });
    if (!declareOperands() || !declareRegisters(*Text))
      return nullptr;
    for (const PtxInstruction &I : Text->Instructions)
      if (!(I.Guard.empty() ? writeInstruction(I) : writeGuarded(I)))
        return nullptr;
    return finish();
  }

private:
  std::optional<PtxText> read() {
    if (Asm->isAsmGoto())
      return std::nullopt;
    for (unsigned I = 0; I < Asm->getNumInputs(); ++I) {
      StringRef Constraint = Asm->getInputConstraint(I);
      if (Constraint.empty() || llvm::isDigit(Constraint.front()))
        return std::nullopt; // the register of an output
    }
    return catalog::readPtx(Asm->getAsmString()->getString(), operandNames(Asm));
  }

  bool writeInstruction(const PtxInstruction &I) {
    for (const PtxRow &Row : catalog::findPtx(I.Opcode))
      if (std::optional<bool> Written = writeBy(Row, I))
        return *Written;
    return false;
  }

  /// `if (p) ...` for an instruction under a predicate.
  bool writeGuarded(const PtxInstruction &I) {
    // Where threads meet, and the carry that the next instruction reads, stay outside of
    // conditions.
    StringRef Kind = StringRef(I.Opcode).split('.').first;
    for (StringRef Refused : {"bar", "barrier", "shfl", "vote", "match", "redux", "activemask"})
      if (Kind == Refused)
        return false;
    Expr *Condition = expressionOf({PtxOperand::Is::Local, 0, 0, I.Guard, {}});
    if (!Condition || !Condition->getType()->isBooleanType() ||
        StringRef(I.Opcode).contains(".cc") || Kind.ends_with("c"))
      return false;
    ExprResult Chosen = S.DefaultLvalueConversion(Condition);
    if (I.IsNegated)
      Chosen = S.BuildUnaryOp(nullptr, At, UO_LNot, Chosen.get());
    SmallVector<Stmt *, 8> Before = std::exchange(Out, {});
    if (!writeInstruction(I) || !Chosen.isUsable())
      return false;
    Stmt *Then = CompoundStmt::Create(Context, Out, FPOptionsOverride(), At, End);
    Out = std::move(Before);
    Out.push_back(IfStmt::Create(Context, At, IfStatementKind::Ordinary, nullptr, nullptr,
                                 Chosen.get(), At, End, Then));
    return true;
  }

  /// Returns true if \p Row copies to shared memory.
  static bool isCopy(const PtxRow &Row) { return Row.Operands.contains('S'); }

  /// Returns what the registers of \p Row's instruction hold, for the type that an address points
  /// to.
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
        std::optional<unsigned long long> Number = constantOf(*Next);
        if (!Number || (isCopy(Row) ? !setCopied(*Number) : *Number != 0))
          return false;
      } else if (Letter == 'n') {
        if (!constantOf(*Next))
          return false;
      } else if (Letter == 'S') {
        Expr *Shared = sharedAddressOf(*Next);
        if (!Shared)
          return false;
        Arguments.push_back(Shared);
      } else if (!match(Letter, *Next, Arguments,
                        Row.Functions.ends_with("*") || isCopy(Row) ? 0 : valueLetter(Row))) {
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
    if (Row.Functions == "copy")
      return writeCopy(Arguments[0], Arguments[1]);
    if (isCopy(Row))
      return writeFilledCopy(Row.Functions.split(','), Arguments);
    if (Row.Functions.ends_with("*"))
      return writeAccesses(Row, To, Arguments);
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

  bool setCopied(unsigned long long Bytes) {
    Copied = catalog::copiedType(Bytes);
    CopiedBytes = Bytes;
    return !Copied.empty();
  }

  /// One copy of the type that has as many bytes.
  bool writeCopy(Expr *To, Expr *From) {
    QualType T = typeNamed(Copied);
    if (T.isNull())
      return false;
    Expr *Target = elementAt(pointerTo(T, To), 0);
    Expr *Value = elementAt(pointerTo(T.withConst(), From), 0);
    return Target && Value && assign(Target, Value);
  }

  /// A copy of so many bytes as the third of \p Arguments says, and zeros after them, by what sets
  /// bytes and what copies them.
  bool writeFilledCopy(std::pair<StringRef, StringRef> SetAndCopy,
                       llvm::ArrayRef<Expr *> Arguments) {
    QualType Byte = Context.UnsignedCharTy;
    Expr *Target = pointerTo(Byte, Arguments[0]),
         *Source = pointerTo(Byte.withConst(), Arguments[1]);
    VarDecl *Held = Target ? declare("filled", Context.getPointerType(Byte), Target) : nullptr;
    if (!Held || !Source)
      return false;
    auto Number = [&](unsigned Value, QualType T) {
      return IntegerLiteral::Create(Context, llvm::APInt(Context.getIntWidth(T), Value), T, At);
    };
    QualType Size = Context.getSizeType();
    for (Expr *Call : {call(SetAndCopy.first,
                            {refer(Held), Number(0, Context.IntTy), Number(CopiedBytes, Size)}),
                       call(SetAndCopy.second, {refer(Held), Source, Arguments[2]})}) {
      if (!Call)
        return false;
      Out.push_back(Call);
    }
    return true;
  }

  /// Loads to \p To, or stores of what follows the address in \p Arguments, one by one.
  bool writeAccesses(const PtxRow &Row, llvm::ArrayRef<const PtxOperand *> To,
                     llvm::ArrayRef<Expr *> Arguments) {
    QualType T = typeOf(valueLetter(Row), false);
    if (Row.Functions.starts_with("volatile"))
      T = T.withVolatile();
    if (!To.empty())
      T = T.withConst();
    Expr *Address = pointerTo(T, Arguments.front());
    size_t Count = To.empty() ? Arguments.size() - 1 : To.size();
    VarDecl *Held = nullptr;
    if (Address && Count > 1)
      Held = declare("address", Context.getPointerType(T), Address);
    if (!Address || (Count > 1 && !Held))
      return false;
    for (size_t N = 0; N < Count; ++N) {
      if (!To.empty() && To[N]->Kind == PtxOperand::Is::Nothing)
        continue;
      Expr *Element = elementAt(Held ? refer(Held) : Address, N);
      if (!Element ||
          !(To.empty() ? assign(Element, Arguments[N + 1]) : assign(expressionOf(*To[N]), Element)))
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

  bool IsCarrySet = false;
  StringRef Copied; ///< the type of what is copied
  unsigned CopiedBytes = 0;
};

} // namespace

Stmt *writeAssembly(Sema &S, FunctionDecl *F, const GCCAsmStmt *Asm) {
  return Writer(S, F, Asm).write();
}

std::string untranslatedPart(const AsmStmt *Asm) {
  const auto *Known = dyn_cast<GCCAsmStmt>(Asm);
  if (!Known)
    return "__asm";
  StringRef Text = Known->getAsmString()->getString();
  if (std::optional<PtxText> Read = catalog::readPtx(Text, operandNames(Known)))
    for (const PtxInstruction &I : Read->Instructions)
      if (catalog::findPtx(I.Opcode).empty())
        return I.Opcode;
  constexpr size_t Enough = 60;
  SmallVector<StringRef, 16> Words;
  llvm::SplitString(Text, Words);
  std::string Line = llvm::join(Words, " ");
  return Line.size() > Enough ? Line.substr(0, Enough) + "..." : Line;
}

} // namespace cu2cl
