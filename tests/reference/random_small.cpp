// SPDX-License-Identifier: Apache-2.0
#include "random_small.h"

#include <fmt/core.h>

#include <functional>
#include <random>

namespace kleene::reference {
namespace {

using Expression = SmallExpression;
using Statement = SmallStatement;

class Generator {
public:
  Generator(std::uint64_t seed, unsigned bits) : random_(seed) {
    if (bits > 0)
      program_.range = {-(1 << (bits - 1)), (1 << (bits - 1)) - 1, true};
    else
      program_.range = chance(50) ? SmallRange{0, 3, false} : SmallRange{-2, 2, false};
  }

  SmallProgram run() {
    program_.globals = below(3);
    unsigned count = 1 + below(3);
    program_.procedures.push_back({"main", 0, 1 + below(2), {}});
    for (unsigned i = 0; i < count; ++i)
      program_.procedures.push_back({fmt::format("f{}", i), below(3), below(2), {}});
    for (SmallProcedure& p : program_.procedures) {
      variables_ = program_.globals + p.parameters + p.locals;
      p.body = block(2);
    }
    // Most errors stand behind a comparison at the end of main, where all that happened before shows.
    SmallProcedure& main = program_.procedures.front();
    variables_ = program_.globals + main.locals;
    if (chance(80)) main.body.insert(main.body.begin(), pick());
    main.body.push_back(call());
    Statement check{.kind = Statement::Kind::If, .expressions = {comparison()}};
    check.body.push_back({.kind = Statement::Kind::Error});
    main.body.push_back(check);
    return std::move(program_);
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  bool chance(unsigned percent) { return below(100) < percent; }

  Expression constant() {
    return {.value = program_.range.low + int(below(unsigned(program_.range.size())))};
  }
  Expression variable() {
    if (variables_ == 0) return constant();
    return {.kind = Expression::Kind::Variable, .variable = below(variables_)};
  }
  Expression make(Expression::Kind kind, std::vector<Expression> operands) {
    return {.kind = kind, .operands = std::move(operands)};
  }

  Expression value(unsigned depth) {
    if (depth == 0 || chance(30)) return chance(25) ? constant() : variable();
    switch (below(8)) {
    case 0:
    case 1:
    case 2:
      return make(Expression::Kind::Add, {value(depth - 1), value(depth - 1)});
    case 3:
    case 4:
    case 5:
      return make(Expression::Kind::Sub, {value(depth - 1), value(depth - 1)});
    case 6:
      return make(Expression::Kind::Mul, {constant(), variable()});
    default:
      return make(Expression::Kind::Negate, {variable()});
    }
  }

  Expression comparison() {
    Expression::Kind kinds[] = {
        Expression::Kind::Less, Expression::Kind::LessEqual, Expression::Kind::Equal};
    return make(kinds[below(3)],
                {chance(70) ? variable() : value(1), chance(60) ? constant() : variable()});
  }

  Expression condition() {
    switch (below(8)) {
    case 0:
      return make(Expression::Kind::And, {comparison(), comparison()});
    case 1:
      return make(Expression::Kind::Or, {comparison(), comparison()});
    case 2:
      return make(Expression::Kind::Not, {comparison()});
    default:
      return comparison();
    }
  }

  std::vector<Statement> block(unsigned depth) {
    std::vector<Statement> result;
    unsigned count = 1 + below(4);
    for (unsigned i = 0; i < count; ++i)
      result.push_back(statement(depth));
    return result;
  }

  Statement assign() {
    if (variables_ == 0) return {.kind = Statement::Kind::Assume, .expressions = {comparison()}};
    Statement s{.kind = Statement::Kind::Assign, .variable = below(variables_)};
    unsigned how = below(3);
    s.settle = how == 0 ? Settle::Reset : how == 1 ? Settle::Remainder : Settle::Clamp;
    s.expressions = {value(program_.range.wraps ? 2 : 1)};
    // Remainders of negative values would leave the range from 0.
    if (s.settle == Settle::Remainder && program_.range.low == 0) s.settle = Settle::Reset;
    return s;
  }

  Statement pick() { return {.kind = Statement::Kind::Pick, .variable = below(variables_)}; }

  /// Requires a variable for the result.
  Statement call() {
    Statement s{.kind = Statement::Kind::Call};
    s.callee = 1 + below(unsigned(program_.procedures.size()) - 1);
    const SmallProcedure& callee = program_.procedures[s.callee];
    for (unsigned i = 0; i < callee.parameters; ++i)
      s.expressions.push_back(program_.range.wraps ? value(1)
                              : chance(20)         ? constant()
                                                   : variable());
    s.variable = below(variables_);
    return s;
  }

  Statement statement(unsigned depth) {
    unsigned kind = below(100);
    if (kind < 30 || (variables_ == 0 && kind < 58)) return assign();
    if (kind < 40) return pick();
    if (kind < 58) return call();
    if (kind < 61) return {.kind = Statement::Kind::Assume, .expressions = {condition()}};
    if (kind < 64) return {.kind = Statement::Kind::Return, .expressions = {result()}};
    if (kind < 65) return {.kind = Statement::Kind::Stop};
    if (kind < 67) return {.kind = Statement::Kind::Error};
    if (kind < 70 && loops_ > 0) return {.kind = Statement::Kind::Break};
    if (depth == 0) return assign();
    Statement s{.expressions = {condition()}};
    if (kind < 82) {
      s.kind = Statement::Kind::While;
      ++loops_;
      s.body = block(depth - 1);
      --loops_;
      return s;
    }
    s.kind = Statement::Kind::If;
    s.body = block(depth - 1);
    if (chance(40)) s.otherwise = block(depth - 1);
    return s;
  }

  Expression result() {
    return program_.range.wraps ? value(1) : chance(30) ? constant() : variable();
  }

  std::mt19937_64 random_;
  SmallProgram program_;
  unsigned variables_ = 0;
  unsigned loops_ = 0;
};

void for_each_pick(std::vector<Statement>& statements,
                   const std::function<void(Statement&)>& visit) {
  for (Statement& s : statements) {
    if (s.kind == Statement::Kind::Pick) visit(s);
    for_each_pick(s.body, visit);
    for_each_pick(s.otherwise, visit);
  }
}

} // namespace

SmallProgram random_small_program(std::uint64_t seed, unsigned bits) {
  return Generator(seed, bits).run();
}

SmallProgram with_unknowns(SmallProgram program, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (SmallProcedure& p : program.procedures)
    for_each_pick(p.body, [&](Statement& pick) { pick.unknown = random() % 2 == 0; });
  return program;
}

SmallProgram with_unknowns_decided(SmallProgram program, int value) {
  for (SmallProcedure& p : program.procedures)
    for_each_pick(p.body, [&](Statement& pick) {
      if (pick.unknown)
        pick = {.kind = Statement::Kind::Assign,
                .variable = pick.variable,
                .expressions = {Expression{.value = value}}};
    });
  return program;
}

std::string random_c_program(std::uint64_t seed) {
  PickStyle styles[] = {PickStyle::Clamped, PickStyle::Function, PickStyle::Assumed};
  return to_c(random_small_program(seed), styles[seed % 3]);
}

} // namespace kleene::reference
