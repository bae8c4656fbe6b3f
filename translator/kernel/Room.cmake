# The device printer.
cu2cl_add_room(kernel AddressOf.cpp AppendedText.cpp Assert.cpp AssignmentOrder.cpp Comparisons.cpp BarrierConditions.cpp BarrierJumps.cpp BarrierPlan.cpp BitFields.cpp
  CompoundAssignments.cpp Constants.cpp
  ConditionVariables.cpp Constructors.cpp ControlVariables.cpp Conversions.cpp Declarations.cpp Declarators.cpp Destructors.cpp DeviceFunctions.cpp Effects.cpp EnumValues.cpp DeviceText.cpp
  DeviceUnit.cpp Folds.cpp FreshName.cpp FunctionPointers.cpp FunctionText.cpp HiddenNames.cpp Inheritance.cpp KernelInterface.cpp KernelPrinter.cpp LValues.cpp Lambdas.cpp LibraryDecls.cpp
  Literals.cpp Marks.cpp MemberPlaces.cpp MemberPointers.cpp Members.cpp Names.cpp OwnAddresses.cpp PairedBarriers.cpp PlacementNew.cpp Parameters.cpp PredicatedBarriers.cpp Printf.cpp RangeFor.cpp ReadBehind.cpp Rebuilt.cpp RejoinBarriers.cpp
  RuleCounts.cpp Rules.cpp Shifts.cpp SideEffects.cpp SplitParameters.cpp Statements.cpp TemplateValues.cpp Temporaries.cpp ThreadIndices.cpp Trap.cpp TypeItems.cpp TypeText.cpp
  Unsupported.cpp UserCalls.cpp ValueRange.cpp VariableUses.cpp Variables.cpp VectorValues.cpp WarpExchange.cpp)
target_link_libraries(cu2cl_kernel PUBLIC cu2cl_analysis cu2cl_rewrite cu2cl_report cu2cl_catalog)
