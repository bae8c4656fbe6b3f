// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "catalog/Ptx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace cu2cl::catalog {

static const PtxRow Rows[] = {
#define PTX(Opcode, Functions, Operands, Arguments) {Opcode, Functions, Operands, Arguments},
#include "catalog/PtxInstructions.def"
};

static const StringRef Registers[] = {
#define PTX_REGISTER(Name, Function) Name,
#include "catalog/PtxInstructions.def"
};

ArrayRef<PtxRow> ptxRows() { return Rows; }
ArrayRef<StringRef> ptxRegisters() { return Registers; }

std::vector<PtxRow> findPtx(StringRef Opcode) {
  std::vector<PtxRow> Found;
  for (const PtxRow &R : Rows)
    if (R.Opcode == Opcode)
      Found.push_back(R);
  return Found;
}

StringRef functionOfRegister(StringRef Register) {
  return StringSwitch<StringRef>(Register)
#define PTX_REGISTER(Name, Function) .Case(Name, Function)
#include "catalog/PtxInstructions.def"
      .Default("");
}

StringRef registerOfFunction(StringRef Function) {
  if (!Function.starts_with("__cu2cl_")) // `clock64`, which programs call
    return "";
  const StringRef *Found = llvm::find_if(
      Registers, [&](StringRef Register) { return functionOfRegister(Register) == Function; });
  return Found != std::end(Registers) ? *Found : "";
}

bool givesSharedNumber(StringRef Function) {
#define PTX_SHARED_NUMBER(Name)                                                                    \
  if (Function == (Name))                                                                          \
    return true;
#include "catalog/PtxInstructions.def"
  return false;
}

StringRef copiedType(unsigned long long Bytes) {
  switch (Bytes) {
#define PTX_COPY(Count, Type)                                                                      \
  case Count:                                                                                      \
    return Type;
#include "catalog/PtxInstructions.def"
  default:
    return "";
  }
}

namespace {

bool isNamePart(char C) { return isAlnum(C) || C == '_' || C == '$'; }

/// Reads one statement of PTX from left to right.
class Reader {
public:
  Reader(StringRef Text, ArrayRef<std::string> Names, ArrayRef<PtxText::Register> Registers)
      : Text(Text.trim()), Names(Names), Registers(Registers) {}

  StringRef rest() const { return Text; }
  bool isAtEnd() const { return Text.empty(); }
  bool take(char C) {
    Text = Text.ltrim();
    return Text.consume_front(StringRef(&C, 1));
  }

  StringRef word() {
    Text = Text.ltrim();
    size_t End = 0;
    while (End < Text.size() && (isNamePart(Text[End]) || Text[End] == '.' || Text[End] == ':'))
      ++End;
    StringRef Word = Text.take_front(End);
    Text = Text.drop_front(End);
    return Word;
  }

  std::optional<PtxOperand> operand() {
    Text = Text.ltrim();
    if (Text.starts_with("{") || Text.starts_with("["))
      return group();
    if (Text.consume_front("%%"))
      return registerNamed(word());
    if (Text.consume_front("%["))
      return named();
    if (Text.consume_front("%")) {
      unsigned long long Number = 0;
      if (!Text.consumeInteger(10, Number))
        return PtxOperand{PtxOperand::Is::Argument, Number, 0, "", {}};
      return PtxOperand{PtxOperand::Is::Special, 0, 0, ("%" + word()).str(), {}};
    }
    return wordOrNumber();
  }

  /// "@p" or "@!p" in front of an instruction; false if something else follows the @.
  bool guard(PtxInstruction &I) {
    if (!take('@'))
      return true;
    I.IsNegated = take('!');
    Text = Text.ltrim();
    Text.consume_front("%%");
    I.Guard = word().str();
    return !I.Guard.empty();
  }

private:
  /// "%%name": of the text or of the machine.
  PtxOperand registerNamed(StringRef Name) const {
    if (any_of(Registers, [&](const PtxText::Register &R) { return R.Name == Name; }))
      return {PtxOperand::Is::Local, 0, 0, Name.str(), {}};
    return {PtxOperand::Is::Special, 0, 0, ("%" + Name).str(), {}};
  }

  std::optional<PtxOperand> group() {
    PtxOperand Out{
        Text.front() == '[' ? PtxOperand::Is::Memory : PtxOperand::Is::Vector, 0, 0, "", {}};
    char Close = Text.front() == '[' ? ']' : '}';
    Text = Text.drop_front();
    do {
      std::optional<PtxOperand> Part = operand();
      if (!Part)
        return std::nullopt;
      Out.Parts.push_back(std::move(*Part));
    } while (take(','));
    if (!take(Close) || (Close == ']' && Out.Parts.size() != 1))
      return std::nullopt;
    return Out;
  }

