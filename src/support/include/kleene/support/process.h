// SPDX-License-Identifier: Apache-2.0
// Other programs as helpers (a compiler, graphviz, a solver): run to their end under a time limit, with
// everything they leave behind cleaned up, also when kleene itself is told to stop.
#pragma once
#include "kleene/support/budget.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kleene {

inline constexpr std::size_t max_process_output = std::size_t(1) << 20;

struct ProcessOptions {
  double seconds = 60; ///< after that it is killed
  Budget* budget =
      nullptr; ///< polled; when it is exhausted the process is killed and ResourceOut thrown
  std::string directory; ///< where it runs; empty: here
  std::string input;     ///< what it reads from its standard input
  std::vector<std::pair<std::string, std::string>> environment; ///< added to ours
  std::optional<std::size_t> address_space;                     ///< limit in bytes
  std::optional<unsigned> processor_seconds;                    ///< limit of a process
  std::optional<std::size_t> file_bytes;                        ///< limit of each file it writes
  std::optional<std::size_t> resident_bytes;   ///< limit of it and all that it starts, watched
  std::size_t max_output = max_process_output; ///< bytes that are kept of each stream
  std::optional<std::size_t> most_output;      ///< of a stream; who writes more is killed
  bool large_stack = false;                    ///< as much stack as the system allows, at most 1 GB
  unsigned namespaces = 0; ///< CLONE_NEW* flags: it begins in namespaces of its own
  /// Called in the new process in place of starting the command, which then is a name only. To return is
  /// to fail, with errno. The process is a copy of one that has threads: only calls that are safe there.
  std::function<void()> start;
};

struct ProcessResult {
  std::string failure; ///< why it could not be started; empty if it was
  int exit_code = -1;  ///< if it ended by itself
  int signal = 0;      ///< if a signal ended it
  bool timed_out = false;
  std::string excess; ///< what there was too much of, if it was killed for that: memory or output
  std::string output; ///< its stdout, at most `max_output` bytes
  std::string errors; ///< its stderr, likewise

  bool succeeded() const { return failure.empty() && !timed_out && exit_code == 0; }
};

/// Runs a program (found in PATH) and waits for it. It has a process group of its own, all of which is
/// gone when this returns.
ProcessResult run_process(const std::vector<std::string>& command,
                          const ProcessOptions& options = {});

/// Runs `work` in a copy of this process and waits for it: whatever it does to itself (a crash, a limit it
/// does not keep, memory without end), this process goes on. `output` is what `work` returned; if it threw,
/// the exit code is 1 and `errors` says what. Of the options only `seconds`, `budget`, `address_space` and
/// `max_output` count. The copy has one thread, so `work` must not wait for another.
ProcessResult run_in_child(const std::function<std::string()>& work,
                           const ProcessOptions& options = {});

/// A folder for temporary files, removed with everything in it at the end of its life.
class TempDir {
public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// For an exit in a hurry, from any thread: kills every process that run_process waits for and removes
/// every TempDir.
void abandon_helpers() noexcept;

} // namespace kleene
