// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/output/Layout.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cu2cl {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Hands out names; each only once.
class UsedNames {
public:
  UsedNames() : Taken{"CMakeLists.txt", "cu2cl-report.json", "cu2cl-report.html"} {}

  void take(const std::string &Name) { Taken.insert(Name); }

  /// \p Stem + \p Tail; if that is taken, with \p Suffix between them, then with a number, too.
  std::string give(StringRef Stem, StringRef Suffix, StringRef Tail) {
    std::string Name = (Stem + Tail).str();
    for (unsigned N = 1; !Taken.insert(Name).second; ++N)
      Name = (Stem + "_" + Suffix + (N > 1 ? llvm::Twine(N) : llvm::Twine()) + Tail).str();
    return Name;
  }

private:
  std::set<std::string> Taken;
};

/// Returns where a file outside the root goes: its path from the innermost folder that holds both.
std::string externalName(StringRef Path, StringRef Root) {
  std::string Relative = relativePath(Path, Root);
  StringRef Rest = Relative;
  while (Rest.consume_front("../"))
    ;
  return ("external/" + Rest).str();
}

std::string stemOf(StringRef Relative) {
  return Relative.drop_back(path::extension(Relative).size()).str();
}

/// The order in which files choose their names: CUDA sources, CUDA headers, the others.
unsigned rankOf(const FilePlan &Plan) {
  return isCudaFile(Plan.Input) ? Plan.IsHeader : 2 + Plan.IsHeader;
}

std::string identifierOf(StringRef Path) {
  std::string Id = Path.str();
  for (char &C : Id)
    if (!llvm::isAlnum(C))
      C = '_';
  return llvm::isDigit(Id[0]) ? "_" + Id : Id;
}

} // namespace

std::string nameForCMake(StringRef Path) {
  std::string Name = Path.str();
  for (char &C : Name)
    if (StringRef(";$\\\"\n\t[]").contains(C))
      C = '_';
  return Name;
}

Layout::Layout(const Project &P, const std::set<std::string> &Included,
               const std::set<std::string> &External) {
  std::set<std::string> Built, All(External);
  for (const CompileCommand &C : P.Commands)
    Built.insert(C.File);
  All.insert(Built.begin(), Built.end());
  All.insert(P.Headers.begin(), P.Headers.end());
  All.insert(P.OtherFiles.begin(), P.OtherFiles.end());

  UsedNames Used;
  std::vector<std::pair<unsigned, FilePlan *>> Order;
  for (const std::string &Path : All) {
    FilePlan &Plan = Plans[Path];
    Plan.Input = Path;
    std::optional<std::string> Place = placeInOutput(P, Path);
    Plan.IsExternal = !Place;
    Plan.IsHeader = !Built.count(Path);
    Plan.Host = Place ? *Place : externalName(Path, P.Root);
    // Whatever a unit includes is a header, be it named kernels.cuknl.
    bool HasCode = isSourceFile(Path) || isHeaderFile(Path) || Included.count(Path);
    if (HasCode) {
      StringRef Old = path::parent_path(Plan.Host);
      Plan.IsMoved = nameForCMake(Old) != Old;
      Plan.Host = nameForCMake(Plan.Host);
    }
    // A CUDA file that nothing builds or includes is copied, so it keeps its name.
    bool Renamed = isCudaFile(Path) && (Built.count(Path) || Included.count(Path));
    if (!Renamed)
      Used.take(Plan.Host);
    if (HasCode)
      Order.push_back({rankOf(Plan), &Plan});
  }
  llvm::stable_sort(Order, [](auto &A, auto &B) { return A.first < B.first; });

  for (auto &[Rank, Plan] : Order) {
    std::string Stem = stemOf(Plan->Host);
    std::string Suffix = path::extension(Plan->Input).drop_front().str();
    if (isCudaFile(Plan->Input) && (Built.count(Plan->Input) || Included.count(Plan->Input)))
      Plan->Host = Used.give(Stem, Suffix, Plan->IsHeader ? ".hpp" : ".cpp");
    Plan->Program = Used.give(Stem, Suffix, ".cl");
    Plan->Device = Plan->IsHeader ? Used.give(Stem, Suffix, ".clh") : Plan->Program;
    Plan->SharedDevice = Plan->IsHeader ? Plan->Device : Used.give(Stem, Suffix, "_device.clh");
    Plan->KernelHandles = Used.give(stemOf(Plan->Program), Suffix, "_kernels.hpp");
    Plan->SharedHandles = Used.give(stemOf(Plan->Program), Suffix, "_shared_kernels.hpp");
    Plan->ShownTexts = Used.give(stemOf(Plan->Host), Suffix, "_source_text.hpp");
  }

  std::map<std::string, unsigned> Ids;
  for (auto &[Rank, Plan] : Order)
    ++Ids[identifierOf(path::filename(Plan->Program))];
  std::set<std::string> Given;
  for (auto &[Rank, Plan] : Order) {
    std::string Id = identifierOf(path::filename(Plan->Program));
    if (Ids[Id] > 1) // the same file name in two folders
      Id = identifierOf(Plan->Program);
    Plan->ProgramId = Id;
    for (unsigned N = 2; !Given.insert(Plan->ProgramId).second; ++N) // a-b/x and a_b/x
      Plan->ProgramId = Id + "_" + std::to_string(N);
  }
}

const FilePlan *Layout::find(StringRef Path) const {
  auto Found = Plans.find(Path.str());
  return Found == Plans.end() ? nullptr : &Found->second;
}

std::string Layout::includeSpelling(StringRef From, StringRef To) {
  return relativePath(("/" + To).str(), path::parent_path(("/" + From).str()));
}

std::string outputFolderOf(const std::string &Dir, const Project &P, const Layout &L) {
  if (std::optional<std::string> Place = placeInOutput(P, Dir)) {
    bool HasFiles = isInside(Dir, P.Root) || llvm::any_of(L.files(), [&](const auto &File) {
                      return isInside(File.first, Dir);
                    });
    return HasFiles ? nameForCMake(*Place) : ""; // a build folder may hold nothing
  }
  for (const auto &[Path, Plan] : L.files())
    if (Plan.IsExternal && isInside(Path, Dir)) {
      StringRef Host = Plan.Host;
      unsigned Below = StringRef(relativePath(Path, Dir)).count('/') + 1;
      for (; Below > 0; --Below)
        Host = path::parent_path(Host);
      return Host.str();
    }
  return fs::is_directory(Dir) && !StringRef(Dir).contains("cuda") ? Dir : "";
}

} // namespace cu2cl
