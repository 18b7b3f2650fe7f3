// SPDX-License-Identifier: Apache-2.0
// From an engine's answer, or from evidence in a file, to accepted evidence: every judge is called from here.
#pragma once
#include "kleene/engine/engine.h"
#include "kleene/support/budget.h"
#include "kleene/support/observer.h"
#include "kleene/verify/accepted.h"
#include "kleene/verify/question.h"

namespace kleene::verify {

/// Has the evidence judged: no `true` without a check of the proof, no `false` without a replay, in the
/// interpreter and, for C with machine integers, natively.
Judged judge_evidence(const Question& question,
                      evidence::Evidence shown,
                      Budget& budget,
                      Observer& observer);
/// The same for an answer, which may have no evidence.
Judged
judge_answer(const Question& question, engine::Answer answer, Budget& budget, Observer& observer);

} // namespace kleene::verify
