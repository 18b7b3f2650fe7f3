// SPDX-License-Identifier: Apache-2.0
// Relations of a program over unbounded integers, exact: what each edge, call and return does to the
// vector of visible variables. A state of a procedure is the vector (globals, parameters, returns,
// locals); its entry is (globals, parameters), its result (globals, returns). An entry procedure that
// nobody calls has the empty entry: nothing needs to be related to its initial values.
#pragma once
#include "kleene/domain/exactness.h"
#include "kleene/ir/program.h"
#include "kleene/presburger/relation.h"

#include <stdexcept>
#include <unordered_map>

namespace kleene::domain {

/// The program leaves what Presburger arithmetic can say; the message names the place.
class NotLinear : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

struct StateSet {
  presburger::Set set;
  Exactness exactness = Exactness::Exact;
};

struct Relation {
  presburger::Map map;
  Exactness exactness = Exactness::Exact;

  Relation operator|(const Relation& other) const;
  /// First this, then `next`.
  Relation then(const Relation& next) const;
  Relation restrict_domain(const StateSet& set) const;
  StateSet post(const StateSet& from) const; ///< states reached from `from`
  StateSet pre(const StateSet& to) const;    ///< states that can reach `to`
};

StateSet operator|(const StateSet& a, const StateSet& b);
StateSet operator&(const StateSet& a, const StateSet& b);

/// Which variable sits where in the vectors of one procedure.
struct Layout {
  std::vector<VarId> entry;
  std::vector<VarId> state;
  std::vector<VarId> result;
  std::unordered_map<VarId, std::size_t> position; ///< in `state`
};

class PresburgerDomain {
public:
  /// Integers are unbounded; unsigned machine types wrap as in C. `formula_type` is the type in which
  /// formulas about the program should calculate. Keeps references.
  PresburgerDomain(const ir::Program& program,
                   const presburger::Context& context,
                   Type formula_type = Type::integer());

  const presburger::Context& context() const { return context_; }
  const ir::Program& program() const { return program_; }
  Type formula_type() const { return formula_type_; }
  const Layout& layout(ir::ProcId procedure) const { return layouts_[procedure.index()]; }

  /// The entries with which the program starts.
  StateSet initial() const;
  /// Entry to first state: returns and locals are arbitrary, globals of a fresh start have their
  /// initial values.
  Relation enter(ir::ProcId procedure) const;
  /// State to result.
  Relation leave(ir::ProcId procedure) const;
  /// State to state, of any statement but a call; nothing goes on after a Halt. May throw NotLinear.
  Relation edge(ir::ProcId procedure, const ir::Edge& edge) const;
  /// State of the caller to entry of the callee.
  Relation pass(ir::ProcId caller, const ir::Call& call) const;
  /// (State of the caller before the call, result of the callee) to state after the call.
  Relation resume(ir::ProcId caller, const ir::Call& call) const;
  /// State to state over a call, given the callee's relation from entry to result.
  Relation step_over(ir::ProcId caller, const ir::Call& call, const Relation& summary) const;

  /// The states of a procedure where a condition holds. May throw NotLinear.
  presburger::Set condition(ir::ProcId procedure, Term term) const;

private:
  presburger::Set in_range(const std::vector<VarId>& variables) const;
  presburger::Set initial_values(const std::vector<VarId>& variables) const;

  const ir::Program& program_;
  const presburger::Context& context_;
  Type formula_type_;
  std::vector<Layout> layouts_;
  bool detached_ = false; ///< nobody calls the entry procedure
};

/// A set as a formula: dimension i is the term `dims[i]`. All have one type, `int` or a signed one that
/// is wide enough for the sums in the formula.
Term formula(TermManager& terms, const presburger::Set& set, std::span<const Term> dims);

} // namespace kleene::domain
