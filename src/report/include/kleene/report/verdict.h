// SPDX-License-Identifier: Apache-2.0
// The answer in one word, and the exit code that goes with it.
#pragma once
#include "kleene/support/diagnostic.h"

#include <cstdint>
#include <string>
#include <utility>

namespace kleene::report {

/// Exit codes of the command.
enum class ExitCode : std::uint8_t {
  True = 0,
  Usage = 1,
  Parse = 2,
  Unsupported = 3,
  Resources = 4,
  Unknown = 5,
  Internal = 6,
  False = 10,
};

/// An answer together with its exit code: the two always fit each other.
class Verdict {
public:
  static Verdict holds() { return {"true", "", ExitCode::True}; }
  static Verdict violated(const std::string& property) {
    return {"false(" + property + ")", "", ExitCode::False};
  }
  static Verdict unknown(std::string reason) {
    return {"unknown", std::move(reason), ExitCode::Unknown};
  }
  static Verdict out_of_resources(std::string reason) {
    return {"unknown", std::move(reason), ExitCode::Resources};
  }
  static Verdict internal_error(const std::string& reason) {
    return {"ERROR", "internal error: " + reason, ExitCode::Internal};
  }
  /// An answer was found, and something that it excludes was seen: there is no answer.
  static Verdict contradicted(std::string reason) {
    return {"ERROR", std::move(reason), ExitCode::Internal};
  }
  /// A wrong command line, an input that does not parse, or a construct that is not covered.
  static Verdict refused(const Diagnostic& diagnostic);

  const std::string& answer() const { return answer_; } ///< true, false(…), unknown or ERROR
  const std::string& reason() const { return reason_; }
  ExitCode code() const { return code_; }
  bool operator==(const Verdict&) const = default;
  /// `VERDICT: …`, on one line of less than 120 characters, without its end.
  std::string line() const;
  /// Whether the line leaves out a part of the reason.
  bool shortened() const;

private:
  Verdict(std::string answer, std::string reason, ExitCode code)
      : answer_(std::move(answer)), reason_(std::move(reason)), code_(code) {}
  std::string answer_;
  std::string reason_;
  ExitCode code_;
};

/// Neither true nor false, and no error: `unknown`, by itself or at a limit.
inline bool is_open(const Verdict& verdict) {
  return verdict.code() == ExitCode::Unknown || verdict.code() == ExitCode::Resources;
}

} // namespace kleene::report
