// SPDX-License-Identifier: Apache-2.0
// The handlers of instructions that compute values. The suffix of a name is the kind of its type:
// _s signed and _u unsigned of `width` bits, _x exact: mathematical integers, and signed ones in the
// math model.
#pragma once
#include "kleene/logic/floats.h"

#include <array>
#include <string_view>

#include "interpreter_context.h"

namespace kleene::ir::vm {

template <class V>
struct ValueOps {
  using C = const Context<V>&;
  using On = Slots<V>;
  using U = typename On::Unsigned;
  using S = typename On::Signed;
  static constexpr unsigned bits = sizeof(V) * 8;

  static V low_s(const V& value, unsigned width) {
    return static_cast<V>(static_cast<S>(static_cast<U>(value) << (bits - width))
                          >> (bits - width));
  }
  static V low_u(U value, unsigned width) {
    return static_cast<V>((value << (bits - width)) >> (bits - width));
  }

  static const Insn* branch_true(C x) { return x.branch(x.a() != 0); }
  static const Insn* branch_eq(C x) { return x.branch(x.a() == x.b()); }
  static const Insn* branch_lt_s(C x) { return x.branch(x.a() < x.b()); }
  static const Insn* branch_le_s(C x) { return x.branch(x.a() <= x.b()); }
  static const Insn* branch_lt_u(C x) { return x.branch(U(x.a()) < U(x.b())); }
  static const Insn* branch_le_u(C x) { return x.branch(U(x.a()) <= U(x.b())); }

  static const Insn* move(C x) { return x.set(x.a()); }
  static const Insn* select(C x) { return x.set(x.c() != 0 ? x.a() : x.b()); }
  static const Insn* negate(C x) { return x.set(x.a() ^ 1); }
  static const Insn* eq(C x) { return x.set(x.a() == x.b()); }
  static const Insn* lt_s(C x) { return x.set(x.a() < x.b()); }
  static const Insn* le_s(C x) { return x.set(x.a() <= x.b()); }
  static const Insn* lt_u(C x) { return x.set(U(x.a()) < U(x.b())); }
  static const Insn* le_u(C x) { return x.set(U(x.a()) <= U(x.b())); }

  /// Keeps the low bits of a signed result, and notes whether anything was lost.
  static const Insn* set_s(C x, V result, bool lost, std::string_view symbol) {
    V low = low_s(result, x.pc->width);
    if (lost || low != result) [[unlikely]]
      x.m.overflow(x.pc, symbol, x.a(), x.b());
    return x.set(low);
  }
  static const Insn* set_i32(C x, V result, std::string_view symbol) {
    V low = static_cast<std::int32_t>(result);
    if (low != result) [[unlikely]]
      x.m.overflow(x.pc, symbol, x.a(), x.b());
    return x.set(low);
  }
  static const Insn* add_i32(C x) { return set_i32(x, x.a() + x.b(), "+"); }
  static const Insn* sub_i32(C x) { return set_i32(x, x.a() - x.b(), "-"); }
  static const Insn* mul_i32(C x) { return set_i32(x, x.a() * x.b(), "*"); }
  static const Insn* add_s(C x) {
    V r;
    bool lost = On::add(x.a(), x.b(), r);
    return set_s(x, r, lost, "+");
  }
  static const Insn* sub_s(C x) {
    V r;
    bool lost = On::subtract(x.a(), x.b(), r);
    return set_s(x, r, lost, "-");
  }
  static const Insn* mul_s(C x) {
    V r;
    bool lost = On::multiply(x.a(), x.b(), r);
    return set_s(x, r, lost, "*");
  }
  static const Insn* neg_s(C x) {
    V r;
    bool lost = On::subtract(V(0), x.a(), r);
    V low = low_s(r, x.pc->width);
    if (lost || low != r) [[unlikely]]
      x.m.overflow(x.pc, "-", x.a());
    return x.set(low);
  }
  static const Insn* div_s(C x) {
    if (x.b() == 0) return x.m.fault(x.pc, AssumeKind::DivisionByZero);
    if (x.b() == -1) {
      V r;
      bool lost = On::subtract(V(0), x.a(), r);
      return set_s(x, r, lost, "/");
    }
    return x.set(x.a() / x.b());
  }
  static const Insn* rem_s(C x) {
    if (x.b() == 0) return x.m.fault(x.pc, AssumeKind::DivisionByZero);
    if (x.b() != -1) return x.set(x.a() % x.b());
    V least = low_s(static_cast<V>(U(1) << (x.pc->width - 1)), x.pc->width);
    if (x.a() == least) x.m.overflow(x.pc, "%", x.a(), x.b());
    return x.set(0);
  }
  static const Insn* add_u(C x) { return x.set(low_u(U(x.a()) + U(x.b()), x.pc->width)); }
  static const Insn* sub_u(C x) { return x.set(low_u(U(x.a()) - U(x.b()), x.pc->width)); }
  static const Insn* mul_u(C x) { return x.set(low_u(U(x.a()) * U(x.b()), x.pc->width)); }
  static const Insn* neg_u(C x) { return x.set(low_u(U(0) - U(x.a()), x.pc->width)); }
  static const Insn* div_u(C x) {
    if (x.b() == 0) return x.m.fault(x.pc, AssumeKind::DivisionByZero);
    return x.set(static_cast<V>(U(x.a()) / U(x.b())));
  }
  static const Insn* rem_u(C x) {
    if (x.b() == 0) return x.m.fault(x.pc, AssumeKind::DivisionByZero);
    return x.set(static_cast<V>(U(x.a()) % U(x.b())));
  }

