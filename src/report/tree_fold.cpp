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
  Kept out = std::move(last_.front());
  last_.pop_front();
  ShownState before = state_;
  apply(out.line);
  if (!out.line.matters) return;
  if (!out.line.state) out.line.state = std::make_shared<ShownState>(std::move(before));
  between_.push_back(std::move(out));
  if (between_.size() > most_between) between_.pop_front();
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
  if (followed_ && !last_.empty() && !last_.front().line.state)
    last_.front().line.state = std::make_shared<ShownState>(state_);
  std::size_t expected = 0;
  auto move = [&](Kept& kept) {
    kept.line.skipped = kept.number - expected;
    expected = kept.number + 1;
    c.left_out += kept.line.skipped;
    c.tree.push_back(std::move(kept.line));
  };
  std::ranges::for_each(first_, move);
  std::ranges::for_each(between_, move);
  std::ranges::for_each(last_, move);
}

} // namespace kleene::report
