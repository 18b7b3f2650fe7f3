// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/address_use.h"

#include "kleene/ir/opaque.h"
#include "kleene/ir/pointer_order.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <unordered_map>

#include "address_values.h"

namespace kleene::ir {
namespace {

using Value = AddressValue;

VarId root(Term memory) {
  while (!memory.is_variable())
    memory = memory.arg(memory.op() == Op::Ite ? 1 : 0);
  return memory.variable();
}

class Analysis {
public:
  explicit Analysis(const Program& program)
      : program_(program),
        pointer_bytes_(program.pointer_width / 8),
        values_(program.variables.size()),
        memories_(program.variables.size()),
        touches_(program.variables.size()) {}

  AddressUse run() {
    start();
    find_settled_checks();
    do {
      changed_ = false;
      each_edge();
    } while (changed_);
    recording_ = true;
    each_edge();
    check_parts();
    result_.confuses_objects |= dereferences_number_ && (result_.numbers || result_.taken_apart);
    return std::move(result_);
  }

private:
  /// An access that is no read or write of a whole pointer, or might not be.
  struct Touch {
    Spot spot;
    std::uint64_t bytes = 0;
    SourceRange range;
  };

  void start();
  void add_contents(const Object& object);
  void each_edge();
  void find_settled_checks();
  bool is_settled(const Edge& edge) const;
  void step(const Edge& edge);
  void havoc(const Havoc& havoc);
  void output(const Output& output);
  Value evaluate(Term t);
  Value node(Term t);
  const Value& of(Term t) const { return done_.at(t); }
  Value moved(const Value& address, Term by, bool backwards) const;
  bool tells_alignment(Term t) const;
  static Value null_value();
  Value cast(Term t);
  Value sum(Term t);
  Value load(Term t);
  void store(Term t);
  void copy(Term t);
  void fill(VarId region, const Spot& at, Term length);
  void touch(VarId region, const Spot& spot, std::uint64_t bytes);
  void check_parts();

  std::uint32_t allocation_number(const Alloc& alloc) {
    auto number = static_cast<std::uint32_t>(program_.objects.size() + allocations_.size());
    number = allocations_.try_emplace(&alloc, number).first->second;
    bool power = alloc.alignment != 0 && (alloc.alignment & (alloc.alignment - 1)) == 0;
    alignments_[number] = power ? alloc.alignment : 1;
    return number;
  }
  bool is_fixed(std::uint32_t origin) const { return origin < program_.objects.size(); }
  void assign(VarId v, const Value& value) {
    if (program_.variable(v).type.is_integer()) changed_ |= values_[v.index()].join(value);
  }
  /// An access through a number, or an address that nobody knows, may be anywhere; one through null, or
  /// through what nobody gave a value, is undefined behaviour.
  std::optional<Spot> spot_of(const Value& address) {
    dereferences_number_ |= address.number;
    if (address.any || address.number) return Spot::anywhere();
    if (!address.carries()) return std::nullopt;
    return address.spot;
  }
  /// Multiples of what a number is, also when it wraps.
  std::uint64_t unit(Term t) const;
  Spot distance(Term t) const;

  void take_apart(const Value& v) {
    if (!recording_ || !v.carries()) return;
    result_.numbers = true;
    if (!result_.taken_apart) result_.taken_apart = range_;
  }
  void compare(Term t);
  bool same_fixed(const Value& a, const Value& b) const {
    return a.only_addresses() && b.only_addresses() && a.origins.size() == 1
           && a.origins == b.origins && is_fixed(a.origins[0]);
  }
  bool surely_inside(const Value& a, const Value& b) const;
  bool may_share(const Value& a, const Value& b) const;

