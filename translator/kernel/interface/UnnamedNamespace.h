// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef CU2CL_KERNEL_INTERFACE_UNNAMEDNAMESPACE_H
#define CU2CL_KERNEL_INTERFACE_UNNAMEDNAMESPACE_H

namespace cu2cl {

/// Stands for a namespace without a name in a list of namespaces, "{::a::b".
inline constexpr char UnnamedNamespace[] = "{";

} // namespace cu2cl

#endif
