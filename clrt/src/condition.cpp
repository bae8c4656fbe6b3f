// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "condition.h"

#include "launch_view.h"

#include <algorithm>
#include <cctype>
#include <cstring>

using namespace clrt_impl;

namespace clrt_impl {
// Recursive descent; one level for each strength of operators.
class ConditionParser {
public:
  ConditionParser(const std::string &text, Condition &out) : at_(text.c_str()), out_(out) {}

  bool parse(std::string &why) {
    if (has_alternatives())
      any();
    else
      all();
    blanks();
    if (why_.empty() && *at_)
      fail(std::string("'") + at_ + "' is left over");
    why = why_;
    return why_.empty();
  }

private:
  struct Binary {
    const char *text;
    Condition::Kind kind;
  };

  void fail(const std::string &what) {
    if (why_.empty())
      why_ = what;
    at_ = ""; // nothing more to read
  }

  void blanks() {
    while (isspace(static_cast<unsigned char>(*at_)))
      ++at_;
  }

  bool take(const char *text) {
    blanks();
    size_t n = strlen(text);
    if (strncmp(at_, text, n) != 0)
      return false;
    at_ += n;
    return true;
  }

  void demand(const char *text) {
    if (!take(text))
      fail(std::string("'") + text + "' is missing" +
           (*at_ ? std::string(" ahead of '") + at_ + "'" : " at the end"));
  }

  // `pushes`: how many numbers the stack grows by.
  size_t emit(Condition::Kind kind, int pushes, int argument = 0, int other = 0,
              int64_t number = 0) {
    depth_ += pushes;
    if (depth_ > static_cast<int>(Condition::most_depth))
      fail("it is nested too deeply");
    out_.operations_.push_back(Condition::Operation{kind, argument, other, number});
    return out_.operations_.size() - 1;
  }

  bool digits(int64_t &value) {
    blanks();
    if (!isdigit(static_cast<unsigned char>(*at_)))
      return false;
    int base = at_[0] == '0' && (at_[1] == 'x' || at_[1] == 'X') ? 16 : 10;
    const char *begin = at_ += base == 16 ? 2 : 0;
    value = 0;
    for (; isxdigit(static_cast<unsigned char>(*at_)); ++at_) {
      int c = tolower(static_cast<unsigned char>(*at_)),
          digit = isdigit(c) ? c - '0' : c - 'a' + 10;
      if (digit >= base)
        break;
      if (__builtin_mul_overflow(value, base, &value) ||
          __builtin_add_overflow(value, digit, &value))
        return fail("a number is larger than 64 bits"), false;
    }
    if (at_ == begin || isalnum(static_cast<unsigned char>(*at_)) || *at_ == '_')
      return fail(std::string("no number: '") + begin + "'"), false;
    return true;
  }

  int small(const char *what, int64_t limit) {
    int64_t value = 0;
    if (!digits(value))
      fail(std::string(what) + " must be a number");
    else if (value >= limit)
      fail(std::string(what) + " must be below " + std::to_string(limit));
    return why_.empty() ? static_cast<int>(value) : 0;
  }

  int argument() {
    int a = small("the number of a parameter", static_cast<int64_t>(Condition::most_arguments));
    out_.last_argument_ = std::max(out_.last_argument_, a);
    return a;
  }

  // Whether `||` joins the parts of the whole text.
  bool has_alternatives() const {
    int open = 0;
    for (const char *c = at_; *c; ++c) {
      open += *c == '(' ? 1 : *c == ')' ? -1 : 0;
      if (open == 0 && c[0] == '|' && c[1] == '|')
        return true;
    }
    return false;
  }

