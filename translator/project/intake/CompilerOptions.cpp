// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: the options of all compilers that a build calls are one language.

#include "project/intake/BuildCommand.h"
#include "project/intake/FolderScan.h"
#include "project/intake/KnownLibraries.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <deque>

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

enum class Compiler { Nvcc, Host, Both };
enum class Argument { None, Value, Joined, Prefix };
enum class Meaning {
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

struct OptionRow {
  Compiler For;
  StringRef Spelling;
  Argument Takes;
  Meaning Means;
};

const OptionRow Options[] = {
#define OPTION(For, Spelling, Takes, Means)                                                        \
  {Compiler::For, Spelling, Argument::Takes, Meaning::Means},
#include "project/intake/CompilerOptions.def"
};

bool fits(const OptionRow &Row, StringRef Word) {
  switch (Row.Takes) {
  case Argument::None:
    return Word == Row.Spelling;
  case Argument::Value:
    return Word.consume_front(Row.Spelling) && (Word.empty() || Word.front() == '=');
  case Argument::Joined:
  case Argument::Prefix:
    return Word.starts_with(Row.Spelling);
  }
  return false;
}

/// The row of a word; host compilers' rows serve nvcc where it has none of its own.
const OptionRow *findOption(StringRef Word, bool ByNvcc) {
  const OptionRow *Best = nullptr;
  for (Compiler For : {ByNvcc ? Compiler::Nvcc : Compiler::Host, Compiler::Host}) {
    for (const OptionRow &Row : Options)
      if ((Row.For == For || Row.For == Compiler::Both) && fits(Row, Word) &&
          (!Best || Row.Spelling.size() > Best->Spelling.size()))
        Best = &Row;
    if (Best)
      break;
  }
  return Best;
}

/// Options that Clang's parse must see too; the other -f options concern code generation.
bool concernsParsing(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases("-funsigned-char", "-fsigned-char", "-fshort-enums", "-fno-rtti", "-fno-exceptions",
             "-fms-extensions", "-fshort-wchar", "-fchar8_t", "-fcoroutines", true)
      // __FAST_MATH__, __FINITE_MATH_ONLY__
      .Cases("-ffast-math", "-fno-fast-math", "-ffinite-math-only", "-fno-finite-math-only", true)
      .Default(false);
}

/// Options by which programs know what the processor can: __AVX2__, __FMA__.
bool namesInstructions(StringRef Word) {
  return llvm::any_of(std::initializer_list<StringRef>{"-march=", "-msse", "-mavx", "-mfma",
                                                       "-mf16c", "-mbmi", "-mlzcnt", "-mpopcnt",
                                                       "-mno-sse", "-mno-avx", "-mno-fma"},
                      [&](StringRef Start) { return Word.starts_with(Start); });
}

/// The compute capability to parse for: the highest named, within what Clang knows.
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

class Reader {
public:
  Reader(BuildCommand &Out, bool ByNvcc, const Place &Where, DiagnosticSink &Sink)
      : Out(Out), ByNvcc(ByNvcc), Where(Where), Sink(Sink) {}

  void read(std::deque<std::string> Words) {
    while (!Words.empty()) {
      std::string Word = Words.front();
      Words.pop_front();
      if (Word.size() > 1 && Word[0] == '@')
        responseFile(Word.substr(1), Words);
      else if ((Word == "-optf" || Word == "--options-file") && ByNvcc && !Words.empty()) {
        std::string File = Words.front();
        Words.pop_front();
        responseFile(File, Words);
      } else if (Word.size() > 1 && Word[0] == '-')
        option(Word, Words);
      else
        input(Word);
    }
  }

private:
  void responseFile(StringRef Name, std::deque<std::string> &Words) {
    std::string Text;
    if (!readFile(absolutePath(Name, Out.Directory), Text)) {
      Sink.report({diag::UnreadableResponseFile, Where, {Name.str()}, {}});
      return;
    }
    std::replace(Text.begin(), Text.end(), '\n', ' ');
    for (const ShellCommand &C : splitShellLine(Text, Out.Directory))
      Words.insert(Words.begin(), C.Words.begin(), C.Words.end());
  }

  void input(StringRef Word) {
    std::string Path = absolutePath(Word, Out.Directory);
    StringRef Ext = path::extension(Word);
    if (isSourceFile(Word) || (!Out.Language.empty() && Ext != ".o" && Ext != ".a"))
      Out.Sources.push_back(Path);
    else if (Ext == ".o" || Ext == ".obj" || Ext == ".a" || Word.contains(".so"))
      Out.Objects.push_back(Path);
  }

