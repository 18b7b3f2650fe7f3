// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/step.h"

#include "kleene/logic/variable_space.h"
#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::symbolic {
namespace {

bool asks_allocation(Op op) {
  return op == Op::Valid || op == Op::Writable || op == Op::Freeable || op == Op::SizeOf;
}

/// Memory is copied byte by byte up to this length; beyond it, all of the region is unknown.
constexpr Integer longest_exact_copy = 4096;

class Stepper {
public:
  Stepper(const ir::Program& program, const State& state, FreshVariables& fresh, AddressFacts facts)
      : program_(program),
        terms_(*program.terms),
        before_(state),
        make_fresh_(fresh),
        facts_(facts) {
    result_.after = state;
    result_.condition = terms_.truth(true);
    result_.overflow = terms_.truth(false);
  }

  Step take(const ir::Statement& statement) {
    note_overflows(statement);
    std::visit([this](const auto& s) { run(s); }, statement);
    return std::move(result_);
  }

private:
  void run(const ir::Skip& /*skip*/) {}
  void run(const ir::Free& /*free*/) {}
  void run(const ir::Call& /*call*/) {
    KL_INVARIANT(false, "a call should be taken apart before a symbolic step");
  }
  void run(const ir::Spawn& /*spawn*/) {
    KL_INVARIANT(false, "symbolic steps are for sequential programs");
  }
  void run(const ir::EndThread& /*end*/) {
    KL_INVARIANT(false, "symbolic steps are for sequential programs");
  }
  void run(const ir::Halt& /*halt*/) { result_.condition = terms_.truth(false); }

  void run(const ir::Assign& assign) {
    for (std::size_t i = 0; i < assign.targets.size(); ++i)
      result_.after.set(assign.targets[i], evaluate(assign.values[i]));
  }

  void run(const ir::Assume& assume) {
    result_.kind = assume.kind;
    result_.condition = assumed(assume.condition);
  }

  void run(const ir::Havoc& havoc) {
    for (VarId variable : havoc.variables)
      result_.after.set(variable,
                        unknown(program_.variable(variable).type, havoc.choice, havoc.origin));
    if (!program_.free_uninitialised || !havoc.uninitialised) return;
    for (std::size_t i = 0; i < havoc.variables.size(); ++i)
      result_.fresh[i].heap_offset = program_.variable(havoc.variables[i]).heap_offset;
  }

  void run(const ir::Alloc& alloc) {
    Type pointer = program_.pointer_type();
    Term address = unknown(pointer, ir::Choice::Unknown, alloc.name);
    result_.fresh.back().new_object = program_.free_uninitialised && ir::has_open_contents(alloc);
    Term size = evaluate(alloc.size);
    std::vector<Term> where{terms_.le(
        terms_.constant(pointer, static_cast<Integer>(program_.first_free_address)), address)};
    if (size.is_constant())
      where.push_back(
          terms_.le(address, terms_.constant(pointer, max_value(pointer) - size.value())));
    result_.condition = terms_.conj(std::move(where));
    result_.after.set(alloc.target, address);
    if (alloc.zeroed && copies_exactly(size)) {
      Term zero = terms_.constant(Type::machine(8, false), 0);
      result_.after.set(alloc.region, terms_.mem_set(memory(alloc.region), address, zero, size));
    } else {
      forget(alloc.region, address, size, alloc.name);
    }
  }

  void run(const ir::Forget& forgotten) {
    forget(forgotten.region, evaluate(forgotten.address), evaluate(forgotten.length), "");
  }

  void run(const ir::Output& output) {
    if (output.channel == ir::Channel::Memory) {
      Term limit = output.limit.null() ? Term() : evaluate(output.limit);
      forget(output.region, evaluate(output.destination), limit, "");
    }
    if (output.result.valid())
      result_.after.set(output.result,
                        unknown(program_.variable(output.result).type, ir::Choice::Unknown, ""));
  }

  bool copies_exactly(Term length) const {
    return !length.null() && length.is_constant() && length.value() <= longest_exact_copy;
  }

  /// Bytes become unknown; a null length: from the address on, as far as it may be.
  void forget(VarId region, Term address, Term length, const std::string& origin) {
    Term bytes = unknown(Type::memory(), ir::Choice::Unknown, origin);
    if (copies_exactly(length))
      bytes = terms_.mem_copy(memory(region), address, bytes, address, length);
    result_.after.set(region, bytes);
  }

