// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <gmock/gmock.h>

#include "random_program.h"
#include "same_program.h"

namespace kleene::ir {
namespace {

/// Every kind of declaration and statement once, in the form that the printer uses.
constexpr std::string_view everything = R"(pointer_width 32;
first_free 0x20000;
file "a.c";
file "dir/b \"x\".c";
entry helper;
missing `operator new`, puts;
assumption "malloc" "never \"fails\"";
global x: i32 = -5 display "X" @ 1:1-1:6;
global y: u64 = ?;
global b: bool = true;
global big: int = -170141183460469231731687303715884105728;
global p: u32 = &buffer temporary;
global mem: memory cell i32;
global other: memory;
global table: allocation;
object buffer at 0x1000 size 16 in mem bytes "00000000 08100000" pointers 4: &buffer + 8, 0: &f - 8192 @ 1/2:3;
object `"hi"` at 0x1010 in other readonly text "hi\n\0";
function f at 0x2000 body start;
function g at 0x2001 size 4;

proc start(n: i32, m: i32 display "n" @ 3) returns (r: i32 temporary) @ 1/4:1-9:2 {
  local c: u8;
  exit L1;
  location L1 label END;
  location L4 label ERROR, `not a word` target call reach_error;
  location L5 target assertion;
  location L6 target opaque "inline assembly";
  L0 -> L2: skip @ 5:3-5:9;
  L2 -> L3: b := y == 7 || b && -1:i32 < 2:i32, r := -(5) - x * (n + 1);
  L3 -> L3: assume !(x <= 4) && x != 3;
  L3 -> L4: assume[division_by_zero] cast[u8](x) << 1:i32 == c;
  L4 -> L5: havoc x, c from "nondet";
  L5 -> L5: havoc unknown mem from "puts" escaping p, 5:i8;
  L5 -> L7: call x := start(1, 2);
  L7 -> L7: call start(x, n);
  L7 -> L8: alloc p := 12 in mem stack zeroed align 4 named "a";
  L8 -> L8: alloc p := cast[u32](x) in other;
  L8 -> L9: free p;
  L9 -> L9: forget mem[ptradd(&buffer, 4), sizeof(table, p)];
  L9 -> L9: print x := p, 1:i32, &`"hi"` into mem[p, 10];
  L9 -> L9: print p into other[p];
  L9 -> L9: havoc unknown () from "puts" escaping p;
  L9 -> L9: print p on stderr;
  L9 -> L9: mem := store(memset(memcopy(mem, p, other, p, 1), p, 0, 8), p, load[i32](mem, p));
  L9 -> L9: assume[invalid_dereference] valid(table, p, 4) && writable(table, p, 4) && freeable(table, p);
  L9 -> L9: y := ite(b, 1, 2) | ~y ^ 3 & y >> 2 / y % 3;
  L9 -> L10: exit 3;
  L9 -> L10: exit 3:int;
  L9 -> L10: abort;
  L9 -> L10: fail;
}

library proc helper() {
}

unknown proc elsewhere() {
}
)";

TEST(Text, RoundTripOfEverything) {
  Result<Program> program = parse(std::string(everything), "all.ir");
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_EQ(print(*program), everything);
}

TEST(Text, TheExampleOfTheManualIsAValidProgram) {
  ReadFile manual = read_file(KLEENE_SOURCE_DIR "/doc/ir.md");
  ASSERT_TRUE(manual.text) << manual.error;
  std::size_t begin = manual.text->find("```\n") + 4;
  std::size_t end = manual.text->find("```", begin);
  ASSERT_NE(end, std::string::npos);
  Result<Program> program = parse(manual.text->substr(begin, end - begin), "ir.md");
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_THAT(validate(*program), testing::IsEmpty());
  ASSERT_EQ(program->procedures.size(), 2U);
  EXPECT_EQ(program->entry, program->find_procedure("main"));
  EXPECT_EQ(program->procedures[1].edges.size(), 7U);
}

TEST(Text, DefaultsNeedNoWords) {
  Result<Program> program = parse("proc f(x: int) { a -> b: x := x - 1; b -> exit; }", "f.ir");
  ASSERT_TRUE(program) << render(program.error());
  const Procedure& f = program->procedures[0];
  EXPECT_EQ(program->entry, ProcId(0));
  EXPECT_EQ(f.entry, f.edges[0].from);
  EXPECT_EQ(f.exit, f.edges[1].to);
  EXPECT_EQ(f.locations[f.exit.index()].name, "exit");
  EXPECT_TRUE(std::holds_alternative<Skip>(f.edges[1].statement));
}

TEST(Text, FormerWordsForInputsAndUnknownValuesAreRead) {
  auto with = [](const std::string& words) {
    Result<Program> p =
        parse("global x: int = 0; global unknown: int = 0; proc main() { a -> exit: havoc " + words
                  + "; }",
              "words.ir");
    EXPECT_TRUE(p) << words;
    return p ? print(*p) : std::string();
  };
  EXPECT_EQ(with("demonic x"), with("unknown x"));
  EXPECT_EQ(with("angelic x"), with("x"));
  EXPECT_EQ(with("input x"), with("x"));
  EXPECT_NE(with("unknown x"), with("x"));
  EXPECT_NE(with("unknown"), with("x")) << "a variable may have that name";
  EXPECT_EQ(with("demonic unknown"), with("unknown unknown"));
}

TEST(Text, ScopesOfProceduresAreSeparate) {
  Result<Program> program = parse(R"(
    global n: int = 0;
    proc f(n: int) { a -> exit: n := 1; }
    proc g(n: bool) { a -> exit: n := true; }
    proc h() { a -> exit: n := 2; })",
                                  "f.ir");
  ASSERT_TRUE(program) << render(program.error());
  EXPECT_THAT(validate(*program), testing::IsEmpty());
  auto written = [&](std::size_t p) {
    return written_variables(program->procedures[p].edges[0].statement)[0];
  };
  EXPECT_EQ(written(0), program->procedures[0].parameters[0]);
  EXPECT_EQ(written(1), program->procedures[1].parameters[0]);
  EXPECT_EQ(written(2), program->globals[0]);
  EXPECT_EQ(program->variable(written(1)).display, "n");
}