  void option(StringRef Word, std::deque<std::string> &Words) {
    const OptionRow *Row = findOption(Word, ByNvcc);
    if (!Row) {
      Sink.report({diag::UnknownCompilerOption, Where, {Word.str()}, {}});
      return;
    }
    std::string Value = Word.drop_front(Row->Spelling.size()).str();
    if (Row->Takes == Argument::Value || Row->Takes == Argument::Joined) {
      if (Value.empty() && !Words.empty()) {
        Value = Words.front();
        Words.pop_front();
      } else if (Row->Takes == Argument::Value || (ByNvcc && Value[0] == '='))
        Value.erase(0, 1);
    }
    apply(Row->Means, Word, Value);
  }

  void flag(StringRef Name, StringRef Value) { Out.Flags.push_back((Name + Value).str()); }

  /// nvcc takes comma lists where host compilers take one value.
  std::vector<std::string> list(StringRef Value) {
    std::vector<std::string> Items;
    llvm::SmallVector<StringRef, 4> Parts;
    if (ByNvcc)
      Value.split(Parts, ',', -1, false);
    else
      Parts.push_back(Value);
    for (StringRef Part : Parts)
      Items.push_back(Part.str());
    return Items;
  }

  void includeDir(StringRef Flag, std::vector<std::string> &Dirs, StringRef Value) {
    for (const std::string &Item : list(Value)) {
      std::string Dir = absolutePath(Item, Out.Directory);
      if (llvm::sys::fs::exists(Dir + "/cuda_runtime.h"))
        continue; // a toolkit; its headers are bundled
      flag(Flag, Dir);
      Dirs.push_back(Dir);
    }
  }

  void library(StringRef Name) {
    ProgramTarget &T = Out.Part;
    if (Name == "pthread")
      T.Threads = true;
    else if (Name == "gomp" || Name == "iomp5" || Name == "omp")
      T.OpenMP = true;
    else if (Name == "mpi" || Name == "mpi_cxx" || Name == "mpich")
      T.Mpi = true;
    else if (isReplacedLibrary(Name))
      return;
    else if (isCudaLibrary(Name))
      Sink.report({diag::LibraryNotLinked, Where, {Name.str()}, {}});
    else
      T.Libraries.push_back(Name.str());
  }

  void hostWords(StringRef Value) {
    llvm::SmallVector<StringRef, 4> Parts;
    std::string Spaced = Value.str();
    std::replace(Spaced.begin(), Spaced.end(), ByNvcc ? ',' : ' ', ' ');
    StringRef(Spaced).split(Parts, ' ', -1, false);
    Reader Host(Out, /*ByNvcc=*/false, Where, Sink);
    std::deque<std::string> Words;
    for (StringRef Part : Parts)
      Words.push_back(Part.trim("\"'").str());
    Host.read(std::move(Words));
  }

  void standard(StringRef Value) {
    // clrt.h has inline functions, which C has since 1999 and GNU C had before.
    bool IsOldC = Value == "c89" || Value == "c90" || Value == "iso9899:1990" || Value == "gnu89";
    if (IsOldC)
      Value = "gnu90";
    flag("-std=", Value);
    StringRef Number = Value;
    if (!Number.consume_front("c++") && !Number.consume_front("gnu++")) {
      if (Number.consume_front("c") || Number.consume_front("gnu"))
        Out.Part.CStandard = Number.str();
      return;
    }
    Out.Part.CxxStandard = llvm::StringSwitch<std::string>(Number)
                               .Case("0x", "11")
                               .Case("1y", "14")
                               .Case("1z", "17")
                               .Case("2a", "20")
                               .Default(Number.str());
  }

  static void setBool(bool &Field, StringRef Value) {
    Field = Value != "false" && Value != "0" && Value != "off";
  }

  void apply(Meaning Means, StringRef Word, StringRef Value);
  void applyBuild(Meaning Means, StringRef Word, StringRef Value);

