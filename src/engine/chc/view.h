// SPDX-License-Identifier: Apache-2.0
// What clauses about a program have to speak of: the procedures that are called, the locations from which
// something can still go wrong, and the variables that can influence it. Everything else is left out;
// that keeps more executions, never fewer.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/facts/call_graph.h"
#include "kleene/ir/liveness.h"

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace kleene::engine::chc {

struct ProcedureView {
  bool called = false;       ///< the entry procedure, or called from a called one
  bool has_calls_of = false; ///< some called procedure calls it
  bool recursive = false;
  bool can_fail = false;    ///< a violation may happen inside, or in what it calls
  std::vector<bool> useful; ///< per location: a violation can follow, here or after the return
  std::vector<bool> head;   ///< per location: of a loop (each cycle has one)
  std::vector<std::size_t>
      position;                     ///< per location: in an order in which only loops lead backward
  std::set<VarId> written;          ///< variables of its own and globals that it may change
  std::vector<VarId> inputs;        ///< parameters and globals whose values at the entry matter
  std::vector<VarId> outputs;       ///< globals it may change and results, where they matter
  std::optional<ir::Liveness> live; ///< of the relevant variables

  bool returns(const ir::Procedure& p) const { return called && useful[p.exit.index()]; }
};

class View {
public:
  /// `tracked` says which variables can be spoken of at all. With `overflows`, every signed overflow counts
  /// as a violation.
  View(const evidence::Problem& problem, std::function<bool(VarId)> tracked, bool overflows);

  const ProcedureView& operator[](ir::ProcId f) const { return procedures_[f.index()]; }
  bool relevant(VarId v) const { return relevant_[v.index()]; }
  /// Callees before callers, but for recursion.
  const std::vector<ir::ProcId>& order() const { return order_; }
  /// Does the statement evaluate something that can overflow, and does that count?
  bool can_overflow(const ir::Statement& statement) const;

private:
  void find_calls();
  void find_loops();
  void find_written();
  void find_useful();
  void find_relevant();
  void find_live();
  bool seeds(const ir::Edge& edge) const;
  bool grow_relevance(const ir::Edge& edge);
  bool mark(Term t);

  const evidence::Problem& problem_;
  const ir::Program& program_;
  facts::CallGraph calls_;
  std::function<bool(VarId)> tracked_;
  bool overflows_;
  std::vector<ProcedureView> procedures_;
  std::vector<bool> relevant_;
  std::vector<ir::ProcId> order_;
};

} // namespace kleene::engine::chc
