// SPDX-License-Identifier: Apache-2.0
// The owner of the process-wide table of decision diagrams: its limits, its variables and their
// order, and substitutions. Make one `BddManager`, make variables, compute with `Bdd` (bdd.h), drop
// all handles, let the manager go; then another one may be made.
#pragma once
#include "kleene/bdd/bdd.h"
#include "kleene/support/budget.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace kleene {

struct BddLimits {
  /// Most nodes the table may hold (20 bytes each, and a quarter as many cache entries); beyond it
  /// operations throw ResourceOut.
  std::size_t nodes = 64'000'000;
  /// From how many nodes on a better order of the variables is worth some time.
  std::size_t reorder_from = 4'000'000;
};

struct BddStatistics {
  std::size_t live_nodes = 0;
  std::size_t table_nodes = 0;
  std::size_t variables = 0;
  std::size_t collections = 0;
  std::size_t produced = 0;
};

/// An ordered list of variables that belong together: the bits of a value, a copy of a state.
class VarBlock {
public:
  VarBlock() = default;
  explicit VarBlock(std::vector<BddVar> variables);

  std::size_t size() const { return variables_.size(); }
  BddVar operator[](std::size_t i) const { return variables_[i]; }
  auto begin() const { return variables_.begin(); }
  auto end() const { return variables_.end(); }
  const std::vector<BddVar>& variables() const { return variables_; }
  /// For quantifiers.
  const VarSet& set() const { return set_; }
  /// `count` variables from `first` on.
  VarBlock part(std::size_t first, std::size_t count) const;
  /// This, then the other.
  VarBlock operator+(const VarBlock& other) const;

private:
  std::vector<BddVar> variables_;
  VarSet set_;
};

class BddManager {
public:
  /// Operations check `budget`, between each other and while they run; it must outlive the manager.
  /// Requires that no other manager is alive. Starts small and grows by need.
  explicit BddManager(Budget& budget, BddLimits limits = {});
  ~BddManager();
  BddManager(const BddManager&) = delete;
  BddManager& operator=(const BddManager&) = delete;

  /// New variables, below all others in the order.
  BddVar add_variable();
  VarBlock add_block(std::size_t size);
  /// `count` blocks of `size` variables each, interleaved: first the first of each block, then the
  /// second of each, … Reordering keeps the corresponding variables of the blocks side by side.
  std::vector<VarBlock> add_interleaved(std::size_t count, std::size_t size);
  std::size_t variable_count() const { return variable_count_; }

  Bdd variable(BddVar v) const;
  Bdd literal(BddVar v, bool value) const;
  /// The block has this value, its first variable being the most significant bit.
  Bdd equals(const VarBlock& block, std::size_t value) const;
  /// Two blocks of the same size agree.
  Bdd equals(const VarBlock& a, const VarBlock& b) const;

  /// Looks for a better order of the variables by sifting; functions keep their meaning. Costs time:
  /// worth it when diagrams have grown much since the last call.
  void reorder();
  /// To be called between the rounds of an iteration: reorders if the diagrams have grown to the limit
  /// for it, or to twice what was left the last time, and tells whether it did. Cheap while they are
  /// small.
  bool reorder_if_grown();
  /// Where a variable stands in the present order, 0 on top.
  std::size_t level(BddVar v) const;

  void collect_garbage();
  BddStatistics statistics() const;
  const BddLimits& limits() const { return limits_; }
  Budget& budget() const { return budget_; }

private:
  void declare_groups();

  Budget& budget_;
  BddLimits limits_;
  std::size_t variable_count_ = 0;
  std::size_t reorder_at_;
  /// Groups [first, last] of variables that reordering has to keep together and is not told yet.
  std::vector<std::pair<int, int>> new_groups_;
};

/// A simultaneous substitution of functions for variables. Renaming one block to another is the
/// cheap special case. Must not outlive its manager.
class Renaming {
public:
  Renaming();
  Renaming(const VarBlock& from, const VarBlock& to);
  ~Renaming();
  Renaming(Renaming&&) noexcept;
  Renaming& operator=(Renaming&&) noexcept;

  /// Adds to the substitution; each variable at most once.
  void add(BddVar from, BddVar to);
  void add(const VarBlock& from, const VarBlock& to);
  void add(BddVar from, const Bdd& to);
  Bdd operator()(const Bdd& f) const;

private:
  struct Pairs;
  std::unique_ptr<Pairs> pairs_;
};

} // namespace kleene
