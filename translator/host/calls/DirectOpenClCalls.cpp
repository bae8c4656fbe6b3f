// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One CUDA call becomes one OpenCL call where that means the same in this program:
//   cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
//   clEnqueueWriteBuffer(clrt::queue(), d, CL_TRUE, 0, n, h, 0, nullptr, nullptr);
// That is so if there is one queue (no streams, one device), nobody looks at the result or at the
// last error, and the device side is a cl_mem. Null pointers and sizes of 0 then have no effect in
// either.

#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/InstanceUsr.h"
#include "catalog/Catalog.h"
#include "catalog/Roles.h"
#include "host/unit/HostUnit.h"
#include "host/unit/RuleNames.h"
#include "host/unit/SymbolTypes.h"

using namespace clang;

namespace cu2cl {

/// Adds the device variables that \p Context declares and another unit defines.
static void addForeignSymbols(const DeclContext *Context, const SourceManager &SM,
                              std::set<std::string> &Found) {
  for (const Decl *D : Context->decls()) {
    if (isa<NamespaceDecl, LinkageSpecDecl>(D) && !SM.isInSystemHeader(D->getLocation()))
      addForeignSymbols(cast<DeclContext>(D), SM, Found);
    const auto *V = dyn_cast<VarDecl>(D);
    // `extern`, and `extern "C"` without braces
    if (V && V->isThisDeclarationADefinition() == VarDecl::DeclarationOnly &&
        (isSymbol(V) || isManaged(V)) && !V->getDefinition() &&
        !SM.isInSystemHeader(V->getLocation()))
      Found.insert(instanceUsr(V));
  }
}

HostFacts collectHostFacts(const ParsedUnit &Unit,
                           const std::function<bool(const std::string &)> &IsProjectFile) {
  HostFacts Facts;
  EditSet None;
  EditSource Source(*Unit.Host, IsProjectFile, None);
  for (FileID File : Source.projectFiles())
    for (const syntax::Token &Token : Source.spelledTokens(File)) {
      StringRef Word = Token.text(Source.sources());
      catalog::Touched State = catalog::touchedBy(Word);
      Facts.UsesManaged |= State.Managed;
      Facts.UsesStreams |= State.Streams;
      Facts.UsesLastError |= State.LastError;
      Facts.UsesDevices |= State.Devices;
    }
  addForeignSymbols(Unit.Host->context().getTranslationUnitDecl(), Unit.Host->sources(),
                    Facts.ForeignSymbols);
  return Facts;
}

/// The text of an expression with the edits made so far; empty if it is not written in one place.
static std::string edited(const HostUnit &U, const EditSet &Edits, const Expr *E,
                          const FileRange &Within) {
  std::optional<FileRange> R = U.Source.range(E->getSourceRange());
  if (!R || R->Expansion != 0 || R->File != Within.File || R->Begin < Within.Begin ||
      R->End > Within.End)
    return {};
  // The expression may begin with a macro that is defined elsewhere.
  FileID File = U.Side.sources().getFileID(U.Side.sources().getFileLoc(E->getBeginLoc()));
  return Edits.applyRange(R->File, U.Source.fileText(File), R->Begin, R->End);
}

/// The OpenCL call for a copy of kind \p Kind; empty if there is none.
static std::string rawCopy(const HostUnit &U, catalog::CopyKind Kind, const std::string &To,
                           const std::string &From, const std::string &Size) {
  std::string Queue = U.IsC ? "clrt_queue(0)" : "clrt::queue()";
  std::string End = U.IsC ? ", 0, NULL, NULL)" : ", 0, nullptr, nullptr)";
  switch (Kind) {
  case catalog::CopyKind::HostToDevice:
    return "clEnqueueWriteBuffer(" + Queue + ", " + To + ", CL_TRUE, 0, " + Size + ", " + From +
           End;
  case catalog::CopyKind::DeviceToHost:
    return "clEnqueueReadBuffer(" + Queue + ", " + From + ", CL_TRUE, 0, " + Size + ", " + To + End;
  case catalog::CopyKind::DeviceToDevice:
    return "clEnqueueCopyBuffer(" + Queue + ", " + From + ", " + To + ", 0, 0, " + Size + End;
  default:
    return {};
  }
}

static std::string rawCall(const HostUnit &U, const EditSet &Edits, const CallExpr *Call,
                           const FileRange &R) {
  catalog::RawCall Like = catalog::rawCallOf(Call->getDirectCallee()->getName());
  if (Like == catalog::RawCall::Finish && U.Context.Facts.UsesManaged)
    return {}; // the host takes managed memory back
  if (Like == catalog::RawCall::Finish)
    return U.IsC ? "clFinish(clrt_queue(0))" : "clFinish(clrt::queue())";
  if (Like != catalog::RawCall::Copy || Call->getNumArgs() != 4)
    return {};
  auto *KindName = dyn_cast<DeclRefExpr>(Call->getArg(3)->IgnoreParenImpCasts());
  auto *Kind = KindName ? dyn_cast<EnumConstantDecl>(KindName->getDecl()) : nullptr;
  if (!Kind)
    return {};
  auto Value = catalog::CopyKind(Kind->getInitVal().getSExtValue());
  bool DeviceTo =
      Value == catalog::CopyKind::HostToDevice || Value == catalog::CopyKind::DeviceToDevice;
  bool DeviceFrom =
      Value == catalog::CopyKind::DeviceToHost || Value == catalog::CopyKind::DeviceToDevice;
  if ((DeviceTo && U.Pointers.of(Call->getArg(0)) != PointerRep::ClMem) ||
      (DeviceFrom && U.Pointers.of(Call->getArg(1)) != PointerRep::ClMem))
    return {};
  // Managed memory is not the host's while a command is given.
  for (const Expr *Side : {Call->getArg(0), Call->getArg(1)})
    if (U.Pointers.of(Side) == PointerRep::Svm)
      return {};
  std::string To = edited(U, Edits, Call->getArg(0), R);
  std::string From = edited(U, Edits, Call->getArg(1), R);
  std::string Size = edited(U, Edits, Call->getArg(2), R);
  if (To.empty() || From.empty() || Size.empty())
    return {};
  return rawCopy(U, Value, To, From, Size);
}

/// Breaks a long call after a comma, at the column of its arguments.
static std::string fitLine(std::string Call, unsigned Column) {
  if (Column + Call.size() + 1 <= 100 || StringRef(Call).contains('\n'))
    return Call;
  size_t Break = StringRef(Call).take_front(100 - std::min(Column, 60u)).rfind(", ");
  size_t Paren = Call.find('(');
  if (Break == StringRef::npos || Break < Paren)
    return Call;
  return Call.substr(0, Break + 1) + "\n" + std::string(Column + Paren + 1, ' ') +
         Call.substr(Break + 2);
}

void rewriteDirectOpenClCalls(HostUnit &U) {
  const HostFacts &Facts = U.Context.Facts;
  if (Facts.UsesStreams || Facts.UsesLastError || Facts.UsesDevices)
    return;
  // The edits of the arguments move with them.
  const EditSet Before = U.Source.edits();
  for (const HostBody &Body : U.Bodies) {
    if (!Body.Function || Body.Function->isTemplated())
      continue;
    for (const HostNode &Node : Body.Nodes) {
      auto *Call = dyn_cast<CallExpr>(Node.S);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      if (!Callee || !Callee->getDeclName().isIdentifier() || Call->getBeginLoc().isMacroID() ||
          U.Source.isEditable(Callee->getLocation()))
        continue;
      const Stmt *Parent = U.parent(Call);
      if (!Parent || isa<Expr, DeclStmt, ReturnStmt, SwitchStmt>(Parent) ||
          isa_and_nonnull<StmtExpr>(U.parent(Parent)) || U.isCondition(Call))
        continue;
      std::optional<FileRange> R = U.Source.range(Call->getSourceRange());
      std::string Raw = R ? rawCall(U, Before, Call, *R) : std::string();
      if (Raw.empty())
        continue;
      unsigned Column = U.Side.sources().getSpellingColumnNumber(Call->getBeginLoc()) - 1;
      U.Source.add(*R, fitLine(Raw, Column), rule::DirectOpenClCalls, Edit::Cover);
    }
  }
}

} // namespace cu2cl
