// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/unfold.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "unfold_thread.h"

namespace kleene::ir {
namespace {

Diagnostic obstacle(std::string message) {
  return Diagnostic::error(ErrorKind::Unsupported, std::move(message));
}

class Assembler {
public:
  Assembler(const Program& program, const UnfoldOptions& options)
      : original_(program), options_(options) {
    result_.program = program;
  }

  Result<Unfolding> run() {
    for (const Variable& v : original_.variables)
      if (!v.type.is_bool()) return obstacle(fmt::format("{} is not Boolean", v.display));
    if (auto problem = unfold_all()) return *problem;
    count_copies();
    result_.init_first = !original_.threads.empty();
    make_thread(original_.entry, false);
    for (ProcId p : original_.threads)
      make_thread(p, false);
    for (const auto& [p, count] : copies_)
      for (std::size_t i = 0; i < count; ++i)
        pools_[p].push_back(make_thread(p, true));
    for (std::size_t t = 0; t < sources_.size(); ++t)
      fill(t);
    return std::move(result_);
  }

private:
  std::optional<Diagnostic> unfold_all() {
    std::vector<std::vector<bool>> callees = callees_of(original_);
    std::vector<ProcId> work = original_.threads;
    work.push_back(original_.entry);
    while (!work.empty()) {
      ProcId p = work.back();
      work.pop_back();
      if (templates_.contains(p)) continue;
      Result<ThreadTemplate> unfolded = unfold_procedure(result_.program, p, options_, callees);
      if (!unfolded) return unfolded.error();
      result_.complete = result_.complete && unfolded->complete;
      result_.exact = result_.exact && unfolded->exact;
      for (const ThreadTemplate::Start& start : unfolded->starts)
        work.push_back(start.callee);
      templates_.emplace(p, std::move(*unfolded));
    }
    return std::nullopt;
  }

  /// How often each procedure can be started as a thread: exactly, as long as it is at most the
  /// number of copies allowed. Otherwise that number, and some threads are lost.
  void count_copies() {
    std::size_t many = std::max<std::size_t>(options_.copies, 64) + 1;
    std::map<ProcId, std::size_t> first;
    ++first[original_.entry];
    for (ProcId p : original_.threads)
      ++first[p];
    std::map<ProcId, std::size_t> lives = first;
    bool changed = true;
    while (changed) { // counts only grow, and stop at `many`
      std::map<ProcId, std::size_t> next = first;
      for (const auto& [p, unfolded] : templates_)
        for (const ThreadTemplate::Start& start : unfolded.starts) {
          std::size_t times = lives[p] > 0 && start.repeated ? many : lives[p];
          next[start.callee] = std::min(many, next[start.callee] + times);
        }
      changed = next != lives;
      lives = std::move(next);
    }
    for (const auto& [p, count] : lives) {
      auto fixed = first.find(p);
      std::size_t spawned = count - (fixed == first.end() ? 0 : fixed->second);
      if (spawned == 0) continue;
      bool endless = count >= many;
      if (endless) lossy_.insert(p);
      if (endless) result_.complete = false;
      copies_[p] = endless ? options_.copies : spawned;
    }
  }

  std::size_t make_thread(ProcId p, bool spawned) {
    UnfoldedThread thread;
    std::size_t number = result_.threads.size();
    thread.name = original_.procedure(p).name;
    std::size_t same = static_cast<std::size_t>(std::ranges::count(sources_, p));
    if (same > 0) thread.name += fmt::format(" #{}", same + 1);
    thread.procedure = p;
    std::map<VarId, VarId>& own = variables_.emplace_back();
    for (VarId v : templates_.at(p).variables) {
      own[v] = add_variable(result_.program.variable(v), number);
      thread.variables.push_back(own[v]);
      thread.originals.push_back(v);
    }
    if (spawned) {
      Variable flag{.name = {}, .display = "started " + thread.name, .type = Type::boolean()};
      flag.initial = result_.program.terms->truth(false);
      flag.temporary = true;
      thread.started = add_variable(flag, number);
    }
    sources_.push_back(p);
    result_.threads.push_back(std::move(thread));
    return number;
  }

