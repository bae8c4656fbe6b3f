// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_HOST_UNIT_RULENAMES_H
#define CU2CL_HOST_UNIT_RULENAMES_H

/// The names by which the edits of host code say which rule made them. A conflict of two edits
/// shows both names.
namespace cu2cl::rule {

inline constexpr char Conditionals[] = "Conditionals";
inline constexpr char DeviceCode[] = "DeviceCode";
inline constexpr char DeviceInitializers[] = "DeviceInitializers";
inline constexpr char DeviceObjects[] = "DeviceObjects";
inline constexpr char DirectOpenClCalls[] = "DirectOpenClCalls";
inline constexpr char ExplicitInstantiations[] = "ExplicitInstantiations";
inline constexpr char FlattenedClasses[] = "FlattenedClasses";
inline constexpr char Friends[] = "Friends";
inline constexpr char UsingDeclarations[] = "UsingDeclarations";
inline constexpr char HintCalls[] = "HintCalls";
inline constexpr char Includes[] = "Includes";
inline constexpr char KernelHandles[] = "KernelHandles";
inline constexpr char KernelLaunch[] = "KernelLaunch";
inline constexpr char PointerTypes[] = "PointerTypes";
inline constexpr char PointerUses[] = "PointerUses";
inline constexpr char RuntimeCalls[] = "RuntimeCalls";
inline constexpr char RuntimeNames[] = "RuntimeNames";
inline constexpr char SymbolTypes[] = "SymbolTypes";
inline constexpr char Textures[] = "Textures";

} // namespace cu2cl::rule

#endif // CU2CL_HOST_UNIT_RULENAMES_H
