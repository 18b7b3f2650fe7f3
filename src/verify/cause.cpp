// SPDX-License-Identifier: Apache-2.0
#include "kleene/verify/cause.h"

#include "kleene/evidence/objections.h"
#include "kleene/ir/opaque.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>

namespace kleene::verify {
namespace {

using Kind = Cause::Kind;

/// Where the unknown values come from that may flow into a variable: a walk back over all assignments and calls, in
/// whatever order they are executed.
class Origins {
public:
  explicit Origins(const ir::Program& program) : program_(program) {}

  void look_at(const std::string& display) {
    for (std::size_t v = 0; v < program_.variables.size(); ++v)
      if (program_.variables[v].display == display) enter(VarId(v));
    while (!open_.empty()) {
      VarId v = open_.back();
      open_.pop_back();
      for (std::size_t p = 0; p < program_.procedures.size(); ++p)
        for (const ir::Edge& e : program_.procedures[p].edges)
          std::visit([&](const auto& statement) { step(statement, v); }, e.statement);
    }
  }
  bool uninitialised() const { return uninitialised_; }
  const std::set<std::string>& others() const { return others_; }

private:
  void enter(VarId v) {
    if (seen_.insert(v).second) open_.push_back(v);
  }
  void enter(Term t) {
    for (VarId v : variables_of(t))
      enter(v);
  }
  void step(const ir::Assign& s, VarId v) {
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      if (s.targets[i] == v) enter(s.values[i]);
  }
  void step(const ir::Havoc& s, VarId v) {
    if (s.choice != ir::Choice::Unknown || std::ranges::find(s.variables, v) == s.variables.end())
      return;
    if (s.uninitialised)
      uninitialised_ = true;
    else
      others_.insert(s.origin);
  }
  void step(const ir::Call& s, VarId v) {
    const ir::Procedure& callee = program_.procedure(s.callee);
    for (std::size_t i = 0; i < s.results.size(); ++i)
      if (s.results[i] == v) enter(callee.returns[i]);
    for (std::size_t i = 0; i < s.arguments.size(); ++i)
      if (callee.parameters[i] == v) enter(s.arguments[i]);
  }
  void step(const ir::Alloc& s, VarId v) { uninitialised_ |= s.region == v && !s.zeroed; }
  void step(const ir::Forget& s, VarId v) { uninitialised_ |= s.region == v; }
  void step(const auto&, VarId) {}

