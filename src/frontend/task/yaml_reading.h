// SPDX-License-Identifier: Apache-2.0
// What the readers of YAML files have in common.
#pragma once
#include "kleene/support/diagnostic.h"

#include <string>
#include <string_view>
#include <yaml-cpp/yaml.h>

namespace kleene::frontend::task {

/// Thrown inside the readers only: the first problem.
struct Malformed {
  YAML::Mark mark;
  std::string message;
};

Diagnostic diagnostic(const std::string& file_name,
                      const std::string& text,
                      const YAML::Mark& mark,
                      const std::string& message);

std::string scalar(const YAML::Node& node, std::string_view what);
YAML::Node required(const YAML::Node& map, const char* key);

} // namespace kleene::frontend::task
