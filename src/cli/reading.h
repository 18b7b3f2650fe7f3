// SPDX-License-Identifier: Apache-2.0
// How a C program is read: for people, or as the rules of competitions have it. Options that are given
// win over both.
#pragma once
#include "arguments.h"

namespace kleene::cli {

struct Reading {
  /// Exactly the targets of the property count.
  bool task = false;
  /// Functions without body return an input and do nothing else.
  bool pure_missing_bodies = false;
  /// The environment chooses what is not initialised.
  bool free_uninitialised = false;
  /// Each read of a volatile object gives another value.
  bool volatile_changes = true;
};

/// `task`: the input is a task file, or the property is in a file.
inline Reading reading_of(const InputArguments& arguments, bool task) {
  Reading reading;
  reading.task = task || arguments.svcomp;
  reading.pure_missing_bodies = arguments.pure_missing_bodies.value_or(reading.task);
  reading.free_uninitialised = arguments.free_uninitialised.value_or(reading.task);
  reading.volatile_changes = arguments.volatile_changes.value_or(!reading.task);
  return reading;
}

} // namespace kleene::cli
