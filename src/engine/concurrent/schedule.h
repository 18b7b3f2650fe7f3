// SPDX-License-Identifier: Apache-2.0
// From a path of the search to evidence: a schedule, and the inputs that make the program follow it.
#pragma once
#include "search.h"

namespace kleene::engine::concurrent {

evidence::Schedule to_schedule(const evidence::Problem& problem,
                               const Space& space,
                               const Path& path,
                               std::size_t target_thread);

/// The sets of a closed search as a proof.
evidence::InterleavingProof to_proof(const Space& space, const Search& search, std::size_t depth);

} // namespace kleene::engine::concurrent
