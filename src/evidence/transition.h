// SPDX-License-Identifier: Apache-2.0
// What statements do to states of a formula, as judges of `true` need it: never fewer executions than
// the program has. Exact but for these:
//   whether an address is valid is taken as arbitrary each time it is asked (only the null pointer is
//   known to be invalid), so an execution goes on where it might have ended, and may fail a check that holds,
//   unless all objects are known;
//   the address of a new object is any aligned one above the fixed objects, apart from the objects that
//   the same formula allocated before and that are still alive;
//   a block of memory of great or unknown length that is copied, filled, allocated or forgotten makes its
//   whole region arbitrary, and so does text printed to memory;
//   whatever has no text in the model is arbitrary.
// Calls are left to those who use this.
#pragma once
#include <map>

#include "formula.h"

namespace kleene::evidence {

/// An object that was allocated within the formula.
struct NewObject {
  Term address;
  Term size; ///< at least one byte for objects on the heap
  Term alive;
  bool heap = false;
  Term bytes = {}; ///< that belong to it
};

/// The values of the program's variables at some point of the formula.
struct FormulaState {
  std::vector<Term> values; ///< null: the value at the beginning
  std::map<std::size_t, NewObject> objects;
};

class Transitions {
public:
  /// `arbitrary` tells which variables may have any value of their type at the beginning.
  Transitions(const Problem& problem, Formula& formula, std::function<bool(VarId)> arbitrary);

  FormulaState beginning() const { return {std::vector<Term>(program_.variables.size()), {}}; }
  /// At the start of the program.
  FormulaState initial_state();
  Term value(const FormulaState& state, VarId v);
  /// The value of an entry copy at the beginning.
  Term entry_value(VarId v);

  /// A term of the program.
  Term evaluate(Term t, const FormulaState& state);
  /// A new value of a variable.
  Term any(VarId v);
  void assign(FormulaState& state, VarId v, Term value);
  /// Makes the step; gives the condition for it. Requires that it is no Call. `guard` says that the step
  /// is taken here at all. Throws NotCheckable for what only threads do.
  Term step(const ir::Statement& statement, FormulaState& state, Term guard);
  /// The state in which all of these meet; `guards` say which one it comes from.
  FormulaState meet(const std::vector<Term>& guards, const std::vector<FormulaState>& states);
  /// Conditions for the signed operations of a statement to overflow.
  std::vector<Term> overflows(const ir::Statement& statement, const FormulaState& state);

  /// All live objects are known from the start of the program on: what is valid is no longer arbitrary. For machine
  /// integers.
  void know_all_objects() { all_objects_ = true; }

  Formula& formula() { return formula_; }
  const ir::Program& program() const { return program_; }

private:
  void allocate(const ir::Alloc& alloc, FormulaState& state, Term guard);
  void release(const ir::Free& free, FormulaState& state);
  void forget(FormulaState& state, VarId region, Term address, Term length, bool zeroed);
  Term arbitrary_answer(Term t, const std::vector<Term>& args, const FormulaState& state);
  Term known_answer(Term t, const std::vector<Term>& args, const FormulaState& state);

  const Problem& problem_;
  const ir::Program& program_;
  Formula& formula_;
  TermManager& terms_;
  std::function<bool(VarId)> arbitrary_;
  std::vector<Term> first_;
  std::vector<Term> entry_;
  std::size_t objects_ = 0;
  bool all_objects_ = false;
  std::map<std::vector<std::size_t>, Term> answers_; ///< that are known, by question and objects
};

} // namespace kleene::evidence
