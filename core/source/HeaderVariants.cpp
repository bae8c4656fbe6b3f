// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/HeaderVariants.h"
#include "core/source/Definitions.h"

namespace cu2cl {

namespace {
using Choice = std::vector<std::map<std::string, unsigned>>;

/// The entries of one header in one unit.
using HeaderPart = std::map<std::string, const DeviceEntry *>;

class VariantChooser {
public:
  VariantChooser(const std::vector<UnitEntries> &Units,
                 llvm::function_ref<bool(llvm::StringRef)> IsHeader)
      : Units(Units), Chosen(Units.size()), Parts(Units.size()) {
    for (size_t I = 0; I < Units.size(); ++I)
      for (const auto &[Identity, E] : Units[I].Entries)
        if (IsHeader(E.File)) {
          Parts[I][E.File][Identity] = &E;
          Headers.insert(E.File);
        }
  }

  /// Splitting one header may make two uses of another differ, so again until nothing changes; a
  /// chain of includes is no longer than there are headers.
  Choice run() {
    bool Changed = true;
    for (size_t Round = 0; Changed && Round <= Headers.size() + 1; ++Round) {
      Changed = false;
      for (const std::string &Header : Headers)
        Changed |= split(Header);
    }
    return Chosen;
  }

private:
  bool split(const std::string &Header) {
    std::vector<std::vector<size_t>> Copies;
    bool Changed = false;
    for (size_t I = 0; I < Units.size(); ++I) {
      if (!Parts[I].count(Header))
        continue;
      size_t Copy = 0;
      while (Copy < Copies.size() &&
             !llvm::all_of(Copies[Copy], [&](size_t Other) { return agree(I, Other, Header); }))
        ++Copy;
      if (Copy == Copies.size())
        Copies.emplace_back();
      Copies[Copy].push_back(I);
      unsigned &Current = Chosen[I][Header];
      Changed |= Current != Copy;
      Current = Copy;
    }
    return Changed;
  }

  /// Returns what \p E needs, each with the copy that unit \p Unit takes it from.
  std::set<std::pair<std::string, unsigned>> needs(size_t Unit, const DeviceEntry &E) const {
    std::set<std::pair<std::string, unsigned>> Result;
    for (const std::string &Need : E.Needs)
      if (auto It = Units[Unit].Entries.find(Need); It != Units[Unit].Entries.end()) {
        auto Copy = Chosen[Unit].find(It->second.File);
        Result.insert({Need, Copy == Chosen[Unit].end() ? 0 : Copy->second});
      }
    return Result;
  }

  /// Returns what the macros that the header's entries of one unit mention are: a definition of the
  /// command line, or "" for one of the sources.
  std::map<std::string, std::set<std::string>> meanings(size_t Unit, const HeaderPart &Part) const {
    std::map<std::string, std::set<std::string>> Result;
    for (const auto &[Identity, E] : Part) {
      for (const std::string &D : E->Given)
        Result[nameOfDefinition(D).str()].insert(D);
      for (const std::string &Need : E->Needs)
        if (auto It = Units[Unit].Entries.find(Need);
            It != Units[Unit].Entries.end() && It->second.IsMacro)
          Result[It->second.Name].insert("");
    }
    return Result;
  }

  bool agree(size_t A, size_t B, const std::string &Header) const {
    const HeaderPart &First = Parts[A].at(Header), &Second = Parts[B].at(Header);
    // Both would be in one program, also where they are different instances.
    std::map<std::string, std::set<std::string>> Others = meanings(B, Second);
    for (const auto &[Name, Meaning] : meanings(A, First))
      if (auto Other = Others.find(Name); Other != Others.end() && Other->second != Meaning)
        return false;
    std::map<std::string, std::string> NameOf; // names that only the first unit uses
    for (const auto &[Identity, E] : First) {
      auto It = Second.find(Identity);
      if (It == Second.end())
        NameOf[E->Name] = Identity;
      else if (E->Text != It->second->Text || E->Given != It->second->Given ||
               needs(A, *E) != needs(B, *It->second))
        return false;
    }
    return llvm::none_of(Second, [&](const auto &E) {
      return !First.count(E.first) && !E.second->Name.empty() && NameOf.count(E.second->Name);
    });
  }

  const std::vector<UnitEntries> &Units;
  Choice Chosen;
  std::vector<std::map<std::string, HeaderPart>> Parts;
  std::set<std::string> Headers;
};
} // namespace

Choice chooseVariants(const std::vector<UnitEntries> &Units,
                      llvm::function_ref<bool(llvm::StringRef)> IsHeader) {
  return VariantChooser(Units, IsHeader).run();
}

} // namespace cu2cl
