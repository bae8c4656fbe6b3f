# Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of gadgets: functions that add one construct to a kernel."""

GADGETS = []


def gadget(feature, weight=1, uniform=False):
    """Registers a gadget; a `uniform` one has barriers and stands only where all threads of the block come."""

    def register(function):
        function.feature, function.weight, function.uniform = feature, weight, uniform
        GADGETS.append(function)
        return function

    return register
