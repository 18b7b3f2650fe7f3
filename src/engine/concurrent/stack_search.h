// SPDX-License-Identifier: Apache-2.0
// All interleavings of recursive threads, context by context, with whole stacks: sets of configurations
// are a shared state and a regular set of stacks for each thread (Qadeer, Rehof 2005). Exact for every
// number of switches; a proof when no further context adds anything.
#pragma once
#include "kleene/support/observer.h"

#include "saturation.h"
#include "search.h"
#include "thread_trace.h"

namespace kleene::engine::concurrent {

class StackSearch {
public:
  /// Keeps references to all arguments. Its methods may throw ir::TooManyValues.
  StackSearch(PushdownThreads& threads, Budget& budget, Observer& observer);

  /// Up to so many switches.
  Outcome run(std::optional<std::size_t> max_switches);
  /// The threads run in turn, each as long as it likes, so many times.
  Outcome run_rounds(std::size_t rounds);

  /// After Target: an execution with as few switches as possible.
  ThreadTrace thread_trace(const ir::Program& program) const;
  /// After Closed.
  evidence::StackProof proof();

private:
  using Language = Languages::Language;
  /// No thread is active: a shared state, and the stacks of each thread.
  struct Aggregate {
    Shared shared = 0;
    std::vector<Language> stacks;
    std::optional<std::size_t> parent; ///< nothing: it is initial
    std::size_t thread = 0;            ///< that was active since the parent
  };
  /// A thread is active, beginning in an aggregate.
  struct Context {
    std::size_t aggregate = 0;
    std::size_t thread = 0;
    const Saturation* saturation = nullptr;
  };
  struct Result {
    std::unique_ptr<Saturation> saturation;
    std::vector<std::pair<Shared, Language>> left; ///< where another thread may become active
  };

  std::size_t first_thread() const { return threads_.init_first() ? 1 : 0; }
  std::vector<std::size_t> initial_aggregates();
  bool begin(std::vector<std::size_t>& start);
  bool run_context(std::size_t aggregate, std::size_t thread, std::vector<std::size_t>& reached);
  const Result& result(Shared shared, Language stacks, bool until_end);
  bool covered(const Aggregate& aggregate);
  std::size_t keep(Aggregate aggregate);

  PushdownThreads& threads_;
  Budget& budget_;
  Observer& observer_;
  StepTable steps_;
  Languages languages_;
  std::vector<Aggregate> aggregates_;
  std::map<Shared, std::vector<std::size_t>> by_shared_;
  std::map<std::tuple<Shared, Language, bool>, Result> results_;
  std::vector<Context> contexts_; ///< all that were run; after Target the last one reaches it
  std::size_t edges_ = 0;         ///< of all automata
};

} // namespace kleene::engine::concurrent
