// SPDX-License-Identifier: Apache-2.0
#include "leap_questions.h"

#include <fmt/core.h>

#include <algorithm>

#include "formula.h"
#include "questions.h"

namespace kleene::evidence {

LeapScript::LeapScript(const Problem& problem, const Passages& passages)
    : problem_(problem), passages_(passages), terms_(*problem.program.terms) {
  encoding_.integers = problem.integers;
  encoding_.layout.pointer_width = problem.program.pointer_width;
  encoding_.layout.address = addresses_for_executions(problem.program);
  encoding_.variable = [this](VarId v) { return passages_.name(v); };
}

std::string LeapScript::declarations(const std::vector<Term>& formulas,
                                     const std::set<VarId>& bound) const {
  std::set<VarId> used;
  for (Term t : formulas)
    for (VarId v : variables_of(t))
      if (!bound.contains(v)) used.insert(v);
  std::string text;
  for (VarId v : used)
    text += passages_.declaration(v);
  return text;
}

void LeapScript::exclude(const std::string& title, Term bad) {
  if (bad.is_false()) return;
  script_.questions.push_back(
      {title, declarations({bad}, {}) + fmt::format("(assert {})\n", smt::text(bad, encoding_))});
}

void LeapScript::exclude(const std::string& title,
                         Term known,
                         const std::vector<Term>& open,
                         Term never) {
  std::set<VarId> bound;
  std::string variables;
  std::vector<VarId> occurring = variables_of(never);
  for (Term t : open)
    if (std::ranges::find(occurring, t.variable()) != occurring.end()
        && bound.insert(t.variable()).second) {
      variables += fmt::format("({} {})",
                               passages_.name(t.variable()),
                               smt::sort_text(t.type(), std::nullopt, encoding_));
      never = terms_.conj(passages_.in_range_if_wrapping(t), never);
    }
  std::string body = fmt::format("(not {})", smt::text(never, encoding_));
  if (!bound.empty()) body = fmt::format("(forall ({}) {})", variables, body);
  script_.questions.push_back(
      {title,
       declarations({known, never}, bound)
           + fmt::format("(assert {})\n(assert {})\n", smt::text(known, encoding_), body)});
}

Term along(TermManager& terms, const Passage& passage, Term then) {
  for (auto e = passage.events.rbegin(); e != passage.events.rend(); ++e)
    then =
        e->demanded ? terms.conj(e->condition, then) : terms.disj(terms.negate(e->condition), then);
  return then;
}

Term together(TermManager& terms, const Passage& passage) {
  std::vector<Term> all;
  for (const Passage::Event& e : passage.events)
    all.push_back(e.condition);
  return terms.conj(all);
}

Term at_end(TermManager& terms, const Passage& passage, Term formula) {
  Substitution now(terms);
  for (const auto& [v, value] : passage.after)
    now.add(v, value);
  return now(formula);
}

namespace {

class LeapQuestions {
public:
  LeapQuestions(const Problem& problem,
                const Leap& leap,
                const std::string& title,
                Passages& passages,
                LeapScript& script)
      : problem_(problem),
        program_(problem.program),
        terms_(*program_.terms),
        leap_(leap),
        title_(title),
        passages_(passages),
        script_(script) {}

  LeapEffect run() {
    find_steps();
    nothing_hidden_is_read();
    for (std::size_t p = 0; p < leap_.region.size(); ++p) {
      Term a = leap_.region[p].states;
      ask("ports", terms_.conj(terms_.disj(entry(p), exit(p)), terms_.negate(a)));
      finite(p);
    }
    if (leap_.theorem == Leap::Theorem::Forward) {
      leads_on();
      one_predecessor();
    } else {
      nothing_unknown_matters();
      one_successor();
      comes_from_somewhere();
    }
    return {&leap_, changed_, enters_};
  }

private:
  struct Step {
    std::size_t from = 0;
    std::size_t to = 0;
    Passage passage;
  };

  void ask(const std::string& what, Term bad) {
    script_.exclude(fmt::format("{}: {}", title_, what), bad);
  }

  std::size_t place(ir::ProcId f, ir::LocId l) const {
    for (std::size_t p = 0; p < leap_.region.size(); ++p)
      if (leap_.region[p].procedure == f && leap_.region[p].location == l) return p;
    throw NotCheckable(title_ + ": a port or a step is not at a place of the region");
  }

  void find_steps() {
    entry_ = place(leap_.entry.procedure, leap_.entry.location);
    exit_ = place(leap_.exit.procedure, leap_.exit.location);
    for (const Way& way : leap_.steps) {
      if (way.items.empty() || way.items.front().leap != Way::no_leap)
        throw NotCheckable(title_ + ": a step does not begin with an edge");
      const Way::Item& first = way.items.front();
      const ir::Procedure& p = program_.procedure(first.procedure);
      if (first.edge >= p.edges.size()) throw NotCheckable(title_ + ": there is no such edge");
      Position start{first.procedure, p.edges[first.edge].from, {}};
      std::size_t from = place(start.procedure, start.location);
      Passage passage = passages_.run(way, start, {}, Passages::Inputs::AsChosen);
      std::size_t to = place(passage.end.procedure, passage.end.location);
      enters_ |= passage.entered > 0;
      for (const auto& [v, value] : passage.after)
        changed_.insert(v);
      steps_.push_back({from, to, std::move(passage)});
    }
    hidden_.insert(leap_.hidden.begin(), leap_.hidden.end());
  }

