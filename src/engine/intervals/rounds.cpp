// SPDX-License-Identifier: Apache-2.0
#include "rounds.h"

#include "kleene/analysis/transfer.h"
#include "kleene/facts/call_graph.h"
#include "kleene/facts/loops.h"

#include <algorithm>
#include <map>

namespace kleene::engine::intervals {
namespace {

constexpr std::size_t most = 64;

using analysis::Facts;

/// Facts at the locations of a procedure, apart for each number of times that a head was come back to.
class Follower {
public:
  Follower(const ir::Program& program,
           ir::ProcId f,
           const analysis::Transfer& transfer,
           const analysis::Invariants& invariants,
           Budget& budget)
      : program_(program),
        procedure_(program.procedure(f)),
        outgoing_(procedure_.outgoing()),
        order_(facts::location_order(procedure_)),
        transfer_(transfer),
        invariants_(invariants),
        known_(invariants[f.index()]),
        budget_(budget) {}

  std::optional<std::size_t> run() {
    waiting_[{0, order_.position[procedure_.entry.index()]}] = {procedure_.entry,
                                                                known_[procedure_.entry.index()]};
    std::size_t rounds = 0;
    while (!waiting_.empty()) {
      budget_.check();
      auto first = waiting_.extract(waiting_.begin());
      rounds = first.key().first;
      if (rounds > most) return std::nullopt;
      leave(rounds, first.mapped().first, first.mapped().second);
    }
    return rounds;
  }

private:
  void leave(std::size_t rounds, ir::LocId location, const Facts& facts) {
    for (std::size_t e : outgoing_[location.index()]) {
      const ir::Edge& edge = procedure_.edges[e];
      Facts after = behind(edge, facts);
      after = transfer_.meet(after, known_[edge.to.index()]);
      if (!after.reachable) continue;
      bool back = order_.position[edge.to.index()] <= order_.position[location.index()];
      auto& [to, joined] = waiting_[{rounds + (back ? 1 : 0), order_.position[edge.to.index()]}];
      to = edge.to;
      joined = analysis::join(joined, after);
    }
  }

  Facts behind(const ir::Edge& edge, const Facts& facts) const {
    const auto* call = std::get_if<ir::Call>(&edge.statement);
    if (call == nullptr) return transfer_.after(edge.statement, facts);
    ir::LocId exit = program_.procedure(call->callee).exit;
    return transfer_.returned(*call, facts, invariants_[call->callee.index()][exit.index()]);
  }

  const ir::Program& program_;
  const ir::Procedure& procedure_;
  std::vector<std::vector<std::size_t>> outgoing_;
  fixpoint::WeakTopologicalOrder order_;
  const analysis::Transfer& transfer_;
  const analysis::Invariants& invariants_;
  const std::vector<Facts>& known_;
  Budget& budget_;
  /// By the number of rounds and the position of the location in its order.
  std::map<std::pair<std::size_t, std::size_t>, std::pair<ir::LocId, Facts>> waiting_;
};

} // namespace

std::optional<std::size_t> most_rounds(const ir::Program& program,
                                       IntegerModel integers,
                                       const analysis::Invariants& invariants,
                                       Budget& budget) {
  analysis::Transfer transfer(program, integers);
  facts::CallGraph calls(program);
  std::size_t result = 0;
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    if (!invariants[f][p.entry.index()].reachable) continue;
    if (calls.recursive(ir::ProcId(f))) return std::nullopt;
    auto rounds = Follower(program, ir::ProcId(f), transfer, invariants, budget).run();
    if (!rounds) return std::nullopt;
    result = std::max(result, *rounds);
  }
  return result;
}

} // namespace kleene::engine::intervals
