// SPDX-License-Identifier: Apache-2.0
#include "kleene/smt/smtlib.h"

#include "kleene/logic/floats.h"

#include <fmt/core.h>

#include <unordered_map>

#include "smtlib_operators.h"

namespace kleene::smt {
namespace {

/// Does the text of the operator contain that of an operand more than once?
bool repeats_operands(Op op) {
  switch (op) {
  case Op::Div:
  case Op::Rem:
  case Op::Cast:
  case Op::Load:
  case Op::Store:
  case Op::MemCopy:
  case Op::MemSet:
    return true;
  default:
    return false;
  }
}

/// One term from its leaves up; what is used more than once is bound by a `let`.
class Writer {
public:
  explicit Writer(const Encoding& encoding) : encoding_(encoding) {}

  std::string write(Term root) {
    std::unordered_map<Term, std::size_t> uses;
    for_each_subterm(root, [&](Term t) {
      for (std::size_t i = 0; i < t.arity(); ++i)
        uses[t.arg(i)] += repeats_operands(t.op()) ? 2 : 1;
    });
    std::string bindings;
    std::size_t bound = 0;
    for_each_subterm(root, [&](Term t) {
      Texts operands;
      for (std::size_t i = 0; i < t.arity(); ++i)
        operands.push_back(texts_.at(t.arg(i)));
      std::string text = node(t, operands);
      if (t.arity() > 0 && t != root && uses[t] > 1) {
        std::string name = fmt::format("?{}", ++bound);
        bindings += fmt::format("(let (({} {})) ", name, text);
        text = std::move(name);
      } else if (t.arity() > 0) {
        // The only use of an operand that is not bound is here: its text is not needed again.
        for (std::size_t i = 0; i < t.arity(); ++i)
          if (t.arg(i).arity() > 0 && uses[t.arg(i)] == 1) texts_.at(t.arg(i)).clear();
      }
      texts_[t] = std::move(text);
    });
    return bindings + texts_.at(root) + std::string(bound, ')');
  }

private:
  std::string node(Term t, const Texts& operands) const {
    switch (t.op()) {
    case Op::Constant:
      return constant(t.type(), t.value());
    case Op::Address:
      return constant(t.type(), encoding_.layout.address(t.object()));
    case Op::Variable:
      return encoding_.variable(t.variable());
    case Op::Not:
      return list("not", operands);
    case Op::And:
      return list("and", operands);
    case Op::Or:
      return list("or", operands);
    case Op::Eq:
      return list("=", operands);
    case Op::Ite:
      return list("ite", operands);
    case Op::Load:
    case Op::Store:
    case Op::MemCopy:
    case Op::MemSet:
      return memory_text(t, operands, encoding_);
    case Op::Valid:
    case Op::Writable:
    case Op::Freeable:
    case Op::SizeOf:
      throw NotExpressible(fmt::format("the operation '{}'", name(t.op())));
    default:
      if (is_float(t.op())) {
        if (encoding_.integers == IntegerModel::Machine) return float_text(t, operands);
        throw NotExpressible(fmt::format("the operation '{}' on unbounded integers", name(t.op())));
      }
      return is_vector(t.type()) || is_vector(t.arg(0).type()) ? vector_text(t, operands)
                                                               : integer_text(t, operands);
    }
  }

  bool is_vector(Type type) const {
    return type.is_machine() && encoding_.integers == IntegerModel::Machine;
  }
  std::string constant(Type type, Integer value) const {
    if (type.is_bool()) return value != 0 ? "true" : "false";
    return is_vector(type) ? bits_text(value, type.width()) : text(value);
  }

  const Encoding& encoding_;
  std::unordered_map<Term, std::string> texts_;
};

} // namespace

std::string list(std::string_view head, const Texts& operands) {
  std::string result = fmt::format("({}", head);
  for (const std::string& o : operands)
    result += ' ' + o;
  return result + ')';
}

std::string text(Term term, const Encoding& encoding) {
  return Writer(encoding).write(term);
}

std::string text(Term term, const VariableText& variable) {
  return text(term, Encoding{IntegerModel::Math, variable, {}});
}

std::string text(Integer value) {
  if (value >= 0) return to_string(value);
  return fmt::format("(- {})", to_string(value).substr(1));
}

std::string bits_text(Integer value, unsigned width) {
  Integer modulus = Integer(1) << width;
  return fmt::format("(_ bv{} {})", to_string(((value % modulus) + modulus) % modulus), width);
}

std::string sort_text(Type type, std::optional<Type> cell, const Encoding& encoding) {
  bool machine = encoding.integers == IntegerModel::Machine;
  if (type.is_bool()) return "Bool";
  if (type.is_machine() && machine) return fmt::format("(_ BitVec {})", type.width());
  if (type.is_integer()) return "Int";
  if (type.is_memory() && machine)
    return fmt::format("(Array (_ BitVec {}) (_ BitVec {}))",
                       encoding.layout.pointer_width,
                       cell ? cell->width() : 8);
  if (type.is_memory() && cell) return "(Array Int Int)";
  throw NotExpressible(fmt::format("a variable of type {}", to_string(type)));
}

std::string sort_text(Type type) {
  return sort_text(type, std::nullopt, Encoding{});
}

std::string symbol(std::string_view name) {
  std::string result = "|";
  for (char c : name)
    result += c == '|' || c == '\\' ? '_' : c;
  return result + '|';
}

} // namespace kleene::smt
