// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The header x_kernels.hpp.

#include "frontend/Fragments.h"
#include "host/handles/ExportedSymbols.h"
#include "host/handles/ForwardDeclarations.h"
#include "host/handles/HandleUses.h"
#include "host/unit/DeviceCode.h"
#include "host/unit/KernelFunctions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;

namespace cu2cl {

static std::string handleParameter(const KernelParameter &P) {
  if (StringRef(P.HostType).starts_with("CU2CL_ERROR_"))
    return P.HostType;
  switch (P.K) {
  case KernelParameter::Global:
    return "clrt::global<" + P.HostType + ">";
  case KernelParameter::GlobalAt:
    return "clrt::global_at<" + P.HostType + ">";
  case KernelParameter::Texture:
    return "clrt::texture_argument";
  case KernelParameter::Members:
    return "clrt::members<" + P.HostType + ">";
  case KernelParameter::Value:
    return P.HostType;
  }
  llvm_unreachable("another kind of parameter");
}

/// \p Name as the handle's header says it: of a shared handle, by what shareSymbols() defines.
static std::string symbolName(const std::string &Name, const std::string &Source,
                              StringRef SharedIn) {
  return SharedIn.empty() || !Source.empty() ? Name : (SharedIn + "::" + sharedSymbol(Name)).str();
}

static std::string appendedParameter(const AppendedParameter &P, StringRef SharedIn) {
  switch (P.K) {
  case AppendedParameter::DynamicLocal:
    return "clrt::dynamic_local()";
  case AppendedParameter::FaultWord:
    return "clrt::fault_word()";
  case AppendedParameter::Constant:
    return "clrt::constant(" + symbolName(P.HostName, P.Source, SharedIn) + ")";
  case AppendedParameter::GlobalVariable:
    return "clrt::global_variable(" + symbolName(P.HostName, P.Source, SharedIn) + ")";
  case AppendedParameter::Texture:
    return "clrt::bound_texture(" + symbolName(P.HostName, P.Source, SharedIn) + ")";
  case AppendedParameter::PackedConstants: {
    std::vector<std::string> Names;
    for (size_t I = 0; I < P.Names.size(); ++I)
      Names.push_back(symbolName(P.Names[I], P.Sources[I], SharedIn));
    return "clrt::packed_constants({" + llvm::join(Names, ", ") + "})";
  }
  }
  return {};
}

/// \p Items after \p Head, separated by commas, in lines of at most 100 columns: below each other,
/// unless \p Head leaves no room for that.
static std::string fillLines(std::string Head, ArrayRef<std::string> Items, StringRef Tail) {
  std::string Indent(Head.size() > 60 ? 8 : Head.size(), ' ');
  std::string Text, Line = std::move(Head);
  for (size_t I = 0; I < Items.size(); ++I) {
    std::string Item = Items[I] + (I + 1 < Items.size() ? "," : Tail.str());
    if (I > 0 && Line.size() + Item.size() + 1 > 100) {
      Text += Line + "\n";
      Line = Indent + Item;
    } else {
      Line += (I > 0 ? " " : "") + Item;
    }
  }
  return Text + Line + (Items.empty() ? Tail.str() : "");
}

/// "int n", "float *v"
static std::string declaration(const std::string &Type, const std::string &Name) {
  return Type + (StringRef(Type).ends_with("*") ? "" : " ") + Name;
}

/// The declaration of the function that stands for \p K, in a header that is included where nothing
/// else declares it.
static std::string declareFunction(const KernelInterface &K) {
  if (!K.IsValue || !hasNamedFunction(K) || StringRef(K.QualifiedName).contains('<'))
    return {};
  std::vector<std::string> Types;
  for (const KernelParameter &P : K.Parameters)
    Types.push_back(P.K == KernelParameter::Global || P.K == KernelParameter::GlobalAt
                        ? declaration(P.HostType, "*")
                        : P.HostType);
  std::string Name = StringRef(K.QualifiedName).rsplit("::").second.str();
  Name = Name.empty() ? K.QualifiedName : Name;
  std::string Text = (K.Linkage == KernelInterface::Static ? "static "
                      : K.Mangled == Name                  ? "extern \"C\" "
                                                           : "") +
                     ("void " + Name) + "(" + llvm::join(Types, ", ") + ");\n";
  return K.Linkage == KernelInterface::Unnamed ? "namespace {\n" + Text + "} // namespace\n" : Text;
}

/// One handle: its signature, its type, its name with what is appended to its arguments.
static std::string printHandle(const KernelInterface &K, const std::string &ProgramId,
                               StringRef SharedIn) {
  std::vector<std::string> Parameters, Appended;
  for (const KernelParameter &P : K.Parameters)
    Parameters.push_back(handleParameter(P));
  for (const AppendedParameter &P : K.Appended)
    Appended.push_back(appendedParameter(P, SharedIn));
  std::string Type = fillLines("static const clrt::kernel<", Parameters, ">");
  std::string Call = K.HandleName + "(" + ProgramId + ", \"" + K.Name + "\"";
  if (K.IsValue && hasNamedFunction(K))
    Call += ", " + K.QualifiedName;
  const size_t Indent = K.HandleName.size() + 5;
  std::string Bounds =
      K.MaxThreads ? "clrt::launch_bounds(" + std::to_string(K.MaxThreads) + ")" : "";
  if (!Appended.empty())
    Call = StringRef(fillLines("    " + Call + ", {", Appended, "}")).drop_front(4).str();
  if (!Bounds.empty()) {
    size_t Width = Call.size() - (StringRef(Call).rfind('\n') + 1) + Bounds.size();
    Call += (Width < 92 ? ", " : ",\n" + std::string(Indent, ' ')) + Bounds;
  }
  Call += ");\n";
  bool Fits = Appended.empty() && Type.size() + Call.size() + 1 < 101;
  return "\n// " + K.Signature + "\n" + (SharedIn.empty() && !K.IsMacro ? "" : declareFunction(K)) +
         Type + (Fits ? " " : "\n    ") + Call;
}

ClosureClasses closuresOf(ArrayRef<const KernelInterface *> Kernels) {
  ClosureClasses All;
  for (const KernelInterface *K : Kernels) {
    for (const KernelParameter &P : K->Parameters)
      if (P.Closure)
        All.emplace(P.Closure->Name, &*P.Closure);
    for (const ClosureClass &C : K->Closures)
      All.emplace(C.Name, &C);
  }
  return All;
}

/// Adds the class of \p All that \p Type is, or is an instance of, to \p Out, after those of its
/// members.
static void addClosure(StringRef Type, const ClosureClasses &All,
                       llvm::SetVector<const ClosureClass *> &Out) {
  auto Found = All.find(Type.split('<').first.str());
  if (Found == All.end() || Out.contains(Found->second))
    return;
  if (!Found->second->IsTemplate)
    for (const auto &[Type, Field] : Found->second->Fields)
      addClosure(Type, All, Out);
  Out.insert(Found->second);
}

static std::string printClosures(const ClosureClasses &Classes) {
  llvm::SetVector<const ClosureClass *> Ordered;
  for (const auto &[Name, Class] : Classes)
    addClosure(Name, Classes, Ordered);
  std::string Text;
  for (const ClosureClass *C : Ordered) {
    const std::string &Name = C->Name;
    bool IsTemplate = C->IsTemplate && !(C->Parameters.empty() && C->Fields.empty());
    std::vector<std::string> Head = C->Parameters, Names = C->ParameterNames, Given, Values;
    std::string Fields, Copies;
    for (const auto &[Written, Field] : C->Fields) {
      std::string Type = IsTemplate ? "Type_" + Field : Written;
      if (IsTemplate) {
        Head.push_back("typename " + Type);
        Names.push_back(Type);
      }
      Fields += "  " + declaration(Type, Field) + ";\n";
      const bool IsArray = C->Arrays.count(Field) != 0;
      Given.push_back(IsArray ? "const " + Type + " &" + Field : declaration(Type, Field));
      Values.push_back(IsArray ? "{}" : Field);
      if (IsArray)
        Copies +=
            "  std::memcpy(closure." + Field + ", " + Field + ", sizeof closure." + Field + ");\n";
    }
    std::string Template = IsTemplate ? "template <" + llvm::join(Head, ", ") + ">\n" : "";
    std::string Whole = Name + (IsTemplate ? "<" + llvm::join(Names, ", ") + ">" : "");
    Text += "\n// What a lambda in " + C->Around + "() captures.\n" + Template + "struct " + Name +
            " {\n" + Fields;
    if (!C->Members.empty())
      Text += "  " + argumentsFriend(Name, "{" + llvm::join(C->Members, ", ") + "}", true) + "\n";
    Text += "};\n";
    if (IsTemplate)
      Text += Template + Whole + " make_" + Name + "(" + llvm::join(Given, ", ") + ") {\n" +
              (Copies.empty() ? "  return {" : "  " + Whole + " closure = {") +
              llvm::join(Values, ", ") + "};\n" +
              (Copies.empty() ? "" : Copies + "  return closure;\n") + "}\n";
  }
  return Text;
}

/// The handles of \p Kernels, in their namespaces.
static std::string printList(ArrayRef<const KernelInterface *> Kernels,
                             const std::string &ProgramId, StringRef SharedIn,
                             const ClosureClasses &Closures) {
  std::string Text = printClosures(Closures), Open;
  for (const KernelInterface *K : Kernels) {
    if (K->WrittenNamespace != Open) {
      Text += switchNamespace(Open, K->WrittenNamespace);
      Open = K->WrittenNamespace;
    }
    std::string Handle = printHandle(*K, ProgramId, SharedIn);
    Text += K->Condition.empty() ? Handle : "\n#if " + K->Condition + Handle + "#endif\n";
  }
  return Text + switchNamespace(Open, "");
}

static std::string declareProgram(const std::string &ClName, const std::string &ProgramId) {
  return "CLRT_PROGRAM(" + ProgramId + "); // " + ClName +
         ", embedded by the build (clrt_add_program)\n";
}

std::string printHandles(const std::string &ClName, const std::string &ProgramId,
                         ArrayRef<const KernelInterface *> Kernels,
                         const std::string &SharedInclude, const ClosureClasses *Closures) {
  std::vector<const KernelInterface *> Own;
  for (const KernelInterface *K : Kernels)
    if (SharedInclude.empty() || !K->LaunchedElsewhere)
      Own.push_back(K);
  return "// Kernels of " + ClName + ".\n#pragma once\n#include <clrt/clrt.hpp>\n" +
         (SharedInclude.empty() ? declareProgram(ClName, ProgramId)
                                : "#include \"" + SharedInclude + "\"\n") +
         declareForeignSymbols(Own) +
         printList(Own, ProgramId, "", Closures ? *Closures : closuresOf(Own));
}

std::string printSharedHandles(const std::string &ClName, const std::string &ProgramId,
                               ArrayRef<const KernelInterface *> Kernels) {
  std::vector<const KernelInterface *> Shared;
  std::set<ExportedSymbol> Symbols;
  for (const KernelInterface *K : Kernels)
    if (K->LaunchedElsewhere) {
      Shared.push_back(K);
      for (const ExportedSymbol &Symbol : symbolsOf(*K))
        Symbols.insert({sharedSymbol(Symbol.Name), Symbol.IsTexture});
    }
  if (Shared.empty())
    return {};
  std::string Text = "// Kernels of " + ClName + " that other files launch.\n#pragma once\n" +
                     "#include <clrt/clrt.hpp>\n" + declareProgram(ClName, ProgramId);
  std::string Namespace = sharedNamespace(ProgramId);
  if (!Symbols.empty())
    Text += "\n// The symbols that they take.\nnamespace " + Namespace + " {\n";
  for (const ExportedSymbol &Symbol : Symbols)
    Text += "extern " + Symbol.reference().str() + Symbol.Name + ";\n";
  if (!Symbols.empty())
    Text += "} // namespace " + Namespace + "\n";
  return Text + declareForeignSymbols(Shared) +
         printList(Shared, ProgramId, Namespace, closuresOf(Shared));
}

} // namespace cu2cl
