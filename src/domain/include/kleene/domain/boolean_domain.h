// SPDX-License-Identifier: Apache-2.0
// The relations of a Boolean program: what its edges do to sets of states, forward and backward.
//
//   Pairs    sets of (entry state, current state) of one procedure, at one location: `forward`
//   States   sets of current states at one location, perhaps with values at the exit beside them in
//            the entry copies: `backward`
//   Summary  a set of (entry state, exit state): parameters and used globals in the entry copies,
//            results and written globals in the current copies
//
// A procedure that nobody calls needs no entry states; its pairs speak of current states only.
#pragma once
#include "kleene/domain/boolean_space.h"

#include <map>
#include <memory>

namespace kleene::domain {

class BooleanDomain {
public:
  /// Keeps references to both.
  BooleanDomain(const BooleanScope& scope, BddManager& manager);
  ~BooleanDomain();
  BooleanDomain(const BooleanDomain&) = delete;
  BooleanDomain& operator=(const BooleanDomain&) = delete;

  const BooleanSpace& space() const { return space_; }
  const BooleanScope& scope() const { return space_.scope(); }

  /// An edge of a procedure.
  struct Step {
    ir::ProcId procedure;
    std::size_t edge = 0;
  };

  // Forward

  /// The states in which the program starts, as entry states of the entry procedure.
  Bdd initial() const;
  /// Pairs at the entry of a procedure, from entry states.
  Bdd start(ir::ProcId p, const Bdd& entries) const;
  /// The image of pairs under a statement that is no call and no halt.
  Bdd post(Step step, const Bdd& pairs) const;
  /// The entry states of the callee that a call makes.
  Bdd into(Step step, const Bdd& pairs) const;
  /// What a call does according to a summary of the callee: current to next values.
  Bdd across(Step step, const Bdd& summary) const;
  /// The image of pairs under a call; `across` as above.
  Bdd over(Step step, const Bdd& pairs, const Bdd& across) const;
  /// The summary that pairs at the exit amount to.
  Bdd summary(ir::ProcId p, const Bdd& pairs) const;
  /// The current states of pairs.
  Bdd states(const Bdd& pairs) const;
  /// Entry states as current states at the entry.
  Bdd as_states(const Bdd& entries) const;

  // Backward

  /// The states from which a statement that is no call leads into the set.
  Bdd pre(Step step, const Bdd& states) const;
  /// The states whose call enters the callee in one of these states of its entry.
  Bdd pre_into(Step step, const Bdd& callee_states) const;
  /// The states from which a call, stepped over, leads into the set.
  Bdd pre_over(Step step, const Bdd& states, const Bdd& across) const;
  /// The exit states of the callee that lead into the set for some caller: over current values.
  Bdd demand(Step step, const Bdd& states) const;
  /// At the exit of a procedure: states in `exits`, each beside itself as the values at the exit.
  Bdd finish(ir::ProcId p, const Bdd& exits) const;
  /// The summary that states at the entry, beside the values at the exit, amount to.
  Bdd summary_of_entry(ir::ProcId p, const Bdd& states) const;

private:
  struct Forward;
  struct Backward;
  struct Border;
  const ir::Edge& edge(Step step) const;
  const Forward& forward(Step step) const;
  const Backward& backward(Step step) const;
  const Border& border(ir::ProcId p) const;
  std::unique_ptr<Forward> make_forward(Step step) const;
  std::unique_ptr<Backward> make_backward(Step step) const;
  void add_assignment(Step step, const ir::Assign& assign, Forward& f) const;
  void add_call(Step step, const ir::Call& call, Forward& f) const;
  const Renaming* renaming(std::vector<std::pair<BddVar, BddVar>> pairs) const;

  BooleanSpace space_;
  Renaming next_to_current_;
  Renaming given_to_entry_;
  Renaming current_to_given_;
  Renaming summary_to_call_; ///< entry to given, current to next
  Renaming exchange_;        ///< entry and current
  Renaming entry_to_current_;
  mutable std::map<std::vector<std::pair<BddVar, BddVar>>, Renaming> renamings_;
  mutable std::vector<std::vector<std::unique_ptr<Forward>>> forward_;
  mutable std::vector<std::vector<std::unique_ptr<Backward>>> backward_;
  mutable std::vector<std::unique_ptr<Border>> borders_; ///< per procedure
};

} // namespace kleene::domain
