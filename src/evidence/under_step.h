// SPDX-License-Identifier: Apache-2.0
// What a program must be able to do, for judges of sets of states: which condition on a state makes an edge
// lead to where one wants it. Never more than the program can do: the environment's choices are chosen,
// everything that nobody knows may be anything, and what is not covered (memory, for instance) leads
// nowhere.
#pragma once
#include "kleene/evidence/must.h"
#include "kleene/smt/smtlib.h"

#include <functional>
#include <map>

#include "effect.h"
#include "stem.h"

namespace kleene::evidence {

class UnderStep {
public:
  /// Texts of values that variables have instead of the current ones.
  using Values = std::map<VarId, std::string>;

  UnderStep(const Problem& problem, const std::vector<Choice>& choices);

  /// Where an edge should lead; each gives a condition as text.
  struct Wanted {
    std::function<std::string(ir::LocId, const Values&)> behind;   ///< in the same procedure
    std::function<std::string(ir::ProcId, const Values&)> inside;  ///< at a callee's entry, to stay
    std::function<std::string(ir::ProcId, const Values&)> through; ///< at its entry, to return
    std::function<Term(ir::ProcId)> summary; ///< of what returns then; null: anything
  };
  /// `commands` declares what the condition speaks of: values that must not matter.
  std::string way(ir::ProcId f, std::size_t edge, const Wanted& wanted, std::string& commands);
  /// Some edge leads on: a disjunction.
  std::string ways(ir::ProcId f, ir::LocId from, const Wanted& wanted, std::string& commands);

  /// The text of a term of the program; of a null term `false`.
  std::string text(Term t, const Values& values) const;
  /// Adds a question: in every state, `commands` imply the goal.
  void ask(const std::string& title, const std::string& commands, const std::string& goal);
  /// What is known where a stem ends.
  std::string at_end(const StemEnd& end) const;
  smt::Script take() { return std::move(script_); }

private:
  std::string name(VarId v) const;
  std::string sort(Type type) const;
  std::string number(Type type, Integer value) const;
  std::string range(Type type, const std::string& value, bool chosen) const;
  std::string declaration(const std::string& value, Type type) const;
  std::string fresh(VarId v, std::string& commands);
  std::string
  possible_way(ir::ProcId f, std::size_t e, const Wanted& wanted, std::string& commands);
  using Behind = std::function<std::string(const Values&)>;
  std::string chosen(ir::ProcId f,
                     std::size_t e,
                     const std::vector<Effect::Change>& changes,
                     const Values& known,
                     const Behind& behind) const;
  std::string any(const std::vector<Effect::Change>& changes,
                  Effect::Change::To which,
                  const Values& known,
                  const Behind& behind) const;
  Values entered(const ir::Call& call, std::string& commands);
  std::string over(const ir::Call& call, ir::LocId to, const Wanted& wanted, std::string& commands);

  const ir::Program& program_;
  IntegerModel integers_;
  const std::vector<Choice>& choices_;
  std::function<Integer(ObjectId)> address_;
  smt::Script script_;
  std::size_t fresh_ = 0;
};

/// May a formula of a procedure speak of these variables? `pairs`: of entry copies too. `result`: only what is
/// left when it has returned.
bool in_scope(const ir::Program& program, ir::ProcId f, Term formula, bool pairs, bool result);
/// Why these choices are none of the program; empty if they are.
std::string misfit(const ir::Program& program, const std::vector<Choice>& choices);

} // namespace kleene::evidence
