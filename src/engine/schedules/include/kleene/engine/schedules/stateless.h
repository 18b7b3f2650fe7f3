// SPDX-License-Identifier: Apache-2.0
// Stateless search through the executions of a program with threads (Godefroid 1997; Musuvathi and Qadeer 2007): one
// after the other, without memory of the states that were seen.
//
// Two turns are dependent if they are of one thread, touch the same bytes or variable, one of them writing, both
// create threads, or one of them decides who may run at all. Neighbours that are not may change places; executions that differ in
// such changes only are one *trace*, and one of each is enough. Where a turn depends on an earlier one that
// does not come before it for another reason, the other order is tried as well: the initials of what is to come
// are added to the threads tried there, unless one of them is among those already (source sets; Abdulla, Aronis, Jonsson,
// Sagonas 2014). Sleep sets keep a thread from being tried again until something that it depends on has happened.
#pragma once
#include "kleene/engine/engine.h"
#include "kleene/evidence/input_values.h"
#include "kleene/evidence/threads.h"

#include <set>

namespace kleene::engine::schedules {

class Stateless {
public:
  struct Limits {
    std::size_t preemptions =
        1000;                   ///< switches away from threads that could go on, in one execution
    std::size_t turns = 10'000; ///< in one execution
  };
  struct Result {
    std::optional<evidence::Schedule> found;       ///< violates the property
    std::uint64_t executions = 0;                  ///< that end by themselves
    std::uint64_t abandoned = 0;                   ///< where all that can happen is asleep
    bool preempted = false;                        ///< the limit of preemptions left some out
    bool endless = false;                          ///< the limit of turns cut some
    std::string incomplete;                        ///< another reason why these are not all
    std::vector<std::vector<ir::Slice>> schedules; ///< of the executions, if they are wanted
  };

  Stateless(const evidence::Problem& problem, Budget& budget);
  Result run(Limits limits, bool keep_schedules = false);

private:
  /// What a turn has to do with others.
  struct Touched {
    std::vector<ir::SharedAccess> accesses;
    bool creates = false;
    bool decides = false; ///< who may run, or how long turns are
  };
  /// The turn of a thread that comes next: for each choice of inputs.
  struct Next {
    bool possible = false;
    Touched touched; ///< by all of them
    std::vector<std::vector<Integer>> inputs;
    std::vector<Touched> each; ///< by choice of inputs
  };
  using Clock =
      std::vector<std::size_t>; ///< by thread: the last turn that comes before, counted from 1
  /// A state on the way, with the turn that is taken there.
  struct Frame {
    std::unique_ptr<ir::Moment> moment;
    std::vector<Next> next;      ///< by thread
    std::set<std::size_t> tried; ///< threads that are to go on here; some of them have
    std::set<std::size_t> done;
    std::set<std::size_t> asleep;
    std::set<std::size_t> refused; ///< for lack of preemptions
    std::size_t preemptions = 0;
    std::size_t thread = 0; ///< of the turn
    std::size_t choice = 0; ///< its inputs
    bool taken = false;
    Clock clock;
  };
  class Inputs : public ir::InputSource {
  public:
    std::optional<Integer> next(const ir::InputRequest& request) override;
    std::vector<Integer> values;
    std::size_t at = 0;
    std::optional<ir::InputRequest> missing;
  };

  static bool dependent(const Touched& a, const Touched& b);
  ir::Turn take(std::size_t thread, const std::vector<Integer>& inputs, Touched& touched);
  Next look_at(std::size_t thread);
  bool violated(ir::Turn turn) const;
  void look_at_end(ir::Turn turn, std::size_t thread);
  std::vector<Integer> values_to_try();
  void arrive();
  void find_races(std::size_t thread);
  void reverse(std::size_t earlier, std::size_t thread);
  std::set<std::size_t> initials(std::size_t earlier, std::size_t thread) const;
  void begin_choices();
  bool starts_too_often(const Frame& frame, std::size_t thread) const;
  std::optional<std::size_t> pick(Frame& frame);
  void step(std::size_t thread, std::size_t choice);
  const Touched& touched_by(const Frame& frame) const {
    return frame.next[frame.thread].each[frame.choice];
  }
  static std::size_t reached(const Clock& clock, std::size_t thread);
  static void join(Clock& into, const Clock& from);
  Clock clock_before(std::size_t thread) const;
  std::vector<bool> who_may_run() const;
  std::size_t alive() const;
  evidence::Schedule way() const;

  const evidence::Problem& problem_;
  Budget& budget_;
  ir::ThreadedProgram threads_;
  evidence::InputValues values_;
  ir::RunOptions options_;
  Inputs inputs_;
  std::unique_ptr<ir::ThreadedRun> run_;
  std::vector<Frame> frames_;
  Limits limits_;
  bool keep_ = false;
  Result result_;
};

/// Executions with no preemption, with at most one, and so on. When there are no more, the states are
/// counted (schedules.h), which is the evidence.
Answer solve_stateless(const evidence::Problem& problem, Budget& budget, Observer& observer);
std::optional<std::string> obstacle_to_stateless(const evidence::Problem& problem);

inline constexpr Engine stateless_engine{
    "schedules:stateless",
    "runs a C program with threads once for each trace, with a growing number of preemptions",
    &obstacle_to_stateless,
    &solve_stateless,
    {.concurrent = true, .on_request = true}};

} // namespace kleene::engine::schedules
