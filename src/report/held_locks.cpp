// SPDX-License-Identifier: Apache-2.0
#include "held_locks.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace kleene::report {

HeldLocks::Deed HeldLocks::deed(const std::string& function) {
  bool about_locks = false;
  for (const char* kind : {"pthread_mutex_", "pthread_rwlock_", "pthread_spin_", "mtx_"})
    about_locks |= function.starts_with(kind);
  if (!about_locks) return Deed::None;
  if (function.ends_with("unlock")) return Deed::GiveBack;
  if (!function.ends_with("lock")) return Deed::None;
  return function.find("_try") == std::string::npos ? Deed::Take : Deed::Try;
}

std::string HeldLocks::held(std::size_t thread) const {
  auto found = held_.find(thread);
  if (found == held_.end() || found->second.empty()) return "";
  return fmt::format(", holds {}", fmt::join(found->second, ", "));
}

std::string HeldLocks::step(const ir::Tracer::Step& step, const std::string& argument) {
  const auto* call = std::get_if<ir::Call>(&step.edge->statement);
  if (call == nullptr) return "";
  const ir::Procedure& callee = program_.procedure(call->callee);
  const Deed what = callee.library ? deed(callee.name) : Deed::None;
  if (what == Deed::None) return "";
  std::vector<std::string>& mine = held_[step.thread];
  std::vector<Call>& open = calls_[step.thread];
  if (!step.returned) {
    std::string name = argument.starts_with('&') ? argument.substr(1) : argument;
    if (name.ends_with("[0]")) name.resize(name.size() - 3);
    open.push_back({call->callee, what, name});
    const std::string& lock = open.back().lock;
    if (what != Deed::GiveBack) return fmt::format("takes {}{}", lock, held(step.thread));
    if (auto last = std::find(mine.rbegin(), mine.rend(), lock); last != mine.rend())
      mine.erase(std::next(last).base());
    return fmt::format("gives {} back{}", lock, held(step.thread));
  }
  if (open.empty() || open.back().callee != call->callee) return "";
  const Call done = open.back();
  open.pop_back();
  bool failed = what == Deed::Try && step.written.empty();
  for (const auto& [variable, value] : step.written)
    failed |= value != 0;
  if (what != Deed::GiveBack && !failed) mine.push_back(done.lock);
  return "";
}

std::string HeldLocks::waits(std::size_t thread) const {
  auto calls = calls_.find(thread);
  if (calls == calls_.end() || calls->second.empty()) return "";
  const Call& call = calls->second.back();
  if (call.deed != Deed::Take) return "";
  std::string text = "waits for " + call.lock;
  for (const auto& [other, locks] : held_)
    if (std::ranges::find(locks, call.lock) != locks.end())
      text +=
          other == thread ? ", which it holds itself" : fmt::format(", which [{}] holds", other);
  return text + held(thread);
}

} // namespace kleene::report
