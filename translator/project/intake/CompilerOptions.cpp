// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/intake/BuildCommand.h"
#include "project/intake/FolderScan.h"
#include "project/intake/KnownLibraries.h"
#include "project/intake/OptionTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <deque>

namespace cu2cl {

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {

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
    else if (!Ext.empty()) // makefiles choose the endings of objects: .cuo, .o64
      Out.Objects.push_back(Path);
  }

  void option(StringRef Word, std::deque<std::string> &Words) {
    const OptionRow *Row = findOption(Word, ByNvcc);
    if (!Row) {
      Sink.report({diag::UnknownCompilerOption, Where, {Word.str()}, {}});
      return;
    }
    std::string Value = Word.drop_front(Row->Spelling.size()).str();
    if (Row->Takes == OptionArgument::Value || Row->Takes == OptionArgument::Joined) {
      if (Value.empty() && !Words.empty()) {
        Value = Words.front();
        Words.pop_front();
      } else if (Row->Takes == OptionArgument::Value || (ByNvcc && Value[0] == '='))
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
    else if (Name == "cuda" || Name == "cuda_driver")
      T.DriverApi = true;
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

  void apply(OptionMeaning Means, StringRef Word, StringRef Value);
  void applyMath(OptionMeaning Means, StringRef Word, StringRef Value);
  void applyBuild(OptionMeaning Means, StringRef Word, StringRef Value);
  void applyLink(OptionMeaning Means, StringRef Word, StringRef Value);

  BuildCommand &Out;
  bool ByNvcc;
  const Place &Where;
  DiagnosticSink &Sink;
};

/// Options that decide how sources are read; what is left goes to applyBuild.
void Reader::apply(OptionMeaning Means, StringRef Word, StringRef Value) {
  ProgramTarget &T = Out.Part;
  switch (Means) {
  case OptionMeaning::Drop:
    return;
  case OptionMeaning::Define:
    flag("-D", Value);
    llvm::erase(T.Options, ("-U" + Value.split('=').first).str());
    T.Definitions.push_back(Value.str());
    return;
  case OptionMeaning::Undefine:
    flag("-U", Value);
    llvm::erase_if(T.Definitions, [&](StringRef D) { return D.split('=').first == Value; });
    T.Options.push_back(("-U" + Value).str());
    return;
  case OptionMeaning::IncludeDir:
    return includeDir("-I", T.IncludeDirs, Value);
  case OptionMeaning::SystemDir:
    return includeDir("-isystem", T.SystemDirs, Value);
  case OptionMeaning::PreInclude:
    for (const std::string &Item : list(Value)) {
      std::string Path = absolutePath(Item, Out.Directory);
      bool Found = llvm::sys::fs::exists(Path);
      Out.Flags.insert(Out.Flags.end(), {"-include", Found ? Path : Item});
      T.Options.insert(T.Options.end(), {"-include", Found ? Path : Item});
    }
    return;
  case OptionMeaning::Standard:
    return standard(Value);
  case OptionMeaning::Ansi:                          // each language takes its own standard
    for (const char *Name : {"-Ulinux", "-Uunix"}) { // GNU's words in the user's name space
      flag(Name, "");
      T.Options.push_back(Name);
    }
    standard("c90");
    return Out.ByNvcc ? void() : standard("gnu++98");
  case OptionMeaning::Language:
    Out.Language = Value == "none" ? "" : Value == "cuda" ? "cu" : Value.str(); // Clang's word
    return;
  case OptionMeaning::Arch:
  case OptionMeaning::Gencode:
    Out.Arch = archOf(Value, Out.Arch);
    return;
  case OptionMeaning::RelaxedConstexpr: // allowed anyway; nvcc tells programs by these macros
    return flag("-D", "__CUDACC_RELAXED_CONSTEXPR__");
  case OptionMeaning::ExtendedLambda:
    return flag("-D", "__CUDACC_EXTENDED_LAMBDA__");
  case OptionMeaning::DefaultStream: // the compiler's own way to say it
    if (Value == "per-thread")
      apply(OptionMeaning::Define, "-D", "CUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    return;
  default:
    return applyMath(Means, Word, Value);
  }
}

/// Options that decide how precise device code is.
void Reader::applyMath(OptionMeaning Means, StringRef Word, StringRef Value) {
  ProgramTarget &T = Out.Part;
  switch (Means) {
  case OptionMeaning::FastMath: // nvcc's manual: implies -ftz=true -prec-div=false -prec-sqrt=false
    T.Math = {true, true, false, false, true};
    Out.Flags.push_back("-fgpu-approx-transcendentals");
    return;
  case OptionMeaning::FlushDenormals:
    return setBool(T.Math.FlushDenormals, Value);
  case OptionMeaning::PreciseDivide:
    return setBool(T.Math.PreciseDivide, Value);
  case OptionMeaning::PreciseSqrt:
    return setBool(T.Math.PreciseSqrt, Value);
  case OptionMeaning::Contract:
    return setBool(T.Math.Contract, Value);
  default:
    return applyBuild(Means, Word, Value);
  }
}

/// Options that decide what is built of the sources.
void Reader::applyBuild(OptionMeaning Means, StringRef Word, StringRef Value) {
  ProgramTarget &T = Out.Part;
  switch (Means) {
  case OptionMeaning::Keep:
    flag(Word, "");
    return;
  case OptionMeaning::KeepBoth:
    if (concernsParsing(Word))
      flag(Word, "");
    if (Word != "-fPIC" && Word != "-fpic" && !Word.starts_with("-fdiagnostics"))
      T.Options.push_back(Word.str());
    return;
  case OptionMeaning::KeepHost:
    if (namesInstructions(Word))
      flag(Word, "");
    if (Word != "-m64" && Word != "-m32")
      T.Options.push_back(Word.str());
    return;
  case OptionMeaning::CompileOnly:
    Out.Does = BuildCommand::Action::Compile;
    return;
  case OptionMeaning::ModuleFile:
    Out.Does = BuildCommand::Action::Compile;
    Out.ModuleExtension = Word.ltrim('-').str();
    return;
  case OptionMeaning::DeviceLink:
    Out.IsDeviceLink = true;
    return;
  case OptionMeaning::Archive:
    Out.Does = BuildCommand::Action::Archive;
    return;
  case OptionMeaning::Shared:
    T.Kind = ProgramKind::SharedLibrary;
    return;
  case OptionMeaning::Output:
    Out.Output = absolutePath(Value, Out.Directory);
    return;
  case OptionMeaning::OutputDir:
    Out.OutputFolder = absolutePath(Value, Out.Directory);
    return;
  case OptionMeaning::Threads:
    T.Threads = true;
    return;
  case OptionMeaning::OpenMP:
    T.OpenMP = true;
    flag("-fopenmp", "");
    return;
  case OptionMeaning::HostWords:
    return hostWords(Value);
  case OptionMeaning::HostCompiler:
    T.Mpi |= path::filename(Value).starts_with("mpi");
    return;
  default:
    return applyLink(Means, Word, Value);
  }
}

/// Options that decide what is linked.
void Reader::applyLink(OptionMeaning Means, StringRef Word, StringRef Value) {
  ProgramTarget &T = Out.Part;
  switch (Means) {
  case OptionMeaning::KeepLink:
    if (Word != "-static" && !Word.contains("rpath"))
      T.Options.push_back(Word.str());
    return;
  case OptionMeaning::Library:
    for (const std::string &Item : list(Value))
      library(Item);
    return;
  case OptionMeaning::LibraryDir:
    for (const std::string &Item : list(Value))
      if (std::string Dir = absolutePath(Item, Out.Directory); !StringRef(Dir).contains("cuda"))
        T.LibraryDirs.push_back(Dir);
    return;
  case OptionMeaning::LinkerWords:
    if (!Value.contains("rpath"))
      T.Options.push_back(("-Wl," + Value).str());
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
