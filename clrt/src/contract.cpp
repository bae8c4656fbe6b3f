// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract.h"

#include "internal.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <sstream>

using namespace clrt_impl;

int Contract::last_argument() const {
  int last = -1;
  for (const Condition &c : when)
    last = std::max(last, c.last_argument());
  return last;
}

// No type of OpenCL C has a larger alignment.
size_t Contract::local_part(size_t plain) const {
  const size_t alignment = 128;
  if (local == 1)
    return plain;
  return plain == 0 ? alignment : (plain + alignment - 1) / alignment * alignment;
}

// ---- devices ----

static std::string text_of(const Device *d, DeviceTest::Key key) {
  switch (key) {
  case DeviceTest::Platform:
    return platform_text(d->platform, CL_PLATFORM_NAME);
  case DeviceTest::Vendor:
    return info_text(d->id, CL_DEVICE_VENDOR);
  case DeviceTest::Name:
    return info_text(d->id, CL_DEVICE_NAME);
  case DeviceTest::Driver:
    return info_text(d->id, CL_DRIVER_VERSION);
  case DeviceTest::Version:
    return info_text(d->id, CL_DEVICE_VERSION);
  case DeviceTest::Extensions:
    return info_text(d->id, CL_DEVICE_EXTENSIONS);
  case DeviceTest::NativeFloats:
    return std::to_string(info<cl_uint>(d->id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT));
  default:
    break;
  }
  switch (info<cl_device_type>(d->id, CL_DEVICE_TYPE) & ~cl_device_type(CL_DEVICE_TYPE_DEFAULT)) {
  case CL_DEVICE_TYPE_CPU:
    return "cpu";
  case CL_DEVICE_TYPE_GPU:
    return "gpu";
  case CL_DEVICE_TYPE_ACCELERATOR:
    return "accelerator";
  default:
    return "custom";
  }
}

bool VariantFile::serves(const Device *d) const {
  for (const std::vector<DeviceTest> &tests : devices) {
    bool all = true;
    for (const DeviceTest &t : tests) {
      const std::string text = lower(text_of(d, t.key)), value = lower(t.value);
      all = all && (t.is_part ? text.find(value) != std::string::npos : text == value) == t.wanted;
    }
    if (all)
      return true;
  }
  return false;
}

// ---- lines ----

namespace {
// A contract line, and where it stands.
struct Line {
  std::string file;
  unsigned long number; // in the file
  size_t index;         // in the flat text
  std::string text;     // after "//@"
};

class Reader {
public:
  Reader(VariantFile &out, std::vector<std::string> &problems) : out_(out), problems_(problems) {}
  void read(const std::string &source);

private:
  bool fail(const Line &line, const std::string &what, const std::string &which);
  bool fail(const Line &line, const std::string &what);
  void finish();
  void device(const Line &line);
  bool test(const Line &line, std::istringstream &words, std::string word);
  void begin(const Line &line);
  void part(const Line &line);
  bool clause(const Line &line, const std::string &text);
  bool once(const Line &line, const std::string &key);
  bool group_size(const Line &line, const std::string &word, Contract::Size &size);

  VariantFile &out_;
  std::vector<std::string> &problems_;
  Contract now_;
  Line start_ = Line();
  std::vector<std::string> seen_; // the keys of the contract under way
  bool in_contract_ = false, good_ = false;
  bool devices_good_ = true, any_variant_ = false;
};
} // namespace

static bool is_name(const std::string &word) {
  bool good = !word.empty() && !isdigit(static_cast<unsigned char>(word[0]));
  for (char c : word)
    good = good && (isalnum(static_cast<unsigned char>(c)) || c == '_');
  return good;
}

static bool is_number(const std::string &word, size_t &value) {
  bool good = !word.empty() && word.size() <= 9;
  for (char c : word)
    good = good && isdigit(static_cast<unsigned char>(c));
  value = good ? static_cast<size_t>(strtoul(word.c_str(), nullptr, 10)) : 0;
  return good;
}

static std::string place_of(const Line &line) {
  return line.file + ":" + std::to_string(line.number);
}

bool Reader::fail(const Line &line, const std::string &what, const std::string &which) {
  problems_.push_back(
      "clrt: " + place_of(line) + ": " + what +
      "; correct the line as cu2cl's docs/variants.md says, or have cu2cl write it again. " +
      which + " not used");
  return false;
}

