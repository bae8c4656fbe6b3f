// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Tune.h"
#include "optimizers/tune/Tuner.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

namespace cl = llvm::cl;

namespace {

cl::SubCommand Command("tune", "Measure variants of the kernels that a port's program launches");
cl::opt<std::string> Port(cl::Positional, cl::desc("<port>"), cl::sub(Command));
cl::list<std::string> Words(cl::Positional, cl::desc("-- <program> [arguments]"), cl::sub(Command));
cl::opt<unsigned> Probe("probe", cl::ValueOptional, cl::init(0),
                        cl::desc("Compare vector forms of math functions with scalar ones on this "
                                 "device instead, for one of <n> floats (1024), and print what a "
                                 "schedule may say"),
                        cl::value_desc("n"), cl::sub(Command));
cl::opt<std::string> Exact("exact",
                           cl::desc("What --probe has found for this device: \"cos<1e6 sin<1e6\""),
                           cl::value_desc("functions"), cl::sub(Command));
cl::opt<std::string> Build("build", cl::desc("The port's build folder (default: the one in it)"),
                           cl::value_desc("folder"), cl::sub(Command));
cl::opt<std::string> Output("output",
                            cl::desc("Write the winners into a file for CLRT_VARIANTS instead of "
                                     "into the port"),
                            cl::value_desc("file"), cl::sub(Command));
cl::opt<std::string> DatabaseFile("database",
                                  cl::desc("Where results are kept (default: tuning.jsonl in the "
                                           "port)"),
                                  cl::value_desc("file"), cl::sub(Command));
cl::opt<unsigned> Evaluations("evaluations", cl::init(60),
                              cl::desc("How many points to try for each kernel and size (default: "
                                       "60; 0: no limit)"),
                              cl::value_desc("n"), cl::sub(Command));
cl::opt<unsigned> Seconds("seconds", cl::init(0),
                          cl::desc("How long to try for each kernel and size (default: 0, no "
                                   "limit)"),
                          cl::value_desc("n"), cl::sub(Command));
cl::opt<unsigned> Seed("seed", cl::init(1), cl::desc("Of the random points (default: 1)"),
                       cl::value_desc("n"), cl::sub(Command));
// For tests: a bug in each variant.
cl::opt<std::string> Spoil("spoil", cl::ReallyHidden, cl::value_desc("text=other"),
                           cl::sub(Command));

int fail(const llvm::Twine &Message) {
  llvm::errs() << "cu2cl tune: " << Message << "\n";
  return 2;
}

/// One line on a terminal, which the next one replaces.
void showProgress(const opt::TuningKey &K, unsigned Tries, double Best) {
  if (!llvm::sys::Process::StandardErrIsDisplayed())
    return;
  llvm::errs() << "\r\x1b[K" << K.Kernel << " " << K.SizeClass << ": " << Tries;
  if (Evaluations)
    llvm::errs() << " of " << Evaluations;
  llvm::errs() << " tried, best so far " << llvm::format("%.2f", Best) << "x";
}

void printRow(const opt::TuningRow &Row) {
  llvm::raw_ostream &Out = llvm::outs();
  const opt::Found &R = Row.Result;
  Out << Row.Key.Kernel << " " << Row.Key.SizeClass << llvm::format(" (%.0f %%)", 100 * Row.Share)
      << ": ";
  if (!Row.Problem.empty()) {
    Out << "not tuned: " << Row.Problem << "\n";
    return;
  }
  Out << (R.Chosen.Schedule.empty() ? "plain" : R.Chosen.Schedule);
  if (!R.Chosen.Schedule.empty())
    Out << llvm::format("\n    %.2fx (%.2f to %.2f)", R.Chosen.Speedup, R.Chosen.Low,
                        R.Chosen.High);
  if (R.IsKnown)
    Out << "\n    known: no evaluations\n";
  else
    Out << "\n    evaluations " << R.Evaluations << " (" << R.New << " new), refused " << R.Refused
        << ", conditions " << R.Unmet << ", failed " << R.Failed << ", wrong " << R.WrongOnes.size()
        << "\n";
}

int print(const opt::TuningReport &Report) {
  if (llvm::sys::Process::StandardErrIsDisplayed())
    llvm::errs() << "\r\x1b[K";
  for (const opt::TuningRow &Row : Report.Rows)
    printRow(Row);
  for (const std::string &File : Report.Files)
    llvm::outs() << "wrote " << File << "\n";
  if (!Report.Files.empty() && !Output.empty())
    llvm::outs() << "run the program with CLRT_VARIANTS=" << llvm::join(Report.Files, ":") << "\n";
  else if (!Report.Files.empty())
    llvm::outs() << "build the port again to use it\n";
  if (Report.WrongFolder.empty())
    return 0;
  llvm::errs() << "cu2cl tune: variants computed other results than the plain kernel. This is a "
                  "bug in cu2cl: please report it with "
               << Report.WrongFolder << "\n";
  for (const opt::TuningRow &Row : Report.Rows)
    for (const opt::Found::Wrong &W : Row.Result.WrongOnes)
      llvm::errs() << "  " << Row.Key.Kernel << " " << Row.Key.SizeClass << ": " << W.Schedule
                   << ": " << W.Why << "\n";
  return 1;
}

/// `cu2cl tune --probe`, which cu2cl-replay does.
int probe(const std::string &Replay) {
  constexpr unsigned MostLeftOut = 1 << 16;
  unsigned OneOf = Probe.getNumOccurrences() && !Probe ? 1024 : unsigned(Probe);
  if (OneOf > MostLeftOut)
    return fail("--probe=" + llvm::Twine(OneOf) + ": a number from 1 (all floats) to 65536");
  std::string Choice = "--probe=" + std::to_string(OneOf), Message;
  std::vector<llvm::StringRef> Arguments = {Replay, Choice};
  if (!Port.empty()) // one function
    Arguments.push_back(Port);
  int Status = llvm::sys::ExecuteAndWait(Replay, Arguments, std::nullopt, {}, 0, 0, &Message);
  if (Status < 0)
    return fail(Replay + (Message.empty() ? " has crashed" : ": " + Message));
  return Status;
}

} // namespace

