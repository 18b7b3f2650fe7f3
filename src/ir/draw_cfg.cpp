// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/draw.h"
#include "kleene/ir/text.h"

#include <fmt/core.h>

#include <iterator>

#include "draw_common.h"
#include "term_writer.h"
#include "text_location.h"

namespace kleene::ir {
namespace {

class Listing {
public:
  explicit Listing(const Program& program) : program_(program) {}

  std::string run() {
    if (!program_.globals.empty()) line("globals: {}\n", variables(program_.globals));
    for (const Procedure& p : program_.procedures)
      procedure(p);
    return std::move(out_);
  }

private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  std::string variables(const std::vector<VarId>& ids) const {
    std::string out;
    for (VarId id : ids) {
      const Variable& v = program_.variable(id);
      out += fmt::format(
          "{}{}: {}", out.empty() ? "" : ", ", display_name(id, program_), to_string(v.type));
    }
    return printable(out);
  }

  void procedure(const Procedure& p) {
    line("{}{}{}",
         printable(signature(p, program_)),
         p.library ? "  (library)" : "",
         p.range.known() ? "  " + printable(program_.files.describe(p.range)) : "");
    if (!p.locals.empty()) line("  locals: {}", variables(p.locals));
    shown_ = {};
    std::vector<std::vector<std::size_t>> outgoing = p.outgoing();
    for (LocId id : reading_order(p)) {
      location(p, id);
      for (std::size_t e : outgoing[id.index()])
        edge(p, p.edges[e]);
    }
    line("");
  }

  void location(const Procedure& p, LocId id) {
    const Location& l = p.locations[id.index()];
    std::string notes;
    if (id == p.entry) notes += "  entry";
    if (id == p.exit) notes += "  exit";
    for (const std::string& label : l.labels)
      notes += fmt::format("  label {}", label);
    if (l.target) {
      notes += fmt::format("  TARGET: {}", describe(*l.target));
    }
    line("  {}{}", printable(location_name(p, id)), printable(notes));
  }

  /// The source line is shown once for edges in a row that come from it.
  void edge(const Procedure& p, const Edge& e) {
    bool new_line =
        e.range.known() && (e.range.file != shown_.file || e.range.begin.line != shown_.begin.line);
    if (new_line) {
      shown_ = e.range;
      SourceRange place{e.range.file, {e.range.begin.line, 0}, {}};
      std::string_view text = program_.files.line(e.range.file, e.range.begin.line).value_or("");
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      line("      // {}{}{}",
           printable(program_.files.describe(place)),
           text.empty() ? "" : ": ",
           printable(text));
    }
    line("    -> {:<6} {}",
         printable(location_name(p, e.to)),
         printable(to_string(e.statement, program_)));
  }

  const Program& program_;
  SourceRange shown_;
  std::string out_;
};

} // namespace

std::string to_cfg(const Program& program) {
  return Listing(program).run();
}

} // namespace kleene::ir
