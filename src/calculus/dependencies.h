// SPDX-License-Identifier: Apache-2.0
// Who depends on whom, while some relations are being iterated (the stack of an evaluation): which of
// them the value of a formula or relation depends on, whether a relation depends on itself, and with
// which sign.
#pragma once
#include <map>
#include <vector>

#include "module.h"

namespace kleene::calculus {

/// How a relation occurs: bits may be combined.
enum Sign : unsigned { Positive = 1, Negative = 2, Care = 4 };

using RelationSet = std::vector<const Relation*>; ///< sorted by index, without repetition

class Dependencies {
public:
  explicit Dependencies(const Module& module);

  void push(const Relation* relation);
  void pop(const Relation* relation);
  bool on_stack(const Relation* relation) const { return on_stack_[relation->index]; }

  /// Relations applied in the formula itself.
  const RelationSet& direct(const Formula* f);
  /// The relations on the stack on which a formula depends.
  const RelationSet& context(const Formula* f);

  struct Recursion {
    /// The relations on the stack on which the value depends.
    RelationSet context;
    /// Depends on itself, not counting what goes through the stack.
    bool recursive = false;
    /// The signs of the paths to itself, and of those to the context.
    unsigned self_sign = 0;
    unsigned context_sign = 0;
  };
  /// Of a relation that is not on the stack.
  const Recursion& recursion(const Relation* relation);

private:
  using Occurrences = std::map<const Relation*, unsigned>;
  const Occurrences& occurrences(const Relation* relation);
  static void collect(const Formula* f, unsigned sign, Occurrences& found);
  std::size_t direct_set(const Formula* f);
  std::size_t intern(RelationSet set);
  RelationSet reach(const RelationSet& from) const;

  std::vector<bool> on_stack_;
  RelationSet stack_;
  /// Numbers the stacks seen so far; results are kept for each of them.
  std::map<RelationSet, std::size_t> stack_numbers_;
  std::size_t stack_number_ = 0;

  std::map<RelationSet, std::size_t> set_numbers_;
  std::vector<RelationSet> sets_;
  std::vector<std::size_t> formula_sets_; ///< 0: not known yet, else one more than the number
  std::map<std::pair<std::size_t, std::size_t>, RelationSet> contexts_;
  std::map<std::pair<std::size_t, std::size_t>, Recursion> recursions_;
  std::vector<Occurrences> occurrences_;
  std::vector<bool> occurrences_known_;
  std::vector<RelationSet> body_relations_;
};

} // namespace kleene::calculus
