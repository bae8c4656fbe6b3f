// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/driver/DevicePrinter.h"
#include "analysis/reach/FunctionPointers.h"
#include "core/source/NameMarks.h"
#include "frontend/ParsedUnit.h"
#include "kernel/core/Constants.h"
#include "kernel/core/DeviceNeeds.h"
#include "kernel/core/TypeText.h"
#include "kernel/driver/DeclarationTrace.h"
#include "kernel/driver/DeviceDump.h"
#include "kernel/driver/FunctionText.h"
#include "kernel/driver/KernelRules.h"
#include "kernel/driver/ShadowedNames.h"
#include "kernel/expressions/FunctionPointers.h"
#include "kernel/types/TypeDefinitions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace cu2cl {
namespace {

/// False for a class with a part that Clang could not parse: asking for its layout ends the
/// program.
bool hasLayout(const RecordDecl *D) {
  if (!D || D->isInvalidDecl() || !D->isCompleteDefinition() || D->isDependentType())
    return false;
  auto HasLayout = [](QualType T) {
    const Type *Element = T->getBaseElementTypeUnsafe();
    const auto *R = Element->getAs<RecordType>();
    return !Element->isDependentType() && (!R || hasLayout(R->getDecl()));
  };
  if (const auto *Class = dyn_cast<CXXRecordDecl>(D))
    for (const CXXBaseSpecifier &B : Class->bases())
      if (!HasLayout(B.getType()))
        return false;
  return llvm::all_of(D->fields(), [&](const FieldDecl *F) { return HasLayout(F->getType()); });
}

/// Prints versions, then the types and constants that they need, then puts all in order.
class DeviceTextBuilder {
public:
  explicit DeviceTextBuilder(DeviceUnit &Unit) : Unit(Unit) {}

  DeviceText build() {
    // Kernels, and what they turn out to call: a copy of a class, for one, needs no function.
    for (const FunctionClone &V : Unit.Spaces.versions())
      if (V.Function->hasAttr<CUDAGlobalAttr>())
        wantVersion(V.Index);
    size_t Printed = 0;
    while (Printed < WantedVersions.size() || !Wanted.empty()) {
      if (Printed < WantedVersions.size()) {
        addFunction(Unit.Spaces.versions()[WantedVersions[Printed++]]);
        continue;
      }
      Need N = Wanted.back();
      Wanted.pop_back();
      if (Known.insert(N).second) {
        separate(N.first);
        addDeclaration(N.first, N.second);
      }
    }
    order();
    if (isAskedFor("reach"))
      Result.Dumps["reach"] = dumpReach(*Unit.Reach);
    if (isAskedFor("spaces"))
      Result.Dumps["spaces"] = dumpSpaces(Unit);
    if (isAskedFor("effects"))
      Result.Dumps["effects"] = dumpEffects(*Unit.Reach);
    if (isAskedFor("barriers"))
      Result.Dumps["barriers"] = dumpBarriers(Unit);
    return std::move(Result);
  }

private:
  using Need = std::pair<const Decl *, const RecordClone *>;
  static std::string identity(const FunctionClone &V) { return usrOf(V.Function) + V.Suffix; }
  static std::string identity(const Need &N) {
    // Of a function only what stands for all whose address is taken is a declaration.
    if (isa<FunctionDecl>(N.first))
      return "calls by number " + usrOf(N.first);
    return usrOf(N.first) + (N.second ? N.second->Suffix : "");
  }

  /// The whole written declaration around \p D: with its template head.
  static SourceRange writtenRange(const Decl *D) {
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
        F = Pattern;
      if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
        return {T->getBeginLoc(), F->getEndLoc()};
      return {F->getOuterLocStart(), F->getEndLoc()};
    }
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
      if (!S->isExplicitSpecialization())
        return S->getSpecializedTemplate()->getSourceRange();
    return D->getSourceRange();
  }

  void place(DeviceDefinition &Item, const Decl *D) {
    const SourceManager &SM = Unit.Side.sources();
    SourceRange R = writtenRange(D);
    Item.File = Unit.Side.pathOf(SM.getExpansionLoc(R.getBegin()));
    Item.Begin = SM.getFileOffset(SM.getExpansionLoc(R.getBegin()));
    SourceLocation End = SM.getExpansionRange(R.getEnd()).getEnd();
    Item.End = SM.getFileOffset(End) + Lexer::MeasureTokenLength(End, SM, Unit.Side.langOpts());
    // A ';' belongs to it.
    llvm::StringRef Rest = SM.getBufferData(SM.getFileID(End)).substr(Item.End);
    if (Rest.ltrim().starts_with(";"))
      Item.End += Rest.size() - Rest.ltrim().size() + 1;
  }

