// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/interpreter.h"
#include "kleene/ir/text.h"
#include "kleene/witness/c_expression.h"

#include <bit>
#include <cstdint>

#include "program.h"

namespace kleene::witness {
namespace {

const char* const text = R"(int g = 5;
int main(void) {
  double x = 0.75; float y = -1.5f; x = x + y - x;
  int a = -3; unsigned b = 4000000000u; char c = 'A'; long long d = 1;
  { int hidden = 1; (void)hidden; }
  for (int a = 7; a < 9; a++) { d += a; }
  while (d) { int inner = 2; d -= inner; }
  return a + (int)b + c + g;
})";

/// Reads expressions as seen from the `while`, and says what they are for the values above.
class Expressions : public ::testing::Test {
protected:
  Expressions()
      : program_(program_of(text)),
        scope_(program_, program_.entry, FileId(0), point_of(program_, "while")) {}

  std::optional<Term> parse(const std::string& expression) {
    Result<Term> result = parse_c(scope_, expression);
    return result ? std::optional(*result) : std::nullopt;
  }

  /// The value of a term over constants alone, by running a program that assumes it.
  bool holds(Term condition) {
    ir::Program small = program_;
    ir::Procedure& p = small.procedure(small.entry);
    p.edges.clear();
    ir::LocId next = p.add_location();
    std::vector<VarId> variables;
    std::vector<Term> values;
    auto set = [&](const char* name, Integer value) {
      VarId v = *scope_.find(name);
      variables.push_back(v);
      values.push_back(small.terms->constant(small.variable(v).type, value));
    };
    set("a", -3);
    set("b", 4000000000);
    set("c", 65);
    set("d", 1);
    set("g", 5);
    set("x", static_cast<Integer>(std::bit_cast<std::uint64_t>(0.75)));
    set("y", static_cast<Integer>(std::bit_cast<std::uint32_t>(-1.5F)));
    p.add_edge(p.entry, next, ir::Assign{variables, values});
    p.add_edge(next, p.exit, ir::Assume{condition, ir::AssumeKind::Assumption});
    ir::InputList none({});
    return ir::Interpreter(small).run(none, {}).ending == ir::Ending::Returned;
  }

