// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/core/Names.h"
#include "analysis/dialect/Dialect.h"
#include "analysis/reach/UnnamedTypes.h"
#include "core/source/NameMarks.h"
#include "kernel/core/LibraryDecls.h"
#include "kernel/core/UniqueName.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cu2cl {

/// \p Text with everything that cannot be in a name left out or spelled.
static std::string identifierOf(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (llvm::isAlnum(C) || C == '_')
      Out += C;
    else if (C == '*')
      Out += 'p';
    else if (C == '-')
      Out += 'm';
    else if (C == '&')
      Out += 'r';
    else if ((C == ':' || C == ' ' || C == '<' || C == ',') && !Out.empty() && Out.back() != '_')
      Out += '_';
  }
  while (!Out.empty() && Out.back() == '_')
    Out.pop_back();
  return Out;
}

static std::string plainName(const NamedDecl *D, const ASTContext &Context);

static std::string shortTypeName(QualType T, const ASTContext &Context) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  Policy.SuppressScope = true;
  Policy.Bool = true;
  std::string Prefix;
  T = T.getCanonicalType();
  if (T.isConstQualified())
    Prefix = "const_";
  T = T.getUnqualifiedType();
  if (const CXXRecordDecl *R = T->getAsCXXRecordDecl()) {
    if (R->isLambda())
      return Prefix + plainName(R, Context);
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R))
      return Prefix + plainName(R, Context) + nameSuffix(tellingArguments(S), Context);
  }
  if (const auto *P = T->getAs<PointerType>())
    return Prefix + shortTypeName(P->getPointeeType(), Context) + "_p";
  if (T->isFunctionProtoType()) // `noexcept` makes no other function
    T = Context.getFunctionTypeWithExceptionSpec(T, EST_None);
  // Clang's own text for a lambda names its file.
  if (const auto *R = T->getAs<LValueReferenceType>(); R && R->getPointeeType()->isRecordType())
    return Prefix + shortTypeName(R->getPointeeType(), Context) + "_r";
  if (const auto *B = T->getAs<BuiltinType>())
    switch (B->getKind()) {
    case BuiltinType::UInt:
      return Prefix + "uint";
    case BuiltinType::UChar:
      return Prefix + "uchar";
    case BuiltinType::UShort:
      return Prefix + "ushort";
    case BuiltinType::ULong:
      return Prefix + "ulong";
    case BuiltinType::LongLong:
      return Prefix + "longlong";
    case BuiltinType::ULongLong:
      return Prefix + "ulonglong";
    default:
      break;
    }
  return Prefix + identifierOf(T.getAsString(Policy));
}

const EnumConstantDecl *enumerator(const EnumDecl *D, const llvm::APSInt &Value) {
  for (const EnumConstantDecl *E : D->enumerators())
    if (llvm::APSInt::isSameValue(E->getInitVal(), Value))
      return E;
  return nullptr;
}

std::string nameSuffix(llvm::ArrayRef<TemplateArgument> Arguments, const ASTContext &Context) {
  std::string Out;
  for (const TemplateArgument &A : Arguments) {
    if (A.getKind() == TemplateArgument::Pack) {
      Out += nameSuffix(A.getPackAsArray(), Context);
      continue;
    }
    Out += '_';
    if (A.getKind() == TemplateArgument::Type) {
      Out += shortTypeName(A.getAsType(), Context);
      continue;
    }
    if (A.getKind() == TemplateArgument::Template)
      if (const TemplateDecl *T = A.getAsTemplate().getAsTemplateDecl()) {
        Out += T->getName();
        continue;
      }
    if (A.getKind() == TemplateArgument::Declaration &&
        A.getAsDecl()->getDeclName().isIdentifier()) {
      Out += A.getAsDecl()->getName();
      continue;
    }
    // An enumerator without the scopes that it is in.
    if (A.getKind() == TemplateArgument::Integral)
      if (const auto *E = A.getIntegralType()->getAs<EnumType>())
        if (const EnumConstantDecl *Value = enumerator(E->getDecl(), A.getAsIntegral())) {
          Out += Value->getName();
          continue;
        }
    std::string Text;
    llvm::raw_string_ostream Stream(Text);
    A.print(PrintingPolicy(Context.getLangOpts()), Stream, /*IncludeType=*/false);
    Out += identifierOf(Text);
  }
  return Out;
}

