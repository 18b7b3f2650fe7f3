// SPDX-License-Identifier: Apache-2.0
#include "kleene/bits/circuit.h"

#include <fmt/format.h>

namespace kleene::bits {
namespace {

/// The clauses of a circuit. A conjunction that is used once, by another one, is written as a part of that one.
class Writer {
public:
  Writer(const Circuit& circuit, const std::vector<Lit>& outputs) : circuit_(circuit) {
    circuit.mark(outputs, seen_);
    uses_.resize(circuit.size());
    positive_.resize(circuit.size());
    names_.resize(circuit.size());
    for (std::uint32_t i = 1; i < circuit.size(); ++i)
      if (seen_[i] && circuit.gate(i).kind != Circuit::Kind::Input) note(i);
    for (Lit l : outputs)
      uses_[l.gate()] += 2;
  }

  Cnf write(const std::vector<Lit>& outputs) {
    for (std::uint32_t i = 1; i < circuit_.size(); ++i)
      if (seen_[i] && !absorbed(i)) names_[i] = ++variables_;
    for (Lit l : outputs) {
      if (l == no) clause({});
      if (!l.is_constant()) clause({l});
    }
    for (std::uint32_t i = 1; i < circuit_.size(); ++i)
      if (names_[i] != 0) define(i);
    std::string text = fmt::format("p cnf {} {}\n", variables_, clauses_) + fmt::to_string(text_);
    return {variables_, clauses_, std::move(text), std::move(names_)};
  }

private:
  bool is_and(std::uint32_t gate) const { return circuit_.gate(gate).kind == Circuit::Kind::And; }
  void note(std::uint32_t gate) {
    for (Lit l : circuit_.gate(gate).in) {
      if (l.is_constant()) continue;
      ++uses_[l.gate()];
      if (is_and(gate) && !l.negated()) positive_[l.gate()] = 1;
    }
  }
  bool absorbed(std::uint32_t gate) const {
    return is_and(gate) && uses_[gate] == 1 && positive_[gate];
  }

  void clause(std::initializer_list<Lit> lits) {
    for (Lit l : lits)
      put(l);
    end();
  }
  void put(Lit l) {
    fmt::format_to(std::back_inserter(text_), "{}{} ", l.negated() ? "-" : "", names_[l.gate()]);
  }
  void end() {
    fmt::format_to(std::back_inserter(text_), "0\n");
    ++clauses_;
  }

  void define(std::uint32_t index) {
    const Circuit::Gate& g = circuit_.gate(index);
    Lit out = Lit::of(index, false);
    auto [a, b, c] = g.in;
    switch (g.kind) {
    case Circuit::Kind::Input:
      return;
    case Circuit::Kind::And:
      return define_conjunction(index);
    case Circuit::Kind::Xor:
      clause({!out, a, b});
      clause({!out, !a, !b});
      clause({out, !a, b});
      clause({out, a, !b});
      return;
    case Circuit::Kind::Choice:
      clause({!a, !b, out});
      clause({!a, b, !out});
      clause({a, !c, out});
      clause({a, c, !out});
      clause({!b, !c, out}); // these two follow, and help propagation
      clause({b, c, !out});
      return;
    }
  }
  void define_conjunction(std::uint32_t index) {
    std::vector<Lit> open{circuit_.gate(index).in[0], circuit_.gate(index).in[1]};
    std::vector<Lit> parts;
    while (!open.empty()) {
      Lit l = open.back();
      open.pop_back();
      if (!l.negated() && absorbed(l.gate())) {
        open.push_back(circuit_.gate(l.gate()).in[0]);
        open.push_back(circuit_.gate(l.gate()).in[1]);
      } else {
        parts.push_back(l);
      }
    }
    Lit out = Lit::of(index, false);
    for (Lit l : parts)
      clause({!out, l});
    put(out);
    for (Lit l : parts)
      put(!l);
    end();
  }

  const Circuit& circuit_;
  std::vector<char> seen_;
  std::vector<std::uint32_t> uses_;
  std::vector<char> positive_;
  std::vector<std::size_t> names_;
  std::size_t variables_ = 0;
  std::size_t clauses_ = 0;
  fmt::memory_buffer text_;
};

} // namespace

Cnf Circuit::cnf(const std::vector<Lit>& outputs) const {
  return Writer(*this, outputs).write(outputs);
}

} // namespace kleene::bits
