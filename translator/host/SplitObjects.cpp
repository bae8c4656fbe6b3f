// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects with device pointers that are passed to kernels by value go member by member:
//   struct View { float *data; int n; };   gets
//     friend clrt::arguments arguments_of(const View &v) { return {v.data, v.n}; }
//   [=] __device__(int i) { data[i] *= f; }   becomes   scale_lambda{data, f}
// with struct scale_lambda in the header of the kernels' handles.

#include "analysis/InstanceUsr.h"
#include "analysis/SplitArguments.h"
#include "host/HostUnit.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace cu2cl {

static const char Rule[] = "SplitObjects";

std::string argumentsFriend(StringRef Class, StringRef Members) {
  return ("friend clrt::arguments arguments_of(const " + Class + " &v) { return " + Members + "; }")
      .str();
}

static const ClosureClass *closureOf(const HostUnit &U, const LambdaExpr *L) {
  const SourceManager &SM = U.Side.sources();
  SourceLocation At = SM.getExpansionLoc(L->getLambdaClass()->getLocation());
  for (const auto &[Usr, K] : U.Kernels)
    for (const KernelParameter &P : K->Parameters)
      if (P.Closure && P.Closure->Offset == SM.getFileOffset(At) &&
          P.Closure->File == U.Side.pathOf(At))
        return &*P.Closure;
  return nullptr;
}

void rewriteDeviceLambdas(HostScope &S) {
  for (const HostNode &Node : S.Body.Nodes) {
    const auto *L = dyn_cast<LambdaExpr>(Node.S);
    if (!L || !isDeviceLambda(L))
      continue;
    const ClosureClass *C = closureOf(S.Unit, L);
    std::string Text;
    for (const LambdaCapture &Capture : L->captures()) {
      const ValueDecl *D = Capture.getCapturedVar();
      PointerRep Rep =
          D->getType()->isPointerType() ? S.Unit.Pointers.of(D, 0, S.Version) : PointerRep::Host;
      std::string Name = D->getNameAsString();
      if (Rep == PointerRep::Any)
        Name += ".device()";
      else if (Rep == PointerRep::Svm)
        Name = "clrt::ptr<" + D->getType()->getPointeeType().getAsString(S.Unit.policy()) +
               ">(clrt_svm(" + Name + "))";
      Text += (Text.empty() ? "" : ", ") + Name;
    }
    if (!C || !S.Source.replace(L->getSourceRange(), C->Name + "{" + Text + "}", Rule, Edit::Cover,
                                Node.Depth))
      S.Unit.report(3003, L->getBeginLoc(), {"a lambda of device code"});
  }
}

namespace {

/// Finds the classes that are split, and says in each how.
class ClassVisitor : public RecursiveASTVisitor<ClassVisitor> {
public:
  explicit ClassVisitor(HostUnit &U) : U(U) {
    for (const auto &[Usr, K] : U.Kernels)
      for (const KernelParameter &P : K->Parameters)
        Split.insert(P.Classes.begin(), P.Classes.end());
  }

  void run() {
    for (const Decl *D : U.TopLevel)
      if (!Split.empty())
        TraverseDecl(const_cast<Decl *>(D));
  }

  bool VisitCXXRecordDecl(CXXRecordDecl *R) {
    if (!R->isThisDeclarationADefinition() || !U.Source.isEditable(R->getBraceRange().getEnd()) ||
        !Split.count(instanceUsr(R)))
      return true;
    const TypedefNameDecl *Typedef = R->getTypedefNameForAnonDecl();
    std::string Friend =
        argumentsFriend(Typedef ? Typedef->getName() : R->getName(), memberList(R));
    const SourceManager &SM = U.Side.sources();
    bool IsLine = SM.getExpansionLineNumber(R->getBraceRange().getBegin()) ==
                  SM.getExpansionLineNumber(R->getBraceRange().getEnd());
    std::string Indent(SM.getExpansionColumnNumber(R->getBraceRange().getEnd()) - 1, ' ');
    std::string Text = IsLine ? Friend + " "
                              : "  // How a kernel takes it: member by member.\n" + Indent + "  " +
                                    Friend + "\n" + Indent;
    // `typedef struct {` needs the name inside.
    bool Ok = !Typedef ||
              U.Source.insertAfter(R->getOuterLocStart(), " " + Typedef->getNameAsString(), Rule);
    if (!Ok || !U.Source.insertBefore(R->getBraceRange().getEnd(), Text, Rule))
      U.report(3003, R->getLocation(), {R->getNameAsString()});
    return true;
  }

private:
  HostUnit &U;
  std::set<std::string> Split;
};

} // namespace

void splitClasses(HostUnit &U) { ClassVisitor(U).run(); }

} // namespace cu2cl
