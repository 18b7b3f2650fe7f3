// SPDX-License-Identifier: Apache-2.0
// The relations of Boolean programs against explicit enumeration: every edge of random programs, every
// valuation, forward and backward, with and without slicing.
#include "kleene/bdd/cubes.h"
#include "kleene/domain/boolean_domain.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_boolean.h"

namespace kleene::domain {
namespace {

using Values = std::map<VarId, bool>;
using Step = BooleanDomain::Step;

bool evaluate(Term term, const Values& values) {
  auto arg = [&](std::size_t i) { return evaluate(term.arg(i), values); };
  switch (term.op()) {
  case Op::Constant:
    return term.is_true();
  case Op::Variable:
    return values.at(term.variable());
  case Op::Not:
    return !arg(0);
  case Op::And:
    return std::ranges::all_of(term.args(), [&](Term t) { return evaluate(t, values); });
  case Op::Or:
    return std::ranges::any_of(term.args(), [&](Term t) { return evaluate(t, values); });
  case Op::Eq:
    return arg(0) == arg(1);
  case Op::Ite:
    return arg(0) ? arg(1) : arg(2);
  default:
    throw std::logic_error("no Boolean operator");
  }
}

std::vector<Values> valuations(const std::vector<VarId>& variables) {
  std::vector<Values> result{{}};
  for (VarId v : variables) {
    std::size_t count = result.size();
    for (std::size_t i = 0; i < count; ++i) {
      result.push_back(result[i]);
      result[i][v] = false;
      result.back()[v] = true;
    }
  }
  return result;
}

Values restricted(const Values& values, const std::vector<VarId>& variables) {
  Values result;
  for (VarId v : variables)
    result[v] = values.at(v);
  return result;
}

/// One program with its domain.
struct Fixture {
  Fixture(const ir::Program& program, Slicing slicing)
      : manager(budget), scope(program, slicing), domain(scope, manager) {}

  Bdd point(const Values& values, bool entry = false) const {
    const BooleanSpace& space = domain.space();
    Bdd result(true);
    for (auto [v, value] : values)
      result &= manager.literal(entry ? space.entry(v) : space.current(v), value);
    return result;
  }
  const std::vector<VarId>& live(ir::ProcId p, ir::LocId l) const { return scope.live(p, l); }

