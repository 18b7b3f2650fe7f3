// SPDX-License-Identifier: Apache-2.0
// From a program to the register code of interpreter_code.h.
//
// Locations become labels. Where a location is left by one edge, the code of the edge follows; two
// guards of which one is the negation of the other become one branch; everything else becomes a
// Choose. The first instruction of an edge (or of the guards of a location) counts the step. Within
// a statement, equal terms are computed once.
#pragma once
#include <map>

#include "definite_assignment.h"
#include "interpreter_code.h"

namespace kleene::ir::vm {

/// With `traced`, each edge ends with a Trace instruction.
Code compile(const Program& program, IntegerModel integers, bool traced, const Reading& reading);

/// The variable that a memory term is a change of.
VarId base_memory(Term memory);

class Compiler {
public:
  Compiler(const Program& program, IntegerModel integers, bool traced, const Reading& reading);
  Code run();

private:
  using Label = std::int32_t;
  /// How an operator works on a type: see interpreter_value_ops.h.
  enum class Arithmetic { Signed, Unsigned, Exact };
  /// Code that stands behind the rest of its procedure and ends the run.
  struct Failure {
    Label label;
    OpCode code;
    std::uint8_t extra;
    std::uint32_t edge;
  };

  // Slots.
  void lay_out_globals();
  void lay_out(const Procedure& procedure);
  Slot global_slot(Integer initial);
  Slot constant(Integer value);
  Slot temporary();
  Slot value_slot(VarId v) const { return code_.variables[v.index()].value; }
  bool marked(VarId v) const { return code_.variables[v.index()].flag != 0; }

  // Instructions and labels.
  std::size_t emit(OpCode code, Insn insn);
  void begin_step(std::uint32_t edge);
  void yield(LocId location);
  void end_step();
  Label new_label();
  void bind(Label label);
  Label failure(OpCode code, std::uint8_t extra);
  void define(VarId v);

  // Procedures (interpreter_compiler.cpp).
  void procedure(ProcId id);
  void prologue();
  void place_from(LocId location);
  bool place_one(LocId& location);
  /// Whether a TargetSelection may select it.
  bool marker(LocId location) const;
  void arrival(LocId location);
  bool follow_one(std::uint32_t edge, LocId& location);
  bool branch_pair(std::uint32_t first, std::uint32_t second);
  bool switch_cases(const std::vector<std::size_t>& edges);
  void choose(const std::vector<std::size_t>& edges);
  Label leads_to(std::uint32_t edge);
  void leave_edge(std::uint32_t edge);
  void go(LocId location);
  void resolve();

  // Statements (interpreter_statements.cpp); false: control does not go on.
  bool statement(const Statement& s);
  void assign(const Assign& s);
  void assign_parallel(const Assign& s);
  std::vector<Insn> memory_effects(VarId target, Term value);
  Insn store_effect(Slot region, Term value);
  Insn copy_effect(VarId target, Term value);
  void emit_effects(std::vector<Insn> effects, bool for_now = false);
  void emit_remember(const Insn& effect);
  void note(Insn insn);
  void note_effect(const Insn& effect);
  void change_for_now(Term memory);
  void assume(const Assume& s);
  void lose(VarId v);
  void unset(VarId v);
  void havoc(const Havoc& s);
  void call(const Call& s);
  void spawn(const Spawn& s);
  void alloc(const Alloc& s);
  void output(const Output& s);
  void halt(const Halt& s);
  Slot address_slot(Term t);

  // Terms (interpreter_terms.cpp).
  Slot evaluate(Term t);
  void evaluate_into(Term t, Slot dst);
  void evaluate_arguments(Term t);
  std::optional<Slot> known_slot(Term t);
  Slot leaf(Term t);
  Slot compute(Term t, std::optional<Slot> dst);
  Slot compute_nary(OpCode code, Term t, std::optional<Slot> dst);
  Slot compute_ite(Term t, std::optional<Slot> dst);
  Slot compute_cast(Term t, std::optional<Slot> dst);
  Slot compute_float(Term t, Slot to);
  OpCode load_code(Type type) const;
  OpCode arithmetic_code(Op op, Type type) const;
  OpCode comparison_code(Op op, Type type) const;
  Arithmetic arithmetic(Type type) const;
  bool unsigned_comparison(Type type) const;
  bool keeps_value(Type to, Type from) const;
  bool silent(Term t, unsigned& budget) const;
  void branch(Term condition, Label yes, Label no, unsigned depth = 0);
  void branch_through(Term condition, Label yes, Label no, unsigned depth);
  void forget_terms() { ++epoch_; }

  static constexpr Slot outgoing = 1 << 28; ///< first argument slot, until the frame size is known

  const Program& program_;
  IntegerModel integers_;
  bool traced_;
  DefiniteAssignment assignment_;
  std::vector<std::vector<bool>> shared_steps_; ///< with threads only
  Code code_;
  std::vector<Integer> area_; ///< the global area, last slot first
  std::map<Integer, Slot> constants_;

  // Of the procedure being compiled.
  ProcId procedure_id_;
  const Procedure* procedure_ = nullptr;
  std::vector<std::vector<std::size_t>> outgoing_edges_;
  std::vector<std::uint32_t> incoming_; ///< by location: one edge that leads there
  std::vector<std::size_t> incoming_count_;
  std::vector<std::int32_t> labels_;    ///< instruction, or -1
  std::vector<std::int32_t> branch_at_; ///< by location: the one branch it consists of, or -1
  std::vector<LocId> wanted_;
  std::vector<Failure> failures_;
  std::vector<std::size_t> choice_insns_;
  std::vector<std::size_t> switch_insns_;
  std::size_t first_insn_ = 0;
  Slot first_temporary_ = 0;
  Slot next_temporary_ = 0;
  Slot end_temporary_ = 0;
  std::uint32_t outgoing_slots_ = 0;

  // Of the step being compiled.
  std::uint32_t edge_ = InsnOrigin::no_edge;
  bool step_pending_ = false;

  // The slots of terms computed in this step.
  std::uint32_t epoch_ = 0;
  std::vector<std::uint32_t> term_epoch_;
  std::vector<Slot> term_slot_;
};

} // namespace kleene::ir::vm
