// SPDX-License-Identifier: Apache-2.0
// Executes single statements on symbolic states: values of variables are simplified terms over inputs.
#pragma once
#include "kleene/symbolic/path.h"

#include <unordered_set>

#include "memory.h"

namespace kleene::engine::bmc {

/// New variables for values that the program does not determine. After `rewind` the same ones come
/// again, so that what two unrollings have in common is the same terms.
class VariablePool {
public:
  VariablePool(TermManager& terms, std::size_t first) : terms_(terms), next_(first) {}
  Term operator()(Type type) { return next_chosen(values_[type], type); }
  /// For a value that nobody knows.
  Term unknown(Type type) { return next(unknown_[type], type); }
  /// For a value in memory that the environment chose.
  Term chosen(Type type) { return next_chosen(chosen_[type], type); }
  /// One of the two kinds that the environment chooses.
  bool is_chosen(Term variable) const { return by_environment_.contains(variable); }
  void rewind();
  /// Every value that nobody knows is zero, as the interpreter has it.
  Term all_zero();

private:
  struct OfType {
    std::vector<Term> made;
    std::size_t used = 0;
  };
  Term next(OfType& variables, Type type);
  Term next_chosen(OfType& variables, Type type);

  TermManager& terms_;
  std::size_t next_;
  std::map<Type, OfType> values_;
  std::map<Type, OfType> unknown_;
  std::map<Type, OfType> chosen_;
  std::unordered_set<Term> by_environment_;
};

/// All executions that are at one place.
struct MachineState {
  symbolic::Path path;
  std::vector<Term> values; ///< by variable; null: not known, and not asked for yet
  Heap heap;
};

class Machine {
public:
  Machine(const ir::Program& program, symbolic::Simplifier& simplify, VariablePool& pool);

  /// Globals as initialised; those that may have any value are null.
  MachineState initial();

  Term evaluate(MachineState& state, Term t);
  /// Some signed operation of the term leaves the range of its type.
  Term overflows(MachineState& state, Term t);

  void run(MachineState& state, const ir::Assign& assign);
  void run(MachineState& state, const ir::Free& free);
  void run(MachineState& state, const ir::Forget& forget);
  void run(MachineState& state, const ir::Output& output);
  /// Values nobody knows.
  void make_unknown(MachineState& state, VarId variable);
  Term allocate(MachineState& state, const ir::Alloc& alloc, Term size, std::uint64_t capacity);

  /// Makes `a` both: all executions that are at this place.
  void merge(MachineState& a, const MachineState& b);

  Memory& memory() { return memory_; }

private:
  Term evaluate_operator(MachineState& state, Term t);
  void change_memory(MachineState& state, VarId region, Term change);

  const ir::Program& program_;
  symbolic::Simplifier& simplify_;
  VariablePool& pool_;
  Memory memory_;
  std::unordered_map<Term, Term> overflow_conditions_;
};

} // namespace kleene::engine::bmc
