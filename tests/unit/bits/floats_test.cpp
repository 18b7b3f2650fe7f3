// SPDX-License-Identifier: Apache-2.0
// Float operators as circuits against the processor, on special and random patterns.
#include "kleene/bits/blaster.h"
#include "kleene/logic/floats.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>

#include "../logic/special_patterns.h"

namespace kleene::bits {
namespace {

/// The circuit of an operator on constants is a constant.
void compare(FloatOp f, Type from, Type result, std::uint64_t a, std::uint64_t b) {
  TermManager terms;
  Circuit circuit;
  Blaster blaster(circuit);
  auto define = [&](std::size_t index, std::uint64_t value) {
    VarId id(index);
    blaster.define(id, blaster.values.plain(Words::constant(Integer(value), from.width())));
    return terms.variable(id, from);
  };
  Term x = define(0, a);
  Term t = f == FloatOp::Sqrt           ? float_root(terms, x)
           : is_float_conversion(op(f)) ? float_conversion(terms, f, result, x)
                                        : floating(terms, f, x, define(1, b));
  Word word = blaster.value(t)->rest;
  std::uint64_t got = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    ASSERT_TRUE(word[i].is_constant());
    if (word[i] == yes) got |= std::uint64_t(1) << i;
  }
  std::array values{a, b};
  std::uint64_t expected = float_result(f, result, from, values);
  if (result.is_machine() && result.width() < 64)
    expected &= (std::uint64_t(1) << result.width()) - 1;
  ASSERT_EQ(got, expected) << name(f) << ' ' << to_string(from) << ' ' << to_string(result)
                           << std::hex << ' ' << a << ' ' << b;
}

/// Of each operator; KLEENE_CASES has another number.
unsigned cases_of(unsigned usual) {
  const char* wanted = std::getenv("KLEENE_CASES");
  return wanted != nullptr ? static_cast<unsigned>(std::stoul(wanted)) : usual;
}

const unsigned cases = cases_of(10000);

class FloatCircuits : public testing::TestWithParam<unsigned> {};

TEST_P(FloatCircuits, OperatorsAreThoseOfTheProcessor) {
  Type type = Type::machine(GetParam(), false);
  for (FloatOp f : {FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div, FloatOp::Sqrt}) {
    SpecialPatterns patterns(static_cast<unsigned>(f));
    // Circuits of products are large, and operators of the interpreter are compared as often in other tests.
    unsigned count = f == FloatOp::Add || f == FloatOp::Sub ? cases : cases_of(2500);
    for (unsigned i = 0; i < count; ++i) {
      std::uint64_t a = patterns.pattern(type.width());
      compare(f, type, type, a, patterns.partner(type.width(), a));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(FloatCircuits, ComparisonsAreThoseOfTheProcessor) {
  Type type = Type::machine(GetParam(), false);
  SpecialPatterns patterns(7);
  for (FloatOp f : {FloatOp::Eq, FloatOp::Lt, FloatOp::Le})
    for (unsigned i = 0; i < cases; ++i) {
      std::uint64_t a = patterns.pattern(type.width());
      compare(f, type, Type::boolean(), a, patterns.partner(type.width(), a));
      if (HasFatalFailure()) return;
    }
}

TEST_P(FloatCircuits, ConversionsAreThoseOfTheProcessor) {
  Type type = Type::machine(GetParam(), false);
  Type other = Type::machine(96 - GetParam(), false);
  SpecialPatterns patterns(8);
  for (unsigned i = 0; i < cases; ++i) {
    compare(FloatOp::ToFloat, type, other, patterns.pattern(type.width()), 0);
    for (unsigned width : {8U, 16U, 32U, 64U}) {
      Type integer = Type::machine(width, i % 2 == 0);
      compare(FloatOp::ToInt, type, integer, patterns.pattern(type.width()), 0);
      std::uint64_t value = patterns.integer() & (~std::uint64_t(0) >> (64 - width));
      if (integer.is_signed() && width < 64 && (value >> (width - 1)) != 0)
        value |= ~std::uint64_t(0) << width;
      compare(FloatOp::FromInt, integer, type, value, 0);
    }
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, FloatCircuits, testing::Values(32U, 64U));

} // namespace
} // namespace kleene::bits
