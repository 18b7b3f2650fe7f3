// SPDX-License-Identifier: Apache-2.0
// The systems of equations on explicit sets: eight states, one procedure f that may call itself. What the
// strategies compute is compared with executions that are enumerated one by one.
#include "kleene/equations/natural.h"
#include "kleene/equations/nonterm.h"
#include "kleene/equations/reach.h"
#include "kleene/fixpoint/worklist.h"

#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <optional>
#include <random>
#include <vector>

namespace kleene::equations {
namespace {

constexpr std::size_t states = 8;

/// A set of states, or of pairs (entry state, state).
template <std::size_t N>
struct Bits {
  std::bitset<N> bits;
  Bits operator|(const Bits& o) const { return {bits | o.bits}; }
  Bits operator-(const Bits& o) const { return {bits & ~o.bits}; }
  Bits& operator|=(const Bits& o) { return *this = *this | o; }
  bool operator==(const Bits&) const = default;
};
using States = Bits<states>;
using Pairs = Bits<states * states>;

/// An edge between nodes; without a relation it is a call, which passes the state and takes the result.
struct Edge {
  std::size_t from = 0;
  std::size_t to = 0;
  std::optional<std::array<std::bitset<states>, states>> relation;
};

struct Toy {
  std::size_t nodes = 0; ///< 0 is the entry, the last one the exit
  std::vector<Edge> edges;
  std::size_t exit() const { return nodes - 1; }

  static Toy random(unsigned seed) {
    std::mt19937 random(seed);
    auto below = [&](std::size_t n) { return std::size_t(random() % n); };
    Toy toy{3 + below(4), {}};
    std::size_t edges = toy.nodes + below(4);
    for (std::size_t e = 0; e < edges; ++e) {
      Edge edge{below(toy.exit()), 1 + below(toy.exit()), {}};
      if (below(4) != 0) {
        edge.relation.emplace();
        for (auto& successors : *edge.relation)
          for (std::size_t choices = below(3); choices > 0; --choices)
            successors.set(below(states));
      }
      toy.edges.push_back(edge);
    }
    return toy;
  }
};

/// ρ: from which entry states the procedure returns in which states, by naive iteration over all triples.
using Summary = std::array<std::bitset<states>, states>;
Summary summary(const Toy& toy) {
  std::vector<Summary> reached(toy.nodes); // from each entry state
  for (std::size_t s = 0; s < states; ++s)
    reached[0][s].set(s);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& e : toy.edges)
      for (std::size_t entry = 0; entry < states; ++entry)
        for (std::size_t s = 0; s < states; ++s) {
          if (!reached[e.from][entry][s]) continue;
          auto next =
              reached[e.to][entry] | (e.relation ? (*e.relation)[s] : reached[toy.exit()][s]);
          changed |= next != reached[e.to][entry];
          reached[e.to][entry] = next;
        }
  }
  return reached[toy.exit()];
}

/// Successors on top of the stack: along edges, over calls, into calls.
std::vector<std::pair<std::size_t, std::size_t>>
successors(const Toy& toy, const Summary& rho, std::size_t node, std::size_t state) {
  std::vector<std::pair<std::size_t, std::size_t>> result;
  for (const Edge& e : toy.edges) {
    if (e.from != node) continue;
    for (std::size_t s = 0; s < states; ++s)
      if (e.relation ? (*e.relation)[state][s] : rho[state][s]) result.emplace_back(e.to, s);
    if (!e.relation) result.emplace_back(0, state);
  }
  return result;
}

struct ToyBackward {
  using Node = std::size_t;
  using Set = States;
  using Sets = std::vector<States>;
  const Toy& toy;
  const Summary& rho;

