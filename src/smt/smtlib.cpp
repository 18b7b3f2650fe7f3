// SPDX-License-Identifier: Apache-2.0
#include "kleene/smt/smtlib.h"

#include <fmt/core.h>

namespace kleene::smt {
namespace {

class Writer {
public:
  explicit Writer(const VariableText& variable) : variable_(variable) {}

  std::string write(Term t) {
    switch (t.op()) {
    case Op::Constant:
      if (t.type().is_bool()) return t.is_true() ? "true" : "false";
      return text(t.value());
    case Op::Variable:
      return variable_(t.variable());
    case Op::Not:
      return list("not", t);
    case Op::And:
      return list("and", t);
    case Op::Or:
      return list("or", t);
    case Op::Eq:
      return list("=", t);
    case Op::Ite:
      return list("ite", t);
    case Op::Lt:
      return list("<", t);
    case Op::Le:
      return list("<=", t);
    case Op::Cast:
      return cast(t);
    default:
      return arithmetic(t);
    }
  }

private:
  std::string list(const char* head, Term t) {
    std::string result = fmt::format("({}", head);
    for (std::size_t i = 0; i < t.arity(); ++i)
      result += ' ' + write(t.arg(i));
    return result + ')';
  }

  std::string arithmetic(Term t) {
    switch (t.op()) {
    case Op::Neg:
      return wrapped(t.type(), list("-", t));
    case Op::Add:
      return wrapped(t.type(), list("+", t));
    case Op::Sub:
      return wrapped(t.type(), list("-", t));
    case Op::Mul:
      return wrapped(t.type(), list("*", t));
    case Op::Div:
      return divide(t);
    case Op::Rem: {
      std::string quotient = divide(t);
      return fmt::format("(- {} (* {} {}))", write(t.arg(0)), write(t.arg(1)), quotient);
    }
    default:
      throw NotExpressible(fmt::format("the operation '{}'", name(t.op())));
    }
  }

  /// SMT-LIB's div rounds so that the remainder is not negative; here it goes towards zero.
  std::string divide(Term t) {
    std::string a = write(t.arg(0));
    std::string b = write(t.arg(1));
    return fmt::format("(ite (>= {0} 0) (div {0} {1}) (- (div (- {0}) {1})))", a, b);
  }

  std::string cast(Term t) {
    std::string inner = write(t.arg(0));
    Type from = t.arg(0).type();
    Type to = t.type();
    if (from.is_bool()) return fmt::format("(ite {} 1 0)", inner);
    bool keeps =
        to.is_math()
        || (to.is_signed() && from.is_machine() && from.is_signed() && to.width() >= from.width());
    return keeps ? inner : brought_into_range(to, inner);
  }

  static std::string wrapped(Type type, const std::string& value) {
    return type.is_signed() ? value : brought_into_range(type, value);
  }

  static std::string brought_into_range(Type type, const std::string& value) {
    std::string modulus = text(Integer(1) << type.width());
    if (!type.is_signed()) return fmt::format("(mod {} {})", value, modulus);
    std::string low = text(min_value(type));
    return fmt::format("(+ (mod (- {} {}) {}) {})", value, low, modulus, low);
  }

  const VariableText& variable_;
};

} // namespace

std::string text(Term term, const VariableText& variable) {
  return Writer(variable).write(term);
}

std::string text(Integer value) {
  if (value >= 0) return to_string(value);
  return fmt::format("(- {})", to_string(value).substr(1));
}

std::string sort_text(Type type) {
  if (type.is_bool()) return "Bool";
  if (type.is_integer()) return "Int";
  throw NotExpressible(fmt::format("a variable of type {}", to_string(type)));
}

std::string symbol(std::string_view name) {
  std::string result = "|";
  for (char c : name)
    result += c == '|' || c == '\\' ? '_' : c;
  return result + '|';
}

} // namespace kleene::smt
