// SPDX-License-Identifier: Apache-2.0
// The C program as a compiler makes it, to be run on any number of generated inputs, with everything watched
// that violates the property. Unknown code ends a run.
#pragma once
#include "native_build.h"
#include "tape.h"

namespace kleene::evidence {

enum class WatchedEnd : std::uint8_t {
  Violation, ///< a target is reached, or an operation overflows
  Ended,     ///< the program returned, or ended itself
  NoMoreInputs,
  Other, ///< crashed, called unknown code, failed an assumption, needs too much memory …
  TimeOut,
};

struct WatchedRun {
  WatchedEnd end = WatchedEnd::Other;
  std::string said; ///< by the harness or the sanitizer
  std::vector<Input> inputs;
};

/// Who compiles it, and how.
struct WatchedCode {
  std::string compiler = "gcc";
  bool optimise = false; ///< the compiler may cut long loops short
};

class WatchedProgram {
public:
  /// A sanitizer is there for overflows only.
  WatchedProgram(const Problem& problem,
                 const NativeProgram& program,
                 const WatchedCode& code,
                 Budget& budget);

  bool build();
  const std::string& obstacle() const { return obstacle_; }
  bool asks_for_inputs() const { return !harness_.stream.empty(); }
  WatchedRun run(const InputPlan& plan, double seconds);

private:
  bool mark_all_labels(bool plain);
  bool may_fail() const;
  bool rename_symbols();
  bool describe_harness();
  bool compile_and_link(bool plain_markers);
  WatchedEnd end_of(const ProcessResult& process, const std::string& report) const;

  const Problem& problem_;
  const NativeProgram& program_;
  Budget& budget_;
  Command compiler_;
  Command link_flags_;
  std::unique_ptr<NativeBuild> build_;
  std::unique_ptr<Tape> tape_;
  Harness harness_;
  std::string obstacle_;
};

} // namespace kleene::evidence
