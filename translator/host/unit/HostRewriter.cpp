// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "host/unit/HostRewriter.h"
#include "host/unit/HostUnit.h"

using namespace clang;

namespace cu2cl {
namespace {

struct BodyRule {
  const char *Name;
  void (*Apply)(HostScope &);
};

struct UnitRule {
  const char *Name;
  void (*Apply)(HostUnit &);
};

} // namespace

// Applied to every function and to what is at namespace scope. Their
// edits are of different tokens, so the order is only that of reading.
static const BodyRule BodyRules[] = {
    {"KernelLaunch", rewriteLaunches},       {"RuntimeCalls", rewriteRuntimeCalls},
    {"PointerTypes", rewritePointerTypes},   {"PointerUses", rewritePointerUses},
    {"DeviceObjects", rewriteDeviceObjects}, {"FlattenedClasses", rewriteDeviceLambdas},
    {"Textures", rewriteTextures},
};

// Applied to the unit.
static const UnitRule UnitRules[] = {
    {"RuntimeNames", rewriteRuntimeNames},                 // by token, everywhere
    {"Conditionals", rewriteConditionals},                 // by token, in directives
    {"OpenclNames", checkOpenclNames},                     // edits nothing
    {"PtxStrings", checkPtxStrings},                       // edits nothing
    {"ArchitectureVariables", checkArchitectureVariables}, // edits nothing
    // By token: the AST has no node at their place.
    {"ExplicitInstantiations", rewriteExplicitInstantiations},
    {"Friends", qualifyFriends},
    {"UsingDeclarations", rewriteUsings},
    {"DeviceCode", removeDeviceCode}, // covers the edits inside
    {"DeviceInitializers", removeDeviceInitializers},
    {"FlattenedClasses", splitClasses},              // in the classes' own files
    {"KernelHandles", includeHandles},               // is where device code stood
    {"ModuleEntries", enterModules},                 // follows all of the file
    {"Includes", rewriteIncludes},                   // asks whether the file has edits at all
    {"DirectOpenClCalls", rewriteDirectOpenClCalls}, // takes the edited arguments of calls
    {"MacroNames", checkMacroNames}, // edits nothing, looks at what the others wrote
};

void reportConflicts(const EditSet &Edits,
                     const std::function<std::string(const std::string &)> &TextOf,
                     DiagnosticSink &Sink) {
  for (const EditConflict &C : Edits.conflicts()) {
    std::string Text = TextOf(C.File);
    StringRef Before = StringRef(Text).take_front(C.Offset);
    Diagnostic D;
    D.Number = diag::ConflictingMacroUses;
    D.Where = {C.File, unsigned(Before.count('\n')) + 1,
               unsigned(C.Offset - (Before.rfind('\n') + 1)) + 1};
    D.Arguments = {C.First, C.Second};
    Sink.report(std::move(D));
  }
}

HostResult rewriteHost(const ParsedUnit &Unit, const PointerRepresentations &Pointers,
                       const KernelTable &Kernels, const HostContext &Context, EditSet &Edits,
                       DiagnosticSink &Sink) {
  std::unique_ptr<PointerQuery> View = viewPointers(Pointers, *Unit.Host);
  HostUnit U(Unit, *View, Kernels, Context, Edits, Sink);
  for (const HostBody &Body : U.Bodies) {
    HostScope Scope{U, Body, U.Source};
    for (const BodyRule &Rule : BodyRules)
      Rule.Apply(Scope);
  }
  for (const UnitRule &Rule : UnitRules)
    Rule.Apply(U);
  U.Source.countMacroUses(U.Expansions);
  return {std::move(U.HandleHeaderParts), std::move(U.OpenParameters), View->asked()};
}

} // namespace cu2cl
