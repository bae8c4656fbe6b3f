// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_PTX_H
#define CU2CL_CATALOG_PTX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace cu2cl::catalog {

/// A row of PtxInstructions.def, whose comments say what the columns mean.
struct PtxRow {
  llvm::StringRef Opcode;
  llvm::StringRef Functions;
  llvm::StringRef Operands;
  llvm::StringRef Arguments;
};

/// The rows of an opcode, which differ in their operands; none if it has no translation.
std::vector<PtxRow> findPtx(llvm::StringRef Opcode);

llvm::ArrayRef<PtxRow> ptxRows();
/// The special registers that functionOfRegister() knows.
llvm::ArrayRef<llvm::StringRef> ptxRegisters();

/// The device function that reads \p Register ("%laneid"); empty if there is none.
llvm::StringRef functionOfRegister(llvm::StringRef Register);

/// The register that \p Function of the bundled headers reads; empty if it is no such function, or
/// one that programs call.
llvm::StringRef registerOfFunction(llvm::StringRef Function);

/// Returns true if \p Function gives the number of an address in shared memory.
bool givesSharedNumber(llvm::StringRef Function);

/// The type as which cp.async's \p Bytes are copied; empty if there are not as many.
llvm::StringRef copiedType(unsigned long long Bytes);

/// One operand of an instruction.
struct PtxOperand {
  enum class Is {
    Argument, ///< an operand of the asm statement, by Number
    Local,    ///< a register that the text declares, by Name
    Integer,  ///< Number
    Float,    ///< Real
    Special,  ///< a register of the machine, by Name ("%laneid")
    Vector,   ///< Parts, written in braces
    Memory,   ///< what the only one of Parts points to
    Nothing   ///< "_", a destination that nobody wants
  } Kind;
  unsigned long long Number = 0;
  double Real = 0;
  std::string Name;
  std::vector<PtxOperand> Parts;
};

struct PtxInstruction {
  std::string Opcode;
  std::vector<PtxOperand> Operands;
  std::string Guard = {}; ///< the predicate of "@p", empty if there is none
  bool IsNegated = false; ///< "@!p"
};

struct PtxText {
  struct Register {
    std::string Name;
    char Letter; ///< as in PtxInstructions.def
    bool IsSigned;
  };
  std::vector<Register> Registers;
  std::vector<PtxInstruction> Instructions;
};

/// Reads the text of an asm statement, whose operands may have \p Names ("%[name]"). Nothing if it
/// has a form that is not read: labels and jumps, offsets of addresses.
std::optional<PtxText> readPtx(llvm::StringRef Text, llvm::ArrayRef<std::string> Names);

} // namespace cu2cl::catalog

#endif
