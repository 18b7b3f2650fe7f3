// SPDX-License-Identifier: Apache-2.0
#include "kleene/frontend/task/witness.h"

#include <fmt/core.h>

#include <array>

#include "invariant_word.h"

namespace kleene::frontend::task {
namespace {

/// A YAML string in double quotes.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (static_cast<unsigned char>(c) < 32)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + "\"";
}

std::string list(const std::vector<std::string>& items) {
  std::string result;
  for (const std::string& item : items)
    result += (result.empty() ? "" : ", ") + quoted(item);
  return "[" + result + "]";
}

std::string metadata(const Witness& witness) {
  std::string text = "  metadata:\n";
  auto line = [&](int indent, std::string_view key, const std::string& value) {
    text += fmt::format("{:{}}{}: {}\n", "", indent, key, value);
  };
  line(4, "format_version", quoted(witness.format_version));
  line(4, "uuid", quoted(witness.uuid));
  line(4, "creation_time", quoted(witness.creation_time));
  text += "    producer:\n";
  line(6, "name", quoted(witness.producer));
  line(6, "version", quoted(witness.producer_version));
  text += "    task:\n";
  line(6, "input_files", list(witness.input_files));
  text += "      input_file_hashes:\n";
  for (const auto& [file, hash] : witness.hashes)
    line(8, quoted(file), quoted(hash));
  line(6, "specification", quoted(witness.specification));
  line(6, "data_model", quoted(witness.data_model));
  line(6, "language", quoted("C"));
  return text;
}

std::string place_text(const WitnessPlace& place, int indent) {
  std::string text = fmt::format("{:{}}location:\n", "", indent);
  text += fmt::format("{:{}}file_name: {}\n", "", indent + 2, quoted(place.file_name));
  text += fmt::format("{:{}}line: {}\n", "", indent + 2, place.line);
  if (place.column != 0) text += fmt::format("{:{}}column: {}\n", "", indent + 2, place.column);
  if (!place.function.empty())
    text += fmt::format("{:{}}function: {}\n", "", indent + 2, quoted(place.function));
  return text;
}

std::string content(const ViolationSequence& sequence) {
  static constexpr std::array types{
      "assumption", "branching", "function_enter", "function_return", "target"};
  static constexpr std::array actions{"follow", "avoid", "cycle"};
  std::string text = "  content:\n";
  for (const Segment& segment : sequence.segments) {
    text += "    - segment:\n";
    for (const Waypoint& w : segment) {
      text += "        - waypoint:\n";
      text += fmt::format("            type: {}\n            action: {}\n",
                          quoted(types.at(static_cast<std::size_t>(w.type))),
                          quoted(actions.at(static_cast<std::size_t>(w.action))));
      text += place_text(w.place, 12);
      if (w.value.empty()) continue;
      text += fmt::format("            constraint:\n              value: {}\n", quoted(w.value));
      if (!w.format.empty()) text += fmt::format("              format: {}\n", quoted(w.format));
    }
  }
  return text;
}

std::string content(const InvariantSet& set) {
  if (set.invariants.empty()) return "  content: []\n";
  std::string text = "  content:\n";
  for (const WitnessInvariant& i : set.invariants) {
    text += fmt::format("    - invariant:\n        type: {}\n",
                        quoted(invariant_word(i.loop, i.transition)));
    text += place_text(i.place, 8);
    text += fmt::format("        value: {}\n        format: {}\n",
                        quoted(i.value),
                        quoted(i.transition ? "ext_c_expression" : "c_expression"));
  }
  return text;
}

} // namespace

std::string write_witness(const Witness& witness) {
  bool violation = std::holds_alternative<ViolationSequence>(witness.content);
  return fmt::format("- entry_type: {}\n",
                     quoted(violation ? "violation_sequence" : "invariant_set"))
         + metadata(witness)
         + std::visit([](const auto& c) { return content(c); }, witness.content);
}

} // namespace kleene::frontend::task
