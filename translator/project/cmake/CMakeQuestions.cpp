// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds what an interpretation of CMake files cannot know, but cmake would: answers of the machine,
// files that are written, modules of CMake.

#include "project/cmake/CMakeInterpreter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cu2cl {

using llvm::StringRef;
using Words = std::vector<std::string>;

/// Commands that ask or write whatever their arguments are; check_... and most find_... are more.
static bool asksAlways(StringRef Name) {
  static const std::set<StringRef> Known = {"configure_file",
                                            "execute_process",
                                            "exec_program",
                                            "try_compile",
                                            "try_run",
                                            "generate_export_header",
                                            "fetchcontent_makeavailable",
                                            "fetchcontent_populate",
                                            "get_target_property",
                                            "get_property",
                                            "get_directory_property",
                                            "get_source_file_property",
                                            "cmake_host_system_information",
                                            "find_library",
                                            "find_path",
                                            "find_file",
                                            "find_program",
                                            "cmake_dependent_option",
                                            "pkg_check_modules",
                                            "pkg_search_module"};
  return Known.count(Name) || (Name.starts_with("check_") && Name != "check_language");
}

/// Packages that every port has, or has replaced.
static bool isKnownPackage(StringRef Name) {
  return llvm::is_contained({"CUDA", "CUDAToolkit", "OpenMP", "MPI", "Threads"}, Name);
}

/// Modules of CMake whose commands are known here, or make nothing that is compiled.
static bool isKnownModule(StringRef Name) {
  static const std::set<StringRef> Known = {"CTest",
                                            "CPack",
                                            "GNUInstallDirs",
                                            "CMakePackageConfigHelpers",
                                            "CheckLanguage",
                                            "FetchContent",
                                            "CMakeParseArguments",
                                            "CMakeDependentOption",
                                            "FeatureSummary",
                                            "FindCUDA",
                                            "CMakePrintHelpers",
                                            "GenerateExportHeader",
                                            "CheckIPOSupported"};
  return Known.count(Name) || Name.starts_with("Check") || Name.starts_with("FindPackage");
}

void CMakeQuestions::noteQuestions(const std::string &Name, const Words &Args) {
  StringRef First = Args.empty() ? "" : StringRef(Args[0]);
  if (Name == "project" || Name == "enable_language") {
    IsProject |= Name == "project" && I.Depth == 1;
    UsesCuda |= llvm::is_contained(Args, "CUDA");
  } else if (Name == "find_package") {
    UsesCuda |= First == "CUDA" || First == "CUDAToolkit";
    Open |= !isKnownPackage(First);
  } else if (Name == "file") {
    Open |= !First.starts_with("GLOB") && First != "MAKE_DIRECTORY" && First != "TO_CMAKE_PATH" &&
            First != "TO_NATIVE_PATH" && First != "RELATIVE_PATH";
  } else {
    Open |= asksAlways(Name);
  }
}

/// include(file) or include(module): a module of the project is looked for as CMake does.
void CMakeInterpreter::include(const std::string &Name, CMakeScope &S) {
  if (runFile(absolutePath(Name, S.Folder), S))
    return;
  llvm::SmallVector<StringRef, 4> Folders;
  std::string Paths = S.Variables["CMAKE_MODULE_PATH"];
  StringRef(Paths).split(Folders, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Folder : Folders)
    if (runFile(absolutePath(Name + ".cmake", absolutePath(Folder, S.Folder)), S))
      return;
  Questions.Open |= !isKnownModule(Name);
}

} // namespace cu2cl
