// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_CATALOG_ROLES_H
#define CU2CL_CATALOG_ROLES_H

#include "llvm/ADT/StringRef.h"

/// The meaning of API names to analyses: the columns of rows that do not concern the text that a
/// name becomes. Names only: whether a declaration is CUDA's is asked in analysis/dialect.
namespace cu2cl::catalog {

/// The role of a device function that does more than compute.
enum class DeviceRole {
  None,
  Barrier,   ///< of the whole block
  Vote,      ///< a barrier that counts the threads with a condition, or tells whether there is one
  VoteOfAll, ///< a barrier that tells whether all threads have a condition
  Warp,      ///< threads of a warp tell each other something
  WarpBarrier,
  GroupBarrier, ///< of the warp, or of the block where its argument says so
  Shuffle,
  WarpVote,      ///< its last argument is what each thread says; no thread: false
  WarpVoteOfAll, ///< ... no thread: true
  WarpByMask,    ///< its first argument is the mask of those that take part
  Atomic,
  AtomicExchange,  ///< atomic, and a thread may take a lock with it
  AtomicOfSystem,  ///< with the host and other devices
  Clock,           ///< no exchange, but a value that differs between threads
  Output,          ///< printf
  FailedAssertion, ///< what assert() calls
  Heap,            ///< takes or gives back memory of the device's heap
  Minimum,
  Maximum,
  BitCount,      ///< of its argument: 0 to the number of its bits
  Maker,         ///< of a vector of its components
  TextureElement ///< reads a texture of linear memory at an index
};
DeviceRole deviceRole(llvm::StringRef Name);

/// A variable that CUDA has in device code.
struct BuiltinVariable {
  enum class Is { ThreadIndex, BlockIndex, BlockSize, GridSize, WarpSize } Kind;
  llvm::StringRef Cuda;
  /// The OpenCL function that gives a component, or the number that it is.
  llvm::StringRef Text;
};
/// Null if there is none.
const BuiltinVariable *findBuiltinVariable(llvm::StringRef Name);

/// The vector that \p Cuda, the type of a grid's or block's size, is; empty for other types.
llvm::StringRef vectorOfExtent(llvm::StringRef Cuda);

/// Returns true if \p Name is one of the runtime API, by how it begins: also of those without a
/// row.
bool isRuntimeName(llvm::StringRef Name);

/// Returns what the pointer arguments of a runtime function are, one letter an argument
/// (RuntimeApi.def); empty if nothing is known.
llvm::StringRef pointerRoles(llvm::StringRef Function);

/// The features that a program with \p Word, a name of the runtime or the language, may depend on.
struct Touched {
  bool Streams = false;
  bool LastError = false;
  bool Devices = false; ///< which of several is used, or that one begins anew
  bool Managed = false; ///< memory that is the host's, too
};
Touched touchedBy(llvm::StringRef Word);

/// The OpenCL call that a runtime function is in a program with one queue.
enum class RawCall { None, Copy, Finish };
RawCall rawCallOf(llvm::StringRef Function);

/// The extension that \p DeviceFunction needs though its types and text do not tell; or nothing.
llvm::StringRef hiddenNeed(llvm::StringRef DeviceFunction);

} // namespace cu2cl::catalog

#endif
