// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Names of the project that the port's headers take: cl_event, CL_SUCCESS, namespace clrt. A macro
// of such a name would silently have another value in the port. And macros of names that the port
// writes: `#define symbol 3` catches clrt::symbol<int>.

#include "host/unit/HostUnit.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl {

namespace {
enum class Taken { AsMacro, AsDeclaration };
} // namespace

static const llvm::StringMap<Taken> &takenNames() {
  static const llvm::StringMap<Taken> Table = {
      {"clrt", Taken::AsDeclaration},
#define OPENCL_MACRO(Name) {#Name, Taken::AsMacro},
#define OPENCL_DECLARED(Name) {#Name, Taken::AsDeclaration},
#include "catalog/OpenclNames.def"
  };
  return Table;
}

/// Returns true if \p Loc is in text of the project that is not OpenCL's own, brought along.
static bool isProjects(const HostUnit &U, SourceLocation Loc) {
  return U.Source.isEditable(Loc) && !StringRef(U.Side.pathOf(Loc)).contains("/CL/");
}

/// Returns true if the project declares \p Name where the headers do, outside of classes and
/// namespaces.
static bool isDeclaredOutside(const HostUnit &U, StringRef Name) {
  const ASTContext &C = U.Side.context();
  return llvm::any_of(C.getTranslationUnitDecl()->lookup(&C.Idents.get(Name)),
                      [&](const NamedDecl *D) { return isProjects(U, D->getLocation()); });
}

/// Returns true if the macro \p D, with parameters, is defined where the unit has already included
/// the header of OpenCL that declares its name: the project means to catch its own calls, and does
/// so in the port, too.
static bool catchesCallsOfOpencl(const HostUnit &U, const MacroDefinition &D) {
  const ASTContext &C = U.Side.context();
  return D.Info->isFunctionLike() &&
         llvm::any_of(C.getTranslationUnitDecl()->lookup(&C.Idents.get(D.Name)),
                      [&](const NamedDecl *Declared) {
                        return U.Side.sources().isBeforeInTranslationUnit(Declared->getLocation(),
                                                                          D.Range.getBegin()) &&
                               !isProjects(U, Declared->getLocation());
                      });
}

void checkOpenclNames(HostUnit &U) {
  std::set<std::string> Reported;
  for (const MacroDefinition &D : U.Side.Macros)
    if (takenNames().count(D.Name) && isProjects(U, D.Range.getBegin()) &&
        !catchesCallsOfOpencl(U, D) && Reported.insert(D.Name).second)
      U.report(diag::ReservedOpenClName, D.Range.getBegin(), {D.Name});
  for (FileID File : U.Source.projectFiles()) {
    if (!isProjects(U, U.Side.sources().getLocForStartOfFile(File)))
      continue;
    for (const syntax::Token &Token : U.Source.spelledTokens(File)) {
      StringRef Word = Token.text(U.Side.sources());
      auto Found = takenNames().find(Word);
      if (Found == takenNames().end() || !U.UserNames.count(Token.location().getRawEncoding()))
        continue;
      // Members and local variables hide types and functions, but not macros.
      if ((Found->second == Taken::AsMacro || isDeclaredOutside(U, Word)) &&
          Reported.insert(Word.str()).second)
        U.report(diag::ReservedOpenClName, Token.location(), {Word.str()});
    }
  }
}

/// Adds the names after `clrt::` in \p Text to \p Into.
static void addWrittenNames(StringRef Text, llvm::StringSet<> &Into) {
  StringRef Rest;
  for (std::tie(Text, Rest) = Text.split("clrt::"); !Rest.empty();
       std::tie(Text, Rest) = Rest.split("clrt::"))
    Into.insert(Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }));
}

/// Adds the names of OpenCL's functions, members and friends that calls in \p Text have: a macro
/// with parameters catches these, too.
static void addCalledNames(StringRef Text, llvm::StringSet<> &Into) {
  for (size_t At = Text.find("cl"); At != StringRef::npos; At = Text.find("cl", At + 1)) {
    StringRef Name = Text.substr(At).take_while(llvm::isAlnum);
    if (takenNames().count(Name))
      Into.insert(Name);
  }
  static const StringRef Calls[] = {".configure(", ").launch(", "::kernel()", " arguments_of("};
  for (StringRef Call : Calls)
    if (Text.contains(Call))
      Into.insert(Call.drop_while([](char C) { return !llvm::isAlpha(C); }).split('(').first);
}

void checkMacroNames(HostUnit &U) {
  llvm::StringSet<> Written, Called;
  for (const Edit &E : U.Source.edits().all()) {
    addWrittenNames(E.Replacement, Written);
    addCalledNames(E.Replacement, Called);
  }
  Preprocessor &PP = U.Side.preprocessor();
  for (const MacroDefinition &D : U.Side.Macros)
    if (((D.Info->isObjectLike() && Written.contains(D.Name)) || Called.contains(D.Name)) &&
        (!takenNames().count(D.Name) || catchesCallsOfOpencl(U, D)) &&
        isProjects(U, D.Range.getBegin()) &&
        PP.getMacroInfo(PP.getIdentifierInfo(D.Name)) == D.Info) // nobody takes it back
      U.report(diag::ReservedOpenClName, D.Range.getBegin(), {D.Name});
}

} // namespace cu2cl
