// SPDX-License-Identifier: Apache-2.0
// How names of locations and their indices go together in the textual form. A location without a
// name of its own is called `L` and its index. Read back, `L7` gets the index 7 if the procedure has
// more than seven locations; all other names take the indices left free, in order of appearance.
#pragma once
#include "kleene/ir/program.h"

#include <map>

namespace kleene::ir {

/// The name of a location in the textual form.
std::string location_name(const Procedure& procedure, LocId id);
/// The index that a name stands for among `count` locations, if it is a made-up one.
std::optional<std::size_t> made_up_index(std::string_view name, std::size_t count);

/// Collects the locations of a procedure while its body is read.
class LocationTable {
public:
  /// The provisional index of a name.
  std::size_t find(const std::string& name);
  Location& at(std::size_t index) { return locations_[index]; }
  void set_entry(const std::string& name) { entry_ = find(name); }
  void set_exit(const std::string& name) { exit_ = find(name); }
  /// Settles the indices and moves the locations into the procedure. The entry is by default where
  /// the first edge starts, the exit the location named `exit`.
  void finish(Procedure& procedure);

private:
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::vector<Location> locations_;
  std::optional<std::size_t> entry_;
  std::optional<std::size_t> exit_;
};

} // namespace kleene::ir