  static States& set(Sets& X, Node k) { return X[k]; }
  static const States& set(const Sets& X, Node k) { return X[k]; }
  static bool is_empty(const States& s) { return s.bits.none(); }
  static States everything(Node) { return {std::bitset<states>().set()}; }
  bool is_exit(Node k) const { return k == toy.exit(); }
  std::vector<const Edge*> calls(Node k) const {
    std::vector<const Edge*> result;
    for (const Edge& e : toy.edges)
      if (e.from == k && !e.relation) result.push_back(&e);
    return result;
  }
  States back(const Summary& relation, const States& X) const {
    States result;
    for (std::size_t s = 0; s < states; ++s)
      result.bits[s] = (relation[s] & X.bits).any();
    return result;
  }
  States pre(Node k, const Sets& X) const {
    States result;
    for (const Edge& e : toy.edges)
      if (e.from == k && e.relation) result |= back(*e.relation, X[e.to]);
    return result;
  }
  States into(const Edge* /*call*/, const Sets& X) const { return X[0]; }
  States over(const Edge* call, const Sets& X) const { return back(rho, X[call->to]); }
  template <class Visit>
  void dependents(Node k, Visit&& visit) const {
    for (const Edge& e : toy.edges)
      if (e.to == k || (k == 0 && !e.relation)) visit(e.from);
  }
  std::vector<Node> nodes() const {
    std::vector<Node> result;
    for (Node k = toy.nodes; k-- > 0;)
      result.push_back(k);
    return result;
  }
  static bool is_candidate(const Sets& X, Node k) { return X[k].bits.any(); }
  static bool shrink(Sets& X, Node k, const States& to) {
    States next{X[k].bits & to.bits};
    return std::exchange(X[k], next) != next;
  }
};

fixpoint::Line<std::size_t> all_nodes(const Toy& toy) {
  fixpoint::Line<std::size_t> line;
  for (std::size_t k = 0; k < toy.nodes; ++k)
    line.push(k);
  return line;
}

class Equations : public testing::TestWithParam<unsigned> {};

