// SPDX-License-Identifier: Apache-2.0
// µcke's own examples give the values and set sizes that µcke gives.
#include "kleene/calculus/session.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace kleene::calculus {
namespace {

struct Example {
  std::string file;
  std::string values;
  std::string sizes;
};

std::string folder() {
  return KLEENE_SHARED "/benchmarks/mucke/";
}

std::vector<Example> examples() {
  std::vector<Example> result;
  std::ifstream table(folder().append("EXPECTED.tsv"));
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    Example example;
    std::istringstream cells(line);
    std::getline(cells, example.file, '\t');
    std::getline(cells, example.values, '\t');
    std::getline(cells, example.sizes, '\t');
    result.push_back(example);
  }
  return result;
}

TEST(Mucke, ExamplesGiveTheirValues) {
  std::vector<Example> all = examples();
  if (all.empty()) GTEST_SKIP() << "the examples are not here";
  std::size_t checked = 0;
  for (const Example& example : all) {
    if (example.values.empty() && example.sizes.empty()) continue;
    SCOPED_TRACE(example.file);
    SourceFiles files;
    ReadFile content = read_file(folder() + example.file);
    ASSERT_TRUE(content.text.has_value()) << content.error;
    FileId file = files.add(folder() + example.file, *content.text);
    auto session = Session::read(files, {file});
    if (example.values == "ERR") {
      EXPECT_FALSE(session.ok());
      continue;
    }
    ASSERT_TRUE(session.ok()) << render(session.error());
    Budget budget;
    auto outcomes = (*session)->evaluate(budget, silent_observer());
    ASSERT_TRUE(outcomes.ok()) << render(outcomes.error());
    std::string values;
    std::string sizes;
    for (const Outcome& outcome : *outcomes) {
      if (outcome.value)
        values += (values.empty() ? "" : " ") + std::string(*outcome.value ? "true" : "false");
      if (outcome.kind == OutcomeKind::OnsetSize)
        sizes += (sizes.empty() ? "" : ";") + outcome.name + "=" + outcome.count->to_string();
    }
    EXPECT_EQ(values, example.values);
    EXPECT_EQ(sizes, example.sizes);
    ++checked;
  }
  EXPECT_GE(checked, 15U);
}

} // namespace
} // namespace kleene::calculus