  /// A variable of a thread is a global of the unfolded program.
  VarId add_variable(Variable variable, std::size_t thread) {
    variable.name = result_.program.fresh_name(fmt::format("thread{}.{}", thread, variable.name));
    variable.owner = {};
    if (!variable.initial) variable.initial = result_.program.terms->truth(false);
    return result_.program.add_variable(std::move(variable));
  }

  // Filling threads with points and steps

  VarId own(std::size_t thread, VarId v) const {
    auto found = variables_[thread].find(v);
    return found == variables_[thread].end() ? v : found->second;
  }

  Term own(std::size_t thread, Term term) {
    if (term.null()) return term;
    std::unordered_map<Term, Term>& known = terms_[thread];
    for_each_subterm(term, [&](Term t) {
      if (known.contains(t)) return;
      std::vector<Term> args;
      for (std::size_t i = 0; i < t.arity(); ++i)
        args.push_back(known.at(t.arg(i)));
      known[t] = t.is_variable() ? result_.program.var(own(thread, t.variable()))
                                 : (args.empty() ? t : result_.program.terms->rebuild(t, args));
    });
    return known.at(term);
  }

  void fill(std::size_t t) {
    const ThreadTemplate& source = templates_.at(sources_[t]);
    UnfoldedThread& thread = result_.threads[t];
    thread.points = source.points;
    const std::vector<VarId>& parameters = original_.procedure(sources_[t]).parameters;
    for (VarId v : source.live_at_entry) {
      bool given = thread.started.valid() && std::ranges::find(parameters, v) != parameters.end();
      if (!given) thread.arbitrary.push_back(own(t, v));
    }
    std::map<std::size_t, const ThreadTemplate::Start*> starts;
    for (const ThreadTemplate::Start& start : source.starts)
      starts[start.step] = &start;
    for (std::size_t s = 0; s < source.steps.size(); ++s) {
      ThreadStep step = source.steps[s];
      step.guard = own(t, step.guard);
      for (VarId& v : step.targets)
        v = own(t, v);
      for (Term& value : step.values)
        value = own(t, value);
      for (auto* list : {&step.chosen, &step.asked})
        for (VarId& v : *list)
          v = own(t, v);
      if (step.from == UnfoldedThread::entry && thread.started.valid())
        step.guard = both(step.guard, result_.program.var(thread.started));
      if (auto start = starts.find(s); start != starts.end())
        add_starts(t, step, *start->second);
      else
        thread.steps.push_back(std::move(step));
    }
  }

  Term both(Term a, Term b) { return a.null() ? b : result_.program.terms->conj(a, b); }

  /// Copies come to life in their order: they are all alike. Where the copies may not suffice, any
  /// start may be one that is lost.
  void add_starts(std::size_t t, const ThreadStep& base, const ThreadTemplate::Start& start) {
    TermManager& terms = *result_.program.terms;
    Term earlier;
    for (std::size_t copy : pools_[start.callee]) {
      const UnfoldedThread& started = result_.threads[copy];
      Term flag = result_.program.var(started.started);
      ThreadStep step = base;
      step.starts = copy;
      step.guard = both(step.guard, both(earlier, terms.negate(flag)));
      earlier = both(earlier, flag);
      step.targets.push_back(started.started);
      step.values.push_back(terms.truth(true));
      hand_over(t, copy, start, step);
      result_.threads[t].steps.push_back(std::move(step));
    }
    if (lossy_.contains(start.callee)) result_.threads[t].steps.push_back(base);
  }

  void
  hand_over(std::size_t t, std::size_t copy, const ThreadTemplate::Start& start, ThreadStep& step) {
    const std::vector<VarId>& parameters = original_.procedure(start.callee).parameters;
    for (VarId v : templates_.at(start.callee).live_at_entry) {
      auto parameter = std::ranges::find(parameters, v);
      if (parameter == parameters.end()) continue;
      step.targets.push_back(own(copy, v));
      step.values.push_back(
          own(t, start.arguments[static_cast<std::size_t>(parameter - parameters.begin())]));
    }
  }

