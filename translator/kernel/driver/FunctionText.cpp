// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions: the signature of a version, what is appended to it, and the body.
//
// Effect: qualifiers, attributes, templates and linkage go; the name is the version's; pointers get
// their address spaces; after the user's parameters come the shared block, the __constant__ and
// the __device__ variables that the function or its callees use.

#include "kernel/driver/FunctionText.h"
#include "analysis/dialect/Dialect.h"
#include "kernel/core/Declarators.h"
#include "kernel/core/LineBreaks.h"
#include "kernel/core/Marks.h"
#include "kernel/core/MemberlessClasses.h"
#include "kernel/core/ParameterPassing.h"
#include "kernel/core/Rules.h"
#include "kernel/core/WarpHelpers.h"
#include "kernel/driver/FunctionParameters.h"
#include "kernel/interface/FlattenedParameters.h"
#include "kernel/interface/HiddenParameters.h"
#include "kernel/interface/KernelInterface.h"
#include "kernel/statements/Constructors.h"
#include "kernel/statements/DefaultedComparisons.h"
#include "kernel/statements/Destructors.h"
#include "kernel/statements/TailCalls.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cu2cl {
namespace {

class FunctionPrinter {
public:
  explicit FunctionPrinter(KernelPrinter &P)
      : P(P), Unit(P.unit()), V(P.version()), F(V.Function), IsKernel(F->hasAttr<CUDAGlobalAttr>()),
        Parameters(P), Decision(Parameters.decision()) {}

  FunctionText print() {
    FunctionText Out;
    Fragment Body = printBody();
    std::string Flat; // the parameters on one line, for the interface
    TypeText::Split Result = result();
    // "float (*row(int i))[3]": the name is inside of a type that points to arrays.
    Fragment Head = printResult(Result);
    Head += P.names().function(V);
    Head += printParameters(Flat) + Result.After;
    Out.Text = Parameters.givenClasses() + attributes() + Head + " " + Body;
    if (IsKernel) {
      std::vector<DeclarationStyle> Styles;
      for (unsigned I = 0; I < F->getNumParams(); ++I)
        Styles.push_back(Parameters.styleOf(F->getParamDecl(I), I));
      Out.Interface = kernelInterface(P, Decision, Styles,
                                      "__kernel void " + P.names().function(V) + "(" + Flat + ")");
    }
    return Out;
  }

private:
  Fragment attributes() const {
    if (!IsKernel)
      return {};
    if (!Decision.WorkGroupSize)
      return "__kernel ";
    const auto &S = *Decision.WorkGroupSize;
    return "__kernel __attribute__((reqd_work_group_size(" + std::to_string(S[0]) + ", " +
           std::to_string(S[1]) + ", " + std::to_string(S[2]) + ")))\n";
  }

  /// The result's type around the function's name.
  TypeText::Split result() {
    TypeText::Split Out;
    Out.Name = P.names().function(V);
    if (isa<CXXConstructorDecl>(F)) {
      Out.Specifiers = classText();
      return Out;
    }
    TypeText Types = P.Locals.types();
    Types.setAliased(Unit.Aliased.Declarations.contains(F));
    return Types.split(
        resultType(), Out.Name,
        {[&](unsigned L) { return Unit.Spaces.returned(V, L); }, Unit.Spaces.returnedRecord(V)});
  }

  QualType resultType() const {
    QualType T = F->getReturnType();
    return Unit.Reach->returnsValue(F) ? T->getPointeeType().getUnqualifiedType() : T;
  }

  /// The class of a method, without qualifiers.
  std::string classText() {
    QualType T = P.context().getRecordType(cast<CXXMethodDecl>(F)->getParent());
    return P.Locals.types().base(T, StoredIn::Value, Unit.Spaces.selfRecord(V));
  }

  /// The text in front of the function's name: the type of its result, as written where that is the
  /// same.
  Fragment printResult(const TypeText::Split &Result) {
    QualType R = F->getReturnType();
    FunctionTypeLoc Loc = F->getFunctionTypeLoc();
    TokenRange Name = Unit.tokensOf(F->getLocation());
    if (Loc && !R->isPointerType() && !R->isReferenceType() && !isa<CXXConstructorDecl>(F)) {
      TypeLoc Written = Loc.getReturnLoc().getUnqualifiedLoc();
      TokenRange Range = Unit.tokensOf(Written);
      if (!Range.empty() && !Name.empty() && Range.End <= Name.Begin) {
        Fragment Type =
            printTypeName(P, Written, R, StoredIn::Value, Unit.Spaces.returnedRecord(V));
        return Type.isVerbatim() && beginsLine(P, F->getLocation()) ? Type : Type + " ";
      }
    }
    return Result.Specifiers + " " + Result.Before;
  }

