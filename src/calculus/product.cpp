// SPDX-License-Identifier: Apache-2.0
#include "product.h"

#include <algorithm>
#include <limits>

namespace kleene::calculus {

namespace {

template <class Combine>
Bdd pairwise(std::vector<Bdd> parts, bool neutral, Combine combine) {
  if (parts.empty()) return Bdd(neutral);
  // A balanced tree: each function takes part in few, rather small operations.
  while (parts.size() > 1) {
    std::size_t half = (parts.size() + 1) / 2;
    for (std::size_t i = 0; i < parts.size() / 2; ++i)
      parts[i] = combine(parts[2 * i], parts[2 * i + 1]);
    if (parts.size() % 2 == 1) parts[half - 1] = parts.back();
    parts.resize(half);
  }
  return parts.front();
}

} // namespace

Bdd Product::conjunction(std::vector<Bdd> conjuncts) {
  return pairwise(std::move(conjuncts), true, [](const Bdd& a, const Bdd& b) { return a & b; });
}

Bdd Product::disjunction(std::vector<Bdd> disjuncts) {
  return pairwise(std::move(disjuncts), false, [](const Bdd& a, const Bdd& b) { return a | b; });
}

const Product::Measure& Product::measure(const Bdd& f) {
  auto found = measures_.find(f);
  if (found != measures_.end()) return found->second;
  if (measures_.size() >= 16) measures_.clear(); // each of them keeps its nodes alive
  Measure made;
  made.nodes = f.node_count();
  for (BddVar v : f.support().variables()) {
    if (made.support.size() <= v.index()) made.support.resize(v.index() + 1);
    made.support[v.index()] = true;
  }
  return measures_.emplace(f, std::move(made)).first->second;
}

bool Product::eliminate(std::vector<Bdd>& conjuncts, std::vector<BddVar>& open) {
  std::vector<Measure> measures;
  for (const Bdd& f : conjuncts)
    measures.push_back(measure(f));
  std::vector<std::size_t> bucket;
  std::size_t best = std::numeric_limits<std::size_t>::max();
  for (BddVar v : open) {
    std::vector<std::size_t> holders;
    std::size_t cost = 0;
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
      if (!measures[i].has(v)) continue;
      holders.push_back(i);
      cost += measures[i].nodes;
    }
    if (holders.empty() || cost >= best) continue;
    best = cost;
    bucket = std::move(holders);
  }
  if (bucket.empty()) return false;
  std::sort(bucket.begin(), bucket.end(), [&](std::size_t a, std::size_t b) {
    return measures[a].nodes < measures[b].nodes;
  });
  auto in_bucket = [&](std::size_t i) {
    return std::find(bucket.begin(), bucket.end(), i) != bucket.end();
  };
  auto stays = std::stable_partition(open.begin(), open.end(), [&](BddVar v) {
    for (std::size_t i = 0; i < conjuncts.size(); ++i)
      if (!in_bucket(i) && measures[i].has(v)) return true;
    return false;
  });
  VarSet inner(std::vector<BddVar>(stays, open.end()));
  open.erase(stays, open.end());
  Bdd product = conjuncts[bucket[0]];
  for (std::size_t k = 1; k + 1 < bucket.size(); ++k)
    product &= conjuncts[bucket[k]];
  product = bucket.size() == 1 ? product.exists(inner)
                               : and_exists(product, conjuncts[bucket.back()], inner);
  std::vector<Bdd> rest{product};
  for (std::size_t i = 0; i < conjuncts.size(); ++i)
    if (!in_bucket(i)) rest.push_back(conjuncts[i]);
  conjuncts = std::move(rest);
  return true;
}

Bdd Product::exists(std::vector<Bdd> conjuncts, const VarSet& variables) {
  std::vector<BddVar> open = variables.variables();
  for (;;) {
    std::erase_if(conjuncts, [](const Bdd& f) { return f.is_true(); });
    if (std::any_of(conjuncts.begin(), conjuncts.end(), [](const Bdd& f) { return f.is_false(); }))
      return Bdd(false);
    if (conjuncts.empty()) return Bdd(true);
    if (conjuncts.size() == 1) return conjuncts[0].exists(VarSet(open));
    if (conjuncts.size() == 2) return and_exists(conjuncts[0], conjuncts[1], VarSet(open));
    if (!eliminate(conjuncts, open)) return conjunction(std::move(conjuncts));
  }
}

} // namespace kleene::calculus
