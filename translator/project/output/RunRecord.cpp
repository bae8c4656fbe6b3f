// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/RunRecord.h"
#include "project/intake/FolderScan.h"
#include "project/output/Manifest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace cu2cl {

using llvm::StringRef;
namespace json = llvm::json;

namespace {

const char RootMark[] = "<root>";

std::string replaced(StringRef Text, StringRef What, StringRef By) {
  std::string Result;
  while (!What.empty()) {
    auto [Before, Rest] = Text.split(What);
    Result += Before;
    if (Before.size() == Text.size())
      break;
    Result += By;
    Text = Rest;
  }
  return Result;
}

/// \p Text with marks for the folders that lie elsewhere when the project does, or the next time.
std::string marked(StringRef Text, const Project &P) {
  std::string Result = Text.str();
  for (size_t I = 0; I < P.Generated.size(); ++I)
    Result = replaced(Result, P.Generated[I].Folder, "<generated " + std::to_string(I) + ">");
  return replaced(Result, P.Root, RootMark);
}

std::string unmarked(StringRef Text, const Project &P) {
  std::string Result = replaced(Text, RootMark, P.Root);
  for (size_t I = 0; I < P.Generated.size(); ++I)
    Result = replaced(Result, "<generated " + std::to_string(I) + ">", P.Generated[I].Folder);
  return Result;
}

/// Everything in a Project, each value after its name: no two projects have one text.
class ProjectText {
public:
  explicit ProjectText(const Project &P) : J(OS) {
    J.object([&] {
      J.attribute("source", int(P.Source));
      J.attribute("flags", P.FlagFile);
      list("headers", P.Headers);
      list("others", P.OtherFiles);
      list("build", P.BuildFiles);
      list("read", P.ReadWith);
      list("name", {P.Name});
      for (const GeneratedFiles &G : P.Generated) {
        list("generated", {G.Place, G.Named, G.InBuild.value_or("no build")});
        for (const auto &[Path, InBuild] : G.Data)
          J.attribute(InBuild, Path);
      }
      for (const std::vector<std::string> &Definitions : P.Configurations)
        list("configuration", Definitions);
      for (const CompileCommand &C : P.Commands)
        J.attributeObject("command", [&] { command(C); });
      for (const ProgramTarget &T : P.Targets)
        J.attributeObject("target", [&] { target(T); });
      for (const BuildRule &R : P.Rules) {
        J.attribute("rule", R.Command + " " + R.Folder);
        list("words", R.Words);
      }
    });
  }
  std::string take() { return std::move(Text); }

private:
  void list(StringRef Name, const std::vector<std::string> &Words) {
    J.attributeArray(Name, [&] {
      for (const std::string &Word : Words)
        J.value(json::fixUTF8(Word));
    });
  }

  void command(const CompileCommand &C) {
    J.attribute("file", C.File);
    J.attribute("directory", C.Directory);
    J.attribute("language", int(C.Lang));
    J.attribute("arch", C.Arch);
    list("flags", C.Flags);
    list("modules", C.ModuleFiles);
  }

  void target(const ProgramTarget &T) {
    J.attribute("name", T.Name);
    J.attribute("kind", int(T.Kind));
    J.attribute("directory", T.Directory);
    list("sources", T.Sources);
    list("definitions", T.Definitions);
    for (const auto &[Source, Definitions] : T.SourceDefinitions)
      list(Source, Definitions);
    for (const auto &[Source, Folders] : T.SourceFolders)
      list("folders of " + Source, Folders);
    list("includes", T.IncludeDirs);
    list("system includes", T.SystemDirs);
    list("libraries", T.Libraries);
    list("parts", T.PartLibraries);
    list("folders", T.LibraryDirs);
    list("options", T.Options);
    J.attribute("c++", T.CxxStandard);
    J.attribute("c", T.CStandard);
    const MathOptions &M = T.Math;
    for (bool Flag : {T.OpenMP, T.Mpi, T.Threads, M.FastMath, M.FlushDenormals, M.PreciseDivide,
                      M.PreciseSqrt, M.Contract})
      J.attribute("flag", Flag);
  }

