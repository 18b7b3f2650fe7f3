// SPDX-License-Identifier: Apache-2.0
// Ranks for the places of a program: tuples of integers, compared lexicographically, that every step makes
// less. Level by level: the strongly connected parts of what is left of the steps are told apart by a number; in
// each part some measure is found that no step makes more and some make less. What is left are the steps that
// keep it. Only what keeps all of them for ever would go on for ever.
#pragma once
#include "kleene/engine/engine.h"
#include "kleene/engine/k_induction/unfold.h"
#include "kleene/smt/session.h"

#include <memory>
#include <optional>

#include "measures.h"

namespace kleene::engine::termination {

/// A measure before and after a step.
struct Change {
  Term before;
  Term after;
};

class Ranker {
public:
  /// Keeps references, but to the system.
  Ranker(const evidence::Problem& problem,
         System system,
         k_induction::Unfolder& unfolder,
         Budget& budget,
         Observer& observer);

  enum class Effort : std::uint8_t { Guesses, Synthesis };
  /// A rank for each place, of the same length and types; nothing if none was found.
  std::optional<std::vector<std::vector<Term>>> find(Effort effort);
  /// The places of the part for which no measure was found.
  const Numbers& without_rank() const { return without_rank_; }

private:
  struct Part {
    Numbers places;
    Numbers steps;
  };
  smt::Session& session(std::size_t step);
  bool is_possible(std::size_t step);
  void drop_impossible();
  std::vector<Part> split();
  /// Whether every part got one; appends to the ranks.
  bool add_level(std::vector<Part>& parts);
  std::optional<Measure> find_measure(Part& part);
  std::optional<Measure> searched(const Part& part, std::optional<Measure>& partial);
  /// Takes the branches inside steps apart; whether there were any.
  bool take_apart(Part& part);
  std::optional<std::size_t> add_case(std::size_t step, std::vector<Term> restrictions);
  std::optional<Measure>
  guessed(const Part& part, const std::vector<Measure>& open, std::optional<Measure>& partial);
  void add_clamped(const Part& part, std::vector<Measure>& measures) const;
  /// What holds at a place if some step of the part is taken from there.
  Term guard(const Part& part, std::size_t place) const;
  Term goes_down(const Change& c) const;
  std::optional<Measure> synthesised(const Part& part);
  /// What is left of a step that keeps the measure.
  void restrict(std::size_t step, const Measure& measure);

  const evidence::Problem& problem_;
  System system_;
  TermManager& terms_;
  k_induction::Unfolder& unfolder_;
  Budget& budget_;
  Observer& observer_;
  Type wide_;
  Effort effort_ = Effort::Guesses;
  std::vector<std::unique_ptr<smt::Session>> sessions_;
  std::vector<std::vector<Term>> restrictions_; ///< by step: what holds of what is left of it
  std::vector<bool> alive_;
  std::vector<std::vector<Term>> ranks_;
  Numbers without_rank_;
};

Change change(const ir::Program& program, const Step& step, const Measure& measure);

} // namespace kleene::engine::termination