  const Program& program_;
  std::uint64_t pointer_bytes_;
  std::vector<Value> values_;           ///< by VarId
  std::vector<AddressMemory> memories_; ///< by VarId
  std::vector<std::vector<Touch>> touches_;
  std::unordered_map<const Alloc*, std::uint32_t> allocations_;
  std::unordered_map<std::uint32_t, std::uint64_t> alignments_; ///< of allocations, by number
  std::unordered_map<Term, Value> done_;
  bool changed_ = false;
  std::set<std::pair<ProcId, LocId>>
      settled_; ///< where questions begin that addresses do not matter for
  bool recording_ = false;
  bool dereferences_number_ = false;
  ProcId procedure_;
  LocId at_;
  SourceRange range_;
  std::set<std::tuple<std::size_t, std::size_t, std::uint32_t>> compared_;
  AddressUse result_;
};

void Analysis::start() {
  for (const Object& o : program_.objects)
    if (o.kind == ObjectKind::Data) add_contents(o);
  for (VarId g : program_.globals) {
    const Variable& v = program_.variable(g);
    if (!v.type.is_integer()) continue;
    done_.clear();
    assign(g, v.initial ? evaluate(*v.initial) : Value::a_number());
  }
  for (VarId p : program_.procedure(program_.entry).parameters)
    assign(p, Value::a_number());
  // What nothing is written to has no value that anybody gave.
  std::vector<bool> written(program_.variables.size());
  for (const Procedure& p : program_.procedures) {
    for (VarId v : p.parameters)
      written[v.index()] = true;
    for (const Edge& e : p.edges)
      for (VarId v : written_variables(e.statement))
        written[v.index()] = true;
  }
  Value nobody_gave;
  nobody_gave.indeterminate = true;
  for (std::size_t v = 0; v < written.size(); ++v)
    if (!written[v]) assign(VarId(v), nobody_gave);
}

void Analysis::add_contents(const Object& object) {
  AddressMemory& memory = memories_[object.region.index()];
  std::vector<bool> in_pointer(object.bytes.size());
  for (const Object::Pointer& p : object.pointers) {
    Value value;
    value.origins = {static_cast<std::uint32_t>(p.object.index())};
    value.spot = {p.addend, 0};
    const Object& to = program_.object(p.object);
    value.inside = p.addend >= 0 && static_cast<std::uint64_t>(p.addend) < to.size;
    memory.store({static_cast<std::int64_t>(p.offset), 0}, pointer_bytes_, value);
    for (std::uint64_t i = p.offset; i < p.offset + pointer_bytes_ && i < in_pointer.size(); ++i)
      in_pointer[i] = true;
  }
  for (std::size_t i = 0; i < object.bytes.size(); ++i)
    if (object.bytes[i] != 0 && !in_pointer[i])
      memory.store({static_cast<std::int64_t>(i), 0}, 1, Value::a_number());
}

void Analysis::find_settled_checks() {
  for (std::size_t p = 0; p < program_.procedures.size(); ++p)
    for (const Edge& edge : program_.procedures[p].edges)
      if (is_settled_check(program_.procedures[p].locations[edge.to.index()]))
        settled_.emplace(ProcId(p), edge.from);
}

void Analysis::each_edge() {
  for (std::size_t p = 0; p < program_.procedures.size(); ++p)
    for (const Edge& edge : program_.procedures[p].edges) {
      // Every proof excludes opaque places, and no counterexample goes on behind one.
      if (is_opaque(program_.procedures[p].locations[edge.from.index()])) continue;
      procedure_ = ProcId(p);
      at_ = edge.from;
      range_ = edge.range;
      done_.clear();
      step(edge);
    }
}

/// Its condition does not depend on where objects lie.
bool Analysis::is_settled(const Edge& edge) const {
  const auto* assume = std::get_if<Assume>(&edge.statement);
  return assume != nullptr
         && (assume->kind == AssumeKind::Overlap || settled_.contains({procedure_, edge.from}));
}

void Analysis::step(const Edge& edge) {
  if (is_settled(edge)) return;
  const Statement& statement = edge.statement;
  for (Term t : evaluated_terms(statement))
    evaluate(t);
  if (const auto* assigned = std::get_if<Assign>(&statement)) {
    for (std::size_t i = 0; i < assigned->targets.size(); ++i)
      assign(assigned->targets[i], of(assigned->values[i]));
  } else if (const auto* call = std::get_if<Call>(&statement)) {
    const Procedure& callee = program_.procedure(call->callee);
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      assign(callee.parameters[i], of(call->arguments[i]));
    for (std::size_t i = 0; i < call->results.size(); ++i)
      if (call->results[i].valid()) assign(call->results[i], values_[callee.returns[i].index()]);
  } else if (const auto* spawn = std::get_if<Spawn>(&statement)) {
    const Procedure& callee = program_.procedure(spawn->callee);
    for (std::size_t i = 0; i < spawn->arguments.size(); ++i)
      assign(callee.parameters[i], of(spawn->arguments[i]));
  } else if (const auto* alloc = std::get_if<Alloc>(&statement)) {
    take_apart(of(alloc->size));
    Value address;
    address.origins = {allocation_number(*alloc)};
    // What malloc gives has an address of its own even without bytes; an empty array need not.
    address.inside =
        alloc->storage == Storage::Heap || (alloc->size.is_constant() && alloc->size.value() != 0);
    assign(alloc->target, address);
    if (!alloc->zeroed) changed_ |= memories_[alloc->region.index()].make_indeterminate();
  } else if (const auto* forget = std::get_if<Forget>(&statement)) {
    changed_ |= memories_[forget->region.index()].make_indeterminate();
    take_apart(of(forget->length));
    if (std::optional<Spot> at = spot_of(of(forget->address)))
      fill(forget->region, *at, forget->length);
  } else if (const auto* some = std::get_if<Havoc>(&statement)) {
    havoc(*some);
  } else if (const auto* text = std::get_if<Output>(&statement)) {
    output(*text);
  }
}

/// Unknown code may give any address, the environment any number.
void Analysis::havoc(const Havoc& havoc) {
  bool unknown = havoc.choice == Choice::Unknown && !havoc.uninitialised;
  for (VarId v : havoc.variables) {
    if (program_.variable(v).type.is_memory()) {
      changed_ |= memories_[v.index()].make_unknown();
      continue;
    }
    Value value;
    value.number = !havoc.uninitialised && !unknown;
    value.indeterminate = havoc.uninitialised;
    value.any = unknown;
    assign(v, value);
  }
}

/// Printed text is a number like others, if its length is used or it goes to memory; strings are read.
void Analysis::output(const Output& output) {
  if (output.result.valid()) assign(output.result, Value::a_number());
  bool to_memory = output.channel == Channel::Memory;
  if (to_memory) {
    spot_of(of(output.destination));
    changed_ |= memories_[output.region.index()].store(Spot::anywhere(), 1, Value::a_number());
    touch(output.region, Spot::anywhere(), 1);
    if (!output.limit.null()) take_apart(of(output.limit));
  }
  if (!to_memory && !output.result.valid()) return;
  std::string conversions; // of the arguments in order
  bool known = output.format.op() == Op::Address;
  if (known) {
    const std::string& text = program_.object(output.format.object()).bytes;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] != '%') continue;
      for (++i; i < text.size(); ++i) {
        if (text[i] == '*') conversions += '*';
        if (std::isalpha(static_cast<unsigned char>(text[i])) == 0 && text[i] != '%') continue;
        if (std::string_view("hlqjzt").find(text[i]) != std::string_view::npos) continue;
        if (text[i] != '%') conversions += text[i];
        break;
      }
    }
  }
  for (std::size_t i = 0; i < output.arguments.size(); ++i)
    if (!known || i >= conversions.size() || conversions[i] != 's')
      take_apart(of(output.arguments[i]));
}