  /// Extra parameters as text: ", __local float *tile".
  std::vector<std::string> extras() {
    std::vector<std::string> Out;
    bool Packed = false;
    if (const auto *M = dyn_cast<CXXMethodDecl>(F);
        M && M->isInstance() && !P.Locals.selfIsObject() && !leavesOutObject(M))
      SelfParameter = selfText(M);
    for (const Appended &A : Unit.appended(V)) {
      if (IsKernel && A.isOwnLocalMemory())
        continue;
      if (A.K != Appended::Constant || !hasPackedConstants(P))
        Out.push_back(isGivenAsVoid(P, A) ? givenText(A) : appendedText(P, A));
      else if (!std::exchange(Packed, true))
        Out.push_back("__constant uchar *" + packName(P));
    }
    if (isWarpHelper(Unit, F))
      Out.push_back("bool " + P.plan().Warp.Condition);
    if (Unit.Walks->takesPredicate(F))
      Out.push_back("bool " + P.plan().Barriers.Predicates.front());
    return Out;
  }

  std::string selfText(const CXXMethodDecl *M) {
    QualType T = M->getThisType();
    return P.Locals.types().declare(
        T, "self", {[&](unsigned) { return Unit.Spaces.self(V); }, Unit.Spaces.selfRecord(V)});
  }

  Fragment printParameters(std::string &Flat) {
    std::vector<std::string> Extra = extras();
    FunctionTypeLoc Loc = F->getFunctionTypeLoc();
    TokenRange Open = Loc ? Unit.tokensOf(Loc.getLParenLoc()) : TokenRange();
    TokenRange Close = Loc ? Unit.tokensOf(Loc.getRParenLoc()) : TokenRange();
    Flat = SelfParameter;
    std::vector<KernelPrinter::Edit> Edits;
    const auto *C = dyn_cast<CXXConstructorDecl>(F);
    bool Written = !Open.empty() && !Close.empty() && !F->isDefaulted() &&
                   !(C && C->isInheritingConstructor());
    unsigned At = Open.End;
    for (unsigned I = 0; I < F->getNumParams(); ++I) {
      const ParmVarDecl *D = F->getParamDecl(I);
      if (leavesOut(Unit, F, D)) {
        Written = false;
        continue;
      }
      std::string Offset = Parameters.hasOffset(I) ? ", ulong " + Parameters.offsetName(I) : "";
      Flat += (Flat.empty() ? "" : ", ") + Parameters.flat(D, I) + Offset;
      TokenRange Range = Parameters.writtenAt(I, Close);
      SplitDeclaration Split = printDeclaration(P, D, Parameters.styleOf(D, I));
      std::vector<SplitMember> Members = splitParameter(P, D);
      if (Range.empty() || Range.Begin < At || Range.End > Close.Begin) {
        Written = false;
        continue;
      }
      Fragment Text = Split.Specifiers;
      if (Split.Tokens.empty())
        Text += " ";
      Text += Split.Declarator;
      if (DeclarationStyle Style = Parameters.styleOf(D, I); Style.Given)
        Text = Style.Given->whole();
      Text += Offset;
      if (!Members.empty())
        Text = Fragment(splitDeclarations(Members));
      // From the specifiers on; a default argument goes.
      Edits.push_back({Range, Text});
      At = Range.End;
    }
    for (const std::string &Text : Extra)
      Flat += (Flat.empty() ? "" : ", ") + Text;
    if (Flat.empty())
      Flat = "void";
    if (!Written || F->isVariadic() || hasPack() ||
        (F->getNumParams() == 0 && !SelfParameter.empty()))
      return "(" + Flat + ")";
    if (!SelfParameter.empty())
      Edits.push_back({{Open.End, Open.End},
                       SelfParameter + (F->getNumParams() || !Extra.empty() ? ", " : "")});
    Fragment Text = P.compose({Open.Begin, Close.Begin}, Edits);
    bool First = F->getNumParams() == 0 && SelfParameter.empty();
    if (First && (Extra.empty() || Close.Begin != Open.End))
      return "(" + Flat + ")";
    for (size_t I = 0; I < Extra.size(); ++I)
      Text += (First && I == 0 ? "" : ", ") + Extra[I];
    Text.appendTokens(Close.Begin, Close.End);
    return Text;
  }

  /// True if a parameter was written as a pack: none, one or many parameters have its text.
  bool hasPack() const {
    const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    return Pattern && llvm::any_of(Pattern->parameters(),
                                   [](const ParmVarDecl *D) { return D->isParameterPack(); });
  }

