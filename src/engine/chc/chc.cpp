// SPDX-License-Identifier: Apache-2.0
// The order of attack for machine integers, each step only if the one before proved nothing:
//   1 integers are unbounded and nothing ever wraps    easiest to solve, most often right
//   2 the same, and no signed operation overflows      what is proved then holds for machine integers
//   3 integers are unbounded, unsigned ones wrap
//   4 bit-vectors
// What 1 to 3 find is a guess: of its conjuncts those are kept that are inductive with machine integers.
#include "kleene/engine/chc/chc.h"

#include "kleene/smt/smtlib.h"

#include <fmt/core.h>

#include <algorithm>

#include "check.h"
#include "encoder.h"
#include "narrow.h"
#include "proof.h"
#include "seeds.h"

namespace kleene::engine::chc {
namespace {

constexpr double seconds_per_question = 5;

struct Attempt {
  std::string_view name;
  IntegerModel integers = IntegerModel::Math;
  bool never_wraps = false;
  bool overflows = false; ///< show along the way that nothing overflows
  smt::HornProfile profile = smt::HornProfile::Direct;
  double share = 1; ///< of the time that is left
};

using smt::HornProfile;
constexpr Attempt machine_attempts[] = {
    {"unbounded integers", IntegerModel::Math, true, false, HornProfile::Resolved, 0.25},
    {"integers that do not overflow", IntegerModel::Math, true, true, HornProfile::Resolved, 0.25},
    {"unbounded integers that wrap", IntegerModel::Math, false, false, HornProfile::Direct, 0.4},
    {"bit-vectors", IntegerModel::Machine, false, false, HornProfile::Direct, 1},
};
constexpr Attempt math_attempts[] = {
    {"unbounded integers", IntegerModel::Math, false, false, HornProfile::Resolved, 0.5},
    {"unbounded integers", IntegerModel::Math, false, false, HornProfile::Direct, 1},
};

class Solver {
public:
  Solver(const evidence::Problem& problem, Budget& budget, Observer& observer)
      : problem_(problem),
        terms_(*problem.program.terms),
        budget_(budget),
        observer_(observer),
        plain_(encode(problem, {.tracked = [&](VarId v) { return tracked(v); }})) {
    if (problem.integers == IntegerModel::Machine && !problem.events().overflows)
      guarded_ =
          encode(problem, {.tracked = [&](VarId v) { return tracked(v); }, .overflows = true});
  }

  Answer run() {
    bool machine = problem_.integers == IntegerModel::Machine;
    if (plain_.system.clauses.empty()) return proof_of(problem_, plain_, trivial());
    std::string obstacles;
    for (const Attempt& attempt : machine ? std::span<const Attempt>(machine_attempts)
                                          : std::span<const Attempt>(math_attempts)) {
      if (attempt.overflows && !guarded_) continue;
      std::string obstacle;
      if (auto proof = try_once(attempt, obstacle)) return std::move(*proof);
      obstacles += fmt::format("{}{}: {}", obstacles.empty() ? "" : "; ", attempt.name, obstacle);
    }
    return Unknown{obstacles};
  }

private:
  bool tracked(VarId v) const {
    const ir::Variable& variable = problem_.program.variable(v);
    return variable.type.is_bool() || variable.type.is_integer()
           || (variable.type.is_memory() && variable.cell);
  }

  std::vector<Term> trivial() const {
    return std::vector<Term>(plain_.system.relations.size(), terms_.truth(true));
  }

  std::optional<evidence::InductiveProof> try_once(const Attempt& attempt, std::string& obstacle) {
    const Encoding& encoding = attempt.overflows ? *guarded_ : plain_;
    observer_.phase(fmt::format("solving Horn clauses over {}", attempt.name));
    smt::HornOptions options;
    options.integers = attempt.integers;
    options.never_wraps = attempt.never_wraps;
    options.layout = layout(problem_.program, encoding);
    if (auto left = budget_.seconds_left()) options.seconds = *left * attempt.share;
    options.profile = attempt.profile;
    smt::HornSystem system = without_optional(encoding);
    bool overflow_counts = attempt.overflows || problem_.events().overflows;
    if (attempt.never_wraps && overflow_counts) assume_ranges(system, terms_);
    smt::HornAnswer answer = smt::solve(system, terms_, options, budget_);
    if (const auto* undecided = std::get_if<smt::HornUndecided>(&answer)) {
      obstacle = undecided->reason;
      return std::nullopt;
    }
    if (std::holds_alternative<smt::HornRefuted>(answer)) {
      obstacle = "a violation is derivable, but no execution was extracted";
      return std::nullopt;
    }
    std::vector<Term> formulas = std::get<smt::HornSolution>(answer).formulas;
    std::vector<std::vector<Term>> conjuncts = seeds(encoding.system, terms_);
    Narrower narrow(terms_, problem_.integers);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      Term formula = narrow(formulas[i]);
      std::vector<Term> parts = formula.op() == Op::And ? formula.args() : std::vector{formula};
      conjuncts[i].insert(conjuncts[i].begin(), parts.begin(), parts.end());
    }
    observer_.phase("checking the solution");
    smt::SessionOptions session;
    session.integers = problem_.integers;
    session.layout = options.layout;
    session.seconds_per_check = seconds_per_question;
    auto inductive =
        inductive_part(encoding.system, terms_, std::move(conjuncts), session, budget_);
    if (!inductive) {
      obstacle = "the invariants found do not hold for machine integers";
      return std::nullopt;
    }
    return proof_of(problem_, encoding, *inductive);
  }

  const evidence::Problem& problem_;
  TermManager& terms_;
  Budget& budget_;
  Observer& observer_;
  Encoding plain_;
  std::optional<Encoding> guarded_; ///< where signed overflow counts as a violation
};

} // namespace

std::optional<std::string> obstacle(const evidence::Problem& problem) {
  if (problem.events().no_end) return "it proves safety properties, not termination";
  if (problem.events().overflows && problem.integers == IntegerModel::Math)
    return "unbounded integers do not overflow";
  return std::nullopt;
}

Answer solve(const evidence::Problem& problem, Budget& budget, Observer& observer) {
  observer.phase("writing Horn clauses");
  return Solver(problem, budget, observer).run();
}

} // namespace kleene::engine::chc