Value Analysis::evaluate(Term t) {
  for_each_subterm(t, [&](Term s) {
    if (!done_.contains(s)) done_[s] = node(s);
  });
  return done_.at(t);
}

Value Analysis::node(Term t) {
  switch (t.op()) {
  case Op::Constant:
    return t.type().is_bool() || t.value() == 0 ? null_value() : Value::a_number();
  case Op::Variable:
    return t.type().is_integer() ? values_[t.variable().index()] : Value();
  case Op::Address: {
    Value address;
    address.origins = {static_cast<std::uint32_t>(t.object().index())};
    address.inside = program_.object(t.object()).size > 0;
    return address;
  }
  case Op::Ite: {
    if (!t.type().is_integer()) return {};
    Value both = of(t.arg(1));
    both.join(of(t.arg(2)));
    return both;
  }
  case Op::Cast:
    return cast(t);
  case Op::PtrAdd:
  case Op::Add:
  case Op::Sub:
    return sum(t);
  case Op::Eq:
  case Op::Lt:
  case Op::Le:
    if (t.arg(0).type().is_integer()) compare(t);
    return {};
  case Op::Load:
    return load(t);
  case Op::Store:
    store(t);
    return {};
  case Op::MemCopy:
    copy(t);
    return {};
  case Op::MemSet: {
    VarId region = root(t.arg(0));
    std::optional<Spot> at = spot_of(of(t.arg(1)));
    if (!at) return {};
    take_apart(of(t.arg(3)));
    if (!of(t.arg(2)).is_null())
      changed_ |= memories_[region.index()].store(Spot::anywhere(), 1, Value::a_number());
    fill(region, *at, t.arg(3));
    return {};
  }
  case Op::Valid:
  case Op::Writable:
    take_apart(of(t.arg(2)));
    return {};
  case Op::Freeable:
    return {};
  case Op::SizeOf:
    return Value::a_number();
  case Op::Not:
  case Op::And:
  case Op::Or:
    return {};
  case Op::BitAnd:
  case Op::Rem:
    if (tells_alignment(t)) return Value::a_number();
    [[fallthrough]];
  default:
    for (Term a : t.args()) {
      if (of(a).none()) return {};
      take_apart(of(a));
    }
    return Value::a_number();
  }
}