  // The ordinary condition: each part must hold, and what comes first decides.
  void all() {
    equality();
    while (take("&&")) {
      emit(Condition::Demand, -1);
      equality();
    }
  }
  void any() {
    both();
    while (take("||"))
      lazy(Condition::OrElse, &ConditionParser::both);
  }
  void both() {
    equality();
    while (take("&&"))
      lazy(Condition::AndThen, &ConditionParser::equality);
  }
  void lazy(Condition::Kind kind, void (ConditionParser::*right)()) {
    size_t jump = emit(kind, -1);
    (this->*right)();
    emit(Condition::Truth, 0);
    out_.operations_[jump].number = static_cast<int64_t>(out_.operations_.size());
  }

  // Operands joined by one of the operators, from the left. Longer operators stand first.
  template <size_t Count>
  void chain(const Binary (&operators)[Count], void (ConditionParser::*operand)()) {
    size_t begin = out_.operations_.size();
    (this->*operand)();
    for (size_t i = 0; i < Count;) {
      if (!take(operators[i].text)) {
        ++i;
        continue;
      }
      size_t middle = out_.operations_.size();
      (this->*operand)();
      combine(begin, middle, operators[i].kind);
      i = 0;
    }
  }
  // Two numbers that are compared: the ordinary case has an operation of its own.
  void combine(size_t left, size_t right, Condition::Kind kind) {
    auto &all = out_.operations_;
    if (kind < Condition::Equal || right != left + 1 || all.size() != right + 1 ||
        all[left].kind > Condition::Bits || all[right].kind > Condition::Bits) {
      emit(kind, -1);
      return;
    }
    --depth_;
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(left),
               Condition::Operation{Condition::Compare, 0, 0, kind});
  }
  void equality() {
    static const Binary operators[] = {{"==", Condition::Equal}, {"!=", Condition::Unequal}};
    chain(operators, &ConditionParser::order);
  }
  void order() {
    static const Binary operators[] = {{"<=", Condition::LessEqual},
                                       {">=", Condition::GreaterEqual},
                                       {"<", Condition::Less},
                                       {">", Condition::Greater}};
    chain(operators, &ConditionParser::sum);
  }
  void sum() {
    static const Binary operators[] = {{"+", Condition::Add}, {"-", Condition::Subtract}};
    chain(operators, &ConditionParser::product);
  }
  void product() {
    static const Binary operators[] = {
        {"*", Condition::Multiply}, {"/", Condition::Divide}, {"%", Condition::Remainder}};
    chain(operators, &ConditionParser::unary);
  }

  void unary() {
    if (++nested_ > 64)
      return fail("it is nested too deeply");
    int64_t value;
    if (take("-")) {
      unary();
      emit(Condition::Negate, 0);
    } else if (take("!")) {
      unary();
      emit(Condition::Not, 0);
    } else if (take("(")) {
      any();
      demand(")");
    } else if (digits(value)) {
      emit(Condition::Number, 1, 0, 0, value);
    } else {
      term();
    }
    --nested_;
  }

  void term() {
    blanks();
    const char *begin = at_;
    while (isalnum(static_cast<unsigned char>(*at_)) || *at_ == '_')
      ++at_;
    const std::string word(begin, at_);
    if (word.size() == 6 && word.compare(0, 5, "items") == 0 && word[5] >= '0' && word[5] <= '2')
      emit(Condition::Items, 1, word[5] - '0');
    else if (word.size() == 6 && word.compare(0, 5, "group") == 0 && word[5] >= '0' &&
             word[5] <= '2')
      emit(Condition::Group, 1, word[5] - '0');
    else if (word == "bytes")
      call(Condition::Bytes, nullptr);
    else if (word == "distinct")
      call(Condition::Distinct, "the number of a parameter");
    else if (word == "aligned")
      call(Condition::Aligned, "an alignment");
    else if (int bits = bits_of(word))
      call(Condition::Bits, "a byte", bits);
    else if (why_.empty())
      fail(word.empty() ? std::string("a value is missing") +
                              (*begin ? std::string(" ahead of '") + begin + "'" : " at the end")
                        : "'" + word + "' is no term");
  }

