// SPDX-License-Identifier: Apache-2.0
// Formulas over unbounded integers as formulas over machine integers that are just wide enough: what was found
// by reasoning about integers becomes something that can be checked bit by bit.
#pragma once
#include "kleene/logic/term.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace kleene::engine::chc {

class Narrower {
public:
  /// In the machine model, what needs more than 64 bits is computed in 64 and may wrap; in the math model
  /// it stays unbounded.
  Narrower(TermManager& terms, IntegerModel integers) : terms_(terms), integers_(integers) {}

  /// The Bool term without Int, as far as possible. Means the same where nothing wraps.
  Term operator()(Term formula);

private:
  struct Interval {
    Integer low = 0;
    Integer high = 0;
  };
  /// Σ coefficient · leaf + constant
  struct Linear {
    std::map<std::uint32_t, std::pair<Term, Integer>> summands; ///< by the id of the leaf
    Integer constant = 0;
  };

  Term comparison(Term t);
  void add(Linear& sum, Term t, Integer factor);
  /// The machine term that an Int leaf was cast from; null if there is none.
  static Term origin(Term leaf);
  Interval interval(Term t);
  Term as(Type type, Term t);
  /// Machine terms may contain formulas and Ints in turn.
  Term inside(Term machine_term);
  /// Leaves with positive factors.
  using Side = std::vector<std::pair<Term, Integer>>;
  Interval range(const Side& side, Integer constant);
  static std::optional<Type> type_for(Interval values, const Side& left, const Side& right);
  Term sum(Type type, const Side& summands, Integer constant);

  TermManager& terms_;
  IntegerModel integers_;
  std::unordered_map<Term, Term> done_;
};

} // namespace kleene::engine::chc
