// SPDX-License-Identifier: Apache-2.0
#include "kleene/analysis/range.h"
#include "kleene/logic/floats.h"
#include "kleene/witness/c_expression.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace kleene::witness {
namespace {

using analysis::Range;

/// Thrown inside this file only.
struct NotUnderstood {
  std::string what;
};

/// A C value of an integer type, or a float, whose term is its bit pattern. `__int128` is computed exactly as long as 64 bits suffice.
struct Value {
  Term term; ///< Bool: the result of a comparison, an int in C
  unsigned width = 32;
  bool is_signed = true;
  Range range; ///< of 128 bits only: what it can be
  bool floats = false;
};

struct BinaryOperator {
  std::string_view text;
  int precedence;
  Op op;
};

/// Longer ones before those they begin with.
constexpr std::array operators{
    BinaryOperator{"||", 1, Op::Or},
    BinaryOperator{"&&", 2, Op::And},
    BinaryOperator{"==", 6, Op::Eq},
    BinaryOperator{"!=", 6, Op::Not},
    BinaryOperator{"<<", 8, Op::Shl},
    BinaryOperator{">>", 8, Op::Shr},
    BinaryOperator{"<=", 7, Op::Le},
    BinaryOperator{">=", 7, Op::Le},
    BinaryOperator{"<", 7, Op::Lt},
    BinaryOperator{">", 7, Op::Lt},
    BinaryOperator{"|", 3, Op::BitOr},
    BinaryOperator{"^", 4, Op::BitXor},
    BinaryOperator{"&", 5, Op::BitAnd},
    BinaryOperator{"+", 9, Op::Add},
    BinaryOperator{"-", 9, Op::Sub},
    BinaryOperator{"*", 10, Op::Mul},
    BinaryOperator{"/", 10, Op::Div},
    BinaryOperator{"%", 10, Op::Rem},
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class Parser {
public:
  Parser(const Scope& scope, std::string_view text, const Words& words)
      : scope_(scope), terms_(*scope.program().terms), text_(text), words_(words) {}

  Term run() {
    Value value = conditional();
    skip_space();
    if (at_ != text_.size()) fail();
    return truth(value);
  }

private:
  static constexpr unsigned wide = 128;
  static constexpr unsigned deepest = 200;

  [[noreturn]] void fail() const {
    std::string_view rest = text_.substr(at_, 20);
    throw NotUnderstood{rest.empty() ? "it ends too early" : fmt::format("'{}'", rest)};
  }

  // Reading.

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
      ++at_;
  }

  bool eat(std::string_view word) {
    skip_space();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  std::string_view word() {
    skip_space();
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || (end > at_ && is_digit(text_[end]))))
      ++end;
    std::string_view result = text_.substr(at_, end - at_);
    at_ = end;
    return result;
  }

  // Types.

  static Type term_type(const Value& v) {
    return Type::machine(std::min(v.width, 64U), v.is_signed);
  }

  Value make(Term term, unsigned width, bool is_signed) const {
    return {
        term, width, is_signed, Range::of(Type::machine(std::min(width, 64U), is_signed), model)};
  }

  static Type float_of(unsigned width) { return width == 32 ? float_type() : double_type(); }
  static Value floating_value(Term term) { return {term, term.type().width(), false, {}, true}; }

  /// A number as a float of a width.
  Value to_float(Value v, unsigned width) {
    if (v.floats)
      return floating_value(float_conversion(terms_, FloatOp::ToFloat, float_of(width), v.term));
    if (v.term.type().is_bool()) v = make(terms_.cast(Type::machine(32, true), v.term), 32, true);
    if (v.width == wide) throw NotUnderstood{"a wide value as a float"};
    return floating_value(float_conversion(terms_, FloatOp::FromInt, float_of(width), v.term));
  }

  Term truth(const Value& v) {
    if (v.floats)
      return terms_.negate(
          floating(terms_, FloatOp::Eq, v.term, terms_.constant(v.term.type(), 0)));
    return v.term.type().is_bool() ? v.term : terms_.ne(v.term, terms_.constant(v.term.type(), 0));
  }

  Value from_truth(Term t) const { return make(t, 32, true); }

  Value converted(Value v, unsigned width, bool is_signed) {
    if (v.floats) throw NotUnderstood{"a float as an integer"};
    if (v.term.type().is_bool()) v = make(terms_.cast(Type::machine(32, true), v.term), 32, true);
    if (v.width == width && v.is_signed == is_signed) return v;
    if (width == wide) {
      if (!v.range.within(Range::of(Type::machine(64, true), model)) || !is_signed)
        throw NotUnderstood{"a value of more than 64 bits"};
      return {terms_.cast(Type::machine(64, true), v.term), wide, true, v.range};
    }
    return make(terms_.cast(Type::machine(width, is_signed), v.term), width, is_signed);
  }

