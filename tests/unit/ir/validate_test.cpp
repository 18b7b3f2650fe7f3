// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

namespace kleene::ir {
namespace {

TEST(Validate, AcceptsASmallRecursiveProgram) {
  Result<Program> program = parse(R"(
    proc main() {
      local n, r: i32;
      start -> call: havoc n from "__VERIFIER_nondet_int";
      call -> check: call r := factorial(n);
      check -> exit: assume r > 0;
      check -> error: assume r <= 0;
      location error target assertion;
    }
    proc factorial(n: i32) returns (r: i32) {
      start -> exit: assume n <= 1;
      start -> go: assume n > 1;
      go -> back: call r := factorial(n - 1);
      back -> exit: r := n * r;
    })",
                                  "f.ir");
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_THAT(validate(*program), testing::IsEmpty());
}

} // namespace
} // namespace kleene::ir
