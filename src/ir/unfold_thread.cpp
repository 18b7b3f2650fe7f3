// SPDX-License-Identifier: Apache-2.0
#include "unfold_thread.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace kleene::ir {
namespace {

Diagnostic obstacle(std::string message) {
  return Diagnostic::error(ErrorKind::Unsupported, std::move(message));
}

struct ByTerm {
  bool operator()(const std::pair<Term, std::size_t>& a,
                  const std::pair<Term, std::size_t>& b) const {
    return std::pair(a.first.id(), a.second) < std::pair(b.first.id(), b.second);
  }
};

class Unfolder {
public:
  Unfolder(Program& program,
           ProcId root,
           const UnfoldOptions& options,
           const std::vector<std::vector<bool>>& callees)
      : program_(program),
        root_(root),
        options_(options),
        callees_(callees),
        outgoing_(program.procedures.size()) {}

  Result<ThreadTemplate> run() {
    stacks_.push_back({.procedure = root_});
    const Procedure& root = program_.procedure(root_);
    point(0, root.entry);
    result_.points.push_back({root_, root.exit, false, false}); // UnfoldedThread::end
    if (!options_.targets.selects(root.locations[root.exit.index()]))
      numbers_[{0, root.exit}] = UnfoldedThread::end;
    if (root.entry == root.exit) add({.from = UnfoldedThread::entry, .to = UnfoldedThread::end});
    while (!work_.empty()) {
      auto [stack, location, from] = work_.back();
      work_.pop_back();
      if (result_.points.size() > options_.max_points)
        return obstacle(fmt::format("with its calls unfolded, {} has more than {} locations",
                                    root.name,
                                    options_.max_points));
      if (auto problem = expand(stack, location, from)) return *problem;
    }
    find_variables();
    find_cycles();
    forget_dead_values();
    return std::move(result_);
  }

private:
  /// A call: by the procedure on top of a stack.
  struct Site {
    std::size_t stack = 0; ///< among the stacks
    const Edge* edge = nullptr;
    auto operator<=>(const Site&) const = default;
  };

  /// A procedure with the calls that led to it. In a deep one the frames between `site` and the
  /// procedure on top are forgotten; otherwise `site` is its caller.
  struct Stack {
    ProcId procedure;
    std::optional<Site> site; ///< nothing at the root
    bool deep = false;
    std::size_t copy = 0; ///< of the variables of the procedure
  };

  struct Open {
    std::size_t stack;
    LocId location;
    std::size_t point;
  };

  // Points and stacks

  std::size_t point(std::size_t stack, LocId location) {
    auto [found, fresh] = numbers_.try_emplace({stack, location}, result_.points.size());
    if (!fresh) return found->second;
    ProcId p = stacks_[stack].procedure;
    const Location& l = program_.procedure(p).locations[location.index()];
    bool target = options_.targets.selects(l);
    result_.points.push_back({p, location, l.interior, target});
    if (!target) work_.push_back({stack, location, found->second});
    return found->second;
  }

  bool mutually_recursive(ProcId p, ProcId q) const {
    return callees_[p.index()][q.index()] && callees_[q.index()][p.index()];
  }

  std::size_t add_stack(Stack stack) {
    auto [found, fresh] = known_.try_emplace(
        {stack.procedure, stack.site.value_or(Site{}), stack.deep}, stacks_.size());
    if (fresh) stacks_.push_back(stack);
    return found->second;
  }

  /// The stack after a call; nothing if the call is cut off.
  std::optional<std::size_t> called(std::size_t caller, const Edge& edge, ProcId callee) {
    std::size_t active = 0;
    for (std::optional<Site> at = Site{caller, nullptr}; at; at = stacks_[at->stack].site) {
      const Stack& stack = stacks_[at->stack];
      if (stack.deep && mutually_recursive(stack.procedure, callee))
        return deep(callee, *stack.site);
      active += stack.procedure == callee ? 1 : 0;
    }
    if (active < options_.depth) return add_stack({callee, Site{caller, &edge}, false, active});
    if (options_.deep == DeepCalls::Forget) return deep(callee, {caller, &edge});
    result_.complete = false;
    return std::nullopt;
  }