  Budget budget;
  BddManager manager;
  BooleanScope scope;
  BooleanDomain domain;
};

/// All variables that a procedure sees.
std::vector<VarId> visible(const ir::Program& program, ir::ProcId p) {
  const ir::Procedure& procedure = program.procedure(p);
  std::vector<VarId> result = program.globals;
  for (const auto* list : {&procedure.parameters, &procedure.returns, &procedure.locals})
    result.insert(result.end(), list->begin(), list->end());
  return result;
}

/// The states after a statement that is no call, one by one.
std::vector<Values> after(const ir::Statement& statement, const Values& before) {
  if (const auto* assume = std::get_if<ir::Assume>(&statement))
    return evaluate(assume->condition, before) ? std::vector{before} : std::vector<Values>{};
  Values next = before;
  if (const auto* assign = std::get_if<ir::Assign>(&statement))
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      next[assign->targets[i]] = evaluate(assign->values[i], before);
  std::vector<Values> result;
  if (const auto* havoc = std::get_if<ir::Havoc>(&statement)) {
    for (Values& chosen : valuations(havoc->variables)) {
      chosen.merge(Values(next));
      result.push_back(std::move(chosen));
    }
    return result;
  }
  return {next};
}

class BooleanDomainOnRandomPrograms : public testing::TestWithParam<Slicing> {
protected:
  /// Calls `check(fixture, program, step, edge)` for each edge of small random programs.
  template <class Check>
  void for_each_edge(Check check) {
    std::size_t edges = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      std::string text = reference::random_boolean_program(seed,
                                                           {.globals = 2,
                                                            .procedures = 2,
                                                            .parameters = 1,
                                                            .locals = 1,
                                                            .returns = 1,
                                                            .statements = 3});
      auto read = frontend::boolean::read_boolean_text("random.bp", text, {});
      ASSERT_TRUE(read.ok()) << text;
      SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
      Fixture fixture(read->program, GetParam());
      for (std::size_t p = 0; p < read->program.procedures.size(); ++p) {
        if (!fixture.scope.used(ir::ProcId(p))) continue;
        if (visible(read->program, ir::ProcId(p)).size() > 9) continue;
        for (std::size_t e = 0; e < read->program.procedures[p].edges.size(); ++e) {
          const ir::Edge& edge = read->program.procedures[p].edges[e];
          if (check(fixture, read->program, Step{ir::ProcId(p), e}, edge)) ++edges;
          if (HasFatalFailure()) return;
        }
      }
    }
    EXPECT_GT(edges, 40U);
  }
};

/// post and pre, from every state and to every state, over the variables that are kept.
TEST_P(BooleanDomainOnRandomPrograms, StatementsDoWhatTheyDoOneByOne) {
  for_each_edge([](Fixture& f, const ir::Program& program, Step step, const ir::Edge& edge) {
    if (std::holds_alternative<ir::Call>(edge.statement)
        || std::holds_alternative<ir::Halt>(edge.statement))
      return false;
    const auto& kept_before = f.live(step.procedure, edge.from);
    const auto& kept_after = f.live(step.procedure, edge.to);
    std::map<Values, std::set<Values>> images;
    for (const Values& before : valuations(visible(program, step.procedure))) {
      auto& image = images[restricted(before, kept_before)];
      for (const Values& next : after(edge.statement, before))
        image.insert(restricted(next, kept_after));
    }
    for (const auto& [before, image] : images) {
      Bdd expected;
      for (const Values& next : image)
        expected |= f.point(next);
      EXPECT_EQ(f.domain.post(step, f.point(before)), expected);
      for (const Values& next : valuations(kept_after)) {
        bool leads = image.contains(next);
        EXPECT_EQ(f.point(before).subset_of(f.domain.pre(step, f.point(next))), leads);
      }
    }
    return true;
  });
}

/// into and pre_into: what a call hands over. over and pre_over: what a summary does to the caller.
TEST_P(BooleanDomainOnRandomPrograms, CallsDoWhatTheyDoOneByOne) {
  for_each_edge([](Fixture& f, const ir::Program& program, Step step, const ir::Edge& edge) {
    const auto* call = std::get_if<ir::Call>(&edge.statement);
    if (call == nullptr) return false;
    const ir::Procedure& callee = program.procedure(call->callee);
    const auto& inputs = f.scope.inputs(call->callee);
    const auto& outputs = f.scope.outputs(call->callee);
    const auto& kept_before = f.live(step.procedure, edge.from);
    const auto& kept_after = f.live(step.procedure, edge.to);
    std::set<Values> seen;
    for (const Values& before : valuations(visible(program, step.procedure))) {
      if (!seen.insert(restricted(before, kept_before)).second) continue;
      Values given = before;
      for (std::size_t i = 0; i < call->arguments.size(); ++i)
        given[callee.parameters[i]] = evaluate(call->arguments[i], before);
      Bdd state = f.point(restricted(before, kept_before));
      Bdd entry = f.point(restricted(given, inputs), true);
      EXPECT_EQ(f.domain.into(step, state), entry);
      EXPECT_TRUE(state.subset_of(f.domain.pre_into(step, f.domain.as_states(entry))));
      EXPECT_FALSE(state.intersects(f.domain.pre_into(step, f.domain.as_states(!entry))));
      for (const Values& left : valuations(outputs)) {
        Values next = before;
        for (VarId g : f.scope.written_globals(call->callee))
          next[g] = left.at(g);
        for (std::size_t i = 0; i < call->results.size(); ++i)
          if (f.scope.matters(callee.returns[i]))
            next[call->results[i]] = left.at(callee.returns[i]);
        Bdd across = f.domain.across(step, entry & f.point(left));
        Bdd expected = f.point(restricted(next, kept_after));
        EXPECT_EQ(f.domain.over(step, state, across), expected);
        EXPECT_TRUE(state.subset_of(f.domain.pre_over(step, expected, across)));
        EXPECT_FALSE(state.intersects(f.domain.pre_over(step, !expected, across)));
        EXPECT_TRUE(f.point(left).intersects(f.domain.demand(step, expected)));
      }
    }
    return true;
  });
}

INSTANTIATE_TEST_SUITE_P(All,
                         BooleanDomainOnRandomPrograms,
                         testing::Values(Slicing::Needless, Slicing::Nothing),
                         [](const auto& info) {
                           return info.param == Slicing::Needless ? "sliced" : "whole";
                         });

ir::Program program(const std::string& text) {
  auto read = frontend::boolean::read_boolean_text("t.bp", text, {});
  if (!read) throw std::runtime_error(render(read.error()));
  return std::move(read->program);
}

VarId variable(const ir::Program& program, const std::string& name) {
  for (std::size_t v = 0; v < program.variables.size(); ++v)
    if (program.variables[v].name == name) return VarId(v);
  throw std::out_of_range(name);
}

TEST(BooleanDomain, StartsWithTheInitialValuesAndEntersWithWhatItIsGiven) {
  ir::Program p = program("decl g := T; decl h; void f(a) begin assert(a | g | h); end "
                          "void main() begin f(h); end");
  Fixture f(p, Slicing::Nothing);
  VarId g = variable(p, "g");
  EXPECT_EQ(f.domain.initial(), f.manager.variable(f.domain.space().entry(g)));
  ir::ProcId callee(0);
  VarId a = p.procedure(callee).parameters.front();
  Bdd pairs = f.domain.start(callee, f.point({{a, true}, {g, false}}, true));
  Values same{{a, true}, {g, false}};
  EXPECT_TRUE(pairs.subset_of(f.point(same, true) & f.point(same)));
  EXPECT_EQ(f.domain.states(pairs), f.point(same)); // h is free
}

TEST(BooleanDomain, SummariesSpeakOfResultsAndWrittenGlobalsOnly) {
  ir::Program p = program("decl g, h; bool f(a) begin decl l; l := a; g := l & h; return l; end "
                          "void main() begin decl x; x := f(h); assert(x | g); end");
  Fixture f(p, Slicing::Needless);
  ir::ProcId callee(0);
  VarSet support = f.domain.summary(callee, f.domain.finish(callee, Bdd(true))).support();
  const BooleanSpace& space = f.domain.space();
  EXPECT_FALSE(support.contains(space.current(p.procedure(callee).parameters.front())));
  EXPECT_FALSE(support.contains(space.current(variable(p, "h"))));
  EXPECT_TRUE(support.contains(space.current(variable(p, "g"))));
}

TEST(BooleanScope, LeavesOutWhatNoGuardDependsOn) {
  ir::Program p = program("decl g, h, k; void f() begin k := h; end "
                          "void main() begin h := *; f(); g := k; assume(g); h := k; end");
  BooleanScope sliced(p);
  EXPECT_TRUE(sliced.matters(variable(p, "g")));
  EXPECT_TRUE(sliced.matters(variable(p, "k")));
  EXPECT_TRUE(sliced.matters(variable(p, "h")));
  ir::Program q = program("decl g, h; void main() begin h := g; assume(g); end");
  EXPECT_FALSE(BooleanScope(q).matters(variable(q, "h")));
  EXPECT_TRUE(BooleanScope(q, Slicing::Nothing).matters(variable(q, "h")));
  EXPECT_EQ(sliced.written_globals(ir::ProcId(0)), std::vector<VarId>{variable(p, "k")});
  EXPECT_FALSE(sliced.called(p.entry));
}

TEST(BooleanScope, NamesWhatIsNotBoolean) {
  ir::Program p = program("void main() begin decl a, b; a := b & ; assert(a); end");
  EXPECT_EQ(obstacle_to_boolean(p), "some values are unknown");
  EXPECT_EQ(obstacle_to_boolean(p, UnknownValues::Allowed), std::nullopt);
}

} // namespace
} // namespace kleene::domain
