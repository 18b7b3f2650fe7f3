// SPDX-License-Identifier: Apache-2.0
// Ranks for the places of a program: integers that become less with every step, so that no execution takes
// steps for ever. A rank is a tuple, compared lexicographically: which part of the graph a place is in, what
// becomes less in its loop, which part of the rest it is in, and so on. What may become less is guessed
// from the conditions of the program; a solver says which guesses are right.
#pragma once
#include "blocks.h"

namespace kleene::engine::exact {

class Ranking {
public:
  /// Keeps references.
  Ranking(const BlockProgram& program, smt::Session& session, IntegerModel model, Budget& budget);

  /// A place, and what is known of its states, in the words of the procedure.
  std::size_t add_place(ir::ProcId f, Term known);
  /// A step that may be taken, within a procedure or, if it `enters`, to a callee's entry.
  void add_step(std::size_t from, std::size_t to, Move move, bool enters);

  /// A rank for each place, all of the same length and of this type; nothing if no guess was right.
  std::optional<std::vector<std::vector<Term>>> find();
  static Type type(IntegerModel model);
  /// The places for which nothing was found.
  const std::vector<std::size_t>& without_rank() const { return without_rank_; }

private:
  struct RankedPoint {
    ir::ProcId procedure;
    Term known;
    std::vector<Term> rank;
  };
  struct Step {
    std::size_t from = 0;
    std::size_t to = 0;
    Move move;
    bool enters = false;
  };
  /// What may become less: a term for each procedure.
  using Measure = std::map<ir::ProcId, Term>;
  using Numbers = std::vector<std::size_t>;

  bool rank(const Numbers& places, const Numbers& steps, std::size_t depth);
  /// The steps that a measure does not show to become less; nothing if some may become more, or none less.
  std::optional<Numbers> left_by(const Measure& measure, const Numbers& steps);
  std::vector<Measure> measures(const Numbers& places, const Numbers& steps) const;
  std::vector<Term> guesses(ir::ProcId f, bool about_entry) const;
  std::vector<Term> comparisons(ir::ProcId f) const;
  bool holds(const Step& step, Term condition);
  Term wide(Term t) const;
  Term number(Integer value) const;

  const BlockProgram& program_;
  TermManager& terms_;
  smt::Session& session_;
  Budget& budget_;
  Type type_;
  std::vector<RankedPoint> places_;
  std::vector<Step> steps_;
  Numbers without_rank_;
};

} // namespace kleene::engine::exact
