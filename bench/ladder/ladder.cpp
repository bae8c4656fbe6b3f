// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// ladder [--cpu] [--each] [--seconds=N] [--rounds=N] [--keep] FOLDER FILE...: what the variants in
// the files gain on the launches that CLRT_CAPTURE saved in the folder. Plain and variant run in
// turn, from the same bytes, in one process; medians, the spread of the pairs' ratios, and whether
// all bytes are the same. Where no variant takes the launch over, both are the plain kernel, and
// the ratio is about 1.
//   --cpu   the process's time on all processors instead of wall-clock time: for devices that are
//           processors, on a machine that is not idle
//   --each  each file by itself, all of them in turn with the plain kernel, a row for each; without
//           it, all files are there at once, as in a program that is built with them. A file that
//           does not build or run is named and left out
//   --seconds=2, --rounds=9: how long the rounds of a launch go on for each file, and how many
//   there
//           are at least
//   --keep  timed rounds go on with what the one before has left, instead of the captured bytes:
//           for large buffers

#include "capture_file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fstream>
#include <functional>
#include <sstream>

static const size_t most_rounds = 101;
static size_t least_rounds = 9;
static double most_seconds = 2; // of a launch's rounds

static bool processor_time, keeps;

static double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static double seconds() {
  if (!processor_time)
    return wall_seconds();
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

static double quantile(std::vector<double> v, double q) {
  std::sort(v.begin(), v.end());
  return v[static_cast<size_t>(q * static_cast<double>(v.size() - 1) + 0.5)];
}

static bool read_text(const std::string &path, std::string &text) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  text = all.str();
  return static_cast<bool>(in);
}

// A file of variants, as a program with the captured one's options.
struct VariantText {
  std::string path, source, options, hash;
};

static clrt_program as_program(const VariantText &t) {
  return clrt_program{t.path.c_str(),
                      t.source.c_str(),
                      t.source.size(),
                      t.options.c_str(),
                      t.hash.c_str(),
                      nullptr,
                      0};
}

// One launch from the captured bytes; how long it took.
static clrt_error run(CapturedLaunch &l, const clrt_program &program, bool restores, double &time) {
  clrt_error e = restores ? l.restore() : CLRT_SUCCESS;
  if (e == CLRT_SUCCESS)
    e = clrt_device_synchronize();
  const double begin = seconds();
  if (e == CLRT_SUCCESS)
    e = l.launch(program);
  if (e == CLRT_SUCCESS)
    e = clrt_device_synchronize();
  time = seconds() - begin;
  return e;
}

static bool fail(const std::string &name, const std::string &why) {
  printf("%-44s %s\n", name.c_str(), why.c_str());
  return false;
}

// The plain kernel and those that compete with it: how long each took, and what it left.
struct Runner {
  std::string name;
  clrt_program program;
  std::vector<double> times, ratios;
  bool same = true; // it leaves what the plain kernel does
};

static bool print(const std::string &name, const Runner &plain, const Runner &other) {
  printf("%-44s %10.3f %10.3f %8.2f  %.2f to %.2f  %s  %s\n", name.c_str(),
         quantile(plain.times, 0.5) * 1e3, quantile(other.times, 0.5) * 1e3,
         quantile(other.ratios, 0.5), quantile(other.ratios, 0.1), quantile(other.ratios, 0.9),
         other.same ? "same bits" : "OTHER BITS", other.name.c_str());
  return other.same;
}

// Runs each once, which builds it and warms up. \returns what runs, the plain kernel first.
static std::vector<Runner *> begin(const std::string &name, CapturedLaunch &l,
                                   std::vector<Runner> &runners) {
  double time;
  std::vector<Runner *> good;
  std::vector<std::vector<char>> expected, bytes;
  for (Runner &r : runners) {
    clrt_error e = run(l, r.program, true, time);
    if (e == CLRT_SUCCESS)
      e = l.results(good.empty() ? expected : bytes);
    if (e == CLRT_SUCCESS) {
      r.same = good.empty() || bytes == expected;
      good.push_back(&r);
      continue;
    }
    fail(name, r.name + ": " + clrt_error_name(e));
    if (good.empty())
      break;
  }
  return good;
}

