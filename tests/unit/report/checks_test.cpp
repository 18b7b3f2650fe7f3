// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/checks.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::report {
namespace {

using Outcome = ShownCheck::Outcome;
using testing::HasSubstr;
using testing::Not;

ShownCheck check(std::uint32_t line, const char* what, Outcome state) {
  return {"valid-deref", what, {"a.c", line, 2, {}}, state, {}, {}};
}

TEST(Checks, SeveralOfOneKindAtOnePlaceAreOneLine) {
  std::string text = to_text({check(3, "invalid dereference in strcpy", Outcome::Unknown),
                              check(3, "invalid dereference in strcpy", Outcome::Unknown),
                              check(3, "invalid dereference", Outcome::Unknown),
                              check(4, "invalid dereference in strcpy", Outcome::Unknown)});
  EXPECT_THAT(text, HasSubstr("Checks: 4 altogether."));
  EXPECT_THAT(
      text, HasSubstr("a.c:3:2: invalid dereference in strcpy (valid-deref) unknown, 2 checks\n"));
  EXPECT_THAT(text, HasSubstr("a.c:3:2: invalid dereference (valid-deref) unknown\n"));
  EXPECT_THAT(text, HasSubstr("a.c:4:2: invalid dereference in strcpy (valid-deref) unknown\n"));
}

TEST(Checks, ViolatedAndUnknownAtOnePlaceStayApart) {
  std::string text = to_text({check(3, "invalid dereference in strcpy", Outcome::Violated),
                              check(3, "invalid dereference in strcpy", Outcome::Unknown)});
  EXPECT_THAT(text, HasSubstr("in strcpy (valid-deref) violated\n"));
  EXPECT_THAT(text, HasSubstr("in strcpy (valid-deref) unknown\n"));
  EXPECT_THAT(text, Not(HasSubstr("2 checks")));
}

} // namespace
} // namespace kleene::report
