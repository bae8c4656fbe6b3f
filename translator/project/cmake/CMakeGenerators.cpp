// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CMake's generator expressions, `$<...>`.

#include "project/cmake/CMakeLanguage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VersionTuple.h"

namespace cu2cl {

using llvm::StringRef;

/// True as $<BOOL:...> and if() of a constant mean it.
static bool isTrueConstant(StringRef Value) {
  for (StringRef False : {"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"})
    if (Value.equals_insensitive(False))
      return false;
  return !Value.ends_with_insensitive("-NOTFOUND");
}

/// Returns true if \p Wanted is one of the words of \p List, between commas.
static bool isListed(StringRef Wanted, StringRef List) {
  llvm::SmallVector<StringRef, 4> Words;
  List.split(Words, ',');
  return llvm::is_contained(Words, Wanted);
}

namespace {
/// One `$<Head:Rest>`, of which Rest is evaluated.
struct Generator {
  StringRef Head, Rest, Language;
  std::string first() const { return Rest.split(',').first.str(); }
  StringRef second() const { return Rest.split(',').second; }
};
using GeneratorValue = std::optional<std::string> (*)(const Generator &);
} // namespace

static std::string truthText(bool Value) { return Value ? "1" : "0"; }

static int compareVersions(const Generator &G) {
  llvm::VersionTuple A, B;
  A.tryParse(G.first());
  B.tryParse(G.second());
  return A < B ? -1 : B < A;
}

/// Returns what each generator gives, in a Release build by GCC and nvcc on Linux, for the build
/// tree.
static const std::map<StringRef, GeneratorValue> &generators() {
  using G = const Generator &;
  using Result = std::optional<std::string>;
  static const GeneratorValue Same = [](G X) -> Result { return X.Rest.str(); };
  static const GeneratorValue Nothing = [](G) -> Result { return ""; };
  static const GeneratorValue IsLanguage = [](G X) -> Result {
    return truthText(isListed(X.Language, X.Rest));
  };
  static const GeneratorValue LanguageAndId = [](G X) -> Result {
    return truthText(X.first() == X.Language &&
                     isListed(X.Language == "CUDA" ? "NVIDIA" : "GNU", X.second()));
  };
  static const std::map<StringRef, GeneratorValue> Known = {
      {"1", Same},
      {"BUILD_INTERFACE", Same},
      {"HOST_LINK", Same},
      {"LINK_ONLY", Same},
      {"TARGET_NAME_IF_EXISTS", Same},
      {"0", Nothing},
      {"INSTALL_INTERFACE", Nothing},
      {"DEVICE_LINK", Nothing},
      {"COMPILE_LANGUAGE", IsLanguage},
      {"LINK_LANGUAGE", IsLanguage},
      {"COMPILE_LANG_AND_ID", LanguageAndId},
      {"LINK_LANG_AND_ID", LanguageAndId},
      {"CONFIG",
       [](G X) -> Result {
         return X.Rest.empty() ? "Release"
                               : truthText(isListed("RELEASE", llvm::StringRef(X.Rest.upper())));
       }},
      {"PLATFORM_ID",
       [](G X) -> Result {
         return X.Rest.empty() ? "Linux" : truthText(isListed("Linux", X.Rest));
       }},
      {"CXX_COMPILER_ID",
       [](G X) -> Result { return X.Rest.empty() ? "GNU" : truthText(isListed("GNU", X.Rest)); }},
      {"C_COMPILER_ID",
       [](G X) -> Result { return X.Rest.empty() ? "GNU" : truthText(isListed("GNU", X.Rest)); }},
      {"CUDA_COMPILER_ID",
       [](G X) -> Result {
         return X.Rest.empty() ? "NVIDIA" : truthText(isListed("NVIDIA", X.Rest));
       }},
      {"NOT", [](G X) -> Result { return truthText(X.Rest == "0"); }},
      {"AND", [](G X) -> Result { return truthText(!isListed("0", X.Rest)); }},
      {"OR", [](G X) -> Result { return truthText(isListed("1", X.Rest)); }},
      {"BOOL", [](G X) -> Result { return truthText(isTrueConstant(X.Rest)); }},
      {"IF",
       [](G X) -> Result {
         auto [Then, Else] = X.second().split(',');
         return (X.first() == "1" ? Then : Else).str();
       }},
      {"STREQUAL", [](G X) -> Result { return truthText(X.first() == X.second()); }},
      {"EQUAL", [](G X) -> Result { return truthText(compareVersions(X) == 0); }},
      {"VERSION_EQUAL", [](G X) -> Result { return truthText(compareVersions(X) == 0); }},
      {"VERSION_LESS", [](G X) -> Result { return truthText(compareVersions(X) < 0); }},
      {"VERSION_GREATER", [](G X) -> Result { return truthText(compareVersions(X) > 0); }},
      {"VERSION_LESS_EQUAL", [](G X) -> Result { return truthText(compareVersions(X) <= 0); }},
      {"VERSION_GREATER_EQUAL", [](G X) -> Result { return truthText(compareVersions(X) >= 0); }},
      {"IN_LIST",
       [](G X) -> Result {
         std::string Items = X.second().str();
         std::replace(Items.begin(), Items.end(), ';', ',');
         return truthText(isListed(X.first(), Items));
       }},
      {"LOWER_CASE", [](G X) -> Result { return X.Rest.lower(); }},
      {"UPPER_CASE", [](G X) -> Result { return X.Rest.upper(); }},
      {"SEMICOLON", [](G) -> Result { return ";"; }},
      {"COMMA", [](G) -> Result { return ","; }},
      {"ANGLE-R", [](G) -> Result { return ">"; }},
      {"QUOTE", [](G) -> Result { return "\""; }},
  };
  return Known;
}

std::string evaluateGenerators(StringRef Text, StringRef Language, std::set<std::string> *Unknown) {
  std::string Result = Text.str();
  for (size_t At = Result.rfind("$<"); At != std::string::npos; At = Result.rfind("$<")) {
    size_t End = Result.find('>', At);
    if (End == std::string::npos)
      break;
    auto [Head, Rest] = StringRef(Result).slice(At + 2, End).split(':');
    auto Found = generators().find(Head);
    std::string Value;
    if (Found != generators().end())
      Value = Found->second({Head, Rest, Language}).value_or("");
    else if (Unknown)
      Unknown->insert(("$<" + Head + ">").str());
    Result.replace(At, End + 1 - At, Value);
  }
  return Result;
}

std::vector<std::string> joinGenerators(const std::vector<std::string> &Words) {
  std::vector<std::string> Joined;
  int Open = 0;
  for (const std::string &Word : Words) {
    if (Open > 0)
      Joined.back() += ";" + Word;
    else
      Joined.push_back(Word);
    for (size_t At = 0; At < Word.size(); ++At)
      if (StringRef(Word).substr(At).starts_with("$<"))
        ++Open;
      else if (Word[At] == '>' && Open > 0)
        --Open;
  }
  return Joined;
}

} // namespace cu2cl
