// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/UnitRecord.h"
#include "project/output/Manifest.h"
#include "tool/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"

namespace cu2cl {

// The parts of each structure. What is left out here is lost between two runs.

template <typename A> void fields(A &Archive, Place &V) { Archive(V.File, V.Line, V.Column); }
template <typename A> void fields(A &Archive, RelatedPlace &V) { Archive(V.Where, V.Text); }
template <typename A> void fields(A &Archive, Diagnostic &V) {
  Archive(V.Number, V.Where, V.Arguments, V.Related);
}
template <typename A> void fields(A &Archive, FrontendMessage &V) {
  Archive(V.IsError, V.File, V.Line, V.Column, V.Text, V.Number);
}
template <typename A> void fields(A &Archive, CompileCommand &V) {
  Archive(V.File, V.Directory, V.Flags, V.Lang, V.Arch, V.ModuleFiles);
}

template <typename A> void fields(A &Archive, Fact &V) {
  Archive(V.Op, V.A, V.B, V.Key, V.Place, V.Text);
}
template <typename A> void fields(A &Archive, FactCall &V) {
  Archive(V.Callee, V.Launch, V.AddressTaken, V.Arguments, V.Result, V.This);
}
template <typename A> void fields(A &Archive, FactEntity &V) {
  Archive(V.Usr, V.Name, V.Node, V.Place, V.Shape, V.Shared);
}
template <typename A> void fields(A &Archive, FactBody &V) {
  Archive(V.Usr, V.Place, V.NodeCount, V.Tied, V.HostDevice, V.Parameters, V.Result, V.This,
          V.ResultShape, V.Entities, V.Facts, V.Calls);
}
template <typename A> void fields(A &Archive, UnitPointerConstraints &V) {
  Archive(V.Unit, V.Strings, V.Places, V.Bodies);
}

template <typename A> void fields(A &Archive, ClosureClass &V) {
  Archive(V.Name, V.File, V.Offset, V.Around, V.Fields, V.Members, V.Arrays, V.IsTemplate,
          V.Parameters, V.ParameterNames, V.Open);
}
template <typename A> void fields(A &Archive, KernelParameter &V) {
  Archive(V.K, V.HostType, V.Name, V.Classes, V.Whole, V.Closure);
}
template <typename A> void fields(A &Archive, AppendedParameter &V) {
  Archive(V.K, V.Name, V.Usr, V.HostName, V.Source, V.Names, V.Usrs, V.Sources);
}
template <typename A> void fields(A &Archive, DeviceVariable &V) {
  Archive(V.Usr, V.Name, V.Where, V.Digest);
}
template <typename A> void fields(A &Archive, KernelInterface &V) {
  Archive(V.Name, V.HandleName, V.QualifiedName, V.Namespace, V.WrittenNamespace, V.Usr, V.Mangled,
          V.OpenTypes, V.Parameters, V.Closures, V.Appended, V.Variables, V.WorkGroupSize,
          V.MaxThreads, V.Signature, V.Condition, V.File, V.Begin, V.End, V.LaunchedElsewhere,
          V.IsMacro, V.Linkage, V.IsValue, V.HandlesPart);
}
template <typename A> void fields(A &Archive, KernelDecision &V) {
  Archive(V.OffsetParameters, V.WorkGroupSize);
}
template <typename A> void fields(A &Archive, KernelDecisions &V) {
  Archive(V.Kernels, V.MaxConstantArguments);
}
/// Only what counts once the text is rendered.
template <typename A> void fields(A &Archive, DeviceDefinition &V) {
  Archive(V.K, V.File, V.Begin);
}
template <typename A> void fields(A &Archive, DeviceText &V) {
  Archive(V.Items, V.Kernels, V.Rules, V.Dumps);
}

template <typename A> void fields(A &Archive, TextEdit &V) { Archive(V.Offset, V.Length, V.Text); }
template <typename A> void fields(A &Archive, DeviceEntry &V) {
  Archive(V.Identity, V.Name, V.Text, V.File, V.Output, V.Begin, V.End, V.Stem, V.Arguments,
          V.IsMacro, V.IsKernel, V.IsShared, V.Variant, V.Condition, V.Needs, V.Helpers,
          V.Extensions, V.Given, V.Holders);
}
template <typename A> void fields(A &Archive, UnitRendering &V) {
  Archive(V.Entries, V.Kernels, V.Files);
}

template <typename A> void fields(A &Archive, Edit &V) {
  Archive(V.File, V.Offset, V.Length, V.Replacement, V.K, V.Depth, V.Rule);
}
template <typename A> void fields(A &Archive, MacroUse::Parameter &V) {
  Archive(V.Begin, V.End, V.Argument, V.IsString);
}
template <typename A> void fields(A &Archive, MacroUse &V) {
  Archive(V.Key, V.Parent, V.File, V.Begin, V.End, V.BodyFile, V.BodyBegin, V.BodyEnd, V.Arguments,
          V.Parameters, V.Edits, V.CanBeWritten);
}
static void fields(ArchiveWriter &Archive, EditSet &V) { Archive(V.all(), V.macroUses()); }
static void fields(ArchiveReader &Archive, EditSet &V) {
  std::vector<Edit> Edits;
  std::map<std::string, MacroUse> Uses;
  Archive(Edits, Uses);
  for (Edit &E : Edits)
    V.add(std::move(E));
  for (auto &[Key, Use] : Uses)
    V.addMacroUse(std::move(Use));
}

template <typename A> void fields(A &Archive, IncludedFile &V) {
  Archive(V.Path, V.System, V.From, V.Written, V.Begin, V.End);
}
template <typename A> void fields(A &Archive, KernelHead &V) {
  Archive(V.Usr, V.Pattern, V.Parameters);
}
template <typename A> void fields(A &Archive, UnitSketch &V) {
  Archive(V.HasHost, V.HasDevice, V.IsOpen, V.Messages, V.Includes, V.Pointers, V.Stored,
          V.Launches, V.Values, V.Kernels, V.Defined, V.Mentioned);
}
template <typename A> void fields(A &Archive, HostFacts &V) {
  Archive(V.UsesStreams, V.UsesLastError, V.UsesDevices, V.UsesManaged, V.ForeignSymbols);
}
template <typename A> void fields(A &Archive, UnitUses &V) {
  Archive(V.Key, V.Facts, V.Constructs);
}
template <typename A> void fields(A &Archive, UnitDevice &V) {
  Archive(V.Key, V.Text, V.Votes, V.Messages);
}
template <typename A> void fields(A &Archive, UnitText &V) { Archive(V.Key, V.Rendering); }
template <typename A> void fields(A &Archive, UnitHost &V) {
  Archive(V.Key, V.Asked, V.Edits, V.HandleHeaderParts, V.OpenParameters, V.Handles, V.Messages);
}
template <typename A> void fields(A &Archive, UnitRecord &V) {
  Archive(V.Command, V.Key, V.Inputs, V.Sketch, V.Uses, V.Device, V.Text, V.Host, V.HandleNames);
}
template <typename A> void fields(A &Archive, CheckRecord &V) { Archive(V.Key, V.Read); }
template <typename A> void fields(A &Archive, FormerRun &V) {
  Archive(V.Units, V.ChecksKey, V.Checks);
}

namespace {

/// Folders that may lie elsewhere the next time, as marks: '\1', a letter, for generated folders a
/// number and ';'.
class FolderMarks {
public:
  explicit FolderMarks(const Project &P) {
    for (size_t I = 0; I < P.Generated.size(); ++I)
      Folders.push_back({P.Generated[I].Folder, "\1g" + std::to_string(I) + ";"});
    Folders.push_back({P.Root, "\1r"});
  }