  /// Makes up a state of the loop, apart from the place: what its activation can see of what changes. A
  /// recursion comes to the entry of a procedure by calls, and there only the parameters have values.
  bool kept(std::size_t place, VarId v) const {
    if (!changed_.contains(v) || hidden_.contains(v)) return false;
    ir::ProcId owner = program_.variable(v).owner;
    if (!owner.valid()) return true;
    const Port& at = leap_.region[place];
    const ir::Procedure& p = program_.procedure(at.procedure);
    bool entered = enters_ && at.location == p.entry;
    return owner == at.procedure
           && (!entered || std::ranges::find(p.parameters, v) != p.parameters.end());
  }

  std::vector<VarId> kept_at(std::size_t place) const {
    std::vector<VarId> result;
    for (VarId v : changed_)
      if (kept(place, v)) result.push_back(v);
    return result;
  }

  void reads(std::size_t place, Term t) const {
    for (VarId v : variables_of(t))
      if (changed_.contains(v) && !kept(place, v))
        throw NotCheckable(fmt::format(
            "{}: {} is hidden, but something reads it", title_, program_.variable(v).name));
  }

  void nothing_hidden_is_read() const {
    for (std::size_t p = 0; p < leap_.region.size(); ++p)
      for (Term t : {leap_.region[p].states, entry(p), exit(p)})
        reads(p, t);
    for (const Step& s : steps_) {
      for (const Passage::Event& e : s.passage.events)
        reads(s.from, e.condition);
      for (const auto& [v, value] : s.passage.after)
        if (kept(s.to, v)) reads(s.from, value);
    }
  }

  /// Backward, somebody has to choose a predecessor: nobody can choose what is not known.
  void nothing_unknown_matters() const {
    for (const Step& s : steps_) {
      auto rests_on_unknown = [&](Term t) {
        std::vector<VarId> used = variables_of(t);
        return std::ranges::any_of(s.passage.unknown, [&](Term u) {
          return std::ranges::find(used, u.variable()) != used.end();
        });
      };
      bool matters = std::ranges::any_of(
          s.passage.events, [&](const Passage::Event& e) { return rests_on_unknown(e.condition); });
      for (const auto& [v, value] : s.passage.after)
        matters |= kept(s.to, v) && rests_on_unknown(value);
      if (matters)
        throw NotCheckable(title_ + ": a step of a backward leap depends on unknown values");
    }
  }

  Term entry(std::size_t p) const { return p == entry_ ? leap_.entry.states : terms_.truth(false); }
  Term exit(std::size_t p) const { return p == exit_ ? leap_.exit.states : terms_.truth(false); }
  Term outside_entry(std::size_t p) const {
    return terms_.conj(leap_.region[p].states, terms_.negate(entry(p)));
  }
  Term outside_exit(std::size_t p) const {
    return terms_.conj(leap_.region[p].states, terms_.negate(exit(p)));
  }

  void finite(std::size_t p) {
    for (VarId v : kept_at(p)) {
      Type type = program_.variable(v).type;
      bool bounded = type.is_bool()
                     || (type.is_machine()
                         && (problem_.integers == IntegerModel::Machine || !type.is_signed()));
      if (bounded) continue;
      auto bound = std::ranges::find(leap_.bounds, v, &Leap::Bound::variable);
      if (bound == leap_.bounds.end())
        throw NotCheckable(fmt::format(
            "{}: the region may be infinite, {} has no bounds", title_, program_.variable(v).name));
      for (Term t : {bound->low, bound->high})
        for (VarId used : variables_of(t))
          if (changed_.contains(used))
            throw NotCheckable(title_ + ": the region may be infinite, a bound changes");
      Term value = terms_.variable(v, type);
      Term within = terms_.conj(terms_.le(bound->low, value), terms_.le(value, bound->high));
      ask("finite", terms_.conj(leap_.region[p].states, terms_.negate(within)));
    }
  }

  void leads_on() {
    for (std::size_t p = 0; p < leap_.region.size(); ++p) {
      std::vector<Term> ways;
      for (const Step& s : steps_)
        if (s.from == p)
          ways.push_back(along(terms_, s.passage, at_end(terms_, s.passage, outside_entry(s.to))));
      ask("forward", terms_.conj(outside_exit(p), terms_.negate(terms_.disj(ways))));
    }
  }

