// SPDX-License-Identifier: Apache-2.0
#include "schedule.h"

#include "kleene/domain/atoms.h"

#include <algorithm>

namespace kleene::engine::leap {
namespace {

constexpr std::size_t most_values = 5;

class Values {
public:
  Values(Effects& effects, const std::vector<Items>& paths, const std::vector<Spot>& starts)
      : effects_(effects), terms_(effects.terms()), paths_(paths), starts_(starts) {}

  std::map<InputSite, std::vector<Term>> run() {
    for (std::size_t i = 0; i < paths_.size(); ++i)
      for (std::size_t at = 0; at < paths_[i].size(); ++at)
        look(i, at);
    return std::move(found_);
  }

private:
  void look(std::size_t path, std::size_t at) {
    const Way::Item& item = paths_[path][at];
    const ir::Statement& statement =
        effects_.program().procedure(item.procedure).edges[item.edge].statement;
    const auto* havoc = std::get_if<ir::Havoc>(&statement);
    if (havoc == nullptr || havoc->choice != ir::Choice::Input) return;
    auto behind = paths_[path].begin() + static_cast<std::ptrdiff_t>(at) + 1;
    Effect before = effects_.run(Items(paths_[path].begin(), behind), starts_[path], {}, {});
    Effect rest = effects_.run(Items(behind, paths_[path].end()), before.end, {}, {});
    for (VarId v : havoc->variables) {
      std::vector<Term>& values = found_[{item.procedure, item.edge, v}];
      Type type = effects_.program().variable(v).type;
      if (type.is_bool()) {
        add(values, terms_.truth(true));
        add(values, terms_.truth(false));
        continue;
      }
      for (Term condition : rest.conditions)
        for (Term atom : domain::atoms_of(terms_, condition))
          for (Integer offset : {0, 1, -1})
            add(values, domain::solution(terms_, atom, effects_.variable(v), offset));
      add(values, terms_.constant(type, 0));
      add(values, terms_.constant(type, 1));
    }
  }

  void add(std::vector<Term>& values, Term value) {
    if (value.null() || values.size() >= most_values) return;
    bool known = std::ranges::all_of(variables_of(value),
                                     [&](VarId v) { return effects_.is_program_variable(v); });
    if (known && std::ranges::find(values, value) == values.end()) values.push_back(value);
  }

  Effects& effects_;
  TermManager& terms_;
  const std::vector<Items>& paths_;
  const std::vector<Spot>& starts_;
  std::map<InputSite, std::vector<Term>> found_;
};

} // namespace

std::vector<Policy> policies(Effects& effects,
                             const std::vector<Items>& paths,
                             const std::vector<Spot>& starts,
                             const std::vector<Term>& predicates,
                             std::size_t most) {
  std::map<InputSite, std::vector<Term>> values = Values(effects, paths, starts).run();
  std::vector<Policy> result{{}};
  for (const auto& [site, terms] : values) {
    std::vector<Policy> longer;
    for (Term value : terms)
      for (const Policy& policy : result) {
        if (longer.size() >= most) break;
        longer.push_back(policy);
        longer.back()[site] = value;
      }
    result = std::move(longer);
  }
  if (values.empty() || result.empty()) return result;
  Policy first = result.front();
  TermManager& terms = effects.terms();
  for (Term p : predicates)
    for (const auto& [site, list] : values) {
      if (list.size() < 2) continue;
      for (bool positive : {true, false}) {
        if (result.size() >= most) return result;
        Term when = positive ? p : terms.negate(p);
        Policy policy = first;
        policy[site] = list[0].type().is_bool() ? when : terms.ite(when, list[0], list[1]);
        result.push_back(std::move(policy));
      }
    }
  return result;
}

Chooser chooser(const Policy& policy) {
  return [&policy](const Way::Item& edge, VarId variable) {
    auto found = policy.find({edge.procedure, edge.edge, variable});
    return found == policy.end() ? Term() : found->second;
  };
}

Chooser chooser(const Way& way) {
  return [&way, next = std::size_t(0)](const Way::Item&, VarId) mutable {
    return way.choices.at(next++);
  };
}

std::vector<Term> choices(const Effect& effect, const Policy& policy) {
  std::vector<Term> result;
  for (const Input& input : effect.inputs)
    result.push_back(policy.at({input.edge.procedure, input.edge.edge, input.variable}));
  return result;
}

} // namespace kleene::engine::leap
