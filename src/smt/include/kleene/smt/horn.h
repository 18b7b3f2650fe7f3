// SPDX-License-Identifier: Apache-2.0
// Constrained Horn clauses over terms, and a solver for them (Z3's Spacer).
//
// A system has relations and clauses `body ∧ constraint → head`; all variables of a clause are
// universally quantified. A clause without head says that its body must be impossible. A solution
// gives each relation a formula such that every clause holds: invariants and summaries of programs
// are such solutions. The solver runs in a process of its own, so its limits hold and it cannot
// hurt the caller; what it answers is a proposal that somebody else has to check.
#pragma once
#include "kleene/logic/term.h"
#include "kleene/smt/session.h"
#include "kleene/support/budget.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kleene::smt {

struct HornRelation {
  std::string name;
  /// Distinct variables that stand for the arguments: the solution speaks about them.
  std::vector<Term> parameters;
};

/// A relation applied to terms of its parameters' types.
struct HornAtom {
  std::size_t relation = 0; ///< index into HornSystem::relations
  std::vector<Term> arguments;
};

struct HornClause {
  std::vector<HornAtom> body;
  Term constraint;
  std::optional<HornAtom> head; ///< none: the body must be impossible
};

struct HornSystem {
  std::vector<HornRelation> relations;
  std::vector<HornClause> clauses;
};

/// What the solver does with the clauses before it searches.
enum class HornProfile {
  Direct,   ///< nothing: one lemma store per relation as given
  Resolved, ///< relations that can be resolved away are; found again in a second search
};

struct HornOptions {
  IntegerModel integers = IntegerModel::Machine;
  Layout layout = {};
  HornProfile profile = HornProfile::Direct;
  /// Unbounded integers only: read unsigned arithmetic and casts as if nothing ever wrapped, which is
  /// easier. Then neither answer is more than a guess about the clauses.
  bool never_wraps = false;
  double seconds = 60;
  std::size_t memory = std::size_t(3) << 30; ///< bytes of address space
};

/// Every clause holds if the relations are these formulas over their parameters.
struct HornSolution {
  std::vector<Term> formulas;
};
/// No solution exists: some clause without head has a derivable body.
struct HornRefuted {};
struct HornUndecided {
  std::string reason;
};
using HornAnswer = std::variant<HornSolution, HornRefuted, HornUndecided>;

/// What has no exact translation (see session.h) may have any value, so a solution can be relied on as far as
/// the solver can, a refutation may come from there. Terms of the solution are made by `terms`. Over unbounded integers they have type Int, also
/// where they speak about machine integers (through Cast).
/// Throws ResourceOut when the budget is exhausted.
HornAnswer
solve(const HornSystem& system, TermManager& terms, const HornOptions& options, Budget& budget);

/// The clauses as SMT-LIB 2 text in the logic HORN, for any solver of Horn clauses.
std::string horn_text(const HornSystem& system, const HornOptions& options);

} // namespace kleene::smt
