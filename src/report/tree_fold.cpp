// SPDX-License-Identifier: Apache-2.0
#include "tree_fold.h"

#include <algorithm>

namespace kleene::report {

/// What one line of the source does is one line here, unless it branches or calls on the way.
bool TreeFold::merge(ShownStep& last, const ShownStep& line) {
  using Kind = ShownStep::Kind;
  bool same = last.place.line == line.place.line && last.place.file == line.place.file
              && last.depth == line.depth && last.function == line.function
              && last.lane == line.lane && last.repeats == line.repeats && !line.state;
  if (!same || last.kind == Kind::Call || last.kind == Kind::Branch || line.kind == Kind::Call)
    return false;
  // That a variable is made says nothing if the same line gives it a value.
  auto is_given = [&](const auto& made) {
    return made.second == "uninitialised" && std::ranges::any_of(line.values, [&](const auto& v) {
             return v.first == made.first;
           });
  };
  if (last.kind == Kind::Step && !last.values.empty()
      && std::ranges::all_of(last.values, is_given)) {
    last.values.clear();
    last.what.clear();
  }
  bool says = last.what != "returned";
  last.what = says && !last.what.empty() && !line.what.empty() ? last.what + ", " + line.what
              : line.what.empty()                              ? last.what
                                                               : line.what;
  last.values.insert(last.values.end(), line.values.begin(), line.values.end());
  last.scopes.insert(line.scopes.begin(), line.scopes.end());
  last.kind = line.kind;
  last.matters |= line.matters;
  return true;
}

void TreeFold::add(ShownStep line) {
  ShownStep* newest = !last_.empty()    ? &last_.back().line
                      : !first_.empty() ? &first_.back().line
                                        : nullptr;
  if (newest != nullptr && merge(*newest, line)) return;
  Kept kept{count_++, std::move(line)};
  if (first_.size() < most_first) {
    first_.push_back(std::move(kept));
    return;
  }
  last_.push_back(std::move(kept));
  if (last_.size() <= most_last) return;
  if (!followed_)
    for (const Kept& k : first_)
      apply(k.line);
  followed_ = true;
  waiting_that_matter_ += last_.front().line.matters ? 1 : 0;
  waiting_.push_back(std::move(last_.front()));
  last_.pop_front();
  auto take_first = [&] {
    apply(waiting_.front().line);
    waiting_that_matter_ -= waiting_.front().line.matters ? 1 : 0;
    waiting_.pop_front();
  };
  while (!waiting_.empty()
         && (waiting_that_matter_ > most_between || !waiting_.front().line.matters))
    take_first();
}

/// The state after the line, from the values that it changed.
void TreeFold::apply(const ShownStep& line) {
  if (line.state) state_ = *line.state;
  std::vector<ShownState::Frame>& frames = state_.frames;
  frames.resize(line.depth + 1);
  frames.back().function = line.function;
  if (line.kind == ShownStep::Kind::Call) frames.push_back({line.callee, {}});
  for (const auto& [name, value] : line.values) {
    auto scope = line.scopes.find(name);
    if (scope == line.scopes.end())
      frames.back().values[name] = value;
    else
      (scope->second == ShownStep::Scope::Global ? state_.globals : state_.memory)[name] = value;
  }
}

void TreeFold::finish(Counterexample& c) {
  std::size_t expected = 0;
  auto move = [&](Kept& kept) {
    kept.line.skipped = kept.number - expected;
    expected = kept.number + 1;
    c.left_out += kept.line.skipped;
    c.tree.push_back(std::move(kept.line));
  };
  std::ranges::for_each(first_, move);
  for (Kept& kept : waiting_) {
    // A copy only for what is shown: stacks can be deep.
    auto before =
        kept.line.matters && !kept.line.state ? std::make_shared<ShownState>(state_) : nullptr;
    apply(kept.line);
    if (before) kept.line.state = std::move(before);
    if (kept.line.matters) move(kept);
  }
  if (followed_ && !last_.empty() && !last_.front().line.state)
    last_.front().line.state = std::make_shared<ShownState>(state_);
  std::ranges::for_each(last_, move);
}

} // namespace kleene::report
