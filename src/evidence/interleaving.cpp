// SPDX-License-Identifier: Apache-2.0
#include "kleene/bdd/manager.h"
#include "kleene/evidence/admission.h"
#include "kleene/evidence/schedule.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace kleene::evidence {
namespace {

using ir::ThreadStep;
using ir::UnfoldedThread;

/// Terms over any Boolean variables as decision diagrams.
class Diagrams {
public:
  struct NotBoolean {};

  Diagrams(Budget& budget, const std::vector<VarId>& order) : manager_(budget) {
    for (VarId v : order)
      variable(v);
  }

  BddVar variable(VarId v) {
    auto [found, fresh] = variables_.try_emplace(v);
    if (fresh) found->second = manager_.add_variable();
    return found->second;
  }

  Bdd literal(VarId v, bool value) { return manager_.literal(variable(v), value); }

  Bdd set(Term term) {
    if (term.null()) return Bdd(false);
    for_each_subterm(term, [&](Term t) {
      if (!known_.contains(t)) known_.emplace(t, node(t));
    });
    return known_.at(term);
  }

  Bdd guard(const ThreadStep& step) { return step.guard.null() ? Bdd(true) : set(step.guard); }

  /// The states from which the step leads into a set, however it chooses.
  Bdd before(const ThreadStep& step, const Bdd& after) {
    std::vector<BddVar> chosen;
    for (VarId v : step.chosen)
      chosen.push_back(variable(v));
    Bdd result = chosen.empty() ? after : after.forall(VarSet(chosen));
    Renaming values;
    for (std::size_t i = 0; i < step.targets.size(); ++i)
      values.add(variable(step.targets[i]), set(step.values[i]));
    return step.targets.empty() ? result : values(result);
  }

private:
  Bdd node(Term t) {
    auto arg = [&](std::size_t i) { return known_.at(t.arg(i)); };
    switch (t.op()) {
    case Op::Constant:
      return Bdd(t.is_true());
    case Op::Variable:
      return literal(t.variable(), true);
    case Op::Not:
      return !arg(0);
    case Op::And:
    case Op::Or: {
      Bdd result = arg(0);
      for (std::size_t i = 1; i < t.arity(); ++i)
        result = t.op() == Op::And ? result & arg(i) : result | arg(i);
      return result;
    }
    case Op::Eq:
      return arg(0).iff(arg(1));
    case Op::Ite:
      return ite(arg(0), arg(1), arg(2));
    default:
      throw NotBoolean{};
    }
  }

  BddManager manager_;
  std::map<VarId, BddVar> variables_;
  std::unordered_map<Term, Bdd> known_;
};

class InterleavingJudge {
public:
  InterleavingJudge(const ir::Unfolding& unfolding, const InterleavingProof& proof, Budget& budget)
      : unfolding_(unfolding), proof_(proof), diagrams_(budget, proof.order) {}

  Judgement run() {
    if (!well_formed()) return std::move(judgement_);
    start();
    for (std::size_t t = 0; t < threads().size() && judgement_.accepted(); ++t) {
      steps(t);
      if (is_init(t)) continue;
      std::vector<bool> visible = must_consider_others(t);
      for (std::size_t p = 0; p < visible.size() && judgement_.accepted(); ++p)
        if (visible[p]) switches(t, p);
    }
    return std::move(judgement_);
  }

private:
  const std::vector<UnfoldedThread>& threads() const { return unfolding_.threads; }
  bool is_init(std::size_t t) const { return unfolding_.init_first && t == 0; }
  void object(std::string why) {
    if (judgement_.objection.empty()) judgement_.objection = std::move(why);
  }
  void require(bool condition, const char* what, std::size_t thread) {
    ++judgement_.questions;
    if (!condition) object(fmt::format("{} fails in the thread {}", what, threads()[thread].name));
  }

