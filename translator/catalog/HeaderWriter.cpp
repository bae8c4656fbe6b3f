// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "catalog/HeaderWriter.h"
#include "catalog/Catalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cu2cl::catalog {

namespace {

/// "(cudaStream_t stream = 0)" to "(cudaStream_t stream __dv(0))": C has no default arguments.
std::string withDefaults(StringRef Parameters) {
  if (Parameters == "(...)")
    return "(__cu2cl_any)";
  SmallVector<StringRef, 8> Parts;
  stripParentheses(Parameters).split(Parts, ',');
  std::string Text = "(";
  for (StringRef Part : Parts) {
    auto [Declaration, Default] = Part.split('=');
    if (Text.size() > 1)
      Text += ",";
    Text += Declaration.rtrim();
    if (!Default.empty())
      Text += (" __dv(" + Default.trim() + ")").str();
  }
  return Text + ")";
}

std::string functions(StringRef Family) {
  std::string Text;
  for (const HostFunction &F : hostFunctions())
    // A template is declared by hand.
    if (F.Family == Family && !(F.Rule == HostRule::Rename && F.C.empty()))
      Text += (F.Result + " __cu2cl_api " + F.Cuda + withDefaults(F.Parameters) + ";\n").str();
  return Text;
}

std::string enumerators(StringRef Enumeration) {
  std::string Text;
  for (const HostName &N : hostNames())
    if (N.Kind == NameKind::Enumerator && N.Family == Enumeration)
      Text += ("  " + N.Cuda + " = " + N.Value + ",\n").str();
  return Text;
}

std::string macros() {
  std::string Text;
  for (const HostName &N : hostNames())
    if (N.Kind == NameKind::Macro)
      Text += ("#define " + N.Cuda + " " + N.Value + "\n").str();
  return Text;
}

/// A C++ overload of a C name: a template that only this type deduces. The C++ library's own
/// overload, if its header is included too, is no template and so is preferred, without ambiguity.
std::string overload(const DeviceFunction &F) {
  StringRef Real;
  auto Types = F.parameterTypes();
  for (StringRef Type : Types)
    if (is_contained({"float", "double", "long", "long long"}, Type))
      Real = Type;
  std::string Text = ("template <class T> __cu2cl_both typename __cu2cl_only<T, " + Real + ", " +
                      F.Result + ">::type " + F.Cuda + "(")
                         .str();
  for (StringRef &Type : Types)
    if (Type == Real)
      Type = "T";
  return Text + join(Types, ", ") + ");\n";
}

std::string device(StringRef Family) {
  std::string Text;
  for (const DeviceFunction &F : deviceFunctions()) {
    if (F.Family != Family || is_contained({Declared::Libc, Declared::LibcMacro, Declared::Cxx,
                                            Declared::Maker, Declared::Skeleton},
                                           F.Where))
      continue;
    if (F.Where == Declared::Overload) {
      Text += overload(F);
      continue;
    }
    if (F.isOldName())
      Text += "#ifdef " + F.askingMacro() + "\n";
    if (is_contained(F.parameterTypes(), "T") || F.Parameters.contains("T *"))
      Text += "template <class T> ";
    Text += F.Where == Declared::Shared ? "__cu2cl_both " : "__cu2cl_device ";
    Text += F.prototype() + ";\n";
    if (F.isOldName())
      Text += "#endif\n";
  }
  return Text;
}

constexpr StringLiteral Components[] = {"x", "y", "z", "w"};

std::string vectors() {
  std::string Text;
  for (const VectorType &V : vectorTypes()) {
    Text += ("struct " + V.Cuda + " { " + V.CudaBase + " " +
             join(ArrayRef(Components).take_front(V.Count), ", ") + "; }")
                .str();
    if (V.Count != 1 && V.Count != 3)
      Text += " __attribute__((aligned(" + std::to_string(V.Align) + ")))";
    Text += (";\ntypedef struct " + V.Cuda + " " + V.Cuda + ";\n").str();
  }
  return Text;
}

std::string makers() {
  std::string Text;
  for (const VectorType &V : vectorTypes()) {
    Text += ("__cu2cl_inline " + V.Cuda + " make_" + V.Cuda + "(").str();
    for (unsigned I = 0; I != V.Count; ++I)
      Text += ((I ? ", " : "") + V.CudaBase + " " + Components[I]).str();
    Text += (") { " + V.Cuda + " v = {" + join(ArrayRef(Components).take_front(V.Count), ", ") +
             "}; return v; }\n")
                .str();
  }
  return Text;
}

} // namespace

std::string aliasHeader(StringRef Base) {
  return ("#pragma once\n#include <" + Base + ">\n").str();
}

std::string expandHeader(StringRef Skeleton, std::string &Error) {
  std::string Text;
  while (!Skeleton.empty()) {
    StringRef Line;
    std::tie(Line, Skeleton) = Skeleton.split('\n');
    StringRef Directive = Line.trim();
    if (!Directive.consume_front("// @")) {
      Text += (Line + "\n").str();
      continue;
    }
    auto [Command, Argument] = Directive.split(' ');
    std::string Rows = Command == "functions"     ? functions(Argument)
                       : Command == "enumerators" ? enumerators(Argument)
                       : Command == "macros"      ? macros()
                       : Command == "device"      ? device(Argument)
                       : Command == "vectors"     ? vectors()
                       : Command == "makers"      ? makers()
                                                  : "";
    if (Rows.empty()) {
      Error = ("no rows for '" + Line + "'").str();
      return "";
    }
    Text += Rows;
  }
  return Text;
}

} // namespace cu2cl::catalog
