// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Statements, in the layout of LLVM or in that of the source.

#include "optimizers/tree/Print.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl::opt {

static std::string blanks(unsigned N) { return std::string(N, ' '); }

/// The source's text of the declaration that \p Parts are all of; nothing if they are not what it
/// declares.
std::optional<std::string>
Printer::declarationsFromSource(llvm::ArrayRef<const Stmt *> Parts) const {
  const DeclStmt *Line = Parts[0]->Line;
  std::optional<Span> Whole = From.spanOf(Line->getSourceRange());
  if (!Whole || size_t(std::distance(Line->decl_begin(), Line->decl_end())) != Parts.size())
    return std::nullopt;
  auto Plain = [&](QualType T) { return From.context().removeAddrSpaceQualType(T); };
  std::string Result;
  unsigned At = Whole->Begin;
  for (auto [Part, Declared] : llvm::zip(Parts, Line->decls())) {
    const auto *V = dyn_cast<VarDecl>(Declared);
    if (!V || Part->Var->Declared != V || Part->Var->Name != V->getName() ||
        Part->Var->Lanes != 1 || Plain(Part->Var->Type) != Plain(V->getType()) ||
        !Part->Value != !V->hasInit())
      return std::nullopt;
    if (!Part->Value)
      continue;
    const Expr *Own = Part->Value;
    while (Own->Kind == Expr::Form::Cast && Own->Implicit)
      Own = Own->Kids[0];
    const clang::Expr *Shown = Own->From;
    std::optional<Span> Value =
        From.spanOf(Shown ? Shown->getSourceRange() : V->getInit()->getSourceRange());
    std::string Text = print(Part->Value, AssignmentPrecedence);
    if (!Value || Value->Begin < At || From.textOf(*Value) != Text)
      return std::nullopt;
    Result += From.textOf({At, Value->Begin}).str() + Text;
    At = Value->End;
  }
  return Result + From.textOf({At, Whole->End}).str();
}

std::string Printer::print(const Block &B, unsigned Indent) const {
  std::string Out;
  for (size_t I = 0; I < B.size(); ++I) {
    const Stmt *S = B[I];
    if (KeepsLayout && S->HasEmptyLine)
      Out += "\n";
    llvm::StringRef Lead = S->Lead;
    while (!Lead.empty()) {
      auto [Line, Rest] = Lead.split('\n');
      bool Directive = Line.starts_with("#");
      Out += (Directive ? "" : blanks(Indent)) + Line.str() + "\n";
      Lead = Rest;
    }
    std::string Text;
    llvm::SmallVector<const Stmt *, 4> Parts; // of one declaration
    for (size_t J = I; KeepsLayout && S->Line && J < B.size() && B[J]->Line == S->Line; ++J)
      Parts.push_back(B[J]);
    if (auto Declarations = Parts.empty() ? std::nullopt : declarationsFromSource(Parts)) {
      Text = blanks(Indent) + *Declarations + "\n";
      I += Parts.size() - 1;
    } else {
      Text = statement(S, Indent);
    }
    const Stmt *Last = B[I];
    if (!Last->Trail.empty() && llvm::StringRef(Text).ends_with("\n"))
      Text.insert(Text.size() - 1, (KeepsLayout ? Last->TrailBlanks : " ") + Last->Trail);
    Out += Text;
  }
  return Out;
}

/// A branch or a loop's body after its head, from the newline on or from the brace.
std::string Printer::body(const Block &B, bool Braces, unsigned Indent) const {
  bool Alone = B.size() == 1 && B[0]->Lead.empty() && B[0]->Kind != Stmt::Form::Declare &&
               (B[0]->Kind != Stmt::Form::If || KeepsLayout);
  if (!Braces && Alone)
    return "\n" + print(B, Indent + 2);
  return " {\n" + print(B, Indent + 2) + blanks(Indent) + "}\n";
}

std::string Printer::forInit(const Stmt *S) const {
  std::string Init;
  for (const Stmt *Each : S->Init) {
    if (Each->Kind == Stmt::Form::Expression) {
      Init += print(Each->Value);
      continue;
    }
    std::string Declared = declaration(Each->Var);
    // Only the first declarator has the type.
    if (!Init.empty())
      Declared = ", " + llvm::StringRef(Declared).rsplit(' ').second.str();
    Init += Declared + (Each->Value ? " = " + print(Each->Value, AssignmentPrecedence) : "");
  }
  return Init;
}

std::string Printer::head(const Stmt *S) const {
  switch (S->Kind) {
  case Stmt::Form::If:
    return "if (" + print(S->Value) + ")";
  case Stmt::Form::While:
    return "while (" + print(S->Value) + ")";
  default:
    return "for (" + forInit(S) + ";" + (S->Value ? " " + print(S->Value) : "") + ";" +
           (S->Step ? " " + print(S->Step) : "") + ")";
  }
}

std::string Printer::branch(const Stmt *S, unsigned Indent) const {
  bool Braces = S->BodyIsBlock || (!S->Else.empty() && !KeepsLayout);
  std::string Text = blanks(Indent) + head(S) + body(S->Body, Braces, Indent);
  if (S->Else.empty())
    return Text;
  if (Braces)
    Text.back() = ' ';
  Text += (Braces ? "" : blanks(Indent)) + "else";
  bool IsElseIf = S->Else.size() == 1 && S->Else[0]->Kind == Stmt::Form::If &&
                  S->Else[0]->Lead.empty() && !(KeepsLayout && S->ElseIsBlock);
  if (IsElseIf)
    return Text + " " + llvm::StringRef(statement(S->Else[0], Indent)).ltrim().str();
  return Text + body(S->Else, !KeepsLayout || S->ElseIsBlock, Indent);
}

std::string Printer::statement(const Stmt *S, unsigned Indent) const {
  std::string In = blanks(Indent);
  switch (S->Kind) {
  case Stmt::Form::Declare: {
    std::string Text = declaration(S->Var);
    return In + Text + (S->Value ? " = " + print(S->Value, AssignmentPrecedence) : "") + ";\n";
  }
  case Stmt::Form::Expression:
    return In + print(S->Value) + ";\n";
  case Stmt::Form::Block:
    return In + "{\n" + print(S->Body, Indent + 2) + In + "}\n";
  case Stmt::Form::If:
    return branch(S, Indent);
  case Stmt::Form::For:
  case Stmt::Form::While:
    return In + head(S) + body(S->Body, S->BodyIsBlock, Indent);
  case Stmt::Form::DoWhile: {
    std::string Text = In + "do" + body(S->Body, true, Indent);
    Text.pop_back();
    return Text + " while (" + print(S->Value) + ");\n";
  }
  case Stmt::Form::Return:
    return In + "return" + (S->Value ? " " + print(S->Value) : "") + ";\n";
  case Stmt::Form::Break:
    return In + "break;\n";
  case Stmt::Form::Continue:
    return In + "continue;\n";
  case Stmt::Form::Opaque:
    break;
  }
  std::optional<Span> Whole = S->From ? From.spanOf(S->From->getSourceRange()) : std::nullopt;
  return Whole ? In + From.textOf(*Whole).str() + (isa<clang::Expr>(S->From) ? ";" : "") + "\n"
               : "";
}

} // namespace cu2cl::opt
