// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/verify/order.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kleene::verify {
namespace {

Features features(const std::string& text) {
  Result<ir::Program> program = ir::parse(text, "test.ir");
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : render(program.error()));
  return program.ok() ? features_of(*program) : Features{};
}

TEST(Features, AreSeenInThePrograms) {
  EXPECT_EQ(describe(features("proc main() { a -> b; a -> exit; b -> exit; }")), "straight code");
  EXPECT_EQ(describe(features("proc main() { a -> b; b -> c; c -> b; b -> exit; }")), "loops");
  EXPECT_EQ(
      describe(features("proc main() { a -> exit: call f(); } "
                        "proc f() { a -> exit: call g(); } proc g() { a -> exit: call f(); }")),
      "recursion");
  EXPECT_EQ(describe(features("proc main() { a -> b: call f(); b -> exit: call f(); } "
                              "proc f() { a -> exit; }")),
            "straight code");
  EXPECT_EQ(describe(features("global m: memory; proc main() { local p: u64; "
                              "a -> exit: m := store(m, p, 1:i32); }")),
            "memory");
  EXPECT_EQ(describe(features("proc main() { local x, y: i32; a -> exit: x := x * y; }")),
            "non-linear arithmetic");
  EXPECT_EQ(describe(features("proc main() { local x, y: i32; a -> exit: x := 3 * y; }")),
            "straight code");
}

std::size_t place(const Features& features, std::string_view name) {
  std::vector<const engine::Engine*> engines;
  for (std::string_view each :
       {"leap", "exact", "k-induction", "chc", "bmc", "explicit-value", "fuzz"})
    engines.push_back(find_engine(each));
  std::size_t before = engines.size();
  put_in_order(engines, features);
  EXPECT_EQ(engines.size(), before);
  auto found = std::ranges::find(engines, name, [](const engine::Engine* e) { return e->name; });
  return static_cast<std::size_t>(found - engines.begin());
}

TEST(Order, FollowsTheFeatures) {
  Features straight;
  EXPECT_LT(place(straight, "bmc"), place(straight, "explicit-value"));
  Features recursion{.recursion = true};
  EXPECT_LT(place(recursion, "exact"), place(recursion, "leap"));
  Features arrays{.loops = true, .memory = true};
  EXPECT_LT(place(arrays, "k-induction"), place(arrays, "chc"));
  Features loops{.loops = true};
  EXPECT_LT(place(loops, "chc"), place(loops, "k-induction"));
  EXPECT_LT(place(loops, "leap"), place(loops, "exact"));
  for (const Features& f : {recursion, arrays, loops})
    EXPECT_LT(place(f, "k-induction"), place(f, "exact"))
        << "predicates start from what induction found";
}

} // namespace
} // namespace kleene::verify
