// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/invariants.h"
#include "kleene/logic/floats.h"
#include "kleene/witness/c_expression.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

namespace kleene::witness {
namespace {

/// Longer texts help nobody.
constexpr std::size_t longest = 2000;

/// Thrown inside this file only.
struct NotInC {};

bool is_c_type(Type type) {
  unsigned w = type.width();
  return type.is_machine() && (w == 8 || w == 16 || w == 32 || w == 64);
}

std::string type_name(Type type) {
  const char* name = type.width() == 8    ? "char"
                     : type.width() == 16 ? "short"
                     : type.width() == 32 ? "int"
                                          : "long long";
  if (!type.is_signed()) return fmt::format("unsigned {}", name);
  return type.width() == 8 ? "signed char" : name;
}

class Printer {
public:
  Printer(const Scope& scope, bool earlier) : scope_(scope), earlier_(earlier) {}

  /// Every text is an operand as it stands: a name, a number, or in parentheses.
  std::string print(Term t) {
    auto [entry, is_new] = done_.try_emplace(t);
    if (!is_new) return entry->second;
    std::string text = compute(t);
    if (text.size() > longest) throw NotInC{};
    return done_[t] = text;
  }

private:
  std::string compute(Term t) {
    switch (t.op()) {
    case Op::Constant:
      return constant(t);
    case Op::Variable:
      if (!scope_.names(t.variable()) || scope_.holds_float(t.variable())) throw NotInC{};
      return name(t.variable());
    case Op::Not:
      return negation(t.arg(0));
    case Op::And:
      return joined(t, " && ");
    case Op::Or:
      return joined(t, " || ");
    case Op::Eq:
      return is_float_variable(t.arg(0)) ? same_pattern(t) : infix(t, "==");
    case Op::Lt:
      return infix(t, "<");
    case Op::Le:
      return infix(t, "<=");
    case Op::Ite:
      return fmt::format("({} ? {} : {})", print(t.arg(0)), print(t.arg(1)), print(t.arg(2)));
    case Op::Cast:
      return cast(t);
    default:
      return is_float(t.op()) ? relation(t) : arithmetic(t);
    }
  }

  std::string name(VarId variable) const {
    const std::string& display = scope_.program().variable(variable).display;
    return earlier_ ? fmt::format("\\at({}, AnyPrev)", display) : display;
  }

  // Floats.

  bool is_float_variable(Term t) const {
    return t.is_variable() && scope_.names(t.variable()) && scope_.holds_float(t.variable());
  }

  /// Numbers that are equal have one pattern, unless they are zero.
  std::string same_pattern(Term t) {
    Term value = t.arg(1);
    if (!value.is_constant() || float_number(value.type(), pattern(value)) == 0) throw NotInC{};
    return fmt::format("({} == {})", number(t.arg(0)), number(value));
  }

  static std::uint64_t pattern(Term constant) {
    return static_cast<std::uint64_t>(constant.value());
  }

  std::string relation(Term t) {
    FloatOp op = float_op(t.op());
    std::string_view sign = op == FloatOp::Eq ? "==" : op == FloatOp::Lt ? "<" : "<=";
    if (op != FloatOp::Eq && op != FloatOp::Lt && op != FloatOp::Le) throw NotInC{};
    return fmt::format("({} {} {})", number(t.arg(0)), sign, number(t.arg(1)));
  }

  static bool is_sign(Term t) {
    return t.is_constant() && is_float_pattern(t.type())
           && pattern(t) == float_format(t.type().width()).sign_bit();
  }

  /// A term that is a number, not its pattern.
  std::string number(Term t) {
    if (is_float_variable(t)) return name(t.variable());
    if (t.is_constant() && is_float_pattern(t.type())) {
      double value = float_number(t.type(), pattern(t));
      if (value - value != 0) throw NotInC{}; // C has no literal for it
      return float_literal(t.type(), pattern(t));
    }
    if (t.op() == Op::Ite)
      return fmt::format("({} ? {} : {})", print(t.arg(0)), number(t.arg(1)), number(t.arg(2)));
    if (t.op() == Op::BitXor && is_sign(t.arg(1))) return fmt::format("(-{})", number(t.arg(0)));
    if (!is_float(t.op())) throw NotInC{};
    auto infix = [&](std::string_view sign) {
      return fmt::format("({} {} {})", number(t.arg(0)), sign, number(t.arg(1)));
    };
    std::string_view type = t.type().width() == 32 ? "float" : "double";
    switch (float_op(t.op())) {
    case FloatOp::Add:
      return infix("+");
    case FloatOp::Sub:
      return infix("-");
    case FloatOp::Mul:
      return infix("*");
    case FloatOp::Div:
      return infix("/");
    case FloatOp::ToFloat:
      return fmt::format("(({}){})", type, number(t.arg(0)));
    case FloatOp::FromInt:
      return fmt::format("(({}){})", type, print(t.arg(0)));
    default:
      throw NotInC{};
    }
  }

