// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/HeaderCopies.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

namespace path = llvm::sys::path;

/// The text of a header for the sources that share a copy of it.
struct HeaderCopies::Agreement {
  EditSet Edits;
  std::map<std::string, std::string> UsesOf; ///< what uses of macros want, by their key
  std::map<std::string, std::string> Owners; ///< of handles, by the handles' names
  std::map<std::string, unsigned> Needs;     ///< copies of headers that it includes
};

HeaderCopies::HeaderCopies(const Project &P, const Layout &Files, std::vector<HostSource> Given,
                           const std::map<std::string, std::set<std::string>> &HandleNames)
    : Files(Files), Sources(std::move(Given)), HandleNames(HandleNames), Chosen(Sources.size()) {
  // What is included on a command line, or by a macro, has one name for all.
  std::set<std::string> Headers, Fixed;
  for (const CompileCommand &C : P.Commands)
    for (size_t I = 0; I + 1 < C.Flags.size(); ++I)
      if (C.Flags[I] == "-include")
        Fixed.insert(C.Flags[I + 1]);
  for (const HostSource &S : Sources)
    for (const IncludedFile &I : S.Includes) {
      const FilePlan *Plan = Files.find(I.Path);
      if (I.Begin == I.End)
        Fixed.insert(I.Path);
      if (Plan && Plan->IsHeader)
        Headers.insert(I.Path);
    }
  for (const HostSource &S : Sources) {
    std::map<std::string, EditSet> &ByFile = EditsOf.emplace_back();
    for (Edit &E : S.Edits.all())
      ByFile[E.File].add(std::move(E));
  }
  // Copies of one header may make two users of another differ: again until nothing changes, for no
  // longer than a chain of includes can be.
  bool Changed = true;
  for (size_t Round = 0; Changed && Round <= Headers.size(); ++Round) {
    Changed = false;
    for (const std::string &Header : Headers)
      if (!Fixed.count(Header))
        Changed |= choose(Header);
  }
  nameCopies();
  for (size_t I = 0; I < Sources.size(); ++I) {
    All.merge(renamed(I));
    for (const auto &[File, Kernels] : Sources[I].Handles)
      if (const FilePlan *Plan = Files.find(Kernels.first))
        ProgramsIn[nameFor(I, File)].insert(Plan->Program);
  }
}

/// Gives each source that includes \p Header the first copy whose users agree with it.
bool HeaderCopies::choose(const std::string &Header) {
  std::vector<Agreement> Copies;
  bool Changed = false;
  for (size_t I = 0; I < Sources.size(); ++I) {
    if (llvm::none_of(Sources[I].Includes, [&](const IncludedFile &F) { return F.Path == Header; }))
      continue;
    unsigned Copy = 0;
    while (Copy < Copies.size() && !join(Copies[Copy], I, Header))
      ++Copy;
    if (Copy == Copies.size())
      join(Copies.emplace_back(), I, Header);
    unsigned &Current = Chosen[I][Header];
    Changed |= Current != Copy;
    Current = Copy;
  }
  return Changed;
}

/// Adds what \p Source makes of \p Header to \p With, unless they disagree.
bool HeaderCopies::join(Agreement &With, size_t Source, const std::string &Header) const {
  const HostSource &S = Sources[Source];
  Agreement Both = With;
  if (auto Own = EditsOf[Source].find(Header); Own != EditsOf[Source].end()) {
    Both.Edits.merge(Own->second);
    // A source may disagree with itself (several command lines): a copy does not help there.
    if (!Both.Edits.conflicts().empty() && Own->second.conflicts().empty() &&
        With.Edits.conflicts().empty())
      return false;
  }
  for (const auto &[Key, Use] : S.Edits.macroUses())
    if (Use.File == Header) {
      auto [It, New] = Both.UsesOf.try_emplace(Key, Use.wanted());
      if (!New && It->second != Use.wanted())
        return false;
    }
  for (const auto &[File, Kernels] : S.Handles)
    if (auto Names = HandleNames.find(Kernels.first); File == Header && Names != HandleNames.end())
      for (const std::string &Name : Names->second) {
        auto [It, New] = Both.Owners.try_emplace(Name, Kernels.first);
        if (!New && It->second != Kernels.first)
          return false;
      }
  for (const IncludedFile &I : S.Includes)
    if (auto Copy = Chosen[Source].find(I.Path);
        I.From == Header && I.Path != Header && Copy != Chosen[Source].end()) {
      auto [It, New] = Both.Needs.try_emplace(I.Path, Copy->second);
      if (!New && It->second != Copy->second)
        return false;
    }
  With = std::move(Both);
  return true;
}

