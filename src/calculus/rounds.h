// SPDX-License-Identifier: Apache-2.0
// Who wants to know what fixed points are worth in the course of their iteration.
#pragma once
#include "kleene/bdd/cubes.h"

#include <functional>

namespace kleene::calculus {

struct Relation;

using RoundFn = std::function<void(
    const Relation&, std::size_t round, const BigNatural& tuples, std::size_t nodes)>;

} // namespace kleene::calculus