  static std::string constant(Term t) {
    if (t.type().is_bool()) return t.is_true() ? "1" : "0";
    if (!t.type().is_machine()) throw NotInC{};
    Integer value = t.value();
    const char* suffix = "";
    if (t.type().width() >= 32 && !t.type().is_signed()) suffix = "U";
    if (t.type().width() > 32) suffix = t.type().is_signed() ? "LL" : "ULL";
    if (value >= 0) return to_string(value) + suffix;
    if (t.type().width() >= 32 && value == min_value(t.type()))
      return fmt::format("(-{0}{1} - 1{1})", to_string(-(value + 1)), suffix);
    return fmt::format("(-{}{})", to_string(-value), suffix);
  }

  std::string negation(Term t) {
    if (t.op() == Op::Eq && is_float_variable(t.arg(0))) throw NotInC{};
    if (t.op() == Op::Eq) return infix(t, "!=");
    if (t.op() == Op::Lt) return infix(t, ">=");
    if (t.op() == Op::Le) return infix(t, ">");
    return fmt::format("(!{})", print(t));
  }

  std::string joined(Term t, std::string_view between) {
    std::string text;
    for (Term arg : t.args())
      text += (text.empty() ? "" : std::string(between)) + print(arg);
    return "(" + text + ")";
  }

  std::string infix(Term t, std::string_view op) {
    return fmt::format("({} {} {})", print(t.arg(0)), op, print(t.arg(1)));
  }

  std::string cast(Term t) {
    Type to = t.type();
    if (is_c_type(to)) return fmt::format("(({}){})", type_name(to), print(t.arg(0)));
    if (!to.is_machine() || to.is_signed()) throw NotInC{};
    Integer mask = max_value(to);
    return fmt::format("((unsigned long long){} & {}ULL)", print(t.arg(0)), to_string(mask));
  }

  bool may_overflow(Term t) {
    analysis::Facts nothing;
    nothing.reachable = true;
    return analysis::may_overflow(scope_.program(), nothing, t);
  }

  /// Arithmetic in the type of the term. C computes narrow types as int, and leaves signed overflow
  /// undefined: then it is computed without a sign and converted back.
  std::string arithmetic(Term t) {
    Type type = t.type();
    if (!is_c_type(type)) throw NotInC{};
    bool narrow = type.width() < 32;
    bool plain = !narrow && !(type.is_signed() && may_overflow(t));
    Type computed = Type::machine(std::max(32U, type.width()), false);
    auto operand = [&](std::size_t i) {
      std::string text = print(t.arg(i));
      return plain ? text : fmt::format("({}){}", type_name(computed), text);
    };
    auto back = [&](const std::string& text) {
      return plain ? fmt::format("({})", text) : fmt::format("(({})({}))", type_name(type), text);
    };
    auto binary = [&](std::string_view op) {
      return back(fmt::format("{} {} {}", operand(0), op, operand(1)));
    };
    auto exact = [&](std::string_view op) {
      return fmt::format("({} {} {})", print(t.arg(0)), op, print(t.arg(1)));
    };
    switch (t.op()) {
    case Op::Add:
      return binary("+");
    case Op::Sub:
      return binary("-");
    case Op::Mul:
      return binary("*");
    case Op::Neg:
      return back("-" + operand(0));
    case Op::BitNot:
      return back("~" + operand(0));
    case Op::BitAnd:
      return exact("&");
    case Op::BitOr:
      return exact("|");
    case Op::BitXor:
      return exact("^");
    case Op::Div:
      return divide(t, "/");
    case Op::Rem:
      return divide(t, "%");
    case Op::Shl:
      return shift(t, back(fmt::format("{} << {}", operand(0), print(t.arg(1)))));
    case Op::Shr:
      return shift(t, exact(">>"));
    default:
      throw NotInC{};
    }
  }

  std::string divide(Term t, std::string_view op) {
    Term divisor = t.arg(1);
    if (!divisor.is_constant() || divisor.value() == 0 || divisor.value() == -1) throw NotInC{};
    return fmt::format("({} {} {})", print(t.arg(0)), op, print(divisor));
  }

  static std::string shift(Term t, std::string text) {
    Term amount = t.arg(1);
    if (!amount.is_constant() || amount.value() < 0 || amount.value() >= t.type().width())
      throw NotInC{};
    return text;
  }

  const Scope& scope_;
  bool earlier_;
  std::unordered_map<Term, std::string> done_;
};

std::optional<std::string> text_of(const Scope& scope, Term term, bool earlier) {
  try {
    std::string text = Printer(scope, earlier).print(term);
    // The outermost parentheses are not needed.
    bool whole = text.size() > 2 && text.front() == '(' && text.back() == ')';
    int depth = 0;
    for (std::size_t i = 0; whole && i + 1 < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0) whole = false;
    }
    return whole ? text.substr(1, text.size() - 2) : text;
  } catch (const NotInC&) {
    return std::nullopt;
  }
}

} // namespace

std::optional<std::string> to_c(const Scope& scope, Term term) {
  return text_of(scope, term, false);
}

std::optional<std::string> to_c_earlier(const Scope& scope, Term term) {
  return text_of(scope, term, true);
}

} // namespace kleene::witness
