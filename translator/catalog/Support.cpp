// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "catalog/Support.h"
#include "catalog/Catalog.h"
#include "catalog/Ptx.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace cu2cl::catalog {

namespace {

/// Text for a table's cell, as code.
std::string code(StringRef Text) {
  std::string Escaped;
  for (char C : Text)
    Escaped += C == '|' ? std::string("\\|") : std::string(1, C);
  return Text.empty() ? "" : "`" + Escaped + "`";
}

std::string diagnostic(unsigned Number) { return Number ? "CU2CL" + std::to_string(Number) : ""; }

std::string line(std::initializer_list<std::string> Cells) {
  return "| " + join(Cells, " | ") + " |\n";
}

std::string hostFunctionTable() {
  std::string Text = "## Host functions\n\n| CUDA | C++ | C | note |\n|---|---|---|---|\n";
  for (const HostFunction &F : hostFunctions()) {
    bool Stays = F.Rule == HostRule::Keep || F.Rule == HostRule::Marker;
    StringRef Cxx = Stays ? F.Cuda : F.Rule == HostRule::Success ? "CLRT_SUCCESS" : F.Cxx;
    std::string Note = F.Note.str();
    if (F.Diag && Stays)
      Note = diagnostic(F.Diag) + (Note.empty() ? "" : ": " + Note);
    Text += line({code(F.prototype()), Cxx.empty() ? diagnostic(F.Diag) : code(Cxx),
                  code(Stays ? F.Cuda : F.C), Note});
  }
  return Text + "\nWhere the kind of a copy is a constant, `memcpy` in these names becomes `write` "
                "(host to "
                "device), `read` (device to host)\nor `copy` (device to device), without the last "
                "argument.\n";
}

std::string hostNameTable(NameKind Kind, StringRef Title) {
  std::string Text = ("\n## " + Title + "\n\n| CUDA | C++ | C | note |\n|---|---|---|---|\n").str();
  for (const HostName &N : hostNames())
    if (N.Kind == Kind)
      Text +=
          line({code(N.Cuda), N.Diag ? diagnostic(N.Diag) : code(N.Cxx), code(N.C), N.Note.str()});
  return Text;
}

std::string deviceFunctionTable() {
  std::string Text = "\n## Device functions\n\n`$0`, `$1` are the arguments, converted to the "
                     "parameter types; `$s0` is the letter of an argument's address\nspace.\n";
  StringRef Family;
  for (const DeviceFunction &F : deviceFunctions()) {
    if (F.Cuda.starts_with("__cu2cl_")) // what ptxTable() tells of
      continue;
    if (F.Family != Family) {
      Family = F.Family;
      Text += ("\n### " + Family +
               "\n\n| CUDA | OpenCL C | from clrt/device | needs | note |\n|---|---|---|---|---|\n")
                  .str();
    }
    std::string Note = F.Note.str();
    if (F.Diag && !F.Text.empty())
      Note = diagnostic(F.Diag) + (Note.empty() ? "" : ": " + Note);
    Text += line({code(F.prototype()), F.Text.empty() ? diagnostic(F.Diag) : code(F.Text),
                  F.Helper.str(), F.needs(), Note});
  }
  return Text;
}

/// Returns what the functions of \p Row become: OpenCL C where only PTX has them.
std::string opencl(const PtxRow &Row) {
  SmallVector<StringRef, 2> Names;
  Row.Functions.split(Names, ',', -1, false);
  std::string Text;
  for (StringRef Name : Names) {
    StringRef Is = Name;
    for (const DeviceFunction &F : deviceFunctions())
      if (F.Cuda == Name && Name.starts_with("__cu2cl_"))
        Is = F.Text;
    Text += (Text.empty() ? "" : ", ") + code(Is);
  }
  return Row.Functions == "=" ? "`=`" : Text.empty() ? "nothing" : Text;
}

std::string ptxTable() {
  std::string Text =
      "\n## Inline assembly\n\nInstructions of PTX in `asm`: each becomes a statement with a "
      "device "
      "function of CUDA's, or with what is shown. "
      "Others are marked (CU2CL2013), as are labels, jumps and predicates.\n\n"
      "| instruction | becomes |\n|---|---|\n";
  StringRef Last;
  for (const PtxRow &Row : ptxRows())
    if (Row.Opcode != Last)
      Text += line({code(Last = Row.Opcode), opencl(Row)});
  for (StringRef Register : ptxRegisters()) {
    PtxRow Row{Register, functionOfRegister(Register), "", ""};
    Text += line({code(Register), opencl(Row)});
  }
  return Text;
}

std::string vectorTable() {
  std::string Text = "\n## Vector types in device code\n\n| CUDA | OpenCL C | size | alignment "
                     "|\n|---|---|---|---|\n";
  for (const VectorType &V : vectorTypes())
    Text += line({code(V.Cuda), code(V.OpenCl), std::to_string(V.Size), std::to_string(V.Align)});
  return Text;
}

std::string headerTable() {
  std::string Text =
      "\n## Headers\n\nThose without a diagnostic are replaced by clrt's. What the others "
      "declare is refused.\n\n| header | in host code | in device code | note "
      "|\n|---|---|---|---|\n";
  for (const Header &H : headers())
    if (!H.Name.starts_with("cu2cl_"))
      Text += line({code(H.Name), diagnostic(H.Diag), diagnostic(H.DeviceDiag), H.Note.str()});
  return Text;
}

/// Beside names: how sources are put together.
std::string projectTable() {
  std::string Text = "\n## Projects\n\n| in the CUDA project | in the port |\n|---|---|\n";
  static const char *const Rows[][2] = {
      {"device functions, methods and templates with bodies in other units (`nvcc -rdc=true`, "
       "`-dc`, `-dlink`, `CUDA_SEPARABLE_COMPILATION`)",
       "in `x_device.clh`, or in the program that needs them; CU2CL2042 where a unit would mean "
       "something else by them"},
      {"`extern __device__`, `__constant__` and `__managed__` variables, static members, `inline` "
       "variables, static variables of device functions",
       "one `clrt::symbol` for all units that share one in CUDA"},
      {"one source with several sets of definitions", "`#if` where texts differ"},
      {"CMake: targets of all kinds, usage requirements, `$<...>`, functions and macros, "
       "`FindCUDA`, properties of sources",
       "read without CMake; what is not read is named (CU2CL1016)"},
      {"CMake: questions to the machine, files that are written (`configure_file`), modules and "
       "commands that are not read",
       "`cmake` (3.14 and later) configures a copy, with a stand-in for `nvcc`, within a minute; "
       "CU2CL1017 where it cannot, and then reading must do (`--no-cmake`: always). What it writes "
       "comes along in `generated/`, with the values of that configuration"},
      {"CMake: sources and headers that custom commands make",
       "not made: CU2CL1007 and CU2CL1001, unless `build/` has them from an earlier build"},
      {"Makefiles of any shape, sub-makes, response files", "read by `make -n`; nothing is built"},
      {"shell scripts that call nvcc, where there is no other build file",
       "read, not run: variables, loops over files"},
  };
  for (const auto &Row : Rows)
    Text += line({Row[0], Row[1]});
  return Text;
}

} // namespace

std::string supportPage() {
  return "# What becomes of CUDA's names\n\nMade by `cu2cl-generate support` from the rows in "
         "`translator/catalog/`. `cu2cl query NAME` answers from the same rows;\n`cu2cl explain "
         "CU2CL3301` tells what a diagnostic means. Everything is OpenCL 1.2 unless a row names an "
         "extension.\n\n" +
         hostFunctionTable() + hostNameTable(NameKind::Type, "Types") +
         hostNameTable(NameKind::Enumerator, "Enumerators") +
         hostNameTable(NameKind::Macro, "Macros") + deviceFunctionTable() + ptxTable() +
         vectorTable() + headerTable() + projectTable();
}

} // namespace cu2cl::catalog
