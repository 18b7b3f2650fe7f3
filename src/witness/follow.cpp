// SPDX-License-Identifier: Apache-2.0
#include "kleene/witness/follow.h"

#include "kleene/evidence/definedness.h"
#include "kleene/ir/floats.h"
#include "kleene/witness/c_expression.h"
#include "kleene/witness/scope.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace kleene::witness {

using frontend::task::InvariantSet;
using frontend::task::Segment;
using frontend::task::ViolationSequence;
using frontend::task::Waypoint;
using frontend::task::WaypointAction;
using frontend::task::WaypointType;
using frontend::task::WitnessInvariant;
using frontend::task::WitnessPlace;

namespace {

using transform::Waymark;

/// What waypoints mean for a program.
struct Found {
  transform::Course course;
  std::vector<std::string> ignored; ///< that name no place of it; for people
};

std::string describe(const WitnessPlace& place) {
  return place.column == 0 ? fmt::format("line {}", place.line)
                           : fmt::format("{}:{}", place.line, place.column);
}

bool is_cycle(const Segment& segment) {
  return !segment.empty() && segment.back().action == WaypointAction::Cycle;
}

/// Finds the places of a program that waypoints name.
class Finder {
public:
  Finder(const ir::Program& program, ir::TargetSelection targets)
      : program_(program), terms_(*program.terms), targets_(std::move(targets)) {}

  /// Without what is to come again and again.
  Found once(const ViolationSequence& sequence) {
    for (const Segment& segment : sequence.segments)
      if (!is_cycle(segment)) add(segment);
    found_.course.cycle = found_.course.segments;
    return std::move(found_);
  }

  Found all(const ViolationSequence& sequence) {
    add_all(sequence);
    return std::move(found_);
  }

private:
  void add_all(const ViolationSequence& sequence) {
    for (const Segment& segment : sequence.segments)
      if (!is_cycle(segment)) add(segment);
    found_.course.cycle = found_.course.segments;
    for (const Segment& segment : sequence.segments)
      if (is_cycle(segment)) add(segment);
  }

  void add(const Segment& segment) {
    for (const Waypoint& w : segment) {
      if (w.type == WaypointType::Target) continue;
      std::size_t before = found_.course.marks.size();
      find(w);
      if (found_.course.marks.size() == before)
        found_.ignored.push_back(fmt::format("the waypoint at {}", describe(w.place)));
      else if (!avoids(w))
        ++found_.course.segments;
    }
  }

  void find(const Waypoint& w) {
    switch (w.type) {
    case WaypointType::Assumption:
      return find_assumption(w);
    case WaypointType::Branching:
      return find_branch(w);
    case WaypointType::FunctionEnter:
      for (const EdgeIn& e : calls(program_, w.place))
        at_location(e.procedure, edge(e).from, mark(w, terms_.truth(true)));
      return;
    case WaypointType::FunctionReturn:
      return find_return(w);
    case WaypointType::Target:
      return;
    }
  }

  Waymark mark(const Waypoint& w, Term condition) const {
    Waymark result;
    result.segment = found_.course.segments;
    result.avoid = avoids(w);
    result.condition = condition;
    return result;
  }
  static bool avoids(const Waypoint& w) { return w.action == WaypointAction::Avoid; }
  const ir::Edge& edge(const EdgeIn& e) const {
    return program_.procedure(e.procedure).edges[e.edge];
  }

  void find_assumption(const Waypoint& w) {
    std::vector<LocationIn> places = marked(program_, ir::SourceMark::Kind::Statement, w.place);
    if (places.empty()) places = marked(program_, ir::SourceMark::Kind::Loop, w.place);
    for (const LocationIn& l : places) {
      Result<Term> condition = parse_c(Scope(program_, l.procedure, l.file, l.at), w.value);
      if (condition) at_location(l.procedure, l.location, mark(w, *condition));
    }
  }

  /// A branch that is not taken is one of the other ways from where it begins.
  void find_branch(const Waypoint& w) {
    bool taken = w.value != "false" && w.value != "0";
    std::vector<LocationIn> places = marked(program_, ir::SourceMark::Kind::Taken, w.place);
    if (places.empty()) return find_empty_loop(w, taken);
    for (const LocationIn& l : places) {
      Waymark event = mark(w, terms_.truth(true));
      if (taken) {
        at_location(l.procedure, l.location, event);
        continue;
      }
      const ir::Procedure& p = program_.procedure(l.procedure);
      for (const ir::Edge& in : p.edges)
        for (std::size_t e = 0; in.to == l.location && e < p.edges.size(); ++e)
          if (p.edges[e].from == in.from && p.edges[e].to != l.location)
            after_edge({l.procedure, e}, event);
    }
  }

