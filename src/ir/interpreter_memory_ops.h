// SPDX-License-Identifier: Apache-2.0
// The handlers of instructions that touch memory or the outside world. The object of the last access
// by the same instruction is tried first.
#pragma once
#include "interpreter_context.h"

namespace kleene::ir::vm {

template <class V>
struct MemoryOps {
  using C = const Context<V>&;

  static std::uint64_t address(V value) { return static_cast<std::uint64_t>(value); }

  /// The object to read from; null if the access is invalid. The region is operand `b`.
  static MemoryObject* source(C x, std::uint64_t from, std::uint64_t length) {
    MemoryObject* object = x.m.hint(x.pc);
    VarId region(static_cast<std::size_t>(x.pc->b));
    if (Memory::readable(*object, from, length) && object->region == region) [[likely]]
      return object;
    return x.m.access(x.pc, region, from, length, false);
  }
  /// The object to write to; the region is operand `dst`.
  static MemoryObject* sink(C x, std::uint64_t to, std::uint64_t length) {
    MemoryObject* object = x.m.hint(x.pc);
    VarId region(static_cast<std::size_t>(x.pc->dst));
    if (Memory::writable(*object, to, length) && object->region == region) [[likely]]
      return object;
    return x.m.access(x.pc, region, to, length, true);
  }

  /// Reads `length` bytes, at most 8; `T` is as wide if that is known beforehand.
  template <class T>
  static const Insn* load(C x, std::uint64_t length = sizeof(T)) {
    std::uint64_t from = address(x.a());
    MemoryObject* object = source(x, from, length);
    if (object == nullptr) return x.m.fault(x.pc, AssumeKind::InvalidDereference);
    std::uint64_t offset = from - object->base;
    if (!Memory::all_known(*object, offset, length)) [[unlikely]]
      x.m.indeterminate_bytes(x.pc, *object, offset);
    T value = 0;
    std::memcpy(&value, object->bytes + offset, length);
    return x.set(static_cast<V>(value));
  }
  template <class T>
  static const Insn* store(C x, std::uint64_t length = sizeof(T)) {
    std::uint64_t to = address(x.a());
    MemoryObject* object = sink(x, to, length);
    if (object == nullptr) return x.m.fault(x.pc, AssumeKind::InvalidDereference);
    std::uint64_t offset = to - object->base;
    auto value = static_cast<T>(x.b());
    std::memcpy(object->bytes + offset, &value, length);
    Memory::set_known(*object, offset, length);
    return x.next();
  }

  static const Insn* load_u8(C x) { return load<std::uint8_t>(x); }
  static const Insn* load_s32(C x) { return load<std::int32_t>(x); }
  static const Insn* load_64(C x) { return load<std::int64_t>(x); }
  static const Insn* load_u(C x) { return load<std::uint64_t>(x, x.pc->width / 8U); }
  static const Insn* load_s(C x) {
    const Insn* next = load<std::uint64_t>(x, x.pc->width / 8U);
    if (next != x.next()) return next;
    unsigned unused = 64U - x.pc->width;
    x.dst() = static_cast<std::int64_t>(static_cast<std::uint64_t>(x.dst()) << unused) >> unused;
    return next;
  }
  static const Insn* store_8(C x) { return store<std::uint8_t>(x); }
  static const Insn* store_32(C x) { return store<std::uint32_t>(x); }
  static const Insn* store_64(C x) { return store<std::uint64_t>(x); }
  static const Insn* store(C x) { return store<std::uint64_t>(x, x.pc->width / 8U); }

  static const Insn* mem_copy(C x) {
    return x.m.mem_copy(x.pc, address(x.a()), address(x.b()), address(x.c()));
  }
  static const Insn* copy_out(C x) { return x.m.copy_out(x.pc, address(x.b()), address(x.c())); }
  static const Insn* copy_in(C x) { return x.m.copy_in(x.pc, address(x.a()), address(x.c())); }
  static const Insn* remember(C x) { return x.m.remember(x.pc, address(x.a()), address(x.b())); }
  static const Insn* rollback(C x) {
    x.m.rollback();
    return x.next();
  }
  static const Insn* mem_set(C x) {
    return x.m.mem_set(x.pc, address(x.a()), static_cast<std::uint8_t>(x.b()), address(x.c()));
  }

  static bool is_valid(C x) {
    MemoryObject* object = x.m.hint(x.pc);
    std::uint64_t first = address(x.a());
    std::uint64_t length = address(x.b());
    bool write = x.pc->extra != 0;
    if (write ? Memory::writable(*object, first, length) : Memory::readable(*object, first, length))
        [[likely]]
      return true;
    return x.m.valid(x.pc, first, length, write);
  }
  static const Insn* branch_valid(C x) { return x.branch(is_valid(x)); }
  static const Insn* valid(C x) { return x.set(is_valid(x)); }
  static const Insn* freeable(C x) { return x.set(x.m.freeable(address(x.a()))); }
  static const Insn* size_of(C x) { return x.set(static_cast<V>(x.m.size_of(address(x.a())))); }
  static const Insn* alloc(C x) { return x.m.alloc(x.pc, x.dst(), address(x.a())); }
  static const Insn* free(C x) { return x.m.free(x.pc, address(x.a())); }
  static const Insn* forget(C x) { return x.m.forget(x.pc, address(x.a()), address(x.b())); }

  static const Insn* note(C x) {
    std::uint64_t length = x.pc->width / 8U;
    if ((x.pc->extra & noted::bulk) != 0) length = address(x.b());
    x.m.note(x.pc, address(x.a()), length);
    return x.next();
  }
  static const Insn* input(C x) { return x.m.input(x.pc, x.dst()); }
  static const Insn* output(C x) { return x.m.output(x.pc, x.fp); }
  static const Insn* unknown(C x) {
    x.m.assumed(x.pc);
    return x.next();
  }
  static const Insn* undefine(C x) {
    x.dst() = 0;
    x.a() = 1;
    return x.next();
  }
  /// A part of the object that came to life last; the offset is operand `a`, signed if `extra`.
  static const Insn* newborn(C x) {
    unsigned unused = 64U - x.pc->width;
    std::uint64_t bits = x.m.newborn(static_cast<std::uint64_t>(x.a()), x.pc->width / 8U);
    if (x.pc->extra == 0) return x.set(static_cast<V>(bits));
    return x.set(static_cast<std::int64_t>(bits << unused) >> unused);
  }
  static const Insn* check_defined(C x) {
    if (x.a() != 0) [[unlikely]]
      x.m.indeterminate_variable(x.pc, VarId(static_cast<std::size_t>(x.pc->b)));
    return x.next();
  }
};

} // namespace kleene::ir::vm
