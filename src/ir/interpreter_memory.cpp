// SPDX-License-Identifier: Apache-2.0
#include "interpreter_memory.h"

#include "kleene/support/budget.h"
#include "kleene/support/invariant.h"

#include <algorithm>
#include <set>
#include <sys/mman.h>

namespace kleene::ir::vm {
namespace {

constexpr std::uint64_t gap = 16;
/// The first objects lie far apart: who leaves one of them seldom lands in another, which would hide that the access
/// is invalid.
constexpr std::uint64_t wide_gap = 0x8000;
constexpr std::uint64_t wide_range = std::uint64_t(1) << 24;

std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

constexpr std::uint64_t mapped = std::uint64_t(1) << 20;

void release_bytes(std::uint8_t* bytes, std::uint64_t size) {
  if (bytes == nullptr) return;
  if (size < mapped)
    std::free(bytes);
  else
    ::munmap(bytes, size);
}

} // namespace

/// Zero bytes. Large blocks cost only what is touched of them, whatever the machine has.
std::uint8_t* Memory::zero_bytes(std::uint64_t size) {
  if (size < mapped) {
    if (void* bytes = std::calloc(std::max<std::uint64_t>(size, 1), 1))
      return static_cast<std::uint8_t*>(bytes);
  } else {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* bytes = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (bytes != MAP_FAILED) return static_cast<std::uint8_t*>(bytes);
  }
  throw ResourceOut("no memory left for an object of the program");
}

void Contents::take(const MemoryObject& from, std::uint64_t offset, std::uint64_t length) {
  bytes.assign(from.bytes + offset, from.bytes + offset + length);
  if (from.known != nullptr) known.assign(from.known + offset, from.known + offset + length);
}

void Contents::put(MemoryObject& to, std::uint64_t offset) const {
  std::memcpy(to.bytes + offset, bytes.data(), bytes.size());
  if (known.empty()) return Memory::set_known(to, offset, bytes.size());
  Memory::track(to);
  std::memcpy(to.known + offset, known.data(), known.size());
}

Memory::Memory(const Program& program, bool reuse_addresses)
    : reuse_(reuse_addresses), wrapped_(reuse_addresses) {
  std::uint64_t end = program.first_free_address;
  globals_.reserve(program.objects.size());
  for (const Object& object : program.objects) {
    bool function = object.kind == ObjectKind::Function;
    MemoryObject& record = globals_.emplace_back();
    record.base = object.address;
    record.size = function ? 0 : object.size;
    record.region = object.region;
    record.life = function ? Life::Function : Life::Global;
    record.read_only = object.read_only;
    record.object = &object;
    record.name = &object.name;
    end = std::max(end, object.address + object.size);
  }
  if (!std::ranges::is_sorted(globals_, {}, &MemoryObject::base))
    std::ranges::sort(globals_, {}, &MemoryObject::base);
  first_ = next_ = round_up(end + gap, granule);
  last_ = std::uint64_t(1) << std::min(program.pointer_width, 47U);
  if (program.pointer_width >= 32) sparse_end_ = first_ + wide_range;
  if (program.pointer_width == 32) last_ -= 0x10000;
}

Memory::~Memory() {
  for (MemoryObject& object : globals_) {
    if (!object.shared) release_bytes(object.bytes, object.size);
    release_bytes(object.known, object.size);
  }
  for (Record& record : records_)
    discard_bytes(record);
  for (MemoryObject& shadow : shadow_objects_)
    release_bytes(shadow.bytes, shadow.size);
}

void Memory::materialise(MemoryObject& object) {
  if (object.life != Life::Global || object.readable == object.size) return;
  const std::string& initial = object.object->bytes;
  KL_INVARIANT(initial.size() <= object.size, "an object should be as large as its contents");
  if (object.read_only && initial.size() == object.size) {
    // Never written: see `writable`.
    object.bytes = reinterpret_cast<std::uint8_t*>(const_cast<char*>(initial.data()));
    object.shared = true;
    object.readable = object.size;
    return;
  }
  object.bytes = zero_bytes(object.size);
  std::memcpy(object.bytes, initial.data(), initial.size());
  object.readable = object.size;
  object.writable = object.read_only ? 0 : object.size;
}

MemoryObject* Memory::search_globals(std::uint64_t address) {
  auto after = std::ranges::upper_bound(globals_, address, {}, &MemoryObject::base);
  if (after == globals_.begin()) return nullptr;
  MemoryObject& object = *(after - 1);
  return address - object.base <= object.size ? &object : nullptr;
}

MemoryObject* Memory::search_dynamic(std::uint64_t address) {
  auto found = pages_.find(address / page);
  if (found != pages_.end()) {
    MemoryObject* object = found->second.objects[address % page / granule];
    if (object != nullptr) return address - object->base <= object->size ? object : nullptr;
  }
  auto after = large_.upper_bound(address);
  if (after == large_.begin()) return nullptr;
  MemoryObject* object = std::prev(after)->second;
  return address - object->base <= object->size ? object : nullptr;
}

MemoryObject* Memory::search(std::uint64_t address) {
  return address < first_ ? search_globals(address) : search_dynamic(address);
}

MemoryObject* Memory::find(std::uint64_t address) {
  MemoryObject* object = search(address);
  // The end of an object is in no granule of it if its size is a multiple of the granule.
  if (object == nullptr && address > first_) {
    object = search_dynamic(address - 1);
    if (object != nullptr && !contains(*object, address, 0)) object = nullptr;
  }
  if (object != nullptr) materialise(*object);
  return object;
}

MemoryObject* Memory::find(std::uint64_t address, std::uint64_t length) {
  MemoryObject* object = find(address);
  if (object == nullptr || object->life == Life::Function) return nullptr;
  return contains(*object, address, length) ? object : nullptr;
}

const MemoryObject* Memory::obstacle(std::uint64_t from, std::uint64_t to) {
  auto after = large_.lower_bound(to);
  if (after != large_.begin()) {
    const MemoryObject* object = std::prev(after)->second;
    if (object->base + object->size + gap > from) return object;
  }
  for (std::uint64_t address = from / granule * granule; address < to;) {
    auto found = pages_.find(address / page);
    if (found == pages_.end()) {
      address = (address / page + 1) * page;
      continue;
    }
    if (const MemoryObject* object = found->second.objects[address % page / granule]) return object;
    address += granule;
  }
  return nullptr;
}

std::optional<std::uint64_t> Memory::place(std::uint64_t size, std::uint64_t alignment) {
  alignment = std::max(alignment, granule);
  bool restarted = false;
  for (;;) {
    std::uint64_t base = round_up(next_, alignment);
    if (base > last_ || size > last_ - base || last_ - base - size < gap) {
      if (restarted) return std::nullopt;
      restarted = wrapped_ = true;
      next_ = first_;
      continue;
    }
    const MemoryObject* other = nullptr;
    if (wrapped_) other = obstacle(base - gap, base + size + gap);
    if (other == nullptr) {
      next_ = round_up(base + size + (arenas_ || base >= sparse_end_ ? gap : wide_gap), granule);
      return base;
    }
    next_ = round_up(std::max(other->base + other->size + gap, base + 1), granule);
  }
}

/// Each thread has a range of addresses: the lower half is its stack, so that where objects lie does not depend
/// on what other threads do.
bool Memory::make_arena(std::size_t thread, Arena& arena) const {
  constexpr std::uint64_t threads = 64; // as many as the models of the C front end know
  if (thread >= threads) return false;
  std::uint64_t room = (last_ - first_) / threads / page * page;
  arena.next_stack = first_ + thread * room;
  arena.next_heap = arena.next_stack + room / 2;
  return true;
}

void Memory::exchange(Arena& arena) {
  arenas_ = true;
  std::swap(arena.next_stack, next_stack_);
  std::swap(arena.next_heap, next_);
  std::swap(arena.stack, stack_);
}

std::optional<std::uint64_t> Memory::place_on_stack(std::uint64_t size, std::uint64_t alignment) {
  std::uint64_t base = round_up(next_stack_, std::max(alignment, granule));
  if (base > last_ || size > last_ - base || obstacle(base, base + size + gap) != nullptr)
    return std::nullopt;
  next_stack_ = round_up(base + size + gap, granule);
  return base;
}

/// An empty page stays until another one changes: the next object is likely to come to it.
Memory::Page& Memory::page_at(std::uint64_t index) {
  if (last_page_ == nullptr || last_page_index_ != index) {
    if (last_page_ != nullptr && last_page_->used == 0) pages_.erase(last_page_index_);
    last_page_ = &pages_[index];
    last_page_index_ = index;
  }
  return *last_page_;
}

void Memory::enter(MemoryObject& object, MemoryObject* value) {
  // A page for each of those that lie far apart would be a waste.
  if (object.size > small || object.base < sparse_end_) {
    if (value != nullptr)
      large_[object.base] = value;
    else
      large_.erase(object.base);
    return;
  }
  std::uint64_t end = object.base + std::max<std::uint64_t>(object.size, 1);
  for (std::uint64_t address = object.base; address < end; address += granule) {
    Page& p = page_at(address / page);
    p.objects[address % page / granule] = value;
    p.used += value != nullptr ? 1 : std::size_t(0) - 1;
  }
}

MemoryObject* Memory::allocate(std::uint64_t size,
                               std::uint64_t alignment,
                               Storage storage,
                               bool zeroed,
                               VarId region,
                               const std::string& name) {
  bool own_stack = arenas_ && storage == Storage::Stack;
  std::optional<std::uint64_t> base =
      own_stack ? place_on_stack(size, alignment) : place(size, alignment);
  if (!base) return nullptr;
  if (free_records_.empty()) free_records_.push_back(&records_.emplace_back());
  Record& record = *free_records_.back();
  bool stack = storage == Storage::Stack;
  MemoryObject object{.base = *base,
                      .readable = size,
                      .writable = size,
                      .size = size,
                      .region = region,
                      .life = stack ? Life::Stack : Life::Heap,
                      .name = &name};
  if (size <= tiny) {
    record.bytes_inside.fill(0);
    record.known_inside.fill(0);
    object.bytes = record.bytes_inside.data();
    if (!zeroed) object.known = record.known_inside.data();
  } else {
    object.bytes = zero_bytes(size);
    if (!zeroed) object.known = zero_bytes(size);
  }
  static_cast<MemoryObject&>(record) = object;
  free_records_.pop_back();
  enter(record, &record);
  if (stack) stack_.push_back(&record);
  live_bytes_ += size;
  return &record;
}

void Memory::discard_bytes(Record& record) {
  if (record.bytes != record.bytes_inside.data()) release_bytes(record.bytes, record.size);
  if (record.known != record.known_inside.data()) release_bytes(record.known, record.size);
}

MemoryObject& Memory::shadow(const MemoryObject& object, VarId region) {
  MemoryObject*& shadow = shadows_[&object];
  if (shadow != nullptr) return *shadow;
  if (free_shadows_.empty()) free_shadows_.push_back(&shadow_objects_.emplace_back());
  shadow = free_shadows_.back();
  free_shadows_.pop_back();
  *shadow = {.base = object.base,
             .readable = object.size,
             .writable = object.size,
             .bytes = zero_bytes(object.size),
             .size = object.size,
             .region = region,
             .life = object.life,
             .name = object.name};
  return *shadow;
}

/// Its record names none from then on: instructions may still remember it.
void Memory::discard_shadow(const MemoryObject& object) {
  auto found = shadows_.find(&object);
  if (found == shadows_.end()) return;
  release_bytes(found->second->bytes, found->second->size);
  *found->second = MemoryObject{};
  free_shadows_.push_back(found->second);
  shadows_.erase(found);
}

void Memory::release(MemoryObject& object) {
  if (!shadows_.empty()) discard_shadow(object);
  auto& record = static_cast<Record&>(object);
  if (object.life == Life::Stack) {
    auto last = std::find(stack_.rbegin(), stack_.rend(), &object);
    if (last != stack_.rend()) stack_.erase(std::next(last).base());
    if (arenas_ && (stack_.empty() || stack_.back()->base < object.base)) next_stack_ = object.base;
  }
  enter(record, nullptr);
  if (reuse_) next_ = std::min(next_, record.base);
  live_bytes_ -= record.size;
  discard_bytes(record);
  object = MemoryObject{};
  free_records_.push_back(&record);
}

void Memory::release_stack(std::size_t mark) {
  while (stack_.size() > mark)
    release(*stack_.back());
}

void Memory::retire(MemoryObject& object, std::vector<MemoryObject*>& to) {
  auto last = std::find(stack_.rbegin(), stack_.rend(), &object);
  if (last != stack_.rend()) stack_.erase(std::next(last).base());
  to.push_back(&object);
}

void Memory::retire_stack(std::size_t mark, std::vector<MemoryObject*>& to) {
  while (stack_.size() > mark)
    retire(*stack_.back(), to);
}

std::optional<std::string> Memory::image() {
  constexpr std::uint64_t most = std::uint64_t(16) << 20;
  std::string result;
  auto number = [&](std::uint64_t n) {
    result.append(reinterpret_cast<const char*>(&n), sizeof n);
  };
  auto add = [&](const MemoryObject& object) {
    if (object.size > most || result.size() + 2 * object.size > most) return false;
    number(object.base);
    number(object.size);
    number(static_cast<std::uint64_t>(object.life));
    result.append(reinterpret_cast<const char*>(object.bytes), object.size);
    // All known: as if each byte said so.
    if (object.known == nullptr)
      result.append(object.size, '\1');
    else
      result.append(reinterpret_cast<const char*>(object.known), object.size);
    if (const MemoryObject* shadow = find_shadow(object))
      result.append(reinterpret_cast<const char*>(shadow->bytes), shadow->size);
    return true;
  };
  number(next_);
  for (MemoryObject& object : globals_) {
    if (object.life != Life::Global || object.read_only) continue;
    if (object.size > most) return std::nullopt;
    materialise(object);
    if (!add(object)) return std::nullopt;
  }
  for (const Record& record : records_)
    if (record.life != Life::Dead && !add(record)) return std::nullopt;
  return result;
}

void Memory::add_state(std::string& to) {
  auto number = [&](std::uint64_t n) { to.append(reinterpret_cast<const char*>(&n), sizeof n); };
  auto add = [&](const MemoryObject& object) {
    number(object.base);
    number(object.size);
    to.append(reinterpret_cast<const char*>(object.bytes), object.size);
    if (object.known == nullptr || all_known(object, 0, object.size))
      to.push_back('k');
    else
      to.append(reinterpret_cast<const char*>(object.known), object.size);
    if (const MemoryObject* shadow = find_shadow(object))
      to.append(reinterpret_cast<const char*>(shadow->bytes), shadow->size);
  };
  for (MemoryObject& object : globals_) {
    if (object.life != Life::Global || object.read_only) continue;
    materialise(object);
    add(object);
  }
  std::vector<const MemoryObject*> live;
  for (const Record& record : records_)
    if (record.life != Life::Dead) live.push_back(&record);
  std::ranges::sort(live, {}, &MemoryObject::base);
  for (const MemoryObject* object : live)
    add(*object);
}

const MemoryObject* Memory::lost(std::vector<std::uint64_t> numbers,
                                 const Numbers& inside,
                                 bool stack,
                                 unsigned pointer_bytes) {
  std::set<const MemoryObject*> reached;
  auto look_into = [&](const MemoryObject& object) {
    if (auto held = inside.find(object.name); held != inside.end())
      numbers.insert(numbers.end(), held->second.begin(), held->second.end());
    for (std::uint64_t at = 0; at + pointer_bytes <= object.size; ++at) {
      std::uint64_t number = 0;
      std::memcpy(&number, object.bytes + at, pointer_bytes);
      if (number != 0) numbers.push_back(number);
    }
  };
  for (MemoryObject& object : globals_) {
    if (object.life != Life::Global) continue;
    materialise(object);
    look_into(object);
  }
  if (stack)
    for (const MemoryObject* object : stack_)
      look_into(*object);
  while (!numbers.empty()) {
    std::uint64_t number = numbers.back();
    numbers.pop_back();
    const MemoryObject* object = find(number);
    if (object == nullptr || object->life != Life::Heap || !reached.insert(object).second) continue;
    look_into(*object);
  }
  for (const Record& record : records_)
    if (record.life == Life::Heap && !reached.contains(&record)) return &record;
  return nullptr;
}

void Memory::track(MemoryObject& object) {
  if (object.known != nullptr) return;
  object.known = zero_bytes(object.size);
  std::memset(object.known, 1, object.size);
}

void Memory::set_unknown(MemoryObject& object, std::uint64_t offset, std::uint64_t length) {
  if (length == 0) return;
  track(object);
  std::memset(object.known + offset, 0, length);
  std::memset(object.bytes + offset, 0, length);
}

} // namespace kleene::ir::vm
