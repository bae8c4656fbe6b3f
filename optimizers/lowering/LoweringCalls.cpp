// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of functions for all lanes.

#include "optimizers/lowering/Lowering.h"
#include "optimizers/lowering/OwnMath.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace cu2cl::opt {

/// Built-ins of which each lane is the scalar function's value: the specification rounds them
/// correctly, or they do not round.
static bool isExactByLane(llvm::StringRef Name, QualType T) {
  static const char *const Names[] = {"fabs",   "fmin",     "fmax",  "floor", "ceil",
                                      "trunc",  "rint",     "round", "fma",   "min",
                                      "max",    "copysign", "clamp", "mul24", "mad24",
                                      "rotate", "popcount", "clz",   "fdim",  "abs_diff"};
  return llvm::is_contained(Names, Name) || (Name == "sqrt" && T->isFloatingType());
}

/// Built-ins that have a form for vectors, within an error that the specification bounds.
static bool isByLane(llvm::StringRef Name) {
  static const char *const Names[] = {
      "sin",  "cos",  "tan",   "exp",   "exp2",  "exp10", "log",  "log2",  "log10", "pow",  "rsqrt",
      "cbrt", "sinh", "cosh",  "tanh",  "asin",  "acos",  "atan", "atan2", "hypot", "fmod", "mad",
      "erf",  "erfc", "expm1", "log1p", "sinpi", "cospi", "powr", "mix",   "recip"};
  return llvm::is_contained(Names, Name) || Name.starts_with("native_");
}

Expr *LaneCalls::vectorCall(const Expr *E) {
  if (callKind(E) != CallKind::Pure)
    return L.Values.laneByLane(E);
  Variable *Of = commonArgument(E);
  Of = Of ? L.Variables.copyOf(Of) : nullptr;
  if (auto Known = SineCosine.find(Of); Known != SineCosine.end())
    return M.reference(E->Text == "own_sin" ? Known->second.first : Known->second.second);
  if (Of && Near.count(Of))
    return M.withKids(E, {M.reference(Of)}, Width);
  if (isOwnMath(E))
    return M.call(E->Text + std::to_string(Width), {L.Values.splat(L.Values.value(E->Kids[0]))},
                  E->Type, Width);
  if (isAsType(E)) {
    QualType Value = E->Kids[0]->Type;
    bool IsByLane = M.Context.getTypeSize(Value) == M.Context.getTypeSize(E->Type) &&
                    !Print.typeName(Value, Width).empty();
    return IsByLane ? M.call("as_" + Print.typeName(E->Type, Width),
                             {L.Values.splat(L.Values.value(E->Kids[0]))}, E->Type, Width)
                    : L.Values.laneByLane(E);
  }
  bool SameTypes = E->Type->isArithmeticType(), HaveVectors = SameTypes;
  for (const Expr *Argument : E->Kids) {
    SameTypes &= M.Context.hasSameUnqualifiedType(Argument->Type, E->Type);
    HaveVectors &= !Print.typeName(Argument->Type, Width).empty();
  }
  bool IsBuiltin = !E->Callee->hasBody();
  bool Lanes =
      IsBuiltin && SameTypes &&
      (isExactByLane(E->Text, E->Type) || (S.Math == Schedule::MathKind::Ulp && isByLane(E->Text)));
  if (!Lanes)
    return HaveVectors && !E->Kids.empty() ? callByLane(E) : L.Values.laneByLane(E);
  llvm::SmallVector<Expr *, 4> Kids;
  for (const Expr *Argument : E->Kids)
    Kids.push_back(L.Values.splat(L.Values.value(Argument)));
  return M.withKids(E, Kids, Width);
}

std::string floatLiteral(llvm::StringRef Number) {
  bool IsInteger = Number.find_first_not_of("0123456789") == llvm::StringRef::npos;
  return (Number + (IsInteger ? ".0f" : "f")).str();
}

/// The name of a function that tells whether all lanes of a vector are nearer to 0 than a limit.
/// PoCL 3.1's all() takes one lane after the other.
std::string LaneCalls::lanesBelow() {
  std::string Name = "lanes_below" + std::to_string(Width), Last = "below";
  std::string Text = "int " + Name + "(float" + std::to_string(Width) +
                     " a, float limit) {\n  int" + std::to_string(Width) +
                     " below = fabs(a) < limit;\n";
  for (unsigned Lanes = Width / 2; Lanes > 1; Lanes /= 2) {
    std::string Next = "below_" + std::to_string(Lanes);
    Text +=
        "  int" + std::to_string(Lanes) + " " + Next + " = " + Last + ".lo & " + Last + ".hi;\n";
    Last = Next;
  }
  // Sorted ahead of the functions that call it
  Helpers["#" + Name] = Text + "  return " + Last + ".x & " + Last + ".y;\n}\n";
  return Name;
}

/// A call of a function that calls \p E's for each lane; where all lanes are in the interval in
/// which the vector form was found to be exact, it takes that.
Expr *LaneCalls::callByLane(const Expr *E) {
  std::string Name = E->Text + "_by_lane" + std::to_string(Width);
  std::string Result = Print.typeName(E->Type, Width), Parameters, Whole, Lanes;
  llvm::SmallVector<Expr *, 4> Kids;
  for (const Expr *Argument : E->Kids) {
    std::string Type = Print.typeName(Argument->Type, Width), Letter(1, 'a' + Kids.size());
    Parameters += (Kids.empty() ? "" : ", ") + Type + " " + Letter;
    Whole += (Kids.empty() ? "" : ", ") + Letter;
    Name += Type == Result ? "" : "_" + Type;
    Kids.push_back(L.Values.splat(L.Values.value(Argument)));
  }
  for (unsigned I = 0; I < Width; ++I) {
    Lanes += (I % 4 ? ", " : I ? ",\n      " : "") + E->Text + "(";
    for (size_t K = 0; K < Kids.size(); ++K)
      Lanes +=
          std::string(K ? ", " : "") + char('a' + K) + ".s" + llvm::hexdigit(I, /*LowerCase=*/true);
    Lanes += ")";
  }
  std::string Text = Result + " " + Name + "(" + Parameters + ") {\n";
  bool IsProbed = isProbed(E);
  if (IsProbed)
    Text += "  if (" + lanesBelow() + "(a, " + floatLiteral(S.ExactBelow.find(E->Text)->second) +
            ")) // here its lanes are those of " + E->Text + "(float)\n    return " + E->Text +
            "(a);\n";
  Helpers[Name] = Text + "  return (" + Result + ")(" + Lanes + ");\n}\n";
  L.LanesAlone += !IsProbed;
  return M.call(Name, Kids, E->Type, Width);
}

} // namespace cu2cl::opt
