// SPDX-License-Identifier: Apache-2.0
#include "z3_reader.h"

#include "kleene/smt/smtlib.h"

#include <fmt/core.h>

namespace kleene::smt {
namespace {

Type bits_of(const z3::expr& e) {
  unsigned width = e.get_sort().bv_size();
  if (width > 64) throw NotExpressible(fmt::format("an integer of {} bits", width));
  return Type::machine(width, false);
}

Type with_sign(Type type, bool is_signed) {
  return Type::machine(type.width(), is_signed);
}

} // namespace

Term Z3Reader::operator()(const z3::expr& e) {
  return read(e);
}

Term Z3Reader::read(const z3::expr& e) {
  if (auto found = done_.find(e.id()); found != done_.end()) return found->second;
  Term result;
  if (e.is_numeral())
    result = numeral(e);
  else if (e.is_var())
    result = bound_variable(e);
  else if (e.is_app())
    result = application(e);
  else
    throw NotExpressible("a quantified formula");
  done_.emplace(e.id(), result);
  return result;
}

Term Z3Reader::numeral(const z3::expr& e) {
  std::optional<Integer> value;
  if (!e.is_real() || e.denominator().get_decimal_string(0) == "1")
    value =
        parse_integer(e.is_real() ? e.numerator().get_decimal_string(0) : e.get_decimal_string(0));
  if (!value) throw NotExpressible("the number " + e.to_string());
  return terms_.constant(e.is_bv() ? bits_of(e) : Type::integer(), *value);
}

Term Z3Reader::bound_variable(const z3::expr& e) {
  unsigned index = Z3_get_index_value(e.ctx(), e);
  if (index >= bound_.size()) throw NotExpressible("an unknown variable");
  Term v = bound_[index];
  if (e.is_int()) return as(Type::integer(), v);
  return e.is_bv() ? as(with_sign(v.type(), false), v) : v;
}

Term Z3Reader::application(const z3::expr& e) {
  std::vector<Term> args;
  for (unsigned i = 0; i < e.num_args(); ++i)
    args.push_back(read(e.arg(i)));
  Z3_decl_kind kind = e.decl().decl_kind();
  std::optional<Term> result = logical(kind, args);
  if (!result && kind == Z3_OP_ITE) {
    if (args[1].type().is_memory()) throw NotExpressible("a choice between memories");
    result = terms_.ite(args[0], args[1], args[2]);
  }
  if (!result) result = integer(kind, args);
  if (!result) result = memory(e, kind, args);
  if (!result && (e.is_bv() || (!args.empty() && args[0].type().is_machine())))
    result = bits(e, kind, args);
  if (!result) throw NotExpressible(fmt::format("the operation '{}'", e.decl().name().str()));
  return *result;
}

Term Z3Reader::equal(Term a, Term b) {
  if (a.type().is_memory()) throw NotExpressible("an equation between memories");
  return terms_.eq(a, b);
}

std::optional<Term> Z3Reader::logical(Z3_decl_kind kind, const std::vector<Term>& args) {
  switch (kind) {
  case Z3_OP_TRUE:
    return terms_.truth(true);
  case Z3_OP_FALSE:
    return terms_.truth(false);
  case Z3_OP_NOT:
    return terms_.negate(args[0]);
  case Z3_OP_AND:
    return terms_.conj(args);
  case Z3_OP_OR:
    return terms_.disj(args);
  case Z3_OP_IMPLIES:
    return terms_.disj(terms_.negate(args[0]), args[1]);
  case Z3_OP_EQ:
  case Z3_OP_IFF:
    return equal(args[0], args[1]);
  case Z3_OP_XOR:
    return terms_.negate(equal(args[0], args[1]));
  case Z3_OP_DISTINCT: {
    std::vector<Term> all;
    for (std::size_t i = 0; i < args.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        all.push_back(terms_.negate(equal(args[i], args[j])));
    return terms_.conj(all);
  }
  default:
    return std::nullopt;
  }
}

Term Z3Reader::fold(Op op, const std::vector<Term>& args) {
  Term result = args[0];
  for (std::size_t i = 1; i < args.size(); ++i)
    result = terms_.binary(op, result, args[i]);
  return result;
}

Term Z3Reader::modulo(Term a, Term b) {
  if (!b.is_constant() || b.value() <= 0) throw NotExpressible("a remainder by a variable");
  Term remainder = terms_.binary(Op::Rem, a, b);
  return terms_.ite(terms_.lt(remainder, terms_.constant(b.type(), 0)),
                    terms_.binary(Op::Add, remainder, b),
                    remainder);
}

std::optional<Term> Z3Reader::integer(Z3_decl_kind kind, const std::vector<Term>& args) {
  switch (kind) {
  case Z3_OP_LE:
    return terms_.le(args[0], args[1]);
  case Z3_OP_GE:
    return terms_.le(args[1], args[0]);
  case Z3_OP_LT:
    return terms_.lt(args[0], args[1]);
  case Z3_OP_GT:
    return terms_.lt(args[1], args[0]);
  case Z3_OP_ADD:
    return fold(Op::Add, args);
  case Z3_OP_SUB:
    return fold(Op::Sub, args);
  case Z3_OP_MUL:
    return fold(Op::Mul, args);
  case Z3_OP_UMINUS:
    return terms_.unary(Op::Neg, args[0]);
  case Z3_OP_MOD:
    return modulo(args[0], args[1]);
  case Z3_OP_IDIV:
    return terms_.binary(
        Op::Div, terms_.binary(Op::Sub, args[0], modulo(args[0], args[1])), args[1]);
  // Reals appear in linear constraints over integers; their numbers are whole, or they are refused.
  case Z3_OP_TO_REAL:
    return args[0];
  default:
    return std::nullopt;
  }
}

std::optional<Term>
Z3Reader::memory(const z3::expr& e, Z3_decl_kind kind, const std::vector<Term>& args) {
  if (kind != Z3_OP_SELECT && kind != Z3_OP_STORE) return std::nullopt;
  Term base = args[0];
  while (!base.is_variable())
    base = base.arg(0);
  bool is_int = kind == Z3_OP_SELECT ? e.is_int() : args[2].type().is_math();
  std::optional<Type> cell = cell_(base.variable());
  if (is_int && !cell) throw NotExpressible("a memory without cells");
  Term address = as(pointer_, args[1]);
  if (kind == Z3_OP_STORE)
    return terms_.store(args[0], address, is_int ? as(*cell, args[2]) : args[2]);
  Term value = terms_.load(is_int ? *cell : bits_of(e), args[0], address);
  return is_int ? as(Type::integer(), value) : value;
}

Term Z3Reader::compare(Op op, Term a, Term b, bool is_signed) {
  Type type = with_sign(a.type(), is_signed);
  return terms_.binary(op, as(type, a), as(type, b));
}

std::optional<Term>
Z3Reader::bits(const z3::expr& e, Z3_decl_kind kind, const std::vector<Term>& args) {
  auto in_sign = [&](Op op, bool is_signed) {
    Type type = with_sign(args[0].type(), is_signed);
    return as(args[0].type(), terms_.binary(op, as(type, args[0]), as(type, args[1])));
  };
  switch (kind) {
  case Z3_OP_BADD:
    return fold(Op::Add, args);
  case Z3_OP_BSUB:
    return fold(Op::Sub, args);
  case Z3_OP_BMUL:
    return fold(Op::Mul, args);
  case Z3_OP_BNEG:
    return terms_.unary(Op::Neg, args[0]);
  case Z3_OP_BNOT:
    return terms_.unary(Op::BitNot, args[0]);
  case Z3_OP_BAND:
    return fold(Op::BitAnd, args);
  case Z3_OP_BOR:
    return fold(Op::BitOr, args);
  case Z3_OP_BXOR:
    return fold(Op::BitXor, args);
  case Z3_OP_BUDIV:
  case Z3_OP_BUDIV_I:
    return in_sign(Op::Div, false);
  case Z3_OP_BSDIV:
  case Z3_OP_BSDIV_I:
    return in_sign(Op::Div, true);
  case Z3_OP_BUREM:
  case Z3_OP_BUREM_I:
    return in_sign(Op::Rem, false);
  case Z3_OP_BSREM:
  case Z3_OP_BSREM_I:
    return in_sign(Op::Rem, true);
  case Z3_OP_BSHL:
    return in_sign(Op::Shl, false);
  case Z3_OP_BLSHR:
    return in_sign(Op::Shr, false);
  case Z3_OP_BASHR:
    return in_sign(Op::Shr, true);
  case Z3_OP_ULEQ:
    return compare(Op::Le, args[0], args[1], false);
  case Z3_OP_ULT:
    return compare(Op::Lt, args[0], args[1], false);
  case Z3_OP_UGEQ:
    return compare(Op::Le, args[1], args[0], false);
  case Z3_OP_UGT:
    return compare(Op::Lt, args[1], args[0], false);
  case Z3_OP_SLEQ:
    return compare(Op::Le, args[0], args[1], true);
  case Z3_OP_SLT:
    return compare(Op::Lt, args[0], args[1], true);
  case Z3_OP_SGEQ:
    return compare(Op::Le, args[1], args[0], true);
  case Z3_OP_SGT:
    return compare(Op::Lt, args[1], args[0], true);
  case Z3_OP_CONCAT: {
    Type whole = bits_of(e);
    Term result = as(whole, args[0]);
    for (std::size_t i = 1; i < args.size(); ++i) {
      Term amount = terms_.constant(whole, args[i].type().width());
      result = terms_.binary(Op::Shl, result, amount);
      result = terms_.binary(Op::BitOr, result, as(whole, args[i]));
    }
    return result;
  }
  default:
    return args.empty() ? std::nullopt : layout_of_bits(e, kind, args[0]);
  }
}

std::optional<Term> Z3Reader::layout_of_bits(const z3::expr& e, Z3_decl_kind kind, Term a) {
  Type type = a.type();
  switch (kind) {
  case Z3_OP_ZERO_EXT:
    return as(bits_of(e), a);
  case Z3_OP_SIGN_EXT:
    return as(bits_of(e), as(with_sign(type, true), a));
  case Z3_OP_EXTRACT: {
    Term shifted =
        e.lo() == 0 ? a : terms_.binary(Op::Shr, a, terms_.constant(type, Integer(e.lo())));
    return as(bits_of(e), shifted);
  }
  case Z3_OP_BIT2BOOL: {
    auto bit = static_cast<unsigned>(Z3_get_decl_int_parameter(e.ctx(), e.decl(), 0));
    Term shifted = terms_.binary(Op::Shr, a, terms_.constant(type, Integer(bit)));
    return terms_.eq(as(Type::machine(1, false), shifted),
                     terms_.constant(Type::machine(1, false), 1));
  }
  default:
    return std::nullopt;
  }
}

} // namespace kleene::smt
