// SPDX-License-Identifier: Apache-2.0
// Files with which a stranger can check an answer again without this program: questions with refutations and a checker for them,
// questions for an SMT solver, or the execution as a C file; and a script that does it.
#pragma once
#include "kleene/evidence/problem.h"
#include "kleene/verify/accepted.h"

#include <map>
#include <string>

namespace kleene::report {

/// Texts by the names of files. `violated` and `what` are those of the verdict.
std::map<std::string, std::string> certificate(const evidence::Problem& problem,
                                               const verify::Accepted& accepted,
                                               bool violated,
                                               const std::string& what);

} // namespace kleene::report
