// SPDX-License-Identifier: Apache-2.0
#include "term_writer.h"

#include "kleene/logic/floats.h"

#include <fmt/core.h>

#include <unordered_map>

#include "text_syntax.h"

namespace kleene::ir {
namespace {

Precedence tighter(Precedence p) {
  return static_cast<Precedence>(static_cast<int>(p) + 1);
}

/// A stack of what is still to be written, the next piece on top.
class Writer {
public:
  Writer(const Program& program, TermStyle style) : program_(program), style_(style) {}

  std::string term(Term term, bool type_known) {
    push(term, Precedence::Lowest, type_known);
    return run();
  }

  std::string place(Type type, Term address) {
    dereference(type, address);
    return run();
  }

private:
  std::string run() {
    while (!pieces_.empty()) {
      Piece piece = std::move(pieces_.back());
      pieces_.pop_back();
      if (piece.term.null())
        out_ += piece.text;
      else
        expand(piece);
    }
    return std::move(out_);
  }

  struct Piece {
    Term term; ///< null: plain text
    Precedence least = Precedence::Lowest;
    bool type_known = true;
    std::string text;
  };

  void push(Term term, Precedence least, bool type_known = true) {
    if (term.null())
      push("?");
    else
      pieces_.push_back({term, least, type_known, {}});
  }
  void push(std::string text) {
    pieces_.push_back({Term(), Precedence::Lowest, true, std::move(text)});
  }

  /// Pieces are pushed in reverse order of the text.
  void expand(const Piece& piece) {
    if (style_ == TermStyle::Readable && expand_readable(piece)) return;
    Term t = piece.term;
    switch (t.op()) {
    case Op::Constant:
      out_ += constant(t, piece.type_known);
      return;
    case Op::Variable:
      out_ += style_ == TermStyle::Exact ? exact_name(t.variable(), program_)
                                         : display_name(t.variable(), program_);
      return;
    case Op::Address:
      out_ += "&" + object(t.object());
      return;
    case Op::Not:
      if (t.arg(0).op() == Op::Eq) return infix(piece, t.arg(0), "!=");
      return prefix(t, "!", true);
    case Op::Neg:
      return prefix(t, "-", piece.type_known);
    case Op::BitNot:
      return prefix(t, "~", piece.type_known);
    default:
      if (infix_symbol(t.op()).empty())
        function(t, piece.type_known);
      else
        infix(piece, t, infix_symbol(t.op()));
    }
  }

  std::string object(ObjectId id) const {
    bool exists = id.index() < program_.objects.size();
    return style_ == TermStyle::Readable && exists ? program_.object(id).name
                                                   : object_name(id, program_);
  }

  std::string constant(Term t, bool type_known) const {
    if (t.type().is_bool()) return t.value() != 0 ? "true" : "false";
    if (type_known || style_ == TermStyle::Readable) return to_string(t.value());
    return fmt::format("{}:{}", to_string(t.value()), to_string(t.type()));
  }

  void prefix(Term t, std::string symbol, bool type_known) {
    Term operand = t.arg(0);
    bool number = t.op() == Op::Neg && operand.is_constant();
    if (number) push(")");
    push(operand, Precedence::Prefix, type_known);
    push(number ? symbol + "(" : symbol);
  }

  /// `t` is the term with the operator: the piece itself, or the equation below a negation.
  void infix(const Piece& piece, Term t, std::string_view symbol) {
    Precedence own = precedence(t.op());
    bool boolean = t.op() == Op::And || t.op() == Op::Or;
    bool compares = t.op() == Op::Eq || t.op() == Op::Lt || t.op() == Op::Le;
    bool shift = t.op() == Op::Shl || t.op() == Op::Shr;
    bool known = boolean || (piece.type_known && !compares) || natural(t.arg(0))
                 || (natural(t.arg(1)) && !shift);
    bool parentheses = own < piece.least;
    if (parentheses) push(")");
    for (std::size_t i = t.arity(); i-- > 0;) {
      bool same_type = t.arg(i).type() == t.arg(0).type();
      bool chain = i == 0 && !compares && t.arg(0).op() == t.op();
      push(t.arg(i), chain ? own : operand_precedence(t.op(), i), known && same_type);
      if (i > 0) push(fmt::format(" {} ", symbol));
    }
    if (parentheses) push("(");
  }

