// SPDX-License-Identifier: Apache-2.0
// Terms as C expressions make them: the builders of TermManager plus folding of constants and of the
// detours between C's int truth values and Bool. Nothing that may fault or overflow is folded away.
#pragma once
#include "kleene/logic/term.h"

namespace kleene::frontend::c {

class FoldingTerms {
public:
  FoldingTerms(TermManager& terms, Type pointer) : terms_(terms), pointer_(pointer) {}

  TermManager& manager() { return terms_; }
  Type pointer() const { return pointer_; }
  Term constant(Type type, Integer value);
  Term size(std::uint64_t bytes) { return terms_.constant(pointer_, static_cast<Integer>(bytes)); }

  /// Is the value different from zero? A Bool.
  Term truth(Term value);
  /// Conversion between integer types and Bool, as C has it: to Bool means "different from zero".
  Term convert(Type to, Term value);
  Term negate(Term condition) { return terms_.negate(condition); }
  /// Eq, Lt, Le.
  Term compare(Op op, Term a, Term b);
  /// Add … Shr.
  Term arithmetic(Op op, Term a, Term b);
  Term unary(Op op, Term a);
  Term ite(Term condition, Term yes, Term no);

  /// `index` of any integer type, times `scale`, as an offset of pointer type.
  Term offset(Term index, std::uint64_t scale);
  Term pointer_add(Term address, Term offset);
  Term pointer_add(Term address, std::uint64_t bytes) { return pointer_add(address, size(bytes)); }

private:
  TermManager& terms_;
  Type pointer_;
};

/// May the evaluation overflow, as far as the operators in it say?
bool can_overflow(Term term);

/// Does the value stay the same whatever is executed before it is used? True of terms made only of
/// constants and addresses.
bool is_fixed(Term term);

} // namespace kleene::frontend::c
