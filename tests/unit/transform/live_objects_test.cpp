// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"
#include "kleene/transform/live_objects.h"

#include <gtest/gtest.h>

namespace kleene::transform {
namespace {

using namespace ir;

constexpr const char* text = R"(global mem: memory cell i32; global alloc: allocation;
proc main() {
  local p, q: u64;
  start -> L1: alloc p := 8 in mem stack align 4 named "x";
  L1 -> L2:    alloc q := 8 in mem named "malloc";
  L2 -> L3:    call f(q);
  L3 -> exit:  free q;
}
proc f(r: u64) {
  start -> exit: mem := store(mem, r, 1:i32);
})";

Program parsed() {
  Result<Program> program = parse(text, "test.ir");
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : render(program.error()));
  return std::move(program).value();
}

/// The statements that write the new memory, with where they lead, in order.
std::vector<std::string> writes(const Program& program, const Procedure& procedure) {
  std::vector<std::string> result;
  for (const Edge& e : procedure.edges)
    if (const auto* assign = std::get_if<Assign>(&e.statement);
        assign != nullptr && assign->targets.front() == live_objects(program))
      result.push_back(print(assign->values.front(), program));
  return result;
}

TEST(LiveObjects, BeginWithMallocAndEndWithFree) {
  Program before = parsed();
  Program after = with_live_objects(before).program;
  EXPECT_TRUE(validate(after).empty());
  EXPECT_EQ(writes(after, after.procedures[0]),
            (std::vector<std::string>{"store(live, q, 1:u64)", "store(live, q, 0:u64)"}));
  EXPECT_TRUE(writes(after, after.procedures[1]).empty());
}

TEST(LiveObjects, EverythingElseStaysWhereItIs) {
  Program before = parsed();
  Program after = with_live_objects(before).program;
  EXPECT_EQ(after.variables.size(), before.variables.size() + 1);
  EXPECT_EQ(live_objects(after).index(), before.variables.size());
  for (std::size_t f = 0; f < before.procedures.size(); ++f) {
    const Procedure& old = before.procedures[f];
    const Procedure& now = after.procedures[f];
    EXPECT_EQ(now.entry, old.entry);
    EXPECT_EQ(now.exit, old.exit);
    for (std::size_t l = 0; l < old.locations.size(); ++l)
      EXPECT_EQ(now.locations[l].name, old.locations[l].name);
    for (std::size_t e = 0; e < old.edges.size(); ++e) {
      EXPECT_EQ(now.edges[e].from, old.edges[e].from);
      EXPECT_EQ(now.edges[e].statement.index(), old.edges[e].statement.index());
    }
  }
}

TEST(LiveObjects, StackObjectsAreNone) {
  EXPECT_TRUE(allocates_on_heap(parsed()));
  Program stack = parse(R"(global mem: memory cell i32; global alloc: allocation;
proc main() {
  local p: u64;
  start -> exit: alloc p := 8 in mem stack align 4 named "x";
})",
                        "test.ir")
                      .value();
  EXPECT_FALSE(allocates_on_heap(stack));
}

} // namespace
} // namespace kleene::transform