  // i8 .. i64: -8 .. -64; u8 .. u64: 8 .. 64; 0: another word
  static int bits_of(const std::string &word) {
    for (int bits = 8; bits <= 64; bits *= 2)
      for (char sign : {'i', 'u'})
        if (word == sign + std::to_string(bits))
          return sign == 'i' ? -bits : bits;
    return 0;
  }

  void call(Condition::Kind kind, const char *second, int64_t number = 0) {
    demand("(");
    int a = why_.empty() ? argument() : 0, b = 0;
    if (second) {
      demand(",");
      if (why_.empty())
        b = kind == Condition::Distinct ? argument() : small(second, 1 << 30);
    }
    demand(")");
    if (why_.empty() && kind == Condition::Aligned && (b == 0 || (b & (b - 1)) != 0))
      fail("an alignment must be a power of two");
    emit(kind, 1, a, b, number);
  }

  const char *at_;
  Condition &out_;
  std::string why_;
  int depth_ = 0, nested_ = 0;
};
} // namespace clrt_impl

bool Condition::parse(const std::string &text, std::string &why) {
  return ConditionParser(text, *this).parse(why);
}

inline bool Condition::load(const Operation &o, LaunchView &launch, int64_t &value) {
  if (o.kind == Bits)
    return launch.bits(o.argument, o.other, static_cast<int>(o.number), value);
  value = o.kind == Number ? o.number
                           : static_cast<int64_t>(o.kind == Items ? launch.items(o.argument)
                                                                  : launch.group(o.argument));
  return true;
}

inline bool Condition::compute(Kind kind, int64_t a, int64_t b, int64_t &value) {
  switch (kind) {
  case Add:
    return !__builtin_add_overflow(a, b, &value);
  case Subtract:
    return !__builtin_sub_overflow(a, b, &value);
  case Multiply:
    return !__builtin_mul_overflow(a, b, &value);
  case Divide:
  case Remainder:
    if (b == 0 || (b == -1 && a == INT64_MIN))
      return false;
    value = kind == Divide ? a / b : a % b;
    return true;
  case Equal:
    value = a == b;
    return true;
  case Unequal:
    value = a != b;
    return true;
  case Less:
    value = a < b;
    return true;
  case LessEqual:
    value = a <= b;
    return true;
  case Greater:
    value = a > b;
    return true;
  default:
    value = a >= b;
    return true;
  }
}

bool Condition::holds(LaunchView &launch) const {
  int64_t stack[most_depth + 1]; // the first one lies below the bottom
  int64_t *top = stack;
  bool good = true;
  for (const Operation *o = operations_.data(), *end = o + operations_.size(); o < end && good;
       ++o) {
    switch (o->kind) {
    case Number:
    case Items:
    case Group:
    case Bits:
      good = load(*o, launch, *++top);
      break;
    case Compare: {
      int64_t a, b;
      good = load(o[1], launch, a) && load(o[2], launch, b) &&
             compute(static_cast<Kind>(o->number), a, b, *++top);
      o += 2;
      break;
    }
    case Bytes:
      good = launch.bytes(o->argument, *++top);
      break;
    case Aligned:
      good = launch.aligned(o->argument, static_cast<size_t>(o->other), *++top);
      break;
    case Distinct:
      good = launch.distinct(o->argument, o->other, *++top);
      break;
    case AndThen:
    case OrElse:
      if ((*top != 0) == (o->kind == AndThen)) {
        --top;
      } else {
        *top = *top != 0;
        o = operations_.data() + o->number - 1;
      }
      break;
    case Demand:
      good = *top-- != 0;
      break;
    case Truth:
      *top = *top != 0;
      break;
    case Not:
      *top = *top == 0;
      break;
    case Negate:
      good = compute(Subtract, 0, *top, *top);
      break;
    default:
      --top;
      good = compute(o->kind, top[0], top[1], top[0]);
    }
  }
  return good && *top != 0;
}