static const char *operatorName(OverloadedOperatorKind K) {
  switch (K) {
#define OVERLOADED_OPERATOR(Name, Spelling, Token, Unary, Binary, MemberOnly)                      \
  case OO_##Name:                                                                                  \
    return #Name;
#include "clang/Basic/OperatorKinds.def"
  default:
    return "none";
  }
}

/// "value_bytes" for a variable that is a union without a name.
static std::string memberNames(const RecordDecl *R) {
  std::string Out;
  for (const FieldDecl *F : R->fields())
    Out += (Out.empty() || F->getName().empty() ? "" : "_") + F->getName().str();
  return Out;
}

static std::string plainName(const NamedDecl *D, const ASTContext &Context) {
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      return "make_" + plainName(C->getParent(), Context);
    if (isa<CXXDestructorDecl>(F))
      return "destroy";
    if (const auto *C = dyn_cast<CXXConversionDecl>(F))
      return "to_" + shortTypeName(C->getConversionType(), Context);
    if (F->isOverloadedOperator())
      return "operator_" + llvm::StringRef(operatorName(F->getOverloadedOperator())).lower();
  }
  if (D->getDeclName().isIdentifier() && !D->getName().empty())
    return D->getName().str();
  if (const auto *T = dyn_cast<TagDecl>(D)) {
    if (const TypedefNameDecl *Typedef = T->getTypedefNameForAnonDecl())
      return Typedef->getName().str();
    const auto *R = dyn_cast<CXXRecordDecl>(T);
    if (std::string Name = R && R->isLambda() ? "" : nameOfUnnamed(T); !Name.empty())
      return Name;
  }
  if (const auto *R = dyn_cast<CXXRecordDecl>(D); R && R->isLambda()) {
    const DeclContext *Around = R->getDeclContext();
    while (Around && !isa<FunctionDecl>(Around))
      Around = Around->getParent();
    const auto *F = cast_or_null<FunctionDecl>(Around);
    if (F && isa<CXXMethodDecl>(F) && cast<CXXMethodDecl>(F)->getParent()->isLambda())
      return plainName(cast<CXXMethodDecl>(F)->getParent(), Context) + "_inner";
    return (F ? plainName(F, Context) + "_" : "") + "lambda";
  }
  if (const auto *R = dyn_cast<RecordDecl>(D); R && R->isAnonymousStructOrUnion())
    return "union_" + memberNames(R);
  return "unnamed";
}

/// Returns how many device functions (templates count once) of this name its scope declares.
static bool isOverloaded(const FunctionDecl *F) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F); C && C->isInheritingConstructor())
    return isOverloaded(C->getInheritedConstructor().getConstructor());
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  const FunctionDecl *Written = Pattern ? Pattern : F;
  llvm::SmallPtrSet<const Decl *, 4> Found;
  for (const NamedDecl *D :
       Written->getDeclContext()->getRedeclContext()->lookup(F->getDeclName())) {
    const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
    const auto *Function = Template ? Template->getTemplatedDecl() : dyn_cast<FunctionDecl>(D);
    if (Function && !Function->isImplicit() &&
        (Function->hasAttr<CUDADeviceAttr>() || Function->hasAttr<CUDAGlobalAttr>() ||
         Function->isConstexpr()))
      Found.insert(Function->getCanonicalDecl());
  }
  return Found.size() > 1;
}

/// The place of \p F, an instance of a function template of a device library, among the templates
/// of its name that its scope declares: "_2" for the second. Programs that use different ones share
/// the library's text, so the name must not depend on which of them a program meets first.
static std::string librarySuffix(const FunctionDecl *F) {
  const FunctionTemplateDecl *Primary = F->getPrimaryTemplate();
  if (!Primary || !isOfDeviceLibrary(F))
    return "";
  if (const FunctionTemplateDecl *Member = Primary->getInstantiatedFromMemberTemplate())
    Primary = Member;
  unsigned Before = 0;
  for (const NamedDecl *D : Primary->getDeclContext()->getRedeclContext()->lookup(F->getDeclName()))
    if (const auto *Other = dyn_cast<FunctionTemplateDecl>(D))
      Before += Other->getLocation() < Primary->getLocation();
  return Before ? "_" + std::to_string(Before + 1) : "";
}

