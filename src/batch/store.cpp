// SPDX-License-Identifier: Apache-2.0
#include "store.h"

#include "kleene/support/source.h"
#include "kleene/support/whole_file.h"

#include <fmt/core.h>

#include <filesystem>

namespace kleene::batch {

namespace fs = std::filesystem;

/// Folders by the first two digits: file systems do not like 100,000 files in one.
std::string Store::path(const std::string& key) const {
  return fmt::format("{}/{}/{}.json", folder_, key.substr(0, 2), key);
}

std::optional<Outcome> Store::find(const std::string& key) const {
  ReadFile file = read_file(path(key));
  return file.text ? outcome_of(*file.text) : std::nullopt;
}

std::optional<Diagnostic> Store::put(const std::string& key, const Outcome& outcome) const {
  std::error_code ignored; // writing fails then, with a message
  fs::create_directories(fs::path(path(key)).parent_path(), ignored);
  return write_whole_file(path(key), to_json(outcome));
}

bool Store::empty() const {
  std::error_code ignored;
  return !fs::exists(folder_, ignored) || fs::is_empty(folder_, ignored);
}

} // namespace kleene::batch
