// SPDX-License-Identifier: Apache-2.0
// Random statements on random states: what the interpreter does lies within what statements do to judges that may err
// upwards, contains what they do to judges that may err downwards, and is the same where they are exact.
#include "kleene/bdd/manager.h"
#include "kleene/evidence/leap.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <random>

#include "boolean_encoding.h"
#include "effect.h"
#include "passage.h"
#include "questions.h"
#include "transition.h"

namespace kleene::evidence {
namespace {

using ir::LocId;
using Values = std::map<VarId, Integer>;
using To = Effect::Change::To;

/// A program with one statement: globals of all scalar types, a memory with one object, a format to print.
class OneStatement {
public:
  explicit OneStatement(unsigned seed, bool booleans) : random_(seed), booleans_(booleans) {
    std::vector<Type> types(4, Type::boolean());
    if (!booleans)
      types = {Type::boolean(),
               Type::machine(8, true),
               Type::machine(8, false),
               Type::machine(64, true),
               Type::machine(64, false),
               Type::boolean(),
               Type::machine(8, true),
               Type::machine(64, false)};
    for (Type type : types)
      variables_.push_back(
          program_.add_variable({.name = "v" + std::to_string(variables_.size()), .type = type}));
    if (!booleans) add_memory();
  }

  ir::Program& program() { return program_; }
  const std::vector<VarId>& variables() const { return variables_; }
  std::size_t pick(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }

  Values state() {
    Values result;
    for (VarId v : variables_)
      result[v] = value(program_.variable(v).type);
    return result;
  }
  Integer value(Type type) {
    if (type.is_bool()) return static_cast<Integer>(pick(2));
    if (pick(4) == 0) return pick(2) == 0 ? min_value(type) : max_value(type);
    return wrap(type, static_cast<Integer>(pick(9)) - 3);
  }

  ir::Statement statement() {
    switch (pick(booleans_ ? 5 : 10)) {
    case 0:
      return ir::Skip{};
    case 1:
      return ir::Assume{term(Type::boolean(), 3), ir::AssumeKind::Guard};
    case 2:
      return ir::Havoc{some_variables(), ir::Choice::Input, "x", {}, false};
    case 3:
      return ir::Halt{ir::HaltKind::Abort, {}};
    case 4:
    case 5:
      return assignment();
    case 6:
      return ir::Havoc{some_variables(), ir::Choice::Unknown, "y", {}, false};
    case 7:
      return output();
    case 8:
      return ir::Alloc{pointer_variable(),
                       number(static_cast<Integer>(pick(20))),
                       ir::Storage::Heap,
                       pick(2) == 0,
                       16,
                       memory_,
                       "malloc"};
    default:
      return pick(2) == 0
                 ? ir::Statement(ir::Forget{memory_, address(), number(static_cast<Integer>(4))})
                 : ir::Statement(ir::Assign{{memory_}, {store()}});
    }
  }

  /// The program that begins in this state and makes the statement.
  ir::Program made(const ir::Statement& statement, const Values& state) const {
    ir::Program result = program_;
    for (auto [v, value] : state)
      result.variable(v).initial = result.terms->constant(result.variable(v).type, value);
    ir::Procedure main;
    main.name = "main";
    main.entry = main.add_location();
    main.exit = main.add_location();
    main.add_edge(main.entry, main.exit, statement);
    result.entry = result.add_procedure(std::move(main));
    return result;
  }

private:
  void add_memory() {
    memory_ = program_.add_variable(
        {.name = "memory", .type = Type::memory(), .cell = Type::machine(32, true)});
    VarId alloc = program_.add_variable({.name = "alloc", .type = Type::allocation()});
    program_.allocation = alloc;
    ir::Object data;
    data.name = "data";
    data.size = 8;
    data.address = 0x10000;
    data.region = memory_;
    data_ = program_.add_object(data);
    VarId texts = program_.add_variable({.name = "texts", .type = Type::memory()});
    ir::Object format;
    format.name = "format";
    format.bytes = std::string("%d\n\0", 4);
    format.size = 4;
    format.address = 0x10010;
    format.region = texts;
    format.read_only = true;
    format_ = program_.add_object(format);
    program_.first_free_address = 0x20000;
  }

