// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel as the host sees it: its names, its parameters, what is appended to them.

#include "kernel/interface/KernelInterface.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/flow/FlattenedAggregates.h"
#include "analysis/reach/StaticLocals.h"
#include "catalog/Catalog.h"
#include "core/source/ConstantParts.h"
#include "frontend/Fragments.h"
#include "kernel/interface/FlattenedParameters.h"
#include "kernel/interface/HiddenParameters.h"
#include "kernel/interface/LateTypes.h"
#include "kernel/interface/UnnamedNamespace.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cu2cl {
namespace {

/// \p T as the host writes it. After a written name of a class template Clang would leave out the
/// scopes of its arguments: `geo::Box<Point>`.
std::string textOf(QualType T, PrintingPolicy Policy) {
  const CXXRecordDecl *R = T->getPointeeOrArrayElementType()->getAsCXXRecordDecl();
  Policy.SuppressElaboration = Policy.FullyQualifiedName =
      isa_and_nonnull<ClassTemplateSpecializationDecl>(R);
  return T.getAsString(Policy);
}

class InterfaceBuilder {
public:
  InterfaceBuilder(KernelPrinter &P, const KernelDecision &Decision,
                   llvm::ArrayRef<DeclarationStyle> Styles)
      : P(P), Unit(P.unit()), V(P.version()), F(V.Function), Decision(Decision), Styles(Styles) {}

  KernelInterface make(std::string Signature) {
    KernelInterface K;
    K.Name = K.HandleName = P.names().function(V);
    llvm::raw_string_ostream Name(K.QualifiedName);
    PrintingPolicy Policy(P.context().getLangOpts());
    Policy.SuppressTagKeyword = true;
    Policy.SuppressUnwrittenScope = true; // anonymous namespaces
    F->getNameForDiagnostic(Name, Policy, /*Qualified=*/true);
    Name.flush();
    nameHostTypes(K.QualifiedName, Policy);
    for (const DeclContext *C = F->getDeclContext(); C; C = C->getParent())
      if (const auto *N = dyn_cast<NamespaceDecl>(C); N && !N->isAnonymousNamespace()) {
        K.Namespace = N->getName().str() + (K.Namespace.empty() ? "" : "::" + K.Namespace);
        K.WrittenNamespace = (N->isInline() ? "inline " : "") + N->getName().str() +
                             (K.WrittenNamespace.empty() ? "" : "::" + K.WrittenNamespace);
      } else if (N && !K.WrittenNamespace.empty()) { // around named ones, whose names it hides
        K.WrittenNamespace = UnnamedNamespace + ("::" + K.WrittenNamespace);
      }
    K.Usr = usrOf(F);
    K.Mangled = mangledName();
    SourceLocation Body = F->getBody()->getBeginLoc();
    K.IsMacro =
        !F->getPrimaryTemplate() &&
        (Body.isMacroID() || isFragment(Unit.Side, P.context().getSourceManager().getFileID(Body)));
    K.Linkage = F->isInAnonymousNamespace()         ? KernelInterface::Unnamed
                : F->getStorageClass() == SC_Static ? KernelInterface::Static
                                                    : KernelInterface::External;
    K.WorkGroupSize = Decision.WorkGroupSize;
    K.MaxThreads = launchBound();
    K.Signature = std::move(Signature);
    for (unsigned I = 0; I < F->getNumParams(); ++I)
      K.Parameters.push_back(parameter(F->getParamDecl(I), I, Policy));
    K.OpenTypes.assign(OpenTypes.begin(), OpenTypes.end());
    for (ClosureClass &C : Closures)
      if (llvm::none_of(K.Parameters, [&](const KernelParameter &Parameter) {
            return Parameter.Closure && Parameter.Closure->Name == C.Name;
          }))
        K.Closures.push_back(std::move(C));
    for (const Appended &A : Unit.appended(V)) {
      noteVariable(K, A);
      if (A.K == Appended::Constant && hasPackedConstants(P))
        addPacked(K, A);
      else if (!A.isOwnLocalMemory())
        K.Appended.push_back(appended(A));
    }
    return K;
  }

private:
  KernelParameter parameter(const ParmVarDecl *D, unsigned Index, const PrintingPolicy &Policy) {
    KernelParameter Out;
    const DeclarationStyle &Style = Styles[Index];
    Out.Name = Style.Name;
    QualType T = D->getType();
    if (isTextureObject(T)) {
      Out.K = KernelParameter::Texture;
      Out.HostType = textOf(T.getCanonicalType().getUnqualifiedType(), Policy);
    } else if (!splitParameter(P, D).empty()) {
      describeMembers(Out, T, Policy);
    } else if (T->isPointerType() && !T->isFunctionPointerType()) {
      bool Offset = Decision.OffsetParameters.count(Index);
      Out.K = Offset ? KernelParameter::GlobalAt : KernelParameter::Global;
      QualType Pointee = T->getPointeeType();
      Out.HostType =
          textOf(isTextureObject(Pointee) ? Pointee.getCanonicalType() : Pointee, Policy);
    } else {
      // A lambda's type has no name; what is passed are its bytes.
      const CXXRecordDecl *R = T->getAsCXXRecordDecl();
      Out.HostType = R && R->isLambda()
                         ? "clrt::object<" +
                               std::to_string(P.context().getTypeSizeInChars(T).getQuantity()) + ">"
                         : hostName(T.getUnqualifiedType(), Policy);
      if (R && R->isLambda() && hasHostClass(R))
        Out.Closure = closureOf(R, Policy);
    }
    Out.HostType = catalog::typeWithClrtNames(Out.HostType);
    return Out;
  }

