// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Options.h"
#include "optimizers/targets/Target.h"
#include "project/intake/FolderScan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

namespace cl = llvm::cl;
using llvm::StringRef;

namespace {

cl::OptionCategory Category("cu2cl");

cl::list<std::string> Inputs(cl::Positional, cl::desc("<folder or file>..."), cl::cat(Category));
cl::opt<std::string> Output("o", cl::desc("The output folder (default: <folder>-opencl)"),
                            cl::value_desc("folder"), cl::cat(Category));
cl::list<std::string> IncludeDirs("I", cl::Prefix, cl::desc("Add an include folder"),
                                  cl::value_desc("folder"), cl::cat(Category));
cl::list<std::string> Definitions("D", cl::Prefix, cl::desc("Define a macro"),
                                  cl::value_desc("name[=value]"), cl::cat(Category));
cl::opt<std::string> Standard("std", cl::desc("The language standard"), cl::value_desc("standard"),
                              cl::cat(Category));
cl::list<std::string> Configurations("config",
                                     cl::desc("Analyse every source with these flags, too"),
                                     cl::value_desc("flags"), cl::cat(Category));
cl::opt<std::string>
    CudaPath("cuda-path", cl::desc("Parse with this CUDA toolkit instead of the bundled headers"),
             cl::value_desc("folder"), cl::cat(Category));
cl::opt<unsigned> Jobs("j", cl::Prefix, cl::desc("Threads (default: one for each processor)"),
                       cl::value_desc("n"), cl::init(0), cl::cat(Category));
cl::list<std::string> Targets("target", cl::CommaSeparated,
                              cl::desc("Write variants of the kernels for these devices, too"),
                              cl::value_desc("name,..."), cl::cat(Category));
cl::opt<bool> Each("each", cl::desc("Port every sub-folder with CUDA as a project of its own"),
                   cl::cat(Category));
cl::opt<bool> DryRun("dry-run", cl::desc("Do everything except writing the output"),
                     cl::cat(Category));
cl::opt<bool> Quiet("quiet", cl::desc("Print errors only"), cl::cat(Category));
cl::opt<bool> Verbose("verbose", cl::desc("Print notes, and the advice for each message"),
                      cl::cat(Category));
cl::list<std::string> CMakeSettings("cmake-define", cl::desc("Set a variable for CMakeLists.txt"),
                                    cl::value_desc("name=value"), cl::cat(Category));
cl::list<std::string> MakeVariables("make-variable", cl::desc("Set a variable for a Makefile"),
                                    cl::value_desc("name=value"), cl::cat(Category));
cl::list<std::string> MakeTargets("make-target",
                                  cl::desc("Port what this target of a Makefile builds"),
                                  cl::value_desc("target"), cl::cat(Category));
cl::opt<bool> NoCMake("no-cmake", cl::desc("Read CMakeLists.txt only; never run cmake on it"),
                      cl::cat(Category));
cl::opt<bool> NoCheck("no-check", cl::desc("Do not parse the output"), cl::cat(Category));
cl::opt<bool> KernelsOnly("kernels-only", cl::desc("Write the OpenCL C files only"),
                          cl::cat(Category));
cl::opt<bool> Force("force", cl::desc("Overwrite output that was edited"), cl::cat(Category));
cl::opt<bool> CountRules("count-rules", cl::Hidden, cl::desc("Report how often each rule fired"),
                         cl::cat(Category));
cl::opt<bool> ExplainPointers("explain-pointers",
                              cl::desc("Print the evidence for each device pointer"),
                              cl::cat(Category));

// For developers of cu2cl: docs/developing.md.
cl::opt<bool> TraceRules("trace-rules", cl::Hidden,
                         cl::desc("Print each node of device code with the rule that printed it"),
                         cl::cat(Category));
cl::list<std::string> Dumps("dump", cl::Hidden, cl::CommaSeparated,
                            cl::desc("Print values between the steps: reach, pointers, spaces, "
                                     "effects, barriers, plan, output"),
                            cl::value_desc("value,..."), cl::cat(Category));
cl::opt<bool> Times("times", cl::Hidden, cl::desc("Print the time of each step"),
                    cl::cat(Category));

const char Overview[] =
    "Ports a CUDA project to OpenCL.\n\n"
    "  cu2cl <folder or file>... [options] [-- <options for Clang>]\n"
    "  cu2cl explain CU2CL1234     what a diagnostic means\n"
    "  cu2cl query cudaMemcpy2D    what a CUDA name becomes\n\n"
    "Exit status: 0 no errors, 1 something is marked for hand work, 2 usage or input error.\n";

bool usageError(const llvm::Twine &Text) {
  llvm::errs() << "cu2cl: " << Text << " (see cu2cl --help)\n";
  return false;
}

/// `app/` becomes `app-opencl` beside it, `x.cu` becomes `x-opencl`.
std::string defaultOutput(StringRef Input) {
  std::string Path = absolutePath(Input, "");
  if (!llvm::sys::fs::is_directory(Path))
    Path.resize(Path.size() - llvm::sys::path::extension(Path).size());
  return Path + "-opencl";
}

std::string targetNames() {
  std::vector<std::string> Names;
  for (const opt::Target &T : opt::targets())
    Names.push_back(T.Name);
  return llvm::join(Names, ", ");
}

bool checkUsage() {
  if (Inputs.empty())
    return usageError("nothing to translate");
  if (Inputs.size() > 1 && Output.empty())
    return usageError("several inputs need an output folder: -o <folder>");
  if (Each && (Inputs.size() != 1 || !llvm::sys::fs::is_directory(Inputs.front())))
    return usageError("--each needs one folder");
  if (Each && ExplainPointers)
    return usageError("--each and --explain-pointers exclude each other");
  static const char *const Values[] = {"reach",    "pointers", "spaces", "effects",
                                       "barriers", "plan",     "output"};
  for (const std::string &Dump : Dumps)
    if (!llvm::is_contained(Values, Dump))
      return usageError("--dump knows no '" + Dump + "'");
  for (const std::string &Target : Targets)
    if (!opt::findTarget(Target))
      return usageError("--target knows no '" + Target + "'; it knows " + targetNames());
  if (Each && (TraceRules || Times || !Dumps.empty()))
    return usageError("--each excludes --trace-rules, --dump and --times");
  if (Quiet && Verbose)
    return usageError("--quiet and --verbose exclude each other");
  if (!CudaPath.empty() && !llvm::sys::fs::exists(CudaPath + "/include/cuda_runtime.h"))
    return usageError("no CUDA toolkit in " + CudaPath.getValue());
  return true;
}

std::vector<std::string> wordsOf(StringRef Text) {
  llvm::SmallVector<StringRef, 4> Parts;
  Text.split(Parts, ' ', -1, /*KeepEmpty=*/false);
  return {Parts.begin(), Parts.end()};
}

ToolOptions collect(std::vector<std::string> Extra) {
  ToolOptions T;
  PipelineOptions &P = T.Pipeline;
  P.Intake.Inputs = Inputs;
  for (const std::string &Dir : IncludeDirs)
    P.Intake.ExtraFlags.push_back("-I" + Dir);
  for (const std::string &Definition : Definitions)
    P.Intake.ExtraFlags.push_back("-D" + Definition);
  if (!Standard.empty())
    P.Intake.ExtraFlags.push_back("-std=" + Standard);
  for (std::string &Word : Extra)
    P.Intake.ExtraFlags.push_back(std::move(Word));
  for (const std::string &Flags : Configurations)
    P.Intake.Configurations.push_back(wordsOf(Flags));
  P.Targets = Targets;
  P.Intake.RunCMake = !NoCMake;
  P.Intake.CMakeSettings = CMakeSettings;
  P.Intake.MakeVariables = MakeVariables;
  P.Intake.MakeTargets = MakeTargets;
  if (!CudaPath.empty())
    P.Frontend.CudaPath = absolutePath(CudaPath, "");
  P.Write.OutputDir =
      Output.empty() ? defaultOutput(Inputs.front()) : absolutePath(Output.getValue(), "");
  P.Write.Force = Force;
  P.Write.KernelsOnly = KernelsOnly;
  P.Write.Version = CU2CL_VERSION;
  P.Threads = Jobs ? Jobs.getValue() : llvm::hardware_concurrency().compute_thread_count();
  P.DryRun = DryRun;
  P.Check = !NoCheck;
  P.CountRules = CountRules;
  P.Dumps.insert(Dumps.begin(), Dumps.end());
  P.ExplainPointers = P.Dumps.erase("pointers") || ExplainPointers;
  if (TraceRules)
    P.Dumps.insert("rules");
  P.TakeTimes = Times;
  T.Each = Each;
  T.Quiet = Quiet;
  T.Verbose = Verbose;
  return T;
}

} // namespace

std::optional<ToolOptions> parseOptions(int ArgC, const char *const *ArgV, int &ExitStatus) {
  // What follows "--" is Clang's; LLVM's parser would take it for inputs.
  std::vector<const char *> Own;
  std::vector<std::string> Extra;
  bool ForClang = false;
  for (int I = 0; I < ArgC; ++I) {
    if (!ForClang && StringRef(ArgV[I]) == "--")
      ForClang = true;
    else if (ForClang)
      Extra.push_back(ArgV[I]);
    else
      Own.push_back(ArgV[I]);
  }
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter([](llvm::raw_ostream &OS) { OS << "cu2cl " CU2CL_VERSION "\n"; });
  std::string Errors;
  llvm::raw_string_ostream OS(Errors);
  ExitStatus = 2;
  if (!cl::ParseCommandLineOptions(int(Own.size()), Own.data(), Overview, &OS)) {
    llvm::errs() << Errors;
    return std::nullopt;
  }
  if (!checkUsage())
    return std::nullopt;
  return collect(std::move(Extra));
}

} // namespace cu2cl
