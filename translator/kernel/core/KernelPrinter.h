// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_KERNELPRINTER_H
#define CU2CL_KERNEL_CORE_KERNELPRINTER_H

#include "kernel/core/DeviceUnit.h"
#include "kernel/core/KernelPlan.h"
#include "kernel/core/RuleTrace.h"
#include "kernel/core/Scoped.h"
#include "clang/AST/StmtVisitor.h"
#include <functional>

namespace cu2cl {

class TypeText;

/// A layer that a rule puts around a statement, which the other rules then print: it is not asked
/// for this again inside of it.
enum class PrintLayer {
  RoundStart,
  FirstReturn,
  LastBarrier,
  RoundEnd,
  ArmEnd,
  Body,
  Block,
  Head,
  Vote,
  VoteArgument,
  GuardedCondition,
  Guarded,
  GuardedValue,
  Hoisted,
  SetBehind,
  MissingBarrier,
  WarpStep,
  Temporaries,
  Address,  ///< of an assignment that is part of its own address
  EnumValue ///< of what has its cast
};

/// The results of printing besides the text.
struct PrintFindings {
  using Definition = std::pair<const clang::Decl *, const RecordClone *>;
  llvm::SetVector<Definition> Needed; ///< must be before this one
  /// Classes that this one only points to, and that lead back to it: they may follow it.
  llvm::SetVector<Definition> Pointed;
  llvm::SetVector<unsigned> Callees; ///< versions, by index
  std::set<std::string> Helpers, Extensions;
  /// Statements that must be at the top of the function's body ("__local float t[64];").
  std::vector<Fragment> Hoisted;
  RuleTrace Fired;

  /// Adds what \p Other, which is in for a call here, has found out.
  void take(const PrintFindings &Other) {
    Needed.insert(Other.Needed.begin(), Other.Needed.end());
    Pointed.insert(Other.Pointed.begin(), Other.Pointed.end());
    Callees.insert(Other.Callees.begin(), Other.Callees.end());
    Helpers.insert(Other.Helpers.begin(), Other.Helpers.end());
    Extensions.insert(Other.Extensions.begin(), Other.Extensions.end());
  }
  /// The definition \p D must be before this one.
  void need(const clang::Decl *D, const RecordClone *Version = nullptr) {
    Needed.insert({D, Version});
  }
  void needHelper(llvm::StringRef Stem) {
    if (!Stem.empty())
      Helpers.insert(Stem.str());
  }
  void needVersion(const FunctionClone &V) { Callees.insert(V.Index); }
  void needExtension(llvm::StringRef Name) { Extensions.insert(Name.str()); }
  /// \p Statement must be at the top of the function's body.
  void hoist(Fragment Statement) { Hoisted.push_back(std::move(Statement)); }
  /// That the declaration of something at \p Where became what \p Rule says.
  void fired(const char *Rule, const char *Subject, clang::SourceLocation Where) {
    Fired.push_back({Rule, Subject, Where});
  }
};

class KernelPrinter;

/// A part of the printer, which asks the others.
class PrinterPart {
public:
  explicit PrinterPart(KernelPrinter &P);

protected:
  KernelPrinter &P;
  DeviceUnit &Unit;
  const FunctionClone &Version;
  const KernelPlan &Plan;
};

/// Settings for a part of the function only; they end with the lifetime of the value that made
/// them.
class PrintScope {
public:
  using Texts = llvm::DenseMap<const clang::Stmt *, Fragment>;
  using Substitutions = llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *>;
  using VariableNames = llvm::DenseMap<const clang::ValueDecl *, std::string>;

