# What is run where.

# The fixed subset for Intel's CPU runtime, and the programs that Oclgrind watches.
set(on_intel r02_dynamic_smem r04_integer_intrinsics r06_pointer_qualifiers r25_float3_layout r34_pointer_offsets
  r35_pointer_flow r40_globals trap_unsigned_ids trap_overloads trap_predicated_barriers trap_return_before_barrier
  trap_volatile_warp trap_reduction_helpers trap_nan_results device_atomics device_conversions device_fast_intrinsics device_math_float device_mixed_spaces device_shared_memory
  device_struct_layouts device_vector_types host_stream_order svm_linked svm_managed svm_pointers_in_memory)
# Warps as sub-groups, on Intel's CPU runtime. Its compiler takes a minute for some of them, which CU2CL_INTEL_ALL asks for.
set(on_sub_groups trap_volatile_warp trap_warp_global walked_barriers warp_functions)
if(CU2CL_INTEL_ALL)
  list(APPEND on_sub_groups cooperative_groups cub_block cub_sort inline_assembly warp_divergent warp_lockstep
    trap_warp_results warp_numbers warp_results)
endif()
set(on_oclgrind r02_dynamic_smem r06_pointer_qualifiers r07_struct_params r25_float3_layout r34_pointer_offsets
  trap_char_offsets trap_predicated_barriers trap_return_before_barrier trap_volatile_warp device_builtin_copies
  device_control_flow device_many_constants device_mixed_spaces device_shared_memory device_small_integers device_vector_types host_launch_contexts)