/// A state is in NT if and only if a path of as many steps as there are places leaves it: then it repeats.
TEST_P(Equations, NonTermination) {
  Toy toy = Toy::random(GetParam());
  Summary rho = summary(toy);
  ToyBackward relations{toy, rho};
  std::vector<States> NT(toy.nodes, ToyBackward::everything(0));
  std::vector<States> rounds = NT;
  std::vector<States> gone(toy.nodes);
  auto work = all_nodes(toy);
  nonterm(relations, NT, work, [&](std::size_t k, const States& leaving) {
    for (std::size_t s = 0; s < states; ++s) {
      if (!leaving.bits[s]) continue;
      for (auto [l, t] : successors(toy, rho, k, s))
        EXPECT_TRUE(gone[l].bits[t]) << "a successor should leave first";
    }
    gone[k] |= leaving;
  });
  std::vector<States> path(toy.nodes, ToyBackward::everything(0));
  for (std::size_t length = 0; length <= toy.nodes * states; ++length) {
    std::vector<States> longer(toy.nodes);
    for (std::size_t k = 0; k < toy.nodes; ++k)
      for (std::size_t s = 0; s < states; ++s)
        for (auto [l, t] : successors(toy, rho, k, s))
          if (path[l].bits[t]) longer[k].bits.set(s);
    path = longer;
  }
  EXPECT_EQ(NT, path);
  EXPECT_TRUE(nonterm_in_rounds(relations, rounds, 1'000));
  EXPECT_EQ(rounds, NT);
}

TEST_P(Equations, Reachability) {
  Toy toy = Toy::random(GetParam());
  Summary rho = summary(toy);
  ToyBackward relations{toy, rho};
  std::size_t goal = 1 + GetParam() % toy.exit();
  std::vector<States> G(toy.nodes);
  auto work = all_nodes(toy);
  least(
      relations,
      G,
      work,
      [&](std::size_t k) { return reach(relations, k, G, k == goal); },
      [&](std::size_t k, const States& fresh) {
        EXPECT_TRUE((fresh - reach(relations, k, G, k == goal)).bits.none());
      });
  std::vector<States> found(toy.nodes);
  found[goal] = ToyBackward::everything(0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < toy.nodes; ++k)
      for (std::size_t s = 0; s < states; ++s)
        for (auto [l, t] : successors(toy, rho, k, s))
          if (found[l].bits[t] && !found[k].bits[s]) found[k].bits[s] = changed = true;
  }
  EXPECT_EQ(G, found);
}

TEST_P(Equations, ReturningIsHavingASummary) {
  Toy toy = Toy::random(GetParam());
  Summary rho = summary(toy);
  ToyBackward relations{toy, rho};
  std::vector<States> T(toy.nodes);
  auto work = all_nodes(toy);
  least(
      relations,
      T,
      work,
      [&](std::size_t k) { return returns(relations, k, T); },
      [](auto, auto&) {});
  for (std::size_t s = 0; s < states; ++s)
    EXPECT_EQ(T[0].bits[s], rho[s].any());
}

/// P of natural.h, with pairs (entry, state) as sets.
struct ToyForward {
  using Node = std::size_t;
  using Set = Pairs;
  using Sets = std::vector<Pairs>;
  const Toy& toy;
  const Growing<ToyForward, fixpoint::Line<std::size_t>>* P = nullptr;

  static Pairs& set(Sets& X, Node k) { return X[k]; }
  static const Pairs& set(const Sets& X, Node k) { return X[k]; }
  static bool is_empty(const Pairs& s) { return s.bits.none(); }
  static bool has(const Pairs& p, std::size_t entry, std::size_t s) {
    return p.bits[entry * states + s];
  }
  std::vector<const Edge*> outgoing(Node k) const {
    std::vector<const Edge*> result;
    for (const Edge& e : toy.edges)
      if (e.from == k) result.push_back(&e);
    return result;
  }
  std::vector<const Edge*> callers(Node) const {
    std::vector<const Edge*> result;
    for (const Edge& e : toy.edges)
      if (!e.relation) result.push_back(&e);
    return result;
  }
  static bool is_call(const Edge* e) { return !e->relation; }
  bool is_exit(Node k) const { return k == toy.exit(); }
  static Node to(const Edge* e) { return e->to; }
  static Node entry(const Edge*) { return 0; }
  /// Each pair (e, s) becomes (e, t) for the t that `follows(s, t)` allows.
  template <class Follows>
  static Pairs image(const Pairs& pairs, Follows&& follows) {
    Pairs result;
    for (std::size_t e = 0; e < states; ++e)
      for (std::size_t s = 0; s < states; ++s)
        for (std::size_t t = 0; t < states; ++t)
          if (has(pairs, e, s) && follows(s, t)) result.bits.set(e * states + t);
    return result;
  }
  static Pairs post(const Edge* e, const Pairs& fresh) {
    return image(fresh, [&](std::size_t s, std::size_t t) { return (*e->relation)[s][t]; });
  }
  static Pairs into(const Edge*, const Pairs& fresh) {
    Pairs result;
    for (std::size_t e = 0; e < states; ++e)
      for (std::size_t s = 0; s < states; ++s)
        if (has(fresh, e, s)) result.bits.set(s * states + s);
    return result;
  }
  Pairs over(const Edge*, const Pairs& fresh) const { return across(fresh, P->sets()[toy.exit()]); }
  static Pairs summary(Node, const Pairs& fresh) { return fresh; }
  Pairs resume(const Edge* call, const Pairs& gained) const {
    return across(P->sets()[call->from], gained);
  }
  static Pairs across(const Pairs& before, const Pairs& rho) {
    return image(before, [&](std::size_t s, std::size_t t) { return has(rho, s, t); });
  }
};

TEST_P(Equations, NaturalSemanticsOfReachedEntries) {
  Toy toy = Toy::random(GetParam());
  Summary rho = summary(toy);
  Growing<ToyForward, fixpoint::Line<std::size_t>> P(std::vector<Pairs>(toy.nodes), {});
  ToyForward relations{toy, &P};
  Pairs start;
  start.bits.set(0); // the program starts in state 0
  P.add(0, start);
  P.saturate([&](std::size_t k, const Pairs& fresh) {
    follow(
        relations, k, fresh, [&](std::size_t to, const Pairs& pairs, Rule) { P.add(to, pairs); });
  });
  for (std::size_t e = 0; e < states; ++e) {
    bool entered = ToyForward::has(P.sets()[0], e, e);
    EXPECT_TRUE(entered || e != 0);
    for (std::size_t s = 0; s < states; ++s)
      EXPECT_EQ(ToyForward::has(P.sets()[toy.exit()], e, s), entered && rho[e][s]);
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Equations, testing::Range(1U, 200U));

} // namespace
} // namespace kleene::equations