/// Classes around \p D as "Outer_", with their template arguments.
static std::string classPrefix(const Decl *D, const ASTContext &Context) {
  std::string Out;
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *R = dyn_cast<CXXRecordDecl>(C)) {
      std::string Name = plainName(R, Context);
      if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R))
        Name += nameSuffix(tellingArguments(S), Context);
      Out = Name + "_" + Out;
    }
  return Out;
}

/// Returns true if \p A and \p B are instances of one function template that differ in the
/// `noexcept` of functions that arguments point to: one text serves both.
static bool differInNoexcept(const Decl *A, const Decl *B, const ASTContext &Context) {
  const auto *F = dyn_cast<FunctionDecl>(A), *G = dyn_cast<FunctionDecl>(B);
  if (!F || !G || !F->getPrimaryTemplate() || F->getPrimaryTemplate() != G->getPrimaryTemplate())
    return false;
  auto IsSame = [&](const TemplateArgument &X, const TemplateArgument &Y) {
    if (X.structurallyEquals(Y))
      return true;
    return X.getKind() == TemplateArgument::Type && Y.getKind() == TemplateArgument::Type &&
           X.getAsType()->isFunctionPointerType() && Y.getAsType()->isFunctionPointerType() &&
           Context.hasSameFunctionTypeIgnoringExceptionSpec(X.getAsType()->getPointeeType(),
                                                            Y.getAsType()->getPointeeType());
  };
  return llvm::equal(F->getTemplateSpecializationArgs()->asArray(),
                     G->getTemplateSpecializationArgs()->asArray(), IsSame);
}

/// \p Name if no other declaration has it, else with the namespaces in front or a number after it.
std::string Names::unique(const NamedDecl *D, std::string Name) {
  if (reserved(Name) != Reserved::No)
    Name += '_';
  auto Take = [&](const std::string &Candidate) {
    const Decl *Owner = Taken.try_emplace(Candidate, D).first->second;
    return Owner == D || differInNoexcept(Owner, D, Context);
  };
  if (Take(Name))
    return Name;
  std::string Scope;
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(C); N && !N->isAnonymousNamespace())
      Scope = N->getName().str() + "_" + Scope;
  std::string Scoped = Scope + Name;
  for (unsigned I = 2; !Take(Scoped); ++I)
    Scoped = Scope + Name + "_" + std::to_string(I);
  return Scoped;
}

/// The name of \p F without template arguments and overloads. A constructor has its class after it,
/// the operator of a lambda is its "call".
std::string Names::functionName(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (isa<CXXConstructorDecl>(F))
    return "make_" + type(M->getParent());
  if (M && M->getParent()->isLambda())
    return type(M->getParent()) + (isa<CXXDestructorDecl>(M)    ? "_destroy"
                                   : M->isLambdaStaticInvoker() ? "_invoke"
                                                                : "_call");
  return classPrefix(F, Context) + plainName(F, Context);
}

std::string Names::function(const FunctionClone &V) {
  const FunctionDecl *F = V.Function;
  auto [It, New] = Known.try_emplace(F);
  if (New) {
    std::string Name = functionName(F);
    if (const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs())
      Name += nameSuffix(Arguments->asArray(), Context) + librarySuffix(F);
    else if (isOverloaded(F))
      for (const ParmVarDecl *P : F->parameters())
        Name += "_" + shortTypeName(P->getType().getNonReferenceType(), Context);
    Name = unique(F, Name);
    Known[F] = Name;
  }
  return mention(Known[F] + V.Suffix);
}

/// \p Base; after \p Before others of that name with a number that makes no word of the program.
static std::string numberedName(const std::string &Base, unsigned Before, const ASTContext &C) {
  std::string Name = Base;
  for (unsigned I = 2; Before > 0; ++I) {
    Name = Base + "_" + std::to_string(I);
    Before -= C.Idents.find(Name) == C.Idents.end();
  }
  return Name;
}

