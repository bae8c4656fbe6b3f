// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/cmake/CMakeInterpreter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace cu2cl {

using llvm::StringRef;
using Words = std::vector<std::string>;

/// True for properties that change nothing about what the text of a source means.
static bool saysNothingAboutText(StringRef Key) {
  static const std::set<StringRef> Known = {"FOLDER",
                                            "LABELS",
                                            "VERSION",
                                            "SOVERSION",
                                            "PREFIX",
                                            "SUFFIX",
                                            "LINKER_LANGUAGE",
                                            "POSITION_INDEPENDENT_CODE",
                                            "CUDA_SEPARABLE_COMPILATION",
                                            "CUDA_RESOLVE_DEVICE_SYMBOLS",
                                            "CUDA_RUNTIME_LIBRARY",
                                            "CXX_STANDARD_REQUIRED",
                                            "CXX_EXTENSIONS",
                                            "CUDA_STANDARD_REQUIRED",
                                            "CUDA_EXTENSIONS",
                                            "C_STANDARD",
                                            "C_STANDARD_REQUIRED",
                                            "C_EXTENSIONS",
                                            "INTERPROCEDURAL_OPTIMIZATION",
                                            "EXCLUDE_FROM_ALL",
                                            "GENERATED",
                                            "HEADER_FILE_ONLY",
                                            "PUBLIC_HEADER",
                                            "USE_FOLDERS",
                                            "EXPORT_NAME",
                                            "DEBUG_POSTFIX",
                                            "RULE_LAUNCH_COMPILE",
                                            "RULE_LAUNCH_LINK",
                                            "CXX_VISIBILITY_PRESET",
                                            "ENABLE_EXPORTS",
                                            "VISIBILITY_INLINES_HIDDEN",
                                            "BUILD_RPATH",
                                            "INSTALL_RPATH",
                                            "MACOSX_RPATH",
                                            "BUILD_WITH_INSTALL_RPATH",
                                            "INSTALL_RPATH_USE_LINK_PATH"};
  return Known.count(Key) || Key.contains("OUTPUT_DIRECTORY") || Key.contains("OUTPUT_NAME_") ||
         Key.starts_with("XCODE_") || Key.starts_with("VS_");
}

/// Definitions, options and folders, under the names that they have as properties.
bool CMakeProperties::setUsage(CMakeUsage &Usage, const Setting &P, const CMakeScope &S) {
  Words CMakeUsage::*List = llvm::StringSwitch<Words CMakeUsage::*>(P.Key)
                                .Case("COMPILE_DEFINITIONS", &CMakeUsage::Definitions)
                                .Case("INCLUDE_DIRECTORIES", &CMakeUsage::IncludeDirs)
                                .Cases("COMPILE_OPTIONS", "COMPILE_FLAGS", &CMakeUsage::Options)
                                .Cases("LINK_OPTIONS", "LINK_FLAGS", &CMakeUsage::Options)
                                .Case("LINK_LIBRARIES", &CMakeUsage::Libraries)
                                .Default(nullptr);
  if (!List)
    return false;
  Words Items;
  for (const std::string &Value : P.Values) {
    llvm::SmallVector<StringRef, 4> Parts;
    StringRef(Value).split(Parts, ';', -1, /*KeepEmpty=*/false);
    for (StringRef Part : Parts)
      if (StringRef(P.Key).ends_with("_FLAGS"))
        for (const ShellCommand &C : splitShellLine(Part.str(), S.Folder))
          Items.insert(Items.end(), C.Words.begin(), C.Words.end());
      else
        Items.push_back(List == &CMakeUsage::IncludeDirs ? absolutePath(Part, S.Folder)
                                                         : Part.str());
  }
  if (!P.Append && !StringRef(P.Key).ends_with("_FLAGS")) // which are beside the options
    (Usage.*List).clear();
  addUnique(Usage.*List, Items);
  return true;
}

