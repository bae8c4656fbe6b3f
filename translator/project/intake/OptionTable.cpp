// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

namespace cu2cl {

using llvm::StringRef;

static const OptionRow Options[] = {
#define OPTION(For, Spelling, Takes, Means)                                                        \
  {OptionOwner::For, Spelling, OptionArgument::Takes, OptionMeaning::Means},
#include "project/intake/CompilerOptions.def"
};

static bool fits(const OptionRow &Row, StringRef Word) {
  switch (Row.Takes) {
  case OptionArgument::None:
    return Word == Row.Spelling;
  case OptionArgument::Value:
    return Word.consume_front(Row.Spelling) && (Word.empty() || Word.front() == '=');
  case OptionArgument::Joined:
  case OptionArgument::Prefix:
    return Word.starts_with(Row.Spelling);
  }
  llvm_unreachable("another form of an option");
}

const OptionRow *findOption(StringRef Word, bool ByNvcc) {
  const OptionRow *Best = nullptr;
  for (OptionOwner For : {ByNvcc ? OptionOwner::Nvcc : OptionOwner::Host, OptionOwner::Host}) {
    for (const OptionRow &Row : Options)
      if ((Row.For == For || Row.For == OptionOwner::Both) && fits(Row, Word) &&
          (!Best || Row.Spelling.size() > Best->Spelling.size()))
        Best = &Row;
    if (Best)
      break;
  }
  return Best;
}

bool concernsParsing(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases("-funsigned-char", "-fsigned-char", "-fshort-enums", "-fno-rtti", "-fno-exceptions",
             "-fms-extensions", "-fshort-wchar", "-fchar8_t", "-fcoroutines", true)
      // __FAST_MATH__, __FINITE_MATH_ONLY__
      .Cases("-ffast-math", "-fno-fast-math", "-ffinite-math-only", "-fno-finite-math-only", true)
      .Default(false);
}

bool namesInstructions(StringRef Word) {
  return llvm::any_of(std::initializer_list<StringRef>{"-march=", "-msse", "-mavx", "-mfma",
                                                       "-mf16c", "-mbmi", "-mlzcnt", "-mpopcnt",
                                                       "-mno-sse", "-mno-avx", "-mno-fma"},
                      [&](StringRef Start) { return Word.starts_with(Start); });
}

std::string archOf(StringRef Value, StringRef Former) {
  unsigned Best = 0;
  Former.consume_front("sm_");
  Former.getAsInteger(10, Best);
  llvm::SmallVector<StringRef, 4> Parts;
  Value.split(Parts, ',');
  for (StringRef Part : Parts) {
    Part.consume_front("arch=");
    unsigned Number = 0;
    if (!Part.consume_front("sm_") && !Part.consume_front("compute_"))
      continue;
    Part.consumeInteger(10, Number);
    Best = std::max(Best, Number);
  }
  return Best == 0 ? "" : "sm_" + std::to_string(std::clamp(Best, 30u, 90u));
}

} // namespace cu2cl
