// SPDX-License-Identifier: Apache-2.0
#include "kleene/transform/follow.h"

#include "kleene/facts/loops.h"

#include <map>
#include <utility>

namespace kleene::transform {
namespace {

constexpr std::size_t longest_delay = 1'000'000;

/// Puts a new location behind one: what left it leaves the new one.
ir::LocId split(ir::Procedure& p, ir::LocId at) {
  ir::LocId behind = p.add_location();
  for (ir::Edge& e : p.edges)
    if (e.from == at) e.from = behind;
  return behind;
}

class Weaver {
public:
  Weaver(const ir::Program& program, const Course& course)
      : result_{{program, Back(program)}, {}, {}},
        program_(result_.program),
        terms_(*program_.terms),
        course_(course) {
    result_.segment = add_counter("witness_segment");
  }

  Followed to_target(const ir::TargetSelection& targets) {
    weave();
    gate(targets);
    return std::move(result_);
  }

  Followed counting_rounds() {
    result_.rounds = add_counter("witness_rounds");
    weave();
    return std::move(result_);
  }

  Followed for_ever() {
    delay_ = add_counter("witness_delay");
    std::vector<ir::Procedure> before = program_.procedures;
    weave();
    for (std::size_t f = 0; f < before.size(); ++f)
      delay(program_.procedures[f], before[f]);
    return std::move(result_);
  }

private:
  using Marks = std::vector<const Waymark*>;

  VarId add_counter(const char* name) {
    ir::Variable counter;
    counter.name = program_.fresh_name(name);
    counter.type = Type::machine(32, false);
    counter.initial = number(0);
    counter.temporary = true;
    return program_.add_variable(std::move(counter));
  }

  Term number(std::size_t n) {
    return terms_.constant(Type::machine(32, false), static_cast<Integer>(n));
  }
  Term counter() { return program_.var(result_.segment); }

  /// The edges that look at the marks and lead from one location to another.
  void connect(ir::Procedure& p, ir::LocId from, ir::LocId to, const Marks& marks) {
    Term next = counter();
    std::vector<Term> forbidden;
    for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) {
      Term happens =
          terms_.conj(terms_.eq(counter(), number((*mark)->segment)), (*mark)->condition);
      if ((*mark)->avoid)
        forbidden.push_back(happens);
      else
        next = terms_.ite(happens, number((*mark)->segment + 1), next);
    }
    if (!forbidden.empty()) {
      ir::LocId middle = p.add_location();
      Term allowed = terms_.negate(terms_.disj(forbidden));
      p.add_edge(from, middle, ir::Assume{allowed, ir::AssumeKind::Assumption});
      from = middle;
    }
    p.add_edge(from, to, progress(next));
  }

  /// Behind the last segment of the cycle comes its first.
  ir::Assign progress(Term next) {
    ir::Assign assign{{result_.segment}, {next}};
    bool infinite = result_.rounds.valid() || delay_.valid();
    if (!infinite || course_.cycle >= course_.segments) return assign;
    Term again = terms_.eq(next, number(course_.segments));
    assign.values = {terms_.ite(again, number(course_.cycle), next)};
    auto also = [&](VarId counter, Term then) {
      assign.targets.push_back(counter);
      assign.values.push_back(terms_.ite(again, then, program_.var(counter)));
    };
    if (result_.rounds.valid())
      also(result_.rounds, terms_.binary(Op::Add, program_.var(result_.rounds), number(1)));
    if (delay_.valid()) also(delay_, number(0));
    return assign;
  }

  /// Counts at loop heads, and where the procedure is entered.
  void delay(ir::Procedure& p, const ir::Procedure& before) {
    std::vector<bool> heads = facts::location_order(before).head;
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
    std::map<std::pair<ir::ProcId, ir::LocId>, Marks> at_locations;
    std::map<std::pair<ir::ProcId, std::size_t>, Marks> behind_edges;
    for (const Waymark& mark : course_.marks)
      if (mark.location)
        at_locations[{mark.procedure, *mark.location}].push_back(&mark);
      else
        behind_edges[{mark.procedure, mark.edge}].push_back(&mark);
    for (const auto& [place, marks] : at_locations) {
      ir::Procedure& p = program_.procedure(place.first);
      ir::LocId behind = split(p, place.second);
      connect(p, place.second, behind, marks);
    }
    for (const auto& [place, marks] : behind_edges) {
      ir::Procedure& p = program_.procedure(place.first);
      ir::LocId middle = p.add_location();
      ir::LocId to = std::exchange(p.edges[place.second].to, middle);
      connect(p, middle, to, marks);
    }
  }

  void gate(const ir::TargetSelection& targets) {
    for (ir::Procedure& p : program_.procedures) {
      std::size_t edges = p.edges.size();
      for (std::size_t e = 0; e < edges; ++e) {
        if (!targets.selects(p.locations[p.edges[e].to.index()])) continue;
        ir::LocId middle = p.add_location();
        ir::LocId to = std::exchange(p.edges[e].to, middle);
        Term passed = terms_.eq(counter(), number(course_.segments));
        p.add_edge(middle, to, ir::Assume{passed, ir::AssumeKind::Assumption});
      }
    }
  }

  Followed result_;
  ir::Program& program_;
  TermManager& terms_;
  const Course& course_;
  VarId delay_;
};

} // namespace

Followed
follow(const ir::Program& program, const ir::TargetSelection& targets, const Course& course) {
  return Weaver(program, course).to_target(targets);
}

Followed follow_counting_rounds(const ir::Program& program, const Course& course) {
  return Weaver(program, course).counting_rounds();
}

Followed follow_for_ever(const ir::Program& program, const Course& course) {
  return Weaver(program, course).for_ever();
}

Transformed assert_claims(const ir::Program& program,
                          const std::vector<Claim>& claims,
                          std::string_view label) {
  Transformed result{program, Back(program)};
  TermManager& terms = *program.terms;
  for (const Claim& claim : claims) {
    ir::Procedure& p = result.program.procedure(claim.procedure);
    SourceRange range;
    for (const ir::Edge& e : p.edges)
      if (e.from == claim.location) range = e.range;
    ir::LocId behind = split(p, claim.location);
    ir::LocId refuted = p.add_location();
    p.locations[refuted.index()].labels.emplace_back(label);
    auto either = [&](ir::LocId from, ir::LocId yes, Term condition) {
      p.add_edge(from, yes, ir::Assume{condition, ir::AssumeKind::Guard}, range);
      p.add_edge(from, refuted, ir::Assume{terms.negate(condition), ir::AssumeKind::Guard}, range);
    };
    // What has no value does not hold; it must not end the execution, either.
    ir::LocId from = claim.location;
    if (!claim.defined.is_true()) {
      from = p.add_location();
      either(claim.location, from, claim.defined);
    }
    either(from, behind, claim.holds);
    p.add_edge(refuted, behind, ir::Skip{}, range);
    if (claim.kept.empty()) continue;
    ir::Assign kept;
    for (const auto& [variable, value] : claim.kept) {
      kept.targets.push_back(variable);
      kept.values.push_back(value);
    }
    ir::LocId after = split(p, behind);
    p.add_edge(behind, after, std::move(kept), range);
    p.add_edge(behind, after, ir::Skip{}, range);
  }
  return result;
}

} // namespace kleene::transform
