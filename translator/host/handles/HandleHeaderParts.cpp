// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A file may launch a kernel before it declares the types and symbols that later kernels need:
//   kernel, its launcher, a __constant__ variable, a struct, the kernel that takes them, its
//   launcher
//
// Effect: the handles whose types and symbols are declared before the first use of a handle stand
// in x_kernels.hpp, included there; the others in x_kernels_2.hpp, before their own first use, and
// so on.

#include "analysis/reach/DeviceCallGraph.h"
#include "analysis/reach/StaticLocals.h"
#include "host/handles/HandleUses.h"
#include "host/unit/DeviceCode.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Index/USRGeneration.h"

using namespace clang;

namespace cu2cl {
namespace {

struct OwnKernel {
  const FunctionDecl *Function = nullptr;
  unsigned Need = 0; ///< where the last thing that its handle names is declared
  HandleUse First;
};

class NeedFinder {
public:
  NeedFinder(const HostUnit &U, FileID File) : SM(U.Side.sources()), File(File) {
    for (const DeclaratorDecl *D : U.Bodies.front().Declarators)
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && deviceStorage(V) == DeviceStorage::Texture && V->isFirstDecl())
        Symbols[usrOf(V)] = V;
    for (const DeviceDecl &D : U.DeviceOnly) {
      if (D.Variable)
        Symbols[usrOf(D.Variable)] = D.Variable;
      if (!D.Function)
        continue;
      // The symbols precede what comes where the function was.
      for (const VarDecl *V : staticLocals(D.Function)) {
        Symbols[usrOf(V)] = D.D;
        if (SM.getFileID(SM.getExpansionLoc(D.D->getBeginLoc())) == File)
          Places[usrOf(V)] = std::max(removalRange(U, D).Begin, 1u) - 1;
      }
    }
  }

  /// The last place in the file, before \p End, that declares a type or symbol of the handle.
  unsigned needOf(const KernelInterface &K, const FunctionDecl *F, unsigned End = ~0u) {
    if (!F)
      return K.Begin;
    Last = 0;
    Limit = End;
    for (const ParmVarDecl *P : F->parameters())
      addType(P->getType());
    if (const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs())
      addArguments(Arguments->asArray());
    if (K.IsValue && !K.IsMacro) {
      const FunctionTemplateDecl *Template = F->getPrimaryTemplate();
      add(Template ? cast<Decl>(Template->getCanonicalDecl()) : F->getCanonicalDecl());
    }
    for (const AppendedParameter &P : K.Appended) {
      addSymbol(P.Usr);
      for (const std::string &Usr : P.Usrs)
        addSymbol(Usr);
    }
    return Last;
  }

  static std::string usrOf(const Decl *D) {
    llvm::SmallString<128> Usr;
    index::generateUSRForDecl(D, Usr);
    return Usr.str().str();
  }

private:
  void addSymbol(const std::string &Usr) {
    if (auto It = Places.find(Usr); It != Places.end())
      addPlace(It->second);
    else if (auto Found = Symbols.find(Usr); Found != Symbols.end())
      add(Found->second);
  }

  void addArguments(ArrayRef<TemplateArgument> Arguments) {
    for (const TemplateArgument &A : Arguments) {
      if (A.getKind() == TemplateArgument::Type)
        addType(A.getAsType());
      else if (A.getKind() == TemplateArgument::Pack)
        addArguments(A.getPackAsArray());
    }
  }