  std::size_t deep(ProcId procedure, Site site) {
    result_.exact = false;
    return add_stack({procedure, site, true, options_.depth});
  }

  // Variables: each activation has its own

  VarId copy(VarId v, std::size_t number) {
    if (!is_local(v) || number == 0) return v;
    auto [found, fresh] = copies_.try_emplace({v, number});
    if (fresh) {
      Variable twin = program_.variable(v);
      twin.name = program_.fresh_name(twin.name);
      found->second = program_.add_variable(std::move(twin));
    }
    return found->second;
  }

  Term copy(Term term, std::size_t number) {
    if (number == 0) return term;
    for_each_subterm(term, [&](Term t) {
      if (terms_.contains({t, number})) return;
      std::vector<Term> args;
      for (std::size_t i = 0; i < t.arity(); ++i)
        args.push_back(terms_.at({t.arg(i), number}));
      terms_[{t, number}] = t.is_variable() ? program_.var(copy(t.variable(), number))
                            : args.empty()  ? t
                                            : program_.terms->rebuild(t, args);
    });
    return terms_.at({term, number});
  }

  void assign(ThreadStep& step, VarId target, Term value) {
    step.targets.push_back(target);
    step.values.push_back(value);
  }

  void choose(ThreadStep& step, const Procedure& procedure, std::size_t number, bool parameters) {
    for (const auto* list : {&procedure.locals, &procedure.returns, &procedure.parameters})
      for (VarId v : *list)
        if (VarId own = copy(v, number);
            (parameters || list != &procedure.parameters)
            && std::ranges::find(step.targets, own) == step.targets.end())
          step.chosen.push_back(own);
  }

  // Steps

  void add(ThreadStep step) { result_.steps.push_back(std::move(step)); }

  std::optional<Diagnostic> expand(std::size_t stack, LocId location, std::size_t from) {
    ProcId p = stacks_[stack].procedure;
    const Procedure& procedure = program_.procedure(p);
    if (location == procedure.exit) {
      leave(stack, from);
      return std::nullopt;
    }
    auto& outgoing = outgoing_[p.index()];
    if (outgoing.empty()) outgoing = procedure.outgoing();
    for (std::size_t e : outgoing[location.index()])
      if (auto problem = follow(stack, from, e)) return problem;
    return std::nullopt;
  }

  void leave(std::size_t stack, std::size_t from) {
    const Stack top = stacks_[stack];
    if (!top.site) return;
    const auto& call = std::get<Call>(top.site->edge->statement);
    if (!top.deep || call.callee == top.procedure)
      return_to(top, from, top.site->stack, *top.site->edge, false);
    if (!top.deep) return;
    for (std::size_t q = 0; q < program_.procedures.size(); ++q) {
      if (!mutually_recursive(ProcId(q), top.procedure)) continue;
      for (const Edge& edge : program_.procedures[q].edges) {
        const auto* inner = std::get_if<Call>(&edge.statement);
        if (inner != nullptr && inner->callee == top.procedure)
          return_to(top, from, deep(ProcId(q), *top.site), edge, true);
      }
    }
  }

  /// With `forgotten` values in the caller.
  void return_to(
      const Stack& callee, std::size_t from, std::size_t caller, const Edge& edge, bool forgotten) {
    const auto& call = std::get<Call>(edge.statement);
    ThreadStep step{.from = from, .to = point(caller, edge.to)};
    const std::vector<VarId>& returns = program_.procedure(callee.procedure).returns;
    std::size_t number = stacks_[caller].copy;
    for (std::size_t i = 0; i < call.results.size(); ++i)
      assign(step, copy(call.results[i], number), program_.var(copy(returns[i], callee.copy)));
    if (forgotten) choose(step, program_.procedure(stacks_[caller].procedure), number, true);
    add(std::move(step));
  }

