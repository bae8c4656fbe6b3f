// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs launches of plain kernels and of their variants on equal buffers, and compares all bytes.
//
//   compare DESCRIPTION
//
// clrt decides which launches a variant takes over, so contracts are tested, too. What the variants
// stand beside is not the plain program but a stub, of which each kernel only leaves a mark ahead of
// its first buffer: so it is known who ran. Each line of the description begins with a word:
//
//   plain FILE        the plain program
//   stub FILE         its kernels with nothing but the mark
//   variants FILE     a file of variants; all launches are made with each one alone. Of each file,
//                     only the first variant that serves is taken, unless `by` names one
//   contract on|off [OPTIONS]           the compiler, with these options, may contract a * b + c, or may not
//   launch KERNEL GX GY GZ LX LY LZ     work-groups, and their size
//   buffer BYTES KIND SEED [FIRST]      an argument: a new buffer (KIND: see fill()), from byte FIRST on
//   same N                              the buffer of argument N once more
//   value HEX                           the bytes of a value
//   local BYTES                         the kernel's last parameter is that much local memory
//   by NAME                             the launch is made by this variant alone
//   once                                only where the compiler may contract: it finds nothing to contract
//   end                                 of the launch's arguments
//
// COMPARE_OPTIONS in the environment are further options of the compiler: -cl-opt-disable saves half
// of its time. With COMPARE_BUFFERS in the environment, kernels get parts of buffers instead of shared memory: for
// devices that have none (Oclgrind). A mark would be an access beyond them, so the stub has none.

#include <clrt/clrt.hpp>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace {

const size_t margin = 4096; // canaries on both sides of each buffer
const uint64_t mark = 0x6b72616d20627573;

struct Argument {
  bool is_buffer = false;
  unsigned char *whole = nullptr, *part = nullptr; // shared memory, and what the kernel gets of it
  cl_mem whole_mem = nullptr, part_mem = nullptr;  // or a buffer
  size_t same = SIZE_MAX, first = 0;
  std::vector<unsigned char> bytes; // of a value, or of the buffer with its margins
};

struct LaunchLine {
  std::string kernel, by;
  bool once = false;
  clrt_config config{};
  std::vector<Argument> arguments;
};

struct Contraction {
  bool on = false;
  std::string options;
};

// The text without the contracts of other variants than \p by. It is as long as before: clrt looks
// for kernels once in all texts of one hash.
std::string contractsOf(const std::string &text, const std::string &by) {
  std::istringstream lines(text);
  std::string line, all;
  bool other = false;
  while (std::getline(lines, line)) {
    if (line.compare(0, 10, "//@variant") == 0)
      other = line.find(" " + by + " of ") == std::string::npos;
    all += (other && line.compare(0, 3, "//@") == 0 ? "// " + line.substr(3) : line) + "\n";
  }
  return all;
}

// A program whose text is read at run time. Programs of one file differ in contracts at most, and
// are built once: the hash is that of the whole text.
struct Program {
  std::string name, text, options, hash;
  clrt_program raw{};
  std::deque<clrt_kernel> kernels;

  Program(const std::string &file, const Contraction &contraction, const clrt_program *variants,
          const std::string &by = "")
      : name(file) {
    std::ifstream in(file);
    std::ostringstream all;
    all << (contraction.on ? "" : "#pragma OPENCL FP_CONTRACT OFF\n") << in.rdbuf();
    text = all.str();
    const char *more = getenv("COMPARE_OPTIONS");
    options = more ? std::string("-cl-std=CL1.2 ") + more : "-cl-std=CL1.2";
    options += ' ' + contraction.options;
    hash = std::to_string(std::hash<std::string>()(text + file));
    text = by.empty() ? text : contractsOf(text, by);
    raw = {name.c_str(), text.c_str(), text.size(), options.c_str(), hash.c_str(),
           variants,     variants ? 1u : 0u};
    clrt_enter_program(&raw);
  }
  const clrt_kernel *kernel(const std::string &of, bool has_local) {
    static const clrt_appended local = {CLRT_DYNAMIC_LOCAL, 0, nullptr, nullptr};
    for (const clrt_kernel &k : kernels)
      if (of == k.name)
        return &k;
    kernels.push_back({&raw, strdup(of.c_str()), &local, has_local, 0, 0});
    return &kernels.back();
  }
};

bool asBuffers() {
  static const bool result = getenv("COMPARE_BUFFERS");
  return result;
}

