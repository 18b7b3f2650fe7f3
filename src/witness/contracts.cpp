// SPDX-License-Identifier: Apache-2.0
#include "kleene/witness/contracts.h"

#include "kleene/ir/contract.h"
#include "kleene/ir/environment.h"
#include "kleene/logic/substitute.h"
#include "kleene/witness/c_expression.h"
#include "kleene/witness/scope.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace kleene::witness {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

Diagnostic wrong(const ContractClause& clause, const std::string& why) {
  return Diagnostic::error(
      ErrorKind::Usage,
      fmt::format("{}:{}: the contract of {}: {}", clause.file, clause.line, clause.function, why));
}

/// The term with signed operations that wrap: a clause says something about the program, and is none of its operations.
Term wrapping(TermManager& terms, Term term) {
  std::unordered_map<Term, Term> done;
  for_each_subterm(term, [&](Term t) {
    std::vector<Term> args;
    for (Term a : t.args())
      args.push_back(done.at(a));
    const bool may_overflow = t.type().is_machine() && t.type().is_signed()
                              && (t.op() == Op::Add || t.op() == Op::Sub || t.op() == Op::Mul
                                  || t.op() == Op::Shl || t.op() == Op::Neg);
    if (may_overflow) {
      Type plain = Type::machine(t.type().width(), false);
      for (std::size_t i = 0; i < args.size(); ++i)
        if (i == 0 || t.op() != Op::Shl) args[i] = terms.cast(plain, args[i]);
      Term value =
          args.size() == 1 ? terms.unary(t.op(), args[0]) : terms.binary(t.op(), args[0], args[1]);
      done[t] = terms.cast(t.type(), value);
    } else {
      done[t] = args.empty() ? t : terms.rebuild(t, args);
    }
  });
  return done.at(term);
}

/// Weaves the clauses of one function into its procedure.
class Weaver {
public:
  Weaver(ir::Program& program, ir::ProcId f)
      : program_(program), terms_(*program.terms), id_(f), procedure_(program.procedure(f)) {}

  /// The message says what is not understood.
  Result<Term> read(const ContractClause& clause) {
    SourcePoint at = procedure_.range.begin;
    for (VarId v : procedure_.parameters)
      at = std::max(at, program_.variable(v).range.end);
    Scope scope(program_, id_, procedure_.range.file, at);
    Term result;
    if (clause.ensures && procedure_.returns.size() == 1) result = variable(procedure_.returns[0]);
    auto before = [this](Term t) { return at_entry(t, variables_of(t)); };
    Result<Term> read =
        parse_c(scope, clause.text, {result, clause.ensures ? OldValues(before) : OldValues(), {}});
    if (!read) return read;
    Term holds = wrapping(terms_, *read);
    if (!clause.ensures) return holds;
    // What happens to a parameter is the function's own business.
    return at_entry(holds, procedure_.parameters);
  }

  void add(const ContractClause& clause, Term holds) {
    (clause.ensures ? ensured_ : required_).push_back({&clause, holds});
  }

  void weave() {
    ir::LocId body = procedure_.entry;
    ir::LocId here = procedure_.entry = procedure_.add_location();
    SourceRange range = first_range(body);
    if (old_.empty()) return chain(required_, here, body, range), leave();
    ir::LocId after = procedure_.add_location();
    chain(required_, here, after, range);
    ir::Assign keep;
    for (const auto& [now, before] : old_) {
      keep.targets.push_back(before);
      keep.values.push_back(variable(now));
    }
    procedure_.add_edge(after, body, std::move(keep), range);
    leave();
  }

private:
  struct Claimed {
    const ContractClause* clause;
    Term holds;
  };

  Term variable(VarId v) const { return terms_.variable(v, program_.variable(v).type); }

  /// The term with the values that these variables have at the entry.
  Term at_entry(Term t, const std::vector<VarId>& variables) {
    Substitution before(terms_);
    std::set<VarId> kept;
    for (const auto& [now, copy] : old_)
      kept.insert(copy);
    for (VarId v : variables_of(t))
      if (!kept.contains(v) && std::ranges::find(variables, v) != variables.end())
        before.add(v, variable(copy_of(v)));
    return before(t);
  }

  VarId copy_of(VarId v) {
    if (auto found = old_.find(v); found != old_.end()) return found->second;
    const ir::Variable original = program_.variable(v);
    VarId copy = program_.add_variable({.name = program_.fresh_name(original.name + ".old"),
                                        .display = original.display + "@entry",
                                        .type = original.type,
                                        .owner = id_,
                                        .temporary = true});
    procedure_.locals.push_back(copy);
    return old_[v] = copy;
  }

  SourceRange first_range(ir::LocId at) const {
    for (const ir::Edge& e : procedure_.edges)
      if (e.from == at) return e.range;
    return procedure_.range;
  }

