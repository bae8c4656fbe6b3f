// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tool/Tables.h"
#include "catalog/Catalog.h"
#include "catalog/Families.h"
#include "catalog/LibraryNames.h"
#include "core/report/Advice.h"
#include "core/report/Report.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

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
    outs() << "CU2CL" << Row->Number << " ("
           << (Row->Name.empty() ? "no longer reported" : severityName(Row->Level))
           << "): " << withoutArguments(Row->Text) << "\n";
    const DiagnosticExample *Example = findExample(Number);
    if (Example)
      outs() << "  " << Example->Why << "\n";
    outs() << "  What to do: " << withoutArguments(Row->Advice) << "\n";
    if (Example && !Example->Before.empty())
      outs() << "\nbefore:" << Example->Before << "\nafter:" << Example->After;
  }
  return 0;
}

namespace {

/// Lines that the rows of \p Name end with, whatever their kind.
void printRemarks(StringRef Name, diag::Id Diag, StringRef Note) {
  if (!Note.empty())
    outs() << "  " << Note << "\n";
  if (const DiagnosticRow *Row = Diag ? findDiagnostic(Diag) : nullptr)
    outs() << "  CU2CL" << Diag << " (" << severityName(Row->Level)
           << "): " << adviceOf({Diag, {}, {Name.str()}, {}}) << "\n  more: cu2cl explain CU2CL"
           << Diag << "\n";
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
    case catalog::HostRule::Marker:
      outs() << "  goes, where nobody wants its value; else it stays and does nothing\n";
      break;
    case catalog::HostRule::Success:
      outs() << "  is a hint without counterpart: goes, or becomes CLRT_SUCCESS where its value is "
                "wanted\n";
      break;
    default:
      becomes(F->Cxx, F->C);
    }
    if (F->Rule == catalog::HostRule::Copy)
      for (auto [Kind, Text] : {std::pair(catalog::CopyKind::HostToDevice, "host to device"),
                                std::pair(catalog::CopyKind::DeviceToHost, "device to host"),
                                std::pair(catalog::CopyKind::DeviceToDevice, "device to device")})
        outs() << "  " << Text << ": " << catalog::copyFunction(*F, Kind, /*Cxx=*/true) << "\n";
    printRemarks(Name, diag::Id(F->Diag), F->Note);
  }
  if (const catalog::HostName *N = catalog::findHostName(Name)) {
    Found = true;
    outs() << N->Cuda << (N->Family.empty() ? "" : " (" + N->Family.str() + ")") << "\n";
    becomes(N->Cxx, N->C);
    printRemarks(Name, diag::Id(N->Diag), N->Note);
  }
  return Found;
}

/// The class of that name; half and nv_half are names for __half.
const catalog::DeviceClass *deviceClass(StringRef Name) {
  if (const catalog::DeviceClass *Class = catalog::findDeviceClass(Name))
    return Class;
  Name.consume_front("nv_");
  return catalog::findDeviceClass(("__" + Name).str());
}

bool queryDevice(StringRef Name) {
  bool Found = false;
  if (const catalog::DeviceClass *Class = deviceClass(Name)) {
    Found = true;
    outs() << Name << ": class of the device and the host\n  becomes " << Class->OpenCl
           << " of clrt/device/" << Class->Helper
           << ".clh in kernels; stays as it is on the host\n";
  }
  for (const catalog::DeviceFunction *F : catalog::findDeviceFunctions(Name)) {
    Found = true;
    outs() << "device: " << F->prototype() << "\n";
    if (F->Text.empty())
      outs() << "  is not translated\n";
    else
      outs() << "  becomes " << F->Text << "   ($0 $1 ... are the arguments)\n";
    if (!F->Helper.empty())
      outs() << "  with clrt/device/" << F->Helper << ".clh\n";
    printRemarks(Name, diag::Id(F->Diag), F->Note);
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
    printRemarks(Name, diag::Id(H->Diag), H->Note);
    std::string Library = H->Name.take_until([](char C) { return C == '.' || C == '/'; }).str();
    if (const catalog::Family *Family = H->Diag ? catalog::findFamily(Library) : nullptr)
      outs() << "  " << Family->Instead << "\n";
  }
  return Found;
}

