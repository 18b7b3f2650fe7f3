// SPDX-License-Identifier: Apache-2.0
// Programs and formulas as text, for tests of judges.
#pragma once
#include "kleene/evidence/inductive.h"
#include "kleene/ir/text.h"
#include "kleene/ir/validate.h"

#include <gtest/gtest.h>

#include <map>

namespace kleene::evidence::testing_support {

inline ir::Program program(const std::string& text) {
  Result<ir::Program> parsed = ir::parse(text, "test.ir");
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : render(parsed.error()));
  if (!parsed.ok()) return {};
  EXPECT_TRUE(ir::validate(*parsed).empty()) << ir::validate(*parsed).front();
  return std::move(parsed).value();
}

/// A formula over the variables of a program; the copy of `x` at the entry is called `x$entry`.
inline Term formula(const ir::Program& p, const std::string& text) {
  ir::Program names = p;
  for (const ir::Variable& v : p.variables) {
    ir::Variable copy = v;
    copy.name += "$entry";
    names.add_variable(copy);
  }
  Result<Term> term = ir::parse_term(text, names, Type::boolean());
  EXPECT_TRUE(term.ok()) << text << ": " << (term.ok() ? "" : render(term.error()));
  return term.ok() ? *term : p.terms->truth(true);
}

inline ir::LocId
location(const ir::Program& p, const std::string& procedure, const std::string& name) {
  const ir::Procedure& f = p.procedure(*p.find_procedure(procedure));
  for (std::size_t l = 0; l < f.locations.size(); ++l)
    if (f.locations[l].name == name
        || (f.locations[l].name.empty() && name == "L" + std::to_string(l)))
      return ir::LocId(l);
  ADD_FAILURE() << "no location " << name;
  return f.entry;
}

/// A sparse proof: `procedure` or `procedure:location` to formula; the former are summaries.
inline InductiveProof sparse_proof(const ir::Program& p,
                                   const std::map<std::string, std::string>& facts) {
  InductiveProof proof;
  proof.sparse = true;
  for (const ir::Procedure& f : p.procedures)
    proof.procedures.push_back({std::vector<Term>(f.locations.size()), {}});
  for (const auto& [where, text] : facts) {
    std::size_t colon = where.find(':');
    std::string name = where.substr(0, colon);
    auto& claims = proof.procedures[p.find_procedure(name)->index()];
    if (colon == std::string::npos)
      claims.summary = formula(p, text);
    else
      claims.invariants[location(p, name, where.substr(colon + 1)).index()] = formula(p, text);
  }
  return proof;
}

inline Problem problem(const ir::Program& p,
                       IntegerModel integers = IntegerModel::Machine,
                       Property property = Property::UnreachCall) {
  return {p, property, {{"reach_error"}, false, {}}, integers};
}

} // namespace kleene::evidence::testing_support
