// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A source that the CUDA project compiles into a file of its own (nvcc -ptx) says at its end what
// programs find in that file:
//   static const clrt::driver_module this_module({"scale.ptx"}, {
//       {"scale", scale},
//   });

#include "core/source/TypeParts.h"
#include "host/unit/HostUnit.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace cu2cl {

/// The name that nvcc gives the kernel: one that is not visible elsewhere has it, too.
static std::string nameInModule(const KernelInterface &K) {
  StringRef Name = K.Mangled;
  return Name.consume_front("_ZL") ? ("_Z" + Name).str() : K.Mangled;
}

/// The name of \p V in the module; empty if nobody can know it.
static std::string nameInModule(const HostUnit &U, const VarDecl *V) {
  if (V->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return V->getNameAsString();
  if (!V->isExternallyVisible())
    return {};
  std::unique_ptr<MangleContext> Mangler(
      const_cast<ASTContext &>(U.Side.context()).createMangleContext());
  std::string Name;
  llvm::raw_string_ostream Stream(Name);
  Mangler->mangleName(V, Stream);
  return Name;
}

/// Returns true if an object of type \p T holds an address of memory.
static bool holdsAddress(QualType T) {
  return anyPart(T, [](QualType Part) {
    return Part->isReferenceType() || (Part->isPointerType() && !Part->isFunctionPointerType());
  });
}

/// Returns true if kernels read addresses from memory that the program fills.
static bool findsAddresses(const HostUnit &U) {
  return U.Context.StoresPointers || llvm::any_of(U.DeviceOnly, [&](const DeviceDecl &D) {
           if (D.Variable)
             return holdsAddress(D.Variable->getType());
           return D.Function && D.Function->hasAttr<CUDAGlobalAttr>() &&
                  llvm::any_of(D.Function->parameters(), [&](const ParmVarDecl *P) {
                    QualType T = P->getType();
                    return T->isPointerType() && holdsAddress(T->getPointeeType());
                  });
         });
}

static std::string entry(StringRef Name, StringRef Object) {
  return ("    {\"" + Name + "\", " + Object + "},\n").str();
}

void enterModules(HostUnit &U) {
  if (!U.Side.IsModule)
    return;
  const std::string &File = U.Unit.Command.File;
  std::set<std::string> Includes;
  std::string Entries;
  for (const KernelInterface &K : U.Context.OwnKernels) {
    if (K.Linkage == KernelInterface::Unnamed)
      continue;
    Includes.insert(handlesPart(U.Context.HandlesInclude(File, K.File, false), U.partOf(K)));
    std::string Entry =
        entry(nameInModule(K), (K.Namespace.empty() ? "" : K.Namespace + "::") + K.HandleName);
    Entries += K.Condition.empty() ? Entry : "#if " + K.Condition + Entry + "#endif\n";
  }
  for (const DeviceDecl &D : U.DeviceOnly)
    if (isSymbol(U, D) && D.Variable->isThisDeclarationADefinition())
      if (std::string Name = nameInModule(U, D.Variable); !Name.empty())
        Entries += entry(Name, D.Variable->getQualifiedNameAsString());
  std::string Files, Text = "\n// What programs find in the module.\n#include <clrt/driver.hpp>\n";
  for (const std::string &Include : Includes)
    Text += "#include \"" + Include + "\"\n";
  for (const std::string &Name : U.Unit.Command.ModuleFiles)
    Files += (Files.empty() ? "\"" : ", \"") + Name + "\"";
  Text += "static const clrt::driver_module this_module({" + Files + "}, {\n" + Entries + "}" +
          (findsAddresses(U) ? ", clrt::finds_addresses" : "") + ");\n";
  const SourceManager &SM = U.Side.sources();
  Edit E;
  E.File = U.Side.pathOf(SM.getLocForStartOfFile(SM.getMainFileID()));
  E.Offset = SM.getBufferData(SM.getMainFileID()).size();
  E.Replacement = std::move(Text);
  E.K = Edit::Line;
  E.Rule = "ModuleEntries";
  U.Source.edits().add(std::move(E));
}

} // namespace cu2cl