  ir::Program program_;
  Scope scope_;
};

// What a compiler warns about is what is most interesting here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wparentheses"
TEST_F(Expressions, MeanWhatTheyMeanInC) {
  // The right sides are computed by the compiler of this test.
  int a = -3;
  unsigned b = 4000000000U;
  char c = 'A';
  long long d = 1;
  int g = 5;
  double x = 0.75;
  float y = -1.5F;
#define SAME(expression) EXPECT_EQ(holds(*parse(#expression)), bool(expression)) << #expression
  SAME(a < 0);
  SAME(a < b); // NOLINT: unsigned wins
  SAME(a + 1 < 1U);
  SAME(b + 500000000U < b);
  SAME(b * 2 == 3705032704U);
  SAME(a / 2 == -1);
  SAME(a % 2 == -1);
  SAME(b / 3 > 1000000000);
  SAME((unsigned char)(c + 200) == 9);
  SAME((unsigned char)a == 253);
  SAME((short)b == (short)4000000000U);
  SAME((long long)a * 2 == -6);
  SAME((__int128)b * 4 > (__int128)15000000000);
  SAME((a & 6) == 4);
  SAME((a | 1) == -3 && (a ^ -1) == 2);
  SAME(~a == 2);
  SAME(-a == 3);
  SAME(!a);
  SAME(a >> 1 == -2);
  SAME(b >> 28 == 14);
  SAME(1 << 4 == 16);
  SAME((a < 0 ? b : 3) > 5);
  SAME((a < 0) + (g == 5) == 2);
  SAME(a < 0 == 1); // NOLINT: comparisons are ints
  SAME(1 || a && 0);
  SAME(0x7fffffff < 2147483648);
  SAME(0xffffffff > 0);
  SAME(g - 6 < 0);
  SAME(c == 'A' && d == 1LL);
  SAME(x == 0x1.8p-1 && y <= -1.5f && y >= -0x1.8p+0f);
  SAME(x == .75 && x < 1e3 && x > 7.4e-1);
  SAME(x + y == -0.75 && x * y < 0 && -x < 0 && x / 3 == 0.25);
  SAME(x / 0.0 > 1e308 && x - x == 0 && !(x - x));
  SAME((float)0.1 != 0.1 && (double)y == y && 0.1f != 0.1);
  SAME(x < a == 0 && a * x == -2.25 && b + y > 3999999998.0 && d + x == 1.75);
  SAME((a < 0 ? x : a) == 0.75);
  SAME(x && y);
#undef SAME
}
#pragma GCC diagnostic pop

TEST_F(Expressions, NamesAreThoseInScope) {
  EXPECT_FALSE(parse("hidden == 1")) << "its block has ended";
  EXPECT_FALSE(parse("inner == 2")) << "its block has not begun";
  EXPECT_FALSE(parse("nobody == 1"));
  EXPECT_TRUE(holds(*parse("a == -3"))) << "that of the loop has gone";
  Scope in_for(program_, program_.entry, FileId(0), point_of(program_, "d += a"));
  EXPECT_NE(in_for.find("a"), scope_.find("a"));
}

TEST_F(Expressions, WhatIsNotUnderstoodIsRefused) {
  for (const char* wrong : {"a / g == 1",
                            "a % 0",
                            "a << g",
                            "a << 32",
                            "f(a)",
                            "a = 1",
                            "a++",
                            "*a",
                            "(a",
                            "a)",
                            "",
                            "a ==",
                            "1.5l < a",
                            "(int)x == 1",
                            "x % 2 == 0",
                            "x & 1",
                            "(long double)x == 1",
                            "sizeof a",
                            "99999999999999999999999 > a",
                            "(__int128)d * d > 0"})
    EXPECT_FALSE(parse(wrong)) << wrong;
  EXPECT_FALSE(parse(std::string(100000, '('))) << "and no stack is used up";
  EXPECT_FALSE(parse(std::string(100000, '-').append("a")));
}

TEST_F(Expressions, PrintedAndReadTheyAreTheSame) {
  for (const char* expression : {"a < 5 && b > 3U",
                                 "a + 1 <= g",
                                 "b + 1U == 0U",
                                 "(long long)a + d <= 0",
                                 "(unsigned char)(c + 1) != 66",
                                 "a == -2147483647 - 1 || !(b == 1)",
                                 "(a < g ? a : g) <= 3",
                                 "a * g == -15",
                                 "(b & 6U) == 0U && (b >> 3) % 5U == 1U",
                                 "-a == 3",
                                 "x <= 0x1.8p-1 && y < -1.25f",
                                 "(double)y + x * 2.0 == (double)a / 4.0 || x != x",
                                 "(a < 0 ? x : 1.0) == (float)0.1"}) {
    Term first = *parse(expression);
    std::optional<std::string> printed = to_c(scope_, first);
    ASSERT_TRUE(printed) << expression;
    std::optional<Term> second = parse(*printed);
    ASSERT_TRUE(second) << *printed;
    EXPECT_EQ(holds(first), holds(*second)) << expression << " became " << *printed;
  }
}

TEST_F(Expressions, SignedOverflowIsNeverWritten) {
  TermManager& terms = *program_.terms;
  Term a = program_.var(*scope_.find("a"));
  Term one = terms.constant(a.type(), 1);
  Term zero = terms.constant(a.type(), 0);
  EXPECT_EQ(to_c(scope_, terms.lt(terms.binary(Op::Add, a, one), zero)),
            "((int)((unsigned int)a + (unsigned int)1)) < 0");
  Type wide = Type::machine(64, true);
  Term sum = terms.binary(Op::Add, terms.cast(wide, a), terms.constant(wide, 1));
  EXPECT_EQ(to_c(scope_, terms.lt(sum, terms.constant(wide, 0))), "(((long long)a) + 1LL) < 0LL");
}

} // namespace
} // namespace kleene::witness