  Value promoted(const Value& v) {
    if (v.floats) return v;
    return v.width < 32 || v.term.type().is_bool() ? converted(v, 32, true) : v;
  }

  /// The usual arithmetic conversions.
  void balance(Value& a, Value& b) {
    if (a.floats || b.floats) {
      unsigned most = std::max(a.floats ? a.width : 32, b.floats ? b.width : 32);
      a = to_float(a, most);
      b = to_float(b, most);
      return;
    }
    a = promoted(a);
    b = promoted(b);
    unsigned width = std::max(a.width, b.width);
    bool is_signed = (a.width < width || a.is_signed) && (b.width < width || b.is_signed);
    a = converted(a, width, is_signed);
    b = converted(b, width, is_signed);
  }

  // Expressions.

  Value conditional() {
    if (++depth_ > deepest) throw NotUnderstood{"it is nested too deeply"};
    Value condition = binary(1);
    if (eat("?")) {
      Value a = conditional();
      if (!eat(":")) fail();
      Value b = conditional();
      balance(a, b);
      Range either = a.range.join(b.range);
      condition = {
          terms_.ite(truth(condition), a.term, b.term), a.width, a.is_signed, either, a.floats};
    }
    --depth_;
    return condition;
  }

  const BinaryOperator* peek_operator() {
    skip_space();
    for (const BinaryOperator& o : operators)
      if (text_.substr(at_).starts_with(o.text)) return &o;
    return nullptr;
  }

  Value binary(int lowest) {
    Value left = unary();
    while (const BinaryOperator* o = peek_operator()) {
      if (o->precedence < lowest) break;
      at_ += o->text.size();
      left = apply(*o, left, binary(o->precedence + 1));
    }
    return left;
  }

  Value apply(const BinaryOperator& o, Value a, Value b) {
    if (o.op == Op::And) return from_truth(terms_.conj(truth(a), truth(b)));
    if (o.op == Op::Or) return from_truth(terms_.disj(truth(a), truth(b)));
    if (o.op == Op::Shl || o.op == Op::Shr) return shift(o.op, promoted(a), promoted(b));
    balance(a, b);
    if (a.floats) return apply_floats(o, a.term, b.term);
    switch (o.op) {
    case Op::Eq:
      return from_truth(terms_.eq(a.term, b.term));
    case Op::Not:
      return from_truth(terms_.ne(a.term, b.term));
    case Op::Lt:
    case Op::Le:
      if (o.text.front() == '>') std::swap(a, b);
      return from_truth(terms_.binary(o.op, a.term, b.term));
    default:
      return arithmetic(o.op, a, b);
    }
  }

  Value apply_floats(const BinaryOperator& o, Term a, Term b) {
    if (o.text.front() == '>') std::swap(a, b);
    switch (o.op) {
    case Op::Eq:
      return from_truth(floating(terms_, FloatOp::Eq, a, b));
    case Op::Not:
      return from_truth(terms_.negate(floating(terms_, FloatOp::Eq, a, b)));
    case Op::Lt:
      return from_truth(floating(terms_, FloatOp::Lt, a, b));
    case Op::Le:
      return from_truth(floating(terms_, FloatOp::Le, a, b));
    case Op::Add:
      return floating_value(floating(terms_, FloatOp::Add, a, b));
    case Op::Sub:
      return floating_value(floating(terms_, FloatOp::Sub, a, b));
    case Op::Mul:
      return floating_value(floating(terms_, FloatOp::Mul, a, b));
    case Op::Div:
      return floating_value(floating(terms_, FloatOp::Div, a, b));
    default:
      throw NotUnderstood{fmt::format("'{}' of floats", o.text)};
    }
  }

  Value arithmetic(Op op, const Value& a, const Value& b) {
    if (op == Op::Div || op == Op::Rem) {
      bool safe = b.term.is_constant() && b.term.value() != 0 && b.term.value() != -1;
      if (!safe) throw NotUnderstood{"a division by what may be 0"};
    }
    Value result{terms_.binary(op, a.term, b.term), a.width, a.is_signed, {}};
    if (a.width != wide) return make(result.term, a.width, a.is_signed);
    result.range = op == Op::Add   ? a.range.add(b.range)
                   : op == Op::Sub ? a.range.subtract(b.range)
                   : op == Op::Mul ? a.range.multiply(b.range)
                   : op == Op::Div ? a.range.divide(b.range)
                   : op == Op::Rem ? a.range.remainder(b.range)
                                   : Range::of(Type::machine(64, true), model);
    if (!result.range.within(Range::of(Type::machine(64, true), model)))
      throw NotUnderstood{"a value of more than 64 bits"};
    return result;
  }