  Fragment printBody() {
    const Stmt *Body = F->getBody();
    const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
    if (!Block)
      return "{ " +
             Unit.mark(diag::UnsupportedSpecialMember, F->getLocation(),
                       {F->getNameAsString(), "its body is not a block of statements"}) +
             (Body ? originalAsComment(Unit, Unit.tokensOf(Body->getSourceRange())) : "") + "; }";
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      return printConstructorBody(C, Block);
    if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isLambdaStaticInvoker())
      return printInvoker(Block);
    // A destructor that nobody wrote ends the parts.
    if (isa<CXXDestructorDecl>(F) && F->isDefaulted())
      return Fragment("{\n  ") + printScopeEnd(P, Block) + "\n}";
    if (F->isDefaulted())
      return printDefaulted(P, F, Block);
    TokenRange Range = Unit.tokensOf(Block->getSourceRange());
    std::vector<KernelPrinter::Edit> Edits = P.printStatements(Block);
    // Ours go before the first statement that stays.
    std::string Prologue = printPrologue();
    if (Prologue.empty() && P.findings().Hoisted.empty())
      return P.compose(Range, std::move(Edits));
    std::string Break = "\n" + indentation(Block);
    Fragment Text;
    for (llvm::StringRef Rest = Prologue; !Rest.empty();) {
      auto [Line, Tail] = Rest.split('\n');
      Text += Line.str() + Break;
      Rest = Tail;
    }
    for (const Fragment &H : P.findings().Hoisted)
      Text += H + Break;
    size_t First = 0;
    while (First < Edits.size() && Edits[First].Text.empty())
      ++First;
    if (First == Edits.size())
      Edits.push_back({{Range.End - 1, Range.End - 1}, Text});
    else
      Edits[First].Text = Text + Edits[First].Text;
    return P.compose(Range, std::move(Edits));
  }

  /// The call of a lambda by the function that pointers to it hold.
  Fragment printInvoker(const CompoundStmt *Block) {
    const auto *Return = dyn_cast<ReturnStmt>(Block->body_front());
    return Fragment(Return ? "{ return " : "{ ") +
           P.print(Return ? Return->getRetValue() : Block->body_front()) + "; }";
  }

  /// "self" is declared (or given: the place of the object), initialised, changed by the body and
  /// returned.
  Fragment printConstructorBody(const CXXConstructorDecl *C, const CompoundStmt *Block) {
    bool IsEmpty = C->isDefaulted() || Block->body_empty();
    const SourceManager &Sources = Unit.Side.sources();
    bool IsLine = Sources.getExpansionLineNumber(Block->getLBracLoc()) ==
                  Sources.getExpansionLineNumber(Block->getRBracLoc());
    std::string Break =
        "\n" + (IsEmpty || IsLine ? blanksBefore(C->getSourceRange().getBegin()) + "  "
                                  : indentation(Block));
    std::string Outer = Break.size() > 3 ? Break.substr(0, Break.size() - 2) : "\n";
    std::vector<Fragment> Initialisers = printInitialisers(P, C);
    TokenRange Range = Unit.tokensOf(Block->getSourceRange());
    std::vector<KernelPrinter::Edit> Edits;
    if (!IsEmpty)
      Edits = P.printStatements(Block);
    std::vector<Fragment> Lines;
    // What `T()` makes is zero where the constructor leaves it.
    bool IsZeroed = Unit.Zeroed.count(C->getCanonicalDecl()) && leavesParts(C);
    if (!P.plan().MadeInPlace)
      Lines.push_back(classText() + (IsZeroed ? " self = {0};" : " self;"));
    else if (IsZeroed)
      Lines.push_back("*self = (" + classText() + "){0};");
    llvm::append_range(Lines, P.findings().Hoisted);
    llvm::append_range(Lines, Initialisers);
    Fragment Text;
    for (const Fragment &Line : Lines)
      Text = Text.empty() ? Line : Text + Break + Line;
    std::string Return = P.plan().MadeInPlace ? "return *self;" : "return self;";
    if (IsEmpty)
      return Fragment("{" + Break) + Text + Break + Return + Outer + "}";
    if (IsLine) {
      // One line becomes one a statement.
      Fragment Out = Fragment("{" + Break) + Text;
      for (size_t I = 0; I < Edits.size(); ++I) {
        unsigned End = I + 1 < Edits.size() ? Edits[I + 1].Range.Begin : Range.End - 1;
        Out += Fragment(Break) + Edits[I].Text + Fragment::tokens(Edits[I].Range.End, End);
      }
      return Out + Break + Return + Outer + "}";
    }
    Edits.insert(Edits.begin(),
                 KernelPrinter::Edit{{Range.Begin + 1, Range.Begin + 1}, Fragment(Break) + Text});
    Edits.push_back({{Range.End - 1, Range.End - 1}, Fragment("  " + Return + Outer)});
    return P.compose(Range, std::move(Edits));
  }

