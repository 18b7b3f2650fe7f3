// SPDX-License-Identifier: Apache-2.0
// The program seen through its present predicates: the relation of each block and call, made for the
// states for which it is needed.
#pragma once
#include "kleene/ir/program_point.h"

#include "facts.h"
#include "predicates.h"

namespace kleene::engine::exact {

/// Per procedure and location.
using Sets = std::vector<std::vector<Bdd>>;

/// Sets of states per program point.
struct PlaceSets {
  using Node = ir::ProgramPoint;
  using Set = Bdd;
  using Sets = exact::Sets;
  static Bdd& set(Sets& sets, const ir::ProgramPoint& k) {
    return sets[k.procedure.index()][k.location.index()];
  }
  static const Bdd& set(const Sets& sets, const ir::ProgramPoint& k) {
    return sets[k.procedure.index()][k.location.index()];
  }
  static bool is_empty(const Bdd& set) { return set.is_false(); }
  static Bdd everything(const ir::ProgramPoint&) { return Bdd(true); }
};

class AbstractProgram {
public:
  /// Keeps references to all; the predicates must not change while it lives.
  AbstractProgram(const BlockProgram& program,
                  const PredicateMap& predicates,
                  const Facts& facts,
                  domain::ExactDomain& domain);

  const BlockProgram& program() const { return program_; }
  domain::ExactDomain& domain() const { return domain_; }
  const Facts& facts() const { return facts_; }
  const domain::PredicateList& predicates(ir::ProcId f, ir::LocId l) const {
    return predicates_.at(f, l);
  }
  ir::LocId entry(ir::ProcId f) const { return program_.program().procedure(f).entry; }
  ir::LocId exit(ir::ProcId f) const { return program_.program().procedure(f).exit; }

  /// Indices of the blocks and calls of a procedure that leave, or arrive at, a location.
  const std::vector<std::size_t>& blocks_from(ir::ProcId f, ir::LocId l) const;
  const std::vector<std::size_t>& blocks_to(ir::ProcId f, ir::LocId l) const;
  const std::vector<std::size_t>& calls_from(ir::ProcId f, ir::LocId l) const;
  const std::vector<std::size_t>& calls_to(ir::ProcId f, ir::LocId l) const;
  struct Site {
    ir::ProcId caller;
    std::size_t call = 0;
  };
  const std::vector<Site>& sites(ir::ProcId callee) const { return sites_[callee.index()]; }

  /// Visits the places from which a step leads to a place, or a call to the procedure that begins there.
  template <class Visit>
  void predecessors(const ir::ProgramPoint& place, Visit&& visit) const;

  /// States in which the program starts.
  Bdd initial() const;
  /// Relations that are complete for these states before, and at the callee's exit.
  const Bdd& block(ir::ProcId f, std::size_t index, const Bdd& states) const;
  const Bdd& into(ir::ProcId f, std::size_t call, const Bdd& states) const;
  const Bdd& over(ir::ProcId f, std::size_t call, const Bdd& states, const Bdd& exits) const;
  /// As they are by now.
  const Bdd& block(ir::ProcId f, std::size_t index) const;
  const Bdd& into(ir::ProcId f, std::size_t call) const;
  const Bdd& over(ir::ProcId f, std::size_t call) const;

private:
  struct PerProcedure {
    std::map<ir::LocId, std::vector<std::size_t>> blocks_from, blocks_to, calls_from, calls_to;
    std::vector<domain::PartialRelation> blocks, into, over;
  };
  const BlockProgram& program_;
  const PredicateMap& predicates_;
  const Facts& facts_;
  domain::ExactDomain& domain_;
  mutable std::vector<PerProcedure> procedures_;
  std::vector<std::vector<Site>> sites_;
};

template <class Visit>
void AbstractProgram::predecessors(const ir::ProgramPoint& place, Visit&& visit) const {
  auto [f, l] = place;
  const Procedure& procedure = program_.procedure(f);
  for (std::size_t b : blocks_to(f, l))
    visit(ir::ProgramPoint{f, procedure.blocks[b].from});
  for (std::size_t c : calls_to(f, l))
    visit(ir::ProgramPoint{f, procedure.calls[c].from});
  if (l != entry(f)) return;
  for (const Site& site : sites(f))
    visit(ir::ProgramPoint{site.caller, program_.procedure(site.caller).calls[site.call].from});
}

} // namespace kleene::engine::exact
