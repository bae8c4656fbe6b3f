// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Answers are found by walking from a node along its children, so what a unit can learn is the
// graph below its own nodes and below the declarations that it names, with a representation at
// each. Nodes get numbers in the order in which they are met: program-wide numbers change with the
// other units.

#include "analysis/hostpointers/PointerQueryDigest.h"
#include "analysis/hostpointers/PointerRepresentations.h"

using namespace cu2cl;

namespace {

class ViewWriter {
public:
  explicit ViewWriter(const PointerRepresentations::Impl &State)
      : State(State), Solver(*State.Solver) {}

  void body(BodyRef Where, const FactBody &Body) {
    uint32_t Function = Solver.Program.functionOf(Where);
    for (uint32_t N = 0; N != Body.NodeCount; ++N)
      node(Function, Solver.Program.global(Where, N));
  }

  void declaration(const PointerRepresentations &Decisions, const std::string &Usr) {
    Text += "\n" + Usr + " ";
    number(Decisions.isDeviceOnly(Usr));
    named(State.ByUsr, Usr);
    named(State.Results, Usr);
    Text += '|';
    for (const auto &[Kernel, Parameter] : State.Offsets)
      if (llvm::StringRef(Usr).starts_with(Kernel))
        number(Parameter);
  }

  void number(uint32_t N) { Text += std::to_string(N) + " "; }

  std::string take() { return std::move(Text); }

private:
  void named(const llvm::StringMap<PointerRepresentations::Impl::Named> &Table,
             const std::string &Usr) {
    Text += '/';
    auto It = Table.find(Usr);
    if (It == Table.end())
      return;
    Text += It->second.Shape + " ";
    node(Solver.Program.functionOf(It->second.Where), It->second.Node);
  }

  void node(uint32_t Function, uint32_t Start) {
    std::vector<uint32_t> Waiting = {Start};
    while (!Waiting.empty()) {
      uint32_t N = Waiting.back();
      Waiting.pop_back();
      if (N == NoNode) {
        Text += "- ";
        continue;
      }
      N = Solver.Graph.find(N);
      auto [It, New] = Numbers.try_emplace({Function, N}, Numbers.size());
      number(It->second);
      if (!New)
        continue;
      Text += char('a' + int(State.rep(Function, N)));
      std::vector<std::pair<uint32_t, uint32_t>> Children = Solver.Graph.children(N).vec();
      llvm::sort(Children); // in the order in which other units made them
      for (auto [Key, Child] : Children) {
        number(Key);
        Waiting.push_back(Child);
      }
      Text += ';';
    }
  }

  const PointerRepresentations::Impl &State;
  const UnificationSolver &Solver;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> Numbers;
  std::string Text;
};

} // namespace

std::string cu2cl::pointerQueryDigest(const PointerRepresentations &Decisions,
                                      const UnitPointerConstraints &Unit,
                                      const std::set<std::string> &Usrs) {
  const PointerRepresentations::Impl *State = Decisions.State.get();
  const std::optional<uint32_t> Number = State ? State->unitOf(Unit) : std::nullopt;
  if (!Number)
    return "nothing is known";
  ViewWriter Writer(*State);
  Writer.number(Decisions.storesPointers());
  for (uint32_t B = 0; B != Unit.Bodies.size(); ++B)
    Writer.body({*Number, B}, Unit.Bodies[B]);
  for (const std::string &Usr : Usrs)
    Writer.declaration(Decisions, Usr);
  return Writer.take();
}
