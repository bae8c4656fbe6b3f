// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CORE_SOURCE_FRAGMENT_H
#define CU2CL_CORE_SOURCE_FRAGMENT_H

#include "core/source/Precedence.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace cu2cl {

/// Text with provenance: a rope whose pieces are runs of expanded tokens of one ParsedSide, or new
/// text. Token runs keep the user's spacing, comments and macros when they are rendered (see
/// FragmentRenderer).
///
/// A fragment also says what it is, as far as that is known: an expression of a precedence, or a
/// whole statement. Who puts it into a place asks for that, and adds parentheses or a `;` only
/// where the place needs them. Appending makes something else of it, which is not known.
class Fragment {
public:
  /// A run [Begin, End) of indexes into TokenBuffer::expandedTokens(), or Text when Begin == End.
  /// Then Begin, if not 0, is the token at whose place the text is: what was between it and the
  /// token before it stays in front of the text.
  struct Piece {
    unsigned Begin = 0, End = 0;
    std::string Text;
    bool isTokens() const { return Begin != End; }
  };

  Fragment() = default;
  Fragment(llvm::StringRef Text) { *this += Text; }
  Fragment(const char *Text) { *this += llvm::StringRef(Text); }
  Fragment(const std::string &Text) { *this += llvm::StringRef(Text); }
  static Fragment tokens(unsigned Begin, unsigned End) {
    Fragment F;
    F.appendTokens(Begin, End);
    return F;
  }

  Fragment &operator+=(llvm::StringRef Text) {
    if (Text.empty())
      return *this;
    Closed = false;
    Binds = std::nullopt;
    if (!Pieces.empty() && !Pieces.back().isTokens())
      Pieces.back().Text += Text;
    else
      Pieces.push_back({0, 0, Text.str()});
    return *this;
  }
  Fragment &operator+=(const char *Text) { return *this += llvm::StringRef(Text); }
  Fragment &operator+=(const std::string &Text) { return *this += llvm::StringRef(Text); }
  Fragment &operator+=(const Fragment &Other) {
    std::optional<Precedence> Whole = Other.empty() ? Binds : empty() ? Other.Binds : std::nullopt;
    for (const Piece &P : Other.Pieces)
      if (P.isTokens())
        appendTokens(P.Begin, P.End);
      else if (P.Begin == 0 ||
               (!Pieces.empty() && !Pieces.back().isTokens() && Pieces.back().Begin == P.Begin))
        *this += llvm::StringRef(P.Text);
      else
        Pieces.push_back(P);
    Closed = Other.empty() ? Closed : Other.Closed;
    Binds = Whole;
    return *this;
  }
  void appendTokens(unsigned Begin, unsigned End) {
    if (Begin >= End) // after errors of Clang's, parts may be in odd places
      return;
    Closed = false;
    Binds = std::nullopt;
    if (!Pieces.empty() && Pieces.back().isTokens() && Pieces.back().End == Begin)
      Pieces.back().End = End;
    else
      Pieces.push_back({Begin, End, {}});
  }

  // Found only with a Fragment on one side, so that adding two StringRefs stays LLVM's business.
  friend Fragment operator+(Fragment A, const Fragment &B) { return std::move(A += B); }
  /// This fragment with its first piece, if that is text without a place, at the place of \p Token.
  Fragment placedAt(unsigned Token) const {
    Fragment F = *this;
    if (!F.Pieces.empty() && !F.Pieces.front().isTokens() && F.Pieces.front().Begin == 0)
      F.Pieces.front().Begin = F.Pieces.front().End = Token;
    return F;
  }

  /// Nothing, at the place of \p Token: in front of tokens from elsewhere it keeps what was between
  /// \p Token and the token before it.
  static Fragment place(unsigned Token) {
    Fragment F;
    F.Pieces.push_back({Token, Token, {}});
    return F;
  }

  /// This fragment as a whole statement of ours, which wants no `;` after it. A fragment that ends
  /// with one is closed, too.
  Fragment closed() const {
    Fragment F = *this;
    F.Closed = true;
    return F;
  }
  bool isClosed() const { return Closed; }

  /// This fragment as an expression that binds as \p Level does.
  Fragment binding(Precedence Level) const {
    Fragment F = *this;
    F.Binds = Level;
    return F;
  }
  /// Returns how tightly this expression binds; nothing where it is not known.
  std::optional<Precedence> binds() const { return Binds; }
  /// This expression in a place that asks for \p Least: in parentheses if it binds less. One whose
  /// precedence is not known is taken to bind as \p Otherwise.
  Fragment operand(Precedence Least, Precedence Otherwise = Precedence::Primary) const {
    if (Binds.value_or(Otherwise) >= Least)
      return *this;
    return (Fragment("(") + *this + ")").binding(Precedence::Primary);
  }
  /// Returns what the pointer \p Pointer points to: "*p".
  static Fragment dereference(const Fragment &Pointer) {
    return (Fragment("*") + Pointer.operand(Precedence::Unary)).binding(Precedence::Unary);
  }

  /// This fragment with \p Text in place of its last token; as it is if it ends with new text. What
  /// followed the token then follows what is appended.
  Fragment endedBy(llvm::StringRef Text) const {
    Fragment F = *this;
    if (F.Pieces.empty() || !F.Pieces.back().isTokens())
      return F;
    F.Binds = std::nullopt;
    if (--F.Pieces.back().End == F.Pieces.back().Begin)
      F.Pieces.pop_back();
    return F += Text;
  }

  /// This fragment with \p Own of its text, and with what \p Token gives in place of a token.
  Fragment transformed(llvm::function_ref<std::string(llvm::StringRef)> Own,
                       llvm::function_ref<std::optional<std::string>(unsigned)> Token) const;

  bool empty() const { return Pieces.empty(); }
  /// True if this is one untouched run.
  bool isVerbatim() const { return Pieces.size() == 1 && Pieces.front().isTokens(); }
  const std::vector<Piece> &pieces() const { return Pieces; }

private:
  std::vector<Piece> Pieces;
  bool Closed = false;
  std::optional<Precedence> Binds;
};

} // namespace cu2cl

#endif
