// SPDX-License-Identifier: Apache-2.0
// The operators, at every width: against formulas on exact integers, against the compiler's own
// types where C has them, and whole terms against a plain recursive evaluator.
#include <fmt/core.h>

#include <algorithm>
#include <random>

#include "interpreter_support.h"

namespace kleene::ir {
namespace {

__extension__ using Wide = unsigned __int128;

struct Outcome {
  std::optional<Integer> value; ///< nothing: undefined
  bool overflow = false;
  bool too_large = false; ///< math: does not fit 128 bits
  bool operator==(const Outcome&) const = default;
};

/// What is left of `exact` modulo 2^width, by subtraction, not by bits.
Integer reduced(Type type, Integer exact) {
  Integer modulus = Integer(1) << type.width();
  Integer low = exact % modulus;
  if (low < 0) low += modulus;
  if (type.is_signed() && low >= modulus / 2) low -= modulus;
  return low;
}

/// Bit by bit, the highest one of a signed type counting negative.
template <class F>
Outcome bitwise(Type type, Integer a, Integer b, F bit) {
  auto has = [](Integer number, unsigned i) {
    Integer weight = Integer(1) << i;
    Integer below = reduced(Type::machine(i + 1, false), number) % weight;
    return ((number - below) / weight) % 2 != 0;
  };
  Integer result = 0;
  for (unsigned i = 0; i < type.width(); ++i) {
    Integer weight = Integer(1) << i;
    bool negative = type.is_signed() && i + 1 == type.width();
    if (bit(has(a, i), has(b, i))) result += negative ? -weight : weight;
  }
  return {result};
}

/// The value of an operator from its definition in term.h, on the exact values of the operands.
Outcome expected(Op op, Type type, Integer a, Integer b, IntegerModel model) {
  bool exact_type = type.is_signed() && model == IntegerModel::Math;
  unsigned width = type.width();
  auto arithmetic = [&](Integer exact) {
    if (exact_type) return Outcome{exact};
    Integer low = reduced(type, exact);
    return Outcome{low, type.is_signed() && low != exact};
  };
  auto power = [](Integer n) { return Integer(1) << static_cast<unsigned>(n); };
  switch (op) {
  case Op::Add:
    return arithmetic(a + b);
  case Op::Sub:
    return arithmetic(a - b);
  case Op::Mul: {
    if (!type.is_signed()) {
      Wide product = static_cast<Wide>(a) * static_cast<Wide>(b);
      return {static_cast<Integer>(product % (static_cast<Wide>(1) << width))};
    }
    return arithmetic(a * b);
  }
  case Op::Neg:
    return arithmetic(-a);
  case Op::Div:
    return b == 0 ? Outcome{} : arithmetic(a / b);
  case Op::Rem: {
    if (b == 0) return {};
    Outcome quotient = arithmetic(a / b);
    return {a % b, quotient.overflow};
  }
  case Op::Shl:
    if (b < 0 || b >= width) return {};
    if (!type.is_signed())
      return {static_cast<Integer>((static_cast<Wide>(a) << static_cast<unsigned>(b))
                                   % (static_cast<Wide>(1) << width))};
    // Negative numbers are shifted without an overflow.
    return {arithmetic(a * power(b)).value, a >= 0 && arithmetic(a * power(b)).overflow};
  case Op::Shr: {
    if (b < 0 || b >= width) return {};
    Integer divisor = power(b); // rounds down
    return {a >= 0 ? a / divisor : -((-a + divisor - 1) / divisor)};
  }
  case Op::BitNot:
    return type.is_signed() ? Outcome{-a - 1} : Outcome{max_value(type) - a};
  case Op::BitAnd:
    return bitwise(type, a, b, [](bool x, bool y) { return x && y; });
  case Op::BitOr:
    return bitwise(type, a, b, [](bool x, bool y) { return x || y; });
  case Op::BitXor:
    return bitwise(type, a, b, [](bool x, bool y) { return x != y; });
  case Op::Eq:
    return {a == b};
  case Op::Lt:
    return {a < b};
  case Op::Le:
    return {a <= b};
  default:
    return {};
  }
}

bool compares(Op op) {
  return op == Op::Eq || op == Op::Lt || op == Op::Le;
}
bool is_unary(Op op) {
  return op == Op::Neg || op == Op::BitNot;
}

Term apply(TermManager& terms, Op op, Term a, Term b) {
  if (op == Op::Eq) return terms.eq(a, b);
  return is_unary(op) ? terms.unary(op, a) : terms.binary(op, a, b);
}

/// `r := op(x, y)` with inputs x and y. With `branch`, a comparison is the guard of two edges.
struct OneOperator {
  OneOperator(Op op, Type type, bool branch = false) {
    ProcId main(0);
    Type result = compares(op) ? Type::boolean() : type;
    VarId x = program.add_variable({.name = "x", .type = type});
    VarId y = program.add_variable({.name = "y", .type = type});
    VarId r = program.add_variable({.name = "r", .type = result, .owner = main});
    Procedure p{.name = "main", .returns = {r}};
    for (int i = 0; i < 4; ++i)
      p.add_location();
    p.entry = LocId(0);
    p.exit = LocId(1);
    Term value = apply(*program.terms, op, program.var(x), program.var(y));
    if (branch) {
      p.add_edge(LocId(0), LocId(2), Assume{value});
      p.add_edge(LocId(0), LocId(3), Assume{program.terms->negate(value)});
      p.add_edge(LocId(2), LocId(1), Assign{{r}, {program.terms->truth(true)}});
      p.add_edge(LocId(3), LocId(1), Assign{{r}, {program.terms->truth(false)}});
    } else {
      p.add_edge(LocId(0), LocId(1), Assign{{r}, {value}});
    }
    program.entry = program.add_procedure(std::move(p));
    interpreter.emplace(program);
  }

