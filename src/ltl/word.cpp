// SPDX-License-Identifier: Apache-2.0
#include "kleene/ltl/word.h"

#include "kleene/support/invariant.h"

namespace kleene::ltl {
namespace {

/// Truth at each position of stem and loop.
using Truth = std::vector<bool>;

class Evaluation {
public:
  explicit Evaluation(const Word& word) : word_(word), size_(word.stem.size() + word.loop.size()) {}

  Truth truth(const Formula& formula) const {
    Truth result(size_);
    if (formula->kind == Kind::Until || formula->kind == Kind::Release) return reaching(formula);
    std::vector<Truth> args;
    for (const Formula& arg : formula->args)
      args.push_back(truth(arg));
    for (std::size_t i = 0; i < size_; ++i)
      result[i] = at(formula, args, i);
    return result;
  }

private:
  bool at(const Formula& formula, const std::vector<Truth>& args, std::size_t i) const {
    switch (formula->kind) {
    case Kind::Constant:
      return formula->value;
    case Kind::Atom:
      return letter(i).contains(formula->atom);
    case Kind::Not:
      return !args[0][i];
    case Kind::And:
      return args[0][i] && args[1][i];
    case Kind::Or:
      return args[0][i] || args[1][i];
    case Kind::Next:
      return args[0][next(i)];
    default:
      KL_INVARIANT(false, "other operators look further than one position");
    }
  }

  /// Looks along the positions, at most until all of them have been seen.
  Truth reaching(const Formula& formula) const {
    Truth first = truth(formula->args[0]);
    Truth second = truth(formula->args[1]);
    bool until = formula->kind == Kind::Until;
    Truth result(size_);
    for (std::size_t start = 0; start < size_; ++start) {
      bool found = !until; // if nothing decides: a R b holds where b always does, a U b does not
      std::size_t i = start;
      for (std::size_t seen = 0; seen <= size_; ++seen, i = next(i)) {
        if (until && second[i]) found = true;
        if (!until && !second[i]) found = false;
        bool decided = until ? second[i] || !first[i] : !second[i] || first[i];
        if (decided) break;
      }
      result[start] = found;
    }
    return result;
  }

  const Letter& letter(std::size_t i) const {
    return i < word_.stem.size() ? word_.stem[i] : word_.loop[i - word_.stem.size()];
  }
  std::size_t next(std::size_t i) const { return i + 1 < size_ ? i + 1 : word_.stem.size(); }

  const Word& word_;
  std::size_t size_;
};

} // namespace

bool holds(const Formula& formula, const Word& word) {
  KL_INVARIANT(!word.loop.empty(), "an infinite word should have a loop");
  return Evaluation(word).truth(formula)[0];
}

} // namespace kleene::ltl