static bool compare(const std::string &name, CapturedLaunch &l, std::vector<Runner> &runners) {
  double time;
  const std::vector<Runner *> those = begin(name, l, runners);
  const size_t count = those.size();
  if (count < 2)
    return false;
  const double from = wall_seconds(), most = most_seconds * static_cast<double>(count) / 2;
  for (size_t round = 0;
       round < least_rounds || (round < most_rounds && wall_seconds() - from < most); ++round) {
    for (size_t turn = 0; turn < count; ++turn) {
      Runner &r = *those[(round + turn) % count]; // who goes first changes
      const clrt_error e = run(l, r.program, !keeps, time);
      if (e != CLRT_SUCCESS)
        return fail(name, clrt_error_name(e));
      r.times.push_back(time);
    }
    for (Runner *r : those)
      r->ratios.push_back(runners[0].times.back() / r->times.back());
  }
  bool good = count == runners.size();
  for (size_t i = 1; i < count; ++i)
    good = print(name, runners[0], *those[i]) && good;
  return good;
}

static bool measure(const std::string &folder, const std::string &name,
                    std::vector<VariantText> files, bool each) {
  CaptureFile capture;
  std::string why;
  if (!capture.read(folder + "/" + name, why))
    return fail(name, why);
  std::vector<clrt_program> variants;
  for (VariantText &f : files) {
    const size_t slash = f.path.rfind('/');
    f.options =
        capture.options + " -I " + (slash == std::string::npos ? "." : f.path.substr(0, slash));
    variants.push_back(as_program(f));
  }
  clrt_program plain = {capture.program.c_str(),
                        capture.source.c_str(),
                        capture.source.size(),
                        capture.options.c_str(),
                        capture.hash.c_str(),
                        nullptr,
                        0};
  std::vector<Runner> runners(1, Runner{"plain", plain, {}, {}});
  for (size_t i = 0; i < (each ? variants.size() : 1); ++i) {
    clrt_program other = plain;
    other.variants = &variants[i];
    other.variant_count = each ? 1 : variants.size();
    runners.push_back(Runner{each ? files[i].path : "", other, {}, {}});
  }
  bool good;
  {
    CapturedLaunch launch(capture);
    good = launch.prepare(why) ? compare(name, launch, runners) : fail(name, why);
  }
  for (const Runner &r : runners)
    clrt_leave_program(&r.program); // other programs will lie there
  return good;
}

// The names of the captures in a folder, sorted.
static std::vector<std::string> captures_in(const char *path) {
  std::vector<std::string> names;
  DIR *folder = opendir(path);
  while (dirent *entry = folder ? readdir(folder) : nullptr) {
    const std::string name = entry->d_name, end = ".capture";
    if (name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0)
      names.push_back(name);
  }
  if (folder)
    closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

int main(int count, char **words) {
  bool each = false;
  int first = 1;
  for (; first < count && strncmp(words[first], "--", 2) == 0; ++first)
    if (strcmp(words[first], "--each") == 0)
      each = true;
    else if (strcmp(words[first], "--cpu") == 0)
      processor_time = true;
    else if (strcmp(words[first], "--keep") == 0)
      keeps = true;
    else if (strncmp(words[first], "--seconds=", 10) == 0)
      most_seconds = atof(words[first] + 10);
    else if (strncmp(words[first], "--rounds=", 9) == 0)
      least_rounds = static_cast<size_t>(std::max(1, atoi(words[first] + 9)));
    else
      return fprintf(stderr, "ladder: no option %s\n", words[first]), 2;
  if (count < first + 2)
    return fputs("usage: ladder [--cpu] [--each] [--seconds=N] [--rounds=N] FOLDER FILE...   "
                 "captures, and files of variants\n",
                 stderr),
           2;
  std::vector<VariantText> files;
  for (int i = first + 1; i < count; ++i) {
    VariantText f;
    f.path = words[i];
    if (!read_text(f.path, f.source))
      return fprintf(stderr, "ladder: cannot read %s\n", words[i]), 2;
    f.hash = std::to_string(std::hash<std::string>()(f.source)) + f.path;
    files.push_back(f);
  }
  const std::vector<std::string> names = captures_in(words[first]);
  if (names.empty())
    return fprintf(stderr,
                   "ladder: no captures in %s; run the program with CLRT_CAPTURE=%s first\n",
                   words[first], words[first]),
           2;
  printf("%-44s %10s %10s %8s  %s\n", "launch", "plain ms", "variant", "ratio",
         "spread of the pairs (10 % to 90 %)");
  bool good = true;
  for (const std::string &name : names)
    good = measure(words[first], name, files, each) && good;
  return good ? 0 : 1;
}
