# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Turns an OpenCL source file into a C++ file that defines a clrt_program. Run by clrt_add_program as
#   cmake -DPROGRAM=... -DSHOWN=... -DID=... -DOPTIONS=... -DFOLDERS=... -DOUTPUT=... -P clrt_embed.cmake
# with -DDEFINE_0=..., -DDEFINE_1=..., ... for what `#define` is to say in front of the source, and -DVARIANTS=path;path
# -DVARIANTS_SHOWN=name;name for programs with variants of its kernels.

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
    if(NOT found AND wanted MATCHES "^clrt/device/")
      message(FATAL_ERROR "${path}: ${wanted} is not there. It is a part of clrt, or of the port that cu2cl wrote (its "
        "folder clrt/device): put that folder back, or port again")
    elseif(NOT found)
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

# The files that a file of variants says it was made from, and the first of them that is another one by now, if any.
function(clrt_made_from variant text files_var changed_var)
  get_filename_component(here "${variant}" DIRECTORY)
  set(files "")
  set(changed "")
  string(REGEX MATCHALL "(^|\n)[ \t]*//@from[^\n]*" lines "${text}")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "//@from[ \t]+([^ \t]+)[ \t]+([0-9a-fA-F]+)[ \t]*$")
      message(WARNING "${variant}: '//@from' takes a file and its SHA-256; correct the line as cu2cl's docs/variants.md says")
      set(changed "what it does not name")
      continue()
    endif()
    get_filename_component(file "${CMAKE_MATCH_1}" ABSOLUTE BASE_DIR "${here}")
    string(TOLOWER "${CMAKE_MATCH_2}" wanted)
    set(hash "")
    if(EXISTS "${file}")
      list(APPEND files "${file}")
      file(SHA256 "${file}" hash)
    endif()
    if(NOT hash STREQUAL wanted AND NOT changed)
      set(changed "${file}")
    endif()
  endforeach()
  set(${files_var} "${files}" PARENT_SCOPE)
  set(${changed_var} "${changed}" PARENT_SCOPE)
endfunction()

# The text as string literals of C++.
function(clrt_literal text result_var)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "?" "\\?" text "${text}") # no trigraphs
  string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
  set(${result_var} "\"${text}\"" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE AND DEFINED OUTPUT)
  set(defines "")
  set(count 0)
  while(DEFINED DEFINE_${count})
    string(APPEND defines "#define ${DEFINE_${count}}\n")
    math(EXPR count "${count} + 1")
  endwhile()
  string(REPLACE "\\" "\\\\" options "${OPTIONS}")
  string(REPLACE "\"" "\\\"" options "${options}")

  set(variants "")
  set(sources "")
  set(count 0)
  set(shown_names "${VARIANTS_SHOWN}")
  foreach(variant IN LISTS VARIANTS)
    list(GET shown_names 0 shown)
    list(REMOVE_AT shown_names 0)
    clrt_inline("${variant}" "${shown}" "${FOLDERS}" "" text files)
    clrt_made_from("${variant}" "${text}" files changed)
    if(changed)
      message(WARNING "${shown} was made from another text of ${changed}: its variants are left out, and the plain "
        "kernels run. Make it again (cu2cl), or correct its variants by hand and then its //@from line.")
      continue()
    endif()
    set(text "${defines}${text}")
    string(SHA256 hash "${text}")
    clrt_literal("${text}" literal)
    string(APPEND sources "static const char source_${count}[] =\n    ${literal};\n")
    string(APPEND variants
      "    {\"${shown}\", source_${count}, sizeof source_${count} - 1, \"${options}\", \"${hash}\", nullptr, 0},\n")
    math(EXPR count "${count} + 1")
  endforeach()
  set(list "nullptr")
  if(variants)
    set(variants "static const clrt_program variants[] = {\n${variants}};\n")
    set(list "variants")
  endif()

  clrt_inline("${PROGRAM}" "${SHOWN}" "${FOLDERS}" "" text files)
  set(text "${defines}${text}")
  string(SHA256 hash "${text}")
  clrt_literal("${text}" literal)
  file(WRITE "${OUTPUT}" "// Made by clrt_add_program from ${SHOWN}. Do not edit.
#include <clrt/clrt.h>
static const char source[] =
    ${literal};
${sources}${variants}extern \"C\" {
extern const clrt_program ${ID};
const clrt_program ${ID} = {\"${SHOWN}\", source, sizeof source - 1, \"${options}\", \"${hash}\", ${list}, ${count}};
}
static const struct Known {
  Known() { clrt_enter_program(&${ID}); }
  ~Known() { clrt_leave_program(&${ID}); }
} known;
")
endif()
