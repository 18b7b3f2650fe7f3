// SPDX-License-Identifier: Apache-2.0
// A run with threads goes back to an earlier moment.
#include <algorithm>

#include "interpreter_machine.h"

namespace kleene::ir::vm {

Memory::Snapshot Memory::save() {
  Snapshot now{.stack = stack_,
               .next = next_,
               .next_stack = next_stack_,
               .live_bytes = live_bytes_,
               .wrapped = wrapped_};
  for (MemoryObject& object : globals_) {
    if (object.life != Life::Global || object.read_only) continue;
    materialise(object);
    now.globals.emplace_back().take(object, 0, object.size);
  }
  for (Record& record : records_) {
    if (record.life == Life::Dead) continue;
    Snapshot::Live& live = now.live.emplace_back(Snapshot::Live{&record, record, {}});
    live.contents.take(record, 0, record.size);
  }
  return now;
}

void Memory::restore(const Snapshot& then) {
  auto contents = then.globals.begin();
  for (MemoryObject& object : globals_) {
    if (object.life != Life::Global || object.read_only) continue;
    (contents++)->put(object, 0);
  }
  for (Record& record : records_) {
    if (record.life == Life::Dead) continue;
    enter(record, nullptr);
    discard_bytes(record);
    static_cast<MemoryObject&>(record) = MemoryObject{};
  }
  for (const Snapshot::Live& live : then.live) {
    Record& record = *live.record;
    static_cast<MemoryObject&>(record) = live.object;
    bool inside = record.size <= tiny;
    record.bytes = inside ? record.bytes_inside.data() : zero_bytes(record.size);
    record.known = nullptr;
    if (!live.contents.known.empty())
      record.known = inside ? record.known_inside.data() : zero_bytes(record.size);
    live.contents.put(record, 0);
    enter(record, &record);
  }
  free_records_.clear();
  for (Record& record : records_)
    if (record.life == Life::Dead) free_records_.push_back(&record);
  stack_ = then.stack;
  next_ = then.next;
  next_stack_ = then.next_stack;
  live_bytes_ = then.live_bytes;
  wrapped_ = then.wrapped;
}

template <class V>
typename Machine<V>::Snapshot Machine<V>::save() {
  keep_frame();
  return {memory_.save(),
          globals_,
          slots_,
          threads_[active_].base,
          activations_,
          threads_,
          active_,
          alive_,
          newborn_,
          heap_requests_,
          granted_,
          result_};
}

template <class V>
void Machine<V>::restore(const Snapshot& then) {
  memory_.restore(then.memory);
  globals_ = then.globals;
  slots_ = then.slots;
  frame_ = slots_.data() + then.frame;
  activations_ = then.activations;
  threads_ = then.threads;
  active_ = then.active;
  alive_ = then.alive;
  newborn_ = then.newborn;
  heap_requests_ = then.heap_requests;
  granted_ = then.granted;
  result_ = then.result;
  hints_.fill(&nothing_);
  accesses_.clear();
}

template Machine<std::int64_t>::Snapshot Machine<std::int64_t>::save();
template void Machine<std::int64_t>::restore(const Snapshot&);
template Machine<Integer>::Snapshot Machine<Integer>::save();
template void Machine<Integer>::restore(const Snapshot&);

} // namespace kleene::ir::vm
