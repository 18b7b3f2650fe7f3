// SPDX-License-Identifier: Apache-2.0
#include "bit_session.h"

#include "kleene/bits/model.h"

namespace kleene::engine::bmc {

bits::Lit BitSession::truth(Term condition) {
  for_each_subterm(condition, [&](Term t) {
    if (!t.is_variable() || !(t.type().is_bool() || t.type().is_machine())) return;
    auto [input, is_new] = gates_->inputs.try_emplace(t);
    if (!is_new) return;
    bits::Values& values = gates_->blaster.values;
    input->second = values.words.input(t.type().is_bool() ? 1 : t.type().width());
    gates_->blaster.define(t.variable(), values.plain(input->second));
  });
  return gates_->blaster.truth(condition);
}

smt::Answer
BitSession::check(std::initializer_list<Term> conditions, double seconds, Budget& budget) {
  constexpr std::size_t most_kept = std::size_t(1) << 23;
  model_.clear();
  if (!gates_ || gates_->circuit.size() > most_kept) gates_ = std::make_unique<Gates>();
  try {
    std::vector<bits::Lit> outputs;
    for (Term condition : conditions) {
      budget.check();
      outputs.push_back(truth(condition));
    }
    bits::Cnf question = gates_->circuit.cnf(outputs);
    bits::Model model = bits::find_model(question, seconds, budget);
    if (!model.satisfiable) return smt::Answer::Unknown;
    if (!*model.satisfiable) return smt::Answer::Unsat;
    for (const auto& [term, word] : gates_->inputs) {
      Integer value = 0;
      for (std::size_t i = word.size(); i-- > 0;)
        value = 2 * value + (model.value(question, word[i]) ? 1 : 0);
      model_[term.variable()] = term.type().is_bool() ? value : wrap(term.type(), value);
    }
    return smt::Answer::Sat;
  } catch (const bits::NotBits&) {
    return smt::Answer::Unknown;
  }
}

Integer BitSession::value(Term variable) const {
  auto found = variable.is_variable() ? model_.find(variable.variable()) : model_.end();
  return found == model_.end() ? 0 : found->second;
}

} // namespace kleene::engine::bmc
