// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HeaderErrors.h"
#include "frontend/ParsedUnit.h"

using namespace clang;

namespace cu2cl {

static bool isOfSystem(const SourceManager &SM, SourceLocation Loc) {
  return SM.isInSystemHeader(Loc) || SM.getFilename(Loc).starts_with(cudaHeaderRoot());
}

static void setPlace(const SourceManager &SM, SourceLocation Loc, std::string &File, unsigned &Line,
                     unsigned &Column) {
  PresumedLoc Place = SM.getPresumedLoc(Loc, /*UseLineDirectives=*/false);
  File = Place.getFilename();
  Line = Place.getLine();
  Column = Place.getColumn();
}

/// "/usr/include/c++/12/bits/stl_algo.h:1870"; of a bundled header its name alone.
static std::string placeInHeader(const SourceManager &SM, SourceLocation Loc) {
  llvm::StringRef Name = SM.getFilename(Loc);
  if (Name.consume_front(cudaHeaderRoot()))
    return "<" + Name.drop_front().str() + ">";
  OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getFileID(Loc));
  llvm::StringRef Real = File ? File->getFileEntry().tryGetRealPathName() : Name;
  return (Real.empty() ? Name : Real).str() + ":" + std::to_string(SM.getSpellingLineNumber(Loc));
}

void HeaderErrors::takeError(const clang::Diagnostic &Info, std::string &Text, std::string &File,
                             unsigned &Line, unsigned &Column) {
  Open = false;
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return;
  const SourceManager &SM = Info.getSourceManager();
  SourceLocation Inside = SM.getExpansionLoc(Info.getLocation()), Loc = Inside;
  while (Loc.isValid() && isOfSystem(SM, Loc))
    Loc = SM.getIncludeLoc(SM.getFileID(Loc));
  if (Loc.isInvalid() || Loc == Inside)
    return;
  Open = true;
  Text += " (in " + placeInHeader(SM, Inside) + ")";
  setPlace(SM, Loc, File, Line, Column);
}

bool HeaderErrors::takeNote(const clang::Diagnostic &Info, std::string &File, unsigned &Line,
                            unsigned &Column) {
  if (!Open || !Info.hasSourceManager() || Info.getLocation().isInvalid())
    return false;
  const SourceManager &SM = Info.getSourceManager();
  SourceLocation Loc = SM.getExpansionLoc(Info.getLocation());
  if (isOfSystem(SM, Loc))
    return false;
  setPlace(SM, Loc, File, Line, Column);
  Open = false;
  return true;
}

} // namespace cu2cl
