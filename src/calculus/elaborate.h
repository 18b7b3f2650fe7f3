// SPDX-License-Identifier: Apache-2.0
// The type checker: from statements to a Module.
#pragma once
#include "kleene/support/source.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ast.h"
#include "module.h"

namespace kleene::calculus {

/// Values given from outside for named constants.
using Constants = std::map<std::string, long>;

/// Throws InputError.
std::unique_ptr<Module> elaborate(const SourceFiles& files,
                                  const std::vector<Statement>& statements,
                                  const Constants& constants);

} // namespace kleene::calculus
