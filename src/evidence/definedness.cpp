// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/definedness.h"

#include <algorithm>
#include <string_view>

namespace kleene::evidence {
namespace {

/// Where a constant address lies: the bytes of an object that is always alive.
bool inside_object(const ir::Program& program, Term address, Integer bytes, bool written) {
  Integer offset = 0;
  while (address.op() == Op::PtrAdd && address.arg(1).is_constant()) {
    offset += wrap(Type::machine(program.pointer_width, true), address.arg(1).value());
    address = address.arg(0);
  }
  if (address.op() != Op::Address) return false;
  const ir::Object& object = program.object(address.object());
  return object.kind == ir::ObjectKind::Data && !(written && object.read_only) && offset >= 0
         && offset + bytes <= Integer(object.size);
}

/// The condition for one operator whose operands have values.
std::optional<Term> of_operator(const ir::Program& program, Term t) {
  TermManager& terms = *program.terms;
  switch (t.op()) {
  case Op::Div:
  case Op::Rem:
    return terms.ne(t.arg(1), terms.constant(t.arg(1).type(), 0));
  case Op::Shl:
  case Op::Shr: {
    Term amount = t.arg(1);
    Type type = amount.type();
    Term result = terms.le(terms.constant(type, 0), amount);
    Integer width = t.arg(0).type().is_machine() ? Integer(t.arg(0).type().width()) : Integer(0);
    if (width != 0 && (type.is_math() || fits(type, width)))
      result = terms.conj(result, terms.lt(amount, terms.constant(type, width)));
    return result;
  }
  case Op::Load:
    if (inside_object(program, t.arg(1), Integer(t.type().bytes()), false)) break;
    return std::nullopt;
  case Op::Store:
    if (inside_object(program, t.arg(1), Integer(t.arg(2).type().bytes()), true)) break;
    return std::nullopt;
  case Op::MemCopy:
  case Op::MemSet:
    return std::nullopt;
  default:
    break;
  }
  return terms.truth(true);
}

/// A format that is there, and asks for no more than it is given and for no memory: plain conversions of
/// numbers.
bool prints_numbers(const ir::Program& program, const ir::Output& output) {
  if (output.format.op() != Op::Address) return false;
  const ir::Object& object = program.object(output.format.object());
  if (object.kind != ir::ObjectKind::Data || !object.read_only) return false;
  std::string_view text = object.bytes;
  std::size_t end = std::min(text.find('\0'), text.size());
  if (end >= object.size) return false;
  text = text.substr(0, end);
  std::size_t wanted = 0;
  for (std::size_t at = text.find('%'); at < text.size(); at = text.find('%', at + 1)) {
    if (text.substr(at).starts_with("%%")) {
      ++at;
      continue;
    }
    at = text.find_first_not_of("-+ #0123456789.hlz", at + 1);
    constexpr std::string_view numbers = "diuxXoc";
    if (at >= text.size() || numbers.find(text[at]) == std::string_view::npos) return false;
    ++wanted;
  }
  return wanted <= output.arguments.size();
}

} // namespace

std::optional<Term> definedness(const ir::Program& program, Term term) {
  std::vector<Term> conditions;
  bool known = true;
  for_each_subterm(term, [&](Term t) {
    std::optional<Term> condition = of_operator(program, t);
    if (condition)
      conditions.push_back(*condition);
    else
      known = false;
  });
  if (!known) return std::nullopt;
  return program.terms->conj(std::move(conditions));
}

std::optional<Term> definedness(const ir::Program& program, const ir::Statement& statement) {
  if (const auto* output = std::get_if<ir::Output>(&statement))
    if (!prints_numbers(program, *output)) return std::nullopt;
  std::vector<Term> conditions;
  for (Term t : ir::evaluated_terms(statement)) {
    std::optional<Term> condition = definedness(program, t);
    if (!condition) return std::nullopt;
    conditions.push_back(*condition);
  }
  return program.terms->conj(std::move(conditions));
}

} // namespace kleene::evidence
