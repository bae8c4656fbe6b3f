# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops around barriers that go on as long as the block agrees: what decides is the result of a function to which each thread passes
a value of its own, and which gives all of them the same."""

from registry import gadget
from values import LLONG, Value

ANY = (LLONG, 0, 0)


def declare_agreement(g, name, form):
    """A function or class that gives all threads one value: as its result, through a reference, in a member."""
    step = g.rng.choice(["s[0] += s[j]", "s[0] = max(s[0], s[j])", "s[0] ^= s[j] * j", "if (s[j] % 3u == 1u) s[0] = j"])
    body = ["  s[tid] = v;", "  __syncthreads();", "  if (tid == 0)", f"    for (unsigned j = 1; j < {g.threads}u; j++)", f"      {step};",
            "  __syncthreads();", "  unsigned r = s[0];", "  __syncthreads();"]
    if form == "result":
        g.declare(f"__device__ unsigned {name}(unsigned v, unsigned *s, int tid) {{", *body, "  return r;", "}")
    elif form == "reference":
        g.declare(f"__device__ void {name}(unsigned &out, unsigned v, unsigned *s, int tid) {{", *body, "  out = r;", "}")
    else:
        g.declare(f"struct {name} {{", "  unsigned own, all;",
                  "  __device__ void ask(unsigned v, unsigned *s, int tid) {", *body, "  own += v;", "  all = r;", "  }", "};")


@gadget("loops by what the block agrees on", uniform=True)
def loops_by_agreement(g):
    form = g.rng.choice(["result", "reference", "member"])
    ask, grow, s, most = g.global_name("ask"), g.global_name("grow"), g.name("shared"), g.name("most")
    declare_agreement(g, ask, form)
    value = f"v + count * {g.rng.randrange(1, 9)}u"
    call = {"result": [f"    unsigned m = {ask}({value}, s, tid);"], "reference": ["    unsigned m;", f"    {ask}(m, {value}, s, tid);"],
            "member": [f"    {ask} a = {{v, 0}};", f"    a.ask({value}, s, tid);", "    unsigned m = a.all;"]}[form]
    g.declare(f"__device__ unsigned {grow}(unsigned n, unsigned v, unsigned *s, int tid) {{", f"  unsigned count = n % {g.rng.randrange(2, 4)};",
              "  bool more = true;", f"  while (count < {g.rng.randrange(3, 7)} && more) {{", *call,
              f"    if (m % {g.rng.randrange(3, 7)}u != 1u)", "      count++;", "    else", "      more = false;",
              *(["    __syncthreads();"] if g.chance(0.5) else []), "  }", f"  return {g.rng.choice(['count', 'count * 3 + n', 'more ? count : 1u'])};", "}")
    g.emit(f"__shared__ unsigned {s}[{g.threads}];")
    g.emit(f"unsigned {most} = n & 1;")
    i, c = g.name("i"), g.name("c")
    with g.block_of(f"for (unsigned {i} = 0; {i} < {g.rng.randrange(2, 5)}; {i}++)"):
        g.emit(g.rng.choice([f"if ({i} % 3u < {most} % 2u)", f"if (in[{i}] % 4 == 1)", f"if ({i} > 1u && {most} < {i})"]))
        g.emit(f"  {g.rng.choice(['continue', 'break'])};")
        g.emit(f"unsigned {c} = {grow}({i} + n, {g.integer(1).text}, {s}, tid);")
        g.emit(f"if ({c} > {most})")
        g.emit(f"  {most} = {c};")
    g.result(Value(f"({most} % 100003)", *ANY))