  Value shift(Op op, const Value& a, const Value& b) {
    bool safe = b.term.is_constant() && b.term.value() >= 0 && b.term.value() < a.width;
    if (!safe || a.width == wide) throw NotUnderstood{"a shift by what may be too far"};
    return make(terms_.binary(op, a.term, b.term), a.width, a.is_signed);
  }

  Value unary() {
    if (++depth_ > deepest) throw NotUnderstood{"it is nested too deeply"};
    Value result = unary_inside();
    --depth_;
    return result;
  }

  Value unary_inside() {
    skip_space();
    if (eat("!")) return from_truth(terms_.negate(truth(unary())));
    if (eat("+")) return promoted(unary());
    if (eat("~")) {
      Value v = promoted(unary());
      if (v.width == wide) throw NotUnderstood{"bits of a wide value"};
      return make(terms_.unary(Op::BitNot, v.term), v.width, v.is_signed);
    }
    if (eat("-")) return negated(promoted(unary()));
    if (eat("(")) {
      if (auto type = type_name()) {
        if (!eat(")")) fail();
        Value v = unary();
        if (type->first == 1) return from_truth(truth(v));
        if (type->first == float_word || type->first == double_word)
          return to_float(v, type->first == float_word ? 32 : 64);
        return converted(v, type->first, type->second);
      }
      Value v = conditional();
      if (!eat(")")) fail();
      return v;
    }
    return primary();
  }

  Value negated(const Value& v) {
    if (v.floats) {
      Integer sign(float_format(v.width).sign_bit());
      return floating_value(
          terms_.binary(Op::BitXor, v.term, terms_.constant(v.term.type(), sign)));
    }
    if (v.term.is_constant() && v.width != wide)
      return make(terms_.constant(term_type(v), -v.term.value()), v.width, v.is_signed);
    Value zero{terms_.constant(term_type(v), 0), v.width, v.is_signed, Range::constant(0)};
    return arithmetic(Op::Sub, zero, v);
  }

  Value primary() {
    skip_space();
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.'))
      return is_float_literal() ? float_number() : number();
    if (eat("'")) return character();
    if (eat("\\result")) {
      Term result = words_.result;
      if (result.null()) throw NotUnderstood{"\\result"};
      bool floats = result.is_variable() && scope_.holds_float(result.variable());
      return floats ? floating_value(result) : of_term(result);
    }
    if (eat("\\old")) {
      if (!words_.old || !eat("(")) throw NotUnderstood{"\\old"};
      Value inside = conditional();
      if (!eat(")")) fail();
      inside.term = words_.old(inside.term);
      return inside;
    }
    if (eat("\\at")) return earlier();
    std::size_t begin = at_;
    std::string name(word());
    if (name.empty()) fail();
    while (eat("."))
      name += "." + std::string(word());
    std::optional<VarId> variable = scope_.find(name);
    if (!variable) {
      at_ = begin;
      throw NotUnderstood{fmt::format("'{}' is no plain variable there", name)};
    }
    Term value = is_earlier_
                     ? words_.earlier(*variable)
                     : terms_.variable(*variable, scope_.program().variable(*variable).type);
    return scope_.holds_float(*variable) ? floating_value(value) : of_term(value);
  }

  /// `\at(expression, AnyPrev)`
  Value earlier() {
    if (!words_.earlier || !eat("(")) throw NotUnderstood{"\\at"};
    bool outside = std::exchange(is_earlier_, true);
    Value value = conditional();
    is_earlier_ = outside;
    if (!eat(",") || !eat("AnyPrev") || !eat(")")) fail();
    return value;
  }

  Value of_term(Term t) const {
    if (t.type().is_bool()) return from_truth(t);
    if (!t.type().is_machine()) throw NotUnderstood{"an unbounded integer"};
    return make(t, t.type().width(), t.type().is_signed());
  }

  /// Where the literal ends: a sign belongs to it behind `e`, in hexadecimal ones behind `p`.
  std::size_t end_of_literal() const {
    bool hexadecimal = text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
    std::size_t end = at_;
    for (; end < text_.size(); ++end) {
      char c = text_[end];
      bool sign =
          (c == '+' || c == '-') && end > at_
          && (hexadecimal ? (text_[end - 1] | 0x20) == 'p' : (text_[end - 1] | 0x20) == 'e');
      if (!is_digit(c) && !is_letter(c) && c != '.' && !sign) break;
    }
    return end;
  }

  bool is_float_literal() const {
    std::string_view literal = text_.substr(at_, end_of_literal() - at_);
    bool hexadecimal = literal.starts_with("0x") || literal.starts_with("0X");
    return literal.find_first_of(hexadecimal ? ".pP" : ".eE") != std::string_view::npos;
  }