/// Pairs of texts that mean the same condition; the right one has all parentheses.
TEST(Text, OperatorsBindAsInC) {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"a + b * c == d - 1 - 2", "(a + (b * c)) == ((d - 1) - 2)"},
      {"a << 1 + b < c >> 2", "(a << (1 + b)) < (c >> 2)"},
      {"(a & b) == 0 || t && !t || t", "((a & b) == 0) || (t && (!t)) || t"},
      {"a < b == t", "(a < b) == t"},
      {"(a | b ^ c & d) != 0", "!((a | (b ^ (c & d))) == 0)"},
      {"-a * ~b % c == a / b / c", "((-a) * (~b)) % c == (a / b) / c"},
      {"a > b && a >= 3", "(b < a) && (3 <= a)"},
  };
  std::string text = "global a, b, c, d: i32 = 0; global t: bool = true; proc main() {\n";
  for (const auto& [plain, parenthesised] : pairs)
    text += "x -> x: assume " + plain + "; x -> x: assume " + parenthesised + ";\n";
  Result<Program> program = parse(text + "}", "f.ir");
  ASSERT_TRUE(program) << render(program.error());
  const std::vector<Edge>& edges = program->procedures[0].edges;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(std::get<Assume>(edges[2 * i].statement).condition,
              std::get<Assume>(edges[2 * i + 1].statement).condition)
        << pairs[i].first;
  }
}

TEST(Text, RoundTripOfRandomPrograms) {
  for (std::uint32_t seed = 1; seed <= 1000; ++seed) {
    Program program = random_program(seed);
    ASSERT_THAT(validate(program), testing::IsEmpty()) << "seed " << seed;
    std::string text = print(program);
    Result<Program> again = parse(text, "random.ir");
    ASSERT_TRUE(again) << "seed " << seed << ": " << render(again.error());
    ASSERT_EQ(difference(program, *again), "") << "seed " << seed << "\n" << text;
    ASSERT_EQ(print(*again), text) << "seed " << seed;
  }
}

TEST(RandomProgram, HasEveryOperatorAndStatementSoonerOrLater) {
  std::set<Op> ops;
  std::set<std::size_t> statements;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    Program program = random_program(seed);
    for (const Procedure& p : program.procedures) {
      for (const Edge& e : p.edges) {
        statements.insert(e.statement.index());
        for (Term t : evaluated_terms(e.statement))
          for_each_subterm(t, [&](Term s) { ops.insert(s.op()); });
      }
    }
  }
  EXPECT_EQ(statements.size(), std::variant_size_v<Statement>);
  for (int op = 0; op <= static_cast<int>(Op::SizeOf); ++op)
    EXPECT_TRUE(ops.contains(static_cast<Op>(op))) << name(static_cast<Op>(op));
}

} // namespace
} // namespace kleene::ir
