// SPDX-License-Identifier: Apache-2.0
#include "waypoints.h"

#include "kleene/ir/floats.h"
#include "kleene/witness/scope.h"

#include <algorithm>

namespace kleene::witness {

using frontend::task::Waypoint;
using frontend::task::WaypointAction;
using frontend::task::WaypointType;

namespace {

std::string number(const evidence::Input& input) {
  if (!input.type.is_machine() || input.type.is_signed()) return to_string(input.value);
  bool large = input.value > max_value(Type::machine(32, false));
  return to_string(input.value) + (large ? "ULL" : "U");
}

/// What holds of the result. NaN is the float that differs from itself.
std::string result_of(const evidence::Input& input) {
  if (!ir::is_float_input(input.origin, input.type)) return "\\result == " + number(input);
  auto pattern = static_cast<std::uint64_t>(input.value);
  double value = float_number(input.type, pattern);
  if (value != value) return "\\result != \\result";
  return "\\result == " + float_literal(input.type, pattern);
}

/// A value that a function gave: at the parenthesis that closes the call. One that it left in memory is no
/// result.
std::optional<Waypoint> returned(const ir::Program& program, const evidence::Input& input) {
  bool result = input.kind == ir::InputKind::Value && input.range.known()
                && input.origin != "__VERIFIER_nondet_memory";
  if (!result) return std::nullopt;
  SourcePoint last = input.range.end;
  if (last.column < 2) return std::nullopt;
  --last.column;
  const ir::Procedure* p = procedure_at(program, input.range.file, input.range.begin);
  auto line = program.files.line(input.range.file, last.line);
  bool call = line && last.column <= line->size() && (*line)[last.column - 1] == ')';
  if (p == nullptr || !call) return std::nullopt;
  return Waypoint{WaypointType::FunctionReturn,
                  WaypointAction::Follow,
                  to_place(program, input.range.file, last, p->name),
                  result_of(input),
                  "acsl_expression"};
}

const ir::SourceMark* taken_mark(const ir::Procedure& p, ir::LocId l) {
  for (const ir::SourceMark& mark : p.locations[l.index()].marks)
    if (mark.kind == ir::SourceMark::Kind::Taken) return &mark;
  return nullptr;
}

/// The branch of an `if` or a loop that an edge is, if that can be said for sure: with `a || b` a first
/// `false` decides nothing.
std::optional<Waypoint>
branch(const ir::Program& program, const ir::Procedure& p, const ir::Edge& edge) {
  const auto* assume = std::get_if<ir::Assume>(&edge.statement);
  if (p.library || assume == nullptr || assume->kind != ir::AssumeKind::Guard) return std::nullopt;
  bool taken = true;
  const ir::SourceMark* mark = taken_mark(p, edge.to);
  if (mark == nullptr) {
    taken = false;
    for (const ir::Edge& other : p.edges)
      if (other.from == edge.from && taken_mark(p, other.to) != nullptr
          && std::ranges::count(p.edges, other.to, &ir::Edge::to) == 1)
        mark = taken_mark(p, other.to);
  }
  if (mark == nullptr) return std::nullopt;
  return Waypoint{WaypointType::Branching,
                  WaypointAction::Follow,
                  to_place(program, mark->file, mark->at, p.name),
                  taken ? "true" : "false",
                  ""};
}

class Collector {
public:
  explicit Collector(const ir::Program& program) : program_(program) {}

  void step(const ir::Tracer::Step& step, std::span<const evidence::Input> inputs) {
    for (; seen_ < inputs.size(); ++seen_)
      add(returned(program_, inputs[seen_]));
    if (step.returned) return;
    add(branch(program_, program_.procedure(step.procedure), *step.edge));
    ++steps_;
  }

  std::vector<Passed>& found() { return found_; }

private:
  void add(std::optional<Waypoint> waypoint) {
    if (waypoint) found_.push_back({std::move(*waypoint), steps_});
  }

  const ir::Program& program_;
  std::size_t seen_ = 0;
  std::uint64_t steps_ = 0;
  std::vector<Passed> found_;
};

} // namespace

const ir::Procedure* procedure_at(const ir::Program& program, FileId file, SourcePoint point) {
  for (const ir::Procedure& p : program.procedures)
    if (!p.library && p.range.file == file && p.range.begin <= point && point < p.range.end)
      return &p;
  return nullptr;
}

std::vector<Passed> waypoints(const evidence::Problem& problem,
                              const evidence::Execution& execution,
                              const evidence::Trace& trace) {
  Collector collector(problem.program);
  evidence::show(problem, execution, trace, execution.steps, [&](const auto& step, auto inputs) {
    collector.step(step, inputs);
  });
  return std::move(collector.found());
}

} // namespace kleene::witness