  Value float_number() {
    std::size_t end = end_of_literal();
    std::string literal(text_.substr(at_, end - at_));
    bool single = literal.ends_with('f') || literal.ends_with('F');
    if (single) literal.pop_back();
    Type type = single ? float_type() : double_type();
    std::optional<std::uint64_t> pattern = parse_float(type, literal);
    if (!pattern) fail(); // a long double among others
    at_ = end;
    return floating_value(terms_.constant(type, Integer(*pattern)));
  }

  Value number() {
    std::size_t end = at_;
    while (end < text_.size() && (is_digit(text_[end]) || is_letter(text_[end])))
      ++end;
    std::string digits(text_.substr(at_, end - at_));
    bool is_unsigned = false;
    unsigned width = 32;
    while (!digits.empty()
           && std::string_view("uUlL").find(digits.back()) != std::string_view::npos) {
      if (digits.back() == 'u' || digits.back() == 'U') is_unsigned = true;
      if (digits.back() == 'l' || digits.back() == 'L')
        width =
            digits.ends_with("ll") || digits.ends_with("LL") ? 64 : std::max(width, long_width());
      digits.pop_back();
    }
    bool decimal = digits.size() < 2 || digits[0] != '0';
    Integer value = 0;
    unsigned base = decimal ? 10 : digits.starts_with("0x") || digits.starts_with("0X") ? 16 : 8;
    for (std::size_t i = base == 16 ? 2 : 0; i < digits.size(); ++i) {
      unsigned digit =
          is_digit(digits[i]) ? unsigned(digits[i] - '0') : unsigned((digits[i] | 0x20) - 'a') + 10;
      if (digit >= base || value > (Integer(1) << 70)) fail();
      value = value * base + digit;
    }
    at_ = end;
    for (; width <= 64; width *= 2) {
      if (!is_unsigned && fits(Type::machine(width, true), value))
        return literal(value, width, true);
      if ((is_unsigned || !decimal) && fits(Type::machine(width, false), value))
        return literal(value, width, false);
    }
    throw NotUnderstood{"a number of more than 64 bits"};
  }

  Value literal(Integer value, unsigned width, bool is_signed) const {
    return {terms_.constant(Type::machine(width, is_signed), value),
            width,
            is_signed,
            Range::constant(value)};
  }

  Value character() {
    if (at_ + 1 >= text_.size() || text_[at_] == '\\' || text_[at_ + 1] != '\'') fail();
    at_ += 2;
    return literal(text_[at_ - 2], 32, true);
  }

  unsigned long_width() const { return scope_.program().pointer_width; }

  static constexpr unsigned float_word = 2;
  static constexpr unsigned double_word = 3;
  /// Width and sign; width 1 is _Bool, two others are floats. Nothing, and nothing read, if there is no type.
  std::optional<std::pair<unsigned, bool>> type_name() {
    static const std::set<std::string, std::less<>> words{"signed",
                                                          "unsigned",
                                                          "char",
                                                          "short",
                                                          "int",
                                                          "long",
                                                          "_Bool",
                                                          "float",
                                                          "double",
                                                          "__int128",
                                                          "__int128_t",
                                                          "const"};
    std::size_t begin = at_;
    std::multiset<std::string> seen;
    while (true) {
      std::size_t before = at_;
      std::string next(word());
      if (!words.contains(next)) {
        at_ = before;
        break;
      }
      seen.insert(next);
    }
    if (seen.empty()) {
      at_ = begin;
      return std::nullopt;
    }
    if (seen.contains("double") && seen.contains("long")) fail();
    if (seen.contains("float")) return std::pair(float_word, true);
    if (seen.contains("double")) return std::pair(double_word, true);
    bool is_signed = !seen.contains("unsigned");
    if (seen.contains("_Bool")) return std::pair(1U, false);
    if (seen.contains("__int128") || seen.contains("__int128_t")) return std::pair(wide, is_signed);
    if (seen.contains("char")) return std::pair(8U, is_signed);
    if (seen.contains("short")) return std::pair(16U, is_signed);
    if (seen.count("long") >= 2) return std::pair(64U, is_signed);
    if (seen.contains("long")) return std::pair(long_width(), is_signed);
    return std::pair(32U, is_signed);
  }

  static constexpr IntegerModel model = IntegerModel::Machine;
  const Scope& scope_;
  TermManager& terms_;
  std::string_view text_;
  const Words& words_;
  bool is_earlier_ = false; ///< inside of `\at`
  std::size_t at_ = 0;
  unsigned depth_ = 0;
};

} // namespace

Result<Term> parse_c(const Scope& scope, std::string_view text, const Words& words) {
  try {
    return Parser(scope, text, words).run();
  } catch (const NotUnderstood& e) {
    return Diagnostic::error(ErrorKind::Unsupported, e.what);
  }
}

} // namespace kleene::witness
