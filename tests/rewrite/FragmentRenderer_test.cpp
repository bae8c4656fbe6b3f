// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/source/FragmentRenderer.h"
#include "frontend/ParsedUnit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace cu2cl;

namespace {

/// Parses a text and changes single tokens of its function `f`, as the rules of kernel/ do.
class FragmentRendererTest : public testing::Test {
protected:
  void parse(llvm::StringRef Text) {
    llvm::SmallString<128> Path;
    int Descriptor;
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("fragment", "cu", Descriptor, Path));
    llvm::raw_fd_ostream(Descriptor, /*shouldClose=*/true) << Text;
    CompileCommand Command;
    Command.File = std::string(Path);
    Command.Directory = "/tmp";
    Unit = parseSide(Command, Side::Device, {});
    llvm::sys::fs::remove(Path);
    for (const FrontendMessage &M : Unit->Messages)
      ADD_FAILURE() << M.Line << ": " << M.Text;
    Index = std::make_unique<ExpansionIndex>(*Unit);
    Kept = std::make_unique<KeptConditionals>(*Unit);
  }

  /// The body of \p Name with every token \p From replaced by \p To.
  Fragment body(llvm::StringRef Name, llvm::StringRef From = "", llvm::StringRef To = "") {
    Fragment F;
    for (auto *D : Unit->context().getTranslationUnitDecl()->decls()) {
      auto *Function = llvm::dyn_cast<clang::FunctionDecl>(D);
      if (!Function || !Function->getIdentifier() || Function->getName() != Name ||
          !Function->hasBody())
        continue;
      auto [Begin, End] = Index->tokensOf(Function->getBody()->getSourceRange());
      for (unsigned I = Begin; I < End; ++I)
        if (Index->text(I) == From)
          F += To;
        else
          F.appendTokens(I, I + 1);
    }
    return F;
  }

  std::string render(const std::vector<Fragment> &All, size_t Which = 0) {
    MacroPlan Plan;
    for (const Fragment &F : All)
      Plan.observe(*Index, F);
    FragmentRenderer Renderer(*Index, Plan, *Kept);
    std::string Text = Renderer.render(All[Which]);
    Definitions.clear();
    for (const clang::MacroInfo *Info : Renderer.usedMacros())
      Definitions += Renderer.definition(Info) + "\n";
    return Text;
  }

  std::unique_ptr<ParsedSide> Unit;
  std::unique_ptr<ExpansionIndex> Index;
  std::unique_ptr<KeptConditionals> Kept;
  std::string Definitions;
};

TEST_F(FragmentRendererTest, UntouchedTextIsByteIdentical) {
  llvm::StringRef Body = "{\n  int  b = a /* one */ +2; // two\n\n\treturn b;\n}";
  parse(("__device__ int f(int a) " + Body).str());
  EXPECT_EQ(render({body("f")}), Body);
}

TEST_F(FragmentRendererTest, ReplacedTokenKeepsTheSpaceAroundIt) {
  parse("__device__ int f(int a) { return a + a; }");
  EXPECT_EQ(render({body("f", "a", "xy")}), "{ return xy + xy; }");
}

TEST_F(FragmentRendererTest, UntouchedMacroStaysAnInvocation) {
  parse("#define N 10\n#define SQ(x) ((x) * (x))\n__device__ int f(int a) { return SQ(a + N); }");
  EXPECT_EQ(render({body("f")}), "{ return SQ(a + N); }");
  EXPECT_EQ(Definitions, "#define N 10\n#define SQ(x) ((x) * (x))\n");
}

TEST_F(FragmentRendererTest, ArgumentIsChangedInPlace) {
  parse("#define SQ(x) ((x) * (x))\n__device__ int f(int a) { return SQ(a  /* c */); }");
  EXPECT_EQ(render({body("f", "a", "b")}), "{ return SQ(b  /* c */); }");
}

TEST_F(FragmentRendererTest, DefinitionIsRewrittenWhenAllUsesAgree) {
  parse("#define IDX (g * 2)\n__device__ int g;\n__device__ int f() { return IDX; }\n"
        "__device__ int h() { return IDX + 1; }");
  EXPECT_EQ(render({body("f", "g", "*p"), body("h", "g", "*p")}), "{ return IDX; }");
  EXPECT_EQ(Definitions, "#define IDX (*p * 2)\n");
}