// Random bytes of a buffer: numbers that the tests can add up without infinities, integers of any
// size, small indices, or nothing that the kernel should see.
void fill(unsigned char *to, size_t bytes, const std::string &kind, unsigned seed) {
  std::minstd_rand small(seed + 1); // 31 bits, cheap: buffers are large
  auto random = [&] { return (static_cast<uint64_t>(small()) << 20) ^ small(); };
  auto put = [&](size_t size, auto make) {
    for (size_t at = 0; at + size <= bytes; at += size) {
      auto v = make();
      memcpy(to + at, &v, size);
    }
  };
  // From -4 to 4, with all bits of a float and more than those.
  auto number = [&] { return static_cast<double>(random()) * 0x1p-48 - 4; };
  if (kind == "float")
    put(4, [&] { return static_cast<float>(number()); });
  else if (kind == "double")
    put(8, [&] { return number(); });
  else if (kind.compare(0, 5, "index") == 0) // index17: from 0 to 16
    put(4, [&] { return static_cast<int>(random() % std::stoul(kind.substr(5))); });
  else if (kind == "int") // often small, of both signs
    put(4, [&] { return static_cast<int>(random()) >> (random() % 32); });
  else if (kind == "byte")
    put(1, [&] { return static_cast<unsigned char>(random()); });
  else
    memset(to, kind == "zero" ? 0 : 0xd5, bytes);
}

class Comparison {
public:
  bool read(const std::string &description);
  int run();

private:
  bool reset(LaunchLine &l);
  bool launch(Program &p, LaunchLine &l, std::vector<std::vector<unsigned char>> &results);
  void compare(LaunchLine &l, const std::string &with,
               const std::vector<std::vector<unsigned char>> &plain,
               const std::vector<std::vector<unsigned char>> &other);
  bool makeBuffers(LaunchLine &l);
  static void freeBuffers(LaunchLine &l);
  void run(LaunchLine &l, Program &plain, const Contraction &contraction);
  Program &variant(const std::string &file, const Contraction &contraction, const std::string &by);

  std::map<std::string, Program *> programs_; // stubs with variants; clrt keeps them to the end
  std::string plain_, stub_;
  std::vector<std::string> variants_;
  std::vector<Contraction> contractions_;
  std::vector<LaunchLine> launches_;
  unsigned taken_ = 0, refused_ = 0, wrong_ = 0;
  std::set<std::string> pairs_; // variants that have taken a launch
};

bool Comparison::read(const std::string &description) {
  std::ifstream in(description);
  std::string line, word;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    words >> word;
    if (word == "plain")
      words >> plain_;
    else if (word == "stub")
      words >> stub_;
    else if (word == "variants")
      variants_.emplace_back(), words >> variants_.back();
    else if (word == "contract")
      words >> word, contractions_.push_back({word == "on", std::string(std::istreambuf_iterator<char>(words), {})});
    else if (word == "launch") {
      launches_.emplace_back();
      clrt_config &c = launches_.back().config;
      words >> launches_.back().kernel >> c.grid[0] >> c.grid[1] >> c.grid[2] >> c.block[0] >>
          c.block[1] >> c.block[2];
    } else if (word == "buffer") {
      size_t bytes;
      std::string kind;
      unsigned seed;
      words >> bytes >> kind >> seed;
      launches_.back().arguments.emplace_back();
      auto &all = launches_.back().arguments.back().bytes;
      all.assign(bytes + 2 * margin, 0xc3);
      fill(all.data() + margin, bytes, kind, seed);
      launches_.back().arguments.back().is_buffer = true;
      if (!(words >> launches_.back().arguments.back().first))
        words.clear();
    } else if (word == "same") {
      launches_.back().arguments.emplace_back();
      words >> launches_.back().arguments.back().same;
    } else if (word == "value") {
      std::string hex;
      words >> hex;
      launches_.back().arguments.emplace_back();
      for (size_t i = 0; i + 1 < hex.size(); i += 2)
        launches_.back().arguments.back().bytes.push_back(
            static_cast<unsigned char>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    } else if (word == "local") {
      words >> launches_.back().config.local_bytes;
    } else if (word == "by") {
      words >> launches_.back().by;
    } else if (word == "once") {
      launches_.back().once = true;
    } else if (word != "end" || words.fail()) {
      fprintf(stderr, "compare: %s: '%s' is not understood\n", description.c_str(), line.c_str());
      return false;
    }
  }
  return !plain_.empty() && !stub_.empty();
}

bool Comparison::makeBuffers(LaunchLine &l) {
  for (Argument &a : l.arguments) {
    void *p = nullptr;
    if (a.is_buffer && asBuffers()) {
      cl_buffer_region inner = {margin, a.bytes.size() - 2 * margin};
      a.whole_mem = clCreateBuffer(clrt_context(), CL_MEM_READ_WRITE, a.bytes.size(), nullptr, nullptr);
      a.part_mem = clCreateSubBuffer(a.whole_mem, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                     &inner, nullptr);
      if (!a.part_mem)
        return false;
      continue;
    }
    if (a.is_buffer && clrt_svm_malloc(&p, a.bytes.size()) != CLRT_SUCCESS)
      return false;
    a.whole = static_cast<unsigned char *>(p);
    a.part = a.whole + margin + a.first;
  }
  return true;
}

void Comparison::freeBuffers(LaunchLine &l) {
  for (Argument &a : l.arguments) {
    if (a.whole)
      clrt_free(a.whole);
    if (a.part_mem) {
      clReleaseMemObject(a.part_mem);
      clReleaseMemObject(a.whole_mem);
    }
  }
}