  /// A loop whose body does nothing leads straight back to its head.
  void find_empty_loop(const Waypoint& w, bool taken) {
    for (const LocationIn& l : marked(program_, ir::SourceMark::Kind::Loop, w.place)) {
      const ir::Procedure& p = program_.procedure(l.procedure);
      for (std::size_t e = 0; e < p.edges.size(); ++e)
        if (p.edges[e].from == l.location && (p.edges[e].to == l.location) == taken)
          after_edge({l.procedure, e}, mark(w, terms_.truth(true)));
    }
  }

  void find_return(const Waypoint& w) {
    for (const EdgeIn& e : calls(program_, w.place)) {
      Term value;
      if (const auto* call = std::get_if<ir::Call>(&edge(e).statement))
        value = call->results.empty() ? Term() : variable(call->results.front());
      else if (const auto* havoc = std::get_if<ir::Havoc>(&edge(e).statement))
        value = variable(havoc->variables.front());
      Term condition = terms_.truth(true);
      if (!w.value.empty()) {
        const ir::Edge& call = edge(e);
        Scope scope(program_, e.procedure, call.range.file, call.range.begin);
        Result<Term> parsed = parse_c(scope, w.value, {.result = value});
        if (!parsed) continue;
        condition = *parsed;
      }
      after_edge(e, mark(w, condition));
    }
  }

  Term variable(VarId v) const { return terms_.variable(v, program_.variable(v).type); }

  void at_location(ir::ProcId p, ir::LocId l, Waymark mark) {
    if (l == program_.procedure(p).exit) return;
    if (targets_.selects(program_.procedure(p).locations[l.index()])) {
      // Nothing happens behind a target: it has to be seen on the way there.
      for (std::size_t e = 0; e < program_.procedure(p).edges.size(); ++e)
        if (program_.procedure(p).edges[e].to == l) after_edge({p, e}, mark);
      return;
    }
    mark.procedure = p;
    mark.location = l;
    found_.course.marks.push_back(mark);
  }
  void after_edge(const EdgeIn& e, Waymark mark) {
    mark.procedure = e.procedure;
    mark.edge = e.edge;
    found_.course.marks.push_back(mark);
  }

  const ir::Program& program_;
  TermManager& terms_;
  ir::TargetSelection targets_;
  Found found_;
};

/// Sees how far a run of a followed program gets.
class Watcher : public ir::Tracer {
public:
  /// Notes the rounds after `middle` steps of the program itself.
  Watcher(const transform::Followed& followed, std::uint64_t middle)
      : followed_(followed), own_(followed), middle_(middle) {}

  void step(const Step& step) override {
    own_.step(step);
    for (auto [variable, value] : step.written) {
      if (variable == followed_.segment) furthest_ = std::max(furthest_, value);
      if (variable == followed_.rounds) rounds_ = value;
    }
    if (own_.taken() <= middle_) rounds_before_ = rounds_;
  }

  bool passed(std::size_t segments) const { return furthest_ >= static_cast<Integer>(segments); }
  bool goes_on() const { return rounds_ > rounds_before_; }

private:
  const transform::Followed& followed_;
  transform::OriginalSteps own_;
  std::uint64_t middle_;
  Integer furthest_ = 0;
  Integer rounds_ = 0;
  Integer rounds_before_ = 0;
};

void watch(const evidence::Problem& problem,
           const transform::Followed& followed,
           const evidence::Execution& execution,
           Watcher& watcher,
           Budget& budget) {
  ir::InputList inputs = evidence::inputs_of(execution);
  ir::RunOptions options;
  options.integers = problem.integers;
  options.targets = problem.targets;
  // Waypoints add a few edges to each place.
  constexpr std::uint64_t edges_at_most = 4;
  options.max_steps = edges_at_most * (execution.steps + 1);
  options.budget = &budget;
  ir::Reading reading{.zero_uninitialised = problem.program.free_uninitialised};
  ir::Interpreter(followed.program, reading).run(inputs, options, &watcher);
}

/// `0x1.8p-1f`, or an infinity as a division by zero.
std::optional<Integer> returned_float(std::string text, Type type) {
  for (std::string_view zero : {"/0.0f", "/0.0"})
    if (text.ends_with(zero)) text = text.starts_with('-') ? "-inf" : "inf";
  // Of an integer in hexadecimal, f is a digit.
  bool digit = text.find('x') != std::string::npos && text.find_first_of("pP") == std::string::npos;
  if (!digit && text.size() > 1 && text.ends_with('f') && !text.ends_with("inf")) text.pop_back();
  std::optional<std::uint64_t> pattern = parse_float(type, text);
  if (!pattern) return std::nullopt;
  return Integer(*pattern);
}

constexpr std::string_view result_begin = "\\result==";
constexpr std::string_view result_is_nan = "\\result!=\\result";

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '(' || c == ')'; });
  return text;
}

