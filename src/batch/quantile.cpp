// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "tables.h"

namespace kleene::batch {
namespace {

constexpr double width = 720;
constexpr double height = 320;
constexpr double left = 60;
constexpr double bottom = 40;
constexpr double least = 0.1; ///< seconds, at the bottom of the drawing

/// Of all answers that nothing contradicts, the quickest first.
std::vector<double> sorted_times(const std::vector<Row>& rows) {
  std::vector<double> times;
  for (const Row& row : rows)
    if (row.status() == Status::Correct || row.status() == Status::Answered)
      times.push_back(row.outcome->seconds);
  std::ranges::sort(times);
  return times;
}

class Plot {
public:
  Plot(std::size_t most, double longest)
      : most_(static_cast<double>(std::max<std::size_t>(most, 1))),
        decades_(std::max(1.0, std::ceil(std::log10(longest / least)))) {}

  std::string axes() const {
    std::string text;
    for (int d = 0; d <= static_cast<int>(decades_); ++d) {
      double seconds = least * std::pow(10.0, d);
      text += fmt::format(
          "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" class=\"grid\"/><text "
          "x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:g} s</text>\n",
          left,
          width,
          y(seconds),
          left - 6,
          y(seconds) + 4,
          seconds);
    }
    const int marks = static_cast<int>(std::min(most_, 4.0));
    for (int i = 0; i <= marks; ++i) {
      double n = most_ * i / marks;
      text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\">{:.0f}</text>\n",
                          x(n),
                          height - bottom + 16,
                          i == marks ? "end" : "middle",
                          n);
    }
    return text
           + fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">answers, the quickest "
                         "first</text>\n",
                         (left + width) / 2,
                         height - 6);
  }
  std::string curve(const std::vector<double>& times, const char* name) const {
    if (times.empty()) return "";
    std::string points;
    for (std::size_t i = 0; i < times.size(); ++i) {
      points += fmt::format("{:.1f},{:.1f} ", x(static_cast<double>(i)), y(times[i]));
      points += fmt::format("{:.1f},{:.1f} ", x(static_cast<double>(i + 1)), y(times[i]));
    }
    return fmt::format(
        "<polyline class=\"{0}\" points=\"{1}\"><title>{0}</title></polyline>\n", name, points);
  }

private:
  double x(double n) const { return left + (width - left - 4) * n / most_; }
  double y(double seconds) const {
    double share = std::log10(std::max(seconds, least) / least) / decades_;
    return height - bottom - (height - bottom - 12) * share;
  }
  double most_;
  double decades_;
};

} // namespace

std::string quantile_plot(const std::vector<Row>& rows, const std::vector<Row>& earlier) {
  std::vector<double> now = sorted_times(rows);
  std::vector<double> before = sorted_times(earlier);
  double longest =
      std::max({1.0, now.empty() ? 0.0 : now.back(), before.empty() ? 0.0 : before.back()});
  Plot plot(std::max(now.size(), before.size()), longest);
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" "
                     "aria-label=\"how many answers take how long\">\n{}{}{}</svg>\n",
                     width,
                     height,
                     plot.axes(),
                     plot.curve(before, "before"),
                     plot.curve(now, "now"));
}

} // namespace kleene::batch
