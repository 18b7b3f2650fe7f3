// SPDX-License-Identifier: Apache-2.0
#include "widen.h"

#include <algorithm>

namespace kleene::engine::linear {
namespace {

using presburger::Conjunction;
using presburger::Set;

constexpr std::size_t max_disjuncts = 6;
constexpr std::size_t small_loss = 1;

/// A disjunct with the half spaces it is made of; equalities are two.
struct Polyhedron {
  Set set;
  std::vector<Set> half_spaces;
};

Conjunction::Linear negated(Conjunction::Linear l) {
  l.constant = -l.constant;
  for (Integer& c : l.dims)
    c = -c;
  return l;
}

Polyhedron polyhedron(const Set& disjunct) {
  Polyhedron p{disjunct, {}};
  auto add = [&](Conjunction::Linear l) {
    // What involves quotients is kept or dropped as a whole, with the affine hull.
    if (std::ranges::any_of(l.quotients, [](Integer c) { return c != 0; })) return;
    l.quotients.clear();
    p.half_spaces.push_back(Set::half_space(disjunct.context(), l, false));
  };
  for (const Conjunction& c : disjunct.explicit_quotients().conjunctions()) {
    for (const Conjunction::Linear& l : c.equalities) {
      add(l);
      add(negated(l));
    }
    for (const Conjunction::Linear& l : c.inequalities)
      add(l);
  }
  return p;
}

std::size_t loss(const Polyhedron& p, const Set& more) {
  return static_cast<std::size_t>(
      std::ranges::count_if(p.half_spaces, [&](const Set& h) { return !more.subset_of(h); }));
}

/// The part of `p`'s constraints that holds in `more` too.
Set relax(const Polyhedron& p, const Set& more, const Thresholds& thresholds) {
  Set result = Set::universe(p.set.context(), p.set.dims());
  Set lattice = p.set.affine_hull();
  if (more.subset_of(lattice)) result = lattice;
  auto keep = [&](const Set& h) {
    if (more.subset_of(h)) result = result & h;
  };
  std::ranges::for_each(p.half_spaces, keep);
  for (const Set& t : thresholds)
    if (p.set.subset_of(t)) keep(t);
  return result;
}

} // namespace

Set widen(const Set& old, const Set& grown, const Thresholds& thresholds) {
  std::vector<Polyhedron> parts;
  for (const Set& s : old.split())
    parts.push_back(polyhedron(s));
  auto all = [&] {
    Set sum = Set::empty(old.context(), old.dims());
    for (const Polyhedron& p : parts)
      sum = sum | p.set;
    return sum;
  };
  for (const Set& more : (grown - old).coalesce().split()) {
    if (more.subset_of(all())) continue;
    std::vector<std::size_t> losses;
    for (const Polyhedron& p : parts)
      losses.push_back(loss(p, more));
    auto best = std::ranges::min_element(losses);
    if (best == losses.end() || (*best > small_loss && parts.size() < max_disjuncts)) {
      parts.push_back(polyhedron(more));
    } else {
      Polyhedron& p = parts[static_cast<std::size_t>(best - losses.begin())];
      p = polyhedron(relax(p, more, thresholds));
    }
  }
  return all().coalesce();
}

} // namespace kleene::engine::linear
