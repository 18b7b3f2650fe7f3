// SPDX-License-Identifier: Apache-2.0
// Random formulas and random sequences of positions. The same seed gives the same everywhere.
#pragma once
#include "kleene/ltl/word.h"

#include <random>

namespace kleene::ltl {

inline Formula random_formula(std::mt19937_64& random,
                              const std::vector<std::string>& atoms,
                              int depth,
                              bool next) {
  auto inner = [&] { return random_formula(random, atoms, depth - 1, next); };
  if (depth == 0) return atom(atoms[random() % atoms.size()]);
  switch (random() % (next ? 9 : 8)) {
  case 0:
    return make(Kind::Not, {inner()});
  case 1:
    return make(Kind::And, {inner(), inner()});
  case 2:
    return make(Kind::Or, {inner(), inner()});
  case 3:
    return make(Kind::Until, {inner(), inner()});
  case 4:
    return make(Kind::Release, {inner(), inner()});
  case 5:
    return make(Kind::Until, {constant(true), inner()});
  case 6:
    return make(Kind::Release, {constant(false), inner()});
  case 7:
    return atom(atoms[random() % atoms.size()]);
  default:
    return make(Kind::Next, {inner()});
  }
}

inline Word random_word(std::mt19937_64& random, const std::vector<std::string>& atoms) {
  auto letters = [&](std::size_t count) {
    std::vector<Letter> result(count);
    for (Letter& letter : result)
      for (const std::string& a : atoms)
        if (random() % 2 == 0) letter.insert(a);
    return result;
  };
  std::size_t stem = random() % 4;
  return {letters(stem), letters(1 + random() % 4)};
}

} // namespace kleene::ltl
