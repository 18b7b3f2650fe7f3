// SPDX-License-Identifier: Apache-2.0
#include "explicit_scheduler.h"

#include <deque>
#include <map>
#include <set>
#include <stdexcept>

namespace kleene::reference {
namespace {

using Values = std::map<VarId, bool>;

struct Frame {
  ir::ProcId procedure;
  ir::LocId location;
  Values values;
  std::size_t call = 0; ///< the edge of the caller, once it calls
  auto operator<=>(const Frame&) const = default;
};

struct Configuration {
  Values globals;
  std::vector<std::vector<Frame>> threads; ///< an empty stack has ended
  std::size_t active = 0;
  bool initialising = false; ///< the entry procedure runs before the threads
  auto operator<=>(const Configuration&) const = default;
};

class Explorer {
public:
  Explorer(const ir::Program& program, const ir::TargetSelection& targets, SchedulerLimits limits)
      : program_(program), targets_(targets), limits_(limits) {}

  Scheduled run() {
    begin();
    for (std::size_t switches = 0; !level_.empty(); ++switches) {
      std::deque<Configuration> next;
      while (!level_.empty()) {
        Configuration c = std::move(level_.front());
        level_.pop_front();
        if (at_target(c)) {
          result_.switches = switches;
          return result_;
        }
        step(c);
        if (may_switch(c)) switch_away(c, next);
      }
      if (switches == limits_.switches) {
        result_.cut_off = result_.cut_off || !next.empty();
        return result_;
      }
      for (Configuration& c : next)
        reach(std::move(c));
    }
    return result_;
  }

private:
  void reach(Configuration c) {
    if (seen_.size() >= limits_.configurations) {
      result_.too_large = result_.cut_off = true;
      return;
    }
    if (seen_.insert(c).second) level_.push_back(std::move(c));
  }

  static Frame frame(ir::ProcId p, const ir::Program& program) {
    return {p, program.procedure(p).entry, {}, 0};
  }

  void begin() {
    Configuration c;
    c.threads.push_back({frame(program_.entry, program_)});
    for (ir::ProcId p : program_.threads)
      c.threads.push_back({frame(p, program_)});
    c.initialising = !program_.threads.empty();
    std::vector<VarId> open;
    for (VarId g : program_.globals) {
      const auto& initial = program_.variable(g).initial;
      c.globals[g] = initial && initial->is_true();
      if (!initial) open.push_back(g);
    }
    choose(c, open, [&](Configuration chosen) { reach(std::move(chosen)); });
  }

  template <class Visit>
  void choose(const Configuration& c, const std::vector<VarId>& open, Visit visit) {
    for (std::size_t bits = 0; bits < (std::size_t(1) << open.size()); ++bits) {
      Configuration chosen = c;
      for (std::size_t i = 0; i < open.size(); ++i)
        place(chosen, open[i]) = ((bits >> i) & 1U) != 0;
      visit(std::move(chosen));
    }
  }

  bool& place(Configuration& c, VarId v) const {
    if (!program_.variable(v).owner.valid()) return c.globals[v];
    return c.threads[c.active].back().values[v];
  }

  bool value(Configuration& c, Term t) const {
    switch (t.op()) {
    case Op::Constant:
      return t.is_true();
    case Op::Variable:
      return place(c, t.variable());
    case Op::Not:
      return !value(c, t.arg(0));
    case Op::And:
      for (Term a : t.args())
        if (!value(c, a)) return false;
      return true;
    case Op::Or:
      for (Term a : t.args())
        if (value(c, a)) return true;
      return false;
    case Op::Eq:
      return value(c, t.arg(0)) == value(c, t.arg(1));
    case Op::Ite:
      return value(c, t.arg(0)) ? value(c, t.arg(1)) : value(c, t.arg(2));
    default:
      throw std::logic_error("no Boolean program");
    }
  }

  const ir::Location& location(const Configuration& c) const {
    const Frame& top = c.threads[c.active].back();
    return program_.procedure(top.procedure).locations[top.location.index()];
  }

  bool at_target(const Configuration& c) const {
    return !c.threads[c.active].empty() && targets_.selects(location(c));
  }

  bool may_switch(const Configuration& c) const {
    if (c.initialising) return false;
    if (!c.threads[c.active].empty() && location(c).interior) return false;
    return !program_.atomic.valid() || !c.globals.at(program_.atomic);
  }

