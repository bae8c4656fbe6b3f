// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/DeviceUnit.h"
#include "analysis/reach/FunctionPointers.h"
#include "analysis/reach/InstanceUsr.h"
#include "analysis/reach/LibraryCode.h"
#include "catalog/Catalog.h"
#include "core/source/AstVisitor.h"
#include "core/source/NameMarks.h"
#include "kernel/core/TypeText.h"
#include "kernel/plan/PredicationPlan.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl {

const catalog::DeviceFunction *deviceFunctionOf(const DeviceUnit &Unit, const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  // The compiler declares a builtin where it is used first.
  bool IsBuiltin = F && F->isImplicit() && F->getBuiltinID();
  return F && (IsBuiltin || !Unit.isUserCode(F->getLocation())) ? deviceRowOf(F) : nullptr;
}

std::string usrOf(const Decl *D) { return instanceUsr(D); }

static std::string nameOf(AddressSpace S) {
  switch (S) {
  case AddressSpace::Global:
    return "global";
  case AddressSpace::Local:
    return "shared";
  case AddressSpace::Constant:
    return "constant";
  default:
    return "private";
  }
}

DeviceUnit::DeviceUnit(const ParsedSide &Side, const AddressSpaceMap &Spaces,
                       const KernelDecisions &Decisions, const RuleTable &Rules,
                       DiagnosticSink &Sink)
    : Side(Side), Spaces(Spaces), Decisions(Decisions), Rules(Rules), TheNames(Side.context()),
      Reach(&Spaces.reach()), Barriers(analyseBarriers(Side, *Reach, Sink)),
      ComponentStores(*Reach, Side.context()), Zeroed(zeroedConstructors(*Reach)),
      Aliased(aliasedPointers(*Reach, Side.context())), Sink(Sink) {
  for (const Diagnostic &D : Reach->Messages)
    Sink.report(D);
  for (const AddressSpaceConflict &C : Spaces.conflicts())
    report(diag::AddressSpaceConflict, C.Loc, {C.Subject, nameOf(C.First), nameOf(C.Second)});
  for (const FunctionDecl *F : Reach->Functions)
    Folds.note(F, [this](SourceRange R) { return tokensOf(R); });
  Walks = std::make_unique<WarpWalks>(context(), *Barriers, *Reach);
  Walks->chooseMasked([this](const CallExpr *Call) {
    const catalog::DeviceFunction *Row = deviceFunctionOf(*this, Call);
    return Row && Row->Text.contains("$x") && catalog::maskedForm(Row->Text).empty();
  });
  for (const FunctionDecl *F : Reach->Functions)
    if (MaskedPlace Place = Walks->masked().lookup(F); Place.Call)
      report(diag::MaskedExchange, Place.Call->getBeginLoc(),
             {Place.Call->getDirectCallee()->getNameAsString(), Place.Reason});
  computeEnvironments();
}

TokenRange DeviceUnit::tokensOf(SourceRange R) const {
  if (R.isInvalid())
    return {};
  // In instances of templates the call of `operator""_km` is said to begin at the suffix of `3_km`
  // and to end in front of it.
  auto Raw = [](SourceLocation Loc) { return Loc.getRawEncoding(); };
  bool InFile = R.getBegin().isFileID() && R.getEnd().isFileID();
  if (InFile && Raw(R.getEnd()) < Raw(R.getBegin()))
    R.setEnd(R.getBegin());
  ArrayRef<syntax::Token> All = Side.tokens().expandedTokens();
  auto Tokens = Side.tokens().expandedTokens(R);
  const syntax::Token *Begin = Tokens.begin();
  auto Covers = [&](const syntax::Token &T) {
    return T.location().isFileID() && Raw(T.location()) < Raw(R.getBegin()) &&
           Raw(R.getBegin()) < Raw(T.endLocation());
  };
  if (InFile && Begin > All.begin() && Begin <= All.end() && Covers(Begin[-1]))
    --Begin;
  if (Begin == Tokens.end())
    return {};
  return Folds.widened({unsigned(Begin - All.begin()), unsigned(Tokens.end() - All.begin())});
}

TokenRange DeviceUnit::tokensOf(TypeLoc Written) const {
  TokenRange Range = tokensOf(Written.getSourceRange());
  if (Range.empty() || !Written.getUnqualifiedLoc().getAs<BuiltinTypeLoc>())
    return Range;
  const std::initializer_list<tok::TokenKind> Words = {
      tok::kw_unsigned, tok::kw_signed, tok::kw_char,  tok::kw_short,   tok::kw_int,
      tok::kw_long,     tok::kw_double, tok::kw_const, tok::kw_volatile};
  unsigned Count = Side.tokens().expandedTokens().size();
  for (unsigned At = Range.End; At < Count && llvm::is_contained(Words, tokenKind(At)); ++At)
    if (tokenKind(At) != tok::kw_const && tokenKind(At) != tok::kw_volatile)
      Range.End = At + 1;
  return Range;
}

