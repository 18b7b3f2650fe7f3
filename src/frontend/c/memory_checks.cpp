// SPDX-License-Identifier: Apache-2.0
// What only matters where accesses are to be checked: objects around arrays, and what the functions that print read
// and write.
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <map>
#include <optional>

#include "function_lowering.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

/// An index beyond an array may still lie in the object that the array is a part of.
void FunctionLowering::check_whole_object(const Lvalue& place,
                                          std::uint64_t size,
                                          SourceRange range) {
  TermManager& manager = terms_.manager();
  Term fine =
      manager.disj(manager.conj(place.bounds),
                   manager.valid(program_.allocation_term(), place.address, terms_.size(size)));
  assume(fine, ir::AssumeKind::InvalidDereference, range);
}

/// Nobody knows what happens where the condition does not hold.
void FunctionLowering::unless_opaque(Term fine, SourceRange range, const std::string& construct) {
  if (fine.is_true()) return;
  ir::LocId on = cfg_.fresh();
  ir::LocId off = cfg_.fresh();
  cfg_.guard(fine, on, range);
  cfg_.guard(terms_.negate(fine), off, range);
  cfg_.move_to(off);
  opaque(range, construct);
  cfg_.move_to(on);
}

/// Reads a text up to its end, or as many characters as `most` says, and gives the number.
Term FunctionLowering::scanned_length(Term text, SourceRange range, Term most) {
  text = saved(text);
  VarId length = temporary(terms_.pointer());
  assign(length, terms_.size(0), range);
  ir::LocId head = cfg_.fresh_head();
  ir::LocId more = cfg_.fresh();
  ir::LocId end = cfg_.fresh();
  cfg_.join(head, range);
  if (!most.null()) {
    ir::LocId within = cfg_.fresh();
    Term full = terms_.compare(Op::Le, most, term(length));
    cfg_.guard(full, end, range);
    cfg_.guard(terms_.negate(full), within, range);
    cfg_.move_to(within);
  }
  Term at = terms_.manager().binary(Op::PtrAdd, text, term(length));
  check_range(at, terms_.size(1), false, range);
  Term byte = terms_.manager().load(Type::machine(8, false), program_.memory_term(), at);
  Term last = terms_.compare(Op::Eq, byte, terms_.constant(byte.type(), 0));
  cfg_.guard(terms_.negate(last), more, range);
  cfg_.guard(last, end, range);
  cfg_.move_to(more);
  assign(length, terms_.arithmetic(Op::Add, term(length), terms_.size(1)), range);
  cfg_.jump(head, range);
  cfg_.move_to(end);
  return term(length);
}

/// A width or a precision.
struct Extent {
  enum class Kind { None, Number, Argument };
  Kind kind = Kind::None;
  std::uint64_t number = 0;
};

/// A conversion of a format.
struct Conversion {
  char letter = 0;
  unsigned bits = 32; ///< of an integer
  bool plain = true;  ///< nothing is printed but the digits, and a minus sign
  Extent width;
  Extent precision;
};

namespace {

Extent read_extent(llvm::StringRef& text) {
  if (text.consume_front("*")) return {Extent::Kind::Argument};
  llvm::StringRef digits = text.take_while([](char c) { return c >= '0' && c <= '9'; });
  text = text.drop_front(digits.size());
  Extent result{Extent::Kind::Number};
  if (digits.empty() || digits.getAsInteger(10, result.number)) return {};
  return result;
}

/// The conversions of a literal, and the number of other characters; nothing if it is none.
std::optional<std::pair<std::vector<Conversion>, std::uint64_t>>
conversions(const clang::Expr* format) {
  if (format == nullptr) return {{{{'s', {}, {}}}, 1}};
  const auto* literal = dyn_cast<clang::StringLiteral>(format->IgnoreParenCasts());
  if (literal == nullptr || literal->getCharByteWidth() != 1) return std::nullopt;
  llvm::StringRef text = literal->getString();
  text = text.substr(0, text.find('\0'));
  std::vector<Conversion> result;
  std::uint64_t others = 0;
  while (!text.empty()) {
    if (text.front() != '%' || text.size() < 2 || text[1] == '%') {
      text = text.drop_front(text.front() == '%' && text.size() > 1 ? 2 : 1);
      ++others;
      continue;
    }
    text = text.drop_front();
    Conversion conversion;
    llvm::StringRef flags =
        text.take_while([](char c) { return llvm::StringRef("-+ #0").contains(c); });
    conversion.plain = flags.find_first_of("+ #") == llvm::StringRef::npos;
    text = text.drop_front(flags.size());
    conversion.width = read_extent(text);
    if (text.consume_front(".")) {
      conversion.precision = read_extent(text);
      if (conversion.precision.kind == Extent::Kind::None)
        conversion.precision = {Extent::Kind::Number, 0};
    }
    llvm::StringRef size =
        text.take_while([](char c) { return llvm::StringRef("hlztj").contains(c); });
    text = text.drop_front(size.size());
    if (text.empty()) return std::nullopt;
    if (!size.empty() && size.front() != 'h') conversion.bits = 64;
    conversion.plain = conversion.plain && !size.starts_with("h");
    conversion.letter = text.front();
    result.push_back(conversion);
    text = text.drop_front();
  }
  return {{result, others}};
}

/// How many characters the conversion of a number has at most, without width and precision.
std::uint64_t longest_number(const Conversion& conversion) {
  switch (conversion.letter) {
  case 'd':
  case 'i':
    return conversion.bits == 64 ? 20 : 11;
  case 'u':
    return conversion.bits == 64 ? 20 : 11; // with a flag for the sign, which has no effect
  case 'x':
  case 'X':
    return 2 + conversion.bits / 4;
  case 'o':
    return 2 + conversion.bits / 3;
  case 'c':
    return 1;
  case 'p':
    return 18;
  default:
    return 330; // a float: the integer part may have hundreds of digits
  }
}

/// How many characters the number has, as a value that depends on it; null if nobody says.
Term exact_length(FoldingTerms& terms, const Conversion& conversion, Term number) {
  static const std::map<char, unsigned> bases{
      {'d', 10}, {'i', 10}, {'u', 10}, {'x', 16}, {'X', 16}, {'o', 8}};
  auto base = bases.find(conversion.letter);
  bool known = base != bases.end() && conversion.plain && !number.null()
               && number.type().is_machine() && number.type().width() == conversion.bits;
  if (!known) return {};
  Type plain = Type::machine(conversion.bits, false);
  Term minus = terms.size(0);
  Term magnitude = terms.convert(plain, number);
  if (conversion.letter == 'd' || conversion.letter == 'i') {
    Type type = Type::machine(conversion.bits, true);
    Term negative = terms.compare(Op::Lt, terms.convert(type, number), terms.constant(type, 0));
    minus = terms.ite(negative, terms.size(1), minus);
    magnitude = terms.ite(
        negative, terms.arithmetic(Op::Sub, terms.constant(plain, 0), magnitude), magnitude);
  }
  Term digits = terms.size(1);
  std::uint64_t count = 1;
  for (Integer least = base->second; least <= max_value(plain); least = least * base->second)
    digits = terms.ite(terms.compare(Op::Le, terms.constant(plain, least), magnitude),
                       terms.size(++count),
                       digits);
  return terms.arithmetic(Op::Add, minus, digits);
}

} // namespace

