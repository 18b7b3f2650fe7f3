// SPDX-License-Identifier: Apache-2.0
// The relations of a Boolean program as lists of clauses, one for each edge, call site or place: what
// the text of the calculus (relations.cpp) and the decision diagrams (bindings.cpp) are made from.
#pragma once
#include "kleene/domain/boolean_scope.h"
#include "kleene/ir/program_point.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kleene::engine::calculus {

/// A component of a state by number: the globals that matter, then the bits that locals share.
using ComponentId = std::size_t;

/// Where a component of the last state has its value from.
struct Source {
  enum class Kind { Constant, Copy, Value } kind = Kind::Constant;
  bool constant = false;
  std::size_t state = 0; ///< Copy: the number of the state, and its component
  ComponentId component = 0;
  Term value; ///< Value: a term over variables of the first state
};

struct ProgramClause {
  /// One for each state of the relation.
  std::vector<ir::ProgramPoint> places;
  /// On the first state.
  std::optional<Term> condition;
  /// The components of the last state; those that are missing are free.
  std::map<ComponentId, Source> last;
};

class ProgramRelations {
public:
  /// Keeps references to both. Requires a program without obstacle (domain::obstacle_to_boolean).
  ProgramRelations(const ir::Program& program, const ir::TargetSelection& targets);

  /// The clauses of `ProgramInt`, `Return`, …; nothing if there is no relation of that name.
  std::optional<std::vector<ProgramClause>> clauses(const std::string& relation) const;

  /// The types `Module`, `PC`, `Global`, `Local` and `State` in the text of the calculus.
  std::string types() const;
  /// `main`
  const std::string& module_name(ir::ProcId p) const { return modules_[p.index()]; }
  std::size_t module_number(ir::ProcId p) const { return module_numbers_[p.index()]; }
  std::size_t module_count() const { return module_count_; }
  std::size_t pc(ir::ProcId p, ir::LocId l) const { return pcs_[p.index()][l.index()]; }
  std::size_t pc_count() const { return pc_count_; }
  /// Procedures by their module number.
  std::vector<ir::ProcId> by_module_number() const;
  /// Nothing if the procedure has no such pc.
  std::optional<ir::LocId> location(ir::ProcId p, std::size_t pc) const;
  /// The variables whose components say something at a location: the others are zero there for want of use.
  std::vector<VarId> meant(ir::ProcId p, ir::LocId l) const;
  /// `G.x`, `L.v0`
  const std::string& component_name(ComponentId c) const { return names_[c]; }
  std::size_t component_count() const { return names_.size(); }
  std::size_t global_count() const { return global_count_; }
  /// Requires a variable that matters and is carried somewhere.
  ComponentId component(VarId v) const { return components_.at(v); }

private:
  using Clauses = std::vector<ProgramClause>;
  Clauses internal_steps() const;
  Clauses calls() const;
  Clauses returns() const;
  Clauses entries() const;
  Clauses exits() const;
  Clauses initial() const;
  Clauses target_places() const;

  template <class Visit>
  void for_each_edge(Visit visit) const;
  bool is_global(VarId v) const { return !program_.variable(v).owner.valid(); }
  bool live(ir::ProcId p, ir::LocId l, VarId v) const;
  /// Locals at a location: as in the first state unless the clause has them already; those that are
  /// not live are 0.
  void keep_locals(ir::ProcId p,
                   ir::LocId l,
                   const std::vector<VarId>& free,
                   ProgramClause& clause) const;
  void keep_globals(std::size_t from, const std::vector<VarId>& free, ProgramClause& clause) const;
  void clear_dead_locals(ir::ProcId p, ir::LocId l, ProgramClause& clause) const;
  std::string order() const;

  const ir::Program& program_;
  const ir::TargetSelection& targets_;
  domain::BooleanScope scope_;
  std::vector<std::string> modules_; ///< empty: left out
  std::vector<std::size_t> module_numbers_;
  std::size_t module_count_ = 0;
  std::vector<std::vector<std::size_t>> pcs_;
  std::size_t pc_count_ = 1;
  std::map<VarId, ComponentId> components_;
  std::vector<std::string> names_;
  std::size_t global_count_ = 0;
};

} // namespace kleene::engine::calculus