  bool well_formed() {
    if (!unfolding_.complete) object("the program may start more threads than were considered");
    if (proof_.threads.size() != threads().size()) object("the proof is about other threads");
    for (std::size_t t = 0; t < proof_.threads.size() && judgement_.accepted(); ++t) {
      const InterleavingProof::Thread& thread = proof_.threads[t];
      std::set<std::size_t> numbers;
      bool fits = thread.active.size() == threads()[t].points.size()
                  && thread.numbers.size() == thread.active.size() && thread.place.size() < 64;
      for (const auto& n : thread.numbers)
        if (n) fits = fits && (*n >> thread.place.size()) == 0 && numbers.insert(*n).second;
      if (!fits) object("the proof does not fit the program");
      for (VarId bit : thread.place) // beyond the variables of the program, each once
        if (bit.index() < unfolding_.program.variables.size() || !bits_.insert(bit).second)
          object("the proof has no places of its own");
    }
    return judgement_.accepted();
  }

  Bdd active(std::size_t t, std::size_t p) { return diagrams_.set(proof_.threads[t].active[p]); }

  /// The thread waits at a point.
  Bdd waits(std::size_t t, std::size_t p) {
    const InterleavingProof::Thread& thread = proof_.threads[t];
    Bdd result(true);
    for (std::size_t b = 0; b < thread.place.size(); ++b) {
      std::size_t shift = thread.place.size() - 1 - b;
      result &= diagrams_.literal(thread.place[b], ((*thread.numbers[p] >> shift) & 1U) != 0);
    }
    return result;
  }

  Bdd all_wait_at_entry() {
    Bdd result(true);
    for (std::size_t t = unfolding_.init_first ? 1 : 0; t < threads().size(); ++t) {
      if (!proof_.threads[t].numbers[UnfoldedThread::entry]) object("a thread cannot begin");
      if (judgement_.accepted()) result &= waits(t, UnfoldedThread::entry);
    }
    return result;
  }

  void start() {
    std::set<VarId> arbitrary;
    for (const UnfoldedThread& thread : threads())
      arbitrary.insert(thread.arbitrary.begin(), thread.arbitrary.end());
    Bdd initial = all_wait_at_entry();
    if (!judgement_.accepted()) return;
    for (VarId v : unfolding_.program.globals) {
      const auto& value = unfolding_.program.variable(v).initial;
      if (value && !arbitrary.contains(v)) initial &= diagrams_.literal(v, value->is_true());
    }
    if (unfolding_.init_first) {
      require(initial.subset_of(active(0, UnfoldedThread::entry)), "the start", 0);
      initial = active(0, UnfoldedThread::end) & all_wait_at_entry();
      require(active(0, UnfoldedThread::end).subset_of(initial), "waiting for the start", 0);
    }
    for (std::size_t t = unfolding_.init_first ? 1 : 0; t < threads().size(); ++t)
      require(becomes_active(initial, t, UnfoldedThread::entry), "the start", t);
  }

  /// States in which another thread stops are inside when this thread goes on from a point.
  bool becomes_active(const Bdd& states, std::size_t t, std::size_t p) {
    Bdd here = states & waits(t, p);
    if (p == UnfoldedThread::entry && threads()[t].started.valid())
      here &= diagrams_.literal(threads()[t].started, true);
    return here.subset_of(active(t, p));
  }

  void steps(std::size_t t) {
    for (std::size_t p = 0; p < threads()[t].points.size(); ++p)
      if (threads()[t].points[p].target) require(active(t, p).is_false(), "a target", t);
    for (const ThreadStep& step : threads()[t].steps) {
      if (!judgement_.accepted()) return;
      Bdd from = active(t, step.from) & diagrams_.guard(step);
      bool inside = from.is_false() || from.subset_of(diagrams_.before(step, active(t, step.to)));
      require(inside, "a step", t);
    }
  }

