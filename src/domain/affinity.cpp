// SPDX-License-Identifier: Apache-2.0
#include "kleene/domain/affinity.h"

#include <algorithm>
#include <map>

namespace kleene::domain {
namespace {

/// How often two places occur in one statement. Statements with very many variables say little and
/// would cost much.
class Weights {
public:
  explicit Weights(std::size_t count) : neighbours_(count) {}

  void occur_together(const std::vector<std::size_t>& places) {
    constexpr std::size_t too_many = 24;
    if (places.size() < 2 || places.size() > too_many) return;
    double weight = 1.0 / static_cast<double>(places.size() - 1);
    for (std::size_t a : places)
      for (std::size_t b : places)
        if (a != b) neighbours_[a][b] += weight;
  }

  const std::map<std::size_t, double>& of(std::size_t place) const { return neighbours_[place]; }

  double total(std::size_t place) const {
    double sum = 0;
    for (auto [other, weight] : neighbours_[place])
      sum += weight;
    return sum;
  }

private:
  std::vector<std::map<std::size_t, double>> neighbours_;
};

Weights weigh(const BooleanScope& scope, const std::vector<std::size_t>& place, std::size_t count) {
  Weights weights(count);
  const ir::Program& program = scope.program();
  auto together = [&](std::vector<VarId> variables) {
    std::vector<std::size_t> places;
    for (VarId v : variables)
      if (place[v.index()] < count) places.push_back(place[v.index()]);
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    weights.occur_together(places);
  };
  auto with = [](std::vector<VarId> variables, VarId v) {
    variables.push_back(v);
    return variables;
  };
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    if (!scope.used(ir::ProcId(p))) continue;
    for (const ir::Edge& edge : program.procedures[p].edges) {
      if (const auto* assume = std::get_if<ir::Assume>(&edge.statement))
        together(variables_of(assume->condition));
      if (const auto* assign = std::get_if<ir::Assign>(&edge.statement))
        for (std::size_t i = 0; i < assign->targets.size(); ++i)
          together(with(variables_of(assign->values[i]), assign->targets[i]));
      if (const auto* call = std::get_if<ir::Call>(&edge.statement)) {
        const ir::Procedure& callee = program.procedure(call->callee);
        for (std::size_t i = 0; i < call->arguments.size(); ++i)
          together(with(variables_of(call->arguments[i]), callee.parameters[i]));
        for (std::size_t i = 0; i < call->results.size(); ++i)
          together({call->results[i], callee.returns[i]});
      }
    }
  }
  return weights;
}

} // namespace

std::vector<std::size_t> affinity_order(const BooleanScope& scope,
                                        const std::vector<std::size_t>& place,
                                        std::size_t count) {
  Weights weights = weigh(scope, place, count);
  std::vector<std::size_t> order;
  std::vector<bool> placed(count, false);
  std::vector<double> pull(count, 0); // towards the places already in line; recent ones pull more
  while (order.size() < count) {
    std::size_t best = count;
    for (std::size_t c = 0; c < count; ++c) {
      if (placed[c]) continue;
      if (best == count || pull[c] > pull[best]
          || (pull[c] == pull[best] && order.empty() && weights.total(c) < weights.total(best)))
        best = c;
    }
    placed[best] = true;
    order.push_back(best);
    for (double& p : pull)
      p *= 0.7;
    for (auto [other, weight] : weights.of(best))
      pull[other] += weight;
  }
  return order;
}

} // namespace kleene::domain
