// SPDX-License-Identifier: Apache-2.0
#include "draw_common.h"

#include <fmt/core.h>

#include "term_writer.h"

namespace kleene::ir {
namespace {

/// The length of the UTF-8 sequence at the start of a text; 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t length = byte(0) < 0x80   ? 1
                       : byte(0) < 0xc2 ? 0
                       : byte(0) < 0xe0 ? 2
                       : byte(0) < 0xf0 ? 3
                       : byte(0) < 0xf5 ? 4
                                        : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
  }
  bool overlong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
  bool no_character = (byte(0) == 0xed && byte(1) >= 0xa0) || (byte(0) == 0xf4 && byte(1) >= 0x90);
  bool control =
      (length == 1 && (byte(0) < 32 || byte(0) == 127)) || (byte(0) == 0xc2 && byte(1) < 0xa0);
  return overlong || no_character || control ? 0 : length;
}

} // namespace

std::string signature(const Procedure& procedure, const Program& program) {
  auto list = [&](const std::vector<VarId>& ids) {
    std::string out;
    for (VarId id : ids) {
      bool exists = id.index() < program.variables.size();
      out += fmt::format("{}{}: {}",
                         out.empty() ? "" : ", ",
                         display_name(id, program),
                         exists ? to_string(program.variable(id).type) : "?");
    }
    return out;
  };
  std::string out = fmt::format("{}({})", procedure.name, list(procedure.parameters));
  if (!procedure.returns.empty()) out += " returns " + list(procedure.returns);
  return out;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t length = utf8_length(text);
    if (length == 0)
      out += '?';
    else
      out += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::vector<std::string> wrap_lines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    std::size_t blank = text.rfind(' ', width);
    if (blank == std::string_view::npos || blank == 0) blank = text.find(' ', width);
    if (blank == std::string_view::npos) break;
    lines.emplace_back(text.substr(0, blank));
    text.remove_prefix(blank + 1);
  }
  lines.emplace_back(text);
  return lines;
}

std::vector<LocId> reading_order(const Procedure& procedure) {
  std::vector<std::vector<std::size_t>> outgoing = procedure.outgoing();
  std::vector<bool> seen(procedure.locations.size(), false);
  std::vector<LocId> order;
  auto visit = [&](LocId start) {
    std::vector<LocId> stack{start};
    while (!stack.empty()) {
      LocId id = stack.back();
      stack.pop_back();
      if (seen[id.index()]) continue;
      seen[id.index()] = true;
      order.push_back(id);
      const std::vector<std::size_t>& edges = outgoing[id.index()];
      for (auto e = edges.rbegin(); e != edges.rend(); ++e)
        stack.push_back(procedure.edges[*e].to);
    }
  };
  if (procedure.entry.valid()) visit(procedure.entry);
  for (std::size_t i = 0; i < procedure.locations.size(); ++i)
    visit(LocId(i));
  return order;
}

} // namespace kleene::ir
