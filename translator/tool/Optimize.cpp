// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Optimize.h"
#include "optimizers/schedule/Refusal.h"
#include "optimizers/variant/Explain.h"
#include "optimizers/variant/VariantFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileOutputBuffer.h"
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
cl::opt<std::string> Target("target", cl::desc("The target that the variants are named for"),
                            cl::value_desc("name"), cl::init("generic"), cl::sub(Command));
cl::list<std::string> IncludeDirs("I", cl::Prefix, cl::desc("Add an include folder"),
                                  cl::value_desc("folder"), cl::sub(Command));
cl::list<std::string> Definitions("D", cl::Prefix, cl::desc("Define a macro"),
                                  cl::value_desc("name[=value]"), cl::sub(Command));

int fail(llvm::Error E, int Status) {
  llvm::errs() << "cu2cl optimize: " << llvm::toString(std::move(E)) << "\n";
  return Status;
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
  llvm::errs() << "cu2cl optimize: " << Input << " has no such kernel\n";
  return 2;
}

llvm::Error write(llvm::StringRef Text) {
  if (Output == "-") {
    llvm::outs() << Text;
    return llvm::Error::success();
  }
  // Written beside and renamed: never half a file.
  auto Buffer = llvm::FileOutputBuffer::create(Output, Text.size());
  if (!Buffer)
    return llvm::createFileError(Output, Buffer.takeError());
  std::copy(Text.begin(), Text.end(), (*Buffer)->getBufferStart());
  if (llvm::Error E = (*Buffer)->commit())
    return llvm::createFileError(Output, std::move(E));
  return llvm::Error::success();
}

} // namespace

int optimizeFile(int ArgC, const char *const *ArgV) {
  cl::ParseCommandLineOptions(ArgC, ArgV, "Rewrites kernels of a file of OpenCL C.\n");
  if (Schedules.empty() && !Explains)
    return fail(
        llvm::createStringError(llvm::inconvertibleErrorCode(), "give a --schedule, or --explain"),
        2);
  std::vector<opt::Schedule> Parsed;
  for (const std::string &Text : Schedules) {
    auto S = opt::Schedule::parse(Text);
    if (!S)
      return fail(S.takeError(), 2);
    Parsed.push_back(std::move(*S));
  }
  std::vector<std::string> Options;
  for (const std::string &Dir : IncludeDirs)
    Options.push_back("-I" + Dir);
  for (const std::string &Definition : Definitions)
    Options.push_back("-D" + Definition);
  auto From = opt::Source::parse(Input, Options);
  if (!From)
    return fail(From.takeError(), 2);

  if (Explains)
    return explain(**From);

  std::vector<opt::KernelVariants> Made;
  int Status = 0;
  for (const clang::FunctionDecl *K : (*From)->kernels()) {
    if (!Kernels.empty() && !llvm::is_contained(Kernels, K->getNameAsString()))
      continue;
    opt::KernelVariants Variants{K, {}};
    for (const opt::Schedule &S : Parsed) {
      std::string Name =
          opt::freshVariantName(**From, Made, Variants, opt::variantName(K->getName(), S));
      auto V = opt::makeVariant(**From, K, S, Name, Target);
      if (!V) {
        Status = 1;
        fail(V.takeError(), 1);
        continue;
      }
      Variants.Made.push_back(std::move(*V));
    }
    Made.push_back(std::move(Variants));
  }
  for (const std::string &Name : Kernels)
    if (llvm::none_of(Made, [&](const auto &V) { return V.Kernel->getName() == Name; }))
      return fail(llvm::createStringError(llvm::inconvertibleErrorCode(), "%s has no kernel '%s'",
                                          Input.c_str(), Name.c_str()),
                  2);
  if (llvm::all_of(Made, [](const auto &V) { return V.Made.empty(); }))
    return Made.empty() ? fail(llvm::createStringError(llvm::inconvertibleErrorCode(),
                                                       "%s has no kernels", Input.c_str()),
                               2)
                        : Status;
  if (llvm::Error E = write(opt::variantFile(**From, Made, "any")))
    return fail(std::move(E), 2);
  return Status;
}

} // namespace cu2cl