  void switches(std::size_t t, std::size_t p) {
    Bdd states = active(t, p);
    if (VarId flag = unfolding_.program.atomic; flag.valid())
      states &= diagrams_.literal(flag, false);
    if (states.is_false()) return;
    if (!proof_.threads[t].numbers[p]) return object("a thread does not wait where it has to");
    states &= waits(t, p);
    for (std::size_t u = unfolding_.init_first ? 1 : 0; u < threads().size(); ++u) {
      if (u == t) continue;
      Bdd somewhere(false);
      for (std::size_t q = 0; q < threads()[u].points.size(); ++q) {
        if (!proof_.threads[u].numbers[q]) continue;
        somewhere |= waits(u, q);
        require(becomes_active(states, u, q), "a switch", u);
      }
      require(states.subset_of(somewhere), "the place of a waiting thread", u);
    }
  }

  // Where others have to be considered. What concerns this thread alone can be done later.

  using Users = std::map<VarId, std::set<std::size_t>>;

  static std::set<VarId> reads(const ThreadStep& step) {
    std::set<VarId> result;
    std::vector<Term> terms = step.values;
    if (!step.guard.null()) terms.push_back(step.guard);
    for (Term t : terms)
      for (VarId v : variables_of(t))
        result.insert(v);
    return result;
  }

  static std::set<VarId> writes(const ThreadStep& step) {
    std::set<VarId> result(step.targets.begin(), step.targets.end());
    result.insert(step.chosen.begin(), step.chosen.end());
    return result;
  }

  void find_users() {
    for (std::size_t t = unfolding_.init_first ? 1 : 0; t < threads().size(); ++t)
      for (const ThreadStep& step : threads()[t].steps) {
        for (VarId v : reads(step))
          users_[v].insert(t);
        for (VarId v : writes(step)) {
          users_[v].insert(t);
          writers_[v].insert(t);
        }
      }
  }

  bool concerns_others(const ThreadStep& step, std::size_t t) {
    auto others = [&](const Users& users, VarId v) {
      auto found = users.find(v);
      return found != users.end() && found->second.size() > (found->second.contains(t) ? 1U : 0U);
    };
    for (VarId v : writes(step))
      if (v == unfolding_.program.atomic || others(users_, v)) return true;
    std::set<VarId> read = reads(step);
    return step.spawns || std::ranges::any_of(read, [&](VarId v) { return others(writers_, v); });
  }

  std::vector<bool> must_consider_others(std::size_t t) {
    if (users_.empty()) find_users();
    const UnfoldedThread& thread = threads()[t];
    std::vector<std::vector<std::size_t>> next(thread.points.size());
    std::vector<bool> result(thread.points.size(), false);
    std::vector<std::size_t> work{UnfoldedThread::entry};
    for (const ThreadStep& step : thread.steps) {
      next[step.from].push_back(step.to);
      if (concerns_others(step, t)) work.push_back(step.to);
    }
    while (!work.empty()) {
      std::size_t p = work.back();
      work.pop_back();
      if (result[p]) continue;
      result[p] = true;
      if (thread.points[p].interior) work.insert(work.end(), next[p].begin(), next[p].end());
    }
    for (std::size_t p = 0; p < result.size(); ++p)
      if (thread.points[p].interior) result[p] = false;
    return result;
  }

  const ir::Unfolding& unfolding_;
  const InterleavingProof& proof_;
  Diagrams diagrams_;
  std::set<VarId> bits_;
  Users users_;
  Users writers_;
  Judgement judgement_;
};

} // namespace

VarId place_bit(const ir::Unfolding& unfolding, std::size_t index) {
  return VarId(unfolding.program.variables.size() + index);
}

Judgement judge(const Problem& problem, const InterleavingProof& proof, Budget& budget) {
  Judgement refused;
  refused.objection = refusal<InterleavingProof>(problem);
  if (!refused.accepted()) return refused;
  Result<ir::Unfolding> unfolding = ir::unfold_threads(
      problem.program,
      {.targets = problem.targets, .depth = proof.depth, .deep = ir::DeepCalls::Forget});
  if (!unfolding) {
    refused.objection = unfolding.error().message;
    return refused;
  }
  try {
    return InterleavingJudge(*unfolding, proof, budget).run();
  } catch (const Diagrams::NotBoolean&) {
    refused.objection = "the proof is not Boolean";
    return refused;
  }
}

} // namespace kleene::evidence