  std::string Text;
  llvm::raw_string_ostream OS{Text};
  json::OStream J;
};

void writePlace(json::OStream &J, const Place &Where, const Project &P) {
  J.attribute("file", json::fixUTF8(marked(Where.File, P)));
  J.attribute("line", Where.Line);
  J.attribute("column", Where.Column);
}

Place readPlace(const json::Object &O, const Project &P) {
  return {unmarked(O.getString("file").value_or(""), P), unsigned(O.getInteger("line").value_or(0)),
          unsigned(O.getInteger("column").value_or(0))};
}

std::vector<std::string> readWords(const json::Object &O, StringRef Name, const Project &P) {
  std::vector<std::string> Words;
  if (const json::Array *List = O.getArray(Name))
    for (const json::Value &Word : *List)
      Words.push_back(unmarked(Word.getAsString().value_or(""), P));
  return Words;
}

} // namespace

std::string quickHash(StringRef Content) {
  llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(Content));
  return llvm::utohexstr(Hash.high64) + "-" + llvm::utohexstr(Hash.low64);
}

std::optional<std::string> runKey(const Project &P, const std::vector<std::string> &Settings,
                                  const std::vector<std::string> &Inputs) {
  std::string Text = ProjectText(P).take() + "\n" + llvm::join(Settings, "\n");
  for (const std::string &Path : Inputs) {
    std::string Content;
    if (!readFile(Path, Content))
      return std::nullopt;
    Text += "\n" + Path + " " + quickHash(Content);
  }
  return hashOf(marked(Text, P));
}

void writeRecord(json::OStream &J, const RunRecord &R, const Project &P) {
  auto Words = [&](StringRef Name, const std::vector<std::string> &List) {
    J.attributeArray(Name, [&] {
      for (const std::string &Word : List)
        J.value(json::fixUTF8(marked(Word, P)));
    });
  };
  J.attribute("key", R.Key);
  J.attribute("translated", R.Translated);
  J.attributeArray("diagnostics", [&] {
    for (const Diagnostic &D : R.Diagnostics)
      J.object([&] {
        J.attribute("number", unsigned(D.Number));
        writePlace(J, D.Where, P);
        Words("arguments", D.Arguments);
        J.attributeArray("related", [&] {
          for (const RelatedPlace &Other : D.Related)
            J.object([&] {
              writePlace(J, Other.Where, P);
              J.attribute("text", Other.Text);
            });
        });
      });
  });
  Words("inputs", R.Inputs);
}

std::optional<RunRecord> readRecord(const json::Object &O, const Project &P) {
  RunRecord R;
  std::optional<StringRef> Key = O.getString("key");
  const json::Array *Diagnostics = O.getArray("diagnostics");
  if (!Key || !Diagnostics || !O.getArray("inputs"))
    return std::nullopt;
  R.Key = Key->str();
  R.Translated = unsigned(O.getInteger("translated").value_or(0));
  R.Inputs = readWords(O, "inputs", P);
  for (const json::Value &Value : *Diagnostics) {
    const json::Object *D = Value.getAsObject();
    std::optional<int64_t> Number = D ? D->getInteger("number") : std::nullopt;
    if (!Number || !findDiagnostic(unsigned(*Number)))
      return std::nullopt;
    Diagnostic Read{diag::Id(*Number), readPlace(*D, P), readWords(*D, "arguments", P), {}};
    if (const json::Array *Related = D->getArray("related"))
      for (const json::Value &Where : *Related)
        if (const json::Object *Other = Where.getAsObject())
          Read.Related.push_back(
              {readPlace(*Other, P), Other->getString("text").value_or("").str()});
    R.Diagnostics.push_back(std::move(Read));
  }
  return R;
}

} // namespace cu2cl