  bool isInside(PrintLayer Layer, const clang::Stmt *S) const {
    return Layers.contains({unsigned(Layer), S});
  }
  /// \p S was evaluated before: \p Text is the variable that has its value.
  ScopedEntry<Texts> standsFor(const clang::Stmt *S, Fragment Text) {
    return {Values, S, std::move(Text)};
  }
  ScopedEntry<Texts> standsFor(const clang::Stmt *S, const std::string &Variable) {
    return {Values, S, Fragment(Variable).binding(Precedence::Primary)};
  }
  /// ... its address.
  ScopedEntry<Texts> addressStandsFor(const clang::Stmt *S, Fragment Text) {
    return {Addresses, S, std::move(Text)};
  }
  /// \p C, whose constructor keeps the address of its object, makes it at \p Address.
  ScopedEntry<Texts> madeAt(const clang::CXXConstructExpr *C, Fragment Address) {
    return {Places, C, std::move(Address)};
  }
  /// \p D, which the compiler made, stands for \p E.
  ScopedEntry<Substitutions> substituted(const clang::ValueDecl *D, const clang::Expr *E) {
    return {Substitutes, D, E};
  }
  /// \p D, which the compiler made, is a variable of the output.
  ScopedEntry<VariableNames> named(const clang::ValueDecl *D, std::string Name) {
    return {Renamed, D, std::move(Name)};
  }
  /// The counters of loops that copy an array in place, outermost first: what each element is made
  /// of names none.
  ScopedValue<std::vector<std::string>> counted(std::vector<std::string> Counters) {
    return {ArrayIndices, std::move(Counters)};
  }
  /// Returns what stands for \p S, or for its address; null if it is to be printed.
  const Fragment *valueFor(const clang::Stmt *S) const { return found(Values, S); }
  const Fragment *addressFor(const clang::Stmt *S) const { return found(Addresses, S); }
  /// Returns the name that \p D has here; null if that is its own.
  const std::string *nameFor(const clang::ValueDecl *D) const { return found(Renamed, D); }
  void enter(PrintLayer Layer, const clang::Stmt *S) { Layers.insert({unsigned(Layer), S}); }
  void leave(PrintLayer Layer, const clang::Stmt *S) { Layers.erase({unsigned(Layer), S}); }
  bool isEvaluated(const clang::Stmt *S) const { return Values.count(S) || Addresses.count(S); }
  bool hasPlace(const clang::Stmt *S) const { return Addresses.count(S); }
  /// Returns where \p C makes its object; empty if that is not known.
  Fragment placeOf(const clang::CXXConstructExpr *C) const { return Places.lookup(C); }
  const clang::Expr *substituteOf(const clang::ValueDecl *D) const { return Substitutes.lookup(D); }
  bool isNamed(const clang::ValueDecl *D) const { return Renamed.count(D); }
  const std::vector<std::string> &arrayCounters() const { return ArrayIndices; }

private:
  template <class Map, class Key>
  static const typename Map::mapped_type *found(const Map &In, const Key *K) {
    auto It = In.find(K);
    return It == In.end() ? nullptr : &It->second;
  }

  llvm::DenseSet<std::pair<unsigned, const clang::Stmt *>> Layers;
  Texts Values, Addresses, Places;
  Substitutions Substitutes;
  VariableNames Renamed;
  std::vector<std::string> ArrayIndices;
};

/// The names of variables, types and the object of a method in this function.
class LocalNames : public PrinterPart {
public:
  using PrinterPart::PrinterPart;

  /// True if the object of this method is a variable `self`, not a pointer: in a constructor,
  /// unless that is given the place of the object (analysis/effects/OwnAddresses.h).
  bool selfIsObject() const;
  /// "self->", or "self." in a constructor.
  std::string selfMember() const { return selfIsObject() ? "self." : "self->"; }
  /// The object of this method as a pointer, and with what leads to its members.
  Fragment printThis(const clang::CXXThisExpr *E) const;
  Fragment printThisMember(const clang::CXXThisExpr *E) const;
  /// True if \p E names a field of reference type, which is a pointer in the output.
  static bool isReferenceField(const clang::Expr *E);
  /// The name of \p D in this function.
  std::string nameOf(const clang::ValueDecl *D);
  /// True if \p D, a reference or a variable with device storage, is a pointer in the output.
  bool isPointerInOutput(const clang::ValueDecl *D);
  /// The appended parameter that stands for \p D, or null.
  const Appended *appendedFor(const clang::VarDecl *D) const;
  /// Whether the thread takes part in the exchange \p Call: its predicate, or true.
  std::string printTakesPart(const clang::CallExpr *Call) const;
  /// The name that what stands for no variable has in this function: the helpers' local array, the
  /// fault word.
  std::string appendedName(Appended::Kind K) const;
  /// Spells types for this function and notes what they need.
  TypeText types();
  /// Type name for a cast, without parentheses; spaces are those of \p E's value.
  std::string typeText(clang::QualType T, const clang::Expr *E);
  /// True once for each \p V, a shared block that this function uses by a name from outside: it
  /// has a view of its own type.
  bool needsView(const clang::VarDecl *V) { return HoistedViews.insert(V).second; }
  /// The name of a variable of ours at the top of the function's body, for \p S: \p Base or like
  /// it.
  /// \p Declare gives its declaration, without a semicolon.
  std::string hoistedVariable(const clang::Stmt *S, llvm::StringRef Base,
                              llvm::function_ref<std::string(const std::string &)> Declare);

  Fragment Self, SelfMember;

private:
  llvm::DenseSet<const clang::VarDecl *> HoistedViews;
  std::map<std::pair<const clang::Stmt *, std::string>, std::string> HoistedNames;
};

/// The addresses of glvalues, and calls that make them.
class AddressPrinter : public PrinterPart {
public:
  using PrinterPart::PrinterPart;

