# SPDX-License-Identifier: Apache-2.0
"""The families of generated programs. Each module has `generate(choice, bits)` and DECIDED: this many per cent of the questions
about its programs must be answered with true or false."""

from facts import addresses, attributes, initialisers, integers, layouts, library, lifetimes, order, units, variable

MODULES = [order, lifetimes, variable, layouts, initialisers, attributes, library, addresses, integers, units]
FAMILIES = {module.__name__.removeprefix("facts."): module for module in MODULES}