/// The last bits of an address are known as far as the object is aligned.
bool Analysis::tells_alignment(Term t) const {
  const Value& address = of(t.arg(0));
  if (!t.arg(1).is_constant() || t.type().is_signed()) return false;
  if (!address.carries() || !address.only_addresses()) return false;
  Integer unit = t.arg(1).value() + (t.op() == Op::BitAnd ? 1 : 0);
  if (unit <= 0 || (unit & (unit - 1)) != 0) return false;
  auto aligned = [&](std::uint32_t o) {
    return Integer(is_fixed(o) ? alignment(program_.objects[o]) : alignments_.at(o)) % unit == 0;
  };
  return Integer(address.spot.step) % unit == 0 && std::ranges::all_of(address.origins, aligned);
}

Value Analysis::null_value() {
  Value result;
  result.null = true;
  return result;
}

Value Analysis::cast(Term t) {
  Value value = of(t.arg(0));
  Type from = t.arg(0).type();
  if (from.is_bool()) return Value::a_number();
  bool whole = t.type().is_machine() && t.type().width() >= program_.pointer_width;
  if (!value.carries() || (whole && from.width() >= program_.pointer_width)) return value;
  take_apart(value);
  return Value::a_number();
}

/// An address and a distance; or a distance of two addresses.
Value Analysis::sum(Term t) {
  Value a = of(t.arg(0));
  Value b = of(t.arg(1));
  bool minus = t.op() == Op::Sub;
  if (a.none() || b.none()) return {};
  if (!a.carries() && !b.carries()) {
    // An address that is null, or that nobody gave, leads nowhere with any distance.
    bool nowhere = t.op() == Op::PtrAdd && !a.number && !t.arg(0).is_constant();
    return nowhere ? a : Value::a_number();
  }
  if (a.carries() && b.carries() && minus && !t.type().is_signed()) {
    compare(t);
    return Value::a_number();
  }
  bool moves = a.carries() != b.carries() && !(minus && b.carries()) && !t.type().is_signed();
  if (moves) return a.carries() ? moved(a, t.arg(1), minus) : moved(b, t.arg(0), false);
  take_apart(a);
  take_apart(b);
  return Value::a_number();
}

Value Analysis::moved(const Value& address, Term by, bool backwards) const {
  Value result = address;
  Spot way = distance(by);
  result.spot = backwards ? address.spot.minus(way) : address.spot.plus(way);
  if (by.is_constant() && by.value() == 0) return result;
  // A part of a fixed object; whatever else it is may be behind the end of an object.
  bool part =
      result.spot.exact() && result.origins.size() == 1 && is_fixed(result.origins[0])
      && result.spot.rest >= 0
      && static_cast<std::uint64_t>(result.spot.rest) < program_.objects[result.origins[0]].size;
  result.inside = part;
  return result;
}