  Term number(Integer n) { return program_.terms->constant(program_.pointer_type(), n); }
  Term address() { return program_.terms->address(data_, program_.pointer_type()); }
  VarId pointer_variable() const { return variables_[4]; }

  Term store() {
    TermManager& t = *program_.terms;
    Term place = t.binary(Op::PtrAdd, address(), number(static_cast<Integer>(4 * pick(2))));
    Type cell = Type::machine(32, true);
    return t.store(program_.var(memory_), place, t.cast(cell, term(Type::machine(8, true), 2)));
  }

  ir::Statement output() {
    ir::Output result;
    result.format = program_.terms->address(format_, program_.pointer_type());
    result.arguments = {
        program_.terms->cast(Type::machine(32, true), term(Type::machine(8, true), 2))};
    if (pick(2) == 0) result.result = variables_[3];
    return result;
  }

  ir::Statement assignment() {
    ir::Assign result;
    result.targets = some_variables();
    for (VarId v : result.targets)
      result.values.push_back(term(program_.variable(v).type, 3));
    return result;
  }

  std::vector<VarId> some_variables() {
    std::vector<VarId> result = variables_;
    std::shuffle(result.begin(), result.end(), random_);
    result.resize(1 + pick(3));
    return result;
  }

  Term leaf(Type type) {
    std::vector<VarId> fitting;
    for (VarId v : variables_)
      if (program_.variable(v).type == type) fitting.push_back(v);
    if (pick(3) == 0) return program_.terms->constant(type, value(type));
    return program_.var(fitting[pick(fitting.size())]);
  }

  Term term(Type type, unsigned depth) {
    TermManager& t = *program_.terms;
    if (depth == 0 || pick(5) == 0) return leaf(type);
    if (!type.is_bool()) {
      constexpr std::array ops{
          Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::BitXor, Op::Shl, Op::Shr, Op::Div};
      return t.binary(ops.at(pick(ops.size())), term(type, depth - 1), term(type, depth - 1));
    }
    Type other = booleans_ ? type : program_.variable(variables_[pick(variables_.size())]).type;
    switch (pick(4)) {
    case 0:
      return t.negate(term(type, depth - 1));
    case 1:
      return t.disj(term(type, depth - 1), term(type, depth - 1));
    case 2:
      return t.ite(term(type, depth - 1), term(type, depth - 1), term(type, depth - 1));
    default:
      return other.is_bool() ? t.eq(term(other, depth - 1), term(other, depth - 1))
                             : t.lt(term(other, depth - 1), term(other, depth - 1));
    }
  }

  std::mt19937_64 random_;
  bool booleans_;
  ir::Program program_;
  std::vector<VarId> variables_;
  VarId memory_;
  ObjectId data_;
  ObjectId format_;
};

class AfterStep : public ir::Tracer {
public:
  void step(const Step& step) override {
    for (auto [variable, written] : step.written)
      values[variable] = written;
  }
  Values values;
};

struct Outcome {
  bool arrived = false;
  bool out_of_range = false; ///< of what the interpreter can hold
  Values after;
};

Outcome interpreted(const ir::Program& program,
                    const Values& before,
                    const std::vector<Integer>& given,
                    IntegerModel integers) {
  ir::InputList inputs(given);
  ir::RunOptions options;
  options.integers = integers;
  AfterStep last;
  last.values = before;
  ir::RunResult run = ir::Interpreter(program).run(inputs, options, &last);
  return {run.ending == ir::Ending::Returned,
          run.ending == ir::Ending::OutOfRange,
          std::move(last.values)};
}

std::vector<Integer> inputs_for(OneStatement& random, const ir::Statement& statement) {
  std::vector<Integer> result;
  const auto* havoc = std::get_if<ir::Havoc>(&statement);
  if (havoc != nullptr && havoc->choice == ir::Choice::Input)
    for (VarId v : havoc->variables)
      result.push_back(random.value(random.program().variable(v).type));
  return result;
}

/// Whether an effect makes a state of another one, with these inputs; nothing if a condition has no value.
class Applied {
public:
  Applied(const ir::Program& program, const Values& before, IntegerModel integers)
      : program_(program),
        before_(before),
        folder_(program, integers, [](Term address) { return address; }) {}