  /// "forEach<float *, (lambda at a.cu:3:7)>" as the host writes it.
  void nameHostTypes(std::string &Name, const PrintingPolicy &Policy) {
    if (const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs())
      nameArguments(Name, F->getQualifiedNameAsString().size(), Arguments->asArray(), Policy);
  }

  /// The same for \p Arguments, which are in \p Name after \p From.
  void nameArguments(std::string &Name, size_t From, llvm::ArrayRef<TemplateArgument> Arguments,
                     const PrintingPolicy &Policy) {
    for (const TemplateArgument &A : Arguments) {
      std::string Written, OnHost;
      if (A.getKind() == TemplateArgument::Type) {
        Written = A.getAsType().getAsString(Policy);
        OnHost = hostName(A.getAsType(), Policy);
      } else if (A.getKind() == TemplateArgument::Integral &&
                 HostTypes.isLate(A.getIntegralType())) {
        // Its enumeration may be declared ahead, its enumerators not.
        llvm::raw_string_ostream Stream(Written);
        A.print(Policy, Stream, /*IncludeType=*/false);
        OnHost = "static_cast<" + textOf(A.getIntegralType(), Policy) + ">(" +
                 llvm::toString(A.getAsIntegral(), 10) + ")";
      } else {
        continue;
      }
      if (size_t At = Name.find(Written, From); At != std::string::npos) {
        Name.replace(At, Written.size(), OnHost);
        From = At + OnHost.size();
      }
    }
  }

  /// \p T of a template's argument on the host: a lambda has a class of its own, also in the
  /// arguments of class templates.
  std::string hostName(QualType T, const PrintingPolicy &Policy) {
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (R && R->isLambda() && hasHostClass(R)) {
      ClosureClass C = closureOf(R, Policy);
      std::string Type = hostTypeOf(C, R, Policy);
      if (llvm::none_of(Closures, [&](const ClosureClass &Other) { return Other.Name == C.Name; }))
        Closures.push_back(std::move(C));
      return Type;
    }
    if (R && R->isLambda()) // that stays one; what it captures may not
      for (const FieldDecl *Captured : R->fields())
        hostName(Captured->getType(), Policy);
    std::string Name = textOf(T, Policy);
    if (const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R))
      nameArguments(Name, Name.find('<'), S->getTemplateArgs().asArray(), Policy);
    return Name;
  }

  /// An object that goes member by member; a lambda's class gets a name.
  void describeMembers(KernelParameter &Out, QualType T, const PrintingPolicy &Policy) {
    Out.K = KernelParameter::Members;
    Out.HostType = hostName(T.getUnqualifiedType(), Policy);
    if (llvm::any_of(OpenTypes, [&](const std::string &Open) {
          return StringRef(Out.HostType).contains(Open);
        }))
      Out.HostType = "void"; // any class that says its members
    noteClasses(Out, T);
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (R->isLambda())
      Out.Closure = closureOf(R, Policy);
  }