  /// What an operand needs to stand without parentheses. People get more of these than the grammar
  /// needs: few know by heart how `|`, `&` and `<<` bind.
  Precedence operand_precedence(Op op, std::size_t position) const {
    Precedence own = precedence(op);
    if (style_ == TermStyle::Readable) {
      if (op == Op::Or) return tighter(Precedence::And);
      bool bits = own >= Precedence::BitOr && own <= Precedence::BitAnd;
      if (bits || own == Precedence::Shift) return Precedence::Prefix;
    }
    bool compares = own == Precedence::Equality || own == Precedence::Comparison;
    return position == 0 && !compares ? own : tighter(own);
  }

  void function(Term t, bool type_known) {
    const FunctionForm* form = function_form(t.op());
    push(")");
    for (std::size_t i = t.arity(); i-- > 0;) {
      bool known = true;
      if (t.op() == Op::Cast || (t.op() == Op::Store && i == 2)) known = false;
      if (is_float(t.op())) known = float_operand_known(t, type_known);
      if (t.op() == Op::Ite && i > 0) known = type_known || natural(t.arg(1)) || natural(t.arg(2));
      push(t.arg(i), Precedence::Lowest, known);
      if (i > 0) push(", ");
    }
    push(form->has_type ? fmt::format("{}[{}](", form->name, to_string(t.type()))
                        : fmt::format("{}(", form->name));
  }

  bool float_operand_known(Term t, bool type_known) {
    if (is_float_conversion(t.op())) return false;
    if (type_known && !t.type().is_bool()) return true;
    return natural(t.arg(0)) || natural(t.arg(t.arity() - 1));
  }

  /// True if the parts of a term say its type without help from its context (see text_expression.h).
  bool natural(Term t) {
    if (style_ == TermStyle::Readable) return true;
    if (!natural_.contains(t)) {
      for_each_subterm(t, [&](Term s) { natural_.emplace(s, natural_of(s)); });
    }
    return natural_.at(t);
  }

  bool natural_of(Term t) const {
    if (is_float(t.op())) {
      if (t.type().is_bool() || is_float_conversion(t.op())) return true;
      return natural_.at(t.arg(0)) || natural_.at(t.arg(t.arity() - 1));
    }
    switch (t.op()) {
    case Op::Constant:
      return t.type().is_bool();
    case Op::Ite:
      return natural_.at(t.arg(1)) || natural_.at(t.arg(2));
    case Op::Neg:
    case Op::BitNot:
    case Op::Shl:
    case Op::Shr:
      return natural_.at(t.arg(0));
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Div:
    case Op::Rem:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
      return natural_.at(t.arg(0)) || natural_.at(t.arg(1));
    default:
      return true;
    }
  }

  // The readable style

  /// The forms that differ from the exact style; false if the term has none.
  bool expand_readable(const Piece& piece) {
    Term t = piece.term;
    if (is_float(t.op())) return expand_float(piece);
    switch (t.op()) {
    case Op::Not:
      return readable_negation(piece);
    case Op::Lt:
    case Op::Le:
      if (!t.arg(0).is_constant() || t.arg(1).is_constant()) return false;
      compare(piece, t.arg(1), t.op() == Op::Lt ? ">" : ">=", t.arg(0));
      return true;
    case Op::Ite:
      return conditional(piece);
    case Op::Cast:
      push(t.arg(0), Precedence::Prefix);
      push(fmt::format("({})", to_string(t.type())));
      return true;
    case Op::PtrAdd:
      join(piece, Precedence::Sum, t.arg(0), "+", t.arg(1));
      return true;
    case Op::Load:
      if (!t.arg(0).is_variable()) return false;
      if (std::string name = display_name(t.arg(0).variable(), program_); name.ends_with("()")) {
        push(")");
        push(t.arg(1), Precedence::Lowest);
        push(name.substr(0, name.size() - 1));
        return true;
      }
      dereference(t.type(), t.arg(1));
      return true;
    case Op::Valid:
    case Op::Writable:
    case Op::Freeable:
    case Op::SizeOf:
      push(")");
      for (std::size_t i = t.arity(); i-- > 1;) {
        push(t.arg(i), Precedence::Lowest);
        if (i > 1) push(", ");
      }
      push(fmt::format("{}(", function_form(t.op())->name));
      return true;
    default:
      return false;
    }
  }

