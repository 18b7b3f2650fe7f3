// SPDX-License-Identifier: Apache-2.0
#include "kleene/witness/follow.h"

#include "kleene/evidence/definedness.h"
#include "kleene/fixpoint/order.h"
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

std::string describe(const WitnessPlace& place) {
  return place.column == 0 ? fmt::format("line {}", place.line)
                           : fmt::format("{}:{}", place.line, place.column);
}

bool is_cycle(const Segment& segment) {
  return !segment.empty() && segment.back().action == WaypointAction::Cycle;
}

/// Puts a new location behind one: what left it leaves the new one.
ir::LocId split(ir::Procedure& p, ir::LocId at) {
  ir::LocId behind = p.add_location();
  for (ir::Edge& e : p.edges)
    if (e.from == at) e.from = behind;
  return behind;
}

/// Weaves a counter of segments into a program.
class Weaver {
public:
  Weaver(const ir::Program& program, ir::TargetSelection targets)
      : result_{program, {}, 0},
        program_(result_.program),
        terms_(*program_.terms),
        targets_(std::move(targets)) {
    segment_ = add_counter("witness_segment");
  }

  Followed to_target(const ViolationSequence& sequence) {
    for (const Segment& segment : sequence.segments)
      if (!is_cycle(segment)) add(segment);
    weave();
    gate();
    return std::move(result_);
  }

  /// Counts the rounds of the cycle.
  Followed counting_rounds(const ViolationSequence& sequence) {
    rounds_ = add_counter("witness_rounds");
    add_all(sequence);
    weave();
    return std::move(result_);
  }

  /// Ends where the execution passes too many loops and calls without getting round the cycle.
  Followed for_ever(const ViolationSequence& sequence) {
    delay_ = add_counter("witness_delay");
    std::vector<ir::Procedure> before = program_.procedures;
    add_all(sequence);
    weave();
    for (std::size_t f = 0; f < before.size(); ++f)
      delay(program_.procedures[f], before[f]);
    return std::move(result_);
  }

  VarId segment() const { return segment_; }
  VarId rounds() const { return rounds_; }
  /// Waypoints to be passed.
  std::size_t count() const { return count_; }

private:
  VarId add_counter(const char* name) {
    ir::Variable counter;
    counter.name = program_.fresh_name(name);
    counter.display = counter.name;
    counter.type = Type::machine(32, false);
    counter.initial = number(0);
    counter.temporary = true;
    VarId id = program_.add_variable(std::move(counter));
    program_.globals.push_back(id);
    return id;
  }

  void add_all(const ViolationSequence& sequence) {
    for (const Segment& segment : sequence.segments)
      if (!is_cycle(segment)) add(segment);
    cycle_ = count_;
    for (const Segment& segment : sequence.segments)
      if (is_cycle(segment)) add(segment);
    result_.cycle = count_ - cycle_;
  }

  void add(const Segment& segment) {
    for (const Waypoint& w : segment) {
      if (w.type == WaypointType::Target) continue;
      std::size_t before = events_;
      find(w);
      if (events_ == before)
        result_.ignored.push_back(fmt::format("the waypoint at {}", describe(w.place)));
      else if (!avoids(w))
        ++count_;
    }
  }

  /// Something that moves the execution on, or must not happen, while it is in a segment.
  struct Event {
    std::size_t segment = 0;
    bool avoid = false;
    Term condition;
  };

  Term number(std::size_t n) {
    return terms_.constant(Type::machine(32, false), static_cast<Integer>(n));
  }
  Term counter() { return program_.var(segment_); }

