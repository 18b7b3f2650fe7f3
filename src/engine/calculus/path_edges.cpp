// SPDX-License-Identifier: Apache-2.0
#include "path_edges.h"

#include "kleene/evidence/inductive.h"

#include <algorithm>
#include <unordered_map>

namespace kleene::engine::calculus {
namespace {

namespace language = kleene::calculus;

/// Whether these are two states, perhaps behind bools.
bool has_form(const std::vector<std::string>& formals) {
  std::size_t bools = 0;
  while (bools < formals.size() && formals[bools] == "bool")
    ++bools;
  return formals.size() == bools + 2 && formals[bools] == "State" && formals[bools + 1] == "State";
}

/// Makes formulas of sets of pairs of one procedure, at one location.
class Writer {
public:
  using Variables = std::unordered_map<BddVar, Term>;

  Writer(TermManager& terms, Variables variables)
      : terms_(terms), variables_(std::move(variables)) {
    known_[Bdd(false).id()] = {Bdd(false), terms_.truth(false)};
    known_[Bdd(true).id()] = {Bdd(true), terms_.truth(true)};
  }

  /// Bits that mean nothing here are arbitrary.
  Term term(const Bdd& set) {
    VarSet others;
    for (BddVar v : set.support().variables())
      if (!variables_.contains(v)) others = others | VarBlock({v}).set();
    return written(set.exists(others));
  }

private:
  Term written(const Bdd& set) {
    std::vector<Bdd> open{set};
    while (!open.empty()) {
      Bdd node = open.back();
      Bdd low = node.is_true() || node.is_false() ? node : node.low();
      Bdd high = node.is_true() || node.is_false() ? node : node.high();
      auto no = known_.find(low.id());
      auto yes = known_.find(high.id());
      if (no == known_.end()) open.push_back(low);
      if (yes == known_.end()) open.push_back(high);
      if (no == known_.end() || yes == known_.end()) continue;
      open.pop_back();
      if (known_.contains(node.id())) continue;
      Term choice = terms_.ite(variables_.at(node.top()), yes->second.term, no->second.term);
      known_[node.id()] = {node, choice};
    }
    return known_.at(set.id()).term;
  }

  struct Known {
    Bdd set; ///< keeps its number in use
    Term term;
  };
  TermManager& terms_;
  Variables variables_;
  std::unordered_map<std::size_t, Known> known_;
};

class Exporter {
public:
  Exporter(const ir::Program& program,
           const ProgramRelations& relations,
           const std::vector<language::TypedBlock>& formals)
      : program_(program), relations_(relations), bools_(formals.size() - 2) {
    for (std::size_t i = 0; i < 2; ++i) {
      const language::TypedBlock& state = formals[bools_ + i];
      std::vector<BddVar> bits = state.component("G").bits.variables();
      std::vector<BddVar> locals = state.component("L").bits.variables();
      bits.insert(bits.end(), locals.begin(), locals.end());
      bits_[i] = std::move(bits);
    }
    for (const ir::Procedure& procedure : program.procedures)
      edges_.emplace_back(procedure.locations.size());
    procedures_ = relations.by_module_number();
  }

  void add(const std::vector<std::size_t>& codes, const Bdd& data) {
    if (data.is_false()) return;
    std::size_t next = bools_;
    if (std::any_of(codes.begin(), codes.begin() + static_cast<std::ptrdiff_t>(bools_), [](auto c) {
          return c == 0;
        }))
      return;
    std::optional<ir::ProgramPoint> from = place(codes, next);
    std::optional<ir::ProgramPoint> to = place(codes, next);
    if (!from || !to) return; // no places of the program
    if (from->procedure != to->procedure
        || from->location != program_.procedure(from->procedure).entry) {
      fits_ = false;
      return;
    }
    Term pairs = Writer(*program_.terms, variables(*to)).term(data);
    Term& known = edges_[to->procedure.index()][to->location.index()];
    known = known.null() ? pairs : program_.terms->disj(known, pairs);
  }

  /// Whether all pairs begin at the entry of the procedure in which they end.
  bool fits() const { return fits_; }
  PathEdges take() { return std::move(edges_); }

private:
  std::optional<ir::ProgramPoint> place(const std::vector<std::size_t>& codes,
                                        std::size_t& next) const {
    ir::ProcId p = procedures_[relations_.module_count() > 1 ? codes[next++] : 0];
    std::size_t pc = relations_.pc_count() > 1 ? codes[next++] : 0;
    std::optional<ir::LocId> l = relations_.location(p, pc);
    if (!l) return std::nullopt;
    return ir::ProgramPoint{p, *l};
  }

  /// What the bits mean that are no zeros for want of use.
  Writer::Variables variables(const ir::ProgramPoint& to) const {
    Writer::Variables result;
    ir::LocId entry = program_.procedure(to.procedure).entry;
    for (VarId v : relations_.meant(to.procedure, entry))
      result[bits_[0][relations_.component(v)]] =
          program_.terms->variable(evidence::entry_copy(program_, v), Type::boolean());
    for (VarId v : relations_.meant(to.procedure, to.location))
      result[bits_[1][relations_.component(v)]] = program_.terms->variable(v, Type::boolean());
    return result;
  }

  const ir::Program& program_;
  const ProgramRelations& relations_;
  std::size_t bools_;
  std::array<std::vector<BddVar>, 2> bits_;
  std::vector<ir::ProcId> procedures_;
  PathEdges edges_;
  bool fits_ = true;
};

} // namespace

std::optional<std::string>
relation_of_path_edges(const std::vector<language::RelationHead>& relations) {
  auto suits = [](const language::RelationHead& head) {
    return !head.input && has_form(head.formals);
  };
  auto named = std::ranges::find_if(relations, [&](const language::RelationHead& head) {
    return suits(head) && head.name == "Proof";
  });
  if (named == relations.end()) named = std::ranges::find_if(relations, suits);
  if (named == relations.end()) return std::nullopt;
  return named->name;
}

Result<PathEdges> path_edges(const ir::Program& program,
                             const ProgramRelations& relations,
                             const std::string& relation,
                             language::RelationValues& values) {
  Exporter exporter(program, relations, values.formals(relation));
  values.for_each_part(relation, [&](const std::vector<std::size_t>& codes, const Bdd& data) {
    exporter.add(codes, data);
  });
  if (exporter.fits()) return exporter.take();
  return Diagnostic::error(ErrorKind::Unsupported,
                           "'" + relation
                               + "' has pairs that do not begin at the entry of their procedure");
}

} // namespace kleene::engine::calculus
