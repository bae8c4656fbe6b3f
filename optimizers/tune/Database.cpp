// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "optimizers/tune/Database.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <tuple>
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace json = llvm::json;

namespace cu2cl::opt {

static constexpr int64_t Version = 1;

static auto programOf(const TuningKey &K) {
  return std::tie(K.Platform, K.Device, K.Driver, K.Hash, K.Options);
}

bool TuningKey::isSameProgram(const TuningKey &K) const { return programOf(*this) == programOf(K); }

bool TuningKey::operator<(const TuningKey &K) const {
  return std::tuple_cat(programOf(*this), std::tie(Kernel, SizeClass)) <
         std::tuple_cat(programOf(K), std::tie(K.Kernel, K.SizeClass));
}

double median(std::vector<double> Values) {
  if (Values.empty())
    return 0;
  std::sort(Values.begin(), Values.end());
  size_t Half = Values.size() / 2;
  return Values.size() % 2 ? Values[Half] : (Values[Half - 1] + Values[Half]) / 2;
}

double Evaluation::ratio() const {
  double Time = median(Variant);
  return Outcome == "ok" && Time > 0 ? median(Plain) / Time : 0;
}

unsigned Evaluation::wins() const {
  unsigned Count = 0;
  for (size_t I = 0; I < std::min(Plain.size(), Variant.size()); ++I)
    Count += Variant[I] < Plain[I];
  return Count;
}

// --- Lines

static json::Object keyObject(const TuningKey &K) {
  return json::Object{{"platform", K.Platform}, {"device", K.Device}, {"driver", K.Driver},
                      {"kernel", K.Kernel},     {"hash", K.Hash},     {"options", K.Options},
                      {"size", K.SizeClass},    {"version", Version}};
}

static bool keyFrom(const json::Object &O, TuningKey &K) {
  const std::pair<const char *, std::string *> Texts[] = {
      {"platform", &K.Platform}, {"device", &K.Device}, {"driver", &K.Driver},
      {"kernel", &K.Kernel},     {"hash", &K.Hash},     {"options", &K.Options},
      {"size", &K.SizeClass}};
  for (const auto &[Name, Text] : Texts) {
    std::optional<llvm::StringRef> Value = O.getString(Name);
    if (!Value)
      return false;
    *Text = Value->str();
  }
  return O.getInteger("version") == Version;
}

static bool timesFrom(const json::Array *A, std::vector<double> &Times) {
  if (!A)
    return false;
  for (const json::Value &V : *A) {
    std::optional<double> Time = V.getAsNumber();
    if (!Time || *Time < 0)
      return false;
    Times.push_back(*Time);
  }
  return true;
}

static bool decisionFrom(const json::Object &O, Decision &D) {
  std::optional<llvm::StringRef> Schedule = O.getString("schedule");
  std::optional<double> Speedup = O.getNumber("speedup"), Low = O.getNumber("low"),
                        High = O.getNumber("high");
  std::optional<int64_t> Evaluations = O.getInteger("evaluations"),
                         Seconds = O.getInteger("seconds");
  if (!Schedule || !Speedup || !Low || !High || !Evaluations || !Seconds)
    return false;
  D = {Schedule->str(), *Speedup, *Low, *High, unsigned(*Evaluations), unsigned(*Seconds)};
  return true;
}

bool Database::read(llvm::StringRef Line) {
  llvm::Expected<json::Value> Value = json::parse(Line);
  if (!Value) {
    llvm::consumeError(Value.takeError());
    return false;
  }
  const json::Object *O = Value->getAsObject();
  TuningKey K;
  if (!O || !keyFrom(*O, K))
    return false;
  if (const json::Object *Chosen = O->getObject("chosen")) {
    Decision D;
    if (!decisionFrom(*Chosen, D))
      return false;
    Decisions[K] = D;
    return true;
  }
  const json::Object *Tried = O->getObject("tried");
  Evaluation E;
  if (!Tried)
    return false;
  std::optional<llvm::StringRef> Schedule = Tried->getString("schedule"),
                                 Outcome = Tried->getString("outcome"),
                                 Why = Tried->getString("why");
  std::optional<bool> Confirmed = Tried->getBoolean("confirmed");
  if (!Schedule || !Outcome || !Why || !Confirmed ||
      !timesFrom(Tried->getArray("plain"), E.Plain) ||
      !timesFrom(Tried->getArray("variant"), E.Variant))
    return false;
  E.Outcome = Outcome->str();
  E.Why = Why->str();
  Entries &Own = Known[K];
  (*Confirmed ? Own.Confirmed : Own.Tried)[Schedule->str()] = E;
  return true;
}

llvm::Expected<Database> Database::open(const std::string &Path, unsigned &Skipped,
                                        unsigned &FirstSkipped) {
  Database Result;
  Result.Path = Path;
  Skipped = FirstSkipped = 0;
  // A device may have no end, and a pipe none until its writer has gone.
  fs::file_status Status;
  if (!fs::status(Path, Status) && Status.type() != fs::file_type::regular_file)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the database %s is no file (but a folder, a device or a pipe); "
                                   "name a file by --database=",
                                   Path.c_str());
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer) {
    if (Buffer.getError() == std::errc::no_such_file_or_directory)
      return Result;
    return llvm::createFileError(Path, Buffer.getError());
  }
  llvm::StringRef Text = (*Buffer)->getBuffer();
  Result.EndsWithNewline = Text.empty() || Text.ends_with("\n");
  unsigned Number = 0;
  while (!Text.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    ++Number;
    if (Line.trim().empty() || Result.read(Line))
      continue;
    FirstSkipped = Skipped++ ? FirstSkipped : Number;
  }
  return Result;
}

