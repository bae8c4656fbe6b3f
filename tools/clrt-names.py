#!/usr/bin/env python3
# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ordinary names in clrt's headers, each of which a macro of the program could catch, as `-Dtotal_bytes=4096` does in
`int f(size_t total_bytes)`: names_begin.h sets each aside, and each small letter. Without arguments prints the names that
it lacks (exit status 1 if there are any); with --write, writes names_begin.h and names_end.h anew."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "clrt/include/clrt"
OWN = ("names_begin.h", "names_end.h")
NAME = re.compile(r"(?<![\w.'])[A-Za-z]\w*")
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", flags=re.S)
DEFINED = re.compile(r"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)", flags=re.M)
CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif)\b((?:[^\n\\]|\\\n|\\.)*)", flags=re.M)
OTHER_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:(?:include|pragma|error)[^\n]*|[a-z]+)", flags=re.M)
# OpenCL's, CUDA's and clrt's own, which no program defines.
RESERVED = re.compile(r"(CL|CLRT|CU|CUDA|NVML|NVTX|cl|clrt|cuda|nvml|nvtx)_|(cl|cu|cuda|cuda_|nvml|nvtx)[A-Z]|CU[a-z]")
KEYWORDS = set("""
alignas alignof and asm auto bool break case catch char class const constexpr continue decltype default defined delete do
double else enum explicit extern false final float for friend goto if inline int long mutable namespace new noexcept
noreturn not nullptr operator or override private protected public reinterpret_cast const_cast static_cast register
restrict return short signed sizeof static static_assert struct switch template this thread_local throw true try typedef
typename union unsigned using virtual void volatile while""".split())
# Macros of the standard headers that clrt uses as such, in one C library or another.
STANDARD = set("""
NULL assert offsetof errno stdin stdout stderr va_start va_end va_arg va_copy va_list INFINITY NAN HUGE_VAL HUGE_VALF
INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX SIZE_MAX CHAR_BIT FLT_MAX FLT_MIN
FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON INT8_MIN INT16_MIN INT32_MIN INT64_MIN INT8_MAX INT16_MAX INT32_MAX INT64_MAX
UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX UINT8_C UINT16_C UINT32_C UINT64_C INT64_C INT32_C isnan isinf isfinite
signbit""".split())

# What OpenCL's headers call their parameters and members, in one version or another.
OPENCL = set("""
addressing_mode arg_index arg_indx arg_size arg_value args_mem_loc binaries binary_status blocking_copy blocking_map
blocking_read blocking_write buffer_create_info buffer_create_type buffer_origin buffer_row_pitch buffer_slice_pitch cb
cb_args command_exec_callback_type command_queue device_list device_timestamp device_type devices dst_buffer dst_image
dst_offset dst_origin dst_ptr dst_row_pitch dst_slice_pitch enable errcode_ret errinfo event_command_status event_list
event_wait_list execution_status fill_color filter_mode func_name global_work_offset global_work_size header_include_names
hi host_origin host_ptr host_row_pitch host_slice_pitch host_timestamp il image_array_size image_channel_data_type
image_channel_order image_depth image_desc image_format image_formats image_height image_row_pitch image_slice_pitch
image_type image_width in_device input_headers input_programs input_row_pitch input_slice_pitch input_value
input_value_size kernel_name kernel_names kernels lengths lo local_work_size map_flags mapped_ptr mem_list mem_object
mem_objects memobj normalized_coords num_devices num_devices_ret num_entries num_events num_events_in_wait_list
num_image_formats num_input_headers num_input_programs num_kernels num_kernels_ret num_mem_objects num_mip_levels
num_platforms num_samples num_svm_pointers origin out_devices param_name param_value param_value_size
param_value_size_ret pattern pattern_size pfn_free_func pfn_notify pipe_max_packets pipe_packet_size platform platforms
private_info region row_pitch s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 sA sB sC sD sE sF sa sb sc sd se sf sampler
sampler_properties sizes slice_pitch source_kernel spec_id spec_size spec_value src_buffer src_image src_offset
src_origin src_ptr src_row_pitch src_slice_pitch strings svm_pointer svm_pointers svm_ptr user_data user_func v16 v2 v4
v8 vector_size work_dim""".split())


def text_of(header):
    """The text without comments and string literals."""
    return TEXT.sub('""', COMMENT.sub(" ", header.read_text()))


def headers():
    return sorted(path for path in FOLDER.iterdir() if path.suffix in (".h", ".hpp", ".def") and path.name not in OWN)


def ordinary_names():
    """What a program's macro may be called, of all that clrt's headers name."""
    names, own = set("abcdefghijklmnopqrstuvwxyz") | OPENCL, KEYWORDS | STANDARD
    for header in headers():
        text = text_of(header)
        own.update(DEFINED.findall(text))
        own.update(name for condition in CONDITION.findall(text) for name in NAME.findall(condition))
        names.update(NAME.findall(OTHER_DIRECTIVE.sub(" ", CONDITION.sub(" ", text))))
    return {name for name in names - own if not RESERVED.match(name)}


def main():
    begin = FOLDER / OWN[0]
    there = set(re.findall(r"^#undef ([a-zA-Z]\w*)$", begin.read_text(), flags=re.M)) if begin.exists() else set()
    wanted = ordinary_names()
    if "--write" not in sys.argv[1:]:
        missing = sorted(wanted - there)
        for name in missing:
            print(f"clrt/include/clrt/names_begin.h: {name} is not set aside: run tools/clrt-names.py --write")
        return 1 if missing else 0
    names = sorted(wanted)
    licence = ("/* Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions. */\n"
               "/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */\n"
               "\n/* tools/clrt-names.py --write writes this file. */\n\n")
    levels = ["CLRT_NAMES_" + str(number) for number in range(1, 9)]
    steps = "".join(f"#elif !defined({level})\n#define {level}\n" for level in levels[1:])
    (FOLDER / OWN[0]).write_text(
        licence + "/* Sets the program's macros aside whose names clrt's headers use, as of `-Dm=4` or\n"
        "   `-Dtotal_bytes=64`; names_end.h brings them back. No include guard: each header does so for\n"
        "   itself, and the outermost of them does the work. */\n"
        f"#if !defined({levels[0]})\n#define {levels[0]}\n" +
        "".join(f'#pragma push_macro("{name}")\n#undef {name}\n' for name in names) + steps + "#endif\n")
    back = "".join(f"#{'elif' if count else 'if'} defined({level})\n#undef {level}\n"
                   for count, level in enumerate(reversed(levels)))
    (FOLDER / OWN[1]).write_text(
        licence + "/* Brings back what names_begin.h has set aside. */\n" + back +
        "".join(f'#pragma pop_macro("{name}")\n' for name in names) + "#endif\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
