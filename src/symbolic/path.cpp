// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/path.h"

#include <algorithm>

namespace kleene::symbolic {
namespace {

/// An Or in the form in which its negation is a flat And.
Term either(TermManager& terms, Term a, Term b) {
  return terms.negate(terms.conj(terms.negate(a), terms.negate(b)));
}

/// The number of conditions at the beginning of `parts` that together contradict `condition`; 0 if none
/// do so by their shape.
std::size_t contradicting(TermManager& terms, Term condition, const std::vector<Term>& parts) {
  Term opposite = terms.negate(condition);
  std::size_t most = opposite.op() == Op::And ? opposite.arity() : 1;
  for (std::size_t n = 1; n <= std::min(most, parts.size()); ++n)
    if (terms.conj(std::vector<Term>(parts.begin(), parts.begin() + std::ptrdiff_t(n))) == opposite)
      return n;
  return 0;
}

Term rest(TermManager& terms, const std::vector<Term>& parts, std::size_t skip) {
  return terms.conj(std::vector<Term>(parts.begin() + std::ptrdiff_t(skip), parts.end()));
}

} // namespace

/// Long lists are taken apart from the end, one by one: a chain of destructors would be deep.
Path::Node::~Node() {
  std::shared_ptr<const Node> next = std::move(before);
  while (next && next.use_count() == 1)
    next = std::move(const_cast<Node&>(*next).before); // nobody else sees it any more
}

Path Path::with(Term condition) const {
  if (condition.is_true()) return *this;
  Path result;
  std::size_t length = last_ ? last_->length + 1 : 1;
  result.last_ = std::make_shared<const Node>(last_, condition, length, Term());
  return result;
}

std::vector<Term> Path::conditions() const {
  std::vector<Term> result;
  for (const Node* node = last_.get(); node; node = node->before.get())
    result.push_back(node->condition);
  std::ranges::reverse(result);
  return result;
}

Term Path::term(TermManager& terms) const {
  std::vector<const Node*> todo;
  for (const Node* node = last_.get(); node && node->term.null(); node = node->before.get())
    todo.push_back(node);
  std::ranges::reverse(todo);
  for (const Node* node : todo)
    // Not an And: that would be flat, and repeat all conditions of the path in each of its terms.
    node->term = node->before ? terms.ite(node->before->term, node->condition, terms.truth(false))
                              : node->condition;
  return last_ ? last_->term : terms.truth(true);
}

PathJoin::PathJoin(TermManager& terms, const Path& a, const Path& b) {
  std::shared_ptr<const Path::Node> end_a = a.last_;
  std::shared_ptr<const Path::Node> end_b = b.last_;
  std::vector<Term> only_a;
  std::vector<Term> only_b;
  while (end_a != end_b) {
    std::size_t length_a = end_a ? end_a->length : 0;
    std::size_t length_b = end_b ? end_b->length : 0;
    if (length_a >= length_b) {
      only_a.push_back(end_a->condition);
      end_a = end_a->before;
    }
    if (length_b >= length_a) {
      only_b.push_back(end_b->condition);
      end_b = end_b->before;
    }
  }
  std::ranges::reverse(only_a);
  std::ranges::reverse(only_b);
  path.last_ = end_a;
  std::size_t skip_a = 0;
  std::size_t skip_b = 0;
  if (!only_a.empty() && !only_b.empty()) {
    skip_b = contradicting(terms, only_a.front(), only_b);
    skip_a = skip_b > 0 ? 1 : contradicting(terms, only_b.front(), only_a);
    if (skip_a > 0 && skip_b == 0) skip_b = 1;
  }
  if (skip_a == 0) {
    on_first = terms.conj(only_a);
    path = path.with(either(terms, on_first, terms.conj(only_b)));
    return;
  }
  on_first = skip_a == 1 ? only_a.front() : terms.negate(only_b.front());
  path = path.with(either(terms, terms.negate(on_first), rest(terms, only_a, skip_a)))
             .with(either(terms, on_first, rest(terms, only_b, skip_b)));
}

} // namespace kleene::symbolic