  /// The white space in front of the first statement.
  std::string indentation(const CompoundStmt *Block) const {
    if (Block->body_empty())
      return "  ";
    std::string Before = textBefore(Block->body_front()->getBeginLoc());
    return llvm::StringRef(Before).trim().empty() ? Before : "  ";
  }

  /// The line of \p Loc up to it.
  std::string textBefore(SourceLocation Loc) const {
    const SourceManager &SM = Unit.Side.sources();
    auto [File, Offset] = SM.getDecomposedLoc(SM.getExpansionLoc(Loc));
    return SM.getBufferData(File).substr(0, Offset).rsplit('\n').second.str();
  }

  /// The white space that the line of \p Loc begins with.
  std::string blanksBefore(SourceLocation Loc) const {
    std::string Before = textBefore(Loc);
    return Before.substr(0, std::min(Before.find_first_not_of(" \t"), Before.size()));
  }

  /// Statements of ours at the top of the body, one a line.
  std::string printPrologue() {
    std::string Out;
    for (const ParmVarDecl *D : F->parameters())
      if (std::vector<SplitMember> Members = splitParameter(P, D); !Members.empty())
        Out += P.Locals.types().declare(D->getType().getUnqualifiedType(), P.names().local(D),
                                        spacesOf(Unit, V, D)) +
               ";\n" + assembleObject(Members);
      else if (Parameters.needsCopy(D) || Parameters.givenType(D))
        Out += Parameters.madeFromGiven(D);
    if (!P.plan().Result.empty())
      Out += P.Locals.types().declare(F->getReturnType().getUnqualifiedType(), P.plan().Result,
                                      {[this](unsigned L) { return Unit.Spaces.returned(V, L); },
                                       Unit.Spaces.returnedRecord(V)}) +
             (isStructInOpenCl(F->getReturnType()) ? ";\n" : " = 0;\n");
    for (unsigned I = 0; I < F->getNumParams(); ++I)
      if (Parameters.hasOffset(I))
        Out += addOffset(F->getParamDecl(I)->getType(), P.names().local(F->getParamDecl(I)),
                         Parameters.offsetName(I));
    if (!IsKernel)
      return Out + againLine(P);
    if (hasPackedConstants(P))
      Out += unpackConstants(P);
    for (const Appended &A : Unit.appended(V)) {
      if (isWideBlock(P, A))
        Out += viewOfBlock(P, A);
      if (isGivenAsVoid(P, A))
        Out += appendedText(P, A) + " = " + A.Name + "_given;\n";
      if (A.K == Appended::Texture)
        Out += "clrt_texture " + A.Name + " = " + textureValue(A.Name) + ";\n";
      if (A.K == Appended::Scratch)
        Out += "__local int " + A.Name + "[2];\n";
      if (A.K == Appended::Warp) {
        P.Found.needHelper("warp");
        Out += "__local ulong " + A.Name + "[clrt_warp_slots(" + mostThreads() + ")];\n";
      }
      bool Own = A.Variable && A.Variable->isLocalVarDecl() && A.Variable->getDeclContext() == F;
      if (A.K != Appended::StaticShared || Own)
        continue;
      TypeText Types = P.Locals.types();
      const VarDecl *D = A.Variable;
      bool IsArray = D->getType()->isArrayType();
      Out += "__local " +
             Types.declare(D->getType(), A.Name, spacesOf(Unit, V, D, IsArray ? 0 : 1),
                           StoredIn::Memory) +
             alignmentForViews(P, D) + ";\n";
    }
    return Out;
  }

  /// Returns how many threads a block of the kernel may have.
  std::string mostThreads() const {
    if (!Decision.WorkGroupSize)
      return "1024"; // CUDA's limit
    uint64_t Threads = 1;
    for (unsigned Size : *Decision.WorkGroupSize)
      Threads *= Size;
    return std::to_string(Threads);
  }

  KernelPrinter &P;
  DeviceUnit &Unit;
  const FunctionClone &V;
  const FunctionDecl *F;
  bool IsKernel;
  FunctionParameters Parameters;
  const KernelDecision &Decision;
  std::string SelfParameter;
};

} // namespace

FunctionText printFunction(KernelPrinter &P) { return FunctionPrinter(P).print(); }

} // namespace cu2cl
