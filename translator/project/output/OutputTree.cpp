// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/OutputTree.h"
#include "project/intake/FolderScan.h"
#include "project/output/Manifest.h"
#include "project/output/StagedFolder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static bool isEmptyFolder(const std::string &Folder) {
  std::error_code EC;
  return fs::directory_iterator(Folder, EC) == fs::directory_iterator() && !EC;
}

bool checkOutputFolder(const Project &P, const WriteOptions &Options, DiagnosticSink &Sink) {
  const std::string &Out = Options.OutputDir;
  llvm::SmallString<256> RealRoot, RealOut;
  bool Holds = !fs::real_path(P.Root, RealRoot) && !fs::real_path(Out, RealOut) &&
               isInside(RealRoot, RealOut);
  if (Holds || isInside(P.Root, Out)) {
    Sink.report({diag::OutputContainsInput, {Out}, {}, {}});
    return false;
  }
  if (!fs::exists(Out) || (fs::is_directory(Out) && isEmptyFolder(Out)))
    return true;
  std::optional<Manifest> Former = readManifest(Out);
  if (!Former) {
    Sink.report({diag::ForeignOutputFolder, {Out}, {}, {}});
    return false;
  }
  bool Fine = true;
  for (const auto &[Name, Hash] : Former->Hashes) {
    std::string Text;
    // A file that was deleted is no edit that could be lost.
    if (Options.Force || !readFile(Out + "/" + Name, Text) || hashOf(Text) == Hash)
      continue;
    Sink.report({diag::EditedOutput, {Out + "/" + Name}, {}, {}});
    Fine = false;
  }
  return Fine;
}

std::optional<RunRecord> sameRun(const Project &P, const std::vector<std::string> &Settings,
                                 const WriteOptions &Options, std::vector<std::string> &Files) {
  std::optional<Manifest> Former = readManifest(Options.OutputDir);
  std::optional<RunRecord> Run = readRunRecord(Options.OutputDir, P);
  if (!Former || !Run || Options.Force || runKey(P, Settings, Run->Inputs) != Run->Key)
    return std::nullopt;
  for (const auto &[Name, Hash] : Former->Hashes) {
    std::string Text;
    if (!readFile(Options.OutputDir + "/" + Name, Text) || hashOf(Text) != Hash)
      return std::nullopt;
    Files.push_back(Name);
  }
  StagedFolder::removeLeftovers(Options.OutputDir); // a run may have been killed after its work
  return Run;
}

namespace {

/// The content of one output path: a text, or a file of the input.
struct Entry {
  const std::string *Text = nullptr;
  std::string CopyOf;
};

std::map<std::string, Entry> listEntries(const Project &P, const Layout &L,
                                         const OutputFiles &Files, const WriteOptions &Options) {
  std::map<std::string, Entry> Entries;
  std::set<std::string> Translated;
  for (const auto &[Name, File] : Files) {
    if (Options.KernelsOnly && File.Kind != OutputFile::Device &&
        File.Kind != OutputFile::Generated)
      continue;
    Entries[Name].Text = &File.Content;
    Translated.insert(File.Origin);
  }
  if (Options.KernelsOnly)
    return Entries;
  for (const auto &[Path, Plan] : L.files()) {
    // A plain header that only gave device code stays what it is for the host.
    if (isCudaFile(Path) ? Translated.count(Path) != 0 : Files.count(Plan.Host) != 0)
      continue;
    std::string Name = Plan.Host;
    if (isCudaFile(Path)) // not translated: keeps its name
      Name = placeInOutput(P, Path).value_or("");
    if (!Name.empty())
      Entries.try_emplace(Name).first->second.CopyOf = Entries[Name].Text ? "" : Path;
  }
  return Entries;
}

} // namespace

/// Keeps the texts that --force is about to overwrite or remove: \p Name of the output, with what
/// it gets.
static bool saveEdited(const std::string &Name, const std::string *New, const Manifest *Former,
                       const WriteOptions &Options, StagedFolder &Stage, DiagnosticSink &Sink) {
  std::string Path = Options.OutputDir + "/" + Name, Old;
  if (!Options.Force || !readFile(Path, Old) || (New && *New == Old))
    return true;
  if (!Former || (Former->Hashes.count(Name) && Former->Hashes.at(Name) == hashOf(Old)))
    return true;
  std::string Saved = Name + ".edited";
  for (unsigned N = 2; fs::exists(Options.OutputDir + "/" + Saved); ++N)
    Saved = Name + ".edited-" + std::to_string(N);
  Sink.report({diag::EditedOutputOverwritten, {Path}, {Saved}, {}});
  return Stage.write(Saved, Old, Path);
}

WriteResult writeProject(const Project &P, const Layout &L, const OutputFiles &Files,
                         const WriteOptions &Options, DiagnosticSink &Sink) {
  WriteResult Result;
  std::optional<Manifest> Former = readManifest(Options.OutputDir);
  bool InTheWay = false;
  for (const auto &[Name, What] : listEntries(P, L, Files, Options))
    if (Former && !Former->Hashes.count(Name) && !Options.Force &&
        fs::exists(Options.OutputDir + "/" + Name)) {
      Sink.report({diag::ForeignOutputFile, {Options.OutputDir + "/" + Name}, {}, {}});
      InTheWay = true;
    }
  if (InTheWay)
    return Result;
  StagedFolder Stage(Options.OutputDir);
  Manifest M;
  bool Fine = Stage.begin();
  for (const auto &[Name, What] : listEntries(P, L, Files, Options)) {
    if (!Fine)
      break;
    std::string Text;
    if (What.Text)
      Text = *What.Text;
    else if (!readFile(What.CopyOf, Text)) {
      Sink.report(
          {diag::UnreadableInput, {What.CopyOf}, {"it was readable when cu2cl started"}, {}});
      return Result;
    }
    std::string Hash = hashOf(Text);
    M.Hashes[Name] = Hash;
    // What did not change keeps its time stamp, so that nothing is built again.
    bool Same = Former && Former->Hashes.count(Name) && Former->Hashes[Name] == Hash;
    Fine = saveEdited(Name, &Text, Former ? &*Former : nullptr, Options, Stage, Sink) &&
           ((Same && Stage.keep(Name, Hash)) || Stage.write(Name, Text, What.CopyOf));
    Result.Files.push_back(Name);
  }
  std::set<std::string> Ours{ManifestName, UnitRecordsName};
  if (Former)
    for (const auto &[Name, Hash] : Former->Hashes) {
      StringRef Ext = path::extension(Name);
      // The kernels alone were asked for: what else a full port has stays as it is.
      if (Options.KernelsOnly && Ext != ".cl" && Ext != ".clh" && !M.Hashes.count(Name)) {
        M.Hashes[Name] = Hash;
        continue;
      }
      if (!M.Hashes.count(Name))
        Fine = Fine && saveEdited(Name, nullptr, &*Former, Options, Stage, Sink);
      Ours.insert(Name);
    }
  const RunRecord *Run = Options.Run ? &*Options.Run : nullptr;
  Fine = Fine &&
         (Options.UnitRecords.empty() || Stage.write(UnitRecordsName, Options.UnitRecords, ""));
  Fine = Fine && Stage.write(ManifestName, manifestText(M, Options.Version, Run, P), "") &&
         Stage.keepForeign(Ours) && Stage.commit();
  if (!Fine)
    Sink.report({diag::OutputNotWritable, {Options.OutputDir}, {Stage.error()}, {}});
  Result.Written = Fine;
  return Result;
}

} // namespace cu2cl
