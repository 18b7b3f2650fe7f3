// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/liveness.h"

#include <unordered_map>

namespace kleene::ir {
namespace {

/// What an edge reads and overwrites, as bits of the tracked variables.
struct Effect {
  std::vector<std::uint64_t> reads;
  std::vector<std::uint64_t> kept; ///< all but the written ones
};

class Numbering {
public:
  explicit Numbering(const std::vector<VarId>& tracked) : words_((tracked.size() + 63) / 64) {
    for (std::size_t i = 0; i < tracked.size(); ++i)
      bit_[tracked[i]] = i;
  }

  std::vector<std::uint64_t> bits(const std::vector<VarId>& variables) const {
    std::vector<std::uint64_t> result(words_, 0);
    for (VarId v : variables)
      if (auto found = bit_.find(v); found != bit_.end())
        result[found->second / 64] |= std::uint64_t(1) << (found->second % 64);
    return result;
  }

private:
  std::size_t words_;
  std::unordered_map<VarId, std::size_t> bit_;
};

/// Variables that lose their old value as a whole: of a memory, other statements than a Havoc change a part.
std::vector<VarId> overwritten(const Statement& statement) {
  std::vector<VarId> result = written_variables(statement);
  if (const auto* alloc = std::get_if<Alloc>(&statement)) std::erase(result, alloc->region);
  if (const auto* forget = std::get_if<Forget>(&statement)) std::erase(result, forget->region);
  if (const auto* output = std::get_if<Output>(&statement)) std::erase(result, output->region);
  return result;
}

Effect effect(const Statement& statement,
              const Numbering& numbering,
              const Liveness::CallReads& call_reads) {
  std::vector<VarId> read;
  for (Term term : evaluated_terms(statement))
    for (VarId v : variables_of(term))
      read.push_back(v);
  if (const auto* call = std::get_if<Call>(&statement); call != nullptr && call_reads)
    for (VarId v : call_reads(call->callee))
      read.push_back(v);
  Effect result{numbering.bits(read), numbering.bits(overwritten(statement))};
  for (std::uint64_t& word : result.kept)
    word = ~word;
  return result;
}

} // namespace

Liveness::Liveness(const Procedure& procedure,
                   const std::vector<VarId>& tracked,
                   const std::vector<VarId>& live_at_exit,
                   const CallReads& call_reads)
    : tracked_(tracked) {
  Numbering numbering(tracked);
  live_.assign(procedure.locations.size(), numbering.bits({}));
  live_[procedure.exit.index()] = numbering.bits(live_at_exit);

  std::vector<Effect> effects;
  std::vector<std::vector<std::size_t>> incoming(procedure.locations.size());
  std::vector<std::size_t> work;
  for (std::size_t e = 0; e < procedure.edges.size(); ++e) {
    effects.push_back(effect(procedure.edges[e].statement, numbering, call_reads));
    incoming[procedure.edges[e].to.index()].push_back(e);
    work.push_back(e);
  }
  while (!work.empty()) {
    std::size_t e = work.back();
    work.pop_back();
    const Edge& edge = procedure.edges[e];
    Bits& before = live_[edge.from.index()];
    const Bits& after = live_[edge.to.index()];
    bool halts = std::holds_alternative<Halt>(edge.statement)
                 || std::holds_alternative<EndThread>(edge.statement);
    bool changed = false;
    for (std::size_t w = 0; w < before.size(); ++w) {
      std::uint64_t through = halts ? 0 : (after[w] & effects[e].kept[w]);
      std::uint64_t now = before[w] | effects[e].reads[w] | through;
      changed |= now != before[w];
      before[w] = now;
    }
    if (changed)
      work.insert(
          work.end(), incoming[edge.from.index()].begin(), incoming[edge.from.index()].end());
  }
}

std::vector<VarId> Liveness::live_at(LocId location) const {
  std::vector<VarId> result;
  const Bits& bits = live_[location.index()];
  for (std::size_t i = 0; i < tracked_.size(); ++i)
    if ((bits[i / 64] >> (i % 64)) & 1U) result.push_back(tracked_[i]);
  return result;
}

} // namespace kleene::ir
