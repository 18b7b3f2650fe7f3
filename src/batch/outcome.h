// SPDX-License-Identifier: Apache-2.0
// What came of a task, and what that is worth.
#pragma once
#include "task_list.h"

namespace kleene::batch {

/// What `kleene check` said.
struct Outcome {
  std::string verdict; ///< true, false(PROPERTY), unknown or ERROR
  std::string reason;
  int exit_code = 0;
  std::string engine;
  double seconds = 0;
  std::string host;
};

enum class Status : std::uint8_t {
  Correct,  ///< as expected
  Wrong,    ///< contradicts what is expected
  Answered, ///< true or false, and nobody expected anything
  Unknown,
  Limit,   ///< of time or memory
  Refused, ///< the file, or a construct in it
  Error,   ///< a crash, or a wrong command line
  Missing, ///< there is no result
};
std::string_view name(Status status);

Status status_of(const Task& task, const std::optional<Outcome>& outcome);
/// As in SV-COMP: 2 for a correct true, 1 for a correct false, -32 and -16 for wrong ones.
int score_of(const Task& task, const std::optional<Outcome>& outcome);

/// `true`, `false`, `false(SUBPROPERTY)` or nothing.
std::string expectation(const Task& task);

std::string to_json(const Outcome& outcome);
/// Nothing if the text is not what to_json writes.
std::optional<Outcome> outcome_of(const std::string& json);

/// A task with its result.
struct Row {
  Task task;
  std::optional<Outcome> outcome;

  Status status() const { return status_of(task, outcome); }
  int score() const { return score_of(task, outcome); }
};
/// On one line, without its end.
std::string to_json(const Row& row);
std::optional<Row> row_of(const std::string& json);

} // namespace kleene::batch
