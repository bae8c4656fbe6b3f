// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// ladder FOLDER FILE...: what the variants in the files gain on the launches that CLRT_CAPTURE
// saved in the folder. Plain and variant run in turn, from the same bytes, in one process; medians,
// the spread of the pairs' ratios, and whether all bytes are the same. Where no variant takes the
// launch over, both are the plain kernel, and the ratio is about 1.

#include "capture_file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <dirent.h>
#include <fstream>
#include <functional>
#include <sstream>

static const int least_rounds = 9, most_rounds = 101;
static const double most_seconds = 2; // of a launch's rounds

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
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
static clrt_error run(CapturedLaunch &l, const clrt_program &program, double &time) {
  clrt_error e = l.restore();
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

static bool compare(const std::string &name, CapturedLaunch &l, const clrt_program &plain,
                    const clrt_program &with_variants) {
  std::vector<double> times[2], ratios;
  std::vector<std::vector<char>> bytes[2];
  double t[2];
  for (int which = 0; which < 2; ++which) { // builds, warms up
    clrt_error e = run(l, which ? with_variants : plain, t[which]);
    if (e == CLRT_SUCCESS)
      e = l.results(bytes[which]);
    if (e != CLRT_SUCCESS)
      return fail(name, clrt_error_name(e));
  }
  const double begin = seconds();
  for (int round = 0;
       round < least_rounds || (round < most_rounds && seconds() - begin < most_seconds); ++round) {
    for (int turn = 0; turn < 2; ++turn) {
      const int which = (round + turn) % 2; // who goes first changes
      const clrt_error e = run(l, which ? with_variants : plain, t[which]);
      if (e != CLRT_SUCCESS)
        return fail(name, clrt_error_name(e));
      times[which].push_back(t[which]);
    }
    ratios.push_back(t[0] / t[1]);
  }
  const bool same = bytes[0] == bytes[1];
  printf("%-44s %10.3f %10.3f %8.2f  %.2f to %.2f  %s\n", name.c_str(),
         quantile(times[0], 0.5) * 1e3, quantile(times[1], 0.5) * 1e3, quantile(ratios, 0.5),
         quantile(ratios, 0.1), quantile(ratios, 0.9), same ? "same bits" : "OTHER BITS");
  return same;
}

static bool measure(const std::string &folder, const std::string &name,
                    std::vector<VariantText> files) {
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
  clrt_program other = plain;
  other.variants = variants.data();
  other.variant_count = variants.size();
  bool good;
  {
    CapturedLaunch launch(capture);
    good = launch.prepare(why) ? compare(name, launch, plain, other) : fail(name, why);
  }
  for (const clrt_program *p : {&plain, &other})
    clrt_leave_program(p); // other programs will lie there
  return good;
}

int main(int count, char **words) {
  if (count < 3)
    return fputs("usage: ladder FOLDER FILE...   captures, and files of variants\n", stderr), 2;
  std::vector<VariantText> files;
  for (int i = 2; i < count; ++i) {
    VariantText f;
    f.path = words[i];
    if (!read_text(f.path, f.source))
      return fprintf(stderr, "ladder: cannot read %s\n", words[i]), 2;
    f.hash = std::to_string(std::hash<std::string>()(f.source)) + f.path;
    files.push_back(f);
  }
  std::vector<std::string> names;
  DIR *folder = opendir(words[1]);
  while (dirent *entry = folder ? readdir(folder) : nullptr) {
    const std::string name = entry->d_name, end = ".capture";
    if (name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0)
      names.push_back(name);
  }
  if (folder)
    closedir(folder);
  if (names.empty())
    return fprintf(stderr,
                   "ladder: no captures in %s; run the program with CLRT_CAPTURE=%s first\n",
                   words[1], words[1]),
           2;
  std::sort(names.begin(), names.end());
  printf("%-44s %10s %10s %8s  %s\n", "launch", "plain ms", "variant", "ratio",
         "spread of the pairs (10 % to 90 %)");
  bool good = true;
  for (const std::string &name : names)
    good = measure(words[1], name, files) && good;
  return good ? 0 : 1;
}
