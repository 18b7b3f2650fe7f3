// SPDX-License-Identifier: Apache-2.0
// Circuits of gates with one bit each: conjunction, exclusive or, and choice. A gate exists once (structural hashing), and
// what is constant or trivially equal is seen at once.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace kleene::bits {

/// An output of a gate, or its negation.
class Lit {
public:
  constexpr Lit() = default;
  static constexpr Lit of(std::uint32_t gate, bool negated) {
    return Lit(2 * gate + (negated ? 1U : 0U));
  }
  constexpr std::uint32_t gate() const { return code_ / 2; }
  constexpr bool negated() const { return code_ % 2 != 0; }
  constexpr std::uint32_t code() const { return code_; }
  constexpr Lit operator!() const { return Lit(code_ ^ 1U); }
  constexpr auto operator<=>(const Lit&) const = default;
  constexpr bool is_constant() const { return code_ < 2; }

private:
  constexpr explicit Lit(std::uint32_t code) : code_(code) {}
  std::uint32_t code_ = 0;
};

/// Gate 0 is the constant.
inline constexpr Lit no = Lit::of(0, false);
inline constexpr Lit yes = Lit::of(0, true);
constexpr Lit constant(bool value) {
  return value ? yes : no;
}

/// One question for a solver of propositional formulas.
struct Cnf {
  std::size_t variables = 0;
  std::size_t clauses = 0;
  std::string text;               ///< in the format of DIMACS
  std::vector<std::size_t> names; ///< the variable of a gate; 0 if it has none
};

class Circuit {
public:
  Circuit() : gates_(1) {}
  Circuit(const Circuit&) = delete;
  Circuit& operator=(const Circuit&) = delete;

  Lit input();
  Lit conj(Lit a, Lit b);
  Lit disj(Lit a, Lit b) { return !conj(!a, !b); }
  Lit exor(Lit a, Lit b);
  Lit same(Lit a, Lit b) { return !exor(a, b); }
  Lit choose(Lit condition, Lit then_value, Lit else_value);
  std::size_t size() const { return gates_.size(); }

  enum class Kind : std::uint8_t { Input, And, Xor, Choice };
  struct Gate {
    Kind kind = Kind::Input;
    std::array<Lit, 3> in{};
  };
  const Gate& gate(std::uint32_t index) const { return gates_[index]; }

  /// The value of an output, given those of the inputs (by gate).
  bool value(Lit output, const std::function<bool(std::uint32_t)>& input) const;
  /// Marks the gates that the outputs depend on, in a vector with one entry per gate; `seen` may be marked already.
  void mark(const std::vector<Lit>& outputs, std::vector<char>& seen) const;
  /// Says that all of these are true; one clause or a few for each gate that they depend on.
  Cnf cnf(const std::vector<Lit>& outputs) const;

private:
  Lit add(Kind kind, Lit a, Lit b, Lit c = no);

  struct Key {
    Kind kind;
    std::array<Lit, 3> in;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const;
  };
  std::vector<Gate> gates_;
  std::unordered_map<Key, std::uint32_t, Hash> known_;
};

} // namespace kleene::bits
