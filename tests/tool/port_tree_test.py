# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verdicts of tools/port-tree, how it runs programs; the counts of tools/marker-budget."""
import argparse
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True


def tool(name):
    path = str(pathlib.Path(__file__).resolve().parents[2] / "tools" / name)
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


port_tree, marker_budget = tool("port-tree"), tool("marker-budget")


class Verdicts(unittest.TestCase):
    def good(self, text, **more):
        self.assertEqual(port_tree.verdict(text, **more), (True, ""), text)

    def bad(self, text, **more):
        self.assertFalse(port_tree.verdict(text, **more)[0], text)

    def test_words(self):
        self.good("Test PASSED\n")
        self.good("Verification successful\n")
        self.bad("Test FAILED\n")
        self.bad("PASSED\nsecond part: FAIL\n")
        self.bad("done in 3 s\n")
        self.bad("")

    def test_counts(self):
        self.good("Non-Matching CPU-GPU Outputs Beyond Error Threshold of 0.05 Percent: 0\n")
        self.bad("Non-Matching CPU-GPU Outputs Beyond Error Threshold of 0.05 Percent: 12\n")
        self.good("Errors: 0\n")
        self.bad("3 mismatches found\n")
        self.good("0 errors\nPASS\n")
        self.good("1e-7 of 1e-5 allowed, 0 voxels wrong\nPASSED\n")
        self.bad("2 voxels wrong\nPASSED\n")

    def test_nan(self):
        self.bad("PASSED\nerror = nan\n")
        self.bad("sum -nan PASSED\n")
        self.good("nanoseconds: 4\nPASSED\n")
        self.bad("value NaN\n", expect="value")

    def test_expect(self):
        self.good("x = 3\n", expect="x = 3")
        self.bad("x = 4\n", expect="x = 3")
        self.bad("x = 3 oops\n", expect="x = 3", forbid="oops")

    def test_reference(self):
        agrees = port_tree.agreement
        self.assertTrue(agrees("x = 1.0000001 y\n\ntime 4\n", "x = 1 y\ntime 5 s\n", ignore="time")[0])
        self.assertFalse(agrees("x = 1.1\n", "x = 1\n")[0])
        self.assertTrue(agrees("x = 1.1\n", "x = 1\n", "0.2")[0])
        self.assertTrue(agrees("1e-9 7\n", "0 7\n", "1e-5,1e-8")[0])
        self.assertFalse(agrees("1 2\n3 4\n", "1 2\n")[0])
        self.assertFalse(agrees("1 2\n", "1 2 3\n")[0])
        self.assertFalse(agrees("", "")[0])
        self.assertFalse(agrees("a 1\n", "b 1\n")[0])

    def test_sabotage(self):
        text = """__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void f(int n, __global DATA *a, __local float *t)
{
  float x[2] = {1, 2};
  t[0] = n;
  if (n == 1) a[n * (2 + n)].x += x[1];
}
__kernel void g(__global int *b) { atomic_add(b, 1); }
"""
        (f, versions), (g, none) = port_tree.sabotages(text)
        self.assertEqual((f, g, none), ("f", "g", []))
        self.assertEqual(versions, [text.replace("+= x[1]", "+= 3 * (x[1]) + 1")])

    def test_table(self):
        import tempfile
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as table:
            table.write("# comment\nbfs args='-n 3 {in}/x' skip=\"no data\" # more\n")
            table.flush()
            self.assertEqual(port_tree.read_table(table.name), {"bfs": {"args": "-n 3 {in}/x", "skip": "no data"}})


class Runs(unittest.TestCase):
    """How a built program is run and judged; the program is a script."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.out = pathlib.Path(self.folder.name)
        (self.out / "demo").mkdir()
        (self.out / "demo.build").mkdir()
        self.program = self.out / "demo.build/demo"
        self.program.write_text("#!/bin/sh\necho \"ran with $*, ${MODE:-none}\"\necho 5 >result.txt\n")
        self.program.chmod(0o755)

    def job(self, under="", **row):
        options = argparse.Namespace(out=self.out, references=self.out, timeout=20, under=under, run_only=True)
        job = port_tree.Job("demo", self.out / "input", row, options)
        job.programs = lambda: [("demo", self.program)]
        return job

    def run_only(self, **row):
        (self.out / "demo.build/compiled").touch()
        return self.job(**row).run()

    def test_check(self):
        self.assertTrue(self.run_only(check="grep -q 5 result.txt")["correct"])
        wrong = self.run_only(check="sh -c 'cat result.txt; false'")
        self.assertFalse(wrong["correct"])
        self.assertEqual(wrong["reason"], "run: demo: 5")
        self.assertFalse(self.run_only()["correct"])  # no verdict in the output
        self.assertFalse(self.run_only(check="true", forbid="ran")["correct"])

    def test_names_of_folders(self):
        self.assertTrue(self.run_only(args="{in}/a {out} {table}", check="true")["correct"])
        self.assertIn(f"ran with {self.out}/input/a {self.out}/demo {self.out}", (self.out / "demo.demo.log").read_text())

    def test_under(self):
        self.assertTrue(self.run_only(under="env MODE=under", expect="ran with x, under", args="x")["correct"])
        self.assertFalse(self.run_only(under="false", check="true")["correct"])

    def test_not_built(self):
        result = self.job(check="true").run()
        self.assertFalse(result["compiled"] or result["correct"])


class Budget(unittest.TestCase):
    def test_counts(self):
        def report(*numbers):
            return {"diagnostics": [{"id": f"CU2CL{n}", "severity": "note" if n == 1006 else "error"} for n in numbers]}
        counted = marker_budget.budget({"a": report(1006, 2001, 2001, 4003), "b": report(4003), "c": report()})
        self.assertEqual(counted, {"CU2CL2001": (["a"], 2, 1), "CU2CL4003": (["a", "b"], 2, 1)})
        text = marker_budget.table({"a": report(2001)})
        self.assertIn("| 2001 | recursion in device code: … calls itself | 1 | 1: a | 1 |", text)


if __name__ == "__main__":
    unittest.main()
