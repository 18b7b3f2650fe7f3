// SPDX-License-Identifier: Apache-2.0
// Float operators as text and as expressions of Z3: against cvc5's theory of floats, which has no part of our definition, and
// against the processor.
#include "kleene/logic/floats.h"
#include "kleene/smt/session.h"
#include "kleene/smt/smtlib.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>

#include "../logic/special_patterns.h"

namespace kleene::smt {
namespace {

constexpr unsigned cases = 8;

struct Operation {
  FloatOp op;
  Type from;
  Type result;
  bool two = false; ///< operands

  std::string title() const {
    return fmt::format("{} {} {}", name(op), to_string(from), to_string(result));
  }
};

Type machine(unsigned width, bool is_signed = false) {
  return Type::machine(width, is_signed);
}

std::vector<Operation> operations() {
  std::vector<Operation> all;
  for (unsigned width : {32U, 64U}) {
    Type type = machine(width);
    for (FloatOp f : {FloatOp::Add, FloatOp::Sub, FloatOp::Mul, FloatOp::Div})
      all.push_back({f, type, type, true});
    for (FloatOp f : {FloatOp::Eq, FloatOp::Lt, FloatOp::Le})
      all.push_back({f, type, Type::boolean(), true});
    all.push_back({FloatOp::Sqrt, type, type});
    all.push_back({FloatOp::ToFloat, type, machine(96 - width)});
    for (unsigned integer : {8U, 32U, 64U})
      for (bool is_signed : {false, true})
        all.push_back({FloatOp::FromInt, machine(integer, is_signed), type});
  }
  return all;
}

Term term_of(TermManager& terms, const Operation& o, Term x, Term y) {
  return o.op == FloatOp::Sqrt                   ? float_root(terms, x)
         : is_float_conversion(kleene::op(o.op)) ? float_conversion(terms, o.op, o.result, x)
                                                 : floating(terms, o.op, x, y);
}

/// A pattern as a number of the theory of floats; NaNs are one number there.
std::string number(unsigned width, const std::string& bits) {
  return fmt::format("((_ to_fp {}) {})", width == 32 ? "8 24" : "11 53", bits);
}

/// What the theory of floats says of the operation.
std::string in_theory(const Operation& o, const std::string& x, const std::string& y) {
  unsigned from = o.from.width();
  auto both = [&](const char* op) {
    return fmt::format("({} {} {})", op, number(from, x), number(from, y));
  };
  const char* format = o.result.is_bool() || o.result.width() == 64 ? "11 53" : "8 24";
  switch (o.op) {
  case FloatOp::Add:
    return both("fp.add RNE");
  case FloatOp::Sub:
    return both("fp.sub RNE");
  case FloatOp::Mul:
    return both("fp.mul RNE");
  case FloatOp::Div:
    return both("fp.div RNE");
  case FloatOp::Eq:
    return both("fp.eq");
  case FloatOp::Lt:
    return both("fp.lt");
  case FloatOp::Le:
    return both("fp.leq");
  case FloatOp::Sqrt:
    return fmt::format("(fp.sqrt RNE {})", number(from, x));
  case FloatOp::FromInt:
    return fmt::format(
        "((_ {} {}) RNE {})", o.from.is_signed() ? "to_fp" : "to_fp_unsigned", format, x);
  default:
    return fmt::format("((_ to_fp {}) RNE {})", format, number(from, x));
  }
}

std::string name_of(VarId v) {
  return fmt::format("v{}", v.index());
}

/// That the text of the operation on variables 0 and 1 and the theory differ.
std::string difference(TermManager& terms, const Operation& o, VarId a, VarId b) {
  Term x = terms.variable(a, o.from);
  Term y = terms.variable(b, o.from);
  std::string ours = text(term_of(terms, o, x, y), {IntegerModel::Machine, name_of});
  if (!o.result.is_bool()) ours = number(o.result.width(), ours);
  return fmt::format("(not (= {} {}))", ours, in_theory(o, name_of(a), name_of(b)));
}

std::string declaration(VarId v, Type type) {
  return fmt::format("(declare-const {} (_ BitVec {}))\n", name_of(v), type.width());
}

Integer operand(SpecialPatterns& patterns, const Operation& o) {
  if (o.op != FloatOp::FromInt) return Integer(patterns.pattern(o.from.width()));
  return wrap(o.from, Integer(patterns.integer()));
}

TEST(FloatTheory, TextMeansTheSameOnSpecialPatterns) {
  Script script;
  for (const Operation& o : operations()) {
    TermManager terms;
    SpecialPatterns patterns(3);
    std::string given;
    std::string differs;
    for (unsigned i = 0; i < cases; ++i) {
      std::array ids{VarId(2 * i), VarId(2 * i + 1)};
      Integer a = operand(patterns, o);
      Integer b = o.two ? Integer(patterns.partner(o.from.width(), std::uint64_t(a))) : a;
      std::array values{a, b};
      for (std::size_t k = 0; k < 2; ++k)
        given += declaration(ids.at(k), o.from)
                 + fmt::format("(assert (= {} {}))\n",
                               name_of(ids.at(k)),
                               bits_text(values.at(k), o.from.width()));
      differs += " " + difference(terms, o, ids[0], ids[1]);
    }
    script.questions.push_back({o.title(), given + "(assert (or" + differs + "))\n"});
  }
  Budget budget;
  Cvc5 solver(60);
  std::vector<Answer> answers = solver.check(script, budget);
  ASSERT_EQ(answers.size(), script.questions.size());
  for (std::size_t i = 0; i < answers.size(); ++i)
    EXPECT_EQ(answers[i], Answer::Unsat) << script.questions[i].title << solver.problem();
}

/// For all operands, where this is quick.
TEST(FloatTheory, TextMeansTheSame) {
  Script script;
  for (const Operation& o : operations()) {
    bool compares = o.result.is_bool();
    bool widens = o.op == FloatOp::ToFloat && o.from.width() == 32;
    bool small = o.op == FloatOp::FromInt && o.from.width() == 8;
    if (!compares && !widens && !small) continue;
    TermManager terms;
    script.questions.push_back({o.title(),
                                declaration(VarId(0), o.from) + declaration(VarId(1), o.from)
                                    + "(assert " + difference(terms, o, VarId(0), VarId(1))
                                    + ")\n"});
  }
  Budget budget;
  Cvc5 solver(60);
  std::vector<Answer> answers = solver.check(script, budget);
  ASSERT_EQ(answers.size(), script.questions.size());
  for (std::size_t i = 0; i < answers.size(); ++i)
    EXPECT_EQ(answers[i], Answer::Unsat) << script.questions[i].title << solver.problem();
}

TEST(FloatTheory, AnotherOperationIsNoticed) {
  TermManager terms;
  Operation less{FloatOp::Lt, machine(32), Type::boolean(), true};
  std::string question = difference(terms, less, VarId(0), VarId(1));
  std::size_t at = question.rfind("fp.lt");
  ASSERT_NE(at, std::string::npos);
  question.replace(at, 5, "fp.leq");
  Script script;
  script.questions.push_back({"less",
                              declaration(VarId(0), less.from) + declaration(VarId(1), less.from)
                                  + "(assert " + question + ")\n"});
  Budget budget;
  Cvc5 solver(60);
  EXPECT_EQ(solver.check(script, budget), std::vector{Answer::Sat});
}

TEST(FloatExpressions, AreThoseOfTheProcessor) {
  for (const Operation& o : operations()) {
    TermManager terms;
    SpecialPatterns patterns(4);
    Budget budget;
    std::unique_ptr<Session> session = z3_session({.integers = IntegerModel::Machine}, budget);
    std::vector<Term> differences;
    for (unsigned i = 0; i < cases; ++i) {
      Term x = terms.variable(VarId(2 * i), o.from);
      Term y = terms.variable(VarId(2 * i + 1), o.from);
      Integer a = operand(patterns, o);
      Integer b = o.two ? Integer(patterns.partner(o.from.width(), std::uint64_t(a))) : a;
      session->assume(terms.eq(x, terms.constant(o.from, a)));
      session->assume(terms.eq(y, terms.constant(o.from, b)));
      std::array values{static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)};
      std::uint64_t expected = float_result(o.op, o.result, o.from, values);
      Term ours = term_of(terms, o, x, y);
      Term same = o.result.is_bool()
                      ? (expected != 0 ? ours : terms.negate(ours))
                      : terms.eq(ours, terms.constant(o.result, wrap(o.result, Integer(expected))));
      differences.push_back(terms.negate(same));
    }
    EXPECT_EQ(session->check({terms.disj(differences)}), Answer::Unsat) << o.title();
    EXPECT_FALSE(session->approximates()) << o.title();
    EXPECT_EQ(session->check({terms.negate(differences.front())}), Answer::Sat) << o.title();
  }
}

} // namespace
} // namespace kleene::smt
