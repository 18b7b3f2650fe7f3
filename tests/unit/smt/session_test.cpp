// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/substitute.h"
#include "kleene/smt/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace kleene::smt {
namespace {

const Type i32 = Type::machine(32, true);
const Type u32 = Type::machine(32, false);
const Type u8 = Type::machine(8, false);
const Type pointer = Type::machine(64, false);

struct SessionTest : ::testing::TestWithParam<IntegerModel> {
  std::unique_ptr<Session> session(IntegerModel model) { return z3_session({model}, budget); }
  Term var(std::size_t id, Type type) { return terms.variable(VarId(id), type); }
  Term num(Type type, Integer v) { return terms.constant(type, v); }

  TermManager terms;
  FreshVariables fresh{terms, 1000};
  Budget budget;
};

/// What the operators mean (logic/term.h), written down once more; nothing where they have no value.
std::optional<Integer> meaning(Op op, Type type, IntegerModel model, Integer a, Integer b) {
  auto result = [&](Integer v) {
    return model == IntegerModel::Math && type.is_signed() ? v : wrap(type, v);
  };
  bool in_range_shift = b >= 0 && b < type.width();
  switch (op) {
  case Op::Add:
    return result(a + b);
  case Op::Sub:
    return result(a - b);
  case Op::Mul:
    return result(a * b);
  case Op::Div:
    return b == 0 ? std::nullopt : std::optional(result(a / b));
  case Op::Rem:
    return b == 0 ? std::nullopt : std::optional(result(a % b));
  case Op::Shl:
    return in_range_shift ? std::optional(result(a * (Integer(1) << int(b)))) : std::nullopt;
  case Op::Shr:
    return in_range_shift ? std::optional(a >> int(b)) : std::nullopt;
  case Op::BitAnd:
    return a & b;
  case Op::BitOr:
    return a | b;
  case Op::BitXor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

TEST_P(SessionTest, GivesEveryOperatorItsMeaning) {
  std::mt19937 random(7);
  std::unique_ptr<Session> s = session(GetParam());
  for (Type type : {i32, u32, u8, Type::machine(16, true), pointer})
    for (Op op : {Op::Add,
                  Op::Sub,
                  Op::Mul,
                  Op::Div,
                  Op::Rem,
                  Op::Shl,
                  Op::Shr,
                  Op::BitAnd,
                  Op::BitOr,
                  Op::BitXor})
      for (int round = 0; round < 12; ++round) {
        auto pick = [&] {
          Integer big = wrap(type, (Integer(random()) << 32) + random());
          Integer some[] = {0, 1, 2, 7, min_value(type), max_value(type), big, wrap(type, -1)};
          return some[random() % 8];
        };
        Integer a = pick();
        Integer b = op == Op::Shl || op == Op::Shr ? Integer(random() % type.width()) : pick();
        std::optional<Integer> expected = meaning(op, type, GetParam(), a, b);
        if (!expected) continue;
        bool bits = op == Op::BitAnd || op == Op::BitOr || op == Op::BitXor;
        if (bits && GetParam() == IntegerModel::Math) continue;
        Scope scope(*s);
        Term x = fresh(type); // a variable has one type only
        // Shifts by a constant are exact in both models; other amounts only on bits.
        Term y = num(type, b);
        Term z = fresh(type);
        s->assume(terms.eq(x, num(type, a)));
        Term result = terms.binary(op, x, y);
        ASSERT_EQ(s->check({terms.eq(z, result)}), Answer::Sat);
        EXPECT_EQ(s->value(result), expected)
            << name(op) << ' ' << to_string(type) << ' ' << to_string(a) << ' ' << to_string(b);
      }
}

TEST_P(SessionTest, CastsKeepWhatTheyShould) {
  std::unique_ptr<Session> s = session(GetParam());
  for (Type from : {u8, i32, u32, Type::machine(64, true)})
    for (Type to : {u8, Type::machine(8, true), i32, u32, pointer})
      for (Integer v : {Integer(0), Integer(200), Integer(-1), Integer(-200), Integer(1) << 31}) {
        if (!fits(from, v)) continue;
        Scope scope(*s);
        Term x = var(1 + from.width() + (from.is_signed() ? 100 : 0), from);
        s->assume(terms.eq(x, num(from, v)));
        ASSERT_EQ(s->check(), Answer::Sat);
        EXPECT_EQ(s->value(terms.cast(to, x)), wrap(to, v))
            << to_string(from) << " to " << to_string(to) << ' ' << to_string(v);
      }
}

TEST_P(SessionTest, UnsignedVariablesAreInRangeAfterAScopeEnded) {
  std::unique_ptr<Session> s = session(GetParam());
  Term x = var(1, u32);
  {
    Scope scope(*s);
    s->assume(terms.lt(x, num(u32, 5)));
    EXPECT_EQ(s->check(), Answer::Sat);
  }
  Term negative = terms.lt(terms.cast(Type::integer(), x), num(Type::integer(), 0));
  if (GetParam() == IntegerModel::Math) {
    EXPECT_EQ(s->check({negative}), Answer::Unsat);
  }
  EXPECT_EQ(s->check(), Answer::Sat);
}

TEST_P(SessionTest, CoresAreAmongTheAssumptions) {
  std::unique_ptr<Session> s = session(GetParam());
  Term x = var(1, i32);
  Term y = var(2, i32);
  Term low = terms.lt(x, num(i32, 0));
  Term high = terms.lt(num(i32, 0), x);
  Term other = terms.lt(y, num(i32, 9));
  ASSERT_EQ(s->check({low, other, high}), Answer::Unsat);
  std::vector<Term> core = s->core();
  EXPECT_EQ(core.size(), 2U);
  EXPECT_EQ(std::ranges::count(core, other), 0);
  EXPECT_EQ(s->check({low, other}), Answer::Sat);
}

INSTANTIATE_TEST_SUITE_P(Models,
                         SessionTest,
                         ::testing::Values(IntegerModel::Machine, IntegerModel::Math),
                         [](const auto& model) {
                           return model.param == IntegerModel::Math ? "Math" : "Machine";
                         });

TEST_F(SessionTest, TheModelsDifferOnOverflow) {
  Term x = var(1, i32);
  Term wraps = terms.lt(terms.binary(Op::Add, x, num(i32, 1)), x);
  EXPECT_EQ(session(IntegerModel::Machine)->check({wraps}), Answer::Sat);
  EXPECT_EQ(session(IntegerModel::Math)->check({wraps}), Answer::Unsat);
}

TEST_F(SessionTest, BytesOfMemoryAreLittleEndian) {
  std::unique_ptr<Session> s = session(IntegerModel::Machine);
  Term memory = var(1, Type::memory());
  Term at = var(2, pointer);
  Term changed = terms.store(memory, at, num(u32, 0x04030201));
  Term second = terms.load(u8, changed, terms.binary(Op::PtrAdd, at, num(pointer, 1)));
  Term beside = terms.load(u8, changed, terms.binary(Op::PtrAdd, at, num(pointer, 4)));
  Term before = terms.load(u8, memory, terms.binary(Op::PtrAdd, at, num(pointer, 4)));
  EXPECT_EQ(s->check({terms.ne(second, num(u8, 2))}), Answer::Unsat);
  EXPECT_EQ(s->check({terms.ne(beside, before)}), Answer::Unsat);
  EXPECT_FALSE(s->approximates());
}

TEST_F(SessionTest, CopiesAndFillsReachTheirEnds) {
  std::unique_ptr<Session> s = session(IntegerModel::Machine);
  Term memory = var(1, Type::memory());
  Term from = num(pointer, 100);
  Term to = num(pointer, 102);
  Term filled = terms.mem_set(memory, from, num(u8, 9), num(pointer, 4));
  auto byte = [&](Term m, int at) { return terms.load(u8, m, num(pointer, at)); };
  EXPECT_EQ(s->check({terms.ne(byte(filled, 103), num(u8, 9))}), Answer::Unsat);
  EXPECT_EQ(s->check({terms.ne(byte(filled, 104), byte(memory, 104))}), Answer::Unsat);
  // As memmove: source and destination overlap.
  Term copied = terms.mem_copy(memory, to, memory, from, num(pointer, 4));
  EXPECT_EQ(s->check({terms.ne(byte(copied, 104), byte(memory, 102))}), Answer::Unsat);
  EXPECT_EQ(s->check({terms.ne(byte(copied, 105), byte(memory, 103))}), Answer::Unsat);
}

TEST_F(SessionTest, CellsOfOneWidthWorkOverUnboundedIntegers) {
  SessionOptions options{IntegerModel::Math};
  options.layout.cell = [](VarId) { return i32; };
  std::unique_ptr<Session> s = z3_session(options, budget);
  Term memory = var(1, Type::memory());
  Term at = var(2, pointer);
  Term x = var(3, i32);
  Term changed = terms.store(memory, at, x);
  EXPECT_EQ(s->check({terms.ne(terms.load(i32, changed, at), x)}), Answer::Unsat);
  EXPECT_FALSE(s->approximates());
}

TEST_F(SessionTest, WhatCannotBeTranslatedIsOpen) {
  std::unique_ptr<Session> s = session(IntegerModel::Math);
  Term x = var(1, i32);
  Term y = var(2, i32);
  Term both = terms.binary(Op::BitXor, x, y);
  EXPECT_EQ(
      s->check({terms.eq(both, num(i32, 5)), terms.eq(x, num(i32, 0)), terms.eq(y, num(i32, 0))}),
      Answer::Sat);
  EXPECT_TRUE(s->approximates());
}

TEST_F(SessionTest, AnExhaustedBudgetIsNoAnswer) {
  Budget none(std::chrono::duration<double>(0), std::nullopt);
  std::unique_ptr<Session> s = z3_session({IntegerModel::Math}, none);
  EXPECT_THROW(s->check(), ResourceOut);
}

} // namespace
} // namespace kleene::smt
