// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// tune_database FILE: appends to a database that may not grow, as on a full disk. A line is in it
// whole or not at all.

#include "optimizers/tune/Database.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <cstdio>
#include <sys/resource.h>

using namespace cu2cl::opt;

static int Failed = 0;

static void check(bool Holds, const char *What) {
  if (Holds)
    return;
  std::printf("FAILED: %s\n", What);
  Failed = 1;
}

static std::string textOf(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

static void mayGrowTo(rlim_t Bytes) {
  rlimit Limit{Bytes, RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &Limit);
}

/// Adds a line to the database and says whether that succeeded.
static bool add(const std::string &Path, const char *Schedule) {
  unsigned Skipped, First;
  llvm::Expected<Database> D = Database::open(Path, Skipped, First);
  if (!D || Skipped) {
    check(false, "the database cannot be read");
    return false;
  }
  return !llvm::errorToBool(D->decide({"p", "d", "v", "k", "h", "", "4.0.0"}, {Schedule}));
}

int main(int, char **Arguments) {
  std::string Path = Arguments[1];
  llvm::sys::fs::remove(Path);
  std::signal(SIGXFSZ, SIG_IGN);
  for (rlim_t Bytes : {0, 10}) {
    mayGrowTo(Bytes);
    check(!add(Path, "merge x 2"), "no error on a full disk");
    check(!llvm::sys::fs::exists(Path), "a new file is left");
  }
  mayGrowTo(RLIM_INFINITY);
  check(add(Path, "merge x 2"), "a line cannot be added");
  std::string Before = textOf(Path);
  check(llvm::StringRef(Before).ends_with("\n"), "the line does not end");
  for (size_t More : {0, 1, 10}) {
    mayGrowTo(Before.size() + More);
    check(!add(Path, "merge x 4"), "no error on a full disk");
    check(textOf(Path) == Before, "the old lines have changed");
  }
  mayGrowTo(RLIM_INFINITY);
  check(add(Path, "merge x 4"), "a second line cannot be added");
  check(llvm::StringRef(textOf(Path)).count('\n') == 2, "there are not two lines");
  if (!Failed)
    std::printf("PASSED\n");
  return Failed;
}