/// The variable that field \p F of a lambda's object holds.
static std::string captureName(const FieldDecl *F, const ASTContext &Context) {
  const auto *R = dyn_cast<CXXRecordDecl>(F->getParent());
  if (!R || !R->isLambda())
    return "";
  llvm::StringMap<unsigned> Before;
  auto Capture = R->captures_begin();
  for (const FieldDecl *Other : R->fields()) {
    bool IsVariable = Capture->capturesVariable();
    std::string Name = IsVariable ? Capture->getCapturedVar()->getName().str() : "object";
    if (Other == F)
      return numberedName(Name, Before[Name], Context);
    ++Before[Name];
    ++Capture;
  }
  return "";
}

/// The parameters of an expanded pack share a name: the second one is "rest_2".
static std::string parameterName(const ParmVarDecl *P, const ASTContext &Context) {
  unsigned Before = 0;
  if (const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext()))
    for (const auto *Other : F->parameters().take_until([&](const auto *O) { return O == P; }))
      Before += Other->getDeclName() == P->getDeclName();
  return numberedName(P->getName().str(), Before, Context);
}

std::string Names::type(const TypeDecl *D) {
  if (const auto *T = dyn_cast<TagDecl>(D)) {
    if (const TagDecl *Definition = T->getDefinition())
      D = Definition;
  } else {
    D = cast<TypeDecl>(D->getCanonicalDecl());
  }
  auto [It, New] = Known.try_emplace(D);
  if (!New)
    return mention(It->second);
  std::string Name = classPrefix(D, Context) + plainName(D, Context);
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D))
    Name += nameSuffix(tellingArguments(S), Context);
  Name = unique(D, Name);
  return mention(Known[D] = Name);
}

/// Built-in functions that the macros of clrt/device call, and that rules call most; a local
/// variable of such a name would hide them. Others are found in the text (ShadowedNames.cpp).
static bool isCalledByRules(llvm::StringRef Name) {
  static const llvm::StringSet<> Calls = {"barrier", "mem_fence", "select", "mul_hi", "bitselect"};
  for (llvm::StringRef Prefix : {"get_", "convert_", "as_", "atomic_", "atom_", "vload", "vstore"})
    if (Name.starts_with(Prefix))
      return true;
  return Calls.contains(Name);
}

std::string Names::plainLocal(const NamedDecl *D) const {
  std::string Name = D->getName().str();
  if (const auto *V = dyn_cast<VarDecl>(D); V && Name.empty())
    if (const RecordDecl *R = V->getType()->getAsRecordDecl(); R && R->isAnonymousStructOrUnion())
      return memberNames(R);
  if (const auto *F = dyn_cast<FieldDecl>(D); F && Name.empty())
    Name = captureName(F, Context);
  if (const auto *P = dyn_cast<ParmVarDecl>(D))
    Name = Name.empty() ? unnamedParameter(P) : parameterName(P, Context);
  // A method's object has that name.
  if (Name == "self" && isa<CXXMethodDecl>(D->getDeclContext()))
    Name = "self_";
  Reserved Kind = reserved(Name);
  bool Hides = Kind == Reserved::Function || llvm::StringRef(Name).starts_with("convert_");
  bool Clashes = Hides ? isCalledByRules(Name) : Kind != Reserved::No;
  return Clashes ? nextName(D, Name) : Name;
}

std::string Names::local(const NamedDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && V->getIdentifier() ? markedName(plainLocal(D), V->getCanonicalDecl()) : plainLocal(D);
}

std::string Names::global(const NamedDecl *D) {
  D = cast<NamedDecl>(D->getCanonicalDecl());
  auto [It, New] = Known.try_emplace(D);
  if (!New)
    return mention(It->second);
  std::string Name = classPrefix(D, Context);
  // The names of a scoped enum are its own.
  if (const auto *E = dyn_cast<EnumDecl>(D->getDeclContext()); E && E->isScoped())
    Name = type(E) + "_";
  Name = unique(D, Name + plainName(D, Context));
  return mention(Known[D] = Name);
}

} // namespace cu2cl