bool Reader::fail(const Line &line, const std::string &what) {
  if (good_)
    fail(line, what, "The variant " + now_.name + " is");
  return good_ = false;
}

// The contract under way is complete.
void Reader::finish() {
  if (in_contract_ && good_ && std::find(seen_.begin(), seen_.end(), "items") == seen_.end())
    fail(start_, "the contract has no 'items'");
  if (in_contract_ && good_ && std::find(seen_.begin(), seen_.end(), "group") == seen_.end())
    fail(start_, "the contract has no 'group'");
  size_t threads = 1;
  for (const Contract::Size &g : now_.group)
    threads = g.is_plain || !good_ ? threads : threads * std::min<size_t>(g.number, 4096);
  if (threads > 1024)
    fail(start_, "a group has at most 1024 work-items");
  if (in_contract_ && good_)
    out_.contracts.push_back(now_);
  in_contract_ = good_ = false;
}

bool Reader::test(const Line &line, std::istringstream &words, std::string word) {
  static const char *const keys[] = {"platform", "vendor",     "device", "driver",
                                     "version",  "extensions", "type",   "native_floats"};
  size_t end = word.find_first_of("=~!");
  auto key = std::find(std::begin(keys), std::end(keys), word.substr(0, end));
  if (end == std::string::npos || key == std::end(keys))
    return fail(line, "'" + word + "' is no test of a device", "The file's variants are");
  DeviceTest t;
  t.key = static_cast<DeviceTest::Key>(key - std::begin(keys));
  t.wanted = word[end] != '!';
  end += t.wanted ? 0 : 1;
  if (end >= word.size() || (word[end] != '=' && word[end] != '~'))
    return fail(line, "'" + word + "' is no test of a device", "The file's variants are");
  t.is_part = word[end] == '~';
  t.value = word.substr(end + 1);
  if (!t.value.empty() && t.value[0] == '"') {
    std::string more;
    t.value.erase(0, 1);
    size_t quote = t.value.find('"');
    if (quote == std::string::npos && std::getline(words, more, '"') && !words.eof())
      t.value += more;
    else if (quote != std::string::npos && quote + 1 == t.value.size())
      t.value.erase(quote);
    else
      return fail(line, "a text has no closing '\"'", "The file's variants are");
  }
  if (t.value.empty())
    return fail(line, "'" + word + "' names nothing to compare with", "The file's variants are");
  out_.devices.back().push_back(t);
  return true;
}

void Reader::device(const Line &line) {
  std::istringstream words(line.text);
  std::string word;
  bool good = true, any = false;
  words >> word; // "device"
  out_.devices.push_back(std::vector<DeviceTest>());
  if (any_variant_)
    good = fail(line, "a //@device line follows a variant", "The file's variants are");
  while (good && words >> word) {
    if (word == "any" && out_.devices.back().empty())
      any = true;
    else
      good = test(line, words, word);
  }
  if (good && any == !out_.devices.back().empty())
    good = fail(line, any ? "'any' goes with no other test" : "a //@device line without a test",
                "The file's variants are");
  devices_good_ = devices_good_ && good;
}

void Reader::begin(const Line &line) {
  std::istringstream words(line.text);
  std::string key, version, of, for_word, more;
  now_ = Contract();
  start_ = line;
  seen_.clear();
  in_contract_ = good_ = any_variant_ = true;
  now_.place = place_of(line);
  words >> key >> version >> now_.name >> of >> now_.kernel >> for_word >> now_.target;
  if (version != "1") {
    now_.name = now_.name.empty() ? version : now_.name;
    fail(line, "this clrt reads version 1 of contracts, not '" + version + "'");
  } else if (!is_name(now_.name) || of != "of" || !is_name(now_.kernel) || for_word != "for" ||
             now_.target.empty() || words >> more) {
    fail(line, "a variant begins with '//@variant 1 NAME of KERNEL for TARGET'");
  }
}

bool Reader::once(const Line &line, const std::string &key) {
  if (std::find(seen_.begin(), seen_.end(), key) != seen_.end())
    return fail(line, "'" + key + "' is there twice");
  seen_.push_back(key);
  return true;
}

bool Reader::group_size(const Line &line, const std::string &word, Contract::Size &size) {
  size.is_plain = word.compare(0, 4, "same") == 0;
  size.number = 1;
  bool good = size.is_plain ? word == "same" || (word.size() > 5 && word[4] == '/' &&
                                                 is_number(word.substr(5), size.number))
                            : is_number(word, size.number);
  return good && size.number != 0
             ? true
             : fail(line,
                    "'group' takes three of a number, 'same' and 'same/N', not '" + word + "'");
}

