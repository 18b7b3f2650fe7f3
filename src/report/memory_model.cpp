// SPDX-License-Identifier: Apache-2.0
#include "memory_model.h"

#include "kleene/ir/shadow.h"

#include <fmt/core.h>

#include <utility>

namespace kleene::report {

/// The value of a term, without recursion over shared parts.
class MemoryModel::Evaluation {
public:
  Evaluation(const MemoryModel& model, const StackFrame& frame) : model_(model), frame_(frame) {}

  std::optional<Integer> operator()(Term term) {
    for_each_subterm(term, [&](Term t) { values_[t] = one(t); });
    return values_[term];
  }

private:
  std::optional<Integer> arg(Term t, std::size_t i) { return values_[t.arg(i)]; }

  std::optional<Integer> one(Term t) {
    switch (t.op()) {
    case Op::Constant:
      return t.type().is_bool() ? Integer(t.is_true() ? 1 : 0) : t.value();
    case Op::Variable:
      return t.type().is_integer() || t.type().is_bool() ? model_.variable(frame_, t.variable())
                                                         : std::nullopt;
    case Op::Address:
      return Integer(model_.program_.object(t.object()).address);
    case Op::Ite: {
      std::optional<Integer> condition = arg(t, 0);
      return condition ? arg(t, *condition != 0 ? 1 : 2) : std::nullopt;
    }
    case Op::And:
    case Op::Or: {
      bool all = true;
      for (std::size_t i = 0; i < t.arity(); ++i) {
        std::optional<Integer> value = arg(t, i);
        if (value && (*value != 0) == (t.op() == Op::Or)) return t.op() == Op::Or ? 1 : 0;
        all &= value.has_value();
      }
      return all ? std::optional<Integer>(t.op() == Op::Or ? 0 : 1) : std::nullopt;
    }
    case Op::Load:
      return load(t);
    default:
      return t.arity() == 1   ? unary(t, arg(t, 0))
             : t.arity() == 2 ? binary(t, arg(t, 0), arg(t, 1))
                              : std::nullopt;
    }
  }

  static std::optional<Integer> wrapped(Term t, Integer value) {
    return t.type().is_machine() ? wrap(t.type(), value) : value;
  }

  static std::optional<Integer> unary(Term t, std::optional<Integer> a) {
    if (!a) return std::nullopt;
    switch (t.op()) {
    case Op::Not:
      return *a == 0 ? 1 : 0;
    case Op::Neg:
      return wrapped(t, -*a);
    case Op::BitNot:
      return wrapped(t, ~*a);
    case Op::Cast:
      return wrapped(t, *a);
    default:
      return std::nullopt;
    }
  }

