// SPDX-License-Identifier: Apache-2.0
// Functions of <math.h> that are one term each; models/libc.c has the others. Built-ins of the compiler that take any
// float are here too.
#include "kleene/logic/floats.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <fmt/core.h>

#include <algorithm>

#include "function_lowering.h"

namespace kleene::frontend::c {
namespace {

const Type int_type = Type::machine(32, true);

/// `__builtin_fabsf`, `__fabsf`, `fabsf`: fabs. Names of which another begins with an f at the end stay.
std::string plain_name(std::string_view name) {
  for (std::string_view prefix : {"__builtin_", "__"})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  std::string result(name);
  if (result.ends_with('f') && result != "isinf" && result != "modf" && result != "__isinf")
    result.pop_back();
  return result;
}

} // namespace

/// FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, in this order.
Term FunctionLowering::classified(const std::vector<Term>& classes, Term x) {
  TermManager& manager = terms_.manager();
  Type type = x.type();
  FloatFormat format = float_format(type.width());
  Term size = manager.binary(Op::BitAnd, x, terms_.constant(type, Integer(format.sign_bit() - 1)));
  Term infinity = terms_.constant(type, Integer(format.infinity()));
  Term least = terms_.constant(type, Integer(std::uint64_t(1) << format.fraction));
  Term result = terms_.ite(manager.lt(size, least), classes[3], classes[2]);
  result = terms_.ite(manager.eq(size, terms_.constant(type, 0)), classes[4], result);
  result = terms_.ite(manager.eq(size, infinity), classes[1], result);
  return terms_.ite(manager.lt(infinity, size), classes[0], result);
}

std::optional<Term> FunctionLowering::math_value(const std::string& name,
                                                 const std::vector<Term>& x) {
  TermManager& manager = terms_.manager();
  Type type = x[0].type();
  FloatFormat format = float_format(type.width());
  Term sign_bit = terms_.constant(type, Integer(format.sign_bit()));
  Term infinity = terms_.constant(type, Integer(format.infinity()));
  auto size = [&](Term a) {
    return terms_.arithmetic(Op::BitAnd, a, terms_.constant(type, Integer(format.sign_bit() - 1)));
  };
  auto as_int = [&](Term condition) { return terms_.convert(int_type, condition); };
  auto number = [&](Term a) { return floating(manager, FloatOp::Eq, a, a); };
  auto negative = [&](Term a) { return manager.le(sign_bit, a); };
  std::size_t count = x.size();
  if (count == 1) {
    if (name == "fabs") return size(x[0]);
    if (name == "sqrt") return computed(float_root(manager, x[0]));
    if (name == "isnan") return as_int(manager.negate(number(x[0])));
    if (name == "isinf" || name == "isinf_sign") {
      Term sign =
          terms_.ite(negative(x[0]), terms_.constant(int_type, -1), terms_.constant(int_type, 1));
      return terms_.ite(manager.eq(size(x[0]), infinity), sign, terms_.constant(int_type, 0));
    }
    if (name == "isfinite" || name == "finite") return as_int(manager.lt(size(x[0]), infinity));
    if (name == "signbit") return as_int(negative(x[0]));
    if (name == "isnormal") {
      Term least = terms_.constant(type, Integer(std::uint64_t(1) << format.fraction));
      return as_int(manager.conj(manager.le(least, size(x[0])), manager.lt(size(x[0]), infinity)));
    }
    if (name == "fpclassify") {
      std::vector<Term> classes;
      for (int i : {0, 1, 4, 3, 2}) // as glibc numbers them
        classes.push_back(terms_.constant(int_type, i));
      return classified(classes, x[0]);
    }
    return std::nullopt;
  }
  if (count != 2 || x[1].type() != type) return std::nullopt;
  if (name == "fmod") return computed(floating(manager, FloatOp::Rem, x[0], x[1]));
  if (name == "copysign")
    return terms_.arithmetic(Op::BitOr, size(x[0]), terms_.arithmetic(Op::BitAnd, x[1], sign_bit));
  auto relation = [&](FloatOp op, std::size_t a, std::size_t b) {
    return as_int(floating(manager, op, x[a], x[b]));
  };
  if (name == "isless") return relation(FloatOp::Lt, 0, 1);
  if (name == "islessequal") return relation(FloatOp::Le, 0, 1);
  if (name == "isgreater") return relation(FloatOp::Lt, 1, 0);
  if (name == "isgreaterequal") return relation(FloatOp::Le, 1, 0);
  if (name == "isunordered")
    return as_int(manager.negate(manager.conj(number(x[0]), number(x[1]))));
  if (name == "islessgreater")
    return as_int(manager.disj(floating(manager, FloatOp::Lt, x[0], x[1]),
                               floating(manager, FloatOp::Lt, x[1], x[0])));
  return std::nullopt;
}

Value FunctionLowering::math_builtin(const BuiltinCall& call) {
  const clang::CallExpr* e = call.e;
  auto result = scalar_type(context_, e->getType());
  std::vector<Term> x;
  for (std::size_t i = 0; i < call.values.size(); ++i)
    x.push_back(argument(call, i));
  std::string name = plain_name(call.callee.name);
  bool floats = !x.empty() && result
                && std::ranges::all_of(e->arguments(),
                                       [](const clang::Expr* a) { return is_float(a->getType()); });
  // __builtin_fpclassify has the classes before the number.
  if (name == "fpclassify" && x.size() == 6 && is_float(e->getArg(5)->getType()))
    return scalar_value(saved(classified({x.begin(), x.begin() + 5}, x[5])));
  if (floats) {
    if (std::optional<Term> value = math_value(name, x); value && value->type() == *result) {
      if (name != "sqrt" && name != "fmod") return scalar_value(*value);
      forget_errno(range_of(e));
      return scalar_value(watch_float_result(*value, x, range_of(e)));
    }
  }
  unsupported(e, fmt::format("call of {} with unusual arguments", call.callee.name));
}

} // namespace kleene::frontend::c
