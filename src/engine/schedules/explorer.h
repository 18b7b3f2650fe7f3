// SPDX-License-Identifier: Apache-2.0
// The search through the states of a program with threads.
#pragma once
#include "kleene/engine/engine.h"
#include "kleene/evidence/input_values.h"
#include "kleene/evidence/threads.h"

#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "meetings.h"

namespace kleene::engine::schedules {

/// Gives the inputs of one turn, and keeps the request that found none.
class TurnInputs : public ir::InputSource {
public:
  void begin(const std::vector<Integer>* values);
  std::optional<Integer> next(const ir::InputRequest& request) override;
  const ir::InputRequest& missing() const { return missing_; }

private:
  const std::vector<Integer>* values_ = nullptr;
  std::size_t at_ = 0;
  ir::InputRequest missing_;
};

class Explorer {
public:
  /// States with more threads are left out.
  Explorer(const evidence::Problem& problem,
           Budget& budget,
           Observer& observer,
           std::size_t most_threads);
  Answer run();
  bool left_out_threads() const { return left_out_threads_; }

private:
  /// A state, known by the way to it.
  struct Node {
    std::uint32_t parent = 0;
    std::uint32_t thread = 0;
    std::vector<Integer> inputs;
  };
  /// A turn that was not taken yet.
  struct Open {
    std::uint32_t node = 0;
    std::uint32_t thread = 0;
    std::vector<Integer> inputs;
  };

  std::vector<const Node*> way_to(std::uint32_t node) const;
  void restart();
  void keep(std::uint32_t node, std::size_t open);
  void go_to(std::uint32_t node);
  bool pick(Open& next);
  void follow(Open next);
  void branch(const Open& open, std::size_t preemptions);
  std::optional<Open> arrive(std::uint32_t node, std::size_t preemptions);
  std::vector<Integer> values_to_try();
  bool asks_anew(const Open& open);
  bool meet(const Open& taken, ir::Turn turn, bool again);
  evidence::Schedule schedule_to(const Open& last, bool taken = true) const;
  bool violated(ir::Turn turn) const;

  const evidence::Problem& problem_;
  Budget& budget_;
  Observer& observer_;
  std::size_t most_threads_;
  bool left_out_threads_ = false;
  ir::ThreadedProgram threads_;
  ir::RunOptions options_;
  TurnInputs inputs_;
  std::unique_ptr<ir::ThreadedRun> run_;
  /// A moment for the turns that begin in a state and are not taken yet.
  struct Kept {
    std::unique_ptr<ir::Moment> moment;
    std::size_t open = 0;
  };
  std::unique_ptr<ir::Moment> first_; ///< the beginning; null if moments are too large to be kept
  std::unordered_map<std::uint32_t, Kept> kept_;
  std::vector<Node> nodes_;
  std::deque<std::vector<Open>> open_; ///< by preemptions
  std::size_t level_ = 0;              ///< preemptions of the turn under way
  std::unordered_set<std::string> seen_;
  std::unordered_set<std::string> asked_; ///< where turns asked for inputs
  std::uint64_t bytes_ = 0;
  std::uint64_t turns_ = 0;
  std::string incomplete_; ///< why the search is no proof
  std::optional<evidence::Schedule> found_;
  evidence::InputValues values_;
  Meetings meetings_;
};

} // namespace kleene::engine::schedules
