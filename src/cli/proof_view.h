// SPDX-License-Identifier: Apache-2.0
// An accepted proof as the report shows it: invariants where loops begin, summaries of procedures.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/report/report.h"

namespace kleene::cli {

report::Proof to_shown(const ir::Program& program,
                       const evidence::InductiveProof& proof,
                       const evidence::Judgement& judgement,
                       const std::string& solver);

} // namespace kleene::cli