bool Reader::clause(const Line &line, const std::string &text) {
  std::istringstream words(text);
  std::string key, word;
  std::vector<std::string> values;
  words >> key;
  while (words >> word)
    values.push_back(word);
  const bool known = key == "items" || key == "group" || key == "append" || key == "local";
  if (!known)
    return fail(line, key.empty() ? "a part of the line is empty"
                                  : "'" + key + "' is no part of a contract");
  if (!once(line, key))
    return false;
  if (key == "local")
    return (values.size() == 1 && is_number(values[0], now_.local) && now_.local != 0) ||
           fail(line, "'local' takes one number");
  if (key == "append") {
    for (const std::string &v : values) {
      const bool is_local = v == "local_bytes";
      if (!is_local && (v.size() != 6 || v.compare(0, 5, "items") != 0 || v[5] < '0' || v[5] > '2'))
        return fail(line, "'append' takes items0, items1, items2 and local_bytes, not '" + v + "'");
      now_.appended.push_back(is_local ? Contract::local_bytes : v[5] - '0');
    }
    return !values.empty() || fail(line, "'append' names nothing");
  }
  if (values.size() != 3)
    return fail(line, "'" + key + "' takes three numbers");
  for (size_t i = 0; i < 3; ++i) {
    if (key == "group" && !group_size(line, values[i], now_.group[i]))
      return false;
    if (key == "items" && (!is_number(values[i], now_.items[i]) || now_.items[i] == 0))
      return fail(line, "'items' takes three numbers, not '" + values[i] + "'");
  }
  return true;
}

// A line of the contract under way.
void Reader::part(const Line &line) {
  std::string rest = line.text;
  std::istringstream words(rest);
  std::string key;
  words >> key;
  if (key == "schedule") {
    once(line, key);
    return;
  }
  if (key == "when") {
    std::string why;
    now_.when.push_back(Condition());
    if (!now_.when.back().parse(rest.substr(rest.find("when") + 4), why))
      fail(line, "the condition: " + why);
    return;
  }
  for (size_t at = 0; good_ && at != std::string::npos;) {
    size_t comma = rest.find(',', at);
    clause(line, rest.substr(at, comma == std::string::npos ? comma : comma - at));
    at = comma == std::string::npos ? comma : comma + 1;
  }
}

void Reader::read(const std::string &source) {
  std::istringstream lines(source);
  Line line = {out_.name, 0, 0, ""};
  std::string text;
  size_t last = 0; // the contract's last line
  for (; std::getline(lines, text); ++line.index) {
    ++line.number;
    char name[512];
    unsigned long next;
    if (sscanf(text.c_str(), "#line %lu \"%511[^\"]\"", &next, name) == 2) {
      line.file = name;
      line.number = next - 1;
      continue;
    }
    size_t at = text.find_first_not_of(" \t");
    if (at == std::string::npos || text.compare(at, 3, "//@") != 0)
      continue;
    line.text = text.substr(at + 3);
    if (!line.text.empty() && line.text.back() == '\r')
      line.text.erase(line.text.size() - 1);
    const bool follows = in_contract_ && line.index == last + 1;
    const std::string word = line.text.substr(0, line.text.find_first_of(" \t"));
    if (!word.empty() || !follows)
      finish();
    last = line.index;
    if (word == "device")
      device(line);
    else if (word == "variant")
      begin(line);
    else if (word.empty() && follows)
      part(line);
    else if (word.empty())
      fail(line, "the line belongs to no //@variant line right ahead of it", "It is");
    else if (word != "from") // which CMake reads
      fail(line, "'//@" + word + "' is no contract line", "It is");
  }
  finish();
  if (any_variant_ && devices_good_ && out_.devices.empty()) {
    line.number = 1;
    line.file = out_.name;
    devices_good_ = fail(line, "the file has no //@device line", "The file's variants are");
  }
  if (!devices_good_)
    out_.contracts.clear();
}

VariantFile clrt_impl::read_contracts(const std::string &name, const std::string &source,
                                      std::vector<std::string> &problems) {
  VariantFile file;
  file.name = name;
  Reader(file, problems).read(source);
  return file;
}
