// SPDX-License-Identifier: Apache-2.0
//   R* = (⋃_{r<p} R^r) ∘ (R^p)*                                            for every period p  (1)
//   R* = ⋃_{r<i} R^r  ∪  (⋃_{r<p} R^r) ∘ (R^p | ran R^i)* ∘ R^i            with a prefix i     (2)
// isl says whether (R^p)+ is exact; then so is the whole. The smallest p is tried first.
#include "accelerate.h"

namespace kleene::engine::linear {
namespace {

using domain::Exactness;
using domain::Relation;
using presburger::Map;

constexpr std::size_t max_period = 6;
constexpr std::size_t max_disjuncts = 24;
constexpr std::uint64_t closure_limit = 300'000;

/// Powers of a map, made on demand.
class Powers {
public:
  explicit Powers(const Map& R) : powers_{Map::identity(R.context(), R.inputs()), R} {}
  const Map& operator[](std::size_t n) {
    while (powers_.size() <= n)
      powers_.push_back(powers_.back().then(powers_[1]).coalesce());
    return powers_[n];
  }
  /// R^0 ∪ … ∪ R^(n-1)
  Map below(std::size_t n) {
    Map all = (*this)[0];
    for (std::size_t i = 1; i < n; ++i)
      all = all | (*this)[i];
    return all;
  }

private:
  std::vector<Map> powers_;
};

/// A closure under a limit; nothing if the limit was reached.
std::optional<presburger::Closure> closure(const Map& m) {
  if (m.disjuncts() > max_disjuncts) return std::nullopt;
  try {
    return m.transitive_closure();
  } catch (const presburger::Failure&) {
    return std::nullopt;
  }
}

std::optional<Map> exact_star(Powers& R, std::optional<Map>& over) {
  for (std::size_t p = 1; p <= max_period; ++p) {
    if (R[p].is_empty()) return R.below(p);
    auto plus = closure(R[p]);
    if (!plus) continue;
    Map all = (R[0] | plus->map).then(R.below(p)); // (1)
    if (plus->exact) return all;
    over = over ? (*over & all).coalesce() : all;
    auto later = closure(R[p].restrict_domain(R[1].range()));
    if (later && later->exact)
      return R[0] | R[1].then(R[0] | later->map).then(R.below(p)); // (2) with i = 1
  }
  return std::nullopt;
}

} // namespace

Relation star(const Relation& R) {
  Powers powers(R.map.coalesce());
  std::optional<Map> over;
  presburger::TighterLimit limit(R.map.context(), closure_limit);
  try {
    if (auto exact = exact_star(powers, over)) return {exact->coalesce(), R.exactness};
  } catch (const presburger::Failure&) {
    if (!over) throw;
  }
  if (!over) throw presburger::Failure("a loop has too many paths to be closed at once");
  return {*over, combine(R.exactness, Exactness::Over)};
}

} // namespace kleene::engine::linear
