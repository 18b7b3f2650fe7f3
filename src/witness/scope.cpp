// SPDX-License-Identifier: Apache-2.0
#include "kleene/witness/scope.h"

#include "kleene/ir/floats.h"

#include <algorithm>
#include <filesystem>
#include <functional>

namespace kleene::witness {

using frontend::task::WitnessPlace;

namespace {

/// A name, or a field of one: what C can be told.
bool is_c_name(std::string_view text) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  bool begin = true;
  for (char c : text) {
    bool fits = letter(c) || (!begin && ((c >= '0' && c <= '9') || c == '.'));
    if (!fits) return false;
    begin = c == '.';
  }
  return !text.empty() && !begin;
}

/// Columns in characters, of a line in UTF-8.
unsigned characters(std::string_view line, unsigned bytes) {
  unsigned result = 1;
  for (std::size_t i = 0; i + 1 < bytes && i < line.size(); ++i)
    if ((static_cast<unsigned char>(line[i + 1]) & 0xc0U) != 0x80U) ++result;
  return result;
}

/// Do the two names mean one file, as far as they can be compared?
bool same_file(const std::string& ours, const std::string& theirs) {
  return theirs.empty()
         || std::filesystem::path(ours).filename() == std::filesystem::path(theirs).filename();
}

/// Keeps those that are exactly there; otherwise those that come first in the line.
template <class T>
std::vector<T> best(std::vector<std::pair<unsigned, T>> found, unsigned column) {
  bool exact = std::ranges::any_of(found, [&](const auto& entry) { return entry.first == column; });
  unsigned wanted = column;
  if (!exact) {
    auto first = std::ranges::min_element(found, {}, &std::pair<unsigned, T>::first);
    if (first != found.end()) wanted = first->first;
  }
  std::vector<T> result;
  for (auto& [at, value] : found)
    if (at == wanted) result.push_back(value);
  return result;
}

} // namespace

bool Scope::visible(const ir::Variable& v) const {
  if (v.temporary || !(v.type.is_integer() || v.type.is_bool()) || !is_c_name(v.display))
    return false;
  bool local = v.owner.valid();
  if (local && v.owner != procedure_) return false;
  if (!v.range.known()) return !local;
  if (v.range.file != file_) return !local;
  // A variable of a function that is no local one is static: it is seen inside that function only.
  for (std::size_t f = 0; !local && f < program_.procedures.size(); ++f) {
    const SourceRange& body = program_.procedures[f].range;
    bool inside =
        body.file == v.range.file && body.begin <= v.range.begin && v.range.end <= body.end;
    if (inside) return false;
  }
  bool open = v.scope_end == SourcePoint() || at_ < v.scope_end;
  return v.range.begin <= at_ && (!local || open);
}

std::optional<VarId> Scope::find(std::string_view name) const {
  std::optional<VarId> found;
  auto better = [&](const ir::Variable& a, const ir::Variable& b) {
    if (a.owner.valid() != b.owner.valid()) return a.owner.valid();
    return b.range.begin <= a.range.begin;
  };
  for (std::size_t i = 0; i < program_.variables.size(); ++i) {
    const ir::Variable& v = program_.variables[i];
    if (v.display != name || !visible(v)) continue;
    if (!found || better(v, program_.variable(*found))) found = VarId(i);
  }
  return found;
}

bool Scope::holds_float(VarId variable) const {
  if (!is_float_pattern(program_.variable(variable).type)) return false;
  if (!floats_) floats_ = ir::float_variables(program_);
  return floats_->contains(variable);
}

bool Scope::names(VarId variable) const {
  if (variable.index() >= program_.variables.size()) return false;
  const ir::Variable& v = program_.variable(variable);
  return visible(v) && find(v.display) == variable;
}

std::vector<LocationIn>
marked(const ir::Program& program, ir::SourceMark::Kind kind, const WitnessPlace& place) {
  std::vector<std::pair<unsigned, LocationIn>> found;
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    for (std::size_t l = 0; l < p.locations.size(); ++l)
      for (const ir::SourceMark& mark : p.locations[l].marks) {
        if (mark.kind != kind || mark.at.line != place.line) continue;
        if (!same_file(program.files.name(mark.file), place.file_name)) continue;
        unsigned column = to_place(program, mark.file, mark.at, "").column;
        found.push_back({column, {ir::ProcId(f), ir::LocId(l), mark.file, mark.at}});
      }
  }
  return best(std::move(found), place.column);
}

std::vector<EdgeIn> calls(const ir::Program& program, const WitnessPlace& place) {
  std::vector<std::pair<unsigned, EdgeIn>> found;
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    const ir::Procedure& p = program.procedures[f];
    for (std::size_t e = 0; e < p.edges.size(); ++e) {
      const ir::Edge& edge = p.edges[e];
      const auto* havoc = std::get_if<ir::Havoc>(&edge.statement);
      bool given = havoc != nullptr && havoc->choice == ir::Choice::Input;
      if (!given && !std::holds_alternative<ir::Call>(edge.statement)) continue;
      if (!edge.range.known() || edge.range.end.line != place.line || edge.range.end.column < 2)
        continue;
      if (!same_file(program.files.name(edge.range.file), place.file_name)) continue;
      SourcePoint last{edge.range.end.line, edge.range.end.column - 1};
      unsigned column = to_place(program, edge.range.file, last, "").column;
      found.push_back({column, {ir::ProcId(f), e}});
    }
  }
  return best(std::move(found), place.column);
}

WitnessPlace
to_place(const ir::Program& program, FileId file, SourcePoint point, const std::string& function) {
  WitnessPlace place{program.files.name(file), point.line, point.column, function};
  if (auto line = program.files.line(file, point.line))
    place.column = characters(*line, point.column);
  return place;
}

} // namespace kleene::witness
