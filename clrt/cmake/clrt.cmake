# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# clrt_add_program(<target> <file.cl> [NAME id] [OPTIONS option...] [INCLUDES folder...] [VARIANTS file...])
#
# Embeds the OpenCL source into the target, which links clrt::clrt. The C++ side names it with CLRT_PROGRAM(id); the id
# is the file's name with every other character than letters and digits replaced by _ (scale.cl: scale_cl), or NAME.
# OPTIONS are OpenCL build options; those that a device must offer are left out at run time where it does not.
# Definitions that compilers would take apart (-DTYPE=unsigned int) are written in front of the source instead.
# #include "..." is inlined with #line, so that build logs name the file and line of the source. Files are looked for
# beside the file that includes them, in INCLUDES, in the folder of the calling CMakeLists.txt, in the project's, and in
# the folder that holds clrt (installed: the one of this file). Call it where the target is made.
# VARIANTS are files with variants of its kernels (docs/variants.md); what holds for the file holds for them. A file that was
# made from another text than the one that is there now (//@from) is left out, with a warning.

set(_CLRT_CMAKE_DIR "${CMAKE_CURRENT_LIST_DIR}" CACHE INTERNAL "Where clrt.cmake lies")
include("${_CLRT_CMAKE_DIR}/clrt_embed.cmake")

function(clrt_add_program target file)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "NAME" "OPTIONS;INCLUDES;VARIANTS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "clrt_add_program: what is ${ARG_UNPARSED_ARGUMENTS}?")
  endif()
  get_filename_component(path "${file}" ABSOLUTE)
  get_filename_component(id "${file}" NAME)
  string(MAKE_C_IDENTIFIER "${id}" id)
  if(ARG_NAME)
    set(id "${ARG_NAME}")
  endif()
  get_filename_component(beside_clrt "${_CLRT_CMAKE_DIR}/../.." ABSOLUTE)
  set(folders "")
  foreach(folder IN LISTS ARG_INCLUDES)
    get_filename_component(folder "${folder}" ABSOLUTE)
    list(APPEND folders "${folder}")
  endforeach()
  list(APPEND folders "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}" "${beside_clrt}" "${_CLRT_CMAKE_DIR}")
  list(REMOVE_DUPLICATES folders)
  set(options "")
  set(defines "")
  set(count 0)
  foreach(option IN LISTS ARG_OPTIONS)
    if(option MATCHES "^-D([^=]*)=(.*[^A-Za-z0-9_.+-].*)$")
      list(APPEND defines "-DDEFINE_${count}=${CMAKE_MATCH_1} ${CMAKE_MATCH_2}")
      math(EXPR count "${count} + 1")
    else()
      string(APPEND options " ${option}")
    endif()
  endforeach()
  string(STRIP "${options}" options)

  # The included files are known now; a change in any of them configures again, as it may include others.
  clrt_inline("${path}" "${file}" "${folders}" "" text files)
  set(variants "")
  foreach(variant IN LISTS ARG_VARIANTS)
    get_filename_component(variant "${variant}" ABSOLUTE)
    list(APPEND variants "${variant}")
    clrt_inline("${variant}" "${variant}" "${folders}" "" text variant_files)
    clrt_made_from("${variant}" "${text}" made_from changed)
    list(APPEND files ${variant_files} ${made_from})
  endforeach()
  list(REMOVE_DUPLICATES files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(output "${CMAKE_CURRENT_BINARY_DIR}/clrt_programs/${target}/${id}.cpp")
  add_custom_command(OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=${path}" "-DSHOWN=${file}" "-DID=${id}" "-DOPTIONS=${options}"
            "-DFOLDERS=${folders}" "-DVARIANTS=${variants}" "-DVARIANTS_SHOWN=${ARG_VARIANTS}" ${defines} "-DOUTPUT=${output}" -P "${_CLRT_CMAKE_DIR}/clrt_embed.cmake"
    DEPENDS ${files} "${_CLRT_CMAKE_DIR}/clrt_embed.cmake"
    COMMENT "Embedding ${file}" VERBATIM)
  # By itself: options of the target such as -include are not meant for it.
  add_library(${target}_${id} OBJECT "${output}")
  set_target_properties(${target}_${id} PROPERTIES CXX_STANDARD 11 POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target}_${id} PRIVATE clrt::clrt)
  target_sources(${target} PRIVATE "$<TARGET_OBJECTS:${target}_${id}>")
endfunction()
