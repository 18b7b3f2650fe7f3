// SPDX-License-Identifier: Apache-2.0
// The program seen through its present predicates: the relation of each block and call, made for the
// states for which it is needed.
#pragma once
#include "facts.h"
#include "predicates.h"

namespace kleene::engine::exact {

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

} // namespace kleene::engine::exact
