// SPDX-License-Identifier: Apache-2.0
// What programs mean: small cases whose answer is clear by hand, asked of the explicit reference.
#include "kleene/frontend/boolean/boolean_frontend.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "explicit_reference.h"
#include "random_boolean.h"

namespace kleene::frontend::boolean {
namespace {

ir::Program program(const std::string& text, Dialect dialect = Dialect::Getafix) {
  Result<BooleanProgram> result = read_boolean_text("t.bp", text, {dialect, "main"});
  if (!result) throw std::runtime_error(render(result.error()));
  return std::move(result->program);
}

bool fails(const std::string& text, Dialect dialect = Dialect::Getafix) {
  ir::Program p = program(text, dialect);
  return reference::ExplicitReference(p).reaches(default_targets());
}

bool runs_for_ever(const std::string& text) {
  ir::Program p = program(text);
  return reference::ExplicitReference(p).runs_for_ever();
}

std::string in_main(const std::string& body) {
  return "void main() begin decl a, b, c; " + body + " end";
}

TEST(BooleanMeaning, VariablesStartArbitraryUnlessInitialised) {
  EXPECT_TRUE(fails("decl g; void main() begin assert(g); end"));
  EXPECT_TRUE(fails("decl g; void main() begin assert(!g); end"));
  EXPECT_FALSE(fails("decl g := 1; void main() begin assert(g); end"));
  EXPECT_TRUE(fails("void main() begin decl l; assert(!l); end"));
  EXPECT_FALSE(fails("void main() begin decl l := F; assert(!l); end"));
}

TEST(BooleanMeaning, EveryStarIsAChoiceOfItsOwn) {
  EXPECT_TRUE(fails(in_main("a, b := *, *; assert(a = b);")));
  EXPECT_TRUE(fails(in_main("a := * & !*; assert(!a);")));
  EXPECT_TRUE(fails(in_main("assume(* = *); assert(!(* & *));")));
  EXPECT_FALSE(fails(in_main("a := *; b := a; assert(a = b);")));
}

TEST(BooleanMeaning, AssignmentIsParallel) {
  EXPECT_FALSE(fails(in_main("a, b := T, F; a, b := b, a; assert(!a & b);")));
  EXPECT_FALSE(fails(in_main("a, b := T, F; a, b := *, a; assert(b);")));
}

TEST(BooleanMeaning, AVariableAssignedTwiceGetsAValueThatIsBoth) {
  EXPECT_FALSE(fails(in_main("a, a := T, F; assert(F);")));
  EXPECT_TRUE(fails(in_main("b := T; a, a := T, b; assert(!a);")));
  EXPECT_FALSE(fails(in_main("a, a := *, T; assert(a);")));
  EXPECT_FALSE(fails(in_main("a, a := F, *; assert(!a);")));
  EXPECT_TRUE(fails(in_main("a, a := *, *; assert(a);")));
  EXPECT_FALSE(fails(in_main("b := a; a, a := b, (b & *); assert(!b = !a);")));
  EXPECT_TRUE(fails(in_main("b := F; a, a := b, (c & *); assert(!c);")));
  // The same for results of calls.
  std::string f = "bool<2> f(x, y) begin return x, y; end ";
  EXPECT_FALSE(fails(f + in_main("a, a := f(T, F); assert(F);")));
  EXPECT_TRUE(fails(f + in_main("a, a := f(T, T); assert(!a);")));
}

TEST(BooleanMeaning, AGotoLeadsToEveryPlaceOfItsLabel) {
  EXPECT_TRUE(fails(in_main("goto L; L: assume(F); L: assert(F);")));
  EXPECT_TRUE(fails(in_main("goto L; L: assert(F); L: assume(F);")));
  EXPECT_FALSE(fails(in_main("a := T; goto L; a := F; L: skip; L: assert(a);")));
}

TEST(BooleanMeaning, AMissingOperandIsAValueThatNobodyKnows) {
  ir::Program p = program(in_main("a := b & ; assert(!a);"));
  std::size_t unknown = 0;
  for (const ir::Edge& edge : p.procedure(p.entry).edges)
    if (const auto* havoc = std::get_if<ir::Havoc>(&edge.statement))
      unknown += havoc->choice == ir::Choice::Unknown ? 1 : 0;
  EXPECT_EQ(unknown, 1U);
}

TEST(BooleanMeaning, SchooseIsMustOrNotMustNotAndChoice) {
  EXPECT_FALSE(fails(in_main("a := schoose[T, F]; assert(a);")));
  EXPECT_FALSE(fails(in_main("a := schoose[T, T]; assert(a);")));
  EXPECT_FALSE(fails(in_main("a := schoose[F, T]; assert(!a);")));
  EXPECT_TRUE(fails(in_main("a := schoose[F, F]; assert(!a);")));
  EXPECT_TRUE(fails(in_main("a := schoose[F, F]; assert(a);")));
}

TEST(BooleanMeaning, ConstrainSeesBothStates) {
  EXPECT_FALSE(fails(in_main("a := *; b := a; a := * constrain 'a != a; assert(a != b);")));
  EXPECT_FALSE(fails(in_main("a, b := *, * constrain 'a = 'b; assert(a = b);")));
  EXPECT_TRUE(fails(in_main("a, b := *, * constrain 'a = b; assert(a = b);")));
}

TEST(BooleanMeaning, EnforceAndAbortifHoldAfterEveryStatement) {
  EXPECT_FALSE(fails("decl g; void main() begin enforce g; assert(g); g := *; assert(g); end"));
  EXPECT_FALSE(fails("decl g; void main() begin abortif g; assert(!g); g := *; assert(!g); end"));
  // Only in states of that procedure: the callee may break it for a while.
  EXPECT_TRUE(fails("decl g; void f() begin g := F; ERROR: g := T; end "
                    "void main() begin enforce g; f(); end"));
  EXPECT_FALSE(fails("decl g; void f() begin g := F; end "
                     "void main() begin enforce g; f(); assert(F); end"));
}

TEST(BooleanMeaning, DeadMakesArbitrary) {
  EXPECT_TRUE(fails(in_main("a := T; dead a; assert(a);")));
}

TEST(BooleanMeaning, ResultsAreAssignedAfterTheGlobals) {
  EXPECT_FALSE(fails("decl g; bool f() begin g := F; return T; end "
                     "void main() begin g := f(); assert(g); end"));
  EXPECT_FALSE(
      fails("bool<2> f(a) begin return !a, a; end "
            "void main() begin decl x, y; _, y := f(T); x, _ := f(F); assert(x & y); end"));
  EXPECT_TRUE(fails("bool f() begin skip; end void main() begin decl x; x := f(); assert(x); end"));
}

TEST(BooleanMeaning, LabelsCountOnArrivalAndNotBefore) {
  EXPECT_FALSE(fails("void main() begin assume(F); ERROR: skip; end"));
  EXPECT_TRUE(fails("void main() begin ERROR: assume(F); end"));
  // The join after the branch is no arrival at the label inside it.
  EXPECT_FALSE(fails("void main() begin if T then skip; else ERROR: assume(T); fi end"));
}

TEST(BooleanMeaning, DialectDecidesHowEqualityBinds) {
  std::string text = in_main("a, b, c := F, T, F; assert(a & b = c);");
  EXPECT_TRUE(fails(text, Dialect::Getafix)); // a & (b = c)
  EXPECT_FALSE(fails(text, Dialect::Satabs)); // (a & b) = c
}

TEST(BooleanMeaning, InfiniteExecutions) {
  EXPECT_TRUE(runs_for_ever("void main() begin L: goto L; end"));
  EXPECT_TRUE(runs_for_ever("void main() begin main(); end"));
  EXPECT_TRUE(runs_for_ever(in_main("while (a) do skip; od")));
  EXPECT_FALSE(runs_for_ever(in_main("while (a) do a := F; od")));
  EXPECT_FALSE(runs_for_ever("void main() begin L: assume(F); goto L; end"));
  EXPECT_FALSE(runs_for_ever("void main() begin L: assert(F); goto L; end"));
  EXPECT_FALSE(runs_for_ever("decl g := 1; void main() begin if g then g := 0; main(); fi end"));
}

TEST(BooleanMeaning, CtlIsOverExecutionsThatDoNotBlock) {
  ir::Program p = program("void main() begin if * then A: skip; else assume(F); fi B: skip; end");
  reference::ExplicitReference reference(p);
  auto not_at = [](const std::string& label) {
    return [label](ir::ProcId, const ir::Location* l) {
      if (l == nullptr) return label != "END";
      return std::ranges::find(l->labels, label) == l->labels.end();
    };
  };
  EXPECT_FALSE(reference.stays(not_at("A"))); // the other branch blocks
  EXPECT_FALSE(reference.stays(not_at("B")));
  EXPECT_FALSE(reference.stays(not_at("END")));
  EXPECT_TRUE(reference.stays(not_at("C")));
}

TEST(BooleanMeaning, EveryRandomProgramIsAccepted) {
  int recursive_failures = 0;
  int endless = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::string text = reference::random_boolean_program(seed);
    SCOPED_TRACE(text);
    ir::Program p;
    ASSERT_NO_THROW(p = program(text));
    EXPECT_TRUE(ir::validate(p).empty());
    reference::ExplicitReference reference(p);
    recursive_failures += reference.reaches(default_targets()) ? 1 : 0;
    endless += reference.runs_for_ever() ? 1 : 0;
  }
  // The generator is of use only if both answers are common.
  EXPECT_GT(recursive_failures, 60);
  EXPECT_LT(recursive_failures, 240);
  EXPECT_GT(endless, 60);
  EXPECT_LT(endless, 240);
}

} // namespace
} // namespace kleene::frontend::boolean
