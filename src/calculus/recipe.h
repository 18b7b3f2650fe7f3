// SPDX-License-Identifier: Apache-2.0
// The data side of a join: functions of bits, multiplied and quantified.
//
// Equalities between bits (frame conditions, parameters, results) are not multiplied but followed:
// bits that are equal share one decision variable. Which one is chosen so that the largest functions
// need not be renamed, and what is quantified makes room for what takes its place. A step of a program
// that assigns one variable then touches one variable, whatever the number of others.
#pragma once
#include <memory>
#include <unordered_map>

#include "rule.h"

namespace kleene::calculus {

/// A disjunct of a relation whose parts are kept apart: data bits that are equal, and a condition.
struct Clause {
  BitPairs equal;
  Bdd rest{true};
  std::vector<Bit> support; ///< of the rest
};

struct Bundle;

/// Something to multiply.
struct Factor {
  const Atom* atom = nullptr;     ///< an application, data, or equality; null: a group
  const Clause* clause = nullptr; ///< an application of a relation that has clauses
  RowId row = 0;                  ///< of the clause
  Bdd fact;                       ///< an application of another relation
  const Bundle* group = nullptr;
};

/// What the atoms of a group have come to.
struct Bundle {
  const Atom* group = nullptr; ///< null: the rule itself
  std::vector<Factor> factors;
};

/// How to compute the product of a bundle. Depends on its atoms and clauses, but not on facts.
struct Recipe {
  struct Step {
    std::size_t factor = 0;
    std::unique_ptr<Recipe> group; ///< if the factor is one
    VarSet before;                 ///< quantified first
    const Renaming* renaming = nullptr;
    VarSet after; ///< quantified with the multiplication
  };
  std::vector<Step> steps;
  Bdd fixed{true}; ///< the product of all that is constant
  /// Where the bits of the result are, and which are equal to others.
  BitMap result;
  BitPairs equal;
  /// For rules: takes the bits of the result home.
  const Renaming* home = nullptr;
  Bdd equalities{true};
};

class Recipes {
public:
  Recipes(const BddManager& manager, const Layout& layout)
      : manager_(manager), layout_(layout), variables_(manager.variable_count()) {}

  /// The product of what a rule has come to, over the bits of its head.
  Bdd product(const Bundle& bundle);
  /// The same in parts; not remembered.
  Clause clause(const Bundle& bundle);

private:
  class Builder;
  struct Hash {
    std::size_t operator()(const std::vector<std::uint64_t>& words) const noexcept;
  };
  static void sign(const Bundle& bundle, std::vector<std::uint64_t>& signature);
  Bdd compute(const Bundle& bundle, const Recipe& recipe) const;
  std::unique_ptr<Recipe> make(const Bundle& bundle);
  void take_home(Recipe& recipe);
  const Renaming* renaming(std::vector<std::pair<Bit, Bit>> pairs);

  const BddManager& manager_;
  const Layout& layout_;
  std::size_t variables_;
  std::unordered_map<std::vector<std::uint64_t>, std::unique_ptr<Recipe>, Hash> known_;
  std::map<std::vector<std::pair<Bit, Bit>>, Renaming> renamings_;
  std::vector<std::uint64_t> signature_;
};

} // namespace kleene::calculus