  const Program& original_;
  const UnfoldOptions& options_;
  Unfolding result_;
  std::map<ProcId, ThreadTemplate> templates_;
  std::map<ProcId, std::size_t> copies_;
  std::set<ProcId> lossy_;
  std::map<ProcId, std::vector<std::size_t>> pools_;
  std::vector<ProcId> sources_; ///< per thread
  std::vector<std::map<VarId, VarId>> variables_;
  std::map<std::size_t, std::unordered_map<Term, Term>> terms_;
};

/// What the threads read and write, apart from the entry procedure that runs first.
struct Accesses {
  explicit Accesses(const Unfolding& unfolding) {
    for (std::size_t t = unfolding.init_first ? 1 : 0; t < unfolding.threads.size(); ++t)
      for (const ThreadStep& step : unfolding.threads[t].steps) {
        for (VarId v : read(step))
          readers[v].insert(t);
        for (VarId v : written(step))
          writers[v].insert(t);
      }
  }

  static std::vector<VarId> read(const ThreadStep& step) {
    std::vector<VarId> result;
    auto add = [&](Term t) {
      if (t.null()) return;
      std::vector<VarId> more = variables_of(t);
      result.insert(result.end(), more.begin(), more.end());
    };
    add(step.guard);
    std::ranges::for_each(step.values, add);
    return result;
  }

  static std::vector<VarId> written(const ThreadStep& step) {
    std::vector<VarId> result = step.targets;
    result.insert(result.end(), step.chosen.begin(), step.chosen.end());
    return result;
  }

  bool by_others(const std::map<VarId, std::set<std::size_t>>& users,
                 VarId v,
                 std::size_t thread) const {
    auto found = users.find(v);
    return found != users.end()
           && std::ranges::any_of(found->second, [&](std::size_t t) { return t != thread; });
  }

  std::map<VarId, std::set<std::size_t>> readers;
  std::map<VarId, std::set<std::size_t>> writers;
};

} // namespace

Result<Unfolding> unfold_threads(const Program& program, const UnfoldOptions& options) {
  return Assembler(program, options).run();
}

std::vector<std::vector<bool>> switch_points(const Unfolding& unfolding) {
  Accesses accesses(unfolding);
  std::vector<std::vector<bool>> result;
  for (std::size_t t = 0; t < unfolding.threads.size(); ++t) {
    const UnfoldedThread& thread = unfolding.threads[t];
    auto concerns_others = [&](const ThreadStep& step) {
      std::vector<VarId> reads = Accesses::read(step);
      std::vector<VarId> writes = Accesses::written(step);
      return step.spawns
             || std::ranges::any_of(
                 reads, [&](VarId v) { return accesses.by_others(accesses.writers, v, t); })
             || std::ranges::any_of(writes, [&](VarId v) {
                  return v == unfolding.program.atomic || accesses.by_others(accesses.readers, v, t)
                         || accesses.by_others(accesses.writers, v, t);
                });
    };
    std::vector<bool> touched(thread.points.size(), false); // just now, or inside this statement
    touched[UnfoldedThread::entry] = true;
    std::vector<bool> visible;
    for (const ThreadStep& step : thread.steps)
      visible.push_back(concerns_others(step));
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t s = 0; s < thread.steps.size(); ++s) {
        const ThreadStep& step = thread.steps[s];
        bool now = visible[s] || (thread.points[step.from].interior && touched[step.from]);
        if (!now || touched[step.to]) continue;
        touched[step.to] = changed = true;
      }
    }
    for (std::size_t p = 0; p < touched.size(); ++p)
      if (thread.points[p].interior) touched[p] = false;
    result.push_back(std::move(touched));
  }
  return result;
}

} // namespace kleene::ir
