// SPDX-License-Identifier: Apache-2.0
// What holds at the entries, loop heads and exits of a program: ranges, and guesses of which the inductive part
// is kept, for all procedures at once.
#pragma once
#include "kleene/analysis/invariants.h"
#include "kleene/engine/engine.h"
#include "kleene/engine/k_induction/contracts.h"
#include "kleene/engine/k_induction/houdini.h"
#include "kleene/engine/k_induction/unfold.h"
#include "kleene/facts/call_graph.h"

#include "guesses.h"
#include "system.h"

namespace kleene::engine::termination {

class Learner {
public:
  Learner(const evidence::Problem& problem, Budget& budget, Observer& observer);

  enum class Effort : std::uint8_t {
    Ranges,    ///< what the analysis of ranges says
    Relations, ///< and relations between variables
    Cases,     ///< and bounds of sums, and what holds in single states of a machine
  };
  /// Whether there was anything to guess beyond what less effort would.
  bool learn(Effort effort);
  /// Adds what holds for all elements of arrays; false if nothing can be guessed about any.
  bool learn_about_elements();
  /// The places and steps, as far as what was learned does not exclude them.
  System system();
  /// Something is stated at every place.
  evidence::InductiveProof proof();
  k_induction::Unfolder& unfolder() { return unfolder_; }
  smt::SessionOptions options() const;

private:
  const ir::Procedure& procedure(ir::ProcId f) const { return program_.procedure(f); }
  /// Starts the program, and is not called in addition.
  bool is_start(ir::ProcId f) const { return f == program_.entry && !calls_.called(f); }
  bool is_simple(ir::ProcId f);
  void guess(ir::ProcId f, Effort effort);
  /// The values with which a loop begins, as far as what was learned bounds them.
  std::vector<Box> boxes(ir::ProcId f, ir::LocId head);
  std::optional<Integer> most(smt::Session& session, Term value);
  /// Whether there is anything to say.
  bool guess_elements(ir::ProcId f);
  void keep_inductive();
  /// Of these formulas, those that the others imply: judges need not read them.
  void drop_implied(ir::ProcId f, ir::LocId head, const std::vector<Term>& formulas);
  bool speaks_of_elements(const evidence::InductiveProof& proof) const;
  void add(ir::ProcId f, ir::LocId l, const std::vector<Term>& formulas);
  void make_contracts(bool final);
  /// Where ways begin: the entry, where the values at the entry are the current ones, and the loop heads. An entry
  /// may be both.
  struct Beginning {
    ir::LocId location;
    bool entry = false;
  };
  std::vector<Beginning> beginnings(ir::ProcId f);
  bool loops_at_entry(ir::ProcId f);
  k_induction::Start start(ir::ProcId f, Beginning from, bool final);
  using Numbering = std::map<std::pair<ir::ProcId, ir::LocId>, std::size_t>;
  void add_steps(const Numbering& numbers, ir::ProcId f, Beginning from, System& system);
  /// The program arrives at its first place.
  k_induction::Start first_arrival();
  /// The values with which the program begins, as a formula.
  Term start_values();

  const evidence::Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  Budget& budget_;
  Observer& observer_;
  facts::CallGraph calls_;
  analysis::Invariants facts_;
  std::vector<k_induction::Contract> of_facts_;
  std::vector<k_induction::Contract> contracts_;
  k_induction::Unfolder unfolder_;
  k_induction::Guesses guesses_;
  std::vector<Type> parameters_; ///< indices that stand for all
  std::vector<Term> instances_;
};

} // namespace kleene::engine::termination
