// SPDX-License-Identifier: Apache-2.0
// Questions of judges: a formula, and things that must not happen in any of its models.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/smt/solver.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "formula.h"

namespace kleene::evidence {

/// Why nothing can be asked.
class NotCheckable : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// All questions, and those that a solver has to answer: intervals refute some of those about floats.
struct QuestionList {
  QuestionList() = default;
  /// All of them open.
  explicit QuestionList(const smt::Script& script) : all(script), open(script) {}

  /// Asks those as well. Neither list has a preamble.
  void add(const QuestionList& more);

  smt::Script all;
  smt::Script open;
};

class Obligations {
public:
  explicit Obligations(Formula& formula) : formula_(formula) {}

  /// `bad` must not be possible. Obligations of one title are one question.
  void exclude(const std::string& title, Term bad);
  /// Adds the questions to a list; call once, when the formula is complete.
  void ask(QuestionList& questions) const;
  /// All that must not be possible.
  std::vector<Term> all() const;

private:
  struct Group {
    std::string title;
    std::vector<Term> bad;
  };
  Formula& formula_;
  std::vector<Group> groups_;
  std::unordered_map<std::string, std::size_t> by_title_;
};

/// Has the solver answer; every question must be unsatisfiable. `what` names the evidence, for people.
void answer(const QuestionList& questions,
            smt::Solver& solver,
            Budget& budget,
            std::string_view what,
            Judgement& judgement);

} // namespace kleene::evidence
