// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_PROJECT_INTAKE_OPTIONTABLE_H
#define CU2CL_PROJECT_INTAKE_OPTIONTABLE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cu2cl {

/// The program that an option belongs to.
enum class OptionOwner { Nvcc, Host, Both };
/// The text after the spelling of an option: nothing; ` value` or `=value`; the value at once; or
/// anything, and the whole word is the option.
enum class OptionArgument { None, Value, Joined, Prefix };
/// The meaning of an option for the command.
enum class OptionMeaning {
  Define,
  Undefine,
  IncludeDir,
  SystemDir,
  PreInclude,
  Standard,
  Ansi,
  Keep,
  Language,
  KeepBoth,
  KeepHost,
  CompileOnly,
  ModuleFile,
  DeviceLink,
  Archive,
  Shared,
  Output,
  OutputDir,
  Library,
  LibraryDir,
  Threads,
  OpenMP,
  HostWords,
  LinkerWords,
  KeepLink,
  Arch,
  Gencode,
  Drop,
  RelaxedConstexpr,
  ExtendedLambda,
  DefaultStream,
  FastMath,
  FlushDenormals,
  PreciseDivide,
  PreciseSqrt,
  Contract,
  HostCompiler,
};

/// A row of CompilerOptions.def.
struct OptionRow {
  OptionOwner For;
  llvm::StringRef Spelling;
  OptionArgument Takes;
  OptionMeaning Means;
};

/// The row of a word; host compilers' rows serve nvcc where it has none of its own.
const OptionRow *findOption(llvm::StringRef Word, bool ByNvcc);
/// Options that Clang's parse must see too; the other -f options concern code generation.
bool concernsParsing(llvm::StringRef Word);
/// Options by which programs know what the processor can: __AVX2__, __FMA__.
bool namesInstructions(llvm::StringRef Word);
/// The compute capability to parse for: the highest named, within what Clang knows.
std::string archOf(llvm::StringRef Value, llvm::StringRef Former);

} // namespace cu2cl

#endif
