// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel_texts.h"

#include <algorithm>
#include <cctype>
#include <cstring>

using namespace clrt_impl;

namespace {

struct Lexeme {
  enum Kind { Word, Mark, Directive } kind;
  size_t begin, end;
};

bool is_word(char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool is_at(const std::string &text, size_t at, const char *what) {
  return text.compare(at, strlen(what), what) == 0;
}

size_t after(const std::string &text, size_t at, const char *what) {
  const size_t found = text.find(what, at);
  return found == std::string::npos ? text.size() : found + strlen(what);
}

// The end of a directive or of a comment of one line; a comment inside may go over several lines.
size_t line_end(const std::string &text, size_t at, bool is_directive) {
  while (at < text.size() && text[at] != '\n')
    if (is_directive && is_at(text, at, "/*"))
      at = after(text, at + 2, "*/");
    else
      at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

size_t literal_end(const std::string &text, size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
    at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

// Words, single characters and directives, without comments and literals.
std::vector<Lexeme> lexemes_of(const std::string &text) {
  std::vector<Lexeme> all;
  bool is_first = true; // in its line
  for (size_t at = 0, end; at < text.size(); at = end) {
    end = at + 1;
    if (text[at] == '\n') {
      is_first = true;
    } else if (isspace(static_cast<unsigned char>(text[at]))) {
      continue;
    } else if (is_at(text, at, "//")) {
      end = line_end(text, at, false);
    } else if (is_at(text, at, "/*")) {
      end = after(text, at + 2, "*/");
    } else if (text[at] == '#' && is_first) {
      end = line_end(text, at, true);
      all.push_back({Lexeme::Directive, at, end});
    } else if (is_first = false, text[at] == '"' || text[at] == '\'') {
      end = literal_end(text, at);
    } else {
      while (is_word(text[at]) && end < text.size() && is_word(text[end]))
        ++end;
      all.push_back({is_word(text[at]) ? Lexeme::Word : Lexeme::Mark, at, end});
    }
  }
  return all;
}

class Reader {
  const std::string &text_;
  const std::vector<Lexeme> all_;
  size_t at_ = 0;
  int depth_ = 0;           // of brackets
  std::vector<int> ifs_;    // the depth at each open #if
  size_t outer_ifs_ = 0;    // those that were open when the kernel began
  bool is_balanced_ = true; // no directive since then belongs to one of them

  bool is_over() const { return at_ >= all_.size(); }
  std::string word(size_t i) const {
    return text_.substr(all_[i].begin, all_[i].end - all_[i].begin);
  }
  bool is(const char *what) const {
    const Lexeme &l = all_[at_];
    return text_.compare(l.begin, l.end - l.begin, what) == 0;
  }

  // Of the branches of an #if only the last one counts for the depth: each closes what it opens, or
  // all open the same.
  void read_condition() {
    const size_t name = text_.find_first_not_of(" \t", all_[at_].begin + 1);
    if (name == std::string::npos)
      return;
    if (is_at(text_, name, "if"))
      ifs_.push_back(depth_);
    if (!is_at(text_, name, "el") && !is_at(text_, name, "endif"))
      return;
    is_balanced_ &= ifs_.size() > outer_ifs_;
    if (ifs_.empty())
      return;
    if (is_at(text_, name, "el"))
      depth_ = ifs_.back();
    else
      ifs_.pop_back();
  }

  // To the next lexeme that is no directive.
  void advance() {
    for (++at_; !is_over() && all_[at_].kind == Lexeme::Directive; ++at_)
      read_condition();
  }

  void count_bracket() {
    if (all_[at_].kind != Lexeme::Mark)
      return;
    const char c = text_[all_[at_].begin];
    depth_ += c == '(' || c == '{' || c == '[';
    depth_ -= c == ')' || c == '}' || c == ']';
  }

  // From an opening bracket to its closing one; false if there is none.
  bool pass_brackets() {
    for (const int outer = depth_; !is_over(); advance()) {
      count_bracket();
      if (depth_ == outer)
        return true;
    }
    return false;
  }

  // What remains of the lexemes from `first` to here.
  std::string rest_since(size_t first) const {
    std::string rest;
    size_t from = all_[first].begin;
    const auto end_lines = [&](size_t to) {
      const char *text = text_.data();
      rest.append(static_cast<size_t>(std::count(text + from, text + to, '\n')), '\n');
    };
    for (size_t i = first; i < at_; ++i) {
      if (all_[i].kind != Lexeme::Directive)
        continue;
      end_lines(all_[i].begin);
      rest += word(i);
      from = all_[i].end;
    }
    end_lines(all_[at_].end);
    return rest;
  }

  // From the word `__kernel` to the last lexeme of the definition; false if it is none.
  bool read(KernelText *kernel) {
    const size_t first = at_;
    outer_ifs_ = ifs_.size();
    is_balanced_ = true;
    bool is_void = false;
    for (advance(); !is_over() && !is("("); advance()) {
      is_void |= is("void");
      kernel->name = word(at_);
      if (is("__attribute__")) {
        advance();
        if (is_over() || !pass_brackets())
          return false;
      } else if (all_[at_].kind != Lexeme::Word) {
        return false;
      }
    }
    if (!is_void && at_ + 1 < all_.size()) // a macro makes it of its first argument
      kernel->name = word(at_ + 1);
    if (is_over() || !pass_brackets())
      return false;
    if (is_void) {
      advance();
      if (is_over() || !is("{") || !pass_brackets()) // a declaration has no body
        return false;
    }
    kernel->begin = all_[first].begin;
    kernel->keyword = all_[first].end;
    kernel->end = all_[at_].end;
    kernel->separable = is_balanced_ && ifs_.size() == outer_ifs_;
    kernel->rest = rest_since(first);
    return true;
  }

public:
  explicit Reader(const std::string &text) : text_(text), all_(lexemes_of(text)) {}

  std::vector<KernelText> kernels() {
    std::vector<KernelText> found;
    for (; !is_over(); ++at_) {
      KernelText kernel;
      if (all_[at_].kind == Lexeme::Directive)
        read_condition();
      else if (depth_ == 0 && all_[at_].kind == Lexeme::Word && (is("__kernel") || is("kernel")) &&
               read(&kernel))
        found.push_back(kernel);
      else if (!is_over())
        count_bracket();
    }
    return found;
  }
};
} // namespace

std::vector<KernelText> clrt_impl::kernel_texts(const std::string &source) {
  return Reader(source).kernels();
}

std::string clrt_impl::with_one_kernel(const std::string &source,
                                       const std::vector<KernelText> &kernels,
                                       const std::string &name) {
  const auto is_wanted = [&name](const KernelText &k) { return k.name == name; };
  if (std::none_of(kernels.begin(), kernels.end(), is_wanted))
    return source;
  std::string text;
  size_t from = 0;
  for (const KernelText &k : kernels) {
    if (is_wanted(k) || !k.separable)
      continue;
    text.append(source, from, k.begin - from).append(k.rest);
    from = k.end;
  }
  return text.append(source, from, std::string::npos);
}
