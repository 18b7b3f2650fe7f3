// SPDX-License-Identifier: Apache-2.0
// Terms built smaller than they are written: constants are computed, and what a constant decides
// disappears. This is what makes an unrolled program small: as long as everything is known, symbolic
// execution is execution.
//
// The terms built here have the value of the operator in every state in which the operator has one.
// Unlike those of TermManager they need not evaluate every operand: ask for overflow before.
#pragma once
#include "kleene/logic/term.h"

#include <functional>
#include <optional>
#include <vector>

namespace kleene::symbolic {

/// The value of an operator on constants; nothing if it has none, or a shift is long.
/// `a` and `b` are values of `operand`; `type` is that of the result.
std::optional<Integer>
fold(IntegerModel model, Op op, Type type, Type operand, Integer a, Integer b);

class Simplifier {
public:
  Simplifier(TermManager& terms, IntegerModel model) : terms_(terms), model_(model) {}

  TermManager& terms() { return terms_; }
  Term truth(bool value) { return terms_.truth(value); }
  Term constant(Type type, Integer value) { return terms_.constant(type, value); }

  Term negate(Term a) { return terms_.negate(a); }
  Term conj(Term a, Term b);
  Term disj(Term a, Term b) { return negate(conj(negate(a), negate(b))); }
  Term eq(Term a, Term b);
  Term lt(Term a, Term b);
  Term le(Term a, Term b) { return negate(lt(b, a)); }
  Term ite(Term condition, Term then_value, Term else_value);
  /// Neg, BitNot
  Term unary(Op op, Term a);
  /// Add … Shr, Lt, Le, PtrAdd
  Term binary(Op op, Term a, Term b);
  Term cast(Type to, Term a);

  /// The term with new arguments; not for operators on memory.
  Term rebuild(Term t, const std::vector<Term>& args);

  /// Whether the term is a constant, or chooses between few constants.
  bool is_choice(Term t) { return choices(t) <= most_choices; }
  /// For such a term: `f` of each constant, chosen alike. The results must have one type.
  Term for_each_choice(Term t, const std::function<Term(Term)>& f);

private:
  static constexpr unsigned most_choices = 64;
  /// Constants at the ends of a tree of Ites; more than `most_choices` if there are other ends.
  unsigned choices(Term t);
  bool decides(Term a, Term b) { return choices(a) * choices(b) <= most_choices; }
  Term on_choices(Op op, Type type, Term a, Term b);
  std::optional<Term> solved(Term a, Term constant_b);
  std::optional<Term> neutral(Op op, Term a, Term b);
  std::optional<Term> collect_constants(Op op, Term a, Term b);

  TermManager& terms_;
  IntegerModel model_;
  std::vector<std::uint8_t> choices_; ///< by id of the term; 0: not known yet
};

} // namespace kleene::symbolic
