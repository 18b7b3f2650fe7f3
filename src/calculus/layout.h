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
  const Type* type(PlaceId place) const { return types_[place.index()]; }
  /// The decision variables that stand side by side with one, itself included.
  const std::vector<BddVar>& neighbours(BddVar v) const { return columns_[column_of_[v.index()]]; }
  /// The variables of a reference.
  std::vector<BddVar> bits(const Reference& reference) const;
  /// The codes of a place that are values.
  const Bdd& domain(PlaceId place) const { return domains_[place.index()]; }

private:
  std::vector<const Type*> types_;
  std::vector<std::vector<BddVar>> columns_;
  std::vector<std::size_t> column_of_; ///< by decision variable
  std::vector<VarBlock> blocks_;
  std::vector<Bdd> domains_;
};

} // namespace kleene::calculus
