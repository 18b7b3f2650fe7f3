// SPDX-License-Identifier: Apache-2.0
// The program that evidence about a formula of linear temporal logic speaks of, built from the definition in
// doc/ltl.md. Engines have code of their own for it (transform/ltl_product): here is what is believed.
#pragma once
#include "kleene/evidence/ltl.h"

namespace kleene::evidence {

ir::Program ltl_program(const LtlClaim& claim);

} // namespace kleene::evidence
