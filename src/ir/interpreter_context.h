// SPDX-License-Identifier: Apache-2.0
// What every handler of an instruction gets. A handler executes one instruction and gives the next
// one; all of them are inlined into the loop of interpreter_execute.cpp.
#pragma once
#include "interpreter_machine.h"

namespace kleene::ir::vm {

template <class V>
struct Unsigned;
template <>
struct Unsigned<std::int64_t> {
  using Type = std::uint64_t;
};
template <>
struct Unsigned<Integer> {
  __extension__ using Type = unsigned __int128;
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
    dst() = value;
    return pc + 1;
  }
};

} // namespace kleene::ir::vm