  /// One check after the other between two locations.
  void chain(const std::vector<Claimed>& claims, ir::LocId from, ir::LocId to, SourceRange range) {
    for (const Claimed& claim : claims) {
      ir::LocId fails = procedure_.add_location();
      ir::LocId next = procedure_.add_location();
      procedure_.locations[fails.index()].target =
          ir::Target{ir::TargetKind::Check, what(*claim.clause), Property::UnreachCall};
      procedure_.locations[fails.index()].labels.emplace_back(ir::contract_label);
      auto guard = [](Term condition) { return ir::Assume{condition, ir::AssumeKind::Guard}; };
      procedure_.add_edge(from, next, guard(claim.holds), range);
      procedure_.add_edge(from, fails, guard(terms_.negate(claim.holds)), range);
      procedure_.add_edge(
          fails, next, ir::Assume{terms_.truth(false), ir::AssumeKind::Guard}, range);
      from = next;
    }
    procedure_.add_edge(from, to, ir::Skip{}, range);
  }

  static std::string what(const ContractClause& clause) {
    return fmt::format("contract of {} ({}:{}) does not hold: {} {}",
                       clause.function,
                       clause.file,
                       clause.line,
                       clause.ensures ? "ensures" : "requires",
                       clause.text);
  }

  /// Nothing arrives at the exit behind a statement that ends the program.
  void leave() {
    if (ensured_.empty()) return;
    ir::LocId leaving = procedure_.add_location();
    SourceRange range = procedure_.range;
    range.begin = range.end;
    for (ir::Edge& e : procedure_.edges)
      if (e.to == procedure_.exit && !std::holds_alternative<ir::Halt>(e.statement)) {
        e.to = leaving;
        range = e.range;
      }
    chain(ensured_, leaving, procedure_.exit, range);
  }

  ir::Program& program_;
  TermManager& terms_;
  ir::ProcId id_;
  ir::Procedure& procedure_;
  std::vector<Claimed> required_;
  std::vector<Claimed> ensured_;
  std::map<VarId, VarId> old_; ///< the variables that keep the values at the entry
};

/// Before each call of the function by a procedure.
void assume_at_calls(ir::Program& program, ir::Procedure& p, ir::ProcId callee, Term required) {
  const std::vector<VarId> parameters = program.procedure(callee).parameters;
  for (std::size_t e = 0, all = p.edges.size(); e < all; ++e) {
    const auto* call = std::get_if<ir::Call>(&p.edges[e].statement);
    if (call == nullptr || call->callee != callee) continue;
    Substitution passed(*program.terms);
    for (std::size_t i = 0; i < parameters.size(); ++i)
      passed.add(parameters[i], call->arguments[i]);
    ir::Assume assumed{passed(required), ir::AssumeKind::Assumption};
    ir::LocId from = p.edges[e].from;
    ir::LocId called = p.add_location();
    p.edges[e].from = called;
    SourceRange range = p.edges[e].range;
    p.add_edge(from, called, std::move(assumed), range);
  }
}

} // namespace

Result<std::vector<ContractClause>> parse_contracts(const std::string& file,
                                                    std::string_view text) {
  std::vector<ContractClause> result;
  ContractClause clause;
  clause.file = file;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++clause.line;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    std::size_t end = std::min(line.find_first_of(blanks), line.size());
    std::string_view word = line.substr(0, end);
    std::string rest(trimmed(line.substr(end)));
    clause.ensures = word == "ensures";
    if (word == "function" && !rest.empty()) {
      clause.function = rest;
    } else if ((word == "requires" || clause.ensures) && !clause.function.empty()
               && !rest.empty()) {
      clause.text = rest;
      result.push_back(clause);
    } else {
      return Diagnostic::error(
          ErrorKind::Parse,
          fmt::format("{}:{}: expected `function NAME`, or below it `requires EXPRESSION` or "
                      "`ensures EXPRESSION`",
                      file,
                      clause.line));
    }
  }
  return result;
}

Result<Contracted> with_contracts(const ir::Program& program,
                                  const std::vector<ContractClause>& clauses,
                                  const std::string& entry) {
  Contracted result{program, {}};
  for (const ContractClause& clause : clauses)
    result.unused.insert(clause.function);
  for (std::size_t f = 0; f < program.procedures.size(); ++f) {
    const std::string& name = program.procedures[f].name;
    if (program.procedures[f].library || result.unused.erase(name) == 0) continue;
    Weaver weaver(result.program, ir::ProcId(f));
    std::vector<Term> required;
    for (const ContractClause& clause : clauses) {
      if (clause.function != name) continue;
      Result<Term> holds = weaver.read(clause);
      if (!holds) return wrong(clause, holds.error().message);
      weaver.add(clause, *holds);
      if (!clause.ensures) required.push_back(*holds);
    }
    weaver.weave();
    if (name != entry || required.empty()) continue;
    for (std::size_t p = 0; p < program.procedures.size(); ++p)
      if (program.procedures[p].name == ir::made_entry)
        assume_at_calls(result.program,
                        result.program.procedure(ir::ProcId(p)),
                        ir::ProcId(f),
                        program.terms->conj(required));
    result.program.add_assumption("contract",
                                  fmt::format("{} is called as its contract requires", entry));
  }
  return result;
}

} // namespace kleene::witness
