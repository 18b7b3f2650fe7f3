// SPDX-License-Identifier: Apache-2.0
// What every handler of an instruction gets. A handler executes one instruction and gives the next
// one; all of them are inlined into the loop of interpreter_execute.cpp.
#pragma once
#include "kleene/logic/number_too_large.h"

#include "interpreter_machine.h"

namespace kleene::ir::vm {

/// What slots can do. Operations say whether the result could not be held.
template <class V>
struct Slots;

template <>
struct Slots<std::int64_t> {
  using Value = std::int64_t;
  using Signed = std::int64_t;
  using Unsigned = std::uint64_t;
  static constexpr std::size_t longest_shift = 63;

  static bool add(Value a, Value b, Value& r) { return __builtin_add_overflow(a, b, &r); }
  static bool subtract(Value a, Value b, Value& r) { return __builtin_sub_overflow(a, b, &r); }
  static bool multiply(Value a, Value b, Value& r) { return __builtin_mul_overflow(a, b, &r); }
  static bool shift_left(Value a, std::size_t places, Value& r) {
    r = static_cast<Value>(static_cast<Unsigned>(a) << places);
    return r >> places != a;
  }
};

template <>
struct Slots<Integer> {
  using Value = Integer;
  using Signed = Int128;
  using Unsigned = UInt128;
  static constexpr std::size_t longest_shift = Integer::most_bits;

  static bool add(const Value& a, const Value& b, Value& r) {
    return exceeds([&] { r = a + b; });
  }
  static bool subtract(const Value& a, const Value& b, Value& r) {
    return exceeds([&] { r = a - b; });
  }
  static bool multiply(const Value& a, const Value& b, Value& r) {
    return exceeds([&] { r = a * b; });
  }
  static bool shift_left(const Value& a, std::size_t places, Value& r) {
    return exceeds([&] { r = a << places; });
  }

private:
  template <class Compute>
  static bool exceeds(Compute compute) {
    try {
      compute();
      return false;
    } catch (const NumberTooLarge&) {
      return true;
    }
  }
};

template <class V>
struct Context {
  const Insn* pc;
  V* fp;
  V* gp; ///< end of the global area
  Machine<V>& m;

  V& at(Slot s) const { return (s < 0 ? gp : fp)[s]; }
  V& dst() const { return at(pc->dst); }
  V& a() const { return at(pc->a); }
  V& b() const { return at(pc->b); }
  V& c() const { return at(pc->c); }
  const Insn* next() const { return pc + 1; }
  const Insn* branch(bool condition) const { return pc + (condition ? pc->dst : pc->c); }
  const Insn* set(V value) const {
    dst() = std::move(value);
    return pc + 1;
  }
};

} // namespace kleene::ir::vm
