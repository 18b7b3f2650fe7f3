// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>

#include "schedule.h"

namespace kleene::engine::concurrent {
namespace {

/// Decision diagrams as terms that share what the diagrams share.
class TermWriter {
public:
  explicit TermWriter(const Space& space) : terms_(*space.unfolding().program.terms) {
    for (auto [bit, v] : space.variables())
      variables_[bit] = terms_.variable(v, Type::boolean());
    known_[Bdd(false).id()] = {Bdd(false), terms_.truth(false)};
    known_[Bdd(true).id()] = {Bdd(true), terms_.truth(true)};
  }

  Term term(const Bdd& set) {
    std::vector<Bdd> open{set};
    while (!open.empty()) {
      Bdd node = open.back();
      if (known_.contains(node.id())) {
        open.pop_back();
        continue;
      }
      auto low = known_.find(node.low().id());
      auto high = known_.find(node.high().id());
      if (low == known_.end()) open.push_back(node.low());
      if (high == known_.end()) open.push_back(node.high());
      if (low == known_.end() || high == known_.end()) continue;
      Term result = terms_.ite(variables_.at(node.top()), high->second.term, low->second.term);
      known_[node.id()] = {node, result};
      open.pop_back();
    }
    return known_.at(set.id()).term;
  }

private:
  struct Known {
    Bdd set; ///< keeps the number its own
    Term term;
  };

  TermManager& terms_;
  std::unordered_map<BddVar, Term> variables_;
  std::unordered_map<std::size_t, Known> known_;
};

} // namespace

evidence::InterleavingProof to_proof(const Space& space, const Search& search, std::size_t depth) {
  TermWriter writer(space);
  evidence::InterleavingProof proof;
  proof.depth = depth;
  for (auto [bit, v] : space.variables())
    proof.order.push_back(v);
  for (std::size_t t = 0; t < space.unfolding().threads.size(); ++t) {
    evidence::InterleavingProof::Thread& thread = proof.threads.emplace_back();
    thread.place = space.place_bits(t);
    thread.numbers = space.numbers(t);
    for (std::size_t p = 0; p < space.unfolding().threads[t].points.size(); ++p) {
      const Bdd& states = search.active(t, p);
      thread.active.push_back(states.is_false() ? Term() : writer.term(states));
    }
  }
  return proof;
}

} // namespace kleene::engine::concurrent