  Outcome operator()(Integer a, Integer b, const RunOptions& options) const {
    InputList inputs({a, b});
    RunResult r = interpreter->run(inputs, options);
    Outcome outcome;
    outcome.overflow = r.overflow.has_value();
    outcome.too_large = r.ending == Ending::OutOfRange;
    if (r.ending == Ending::Returned) outcome.value = r.status;
    return outcome;
  }

  Program program;
  std::optional<Interpreter> interpreter;
};

/// Small values, the ends of the range, powers of two, and some in between.
std::vector<Integer> interesting(Type type) {
  std::set<Integer> values;
  auto add = [&](Integer v) {
    if (fits(type, v)) values.insert(v);
  };
  for (int v : {-3, -2, -1, 0, 1, 2, 3, 7, 31, 32, 63, 64})
    add(v);
  for (int v : {0, 1, 2}) {
    add(min_value(type) + v);
    add(max_value(type) - v);
  }
  add(Integer(1) << (type.width() / 2));
  add(max_value(type) / 3);
  add(min_value(type) / 5);
  return {values.begin(), values.end()};
}

class EveryOperator : public testing::TestWithParam<Op> {};

TEST_P(EveryOperator, AtEveryWidthAndSign) {
  Op op = GetParam();
  for (unsigned width = 1; width <= 64; ++width)
    for (bool is_signed : {false, true}) {
      Type type = Type::machine(width, is_signed);
      OneOperator run(op, type);
      for (IntegerModel model : {IntegerModel::Machine, IntegerModel::Math}) {
        RunOptions options{.integers = model};
        for (Integer a : interesting(type))
          for (Integer b : interesting(type))
            ASSERT_TRUE(run(a, b, options) == expected(op, type, a, b, model))
                << name(op) << " " << to_string(type) << " " << kleene::to_string(a) << " "
                << kleene::to_string(b) << (model == IntegerModel::Math ? " math" : "");
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Interpreter,
                         EveryOperator,
                         testing::Values(Op::Add,
                                         Op::Sub,
                                         Op::Mul,
                                         Op::Neg,
                                         Op::Div,
                                         Op::Rem,
                                         Op::Shl,
                                         Op::Shr,
                                         Op::BitNot,
                                         Op::BitAnd,
                                         Op::BitOr,
                                         Op::BitXor,
                                         Op::Eq,
                                         Op::Lt,
                                         Op::Le),
                         [](const auto& i) { return std::string(name(i.param)); });

TEST(InterpreterValue, ComparisonsAsBranches) {
  for (Op op : {Op::Eq, Op::Lt, Op::Le})
    for (unsigned width : {1U, 8U, 31U, 32U, 63U, 64U})
      for (bool is_signed : {false, true}) {
        Type type = Type::machine(width, is_signed);
        OneOperator run(op, type, true);
        for (Integer a : interesting(type))
          for (Integer b : interesting(type))
            ASSERT_TRUE(run(a, b, {}) == expected(op, type, a, b, IntegerModel::Machine))
                << name(op) << " " << to_string(type) << " " << kleene::to_string(a) << " "
                << kleene::to_string(b);
      }
}

/// The C types, with wrapping where C wraps: what gcc's own arithmetic says.
template <class T>
void against_native() {
  using U = std::make_unsigned_t<T>;
  Type type = Type::machine(sizeof(T) * 8, std::is_signed_v<T>);
  OneOperator add(Op::Add, type);
  OneOperator mul(Op::Mul, type);
  OneOperator div(Op::Div, type);
  OneOperator rem(Op::Rem, type);
  OneOperator shr(Op::Shr, type);
  for (Integer x : interesting(type))
    for (Integer y : interesting(type)) {
      auto a = static_cast<T>(x);
      auto b = static_cast<T>(y);
      T sum = 0;
      T product = 0;
      bool lost_sum = __builtin_add_overflow(a, b, &sum) && std::is_signed_v<T>;
      bool lost_product = __builtin_mul_overflow(a, b, &product) && std::is_signed_v<T>;
      EXPECT_TRUE(add(x, y, {}) == (Outcome{Integer(sum), lost_sum}));
      EXPECT_TRUE(mul(x, y, {}) == (Outcome{Integer(product), lost_product}));
      bool least = std::is_signed_v<T> && a == std::numeric_limits<T>::min();
      if (b != 0 && !(least && static_cast<U>(b) == static_cast<U>(-1))) {
        EXPECT_TRUE(div(x, y, {}) == Outcome{Integer(static_cast<T>(a / b))});
        EXPECT_TRUE(rem(x, y, {}) == Outcome{Integer(static_cast<T>(a % b))});
      }
      if (y >= 0 && y < Integer(sizeof(T) * 8)) {
        EXPECT_TRUE(shr(x, y, {}) == Outcome{Integer(static_cast<T>(a >> b))});
      }
    }
}

TEST(InterpreterValue, AsTheCompilersOwnTypes) {
  against_native<std::int32_t>();
  against_native<std::uint32_t>();
  against_native<std::int64_t>();
  against_native<std::uint64_t>();
}

TEST(InterpreterValue, CastsInBothModels) {
  for (unsigned from = 1; from <= 64; from += 3)
    for (unsigned to = 1; to <= 64; to += 7)
      for (int signs = 0; signs < 4; ++signs) {
        Type source = Type::machine(from, (signs & 1) != 0);
        Type target = Type::machine(to, (signs & 2) != 0);
        Program p = program_of(fmt::format(
            "global x: {} = ?; proc main() returns (r: {}) {{ a -> exit: r := cast[{}](x); }}",
            to_string(source),
            to_string(target),
            to_string(target)));
        for (Integer v : interesting(source))
          for (const RunOptions& options : {RunOptions{}, math()})
            ASSERT_EQ(run_program(p, {v}, options).status, reduced(target, v))
                << to_string(source) << " " << to_string(target) << " " << kleene::to_string(v);
      }
}

TEST(InterpreterValue, MathCastsKeepTooLargeValuesOnlyAmongSignedTypes) {
  auto value = [](const std::string& type) {
    return run_text("global x: i8 = ?; proc main() returns (r: " + type
                        + ") { a -> exit: r := cast[" + type + "](x * x); }",
                    {100},
                    math())
        .status;
  };
  EXPECT_EQ(value("i16"), 10000);
  EXPECT_EQ(value("i64"), 10000);
  EXPECT_EQ(value("int"), 10000);
  EXPECT_EQ(value("u8"), 10000 % 256);
  EXPECT_EQ(value("u16"), 10000);
  EXPECT_EQ(value("i7"), 10000 % 128);
}

/// Random terms over four variables, and their values by plain recursion.
class RandomTerms {
public:
  RandomTerms(std::uint64_t seed, Program& program, std::vector<VarId> variables)
      : random_(seed), program_(program), variables_(std::move(variables)) {}

  Term of(Type type, int depth) {
    TermManager& t = *program_.terms;
    if (type.is_bool()) return boolean(depth);
    if (depth == 0) return leaf(type);
    switch (pick(8)) {
    case 0:
      return leaf(type);
    case 1:
      return t.ite(boolean(depth - 1), of(type, depth - 1), of(type, depth - 1));
    case 2:
      return t.cast(type, of(any_type(), depth - 1));
    case 3:
      return t.unary(pick(2) == 0 ? Op::Neg : Op::BitNot, of(type, depth - 1));
    default: {
      constexpr std::array ops{Op::Add,
                               Op::Sub,
                               Op::Mul,
                               Op::Div,
                               Op::Rem,
                               Op::BitAnd,
                               Op::BitOr,
                               Op::BitXor,
                               Op::Shl,
                               Op::Shr};
      Op op = ops.at(pick(ops.size()));
      if (op == Op::Shl || op == Op::Shr)
        return t.binary(op, of(type, depth - 1), t.constant(type, Integer(pick(type.width()))));
      if (op == Op::Div || op == Op::Rem)
        return t.binary(op, of(type, depth - 1), t.constant(type, 1 + Integer(pick(7))));
      return t.binary(op, of(type, depth - 1), of(type, depth - 1));
    }
    }
  }

  std::size_t pick(std::size_t count) { return random_() % count; }
  Type any_type() { return program_.variable(variables_[pick(variables_.size())]).type; }

private:
  Term boolean(int depth) {
    TermManager& t = *program_.terms;
    if (depth == 0) return t.truth(pick(2) == 0);
    Type type = any_type();
    switch (pick(6)) {
    case 0:
      return t.negate(boolean(depth - 1));
    case 1:
      return t.conj({boolean(depth - 1), boolean(depth - 1), boolean(depth - 1)});
    case 2:
      return t.disj({boolean(depth - 1), boolean(depth - 1)});
    case 3:
      return t.eq(of(type, depth - 1), of(type, depth - 1));
    default:
      return t.binary(pick(2) == 0 ? Op::Lt : Op::Le, of(type, depth - 1), of(type, depth - 1));
    }
  }
  Term leaf(Type type) {
    for (int tries = 0; tries < 4; ++tries) {
      VarId v = variables_[pick(variables_.size())];
      if (program_.variable(v).type == type) return program_.var(v);
    }
    return program_.terms->constant(type, static_cast<std::int64_t>(random_()));
  }

  std::mt19937_64 random_;
  Program& program_;
  std::vector<VarId> variables_;
};

struct Naive {
  const std::map<VarId, Integer>& state;
  IntegerModel model;
  bool overflow = false;
  bool undefined = false;

  Integer operator()(Term t) {
    std::vector<Integer> args;
    for (Term a : t.args())
      args.push_back((*this)(a));
    switch (t.op()) {
    case Op::Constant:
      return t.value();
    case Op::Variable:
      return state.at(t.variable());
    case Op::Not:
      return 1 - args[0];
    case Op::And:
      return std::ranges::find(args, 0) == args.end();
    case Op::Or:
      return std::ranges::find(args, 1) != args.end();
    case Op::Ite:
      return args[0] != 0 ? args[1] : args[2];
    case Op::Cast: {
      Type from = t.arg(0).type();
      bool keeps = model == IntegerModel::Math && from.is_signed() && t.type().is_signed()
                   && t.type().width() >= from.width();
      return keeps ? args[0] : reduced(t.type(), args[0]);
    }
    default: {
      Outcome o = expected(t.op(), t.arg(0).type(), args[0], args.back(), model);
      overflow |= o.overflow;
      undefined |= !o.value;
      return o.value.value_or(0);
    }
    }
  }
};

TEST(InterpreterValue, RandomTermsAgainstAPlainEvaluator) {
  std::mt19937_64 random(7);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Program program;
    std::vector<VarId> variables;
    const std::vector<Type> types{Type::machine(32, true),
                                  Type::machine(64, false),
                                  Type::machine(8, true),
                                  Type::machine(13, false)};
    for (std::size_t i = 0; i < types.size(); ++i)
      variables.push_back(
          program.add_variable({.name = "v" + std::to_string(i), .type = types[i]}));
    RandomTerms make(seed, program, variables);
    Type type = make.pick(4) == 0 ? Type::boolean() : make.any_type();
    Term term = make.of(type, 4);
    VarId r = program.add_variable({.name = "r", .type = type, .owner = ProcId(0)});
    Procedure p{.name = "main", .returns = {r}};
    for (int i = 0; i < 4; ++i)
      p.add_location();
    p.entry = LocId(0);
    p.exit = LocId(1);
    if (type.is_bool() && make.pick(2) == 0) {
      p.add_edge(LocId(0), LocId(2), Assume{term});
      p.add_edge(LocId(0), LocId(3), Assume{program.terms->negate(term)});
      p.add_edge(LocId(2), LocId(1), Assign{{r}, {program.terms->truth(true)}});
      p.add_edge(LocId(3), LocId(1), Assign{{r}, {program.terms->truth(false)}});
    } else {
      p.add_edge(LocId(0), LocId(1), Assign{{r}, {term}});
    }
    program.entry = program.add_procedure(std::move(p));
    ASSERT_TRUE(validate(program).empty());
    Interpreter interpreter(program);
    for (int round = 0; round < 20; ++round) {
      std::map<VarId, Integer> state;
      std::vector<Integer> inputs;
      for (VarId v : variables) {
        std::vector<Integer> values = interesting(program.variable(v).type);
        inputs.push_back(values[random() % values.size()]);
        state[v] = inputs.back();
      }
      Naive naive{state, IntegerModel::Machine};
      Integer value = naive(term);
      ASSERT_FALSE(naive.undefined);
      InputList list(inputs);
      RunResult result = interpreter.run(list, {});
      ASSERT_EQ(result.ending, Ending::Returned);
      ASSERT_EQ(result.status, value) << to_string(term, program);
      ASSERT_EQ(result.overflow.has_value(), naive.overflow) << to_string(term, program);
    }
  }
}

TEST(InterpreterValue, DeepTermsNeedNoNativeStack) {
  Program program;
  VarId x = program.add_variable(
      {.name = "x", .type = Type::machine(32, false), .initial = std::nullopt});
  VarId r =
      program.add_variable({.name = "r", .type = Type::machine(32, false), .owner = ProcId(0)});
  Term sum = program.var(x);
  for (int i = 0; i < 200'000; ++i)
    sum = program.terms->binary(Op::Add, sum, program.var(x));
  Procedure p{.name = "main", .returns = {r}};
  p.entry = p.add_location();
  p.exit = p.add_location();
  p.add_edge(p.entry, p.exit, Assign{{r}, {sum}});
  program.entry = program.add_procedure(std::move(p));
  EXPECT_EQ(run_program(program, {3}).status, 600'003);
}

} // namespace
} // namespace kleene::ir
