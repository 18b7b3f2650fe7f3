// SPDX-License-Identifier: Apache-2.0
// Formulas as the partitioned evaluation takes them: conjunctions of atoms, which say something about
// columns, about data, or both. Quantifiers are groups, disjunctions are choices.
#pragma once
#include <map>

#include "control.h"

namespace kleene::calculus {

enum class AtomKind {
  Never,
  Apply,    ///< a relation, perhaps negated, perhaps without another sheet of itself
  ColumnIs, ///< a column has a code, or another one
  Same,     ///< columns and data agree; negated: one pair of columns differs
  Data,     ///< a condition on data
  Group,    ///< exists
  Choice,   ///< or
};

/// What a column of the key of an applied relation is: that of a variable, or a code.
struct KeyUse {
  unsigned shift = 0;
  Key mask = 0;
  ColumnId column;
  Key code = 0;
};

/// The same for a switch.
struct SwitchUse {
  ColumnId column;
  bool on = false;
  bool operator==(const SwitchUse&) const = default;
};

/// Where a function has a bit, and which bit of the formula that is.
using BitMap = std::vector<std::pair<Bit, Bit>>;
using BitPairs = std::vector<std::pair<Bit, Bit>>;

struct Atom;
using Conjunction = std::vector<Atom>;

struct Atom {
  AtomKind kind = AtomKind::Never;
  std::size_t number = 0;
  bool negative = false;

  const Relation* relation = nullptr;
  std::vector<KeyUse> key;
  std::vector<SwitchUse> switches;
  /// If not empty: the sheet that is taken away. Its key and bits are those of the atom itself.
  std::vector<SwitchUse> without;
  BitMap bits;

  ColumnId column;
  Key code = 0;

  std::vector<std::pair<ColumnId, ColumnId>> same_columns;
  BitPairs same_bits;

  Bdd data;
  std::vector<Bit> support;

  std::vector<Conjunction> inside; ///< Group: one
  std::vector<Bit> quantified;
  std::vector<ColumnId> quantified_columns;
  std::vector<std::size_t> applies; ///< numbers of the positive applications inside
};

struct Rule {
  const Relation* head = nullptr; ///< null: a query
  Conjunction body;
  /// Positive applications anywhere in it, and all relations that are applied.
  std::vector<const Atom*> applies;
  std::vector<const Relation*> relations;
  /// Has no negated application and no difference: which rows are there decides what fits together.
  bool positive = true;
};

class RuleCompiler {
public:
  RuleCompiler(const Control& control, const BddManager& manager, const Layout& layout)
      : control_(control), manager_(manager), layout_(layout) {}

  /// One rule for each disjunct. Throws NotPartitionable.
  std::vector<std::unique_ptr<Rule>> rules(const Relation& relation);
  std::unique_ptr<Rule> query(const Formula* f);
  const Shape& shape(const Relation& relation);
  std::size_t atom_count() const { return next_; }

private:
  void add(const Formula* f, Conjunction& to);
  void add_negated(const Formula* f, Conjunction& to);
  void add_equality(const Formula* f, bool negative, Conjunction& to);
  void add_column(const Reference& reference, std::size_t code, bool negative, Conjunction& to);
  void add_data(const Formula* f, Conjunction& to);
  void
  add_nested(AtomKind kind, const std::vector<const Formula*>& kids, Atom atom, Conjunction& to);
  Atom application(const Formula* f, bool negative);
  static void find_differences(Conjunction& conjunction);
  /// Whether it speaks of data alone.
  bool is_data(const Formula* f) const;
  Bdd data(const Formula* f) const;
  Atom atom(AtomKind kind);
  static void collect(const Conjunction& conjunction,
                      std::vector<const Atom*>& applies,
                      std::vector<const Relation*>& relations);

  const Control& control_;
  const BddManager& manager_;
  const Layout& layout_;
  std::size_t next_ = 0;
  std::map<const Relation*, Shape> shapes_;
};

} // namespace kleene::calculus
