// SPDX-License-Identifier: Apache-2.0
// What only matters where accesses are to be checked: objects around arrays, and what the functions that print read
// and write.
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include "function_lowering.h"

namespace kleene::frontend::c {

using clang::dyn_cast;

/// An index beyond an array may still lie in the object that the array is a part of.
void FunctionLowering::check_whole_object(const Place& place,
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

/// Reads a text up to its end, and gives its length.
Term FunctionLowering::scanned_length(Term text, SourceRange range) {
  text = saved(text);
  VarId length = temporary(terms_.pointer());
  assign(length, terms_.size(0), range);
  ir::LocId head = cfg_.fresh_head();
  ir::LocId more = cfg_.fresh();
  ir::LocId end = cfg_.fresh();
  cfg_.join(head, range);
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

namespace {

/// A conversion of a format: what it prints, and how much that is at most if it is no text.
struct Conversion {
  char letter = 0;
  bool plain = true; ///< without width, precision and the like
};

/// The conversions of a literal, and the number of other characters; nothing if it is none.
std::optional<std::pair<std::vector<Conversion>, std::uint64_t>>
conversions(const clang::Expr* format) {
  if (format == nullptr) return {{{{'s'}}, 1}};
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
    llvm::StringRef rest =
        text.drop_while([](char c) { return llvm::StringRef("-+ #0123456789.*").contains(c); });
    bool plain = rest.size() == text.size();
    rest = rest.drop_while([](char c) { return llvm::StringRef("hlztj").contains(c); });
    if (rest.empty()) return std::nullopt;
    result.push_back({rest.front(), plain});
    text = rest.drop_front();
  }
  return {{result, others}};
}

} // namespace

/// What is printed is read, and what is printed to memory has room there.
void FunctionLowering::check_output(const ir::Output& output,
                                    const clang::Expr* format,
                                    SourceRange range) {
  constexpr std::uint64_t longest_number = 24; // with its sign
  auto parts = conversions(format);
  if (!parts || parts->first.size() > output.arguments.size())
    program_.unsupported(range, "output in a format whose accesses are not checked");
  Term length = terms_.size(parts->second + 1);
  bool known = true;
  for (std::size_t i = 0; i < parts->first.size(); ++i) {
    const Conversion& conversion = parts->first[i];
    known = known && conversion.plain;
    Term part = terms_.size(longest_number);
    if (conversion.letter == 's') {
      if (!conversion.plain)
        program_.unsupported(range, "output in a format whose accesses are not checked");
      part = scanned_length(terms_.convert(terms_.pointer(), output.arguments[i]), range);
    }
    length = terms_.arithmetic(Op::Add, length, part);
  }
  if (output.channel != ir::Channel::Memory) return;
  Term written = output.limit.null() ? length : output.limit;
  if (output.limit.null() && !known)
    program_.unsupported(range, "output to memory in a format whose length is not checked");
  Term allocation = program_.allocation_term();
  Term fine =
      terms_.manager().disj(terms_.compare(Op::Eq, written, terms_.size(0)),
                            terms_.manager().writable(allocation, output.destination, written));
  unless_opaque(fine, range, "output to memory that may be too small");
}

} // namespace kleene::frontend::c
