// SPDX-License-Identifier: Apache-2.0
#include "refine.h"

#include <algorithm>

namespace kleene::engine::explicit_value {
namespace {

constexpr std::size_t longest_path = 50'000;

/// Collects a path from its end.
class Tracer {
public:
  explicit Tracer(const Reached& reached) : reached_(reached) {}

  /// False if the path is too long. Inside a call, the way back ends at the entry of its context.
  bool run(StateId last, bool inside) {
    StateId at = last;
    while (true) {
      if (backward.size() > longest_path) return false;
      const Arrival& arrival = reached_.state(at).first;
      if (!arrival.edge) return true;
      bool entered = enters(arrival);
      if (entered && inside) return true;
      if (arrival.exit.valid()) {
        backward.push_back({PathStep::Kind::Return, arrival.edge});
        if (!run(arrival.exit, true)) return false;
        backward.push_back({PathStep::Kind::Enter, arrival.edge});
      } else {
        backward.push_back({entered ? PathStep::Kind::Enter : PathStep::Kind::Step, arrival.edge});
      }
      at = arrival.from;
    }
  }

  std::vector<PathStep> backward;

private:
  /// A call that the state behind it does not belong to.
  static bool enters(const Arrival& arrival) {
    return std::holds_alternative<ir::Call>(arrival.edge->statement) && !arrival.exit.valid();
  }

  const Reached& reached_;
};

/// Facts along a path, calls included.
class Replay {
public:
  Replay(const analysis::Transfer& transfer, const std::vector<PathStep>& path)
      : transfer_(transfer) {
    before.push_back(transfer.initial());
    while (before.back().reachable && before.size() <= path.size())
      before.push_back(after(path[before.size() - 1]));
  }

  /// What is known before each step, up to the one that nothing can take.
  std::vector<Facts> before;

private:
  Facts after(const PathStep& step) {
    const Facts& now = before.back();
    switch (step.kind) {
    case PathStep::Kind::Step:
      return transfer_.after(step.edge->statement, now);
    case PathStep::Kind::Enter:
      callers_.push_back(now);
      return transfer_.entered(std::get<ir::Call>(step.edge->statement), now);
    case PathStep::Kind::Return:
      break;
    }
    Facts caller = std::move(callers_.back());
    callers_.pop_back();
    return transfer_.returned(std::get<ir::Call>(step.edge->statement), caller, now);
  }

  const analysis::Transfer& transfer_;
  std::vector<Facts> callers_;
};

bool same(const Facts& a, const Facts& b, VarId v) {
  auto same_in = [&](const auto& left, const auto& right) {
    auto x = left.find(v);
    auto y = right.find(v);
    if (x == left.end() || y == right.end()) return x == left.end() && y == right.end();
    return x->second == y->second;
  };
  return same_in(a.ranges, b.ranges) && same_in(a.floats, b.floats);
}

/// Where the values come from that a condition reads, going back.
class Slice {
public:
  Slice(const ir::Program& program, const std::vector<PathStep>& path, const Replay& replay)
      : program_(program), path_(path), replay_(replay) {}

  /// What is read at steps of the path, or behind its last one.
  using Reads = std::map<std::size_t, std::set<VarId>>;
  std::set<VarId> run(const Reads& reads) {
    for (std::size_t i = reads.empty() ? 0 : reads.rbegin()->first + 1; i-- > 0;) {
      if (i < path_.size()) back_over(i);
      if (auto read = reads.find(i); read != reads.end()) want(read->second);
    }
    return std::move(all_);
  }

private:
  void want(const std::set<VarId>& variables) {
    wanted_.insert(variables.begin(), variables.end());
    all_.insert(variables.begin(), variables.end());
  }
  void want(Term t) {
    std::vector<VarId> variables = variables_of(t);
    want(std::set<VarId>(variables.begin(), variables.end()));
  }

  void back_over(std::size_t i) {
    const ir::Statement& statement = path_[i].edge->statement;
    switch (path_[i].kind) {
    case PathStep::Kind::Step:
      return over_statement(i, statement);
    case PathStep::Kind::Return:
      return into_callee(std::get<ir::Call>(statement));
    case PathStep::Kind::Enter:
      return out_of_callee(std::get<ir::Call>(statement));
    }
  }

