// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects with device pointers that are passed to kernels by value go member by member:
//   struct View { float *data; int n; };   gets
//     friend clrt::arguments arguments_of(const View &v) { return {v.data, v.n}; }
//   [=] __device__(int i) { data[i] *= f; }   becomes   scale_lambda{data, f}
// with struct scale_lambda in the header of the kernels' handles.

#include "analysis/flow/FlattenedAggregates.h"
#include "analysis/reach/InstanceUsr.h"
#include "analysis/reach/UnnamedTypes.h"
#include "core/source/AstVisitor.h"
#include "host/unit/HostUnit.h"
#include "host/unit/KernelFunctions.h"
#include "host/unit/RuleNames.h"

using namespace clang;

namespace cu2cl {

std::string argumentsFriend(StringRef Class, StringRef Members, bool MayDiffer) {
  return ("friend " + StringRef(MayDiffer ? "CLRT_INLINE " : "") +
          "clrt::arguments arguments_of(const " + Class + " &v) { return " + Members + "; }")
      .str();
}

/// \p V as the host gives it to the class of the lambda \p L.
static std::string valueText(const HostUnit &U, const LambdaExpr *L, const CapturedValue &V) {
  if (V.Init)
    return U.Source.textSeenFrom(V.Init->getSourceRange(), L->getBeginLoc()).str();
  return V.Member ? (V.Variable ? V.Variable->getNameAsString() + "." : "this->") +
                        V.Member->getNameAsString()
                  : V.Name;
}

std::string textOfClosure(const HostUnit &U, const LambdaExpr *L) {
  const ClosureClass *C = closureOf(U, L).second;
  const std::optional<std::vector<CapturedValue>> Values = capturedValues(L->getLambdaClass());
  if (!C || !Values)
    return {};
  std::string Text;
  for (const CapturedValue &V : *Values)
    Text += (Text.empty() ? "" : ", ") + valueText(U, L, V);
  if (!C->IsTemplate || (C->Parameters.empty() && C->Fields.empty()))
    return C->Name + "{" + Text + "}";
  return "make_" + C->Name +
         (C->ParameterNames.empty() ? "" : "<" + llvm::join(C->ParameterNames, ", ") + ">") + "(" +
         Text + ")";
}

void rewriteDeviceLambdas(HostScope &S) {
  for (const HostNode &Node : S.Body.Nodes) {
    const auto *L = dyn_cast<LambdaExpr>(Node.S);
    // The text of a template is made as its instances need it.
    if (!L || !isDeviceLambda(L) || L->getLambdaClass()->isDependentContext())
      continue;
    const std::string Text = textOfClosure(S.Unit, L);
    if (Text.empty() || !S.Source.replace(L->getSourceRange(), Text, rule::FlattenedClasses,
                                          Edit::Cover, Node.Depth))
      S.Unit.report(diag::UneditableKernelArgument, L->getBeginLoc(), {"this lambda"});
  }
}

namespace {

/// Finds the classes that are split, and says in each how.
class ClassVisitor : public AstVisitor {
public:
  explicit ClassVisitor(HostUnit &U) : U(U) {
    for (const auto &[Usr, K] : U.Kernels)
      for (const KernelParameter &P : K->Parameters)
        for (const std::string &Class : P.Classes)
          Split[Class].insert(K->File);
    for (const auto &[Usr, K] : U.Kernels)
      for (const KernelParameter &P : K->Parameters)
        Whole.insert(P.Whole.begin(), P.Whole.end());
  }

  void run() {
    for (const Decl *D : U.TopLevel)
      if (!Split.empty())
        traverseDecl(const_cast<Decl *>(D));
  }

  bool visitCXXRecordDecl(CXXRecordDecl *R) override {
    if (!R->isThisDeclarationADefinition() || !U.Source.isEditable(R->getBraceRange().getEnd()) ||
        !Split.count(instanceUsr(R)))
      return true;
    // All instances that are written so would be split.
    if (Whole.count(instanceUsr(R)))
      U.report(diag::MixedKernelArgument, R->getLocation(), {"class " + R->getNameAsString()});
    // Two sources may have two classes of one name, though C++ does not allow it.
    bool MayDiffer = Split[instanceUsr(R)].size() > 1;
    const TypedefNameDecl *Typedef = R->getTypedefNameForAnonDecl();
    std::string Name = Typedef              ? Typedef->getNameAsString()
                       : R->getIdentifier() ? R->getNameAsString()
                                            : nameOfUnnamed(R);
    std::string Friend = argumentsFriend(Name, memberList(R), MayDiffer);
    const SourceManager &SM = U.Side.sources();
    bool IsLine = SM.getExpansionLineNumber(R->getBraceRange().getBegin()) ==
                  SM.getExpansionLineNumber(R->getBraceRange().getEnd());
    std::string Indent(SM.getExpansionColumnNumber(R->getBraceRange().getEnd()) - 1, ' ');
    std::string Text = IsLine ? Friend + " "
                              : "  // How a kernel takes it: member by member.\n" + Indent + "  " +
                                    Friend + "\n" + Indent;
    // `typedef struct {` and `struct { ... } v` need the name inside.
    bool Ok = R->getIdentifier() ||
              U.Source.insertAfter(R->getOuterLocStart(), " " + Name, rule::FlattenedClasses);
    if (!Ok || !U.Source.insertBefore(R->getBraceRange().getEnd(), Text, rule::FlattenedClasses))
      U.report(diag::UneditableKernelArgument, R->getLocation(), {"class " + R->getNameAsString()});
    return true;
  }

private:
  HostUnit &U;
  std::map<std::string, std::set<std::string>> Split; ///< and the files of the kernels that take it
  std::set<std::string> Whole;                        ///< those that stay one argument in others
};

} // namespace

void splitClasses(HostUnit &U) { ClassVisitor(U).run(); }

} // namespace cu2cl
