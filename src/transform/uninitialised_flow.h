// SPDX-License-Identifier: Apache-2.0
// Where values may come from nowhere: a may-analysis, along the edges of each procedure for its own variables, one
// answer for each global and each region of memory.
#pragma once
#include "kleene/ir/program.h"

namespace kleene::transform {

/// Variables whose bits the value of the term is made of: those that only say where memory is read or written are left out.
std::vector<VarId> value_variables(Term t);

/// Terms that say where the term reads or writes, and how much.
std::vector<Term> address_terms(Term t);

class UninitialisedFlow {
public:
  explicit UninitialisedFlow(const ir::Program& program);

  /// May bits of it be uninitialised where the edge begins?
  bool open(ir::ProcId p, ir::LocId at, VarId v) const;
  bool open(ir::ProcId p, ir::LocId at, Term t) const;
  /// A global or a region; a parameter at the entry; a return variable at the exit.
  bool open_global(VarId v) const { return open_[v.index()]; }

private:
  using OpenSlots = std::vector<bool>; ///< by slot

  void number_locals(const ir::Procedure& p);
  void analyse(ir::ProcId p);
  void step(ir::ProcId p, std::size_t e, OpenSlots& state);
  bool open_in(const OpenSlots& state, VarId v) const;
  bool open_in(const OpenSlots& state, Term t) const;
  void set(OpenSlots& state, VarId v, bool open);
  void set_global(VarId v, bool open);

  const ir::Program& program_;
  std::vector<std::size_t> slots_;             ///< of locals, by VarId
  std::vector<std::size_t> count_;             ///< of slots, by procedure
  std::vector<bool> open_;                     ///< by VarId: see open_global
  std::vector<std::vector<OpenSlots>> states_; ///< by procedure and location; empty: not reached
  bool grew_ = false;
};

} // namespace kleene::transform
