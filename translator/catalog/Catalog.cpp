// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Over 400 lines: a good part is what makes tables of all kinds of rows.

#include "catalog/Catalog.h"
#include "catalog/LibraryNames.h"
#include "catalog/ReplacedHeaders.h"
#include "catalog/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include <vector>

using namespace llvm;

namespace cu2cl::catalog {

namespace {

constexpr StringLiteral Family_RuntimeApi = "RuntimeApi", Family_Nvtx = "nvtx",
                        Family_Nvml = "nvml", Family_NvmlApi = "NvmlApi", Family_Driver = "driver",
                        Family_DriverApi = "DriverApi";
constexpr StringLiteral VersionNote = "the name of a version";
constexpr StringLiteral MarkerNote = "nothing is marked, as without a profiler";

const HostFunction HostRows[] = {
#define RENAME(Result, Name, Parameters, Clrt, Note)                                               \
  {Family,         #Result,       #Name, #Parameters, HostRule::Rename,                            \
   "clrt::" #Clrt, "clrt_" #Clrt, -1,    0,           Note},
#define RENAME_2(Result, Name, Parameters, InCxx, InC, Note)                                       \
  {Family,          #Result,      #Name, #Parameters, HostRule::Rename,                            \
   "clrt::" #InCxx, "clrt_" #InC, -1,    0,           Note},
#define RENAME_CXX(Result, Name, Parameters, Clrt, Note)                                           \
  {Family, #Result, #Name, #Parameters, HostRule::Rename, "clrt::" #Clrt, "", -1, 0, Note},
#define ALLOCATE(Result, Name, Parameters, Clrt, Shared, Note)                                     \
  {Family,        #Result, #Name, #Parameters, HostRule::Rename, "clrt::" #Clrt,                   \
   "clrt_" #Clrt, -1,      0,     Note,        "clrt::" #Shared, "clrt_" #Shared},
#define COPY(Result, Name, Parameters, Rule, Clrt, Kind, Note)                                     \
  {Family,         #Result,       #Name, #Parameters, HostRule::Rule,                              \
   "clrt::" #Clrt, "clrt_" #Clrt, Kind,  0,           Note},
#define HINT(Result, Name, Parameters, Note)                                                       \
  {Family, #Result, #Name, #Parameters, HostRule::Success, "", "", -1, 0, Note},
#define UNSUPPORTED(Result, Name, Parameters, Diag, Note)                                          \
  {Family, #Result, #Name, #Parameters, HostRule::Unsupported, "", "", -1, Diag, Note},
#define Family Family_RuntimeApi
#include "RuntimeApi.def"
#undef Family
#define MARKER(Result, Name, Parameters, Value)                                                    \
  {Family_Nvtx, #Result, #Name, #Parameters, HostRule::Marker, "", "", -1, 0, MarkerNote},
#define MARKER_VOID(Name, Parameters) MARKER(void, Name, Parameters, )
#include "clrt/nvtx.def"
#define NVML_ANSWER(Result, Name, Parameters, Diag, Note)                                          \
  {Family_Nvml, #Result, #Name, #Parameters, HostRule::Keep, "", "", -1, Diag, Note},
#include "clrt/nvml.def"
#define UNSUPPORTED(Result, Name, Parameters, Diag, Note)                                          \
  {Family_NvmlApi, #Result, #Name, #Parameters, HostRule::Unsupported, "", "", -1, Diag, Note},
#include "NvmlApi.def"
#define DRIVER_CALL(Name, Parameters, Diag, Note)                                                  \
  {Family_Driver, "CUresult", #Name, #Parameters, HostRule::Keep, "", "", -1, Diag, Note},
#define DRIVER_VERSION(Name, Other)                                                                \
  {Family_Driver, "CUresult", #Name, "(...)", HostRule::Keep, "", "", -1, 0, VersionNote},
#include "clrt/driver.def"
#define UNSUPPORTED(Result, Name, Parameters, Diag, Note)                                          \
  {Family_DriverApi, #Result, #Name, #Parameters, HostRule::Unsupported, "", "", -1, Diag, Note},
#include "DriverApi.def"
};

struct RawName {
  NameKind Kind;
  StringLiteral Family, Cuda, Value, Clrt;
  unsigned Diag;
  StringLiteral Note;
};

// Clrt: a name of clrt; "=" the CUDA name's own; "#" constantName(); "$" the value.
const RawName NameRows[] = {
#define TYPE(Name, Clrt, Note) {NameKind::Type, "RuntimeTypes", #Name, "", #Clrt, 0, Note},
#define TYPE_GLOBAL(Name, Clrt, Note)                                                              \
  {NameKind::Type, "RuntimeTypes", #Name, "", "::" #Clrt, 0, Note},
#define TYPE_KEEP(Name, Note) {NameKind::Type, "RuntimeTypes", #Name, "", "=", 0, Note},
#define TYPE_UNSUPPORTED(Name, Diag, Note)                                                         \
  {NameKind::Type, "RuntimeTypes", #Name, "", "", Diag, Note},
#define MACRO(Name, Value, Note) {NameKind::Macro, "RuntimeTypes", #Name, #Value, "#", 0, Note},
#define MACRO_NAME(Name, Value, Clrt, Note)                                                        \
  {NameKind::Macro, "RuntimeTypes", #Name, #Value, "::" #Clrt, 0, Note},
#define MACRO_VALUE(Name, Value, Note)                                                             \
  {NameKind::Macro, "RuntimeTypes", #Name, #Value, "$", 0, Note},
#define MACRO_UNSUPPORTED(Name, Value, Diag, Note)                                                 \
  {NameKind::Macro, "RuntimeTypes", #Name, #Value, "", Diag, Note},
#include "RuntimeTypes.def"
#define ENUMERATOR(Enumeration, Name, Value)                                                       \
  {NameKind::Enumerator, #Enumeration, #Name, #Value, "#", 0, ""},
#include "RuntimeErrors.def"
#define ENUMERATOR(Enumeration, Name, Value)                                                       \
  {NameKind::Enumerator, #Enumeration, #Name, #Value, "#", 0, ""},
#define ENUMERATOR_UNSUPPORTED(Enumeration, Name, Value)                                           \
  {NameKind::Enumerator, #Enumeration, #Name, #Value, "", diag::UnsupportedHostFunction, ""},
#include "RuntimeEnums.def"
};

const DeviceFunction DeviceRows[] = {
#define DEVICE_FUNCTION(Where, Result, Name, Parameters, Text, Helper, Diag, Note)                 \
  {Family, Declared::Where, #Result, #Name, #Parameters, Text, Helper, Diag, Note},
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceMath"
#include "DeviceMath.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceIntrinsics"
#include "DeviceIntrinsics.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceAtomics"
#include "DeviceAtomics.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceSync"
#include "DeviceSync.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceWarp"
#include "DeviceWarp.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceTexture"
#include "DeviceTexture.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceSimd"
#include "DeviceSimd.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DevicePtx"
#include "DevicePtx.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceVectors"
#include "DeviceVectors.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceComplex"
#include "DeviceComplex.def"
#undef Family
#define FUNCTION DEVICE_FUNCTION
#define Family "DeviceFloat16"
#include "DeviceFloat16.def"
#undef Family
};

const std::pair<llvm::StringRef, llvm::StringRef> MaskedRows[] = {
#define MASKED(Text, Masked) {Text, Masked},
#include "DeviceWarp.def"
#define MASKED(Text, Masked) {Text, Masked},
#include "DeviceFloat16.def"
};

const DeviceClass ClassRows[] = {
#define CLASS(Cuda, OpenCl, Helper) {#Cuda, #OpenCl, Helper},
#include "DeviceFloat16.def"
};

const VectorType VectorRows[] = {
#define VECTOR(Cuda, CudaBase, Base, Count, Size, Align, OpenCl, IsStruct)                         \
  {#Cuda, OpenCl, #CudaBase, #Base, Count, IsStruct, Size, Align},
#include "VectorTypes.def"
};

const Header HeaderRows[] = {
#define HEADER(Name, Note) {Name, "", 0, 0, Note},
#define ALIAS(Name, Base, Note) {Name, Base, 0, 0, Note},
#define REPLACED(Name, Base, Clrt, Note) {Name, Base, 0, 0, Note},
#define TRANSLATED(Name, Device, Note) {"cu2cl_lib/" Name, "", 0, Device, Note},
#define LIBRARY(Name, Base, Host, Device, Note) {Name, Base, Host, Device, Note},
#include "Headers.def"
};

HostName makeHostName(const RawName &R, unsigned Diag) {
  HostName N{R.Kind, R.Family, R.Cuda, stripParentheses(R.Value), "", "", Diag, R.Note};
  StringRef Clrt = Diag ? "" : R.Clrt;
  if (Clrt == "#")
    N.Cxx = N.C = constantName(R.Cuda);
  else if (Clrt == "$")
    N.Cxx = N.C = N.Value.str();
  else if (Clrt == "=")
    N.Cxx = N.C = R.Cuda.str();
  else if (Clrt.consume_front("::"))
    N.Cxx = N.C = Clrt.str();
  else if (!Clrt.empty()) {
    N.Cxx = ("clrt::" + Clrt).str();
    N.C = ("clrt_" + Clrt).str();
  }
  return N;
}

/// An enumerator of an enumeration that is not translated has the diagnostic of the enumeration.
std::vector<HostName> makeHostNames() {
  StringMap<unsigned> Refused;
  std::vector<HostName> Names;
  for (const RawName &R : NameRows) {
    if (R.Kind == NameKind::Type && R.Diag)
      Refused[R.Cuda] = R.Diag;
    auto It = R.Kind == NameKind::Enumerator ? Refused.find(R.Family) : Refused.end();
    Names.push_back(makeHostName(R, It == Refused.end() ? R.Diag : It->second));
  }
  return Names;
}

/// Name to the index of its first row.
template <typename Row> StringMap<unsigned> makeIndex(ArrayRef<Row> Rows) {
  StringMap<unsigned> Index;
  for (unsigned I = 0; I != Rows.size(); ++I)
    Index.try_emplace(Rows[I].Cuda, I);
  return Index;
}

template <typename Row>
const Row *find(ArrayRef<Row> Rows, const StringMap<unsigned> &Index, StringRef Name) {
  auto It = Index.find(Name);
  return It == Index.end() ? nullptr : &Rows[It->second];
}

bool isArithmetic(StringRef Type) {
  static constexpr StringLiteral Types[] = {
      "float",          "double",       "bool", "char",         "signed char", "unsigned char",
      "short",          "int",          "long", "unsigned int", "long long",   "unsigned long long",
      "unsigned short", "unsigned long"};
  return is_contained(Types, Type);
}

/// `const float &` and `float` are the same for a call.
StringRef stripReference(StringRef Type) {
  if (Type.consume_back(" &"))
    Type.consume_front("const ");
  return Type;
}

/// Does the row's parameter take exactly this type? T stands for any type.
bool matches(StringRef Parameter, StringRef Type) {
  Parameter.consume_back(" &");
  if (Parameter == Type || Parameter == "T")
    return true;
  if (Parameter == "T *")
    return Type.ends_with("*") && !Type.starts_with("const ");
  if (Parameter == "const T *")
    return Type.ends_with("*") && Type.starts_with("const ");
  return false;
}

bool matches(const DeviceFunction &F, ArrayRef<StringRef> Types) {
  if (F.Parameters == "(...)")
    return true;
  auto Parameters = F.parameterTypes();
  return Parameters.size() == Types.size() && all_of(zip(Parameters, Types), [](auto Pair) {
           return matches(std::get<0>(Pair), stripReference(std::get<1>(Pair)));
         });
}

/// The row that C++'s overloads for integers and for mixed types mean: everything is double.
bool matchesPromoted(const DeviceFunction &F, ArrayRef<StringRef> Types) {
  auto Parameters = F.parameterTypes();
  return Parameters.size() == Types.size() && is_contained(Parameters, "double") &&
         all_of(zip(Parameters, Types), [](auto Pair) {
           auto [Parameter, Type] = Pair;
           return matches(Parameter, stripReference(Type)) ||
                  (Parameter == "double" && isArithmetic(stripReference(Type)));
         });
}

} // namespace

StringRef stripParentheses(StringRef Text) {
  if (Text.starts_with("(") && Text.ends_with(")"))
    Text = Text.drop_front().drop_back();
  return Text.trim();
}

ArrayRef<HostFunction> hostFunctions() { return HostRows; }

ArrayRef<HostName> hostNames() {
  static const std::vector<HostName> Names = makeHostNames();
  return Names;
}

ArrayRef<DeviceFunction> deviceFunctions() { return DeviceRows; }

ArrayRef<VectorType> vectorTypes() { return VectorRows; }

ArrayRef<DeviceClass> deviceClasses() { return ClassRows; }

ArrayRef<Header> headers() { return HeaderRows; }

const HostFunction *findHostFunction(StringRef Name) {
  static const StringMap<unsigned> Index = makeIndex(hostFunctions());
  return find(hostFunctions(), Index, Name);
}

const HostName *findHostName(StringRef Name) {
  static const StringMap<unsigned> Index = makeIndex(hostNames());
  return find(hostNames(), Index, Name);
}

SmallVector<const DeviceFunction *, 4> findDeviceFunctions(StringRef Name) {
  static const StringMap<std::vector<unsigned>> Index = [] {
    StringMap<std::vector<unsigned>> Map;
    for (unsigned I = 0; I != deviceFunctions().size(); ++I)
      Map[deviceFunctions()[I].Cuda].push_back(I);
    return Map;
  }();
  SmallVector<const DeviceFunction *, 4> Rows;
  if (auto It = Index.find(Name); It != Index.end())
    for (unsigned I : It->second)
      Rows.push_back(&deviceFunctions()[I]);
  return Rows;
}

const DeviceFunction *findDeviceFunction(StringRef Name, ArrayRef<StringRef> Types) {
  auto Rows = findDeviceFunctions(Name);
  for (const DeviceFunction *F : Rows)
    if (matches(*F, Types))
      return F;
  for (const DeviceFunction *F : Rows)
    if (matchesPromoted(*F, Types))
      return F;
  if (!Rows.empty() && all_of(Rows, [](auto *F) { return F->Text.empty(); }))
    return Rows.front();
  return nullptr;
}

StringRef maskedForm(StringRef Text) {
  const auto *Row = find_if(MaskedRows, [&](const auto &Each) { return Each.first == Text; });
  return Row == std::end(MaskedRows) ? StringRef() : Row->second;
}

StringRef maskedHelper(StringRef Helper) {
  return StringSwitch<StringRef>(Helper)
      .Case("half_warp", "half_warp_masked")
      .Case("bfloat16_warp", "bfloat16_warp_masked")
      .Default("warp_masked");
}

const VectorType *findVectorType(StringRef Cuda) {
  static const StringMap<unsigned> Index = makeIndex(vectorTypes());
  return find(vectorTypes(), Index, Cuda);
}

const DeviceClass *findDeviceClass(StringRef Cuda) {
  const DeviceClass *C =
      find_if(ClassRows, [&](const DeviceClass &Row) { return Row.Cuda == Cuda; });
  return C == std::end(ClassRows) ? nullptr : C;
}

const Header *findHeader(StringRef Name) {
  const Header *H = find_if(HeaderRows, [&](const Header &Row) { return Row.Name == Name; });
  return H == std::end(HeaderRows) ? nullptr : H;
}

diag::Id libraryDiagnostic(StringRef Name) {
  static const std::pair<StringRef, diag::Id> Rows[] = {
#define NAMES(Prefix, Diag) {Prefix, diag::Id(Diag)},
#include "LibraryNames.def"
  };
  for (const auto &[Prefix, Diag] : Rows) {
    StringRef Scope = Prefix;
    // "no namespace cub" is about cub, too.
    if (Name.starts_with(Prefix) || (Scope.consume_back("::") && Name == Scope))
      return Diag;
  }
  return diag::None;
}

bool isMarkerName(StringRef Name) {
#define MARKERS(Prefix)                                                                            \
  if (Name.starts_with(Prefix))                                                                    \
    return true;
#include "LibraryNames.def"
  return false;
}

bool isMarkerHeader(StringRef Header) { return replacingHeader(Header) == "clrt/nvtx.h"; }

std::string HostFunction::prototype() const {
  return (Result + (Result.ends_with("*") ? "" : " ") + Cuda + Parameters).str();
}

std::string DeviceFunction::prototype() const {
  return (Result + (Result.ends_with("*") ? "" : " ") + Cuda + Parameters).str();
}

SmallVector<StringRef, 4> DeviceFunction::parameterTypes() const {
  SmallVector<StringRef, 4> Types;
  StringRef List = stripParentheses(Parameters);
  if (List == "void" || List.empty())
    return Types;
  List.split(Types, ',');
  for (StringRef &Type : Types)
    Type = Type.split('=').first.trim();
  if (Types.back() == "...")
    Types.pop_back();
  return Types;
}

StringRef replacingHeader(StringRef Name) {
  static const std::pair<StringRef, StringRef> Rows[] = {
#define REPLACED(Name, Base, Clrt, Note) {Name, Clrt},
#define ON_BOTH_SIDES(Name, Clrt, Device, Note) {"cu2cl_lib/" Name, Clrt},
#include "Headers.def"
  };
  for (const auto &[Cuda, Clrt] : Rows)
    if (Cuda == Name)
      return Clrt;
  return "";
}

std::string DeviceFunction::needs() const {
  SmallVector<StringRef, 2> Extensions;
  if (Text.empty())
    return "";
  if (Result.contains("double") || Parameters.contains("double"))
    Extensions.push_back("cl_khr_fp64");
  if (StringRef Need = hiddenNeed(Cuda); !Need.empty())
    Extensions.push_back(Need);
  if (Helper == "atomic_int64" || Helper == "atomic_double")
    Extensions.push_back("cl_khr_int64_base_atomics");
  if (Text.starts_with("atom_m") || Text.starts_with("atom_and") || Text.starts_with("atom_or") ||
      Text.starts_with("atom_xor"))
    Extensions.push_back("cl_khr_int64_extended_atomics");
  if (deviceRole(Cuda) == DeviceRole::AtomicOfSystem)
    Extensions.push_back("CL_DEVICE_SVM_ATOMICS");
  return join(Extensions, ", ");
}

} // namespace cu2cl::catalog
