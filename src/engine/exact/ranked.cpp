// SPDX-License-Identifier: Apache-2.0
#include "ranked.h"

#include "counterexample.h"
#include "proof.h"
#include "ranking.h"

namespace kleene::engine::exact {
namespace {

constexpr double seconds_per_question = 1;

class Ranked {
public:
  Ranked(const AbstractProgram& abstract,
         const Forward& reached,
         IntegerModel model,
         Budget& budget)
      : abstract_(abstract),
        program_(abstract.program()),
        reached_(reached),
        session_(session_for(program_, model, seconds_per_question, budget)),
        ranking_(program_, *session_, model, budget) {}

  std::optional<evidence::TerminationProof> run() {
    for (const Procedure& p : program_.procedures())
      for (ir::LocId l : p.cuts)
        if (is_reached(p.id, l))
          places_[{p.id, l}] =
              ranking_.add_place(p.id, known_at(abstract_, p.id, l, reached_.states(p.id, l)));
    for (const Procedure& p : program_.procedures())
      add_steps(p);
    std::optional<std::vector<std::vector<Term>>> ranks = ranking_.find();
    if (!ranks) return std::nullopt;
    evidence::TerminationProof result{proof_of(abstract_, reached_), {}};
    for (const Procedure& p : program_.procedures()) {
      std::vector<std::vector<Term>>& mine =
          result.ranks.emplace_back(program_.program().procedure(p.id).locations.size());
      for (ir::LocId l : p.cuts) {
        auto place = places_.find({p.id, l});
        // Where nothing arrives any rank will do.
        mine[l.index()] = (*ranks)[place == places_.end() ? 0 : place->second];
        if (place == places_.end())
          for (Term& t : mine[l.index()])
            t = program_.terms().constant(t.type(), 0);
      }
    }
    return result;
  }

private:
  bool is_reached(ir::ProcId f, ir::LocId l) const { return !reached_.states(f, l).is_false(); }

  void add_steps(const Procedure& p) {
    for (const Block& block : p.blocks) {
      auto from = places_.find({p.id, block.from});
      auto to = places_.find({p.id, block.to});
      if (from != places_.end() && to != places_.end())
        ranking_.add_step(from->second, to->second, block.move, false);
    }
    for (const CallStep& call : p.calls) {
      auto from = places_.find({p.id, call.from});
      if (from == places_.end()) continue;
      auto entry = places_.find({call.callee, abstract_.entry(call.callee)});
      if (entry != places_.end()) ranking_.add_step(from->second, entry->second, call.enter, true);
      const Bdd& exits = reached_.states(call.callee, abstract_.exit(call.callee));
      if (auto to = places_.find({p.id, call.to}); to != places_.end())
        ranking_.add_step(from->second, to->second, step_over(abstract_, call, exits), false);
    }
  }

  const AbstractProgram& abstract_;
  const BlockProgram& program_;
  const Forward& reached_;
  std::unique_ptr<smt::Session> session_;
  Ranking ranking_;
  std::map<ir::ProgramPoint, std::size_t> places_;
};

} // namespace

std::optional<evidence::TerminationProof> ranked_proof(const AbstractProgram& abstract,
                                                       const Forward& reached,
                                                       IntegerModel model,
                                                       Budget& budget) {
  return Ranked(abstract, reached, model, budget).run();
}

} // namespace kleene::engine::exact
