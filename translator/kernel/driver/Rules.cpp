// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/driver/Rules.h"
#include "kernel/expressions/FunctionPointers.h"
#include "kernel/expressions/MemberPointers.h"

namespace cu2cl {

llvm::ArrayRef<KernelRule> kernelRules() {
  static const KernelRule Table[] = {
      // Puts whole statements under a predicate, then asks the other rules for what they are: also
      // what they make and end.
      {"PredicatedBarriers", printPredicated},
      // The only temporaries with destructors that have a translation.
      {"Temporaries", printTemporaries},
      // The only `new` that has a translation.
      {"PlacementNew", printPlacementNew},
      // What OpenCL C cannot say is marked before any other rule prints a part of it.
      {"Unsupported", printUnsupported},
      // The value of a fold of nothing has no text of its own.
      {"Folds", printEmptyFold},
      // The same for statements of lockstep code; inside of what runs under a predicate.
      {"WarpExchange", printWarpExchange},
      // Leaving a scope calls destructors first: before Statements.
      {"Destructors", printScopeLeft},
      // assert is a macro of the C library: its whole expansion becomes one call.
      {"Assert", printAssert},
      // A trap may end the kernel: before DeviceFunctions, whose row is an expression.
      {"Trap", printTrap},
      // A cast around whatever gives the value of an enum: before the rules for that.
      {"EnumValues", printEnumValue},
      // Values that are known and what is null: before the rules for constants and initial values.
      {"MemberPointers", printMemberPointer},
      // A template's parameter is its argument, whatever stands around it.
      {"TemplateValues", printTemplateValue},
      // A bit-field is read and changed by macros: before all that looks at members or objects.
      {"BitFields", printBitField},
      // Before the rules of what it consists of, which it prints by their addresses.
      {"LValues", printChangedObject},
      // Prints the right side on its own, then asks the other rules for the assignment.
      {"AssignmentOrder", printOrderedAssignment},
      // threadIdx.x is a member access: before Members.
      {"ThreadIndices", printThreadIndex},
      // printf is a row of the catalog, but its format must change too: before DeviceFunctions.
      {"Printf", printPrintf},
      // Functions that the catalog knows are not the user's: before UserCalls.
      {"DeviceFunctions", printDeviceFunctionCall},
      // Vector values have calls (make_float4) and constructors: before UserCalls.
      {"VectorValues", printVectorValue},
      // Functions as values, and calls through them: UserCalls knows only calls by name.
      {"FunctionPointers", printFunctionPointer},
      {"UserCalls", printUserCall},
      {"Constructors", printConstructor},
      {"Lambdas", printLambda},
      {"RangeFor", printRangeFor},
      // A cast to a base is a member access: before Members and Casts.
      {"Inheritance", printInheritance},
      {"Declarations", printDeclarations},
      // &x of a lowered x is its name alone: before Variables prints the operand.
      {"AddressOf", printAddressOf},
      // r.x of a lowered r is r->x: before Variables prints the base.
      {"Members", printMember},
      {"Variables", printVariable},
      {"ArrayCopies", printArrayCopy},
      // A compound assignment that is a shift, too.
      {"CompoundAssignments", printCompoundAssignment},
      // An operator that may have to become a call: before Statements.
      {"Shifts", printShift},
      // Implicit conversions first: an explicit cast may hold one and must see it unprinted.
      {"Conversions", printConversion},
      {"Casts", printCast},
      {"Comparisons", printComparison},
      {"SizeOf", printSizeOf},
      {"Literals", printLiteral},
      {"Statements", printStatement},
  };
  return Table;
}

} // namespace cu2cl