  void find(const Waypoint& w) {
    switch (w.type) {
    case WaypointType::Assumption:
      return find_assumption(w);
    case WaypointType::Branching:
      return find_branch(w);
    case WaypointType::FunctionEnter:
      for (const EdgeIn& e : calls(program_, w.place))
        at_location(e.procedure, edge(e).from, {count_, avoids(w), terms_.truth(true)});
      return;
    case WaypointType::FunctionReturn:
      return find_return(w);
    case WaypointType::Target:
      return;
    }
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
      if (condition) at_location(l.procedure, l.location, {count_, avoids(w), *condition});
    }
  }

  /// A branch that is not taken is one of the other ways from where it begins.
  void find_branch(const Waypoint& w) {
    bool taken = w.value != "false" && w.value != "0";
    std::vector<LocationIn> places = marked(program_, ir::SourceMark::Kind::Taken, w.place);
    if (places.empty()) return find_empty_loop(w, taken);
    for (const LocationIn& l : places) {
      Event event{count_, avoids(w), terms_.truth(true)};
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
          after_edge({l.procedure, e}, {count_, avoids(w), terms_.truth(true)});
    }
  }

  void find_return(const Waypoint& w) {
    for (const EdgeIn& e : calls(program_, w.place)) {
      Term value;
      if (const auto* call = std::get_if<ir::Call>(&edge(e).statement))
        value = call->results.empty() ? Term() : program_.var(call->results.front());
      else if (const auto* havoc = std::get_if<ir::Havoc>(&edge(e).statement))
        value = program_.var(havoc->variables.front());
      Term condition = terms_.truth(true);
      if (!w.value.empty()) {
        const ir::Edge& call = edge(e);
        Scope scope(program_, e.procedure, call.range.file, call.range.begin);
        Result<Term> parsed = parse_c(scope, w.value, value);
        if (!parsed) continue;
        condition = *parsed;
      }
      after_edge(e, {count_, avoids(w), condition});
    }
  }

  void at_location(ir::ProcId p, ir::LocId l, const Event& event) {
    if (l == program_.procedure(p).exit) return;
    if (targets_.selects(program_.procedure(p).locations[l.index()])) {
      // Nothing happens behind a target: it has to be seen on the way there.
      for (std::size_t e = 0; e < program_.procedure(p).edges.size(); ++e)
        if (program_.procedure(p).edges[e].to == l) after_edge({p, e}, event);
      return;
    }
    at_locations_[{p, l}].push_back(event);
    ++events_;
  }
  void after_edge(const EdgeIn& e, const Event& event) {
    after_edges_[{e.procedure, e.edge}].push_back(event);
    ++events_;
  }

  /// The edges that look at the events and lead from one location to another.
  void connect(ir::Procedure& p, ir::LocId from, ir::LocId to, const std::vector<Event>& events) {
    Term next = counter();
    std::vector<Term> forbidden;
    for (auto event = events.rbegin(); event != events.rend(); ++event) {
      Term happens = terms_.conj(terms_.eq(counter(), number(event->segment)), event->condition);
      if (event->avoid)
        forbidden.push_back(happens);
      else
        next = terms_.ite(happens, number(event->segment + 1), next);
    }
    if (!forbidden.empty()) {
      ir::LocId middle = p.add_location();
      Term allowed = terms_.negate(terms_.disj(forbidden));
      p.add_edge(from, middle, ir::Assume{allowed, ir::AssumeKind::Assumption});
      from = middle;
    }
    ir::Assign assign{{segment_}, {next}};
    bool infinite = rounds_.valid() || delay_.valid();
    if (infinite && cycle_ < count_) {
      // Behind the last waypoint of the cycle comes its first.
      Term again = terms_.eq(next, number(count_));
      assign.values = {terms_.ite(again, number(cycle_), next)};
      auto also = [&](VarId counter, Term then) {
        assign.targets.push_back(counter);
        assign.values.push_back(terms_.ite(again, then, program_.var(counter)));
      };
      if (rounds_.valid()) also(rounds_, terms_.binary(Op::Add, program_.var(rounds_), number(1)));
      if (delay_.valid()) also(delay_, number(0));
    }
    p.add_edge(from, to, std::move(assign));
  }

  /// Counts at loop heads, and where the procedure is entered.
  void delay(ir::Procedure& p, const ir::Procedure& before) {
    fixpoint::Graph graph(before.locations.size());
    for (const ir::Edge& e : before.edges)
      graph[e.from.index()].push_back(e.to.index());
    std::vector<bool> heads = fixpoint::weak_topological_order(graph, p.entry.index()).head;
    heads[p.entry.index()] = true;
    for (std::size_t l = 0; l < heads.size(); ++l) {
      if (!heads[l] || ir::LocId(l) == p.exit) continue;
      ir::LocId behind = split(p, ir::LocId(l));
      ir::LocId middle = p.add_location();
      Term delay = program_.var(delay_);
      p.add_edge(ir::LocId(l),
                 middle,
                 ir::Assume{terms_.lt(delay, number(longest_delay)), ir::AssumeKind::Assumption});
      p.add_edge(middle, behind, ir::Assign{{delay_}, {terms_.binary(Op::Add, delay, number(1))}});
    }
  }

  void weave() {
    for (const auto& [place, events] : at_locations_) {
      ir::Procedure& p = program_.procedure(place.first);
      ir::LocId behind = split(p, place.second);
      connect(p, place.second, behind, events);
    }
    for (const auto& [place, events] : after_edges_) {
      ir::Procedure& p = program_.procedure(place.first);
      ir::LocId middle = p.add_location();
      ir::LocId to = std::exchange(p.edges[place.second].to, middle);
      connect(p, middle, to, events);
    }
  }

  /// Targets count only when everything before them was passed.
  void gate() {
    for (ir::Procedure& p : program_.procedures) {
      std::size_t edges = p.edges.size();
      for (std::size_t e = 0; e < edges; ++e) {
        if (!targets_.selects(p.locations[p.edges[e].to.index()])) continue;
        ir::LocId middle = p.add_location();
        ir::LocId to = std::exchange(p.edges[e].to, middle);
        Term passed = terms_.eq(counter(), number(count_));
        p.add_edge(middle, to, ir::Assume{passed, ir::AssumeKind::Assumption});
      }
    }
  }

  Followed result_;
  ir::Program& program_;
  TermManager& terms_;
  ir::TargetSelection targets_;
  VarId segment_;
  std::size_t count_ = 0;  ///< segments to be followed, so far
  std::size_t events_ = 0; ///< found so far
  static constexpr std::size_t longest_delay = 1'000'000;
  VarId rounds_;
  VarId delay_;
  std::size_t cycle_ = 0; ///< the first segment of the cycle
  std::map<std::pair<ir::ProcId, ir::LocId>, std::vector<Event>> at_locations_;
  std::map<std::pair<ir::ProcId, std::size_t>, std::vector<Event>> after_edges_;
};

