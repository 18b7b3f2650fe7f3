// SPDX-License-Identifier: Apache-2.0
// What the judges know about memory, and above all what they do not.
#include <gmock/gmock.h>

#include "judge_support.h"

namespace kleene::evidence {
namespace {

using namespace testing_support;
using testing::HasSubstr;

/// The objection to a proof that states nothing about straight code.
std::string objection(const std::string& text, IntegerModel integers = IntegerModel::Machine) {
  ir::Program p = program(text);
  smt::Cvc5 solver;
  Budget budget;
  return judge(problem(p, integers), sparse_proof(p, {}), solver, budget).objection;
}

std::string with_code(const std::string& code) {
  return R"(first_free 0x20000;
global mem: memory cell i32; global bytes: memory; global alloc: allocation;
object a at 0x10000 size 8 in mem bytes "0500000007";
proc main() {
  local p: u64; local q: u64; local x: i32; local c: u8;
)" + code + R"(
  location bad target call reach_error;
})";
}

TEST(MemoryJudge, KnowsInitialContents) {
  std::string same = with_code(R"(
  start -> bad:   assume load[i32](mem, &a) != 5 || load[i32](mem, ptradd(&a, 4)) != 7;
  start -> exit:  skip;)");
  EXPECT_EQ(objection(same), "");
  EXPECT_EQ(objection(same, IntegerModel::Math), "");
  EXPECT_THAT(objection(with_code(R"(
  start -> bad:   assume load[i32](mem, &a) == 5;
  start -> exit:  skip;)")),
              HasSubstr("target"));
}

TEST(MemoryJudge, ReadsWhatWasWrittenAtTheSamePlaceOnly) {
  std::string code = R"(
  start -> L1:  havoc x;
  L1 -> L2:     assume 0 <= x && x < 2;
  L2 -> L3:     mem := store(mem, ptradd(&a, cast[u64](x) * 4), 9:i32);
  L3 -> bad:    assume load[i32](mem, ptradd(&a, cast[u64](x) * 4)) != 9;
  L3 -> L4:     skip;
  L4 -> exit:   skip;)";
  EXPECT_EQ(objection(with_code(code)), "");
  EXPECT_EQ(objection(with_code(code), IntegerModel::Math), "");
  EXPECT_THAT(objection(with_code(R"(
  start -> L1:  havoc x;
  L1 -> L2:     assume 0 <= x && x < 2;
  L2 -> L3:     mem := store(mem, ptradd(&a, cast[u64](x) * 4), 9:i32);
  L3 -> bad:    assume load[i32](mem, &a) != 9;
  L3 -> exit:   skip;)")),
              HasSubstr("target"));
}

TEST(MemoryJudge, BytesAreLittleEndian) {
  EXPECT_EQ(objection(with_code(R"(
  start -> L1:  alloc p := 4 in bytes named "p";
  L1 -> L2:     havoc x;
  L2 -> L3:     bytes := store(bytes, p, x);
  L3 -> bad:    assume cast[i32](load[u8](bytes, ptradd(p, 1))) != ((x >> 8) & 255);
  L3 -> exit:   skip;)")),
            "");
}

TEST(MemoryJudge, NewMemoryIsUnknown) {
  EXPECT_THAT(objection(with_code(R"(
  start -> L1:  alloc p := 4 in bytes named "p";
  L1 -> bad:    assume load[u8](bytes, p) != 0;
  L1 -> exit:   skip;)")),
              HasSubstr("target"));
  EXPECT_THAT(objection(with_code(R"(
  start -> L1:  alloc p := 4 in bytes named "p";
  L1 -> L2:     bytes := store(bytes, p, 1:u8);
  L2 -> L3:     forget bytes[p, 4];
  L3 -> bad:    assume load[u8](bytes, p) != 1;
  L3 -> exit:   skip;)")),
              HasSubstr("target"));
}

TEST(MemoryJudge, ZeroedMemoryIsZero) {
  EXPECT_EQ(objection(with_code(R"(
  start -> L1:  alloc p := 4 in bytes zeroed named "p";
  L1 -> bad:    assume load[u8](bytes, ptradd(p, 3)) != 0;
  L1 -> exit:   skip;)")),
            "");
}

TEST(MemoryJudge, LiveObjectsAreApart) {
  EXPECT_EQ(objection(with_code(R"(
  start -> L1:  alloc p := 4 in bytes named "p";
  L1 -> L2:     alloc q := 4 in bytes named "q";
  L2 -> bad:    assume p == q || p == 0 || q == &a;
  L2 -> L3:     bytes := store(bytes, p, 1:u8);
  L3 -> L4:     bytes := store(bytes, q, 2:u8);
  L4 -> bad:    assume load[u8](bytes, p) != 1;
  L4 -> exit:   skip;)")),
            "");
}

TEST(MemoryJudge, DeadObjectsMayComeAgain) {
  EXPECT_THAT(objection(with_code(R"(
  start -> L1:  alloc p := 4 in bytes named "p";
  L1 -> L2:     free p;
  L2 -> L3:     alloc q := 4 in bytes named "q";
  L3 -> bad:    assume p == q;
  L3 -> exit:   skip;)")),
              HasSubstr("target"));
}

TEST(MemoryJudge, ValidityIsAnsweredEitherWay) {
  EXPECT_THAT(objection(with_code(R"(
  start -> L1:  havoc p;
  L1 -> bad:    assume valid(alloc, p, 4);
  L1 -> exit:   skip;)")),
              HasSubstr("target"));
  EXPECT_THAT(objection(with_code(R"(
  start -> L1:  havoc p;
  L1 -> bad:    assume !valid(alloc, p, 4);
  L1 -> exit:   skip;)")),
              HasSubstr("target"));
  EXPECT_EQ(objection(with_code(R"(
  start -> L1:  assume[invalid_dereference] valid(alloc, p, 4);
  L1 -> bad:    assume p == 0;
  L1 -> exit:   skip;)")),
            "");
}

TEST(MemoryJudge, CopiesShortBlocksAndForgetsLongOnes) {
  auto copy = [&](const std::string& length) {
    return objection(with_code(R"(
  start -> L1:  alloc p := 8 in bytes named "p";
  L1 -> L2:     alloc q := 8 in bytes named "q";
  L2 -> L3:     bytes := store(bytes, p, 5:i32);
  L3 -> L4:     bytes := memcopy(bytes, q, bytes, p, )"
                               + length + R"();
  L4 -> bad:    assume load[i32](bytes, q) != 5;
  L4 -> exit:   skip;)"));
  };
  EXPECT_EQ(copy("4"), "");
  EXPECT_THAT(copy("2"), HasSubstr("target"));
  EXPECT_THAT(copy("1000"), HasSubstr("target")) << "too long: nothing is known any more";
  EXPECT_THAT(copy("cast[u64](x)"), HasSubstr("target"));
}

TEST(MemoryJudge, FillsBlocks) {
  EXPECT_EQ(objection(with_code(R"(
  start -> L1:  havoc c;
  L1 -> L2:     mem := memset(mem, &a, c, 8);
  L2 -> bad:    assume load[i32](mem, &a) != load[i32](mem, ptradd(&a, 4));
  L2 -> L3:     mem := memset(mem, &a, 1, 4);
  L3 -> bad:    assume load[i32](mem, &a) != 16843009;
  L3 -> exit:   skip;)")),
            "");
}

TEST(MemoryJudge, BitOperationsOnUnboundedIntegersAreArbitrary) {
  std::string code = with_code(R"(
  start -> L1:  havoc x;
  L1 -> L2:     x := (x ^ 1) ^ x;
  L2 -> bad:    assume x != 1;
  L2 -> exit:   skip;)");
  EXPECT_EQ(objection(code), "");
  EXPECT_THAT(objection(code, IntegerModel::Math), HasSubstr("target"));
}

} // namespace
} // namespace kleene::evidence
