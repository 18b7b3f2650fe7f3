// SPDX-License-Identifier: Apache-2.0
// What an address may be, and when: numbers, or numbers plus an offset, each with the condition on which it is the one.
#pragma once
#include "kleene/symbolic/simplifier.h"

#include <functional>
#include <unordered_map>
#include <vector>

namespace kleene::engine::bmc {

struct Leaf {
  Term address;
  Term condition;
};

/// Of an address that is a choice (Op::Ite). Terms that choose between the same few addresses again and again, as
/// loads through pointers do, grow with every step; said by conditions they have as many parts as there are addresses.
class Leaves {
public:
  explicit Leaves(symbolic::Simplifier& simplify) : simplify_(simplify) {}

  /// Exactly one of the conditions holds.
  const std::vector<Leaf>& of(Term address) { return known(address).leaves; }
  /// `f` of each of them, chosen alike.
  Term for_each(Term address, const std::function<Term(Term)>& f);
  /// The same address, with each of them once.
  Term compact(Term address);

private:
  struct Known {
    std::vector<Leaf> leaves;
    bool repeats = false; ///< the term chooses more often than it would have to
  };
  const Known& known(Term address);
  std::vector<Term> parents_first(Term address);
  std::pair<Term, Term> parts(Term choice);
  Term follow(Term address, const std::function<Term(Term)>& f);
  static bool is_choice(Term t);
  static Term condition_of(Term choice);

  symbolic::Simplifier& simplify_;
  std::unordered_map<Term, Known> known_;
};

} // namespace kleene::engine::bmc
