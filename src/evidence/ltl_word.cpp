// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/ltl.h"
#include "kleene/ir/interpreter.h"
#include "kleene/ir/steering.h"
#include "kleene/ir/text.h"
#include "kleene/ltl/word.h"

#include <algorithm>
#include <map>

#include "fold.h"
#include "ltl_program.h"

namespace kleene::evidence {
namespace {

/// Follows a run of the product and notes the positions of the original execution. Without X, there is one at every
/// location: the formula cannot tell.
class Positions : public ir::Tracer {
public:
  Positions(const LtlClaim& claim, const Problem& problem, const Lasso& lasso)
      : claim_(claim),
        product_(problem.program),
        folder_(problem.program, problem.integers, [](Term address) { return address; }),
        stem_(lasso.stem_steps) {
    std::size_t asked = 0;
    for (VarId g : product_.globals) {
      const ir::Variable& v = product_.variable(g);
      if (v.initial && v.initial->is_constant()) values_[g] = v.initial->value();
      if (v.initial) continue;
      if (asked < lasso.stem.size()) values_[g] = lasso.stem[asked].value;
      ++asked;
    }
  }

  void step(const Step& step) override {
    const auto* call = std::get_if<ir::Call>(&step.edge->statement);
    if (!step.returned) ++taken_;
    for (auto [variable, value] : step.written)
      if (!product_.variable(variable).owner.valid()) values_[variable] = value;
    if (call != nullptr && !step.returned)
      arrive(call->callee, product_.procedure(call->callee).entry);
    else
      arrive(step.procedure, step.edge->to);
  }

  const ltl::Word& word() const { return word_; }
  bool unclear() const { return unclear_; }

private:
  void arrive(ir::ProcId p, ir::LocId l) {
    bool known = p.index() < claim_.original.procedures.size()
                 && l.index() < claim_.original.procedure(p).locations.size();
    const std::vector<std::string>& labels = product_.procedure(p).locations[l.index()].labels;
    bool end = !known && std::ranges::find(labels, ltl::end_label) != labels.end();
    if (!end && (!known || !is_position(p, l))) return;
    ltl::Letter letter;
    for (const auto& [text, atom] : claim_.atoms)
      if (holds(atom, p, l, end)) letter.insert(text);
    (taken_ <= stem_ ? word_.stem : word_.loop).push_back(std::move(letter));
  }

  bool is_position(ir::ProcId p, ir::LocId l) const {
    if (claim_.positions == ltl::Positions::Changes) return true;
    const auto& marks = claim_.original.procedure(p).locations[l.index()].marks;
    return std::ranges::find(marks, ir::SourceMark::Kind::Statement, &ir::SourceMark::kind)
           != marks.end();
  }

  bool holds(const ltl::AtomMeaning& atom, ir::ProcId p, ir::LocId l, bool end) {
    switch (atom.kind) {
    case ltl::AtomMeaning::Kind::Label: {
      if (end) return atom.name == ltl::end_label;
      const auto& labels = claim_.original.procedure(p).locations[l.index()].labels;
      return std::ranges::find(labels, atom.name) != labels.end();
    }
    case ltl::AtomMeaning::Kind::Function:
      return !end && claim_.original.procedure(p).name == atom.name;
    case ltl::AtomMeaning::Kind::Condition:
      break;
    }
    Term value = folder_(atom.condition, [&](VarId v) {
      Type type = product_.variable(v).type;
      auto known = values_.find(v);
      return known == values_.end() ? product_.terms->variable(v, type)
                                    : product_.terms->constant(type, known->second);
    });
    if (!value.is_true() && !value.is_false()) unclear_ = true;
    return value.is_true();
  }

  const LtlClaim& claim_;
  const ir::Program& product_;
  Folder folder_;
  std::uint64_t stem_;
  std::uint64_t taken_ = 0;
  std::map<VarId, Integer> values_; ///< of globals
  ltl::Word word_;
  bool unclear_ = false;
};

/// A loop comes back to its values, but for those that change the way of no execution.
bool sees_what_may_change(const LtlClaim& claim, const ir::Program& product) {
  std::vector<bool> steers = ir::steering_variables(product);
  return std::ranges::any_of(claim.atoms, [&](const auto& named) {
    const ltl::AtomMeaning& atom = named.second;
    return atom.kind == ltl::AtomMeaning::Kind::Condition
           && std::ranges::any_of(variables_of(atom.condition),
                                  [&](VarId v) { return !steers[v.index()]; });
  });
}

} // namespace

std::string objection_to_product(const LtlClaim& claim, const ir::Program& product) {
  return ir::print(ltl_program(claim)) == ir::print(product)
             ? std::string()
             : "the program with the automaton is not the one that the formula leads to";
}

std::string objection_to_word(const LtlClaim& claim,
                              const Problem& product,
                              const Lasso& lasso,
                              Budget& budget) {
  if (sees_what_may_change(claim, product.program))
    return "the formula speaks of values that need not come back";
  std::vector<Integer> values;
  for (const auto* part : {&lasso.stem, &lasso.loop})
    for (const Input& input : *part)
      values.push_back(input.value);
  ir::InputList inputs(std::move(values));
  ir::RunOptions options;
  options.integers = product.integers;
  options.max_steps = lasso.stem_steps + lasso.loop_steps;
  options.budget = &budget;
  Positions positions(claim, product, lasso);
  ir::Interpreter(product.program).run(inputs, options, &positions);
  if (positions.word().loop.empty()) return "the loop comes to no position of the formula";
  if (positions.unclear()) return "the value of a condition in the formula is not known";
  return ltl::holds(claim.formula, positions.word()) ? "the execution satisfies the formula"
                                                     : std::string();
}

} // namespace kleene::evidence
