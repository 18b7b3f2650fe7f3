// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/circuit.h"

#include "kleene/support/budget.h"

#include <utility>

namespace kleene::bits {

std::size_t Circuit::Hash::operator()(const Key& k) const {
  std::uint64_t h = static_cast<std::uint64_t>(k.kind) + 0x9e3779b97f4a7c15U;
  for (Lit l : k.in)
    h = (h ^ l.code()) * 0xff51afd7ed558ccdU, h ^= h >> 29U;
  return h;
}

Lit Circuit::add(Kind kind, Lit a, Lit b, Lit c) {
  constexpr std::size_t most = std::size_t(1) << 27;
  Key key{kind, {a, b, c}};
  auto [found, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(gates_.size()));
  if (is_new) {
    if (gates_.size() >= most) throw ResourceOut("too many gates");
    gates_.push_back({kind, key.in});
  }
  return Lit::of(found->second, false);
}

Lit Circuit::input() {
  gates_.push_back({});
  return Lit::of(static_cast<std::uint32_t>(gates_.size() - 1), false);
}

Lit Circuit::conj(Lit a, Lit b) {
  if (b < a) std::swap(a, b);
  if (a == no || a == !b) return no;
  if (a == yes || a == b) return b;
  // a & (a & x), a & !(a & x), a & (!a & x)
  for (auto [one, other] : {std::pair(a, b), std::pair(b, a)}) {
    const Gate& g = gates_[other.gate()];
    if (g.kind != Kind::And) continue;
    for (std::size_t i = 0; i < 2; ++i) {
      if (!other.negated() && g.in[i] == one) return other;
      if (!other.negated() && g.in[i] == !one) return no;
      if (other.negated() && g.in[i] == one) return conj(one, !g.in[1 - i]);
      if (other.negated() && g.in[i] == !one) return one;
    }
  }
  return add(Kind::And, a, b);
}

Lit Circuit::exor(Lit a, Lit b) {
  bool negated = a.negated() != b.negated();
  a = Lit::of(a.gate(), false);
  b = Lit::of(b.gate(), false);
  if (b < a) std::swap(a, b);
  if (a == b) return constant(negated);
  if (a == no) return negated ? !b : b;
  const Gate& g = gates_[b.gate()];
  if (g.kind == Kind::Xor && (g.in[0] == a || g.in[1] == a)) {
    Lit rest = g.in[0] == a ? g.in[1] : g.in[0];
    return negated ? !rest : rest;
  }
  Lit result = add(Kind::Xor, a, b);
  return negated ? !result : result;
}

Lit Circuit::choose(Lit c, Lit t, Lit e) {
  if (c.negated()) {
    c = !c;
    std::swap(t, e);
  }
  if (c == no) return e; // yes is no, negated
  if (t == e) return t;
  if (t == !e) return exor(c, e);
  if (t == yes || t == c) return disj(c, e);
  if (t == no || t == !c) return conj(!c, e);
  if (e == no || e == c) return conj(c, t);
  if (e == yes || e == !c) return disj(!c, t);
  bool negated = t.negated();
  if (negated) {
    t = !t;
    e = !e;
  }
  const Gate& then_gate = gates_[t.gate()];
  if (then_gate.kind == Kind::Choice && then_gate.in[0] == c) t = then_gate.in[1];
  const Gate& else_gate = gates_[e.gate()];
  if (else_gate.kind == Kind::Choice && else_gate.in[0] == c)
    e = e.negated() ? !else_gate.in[2] : else_gate.in[2];
  if (t == e) return negated ? !t : t;
  Lit result = add(Kind::Choice, c, t, e);
  return negated ? !result : result;
}

bool Circuit::value(Lit output, const std::function<bool(std::uint32_t)>& input) const {
  std::vector<char> seen(gates_.size());
  mark({output}, seen);
  std::vector<char> values(gates_.size());
  auto of = [&](Lit l) { return (values[l.gate()] != 0) != l.negated(); };
  for (std::uint32_t i = 1; i < gates_.size(); ++i) {
    if (!seen[i]) continue;
    const Gate& g = gates_[i];
    switch (g.kind) {
    case Kind::Input:
      values[i] = input(i);
      break;
    case Kind::And:
      values[i] = of(g.in[0]) && of(g.in[1]);
      break;
    case Kind::Xor:
      values[i] = of(g.in[0]) != of(g.in[1]);
      break;
    case Kind::Choice:
      values[i] = of(g.in[0]) ? of(g.in[1]) : of(g.in[2]);
      break;
    }
  }
  return of(output);
}

void Circuit::mark(const std::vector<Lit>& outputs, std::vector<char>& seen) const {
  seen.resize(gates_.size());
  std::vector<std::uint32_t> open;
  auto see = [&](Lit l) {
    if (l.is_constant() || seen[l.gate()]) return;
    seen[l.gate()] = 1;
    open.push_back(l.gate());
  };
  for (Lit l : outputs)
    see(l);
  while (!open.empty()) {
    const Gate& g = gates_[open.back()];
    open.pop_back();
    for (Lit l : g.in)
      see(l);
  }
}

} // namespace kleene::bits
