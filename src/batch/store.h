// SPDX-License-Identifier: Apache-2.0
// Results by their keys, one file each, in a folder that several processes and machines may use at the same time: a
// file appears whole or not at all, and whoever comes second writes the same again.
#pragma once
#include "outcome.h"

namespace kleene::batch {

class Store {
public:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}
  std::optional<Outcome> find(const std::string& key) const;
  /// Why it could not be written.
  std::optional<Diagnostic> put(const std::string& key, const Outcome& outcome) const;
  bool empty() const;

private:
  std::string path(const std::string& key) const;
  std::string folder_;
};

} // namespace kleene::batch