/// The name of the copy of \p File that \p Source uses.
std::string HeaderCopies::nameFor(size_t Source, const std::string &File) const {
  auto Copy = Chosen[Source].find(File);
  return Copy == Chosen[Source].end() || Copy->second == 0
             ? File
             : File + "#" + std::to_string(Copy->second);
}

/// Names the copies after the first source that uses them.
void HeaderCopies::nameCopies() {
  std::set<std::string> Taken;
  for (const auto &[Input, Plan] : Files.files())
    Taken.insert(Plan.Host);
  for (size_t I = 0; I < Sources.size(); ++I)
    for (const auto &[Header, Number] : Chosen[I]) {
      std::string Name = nameFor(I, Header);
      if (Number == 0 || Further.count(Name))
        continue;
      llvm::StringRef Host = Files.find(Header)->Host, Tail = path::extension(Host);
      std::string Stem = (Host.drop_back(Tail.size()) + "_" + path::stem(Sources[I].Path)).str();
      std::string Output = Stem + Tail.str();
      for (unsigned N = 2; !Taken.insert(Output).second; ++N)
        Output = Stem + std::to_string(N) + Tail.str();
      Further[Name] = {Header, Output};
    }
}

/// The edits of one source, with the names of the copies that it uses.
EditSet HeaderCopies::renamed(size_t Source) const {
  const HostSource &S = Sources[Source];
  if (llvm::none_of(Chosen[Source], [](const auto &C) { return C.second > 0; }))
    return S.Edits;
  EditSet Result;
  for (Edit E : S.Edits.all()) {
    E.File = nameFor(Source, E.File);
    Result.add(std::move(E));
  }
  // Keys name files, followed by an offset.
  auto Key = [&](std::string Text) {
    for (const auto &[Header, Number] : Chosen[Source])
      if (Number > 0)
        for (size_t At = 0; (At = Text.find(Header + ":", At)) != std::string::npos;) {
          Text.insert(At + Header.size(), "#" + std::to_string(Number));
          At += Header.size();
        }
    return Text;
  };
  for (const auto &[Old, Use] : S.Edits.macroUses()) {
    MacroUse New = Use;
    New.Key = Key(Use.Key);
    New.Parent = Key(Use.Parent);
    New.File = nameFor(Source, Use.File);
    New.BodyFile = nameFor(Source, Use.BodyFile);
    for (Edit &E : New.Edits)
      E.File = nameFor(Source, E.File);
    Result.addMacroUse(std::move(New));
  }
  renameIncludes(Source, Result);
  return Result;
}

/// Includes of headers with copies name those that \p Source uses; folders are as they were.
void HeaderCopies::renameIncludes(size_t Source, EditSet &Edits) const {
  for (const IncludedFile &I : Sources[Source].Includes) {
    auto Copy = Further.find(nameFor(Source, I.Path));
    if (Copy == Further.end() || !Files.find(I.From))
      continue;
    Edit New;
    New.File = nameFor(Source, I.From);
    New.Offset = I.Begin;
    New.Length = I.End - I.Begin;
    New.Rule = "Includes";
    std::string Was = I.Written;
    for (const Edit &E : Edits.edits(New.File))
      if (E.Offset == New.Offset && E.Length == New.Length) {
        Was = E.Replacement;
        Edits.remove(E);
        break;
      }
    llvm::StringRef Old = Was;
    size_t Name = Old.drop_back().size() - path::filename(Old.drop_back()).size();
    Name = std::max<size_t>(Name, 1); // after the quote
    New.Replacement =
        (Old.take_front(Name) + path::filename(Copy->second.Host) + Old.take_back(1)).str();
    Edits.add(std::move(New));
  }
}

std::vector<std::string> HeaderCopies::programsOf(const std::string &Path) const {
  std::set<std::string> Programs;
  auto Add = [&](const std::string &Name) {
    if (auto It = ProgramsIn.find(Name); It != ProgramsIn.end())
      Programs.insert(It->second.begin(), It->second.end());
  };
  for (size_t I = 0; I < Sources.size(); ++I)
    if (Sources[I].Path == Path) {
      Add(Path);
      for (const IncludedFile &F : Sources[I].Includes)
        Add(nameFor(I, F.Path));
    }
  return {Programs.begin(), Programs.end()};
}

} // namespace cu2cl