  std::optional<PtxOperand> named() {
    auto [Name, Rest] = Text.split(']');
    const auto *It = find(Names, Name);
    if (It == Names.end())
      return std::nullopt;
    Text = Rest;
    return PtxOperand{
        PtxOperand::Is::Argument, (unsigned long long)(It - Names.begin()), 0, "", {}};
  }

  std::optional<PtxOperand> wordOrNumber() {
    bool IsNegative = Text.consume_front("-");
    StringRef Word = word();
    if (Word.empty())
      return std::nullopt;
    if (!isDigit(Word.front())) {
      if (IsNegative || Word.contains('.') || Word.contains(':'))
        return std::nullopt;
      if (Word == "_")
        return PtxOperand{PtxOperand::Is::Nothing, 0, 0, "", {}};
      return PtxOperand{PtxOperand::Is::Local, 0, 0, Word.str(), {}};
    }
    return number(Word, IsNegative);
  }

  /// Whole numbers, floating-point numbers by their bits (0f3f800000, 0d...) or in decimal.
  static std::optional<PtxOperand> number(StringRef Word, bool IsNegative) {
    PtxOperand Real{PtxOperand::Is::Float, 0, 0, "", {}};
    unsigned long long Bits = 0;
    if (Word.starts_with_insensitive("0f") && Word.size() == 10) {
      if (Word.drop_front(2).getAsInteger(16, Bits))
        return std::nullopt;
      Real.Real = bit_cast<float>((uint32_t)Bits);
    } else if (Word.starts_with_insensitive("0d") && Word.size() == 18) {
      if (Word.drop_front(2).getAsInteger(16, Bits))
        return std::nullopt;
      Real.Real = bit_cast<double>((uint64_t)Bits);
    } else if (Word.contains('.')) {
      if (Word.getAsDouble(Real.Real))
        return std::nullopt;
    } else {
      Word.consume_back("U");
      if (Word.getAsInteger(0, Bits))
        return std::nullopt;
      return PtxOperand{PtxOperand::Is::Integer, IsNegative ? 0 - Bits : Bits, 0, "", {}};
    }
    if (IsNegative)
      Real.Real = -Real.Real;
    return Real;
  }

  StringRef Text;
  ArrayRef<std::string> Names;
  ArrayRef<PtxText::Register> Registers;
};

std::string withoutComments(StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    if (Text.starts_with("//"))
      Text = Text.drop_front(Text.find('\n') == StringRef::npos ? Text.size() : Text.find('\n'));
    else if (Text.starts_with("/*"))
      Text =
          Text.drop_front(Text.find("*/") == StringRef::npos ? Text.size() : Text.find("*/") + 2);
    else {
      Out += Text.front();
      Text = Text.drop_front();
    }
  }
  return Out;
}

/// ".reg .u32 a, b": false if it declares what has no letter.
bool readRegisters(StringRef Text, PtxText &Out) {
  auto [Type, List] = Text.trim().split(' ');
  char Letter = StringSwitch<char>(Type)
                    .Cases(".b16", ".u16", ".s16", 'h')
                    .Cases(".b32", ".u32", ".s32", 'r')
                    .Cases(".b64", ".u64", ".s64", 'l')
                    .Case(".f32", 'f')
                    .Case(".f64", 'd')
                    .Case(".pred", 'p')
                    .Default(0);
  if (!Letter)
    return false;
  SmallVector<StringRef, 4> Names;
  List.split(Names, ',');
  for (StringRef Name : Names) {
    Name = Name.trim();
    Name.consume_front("%%");
    if (Name.empty() || !all_of(Name, isNamePart))
      return false;
    Out.Registers.push_back({Name.str(), Letter, Type.contains('s')});
  }
  return true;
}

} // namespace

std::optional<PtxText> readPtx(StringRef Text, ArrayRef<std::string> Names) {
  std::string Plain = withoutComments(Text);
  SmallVector<StringRef, 8> Statements;
  StringRef(Plain).split(Statements, ';');
  PtxText Out;
  for (StringRef Statement : Statements) {
    // Braces around statements; those of a vector never begin one.
    Statement = Statement.ltrim(" \t\r\n{}").rtrim();
    if (Statement.empty())
      continue;
    if (Statement.consume_front(".reg")) {
      if (!readRegisters(Statement, Out))
        return std::nullopt;
      continue;
    }
    Reader R(Statement, Names, Out.Registers);
    PtxInstruction I;
    if (!R.guard(I))
      return std::nullopt;
    I.Opcode = R.word().str();
    if (I.Opcode.empty() || StringRef(I.Opcode).ends_with(":"))
      return std::nullopt;
    while (!R.isAtEnd()) {
      std::optional<PtxOperand> Operand = R.operand();
      if (!Operand)
        return std::nullopt;
      I.Operands.push_back(std::move(*Operand));
      if (!R.take(',') && !R.isAtEnd())
        return std::nullopt;
    }
    Out.Instructions.push_back(std::move(I));
  }
  return Out;
}

} // namespace cu2cl::catalog