  static void switch_away(const Configuration& c, std::deque<Configuration>& next) {
    for (std::size_t t = 0; t < c.threads.size(); ++t) {
      if (t == c.active || c.threads[t].empty()) continue;
      next.push_back(c);
      next.back().active = t;
    }
  }

  /// The first thread, once the entry procedure has returned.
  void begin_threads(const Configuration& c) {
    for (std::size_t t = 1; t < c.threads.size(); ++t) {
      Configuration started = c;
      started.initialising = false;
      started.active = t;
      reach(std::move(started));
    }
  }

  void step(Configuration c) {
    std::vector<Frame>& stack = c.threads[c.active];
    if (stack.empty()) {
      if (c.initialising) begin_threads(c);
      return;
    }
    const ir::Procedure& procedure = program_.procedure(stack.back().procedure);
    if (stack.back().location == procedure.exit) return leave(std::move(c));
    for (std::size_t e = 0; e < procedure.edges.size(); ++e)
      if (procedure.edges[e].from == stack.back().location) follow(c, procedure.edges[e], e);
  }

  void leave(Configuration c) {
    std::vector<Frame>& stack = c.threads[c.active];
    Frame callee = stack.back();
    stack.pop_back();
    if (!stack.empty()) {
      const ir::Edge& edge = program_.procedure(stack.back().procedure).edges[stack.back().call];
      const auto& call = std::get<ir::Call>(edge.statement);
      const std::vector<VarId>& returns = program_.procedure(callee.procedure).returns;
      for (std::size_t i = 0; i < call.results.size(); ++i)
        place(c, call.results[i]) = callee.values[returns[i]];
      stack.back().location = edge.to;
      stack.back().call = 0;
    }
    reach(std::move(c));
  }

  std::vector<bool> values(Configuration& c, const std::vector<Term>& terms) const {
    std::vector<bool> result;
    for (Term t : terms)
      result.push_back(value(c, t));
    return result;
  }

  void follow(Configuration c, const ir::Edge& edge, std::size_t number) {
    std::vector<Frame>& stack = c.threads[c.active];
    if (std::holds_alternative<ir::Halt>(edge.statement)) return;
    if (const auto* assume = std::get_if<ir::Assume>(&edge.statement)) {
      if (!value(c, assume->condition)) return;
    } else if (const auto* assign = std::get_if<ir::Assign>(&edge.statement)) {
      std::vector<bool> results = values(c, assign->values);
      for (std::size_t i = 0; i < results.size(); ++i)
        place(c, assign->targets[i]) = results[i];
    } else if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
      if (stack.size() == limits_.depth) return void(result_.cut_off = true);
      std::vector<bool> arguments = values(c, call->arguments);
      stack.back().call = number;
      stack.push_back(frame(call->callee, program_));
      for (std::size_t i = 0; i < arguments.size(); ++i)
        stack.back().values[program_.procedure(call->callee).parameters[i]] = arguments[i];
      return reach(std::move(c));
    } else if (const auto* spawn = std::get_if<ir::Spawn>(&edge.statement)) {
      if (c.threads.size() == limits_.threads) return void(result_.cut_off = true);
      std::vector<bool> arguments = values(c, spawn->arguments);
      stack.back().location = edge.to;
      Frame fresh = frame(spawn->callee, program_);
      for (std::size_t i = 0; i < arguments.size(); ++i)
        fresh.values[program_.procedure(spawn->callee).parameters[i]] = arguments[i];
      c.threads.push_back({std::move(fresh)});
      return reach(std::move(c));
    } else if (std::holds_alternative<ir::EndThread>(edge.statement)) {
      stack.clear();
      return reach(std::move(c));
    }
    stack.back().location = edge.to;
    if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
      return choose(c, havoc->variables, [&](Configuration chosen) { reach(std::move(chosen)); });
    reach(std::move(c));
  }

  const ir::Program& program_;
  const ir::TargetSelection& targets_;
  SchedulerLimits limits_;
  std::deque<Configuration> level_;
  std::set<Configuration> seen_;
  Scheduled result_;
};

} // namespace

Scheduled schedule_explicitly(const ir::Program& program,
                              const ir::TargetSelection& targets,
                              SchedulerLimits limits) {
  return Explorer(program, targets, limits).run();
}

} // namespace kleene::reference