bool Comparison::launch(Program &p, LaunchLine &l,
                        std::vector<std::vector<unsigned char>> &results) {
  results.clear();
  std::vector<clrt_arg> args;
  for (Argument &a : l.arguments) {
    if (a.whole && clrt_memcpy(a.whole, a.bytes.data(), a.bytes.size(), CLRT_MEMCPY_DEFAULT) != CLRT_SUCCESS)
      return false;
    if (a.whole_mem && clEnqueueWriteBuffer(clrt_queue(nullptr), a.whole_mem, CL_TRUE, 0,
                                            a.bytes.size(), a.bytes.data(), 0, nullptr, nullptr))
      return false;
    const Argument &from = a.same == SIZE_MAX ? a : l.arguments[a.same];
    if (from.part_mem)
      args.push_back({CLRT_BUFFER, sizeof from.part_mem, &from.part_mem});
    else if (from.is_buffer)
      args.push_back({CLRT_GLOBAL, sizeof from.part, &from.part});
    else
      args.push_back({CLRT_VALUE, a.bytes.size(), a.bytes.data()});
  }
  clrt_error e = clrt_launch(p.kernel(l.kernel, l.config.local_bytes), &l.config, args.data(),
                             args.size());
  if (e == CLRT_SUCCESS)
    e = clrt_device_synchronize();
  if (e != CLRT_SUCCESS) {
    printf("WRONG %s: %s: %s\n", l.kernel.c_str(), p.name.c_str(), clrt_error_name(e));
    return false;
  }
  for (Argument &a : l.arguments)
    if (a.whole_mem) {
      results.emplace_back(a.bytes.size());
      clEnqueueReadBuffer(clrt_queue(nullptr), a.whole_mem, CL_TRUE, 0, a.bytes.size(),
                          results.back().data(), 0, nullptr, nullptr);
    } else if (a.whole) {
      results.emplace_back(a.bytes.size());
      clrt_memcpy(results.back().data(), a.whole, a.bytes.size(), CLRT_MEMCPY_DEFAULT);
    }
  return true;
}

void Comparison::compare(LaunchLine &l, const std::string &with,
                         const std::vector<std::vector<unsigned char>> &plain,
                         const std::vector<std::vector<unsigned char>> &other) {
  const auto first = std::find_if(l.arguments.begin(), l.arguments.end(),
                                  [](const Argument &a) { return a.is_buffer; });
  if (!other.empty() &&
      !memcmp(other[0].data() + margin + first->first - sizeof mark, &mark, sizeof mark)) {
    ++refused_;
    return;
  }
  ++taken_;
  pairs_.insert(l.kernel + ' ' + with);
  for (size_t b = 0; b < plain.size(); ++b) {
    if (!memcmp(plain[b].data(), other[b].data(), plain[b].size()))
      continue;
    auto at = std::mismatch(plain[b].begin(), plain[b].end(), other[b].begin());
    ++wrong_;
    printf("WRONG %s: %s: grid %zu %zu %zu of %zu %zu %zu: buffer %zu differs from byte %td on\n",
           l.kernel.c_str(), with.c_str(), l.config.grid[0], l.config.grid[1], l.config.grid[2],
           l.config.block[0], l.config.block[1], l.config.block[2], b,
           (at.first - plain[b].begin()) - static_cast<ptrdiff_t>(margin));
    return;
  }
}

Program &Comparison::variant(const std::string &file, const Contraction &contraction,
                             const std::string &by) {
  Program *&p = programs_[file + (contraction.on ? " on " : " off ") + by];
  if (!p) {
    Program *variants = new Program(file, contraction, nullptr, by);
    // What computes nothing is built once. Without marks, it is the plain program.
    p = new Program(stub_, asBuffers() ? contraction : Contraction{true, ""}, &variants->raw);
  }
  return *p;
}

void Comparison::run(LaunchLine &l, Program &plain, const Contraction &contraction) {
  std::vector<std::vector<unsigned char>> expected, results;
  if (!makeBuffers(l) || !launch(plain, l, expected))
    exit(2);
  for (const std::string &file : variants_) {
    if (launch(variant(file, contraction, l.by), l, results))
      compare(l, file + (l.by.empty() ? "" : " " + l.by) + (contraction.on ? " contracted" : ""),
              expected, results);
    else
      ++wrong_;
  }
  freeBuffers(l);
}

int Comparison::run() {
  if (contractions_.empty())
    contractions_.emplace_back();
  for (const Contraction &contraction : contractions_) {
    Program *plain = new Program(plain_, contraction, nullptr); // clrt keeps it to the end
    for (LaunchLine &l : launches_)
      if (contraction.on || !l.once)
        run(l, *plain, contraction);
  }
  printf("%u launches by variants, %u by plain kernels, %u wrong, %zu variants ran\n", taken_,
         refused_, wrong_, pairs_.size());
  return wrong_ ? 1 : 0;
}

} // namespace

int main(int count, char **words) {
  Comparison c;
  if (count != 2 || !c.read(words[1])) {
    fprintf(stderr, "usage: compare DESCRIPTION\n");
    return 2;
  }
  return c.run();
}
