// SPDX-License-Identifier: Apache-2.0
#include "path.h"

#include "kleene/logic/variable_space.h"

#include <algorithm>

namespace kleene::engine::exact {

bool about_memory(Term t) {
  auto is_plain = [](Type type) { return type.is_bool() || type.is_integer(); };
  return !is_plain(t.type())
         || !std::ranges::all_of(t.args(), [&](Term a) { return is_plain(a.type()); });
}

PathFormula::PathFormula(const BlockProgram& program, const FlatPath& path, IntegerModel model)
    : program_(program), terms_(program.terms()), simplifier_(program.terms(), model) {
  start();
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Procedure& procedure = program.procedure(path[i].procedure);
    constants_.emplace_back();
    switch (path[i].kind) {
    case FlatStep::Kind::Block:
      block(procedure.blocks[path[i].index], i);
      break;
    case FlatStep::Kind::Enter:
    case FlatStep::Kind::Call:
      enter(procedure.calls[path[i].index]);
      break;
    case FlatStep::Kind::Return:
      leave(procedure.calls[path[i].index]);
      break;
    case FlatStep::Kind::Opaque:
      opaque(procedure.calls[path[i].index]);
      break;
    }
  }
}

/// Entry copies and variables with an owner belong to the activation.
PathFormula::Renaming& PathFormula::home(VarId v) {
  bool global = v.index() < program_.program().variables.size()
                && !program_.program().variable(v).owner.valid();
  return global ? globals_ : frames_.back();
}

/// Variables that blocks made up are new in every execution of the block.
Term PathFormula::lookup(VarId v, Type type, Renaming& renamed) {
  bool made_up = VariableSpace(program_.program().variables.size()).is_fresh(v);
  Renaming& frame = made_up ? renamed : home(v);
  auto [at, is_new] = frame.try_emplace(v);
  if (is_new) at->second = program_.fresh(type, v);
  return at->second;
}

Term PathFormula::value(Term t, Renaming& renamed) {
  std::unordered_map<Term, Term> done;
  for_each_subterm(t, [&](Term part) {
    Term& now = done[part];
    if (part.is_variable()) {
      now = lookup(part.variable(), part.type(), renamed);
      return;
    }
    std::vector<Term> args;
    for (Term a : part.args())
      args.push_back(done.at(a));
    now = args.empty()         ? part
          : about_memory(part) ? terms_.rebuild(part, args)
                               : simplifier_.rebuild(part, args);
  });
  return done.at(t);
}

void PathFormula::assign(const Values& values, Renaming& renamed) {
  std::vector<std::pair<VarId, Term>> computed;
  for (const auto& [v, t] : values)
    computed.emplace_back(v, value(t, renamed));
  for (auto& [v, t] : computed) {
    home(v)[v] = t;
    note_constant(v, t);
  }
}

void PathFormula::note_constant(VarId v, Term value) {
  if (!constants_.empty() && value.is_constant()) constants_.back().emplace(v, value);
}

void PathFormula::choose(const symbolic::FreshValue& chosen, Renaming& renamed) {
  Type type = chosen.variable.type();
  Term variable = lookup(chosen.variable.variable(), type, renamed);
  if (type.is_machine())
    ranges_.push_back(terms_.conj(terms_.le(terms_.constant(type, min_value(type)), variable),
                                  terms_.le(variable, terms_.constant(type, max_value(type)))));
  if (chosen.choice == ir::Choice::Input)
    inputs_.push_back(
        {variable, value(chosen.when, renamed), type, chosen.origin, chosen.picks_edge});
  if (chosen.new_object || chosen.heap_offset)
    heap_.push_back({variable, value(chosen.when, renamed), chosen.heap_offset});
}

void PathFormula::start() {
  frames_.emplace_back();
  Renaming renamed;
  for (const symbolic::FreshValue& chosen : program_.start_values())
    choose(chosen, renamed);
  for (Term t : program_.start().condition)
    constraints_.push_back({value(t, renamed), Constraint::npos, t});
  assign(program_.start().values, renamed);
}

void PathFormula::block(const Block& block, std::size_t position) {
  Renaming renamed;
  for (const symbolic::FreshValue& chosen : block.fresh)
    choose(chosen, renamed);
  for (Term t : block.move.condition)
    constraints_.push_back({value(t, renamed), position, t});
  assign(block.move.values, renamed);
}

void PathFormula::enter(const CallStep& call) {
  Renaming renamed;
  Renaming callee;
  for (const auto& [v, t] : call.enter.values) {
    callee[v] = value(t, renamed);
    note_constant(v, callee[v]);
  }
  frames_.push_back(std::move(callee));
}

/// Results are terms over the variables that `leave` gives to the callee's exit.
void PathFormula::leave(const CallStep& call) {
  Renaming renamed;
  const VariableSpace space(program_.program().variables.size());
  for (const auto& [v, t] : call.leave)
    if (t.is_variable() && space.is_fresh(t.variable()))
      renamed[t.variable()] = lookup(v, t.type(), renamed);
  frames_.pop_back();
  assign(call.results, renamed);
}

void PathFormula::opaque(const CallStep& call) {
  Renaming renamed;
  assign(call.results, renamed);
}

} // namespace kleene::engine::exact
