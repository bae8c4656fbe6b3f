// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bit-fields become plain words and macros that know where a field lies.
struct Flags {
  unsigned on : 1;
  int level : 5;
  unsigned : 0;
  unsigned char mode : 3;
  long long wide : 40;
};
// CL: uint bits_on; /* on : 1, level : 5 */
// CL: ulong bits_wide;
// CL: #define Flags_on bits_on, 0, 1
// CL: #define Flags_level bits_on, 1, 5

__global__ void change(Flags *f, int n) {
  Flags start = {1, -2, 3};
  // CL: Flags start = {.bits_on = clrt_place_bits(Flags_on, 1) | clrt_place_bits(Flags_level, -2)
  f->level = f->on ? start.level : 0;
  // CL: clrt_set_bits(*f, Flags_level, clrt_get_bits(*f, Flags_on) ? clrt_get_signed_bits(start, Flags_level) : 0);
  f[1].level += 3;
  // CL: clrt_set_bits(f[1], Flags_level, clrt_get_signed_bits(f[1], Flags_level) + 3);
  ++f->mode;
  // CL: clrt_set_bits(*f, Flags_mode, clrt_get_bits(*f, Flags_mode) + 1);
  f->wide = f->wide * 2;
  // CL: clrt_get_wide_signed_bits(*f, Flags_wide) * 2
  // C would read the word for `on` before or after `level` changes.
  f->on = f->level = n;
  // CL: { uint value = (clrt_set_bits(*f, Flags_level, n), clrt_get_signed_bits(*f, Flags_level)); clrt_set_bits(*f, Flags_on, value); }
  // Inside of an expression the value goes first, into a variable of ours.
  for (int i = 0; i < n; f->on = f->level = 1, ++i)
    n--;
  // CL: (value = (clrt_set_bits(*f, Flags_level, 1), clrt_get_signed_bits(*f, Flags_level)), clrt_set_bits(*f, Flags_on, value)), ++i)
  n = f->level++;
  // CL: n = (before_2 = clrt_get_signed_bits(*f, Flags_level), clrt_set_bits(*f, Flags_level, before_2 + 1), before_2);
  f->level <<= n;
  // CL: clrt_set_bits(*f, Flags_level, clrt_shl_int(clrt_get_signed_bits(*f, Flags_level), n));
  f->level *= 0.5f;
  // CL: clrt_set_bits(*f, Flags_level, convert_int_sat(clrt_get_signed_bits(*f, Flags_level) * 0.5f));
}

// Beside another member no aligned word is free.
struct Beside {
  bool b;
  int f : 5;
  unsigned g : 9;
};
// CL: ushort bits_f __attribute__((packed)); /* f : 5, g : 9 */
// CL: #define Beside_g bits_f, 5, 9
__global__ void change_beside(Beside *b) { b->g = b->f; }
// CL: clrt_set_bits(*b, Beside_g, clrt_get_signed_bits(*b, Beside_f));
