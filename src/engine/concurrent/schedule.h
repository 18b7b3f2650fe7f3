// SPDX-License-Identifier: Apache-2.0
// What a search over decision diagrams found, as evidence.
#pragma once
#include "search.h"
#include "thread_trace.h"

namespace kleene::engine::concurrent {

ThreadTrace to_thread_trace(const Space& space, const Path& path, std::size_t target_thread);

/// The sets of a closed search as a proof.
evidence::InterleavingProof to_proof(const Space& space, const Search& search, std::size_t depth);

} // namespace kleene::engine::concurrent
