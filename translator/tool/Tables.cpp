// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Tables.h"
#include "catalog/Catalog.h"
#include "report/Advice.h"
#include "report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace cu2cl {

using llvm::outs;
using llvm::StringRef;

int explainDiagnostics(llvm::ArrayRef<const char *> Names) {
  if (Names.empty()) {
    llvm::errs() << "cu2cl explain: name a diagnostic, such as CU2CL1001\n";
    return 2;
  }
  for (StringRef Name : Names) {
    StringRef Digits = Name;
    Digits.consume_front_insensitive("cu2cl");
    unsigned Number = 0;
    const DiagnosticRow *Row = Digits.getAsInteger(10, Number) ? nullptr : findDiagnostic(Number);
    if (!Row) {
      llvm::errs() << "cu2cl explain: there is no diagnostic " << Name << "\n";
      return 2;
    }
    outs() << "CU2CL" << Row->Number << " (" << severityName(Row->Level)
           << "): " << withoutArguments(Row->Text) << "\n  " << withoutArguments(Row->Advice)
           << "\n";
  }
  return 0;
}

namespace {

/// Lines that the rows of \p Name end with, whatever their kind.
void printRemarks(StringRef Name, unsigned Diag, StringRef Note) {
  if (!Note.empty())
    outs() << "  " << Note << "\n";
  if (const DiagnosticRow *Row = Diag ? findDiagnostic(Diag) : nullptr)
    outs() << "  CU2CL" << Diag << " (" << severityName(Row->Level)
           << "): " << adviceOf({Diag, {}, {Name.str()}, {}}) << "\n";
}

void becomes(StringRef Cxx, StringRef C) {
  if (Cxx.empty() && C.empty())
    outs() << "  is not translated\n";
  else
    outs() << "  becomes " << Cxx << (C.empty() || C == Cxx ? "" : ", in C " + C.str()) << "\n";
}

bool queryHost(StringRef Name) {
  bool Found = false;
  if (const catalog::HostFunction *F = catalog::findHostFunction(Name)) {
    Found = true;
    outs() << F->prototype() << "\n";
    switch (F->Rule) {
    case catalog::HostRule::Keep:
      outs() << "  stays as it is: clrt's headers declare it\n";
      break;
    case catalog::HostRule::Success:
      outs() << "  is a hint without counterpart: becomes CLRT_SUCCESS\n";
      break;
    default:
      becomes(F->Cxx, F->C);
    }
    if (F->Rule == catalog::HostRule::Copy)
      for (auto [Kind, Text] : {std::pair(catalog::CopyKind::HostToDevice, "host to device"),
                                std::pair(catalog::CopyKind::DeviceToHost, "device to host"),
                                std::pair(catalog::CopyKind::DeviceToDevice, "device to device")})
        outs() << "  " << Text << ": " << catalog::copyFunction(*F, Kind, /*Cxx=*/true) << "\n";
    printRemarks(Name, F->Diag, F->Note);
  }
  if (const catalog::HostName *N = catalog::findHostName(Name)) {
    Found = true;
    outs() << N->Cuda << (N->Family.empty() ? "" : " (" + N->Family.str() + ")") << "\n";
    becomes(N->Cxx, N->C);
    printRemarks(Name, N->Diag, N->Note);
  }
  return Found;
}

bool queryDevice(StringRef Name) {
  bool Found = false;
  for (const catalog::DeviceFunction *F : catalog::findDeviceFunctions(Name)) {
    Found = true;
    outs() << "device: " << F->prototype() << "\n";
    if (F->Text.empty())
      outs() << "  is not translated\n";
    else
      outs() << "  becomes " << F->Text << "   ($0 $1 ... are the arguments)\n";
    if (!F->Helper.empty())
      outs() << "  with clrt/device/" << F->Helper << ".clh\n";
    printRemarks(Name, F->Diag, F->Note);
  }
  if (const catalog::VectorType *V = catalog::findVectorType(Name)) {
    Found = true;
    outs() << V->Cuda << ": " << V->Count << " x " << V->CudaBase << ", " << V->Size
           << " bytes, aligned to " << V->Align << "\n  becomes " << V->OpenCl
           << (V->IsStruct ? ", a struct, since OpenCL's vector has another layout" : "") << "\n";
  }
  if (const catalog::Header *H = catalog::findHeader(Name)) {
    Found = true;
    outs() << "#include <" << H->Name << ">\n";
    if (!H->Diag)
      outs() << "  is replaced by clrt's header\n";
    printRemarks(Name, H->Diag, H->Note);
  }
  return Found;
}

/// The known name that differs least; empty if none is close.
StringRef closestName(StringRef Name) {
  StringRef Best;
  unsigned Least = 4;
  auto Try = [&](StringRef Known) {
    unsigned Distance = Name.edit_distance(Known, true, Least);
    if (Distance < Least) {
      Least = Distance;
      Best = Known;
    }
  };
  for (const catalog::HostFunction &F : catalog::hostFunctions())
    Try(F.Cuda);
  for (const catalog::HostName &N : catalog::hostNames())
    Try(N.Cuda);
  for (const catalog::DeviceFunction &F : catalog::deviceFunctions())
    Try(F.Cuda);
  return Best;
}

} // namespace

int queryCatalog(llvm::ArrayRef<const char *> Names) {
  if (Names.empty()) {
    llvm::errs() << "cu2cl query: give a name of CUDA, such as cudaMemcpy2D\n";
    return 2;
  }
  for (StringRef Name : Names) {
    bool Host = queryHost(Name), Device = queryDevice(Name);
    if (Host || Device)
      continue;
    llvm::errs() << "cu2cl query: " << Name << " is not in the catalog";
    if (StringRef Close = closestName(Name); !Close.empty())
      llvm::errs() << "; did you mean " << Close << "?";
    llvm::errs() << "\n";
    return 2;
  }
  return 0;
}

} // namespace cu2cl