std::uint64_t Analysis::unit(Term t) const {
  auto power_of_two = [](std::uint64_t n) {
    return n == 0 ? std::uint64_t(1) << 32 : n & (~n + 1);
  };
  switch (t.op()) {
  case Op::Constant:
    return power_of_two(static_cast<std::uint64_t>(t.value()));
  case Op::Mul: {
    std::uint64_t product = unit(t.arg(0)) * unit(t.arg(1));
    return std::min(product == 0 ? ~std::uint64_t(0) : product, std::uint64_t(1) << 32);
  }
  case Op::Add:
  case Op::Sub:
    return std::min(unit(t.arg(0)), unit(t.arg(1)));
  case Op::Neg:
  case Op::Cast:
    return unit(t.arg(0));
  case Op::Shl:
    if (t.arg(1).is_constant() && t.arg(1).value() >= 0 && t.arg(1).value() < 32)
      return std::uint64_t(1) << static_cast<unsigned>(t.arg(1).value());
    return 1;
  default:
    return 1;
  }
}

Spot Analysis::distance(Term t) const {
  if (!t.is_constant()) return {0, unit(t)};
  Integer value = t.value();
  if (value > max_value(program_.pointer_type()) / 2)
    value -= max_value(program_.pointer_type()) + 1;
  return Spot{static_cast<std::int64_t>(value), 0}.plus({});
}

Value Analysis::load(Term t) {
  VarId region = root(t.arg(0));
  std::optional<Spot> spot = spot_of(of(t.arg(1)));
  if (!spot) return {};
  touch(region, *spot, t.type().bytes());
  if (t.type().bytes() != pointer_bytes_) return Value::a_number();
  return memories_[region.index()].load(*spot, pointer_bytes_);
}

void Analysis::store(Term t) {
  VarId region = root(t.arg(0));
  std::optional<Spot> spot = spot_of(of(t.arg(1)));
  if (!spot) return;
  std::uint64_t bytes = t.arg(2).type().bytes();
  const Value& value = of(t.arg(2));
  if (bytes != pointer_bytes_) take_apart(value);
  touch(region, *spot, bytes);
  changed_ |= memories_[region.index()].store(
      *spot, bytes, bytes == pointer_bytes_ ? value : Value::a_number());
}

void Analysis::copy(Term t) {
  VarId to = root(t.arg(0));
  VarId from = root(t.arg(2));
  std::optional<Spot> to_place = spot_of(of(t.arg(1)));
  std::optional<Spot> from_place = spot_of(of(t.arg(3)));
  if (!to_place || !from_place) return;
  Spot to_spot = *to_place;
  Spot from_spot = *from_place;
  Term length = t.arg(4);
  take_apart(of(length));
  fill(from, from_spot, length);
  fill(to, to_spot, length);
  AddressMemory& target = memories_[to.index()];
  const AddressMemory& source = memories_[from.index()];
  if (source.unknown()) changed_ |= target.make_unknown();
  if (source.indeterminate()) changed_ |= target.make_indeterminate();
  std::vector<AddressMemory::Entry> entries = source.entries();
  for (const AddressMemory::Entry& e : entries) {
    bool exact = length.is_constant() && e.spot.exact() && from_spot.exact();
    if (exact && !overlap(e.spot, e.bytes, from_spot, static_cast<std::uint64_t>(length.value())))
      continue;
    changed_ |= target.store(e.spot.minus(from_spot).plus(to_spot), e.bytes, e.value);
  }
}

/// A block is read or written: pointers in it are, as a whole, or they are taken apart.
void Analysis::fill(VarId region, const Spot& at, Term length) {
  if (!recording_) return;
  for (const AddressMemory::Entry& e : memories_[region.index()].entries()) {
    if (!e.value.carries()) continue;
    if (length.is_constant() && e.spot.exact() && at.exact()) {
      Integer end = at.rest + length.value();
      bool apart = e.spot.rest >= end || e.spot.rest + static_cast<Integer>(e.bytes) <= at.rest;
      bool within = e.spot.rest >= at.rest && e.spot.rest + static_cast<Integer>(e.bytes) <= end;
      if (apart || within) continue;
    }
    bool aligned =
        same_or_apart(e.spot, at, pointer_bytes_)
        && (length.is_constant() ? static_cast<std::uint64_t>(length.value()) : unit(length))
                   % pointer_bytes_
               == 0;
    if (!aligned) take_apart(e.value);
  }
}

