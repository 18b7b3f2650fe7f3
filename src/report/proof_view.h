// SPDX-License-Identifier: Apache-2.0
// An accepted proof as the report shows it: invariants where loops begin, summaries of procedures.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/report/report.h"

namespace kleene::report {

/// A formula of a proof as C-like text; `names` is the program with its entry copies and parameters. Shared
/// parts are written out each time, so a big one is only described.
std::string stated_text(Term formula, const ir::Program& program, const ir::Program& names);

Proof to_shown(const ir::Program& program,
               const evidence::InductiveProof& proof,
               const std::string& checker,
               std::size_t questions);

} // namespace kleene::report