bool queryWord(StringRef Name) {
  const catalog::Word *Word = catalog::findWord(Name);
  if (Word)
    outs() << Word->Cuda << "\n  becomes " << Word->Becomes << "\n"
           << (Word->Note.empty() ? "" : "  " + Word->Note.str() + "\n");
  return Word;
}

/// Up to three known names that differ least, "a, b or c"; empty if none is close.
std::string closestNames(StringRef Name) {
  const unsigned Most = std::min<size_t>(3, Name.size() / 3);
  std::set<std::pair<unsigned, StringRef>> Close;
  auto Try = [&](StringRef Known) {
    unsigned Distance = Name.equals_insensitive(Known) ? 0 : Name.edit_distance(Known, true, Most);
    if (Distance <= Most)
      Close.insert({Distance, Known});
  };
  for (const catalog::HostFunction &F : catalog::hostFunctions())
    Try(F.Cuda);
  for (const catalog::HostName &N : catalog::hostNames())
    Try(N.Cuda);
  for (const catalog::DeviceFunction &F : catalog::deviceFunctions())
    Try(F.Cuda);
  for (const catalog::Header &H : catalog::headers())
    Try(H.Name);
  std::string List;
  unsigned Count = 0;
  for (const auto &[Distance, Known] : Close) {
    if (Distance > Close.begin()->first + 1 || Count == 3)
      break;
    List += (Count++ ? " or " : "") + Known.str();
  }
  return List;
}

/// Returns what is known of a name by its library alone.
bool queryFamily(StringRef Name) {
  const catalog::Family *Family = catalog::findFamily(Name);
  if (!Family)
    return false;
  outs() << Name << ": of " << Family->Title << " (" << Family->Purpose << ")\n";
  if (Name.starts_with("nvtx3")) {
    outs() << "  stays as it is: clrt/nvtx.h declares its classes, without effect\n";
    return true;
  }
  diag::Id Diag = catalog::libraryDiagnostic(Name);
  if (!Diag)
    Diag = Family->Prefix.equals_insensitive("cu") ? diag::DriverApi : diag::HostLibrary;
  outs() << "  is not translated: each use is marked, CU2CL" << Diag;
  if (Family->DeviceDiag)
    outs() << ", in kernels CU2CL" << Family->DeviceDiag;
  outs() << "\n  " << Family->Instead << "\n  more: cu2cl explain CU2CL"
         << (Family->DeviceDiag ? Family->DeviceDiag : Diag) << "\n";
  if (std::string Close = closestNames(Name); !Close.empty())
    outs() << "  there is also " << Close << "\n";
  return true;
}

/// The name as the rows have it: no arguments, no leading ::, namespaces written out.
std::string bareName(StringRef Name) {
  Name.consume_front("::");
  if (Name != "<<<>>>")
    Name = Name.take_until([](char C) { return C == '(' || C == '<'; }).trim();
  if (Name.starts_with("cg::"))
    return ("cooperative_groups" + Name.drop_front(2)).str();
  return (Name.starts_with("wmma::") ? "nvcuda::" : "") + Name.str();
}

/// Prints what is known; false if nothing is.
bool queryName(StringRef Asked) {
  std::string Name = bareName(Asked);
  bool Host = queryHost(Name), Device = queryDevice(Name);
  if (Host || Device || queryWord(Name) || queryFamily(Name))
    return true;
  if (StringRef(Name).starts_with("std::")) {
    outs() << Name
           << ": of the C++ library\n  stays as it is on the host; in kernels it is "
              "translated from its header, if it is plain code\n";
    return true;
  }
  return false;
}

} // namespace

int queryCatalog(llvm::ArrayRef<const char *> Names) {
  if (Names.empty()) {
    llvm::errs() << "cu2cl query: name a CUDA function or type, such as cudaMemcpy2D\n";
    return 2;
  }
  for (StringRef Name : Names) {
    if (queryName(Name))
      continue;
    llvm::errs() << "cu2cl query: " << Name << " is not in the catalog";
    if (std::string Close = closestNames(Name); !Close.empty())
      llvm::errs() << "; did you mean " << Close << "?";
    llvm::errs() << "\n";
    return 2;
  }
  return 0;
}

} // namespace cu2cl