  /// The step on other variables: those that change, and those that are new.
  Step copy_of(const Step& step, Substitution& renamed) {
    for (VarId v : changed_)
      if (program_.variable(v).type.is_bool() || program_.variable(v).type.is_integer())
        renamed.add(v, passages_.fresh(v, false));
    Step copy = step;
    for (const std::vector<Term>* group : {&step.passage.unknown, &step.passage.chosen})
      for (Term t : *group)
        renamed.add(t.variable(), passages_.fresh_like(t));
    for (Passage::Event& e : copy.passage.events)
      e.condition = renamed(e.condition);
    for (auto& [v, value] : copy.passage.after)
      value = renamed(value);
    return copy;
  }

  /// The variables have other values; `renamed` gives the others.
  Term differ(const std::vector<VarId>& variables,
              const std::function<Term(VarId)>& one,
              const std::function<Term(VarId)>& other) const {
    std::vector<Term> parts;
    for (VarId v : variables)
      parts.push_back(terms_.ne(one(v), other(v)));
    return terms_.disj(parts);
  }

  Term variable(VarId v) const { return terms_.variable(v, program_.variable(v).type); }
  Term after(const Step& s, VarId v) const {
    auto found = s.passage.after.find(v);
    return found == s.passage.after.end() ? variable(v) : found->second;
  }

  void one_predecessor() {
    for (std::size_t i = 0; i < steps_.size(); ++i)
      for (std::size_t j = i; j < steps_.size(); ++j) {
        const Step& one = steps_[i];
        if (one.to != steps_[j].to) continue;
        Substitution renamed(terms_);
        Step other = copy_of(steps_[j], renamed);
        auto start_of_other = [&](VarId v) { return renamed(variable(v)); };
        auto end_of_other = [&](VarId v) {
          auto found = other.passage.after.find(v);
          return found == other.passage.after.end() ? start_of_other(v) : found->second;
        };
        Term apart =
            one.from != other.from
                ? terms_.truth(true)
                : differ(
                    kept_at(one.from), [&](VarId v) { return variable(v); }, start_of_other);
        Term same_end = terms_.negate(differ(
            kept_at(one.to), [&](VarId v) { return after(one, v); }, end_of_other));
        ask("one predecessor",
            terms_.conj({leap_.region[one.from].states,
                         together(terms_, one.passage),
                         renamed(leap_.region[other.from].states),
                         together(terms_, other.passage),
                         same_end,
                         at_end(terms_, one.passage, outside_entry(one.to)),
                         apart}));
      }
  }

  void one_successor() {
    for (std::size_t i = 0; i < steps_.size(); ++i)
      for (std::size_t j = i; j < steps_.size(); ++j) {
        const Step& one = steps_[i];
        const Step& other = steps_[j];
        if (one.from != other.from || i == j) continue;
        Term apart = one.to != other.to ? terms_.truth(true)
                                        : differ(
                                            kept_at(one.to),
                                            [&](VarId v) { return after(one, v); },
                                            [&](VarId v) { return after(other, v); });
        ask("one successor",
            terms_.conj({outside_exit(one.from),
                         together(terms_, one.passage),
                         together(terms_, other.passage),
                         at_end(terms_, one.passage, leap_.region[one.to].states),
                         at_end(terms_, other.passage, leap_.region[other.to].states),
                         apart}));
      }
  }

  /// A state at the end of steps has its plain names, those where the steps began have new ones.
  void comes_from_somewhere() {
    for (std::size_t p = 0; p < leap_.region.size(); ++p) {
      std::vector<Term> ways;
      std::vector<Term> open;
      for (const Step& s : steps_) {
        if (s.to != p) continue;
        Substitution before(terms_);
        Step step = copy_of(s, before);
        std::vector<Term> parts{before(outside_exit(s.from)), together(terms_, step.passage)};
        for (VarId v : kept_at(p)) {
          auto found = step.passage.after.find(v);
          parts.push_back(
              terms_.eq(variable(v),
                        found == step.passage.after.end() ? before(variable(v)) : found->second));
        }
        for (VarId v : changed_)
          open.push_back(before(variable(v)));
        ways.push_back(terms_.conj(parts));
      }
      script_.exclude(title_ + ": backward", outside_entry(p), open, terms_.disj(ways));
    }
  }

  const Problem& problem_;
  const ir::Program& program_;
  TermManager& terms_;
  const Leap& leap_;
  const std::string& title_;
  Passages& passages_;
  LeapScript& script_;
  std::vector<Step> steps_;
  std::set<VarId> changed_;
  std::set<VarId> hidden_;
  std::size_t entry_ = 0;
  std::size_t exit_ = 0;
  bool enters_ = false;
};

} // namespace

LeapEffect question_leap(const Problem& problem,
                         const Leap& leap,
                         const std::string& title,
                         Passages& passages,
                         LeapScript& script) {
  return LeapQuestions(problem, leap, title, passages, script).run();
}

} // namespace kleene::evidence