bool CMakeProperties::setOfTarget(CMakeTarget &T, const Setting &P, const CMakeScope &S) {
  StringRef Module = llvm::StringSwitch<StringRef>(P.Key)
                         .Case("CUDA_PTX_COMPILATION", "ptx")
                         .Case("CUDA_CUBIN_COMPILATION", "cubin")
                         .Case("CUDA_FATBIN_COMPILATION", "fatbin")
                         .Default("");
  if (!Module.empty()) {
    std::string Value = P.Values.empty() ? "" : StringRef(P.Values[0]).upper();
    bool IsOn = Value == "ON" || Value == "TRUE" || Value == "1" || Value == "YES";
    T.ModuleExtension = IsOn ? Module.str() : "";
    return true;
  }
  std::string CMakeTarget::*Field = llvm::StringSwitch<std::string CMakeTarget::*>(P.Key)
                                        .Case("CXX_STANDARD", &CMakeTarget::CxxStandard)
                                        .Case("CUDA_STANDARD", &CMakeTarget::CudaStandard)
                                        .Case("OUTPUT_NAME", &CMakeTarget::OutputName)
                                        .Case("CUDA_ARCHITECTURES", &CMakeTarget::Arch)
                                        .Default(nullptr);
  if (Field) {
    T.*Field = llvm::join(P.Values, ";");
    return true;
  }
  Setting Own = P;
  if (StringRef(P.Key).starts_with("INTERFACE_")) {
    Own.Key = P.Key.substr(StringRef("INTERFACE_").size());
    return setUsage(T.Passed, Own, S);
  }
  return setUsage(T.Own, Own, S);
}

void CMakeProperties::setProperty(Owner Of, const Words &Names, const Setting &P, CMakeScope &S) {
  bool Read = saysNothingAboutText(P.Key);
  if (Of == Owner::Folder)
    Read |= setUsage(S.Everything, P, S);
  for (const std::string &Name : Names) {
    if (Of == Owner::Target) {
      CMakeTarget *T = I.All.find(Name);
      Read |= !T || setOfTarget(*T, P, S); // no target: of another kind, a custom one
    } else if (Of == Owner::Source) {
      CMakeSource &Source = SourceProperties[absolutePath(Name, S.Folder)];
      if (P.Key == "LANGUAGE" || P.Key == "CUDA_SOURCE_PROPERTY_FORMAT") {
        Source.Language = P.Values.empty() ? "" : P.Key == "LANGUAGE" ? P.Values[0] : "CUDA";
        Read = true;
      } else {
        Read |= setUsage(Source.Usage, P, S);
      }
    }
  }
  if (!Read && (Of != Owner::Other || StringRef(P.Key).starts_with("RULE_LAUNCH")))
    I.leftOut("the property " + P.Key, S);
}

/// set_target_properties, set_source_files_properties, set_directory_properties, set_property.
/// \returns true if it was one.
bool CMakeProperties::runPropertyCommand(StringRef Name, const Words &Args, CMakeScope &S) {
  Owner Of = llvm::StringSwitch<Owner>(Name)
                 .Case("set_target_properties", Owner::Target)
                 .Case("set_source_files_properties", Owner::Source)
                 .Case("set_directory_properties", Owner::Folder)
                 .Default(Owner::Other);
  if (Of != Owner::Other) {
    auto Begin = llvm::find(Args, "PROPERTIES");
    Words Names(Args.begin(), llvm::find(Args, "DIRECTORY"));
    if (Names.size() > size_t(Begin - Args.begin()))
      Names.assign(Args.begin(), Begin);
    for (auto P = Begin; Args.end() - P > 2; P += 2)
      setProperty(Of, Names, {*(P + 1), {*(P + 2)}, false}, S);
    return true;
  }
  if (Name != "set_property" || Args.empty())
    return Name == "set_property";
  Of = llvm::StringSwitch<Owner>(Args[0])
           .Case("TARGET", Owner::Target)
           .Case("SOURCE", Owner::Source)
           .Case("DIRECTORY", Owner::Folder)
           .Default(Owner::Other);
  auto Key = llvm::find(Args, "PROPERTY");
  if (Args.end() - Key < 2)
    return true;
  Setting P = {*(Key + 1), Words(Key + 2, Args.end()), false};
  Words Names;
  for (auto Word = Args.begin() + 1; Word != Key; ++Word)
    if (StringRef(*Word).starts_with("APPEND"))
      P.Append = true;
    else
      Names.push_back(*Word);
  setProperty(Of, Names, P, S);
  return true;
}

} // namespace cu2cl