  void addType(QualType T) {
    while (!T->getAs<TypedefType>() && (!T->getPointeeType().isNull() || T->isArrayType()))
      T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0) : T->getPointeeType();
    if (const auto *Typedef = T->getAs<TypedefType>()) {
      add(Typedef->getDecl());
      return addType(Typedef->desugar());
    }
    if (const auto *F = T->getAs<FunctionProtoType>()) {
      addType(F->getReturnType());
      for (QualType P : F->param_types())
        addType(P);
    }
    const TagDecl *Tag = T->getAsTagDecl();
    if (!Tag)
      return;
    if (const auto *R = dyn_cast<CXXRecordDecl>(Tag); R && R->isLambda())
      return addCaptures(R);
    add(Tag->getDefinition() ? Tag->getDefinition() : Tag);
    if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Tag)) {
      add(S->getSpecializedTemplate());
      addArguments(S->getTemplateArgs().asArray());
    }
  }

  /// The class that the handles' header has for a lambda holds what is captured; of an object of
  /// the class around the lambda, its members.
  void addCaptures(const CXXRecordDecl *Lambda) {
    const auto *Method = dyn_cast<CXXMethodDecl>(Lambda->getDeclContext());
    for (const FieldDecl *F : Lambda->fields()) {
      const CXXRecordDecl *Class = F->getType()->getAsCXXRecordDecl();
      if (Class && Method && declaresSameEntity(Class, Method->getParent()))
        for (const FieldDecl *Member : Class->fields())
          addType(Member->getType());
      else
        addType(F->getType());
    }
  }

  void addPlace(unsigned Place) {
    if (Place < Limit)
      Last = std::max(Last, Place);
  }

  /// By the file's own text, or by the include that brings \p D.
  void add(const Decl *D) {
    SourceLocation Loc = SM.getExpansionLoc(D->getLocation());
    while (Loc.isValid() && SM.getFileID(Loc) != File)
      Loc = SM.getIncludeLoc(SM.getFileID(Loc));
    if (Loc.isValid())
      addPlace(SM.getFileOffset(Loc));
  }

  const SourceManager &SM;
  FileID File;
  std::map<std::string, const Decl *> Symbols;
  std::map<std::string, unsigned> Places; ///< of symbols in functions of the file
  unsigned Last = 0, Limit = ~0u;
};

/// The kernels of the main file, with what is known of them on the host, by USR.
std::map<std::string, OwnKernel> ownKernels(const HostUnit &U, const std::string &Main) {
  std::map<std::string, OwnKernel> Own;
  for (const auto &[Usr, K] : U.Kernels)
    if (K->File == Main)
      Own[Usr];
  for (const DeviceDecl &D : U.DeviceOnly)
    if (D.Function)
      if (auto It = Own.find(NeedFinder::usrOf(D.Function)); It != Own.end())
        It->second.Function = D.Function;
  forEachHandleUse(U, [&](const FunctionDecl *F, const KernelInterface &K, const std::string &File,
                          const HandleUse &Use) {
    auto It = Own.find(K.Usr);
    if (It == Own.end() || File != Main)
      return;
    It->second.Function = F;
    if (Use.Offset < It->second.First.Offset)
      It->second.First = Use;
  });
  NeedFinder Finder(U, U.Side.sources().getMainFileID());
  for (auto &[Usr, Kernel] : Own) {
    const KernelInterface &K = *U.Kernels.find(Usr)->second;
    // Those for other files have a header that the first part includes.
    Kernel.Need = K.LaunchedElsewhere ? 0 : Finder.needOf(K, Kernel.Function);
  }
  return Own;
}

} // namespace

bool needsMoreThan(const HostUnit &U, const HandleUse &Use, const std::string &File,
                   const std::string &KernelFile, unsigned Place) {
  const SourceManager &SM = U.Side.sources();
  NeedFinder Finder(U, SM.getFileID(Use.Begin));
  bool More = false;
  forEachHandleUse(U, [&](const FunctionDecl *F, const KernelInterface &K, const std::string &In,
                          const HandleUse &At) {
    if (More || In != File || K.File != KernelFile || At.Offset != Use.Offset)
      return;
    More = Finder.needOf(K, F, Use.Offset) > Place;
  });
  return More;
}

void planHandleHeaderParts(HostUnit &U) {
  const std::string &Main = U.Unit.Command.File;
  std::map<std::string, OwnKernel> Rest = ownKernels(U, Main);
  unsigned LastPlace = ~0u;
  for (unsigned Part = 0; !Rest.empty(); ++Part) {
    HandleUse First;
    for (const auto &[Usr, K] : Rest)
      if (K.First.Offset < First.Offset)
        First = K.First;
    if (!First.User) { // nothing here uses them
      for (const auto &[Usr, K] : Rest)
        U.HandleHeaderParts[Usr] = K.Need < LastPlace && Part > 0 ? Part - 1 : Part;
      return;
    }
    LastPlace = handlesPlace(U, Main, Main, First);
    for (auto It = Rest.begin(); It != Rest.end();) {
      bool Fits = It->second.Need < LastPlace || It->second.First.Offset == First.Offset;
      if (Fits)
        U.HandleHeaderParts[It->first] = Part;
      It = Fits ? Rest.erase(It) : std::next(It);
    }
  }
}

std::string handlesPart(StringRef Header, unsigned Part) {
  StringRef Stem = Header.drop_back(StringRef(".hpp").size());
  return Part == 0 ? Header.str() : (Stem + "_" + std::to_string(Part + 1) + ".hpp").str();
}

} // namespace cu2cl