  void wantVersion(unsigned Index) {
    if (KnownVersions.insert(Index).second)
      WantedVersions.push_back(Index);
  }

  void finish(DeviceDefinition Item, const KernelPrinter &P) {
    const PrintFindings &Found = P.findings();
    Item.HelperStems = Found.Helpers;
    Item.Extensions = Found.Extensions;
    for (unsigned Callee : Found.Callees) {
      wantVersion(Callee);
      Item.NeededIdentities.push_back(identity(Unit.Spaces.versions()[Callee]));
    }
    for (const Need &N : Found.Needed) {
      Item.NeededIdentities.push_back(identity(N));
      Wanted.push_back(N);
    }
    for (const Need &N : Found.Pointed)
      Wanted.push_back(N);
    trace(Found.Fired);
    Result.Items.push_back(std::move(Item));
  }

  bool isAskedFor(const char *Dump) const { return Unit.Decisions.Dumps.count(Dump); }

  void trace(const RuleTrace &Fired) {
    for (const RuleFiring &F : Fired)
      ++Result.Rules[F.Rule][F.Subject];
    if (isAskedFor("rules"))
      Result.Dumps["rules"] += dumpRules(Unit, Fired);
  }

  static std::string integerText(KernelPrinter &P, const TemplateArgument &A) {
    if (const auto *E = A.getIntegralType()->getAs<EnumType>())
      if (const EnumConstantDecl *Name = enumerator(E->getDecl(), A.getAsIntegral()))
        return P.names().global(Name);
    return integerLiteral(P.context(), A.getAsIntegral(), A.getIntegralType());
  }

  /// The template's name and arguments, if \p F is an instance of a function template.
  static void describeInstance(DeviceDefinition &Item, const FunctionDecl *F, KernelPrinter &P) {
    const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs();
    if (!Arguments || !F->getDeclName().isIdentifier())
      return;
    Item.Stem = F->getName().str();
    const TemplateParameterList *Parameters = F->getPrimaryTemplate()->getTemplateParameters();
    for (unsigned I = 0; I < Arguments->size() && I < Parameters->size(); ++I) {
      const TemplateArgument &A = Arguments->get(I);
      std::string Text;
      if (A.getKind() == TemplateArgument::Type &&
          isa<BuiltinType>(A.getAsType().getCanonicalType()))
        Text = P.Locals.types().base(A.getAsType(), StoredIn::Value);
      else if (A.getKind() == TemplateArgument::Integral)
        Text = A.getIntegralType()->isBooleanType()
                   ? (A.getAsIntegral().getBoolValue() ? "true" : "false")
                   : integerText(P, A);
      Item.Arguments.push_back({Parameters->getParam(I)->getName().str(), Text});
    }
  }

  void addFunction(const FunctionClone &V) {
    Unit.TheNames.forgetMentioned();
    const KernelPlan Plan = planKernel(Unit, V);
    KernelPrinter P(Unit, V, Plan);
    FunctionText Text = printFunction(P);
    settleNames(Unit, V, Text);
    if (isAskedFor("plan"))
      Result.Dumps["plan"] +=
          Unit.TheNames.function(V) + "\n" + withoutNameMarks(describePlan(Unit, V, Plan));
    DeviceDefinition Item;
    bool IsKernel = V.Function->hasAttr<CUDAGlobalAttr>();
    Item.K = IsKernel ? DeviceDefinition::Kernel : DeviceDefinition::Function;
    Item.Identity = identity(V);
    Item.Name = Unit.TheNames.function(V);
    describeInstance(Item, V.Function, P);
    Item.Text = guardedByNeeds(Unit, V.Function, std::move(Text.Text));
    place(Item, V.Function);
    Text.Interface.File = Item.File;
    Text.Interface.Begin = Item.Begin;
    Text.Interface.End = Item.End;
    traceFunction(P, IsKernel ? &Text.Interface : nullptr);
    finish(std::move(Item), P);
    if (IsKernel)
      Result.Kernels.push_back(std::move(Text.Interface));
  }

