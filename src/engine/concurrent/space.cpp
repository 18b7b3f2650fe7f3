// SPDX-License-Identifier: Apache-2.0
#include "space.h"

#include "kleene/bdd/cubes.h"
#include "kleene/domain/boolean_value.h"
#include "kleene/support/invariant.h"

#include <algorithm>
#include <bit>
#include <set>

namespace kleene::engine::concurrent {

using ir::ThreadStep;
using ir::UnfoldedThread;

Space::Space(const ir::Unfolding& unfolding,
             const std::vector<std::vector<bool>>& switch_points,
             BddManager& manager)
    : unfolding_(unfolding), manager_(manager), relations_(unfolding.threads.size()) {
  add_places(switch_points);
  std::set<VarId> used;
  for (const UnfoldedThread& thread : unfolding.threads)
    for (const ThreadStep& step : thread.steps) {
      used.insert(step.targets.begin(), step.targets.end());
      used.insert(step.chosen.begin(), step.chosen.end());
      std::vector<Term> terms = step.values;
      if (!step.guard.null()) terms.push_back(step.guard);
      for (Term t : terms)
        for (VarId v : variables_of(t))
          used.insert(v);
    }
  if (unfolding.program.atomic.valid()) used.insert(unfolding.program.atomic);
  for (VarId v : used) {
    std::vector<VarBlock> copies = manager.add_interleaved(2, 1);
    current_[v] = copies[0][0];
    next_[v] = copies[1][0];
    variables_.emplace_back(current_[v], v);
  }
  for (std::size_t t = 0; t < relations_.size(); ++t)
    relations_[t].resize(unfolding.threads[t].steps.size());
}

void Space::add_places(const std::vector<std::vector<bool>>& switch_points) {
  std::size_t bits = 0;
  for (std::size_t t = 0; t < unfolding_.threads.size(); ++t) {
    bool waits_somewhere = !(unfolding_.init_first && t == 0);
    std::vector<std::optional<std::size_t>> numbers(unfolding_.threads[t].points.size());
    std::size_t count = 0;
    for (std::size_t p = 0; p < numbers.size() && waits_somewhere; ++p)
      if (switch_points[t][p]) numbers[p] = count++;
    numbers_.push_back(std::move(numbers));
    std::size_t width = count <= 1 ? 0 : static_cast<std::size_t>(std::bit_width(count - 1));
    places_.push_back(manager_.add_block(width));
    std::vector<VarId>& ids = place_ids_.emplace_back();
    for (BddVar bit : places_.back()) {
      ids.push_back(evidence::place_bit(unfolding_, bits++));
      variables_.emplace_back(bit, ids.back());
    }
  }
}

Bdd Space::value(Term term) {
  return domain::boolean_value(
      term, values_, [this](VarId v) { return manager_.variable(current_.at(v)); });
}

Space::Relation& Space::relation(std::size_t thread, std::size_t number) {
  std::optional<Relation>& known = relations_[thread][number];
  if (known) return *known;
  const ThreadStep& step = unfolding_.threads[thread].steps[number];
  Relation& r = known.emplace();
  r.guard = step.guard.null() ? Bdd(true) : value(step.guard);
  r.values = Bdd(true);
  r.identity = step.targets.empty() && step.chosen.empty();
  std::vector<BddVar> replaced;
  std::vector<BddVar> chosen;
  for (std::size_t i = 0; i < step.targets.size(); ++i) {
    BddVar now = current_.at(step.targets[i]);
    BddVar next = next_.at(step.targets[i]);
    Bdd result = value(step.values[i]);
    r.values &= manager_.variable(next).iff(result);
    r.arrive.add(next, now);
    r.backward.add(now, result);
    replaced.push_back(now);
  }
  for (VarId v : step.chosen)
    chosen.push_back(current_.at(v));
  r.chosen = VarSet(chosen);
  replaced.insert(replaced.end(), chosen.begin(), chosen.end());
  r.replaced = VarSet(replaced);
  return r;
}

Bdd Space::after(std::size_t thread, std::size_t step, const Bdd& states) {
  Relation& r = relation(thread, step);
  Bdd enabled = states & r.guard;
  if (r.identity || enabled.is_false()) return enabled;
  return r.arrive(and_exists(enabled, r.values, r.replaced));
}

Bdd Space::before(std::size_t thread, std::size_t step, const Bdd& states, const Bdd& sources) {
  Relation& r = relation(thread, step);
  return r.backward(states.exists(r.chosen)) & r.guard & sources;
}

Bdd Space::waits(std::size_t thread, std::size_t point) const {
  KL_INVARIANT(numbers_[thread][point].has_value(), "threads should wait at switch points only");
  return manager_.equals(places_[thread], *numbers_[thread][point]);
}

Bdd Space::wake(std::size_t thread, std::size_t point, const Bdd& states) const {
  Bdd here = states.restrict(waits(thread, point));
  VarId flag = unfolding_.threads[thread].started;
  if (point != UnfoldedThread::entry || !flag.valid()) return here;
  auto known = current_.find(flag);
  return known == current_.end() ? Bdd(false) : here & manager_.variable(known->second);
}

Bdd Space::sleep(std::size_t thread, std::size_t point, const Bdd& states) const {
  Bdd result = states & waits(thread, point);
  VarId flag = unfolding_.program.atomic;
  return flag.valid() ? result & manager_.literal(current_.at(flag), false) : result;
}

Bdd Space::at(std::size_t thread, std::size_t point, const Bdd& state) const {
  return state.exists(places_[thread].set()) & waits(thread, point);
}

Bdd Space::all_at_entry() const {
  Bdd result(true);
  for (std::size_t t = unfolding_.init_first ? 1 : 0; t < unfolding_.threads.size(); ++t)
    result &= waits(t, UnfoldedThread::entry);
  return result;
}

Bdd Space::initial() const {
  std::set<VarId> arbitrary;
  for (const UnfoldedThread& thread : unfolding_.threads)
    arbitrary.insert(thread.arbitrary.begin(), thread.arbitrary.end());
  Bdd result = all_at_entry();
  for (const auto& [v, bit] : current_) {
    const auto& start = unfolding_.program.variable(v).initial;
    if (start && !arbitrary.contains(v)) result &= manager_.literal(bit, start->is_true());
  }
  return result;
}

Bdd Space::pick(const Bdd& states) const {
  std::optional<Cube> cube = some_cube(states);
  KL_INVARIANT(cube.has_value(), "a state should be picked from a set that has one");
  Bdd result(true);
  std::set<BddVar> decided;
  for (const Literal& literal : *cube) {
    result &= manager_.literal(literal.variable, literal.value);
    decided.insert(literal.variable);
  }
  for (const auto& [bit, v] : variables_)
    if (!decided.contains(bit)) result &= manager_.literal(bit, false);
  return result;
}

bool Space::value(const Bdd& state, VarId v) const {
  auto known = current_.find(v);
  return known != current_.end() && state.restrict(known->second, false).is_false();
}

} // namespace kleene::engine::concurrent
