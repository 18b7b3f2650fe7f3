// SPDX-License-Identifier: Apache-2.0
// Judges look at programs that were made for a formula or for claims before they believe evidence about them. They
// are content with what the transformations make, and not with programs that do less, or more, than they should.
#include "kleene/evidence/claims_program.h"
#include "kleene/evidence/ctl_program.h"
#include "kleene/ir/text.h"
#include "kleene/transform/ctl.h"
#include "kleene/transform/follow.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kleene::transform {
namespace {

ir::Program program() {
  Result<ir::Program> parsed = ir::parse(R"(
global x: i32 = 0;
proc main() {
  local y: i32;
  start -> a:    havoc y from "input";
  a -> b:        assume y > 0;
  a -> c:        assume y <= 0;
  b -> d:        call f();
  c -> gone:     exit y;
  d -> a:        x := x + 1;
  d -> exit:     assume x > 3;
  location a label A;
  location c label C;
  location d label A, D;
}
proc f() {
  in -> exit:    x := x + 2;
  in -> out:     assume x == 1;
  out -> exit:   skip;
  location out label C;
})",
                                         "made.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  return parsed.ok() ? std::move(parsed).value() : ir::Program();
}

using Labels = std::vector<std::string>;

/// Changes of single edges and locations; each makes another program of it.
std::vector<std::function<void(ir::Program&)>> changes(const ir::Program& made) {
  std::vector<std::function<void(ir::Program&)>> result;
  for (std::size_t p = 0; p < made.procedures.size(); ++p) {
    for (std::size_t e = 0; e < made.procedures[p].edges.size(); ++e) {
      result.emplace_back([p, e](ir::Program& q) {
        q.procedures[p].edges[e].statement = ir::Assume{q.terms->truth(e % 2 == 0)};
      });
      result.emplace_back([p, e](ir::Program& q) {
        ir::Edge& edge = q.procedures[p].edges[e];
        edge.to = edge.to == q.procedures[p].entry ? q.procedures[p].exit : q.procedures[p].entry;
      });
      result.emplace_back([p, e](ir::Program& q) {
        ir::Edge& edge = q.procedures[p].edges[e];
        edge.from = ir::LocId((edge.from.index() + 1) % q.procedures[p].locations.size());
      });
    }
    result.emplace_back([p](ir::Program& q) {
      q.procedures[p].exit = ir::LocId((q.procedures[p].exit.index() + 1) % 3);
    });
  }
  result.emplace_back([](ir::Program& q) { q.entry = ir::ProcId(1); });
  return result;
}

/// How many of the changes are not objected to.
template <class Objection>
std::size_t unnoticed(const ir::Program& made, const Objection& objection) {
  std::size_t count = 0;
  for (const auto& change : changes(made)) {
    ir::Program other = made;
    change(other);
    if (objection(other).empty() && ir::print(other) != ir::print(made)) ++count;
  }
  return count;
}

TEST(MadePrograms, MarksOfAFormula) {
  ir::Program original = program();
  for (bool at_end : {false, true}) {
    auto formula = [&](const Labels& labels) {
      return std::ranges::find(labels, at_end ? "END" : "C") != labels.end()
             || std::ranges::find(labels, "D") != labels.end();
    };
    Result<Marked> marked = mark_places(original, formula);
    ASSERT_TRUE(marked.ok());
    auto objection = [&](const ir::Program& made) {
      return evidence::objection_to_marks(original, made, marked->targets, formula, at_end);
    };
    EXPECT_EQ(objection(marked->program), "");
    EXPECT_EQ(unnoticed(marked->program, objection), 0U);
    EXPECT_NE(
        evidence::objection_to_marks(original, marked->program, marked->targets, formula, !at_end),
        "");
    for (std::size_t l = 0; l < original.procedures[0].locations.size(); ++l) {
      ir::Program other = marked->program;
      Labels& labels = other.procedures[0].locations[l].labels;
      if (labels.empty())
        labels.emplace_back(goal_label);
      else
        labels.clear();
      EXPECT_NE(objection(other), "") << l;
    }
  }
}

TEST(MadePrograms, WhatIsLeftWhereAFormulaHolds) {
  ir::Program original = program();
  for (const char* left_out : {"A", "C", "D", "nowhere"}) {
    auto formula = [&](const Labels& labels) {
      return std::ranges::find(labels, left_out) == labels.end();
    };
    ir::Program inside = restrict_to(original, formula).program;
    auto objection = [&](const ir::Program& made) {
      return evidence::objection_to_rest(original, made, formula);
    };
    EXPECT_EQ(objection(inside), "") << left_out;
    // An edge that nothing takes may begin anywhere, but not here; false is false in any case.
    std::size_t cut = 0;
    for (const ir::Procedure& p : inside.procedures)
      for (const ir::Edge& e : p.edges)
        if (const auto* assume = std::get_if<ir::Assume>(&e.statement))
          cut += assume->condition.is_false() ? 1 : 0;
    EXPECT_LE(unnoticed(inside, objection), cut) << left_out;
    if (std::string_view(left_out) != "nowhere") {
      EXPECT_NE(objection(original), "") << left_out;
      EXPECT_NE(evidence::objection_to_rest(original, inside, [](const Labels&) { return true; }),
                "");
    }
  }
}

TEST(MadePrograms, Claims) {
  ir::Program original = program();
  TermManager& terms = *original.terms;
  Term x = original.var(*original.find_variable("x"));
  Term y = original.var(*original.find_variable("y"));
  Term zero = terms.constant(y.type(), 0);
  Term quotient = terms.binary(Op::Div, x, y);
  std::vector<Claim> claims{
      {ir::ProcId(0), ir::LocId(1), terms.ne(y, zero), terms.lt(quotient, x)},
      {ir::ProcId(0), ir::LocId(4), terms.truth(true), terms.le(zero, x)},
      {ir::ProcId(1), original.procedures[1].exit, terms.truth(true), terms.le(zero, x)}};
  ir::Program claiming = assert_claims(original, claims, "refuted").program;
  auto objection = [&](const ir::Program& made) {
    return evidence::objection_to_claims(original, made);
  };
  EXPECT_EQ(objection(original), "");
  EXPECT_EQ(objection(claiming), "");
  // What happens behind the exit, where nothing leads, is of no interest.
  EXPECT_LE(unnoticed(claiming, objection), 9U);
  std::vector<Claim> without_value{
      {ir::ProcId(0), ir::LocId(1), terms.truth(true), terms.lt(quotient, x)}};
  EXPECT_NE(objection(assert_claims(original, without_value, "refuted").program), "");
  for (std::size_t e = original.procedures[0].edges.size(); e < claiming.procedures[0].edges.size();
       ++e) {
    ir::Program other = claiming;
    other.procedures[0].edges[e].statement = ir::Assume{terms.truth(false)};
    EXPECT_NE(objection(other), "") << e;
  }
}

} // namespace
} // namespace kleene::transform