  std::string mark(llvm::StringRef Text) const {
    if (Text.find_first_of(llvm::StringRef("/\1")) == llvm::StringRef::npos)
      return Text.str();
    std::string Result;
    for (size_t I = 0; I < Text.size();) {
      auto [Length, Mark] = folderAt(Text.drop_front(I));
      if (Length == 0)
        Result += Text[I] == '\1' ? "\1e" : std::string(1, Text[I]);
      Result += Mark;
      I += std::max<size_t>(Length, 1);
    }
    return Result;
  }

  std::string unmark(llvm::StringRef Text) const {
    std::string Result;
    while (!Text.empty()) {
      auto [Before, Rest] = Text.split('\1');
      Result += Before;
      if (Before.size() == Text.size())
        break;
      Text = Rest;
      if (Text.consume_front("e")) {
        Result += '\1';
        continue;
      }
      for (const auto &[Folder, Mark] : Folders)
        if (Text.consume_front(llvm::StringRef(Mark).drop_front())) {
          Result += Folder;
          break;
        }
    }
    return Result;
  }

private:
  std::pair<size_t, std::string> folderAt(llvm::StringRef Text) const {
    if (Text.front() == '/')
      for (const auto &[Folder, Mark] : Folders)
        if (!Folder.empty() && Text.starts_with(Folder) &&
            (Text.size() == Folder.size() || !isPartOfName(Text[Folder.size()])))
          return {Folder.size(), Mark};
    return {0, ""};
  }
  static bool isPartOfName(char C) {
    return llvm::isAlnum(C) || llvm::StringRef("_-.").contains(C);
  }

