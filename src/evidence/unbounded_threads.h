// SPDX-License-Identifier: Apache-2.0
// Any number of threads: a proof that looks at the first thread and any two others at a time.
//
// An abstract state is what is shared, the first thread, and what two others have of their own; one of them may be no
// thread at all, for there are as many as one likes that were not created yet or have ended. It stands for every
// state with such a pair. The set R of abstract states that is computed is closed:
//   - the first thread moves; if it creates a thread, that takes the place of one that was not there;
//   - one of the two moves;
//   - a third one moves, if each of the two is in R together with it.
// By induction, every pair of threads of every reachable state is in R: the pairs of the thread that moves come from
// the second rule, all others from the third. What a turn does depends on what is shared and on its own thread only,
// as long as it does not look at its number; so each turn is taken once.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/evidence/problem.h"

namespace kleene::evidence {

/// Accepts if R has at most `most` elements, none of them violates the property, and no turn uses a value that nobody
/// knows. Threads must not be joined or told apart, nor have objects on their stack between two turns.
Judgement judge_any_number_of_threads(const Problem& problem, std::uint64_t most, Budget& budget);

} // namespace kleene::evidence
