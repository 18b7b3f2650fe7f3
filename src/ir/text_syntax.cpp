// SPDX-License-Identifier: Apache-2.0
#include "text_syntax.h"

#include "kleene/ir/floats.h"
#include "kleene/ir/shadow.h"
#include "kleene/logic/floats.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace kleene::ir {
namespace {

constexpr std::array functions{
    FunctionForm{"ite", Op::Ite, 3, false},
    FunctionForm{"cast", Op::Cast, 1, true},
    FunctionForm{"ptradd", Op::PtrAdd, 2, false},
    FunctionForm{"fadd", op(FloatOp::Add), 2, false},
    FunctionForm{"fsub", op(FloatOp::Sub), 2, false},
    FunctionForm{"fmul", op(FloatOp::Mul), 2, false},
    FunctionForm{"fdiv", op(FloatOp::Div), 2, false},
    FunctionForm{"frem", op(FloatOp::Rem), 2, false},
    FunctionForm{"fsqrt", op(FloatOp::Sqrt), 1, false},
    FunctionForm{"feq", op(FloatOp::Eq), 2, false},
    FunctionForm{"flt", op(FloatOp::Lt), 2, false},
    FunctionForm{"fle", op(FloatOp::Le), 2, false},
    FunctionForm{"ftof", op(FloatOp::ToFloat), 2, false},
    FunctionForm{"ftoi", op(FloatOp::ToInt), 2, false},
    FunctionForm{"itof", op(FloatOp::FromInt), 2, false},
    FunctionForm{"load", Op::Load, 2, true},
    FunctionForm{"store", Op::Store, 3, false},
    FunctionForm{"memcopy", Op::MemCopy, 5, false},
    FunctionForm{"memset", Op::MemSet, 4, false},
    FunctionForm{"valid", Op::Valid, 3, false},
    FunctionForm{"writable", Op::Writable, 3, false},
    FunctionForm{"freeable", Op::Freeable, 2, false},
    FunctionForm{"sizeof", Op::SizeOf, 2, false},
};

struct AssumeWord {
  AssumeKind kind;
  std::string_view word;
};

constexpr std::array assume_words{
    AssumeWord{AssumeKind::Guard, "guard"},
    AssumeWord{AssumeKind::Assumption, "assumption"},
    AssumeWord{AssumeKind::DivisionByZero, "division_by_zero"},
    AssumeWord{AssumeKind::InvalidDereference, "invalid_dereference"},
    AssumeWord{AssumeKind::InvalidFree, "invalid_free"},
    AssumeWord{AssumeKind::ArrayBound, "array_bound"},
    AssumeWord{AssumeKind::ReadOnly, "read_only"},
    AssumeWord{AssumeKind::ShiftRange, "shift_range"},
    AssumeWord{AssumeKind::InvalidCall, "invalid_call"},
    AssumeWord{AssumeKind::Unreachable, "unreachable"},
    AssumeWord{AssumeKind::FloatRange, "float_range"},
    AssumeWord{AssumeKind::Unsequenced, "unsequenced"},
    AssumeWord{AssumeKind::ArraySize, "array_size"},
    AssumeWord{AssumeKind::Overlap, "overlap"},
    AssumeWord{AssumeKind::UninitialisedUse, "uninitialised"},
};

/// Escapes control characters, the backslash and the quote.
std::string escape(std::string_view text, char quote) {
  std::string out(1, quote);
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 32 || byte == 127) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  out += quote;
  return out;
}

bool is_word(std::string_view name) {
  if (name.empty() || !is_name_start(name[0]) || name == "true" || name == "false") return false;
  for (std::size_t i = 1; i < name.size(); ++i) {
    bool scope = name.substr(i, 2) == "::" && i + 2 < name.size() && is_name_part(name[i + 2]);
    if (scope)
      ++i;
    else if (!is_name_part(name[i]))
      return false;
  }
  return true;
}

} // namespace

Precedence precedence(Op op) {
  switch (op) {
  case Op::Or:
    return Precedence::Or;
  case Op::And:
    return Precedence::And;
  case Op::BitOr:
    return Precedence::BitOr;
  case Op::BitXor:
    return Precedence::BitXor;
  case Op::BitAnd:
    return Precedence::BitAnd;
  case Op::Eq:
    return Precedence::Equality;
  case Op::Lt:
  case Op::Le:
    return Precedence::Comparison;
  case Op::Shl:
  case Op::Shr:
    return Precedence::Shift;
  case Op::Add:
  case Op::Sub:
    return Precedence::Sum;
  case Op::Mul:
  case Op::Div:
  case Op::Rem:
    return Precedence::Product;
  case Op::Not:
  case Op::Neg:
  case Op::BitNot:
    return Precedence::Prefix;
  default:
    return Precedence::Primary;
  }
}

std::string_view infix_symbol(Op op) {
  switch (op) {
  case Op::Or:
    return "||";
  case Op::And:
    return "&&";
  case Op::BitOr:
    return "|";
  case Op::BitXor:
    return "^";
  case Op::BitAnd:
    return "&";
  case Op::Eq:
    return "==";
  case Op::Lt:
    return "<";
  case Op::Le:
    return "<=";
  case Op::Shl:
    return "<<";
  case Op::Shr:
    return ">>";
  case Op::Add:
    return "+";
  case Op::Sub:
    return "-";
  case Op::Mul:
    return "*";
  case Op::Div:
    return "/";
  case Op::Rem:
    return "%";
  default:
    return "";
  }
}

const FunctionForm* function_form(std::string_view name) {
  const auto* found = std::ranges::find(functions, name, &FunctionForm::name);
  return found == functions.end() ? nullptr : found;
}

const FunctionForm* function_form(Op op) {
  const auto* found = std::ranges::find(functions, op, &FunctionForm::op);
  return found == functions.end() ? nullptr : found;
}

std::string_view assume_word(AssumeKind kind) {
  const auto* found = std::ranges::find(assume_words, kind, &AssumeWord::kind);
  return found == assume_words.end() ? "?" : found->word;
}

std::optional<AssumeKind> parse_assume_word(std::string_view word) {
  const auto* found = std::ranges::find(assume_words, word, &AssumeWord::word);
  if (found == assume_words.end()) return std::nullopt;
  return found->kind;
}

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool is_name_part(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '.';
}

std::string quote_name(std::string_view name) {
  return is_word(name) ? std::string(name) : escape(name, '`');
}

std::string quote_string(std::string_view text) {
  return escape(text, '"');
}

} // namespace kleene::ir