  /// Operators on floats as C writes them.
  bool expand_float(const Piece& piece) {
    Term t = piece.term;
    auto relation = [&](const char* symbol, const char* reverse) {
      bool flip = t.arg(0).is_constant() && !t.arg(1).is_constant();
      join_floats(piece, Precedence::Comparison, t, flip ? reverse : symbol, flip);
      return true;
    };
    auto operation = [&](Precedence own, const char* symbol) {
      join_floats(piece, own, t, symbol, false);
      return true;
    };
    auto conversion = [&](const std::string& type) {
      push(t.arg(0), Precedence::Prefix);
      push(fmt::format("({})", type));
      return true;
    };
    switch (float_op(t.op())) {
    case FloatOp::Eq:
      return relation("==", "==");
    case FloatOp::Lt:
      return relation("<", ">");
    case FloatOp::Le:
      return relation("<=", ">=");
    case FloatOp::Add:
      return operation(Precedence::Sum, "+");
    case FloatOp::Sub:
      return operation(Precedence::Sum, "-");
    case FloatOp::Mul:
      return operation(Precedence::Product, "*");
    case FloatOp::Div:
      return operation(Precedence::Product, "/");
    case FloatOp::ToFloat:
    case FloatOp::FromInt:
      return conversion(t.type().width() == 32 ? "float" : "double");
    case FloatOp::ToInt:
      return conversion(to_string(t.type()));
    default:
      return false;
    }
  }

  void join_floats(const Piece& piece, Precedence own, Term t, std::string_view symbol, bool flip) {
    bool parentheses = own < piece.least;
    if (parentheses) push(")");
    push_float(t.arg(flip ? 0 : 1), tighter(own));
    push(fmt::format(" {} ", symbol));
    push_float(t.arg(flip ? 1 : 0), own);
    if (parentheses) push("(");
  }

  /// A constant as the shortest number that is read back as the same float.
  void push_float(Term t, Precedence least) {
    if (!t.is_constant()) return push(t, least);
    double number = float_number(t.type(), static_cast<std::uint64_t>(t.value()));
    push(t.type().width() == 32 ? fmt::format("{}", static_cast<float>(number))
                                : fmt::format("{}", number));
  }

  bool readable_negation(const Piece& piece) {
    Term inner = piece.term.arg(0);
    if (inner.op() == op(FloatOp::Eq)) {
      join_floats(piece, Precedence::Equality, inner, "!=", false);
      return true;
    }
    if (inner.op() != Op::Lt && inner.op() != Op::Le) return false;
    bool strict = inner.op() == Op::Lt;
    bool flip = inner.arg(0).is_constant() && !inner.arg(1).is_constant();
    if (flip)
      compare(piece, inner.arg(1), strict ? "<=" : "<", inner.arg(0));
    else
      compare(piece, inner.arg(0), strict ? ">=" : ">", inner.arg(1));
    return true;
  }

  void compare(const Piece& piece, Term left, std::string_view symbol, Term right) {
    join(piece, Precedence::Comparison, left, symbol, right);
  }

  void join(const Piece& piece, Precedence own, Term left, std::string_view symbol, Term right) {
    bool parentheses = own < piece.least;
    if (parentheses) push(")");
    push(right, tighter(own));
    push(fmt::format(" {} ", symbol));
    push(left, own);
    if (parentheses) push("(");
  }

  bool conditional(const Piece& piece) {
    Term t = piece.term;
    bool parentheses = piece.least > Precedence::Lowest;
    if (parentheses) push(")");
    push(t.arg(2), Precedence::Or);
    push(" : ");
    push(t.arg(1), Precedence::Or);
    push(" ? ");
    push(t.arg(0), Precedence::Or);
    if (parentheses) push("(");
    return true;
  }

  void dereference(Type type, Term address) {
    bool whole_object = address.op() == Op::Address
                        && address.object().index() < program_.objects.size()
                        && program_.object(address.object()).size == type.bytes();
    if (whole_object) {
      push(object(address.object()));
    } else {
      push(address, Precedence::Prefix);
      push(fmt::format("*({}*)", to_string(type)));
    }
  }

  const Program& program_;
  TermStyle style_;
  std::vector<Piece> pieces_;
  std::unordered_map<Term, bool> natural_;
  std::string out_;
};

} // namespace

std::string write_term(Term term, const Program& program, TermStyle style, bool type_known) {
  return Writer(program, style).term(term, type_known);
}

std::string write_place(Type type, Term address, const Program& program) {
  return Writer(program, TermStyle::Readable).place(type, address);
}

std::string exact_name(VarId id, const Program& program) {
  if (id.index() >= program.variables.size()) return "?";
  return quote_name(program.variable(id).name);
}

std::string display_name(VarId id, const Program& program) {
  if (id.index() >= program.variables.size()) return "?";
  const Variable& variable = program.variable(id);
  return variable.display.empty() ? variable.name : variable.display;
}

std::string object_name(ObjectId id, const Program& program) {
  if (id.index() >= program.objects.size()) return "?";
  return quote_name(program.object(id).name);
}

std::string procedure_name(ProcId id, const Program& program) {
  if (id.index() >= program.procedures.size()) return "?";
  return quote_name(program.procedure(id).name);
}

} // namespace kleene::ir
