// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_CATALOG_H
#define CU2CL_CATALOG_CATALOG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

/// The knowledge about CUDA's API, as rows. No AST in here: names and type spellings only.
namespace cu2cl::catalog {

/// The translation of a host call. The arguments keep their order unless the rule says otherwise.
enum class HostRule {
  Rename,         ///< another name, same arguments
  Keep,           ///< the same name and arguments: clrt's headers declare it (make_float4, min)
  Copy,           ///< KindArgument is cudaMemcpyKind; see copyFunction()
  CopyToSymbol,   ///< as Copy, (symbol, src, count, offset, kind[, stream])
  CopyFromSymbol, ///< as Copy, (dst, symbol, count, offset, kind[, stream])
  Success,        ///< a hint without counterpart: becomes nothing, CLRT_SUCCESS or clrt::hint(...)
  Marker, ///< a mark for a profiler: becomes nothing, or stays a call of clrt's function of the
          ///< same name, which does nothing
  Unsupported, ///< Diag tells why
};

/// A function of the runtime API or of a library.
struct HostFunction {
  llvm::StringRef Family;                   ///< stem of the .def
  llvm::StringRef Result, Cuda, Parameters; ///< Parameters in parentheses
  HostRule Rule;
  llvm::StringRef Cxx, C; ///< "clrt::malloc", "clrt_malloc"; empty if Unsupported
  int KindArgument;       ///< index of the cudaMemcpyKind argument or -1
  unsigned Diag;          ///< 0, or the number of an error or approximation
  llvm::StringRef Note;
  /// The same in shared virtual memory: "clrt::svm_malloc", "clrt_svm_malloc"; empty if none.
  llvm::StringRef Shared = {}, SharedC = {};
  /// Returns true if it is translated and an argument of it is a variable of the device, by its
  /// name.
  bool takesSymbol() const {
    return Rule != HostRule::Unsupported && Parameters.contains(" *symbol");
  }
  /// "cudaError_t cudaFree(void *devPtr)"
  std::string prototype() const;
};

/// cudaMemcpyKind's values.
enum class CopyKind {
  HostToHost = 0,
  HostToDevice = 1,
  DeviceToHost = 2,
  DeviceToDevice = 3,
  Default = 4
};

/// \p Type, the text of a C++ type, with clrt's names of CUDA's types: `View<cudaExtent>` becomes
/// `View<clrt::extent>`.
std::string typeWithClrtNames(llvm::StringRef Type);

/// The clrt function for a Copy, CopyToSymbol or CopyFromSymbol call whose kind is a constant: no
/// kind argument any more ("clrt::write_async"). HostToHost and Default give \p F's own function,
/// which keeps the argument; so does C for symbols.
std::string copyFunction(const HostFunction &F, CopyKind Kind, bool Cxx);

enum class NameKind { Type, Enumerator, Macro };

/// A type, enumerator or macro of the host API.
struct HostName {
  NameKind Kind;
  llvm::StringRef Family; ///< the enumeration for an enumerator
  llvm::StringRef Cuda;
  llvm::StringRef Value; ///< of enumerators and macros
  std::string Cxx, C;    ///< "clrt::stream", "clrt_stream"; "CLRT_SUCCESS" in both; empty if Diag
  unsigned Diag;
  llvm::StringRef Note;
};

/// Who declares a device function for parsing: the C library's headers (Libc, LibcMacro), the C++
/// library's (Cxx, its name with std::), or the bundled ones: an overload of a C name (Overload),
/// host and device (Shared), Device, Maker (make_T), or a skeleton in cuda/.
enum class Declared { Libc, LibcMacro, Cxx, Overload, Shared, Device, Maker, Skeleton };

/// A device function, one row an overload. Text is a template of OpenCL C:
///   $0 $1 ...  the arguments, each at most once, as assignment expressions of exactly the
///   parameter's
///              type (OpenCL resolves overloads by argument type: cast what differs)
///   $s0 $s1 ...  the address space of argument 0, 1 ...: g (__global), l (__local), p (private),
///              c (__constant)
///   $*         all arguments
///   $w         the address of a `__local int` of the kernel that only helpers use
///   $x         the local memory by which the threads of a warp exchange values
///   $a         whether the thread takes part in that
///   $T         the type of the result
///   $f         the address of the device's fault word, a kernel argument
/// An operation is in parentheses, and so is an argument that is its operand: "(($0) / ($1))". The
/// printer leaves out those that the place of a call does not ask for, and writes x[i] for
/// "(*($0))" of &x[i]. The value has exactly the type Result. An empty Text means unsupported (Diag
/// is not 0).
struct DeviceFunction {
  llvm::StringRef Family;
  Declared Where;
  llvm::StringRef Result, Cuda, Parameters; ///< "(float, int *)": canonical types; "(...)": any
  llvm::StringRef Text;
  llvm::StringRef Helper; ///< clrt/device/<Helper>.clh must be included; may be empty
  unsigned Diag;
  llvm::StringRef Note;
  std::string prototype() const;
  llvm::SmallVector<llvm::StringRef, 4> parameterTypes() const;
  /// Returns true if CUDA declares it no more. It is there for programs that ask for it, by a
  /// macro: those that have no function of that name themselves.
  bool isOldName() const { return Note == "old name"; }
  std::string askingMacro() const { return "__cu2cl_asks_" + Cuda.str(); }
  /// Returns what a device must offer beyond OpenCL 1.2: extension names with commas, or nothing.
  std::string needs() const;
};

/// A CUDA vector type and its OpenCL form.
struct VectorType {
  llvm::StringRef Cuda, OpenCl; ///< "float3", "clrt_float3"
  llvm::StringRef CudaBase;     ///< "unsigned char"
  llvm::StringRef Base;         ///< OpenCL's component type, "uchar"
  unsigned Count;
  bool IsStruct; ///< a struct of clrt/device/vector_types.clh, because OpenCL's vector has another
                 ///< layout
  unsigned Size, Align;
};

/// A class of CUDA that is a type of a helper. Its constructors, conversions and operators are
/// functions with rows: "__half::__half", "__half::operator float" (of its object), "operator+".
struct DeviceClass {
  llvm::StringRef Cuda, OpenCl;
  llvm::StringRef Helper; ///< clrt/device/<Helper>.clh
};

/// A header of CUDA that programs include. With a diagnostic it is a library without translation,
/// and each use of what it (or its base) declares gets that diagnostic; the library's names need no
/// rows of their own.
struct Header {
  llvm::StringRef Name; ///< as included, "thrust/sort.h"
  llvm::StringRef Base; ///< the bundled header that it only includes; empty if it has its own text
  unsigned Diag;        ///< in host code; 0: its include is replaced by clrt's
  unsigned DeviceDiag;
  llvm::StringRef Note;
};

/// By name. For overloads and templates of one name (cudaMalloc(T **, size_t)) the row is the same.
const HostFunction *findHostFunction(llvm::StringRef Name);
const HostName *findHostName(llvm::StringRef Name);
/// Returns true if \p Name is a template of the host API that the bundled headers declare in
/// namespace __cu2cl_references, since programs for later versions have classes of that name.
bool isOldTemplate(llvm::StringRef Name);
/// By name and the canonical, unqualified parameter types of the callee, as Clang prints them
/// ("unsigned int", "const float *", "float4"). A function of the math library that Clang found for
/// integer arguments (std::sin<int>) gives the row for double; then and always, arguments must be
/// converted to the row's parameter types. A name that is unsupported in all its forms gives a row
/// for any types. Null if unknown.
const DeviceFunction *findDeviceFunction(llvm::StringRef Name,
                                         llvm::ArrayRef<llvm::StringRef> Types);
/// All overloads of one name.
llvm::SmallVector<const DeviceFunction *, 4> findDeviceFunctions(llvm::StringRef Name);
/// Returns the form of \p Text, an exchange between the threads of a warp, where only the lanes of
/// its mask come; empty if there is none.
llvm::StringRef maskedForm(llvm::StringRef Text);
/// The helper that has the masked forms of what \p Helper, a warp helper, has.
llvm::StringRef maskedHelper(llvm::StringRef Helper);
const VectorType *findVectorType(llvm::StringRef Cuda);
const DeviceClass *findDeviceClass(llvm::StringRef Cuda);
const Header *findHeader(llvm::StringRef Name);

llvm::ArrayRef<HostFunction> hostFunctions();
llvm::ArrayRef<HostName> hostNames();
llvm::ArrayRef<DeviceFunction> deviceFunctions();
llvm::ArrayRef<VectorType> vectorTypes();
llvm::ArrayRef<DeviceClass> deviceClasses();
llvm::ArrayRef<Header> headers();

/// "(int)-1" of "((int)-1)".
llvm::StringRef stripParentheses(llvm::StringRef Text);

/// "cudaMemcpyHostToDevice" to "CLRT_MEMCPY_HOST_TO_DEVICE": the prefix becomes CLRT_, words are
/// split at capitals, digits stay with their word. cudaDevAttr... becomes CLRT_ATTRIBUTE_...,
/// CUDA_SUCCESS becomes CLRT_SUCCESS.
std::string constantName(llvm::StringRef Cuda);

} // namespace cu2cl::catalog

#endif