int tunePort(int ArgC, const char *const *ArgV, const std::string &Tool) {
  if (!cl::ParseCommandLineOptions(ArgC, ArgV, "Measures variants of a port's kernels.\n",
                                   &llvm::errs()))
    return 2;
  llvm::SmallString<128> Replay(llvm::sys::path::parent_path(Tool));
  llvm::sys::path::append(Replay, "cu2cl-replay");
  if (Probe.getNumOccurrences())
    return probe(std::string(Replay));
  if (Port.empty() || Words.empty())
    return fail("name the port and the program to run: cu2cl tune OUT -- ./program arguments");
  opt::TuningOptions Options;
  llvm::Expected<opt::Schedule> Known = opt::Schedule::parse("math exact " + Exact);
  if (!Known)
    return fail("--exact: " + llvm::toString(Known.takeError()));
  Options.Exact = Known->ExactBelow;
  Options.Port = Port;
  Options.Build = Build;
  Options.Command.assign(Words.begin(), Words.end());
  Options.Output = Output;
  Options.DatabasePath = DatabaseFile;
  Options.Limit = {Evaluations, Seconds, Seed};
  std::tie(Options.Spoil.first, Options.Spoil.second) = [] {
    auto [Text, Other] = llvm::StringRef(Spoil).split('=');
    return std::pair(Text.str(), Other.str());
  }();
  if (!Evaluations && !Seconds)
    return fail("--evaluations=0 has no end; give --seconds, too");
  Options.Replay = std::string(Replay);
  llvm::Expected<opt::TuningReport> Report = opt::tune(Options, showProgress);
  if (!Report) {
    std::string Message = llvm::toString(Report.takeError());
    return Message.empty() ? 2 : fail(Message); // clrt has said it
  }
  for (const std::string &Message : Report->Messages)
    llvm::errs() << "cu2cl tune: " << Message << "\n";
  return print(*Report);
}

} // namespace cu2cl
