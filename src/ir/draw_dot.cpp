// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/draw.h"
#include "kleene/ir/text.h"
#include "kleene/support/process.h"

#include <fmt/core.h>

#include <iterator>

#include "draw_common.h"
#include "text_location.h"

namespace kleene::ir {
namespace {

constexpr std::size_t line_width = 36;
constexpr std::size_t max_lines = 12; ///< of one statement
constexpr std::size_t max_svg = std::size_t(256) << 20;

/// Text inside a quoted label; graphviz knows HTML entities even there.
std::string escape(std::string_view text) {
  std::string out;
  for (char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

class DotWriter {
public:
  explicit DotWriter(const Program& program) : program_(program) {}

  std::string run() {
    line("digraph program {{");
    line("  graph [fontname=\"Helvetica\", fontsize=13, nodesep=0.35, ranksep=0.4];");
    line("  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f4f6f8\", color=\"#5b6770\", "
         "fontname=\"Helvetica\", fontsize=10, height=0.3, width=0.5, margin=\"0.08,0.04\"];");
    line("  edge [color=\"#5b6770\", fontname=\"Courier\", fontsize=9, arrowsize=0.7];");
    for (std::size_t i = 0; i < program_.procedures.size(); ++i)
      procedure(i);
    line("}}");
    return std::move(out_);
  }

private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  void procedure(std::size_t index) {
    const Procedure& p = program_.procedures[index];
    line("  subgraph cluster_{} {{", index);
    std::string title;
    for (const std::string& part : wrap_lines(signature(p, program_), 60))
      title += escape(part) + "\\l";
    line("    label=\"{}\"; labeljust=l; style=\"rounded{}\"; color=\"#aab4bd\"; margin=14;",
         title,
         p.library ? ",dashed" : "");
    for (LocId id : reading_order(p))
      location(index, p, id);
    for (const Edge& e : p.edges)
      edge(index, e);
    line("  }}");
  }

  void location(std::size_t procedure, const Procedure& p, LocId id) {
    const Location& l = p.locations[id.index()];
    std::string name = location_name(p, id);
    std::string label = escape(name);
    if (id == p.entry && name != "entry") label += " (entry)";
    if (id == p.exit && name != "exit") label += " (exit)";
    for (const std::string& source_label : l.labels)
      label += "\\n" + escape(source_label) + ":";
    if (l.target) {
      label += "\\n" + escape(describe(*l.target));
    }
    std::string extra;
    if (id == p.entry) extra += ", penwidth=2, fillcolor=\"#dcebdc\"";
    if (id == p.exit) extra += ", peripheries=2";
    if (l.target)
      extra += ", fillcolor=\"#e5484d\", fontcolor=white, color=\"#8f1d21\"";
    else if (!l.labels.empty())
      extra += ", fillcolor=\"#fdebc8\"";
    line("    p{}_{} [label=\"{}\"{}];", procedure, id.index(), label, extra);
  }

  void edge(std::size_t procedure, const Edge& e) {
    std::string label;
    bool skip = std::holds_alternative<Skip>(e.statement);
    if (!skip) {
      std::vector<std::string> lines = wrap_lines(to_string(e.statement, program_), line_width);
      for (std::size_t i = 0; i < lines.size() && i < max_lines; ++i)
        label += " " + escape(lines[i]) + "\\l";
      if (lines.size() > max_lines) label += " …\\l";
    }
    std::string extra;
    if (std::holds_alternative<Call>(e.statement))
      extra += ", color=\"#2f6fb3\", fontcolor=\"#2f6fb3\", penwidth=1.6";
    if (std::holds_alternative<Assume>(e.statement)) extra += ", fontcolor=\"#5e4b8b\"";
    if (std::holds_alternative<Halt>(e.statement)) extra += ", fontcolor=\"#8f1d21\", style=dashed";
    if (e.range.known())
      extra += fmt::format(", tooltip=\"{}\"", escape(program_.files.describe(e.range)));
    line("    p{0}_{1} -> p{0}_{2} [label=\"{3}\"{4}];",
         procedure,
         e.from.index(),
         e.to.index(),
         label,
         extra);
  }

  const Program& program_;
  std::string out_;
};

} // namespace

std::string to_dot(const Program& program) {
  return DotWriter(program).run();
}

Result<std::string> to_svg(const Program& program, double seconds) {
  ProcessOptions options;
  options.seconds = seconds;
  options.input = to_dot(program);
  options.max_output = max_svg;
  ProcessResult result = run_process({"dot", "-Tsvg"}, options);
  if (!result.failure.empty()) {
    return Diagnostic::error(
        ErrorKind::Usage,
        fmt::format("graphviz is needed to draw, but cannot be started ({}); install the package "
                    "graphviz, or write the graph as dot",
                    result.failure));
  }
  if (result.timed_out) {
    std::size_t edges = 0;
    for (const Procedure& p : program.procedures)
      edges += p.edges.size();
    return Diagnostic::error(ErrorKind::Usage,
                             fmt::format("graphviz did not draw the program within {} seconds: it "
                                         "has {} edges; a listing (cfg) can always be made",
                                         seconds,
                                         edges));
  }
  if (!result.succeeded() || result.output.size() >= max_svg)
    return Diagnostic::error(ErrorKind::Usage,
                             fmt::format("graphviz could not draw the program: {}",
                                         printable(result.errors.substr(0, 500))));
  return std::move(result.output);
}

} // namespace kleene::ir
