// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "tables.h"

namespace kleene::batch {
namespace {

constexpr const char* head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>kleene batch</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5em; color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; margin: 0.5em 0 1.5em; }
th, td { padding: 0.2em 0.7em; text-align: left; border-bottom: 1px solid #ddd; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
th button { font: inherit; font-weight: bold; border: 0; background: none; cursor: pointer; padding: 0; }
th[aria-sort=ascending] button::after { content: " \25b2"; }
th[aria-sort=descending] button::after { content: " \25bc"; }
.correct { color: #176f2c; } .wrong, .error { color: #b00020; font-weight: bold; }
.unknown, .limit, .refused, .missing { color: #8a5a00; }
svg { max-width: 60em; width: 100%; } svg text { font: 12px sans-serif; fill: #444; }
.grid { stroke: #ddd; } polyline { fill: none; stroke-width: 2; }
.now { stroke: #0b5fff; } .before { stroke: #999; stroke-dasharray: 5 3; }
</style></head><body>
<h1>kleene batch</h1>
)";

constexpr const char* script = R"(<script>
const table = document.getElementById("results"), body = table.tBodies[0];
const heads = [...table.tHead.rows[0].cells];
heads.forEach((head, column) => head.firstChild.addEventListener("click", () => {
  const down = head.getAttribute("aria-sort") === "ascending";
  heads.forEach(h => h.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const number = head.dataset.number !== undefined, sign = down ? -1 : 1;
  const value = row => row.cells[column].textContent;
  const rows = [...body.rows].sort((a, b) => sign * (number
    ? parseFloat(value(a) || "-1") - parseFloat(value(b) || "-1") : value(a).localeCompare(value(b))));
  body.append(...rows);
}));
const category = document.getElementById("category"), status = document.getElementById("status");
function select() {
  for (const row of body.rows)
    row.hidden = (category.value && row.cells[1].textContent !== category.value)
      || (status.value && row.cells[5].textContent !== status.value);
}
category.addEventListener("change", select);
status.addEventListener("change", select);
</script>
</body></html>
)";

std::string summary_table(const Summary& summary) {
  std::string text = "<h2>Categories</h2>\n<table><thead><tr><th>category</th><th>tasks</th>";
  for (std::size_t s = 0; s < summary.all.by_status.size(); ++s)
    text += fmt::format("<th>{}</th>", name(static_cast<Status>(s)));
  text += "<th>score</th><th>best possible</th><th>time</th></tr></thead><tbody>\n";
  auto line = [&](const std::string& category, const Counts& c) {
    text += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td>", escaped(category), c.tasks);
    for (std::size_t n : c.by_status)
      text += fmt::format("<td class=\"n\">{}</td>", n);
    text +=
        fmt::format("<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                    c.score,
                    c.best_score,
                    duration_text(c.seconds));
  };
  for (const auto& [category, counts] : summary.by_category)
    line(category, counts);
  line("all", summary.all);
  return text + "</tbody></table>\n";
}

std::string comparison_section(const Comparison& comparison) {
  std::string text =
      fmt::format("<h2>Compared with {}</h2>\n<p>{} tasks are in both, {} verdicts changed. Tasks "
                  "that both answered took {:.1f} s then and {:.1f} s now.</p>\n",
                  escaped(comparison.folder),
                  comparison.common,
                  comparison.changes.size(),
                  comparison.seconds_before,
                  comparison.seconds_now);
  if (comparison.changes.empty()) return text;
  text += "<table><thead><tr><th>task</th><th>property</th><th>before</th><th>now</th><th>score</"
          "th></tr></thead><tbody>\n";
  for (const Change& c : comparison.changes)
    text += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"n\">{:+}</td></tr>\n",
        escaped(c.task),
        escaped(c.property),
        escaped(c.before),
        escaped(c.now),
        c.score);
  return text + "</tbody></table>\n";
}

std::string choices(const Summary& summary) {
  std::string text = "<p><label>Category <select id=\"category\"><option value=\"\">all</option>";
  for (const auto& [category, counts] : summary.by_category)
    text += fmt::format("<option>{}</option>", escaped(category));
  text += "</select></label> <label>Status <select id=\"status\"><option value=\"\">all</option>";
  for (std::size_t s = 0; s < summary.all.by_status.size(); ++s)
    if (summary.all.by_status[s] > 0)
      text += fmt::format("<option>{}</option>", name(static_cast<Status>(s)));
  return text + "</select></label></p>\n";
}

std::string row_text(const Row& row) {
  Outcome none;
  const Outcome& o = row.outcome ? *row.outcome : none;
  return fmt::format("<tr><td>{0}</td><td>{1}</td><td>{2}</td><td>{3}</td><td>{4}</td><td "
                     "class=\"{6}\">{6}</td><td class=\"n\">{5}</td><td "
                     "class=\"n\">{7:.2f}</td><td>{8}</td><td>{9}</td></tr>\n",
                     escaped(row.task.name),
                     escaped(row.task.category),
                     escaped(row.task.property),
                     escaped(expectation(row.task)),
                     escaped(o.verdict),
                     row.score(),
                     name(row.status()),
                     o.seconds,
                     escaped(o.engine),
                     escaped(o.reason));
}

} // namespace

std::string to_html(const std::vector<Row>& rows, const Comparison* comparison) {
  Summary summary = summary_of(rows);
  std::string text = head;
  text += summary_table(summary);
  text += "<h2>Time</h2>\n<p>How many answers take at most how long";
  if (comparison != nullptr) text += "; the dashed line is the earlier run";
  text += ".</p>\n"
          + quantile_plot(rows, comparison != nullptr ? comparison->earlier : std::vector<Row>{});
  if (comparison != nullptr) text += comparison_section(*comparison);
  text += "<h2>Results</h2>\n" + choices(summary) + "<table id=\"results\"><thead><tr>";
  for (const char* column : {"task", "category", "property", "expected", "verdict", "status"})
    text += fmt::format("<th><button>{}</button></th>", column);
  text += "<th data-number><button>score</button></th><th data-number><button>seconds</button></th>"
          "<th><button>engine</button></th><th><button>reason</button></th></tr></thead><tbody>\n";
  for (const Row& row : rows)
    text += row_text(row);
  return text + "</tbody></table>\n" + script;
}

} // namespace kleene::batch
