// SPDX-License-Identifier: Apache-2.0
// A program as Horn clauses, and what their relations mean.
//
//   Inv_f,l(e, x)   at loop head l of procedure f, entered with e, the variables can be x
//   Pre_f(e)        f can be entered with e
//   Sum_f(e, r)     f entered with e can return with r
// One clause for all ways between two cut points that make the same calls:
//   Inv_f,l(e, x) ∧ Sum_g(…)… ∧ way(x, x')  →  Inv_f,m(e, x') | Sum_f(e, x') | Pre_h(…) | false
// Procedures without loops whose effect has a formula are followed where they are called.
#pragma once
#include "kleene/smt/horn.h"

#include <memory>

#include "closed_form.h"
#include "region.h"
#include "view.h"

namespace kleene::engine::chc {

enum class Role { Invariant, Precondition, Summary };

struct Meaning {
  Role role = Role::Invariant;
  ir::ProcId procedure;
  ir::LocId location; ///< Invariant only
  /// Precondition only: no violation is possible inside, so the clauses can do without it.
  bool optional = false;
};

struct Encoding {
  smt::HornSystem system;
  std::vector<Meaning> meanings;                 ///< of the relations
  std::vector<std::optional<ClosedForm>> closed; ///< per procedure that is followed
  std::unique_ptr<View> view;
  std::map<VarId, VarId> region_of; ///< fresh memories
};

struct EncodingOptions {
  /// Which variables relations speak of.
  std::function<bool(VarId)> tracked = [](VarId) { return true; };
  bool follow_calls = true;
  /// Every signed overflow counts as a violation, also where the property does not say so: what is proved
  /// then over unbounded integers holds for machine integers.
  bool overflows = false;
};

/// Throws ResourceOut if the clauses would be too many.
Encoding encode(const evidence::Problem& problem, const EncodingOptions& options);

/// The clauses without optional relations: summaries have to hold for every entry then, which is more than
/// needed, but a smaller question.
smt::HornSystem without_optional(const Encoding& encoding);

/// Adds to each clause that machine integers lie in the range of their types. Over unbounded integers that is
/// an assumption; it is right where no signed operation overflows.
void assume_ranges(smt::HornSystem& system, TermManager& terms);

/// What the solver has to know about the variables of the clauses.
smt::Layout layout(const ir::Program& program, const Encoding& encoding);

} // namespace kleene::engine::chc
