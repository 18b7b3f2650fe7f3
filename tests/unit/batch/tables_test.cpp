// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "tables.h"

namespace kleene::batch {
namespace {

using testing::HasSubstr;
using testing::Not;

Row row(const char* name, const char* verdict, double seconds) {
  return {{.name = name, .category = "c"},
          Outcome{verdict, "because of \"a\", b", 5, "", seconds, ""}};
}

TEST(BatchTables, CellsWithSeparatorsAreQuoted) {
  EXPECT_THAT(to_csv({row("a,b", "unknown", 1)}), HasSubstr("\n\"a,b\",c,"));
  EXPECT_THAT(to_csv({row("a", "unknown", 1)}), HasSubstr("\"because of \"\"a\"\", b\"\n"));
}

TEST(BatchTables, NothingOfATaskIsMarkup) {
  EXPECT_THAT(to_html({row("<script>", "unknown", 1)}, nullptr), Not(HasSubstr("<td><script>")));
  EXPECT_THAT(to_junit({row("a<b&\x01", "unknown", 1)}), HasSubstr("name=\"a&lt;b&amp;?\""));
}

TEST(BatchTables, OnlyRowsWithResultsAreLines) {
  Row missing{{.name = "m", .category = "c"}, {}};
  EXPECT_EQ(to_json_lines({missing}), "");
  EXPECT_THAT(to_junit({missing}), HasSubstr("skipped=\"1\""));
}

TEST(BatchTables, ThePlotHasAStepForEachAnswer) {
  std::vector<Row> rows{row("a", "true", 0.5), row("b", "true", 5), row("c", "unknown", 50)};
  std::string plot = quantile_plot(rows, {});
  EXPECT_THAT(plot, HasSubstr("class=\"now\""));
  EXPECT_THAT(plot, Not(HasSubstr("class=\"before\"")));
  EXPECT_THAT(plot, HasSubstr(">10 s<"));
  EXPECT_THAT(plot, Not(HasSubstr(">100 s<"))); // unknown answers are not drawn
}

} // namespace
} // namespace kleene::batch
