// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tune/Replayer.h"
#include "core/source/WholeFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace cu2cl::opt {

Replayer::Replayer(std::string Program, std::string Folder, std::string CaptureFile,
                   const Capture &C, llvm::ArrayRef<unsigned> Poisoned)
    : Program(std::move(Program)), Folder(std::move(Folder)), CaptureFile(std::move(CaptureFile)),
      PlainSeconds(C.Nanoseconds / 1e9) {
  for (unsigned Parameter : Poisoned)
    Poison += (Poison.empty() ? "" : ",") + std::to_string(Parameter);
}

/// Compiling, and each run at some times the time of the plain kernel. What is slower is no winner.
unsigned Replayer::secondsFor(unsigned Pairs) const {
  constexpr double ToBuild = 30, Slower = 8;
  return unsigned(std::ceil(ToBuild + Slower * PlainSeconds * (2 * Pairs + 2)));
}

/// Returns what cu2cl-replay has printed; false: not to its end.
static bool readResult(llvm::StringRef Text, Evaluation &E) {
  llvm::SmallVector<llvm::StringRef, 16> Lines;
  Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    auto [Key, Rest] = Line.split(' ');
    auto [First, Second] = Rest.split(' ');
    double Plain, Variant;
    if (Key == "outcome") {
      E.Outcome = First.str();
      E.Why = Second.trim().str();
      return true;
    }
    if (Key == "pair" && !First.getAsDouble(Plain) && !Second.getAsDouble(Variant)) {
      E.Plain.push_back(Plain);
      E.Variant.push_back(Variant);
    }
  }
  return false;
}

llvm::Expected<Evaluation> Replayer::run(llvm::StringRef Text, llvm::StringRef Name, unsigned Pairs,
                                         bool GivesUp) const {
  std::string File = Folder + "/variant.cl", Said = Folder + "/said", Errors = Folder + "/errors";
  llvm::sys::fs::remove(Said); // redirecting would leave what an earlier try has said
  if (llvm::Error E = writeWholeFile(File, Text))
    return std::move(E);
  std::vector<std::string> Words = {Program, CaptureFile, "--variant=" + File,
                                    "--name=" + Name.str(), "--pairs=" + std::to_string(Pairs)};
  if (!Poison.empty())
    Words.push_back("--poison=" + Poison);
  if (GivesUp) // what is slow, or clear, need not be measured well
    Words.insert(Words.end(), {"--give-up=1.5", "--enough=2"});
  std::vector<llvm::StringRef> Arguments(Words.begin(), Words.end());
  std::optional<llvm::StringRef> Streams[] = {llvm::StringRef(""), llvm::StringRef(Said),
                                              llvm::StringRef(Errors)};
  std::string Message;
  bool Failed = false;
  unsigned Seconds = secondsFor(Pairs);
  int Status = llvm::sys::ExecuteAndWait(Program, Arguments, std::nullopt, Streams, Seconds, 0,
                                         &Message, &Failed);
  if (Failed)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s cannot be started: %s",
                                   Program.c_str(), Message.c_str());
  Evaluation E;
  auto Result = llvm::MemoryBuffer::getFile(Said);
  if (Result && readResult((*Result)->getBuffer(), E))
    return E;
  E = Evaluation();
  E.Outcome = "failed";
  E.Why = Status == -2 && llvm::StringRef(Message).contains("timed out")
              ? "it took longer than " + std::to_string(Seconds) + " s"
              : "it crashed" + (Message.empty() ? "" : " (" + Message + ")");
  return E;
}

} // namespace cu2cl::opt
