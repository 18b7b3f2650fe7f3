// SPDX-License-Identifier: Apache-2.0
#include "start.h"

#include "counterexample.h"

namespace kleene::engine::exact {
namespace {

constexpr double seconds_per_question = 5;

} // namespace

std::optional<std::vector<evidence::Input>>
start_inside(const BlockProgram& program, Term states, IntegerModel model, Budget& budget) {
  if (states.null() || states.is_false()) return std::nullopt;
  TermManager& terms = program.terms();
  std::unique_ptr<smt::Session> session = session_for(program, model, seconds_per_question, budget);
  Substitution start(terms);
  for (const auto& [v, t] : program.start().values)
    start.add(v, t);
  for (Term t : program.start().condition)
    session->assume(t);
  session->assume(start(states));
  for (const symbolic::FreshValue& value : program.start_values())
    if (Type type = value.variable.type(); type.is_machine()) {
      session->assume(terms.le(terms.constant(type, min_value(type)), value.variable));
      session->assume(terms.le(value.variable, terms.constant(type, max_value(type))));
    }
  if (session->check() != smt::Answer::Sat) return std::nullopt;
  std::vector<evidence::Input> inputs;
  for (const symbolic::FreshValue& value : program.start_values()) {
    std::optional<Integer> number = session->value(value.variable);
    if (!number) return std::nullopt;
    inputs.push_back({*number, ir::InputKind::Value, value.variable.type(), value.origin, {}});
  }
  return inputs;
}

} // namespace kleene::engine::exact