const Evaluation *Database::find(const TuningKey &K, const std::string &Schedule,
                                 bool Confirmed) const {
  auto At = Known.find(K);
  if (At == Known.end())
    return nullptr;
  const auto &Table = Confirmed ? At->second.Confirmed : At->second.Tried;
  auto Found = Table.find(Schedule);
  return Found == Table.end() ? nullptr : &Found->second;
}

const Decision *Database::decision(const TuningKey &K) const {
  auto Found = Decisions.find(K);
  return Found == Decisions.end() ? nullptr : &Found->second;
}

/// Writes \p Line behind what \p File has, or nothing of it.
static std::error_code writeBehind(int File, llvm::StringRef Line) {
  fs::file_status Before;
  if (std::error_code Error = fs::status(File, Before))
    return Error;
  ssize_t Written = ::write(File, Line.data(), Line.size());
  if (Written == ssize_t(Line.size()))
    return std::error_code();
  std::error_code Error = Written < 0 ? std::error_code(errno, std::generic_category())
                                      : std::make_error_code(std::errc::no_space_on_device);
  if (Written > 0)
    if (std::error_code Other = fs::resize_file(File, Before.getSize()))
      return Other;
  return Error;
}

/// One write to a file that is open for appending: other runs may add lines, too, and wait for each
/// other so that none takes another one's line away with its own. A file that this would have made
/// is not there if nothing is written.
llvm::Error Database::append(std::string Line) {
  if (Path.empty())
    return llvm::Error::success();
  bool IsNew = !fs::exists(Path);
  int File = -1;
  if (std::error_code Error = fs::openFileForWrite(Path, File, fs::CD_OpenAlways, fs::OF_Append))
    return llvm::createFileError(Path, Error);
  bool IsLocked = !fs::lockFile(File); // some file systems have no locks
  std::error_code Error = writeBehind(File, (EndsWithNewline ? "" : "\n") + Line + "\n");
  if (Error && IsNew)
    fs::remove(Path);
  if (IsLocked)
    fs::unlockFile(File);
  ::close(File);
  if (Error)
    return llvm::createFileError(Path, Error);
  EndsWithNewline = true;
  return llvm::Error::success();
}

static std::string textOf(json::Object O) {
  return llvm::formatv("{0}", json::Value(std::move(O))).str();
}

llvm::Error Database::add(const TuningKey &K, const std::string &Schedule, bool Confirmed,
                          const Evaluation &E) {
  Entries &Own = Known[K];
  (Confirmed ? Own.Confirmed : Own.Tried)[Schedule] = E;
  json::Object O = keyObject(K);
  O["tried"] = json::Object{{"schedule", Schedule},          {"confirmed", Confirmed},
                            {"outcome", E.Outcome},          {"why", llvm::json::fixUTF8(E.Why)},
                            {"plain", json::Array(E.Plain)}, {"variant", json::Array(E.Variant)}};
  return append(textOf(std::move(O)));
}

llvm::Error Database::decide(const TuningKey &K, const Decision &D) {
  Decisions[K] = D;
  json::Object O = keyObject(K);
  O["chosen"] = json::Object{{"schedule", D.Schedule},
                             {"speedup", D.Speedup},
                             {"low", D.Low},
                             {"high", D.High},
                             {"evaluations", int64_t(D.Evaluations)},
                             {"seconds", int64_t(D.Seconds)}};
  return append(textOf(std::move(O)));
}

} // namespace cu2cl::opt
