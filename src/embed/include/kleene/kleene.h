// SPDX-License-Identifier: Apache-2.0
// kleene for other C++ programs: find_package(kleene), link kleene::kleene. This header is meant to stay as it is.
//
// Each call runs the command `kleene` in a process of its own, so that neither its memory nor a crash of a solver is
// yours. It is the installed one, or what the environment variable KLEENE names.
#pragma once
#include <string>
#include <vector>

namespace kleene {

enum class Verdict {
  True,    ///< proved
  False,   ///< violated: `property` says which
  Unknown, ///< `reason` says why
  Error,   ///< likewise: a wrong option, a file that does not parse
};

struct Answer {
  Verdict verdict = Verdict::Error;
  std::string property; ///< that is violated
  std::string reason;
  int exit_code = -1; ///< of `kleene check`
  std::string json;   ///< the whole answer: executions, invariants, every check (doc/json.md)
};

/// `options` are those of `kleene check`: `--property`, `--time-limit`, … Without a time limit it may take for ever.
Answer check(const std::vector<std::string>& files, const std::vector<std::string>& options = {});

} // namespace kleene