  /// Returns the replacement of the lambda \p R on the host. In a template all instances have one
  /// name. It is a template, too, if the header of the handles cannot know its members' classes.
  ClosureClass closureOf(const CXXRecordDecl *R, const PrintingPolicy &Policy) {
    const SourceManager &SM = P.context().getSourceManager();
    ClosureClass C;
    C.File = Unit.Side.pathOf(SM.getExpansionLoc(R->getLocation()));
    C.Offset = SM.getFileOffset(SM.getExpansionLoc(R->getLocation()));
    if (const auto *Around = dyn_cast<FunctionDecl>(R->getDeclContext()))
      C.Around = Around->getNameAsString();
    const std::vector<EnclosingParameter> Enclosing = enclosingParameters(R).value();
    C.Name = isInInstance(R) ? patternName(R) : P.names().type(R);
    for (const EnclosingParameter &E : Enclosing) {
      C.Parameters.push_back(E.Declaration);
      C.ParameterNames.push_back(E.Name);
      if (isOpen(E, Policy))
        C.Open.push_back(openType(C, E.Name));
    }
    const std::vector<CapturedValue> Values = capturedValues(R).value();
    C.IsTemplate = isInInstance(R) || llvm::any_of(Values, [&](const CapturedValue &V) {
                     return HostTypes.isLate(V.Type) || V.Type->isArrayType();
                   });
    for (const CapturedValue &V : Values) {
      std::string Type =
          V.Type->isRecordType()
              ? hostName(HostTypes.nameable(V.Type.getUnqualifiedType()), Policy)
              : textOf(HostTypes.nameable(P.context().getUnqualifiedArrayType(V.Type)), Policy);
      C.Members.push_back(elementList("v." + V.Name, V.Type, P.context()));
      if (V.Type->isArrayType())
        C.Arrays.insert(V.Name);
      if (!HostTypes.canDeclare(V.Type)) {
        Type = openType(C, V.Name);
        C.Open.push_back(Type);
      }
      C.Fields.push_back({std::move(Type), V.Name});
    }
    return C;
  }

  /// Returns true if the header of the handles cannot name the argument \p E.
  bool isOpen(const EnclosingParameter &E, const PrintingPolicy &Policy) {
    return !E.Type.isNull() && StringRef(hostName(E.Type, Policy)).contains("(lambda at ");
  }

  static std::string openType(const ClosureClass &C, const std::string &Name) {
    return "Type_" + C.Name + "_" + Name;
  }

  /// "Shift_run_lambda", "Shift_run_lambda_2" for the second lambda of the function.
  static std::string patternName(const CXXRecordDecl *R) {
    std::string Name = "lambda";
    if (unsigned Index = R->getLambdaIndexInContext())
      Name += "_" + std::to_string(Index + 1);
    for (const DeclContext *C = R->getDeclContext(); C; C = C->getParent())
      if (const auto *D = dyn_cast<NamedDecl>(C); D && isa<FunctionDecl, CXXRecordDecl>(C) &&
                                                  D->getDeclName().isIdentifier() &&
                                                  !D->getName().empty())
        Name = D->getName().str() + "_" + Name;
    return Name;
  }

  /// "scale_lambda", or with the arguments of an instance: "scale_lambda<float, float *>".
  std::string hostTypeOf(const ClosureClass &C, const CXXRecordDecl *R,
                         const PrintingPolicy &Policy) {
    if (!C.IsTemplate)
      return C.Name;
    OpenTypes.insert(C.Open.begin(), C.Open.end());
    std::vector<std::string> Arguments;
    const std::vector<EnclosingParameter> Enclosing = enclosingParameters(R).value();
    for (const EnclosingParameter &E : Enclosing)
      Arguments.push_back(E.Type.isNull()     ? E.Argument
                          : isOpen(E, Policy) ? openType(C, E.Name)
                                              : hostName(E.Type, Policy));
    for (const auto &[Type, Name] : C.Fields)
      Arguments.push_back(Type);
    return C.Name + (Arguments.empty() ? "" : "<" + llvm::join(Arguments, ", ") + ">");
  }

