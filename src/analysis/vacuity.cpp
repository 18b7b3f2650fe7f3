// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/vacuity.h"

#include "kleene/analysis/invariants.h"
#include "kleene/analysis/transfer.h"
#include "kleene/ir/program_point.h"

#include <deque>

namespace kleene::analysis {
namespace {

bool is_assumption(const ir::Edge& edge) {
  const auto* assume = std::get_if<ir::Assume>(&edge.statement);
  return assume != nullptr && assume->kind == ir::AssumeKind::Assumption;
}

/// Ways through the control-flow graphs, whatever the values are.
class Ways {
public:
  using IsOpen = std::function<bool(ir::ProcId, const ir::Edge&)>;

  Ways(const ir::Program& program, IsOpen is_open)
      : program_(program), is_open_(std::move(is_open)), waiting_(program.procedures.size()) {
    for (const ir::Procedure& p : program.procedures) {
      reached_.emplace_back(p.locations.size(), false);
      std::vector<std::vector<const ir::Edge*>>& out = out_.emplace_back(p.locations.size());
      for (const ir::Edge& edge : p.edges)
        out[edge.from.index()].push_back(&edge);
    }
    come_to(program.entry, program.procedure(program.entry).entry);
    while (!work_.empty()) {
      auto [p, l] = work_.front();
      work_.pop_front();
      go_on(p, l);
    }
  }

  bool lead_to(const IsSite& is_site) const {
    for (std::size_t p = 0; p < program_.procedures.size(); ++p)
      for (std::size_t l = 0; l < reached_[p].size(); ++l)
        if (reached_[p][l] && is_site(ir::ProcId(p), ir::LocId(l))) return true;
    return false;
  }

private:
  void come_to(ir::ProcId p, ir::LocId l) {
    if (reached_[p.index()][l.index()]) return;
    reached_[p.index()][l.index()] = true;
    work_.push_back({p, l});
  }

  void go_on(ir::ProcId p, ir::LocId l) {
    const ir::Procedure& procedure = program_.procedure(p);
    if (l == procedure.exit)
      for (auto [caller, behind] : waiting_[p.index()])
        come_to(caller, behind);
    for (const ir::Edge* edge : out_[p.index()][l.index()])
      if (is_open_(p, *edge)) pass(p, *edge);
  }

  void pass(ir::ProcId p, const ir::Edge& edge) {
    if (std::holds_alternative<ir::Halt>(edge.statement)) return;
    const auto* call = std::get_if<ir::Call>(&edge.statement);
    if (call == nullptr) return come_to(p, edge.to);
    const ir::Procedure& callee = program_.procedure(call->callee);
    waiting_[call->callee.index()].push_back({p, edge.to});
    come_to(call->callee, callee.entry);
    if (reached_[call->callee.index()][callee.exit.index()]) come_to(p, edge.to);
  }

  const ir::Program& program_;
  IsOpen is_open_;
  std::vector<std::vector<std::vector<const ir::Edge*>>> out_; ///< per procedure and location
  std::vector<std::vector<bool>> reached_;
  std::vector<std::vector<ir::ProgramPoint>> waiting_; ///< per procedure: where it returns to
  std::deque<ir::ProgramPoint> work_;
};

} // namespace

std::string why_vacuous(const ir::Program& program,
                        IntegerModel integers,
                        const IsSite& is_site,
                        Budget& budget) {
  if (program.concurrent()) return {};
  if (!Ways(program, [](ir::ProcId, const ir::Edge&) { return true; }).lead_to(is_site))
    return "no way through the program leads to anything that could fail";
  auto no_assumption = [](ir::ProcId, const ir::Edge& edge) { return !is_assumption(edge); };
  if (Ways(program, no_assumption).lead_to(is_site)) return {};
  Invariants facts = invariants(program, integers, budget);
  Transfer transfer(program, integers);
  std::string blocking;
  auto may_pass = [&](ir::ProcId p, const ir::Edge& edge) {
    const Facts& before = facts[p.index()][edge.from.index()];
    if (!is_assumption(edge) || !before.reachable) return true;
    if (transfer.after(edge.statement, before).reachable) return true;
    if (blocking.empty()) blocking = program.files.describe(edge.range);
    return false;
  };
  if (Ways(program, may_pass).lead_to(is_site)) return {};
  return "no execution gets past the assumption at " + blocking;
}

} // namespace kleene::analysis
