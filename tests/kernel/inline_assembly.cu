// Inline assembly whose instructions are known becomes statements of OpenCL C.

#define LOP3(d, a, b, c, table) asm("lop3.b32 %0, %1, %2, %3, " #table ";" : "=r"(d) : "r"(a), "r"(b), "r"(c))

__global__ void k(unsigned *out, const float *in, unsigned long long *wide, int n) {
  unsigned x = out[n], d;
  asm("popc.b32 %0, %1;" : "=r"(d) : "r"(x));            // CL: d = (int)popcount(x);
  LOP3(d, x, d, 7u, 0x96);                               // CL: d = clrt_ptx_lop3(x, d, 7u, 150u);
  asm volatile("" ::: "memory");
  if (n > 3) asm("" ::: "memory"); else d = 2;           // CL: if (n > 3); else d = 2;
  asm("add.u32 %[sum], %[a], -1;" : [sum] "=r"(d) : [a] "r"(n)); // CL: d = (uint)n + 4294967295u;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide[0]) : "r"(x + 1), "r"(d)); // CL: wide[0] = (ulong)(x + 1) * d;
  asm("mov.u32 %0, %%laneid;" : "=r"(d));                // CL: d = clrt_ptx_laneid();
  float f;
  asm("ld.global.nc.f32 %0, [%1];" : "=f"(f) : "l"(in + n)); // CL: f = *(in + n);
  double wider;
  asm("cvt.rn.f64.s32 %0, %1;" : "=d"(wider) : "r"(n)); // CL: wider = (double)n;
  asm("neg.f32 %0, %1;" : "=f"(f) : "f"((float)-wider)); // CL: f = -(float)-wider;
  asm("neg.f32 %0, %1;" : "=f"(f) : "f"(-f)); // CL: f = - -f;
  asm("copysign.f32 %0, %1, %2;" : "=f"(f) : "f"(-f), "f"(2.0f)); // CL: f = copysign(2.0f, -f);
  asm("fma.rn.f32 %0, %0, 0f40000000, %1;" : "+f"(f) : "f"(1.5f)); // CL: f = fma(f, 2.0f, 1.5f);
  asm("{\n\t.reg .u32 t;\n\tadd.cc.u32 t, %1, %2; // low\n\taddc.u32 %0, t, 0;\n}" : "=r"(d) : "r"(x), "r"(d));
  // CL: {
  // CL: uint operand = d;
  // CL: uint t;
  // CL: uint carry;
  // CL: t = clrt_ptx_add_cc(x, operand, &carry);
  // CL: d = clrt_ptx_addc(t, 0u, &carry);
  // CL: }
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(out), "r"(d) : "memory"); // CL: atomic_add(out, d);
  asm volatile("bar.sync 0;");                           // CL: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(d) : "l"(out + 2)); // CL: d = *(__global const volatile uint *)(out + 2);
  asm volatile("shfl.down.b32 %0, %1, %2, 0x1f;" : "=r"(d) : "r"(x), "r"(1)); // CL: d = clrt_shfl_down_uint(x, 1, 32, warp);
  asm("mov.u32 %0, %%nwarpid;" : "=r"(d));               // CL: d = 64u;
  asm("mov.u32 %0, %%smid;" : "=r"(d));                  // CL: d = clrt_ptx_smid();
  // DIAG: 2319
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(d));        // CL: d = clrt_ptx_nsmid();
  // DIAG: 2319
  asm("mad24.lo.u32 %0, %1, %2, 5;" : "=r"(d) : "r"(x), "r"(d)); // CL: d = (x & 0xffffffu) * (d & 0xffffffu) + 5u;
  asm("rem.u32 %0, %1, 10;" : "=r"(d) : "r"(d));         // CL: d = d % 10u;
  asm("div.s32 %0, %1, %2;" : "=r"(n) : "r"(n), "r"(3)); // CL: n = n / 3;
  asm("{\n\t.reg .pred p;\n\tsetp.lt.s32 p, %1, 5;\n\tselp.u32 %0, 1, 0, p;\n}" : "=r"(d) : "r"(n));
  // CL: bool p;
  // CL: p = n < 5
  // CL: d = p ? 1u : 0u;
  asm volatile("{ .reg .pred %%q; .reg .b32 %%t; setp.ne.f32 %%q, %1, %1; mov.b32 %%t, 4; @!%%q st.global.u32 [%0], %%t; }" ::"l"(out), "f"(f));
  // CL: q = islessgreater(
  // CL: if (!q) { *operand = t; }
  asm("cvt.s32.s64 %0, %1;" : "=r"(n) : "l"(wide[1])); // CL: n = (uint)wide[1];
  asm("mov.u32 %0, %tid.x;" : "=r"(d));                  // CL: d = (uint)get_local_id(0);
  asm("cvt.sat.u8.s32 %0, %1;" : "=r"(d) : "r"(n));      // CL: d = (uint)convert_uchar_sat(n);
  asm("div.full.f32 %0, %0, %1;" : "+f"(f) : "f"(3.0f)); // CL: f = f / 3.0f;
  out[n] = d + (unsigned)f;
}
