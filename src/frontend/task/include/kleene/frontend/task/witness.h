// SPDX-License-Identifier: Apache-2.0
// SV-COMP witnesses (YAML, formats 2.0 to 2.2) as data: written, and read back, ours and others'. What
// a witness means for a program is the business of the module `witness`.
#pragma once
#include "kleene/support/result.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kleene::frontend::task {

struct WitnessPlace {
  std::string file_name;
  unsigned line = 0;
  unsigned column = 0;  ///< in characters; 0: not said
  std::string function; ///< may be empty
};

enum class WaypointType { Assumption, Branching, FunctionEnter, FunctionReturn, Target };
enum class WaypointAction { Follow, Avoid, Cycle };

struct Waypoint {
  WaypointType type = WaypointType::Target;
  WaypointAction action = WaypointAction::Follow;
  WitnessPlace place;
  std::string value;  ///< of the constraint; empty: none
  std::string format; ///< of the constraint; may be empty
};

using Segment = std::vector<Waypoint>;

/// What an execution that violates the property comes by.
struct ViolationSequence {
  std::vector<Segment> segments;
};

struct WitnessInvariant {
  bool loop = true; ///< otherwise at a statement
  WitnessPlace place;
  std::string value; ///< a C expression
  /// It says something of two visits: `\at(x, AnyPrev)` is the value at any earlier one.
  bool transition = false;
};

/// What always holds.
struct InvariantSet {
  std::vector<WitnessInvariant> invariants;
  /// Parts of the entry that are not read here: contracts, …; for people.
  std::vector<std::string> skipped;
};

struct Witness {
  std::string format_version = "2.0";
  std::string uuid;
  std::string creation_time;
  std::string producer;
  std::string producer_version;
  std::vector<std::string> input_files;
  /// For each input file its SHA-256, in hexadecimal.
  std::vector<std::pair<std::string, std::string>> hashes;
  std::string specification; ///< the text of the property file
  std::string data_model = "ILP32";
  std::variant<ViolationSequence, InvariantSet> content;
};

/// The text of a witness file, with one entry.
std::string write_witness(const Witness& witness);

/// Does the text look like a witness at all, and not like a task?
bool is_witness(const std::string& text);

/// Reads the first entry that is a violation sequence or an invariant set. What a reader may ignore is
/// ignored; `file_name` is for messages.
Result<Witness> parse_witness(const std::string& file_name, const std::string& text);

} // namespace kleene::frontend::task
