// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Optimize.h"
#include "core/source/WholeFile.h"
#include "optimizers/schedule/Refusal.h"
#include "optimizers/targets/Target.h"
#include "optimizers/variant/Explain.h"
#include "optimizers/variant/VariantFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

namespace cl = llvm::cl;

namespace {

cl::SubCommand Command("optimize", "Rewrite kernels of a file of OpenCL C by a schedule of steps");
cl::opt<std::string> Input(cl::Positional, cl::Required, cl::desc("<file.cl>"), cl::sub(Command));
cl::list<std::string> Kernels("kernel", cl::desc("The kernels to rewrite (default: all)"),
                              cl::value_desc("name"), cl::CommaSeparated, cl::sub(Command));
cl::list<std::string>
    Schedules("schedule",
              cl::desc("Steps, \"merge x 16 lanes; tail shift; group 16 8 1\"; several "
                       "schedules make several variants"),
              cl::value_desc("steps"), cl::sub(Command));
cl::opt<bool> Explains("explain",
                       cl::desc("Print what is known of each kernel, and which steps are legal"),
                       cl::sub(Command));
cl::opt<std::string> Output("o", cl::desc("The file to write (default: standard output)"),
                            cl::value_desc("file"), cl::init("-"), cl::sub(Command));
cl::opt<std::string>
    Target("target",
           cl::desc("The target whose devices the variants are for (default: generic); without "
                    "--schedule, the schedules that it offers"),
           cl::value_desc("name"), cl::init("generic"), cl::sub(Command));
cl::list<std::string> IncludeDirs("I", cl::Prefix, cl::desc("Add an include folder"),
                                  cl::value_desc("folder"), cl::sub(Command));
cl::list<std::string> Definitions("D", cl::Prefix, cl::desc("Define a macro"),
                                  cl::value_desc("name[=value]"), cl::sub(Command));
cl::opt<std::string> Standard("cl-std",
                              cl::desc("The version of OpenCL C of the file (default: CL1.2)"),
                              cl::value_desc("version"), cl::sub(Command));

int fail(llvm::Error E, int Status) {
  llvm::errs() << "cu2cl optimize: " << llvm::toString(std::move(E)) << "\n";
  return Status;
}

int fail(const llvm::Twine &What) {
  return fail(llvm::createStringError(llvm::inconvertibleErrorCode(), What), 2);
}

std::string namesOf(const std::vector<const clang::FunctionDecl *> &Declared) {
  std::string Names;
  for (const clang::FunctionDecl *K : Declared)
    Names += (Names.empty() ? "" : ", ") + K->getNameAsString();
  return Names.empty() ? "none" : Names;
}

/// --explain: what is known of each kernel.
int explain(const opt::Source &From) {
  bool Any = false;
  for (const clang::FunctionDecl *K : From.kernels())
    if (Kernels.empty() || llvm::is_contained(Kernels, K->getNameAsString())) {
      llvm::outs() << opt::explainKernel(From, K);
      Any = true;
    }
  if (Any)
    return 0;
  return fail(From.kernels().empty()
                  ? Input + " has no kernels"
                  : Input + " has no such kernel; it has: " + namesOf(From.kernels()));
}

const opt::Target *targetOf() {
  const opt::Target *Result = opt::findTarget(Target);
  if (Result)
    return Result;
  std::string Names;
  for (const opt::Target &T : opt::targets())
    Names += (Names.empty() ? "" : ", ") + std::string(T.Name);
  fail("--target knows no '" + Target + "'; it knows " + Names);
  return nullptr;
}

/// The variants that \p T offers for the kernels that were asked for.
std::vector<opt::KernelVariants> offered(const opt::Source &From, const opt::Target &T) {
  std::vector<opt::KernelVariants> Made = opt::chooseVariants(From, T);
  llvm::erase_if(Made, [](const opt::KernelVariants &V) {
    return !Kernels.empty() && !llvm::is_contained(Kernels, V.Kernel->getNameAsString());
  });
  if (Made.empty())
    llvm::errs() << "cu2cl optimize: " << T.Name << " offers no schedule that fits a kernel of "
                 << Input << "; nothing is written\n";
  return Made;
}

/// A variant by each of \p Parsed of each kernel that was asked for. \p Status becomes 1 where one
/// is refused.
std::vector<opt::KernelVariants> scheduled(const opt::Source &From,
                                           const std::vector<opt::Schedule> &Parsed, int &Status) {
  std::vector<opt::KernelVariants> Made;
  for (const clang::FunctionDecl *K : From.kernels()) {
    if (!Kernels.empty() && !llvm::is_contained(Kernels, K->getNameAsString()))
      continue;
    opt::KernelVariants Variants{K, {}};
    for (const opt::Schedule &S : Parsed) {
      std::string Name =
          opt::freshVariantName(From, Made, Variants, opt::variantName(K->getName(), S));
      auto V = opt::makeVariant(From, K, S, Name, Target);
      if (!V) {
        Status = 1;
        fail(V.takeError(), 1);
        continue;
      }
      Variants.Made.push_back(std::move(*V));
    }
    Made.push_back(std::move(Variants));
  }
  return Made;
}

llvm::Error write(llvm::StringRef Text) {
  if (Output != "-")
    return writeWholeFile(Output, Text);
  llvm::outs() << Text;
  return llvm::Error::success();
}

} // namespace

int optimizeFile(int ArgC, const char *const *ArgV) {
  if (!cl::ParseCommandLineOptions(ArgC, ArgV, "Rewrites kernels of a file of OpenCL C.\n",
                                   &llvm::errs()))
    return 2;
  bool Offers = Schedules.empty() && Target.getNumOccurrences();
  if (Schedules.empty() && !Offers && !Explains)
    return fail("give a --schedule, a --target or --explain");
  const opt::Target *For = targetOf();
  if (!For)
    return 2;
  if (bool IsSame = false; !llvm::sys::fs::equivalent(Input, Output, IsSame) && IsSame)
    return fail("-o " + Output + " is the file that is read: give another one");
  std::vector<opt::Schedule> Parsed;
  for (const std::string &Text : Schedules) {
    auto S = opt::Schedule::parse(Text);
    if (!S)
      return fail(S.takeError(), 2);
    if (S->text().empty())
      return fail("schedule '" + Text + "': there is no step in it that does something");
    Parsed.push_back(std::move(*S));
  }
  std::vector<std::string> Options;
  for (const std::string &Dir : IncludeDirs)
    Options.push_back("-I" + Dir);
  for (const std::string &Definition : Definitions)
    Options.push_back("-D" + Definition);
  if (!Standard.empty())
    Options.push_back("-cl-std=" + Standard);
  auto From = opt::Source::parse(Input, Options);
  if (!From)
    return fail(From.takeError(), 2);

  if (Explains)
    return explain(**From);

  for (const std::string &Name : Kernels)
    if (llvm::none_of((*From)->kernels(), [&](const auto *K) { return K->getName() == Name; }))
      return fail(Input + " has no kernel '" + Name + "'; it has: " + namesOf((*From)->kernels()));
  if ((*From)->kernels().empty())
    return fail(Input + " has no kernels");
  int Status = 0;
  std::vector<opt::KernelVariants> Made =
      Offers ? offered(**From, *For) : scheduled(**From, Parsed, Status);
  if (llvm::all_of(Made, [](const auto &V) { return V.Made.empty(); }))
    return Status ? 2 : 0; // nothing is written
  if (llvm::Error E = write(opt::variantFile(**From, Made, For->Device)))
    return fail(std::move(E), 2);
  return Status;
}

} // namespace cu2cl