/// The number in `\result == 3`, as a function of this name gives it.
std::optional<Integer> returned_value(std::string text, std::string_view origin, Type type) {
  bool floats = ir::is_float_input(origin, type);
  if (floats && text == result_is_nan) return Integer(float_nan(type));
  if (!text.starts_with(result_begin)) return std::nullopt;
  text.erase(0, result_begin.size());
  if (floats) return returned_float(std::move(text), type);
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos)
    text.pop_back();
  return parse_integer(text);
}

} // namespace

Followed follow(const ir::Program& program,
                const ir::TargetSelection& targets,
                const ViolationSequence& sequence) {
  Found found = Finder(program, targets).once(sequence);
  return {transform::follow(program, targets, found.course), std::move(found.ignored), 0};
}

Followed follow_for_ever(const ir::Program& program, const ViolationSequence& sequence) {
  Found found = Finder(program, {}).all(sequence);
  std::size_t cycle = found.course.segments - found.course.cycle;
  return {transform::follow_for_ever(program, found.course), std::move(found.ignored), cycle};
}

bool passes(const evidence::Problem& problem,
            const evidence::Execution& execution,
            const ViolationSequence& sequence,
            Budget& budget) {
  Found found = Finder(problem.program, problem.targets).once(sequence);
  transform::Followed followed = transform::follow(problem.program, problem.targets, found.course);
  Watcher watcher(followed, 0);
  watch(problem, followed, execution, watcher, budget);
  return watcher.passed(found.course.segments);
}

bool passes(const evidence::Problem& problem,
            const evidence::Lasso& lasso,
            const ViolationSequence& sequence,
            Budget& budget) {
  Found found = Finder(problem.program, {}).all(sequence);
  transform::Followed followed = transform::follow_counting_rounds(problem.program, found.course);
  // A round of the execution passes at least one waypoint of a cycle that it follows: half of these
  // rounds get round the cycle wherever it begins, and the other half do so again.
  std::size_t half = found.course.segments + 1;
  evidence::Execution rounds{lasso.stem, lasso.stem_steps + 2 * half * lasso.loop_steps};
  for (std::size_t i = 0; i < 2 * half; ++i)
    rounds.inputs.insert(rounds.inputs.end(), lasso.loop.begin(), lasso.loop.end());
  Watcher watcher(followed, lasso.stem_steps + half * lasso.loop_steps);
  watch(problem, followed, rounds, watcher, budget);
  return watcher.goes_on();
}

WitnessInputs::WitnessInputs(const ir::Program& program, const ViolationSequence& sequence)
    : program_(program) {
  for (const Segment& segment : sequence.segments)
    for (const Waypoint& w : segment) {
      if (w.type != WaypointType::FunctionReturn || w.action == WaypointAction::Avoid) continue;
      std::string text = without_blanks(w.value);
      if (!text.starts_with(result_begin) && text != result_is_nan) continue;
      values_.push_back({w.place.line, w.place.column, text});
      if (w.action == WaypointAction::Follow) cycle_ = values_.size();
    }
}

std::optional<Integer> WitnessInputs::next(const ir::InputRequest& request) {
  if (next_ == values_.size() || request.kind != ir::InputKind::Value || !request.range.known())
    return 0;
  SourcePoint last = request.range.end;
  if (last.column > 1) --last.column;
  WitnessPlace here = to_place(program_, request.range.file, last, "");
  const Value& expected = values_[next_];
  bool matches =
      here.line == expected.line && (expected.column == 0 || here.column == expected.column);
  if (!matches) return 0;
  if (++next_ == values_.size()) next_ = cycle_;
  return returned_value(expected.text, request.origin, request.type).value_or(0);
}

