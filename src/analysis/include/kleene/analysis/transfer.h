// SPDX-License-Identifier: Apache-2.0
// What statements and calls make of facts (invariants.h): the operators of the abstract interpretation,
// for whoever wants to put them together in another way.
#pragma once
#include "kleene/analysis/evaluate.h"
#include "kleene/facts/mod_ref.h"

#include <set>

namespace kleene::analysis {

class Transfer {
public:
  Transfer(const ir::Program& program, IntegerModel integers);

  /// At the start of the program.
  Facts initial() const;
  /// Behind a statement that is no call.
  Facts after(const ir::Statement& statement, Facts facts) const;
  /// At the entry of the callee: the globals it uses as they are, parameters from the arguments.
  Facts entered(const ir::Call& call, const Facts& facts) const;
  /// Behind the call: globals that the callee may change, and results, as it leaves them; the rest as before.
  Facts returned(const ir::Call& call, const Facts& before, const Facts& at_exit) const;
  /// What grew since the last time goes on to the next threshold, what goes beyond them all is lost.
  /// Thresholds are the constants of the program and their neighbours.
  Facts widened(const Facts& before, const Facts& after) const;
  Facts meet(const Facts& a, const Facts& b) const;
  const facts::ModRef& calls() const { return calls_; }

private:
  Term variable(VarId v) const { return program_.terms->variable(v, program_.variable(v).type); }
  void assign(VarId variable, Term value, const Facts& before, Facts& after) const;
  static void copy(VarId variable, const Facts& from, Facts& to);
  Facts narrowed(const ir::Call& call, Facts before, const Facts& at_exit) const;
  FloatInterval widened(const FloatInterval& before, const FloatInterval& after) const;
  Integer threshold_below(Integer value) const;
  Integer threshold_above(Integer value) const;

  const ir::Program& program_;
  Evaluator evaluate_;
  facts::ModRef calls_;
  std::set<VarId> floats_;  ///< variables that hold floats
  std::set<VarId> written_; ///< parameters that are written
  std::vector<Integer> thresholds_;
  std::vector<double> float_thresholds_;
};

} // namespace kleene::analysis
