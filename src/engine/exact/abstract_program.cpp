// SPDX-License-Identifier: Apache-2.0
#include "abstract_program.h"

namespace kleene::engine::exact {
namespace {

const std::vector<std::size_t>& find(const std::map<ir::LocId, std::vector<std::size_t>>& index,
                                     ir::LocId l) {
  static const std::vector<std::size_t> none;
  auto found = index.find(l);
  return found == index.end() ? none : found->second;
}

} // namespace

AbstractProgram::AbstractProgram(const BlockProgram& program,
                                 const PredicateMap& predicates,
                                 const Facts& facts,
                                 domain::ExactDomain& domain)
    : program_(program), predicates_(predicates), facts_(facts), domain_(domain) {
  sites_.resize(program.procedures().size());
  for (const Procedure& p : program.procedures()) {
    PerProcedure& mine = procedures_.emplace_back();
    for (std::size_t i = 0; i < p.blocks.size(); ++i) {
      mine.blocks_from[p.blocks[i].from].push_back(i);
      mine.blocks_to[p.blocks[i].to].push_back(i);
    }
    for (std::size_t i = 0; i < p.calls.size(); ++i) {
      mine.calls_from[p.calls[i].from].push_back(i);
      mine.calls_to[p.calls[i].to].push_back(i);
      sites_[p.calls[i].callee.index()].push_back({p.id, i});
    }
    mine.blocks.resize(p.blocks.size());
    mine.into.resize(p.calls.size());
    mine.over.resize(p.calls.size());
  }
}

const std::vector<std::size_t>& AbstractProgram::blocks_from(ir::ProcId f, ir::LocId l) const {
  return find(procedures_[f.index()].blocks_from, l);
}
const std::vector<std::size_t>& AbstractProgram::blocks_to(ir::ProcId f, ir::LocId l) const {
  return find(procedures_[f.index()].blocks_to, l);
}
const std::vector<std::size_t>& AbstractProgram::calls_from(ir::ProcId f, ir::LocId l) const {
  return find(procedures_[f.index()].calls_from, l);
}
const std::vector<std::size_t>& AbstractProgram::calls_to(ir::ProcId f, ir::LocId l) const {
  return find(procedures_[f.index()].calls_to, l);
}

Bdd AbstractProgram::initial() const {
  ir::ProcId main = program_.program().entry;
  return domain_.post(Bdd(true),
                      domain_.relation({}, program_.start(), predicates(main, entry(main))));
}

const Bdd& AbstractProgram::block(ir::ProcId f, std::size_t index, const Bdd& states) const {
  domain::PartialRelation& relation = procedures_[f.index()].blocks[index];
  const Block& b = program_.procedure(f).blocks[index];
  domain_.extend(
      relation, states, predicates(f, b.from), b.move, predicates(f, b.to), facts_.at(f, b.from));
  return relation.steps;
}

const Bdd& AbstractProgram::into(ir::ProcId f, std::size_t call, const Bdd& states) const {
  domain::PartialRelation& relation = procedures_[f.index()].into[call];
  const CallStep& c = program_.procedure(f).calls[call];
  domain_.extend(relation,
                 states,
                 predicates(f, c.from),
                 c.enter,
                 predicates(c.callee, entry(c.callee)),
                 facts_.at(f, c.from));
  return relation.steps;
}

const Bdd&
AbstractProgram::over(ir::ProcId f, std::size_t call, const Bdd& states, const Bdd& exits) const {
  domain::PartialRelation& relation = procedures_[f.index()].over[call];
  const CallStep& c = program_.procedure(f).calls[call];
  domain_.extend(relation,
                 states,
                 exits,
                 {predicates(f, c.from),
                  predicates(c.callee, exit(c.callee)),
                  c.leave,
                  predicates(f, c.to),
                  c.results,
                  facts_.at(f, c.from),
                  facts_.at_exit(c.callee)});
  return relation.steps;
}

const Bdd& AbstractProgram::block(ir::ProcId f, std::size_t index) const {
  return procedures_[f.index()].blocks[index].steps;
}
const Bdd& AbstractProgram::into(ir::ProcId f, std::size_t call) const {
  return procedures_[f.index()].into[call].steps;
}
const Bdd& AbstractProgram::over(ir::ProcId f, std::size_t call) const {
  return procedures_[f.index()].over[call].steps;
}

} // namespace kleene::engine::exact