  BuildCommand &Out;
  bool ByNvcc;
  const Place &Where;
  DiagnosticSink &Sink;
};

/// Options that decide how sources are read; what is left goes to applyBuild.
void Reader::apply(Meaning Means, StringRef Word, StringRef Value) {
  ProgramTarget &T = Out.Part;
  switch (Means) {
  case Meaning::Drop:
    return;
  case Meaning::Define:
    flag("-D", Value);
    llvm::erase(T.Options, ("-U" + Value.split('=').first).str());
    T.Definitions.push_back(Value.str());
    return;
  case Meaning::Undefine:
    flag("-U", Value);
    llvm::erase_if(T.Definitions, [&](StringRef D) { return D.split('=').first == Value; });
    T.Options.push_back(("-U" + Value).str());
    return;
  case Meaning::IncludeDir:
    return includeDir("-I", T.IncludeDirs, Value);
  case Meaning::SystemDir:
    return includeDir("-isystem", T.SystemDirs, Value);
  case Meaning::PreInclude:
    for (const std::string &Item : list(Value)) {
      std::string Path = absolutePath(Item, Out.Directory);
      bool Found = llvm::sys::fs::exists(Path);
      Out.Flags.insert(Out.Flags.end(), {"-include", Found ? Path : Item});
      T.Options.insert(T.Options.end(), {"-include", Found ? Path : Item});
    }
    return;
  case Meaning::Standard:
    return standard(Value);
  case Meaning::Ansi:                                // each language takes its own standard
    for (const char *Name : {"-Ulinux", "-Uunix"}) { // GNU's words in the user's name space
      flag(Name, "");
      T.Options.push_back(Name);
    }
    standard("c90");
    return Out.ByNvcc ? void() : standard("gnu++98");
  case Meaning::Language:
    Out.Language = Value == "none" ? "" : Value == "cuda" ? "cu" : Value.str(); // Clang's word
    return;
  case Meaning::Arch:
  case Meaning::Gencode:
    Out.Arch = archOf(Value, Out.Arch);
    return;
  case Meaning::RelaxedConstexpr: // allowed anyway; nvcc tells programs by these macros
    return flag("-D", "__CUDACC_RELAXED_CONSTEXPR__");
  case Meaning::ExtendedLambda:
    return flag("-D", "__CUDACC_EXTENDED_LAMBDA__");
  case Meaning::DefaultStream: // the compiler's own way to say it
    if (Value == "per-thread")
      apply(Meaning::Define, "-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    return;
  case Meaning::FastMath: // nvcc's manual: implies -ftz=true -prec-div=false -prec-sqrt=false
    T.Math = {true, true, false, false, true};
    Out.Flags.push_back("-fgpu-approx-transcendentals");
    return;
  case Meaning::FlushDenormals:
    return setBool(T.Math.FlushDenormals, Value);
  case Meaning::PreciseDivide:
    return setBool(T.Math.PreciseDivide, Value);
  case Meaning::PreciseSqrt:
    return setBool(T.Math.PreciseSqrt, Value);
  case Meaning::Contract:
    return setBool(T.Math.Contract, Value);
  default:
    return applyBuild(Means, Word, Value);
  }
}

/// Options that decide what is built of the sources.
void Reader::applyBuild(Meaning Means, StringRef Word, StringRef Value) {
  ProgramTarget &T = Out.Part;
  switch (Means) {
  case Meaning::Keep:
    flag(Word, "");
    return;
  case Meaning::KeepBoth:
    if (concernsParsing(Word))
      flag(Word, "");
    if (Word != "-fPIC" && Word != "-fpic" && !Word.starts_with("-fdiagnostics"))
      T.Options.push_back(Word.str());
    return;
  case Meaning::KeepHost:
    if (namesInstructions(Word))
      flag(Word, "");
    if (Word != "-m64" && Word != "-m32")
      T.Options.push_back(Word.str());
    return;
  case Meaning::KeepLink:
    if (Word != "-static" && !Word.contains("rpath"))
      T.Options.push_back(Word.str());
    return;
  case Meaning::CompileOnly:
    Out.Does = BuildCommand::Action::Compile;
    return;
  case Meaning::DeviceLink:
    Out.IsDeviceLink = true;
    return;
  case Meaning::Archive:
    Out.Does = BuildCommand::Action::Archive;
    return;
  case Meaning::Shared:
    T.Kind = ProgramKind::SharedLibrary;
    return;
  case Meaning::Output:
    Out.Output = absolutePath(Value, Out.Directory);
    return;
  case Meaning::OutputDir:
    Out.OutputFolder = absolutePath(Value, Out.Directory);
    return;
  case Meaning::Library:
    for (const std::string &Item : list(Value))
      library(Item);
    return;
  case Meaning::LibraryDir:
    for (const std::string &Item : list(Value))
      if (std::string Dir = absolutePath(Item, Out.Directory); !StringRef(Dir).contains("cuda"))
        T.LibraryDirs.push_back(Dir);
    return;
  case Meaning::Threads:
    T.Threads = true;
    return;
  case Meaning::OpenMP:
    T.OpenMP = true;
    flag("-fopenmp", "");
    return;
  case Meaning::HostWords:
    return hostWords(Value);
  case Meaning::LinkerWords:
    if (!Value.contains("rpath"))
      T.Options.push_back(("-Wl," + Value).str());
    return;
  case Meaning::HostCompiler:
    T.Mpi |= path::filename(Value).starts_with("mpi");
    return;
  default:
    return;
  }
}

} // namespace

void applyOptions(const std::vector<std::string> &Words, bool ByNvcc, const Place &Where,
                  BuildCommand &Into, DiagnosticSink &Sink) {
  Reader(Into, ByNvcc, Where, Sink).read({Words.begin(), Words.end()});
}

} // namespace cu2cl
