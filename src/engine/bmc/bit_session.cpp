// SPDX-License-Identifier: Apache-2.0
#include "bit_session.h"

#include "kleene/bits/blaster.h"
#include "kleene/bits/model.h"

namespace kleene::engine::bmc {

smt::Answer
BitSession::check(std::initializer_list<Term> conditions, double seconds, Budget& budget) {
  model_.clear();
  try {
    bits::Circuit circuit;
    bits::Blaster blaster(circuit);
    std::vector<std::pair<Term, bits::Word>> inputs;
    std::vector<bits::Lit> outputs;
    for (Term condition : conditions) {
      budget.check();
      for_each_subterm(condition, [&](Term t) {
        if (!t.is_variable() || !(t.type().is_bool() || t.type().is_machine())) return;
        if (!model_.try_emplace(t.variable(), 0).second) return;
        inputs.emplace_back(t,
                            blaster.values.words.input(t.type().is_bool() ? 1 : t.type().width()));
        blaster.define(t.variable(), blaster.values.plain(inputs.back().second));
      });
      outputs.push_back(blaster.truth(condition));
    }
    bits::Cnf question = circuit.cnf(outputs);
    bits::Model model = bits::find_model(question, seconds, budget);
    if (!model.satisfiable) return smt::Answer::Unknown;
    if (!*model.satisfiable) return smt::Answer::Unsat;
    for (const auto& [term, word] : inputs) {
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
