# SPDX-License-Identifier: Apache-2.0
"""The families of generated programs. Each module has `generate(choice, bits)` and DECIDED: this many per cent of the questions
about its programs must be answered with true or false."""

from facts import addresses, attributes, initialisers, layouts, library, lifetimes, order, variable

MODULES = [order, lifetimes, variable, layouts, initialisers, attributes, library, addresses]
FAMILIES = {module.__name__.removeprefix("facts."): module for module in MODULES}
