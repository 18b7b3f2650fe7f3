// SPDX-License-Identifier: Apache-2.0
#include "formula.h"

#include "kleene/smt/division.h"

#include <fmt/core.h>

#include <algorithm>

namespace kleene::evidence {

Formula::Formula(const Problem& problem, const ir::AddressUse& use)
    : problem_(problem),
      use_(use),
      terms_(*problem.program.terms),
      first_(2 * problem.program.variables.size()),
      folder_(problem.program, problem.integers, [this](Term t) { return address_of(t); }) {
  encoding_.integers = problem.integers;
  encoding_.layout.pointer_width = problem.program.pointer_width;
  encoding_.layout.address = [](ObjectId) -> Integer {
    throw smt::NotExpressible("an address that was not put in");
  };
  encoding_.layout.cell = [this](VarId v) { return variables_.at(v.index() - first_).cell; };
  encoding_.variable = [this](VarId v) { return variables_.at(v.index() - first_).name; };
}

std::string Formula::unique(std::string_view name) {
  return smt::symbol(fmt::format("{}!{}", name, variables_.size()));
}

Term Formula::add(Type type, Variable variable) {
  VarId id(first_ + variables_.size());
  variables_.push_back(std::move(variable));
  return terms_.variable(id, type);
}

const Formula::Variable* Formula::variable(Term t) const {
  return t.is_variable() && t.variable().index() >= first_
             ? &variables_[t.variable().index() - first_]
             : nullptr;
}

Term Formula::fresh(
    std::string_view name, Type type, std::optional<Type> cell, Range range, VarId region) {
  std::string symbol = unique(name);
  Term result = add(type, {symbol, cell, {}, {}});
  note(AnyValue{result, region});
  try {
    commands_ +=
        fmt::format("(declare-const {} {})\n", symbol, smt::sort_text(type, cell, encoding_));
  } catch (const smt::NotExpressible&) {
    return result;
  }
  bool bounded = type.is_machine() && problem_.integers == IntegerModel::Math
                 && (range == Range::OfType || !type.is_signed());
  if (bounded)
    commands_ += fmt::format(
        "(assert (<= {} {} {}))\n", smt::text(min_value(type)), symbol, smt::text(max_value(type)));
  return result;
}

Term Formula::named(std::string_view name, Term value, std::optional<Type> cell, VarId region) {
  if (value.arity() == 0) return value;
  if (value.op() == Op::Not) return terms_.negate(named(name, value.arg(0)));
  auto known = names_.find(value);
  if (known != names_.end()) return known->second;
  std::string symbol = unique(name);
  Term result;
  try {
    std::string sort = smt::sort_text(value.type(), cell, encoding_);
    commands_ += fmt::format("(define-fun {} () {} {})\n", symbol, sort, text(value));
    result = add(value.type(), {symbol, cell, value, {}});
    note(NamedValue{result, value});
    for_each_subterm(value, [&](Term t) {
      if (smt::has_division_fact(t, encoding_.integers))
        commands_ += fmt::format("(assert {})\n", smt::division_fact(t, encoding_));
    });
  } catch (const smt::NotExpressible&) {
    result = fresh(name, value.type(), cell, Range::Computed, region);
    if (value.type().is_memory()) note(NamedValue{result, value, true});
  }
  return names_[value] = result;
}

Term Formula::overflow(Term operation) {
  std::string text = smt::overflow_text(operation, encoding_);
  std::string symbol = unique("overflow");
  commands_ += fmt::format("(define-fun {} () Bool {})\n", symbol, text);
  Term result = add(Type::boolean(), {symbol, {}, {}, {}});
  note(OverflowOf{result, operation});
  return result;
}

Term Formula::initial_memory(VarId region) {
  const ir::Variable& v = problem_.program.variable(region);
  std::optional<std::string> contents = initial_memory_text(region);
  if (!contents) return fresh(v.name, v.type, v.cell, Range::Computed, region);
  std::string symbol = unique(v.name);
  commands_ += fmt::format(
      "(define-fun {} () {} {})\n", symbol, smt::sort_text(v.type, v.cell, encoding_), *contents);
  Term result = add(v.type, {symbol, v.cell, {}, region});
  note(FirstContents{result, region});
  return result;
}

/// Zero everywhere but where the objects have other contents; bytes outside all objects are read by no
/// execution. Nothing if that is too long to write, or has no text.
std::optional<std::string> Formula::initial_memory_text(VarId region) {
  constexpr std::size_t most = 4096;
  constexpr std::size_t most_placed = 200;
  const ir::Variable& v = problem_.program.variable(region);
  bool machine = problem_.integers == IntegerModel::Machine;
  if (!machine && !v.cell) return std::nullopt;
  Type cell = v.cell.value_or(Type::machine(8, false));
  std::string zero = text(terms_.constant(cell, 0));
  std::string text =
      fmt::format("((as const {}) {})", smt::sort_text(v.type, v.cell, encoding_), zero);
  std::size_t written = 0;
  for (std::size_t i = 0; i < problem_.program.objects.size(); ++i) {
    const ir::Object& o = problem_.program.objects[i];
    if (o.kind != ir::ObjectKind::Data || o.region != region) continue;
    for (std::uint64_t at = 0; at < std::min<std::uint64_t>(o.size, o.bytes.size());
         at += cell.bytes()) {
      Term value = contents(cell, o, at);
      if (value.null()) return std::nullopt;
      if (value.is_constant() && value.value() == 0) continue;
      if (++written > most || placed_.size() > most_placed) return std::nullopt;
      Term address = behind(address_of(ObjectId(i)), Integer(at));
      text = fmt::format("(store {} {} {})", text, this->text(address), this->text(value));
    }
  }
  return text;
}

void Formula::require(Term condition, std::vector<Term> addresses) {
  if (condition.is_true()) return;
  commands_ += fmt::format("(assert {})\n", text(condition));
  note(Requirement{condition, std::move(addresses)});
}

std::vector<LiveObject> Formula::program_objects(bool written) {
  std::vector<LiveObject> result;
  for (std::size_t i = 0; i < problem_.program.objects.size(); ++i) {
    const ir::Object& o = problem_.program.objects[i];
    if (o.kind != ir::ObjectKind::Data || (written && o.read_only)) continue;
    result.push_back({address_of(ObjectId(i)),
                      terms_.constant(problem_.program.pointer_type(), Integer(o.size)),
                      terms_.truth(true)});
  }
  return result;
}

void Formula::know(const KnownBytes& known) {
  std::vector<LiveObject> objects = known.objects;
  std::vector<Term> ways;
  if (known.length.null()) {
    std::erase_if(objects, [](const LiveObject& o) { return !o.heap; });
    ways.push_back(terms_.eq(known.address, terms_.constant(known.address.type(), 0)));
    for (const LiveObject& o : objects)
      ways.push_back(terms_.conj(o.alive, terms_.eq(known.address, o.address)));
  } else {
    for (LiveObject& o : program_objects(known.written))
      objects.push_back(std::move(o));
    for (const LiveObject& o : objects) {
      Term offset = terms_.binary(Op::Sub, known.address, o.address);
      Term room = terms_.binary(Op::Sub, o.bytes, known.length);
      ways.push_back(
          terms_.conj({o.alive, terms_.le(known.length, o.bytes), terms_.le(offset, room)}));
    }
  }
  Term some = named("inside", terms_.disj(std::move(ways)));
  commands_ += fmt::format("(assert (= {} {}))\n", text(known.answer), text(some));
  note(known);
}

Term Formula::fold(Term t, const Folder::Lookup& value, const Folder::Replace& replace) {
  return folder_(t, value, [&](Term op, const std::vector<Term>& args) {
    Term other = replace ? replace(op, args) : Term();
    if (other.null() && op.op() == Op::Load) other = stored(op.type(), args[0], args[1]);
    return other;
  });
}

/// What a load gives, as far as the history of the memory says; null if it says nothing.
Term Formula::stored(Type type, Term memory, Term address) {
  constexpr unsigned longest_history = 2000;
  SplitAddress at = split_address(address);
  Term start = memory;
  for (unsigned steps = 0; steps < longest_history; ++steps) {
    if (const Variable* v = variable(memory)) {
      if (v->region.valid())
        if (Term known = stored_at_start(type, v->region, at); !known.null()) return known;
      v = variable(memory);
      if (v->definition.null()) break;
    }
    Term change = memory.is_variable() ? variable(memory)->definition : memory;
    if (change.op() != Op::Store) break;
    Type written = change.arg(2).type();
    if (change.arg(1) == address && written.width() == type.width())
      return terms_.cast(type, change.arg(2));
    if (!disjoint(at, type.bytes(), split_address(change.arg(1)), written.bytes())) break;
    memory = change.arg(0);
  }
  return memory == start ? Term() : terms_.load(type, memory, address);
}

Term Formula::stored_at_start(Type type, VarId region, const SplitAddress& address) {
  const Placed* base = placed(address.base);
  bool number = address.base.null() && !use_.numbers;
  if (base == nullptr && !number) return {};
  for (std::size_t i = 0; i < problem_.program.objects.size(); ++i) {
    const ir::Object& o = problem_.program.objects[i];
    if (o.kind != ir::ObjectKind::Data || o.region != region) continue;
    if (base != nullptr && base->object != ObjectId(i)) continue;
    Integer offset = address.offset - (base == nullptr ? Integer(o.address) : Integer(0));
    if (offset < 0 || offset + static_cast<Integer>(type.bytes()) > Integer(o.size)) continue;
    return contents(type, o, static_cast<std::uint64_t>(offset));
  }
  return {};
}

} // namespace kleene::evidence
