// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_CORE_KERNELPRINTER_H
#define CU2CL_KERNEL_CORE_KERNELPRINTER_H

#include "kernel/core/DeviceUnit.h"
#include "kernel/predication/BarrierPlan.h"
#include "kernel/predication/WarpExchange.h"
#include "clang/AST/StmtVisitor.h"
#include <functional>

namespace cu2cl {

class TypeText;

/// Prints the body of one function version (or an initialiser at file scope) as OpenCL C.
///
/// The default for every statement is its own tokens, with the children that a rule changes put in
/// their places. So what no rule touches stays as the user wrote it.
class KernelPrinter {
public:
  KernelPrinter(DeviceUnit &Unit, const FunctionVersion &Version);

  /// \p S as OpenCL C: the first rule of kernelRules() that applies, else the default.
  Fragment print(const clang::Stmt *S);
  /// The default: tokens of \p S with its children printed.
  Fragment printChildren(const clang::Stmt *S);
  /// \p E as an operand of a cast or unary operator: in parentheses if it binds less.
  Fragment printUnaryOperand(const clang::Expr *E);
  /// \p E before `.`, `->`, `[`: in parentheses if it binds less.
  Fragment printPostfixOperand(const clang::Expr *E);
  /// \p E as an argument of a built-in function or a variadic one: of exactly type \p T for
  /// OpenCL's overload resolution, with a cast where the printed text would have another.
  Fragment printTyped(const clang::Expr *E, clang::QualType T);
  /// \p E as the value of something of its type: an initialiser, right side of an assignment,
  /// argument, returned value. C converts it as C++ would.
  Fragment printValue(const clang::Expr *E) { return print(E); }
  /// The address of glvalue \p E: "&x", "p" for what is lowered to "*p".
  Fragment printAddress(const clang::Expr *E);
  /// \p Call of a function that returns a reference: the pointer.
  Fragment printReferenceCall(const clang::CallExpr *Call);
  /// The call of \p Callee, a constructor, that \p C makes.
  Fragment printConstructorCall(const clang::CXXConstructExpr *C, const FunctionVersion &Callee);
  /// The pointer that reference field \p M is.
  Fragment printReferenceField(const clang::MemberExpr *M);
  Fragment printPostfixOperandOfAddress(const clang::Expr *E);
  /// The address of a temporary of TemporaryNames, which it makes.
  Fragment printTemporaryAddress(const clang::CXXBindTemporaryExpr *E);
  /// True if the text of \p E is a name that stands for a pointer to its object ("(*factor)").
  /// \p Pointer, if given, gets the name.
  bool isLoweredToPointer(const clang::Expr *E, std::string *Pointer = nullptr);

  /// The statements of \p Block as edits of its tokens. What Clang could not make a statement of
  /// becomes a mark.
  struct Edit;
  std::vector<Edit> printStatements(const clang::CompoundStmt *Block);
  Fragment behindLast(const clang::CompoundStmt *Block, Fragment Last) const;

  /// The tokens of \p Range with \p Edits in place of their ranges. Edits that are the tokens
  /// themselves change nothing.
  struct Edit {
    TokenRange Range;
    Fragment Text;
  };
  Fragment compose(TokenRange Range, std::vector<Edit> Edits) const;

  DeviceUnit &unit() { return Unit; }
  const DeviceUnit &unit() const { return Unit; }
  clang::ASTContext &context() const { return Unit.context(); }
  const FunctionVersion &version() const { return Version; }
  Names &names() { return Unit.TheNames; }

  /// The statement around \p S in the function's body, null at its top. Initialisers have their
  /// DeclStmt.
  const clang::Stmt *parent(const clang::Stmt *S) const { return Parents.lookup(S); }
  /// The nearest parent that is no parenthesis or implicit node; \p Child becomes its child.
  const clang::Stmt *meaningfulParent(const clang::Stmt *&Child) const;
  /// True if something looks at the value of \p S.
  bool isUsed(const clang::Stmt *S) const;
  /// The variable that \p Init initialises, null if none.
  const clang::VarDecl *initialised(const clang::Stmt *Init) const { return Inits.lookup(Init); }

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

  /// The name that what stands for no variable has in this function: the helpers' local array, the
  /// fault word.
  std::string appendedName(Appended::Kind K) const;

  /// OpenCL's type for \p E's value as it will be printed (ids are cast first).
  clang::QualType printedType(const clang::Expr *E);
  /// Spells types for this function and notes what they need.
  TypeText types();
  /// Type name for a cast, without parentheses; spaces are those of \p E's value.
  std::string typeText(clang::QualType T, const clang::Expr *E);

