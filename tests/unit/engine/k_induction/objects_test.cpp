// SPDX-License-Identifier: Apache-2.0
// Lists of any length. Every proof is judged; programs that are almost right have none.
#include "kleene/engine/k_induction/k_induction.h"
#include "kleene/ir/text.h"

#include <gtest/gtest.h>

namespace kleene::engine::k_induction {
namespace {

/// Whether there is a proof, which the judge must accept and which must speak of objects.
bool proved(const std::string& text) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  Budget budget;
  evidence::Problem problem{
      parsed.value(), evidence::Property::UnreachCall, {{"reach_error"}, false, {}}};
  Answer candidate = solve(problem, budget, silent_observer());
  const auto* answer = std::get_if<evidence::InductiveProof>(&candidate);
  if (answer == nullptr) return false;
  EXPECT_TRUE(answer->live_objects);
  smt::Cvc5 solver;
  evidence::Judgement judgement = evidence::judge(problem, *answer, solver, budget);
  EXPECT_TRUE(judgement.accepted()) << judgement.objection;
  return true;
}

/// Puts new objects in front of a list: the value at byte 0, the next one at byte 8. Then goes through it.
std::string list(const std::string& value,
                 const std::string& next = "list",
                 const std::string& bad = "load[u64](mem, p) != 1") {
  return R"(global mem: memory cell u64; global alloc: allocation;
proc main() {
  local list, t, p: u64; local more: i32;
  start -> grow:    list := 0;
  grow -> asked:    havoc more from "__VERIFIER_nondet_int";
  asked -> make:    assume more != 0;
  asked -> walk:    p := list;
  make -> made:     alloc t := 16 in mem named "malloc";
  made -> valued:   mem := store(mem, t, )"
         + value + R"();
  valued -> linked: mem := store(mem, ptradd(t, 8), )"
         + next + R"();
  linked -> grow:   list := t;
  walk -> look:     assume p != 0;
  walk -> exit:     assume p == 0;
  look -> bad:      assume )"
         + bad + R"(;
  look -> step:     assume !()"
         + bad + R"();
  step -> walk:     p := load[u64](mem, ptradd(p, 8));
  location bad target call reach_error;
})";
}

TEST(Objects, AllOfThemHaveTheValueThatAllWereGiven) {
  EXPECT_TRUE(proved(list("1:u64")));
  EXPECT_FALSE(proved(list("2:u64")));
  EXPECT_FALSE(proved(list("cast[u64](more)"))) << "whatever the environment chooses";
}

TEST(Objects, LinksHaveToLeadToObjects) {
  EXPECT_FALSE(proved(list("1:u64", "cast[u64](more)"))) << "a link leads anywhere";
  EXPECT_TRUE(proved(list("1:u64", "0:u64"))) << "there is never a second object";
}

/// The last one is not complete while the list grows at its end.
TEST(Objects, OneMayBeIncomplete) {
  std::string text = R"(global mem: memory cell u64; global alloc: allocation;
proc main() {
  local list, t, p: u64; local more: i32;
  start -> begun:   alloc list := 16 in mem named "malloc";
  begun -> grow:    p := list;
  grow -> asked:    havoc more from "__VERIFIER_nondet_int";
  asked -> give:    assume more != 0;
  asked -> end:     assume more == 0;
  give -> make:     mem := store(mem, p, 1:u64);
  make -> made:     alloc t := 16 in mem named "malloc";
  made -> linked:   mem := store(mem, ptradd(p, 8), t);
  linked -> grow:   p := t;
  end -> ended:     mem := store(mem, p, LAST);
  ended -> closed:  mem := store(mem, ptradd(p, 8), 0:u64);
  closed -> walk:   p := list;
  walk -> look:     assume p != 0;
  walk -> exit:     assume p == 0;
  look -> bad:      assume load[u64](mem, p) != 1;
  look -> step:     assume load[u64](mem, p) == 1;
  step -> walk:     p := load[u64](mem, ptradd(p, 8));
  location bad target call reach_error;
})";
  auto with_last = [&](const std::string& value) {
    std::string copy = text;
    return copy.replace(copy.find("LAST"), 4, value);
  };
  EXPECT_TRUE(proved(with_last("1:u64")));
  EXPECT_FALSE(proved(with_last("2:u64")));
}

} // namespace
} // namespace kleene::engine::k_induction