  Term memory(VarId region) const { return before_.value(program_, region); }

  Term unknown(Type type, ir::Choice choice, const std::string& origin) {
    Term variable = make_fresh_(type);
    result_.fresh.push_back({variable, choice, origin, false});
    return variable;
  }

  /// A condition that is only assumed: questions to the allocation table that are conjuncts hold.
  Term assumed(Term condition) {
    if (asks_allocation(condition.op())) return valid_address(condition);
    if (condition.op() != Op::And) return evaluate(condition);
    std::vector<Term> parts;
    for (Term part : condition.args())
      parts.push_back(assumed(part));
    return terms_.conj(std::move(parts));
  }

  /// What a question says whose answer is yes.
  Term valid_address(Term question) {
    bool bytes = question.op() == Op::Valid || question.op() == Op::Writable;
    if (facts_ == AddressFacts::None || !bytes) return terms_.truth(true);
    Term length = question.arg(2);
    if (!length.is_constant() || length.value() == 0) return terms_.truth(true);
    Term address = evaluate(question.arg(1));
    Type type = address.type();
    return terms_.conj(terms_.ne(address, terms_.constant(type, 0)),
                       terms_.le(address, terms_.constant(type, max_value(type) - length.value())));
  }

  /// The value in the state before; questions to the allocation table have any answer.
  Term evaluate(Term t) {
    std::unordered_map<Term, Term> answers;
    bool asks = false;
    for_each_subterm(t, [&](Term subterm) { asks |= asks_allocation(subterm.op()); });
    if (!asks) return before_.apply(program_, t);
    for_each_subterm(t, [&](Term subterm) {
      if (asks_allocation(subterm.op())) {
        answers[subterm] = unknown(subterm.type(), ir::Choice::Unknown, "");
        return;
      }
      std::vector<Term> args;
      for (Term arg : subterm.args())
        args.push_back(answers.at(arg));
      answers[subterm] = terms_.rebuild(subterm, args);
    });
    return before_.apply(program_, answers.at(t));
  }

  void note_overflows(const ir::Statement& statement) {
    std::vector<Term> conditions;
    for (Term t : ir::evaluated_terms(statement))
      conditions.push_back(overflow_condition(terms_, t));
    Term any = terms_.disj(std::move(conditions));
    if (!any.is_false()) result_.overflow = evaluate(any);
  }

  const ir::Program& program_;
  TermManager& terms_;
  const State& before_;
  FreshVariables& make_fresh_;
  AddressFacts facts_;
  Step result_;
};

} // namespace

std::size_t first_fresh(const ir::Program& program) {
  return VariableSpace(program.variables.size()).first_fresh();
}

Term State::value(const ir::Program& program, VarId variable) const {
  auto found = values_.find(variable);
  if (found != values_.end()) return found->second;
  return program.terms->variable(variable, program.variable(variable).type);
}

Term State::apply(const ir::Program& program, Term t) const {
  if (values_.empty()) return t;
  Substitution substitution(*program.terms);
  for (const auto& [variable, value] : values_)
    substitution.add(variable, value);
  return substitution(t);
}

State merge(const ir::Program& program, Term condition, const State& a, const State& b) {
  State result;
  auto add = [&](VarId variable) {
    Term in_a = a.value(program, variable);
    Term in_b = b.value(program, variable);
    result.set(variable, in_a == in_b ? in_a : program.terms->ite(condition, in_a, in_b));
  };
  for (const auto& [variable, value] : a.values())
    add(variable);
  for (const auto& [variable, value] : b.values())
    if (!a.values().contains(variable)) add(variable);
  return result;
}

Step step(const ir::Program& program,
          const State& state,
          const ir::Statement& statement,
          FreshVariables& fresh,
          AddressFacts facts) {
  return Stepper(program, state, fresh, facts).take(statement);
}

State call_arguments(const ir::Program& program, const State& state, const ir::Call& call) {
  State result;
  const ir::Procedure& callee = program.procedure(call.callee);
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    result.set(callee.parameters[i], state.apply(program, call.arguments[i]));
  return result;
}

} // namespace kleene::symbolic