  /// The address of glvalue \p E: "&x", "p" for what is lowered to "*p". It binds at least as a
  /// unary operator does, or as \p Least.
  Fragment printAddress(const clang::Expr *E, Precedence Least = Precedence::Unary) {
    return printBareAddress(E).operand(Least);
  }
  /// \p Call of a function that returns a reference: the pointer.
  Fragment printReferenceCall(const clang::CallExpr *Call);
  /// The call of \p Callee, a constructor, that \p C makes.
  Fragment printConstructorCall(const clang::CXXConstructExpr *C, const FunctionClone &Callee);
  /// The pointer that reference field \p M is.
  Fragment printReferenceField(const clang::MemberExpr *M);
  /// The address of a temporary of the plan, which it makes.
  Fragment printTemporaryAddress(const clang::CXXBindTemporaryExpr *E);
  /// True if the text of \p E is a name that stands for a pointer to its object ("(*factor)").
  /// \p Pointer, if given, gets the name.
  bool isLoweredToPointer(const clang::Expr *E, std::string *Pointer = nullptr);

private:
  Fragment printBareAddress(const clang::Expr *E);
};

/// Prints the body of one function version (or an initialiser at file scope) as OpenCL C.
///
/// The default for every statement is its own tokens, with the children that a rule changes put in
/// their places. So what no rule touches stays as the user wrote it. What is decided is in the
/// plan, which printing only reads; what holds inside of a part only is scoped (PrintScope); what
/// printing finds out is its result (findings()).
class KernelPrinter {
public:
  struct Edit {
    TokenRange Range;
    Fragment Text;
  };

  KernelPrinter(DeviceUnit &Unit, const FunctionClone &Version, const KernelPlan &Plan)
      : Unit(Unit), Version(Version), Plan(Plan) {}
  /// This prints an expression of a function in place of its call, which \p Outer prints: what is
  /// handed in has the names that it has there, and the object those that are given.
  void standIn(const KernelPrinter &Outer, Fragment ObjectPointer, Fragment ObjectMember) {
    Site = &Outer;
    Locals.Self = std::move(ObjectPointer);
    Locals.SelfMember = std::move(ObjectMember);
  }
  KernelPrinter(const KernelPrinter &) = delete;
  bool isStandIn() const { return Site != nullptr; }
  /// The version whose text this becomes a part of.
  const FunctionClone &place() const { return Site ? Site->place() : Version; }
  const KernelPlan &plan() const { return Plan; }
  const PrintFindings &findings() const { return Found; }
  /// \p S as OpenCL C: the first rule of the unit's table that applies, else the default. An
  /// expression has the parentheses that its place in the source needs.
  Fragment print(const clang::Stmt *S);
  /// \p E as OpenCL C in a place of a rule's, which asks for \p Least.
  Fragment print(const clang::Expr *E, Precedence Least);
  /// \p S without parentheses around it: for who puts it into its place later.
  Fragment printBare(const clang::Stmt *S);
  /// The same with the precedence that the text has, which is always known.
  Fragment printWithPrecedence(const clang::Expr *E);
  /// printBare() for a rule that has put \p Layer around \p S.
  Fragment printInside(PrintLayer Layer, const clang::Stmt *S);
  /// The default: tokens of \p S with its children printed.
  Fragment printChildren(const clang::Stmt *S);
  /// \p E as an argument of a built-in function or a variadic one: of exactly type \p T for
  /// OpenCL's overload resolution, with a cast where the printed text would have another.
  Fragment printTyped(const clang::Expr *E, clang::QualType T);
  /// \p E as the value of something of its type: an initialiser, right side of an assignment,
  /// argument, returned value. C converts it as C++ would.
  Fragment printValue(const clang::Expr *E) { return print(E, Precedence::Assignment); }
  /// The statements of \p Block as edits of its tokens. What Clang could not make a statement of
  /// becomes a mark.
  std::vector<Edit> printStatements(const clang::CompoundStmt *Block);
  /// \p List, neighbours among the statements of a block with the tokens \p Range, as such edits;
  /// all of them where there is something between them that is no statement.
  std::vector<Edit> printNeighbours(llvm::ArrayRef<const clang::Stmt *> List, TokenRange Range,
                                    bool HasGaps = false);
  Fragment behindLast(const clang::CompoundStmt *Block, const Fragment &Last) const;
  /// The tokens of \p Range with \p Edits in place of their ranges. Edits that are the tokens
  /// themselves change nothing.
  Fragment compose(TokenRange Range, std::vector<Edit> Edits) const;
  DeviceUnit &unit() { return Unit; }
  const DeviceUnit &unit() const { return Unit; }
  clang::ASTContext &context() const { return Unit.context(); }
  const FunctionClone &version() const { return Version; }
  Names &names() { return Unit.TheNames; }
  /// OpenCL's type for \p E's value as it will be printed (ids are cast first).
  clang::QualType printedType(const clang::Expr *E);

private:
  DeviceUnit &Unit;
  const FunctionClone &Version;
  const KernelPlan &Plan;
  friend class PrinterPart;

public:
  PrintScope Scope;
  LocalNames Locals{*this};
  AddressPrinter Lvalues{*this};
  PrintFindings Found;

private:
  /// True if the source has a ';' after \p E, the place of statement \p S, that its text does not
  /// want.
  bool dropsSemicolon(const clang::Stmt *S, const Edit &E) const;

  const KernelPrinter *Site = nullptr;
  /// A statement that is printed again is not counted again.
  llvm::DenseSet<std::pair<const char *, const clang::Stmt *>> Counted;
};

} // namespace cu2cl

#endif
