// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "outcome.h"

namespace kleene::batch {
namespace {

Task expecting(std::optional<bool> expected, std::string subproperty = {}) {
  return {.name = "t", .expected = expected, .subproperty = std::move(subproperty)};
}

Outcome said(std::string verdict, int code) {
  return {.verdict = std::move(verdict), .exit_code = code};
}

TEST(BatchOutcome, ScoresAreThoseOfCompetitions) {
  EXPECT_EQ(score_of(expecting(true), said("true", 0)), 2);
  EXPECT_EQ(score_of(expecting(false), said("false(unreach-call)", 10)), 1);
  EXPECT_EQ(score_of(expecting(false), said("true", 0)), -32);
  EXPECT_EQ(score_of(expecting(true), said("false(unreach-call)", 10)), -16);
  EXPECT_EQ(score_of(expecting(true), said("unknown", 5)), 0);
  EXPECT_EQ(score_of(expecting(true), {}), 0);
}

TEST(BatchOutcome, AFalseHasToNameTheExpectedPart) {
  EXPECT_EQ(status_of(expecting(false, "valid-free"), said("false(valid-free)", 10)),
            Status::Correct);
  EXPECT_EQ(status_of(expecting(false, "valid-free"), said("false(valid-deref)", 10)),
            Status::Wrong);
}

TEST(BatchOutcome, EveryEndHasAStatus) {
  EXPECT_EQ(status_of(expecting({}), said("true", 0)), Status::Answered);
  EXPECT_EQ(status_of(expecting(true), said("unknown", 4)), Status::Limit);
  EXPECT_EQ(status_of(expecting(true), said("unknown", 3)), Status::Refused);
  EXPECT_EQ(status_of(expecting(true), said("ERROR", 2)), Status::Refused);
  EXPECT_EQ(status_of(expecting(true), said("ERROR", 6)), Status::Error);
  EXPECT_EQ(status_of(expecting(true), {}), Status::Missing);
}

TEST(BatchOutcome, RowsCanBeReadBack) {
  Row row{{.name = "a \"b\"\n",
           .category = "c",
           .property = "p",
           .expected = false,
           .subproperty = "s"},
          Outcome{"false(s)", "why", 10, "bmc", 1.5, "here"}};
  std::optional<Row> back = row_of(to_json(row));
  ASSERT_TRUE(back);
  EXPECT_EQ(to_json(*back), to_json(row));
  EXPECT_EQ(back->status(), Status::Correct);
  EXPECT_FALSE(row_of("{\"task\": 1}"));
  EXPECT_FALSE(row_of("[]"));
  EXPECT_FALSE(outcome_of("{\"verdict\": \"true\"}"));
}

} // namespace
} // namespace kleene::batch