  static std::optional<Integer> binary(Term t, std::optional<Integer> a, std::optional<Integer> b) {
    if (!a || !b) return std::nullopt;
    constexpr Integer widest = 64;
    bool shifts = *b >= 0 && *b < widest;
    switch (t.op()) {
    case Op::Eq:
      return *a == *b ? 1 : 0;
    case Op::Lt:
      return *a < *b ? 1 : 0;
    case Op::Le:
      return *a <= *b ? 1 : 0;
    case Op::Add:
    case Op::PtrAdd:
      return wrapped(t, *a + *b);
    case Op::Sub:
      return wrapped(t, *a - *b);
    case Op::Mul:
      return wrapped(t, *a * *b);
    case Op::Div:
      return *b == 0 ? std::nullopt : wrapped(t, *a / *b);
    case Op::Rem:
      return *b == 0 ? std::nullopt : wrapped(t, *a % *b);
    case Op::BitAnd:
      return wrapped(t, *a & *b);
    case Op::BitOr:
      return wrapped(t, *a | *b);
    case Op::BitXor:
      return wrapped(t, *a ^ *b);
    case Op::Shl:
      return shifts ? wrapped(t, *a << static_cast<std::size_t>(*b)) : std::nullopt;
    case Op::Shr:
      return shifts ? wrapped(t, *a >> static_cast<std::size_t>(*b)) : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<Integer> load(Term t) {
    std::optional<Integer> address = arg(t, 1);
    Term memory = t.arg(0);
    while (!memory.is_variable() && memory.arity() > 0)
      memory = memory.arg(0);
    bool shadow = memory.is_variable() && model_.shadowed_[memory.variable().index()].valid();
    if (!address || shadow) return std::nullopt;
    Integer value = 0;
    for (std::size_t i = t.type().bytes(); i-- > 0;) {
      std::optional<std::uint8_t> byte = model_.byte(static_cast<std::uint64_t>(*address) + i);
      if (!byte) return std::nullopt;
      value = value * 256 + *byte;
    }
    return wrap(t.type(), value);
  }

  const MemoryModel& model_;
  const StackFrame& frame_;
  std::unordered_map<Term, std::optional<Integer>> values_;
};

MemoryModel::MemoryModel(const ir::Program& program)
    : program_(program), shadowed_(ir::shadowed_regions(program)) {
  for (const ir::Object& o : program.objects)
    if (o.kind == ir::ObjectKind::Data)
      objects_[o.address] = {o.address, o.size, o.name, true, &o, 0};
  for (VarId v : program.globals) {
    const std::optional<Term>& initial = program.variable(v).initial;
    if (!initial) continue;
    if (std::optional<Integer> value = Evaluation(*this, globals_)(*initial))
      globals_.values[v] = *value;
  }
}

const MemoryModel::StackFrame& MemoryModel::frame_of(const Step& step) const {
  auto frames = frames_.find(step.thread);
  return frames == frames_.end() || frames->second.empty() ? globals_ : frames->second.back();
}

std::optional<Integer> MemoryModel::variable(const StackFrame& frame, VarId v) const {
  const StackFrame& own = program_.variable(v).owner.valid() ? frame : globals_;
  auto value = own.values.find(v);
  return value == own.values.end() ? std::nullopt : std::optional(value->second);
}

bool MemoryModel::is_uninitialised(std::size_t thread, VarId v) const {
  if (!program_.variable(v).owner.valid()) return globals_.uninitialised.contains(v);
  auto frames = frames_.find(thread);
  return frames != frames_.end() && !frames->second.empty()
         && frames->second.back().uninitialised.contains(v);
}

const LiveObject* MemoryModel::object_at(std::uint64_t address) const {
  auto behind = objects_.upper_bound(address);
  if (behind == objects_.begin()) return nullptr;
  const LiveObject& o = std::prev(behind)->second;
  return address <= o.base + o.size ? &o : nullptr; // one behind the end belongs to it
}

const LiveObject* MemoryModel::gone_at(std::uint64_t address) const {
  auto behind = gone_.upper_bound(address);
  if (behind == gone_.begin() || object_at(address) != nullptr) return nullptr;
  const LiveObject& o = std::prev(behind)->second;
  return address <= o.base + o.size ? &o : nullptr;
}

std::optional<std::uint8_t> MemoryModel::byte(std::uint64_t address) const {
  if (auto known = bytes_.find(address); known != bytes_.end()) return known->second;
  const LiveObject* o = object_at(address);
  if (o == nullptr || !o->zeroed) return std::nullopt;
  std::uint64_t offset = address - o->base;
  bool given = o->fixed != nullptr && offset < o->fixed->bytes.size();
  return given ? static_cast<std::uint8_t>(o->fixed->bytes[offset]) : std::uint8_t(0);
}

std::optional<Integer> MemoryModel::evaluate(const Step& step, Term term) const {
  return Evaluation(*this, frame_of(step))(term);
}

void MemoryModel::put(std::uint64_t address, Type type, Integer value) {
  for (std::size_t i = 0; i < type.bytes(); ++i, value >>= 8)
    bytes_[address + i] = static_cast<std::uint8_t>(value & 0xff);
}

void MemoryModel::set(StackFrame& frame, VarId v, Integer value) {
  StackFrame& own = program_.variable(v).owner.valid() ? frame : globals_;
  own.values[v] = value;
  own.uninitialised.erase(v);
}

/// Many bytes that are set or copied at once.
void MemoryModel::note_span(const Step& step, Term memory, std::vector<MemoryWrite>& writes) const {
  bool copies = memory.op() == Op::MemCopy;
  std::optional<Integer> to = evaluate(step, memory.arg(1));
  std::optional<Integer> from = evaluate(step, memory.arg(copies ? 3 : 2));
  std::optional<Integer> length = evaluate(step, memory.arg(copies ? 4 : 3));
  if (!to || !from || !length || *length <= 0) return;
  MemoryWrite write;
  write.address = static_cast<std::uint64_t>(*to);
  write.length = static_cast<std::uint64_t>(*length);
  write.value = copies ? 0 : *from;
  if (copies) write.from = static_cast<std::uint64_t>(*from);
  write.object = object_at(write.address);
  if (write.object == nullptr
      || write.address + write.length > write.object->base + write.object->size)
    return;
  writes.push_back(std::move(write));
}

/// What is added to the address of the structure or array: a constant, an index, or both.
void MemoryModel::find_member(const Step& step, Term place, MemoryWrite& write) const {
  for (bool indexed = false; place.op() == Op::PtrAdd; place = place.arg(0)) {
    std::optional<Integer> added = evaluate(step, place.arg(1));
    if (!added) return;
    auto bytes = static_cast<std::uint64_t>(*added);
    if (!place.arg(1).is_constant()) {
      if (std::exchange(indexed, true) || bytes % write.type.bytes() != 0) return;
      write.index = bytes / write.type.bytes();
    }
    write.member += bytes;
  }
}

/// The innermost change comes first.
void MemoryModel::store(const Step& step, Term memory, std::vector<MemoryWrite>& writes) {
  constexpr Integer longest = 4096;
  if (memory.op() == Op::Variable) return;
  store(step, memory.arg(0), writes);
  std::optional<Integer> to = evaluate(step, memory.arg(1));
  if (!to) return;
  auto address = static_cast<std::uint64_t>(*to);
  if (memory.op() == Op::Store) {
    std::optional<Integer> value = evaluate(step, memory.arg(2));
    Type type = memory.arg(2).type();
    if (value) {
      put(address, type, *value);
      MemoryWrite write;
      write.object = object_at(address);
      write.address = address;
      write.type = type;
      write.value = *value;
      write.written = memory.arg(2);
      find_member(step, memory.arg(1), write);
      if (write.object != nullptr) writes.push_back(std::move(write));
    } else {
      for (std::size_t i = 0; i < type.bytes(); ++i)
        bytes_.erase(address + i);
    }
    return;
  }
  bool copies = memory.op() == Op::MemCopy;
  std::optional<Integer> length = evaluate(step, memory.arg(copies ? 4 : 3));
  std::optional<Integer> from = evaluate(step, memory.arg(copies ? 3 : 2));
  if (!length || *length > longest) return;
  note_span(step, memory, writes);
  std::vector<std::optional<std::uint8_t>> copied;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(*length); ++i)
    copied.push_back(!from    ? std::nullopt
                     : copies ? byte(static_cast<std::uint64_t>(*from) + i)
                              : std::optional(static_cast<std::uint8_t>(*from)));
  for (const std::optional<std::uint8_t>& b : copied) {
    if (b)
      bytes_[address] = *b;
    else
      bytes_.erase(address);
    ++address;
  }
}

void MemoryModel::make_object(const Step& step, const ir::Alloc& alloc) {
  std::optional<Integer> size = evaluate(step, alloc.size);
  for (auto [v, value] : step.written) {
    if (v != alloc.target || value == 0) continue;
    bool heap = alloc.storage == ir::Storage::Heap;
    std::string name = alloc.name;
    if (heap) name += fmt::format("#{}", ++made_[alloc.name]);
    auto base = static_cast<std::uint64_t>(value);
    auto bytes = static_cast<std::uint64_t>(size.value_or(1));
    constexpr std::uint64_t looked_at = 65536;
    for (std::uint64_t i = 0; i < std::min(bytes, looked_at); ++i)
      bytes_.erase(base + i);
    gone_.erase(base);
    objects_[base] = {base, bytes, name, alloc.zeroed, nullptr, heap ? 0 : frame_of(step).number};
  }
}

void MemoryModel::mark_uninitialised(const Step& step) {
  if (program_.free_uninitialised) return;
  StackFrame& frame = top(step.thread);
  auto own = [&](VarId v) -> StackFrame& {
    return program_.variable(v).owner.valid() ? frame : globals_;
  };
  if (const auto* havoc = std::get_if<ir::Havoc>(&step.edge->statement)) {
    for (VarId v : havoc->variables)
      if (havoc->uninitialised) own(v).uninitialised.insert(v);
  } else if (const auto* assign = std::get_if<ir::Assign>(&step.edge->statement)) {
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      for (VarId read : variables_of(assign->values[i]))
        if (read != assign->targets[i] && is_uninitialised(step.thread, read))
          own(assign->targets[i]).uninitialised.insert(assign->targets[i]);
  }
}

void MemoryModel::take_statement(const Step& step, std::vector<MemoryWrite>& writes) {
  if (const auto* assign = std::get_if<ir::Assign>(&step.edge->statement)) {
    for (std::size_t i = 0; i < assign->targets.size(); ++i) {
      // Shadows have the addresses of the memory that they speak of.
      bool shadow = shadowed_[assign->targets[i].index()].valid();
      if (assign->values[i].type().is_memory() && !shadow) store(step, assign->values[i], writes);
    }
  } else if (const auto* alloc = std::get_if<ir::Alloc>(&step.edge->statement)) {
    make_object(step, *alloc);
  } else if (const auto* free = std::get_if<ir::Free>(&step.edge->statement)) {
    std::optional<Integer> address = evaluate(step, free->address);
    auto freed = objects_.find(static_cast<std::uint64_t>(address.value_or(0)));
    if (freed == objects_.end()) return;
    gone_[freed->first] = freed->second;
    objects_.erase(freed);
  }
}

void MemoryModel::leave(StackFrame& frame) {
  std::erase_if(objects_, [&](const auto& entry) {
    bool ends = frame.number != 0 && entry.second.frame == frame.number;
    if (ends) gone_[entry.first] = entry.second;
    return ends;
  });
}

std::vector<MemoryWrite> MemoryModel::take(const Step& step) {
  std::vector<StackFrame>& frames = frames_[step.thread];
  if (frames.empty()) frames.push_back({++activations_, step.procedure, {}, {}});
  std::vector<MemoryWrite> writes;
  const auto* call = std::get_if<ir::Call>(&step.edge->statement);
  if (call != nullptr && !step.returned) {
    frames.push_back({++activations_, call->callee, {}, {}});
  } else if (step.returned && frames.size() > 1) {
    leave(frames.back());
    frames.pop_back();
  } else {
    take_statement(step, writes);
  }
  for (auto [v, value] : step.written)
    set(frames.back(), v, value);
  if (call == nullptr) mark_uninitialised(step);
  return writes;
}

} // namespace kleene::report
