# SPDX-License-Identifier: Apache-2.0
"""The families of generated programs. Each module has `generate(choice, bits)` and DECIDED: this many per cent of the questions
about its programs must be answered with true or false."""

from facts import attributes, initialisers, layouts, lifetimes, order, variable

FAMILIES = {"order": order, "lifetimes": lifetimes, "variable": variable, "layouts": layouts, "initialisers": initialisers, "attributes": attributes}
