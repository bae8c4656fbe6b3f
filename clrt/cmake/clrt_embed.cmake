# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Turns an OpenCL source file into a C++ file that defines a clrt_program. Run by clrt_add_program as
#   cmake -DPROGRAM=... -DSHOWN=... -DID=... -DOPTIONS=... -DFOLDERS=... -DOUTPUT=... -P clrt_embed.cmake
# with -DDEFINE_0=..., -DDEFINE_1=..., ... for what `#define` is to say in front of the source.

cmake_policy(VERSION 3.16)

# The text of `path` with its quote includes inlined, and the files that it consists of. `shown` is its name in #line;
# `stack` are the files that are being inlined (one of them again: its include guard would make it empty).
function(clrt_inline path shown folders stack text_var files_var)
  file(READ "${path}" rest)
  string(REPLACE "\r\n" "\n" rest "${rest}")
  set(files "${path}")
  list(APPEND stack "${path}")
  get_filename_component(here "${path}" DIRECTORY)
  get_filename_component(shown_here "${shown}" DIRECTORY)
  # #pragma once means nothing in one flat text; a guard of our own does the same.
  string(REGEX MATCH "(^|\n)[ \t]*#[ \t]*pragma[ \t]+once[^\n]*" once "${rest}")
  set(text "")
  if(once)
    string(MD5 guard "${rest}")
    set(guard "CLRT_ONCE_${guard}")
    string(REGEX REPLACE "(^|\n)[ \t]*#[ \t]*pragma[ \t]+once[^\n]*" "\\1" rest "${rest}")
    string(APPEND text "#ifndef ${guard}\n#define ${guard}\n")
  endif()
  string(APPEND text "#line 1 \"${shown}\"\n")
  set(line 1)
  while(rest MATCHES "(^|\n)([ \t]*#[ \t]*include[ \t]*\"([^\"\n]+)\"[^\n]*)")
    set(directive "${CMAKE_MATCH_2}")
    set(wanted "${CMAKE_MATCH_3}")
    set(newline "${CMAKE_MATCH_1}")
    string(FIND "${rest}" "${newline}${directive}" at)
    string(LENGTH "${newline}" skip)
    math(EXPR at "${at} + ${skip}")
    string(SUBSTRING "${rest}" 0 ${at} before)
    string(LENGTH "${directive}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(APPEND text "${before}")
    string(REGEX MATCHALL "\n" lines "${before}")
    list(LENGTH lines lines)
    math(EXPR line "${line} + ${lines}")

    set(found "")
    set(found_shown "${wanted}")
    if(EXISTS "${here}/${wanted}")
      set(found "${here}/${wanted}")
      if(shown_here)
        set(found_shown "${shown_here}/${wanted}")
      endif()
    else()
      foreach(folder IN LISTS folders)
        if(NOT found AND EXISTS "${folder}/${wanted}")
          set(found "${folder}/${wanted}")
        endif()
      endforeach()
    endif()
    if(found)
      get_filename_component(found "${found}" ABSOLUTE)
    endif()
    if(NOT found)
      string(APPEND text "${directive}") # the OpenCL compiler will look for it, or say that it is not there
    elseif(NOT "${found}" IN_LIST stack)
      clrt_inline("${found}" "${found_shown}" "${folders}" "${stack}" inner inner_files)
      list(APPEND files ${inner_files})
      math(EXPR next "${line} + 1")
      string(APPEND text "${inner}\n#line ${next} \"${shown}\"") # the directive's own newline follows
    endif()
  endwhile()
  string(APPEND text "${rest}")
  if(once)
    string(APPEND text "\n#endif\n")
  endif()
  list(REMOVE_DUPLICATES files)
  set(${text_var} "${text}" PARENT_SCOPE)
  set(${files_var} "${files}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE AND DEFINED OUTPUT)
  clrt_inline("${PROGRAM}" "${SHOWN}" "${FOLDERS}" "" text files)
  set(defines "")
  set(count 0)
  while(DEFINED DEFINE_${count})
    string(APPEND defines "#define ${DEFINE_${count}}\n")
    math(EXPR count "${count} + 1")
  endwhile()
  set(text "${defines}${text}")
  string(SHA256 hash "${text}")
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "?" "\\?" text "${text}") # no trigraphs
  string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
  string(REPLACE "\\" "\\\\" options "${OPTIONS}")
  string(REPLACE "\"" "\\\"" options "${options}")
  file(WRITE "${OUTPUT}" "// Made by clrt_add_program from ${SHOWN}. Do not edit.
#include <clrt/clrt.h>
static const char source[] =
    \"${text}\";
extern \"C\" {
extern const clrt_program ${ID};
const clrt_program ${ID} = {\"${SHOWN}\", source, sizeof source - 1, \"${options}\", \"${hash}\"};
}
static const struct Known {
  Known() { clrt_enter_program(&${ID}); }
  ~Known() { clrt_leave_program(&${ID}); }
} known;
")
endif()
