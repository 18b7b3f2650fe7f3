// SPDX-License-Identifier: Apache-2.0
// Path conditions that stay small: a path is a list of conditions, paths that branched share its
// beginning, and joining the two sides of a branch gives back what was there before it.
#pragma once
#include "kleene/logic/term.h"

#include <memory>
#include <vector>

namespace kleene::symbolic {

/// A conjunction, grown at its end; copies share everything.
class Path {
public:
  /// The path that every execution takes.
  Path() = default;

  /// This path, where in addition the condition holds. `true` adds nothing.
  Path with(Term condition) const;
  /// What was added, first to last.
  std::vector<Term> conditions() const;
  /// As one term. Shares subterms with the terms of the paths that this one grew from.
  Term term(TermManager& terms) const;
  bool is_always() const { return !last_; }

private:
  friend struct PathJoin;
  struct Node {
    std::shared_ptr<const Node> before;
    Term condition;
    std::size_t length;
    mutable Term term; ///< of the whole path; null until asked for
    ~Node();
  };
  std::shared_ptr<const Node> last_;
};

/// Two paths that exclude each other become one.
struct PathJoin {
  PathJoin(TermManager& terms, const Path& a, const Path& b);
  Path path;
  /// Tells executions on `a` from those on `b`: holds on `a`, fails on `b`.
  Term on_first;
};

} // namespace kleene::symbolic
