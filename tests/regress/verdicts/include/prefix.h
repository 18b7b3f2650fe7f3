// SPDX-License-Identifier: Apache-2.0
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define nondet __VERIFIER_nondet_int
