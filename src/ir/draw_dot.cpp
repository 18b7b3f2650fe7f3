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
  DotWriter(const Program& program, const TakenEdges& taken) : program_(program), taken_(taken) {}

  std::string run(ProcId only) {
    line("digraph program {{");
    line("  graph [fontname=\"Helvetica\", fontsize=13, nodesep=0.35, ranksep=0.4];");
    line("  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f4f6f8\", color=\"#5b6770\", "
         "fontname=\"Helvetica\", fontsize=10, height=0.3, width=0.5, margin=\"0.08,0.04\"];");
    line("  edge [color=\"#5b6770\", arrowsize=0.7];");
    for (std::size_t i = 0; i < program_.procedures.size(); ++i)
      if (!only.valid() || only.index() == i) procedure(i);
    legend();
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
    for (std::size_t i = 0; i < p.edges.size(); ++i)
      edge(index, i, p.edges[i]);
    line("  }}");
  }

  void legend() {
    line("  subgraph cluster_legend {{");
    line("    label=\"legend\"; labeljust=l; style=rounded; color=\"#aab4bd\"; margin=10;");
    auto entry = [&](const char* name, const char* text, const char* look) {
      line("    legend_{} [label=\"{}\", {}];", name, text, look);
    };
    entry("entry", "entry", "penwidth=2, fillcolor=\"#dcebdc\"");
    entry("exit", "exit", "peripheries=2");
    entry("label", "label", "fillcolor=\"#fdebc8\"");
    entry("target", "error location", "fillcolor=\"#e5484d\", fontcolor=white");
    entry("condition", "[condition]", "shape=plaintext, style=\"\", fontcolor=\"#5e4b8b\"");
    entry("call", "call", "shape=plaintext, style=\"\", fontcolor=\"#2f6fb3\"");
    if (!taken_.empty())
      entry("taken", "on the execution", "shape=plaintext, style=filled, fillcolor=\"#ffd9a8\"");
    entry("end", "end of the program", "shape=plaintext, style=\"\", fontcolor=\"#8f1d21\"");
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

  /// A statement is a node of its own, between two locations: so no text lies on an edge or outside its frame.
  void edge(std::size_t procedure, std::size_t index, const Edge& e) {
    bool skip = std::holds_alternative<Skip>(e.statement);
    bool call = std::holds_alternative<Call>(e.statement);
    bool taken = taken_.contains({procedure, index});
    const char* look = taken  ? "color=\"#d9730d\", penwidth=2.4"
                       : call ? "color=\"#2f6fb3\", penwidth=1.6"
                       : std::holds_alternative<Halt>(e.statement) ? "style=dashed"
                                                                   : "";
    if (skip)
      return line("    p{0}_{1} -> p{0}_{2} [{3}];", procedure, e.from.index(), e.to.index(), look);
    std::vector<std::string> lines = wrap_lines(to_string(e.statement, program_), line_width);
    std::string label;
    for (std::size_t i = 0; i < lines.size() && i < max_lines; ++i)
      label += escape(lines[i]) + "\\l";
    if (lines.size() > max_lines) label += "…\\l";
    std::string extra;
    if (call) extra += ", fontcolor=\"#2f6fb3\"";
    if (std::holds_alternative<Assume>(e.statement)) extra += ", fontcolor=\"#5e4b8b\"";
    if (std::holds_alternative<Halt>(e.statement)) extra += ", fontcolor=\"#8f1d21\"";
    if (e.range.known()) {
      label = fmt::format("{}: {}", e.range.begin.line, label);
      extra += fmt::format(", tooltip=\"{}\"", escape(program_.files.describe(e.range)));
    }
    const char* filled = taken ? "filled\", fillcolor=\"#ffd9a8" : "";
    line("    e{}_{} [shape=plaintext, style=\"{}\", fontname=\"Courier\", fontsize=9, "
         "margin=\"0.12,0.02\", label=\"{}\"{}];",
         procedure,
         index,
         filled,
         label,
         extra);
    line("    p{0}_{1} -> e{0}_{2} [arrowhead=none{3}{4}];",
         procedure,
         e.from.index(),
         index,
         *look == 0 ? "" : ", ",
         look);
    line("    e{0}_{1} -> p{0}_{2} [{3}];", procedure, index, e.to.index(), look);
  }

  const Program& program_;
  const TakenEdges& taken_;
  std::string out_;
};

} // namespace

std::string to_dot(const Program& program, ProcId only, const TakenEdges& taken) {
  return DotWriter(program, taken).run(only);
}

Result<std::string>
to_svg(const Program& program, double seconds, ProcId only, const TakenEdges& taken) {
  ProcessOptions options;
  options.seconds = seconds;
  options.input = to_dot(program, only, taken);
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