  std::optional<Diagnostic> follow(std::size_t stack, std::size_t from, std::size_t e) {
    const Edge& edge = program_.procedure(stacks_[stack].procedure).edges[e];
    std::size_t own = stacks_[stack].copy;
    ThreadStep step{.from = from, .edge = e};
    auto go = [&](std::size_t to) {
      step.to = to;
      add(std::move(step));
      return std::nullopt;
    };
    if (std::holds_alternative<Halt>(edge.statement)) return std::nullopt;
    if (std::holds_alternative<EndThread>(edge.statement)) return go(UnfoldedThread::end);
    if (const auto* call = std::get_if<Call>(&edge.statement)) {
      std::optional<std::size_t> inner = called(stack, edge, call->callee);
      if (!inner) return std::nullopt;
      const Procedure& callee = program_.procedure(call->callee);
      std::size_t number = stacks_[*inner].copy;
      for (std::size_t i = 0; i < call->arguments.size(); ++i)
        assign(step, copy(callee.parameters[i], number), copy(call->arguments[i], own));
      choose(step, callee, number, false);
      return go(point(*inner, callee.entry));
    }
    if (const auto* assume = std::get_if<Assume>(&edge.statement)) {
      step.guard = copy(assume->condition, own);
    } else if (const auto* parallel = std::get_if<Assign>(&edge.statement)) {
      for (std::size_t i = 0; i < parallel->targets.size(); ++i)
        assign(step, copy(parallel->targets[i], own), copy(parallel->values[i], own));
    } else if (const auto* havoc = std::get_if<Havoc>(&edge.statement)) {
      if (havoc->choice == Choice::Unknown) return obstacle("there are unknown values");
      for (VarId v : havoc->variables)
        step.chosen.push_back(copy(v, own));
      step.asked = step.chosen;
    } else if (const auto* spawn = std::get_if<Spawn>(&edge.statement)) {
      step.spawns = true;
      std::vector<Term> arguments;
      for (Term t : spawn->arguments)
        arguments.push_back(copy(t, own));
      result_.starts.push_back({result_.steps.size(), spawn->callee, std::move(arguments), false});
    } else if (!std::holds_alternative<Skip>(edge.statement)) {
      return obstacle("there are statements that Boolean programs do not have");
    }
    return go(point(stack, edge.to));
  }

  bool is_local(VarId v) const { return program_.variable(v).owner.valid(); }

  void find_variables() {
    std::set<VarId> seen;
    auto note = [&](VarId v) {
      if (is_local(v) && seen.insert(v).second) result_.variables.push_back(v);
    };
    for (VarId v : program_.procedure(root_).parameters)
      note(v);
    for (const Stack& stack : stacks_) {
      const Procedure& p = program_.procedure(stack.procedure);
      for (const auto* list : {&p.parameters, &p.locals, &p.returns})
        for (VarId v : *list)
          note(copy(v, stack.copy));
    }
  }

  /// A start is repeated if its step can be taken twice: it lies on a cycle.
  void find_cycles() {
    if (result_.starts.empty()) return;
    std::vector<std::vector<std::size_t>> next(result_.points.size());
    for (const ThreadStep& step : result_.steps)
      next[step.from].push_back(step.to);
    for (ThreadTemplate::Start& start : result_.starts) {
      std::vector<bool> seen(result_.points.size(), false);
      std::vector<std::size_t> work{result_.steps[start.step].to};
      while (!work.empty()) {
        std::size_t at = work.back();
        work.pop_back();
        if (seen[at]) continue;
        seen[at] = true;
        work.insert(work.end(), next[at].begin(), next[at].end());
      }
      start.repeated = seen[result_.steps[start.step].from];
    }
  }

  using Live = std::set<VarId>;

