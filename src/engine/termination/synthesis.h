// SPDX-License-Identifier: Apache-2.0
// Linear measures by counterexample-guided synthesis: coefficients that fit all steps seen so far are proposed by
// one solver, a step that does not fit them is found by another. Steps are those of the machine, so wrapping
// is seen; it is only the proposals that are linear.
#pragma once
#include "kleene/smt/session.h"
#include "kleene/support/budget.h"

#include <functional>
#include <optional>

#include "measures.h"

namespace kleene::engine::termination {

class Synthesis {
public:
  /// For one strongly connected part. Keeps references.
  Synthesis(const evidence::Problem& problem,
            const System& system,
            const Numbers& places,
            const Numbers& steps,
            std::function<smt::Session&(std::size_t)> session,
            FreshVariables& fresh,
            Budget& budget);

  /// A measure that every step keeps or brings down, and that some step always brings down.
  std::optional<Measure> find();

private:
  struct Coefficients {
    std::vector<Term> factors; ///< of the features
    Term offset;
  };
  /// A step that was seen: values of the features.
  struct Example {
    std::size_t step = 0;
    std::vector<Integer> before;
    std::vector<Integer> after;
  };

  /// What is looked for: whether measures stay -1 once they are negative, and how large coefficients may be.
  struct Form {
    Integer bound;
    bool clamped;
  };
  std::optional<Measure> find(const Numbers& strict);
  /// Proposes coefficients for the examples.
  std::optional<Measure> propose(const Numbers& strict);
  Measure measure(smt::Session& proposed) const;
  /// A step that does not do with the measure what it should; true if none does.
  bool holds(const Measure& measure, const Numbers& strict, bool& useful);
  bool see(std::size_t step);
  Term value(std::size_t place, const std::vector<Integer>& features) const;
  Term requirement(const Example& example, bool strict) const;

  const evidence::Problem& problem_;
  TermManager& terms_;
  const System& system_;
  const Numbers& places_;
  const Numbers& steps_;
  std::function<smt::Session&(std::size_t)> session_;
  Budget& budget_;
  std::map<std::size_t, std::vector<Term>> features_;
  std::map<std::size_t, Coefficients> unknown_;
  std::vector<Example> examples_;
  Form form_{1, false};
};

} // namespace kleene::engine::termination
