// SPDX-License-Identifier: Apache-2.0
#include "repetitions.h"

#include "kleene/facts/loops.h"
#include "kleene/ir/steering.h"

#include <algorithm>

namespace kleene::engine::fuzz {
namespace {

constexpr std::size_t most_states = 1'000'000;
constexpr std::size_t most_found = 4;
constexpr std::size_t most_images = 200;

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

std::uint64_t hash_of(VarId variable, const Integer& value) {
  return mix(value.hash() + mix(variable.index() + 1));
}

bool is_memory(Type type) {
  return !type.is_bool() && !type.is_integer();
}

} // namespace

Repetitions::Repetitions(const ir::Program& program, ir::Tracer& next)
    : program_(program), steers_(ir::steering_variables(program)), next_(next) {
  for (const ir::Procedure& p : program.procedures) {
    std::vector<bool>& watched = watched_.emplace_back(facts::location_order(p).head);
    watched[p.entry.index()] = true;
    std::vector<bool>& changes = changes_memory_.emplace_back();
    for (const ir::Edge& e : p.edges) {
      // A new object leaves the bytes of those that are there.
      bool makes_object = std::holds_alternative<ir::Alloc>(e.statement);
      changes.push_back(!makes_object
                        && std::ranges::any_of(ir::written_variables(e.statement), [&](VarId v) {
                             return is_memory(program.variable(v).type);
                           }));
    }
  }
}

void Repetitions::begin_run(const evidence::InputRecorder& inputs) {
  inputs_ = &inputs;
  globals_ = {};
  frames_.assign(1, {});
  seen_.clear();
  lassos_.clear();
  steps_ = changes_ = 0;
  asked_ = images_ = 0;
}

void Repetitions::write(VarId variable, Integer value) {
  if (!steers_[variable.index()]) return;
  ActiveCall& frame = program_.variable(variable).owner.valid() ? frames_.back() : globals_;
  auto known = std::ranges::find(frame.values, variable, &std::pair<VarId, Integer>::first);
  if (known == frame.values.end()) {
    frame.values.emplace_back(variable, value);
  } else {
    frame.hash ^= hash_of(variable, known->second);
    known->second = value;
  }
  frame.hash ^= hash_of(variable, value);
}

void Repetitions::step(const Step& step) {
  next_.step(step);
  const auto* call = std::get_if<ir::Call>(&step.edge->statement);
  if (step.returned) {
    for (std::uint64_t state : frames_.back().states)
      seen_.erase(state);
    frames_.pop_back();
  } else {
    if (call != nullptr) {
      ActiveCall& callee = frames_.emplace_back();
      callee.steps = steps_;
      callee.inputs = asked_;
    }
    ++steps_;
  }
  for (auto [variable, value] : step.written)
    write(variable, value);
  const ir::Procedure& p = program_.procedure(step.procedure);
  auto edge = static_cast<std::size_t>(step.edge - p.edges.data());
  if (changes_memory_[step.procedure.index()][edge]) ++changes_;
  asked_ = inputs_->inputs().size();
  if (call != nullptr && !step.returned)
    arrive(call->callee, program_.procedure(call->callee).entry);
  else
    arrive(step.procedure, step.edge->to);
}

void Repetitions::arrive(ir::ProcId procedure, ir::LocId location) {
  if (!watched_[procedure.index()][location.index()] || lassos_.size() == most_found) return;
  if (seen_.size() == most_states) return;
  std::uint64_t place = mix((procedure.index() << 32U) + location.index() + 1);
  std::uint64_t state = mix(globals_.hash + mix(frames_.back().hash + place));
  Visit now{steps_, asked_, frames_.size(), changes_, std::nullopt};
  auto [visit, fresh] = seen_.try_emplace(state, now);
  if (fresh) {
    frames_.back().states.push_back(state);
    return;
  }
  Visit& before = visit->second;
  bool same = before.changes == changes_;
  if (!same && images_ < most_images) {
    ++images_;
    now.image = memory_->image();
    same = now.image && before.image == now.image;
  }
  if (same) {
    add_lasso(before, now);
  } else if (now.image) {
    // The next one is compared with this one, as long as its procedure is active.
    before = std::move(now);
    frames_.back().states.push_back(state);
  }
}

void Repetitions::add_lasso(const Visit& first, const Visit& again) {
  const std::vector<evidence::Input>& inputs = inputs_->inputs();
  auto at = [&](std::size_t n) { return inputs.begin() + static_cast<std::ptrdiff_t>(n); };
  std::uint64_t steps = first.steps;
  std::size_t turn = first.inputs;
  if (again.depth > first.depth) {
    steps = frames_[first.depth].steps;
    turn = frames_[first.depth].inputs;
  }
  evidence::Lasso& lasso = lassos_.emplace_back();
  lasso.stem.assign(inputs.begin(), at(turn));
  lasso.loop.assign(at(turn), at(again.inputs));
  lasso.loop.insert(lasso.loop.end(), at(first.inputs), at(turn));
  lasso.stem_steps = steps;
  lasso.loop_steps = again.steps - first.steps;
}

} // namespace kleene::engine::fuzz
