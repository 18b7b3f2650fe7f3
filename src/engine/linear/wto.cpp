// SPDX-License-Identifier: Apache-2.0
#include "wto.h"

#include <algorithm>
#include <limits>

namespace kleene::engine::linear {
namespace {

/// Bourdoncle's recursive algorithm, with an explicit stack for the depth-first part: long programs
/// are deep.
class Builder {
public:
  explicit Builder(const ir::Procedure& p)
      : number_(p.locations.size(), 0), successors_(p.locations.size()) {
    for (const ir::Edge& e : p.edges)
      successors_[e.from.index()].push_back(e.to.index());
  }

  std::vector<WtoElement> run(std::size_t root) {
    std::vector<WtoElement> order;
    visit(root, order);
    std::ranges::reverse(order);
    return order;
  }

private:
  static constexpr std::size_t done = std::numeric_limits<std::size_t>::max();

  struct Frame {
    std::size_t vertex;
    std::size_t next = 0;
    std::size_t head = 0;
    bool loop = false;
  };

  /// Appends the elements found from `root`, in reverse order.
  void visit(std::size_t root, std::vector<WtoElement>& order) {
    std::vector<Frame> frames;
    push(frames, root);
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.next < successors_[top.vertex].size()) {
        std::size_t w = successors_[top.vertex][top.next++];
        if (number_[w] == 0)
          push(frames, w);
        else
          lower(top, number_[w]);
        continue;
      }
      Frame finished = top;
      frames.pop_back();
      close(finished, order);
      if (!frames.empty()) lower(frames.back(), finished.head);
    }
  }

  void push(std::vector<Frame>& frames, std::size_t vertex) {
    stack_.push_back(vertex);
    number_[vertex] = ++count_;
    frames.push_back({vertex, 0, number_[vertex], false});
  }

  static void lower(Frame& frame, std::size_t number) {
    if (number > frame.head) return;
    frame.head = number;
    frame.loop = true;
  }

  void close(const Frame& f, std::vector<WtoElement>& order) {
    if (f.head != number_[f.vertex]) return;
    WtoElement element{ir::LocId(f.vertex), f.loop, {}};
    number_[f.vertex] = done;
    for (std::size_t w = pop(); w != f.vertex; w = pop())
      number_[w] = 0;
    if (f.loop) {
      number_[f.vertex] = done;
      for (std::size_t w : successors_[f.vertex])
        if (number_[w] == 0) visit(w, element.body);
      std::ranges::reverse(element.body);
    }
    order.push_back(std::move(element));
  }

  std::size_t pop() {
    std::size_t w = stack_.back();
    stack_.pop_back();
    return w;
  }

  std::vector<std::size_t> number_;
  std::vector<std::vector<std::size_t>> successors_;
  std::vector<std::size_t> stack_;
  std::size_t count_ = 0;
};

} // namespace

std::vector<WtoElement> weak_topological_order(const ir::Procedure& procedure) {
  return Builder(procedure).run(procedure.entry.index());
}

} // namespace kleene::engine::linear
