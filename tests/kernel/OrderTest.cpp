// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The order of device code does not depend on where the project lies.

#include "analysis/spaces/AddressSpaces.h"
#include "assembly/UnitRendering.h"
#include "core/report/Diagnostics.h"
#include "frontend/ParsedUnit.h"
#include "kernel/driver/DevicePrinter.h"
#include "gtest/gtest.h"

namespace cu2cl {
namespace {

/// The names of the definitions in their order, and those that each needs in theirs.
std::string orderIn(const std::string &Folder) {
  CompileCommand Command;
  Command.Directory = "/";
  Command.File = Folder + "/order.cu";
  Command.Flags = {"-std=c++17"};
  const std::string Text = R"(
    #include <algorithm>
    #include <array>
    #include <cooperative_groups.h>
    #include <cooperative_groups/reduce.h>
    #define ONE 1
    __device__ int own(int x) { return x + ONE; }
    __global__ void k(int *v, std::array<int, 4> a) {
      namespace cg = cooperative_groups;
      auto tile = cg::tiled_partition<16>(cg::this_thread_block());
      v[threadIdx.x] = own(a[threadIdx.x % 4]) + cg::reduce(tile, v[0], cg::plus<int>()) +
                       tile.all(v[1]);
    })";
  std::unique_ptr<ParsedSide> Device =
      parseSide(Command, Side::Device, FrontendOptions(), {{Command.File, Text}});
  for (const FrontendMessage &M : Device->Messages)
    EXPECT_FALSE(M.IsError) << M.Text;
  std::unique_ptr<AddressSpaceMap> Spaces = inferAddressSpaces(*Device);
  DiagnosticSink Sink;
  DeviceText Printed = printDevice(*Device, *Spaces, KernelDecisions(), Sink);
  std::string Out;
  for (const DeviceDefinition &Item : Printed.Items)
    Out += Item.Name + "\n";
  ExpansionIndex Index(*Device);
  MacroPlan Plan;
  for (const DeviceDefinition &Item : Printed.Items)
    Plan.observe(Index, Item.Text);
  UnitRendering Rendered = renderUnit(Index, Plan, Printed, Command, {});
  for (const auto &[Identity, Entry] : Rendered.Entries) {
    Out += Entry.Name + ":";
    for (const std::string &Need : Entry.Needs)
      Out += " " + Rendered.Entries.at(Need).Name;
    Out += "\n";
  }
  return Out;
}

TEST(Order, IsTheSameInEveryFolder) {
  std::string First = orderIn("/a");
  EXPECT_NE(First.find("own"), std::string::npos);
  EXPECT_NE(First.find("reduce"), std::string::npos);
  EXPECT_EQ(First, orderIn("/d"));
  EXPECT_EQ(First, orderIn("/z"));
}

} // namespace
} // namespace cu2cl
