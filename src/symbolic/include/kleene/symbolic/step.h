// SPDX-License-Identifier: Apache-2.0
// What a statement does to a symbolic state, as terms: for engines that reason about all executions at
// once (predicates, Horn clauses, induction). The result is an over-approximation of the statement
// that is exact except for memory management:
//   Valid, Writable, Freeable   may hold or not (where a program only assumes them: they hold)
//   SizeOf                      any value
//   Alloc                       any address above Program::first_free_address, even one in use
//   Output                      any text, any result
// So a proof over these terms is a proof for the program; an execution found with them is a proposal.
//
// Variables of a term: those of the program (below n = variables.size()) stand for their values at the
// place where the symbolic state began; FreshVariables, numbered from `first_fresh` on, for values that
// came into being since.
#pragma once
#include "kleene/ir/program.h"
#include "kleene/logic/overflow.h"
#include "kleene/logic/substitute.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kleene::symbolic {

/// The first variable that neither the program nor evidence (entry copies, parameters) uses: see VariableSpace.
std::size_t first_fresh(const ir::Program& program);

/// Values of variables; a variable that is not listed has the value with which it began.
class State {
public:
  Term value(const ir::Program& program, VarId variable) const;
  void set(VarId variable, Term value) { values_[variable] = value; }
  /// The changed variables, in order.
  const std::map<VarId, Term>& values() const { return values_; }
  /// The value of a term of the program in this state.
  Term apply(const ir::Program& program, Term t) const;

private:
  std::map<VarId, Term> values_;
};

/// `a` where the condition holds, `b` elsewhere.
State merge(const ir::Program& program, Term condition, const State& a, const State& b);

/// A value that the statement does not determine. Inputs are for the environment to choose.
/// Unknown ones are for nobody to choose: indeterminate bytes, addresses, results of functions without body.
struct FreshValue {
  Term variable;
  ir::Choice choice = ir::Choice::Unknown;
  std::string origin;      ///< as Havoc::origin
  bool picks_edge = false; ///< decides between edges where several are open
  /// In a block: whether an execution comes to ask for it, over the values at the start of the block.
  Term when = {};
  /// Where the environment chooses what malloc gives (ir::has_open_contents): the address of such an
  /// object, or a part of the last one that was made, so many bytes behind its beginning.
  bool new_object = false;
  std::optional<std::uint64_t> heap_offset = {};
};

struct Step {
  /// The statement lets the execution pass; constraints on fresh values included.
  Term condition;
  /// Assume only: what it means if the condition fails.
  ir::AssumeKind kind = ir::AssumeKind::Guard;
  State after;
  std::vector<FreshValue> fresh; ///< in the order in which an execution asks for them
  /// Some signed operation of the statement leaves the range of its type; whether or not it passes.
  Term overflow;
};

/// What is kept of questions to the table of live objects that a program assumes to be answered by yes.
enum class AddressFacts : std::uint8_t {
  None,
  NotNull, ///< the address is not null, and the bytes end before the addresses do
};

/// One statement in a symbolic state. Requires: no Call. The condition of a Halt is false.
Step step(const ir::Program& program,
          const State& state,
          const ir::Statement& statement,
          FreshVariables& fresh,
          AddressFacts facts = AddressFacts::None);

/// The parameters of a callee at its entry, as values in the caller's state: arguments by parameter.
State call_arguments(const ir::Program& program, const State& state, const ir::Call& call);

using kleene::overflow_condition;

} // namespace kleene::symbolic