  std::vector<std::pair<std::string, std::string>> Folders;
};

template <typename T> std::string bytesOf(const T &Value, const Project &P) {
  ArchiveWriter Archive(
      [Marks = FolderMarks(P)](llvm::StringRef Text) { return Marks.mark(Text); });
  Archive(Value);
  return Archive.bytes();
}

} // namespace

/// Stands in front of the SHA-256 and the size of the bytes that follow packed.
static constexpr llvm::StringLiteral Format = "cu2cl units 3 ";

std::string writeFormerRun(const FormerRun &Run, const Project &P) {
  if (!llvm::compression::zlib::isAvailable())
    return {};
  std::string Bytes = bytesOf(Run, P);
  llvm::SmallVector<uint8_t, 0> Packed;
  llvm::compression::zlib::compress(llvm::arrayRefFromStringRef(Bytes), Packed,
                                    llvm::compression::zlib::BestSpeedCompression);
  return (Format + hashOf(Bytes) + " " + llvm::Twine(Bytes.size()) + "\n" +
          llvm::toStringRef(Packed))
      .str();
}

FormerRun readFormerRun(llvm::StringRef Content, const Project &P) {
  auto [Head, Packed] = Content.split('\n');
  auto [Hash, Size] = Head.rsplit(' ');
  size_t Length = 0;
  if (!Hash.consume_front(Format) || Size.getAsInteger(10, Length) || Length > (size_t(1) << 32) ||
      !llvm::compression::zlib::isAvailable())
    return {};
  llvm::SmallVector<uint8_t, 0> Bytes;
  if (llvm::Error Broken =
          llvm::compression::zlib::decompress(llvm::arrayRefFromStringRef(Packed), Bytes, Length)) {
    llvm::consumeError(std::move(Broken));
    return {};
  }
  if (hashOf(llvm::toStringRef(Bytes)) != Hash)
    return {};
  ArchiveReader Archive(llvm::toStringRef(Bytes), [Marks = FolderMarks(P)](llvm::StringRef Text) {
    return Marks.unmark(Text);
  });
  FormerRun Run;
  Archive(Run);
  return Archive.isFine() ? std::move(Run) : FormerRun();
}

std::string bytesOf(const UnitRecord &Record) {
  ArchiveWriter Archive;
  Archive(Record);
  return Archive.bytes();
}

bool readRecord(llvm::StringRef Bytes, UnitRecord &Into) {
  ArchiveReader Archive(Bytes);
  Archive(Into);
  return Archive.isFine();
}

std::string keyOf(const CompileCommand &Command, const Project &P) {
  return hashOf(bytesOf(Command, P));
}

std::string keyOf(const KernelDecisions &Decisions, const Project &P) {
  return hashOf(bytesOf(Decisions, P));
}

std::string keyOf(const std::vector<KernelInterface> &Kernels, const Project &P) {
  return hashOf(bytesOf(Kernels, P));
}

std::string keyOf(const MacroPlan::Votes &Votes, const Project &P) {
  return hashOf(bytesOf(Votes, P));
}

std::string keyOfLines(const std::vector<std::string> &Lines, const Project &P) {
  return hashOf(bytesOf(Lines, P));
}

} // namespace cu2cl
