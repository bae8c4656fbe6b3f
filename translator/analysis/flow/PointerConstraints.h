// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_ANALYSIS_FLOW_POINTERFACTS_H
#define CU2CL_ANALYSIS_FLOW_POINTERFACTS_H

#include "core/report/Diagnostics.h"
#include <cstdint>
#include <string>
#include <vector>

namespace cu2cl {

/// Pointer-flow facts: what a solver needs to know of the text, without AST pointers.
///
/// Every object has a node for its address; the node's child Deref stands for the value stored
/// there. A value that is a pointer is a node whose kind says what it points to, and whose child
/// Deref is the value stored there; a value of class-template type has one child per argument.
/// Arrays count as one object.
namespace step {
constexpr uint32_t Deref = 0;      ///< the value that is stored where the pointer points
constexpr uint32_t Argument = 1;   ///< 1 + i: template argument i of a class object
constexpr uint32_t Parameter = 64; ///< 64 + i: parameter i of what a function pointer calls
constexpr uint32_t Result = 63;    ///< its result
constexpr uint32_t Field = 1024;   ///< 1024 + i: field i of the unit's classes (device side)
} // namespace step

/// Uses that matter for how a pointer can be represented.
namespace use {
constexpr uint16_t Offset = 1; ///< arithmetic: d + n, &d[n], ++d
constexpr uint16_t Typed =
    2; ///< its written type matters: sizeof *d, overloads, deduction, typedefs
constexpr uint16_t Order = 4;           ///< compared by < or subtracted
constexpr uint16_t Reinterpret = 8;     ///< cast between element types
constexpr uint16_t Integer = 16;        ///< converted to or from an integer that is not 0
constexpr uint16_t StoredOnDevice = 32; ///< stored in memory that device code reads
constexpr uint16_t Untracked = 64;      ///< comes from or goes to code that is not seen
constexpr uint16_t Access = 128;        ///< host code reads or writes what lies there
constexpr uint16_t IfUncalled = 256;    ///< the rest counts where nothing calls the fact's function
constexpr uint16_t Elsewhere = 512;     ///< goes through code or bytes where its way is lost
constexpr uint16_t Found = 1024; ///< device code has it in memory, or in the bytes of an argument
constexpr uint16_t DeviceOnly = 2048; ///< is of memory that was allocated for the device alone
/// The object that stands for the integers of which device code makes pointers.
constexpr char AddressNumbers[] = "integers that are addresses";
/// The callee of a launch whose kernel is not known.
constexpr char AnyKernel[] = "any kernel";
} // namespace use

/// One statement about nodes. Meaning by Op:
///   Unify   A and B are the same;            Child  B is child Key of A;
///   SameKind A and B point to the same kind of memory, whatever lies there (Key 1: and have one
///           type, since they are compared);
///   Seed    A points to memory of kind Key;  Use    A is used as Key (mask of use::) says;
///   Call    see FactCall number Key;
///   Holds   what lies in memory whose contents are A has pointer B as a part.
enum class FactOp : uint8_t { Unify, SameKind, Child, Seed, Use, Call, Holds };

struct Fact {
  FactOp Op = FactOp::Unify;
  uint32_t A = 0, B = 0, Key = 0;
  uint32_t Place = 0; ///< index into the unit's Places
  uint32_t Text = 0;  ///< index into the unit's Strings: the evidence in words
};

/// A call or a kernel launch. Argument i is Nodes[FirstArgument + i]: a value, or an address for a
/// parameter of reference type.
struct FactCall {
  uint32_t Callee = 0; ///< index into Strings: USR
  bool Launch = false;
  bool AddressTaken = false;       ///< no call: the function is used as a value and never split
  std::vector<uint32_t> Arguments; ///< nodes; NoNode where nothing flows
  uint32_t Result = ~0u, This = ~0u;
};

constexpr uint32_t NoNode = ~0u;
constexpr char DeviceFacts[] = " (device)";

/// A declaration that owns a node: the node is the address of its object. Shared declarations
/// (globals, fields, statics) are one object in the whole program.
struct FactEntity {
  uint32_t Usr = 0, Name = 0; ///< indices into Strings
  uint32_t Node = 0;
  uint32_t Place = 0;
  uint32_t Shape = 0; ///< index into Strings: one letter a level, p pointer, r reference, a array
  bool Shared = false;
};

/// The facts of one function body (or of one instance of it), or of the initialisers at namespace
/// scope (Usr is empty). Nodes are numbered from 0 in each body.
struct FactBody {
  uint32_t Usr = 0;
  uint32_t Place = 0;
  uint32_t NodeCount = 0;
  bool Tied = false;                ///< address taken or virtual: never more than one version
  bool HostDevice = false;          ///< a function of both sides that is only called by its name
  std::vector<uint32_t> Parameters; ///< address nodes
  uint32_t Result = NoNode;         ///< value node (address for a reference)
  uint32_t This = NoNode;           ///< value node of `this`
  uint32_t ResultShape = 0;         ///< as FactEntity::Shape
  std::vector<FactEntity> Entities;
  std::vector<Fact> Facts;
  std::vector<FactCall> Calls;
};

/// A value: may be written to a file and read back. What a unit's device code says of the host's
/// pointers (analysis/spaces/PointersInDeviceMemory.h) is one of its own.
struct UnitPointerConstraints {
  std::string Unit; ///< the main file; with DeviceFacts after it for its device code
  std::vector<std::string> Strings;
  std::vector<Place> Places;
  std::vector<FactBody> Bodies;
};

} // namespace cu2cl

#endif
