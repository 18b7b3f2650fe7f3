// SPDX-License-Identifier: Apache-2.0
// Gives every place its decision variables. Corresponding bits of the places of a type stand side by
// side, and so do those of a type that is part of a larger one (a `Global` beside the `G` of a
// `State`); single bools stand on top; constraints between types are followed where they can be.
#pragma once
#include "kleene/bdd/manager.h"

#include <vector>

#include "module.h"

namespace kleene::calculus {

class Layout {
public:
  Layout(BddManager& manager, const Module& module);

  const VarBlock& block(PlaceId place) const { return blocks_[place.index()]; }
  /// The variables of a reference.
  std::vector<BddVar> bits(const Reference& reference) const;
  /// The codes of a place that are values.
  const Bdd& domain(PlaceId place) const { return domains_[place.index()]; }

private:
  std::vector<VarBlock> blocks_;
  std::vector<Bdd> domains_;
};

} // namespace kleene::calculus
