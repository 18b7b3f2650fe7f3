// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/task/witness.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "invariant_word.h"
#include "yaml_reading.h"

namespace kleene::frontend::task {
namespace {

/// Witnesses of long executions are long, but a reader has to end somewhere.
constexpr std::size_t max_size = 50'000'000;

std::string optional_scalar(const YAML::Node& map, const char* key) {
  YAML::Node node = map[key];
  return node && node.IsScalar() ? node.Scalar() : "";
}

template <std::size_t n>
std::size_t one_of(const YAML::Node& node,
                   const std::array<std::string_view, n>& words,
                   std::string_view what) {
  std::string text = scalar(node, what);
  auto found = std::ranges::find(words, text);
  if (found == words.end())
    throw Malformed{node.Mark(), fmt::format("unknown {} '{}'", what, text)};
  return static_cast<std::size_t>(found - words.begin());
}

unsigned number(const YAML::Node& node, std::string_view what) {
  try {
    return node.as<unsigned>();
  } catch (const YAML::Exception&) {
    throw Malformed{node.Mark(), fmt::format("{} should be a number", what)};
  }
}

WitnessPlace place_of(const YAML::Node& map) {
  YAML::Node node = required(map, "location");
  if (!node.IsMap()) throw Malformed{node.Mark(), "`location` should be a map"};
  WitnessPlace place;
  place.file_name = optional_scalar(node, "file_name");
  place.line = number(required(node, "line"), "`line`");
  if (node["column"]) place.column = number(node["column"], "`column`");
  place.function = optional_scalar(node, "function");
  return place;
}

Waypoint waypoint_of(const YAML::Node& node) {
  static constexpr std::array<std::string_view, 5> types{
      "assumption", "branching", "function_enter", "function_return", "target"};
  static constexpr std::array<std::string_view, 3> actions{"follow", "avoid", "cycle"};
  if (!node.IsMap()) throw Malformed{node.Mark(), "a waypoint should be a map"};
  Waypoint result;
  result.type = static_cast<WaypointType>(one_of(required(node, "type"), types, "type"));
  result.action = static_cast<WaypointAction>(one_of(required(node, "action"), actions, "action"));
  result.place = place_of(node);
  if (YAML::Node constraint = node["constraint"]; constraint && constraint.IsMap()) {
    result.value = scalar(required(constraint, "value"), "`value`");
    result.format = optional_scalar(constraint, "format");
  }
  return result;
}

ViolationSequence sequence_of(const YAML::Node& content) {
  if (!content.IsSequence() || content.size() == 0)
    throw Malformed{content.Mark(), "`content` should be a list of segments"};
  ViolationSequence result;
  for (const YAML::Node& item : content) {
    YAML::Node list = required(item, "segment");
    if (!list.IsSequence()) throw Malformed{list.Mark(), "a segment should be a list of waypoints"};
    Segment& segment = result.segments.emplace_back();
    for (const YAML::Node& w : list)
      segment.push_back(waypoint_of(required(w, "waypoint")));
  }
  return result;
}

/// Where the invariant is, and what it speaks of; nothing if the word means no such thing.
std::optional<WitnessInvariant> sort_of(const std::string& word) {
  for (bool loop : {true, false})
    for (bool transition : {true, false})
      if (word == invariant_word(loop, transition))
        return WitnessInvariant{loop, {}, {}, transition};
  return std::nullopt;
}

InvariantSet invariants_of(const YAML::Node& content) {
  InvariantSet result;
  if (content.IsNull()) return result;
  if (!content.IsSequence()) throw Malformed{content.Mark(), "`content` should be a list"};
  for (const YAML::Node& item : content) {
    YAML::Node node = item["invariant"];
    std::string type = node && node.IsMap() ? optional_scalar(node, "type") : "contract";
    std::string format = node && node.IsMap() ? optional_scalar(node, "format") : "";
    std::optional<WitnessInvariant> invariant = sort_of(type);
    if (!invariant || format == "acsl_expression") {
      result.skipped.push_back(fmt::format("{} in line {}", type, item.Mark().line + 1));
      continue;
    }
    invariant->place = place_of(node);
    invariant->value = scalar(required(node, "value"), "`value`");
    result.invariants.push_back(*std::move(invariant));
  }
  return result;
}

void read_metadata(const YAML::Node& node, Witness& witness) {
  if (!node.IsMap()) throw Malformed{node.Mark(), "`metadata` should be a map"};
  witness.format_version = scalar(required(node, "format_version"), "`format_version`");
  if (!witness.format_version.starts_with("2."))
    throw Malformed{node["format_version"].Mark(),
                    fmt::format("format {} is not read, only 2.0 to 2.2", witness.format_version)};
  witness.uuid = optional_scalar(node, "uuid");
  witness.creation_time = optional_scalar(node, "creation_time");
  if (YAML::Node producer = node["producer"]; producer && producer.IsMap()) {
    witness.producer = optional_scalar(producer, "name");
    witness.producer_version = optional_scalar(producer, "version");
  }
  YAML::Node task = required(node, "task");
  if (!task.IsMap()) throw Malformed{task.Mark(), "`task` should be a map"};
  if (YAML::Node files = task["input_files"]; files && files.IsSequence())
    for (const YAML::Node& file : files)
      witness.input_files.push_back(scalar(file, "`input_files`"));
  if (YAML::Node hashes = task["input_file_hashes"]; hashes && hashes.IsMap())
    for (const auto& entry : hashes)
      witness.hashes.emplace_back(entry.first.Scalar(), entry.second.Scalar());
  witness.specification = optional_scalar(task, "specification");
  witness.data_model = optional_scalar(task, "data_model");
}

Witness read(const YAML::Node& root) {
  if (!root.IsSequence())
    throw Malformed{root.Mark(), "a witness file should be a list of entries"};
  for (const YAML::Node& entry : root) {
    if (!entry.IsMap()) throw Malformed{entry.Mark(), "an entry should be a map"};
    std::string type = scalar(required(entry, "entry_type"), "`entry_type`");
    if (type != "violation_sequence" && type != "invariant_set") continue;
    Witness witness;
    read_metadata(required(entry, "metadata"), witness);
    YAML::Node content = required(entry, "content");
    if (type == "invariant_set")
      witness.content = invariants_of(content);
    else
      witness.content = sequence_of(content);
    return witness;
  }
  throw Malformed{root.Mark(), "no entry is a `violation_sequence` or an `invariant_set`"};
}

} // namespace

bool is_witness(const std::string& text) {
  return text.find("entry_type") != std::string::npos;
}

Result<Witness> parse_witness(const std::string& file_name, const std::string& text) {
  if (text.size() > max_size)
    return diagnostic(file_name, text, YAML::Mark::null_mark(), "too large for a witness");
  try {
    return read(YAML::Load(text));
  } catch (const Malformed& e) {
    return diagnostic(file_name, text, e.mark, e.message);
  } catch (const YAML::Exception& e) {
    return diagnostic(file_name, text, e.mark, "malformed YAML: " + e.msg);
  }
}

} // namespace kleene::frontend::task