TEST_F(FragmentRendererTest, ExpansionIsWrittenOutWhenUsesDisagree) {
  parse("#define IDX (g * 2)\n__device__ int g;\n__device__ int f() { return IDX; }\n"
        "__device__ int h() { return IDX + 1; }");
  std::vector<Fragment> All = {body("f", "g", "*p"), body("h", "g", "*q")};
  EXPECT_EQ(render(All, 0), "{ return (*p * 2); }");
  EXPECT_EQ(render(All, 1), "{ return (*q * 2) + 1; }");
  EXPECT_EQ(Definitions, "");
}

TEST_F(FragmentRendererTest, PragmaUnrollStaysOtherDirectivesGo) {
  parse("__device__ int f(int n) {\n  int s = 0;\n#pragma unroll 4\n  for (int i = 0; i < n; ++i)\n"
        "#define LOCAL 1\n    s += i;\n  return s;\n}");
  EXPECT_EQ(render({body("f")}),
            "{\n  int s = 0;\n#pragma unroll 4\n  for (int i = 0; i < n; ++i)\n"
            "    s += i;\n  return s;\n}");
}

TEST_F(FragmentRendererTest, ConditionalOfTheProjectStays) {
  parse("#define DEEP 2\n__device__ int f(int n) {\n#if DEEP > 1\n  n += 1;\n#else\n  n += "
        "undeclared;\n"
        "#endif\n  return n;\n}");
  EXPECT_EQ(
      render({body("f")}),
      "{\n#if DEEP > 1\n  n += 1;\n#else\n#error \"not translated: cu2cl saw the other branch "
      "(see --config)\"\n#endif\n  return n;\n}");
  EXPECT_EQ(Definitions, "#define DEEP 2\n");
}

TEST_F(FragmentRendererTest, ConditionalOfCudaIsResolved) {
  parse("__device__ int f(int n) {\n#ifdef __CUDA_ARCH__\n  n += 1;\n#else\n  n += "
        "undeclared;\n#endif\n"
        "  return n;\n}");
  EXPECT_EQ(render({body("f")}), "{\n  n += 1;\n  return n;\n}");
}

TEST_F(FragmentRendererTest, GroupIsResolvedWhenARuleReplacedItsPart) {
  parse("__device__ int f(int n) {\n#ifdef NEVER\n  n = 3;\n#endif\n  return n;\n}");
  auto Body = body("f");
  ASSERT_TRUE(Body.isVerbatim());
  unsigned Begin = Body.pieces()[0].Begin, End = Body.pieces()[0].End;
  Fragment F = "{ ";
  F.appendTokens(Begin + 1, End); // without the brace that the group follows
  EXPECT_EQ(render({F}), "{ return n;\n}");
}

std::string textOf(const Fragment &F) {
  std::string Out;
  for (const Fragment::Piece &P : F.pieces())
    Out += P.Text;
  return Out;
}

TEST(Fragment, ParenthesesStandWhereThePlaceAsksForThem) {
  Fragment Object = Fragment::dereference("p");
  EXPECT_EQ(textOf(Object), "*p");
  EXPECT_EQ(textOf(Object.operand(Precedence::Assignment)), "*p");
  EXPECT_EQ(textOf(Object.operand(Precedence::Postfix)), "(*p)");
  EXPECT_EQ(textOf(Object.operand(Precedence::Postfix).operand(Precedence::Postfix)), "(*p)");
  Fragment Sum = Fragment("a + b").binding(Precedence::Additive);
  EXPECT_EQ(textOf(Fragment::dereference(Sum)), "*(a + b)");
  EXPECT_EQ(textOf(Fragment("a + b").operand(Precedence::Unary, Precedence::Additive)), "(a + b)");
}

TEST(Fragment, AppendingForgetsThePrecedence) {
  Fragment Object = Fragment::dereference("p");
  EXPECT_EQ((Fragment() + Object).binds(), Precedence::Unary);
  EXPECT_EQ((Object + Fragment()).binds(), Precedence::Unary);
  EXPECT_EQ((Object + " + 1").binds(), std::nullopt);
  EXPECT_EQ((Fragment("x = ") + Object).binds(), std::nullopt);
}

} // namespace
