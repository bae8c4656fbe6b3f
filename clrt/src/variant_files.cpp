// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the variants of kernels: in the programs that are embedded beside a program, and in files
// that CLRT_VARIANTS names. Each is read once, so that what is broken in it is said once.

#include "variant.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

using namespace clrt_impl;

namespace {
// A file that CLRT_VARIANTS names.
struct AddedFile {
  std::string text; // with its includes
  std::shared_ptr<const VariantFile> contracts;
};

struct Files {
  std::mutex mutex; // guards all
  bool added_read = false;
  std::vector<AddedFile> added;
  std::map<const clrt_program *, std::vector<VariantProgram>> programs;
};

// The text of a program that is made at run time.
struct OwnProgram {
  std::string name, source, options, hash;
  clrt_program program;
};
} // namespace

// Never destroyed, like all that launches use.
static Files &files() {
  static Files *f = new Files;
  return *f;
}

static std::shared_ptr<const VariantFile> read(const std::string &name, const std::string &source) {
  std::vector<std::string> problems;
  auto file = std::make_shared<VariantFile>(read_contracts(name, source, problems));
  for (const std::string &p : problems)
    fprintf(stderr, "%s\n", p.c_str());
  return file;
}

static std::string folder_of(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

static bool read_text(const std::string &path, std::string &text) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream all;
  if (!in || !(all << in.rdbuf()))
    return false;
  text = all.str();
  return true;
}

// Where an include stands: beside the file that includes it, or in a folder around it, as that of
// clrt is in the project's. Empty: nowhere.
static std::string find_include(const std::string &from, const std::string &wanted) {
  std::string folder = folder_of(from);
  for (int up = 0; up < 16; ++up, folder += "/..") {
    const std::string path = folder + "/" + wanted;
    if (std::ifstream(path))
      return path;
  }
  return "";
}

// The text with its quote includes in it, as clrt_embed.cmake makes it. `once` are the files that
// it has already: device headers are all included once.
static std::string inlined(const std::string &path, const std::string &text,
                           std::vector<std::string> &once) {
  std::string out = "#line 1 \"" + path + "\"\n";
  std::istringstream lines(text);
  std::string line;
  for (unsigned long number = 1; std::getline(lines, line); ++number) {
    size_t hash = line.find_first_not_of(" \t"), begin = line.find('"'), end = 0;
    std::string found, inner;
    if (hash != std::string::npos && line[hash] == '#' && begin != std::string::npos &&
        line.compare(line.find_first_not_of(" \t", hash + 1), 7, "include") == 0 &&
        (end = line.find('"', begin + 1)) != std::string::npos)
      found = find_include(path, line.substr(begin + 1, end - begin - 1));
    if (found.empty() || !read_text(found, inner)) {
      out += line + "\n"; // also `#pragma once`, which `once` stands for
      continue;
    }
    if (std::find(once.begin(), once.end(), found) == once.end()) {
      once.push_back(found);
      out += inlined(found, inner, once);
    }
    out += "#line " + std::to_string(number + 1) + " \"" + path + "\"\n";
  }
  return out;
}

static void read_added(Files &f) {
  f.added_read = true;
  for (const std::string &path : variant_settings().files) {
    AddedFile file;
    std::string text;
    if (!read_text(path, text)) {
      fprintf(stderr, "clrt: CLRT_VARIANTS: cannot read %s: its variants are not used\n",
              path.c_str());
      continue;
    }
    std::vector<std::string> once;
    file.text = inlined(path, text, once);
    file.contracts = read(path, file.text);
    f.added.push_back(file);
  }
}

static std::string hash_of(const std::string &text) {
  char digits[40];
  const unsigned long long low = fnv1a(text.data(), text.size(), fnv1a_basis),
                           high = fnv1a(text.data(), text.size(), low ^ fnv1a_basis);
  snprintf(digits, sizeof digits, "%016llx%016llx", high, low);
  return digits;
}

// The added file as a program with the definitions and options of the plain one. It stays, as
// kernels may.
static const clrt_program *make_program(const AddedFile &file, const clrt_program *plain) {
  OwnProgram *own = new OwnProgram;
  const std::string source(plain->source, plain->size);
  const size_t line = source.find("#line ");
  own->name = file.contracts->name;
  own->source = (line == std::string::npos ? "" : source.substr(0, line)) + file.text;
  own->options = plain->options;
  own->hash = hash_of(own->source);
  own->program = clrt_program{own->name.c_str(),
                              own->source.c_str(),
                              own->source.size(),
                              own->options.c_str(),
                              own->hash.c_str(),
                              nullptr,
                              0};
  return &own->program;
}

std::vector<VariantProgram> clrt_impl::variant_programs(const clrt_program *program) {
  Files &f = files();
  std::lock_guard<std::mutex> lock(f.mutex);
  if (!f.added_read)
    read_added(f);
  auto known = f.programs.find(program);
  if (known != f.programs.end())
    return known->second;
  std::vector<VariantProgram> &all = f.programs[program];
  for (const AddedFile &file : f.added)
    if (!file.contracts->contracts.empty())
      all.push_back(VariantProgram{file.contracts, make_program(file, program)});
  for (size_t i = 0; i < program->variant_count; ++i) {
    const clrt_program &p = program->variants[i];
    all.push_back(VariantProgram{read(p.name, std::string(p.source, p.size)), &p});
  }
  return all;
}

void clrt_impl::forget_variants(const clrt_program *program) {
  Files &f = files();
  std::lock_guard<std::mutex> lock(f.mutex);
  f.programs.erase(program);
}
