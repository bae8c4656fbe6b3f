// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cu2cl-replay: runs a captured launch again with a variant of its kernel, compares what both
// write, and then times them in turn. `cu2cl tune` starts it, so that a crash costs one try. With
// --probe it compares vector forms of built-ins with scalar ones.

#include "Probe.h"
#include "Run.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace replay;

namespace {
struct Options {
  std::string capture, variant, name;
  std::vector<size_t> poisoned;
  unsigned pairs = 5;
  double give_up = 0; // where the first pair says that the variant is that many times slower
  double enough = 0;  // seconds: three pairs will do after that
};
} // namespace

static const char *usage =
    "usage: cu2cl-replay CAPTURE --variant=FILE --name=NAME [--pairs=N] [--poison=P,P]\n"
    "                    [--give-up=RATIO] [--enough=SECONDS]\n"
    "       cu2cl-replay --probe=N [FUNCTION]\n";

static bool parse(int argc, char **argv, Options &o) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string key = word.substr(0, word.find('='));
    const std::string value = key.size() < word.size() ? word.substr(key.size() + 1) : "";
    if (word.compare(0, 2, "--") != 0 && o.capture.empty()) {
      o.capture = word;
    } else if (key == "--variant") {
      o.variant = value;
    } else if (key == "--name") {
      o.name = value;
    } else if (key == "--pairs") {
      o.pairs = static_cast<unsigned>(strtoul(value.c_str(), nullptr, 10));
    } else if (key == "--give-up") {
      o.give_up = strtod(value.c_str(), nullptr);
    } else if (key == "--enough") {
      o.enough = strtod(value.c_str(), nullptr);
    } else if (key == "--poison") {
      std::istringstream list(value);
      for (std::string one; std::getline(list, one, ',');)
        o.poisoned.push_back(strtoul(one.c_str(), nullptr, 10));
    } else {
      return false;
    }
  }
  return !o.capture.empty() && !o.variant.empty() && !o.name.empty();
}

static void replay_launch(const Options &o) {
  Capture capture;
  const std::string why = capture.read(o.capture, true);
  if (!why.empty())
    throw Stop("unsupported", o.capture + ": " + why);
  std::ifstream in(o.variant, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  if (!in)
    throw Stop("failed", o.variant + " cannot be read");
  Replay r(capture, find_device(capture), o.poisoned);
  r.build_plain();
  r.build_variant(text.str(), o.name);
  r.compare();
  const auto start = std::chrono::steady_clock::now();
  for (unsigned i = 0; i < o.pairs; ++i) {
    double plain = 0, variant = 0;
    if (i % 2 == 0)
      plain = r.time_plain();
    variant = r.time_variant();
    if (i % 2 != 0)
      plain = r.time_plain();
    printf("pair %.0f %.0f\n", plain, variant);
    if (i == 0 && o.give_up > 0 && variant > plain * o.give_up)
      break;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    if (o.enough > 0 && i >= 2 && spent.count() > o.enough)
      break;
  }
}

int main(int argc, char **argv) {
  if (argc > 1 && !strncmp(argv[1], "--probe=", 8)) {
    int status = probe_device(static_cast<unsigned>(strtoul(argv[1] + 8, nullptr, 10)),
                              argc > 2 ? argv[2] : "");
    fflush(stdout);
    std::_Exit(status);
  }
  Options o;
  if (!parse(argc, argv, o)) {
    fputs(usage, stderr);
    return 2;
  }
  std::string outcome = "ok", why;
  try {
    replay_launch(o);
  } catch (const Stop &stop) {
    outcome = stop.outcome;
    why = stop.what();
  } catch (const std::exception &error) {
    outcome = "failed";
    why = error.what();
  }
  for (char &c : why)
    if (c == '\n')
      c = ' ';
  printf("outcome %s %s\n", outcome.c_str(), why.c_str());
  fflush(stdout);
  // Drivers may wait for threads at exit; what was measured is said.
  std::_Exit(outcome == "ok" ? 0 : 1);
}