  /// The classes whose objects are split, with their parts, and those of parts that are not.
  void noteClasses(KernelParameter &Out, QualType T) {
    T = P.context().getBaseElementType(T);
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R)
      return;
    if (!splitParts(P.context(), T)) {
      Out.Whole.insert(usrOf(writtenClass(R)));
      return;
    }
    if (!R->isLambda())
      Out.Classes.insert(usrOf(writtenClass(R)));
    for (const CXXBaseSpecifier &B : R->bases())
      noteClasses(Out, B.getType());
    for (const FieldDecl *F : R->fields())
      noteClasses(Out, F->getType());
  }

  void addPacked(KernelInterface &K, const Appended &A) {
    if (K.Appended.empty() || K.Appended.back().K != AppendedParameter::PackedConstants) {
      AppendedParameter Pack;
      Pack.K = AppendedParameter::PackedConstants;
      Pack.Name = packName(P);
      K.Appended.push_back(std::move(Pack));
    }
    K.Appended.back().Names.push_back(hostName(A.Variable));
    K.Appended.back().Usrs.push_back(usrOf(A.Variable));
    K.Appended.back().Sources.push_back(sourceOf(A.Variable));
  }

  /// The qualified name of \p V on the host.
  std::string hostName(const VarDecl *V) {
    const auto *Around = dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Around);
    const NamedDecl *Named = Method   ? cast<NamedDecl>(outermostClass(Method))
                             : Around ? cast<NamedDecl>(Around)
                                      : V;
    std::string Name;
    llvm::raw_string_ostream Stream(Name);
    PrintingPolicy Policy(P.context().getLangOpts());
    Policy.SuppressUnwrittenScope = true; // anonymous namespaces
    Named->printQualifiedName(Stream, Policy);
    if (!Named->getIdentifier())
      return Name;
    std::string Last = Named->getName().str(), Behind;
    if (Around)
      Behind = staticLocalName(V).substr(Last.size());
    Name.resize(Name.size() - Last.size());
    if (Method || (Around && Around->getTemplateSpecializationArgs()))
      return Name + staticLocalName(V);
    if (const JoinedPart *Part = Unit.Side.joinedPart(V->getLocation()))
      if (auto Old = Part->Renamed.find(Last); Old != Part->Renamed.end())
        Last = Old->second;
    if (const auto *S = dyn_cast<VarTemplateSpecializationDecl>(V)) {
      Policy.SuppressTagKeyword = true;
      llvm::raw_string_ostream With(Last);
      printTemplateArgumentList(With, S->getTemplateArgs().asArray(), Policy);
    }
    return Name + Last + Behind;
  }

  void noteVariable(KernelInterface &K, const Appended &A) {
    if ((A.K != Appended::Constant && A.K != Appended::Global) || !sourceOf(A.Variable).empty())
      return;
    const SourceManager &SM = P.context().getSourceManager();
    SourceLocation Loc = SM.getExpansionLoc(A.Variable->getLocation());
    K.Variables.push_back(
        {usrOf(A.Variable),
         hostName(A.Variable),
         {Unit.Side.pathOf(Loc), SM.getSpellingLineNumber(Loc), SM.getSpellingColumnNumber(Loc)},
         initialDigest(A.Variable)});
  }

  /// The other source that alone declares \p V; empty if the unit itself does.
  std::string sourceOf(const VarDecl *V) {
    const JoinedPart *Part = nullptr;
    for (const VarDecl *D : V->redecls()) {
      Part = Unit.Side.joinedPart(D->getLocation());
      if (!Part)
        return {};
    }
    return Part->Source;
  }

  AppendedParameter appended(const Appended &A) {
    AppendedParameter Out;
    Out.K = A.K == Appended::DynamicShared ? AppendedParameter::DynamicLocal
            : A.K == Appended::Constant    ? AppendedParameter::Constant
            : A.K == Appended::Texture     ? AppendedParameter::Texture
            : A.K == Appended::Fault       ? AppendedParameter::FaultWord
                                           : AppendedParameter::GlobalVariable;
    Out.Name = appendedName(P, A);
    if (A.Variable) {
      Out.Usr = usrOf(A.Variable);
      Out.HostName = hostName(A.Variable);
      Out.Source = sourceOf(A.Variable);
    }
    return Out;
  }

  /// Returns what the first argument of __launch_bounds__ says, also on another declaration.
  unsigned launchBound() const {
    const auto *Bounds = F->getMostRecentDecl()->getAttr<CUDALaunchBoundsAttr>();
    Expr::EvalResult Value;
    if (!Bounds || !Bounds->getMaxThreads()->EvaluateAsInt(Value, P.context()))
      return 0;
    return static_cast<unsigned>(Value.Val.getInt().getLimitedValue(1024));
  }

  std::string mangledName() const {
    std::unique_ptr<MangleContext> Mangler(P.context().createMangleContext());
    std::string Out;
    llvm::raw_string_ostream Stream(Out);
    if (Mangler->shouldMangleDeclName(F))
      Mangler->mangleName(GlobalDecl(F, KernelReferenceKind::Kernel), Stream);
    else
      Stream << F->getName();
    return Stream.str();
  }

  KernelPrinter &P;
  DeviceUnit &Unit;
  const FunctionClone &V;
  const FunctionDecl *F;
  const KernelDecision &Decision;
  llvm::ArrayRef<DeclarationStyle> Styles;
  LateTypes HostTypes{P.context(), F->getLocation()};
  std::set<std::string> OpenTypes;
  std::vector<ClosureClass> Closures; ///< of all lambdas that hostName() names
};

} // namespace

KernelInterface kernelInterface(KernelPrinter &P, const KernelDecision &Decision,
                                llvm::ArrayRef<DeclarationStyle> Styles, std::string Signature) {
  return InterfaceBuilder(P, Decision, Styles).make(std::move(Signature));
}

} // namespace cu2cl