namespace {

/// Whether the condition for a claim to have a value has one itself, always.
bool has_simple_definedness(const ir::Program& program, Term claim) {
  std::optional<Term> defined = evidence::definedness(program, claim);
  std::optional<Term> again = defined ? evidence::definedness(program, *defined) : std::nullopt;
  return again && again->is_true();
}

/// What is claimed at each place. Where a claim speaks of earlier visits, one of them is remembered.
class Claims {
public:
  /// Variables that remember are added to `asserted`, a copy of the program.
  Claims(const ir::Program& program, ir::Program& asserted)
      : program_(program), asserted_(asserted), terms_(*program.terms) {}

  /// Says what is in the way, if something is.
  std::string add(const LocationIn& l, const WitnessInvariant& invariant) {
    Place& place = places_[{l.procedure, l.location}];
    Earlier earlier;
    if (invariant.transition) earlier = [&](VarId v) { return remembered(place, v); };
    Scope scope(program_, l.procedure, l.file, l.at);
    Result<Term> claim = parse_c(scope, invariant.value, {.earlier = earlier});
    if (!claim) return claim.error().message;
    if (!has_simple_definedness(program_, *claim)) return "whether it has a value is hard to say";
    place.claims.push_back(invariant.transition ? terms_.disj(terms_.negate(seen(place)), *claim)
                                                : *claim);
    return {};
  }

  std::vector<transform::Claim> all() {
    std::vector<transform::Claim> result;
    for (auto& [at, place] : places_) {
      Term claim = terms_.conj(place.claims);
      Term defined = evidence::definedness(program_, claim).value_or(terms_.truth(true));
      result.push_back({at.first, at.second, defined, claim, {}});
      if (!place.seen.valid()) continue;
      result.back().kept.emplace_back(place.seen, terms_.truth(true));
      for (auto [variable, copy] : place.copies)
        result.back().kept.emplace_back(copy, asserted_.var(variable));
    }
    return result;
  }

private:
  struct Place {
    std::vector<Term> claims;
    VarId seen; ///< whether a visit is remembered
    std::map<VarId, VarId> copies;
  };

  VarId add_variable(const char* name, Type type, Term initial) {
    ir::Variable variable;
    variable.name = asserted_.fresh_name(name);
    variable.type = type;
    variable.initial = initial;
    variable.temporary = true;
    return asserted_.add_variable(std::move(variable));
  }

  Term seen(Place& place) {
    if (!place.seen.valid())
      place.seen = add_variable("witness_seen", Type::boolean(), terms_.truth(false));
    return asserted_.var(place.seen);
  }

  Term remembered(Place& place, VarId variable) {
    auto [copy, is_new] = place.copies.try_emplace(variable);
    Type type = program_.variable(variable).type;
    Term initial = type.is_bool() ? terms_.truth(false) : terms_.constant(type, 0);
    if (is_new) copy->second = add_variable("witness_earlier", type, initial);
    return asserted_.var(copy->second);
  }

  const ir::Program& program_;
  ir::Program& asserted_;
  TermManager& terms_;
  std::map<std::pair<ir::ProcId, ir::LocId>, Place> places_;
};

} // namespace

Asserted assert_invariants(const ir::Program& program, const InvariantSet& set) {
  Asserted result{program, 0, set.skipped};
  Claims claims(program, result.program);
  for (const WitnessInvariant& i : set.invariants) {
    std::vector<LocationIn> places;
    if (i.loop) places = marked(program, ir::SourceMark::Kind::Loop, i.place);
    if (!i.loop) places = marked(program, ir::SourceMark::Kind::Statement, i.place);
    std::string obstacle = places.empty() ? "there is no such place" : "";
    for (const LocationIn& l : places)
      if (std::string why = claims.add(l, i); !why.empty()) obstacle = why;
    if (obstacle.empty())
      ++result.invariants;
    else
      result.ignored.push_back(
          fmt::format("the invariant at {} ({})", describe(i.place), obstacle));
  }
  result.program = transform::assert_claims(result.program, claims.all(), refuted_label).program;
  return result;
}

} // namespace kleene::witness
