// SPDX-License-Identifier: Apache-2.0
#include "shadow_terms.h"

#include "kleene/logic/floats.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace kleene::transform {

Term no_bits(TermManager& terms, Type type) {
  return type.is_bool() ? terms.truth(false) : terms.constant(type, 0);
}

Term all_bits(TermManager& terms, Type type) {
  return type.is_bool() ? terms.truth(true) : terms.constant(type, max_value(type));
}

Term any_bit(TermManager& terms, Term shadow) {
  if (shadow.type().is_bool()) return shadow;
  return terms.ne(shadow, terms.constant(shadow.type(), 0));
}

namespace {

class Rewriter {
public:
  Rewriter(TermManager& terms, const std::function<Term(VarId)>& of) : terms_(terms), of_(of) {}

  Term run(Term root) {
    for_each_subterm(root, [&](Term t) { done_[t] = shadow(t); });
    return done_.at(root);
  }

private:
  Term of(Term t) const { return done_.at(t); }
  bool clean(Term t) const { return of(t).null(); }
  Term or_none(Term t) { return clean(t) ? no_bits(terms_, shadow_type(t.type())) : of(t); }

  /// All bits, if one of these values has an open one.
  Term spread(Term t, std::size_t first = 0) {
    std::vector<Term> some;
    for (std::size_t i = first; i < t.arity(); ++i)
      if (!clean(t.arg(i)) && !t.arg(i).type().is_memory())
        some.push_back(any_bit(terms_, of(t.arg(i))));
    if (some.empty()) return {};
    Term any = terms_.disj(std::move(some));
    if (t.type().is_bool()) return any;
    Type type = shadow_type(t.type());
    return terms_.ite(any, all_bits(terms_, type), no_bits(terms_, type));
  }

  Term shadow(Term t) {
    if (t.is_variable()) return of_(t.variable());
    if (t.type().is_memory()) return memory(t);
    if (t.op() == Op::Load) return load(t);
    bool all_clean = true;
    for (Term a : t.args())
      all_clean &= clean(a);
    if (all_clean) return {};
    switch (t.op()) {
    case Op::Not:
    case Op::BitNot:
      return of(t.arg(0));
    case Op::And:
    case Op::Or:
      return junction(t);
    case Op::Ite:
      return choice(t);
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
      return bitwise(t);
    case Op::Shl:
    case Op::Shr:
      return shift(t);
    case Op::Cast:
      return cast(t);
    default:
      return spread(t);
    }
  }

  /// An operand that is known to settle the result leaves no bit open.
  Term junction(Term t) {
    std::vector<Term> open;
    std::vector<Term> unsettled;
    for (Term a : t.args()) {
      Term neutral = t.op() == Op::And ? a : terms_.negate(a);
      if (clean(a)) {
        unsettled.push_back(neutral);
      } else {
        open.push_back(of(a));
        unsettled.push_back(terms_.disj(of(a), neutral));
      }
    }
    return terms_.conj(terms_.disj(std::move(open)), terms_.conj(std::move(unsettled)));
  }

  Term choice(Term t) {
    Term chosen;
    if (!clean(t.arg(1)) || !clean(t.arg(2)))
      chosen = terms_.ite(t.arg(0), or_none(t.arg(1)), or_none(t.arg(2)));
    if (clean(t.arg(0))) return chosen;
    Type type = shadow_type(t.type());
    if (chosen.null()) chosen = no_bits(terms_, type);
    return terms_.ite(of(t.arg(0)), all_bits(terms_, type), chosen);
  }

  Term bitwise(Term t) {
    Type type = shadow_type(t.type());
    for (std::size_t i : {0, 1}) {
      Term known = t.arg(1 - i);
      if (clean(t.arg(i)) || !clean(known) || t.op() == Op::BitXor) continue;
      Term mask = terms_.cast(type, known);
      if (t.op() == Op::BitOr) mask = terms_.unary(Op::BitNot, mask);
      return terms_.binary(Op::BitAnd, of(t.arg(i)), mask);
    }
    return terms_.binary(Op::BitOr, or_none(t.arg(0)), or_none(t.arg(1)));
  }

  /// By a number of bits that fits: others are undefined behaviour of their own.
  Term shift(Term t) {
    Term amount = t.arg(1);
    if (!amount.is_constant()) return spread(t);
    Term bits = of(t.arg(0));
    if (amount.value() < 0 || amount.value() >= Integer(t.type().width())) return spread(t);
    if (t.op() == Op::Shl || !t.type().is_signed()) return terms_.binary(t.op(), bits, amount);
    Term with_sign = terms_.binary(Op::Shr, terms_.cast(t.type(), bits), amount);
    return terms_.cast(bits.type(), with_sign);
  }

  Term cast(Term t) {
    Type from = t.arg(0).type();
    Type to = shadow_type(t.type());
    if (from.is_bool() && to.is_machine()) return terms_.cast(to, of(t.arg(0)));
    if (!from.is_machine() || !to.is_machine()) return spread(t);
    Term bits = of(t.arg(0));
    return terms_.cast(to, from.is_signed() ? terms_.cast(from, bits) : bits);
  }

  Term load(Term t) {
    if (clean(t.arg(0))) return {};
    return terms_.load(shadow_type(t.type()), of(t.arg(0)), t.arg(1));
  }

  /// The shadow memory changed like the memory.
  Term memory(Term t) {
    if (t.op() == Op::Ite) return choice(t);
    Term before = of(t.arg(0));
    if (before.null()) return {};
    if (t.op() == Op::Store) return terms_.store(before, t.arg(1), or_none(t.arg(2)));
    Type byte = Type::machine(8, false);
    if (t.op() == Op::MemSet)
      return terms_.mem_set(
          before, t.arg(1), clean(t.arg(2)) ? terms_.constant(byte, 0) : of(t.arg(2)), t.arg(3));
    if (clean(t.arg(2)))
      return terms_.mem_set(before, t.arg(1), terms_.constant(byte, 0), t.arg(4));
    return terms_.mem_copy(before, t.arg(1), of(t.arg(2)), t.arg(3), t.arg(4));
  }

  TermManager& terms_;
  const std::function<Term(VarId)>& of_;
  std::unordered_map<Term, Term> done_;
};

} // namespace

Term shadow_of(TermManager& terms, Term t, const std::function<Term(VarId)>& of) {
  return Rewriter(terms, of).run(t);
}

} // namespace kleene::transform