  void over_statement(std::size_t i, const ir::Statement& statement) {
    if (const auto* assume = std::get_if<ir::Assume>(&statement)) {
      bool narrowed = std::ranges::any_of(
          wanted_, [&](VarId v) { return !same(replay_.before[i], replay_.before[i + 1], v); });
      if (narrowed) want(assume->condition);
      return;
    }
    std::vector<Term> read;
    if (const auto* assign = std::get_if<ir::Assign>(&statement))
      for (std::size_t k = 0; k < assign->targets.size(); ++k)
        if (wanted_.contains(assign->targets[k])) read.push_back(assign->values[k]);
    for (VarId v : ir::written_variables(statement))
      wanted_.erase(v);
    for (Term t : read)
      want(t);
  }

  void into_callee(const ir::Call& call) {
    const ir::Procedure& callee = program_.procedure(call.callee);
    std::set<VarId> inside;
    for (std::size_t k = 0; k < call.results.size(); ++k)
      if (wanted_.erase(call.results[k]) != 0) inside.insert(callee.returns[k]);
    std::set<VarId> locals;
    for (VarId v : wanted_)
      if (program_.variable(v).owner.valid()) locals.insert(v);
    for (VarId v : locals)
      wanted_.erase(v);
    outer_.push_back(std::move(locals));
    want(inside);
  }

  void out_of_callee(const ir::Call& call) {
    const ir::Procedure& callee = program_.procedure(call.callee);
    std::vector<Term> read;
    for (std::size_t k = 0; k < callee.parameters.size(); ++k)
      if (wanted_.contains(callee.parameters[k])) read.push_back(call.arguments[k]);
    std::erase_if(wanted_, [&](VarId v) { return program_.variable(v).owner.valid(); });
    if (!outer_.empty()) {
      wanted_.insert(outer_.back().begin(), outer_.back().end());
      outer_.pop_back();
    }
    for (Term t : read)
      want(t);
  }

  const ir::Program& program_;
  const std::vector<PathStep>& path_;
  const Replay& replay_;
  std::set<VarId> wanted_;             ///< in the activation that is looked at, and globals
  std::vector<std::set<VarId>> outer_; ///< locals that its callers want, outermost first
  std::set<VarId> all_;
};

std::set<VarId> read_by(const ir::Edge& edge) {
  std::set<VarId> read;
  for (Term t : ir::evaluated_terms(edge.statement))
    for (VarId v : variables_of(t))
      read.insert(v);
  return read;
}

} // namespace

std::optional<std::vector<PathStep>> path_to(const Reached& reached, StateId state) {
  Tracer tracer(reached);
  if (!tracer.run(state, false)) return std::nullopt;
  std::ranges::reverse(tracer.backward);
  return std::move(tracer.backward);
}

std::optional<std::set<VarId>> contradiction(const evidence::Problem& problem,
                                             const analysis::Transfer& transfer,
                                             const std::vector<PathStep>& path,
                                             const ir::Edge* overflows) {
  Replay replay(transfer, path);
  std::size_t last = replay.before.size() - 1;
  const ir::Edge* stops = nullptr;
  std::size_t end = path.size();
  if (!replay.before.back().reachable) {
    end = last - 1;
    stops = path[end].edge;
  } else if (overflows
             && std::ranges::none_of(ir::evaluated_terms(overflows->statement), [&](Term t) {
                  return analysis::may_overflow(problem.program, replay.before.back(), t);
                })) {
    stops = overflows;
  }
  if (!stops) return std::nullopt;
  return Slice(problem.program, path, replay).run({{end, read_by(*stops)}});
}

std::set<VarId> sources(const evidence::Problem& problem,
                        const analysis::Transfer& transfer,
                        const std::vector<PathStep>& path,
                        const std::vector<std::size_t>& steps) {
  Replay replay(transfer, path);
  Slice::Reads reads;
  for (std::size_t i : steps)
    if (i < path.size()) reads.emplace(i, read_by(*path[i].edge));
  return Slice(problem.program, path, replay).run(reads);
}

} // namespace kleene::engine::explicit_value
