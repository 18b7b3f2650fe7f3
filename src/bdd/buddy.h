// SPDX-License-Identifier: Apache-2.0
// BuDDy's C interface without the C++ macros that its header lays over it, and the few names behind
// it that are needed to work around defects of the library.
#pragma once
#include <bdd.h>

extern "C" {
/// Intermediate results of the running operation. The library reserves a slot before it computes the
/// value, and a collection in between reads the slot: it has to hold a valid number from the start.
extern int* bddrefstack;
extern int* bddrefstacktop;
/// Free nodes in the table.
extern int bddfreenum;
/// Enlarges the table; 0 on success.
int bdd_noderesize(int rehash);
}

#undef bdd_init
#undef bdd_ithvar
#undef bdd_nithvar
#undef bdd_makeset
#undef bdd_ibuildcube
#undef bdd_anodecount
#undef bddtrue
#undef bddfalse