/// Sees how far a run of a followed program gets.
class Watcher : public ir::Tracer {
public:
  /// Notes the rounds after `middle` steps of the program itself.
  Watcher(const ir::Program& program,
          const ir::Program& followed,
          const Weaver& weaver,
          std::uint64_t middle)
      : program_(program), followed_(followed), weaver_(weaver), middle_(middle) {}

  void step(const Step& step) override {
    auto edge =
        static_cast<std::size_t>(step.edge - followed_.procedure(step.procedure).edges.data());
    bool own = edge < program_.procedure(step.procedure).edges.size();
    if (own && !step.returned) ++steps_;
    for (auto [variable, value] : step.written) {
      if (variable == weaver_.segment()) furthest_ = std::max(furthest_, value);
      if (variable == weaver_.rounds()) rounds_ = value;
    }
    if (steps_ <= middle_) rounds_before_ = rounds_;
  }

  bool passed_all() const { return furthest_ >= static_cast<Integer>(weaver_.count()); }
  bool goes_on() const { return rounds_ > rounds_before_; }

private:
  const ir::Program& program_;
  const ir::Program& followed_;
  const Weaver& weaver_;
  std::uint64_t middle_;
  std::uint64_t steps_ = 0;
  Integer furthest_ = 0;
  Integer rounds_ = 0;
  Integer rounds_before_ = 0;
};

void watch(const evidence::Problem& problem,
           const Followed& followed,
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

/// The number in `\result == 3`.
std::optional<Integer> returned_value(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '(' || c == ')'; });
  constexpr std::string_view begin = "\\result==";
  if (!text.starts_with(begin)) return std::nullopt;
  text.erase(0, begin.size());
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos)
    text.pop_back();
  return parse_integer(text);
}

} // namespace

Followed follow(const ir::Program& program,
                const ir::TargetSelection& targets,
                const ViolationSequence& sequence) {
  return Weaver(program, targets).to_target(sequence);
}

Followed follow_for_ever(const ir::Program& program, const ViolationSequence& sequence) {
  return Weaver(program, {}).for_ever(sequence);
}

bool passes(const evidence::Problem& problem,
            const evidence::Execution& execution,
            const ViolationSequence& sequence,
            Budget& budget) {
  Weaver weaver(problem.program, problem.targets);
  Followed followed = weaver.to_target(sequence);
  Watcher watcher(problem.program, followed.program, weaver, 0);
  watch(problem, followed, execution, watcher, budget);
  return watcher.passed_all();
}