/// Reads what a conversion prints, and gives its length: the least one, and the largest.
std::pair<Term, Term>
FunctionLowering::printed_part(const Conversion& conversion, Term argument, SourceRange range) {
  auto number = [&](const Extent& e) {
    return e.kind == Extent::Kind::Number ? terms_.size(e.number) : Term();
  };
  auto at_least = [&](Term part, Term width) {
    part = saved(part);
    return terms_.ite(terms_.compare(Op::Lt, part, width), width, part);
  };
  Term precision = number(conversion.precision);
  Term least = terms_.size(1);
  Term most = terms_.size(longest_number(conversion));
  bool digits_only = conversion.precision.kind == Extent::Kind::None;
  Term exact = digits_only ? exact_length(terms_, conversion, argument) : Term();
  if (!exact.null()) {
    least = most = exact;
  } else if (conversion.letter == 's') {
    least = scanned_length(terms_.convert(terms_.pointer(), argument), range, precision);
    most = least;
  } else if (!precision.null()) {
    least = terms_.size(0);
    most = terms_.arithmetic(Op::Add, most, precision);
  }
  bool most_is_least = most == least;
  if (Term width = number(conversion.width); !width.null()) {
    least = at_least(least, width);
    most = most_is_least ? least : at_least(most, width);
  }
  return {least, most};
}

/// Reads what is printed, and gives its length, the end of the text included; the largest is null if nobody knows it.
std::pair<Term, Term> FunctionLowering::printed_length(const ir::Output& output,
                                                       const clang::Expr* format,
                                                       SourceRange range) {
  const char* refused = "output in a format whose accesses are not checked";
  auto parts = conversions(format);
  if (!parts) program_.unsupported(range, refused);
  Term least = terms_.size(parts->second + 1);
  Term most = least;
  std::size_t next = 0;
  auto argument = [&] {
    if (next >= output.arguments.size())
      program_.unsupported(range, "output with fewer arguments than its format wants");
    return output.arguments[next++];
  };
  bool known = true;
  for (const Conversion& conversion : parts->first) {
    if (conversion.width.kind == Extent::Kind::Argument) argument(), known = false;
    if (conversion.precision.kind == Extent::Kind::Argument) {
      argument(), known = false;
      // It may be negative, which means none.
      if (conversion.letter == 's') program_.unsupported(range, refused);
    }
    auto [low, high] = printed_part(conversion, argument(), range);
    least = terms_.arithmetic(Op::Add, least, low);
    most = terms_.arithmetic(Op::Add, most, high);
  }
  return {least, known ? most : Term()};
}

/// What is printed is read, and what is printed to memory has room there.
void FunctionLowering::check_output(const ir::Output& output,
                                    const clang::Expr* format,
                                    SourceRange range) {
  auto [least, most] = printed_length(output, format, range);
  if (output.channel != ir::Channel::Memory) return;
  Term allocation = program_.allocation_term();
  TermManager& manager = terms_.manager();
  auto fits = [&](Term length) {
    return manager.disj(terms_.compare(Op::Eq, length, terms_.size(0)),
                        manager.writable(allocation, output.destination, length));
  };
  // Of what is longer than the limit only a part is written.
  auto written = [&](Term length) {
    if (output.limit.null()) return length;
    return terms_.ite(terms_.compare(Op::Lt, output.limit, length), output.limit, length);
  };
  bool exact = most == least;
  least = saved(written(least));
  assume(fits(least), ir::AssumeKind::InvalidDereference, range);
  if (most.null() && output.limit.null())
    program_.unsupported(range, "output to memory in a format whose length is not checked");
  if (exact) return;
  most = most.null() ? output.limit : written(most);
  unless_opaque(fits(most), range, "output to memory that may be too small");
}

} // namespace kleene::frontend::c