void Analysis::touch(VarId region, const Spot& spot, std::uint64_t bytes) {
  if (!recording_) return;
  std::vector<Touch>& all = touches_[region.index()];
  bool known =
      std::ranges::any_of(all, [&](const Touch& t) { return t.spot == spot && t.bytes == bytes; });
  if (!known) all.push_back({spot, bytes, range_});
}

void Analysis::check_parts() {
  for (std::size_t r = 0; r < memories_.size(); ++r)
    for (const AddressMemory::Entry& e : memories_[r].entries()) {
      if (!e.value.carries()) continue;
      for (const Touch& t : touches_[r]) {
        bool whole = t.bytes == pointer_bytes_ && same_or_apart(e.spot, t.spot, pointer_bytes_);
        range_ = t.range;
        if (!whole && overlap(e.spot, e.bytes, t.spot, t.bytes)) take_apart(e.value);
      }
    }
}

/// Addresses of bytes of objects of which those of the program live for ever: only such of different
/// allocated objects may have been equal at different times. Equal strings may be one object.
bool Analysis::surely_inside(const Value& a, const Value& b) const {
  if (!a.inside || !b.inside || !a.only_addresses() || !b.only_addresses()) return false;
  auto fixed_only = [&](std::uint32_t o) { return is_fixed(o); };
  bool allocated =
      !std::ranges::all_of(a.origins, fixed_only) && !std::ranges::all_of(b.origins, fixed_only);
  return !allocated && !may_share(a, b);
}

bool Analysis::may_share(const Value& a, const Value& b) const {
  if (a.any || b.any) return true;
  for (std::uint32_t x : a.origins)
    for (std::uint32_t y : b.origins)
      if (x != y && is_fixed(x) && is_fixed(y)
          && shared_end(program_.objects[x], program_.objects[y]))
        return true;
  return false;
}

void Analysis::compare(Term t) {
  if (!recording_) return;
  const Value& a = of(t.arg(0));
  const Value& b = of(t.arg(1));
  if (!a.carries() && !b.carries()) return;
  bool equality = t.op() == Op::Eq;
  if (!equality && t.arg(0).type().is_signed()) {
    take_apart(a);
    take_apart(b);
    return;
  }
  // No address is null, and null is not above any.
  if (t.op() != Op::Sub && (a.is_null() || b.is_null())) return;
  if (same_fixed(a, b) || (equality && surely_inside(a, b))) return;
  if (compared_.emplace(procedure_.index(), at_.index(), t.id()).second)
    result_.comparisons.push_back({procedure_, at_, t, may_share(a, b)});
  bool followed = !a.origins.empty() && !b.origins.empty();
  if (followed && a.origins != b.origins && !(a.inside && b.inside))
    result_.confuses_objects = true;
  for (const Value* v : {&a, &b})
    if (!v->only_addresses()
        || std::ranges::any_of(v->origins, [&](auto o) { return is_fixed(o); }))
      result_.numbers = true;
}

} // namespace

std::uint64_t alignment(const Object& object) {
  return object.address & (~object.address + 1);
}

std::optional<std::uint64_t> shared_end(const Object& a, const Object& b) {
  auto constant = [](const Object& o) {
    return o.kind == ObjectKind::Data && o.read_only && o.pointers.empty()
           && o.bytes.size() == o.size;
  };
  if (!constant(a) || !constant(b)) return std::nullopt;
  if (a.bytes.ends_with(b.bytes)) return a.size - b.size;
  if (b.bytes.ends_with(a.bytes)) return b.size - a.size;
  return std::nullopt;
}

AddressUse address_use(const Program& program) {
  return Analysis(program).run();
}

} // namespace kleene::ir