  Term fold(Term t) {
    std::map<VarId, Term> variables; // those of effects need not be variables of the program
    for_each_subterm(t, [&](Term part) {
      if (part.is_variable()) variables.emplace(part.variable(), part);
    });
    return folder_(t, [&](VarId v) {
      Term variable = variables.at(v);
      auto found = before_.find(v);
      return found == before_.end() ? variable
                                    : program_.terms->constant(variable.type(), found->second);
    });
  }

  /// The values of variables that are known afterwards.
  Values after(const Effect& effect, const std::vector<Integer>& inputs) {
    Values result = before_;
    std::size_t next = 0;
    for (const Effect::Change& change : effect.changes) {
      result.erase(change.variable);
      if (change.to == To::Input) result[change.variable] = inputs.at(next++);
      if (change.to != To::Value) continue;
      if (Term value = fold(change.value); value.is_constant())
        result[change.variable] = value.value();
    }
    if (effect.alloc != nullptr) result.erase(effect.alloc->target);
    return result;
  }

private:
  const ir::Program& program_;
  const Values& before_;
  Folder folder_;
};

/// All that is known agrees.
void expect_within(const ir::Program& program, const Values& known, const Values& real) {
  for (auto [v, value] : known)
    if (auto found = real.find(v); found != real.end()) {
      EXPECT_EQ(to_string(found->second), to_string(value)) << program.variable(v).name;
    }
}

class EffectOracle : public ::testing::TestWithParam<IntegerModel> {};

TEST_P(EffectOracle, TheInterpreterLiesBetweenTheBounds) {
  OneStatement random(7, false);
  std::size_t arrived = 0;
  std::size_t sure = 0;
  std::size_t told = 0;
  for (int round = 0; round < 4000 && !HasFailure(); ++round) {
    Values before = random.state();
    ir::Statement statement = random.statement();
    ir::Program program = random.made(statement, before);
    ASSERT_TRUE(ir::validate(program).empty()) << ir::validate(program).front();
    std::vector<Integer> inputs = inputs_for(random, statement);
    Outcome real = interpreted(program, before, inputs, GetParam());
    if (real.out_of_range) continue;
    arrived += real.arrived ? 1 : 0;
    Applied applied(program, before, GetParam());

    Effect over = effect(program, statement, Bound::Over);
    if (real.arrived) {
      EXPECT_FALSE(applied.fold(over.condition).is_false());
      expect_within(program, applied.after(over, inputs), real.after);
    }
    for (Bound bound : {Bound::Under, Bound::Exact}) {
      try {
        Effect under = effect(program, statement, bound);
        Term condition = applied.fold(under.condition);
        if (condition.is_true()) {
          ++sure;
          EXPECT_TRUE(real.arrived);
          Values known = applied.after(under, inputs);
          expect_within(program, known, real.after);
          for (const Effect::Change& change : under.changes)
            told += known.contains(change.variable) ? 1 : 0;
        }
        EXPECT_FALSE(bound == Bound::Exact && real.arrived && condition.is_false());
      } catch (const NotCheckable&) {
      }
    }
  }
  EXPECT_GT(arrived, 1500U);
  EXPECT_GT(sure, 2000U);
  EXPECT_GT(told, 2000U);
}

TEST_P(EffectOracle, SoDoFormulasAndWays) {
  OneStatement random(8, false);
  std::size_t followed = 0;
  for (int round = 0; round < 1500 && !HasFailure(); ++round) {
    Values before = random.state();
    ir::Statement statement = random.statement();
    ir::Program program = random.made(statement, before);
    std::vector<Integer> inputs = inputs_for(random, statement);
    Outcome real = interpreted(program, before, inputs, GetParam());
    if (real.out_of_range) continue;
    Problem problem{program, Property::UnreachCall, {{"reach_error"}, false, {}}, GetParam()};

    ir::AddressUse use = ir::address_use(program);
    Formula formula(problem, use);
    Transitions transitions(problem, formula, [](VarId) { return true; });
    FormulaState state = transitions.initial_state();
    Term condition = transitions.step(statement, state, program.terms->truth(true));
    if (real.arrived) {
      EXPECT_FALSE(condition.is_false());
      for (VarId v : random.variables())
        if (Term value = transitions.value(state, v); value.is_constant()) {
          EXPECT_EQ(to_string(value.value()), to_string(real.after.at(v)));
        }
    }

    std::vector<LeapEffect> leaps;
    Passages passages(problem, leaps);
    Way way;
    way.items.push_back({program.entry, 0, Way::no_leap});
    const auto* havoc = std::get_if<ir::Havoc>(&statement);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      way.choices.push_back(
          program.terms->constant(program.variable(havoc->variables[i]).type, inputs[i]));
    std::map<VarId, Term> start;
    for (auto [v, value] : before)
      start[v] = program.terms->constant(program.variable(v).type, value);
    try {
      Passage passage = passages.run(way,
                                     {program.entry, program.procedure(program.entry).entry, {}},
                                     start,
                                     Passages::Inputs::AsChosen);
      Applied applied(program, before, GetParam());
      bool passes = true;
      for (const Passage::Event& event : passage.events)
        passes &= applied.fold(event.condition).is_true();
      if (!passes) continue;
      ++followed;
      EXPECT_TRUE(real.arrived);
      for (VarId v : random.variables())
        if (Term value = applied.fold(passage.after.at(v)); value.is_constant()) {
          EXPECT_EQ(to_string(value.value()), to_string(real.after.at(v)));
        }
    } catch (const NotCheckable&) {
    }
  }
  EXPECT_GT(followed, 300U);
}

INSTANTIATE_TEST_SUITE_P(Models,
                         EffectOracle,
                         ::testing::Values(IntegerModel::Machine, IntegerModel::Math),
                         [](const auto& info) {
                           return info.param == IntegerModel::Machine ? "Machine" : "Math";
                         });

/// The set of states behind a statement is the one that the interpreter reaches, whatever is chosen.
TEST(EffectOracle, BooleanStepsAreExact) {
  OneStatement random(9, true);
  for (int round = 0; round < 300 && !HasFailure(); ++round) {
    Values before = random.state();
    ir::Statement statement = random.statement();
    ir::Program program = random.made(statement, before);
    TermManager& t = *program.terms;
    auto states = [&](const Values& values) {
      std::vector<Term> parts;
      for (auto [v, value] : values)
        parts.push_back(value == 1 ? program.var(v) : t.negate(program.var(v)));
      return t.conj(parts);
    };
    std::vector<Term> reached;
    for (unsigned choice = 0; choice < 8; ++choice) {
      std::vector<Integer> inputs{choice & 1U, (choice >> 1U) & 1U, (choice >> 2U) & 1U};
      Outcome real = interpreted(program, before, inputs, IntegerModel::Machine);
      if (real.arrived) reached.push_back(states(real.after));
    }
    Budget budget;
    BddManager manager(budget);
    BooleanEncoding encoding(program, {}, manager);
    Bdd after =
        encoding.step(program.procedure(program.entry).edges[0], encoding.formula(states(before)));
    EXPECT_TRUE(after == encoding.formula(t.disj(reached)));
  }
}

} // namespace
} // namespace kleene::evidence
