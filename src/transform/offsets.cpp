// SPDX-License-Identifier: Apache-2.0
#include "offsets.h"

#include <unordered_map>

namespace kleene::transform {

using Kind = Pointee::Kind;

Offsets::Offsets(const ir::Program& program, Numbering numbering, std::size_t numbers)
    : program_(program),
      numbering_(std::move(numbering)),
      variables_(program.variables.size()),
      escaped_(numbers) {
  for (VarId p : program.procedure(program.entry).parameters)
    variables_[p.index()] = {Kind::Any};
  do {
    changed_ = false;
    for (VarId g : program.globals)
      if (const auto& initial = program.variable(g).initial) assign(g, place(*initial));
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      for (std::size_t e = 0; e < program.procedures[p].edges.size(); ++e)
        add_statement(ir::ProcId(p), e);
  } while (changed_);
}

void Offsets::assign(VarId variable, const Pointee& place) {
  Pointee& known = variables_[variable.index()];
  Pointee next = joined(known, place);
  changed_ |= next != known;
  known = next;
}

void Offsets::add_statement(ir::ProcId procedure, std::size_t edge) {
  const ir::Statement& statement = program_.procedure(procedure).edges[edge].statement;
  if (const auto* assigned = std::get_if<ir::Assign>(&statement)) {
    for (std::size_t i = 0; i < assigned->targets.size(); ++i)
      assign(assigned->targets[i], place(assigned->values[i]));
  } else if (const auto* call = std::get_if<ir::Call>(&statement)) {
    const ir::Procedure& callee = program_.procedure(call->callee);
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      assign(callee.parameters[i], place(call->arguments[i]));
    for (std::size_t i = 0; i < call->results.size(); ++i)
      if (call->results[i].valid()) assign(call->results[i], variables_[callee.returns[i].index()]);
  } else if (const auto* spawn = std::get_if<ir::Spawn>(&statement)) {
    const ir::Procedure& callee = program_.procedure(spawn->callee);
    for (std::size_t i = 0; i < spawn->arguments.size(); ++i)
      assign(callee.parameters[i], any_of(place(spawn->arguments[i])));
  } else if (const auto* alloc = std::get_if<ir::Alloc>(&statement)) {
    std::optional<std::size_t> number = numbering_.allocation(procedure, edge);
    assign(alloc->target, number ? Pointee{Kind::At, *number, 0} : Pointee{Kind::Any});
  } else if (const auto* havoc = std::get_if<ir::Havoc>(&statement)) {
    for (Term t : havoc->escaping)
      any_of(place(t));
    if (havoc->choice == ir::Choice::Input || havoc->uninitialised) return;
    for (VarId v : havoc->variables)
      assign(v, {Kind::Any});
  }
}

Pointee Offsets::place(Term t) {
  if (t.is_variable()) return variables_[t.variable().index()];
  std::unordered_map<Term, Pointee> known;
  for_each_subterm(t, [&](Term s) {
    Pointee result{};
    switch (s.op()) {
    case Op::Constant:
      break;
    case Op::Variable:
      result = variables_[s.variable().index()];
      break;
    case Op::Address: {
      std::optional<std::size_t> number = numbering_.object(s.object());
      result = number ? Pointee{Kind::At, *number, 0} : Pointee{Kind::Any};
      break;
    }
    case Op::Ite:
      result = joined(known.at(s.arg(1)), known.at(s.arg(2)));
      break;
    case Op::Cast:
      result = s.type().is_machine() && s.type().width() == program_.pointer_width
                   ? known.at(s.arg(0))
                   : any_of(known.at(s.arg(0)));
      break;
    case Op::Load:
      result = {Kind::Any};
      break;
    case Op::Store:
      any_of(known.at(s.arg(2)));
      break;
    case Op::MemCopy:
    case Op::MemSet:
    case Op::SizeOf:
      break;
    case Op::PtrAdd:
      if (s.arg(1).is_constant()) {
        result = shifted(known.at(s.arg(0)), s.arg(1));
        break;
      }
      [[fallthrough]];
    default:
      if (s.type().is_bool()) break;
      for (Term argument : s.args())
        result = joined(result, any_of(known.at(argument)));
    }
    known[s] = result;
  });
  return known.at(t);
}

Pointee Offsets::shifted(Pointee place, Term by) const {
  if (place.kind != Kind::At) return place;
  std::uint64_t mask = program_.pointer_width >= 64
                           ? ~std::uint64_t(0)
                           : (std::uint64_t(1) << program_.pointer_width) - 1;
  place.offset = (place.offset + static_cast<std::uint64_t>(by.value())) & mask;
  return place;
}

Pointee Offsets::joined(const Pointee& a, const Pointee& b) {
  if (a == b || b.kind == Kind::NoAddress) return a;
  if (a.kind == Kind::NoAddress) return b;
  any_of(a);
  any_of(b);
  return {Kind::Any};
}

/// The value goes somewhere where it is no longer followed.
Pointee Offsets::any_of(const Pointee& place) {
  if (place.kind == Kind::NoAddress) return place;
  if (place.kind == Kind::At && !escaped_[place.object]) {
    escaped_[place.object] = true;
    changed_ = true;
  }
  return {Kind::Any};
}

} // namespace kleene::transform
