// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/unknown.h"

#include "kleene/verify/goal.h"

#include <fmt/core.h>

#include <cmath>

namespace kleene::report {
namespace {

using verify::Cause;
using Kind = Cause::Kind;

constexpr double default_seconds = 300;
constexpr const char* see_engines = "--explain shows what each engine tried";

std::string more_time(const Allowance& allowance) {
  double seconds = allowance.seconds ? std::ceil(*allowance.seconds * 5) : default_seconds;
  return fmt::format("give it more time: --time-limit {:.0f}", seconds);
}

std::string more_memory(const Allowance& allowance) {
  if (!allowance.memory_bytes) return "the machine has too little memory for this question";
  return fmt::format("give it more memory: --memory-limit {}",
                     (*allowance.memory_bytes >> 20U) * 4);
}

std::string wider_bound(const Allowance& allowance) {
  if (allowance.context_switches)
    return fmt::format("look further: --context-switches {}", *allowance.context_switches + 2);
  if (allowance.rounds) return fmt::format("look further: --rounds {}", *allowance.rounds + 1);
  return see_engines;
}

/// Under `--uninit nondet` a counterexample takes zero where the program model has nothing better.
std::string uninitialised_hint(const Allowance& allowance) {
  constexpr const char* initialise = "initialise it with an input: __VERIFIER_nondet_int()";
  return fmt::format(
      "{}{}", allowance.free_uninitialised ? "" : "try --uninit nondet, or ", initialise);
}

std::string hint_for(const Allowance& allowance, const Cause& cause) {
  switch (cause.kind) {
  case Kind::Uninitialised:
    return uninitialised_hint(allowance);
  case Kind::MissingBody:
    return fmt::format(
        "add a file that defines {}, or let its result be any value: --missing-bodies nondet",
        cause.function);
  case Kind::Arguments:
    return "--arguments 3 makes the arguments of main inputs";
  case Kind::NotModelled:
    if (cause.function.empty() || cause.function == "main") break;
    return fmt::format("--remove-body {} treats it as a function without body", cause.function);
  case Kind::Bounded:
    return wider_bound(allowance);
  case Kind::Time:
    return more_time(allowance);
  case Kind::Memory:
    return more_memory(allowance);
  case Kind::OtherValue:
  case Kind::Unconfirmed:
  case Kind::Crashed:
  case Kind::GaveUp:
    break;
  }
  if (allowance.own_algorithm)
    return "without --algorithm, other engines are asked; with it, a relation `Proof` gives the "
           "evidence (doc/calculus.md)";
  if (allowance.one_engine) return "--engine auto asks all engines";
  return allowance.explain ? std::string() : see_engines;
}

/// With the limit that was given, if it was reached; otherwise it was a share of it.
std::string
with_limit(const Allowance& allowance, const std::string& text, const Budget* budget = nullptr) {
  if (text == "time limit reached" && budget != nullptr && budget->seconds_left().value_or(1) > 0)
    return fmt::format("time limit: no answer after {:.0f} s", budget->seconds_used());
  if (text == "time limit reached" && allowance.seconds)
    return fmt::format("time limit of {:g} s reached", *allowance.seconds);
  if (text == "memory limit reached" && allowance.memory_bytes)
    return fmt::format("memory limit of {} MB reached", *allowance.memory_bytes >> 20U);
  return text;
}

} // namespace

Verdict unknown_because(Report& report,
                        const Allowance& allowance,
                        const Budget& budget,
                        const Cause& cause,
                        std::vector<Obstacle> obstacles,
                        const std::string& subject) {
  report.hint = hint_for(allowance, cause);
  report.obstacles = std::move(obstacles);
  std::string text = with_limit(allowance, cause.text, &budget);
  if (!subject.empty()) text = subject + ": " + text;
  bool no_time = budget.seconds_left().value_or(1) <= 0;
  bool limit = no_time || cause.kind == Kind::Memory;
  return limit ? Verdict::out_of_resources(text) : Verdict::unknown(text);
}

namespace {

/// What an engine had found when time was up: so near to an answer, a little more time may do.
std::string found_too_late(const std::vector<Obstacle>& obstacles) {
  constexpr std::string_view unfinished = "not finished: ";
  for (const Obstacle& o : obstacles) {
    std::size_t end = o.reason.find(", being confirmed");
    if (end == std::string::npos || !o.reason.starts_with(unfinished)) continue;
    std::string found = o.reason.substr(unfinished.size(), end - unfinished.size());
    return fmt::format("; {} by {}, but not confirmed in time", found, o.engine);
  }
  return {};
}

} // namespace

Verdict stopped_by(Report& report, const Allowance& allowance, const std::string& why) {
  if (why == "time limit reached") report.hint = more_time(allowance);
  if (why == "memory limit reached") report.hint = more_memory(allowance);
  return Verdict::out_of_resources(with_limit(allowance, why) + found_too_late(report.obstacles));
}

} // namespace kleene::report
