// SPDX-License-Identifier: Apache-2.0
#include "kleene/evidence/world.h"

#include "kleene/ir/environment.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

namespace kleene::evidence {

namespace {

/// A number as scanf reads it.
std::string scanned_text(const Input& input) {
  if (input.origin == ir::scanned_double)
    return fmt::format("{:.17g}", std::bit_cast<double>(static_cast<std::uint64_t>(input.value)));
  if (input.origin == ir::scanned_float)
    return fmt::format("{:.9g}", std::bit_cast<float>(static_cast<std::uint32_t>(input.value)));
  return to_string(input.value);
}

} // namespace

World world_of(const std::vector<Input>& inputs) {
  World world;
  std::size_t next = 0;
  for (const Input& input : inputs) {
    if (input.origin == ir::more_arguments || ir::is_volatile(input.origin)) continue;
    if (input.origin == ir::argument_count) {
      world.has_arguments = true;
      world.arguments.resize(static_cast<std::size_t>(input.value));
    } else if (input.origin == ir::argument_length) {
      ++next;
    } else if (input.origin == ir::argument_character) {
      world.arguments.at(next - 1) += static_cast<char>(static_cast<unsigned char>(input.value));
    } else if (input.origin == ir::standard_input) {
      world.reads_input = true;
      if (input.value >= 0)
        world.standard_input += static_cast<char>(static_cast<unsigned char>(input.value));
    } else if (input.origin.starts_with(ir::scanned)) {
      world.reads_input = true;
      if (input.origin != ir::scanned) world.standard_input += " " + scanned_text(input);
    } else if (ir::is_environment(input.origin)) {
      world.others = true;
    }
  }
  return world;
}

std::string quoted(const std::string& word) {
  bool printable = std::ranges::all_of(word, [](char c) { return c >= ' ' && c <= '~'; });
  std::string text = printable ? "'" : "$'";
  for (char c : word) {
    if (printable && c == '\'')
      text += "'\\''";
    else if (printable || (c >= ' ' && c <= '~' && c != '\'' && c != '\\'))
      text += c;
    else
      text += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return text + "'";
}

std::string
command_line(const World& world, const std::string& program, const std::string& input_file) {
  if (!world.has_arguments && !world.reads_input) return {};
  std::string text = program;
  for (std::size_t i = 1; i < world.arguments.size(); ++i)
    text += " " + quoted(world.arguments[i]);
  if (world.reads_input) text += " < " + input_file;
  return text;
}

} // namespace kleene::evidence