  /// The definition \p D must stand before this one.
  void need(const clang::Decl *D, const RecordVersion *Version = nullptr) {
    Needed.insert({D, Version});
  }
  void needHelper(llvm::StringRef Stem) {
    if (!Stem.empty())
      Helpers.insert(Stem.str());
  }
  void needVersion(const FunctionVersion &V) { Callees.insert(V.Index); }
  void needExtension(llvm::StringRef Name) { Extensions.insert(Name.str()); }

  /// How barriers behind returns are lowered here.
  BarrierPlan Barriers;
  /// Statements of lockstep code, and what the calls of its helpers pass as the condition.
  WarpExchange Warp;
  llvm::DenseMap<const clang::CallExpr *, const clang::Expr *> WarpConditions;
  /// Initialisers that only the threads under this condition may evaluate.
  llvm::DenseMap<const clang::VarDecl *, std::string> InitGuards;

  /// Assignments that printAddress() prints: their own address is not asked for again.
  llvm::DenseSet<const clang::Stmt *> AsAddress;
  /// Values of enums whose cast printEnumValue() prints: not asked for again.
  llvm::DenseSet<const clang::Stmt *> PromotedEnums;

  /// Expressions that were evaluated before, and the variables that have their values or addresses.
  llvm::DenseMap<const clang::Stmt *, Fragment> Printed, PrintedAddresses;

  /// Temporaries whose ends have an effect: the pointers that the output has to them; by statement
  /// what declares these and what ends them; statements whose own text is being printed.
  llvm::DenseMap<const clang::CXXBindTemporaryExpr *, std::string> TemporaryNames;
  llvm::DenseMap<const clang::Stmt *, std::pair<std::string, Fragment>> TemporariesOf;
  llvm::DenseSet<const clang::Stmt *> WithTemporaries;
  /// Where objects are made whose constructors keep their addresses, if not in variables.
  llvm::DenseMap<const clang::CXXConstructExpr *, Fragment> Places;
  /// What constructors initialise members and bases with.
  llvm::DenseSet<const clang::Stmt *> MemberInits;

  /// Variables that the compiler made, and what they stand for.
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Substitutes;
  /// Others that are variables of the output, by these names.
  llvm::DenseMap<const clang::ValueDecl *, std::string> Renamed;

  /// The counters of loops that copy an array in place, outermost first: what each element is made
  /// of names none.
  std::vector<std::string> ArrayIndices;

  /// Declarations in heads of loops that are several in C: pointers to different memories.
  llvm::DenseSet<const clang::Stmt *> SplitHeads;

  /// Shared blocks that this function uses by a name from outside; each has a view of its own type.
  llvm::DenseSet<const clang::VarDecl *> HoistedViews;

  /// Statements that must stand at the top of the function's body ("__local float t[64];").
  std::vector<Fragment> Hoisted;
  /// The name of a variable of ours at the top of the function's body, for \p S: \p Base or like
  /// it.
  /// \p Declare gives its declaration, without a semicolon.
  std::string hoistedVariable(const clang::Stmt *S, llvm::StringRef Base,
                              llvm::function_ref<std::string(const std::string &)> Declare);

  /// The class whose text this is; null for functions.
  const clang::RecordDecl *OpenRecord = nullptr;

  llvm::SetVector<std::pair<const clang::Decl *, const RecordVersion *>> Needed;
  /// Classes that this one only points to, and that lead back to it: they may stand behind it.
  llvm::SetVector<std::pair<const clang::Decl *, const RecordVersion *>> Pointed;
  llvm::SetVector<unsigned> Callees;
  std::set<std::string> Helpers, Extensions;

  /// True for the text of a constructor that is given the place of its object.
  bool MadeInPlace = false;

private:
  /// True if the source has a ';' after \p E, the place of statement \p S, that its text does not
  /// want.
  bool dropsSemicolon(const clang::Stmt *S, const Edit &E) const;
  void recordParents(const clang::Stmt *S);
  std::map<std::pair<const clang::Stmt *, std::string>, std::string> HoistedNames;
  /// What rules have printed: a statement that is printed again is not counted again.
  llvm::DenseSet<std::pair<const char *, const clang::Stmt *>> Fired;

  DeviceUnit &Unit;
  const FunctionVersion &Version;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseMap<const clang::Stmt *, const clang::VarDecl *> Inits;
};

} // namespace cu2cl

#endif