  const ir::Program& program_;
  std::set<VarId> seen_;
  std::vector<VarId> open_;
  bool uninitialised_ = false;
  std::set<std::string> others_;
};

/// Between two texts.
std::string between(const std::string& text, std::string_view before, std::string_view behind) {
  std::size_t begin = text.find(before);
  if (begin == std::string::npos) return {};
  begin += before.size();
  std::size_t end = text.find(behind, begin);
  return end == std::string::npos ? std::string() : text.substr(begin, end - begin);
}

/// ` at PLACE` from an objection; nothing for what is at no place of the source.
std::string at_place(const std::string& reason, std::string_view objection) {
  std::string place = between(reason, std::string(objection) + " ", " (");
  return place.empty() || place.starts_with('<') ? std::string() : " at " + place;
}

/// The cause of an objection to an execution that depends on an unknown value.
Cause unknown_value(const ir::Program& program, const std::string& reason) {
  std::string at = at_place(reason, evidence::depends_on_unknown_value);
  std::string variable = between(reason, "(the value of ", " is not known here)");
  constexpr std::string_view unknown_code = "unknown code";
  Origins origins(program);
  if (!variable.empty()) origins.look_at(variable);
  std::string missing;
  for (const std::string& name : program.missing_bodies)
    if (origins.others().contains(name)) missing = name;
  bool outside = missing.empty() && origins.others().contains(std::string(unknown_code));
  if (outside && !program.missing_bodies.empty()) missing = *program.missing_bodies.begin();
  auto arguments = std::ranges::find_if(origins.others(), [](const std::string& name) {
    return name == "argc" || name == "argv" || name == "arguments";
  });
  std::string counterexample = "a possible counterexample depends on ";
  if (variable.empty() || (origins.uninitialised() && variable != unknown_code)) {
    std::string what = between(reason, " (", " is read before it is written");
    if (what.empty()) what = variable;
    return {Kind::Uninitialised,
            fmt::format("{}an uninitialised value, {}{}", counterexample, what, at),
            {}};
  }
  if (!missing.empty())
    return {Kind::MissingBody,
            fmt::format("{}{}, a function without body{}",
                        counterexample,
                        missing,
                        outside || at.empty() ? "" : "," + at),
            missing};
  if (arguments != origins.others().end())
    return {Kind::Arguments, counterexample + "the arguments of main" + at, {}};
  if (!origins.others().empty())
    return {Kind::OtherValue,
            fmt::format("{}{}, whose value is not modelled exactly{}",
                        counterexample,
                        *origins.others().begin(),
                        at),
            {}};
  return {Kind::OtherValue, fmt::format("{}an unknown value{}", counterexample, at), {}};
}

std::optional<Cause> not_modelled(const ir::Program& program) {
  std::vector<ir::OpaquePlace> places = ir::opaque_places(program);
  // Those in the models of threads are there in every program; the engine says if it came to one.
  std::erase_if(places, [&](const ir::OpaquePlace& place) {
    return place.range.file.valid() && program.files.name(place.range.file) == "<threads>";
  });
  if (places.empty()) return std::nullopt;
  std::string more = places.size() > 1 ? fmt::format(" (and {} more)", places.size() - 1) : "";
  std::string function;
  for (const ir::Procedure& p : program.procedures)
    for (const ir::Edge& e : p.edges)
      if (e.range == places.front().range && !p.library) function = p.name;
  return Cause{Kind::NotModelled,
               fmt::format("not modelled, and perhaps reached: {} at {}{}",
                           places.front().construct,
                           program.files.describe(places.front().range),
                           more),
               function};
}

std::optional<Cause> from(const ir::Program& program, const std::string& reason) {
  auto says = [&](std::string_view words) { return reason.find(words) != std::string::npos; };
  if (says(evidence::depends_on_unknown_value)) return unknown_value(program, reason);
  if (says(evidence::depends_on_missing_body)) {
    std::string at = at_place(reason, evidence::depends_on_missing_body);
    std::string function = between(reason, " (", " may have written memory");
    return Cause{
        Kind::MissingBody,
        fmt::format("a possible counterexample calls {}, which has no body{}", function, at),
        function};
  }
  if (says("not confirmed natively") || says("a different result natively"))
    return Cause{Kind::Unconfirmed,
                 "a counterexample was found, but the compiled program does not confirm it",
                 {}};
  if (says("no error within")) return Cause{Kind::Bounded, reason, {}};
  if (says("time limit") || reason.starts_with("not finished:")
      || reason.starts_with("not started:"))
    return Cause{Kind::Time, "time limit reached", {}};
  if (says("memory limit") || says("memory is full"))
    return Cause{Kind::Memory, "memory limit reached", {}};
  if (reason.starts_with("crashed")) return Cause{Kind::Crashed, "an engine " + reason, {}};
  return std::nullopt;
}

} // namespace

Cause cause_of(const std::vector<Obstacle>& obstacles, const ir::Program& program) {
  if (std::optional<Cause> cause = not_modelled(program)) return *cause;
  std::optional<Cause> best;
  for (const Obstacle& o : obstacles) {
    std::optional<Cause> cause = from(program, o.reason);
    if (cause && (!best || cause->kind < best->kind)) best = cause;
  }
  if (best) return *best;
  if (obstacles.size() == 1) return {Kind::GaveUp, obstacles.front().reason, {}};
  if (program.has_unknown_code() && !program.missing_bodies.empty())
    return {Kind::MissingBody,
            fmt::format("no engine found a proof whatever {}, a function without body, does",
                        *program.missing_bodies.begin()),
            *program.missing_bodies.begin()};
  return {Kind::GaveUp, "no engine found a proof or a counterexample", {}};
}

} // namespace kleene::verify
