// SPDX-License-Identifier: Apache-2.0
// A bad order of the variables is repaired while the search runs, and the answer stays.
#include "kleene/engine/summaries/analysis.h"
#include "kleene/frontend/boolean/boolean_frontend.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace kleene::engine::summaries {
namespace {

constexpr int pairs = 13;

/// Each y is a copy of an x. The branches suggest an order in which all x stand before all y, where
/// the set of these pairs has more than 2^pairs nodes.
std::string program_with_misleading_branches(const std::string& condition) {
  auto list = [](char letter, const char* separator) {
    std::string text;
    for (int i = 0; i < pairs; ++i)
      text += fmt::format("{}{}{}", i == 0 ? "" : separator, letter, i);
    return text;
  };
  std::string text =
      fmt::format("decl {}, {}, z; void main() begin\n", list('x', ", "), list('y', ", "));
  for (int times = 0; times < 4; ++times)
    for (char letter : {'x', 'y'})
      for (int i = 1; i < pairs; ++i)
        text += fmt::format("if ({0}{1} = {0}{2}) then skip; fi\n", letter, i - 1, i);
  for (int i = 0; i < pairs; ++i)
    text += fmt::format("y{0} := x{0};\n", i);
  for (int i = 0; i < 200; ++i)
    text += "z := !z;\n";
  text += "assert(" + condition;
  for (int i = 0; i < pairs; ++i)
    text += fmt::format(" & (x{0} = y{0})", i);
  return text + ");\nend\n";
}

class Counter : public Observer {
public:
  void progress(std::string_view text) override {
    if (text.starts_with("a new order")) ++orders;
  }
  int orders = 0;
};

struct Outcome {
  bool reached = false;
  int orders = 0;
};

Outcome search(const std::string& text, std::size_t reorder_from) {
  auto read = frontend::boolean::read_boolean_text("order.bp", text, {});
  EXPECT_TRUE(read.ok());
  PlaceSet targets = PlaceSet::targets(read->program, frontend::boolean::default_targets());
  Budget budget;
  Counter counter;
  BddLimits limits;
  limits.reorder_from = reorder_from;
  bool reached = reaches(read->program, targets, Direction::Forward, budget, counter, limits);
  return {reached, counter.orders};
}

TEST(OrderOfVariables, IsRepairedDuringTheSearch) {
  for (bool wrong : {false, true}) {
    std::string text = program_with_misleading_branches(wrong ? "(x0 | y1)" : "(z | !z)");
    Outcome repaired = search(text, 5'000);
    EXPECT_EQ(repaired.reached, wrong);
    EXPECT_GE(repaired.orders, 1);
    Outcome kept = search(text, 10'000'000);
    EXPECT_EQ(kept.reached, wrong);
    EXPECT_EQ(kept.orders, 0);
  }
}

} // namespace
} // namespace kleene::engine::summaries
