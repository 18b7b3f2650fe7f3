// SPDX-License-Identifier: Apache-2.0
#include "kleene/symbolic/path.h"

#include <algorithm>

namespace kleene::symbolic {
namespace {

/// The condition of the executions that satisfy all of `parts` but need not satisfy `first` again.
Term rest(TermManager& terms, const std::vector<Term>& parts, bool skip_first) {
  return terms.conj(std::vector<Term>(parts.begin() + (skip_first ? 1 : 0), parts.end()));
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
  bool branch =
      !only_a.empty() && !only_b.empty() && only_b.front() == terms.negate(only_a.front());
  if (!branch) {
    on_first = terms.conj(only_a);
    path = path.with(terms.disj(on_first, terms.conj(only_b)));
    return;
  }
  on_first = only_a.front();
  Term rest_a = rest(terms, only_a, true);
  Term rest_b = rest(terms, only_b, true);
  path = path.with(terms.disj(rest_a, only_b.front())).with(terms.disj(rest_b, only_a.front()));
}

} // namespace kleene::symbolic
