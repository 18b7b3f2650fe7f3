// SPDX-License-Identifier: Apache-2.0
// The equations of the engine once more, explicitly: sets of valuations of predicates instead of decision
// diagrams, and every step by trying all values of all variables instead of asking a solver. For programs
// whose integers have a few bits.
#pragma once
#include <functional>
#include <set>

#include "concrete.h"
#include "solved.h"

namespace kleene::engine::exact {

class MintermModel {
public:
  /// A valuation of the predicates of a location, in their order.
  using Minterm = std::vector<bool>;
  using Sets = std::map<ir::ProgramPoint, std::set<Minterm>>;

  /// The values that a program may be thought to choose at a location, each a set of values of fresh variables.
  using Options = std::function<std::vector<Values>(ir::ProcId, ir::LocId)>;

  /// Takes the blocks, calls and predicates of the abstract program, and nothing else of it.
  MintermModel(const AbstractProgram& abstract, Options options);

  /// False if there are too many values to try; then there are no results.
  bool solve();
  bool reached(const ir::ProgramPoint& at, const Minterm& m) const { return in(reached_, at, m); }
  bool may(const ir::ProgramPoint& at, const Minterm& m) const { return in(may_, at, m); }
  /// At a location where the program chooses every choice is tried: as many states as can be.
  bool must(const ir::ProgramPoint& at, const Minterm& m) const { return in(must_, at, m); }
  /// Only the options are tried, one for all states of a minterm.
  bool must_by_options(const ir::ProgramPoint& at, const Minterm& m) const {
    return in(must_by_options_, at, m);
  }

  /// The minterm of concrete values.
  Minterm minterm(const ir::ProgramPoint& at, const Concrete& values) const;
  /// Calls `visit` with all values of the variables of the predicates at a place; false if too many.
  bool for_each_state(const ir::ProgramPoint& at,
                      const std::function<void(const Concrete&)>& visit) const;

private:
  /// Where a concrete state goes; nothing where it ends or blocks.
  using Way = std::optional<std::pair<ir::ProgramPoint, Minterm>>;
  struct Crossing {
    Minterm exit;
    Minterm behind;
  };
  /// What concrete states with one minterm can do.
  struct Ways {
    std::vector<std::vector<Way>> blocks;       ///< for each state, for each choice
    std::vector<std::vector<Way>> options;      ///< for each option, for each state
    std::set<Minterm> into;                     ///< of the callee's entry
    std::set<std::pair<Minterm, Minterm>> over; ///< of the callee's exit, and behind the call
  };
  struct Node {
    std::map<Minterm, Ways> ways;
    const CallStep* call = nullptr;
  };

  static bool in(const Sets& sets, const ir::ProgramPoint& at, const Minterm& m);
  ir::ProgramPoint entry(ir::ProcId f) const { return {f, abstract_.entry(f)}; }
  ir::ProgramPoint exit(ir::ProcId f) const { return {f, abstract_.exit(f)}; }
  /// The variables that the predicates at a place speak about, once these values were assigned.
  void
  add_variables(const ir::ProgramPoint& at, const Values& values, std::set<VarId>& variables) const;
  Minterm
  minterm_after(const ir::ProgramPoint& at, const Concrete& before, const Values& values) const;
  Type type_of(VarId v) const;
  bool enumerate(const std::set<VarId>& variables,
                 Concrete fixed,
                 const std::function<void(const Concrete&)>& visit) const;
  bool tabulate_blocks(const ir::ProgramPoint& at, Node& node);
  bool tabulate_call(const ir::ProgramPoint& at, Node& node);
  void reach();
  Sets greatest(
      const std::function<bool(const ir::ProgramPoint&, const Ways&, const Sets&)>& goes_on) const;
  bool may_go_on(const ir::ProgramPoint& at, const Ways& ways, const Sets& sets) const;
  /// How the program's choices are tried.
  using Chooses = bool (MintermModel::*)(const Ways& ways, const Sets& sets) const;
  bool by_any_value(const Ways& ways, const Sets& sets) const;
  bool by_options(const Ways& ways, const Sets& sets) const;
  Sets solve_must(Chooses chooses) const;
  Way way_from(const ir::ProgramPoint& at, const Concrete& state) const;
  bool crosses(const ir::ProgramPoint& at,
               const Ways& ways,
               const Sets& inside,
               const Sets& behind) const;

  const AbstractProgram& abstract_;
  const BlockProgram& program_;
  Options options_;
  std::map<ir::ProgramPoint, Node> nodes_;
  std::map<VarId, Type> fresh_types_;
  Sets reached_, may_, must_, must_by_options_;
};

} // namespace kleene::engine::exact