bool passes(const evidence::Problem& problem,
            const evidence::Lasso& lasso,
            const ViolationSequence& sequence,
            Budget& budget) {
  Weaver weaver(problem.program, {});
  Followed followed = weaver.counting_rounds(sequence);
  // A round of the execution passes at least one waypoint of a cycle that it follows: half of these
  // rounds get round the cycle wherever it begins, and the other half do so again.
  std::size_t half = weaver.count() + 1;
  evidence::Execution rounds{lasso.stem, lasso.stem_steps + 2 * half * lasso.loop_steps};
  for (std::size_t i = 0; i < 2 * half; ++i)
    rounds.inputs.insert(rounds.inputs.end(), lasso.loop.begin(), lasso.loop.end());
  Watcher watcher(
      problem.program, followed.program, weaver, lasso.stem_steps + half * lasso.loop_steps);
  watch(problem, followed, rounds, watcher, budget);
  return watcher.goes_on();
}

WitnessInputs::WitnessInputs(const ir::Program& program, const ViolationSequence& sequence)
    : program_(program) {
  for (const Segment& segment : sequence.segments)
    for (const Waypoint& w : segment) {
      if (w.type != WaypointType::FunctionReturn || w.action == WaypointAction::Avoid) continue;
      if (auto value = returned_value(w.value)) {
        values_.push_back({w.place.line, w.place.column, *value});
        if (w.action == WaypointAction::Follow) cycle_ = values_.size();
      }
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
  return expected.value;
}

namespace {

/// Whether the condition for a claim to have a value has one itself, always.
bool has_simple_definedness(const ir::Program& program, Term claim) {
  std::optional<Term> defined = evidence::definedness(program, claim);
  std::optional<Term> again = defined ? evidence::definedness(program, *defined) : std::nullopt;
  return again && again->is_true();
}

} // namespace

Asserted assert_invariants(const ir::Program& program, const InvariantSet& set) {
  Asserted result{program, 0, set.skipped};
  TermManager& terms = *program.terms;
  std::map<std::pair<ir::ProcId, ir::LocId>, std::vector<Term>> claims;
  for (const WitnessInvariant& i : set.invariants) {
    std::vector<LocationIn> places;
    if (i.loop) places = marked(program, ir::SourceMark::Kind::Loop, i.place);
    if (!i.loop) places = marked(program, ir::SourceMark::Kind::Statement, i.place);
    std::string obstacle = places.empty() ? "there is no such place" : "";
    for (const LocationIn& l : places) {
      Result<Term> claim = parse_c(Scope(program, l.procedure, l.file, l.at), i.value);
      if (claim && !has_simple_definedness(program, *claim))
        obstacle = "whether it has a value is hard to say";
      else if (claim)
        claims[{l.procedure, l.location}].push_back(*claim);
      else
        obstacle = claim.error().message;
    }
    if (obstacle.empty())
      ++result.invariants;
    else
      result.ignored.push_back(
          fmt::format("the invariant at {} ({})", describe(i.place), obstacle));
  }
  for (const auto& [place, parts] : claims) {
    ir::Procedure& p = result.program.procedure(place.first);
    SourceRange range;
    for (const ir::Edge& e : p.edges)
      if (e.from == place.second) range = e.range;
    ir::LocId behind = split(p, place.second);
    ir::LocId refuted = p.add_location();
    p.locations[refuted.index()].labels.emplace_back(refuted_label);
    auto either = [&](ir::LocId from, ir::LocId yes, Term claim) {
      p.add_edge(from, yes, ir::Assume{claim, ir::AssumeKind::Guard}, range);
      p.add_edge(from, refuted, ir::Assume{terms.negate(claim), ir::AssumeKind::Guard}, range);
    };
    // An invariant that has no value does not hold; it must not end the execution, either.
    Term claim = terms.conj(parts);
    Term defined = evidence::definedness(program, claim).value_or(terms.truth(true));
    ir::LocId from = place.second;
    if (!defined.is_true()) {
      from = p.add_location();
      either(place.second, from, defined);
    }
    either(from, behind, claim);
    p.add_edge(refuted, behind, ir::Skip{}, range);
  }
  return result;
}

} // namespace kleene::witness
