// SPDX-License-Identifier: Apache-2.0
// From an engine's candidate, or from evidence in a file, to a verdict: every judge is called from here.
#pragma once
#include "kleene/engine/engine.h"
#include "kleene/evidence/file.h"

#include "goal.h"
#include "portfolio.h"

namespace kleene::cli {

/// A verdict if the judge of this kind of evidence accepts it; fills in the report.
Result<Outcome> judge_candidate(Context& context,
                                const Input& input,
                                const Goal& goal,
                                const evidence::Problem& problem,
                                const engine::Candidate& candidate);

/// What a candidate has to show; nothing if it is no answer.
std::optional<evidence::Evidence> evidence_of(const engine::Candidate& candidate);
engine::Candidate candidate_of(const evidence::Evidence& evidence);

} // namespace kleene::cli
