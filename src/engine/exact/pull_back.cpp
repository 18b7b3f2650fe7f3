// SPDX-License-Identifier: Apache-2.0
#include "pull_back.h"

#include "kleene/domain/atoms.h"

namespace kleene::engine::exact {
namespace {

class Puller {
public:
  Puller(const AbstractProgram& abstract, PredicateMap& predicates, std::size_t limit)
      : abstract_(abstract), program_(abstract.program()), predicates_(predicates), limit_(limit) {}

  void place(ir::ProcId f, ir::LocId l) {
    const Procedure& p = program_.procedure(f);
    for (std::size_t b : abstract_.blocks_from(f, l))
      pull(f, f, p.blocks[b].to, p.blocks[b].move.values);
    for (std::size_t c : abstract_.calls_from(f, l)) {
      const CallStep& call = p.calls[c];
      pull(f, call.callee, abstract_.entry(call.callee), call.enter.values);
      pull(f, f, call.to, call.results);
      pull(call.callee, f, call.to, in_words_of_callee(call));
    }
  }

  void add(ir::ProcId f, Term formula) {
    for (Term atom : domain::atoms_of(program_.terms(), formula))
      if (added_ < limit_ && predicates_.add(f, atom)) ++added_;
  }

  std::size_t added() const { return added_; }

private:
  /// What is asked of procedure `g` at a location, asked of `f`.
  void pull(ir::ProcId f, ir::ProcId g, ir::LocId to, const Values& values) {
    Substitution back(program_.terms());
    for (const auto& [v, t] : values)
      back.add(v, t);
    domain::PredicateList behind = abstract_.predicates(g, to);
    for (Term q : behind)
      add(f, back(q));
  }

  /// The results of a call are what the callee returns.
  Values in_words_of_callee(const CallStep& call) const {
    Values result;
    for (VarId r : program_.program().procedure(call.callee).returns)
      for (const auto& [x, value] : call.results)
        if (auto left = call.leave.find(r); left != call.leave.end() && left->second == value)
          result[x] = program_.variable(r);
    return result;
  }

  const AbstractProgram& abstract_;
  const BlockProgram& program_;
  PredicateMap& predicates_;
  std::size_t limit_;
  std::size_t added_ = 0;
};

} // namespace

std::size_t pull_back(const AbstractProgram& abstract,
                      MustSide& must,
                      const std::function<bool(ir::ProcId, ir::LocId)>& open,
                      PredicateMap& predicates,
                      std::size_t limit) {
  Puller puller(abstract, predicates, limit);
  for (const Procedure& p : abstract.program().procedures())
    for (ir::LocId l : p.cuts) {
      if (!open(p.id, l)) continue;
      puller.place(p.id, l);
      for (Term condition : must.choice_conditions(p.id, l))
        puller.add(p.id, condition);
    }
  return puller.added();
}

} // namespace kleene::engine::exact