llvm::StringRef DeviceUnit::tokenText(unsigned Index) const {
  return Side.tokens().expandedTokens()[Index].text(Side.sources());
}

tok::TokenKind DeviceUnit::tokenKind(unsigned Index) const {
  return Side.tokens().expandedTokens()[Index].kind();
}

void DeviceUnit::report(diag::Id Number, SourceLocation Loc,
                        const std::vector<std::string> &Arguments) {
  const SourceManager &SM = Side.sources();
  Diagnostic D;
  D.Number = Number;
  auto PlaceOf = [&](SourceLocation L) {
    return Place{Side.pathOf(L), SM.getExpansionLineNumber(L), SM.getExpansionColumnNumber(L)};
  };
  if (SourceLocation Own = SM.getExpansionLoc(Loc); Own.isValid()) {
    // What a header of the system has is told where the user's text includes it.
    SourceLocation User = Own;
    while (User.isValid() && !isUserCode(User))
      User = SM.getIncludeLoc(SM.getFileID(User));
    D.Where = PlaceOf(User.isValid() ? User : Own);
    if (User.isValid() && User != Own && !StringRef(Side.pathOf(Own)).starts_with(cudaHeaderRoot()))
      D.Related.push_back({PlaceOf(Own), "in the text of this header"});
  }
  for (const std::string &Text : Arguments)
    D.Arguments.push_back(withoutNameMarks(Text));
  Sink.report(std::move(D));
}

std::string DeviceUnit::mark(diag::Id Number, SourceLocation Loc,
                             const std::vector<std::string> &Arguments) {
  report(Number, Loc, Arguments);
  return markOf(Number);
}

bool DeviceUnit::isUserCode(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return false;
  const SourceManager &SM = Side.sources();
  SourceLocation Place = SM.getExpansionLoc(Loc);
  if (SM.isInSystemHeader(Place) || !SM.getFileEntryForID(SM.getFileID(Place)))
    return false;
  std::string Path = Side.pathOf(Place);
  return !StringRef(Path).starts_with(cudaHeaderRoot()) ||
         StringRef(Path).starts_with(deviceLibraryRoot());
}

namespace {

/// Finds what a body uses by itself, in source order, and the names that it declares.
class BodyUses : public AstVisitor {
public:
  explicit BodyUses(const DeviceUnit &Unit) : Unit(Unit) {}
  bool shouldVisitImplicitCode() const override { return true; }

  llvm::SetVector<const VarDecl *> Variables;
  std::vector<const Expr *> Calls, Casts;
  std::vector<const void *> Ended; ///< what may end with a call of its destructor
  llvm::StringSet<> Declared;
  bool NeedsScratch = false, NeedsWarp = false, NeedsFault = false;
  bool IsMasked = false; ///< its exchanges name their lanes

  bool visitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      see(V);
    return true;
  }
  bool visitMemberExpr(MemberExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getMemberDecl()))
      see(V);
    return true;
  }
  bool visitVarDecl(VarDecl *V) override {
    if (deviceStorage(V) == DeviceStorage::None && V->getIdentifier())
      Declared.insert(V->getName());
    Ended.push_back(V);
    return true;
  }
  bool visitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override {
    Ended.push_back(E);
    return true;
  }
  bool visitCXXDestructorDecl(CXXDestructorDecl *D) override {
    for (const FieldDecl *F : D->getParent()->fields())
      Ended.push_back(F);
    for (const CXXBaseSpecifier &B : D->getParent()->bases())
      Ended.push_back(&B);
    return true;
  }
  bool visitCallExpr(CallExpr *E) override {
    Calls.push_back(E);
    if (const catalog::DeviceFunction *Row = deviceFunctionOf(Unit, E)) {
      NeedsScratch |= Row->Text.contains("$w");
      NeedsWarp |= Row->Text.contains("$x") && !IsMasked;
      NeedsFault |= Row->Text.contains("$f");
    }
    // A number from outside may be of no function here.
    const FunctionProtoType *T = calledThroughPointer(E);
    NeedsFault |= T && hasTargets(*Unit.Reach, T) && comesFromOutside(*Unit.Reach, T);
    return true;
  }
  bool visitExplicitCastExpr(ExplicitCastExpr *E) override {
    if (E->getType()->isPointerType())
      Casts.push_back(E);
    return true;
  }
  bool visitCXXConstructExpr(CXXConstructExpr *E) override {
    Calls.push_back(E);
    return true;
  }

private:
  void see(const VarDecl *V) {
    if (deviceStorage(V) == DeviceStorage::None || !Unit.isUserCode(V->getLocation()))
      return;
    const VarDecl *Definition = V->getDefinition();
    Variables.insert(Definition ? Definition : V->getCanonicalDecl());
  }
  const DeviceUnit &Unit;
};

