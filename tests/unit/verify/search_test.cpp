// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/verify/registry.h"
#include "kleene/verify/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <gmock/gmock.h>

namespace kleene::verify {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

ir::Program program(const std::string& text) {
  Result<ir::Program> read = ir::parse(text, "test.ir");
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : render(read.error()));
  return read.ok() ? std::move(*read) : ir::Program();
}

std::vector<std::string> names(const std::vector<const engine::Engine*>& engines) {
  std::vector<std::string> result;
  for (const engine::Engine* e : engines)
    result.emplace_back(e->name);
  return result;
}

constexpr const char* integers = "proc main() { local x: i32; a -> exit: x := 1; }";
constexpr const char* booleans = "proc main() { local x: bool; a -> exit: x := true; }";

TEST(Choice, AutoLeavesOutWhatIsAskedByNameOnly) {
  ir::Program p = program(integers);
  Choice choice = choose_engines({{p}, Language::C}, "auto");
  EXPECT_THAT(names(choice.able), Contains("bmc"));
  for (const auto* e : {"linear:backward", "summaries:backward", "calculus:ef", "concurrent"})
    EXPECT_THAT(names(choice.able), Not(Contains(e)));
}

TEST(Choice, TheEngineThatIsMadeForTheLanguageComesFirst) {
  ir::Program p = program(booleans);
  EXPECT_EQ(names(choose_engines({{p}, Language::Boolean}, "auto").able).front(), "summaries");
  ir::Program q = program(integers);
  EXPECT_EQ(names(choose_engines({{q}, Language::Linear}, "auto").able).front(), "linear");
  EXPECT_NE(names(choose_engines({{q}, Language::Ir}, "auto").able).front(), "linear");
}

TEST(Choice, AnEngineByNameIsTheOnlyOne) {
  ir::Program p = program(booleans);
  Choice choice = choose_engines({{p}, Language::Boolean}, "calculus:ef");
  EXPECT_THAT(names(choice.able), ElementsAre("calculus:ef"));
  Question overflow{{p, Property::NoOverflow}, Language::Boolean};
  choice = choose_engines(overflow, "summaries");
  EXPECT_TRUE(choice.able.empty());
  ASSERT_EQ(choice.others.size(), 1U);
  EXPECT_EQ(choice.others[0].engine, "summaries");
}

TEST(Choice, EveryEngineHasOneRow) {
  std::vector<std::string> all;
  for (const RegistryEntry& row : registry()) {
    EXPECT_EQ(find_engine(row.engine->name), row.engine);
    all.emplace_back(row.engine->name);
  }
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
  EXPECT_EQ(find_engine("no-such"), nullptr);
}

TEST(Choice, FormerNamesOfEnginesAreUnderstood) {
  for (const EngineAlias& alias : engine_aliases()) {
    const engine::Engine* meant = find_engine(alias.old_name);
    ASSERT_NE(meant, nullptr) << alias.old_name;
    EXPECT_EQ(meant->name, alias.name);
    for (const RegistryEntry& row : registry())
      EXPECT_NE(row.engine->name, alias.old_name) << "a name of today is not reinterpreted";
  }
  EXPECT_EQ(find_engine("explore")->name, "fuzz");
  EXPECT_EQ(find_engine("ranges")->name, "intervals");
  EXPECT_EQ(find_engine("values")->name, "explicit-value");
  EXPECT_EQ(find_engine("kind")->name, "k-induction");
}

TEST(Search, EnginesThatAreNoRaceAreAskedInTheirOrder) {
  ir::Program p = program(booleans);
  Question question{{p}, Language::Boolean};
  Choice choice = choose_engines(question, "auto");
  std::vector<std::string> asked;
  Budget budget;
  PortfolioResult result = search(question,
                                  choice.able,
                                  [&](const engine::Engine& e, Observer&, const auto&) -> Outcome {
                                    asked.emplace_back(e.name);
                                    return NoAnswer{"no"};
                                  },
                                  {.budget = budget, .observer = silent_observer()});
  EXPECT_EQ(asked, names(choice.able));
  EXPECT_EQ(result.obstacles.size(), asked.size());
}

} // namespace
} // namespace kleene::verify
