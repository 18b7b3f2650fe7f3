// SPDX-License-Identifier: Apache-2.0
// Which parts of a proposed solution hold: starts from all conjuncts and drops those that a clause refutes,
// until the rest is inductive (Houdini; Flanagan and Leino, FME'01).
#pragma once
#include "kleene/smt/horn.h"

namespace kleene::engine::chc {

/// The strongest inductive part of the conjuncts, which are given per relation; nothing if some clause
/// without head does not hold with it.
std::optional<std::vector<Term>> inductive_part(const smt::HornSystem& system,
                                                TermManager& terms,
                                                std::vector<std::vector<Term>> conjuncts,
                                                const smt::SessionOptions& options,
                                                Budget& budget);

} // namespace kleene::engine::chc
