// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_DEVICETEXT_H
#define CU2CL_KERNEL_CORE_DEVICETEXT_H

#include "core/report/Diagnostics.h"
#include "core/source/Fragment.h"
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cu2cl {

/// Facts of the whole program about one kernel instance.
struct KernelDecision {
  /// Indexes of pointer parameters that some launch gives a buffer and an offset.
  std::set<unsigned> OffsetParameters;
  /// The block size if all launches agree on it.
  std::optional<std::array<unsigned, 3>> WorkGroupSize;
};

/// Decisions of the whole program for the device text, by the USR of the kernel instance.
struct KernelDecisions {
  std::map<std::string, KernelDecision> Kernels;
  /// How many __constant arguments a kernel may have; the rest is packed into one buffer.
  unsigned MaxConstantArguments = 8;
  /// The dumps that developers may ask for, as text: "rules" (each node with the rule that printed
  /// it), "reach", "spaces", "barriers", "plan".
  std::set<std::string> Dumps;
};

/// One definition of the OpenCL program.
struct DeviceDefinition {
  enum Kind { Type, Variable, Function, Kernel } K = Function;
  /// The place of its pattern: the definition that the user wrote, from its first token to the end
  /// of the last one (a ';' included).
  std::string File;
  unsigned Begin = 0, End = 0;
  /// USR and version: items of several units with one identity are one item.
  std::string Identity;
  std::string Name; ///< in OpenCL
  std::string Stem; ///< of an instance of a function template: the template's name
  /// Its parameters and what they are here, {"T", "float"}; empty where that is no single word.
  std::vector<std::pair<std::string, std::string>> Arguments;
  Fragment Text; ///< with its ';' or '}', without a line end
  std::vector<std::string> NeededIdentities;
  std::set<std::string> HelperStems; ///< files clrt/device/<stem>.clh
  std::set<std::string> Extensions;  ///< "cl_khr_fp64" ...
};

/// The host's class for a lambda that is passed to kernels.
struct ClosureClass {
  std::string Name; ///< "scale_lambda"
  std::string File; ///< of the lambda
  unsigned Offset = 0;
  std::string Around;                                      ///< the function that it is in
  std::vector<std::pair<std::string, std::string>> Fields; ///< host type and name
  std::vector<std::string> Members; ///< the arguments of an object `v`: "v.n", "v.m[0], v.m[1]"
  std::set<std::string> Arrays;     ///< names of fields that are arrays; then it is a template
  /// It is in a template, or captures what is declared after the kernel, and so is a template: each
  /// field has a parameter, after those of what it is in, by declaration and name.
  bool IsTemplate = false;
  std::vector<std::string> Parameters, ParameterNames;
  /// The types of fields that the header of the handles can neither name nor declare, as parameters
  /// of a partial specialisation: "Type_scale_lambda_mode".
  std::vector<std::string> Open;
};

/// A parameter of a kernel as the host sees it.
struct KernelParameter {
  enum Kind {
    Global,   ///< clrt::global<HostType>
    GlobalAt, ///< clrt::global_at<HostType>: followed by a ulong offset
    Value,    ///< HostType by value
    Texture,  ///< clrt::texture_argument: a texture object
    Members   ///< clrt::members<HostType>: an object with device pointers, member by member
  } K = Value;
  std::string HostType; ///< C++ type; for buffers the element type ("const float")
  std::string Name;
  std::set<std::string> Classes;       ///< Members: USRs of the classes that are split, as written
  std::set<std::string> Whole;         ///< Members: of those in them that are not
  std::optional<ClosureClass> Closure; ///< Members: of a lambda
};

/// The hidden parameters of a kernel.
struct AppendedParameter {
  enum Kind {
    DynamicLocal,
    Constant,
    GlobalVariable,
    PackedConstants,
    Texture,
    FaultWord
  } K = Constant;
  std::string Name;
  std::string Usr;                  ///< of the variable
  std::string HostName;             ///< the variable's qualified C++ name
  std::string Source;               ///< the other source that alone declares the variable
  std::vector<std::string> Names;   ///< PackedConstants: the variables' C++ names in order
  std::vector<std::string> Usrs;    ///< PackedConstants: their USRs
  std::vector<std::string> Sources; ///< PackedConstants: as Source
};

/// A variable of the device that a kernel takes, as the device's side of its unit has it.
struct DeviceVariable {
  std::string Usr, Name;
  Place Where;
  std::string Digest; ///< initialDigest()
};

/// Everything that the host needs to launch a kernel.
struct KernelInterface {
  std::string Name;                   ///< in OpenCL
  std::string HandleName;             ///< of its handle on the host
  std::string QualifiedName;          ///< in C++, with template arguments
  std::string Namespace;              ///< "a::b", empty at file scope
  std::string WrittenNamespace;       ///< the same with "inline " before inline ones
  std::string Usr;                    ///< of the instance
  std::string Mangled;                ///< the kernel's mangled name
  std::vector<std::string> OpenTypes; ///< those of ClosureClass::Open in QualifiedName
  std::vector<KernelParameter> Parameters;
  /// Of lambdas that others capture, or that class templates have as arguments.
  std::vector<ClosureClass> Closures;
  std::vector<AppendedParameter> Appended;
  std::vector<DeviceVariable> Variables; ///< those that the unit itself declares
  std::optional<std::array<unsigned, 3>> WorkGroupSize;
  unsigned MaxThreads = 0; ///< of a block, by __launch_bounds__; 0: not bounded
  std::string Signature;   ///< "__kernel void f(__global float *v, int n)", one line
  std::string Condition;   ///< of #if, where not all command lines of its source have it
  std::string File;        ///< of the pattern
  unsigned Begin = 0, End = 0;
  bool LaunchedElsewhere = false; ///< by units that do not include File
  /// No template, spelled by a macro: nobody knows where it is declared.
  bool IsMacro = false;
  enum { External, Static, Unnamed } Linkage = External; ///< Unnamed: of a namespace without a name
  bool IsValue = false;     ///< host code uses it as a value: a function stands for it
  unsigned HandlesPart = 0; ///< of the header that has its handle
};

/// How often each rule of the kernel printer fired: by rule, and by what it was applied to.
using RuleCounts = std::map<std::string, std::map<std::string, unsigned>>;

/// The device side of one unit.
struct DeviceText {
  std::vector<DeviceDefinition> Items; ///< what an item needs is before it, otherwise source order
  std::vector<KernelInterface> Kernels;
  RuleCounts Rules;                         ///< without those that did not fire
  std::map<std::string, std::string> Dumps; ///< by KernelDecisions::Dumps
};

} // namespace cu2cl

#endif