add_port(run ${CMAKE_SOURCE_DIR}/tests/run run precompiled)
file(GLOB programs CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/tests/run ${CMAKE_SOURCE_DIR}/tests/run/*.cu)
foreach(file IN LISTS programs)
  get_filename_component(name ${file} NAME_WE)
  set(intel_too OFF)
  set(oclgrind_too OFF)
  if(name IN_LIST on_intel)
    set(intel_too ON)
  endif()
  if(name IN_LIST on_oclgrind)
    set(oclgrind_too ON)
  endif()
  add_program(run.${name} ${work}/run/build/bin/${name} run_built ${intel_too} ${oclgrind_too})
  if(CU2CL_INTEL_FOLDER AND name IN_LIST on_sub_groups)
    add_job(run.${name}.sub_groups REQUIRES run_built LABELS intel ENVIRONMENT ${intel} CLRT_WARP=native
      COMMAND run ${work}/run/build/bin/${name})
  endif()
endforeach()

# Some of them as a port of their own, for scripts/test --quick: quick.*
set(quick cxx_classes device_atomics device_shared_memory host_launch_order ptr_walks r04_integer_intrinsics trap_overloads
  trap_predicated_barriers)
list(TRANSFORM quick PREPEND ${CMAKE_SOURCE_DIR}/tests/run/ OUTPUT_VARIABLE quick_sources)
list(TRANSFORM quick_sources APPEND .cu)
add_port(quick "${quick_sources}" quick)
foreach(name IN LISTS quick)
  add_job(quick.${name} REQUIRES quick_built LABELS quick COMMAND run ${work}/quick/build/bin/${name})
endforeach()

add_job(run.r29_no_deprecated_calls REQUIRES run_ported LABELS run COMMAND deprecated ${work}/run/port)

# add_sample(NAME SABOTAGE SMALL ARGUMENTS...): the last are a size that Oclgrind can bear.
function(add_sample name sabotage)
  set(port ${work}/sample.${name}/port)
  set(program ${work}/sample.${name}/build/bin/${name})
  add_port(sample.${name} ${CMAKE_SOURCE_DIR}/samples/${name} sample)
  add_job(sample.${name}.run REQUIRES sample.${name}_built LABELS sample COMMAND run ${program})
  if(CU2CL_INTEL_FOLDER)
    add_job(sample.${name}.intel REQUIRES sample.${name}_built LABELS intel ENVIRONMENT ${intel} COMMAND run ${program})
  endif()
  if(OCLGRIND)
    add_job(sample.${name}.oclgrind REQUIRES sample.${name}_built LABELS oclgrind ENVIRONMENT ${common}
      COMMAND oclgrind ${program} ${ARGN})
  endif()
  add_job(sabotage.${name} REQUIRES sample.${name}_ported LABELS sample
    COMMAND sabotage ${port} ${work}/sabotage.${name} ${name} ${sabotage} ${ARGN})
endfunction()
add_sample(vectoradd "s/a\\[i\\] \\+ b\\[i\\]/a[i] - b[i]/" 1000)
add_sample(sgemm "s/sums\\[j\\] \\+= /sums[j] -= /" 70 20 18 1)
add_sample(cp "s/sum \\+= /sum -= /" 20 10 100)
add_sample(mriq "s/sQi \\+= /sQi -= /" 40 60)
add_sample(stencil7 "s/below \\+ above/below - above/" 40 12 10 2)

# The samples with variants for all targets, whose bits clrt compares with the plain kernels' (a difference is said on stderr).
foreach(name cp mriq sgemm stencil7)
  add_port(variants.${name} "${CMAKE_SOURCE_DIR}/samples/${name};--target=pocl-cpu,intel-cpu,h200,amd-gcn,generic" sample)
  set(program ${work}/variants.${name}/build/bin/${name})
  add_job(variants.${name}.run REQUIRES variants.${name}_built LABELS sample COMMAND verified ${program})
  if(CU2CL_INTEL_FOLDER)
    add_job(variants.${name}.intel REQUIRES variants.${name}_built LABELS intel ENVIRONMENT ${intel} COMMAND run ${program})
  endif()
endforeach()

# R26: found from any folder; two sources of one name. R27: the build log. R28: the choice of the device.
set(program ${work}/sample.vectoradd/build/bin/vectoradd)
add_job(run.r26_elsewhere REQUIRES sample.vectoradd_built LABELS run COMMAND elsewhere ${program})
add_job(run.r27_build_log REQUIRES sample.vectoradd_ported LABELS run
  COMMAND broken ${work}/sample.vectoradd/port ${work}/broken vectoradd)
add_job(run.r28_device_choice REQUIRES sample.vectoradd_built LABELS run COMMAND device ${program})

# R44, the exit status: *.port_status above demand 0, these demand 1.
file(GLOB refused CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/error/*.cu)
foreach(file IN LISTS refused)
  get_filename_component(name ${file} NAME_WE)
  add_job(error.${name} LABELS error COMMAND refused ${file} ${work}/error/${name})
endforeach()

file(GLOB projects CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/tests/projects ${CMAKE_SOURCE_DIR}/tests/projects/*)
foreach(name IN LISTS projects)
  add_port(project.${name} ${CMAKE_SOURCE_DIR}/tests/projects/${name} run)
  set(intel_too OFF)
  if(name STREQUAL fast_math) # functions are less exact there
    set(intel_too ON)
  endif()
  set(folder bin)
  if(name STREQUAL same_names) # where the project's own files put it
    set(folder apps/check)
  endif()
  add_program(project.${name}.run ${work}/project.${name}/build/${folder}/${name} project.${name}_built ${intel_too} OFF)
endforeach()
# Their second programs, of the same source with other definitions.
add_program(project.two_definitions.doubling ${work}/project.two_definitions/build/bin/two_definitions_doubling
  project.two_definitions_built OFF OFF)
add_program(project.two_definitions.objects ${work}/project.two_definitions/build/bin/two_objects
  project.two_definitions_built OFF OFF)
add_program(project.definitions.double ${work}/project.definitions/build/bin/definitions_double
  project.definitions_built OFF OFF)
# The other program of its folder, with functions of the same names.
add_program(project.separate_units.second ${work}/project.separate_units/build/bin/second
  project.separate_units_built OFF OFF)
add_program(project.modern_cmake.second ${work}/project.modern_cmake/build/apps/app2 project.modern_cmake_built OFF OFF)