  std::vector<Live> live_variables() const {
    std::vector<Live> reads(result_.steps.size());
    std::vector<std::vector<std::size_t>> incoming(result_.points.size());
    for (std::size_t s = 0; s < result_.steps.size(); ++s) {
      const ThreadStep& step = result_.steps[s];
      incoming[step.to].push_back(s);
      std::vector<Term> terms = step.values;
      if (!step.guard.null()) terms.push_back(step.guard);
      for (const ThreadTemplate::Start& start : result_.starts)
        if (start.step == s)
          terms.insert(terms.end(), start.arguments.begin(), start.arguments.end());
      for (Term t : terms)
        for (VarId v : variables_of(t))
          if (is_local(v)) reads[s].insert(v);
    }
    std::vector<Live> live(result_.points.size());
    std::vector<std::size_t> work;
    for (std::size_t s = 0; s < result_.steps.size(); ++s)
      work.push_back(s);
    while (!work.empty()) {
      std::size_t s = work.back();
      work.pop_back();
      const ThreadStep& step = result_.steps[s];
      Live before = reads[s];
      for (VarId v : live[step.to])
        if (!writes(step, v)) before.insert(v);
      std::size_t size = live[step.from].size();
      live[step.from].insert(before.begin(), before.end());
      if (live[step.from].size() != size)
        work.insert(work.end(), incoming[step.from].begin(), incoming[step.from].end());
    }
    return live;
  }

  static bool writes(const ThreadStep& step, VarId v) {
    return std::ranges::find(step.targets, v) != step.targets.end()
           || std::ranges::find(step.chosen, v) != step.chosen.end();
  }

  /// Variables that are not live become false, and are not given other values.
  void forget_dead_values() {
    std::vector<Live> live = live_variables();
    for (ThreadStep& step : result_.steps) {
      const Live& after = live[step.to];
      auto dead = [&](VarId v) { return is_local(v) && !after.contains(v); };
      ThreadStep old = step;
      step.targets.clear();
      step.values.clear();
      for (std::size_t i = 0; i < old.targets.size(); ++i)
        if (!dead(old.targets[i])) {
          step.targets.push_back(old.targets[i]);
          step.values.push_back(old.values[i]);
        }
      std::erase_if(step.chosen, dead);
      for (VarId v : live[step.from])
        if (dead(v)) {
          step.targets.push_back(v);
          step.values.push_back(program_.terms->truth(false));
        }
    }
    result_.live_at_entry.assign(live[UnfoldedThread::entry].begin(),
                                 live[UnfoldedThread::entry].end());
  }

  Program& program_;
  ProcId root_;
  const UnfoldOptions& options_;
  const std::vector<std::vector<bool>>& callees_;
  std::vector<std::vector<std::vector<std::size_t>>> outgoing_; ///< filled by need
  std::vector<Stack> stacks_;
  std::map<std::tuple<ProcId, Site, bool>, std::size_t> known_; ///< stacks by what they are
  std::map<std::pair<std::size_t, LocId>, std::size_t> numbers_;
  std::map<std::pair<VarId, std::size_t>, VarId> copies_;
  std::map<std::pair<Term, std::size_t>, Term, ByTerm> terms_;
  std::vector<Open> work_;
  ThreadTemplate result_;
};

} // namespace

std::vector<std::vector<bool>> callees_of(const Program& program) {
  std::size_t count = program.procedures.size();
  std::vector<std::vector<bool>> result(count, std::vector<bool>(count, false));
  for (std::size_t p = 0; p < count; ++p) {
    std::vector<std::size_t> work{p};
    while (!work.empty()) {
      std::size_t at = work.back();
      work.pop_back();
      for (const Edge& edge : program.procedures[at].edges) {
        const auto* call = std::get_if<Call>(&edge.statement);
        if (call == nullptr || result[p][call->callee.index()]) continue;
        result[p][call->callee.index()] = true;
        work.push_back(call->callee.index());
      }
    }
  }
  return result;
}

Result<ThreadTemplate> unfold_procedure(Program& program,
                                        ProcId root,
                                        const UnfoldOptions& options,
                                        const std::vector<std::vector<bool>>& callees) {
  return Unfolder(program, root, options, callees).run();
}

} // namespace kleene::ir
