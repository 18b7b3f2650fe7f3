// SPDX-License-Identifier: Apache-2.0
#include "bit_question.h"

#include "kleene/ir/shadow.h"

#include <algorithm>

namespace kleene::evidence {

using bits::Cells;
using bits::Image;
using bits::Lit;
using bits::NotBits;
using bits::ObjectNumber;
using bits::ValueRef;
using bits::Word;
using bits::Words;

BitQuestion::BitQuestion(const Problem& problem, const Formula& formula, Budget& budget)
    : problem_(problem), shadowed_(ir::shadowed_regions(problem.program)), blaster_(circuit_) {
  if (problem.integers != IntegerModel::Machine) throw NotBits("integers are unbounded");
  anywhere_ = formula.addresses_are_open();
  if (!anywhere_) blaster_.number_means = [this](Integer number) { return meaning_of(number); };
  add_program_objects();
  for (const FormulaStep& step : formula.steps()) {
    budget.check();
    std::visit([&](const auto& s) { take(s); }, step);
  }
}

std::size_t BitQuestion::unit_of(VarId region) const {
  const std::optional<Type>& cell = problem_.program.variable(region).cell;
  return cell ? cell->bytes() : 1;
}

Word BitQuestion::address_of(const ir::Object& object) {
  std::size_t width = problem_.program.pointer_width;
  return anywhere_ ? blaster_.values.words.input(width)
                   : Words::constant(Integer(object.address), width);
}

void BitQuestion::add_program_objects() {
  for (const ir::Object& o : problem_.program.objects) {
    program_objects_.emplace_back();
    if (o.kind == ir::ObjectKind::Data) {
      ObjectNumber number = blaster_.values.objects.size();
      program_objects_.back() = number;
      regions_[o.region].insert(number);
      for (std::size_t v = 0; v < shadowed_.size(); ++v)
        if (shadowed_[v] == o.region) regions_[VarId(v)].insert(number);
      blaster_.values.objects.push_back({address_of(o), o.size, bits::yes});
      program_addresses_.push_back(blaster_.values.address(number));
    } else {
      program_addresses_.push_back(blaster_.values.plain(address_of(o)));
    }
  }
}

/// A number in one object of the program, or right behind it, and in no other.
ValueRef BitQuestion::meaning_of(Integer number) const {
  ValueRef result;
  for (std::size_t i = 0; i < program_objects_.size(); ++i) {
    const ir::Object& o = problem_.program.objects[i];
    if (!program_objects_[i] || number < Integer(o.address) || number > Integer(o.address + o.size))
      continue;
    if (result) return nullptr;
    bits::Value value = *blaster_.values.address(*program_objects_[i]);
    value.places.front().offset =
        Words::constant(number - Integer(o.address), problem_.program.pointer_width);
    result = std::make_shared<const bits::Value>(std::move(value));
  }
  return result;
}

Image BitQuestion::first_contents(VarId region) {
  Image result{unit_of(region), {}};
  std::size_t unit = result.unit;
  for (std::size_t i = 0; i < program_objects_.size(); ++i) {
    const ir::Object& o = problem_.program.objects[i];
    if (program_objects_[i] && o.region.valid() && shadowed_[region.index()] == o.region)
      result.objects[*program_objects_[i]] = blaster_.memory.cells(unit, o.size, true);
    if (!program_objects_[i] || o.region != region) continue;
    Cells cells = *blaster_.memory.cells(unit, o.size, true);
    for (std::size_t at = 0; at * unit < std::min<std::size_t>(o.size, o.bytes.size()); ++at) {
      Integer value = 0;
      for (std::size_t k = unit; k-- > 0;)
        value =
            value * 256
            + (at * unit + k < o.bytes.size() ? static_cast<unsigned char>(o.bytes[at * unit + k])
                                              : 0);
      if (value != 0) cells[at] = {blaster_.values.plain(Words::constant(value, 8 * unit)), 0};
    }
    add_first_pointers(o, unit, cells);
    result.objects[*program_objects_[i]] = std::make_shared<const Cells>(std::move(cells));
  }
  return result;
}

/// Values that are addresses, over the numbers that stand for them.
void BitQuestion::add_first_pointers(const ir::Object& object, std::size_t unit, Cells& cells) {
  std::size_t width = problem_.program.pointer_width / 8;
  for (const ir::Object::Pointer& p : object.pointers) {
    if (p.offset % unit != 0 || width % unit != 0 || p.offset + width > object.size)
      throw NotBits("an address that lies across memory cells");
    Word addend = Words::constant(Integer(p.addend), 8 * width);
    bits::Memory::write(cells,
                        p.offset / unit,
                        width / unit,
                        blaster_.values.shifted(*program_addresses_[p.object.index()], addend));
  }
}

void BitQuestion::take(const AnyValue& step) {
  Type type = step.variable.type();
  VarId v = step.variable.variable();
  if (type.is_bool() || type.is_machine()) {
    blaster_.define(
        v, blaster_.values.plain(blaster_.values.words.input(type.is_bool() ? 1 : type.width())));
  } else if (type.is_memory() && step.region.valid()) {
    Image image{unit_of(step.region), {}};
    for (ObjectNumber o : regions_[step.region])
      image.objects[o] = blaster_.memory.cells(image.unit, blaster_.values.objects[o].size, false);
    blaster_.define(v, std::move(image));
  }
}

void BitQuestion::take(const NamedValue& step) {
  VarId v = step.variable.variable();
  if (step.without_text) {
    try {
      blaster_.define(v, blaster_.image(step.value));
    } catch (const NotBits&) {
      return; // any contents, as it is without text
    }
    return;
  }
  if (step.value.type().is_memory())
    blaster_.define(v, blaster_.image(step.value));
  else
    blaster_.define(v, blaster_.value(step.value));
}

void BitQuestion::take(const FirstContents& step) {
  blaster_.define(step.variable.variable(), first_contents(step.region));
}

void BitQuestion::take(const OverflowOf& step) {
  blaster_.define(step.variable.variable(),
                  blaster_.values.plain(blaster_.overflow(step.operation)));
}

void BitQuestion::take(const Requirement& step) {
  if (step.addresses.empty())
    facts_.push_back(blaster_.truth(step.condition));
  else
    open_.push_back(&step);
}

void BitQuestion::take(const NewAddress& step) {
  std::optional<Integer> size = Words::value(blaster_.word(step.size));
  if (!size) throw NotBits("an object of unknown size");
  VarId v = step.variable.variable();
  ObjectNumber number = blaster_.values.objects.size();
  new_objects_[v] = number;
  Word address = blaster_.values.words.input(problem_.program.pointer_width);
  blaster_.values.objects.push_back(
      {std::move(address), static_cast<std::uint64_t>(*size), blaster_.truth(step.guard)});
  blaster_.define(v, blaster_.values.address(number));
}

void BitQuestion::take(const ProgramAddress& step) {
  VarId v = step.variable.variable();
  if (program_objects_[step.object.index()])
    new_objects_[v] = *program_objects_[step.object.index()];
  blaster_.define(v, program_addresses_[step.object.index()]);
}

void BitQuestion::take(const NewContents& step) {
  if (step.before == step.after) return;
  ValueRef address = blaster_.value(step.address);
  std::optional<Integer> length = Words::value(blaster_.word(step.length));
  if (!length || address->places.size() != 1 || address->places[0].condition != bits::yes) return;
  const bits::GuardedAddress& place = address->places[0];
  std::uint64_t size = blaster_.values.objects[place.object].size;
  if (Words::value(place.offset) != Integer(0) || *length != Integer(size)) return;
  Image image = blaster_.image(step.before);
  image.objects[place.object] = blaster_.memory.cells(image.unit, size, step.zeroed);
  regions_[step.region].insert(place.object);
  blaster_.define(step.after.variable(), std::move(image));
}

void BitQuestion::take(const LiveBytes& step) {
  std::optional<Integer> length = Words::value(blaster_.word(step.length));
  if (!length || *length > (Integer(1) << 40)) return;
  Lit inside =
      blaster_.memory.inside(*blaster_.value(step.address), static_cast<std::uint64_t>(*length));
  facts_.push_back(circuit_.disj(!blaster_.truth(step.answer), inside));
}

/// Of an address that belongs to an object nothing else is to be known than how that object fares; what other
/// numbers mean is left open.
void BitQuestion::take(const KnownBytes& step) {
  Lit answer = blaster_.truth(step.answer);
  ValueRef address = blaster_.value(step.address);
  const unsigned width = problem_.program.pointer_width;
  Words& words = blaster_.values.words;
  Word length = step.length.null() ? Words::constant(0, width) : blaster_.word(step.length);
  Lit null = blaster_.values.words.equal(address->rest,
                                         Words::constant(0, problem_.program.pointer_width));
  null = circuit_.conj(null, blaster_.values.placeless(*address));
  facts_.push_back(circuit_.disj(!null, step.length.null() ? answer : !answer));
  std::map<ObjectNumber, Lit> fine;
  for (std::size_t i = 0; i < program_objects_.size(); ++i) {
    if (!program_objects_[i] || step.length.null()) continue;
    if (step.written && problem_.program.objects[i].read_only) continue;
    fine[*program_objects_[i]] = bits::yes;
  }
  for (const LiveObject& object : step.objects) {
    if (step.length.null() && !object.heap) continue;
    fine[new_objects_.at(object.address.variable())] = blaster_.truth(object.alive);
  }
  for (const bits::GuardedAddress& place : address->places) {
    auto found = fine.find(place.object);
    Lit ok = bits::no;
    Word size = Words::constant(Integer(blaster_.values.objects[place.object].size), width);
    if (found != fine.end()) {
      // What is freed is an address without an offset.
      Word room = step.length.null() ? length : words.sub(size, length);
      ok = circuit_.conj(found->second, words.less(place.offset, room, false, true));
      ok = circuit_.conj(ok, words.less(length, size, false, true));
    }
    Lit same = circuit_.disj(circuit_.conj(answer, ok), circuit_.conj(!answer, !ok));
    facts_.push_back(circuit_.disj(!place.condition, same));
  }
}

/// Does the question depend on the number of the address?
bool BitQuestion::matters(ObjectNumber object, const std::vector<char>& seen) const {
  return std::ranges::any_of(blaster_.values.objects[object].address, [&](Lit l) {
    return !l.is_constant() && l.gate() < seen.size() && seen[l.gate()] != 0;
  });
}
bool BitQuestion::matters(const Requirement& step, const std::vector<char>& seen) const {
  return std::ranges::all_of(step.addresses, [&](Term address) {
    auto found = new_objects_.find(address.variable());
    return found == new_objects_.end() || matters(found->second, seen);
  });
}

/// The end of the object does not come before its beginning. Comparisons of addresses in one object take that for
/// granted (see values.h), so it cannot be said by such a comparison.
Lit BitQuestion::does_not_wrap(ObjectNumber object) {
  const bits::Object& o = blaster_.values.objects[object];
  Words& words = blaster_.values.words;
  Word end = words.add(o.address, Words::constant(Integer(o.size), o.address.size()));
  return circuit_.disj(!o.exists, words.less(o.address, end, false, true));
}

bits::Cnf BitQuestion::ask(const std::vector<Term>& bad) {
  Lit some = bits::no;
  for (Term t : bad)
    some = circuit_.disj(some, blaster_.truth(t));
  std::vector<Lit> all = facts_;
  all.push_back(some);
  std::set<ObjectNumber> placed;
  // What is said of addresses may depend on further ones.
  std::vector<const Requirement*> open = open_;
  for (bool more = true; more;) {
    std::vector<char> seen;
    circuit_.mark(all, seen);
    more = false;
    for (auto [variable, object] : new_objects_)
      if (matters(object, seen) && placed.insert(object).second) {
        all.push_back(does_not_wrap(object));
        more = true;
      }
    std::vector<const Requirement*> rest;
    for (const Requirement* step : open) {
      if (matters(*step, seen)) {
        all.push_back(blaster_.truth(step->condition));
        more = true;
      } else {
        rest.push_back(step);
      }
    }
    open = std::move(rest);
  }
  return circuit_.cnf(all);
}

} // namespace kleene::evidence