  /// \p D is named in the output: if it is a class without a name, in whose place a member of the
  /// class around it is declared, that class is printed again with a member of this type.
  void separate(const Decl *D) {
    const auto *R = dyn_cast<CXXRecordDecl>(D);
    if (!R || R->getIdentifier() || R->getTypedefNameForAnonDecl() || R->isLambda() ||
        R->isAnonymousStructOrUnion() || !isa<RecordDecl>(R->getDeclContext()) ||
        !Separate.insert(R).second)
      return;
    const auto *Outer = cast<RecordDecl>(R->getDeclContext());
    while (!Outer->getIdentifier() && !Outer->getTypedefNameForAnonDecl() &&
           !Separate.count(Outer) && isa<RecordDecl>(Outer->getDeclContext()))
      Outer = cast<RecordDecl>(Outer->getDeclContext());
    std::vector<Need> Again;
    for (const Need &N : Known)
      if (N.first == Outer)
        Again.push_back(N);
    llvm::sort(Again, [](const Need &A, const Need &B) { return identity(A) < identity(B); });
    for (const Need &N : Again) {
      llvm::erase_if(Result.Items,
                     [&](const DeviceDefinition &I) { return I.Identity == identity(N); });
      addDeclaration(N.first, N.second);
    }
  }

  void addDeclaration(const Decl *D, const RecordClone *Version) {
    static const FunctionClone FileScope;
    KernelPlan Plan;
    Plan.Record = dyn_cast<RecordDecl>(D);
    KernelPrinter P(Unit, FileScope, Plan);
    DeviceDefinition Item;
    Item.K = DeviceDefinition::Type;
    if (const auto *R = dyn_cast<RecordDecl>(D)) {
      bool OnlyNamed = !R->getDefinition() && !R->isInvalidDecl() && !R->isDependentType();
      if (OnlyNamed || hasLayout(R))
        Item.Text = printRecord(P, R, Version, Separate);
      else
        Item.Text = Unit.mark(diag::UnsupportedTypeDefinition, R->getLocation(),
                              {R->getNameAsString(), "Clang cannot parse it"});
      Item.Name = Unit.TheNames.type(R) + (Version ? Version->Suffix : "");
    } else if (const auto *E = dyn_cast<EnumDecl>(D)) {
      Item.Text = printEnum(P, E);
      Item.Name = Unit.TheNames.type(E);
    } else if (const auto *T = dyn_cast<TypedefNameDecl>(D)) {
      Item.Text = printTypedef(P, T);
      Item.Name = Unit.TheNames.type(T);
    } else if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      Item.K = DeviceDefinition::Function;
      Item.Text = withPlainNames(printDispatcher(P, F));
      D = placeOfDispatcher(Unit, F);
      Item.Identity = identity(Need{F, nullptr});
      place(Item, D);
      return finish(std::move(Item), P);
    } else if (const auto *V = dyn_cast<VarDecl>(D)) {
      Item.K = DeviceDefinition::Variable;
      Item.Text = printConstantItem(P, V);
      Item.Name = Unit.TheNames.global(V);
    } else {
      return;
    }
    Item.Text = withPlainNames(Item.Text);
    traceDeclaration(P, D, Version);
    Item.Identity = identity({D, Version});
    place(Item, D);
    finish(std::move(Item), P);
  }

  /// Source order, but what an item needs is before it. Types and constants first within a
  /// place, since they depend on nothing after them.
  void order() {
    std::map<std::string, size_t> ByIdentity;
    std::vector<std::tuple<std::string, unsigned, size_t>> Source;
    for (size_t I = 0; I < Result.Items.size(); ++I) {
      const DeviceDefinition &Item = Result.Items[I];
      ByIdentity[Item.Identity] = I;
      Source.emplace_back(orderedPath(Item.File), Item.Begin, I);
    }
    llvm::sort(Source);
    std::vector<char> State(Result.Items.size());
    std::vector<DeviceDefinition> Sorted;
    std::function<void(size_t)> Visit = [&](size_t I) {
      if (State[I])
        return;
      State[I] = 1;
      for (const std::string &Id : Result.Items[I].NeededIdentities)
        if (auto It = ByIdentity.find(Id); It != ByIdentity.end())
          Visit(It->second);
      Sorted.push_back(Result.Items[I]);
    };
    for (const auto &[File, Begin, I] : Source)
      Visit(I);
    Result.Items = std::move(Sorted);
  }

  DeviceUnit &Unit;
  DeviceText Result;
  std::vector<unsigned> WantedVersions;
  llvm::DenseSet<unsigned> KnownVersions;
  std::vector<Need> Wanted;
  llvm::DenseSet<Need> Known;
  SeparateRecords Separate;
};

} // namespace

DeviceText printDevice(const ParsedSide &Device, const AddressSpaceMap &Spaces,
                       const KernelDecisions &Decisions, DiagnosticSink &Sink) {
  DeviceUnit Unit(Device, Spaces, Decisions, kernelRules(), Sink);
  return DeviceTextBuilder(Unit).build();
}

} // namespace cu2cl