Appended::Kind kindOf(const VarDecl *V) {
  switch (deviceStorage(V)) {
  case DeviceStorage::DynamicShared:
    return Appended::DynamicShared;
  case DeviceStorage::Shared:
    return Appended::StaticShared;
  case DeviceStorage::Constant:
    return Appended::Constant;
  case DeviceStorage::Texture:
    return Appended::Texture;
  default:
    return Appended::Global;
  }
}

/// Gives the hidden parameters \p All of \p F names that differ from each other and from those that
/// its body has, \p Taken. Variables of the function itself keep theirs, the first one of each.
void nameApart(std::vector<Appended> &All, const FunctionDecl *F, llvm::StringSet<> Taken) {
  std::vector<Appended *> Others;
  for (Appended &A : All) {
    bool IsOwn = A.Variable && A.Variable->isLocalVarDecl() && A.Variable->getDeclContext() == F;
    if (!IsOwn || !Taken.insert(A.Name).second)
      Others.push_back(&A);
  }
  for (Appended *A : Others) {
    while (Taken.contains(A->Name))
      A->Name += '_';
    Taken.insert(A->Name);
  }
  for (Appended &A : All)
    A.Name = markedName(A.Name, A.entity());
}

} // namespace

std::vector<Appended> DeviceUnit::environmentOf(const FunctionClone &V) {
  BodyUses Uses(*this);
  Uses.IsMasked = Walks->isMasked(V.Function);
  // Declarations are constant members only by accident of the visitor's interface.
  Uses.traverseDecl(const_cast<FunctionDecl *>(V.Function));
  std::vector<Appended> All;
  auto Add = [&](Appended A) {
    for (const Appended &Old : All)
      if (Old.K == A.K && (Old.Variable == A.Variable || A.K == Appended::DynamicShared))
        return;
    All.push_back(std::move(A));
  };
  auto AddThoseOf = [&](const FunctionClone &Callee) {
    for (const Appended &A : Environments[Callee.Index])
      Add({A.K, A.Variable, A.Variable ? TheNames.plainLocal(A.Variable) : Appended::nameOf(A.K)});
  };
  noteSharedViews(V, Uses.Casts, Uses.Variables.getArrayRef());
  for (const VarDecl *D : Uses.Variables)
    Add({kindOf(D), D, TheNames.plainLocal(D)});
  if (V.Function && V.Function->hasAttr<CUDAGlobalAttr>() &&
      Walks->of(V.Function).Predicates.empty())
    Uses.NeedsScratch |=
        planBarriers(context(), *Barriers, V.Function, [](SourceLocation, const char *) {
        }).hasVotes();
  if (Uses.NeedsScratch)
    Add({Appended::Scratch, nullptr, Appended::nameOf(Appended::Scratch)});
  if (Uses.NeedsWarp ||
      (V.Function && (Walks->hasSteps(V.Function) || Walks->asksWhoGoesOn(V.Function))))
    Add({Appended::Warp, nullptr, Appended::nameOf(Appended::Warp)});
  if (Uses.NeedsFault)
    Add({Appended::Fault, nullptr, Appended::nameOf(Appended::Fault)});
  for (const Expr *Call : Uses.Calls)
    if (const FunctionClone *Callee = Spaces.callee(V, Call);
        Callee && Callee->Index != V.Index && Callee->Index < Environments.size()) {
      AddThoseOf(*Callee);
      SharedViewAlignments[V.Index] =
          std::max(SharedViewAlignments[V.Index], SharedViewAlignments[Callee->Index]);
    }
  for (const void *Object : Uses.Ended)
    if (const FunctionClone *Callee = Spaces.destructor(V, Object))
      AddThoseOf(*Callee);
  llvm::stable_sort(All, [](const Appended &A, const Appended &B) {
    return A.K != B.K
               ? A.K < B.K
               : A.Variable && B.Variable && A.Variable->getLocation() < B.Variable->getLocation();
  });
  nameApart(All, V.Function, std::move(Uses.Declared));
  return All;
}

void DeviceUnit::noteSharedViews(const FunctionClone &V, llvm::ArrayRef<const Expr *> Casts,
                                 llvm::ArrayRef<const VarDecl *> Variables) {
  unsigned &Widest = SharedViewAlignments[V.Index];
  auto Note = [&](QualType T) {
    if (!T->isIncompleteType() && !T->isFunctionType() && !T->isDependentType())
      Widest = std::max<unsigned>(Widest, context().getTypeAlignInChars(T).getQuantity());
  };
  for (const Expr *Cast : Casts)
    if (spacesOf(*this, V, Cast)(0) == AddressSpace::Local)
      Note(Cast->getType()->getPointeeType());
  for (const VarDecl *D : Variables)
    if (deviceStorage(D) == DeviceStorage::DynamicShared)
      Note(context().getBaseElementType(D->getType()));
}

void DeviceUnit::computeEnvironments() {
  Environments.resize(Spaces.versions().size());
  SharedViewAlignments.assign(Spaces.versions().size(), 1);
  for (const FunctionClone &V : Spaces.versions())
    Environments[V.Index] = environmentOf(V);
}

} // namespace cu2cl
