// SPDX-License-Identifier: Apache-2.0
#include "pairs.h"

#include <algorithm>

namespace kleene::engine::linear {

using domain::PresburgerDomain;
using domain::Relation;
using domain::StateSet;
using ir::ProcId;
using presburger::Map;
using presburger::Set;

namespace {

using Sources = std::vector<std::optional<std::size_t>>;

template <class Part>
std::vector<std::size_t>
sizes(const PresburgerDomain& domain, const std::vector<ProcId>& members, Part part) {
  std::vector<std::size_t> result;
  for (ProcId f : members)
    result.push_back((domain.layout(f).*part).size());
  return result;
}

} // namespace

Padding::Padding(const presburger::Context& context,
                 std::vector<ProcId> members,
                 std::vector<std::size_t> dims)
    : context_(context), members_(std::move(members)), dims_(std::move(dims)) {
  size_ = *std::ranges::max_element(dims_) + (members_.size() > 1 ? 1 : 0);
}

std::size_t Padding::number(ProcId f) const {
  return static_cast<std::size_t>(std::ranges::find(members_, f) - members_.begin());
}

Map Padding::embed(ProcId f) const {
  std::size_t n = dims_[number(f)];
  if (members_.size() == 1) return Map::identity(context_, n);
  Sources sources(size_);
  for (std::size_t i = 0; i < n; ++i)
    sources[i + 1] = i;
  Set padded = Set::universe(context_, size_).fix(0, static_cast<Integer>(number(f)));
  for (std::size_t i = n + 1; i < size_; ++i)
    padded = padded.fix(i, 0);
  return Map::select(context_, n, sources).restrict_range(padded);
}

EntrySpace::EntrySpace(const PresburgerDomain& domain, const std::vector<ProcId>& members)
    : domain_(domain),
      padding_(domain.context(), members, sizes(domain, members, &domain::Layout::entry)) {}

StateSet EntrySpace::none() const {
  return {Set::empty(domain_.context(), padding_.size())};
}

StateSet EntrySpace::embed(ProcId f, const StateSet& entries) const {
  return {entries.set.apply(padding_.embed(f)), entries.exactness};
}

Relation EntrySpace::embed(ProcId from, const Relation& relation, ProcId to) const {
  return {padding_.embed(from).reverse().then(relation.map).then(padding_.embed(to)),
          relation.exactness};
}

StateSet EntrySpace::extract(ProcId f, const StateSet& all) const {
  return {all.set.apply(padding_.embed(f).reverse()), all.exactness};
}

PairSpace::PairSpace(const PresburgerDomain& domain, const std::vector<ProcId>& members)
    : domain_(domain),
      entries_(domain.context(), members, sizes(domain, members, &domain::Layout::entry)),
      results_(domain.context(), members, sizes(domain, members, &domain::Layout::result)) {}

Relation PairSpace::none() const {
  return {Map::empty(domain_.context(), entries_.size(), results_.size())};
}

Relation PairSpace::embed(ProcId f, const Relation& summary) const {
  return {entries_.embed(f).reverse().then(summary.map).then(results_.embed(f)), summary.exactness};
}

Relation PairSpace::extract(ProcId f, const Relation& all) const {
  return {entries_.embed(f).then(all.map).then(results_.embed(f).reverse()), all.exactness};
}

Relation PairSpace::around_call(ProcId f,
                                const ir::Call& call,
                                const Relation& before,
                                const Relation& after) const {
  const auto& context = domain_.context();
  ProcId g = call.callee;
  std::size_t state = domain_.layout(f).state.size();
  std::size_t entry = domain_.layout(f).entry.size();
  std::size_t inner_entry = domain_.layout(g).entry.size();
  std::size_t inner_result = domain_.layout(g).result.size();
  std::size_t result = domain_.layout(f).result.size();

  // (state before the call, result of the callee) to (entry of the callee, result of the callee,
  // state after the call)
  Sources first(state);
  for (std::size_t i = 0; i < state; ++i)
    first[i] = i;
  Sources second(inner_result);
  for (std::size_t i = 0; i < inner_result; ++i)
    second[i] = state + i;
  Map pass = Map::select(context, state + inner_result, first).then(domain_.pass(f, call).map);
  Map keep = Map::select(context, state + inner_result, second);
  Map middle = pass.beside(keep).beside(domain_.resume(f, call).map);

  // (entry of the caller, result of the callee) to (entry of the callee, result of the callee, result
  // of the caller)
  Map whole = before.map.parallel(Map::identity(context, inner_result))
                  .then(middle)
                  .then(Map::identity(context, inner_entry + inner_result).parallel(after.map));

  // As one vector: entry, inner result, inner entry, inner result again, result.
  Sources order;
  std::size_t inner = entry + inner_result;
  for (std::size_t i = 0; i < inner_entry + inner_result; ++i)
    order.emplace_back(inner + i);
  for (std::size_t i = 0; i < entry; ++i)
    order.emplace_back(i);
  for (std::size_t i = 0; i < result; ++i)
    order.emplace_back(inner + inner_entry + inner_result + i);
  Set all = whole.as_set();
  Map pairs = all.apply(Map::select(context, all.dims(), order)).as_map(inner_entry + inner_result);

  Map from = entries_.embed(g).parallel(results_.embed(g));
  Map to = entries_.embed(f).parallel(results_.embed(f));
  return {from.reverse().then(pairs).then(to), combine(before.exactness, after.exactness)};
}

Relation PairSpace::close(const Relation& all, const Relation& calls) const {
  Set pairs = all.map.as_set().apply(calls.map);
  return {pairs.as_map(entries_.size()), combine(all.exactness, calls.exactness)};
}

} // namespace kleene::engine::linear
