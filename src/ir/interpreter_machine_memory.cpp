// SPDX-License-Identifier: Apache-2.0
// Access to memory off the fast path, and what prints.

#include <fmt/core.h>

#include "interpreter_machine.h"
#include "interpreter_output.h"

namespace kleene::ir::vm {

template <class V>
MemoryObject* Machine<V>::access(
    const Insn* pc, VarId region, std::uint64_t address, std::uint64_t length, bool write) {
  MemoryObject* object = memory_.find(address, length);
  if (object == nullptr || (write && object->read_only)) return nullptr;
  if (object->region != region && code_.shadowed[region.index()] == object->region) {
    object = &memory_.shadow(*object, region);
  } else if (object->region != region) {
    result_.foreign = Event{range(pc),
                            fmt::format("the access is to region {}, but {} lies in {}",
                                        program_.variable(region).name,
                                        *object->name,
                                        program_.variable(object->region).name)};
    return nullptr;
  }
  hint(pc) = object;
  return object;
}

template <class V>
const Insn*
Machine<V>::mem_copy(const Insn* pc, std::uint64_t to, std::uint64_t from, std::uint64_t length) {
  if (length == 0) return pc + 1;
  const CopySite& site = code_.copies[static_cast<std::size_t>(pc->dst)];
  MemoryObject* source = access(pc, site.from, from, length, false);
  MemoryObject* sink = access(pc, site.to, to, length, true);
  if (source == nullptr || sink == nullptr) return fault(pc, AssumeKind::InvalidDereference);
  std::uint64_t read = from - source->base;
  std::uint64_t write = to - sink->base;
  std::memmove(sink->bytes + write, source->bytes + read, length);
  if (source->known == nullptr) {
    Memory::set_known(*sink, write, length);
    return pc + 1;
  }
  Memory::track(*sink);
  std::memmove(sink->known + write, source->known + read, length);
  return pc + 1;
}

template <class V>
const Insn* Machine<V>::copy_out(const Insn* pc, std::uint64_t from, std::uint64_t length) {
  if (length == 0) return pc + 1;
  const CopySite& site = code_.copies[static_cast<std::size_t>(pc->dst)];
  MemoryObject* source = access(pc, site.from, from, length, false);
  if (source == nullptr) return fault(pc, AssumeKind::InvalidDereference);
  copied_[pc->dst].take(*source, from - source->base, length);
  return pc + 1;
}

template <class V>
const Insn* Machine<V>::copy_in(const Insn* pc, std::uint64_t to, std::uint64_t length) {
  if (length == 0) return pc + 1;
  const CopySite& site = code_.copies[static_cast<std::size_t>(pc->dst)];
  MemoryObject* sink = access(pc, site.to, to, length, true);
  if (sink == nullptr) return fault(pc, AssumeKind::InvalidDereference);
  copied_.at(pc->dst).put(*sink, to - sink->base);
  copied_.erase(pc->dst);
  return pc + 1;
}

template <class V>
const Insn* Machine<V>::remember(const Insn* pc, std::uint64_t address, std::uint64_t length) {
  if (length == 0) return pc + 1;
  VarId region(static_cast<std::size_t>(pc->dst));
  MemoryObject* object = access(pc, region, address, length, true);
  if (object == nullptr) return fault(pc, AssumeKind::InvalidDereference);
  Remembered& old = remembered_.emplace_back(Remembered{object, address - object->base, {}});
  old.contents.take(*object, old.offset, length);
  return pc + 1;
}

template <class V>
void Machine<V>::rollback() {
  for (; !remembered_.empty(); remembered_.pop_back())
    remembered_.back().contents.put(*remembered_.back().object, remembered_.back().offset);
}

template <class V>
const Insn*
Machine<V>::mem_set(const Insn* pc, std::uint64_t to, std::uint8_t byte, std::uint64_t length) {
  if (length == 0) return pc + 1;
  VarId region(static_cast<std::size_t>(pc->dst));
  MemoryObject* sink = access(pc, region, to, length, true);
  if (sink == nullptr) return fault(pc, AssumeKind::InvalidDereference);
  std::uint64_t offset = to - sink->base;
  std::memset(sink->bytes + offset, byte, length);
  Memory::set_known(*sink, offset, length);
  return pc + 1;
}

template <class V>
bool Machine<V>::valid(const Insn* pc, std::uint64_t address, std::uint64_t length, bool write) {
  MemoryObject* object = memory_.find(address, length);
  if (object == nullptr || (write && object->read_only)) return false;
  hint(pc) = object;
  return true;
}

template <class V>
bool Machine<V>::freeable(std::uint64_t address) {
  if (address == 0) return true;
  const MemoryObject* object = memory_.find(address);
  return object != nullptr && object->life == Life::Heap && object->base == address;
}

template <class V>
std::uint64_t Machine<V>::size_of(std::uint64_t address) {
  return address != 0 && freeable(address) ? memory_.find(address)->size : 0;
}

template <class V>
const Insn* Machine<V>::alloc(const Insn* pc, V& target, std::uint64_t size) {
  const auto& statement = std::get<Alloc>(edge(pc)->statement);
  std::uint64_t frames = slots_.size() * sizeof(V);
  std::uint64_t used = memory_.live_bytes() + frames;
  if (size > options_.max_memory || used > options_.max_memory - size)
    return stop(pc, Ending::MemoryLimit);
  MemoryObject* object = memory_.allocate(size,
                                          statement.alignment,
                                          statement.storage,
                                          statement.zeroed || code_.zero_uninitialised,
                                          statement.region,
                                          statement.name);
  if (object == nullptr) return stop(pc, Ending::MemoryLimit);
  newborn_ = object;
  wrote_ = true;
  if (code_.zero_uninitialised && has_open_contents(statement)) fill(pc, *object);
  target = static_cast<V>(object->base);
  return pc + 1;
}

template <class V>
void Machine<V>::fill(const Insn* pc, MemoryObject& object) {
  HeapRequest request{++heap_requests_, object.size, range(pc)};
  std::string bytes = inputs_.heap_bytes(request);
  if (!bytes.empty())
    std::memcpy(object.bytes, bytes.data(), std::min<std::uint64_t>(bytes.size(), object.size));
}

template <class V>
std::uint64_t Machine<V>::newborn(std::uint64_t offset, std::uint64_t length) const {
  std::uint64_t value = 0;
  if (Memory::contains(*newborn_, newborn_->base + offset, length) && newborn_->bytes != nullptr)
    std::memcpy(&value, newborn_->bytes + offset, length);
  return value;
}

template <class V>
const Insn* Machine<V>::free(const Insn* pc, std::uint64_t address) {
  if (address == 0) return pc + 1;
  MemoryObject* object = memory_.find(address);
  bool made = object != nullptr && (object->life == Life::Heap || object->life == Life::Stack);
  if (!made || object->base != address) return fault(pc, AssumeKind::InvalidFree);
  if (object->life == Life::Stack && alive_ > 1)
    memory_.retire(*object, threads_[active_].retired);
  else
    memory_.release(*object);
  wrote_ = true;
  return pc + 1;
}

template <class V>
const Insn* Machine<V>::forget(const Insn* pc, std::uint64_t address, std::uint64_t length) {
  if (length == 0) return pc + 1;
  const auto& statement = std::get<Forget>(edge(pc)->statement);
  MemoryObject* object = access(pc, statement.region, address, length, true);
  if (object == nullptr) return fault(pc, AssumeKind::InvalidDereference);
  std::uint64_t offset = address - object->base;
  if (code_.shadowed[statement.region.index()].valid()) {
    std::memset(object->bytes + offset, 0xff, length);
    return pc + 1;
  }
  Memory::set_unknown(*object, offset, length);
  if (code_.zero_uninitialised) Memory::set_known(*object, offset, length);
  return pc + 1;
}

template <class V>
const Insn* Machine<V>::output(const Insn* pc, V* fp) {
  const OutputSite& site = code_.outputs[static_cast<std::size_t>(pc->a)];
  const Output& statement = *site.statement;
  std::vector<PrintArgument> arguments;
  for (std::size_t i = 0; i < site.arguments.size(); ++i)
    arguments.push_back(to_integer(statement.arguments[i].type(), *slot(fp, site.arguments[i])));
  ByteReader read = [&](std::uint64_t address) -> std::optional<char> {
    MemoryObject* object = memory_.find(address, 1);
    if (object == nullptr) return std::nullopt;
    std::uint64_t offset = address - object->base;
    if (!Memory::all_known(*object, offset, 1)) indeterminate_bytes(pc, *object, offset);
    return static_cast<char>(object->bytes[offset]);
  };
  std::optional<std::string> text = print(
      read, static_cast<std::uint64_t>(*slot(fp, site.format)), arguments, program_.pointer_width);
  if (!text) return fault(pc, AssumeKind::InvalidDereference);
  if (statement.channel != Channel::Memory) {
    if (options_.output) options_.output(*text, statement.channel);
  } else {
    auto to = static_cast<std::uint64_t>(*slot(fp, site.destination));
    std::uint64_t room = UINT64_MAX;
    if (!statement.limit.null()) room = static_cast<std::uint64_t>(*slot(fp, site.limit));
    if (room != 0) {
      std::uint64_t count = std::min<std::uint64_t>(text->size(), room - 1);
      MemoryObject* sink = access(pc, statement.region, to, count + 1, true);
      if (sink == nullptr) return fault(pc, AssumeKind::InvalidDereference);
      std::uint64_t offset = to - sink->base;
      std::memcpy(sink->bytes + offset, text->data(), count);
      sink->bytes[offset + count] = 0;
      Memory::set_known(*sink, offset, count + 1);
      if (MemoryObject* shadow = memory_.find_shadow(*sink))
        std::memset(shadow->bytes + offset, 0, count + 1);
    }
  }
  if (statement.result.valid()) {
    Type type = program_.variable(statement.result).type;
    auto length = static_cast<Integer>(text->size());
    *slot(fp, code_.variables[statement.result.index()].value) =
        static_cast<V>(type.is_machine() ? wrap(type, length) : length);
  }
  return pc + 1;
}

#define KL_VM_INSTANTIATE(V)                                                                       \
  template MemoryObject* Machine<V>::access(                                                       \
      const Insn*, VarId, std::uint64_t, std::uint64_t, bool);                                     \
  template const Insn* Machine<V>::mem_copy(                                                       \
      const Insn*, std::uint64_t, std::uint64_t, std::uint64_t);                                   \
  template const Insn* Machine<V>::copy_out(const Insn*, std::uint64_t, std::uint64_t);            \
  template const Insn* Machine<V>::copy_in(const Insn*, std::uint64_t, std::uint64_t);             \
  template const Insn* Machine<V>::remember(const Insn*, std::uint64_t, std::uint64_t);            \
  template void Machine<V>::rollback();                                                            \
  template const Insn* Machine<V>::mem_set(                                                        \
      const Insn*, std::uint64_t, std::uint8_t, std::uint64_t);                                    \
  template bool Machine<V>::valid(const Insn*, std::uint64_t, std::uint64_t, bool);                \
  template bool Machine<V>::freeable(std::uint64_t);                                               \
  template std::uint64_t Machine<V>::size_of(std::uint64_t);                                       \
  template const Insn* Machine<V>::alloc(const Insn*, V&, std::uint64_t);                          \
  template std::uint64_t Machine<V>::newborn(std::uint64_t, std::uint64_t) const;                  \
  template void Machine<V>::fill(const Insn*, MemoryObject&);                                      \
  template const Insn* Machine<V>::free(const Insn*, std::uint64_t);                               \
  template const Insn* Machine<V>::forget(const Insn*, std::uint64_t, std::uint64_t);              \
  template const Insn* Machine<V>::output(const Insn*, V*);
KL_VM_INSTANTIATE(std::int64_t)
KL_VM_INSTANTIATE(Integer)
#undef KL_VM_INSTANTIATE

} // namespace kleene::ir::vm