  static const Insn* out_of_range(C x) { return x.m.stop(x.pc, Ending::OutOfRange); }
  static const Insn* set_x(C x, V result, bool lost) {
    return lost ? out_of_range(x) : x.set(result);
  }
  static const Insn* add_x(C x) {
    V r;
    bool lost = On::add(x.a(), x.b(), r);
    return set_x(x, r, lost);
  }
  static const Insn* sub_x(C x) {
    V r;
    bool lost = On::subtract(x.a(), x.b(), r);
    return set_x(x, r, lost);
  }
  static const Insn* mul_x(C x) {
    V r;
    bool lost = On::multiply(x.a(), x.b(), r);
    return set_x(x, r, lost);
  }
  static const Insn* neg_x(C x) {
    V r;
    bool lost = On::subtract(V(0), x.a(), r);
    return set_x(x, r, lost);
  }
  static const Insn* div_x(C x) {
    if (x.b() == 0) return x.m.fault(x.pc, AssumeKind::DivisionByZero);
    return x.b() == -1 ? neg_x(x) : x.set(x.a() / x.b());
  }
  static const Insn* rem_x(C x) {
    if (x.b() == 0) return x.m.fault(x.pc, AssumeKind::DivisionByZero);
    return x.set(x.b() == -1 ? V(0) : x.a() % x.b());
  }

  /// Width 0 is that of a mathematical integer: there is no upper limit.
  static bool shift_too_far(C x) { return x.b() < 0 || (x.pc->width != 0 && x.b() >= x.pc->width); }
  static const Insn* shl_s(C x) {
    if (shift_too_far(x)) return x.m.fault(x.pc, AssumeKind::ShiftRange);
    // A negative operand is undefined in C, but no overflow; it is shifted as gcc does.
    V r = static_cast<V>(U(x.a()) << static_cast<unsigned>(x.b()));
    if (x.a() < 0) return x.set(low_s(r, x.pc->width));
    return set_s(x, r, r >> static_cast<unsigned>(x.b()) != x.a(), "<<");
  }
  static const Insn* shl_u(C x) {
    if (shift_too_far(x)) return x.m.fault(x.pc, AssumeKind::ShiftRange);
    return x.set(low_u(U(x.a()) << static_cast<unsigned>(x.b()), x.pc->width));
  }
  static const Insn* shl_x(C x) {
    if (shift_too_far(x)) return x.m.fault(x.pc, AssumeKind::ShiftRange);
    if (x.a() == 0) return x.set(0);
    if (x.b() > V(On::longest_shift)) return out_of_range(x);
    V r;
    bool lost = On::shift_left(x.a(), static_cast<std::size_t>(x.b()), r);
    return set_x(x, r, lost);
  }
  static const Insn* shr_s(C x) {
    if (shift_too_far(x)) return x.m.fault(x.pc, AssumeKind::ShiftRange);
    V longest(On::longest_shift);
    return x.set(x.a() >> static_cast<std::size_t>(x.b() < longest ? x.b() : longest));
  }
  static const Insn* shr_u(C x) {
    if (shift_too_far(x)) return x.m.fault(x.pc, AssumeKind::ShiftRange);
    return x.set(static_cast<V>(U(x.a()) >> static_cast<unsigned>(x.b())));
  }
  static const Insn* bit_not_s(C x) { return x.set(~x.a()); }
  static const Insn* bit_not_u(C x) { return x.set(low_u(~U(x.a()), x.pc->width)); }
  static const Insn* bit_and(C x) { return x.set(x.a() & x.b()); }
  static const Insn* bit_or(C x) { return x.set(x.a() | x.b()); }
  static const Insn* bit_xor(C x) { return x.set(x.a() ^ x.b()); }
  static const Insn* wrap_s(C x) { return x.set(low_s(x.a(), x.pc->width)); }
  static const Insn* wrap_u(C x) { return x.set(low_u(U(x.a()), x.pc->width)); }
  static const Insn* check_fits(C x) {
    return low_s(x.a(), x.pc->width) == x.a() ? x.next() : out_of_range(x);
  }

  static const Insn* floating(C x) {
    std::array values{static_cast<std::uint64_t>(x.a()), static_cast<std::uint64_t>(x.b())};
    auto op = static_cast<FloatOp>(x.pc->extra);
    Type type = Type::machine(x.pc->width, false);
    return x.set(static_cast<V>(float_result(op, type, type, values)));
  }
  static const Insn* float_convert(C x) {
    auto op = static_cast<FloatOp>(x.pc->extra);
    auto value = static_cast<std::uint64_t>(x.a());
    auto types = static_cast<unsigned>(x.pc->b);
    Type result = Type::machine(types / 4, types / 2 % 2 != 0);
    Type operand = Type::machine(x.pc->width, types % 2 != 0);
    std::uint64_t bits = float_result(op, result, operand, Patterns(&value, 1));
    return x.set(result.is_signed() ? static_cast<V>(static_cast<std::int64_t>(bits))
                                    : static_cast<V>(bits));
  }
};

} // namespace kleene::ir::vm
