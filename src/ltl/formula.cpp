// SPDX-License-Identifier: Apache-2.0
#include "kleene/ltl/formula.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace kleene::ltl {

Formula constant(bool value) {
  auto result = std::make_shared<Node>();
  result->value = value;
  return result;
}

Formula atom(std::string text) {
  auto result = std::make_shared<Node>();
  result->kind = Kind::Atom;
  result->atom = std::move(text);
  return result;
}

Formula make(Kind kind, std::vector<Formula> args) {
  auto result = std::make_shared<Node>();
  result->kind = kind;
  result->args = std::move(args);
  return result;
}

Formula positive(const Formula& formula, bool negated) {
  auto dual = [&](Kind kind) {
    if (!negated) return kind;
    switch (kind) {
    case Kind::And:
      return Kind::Or;
    case Kind::Or:
      return Kind::And;
    case Kind::Until:
      return Kind::Release;
    case Kind::Release:
      return Kind::Until;
    default:
      return kind;
    }
  };
  switch (formula->kind) {
  case Kind::Constant:
    return constant(formula->value != negated);
  case Kind::Atom:
    return negated ? make(Kind::Not, {formula}) : formula;
  case Kind::Not:
    return positive(formula->args[0], !negated);
  default: {
    std::vector<Formula> args;
    for (const Formula& arg : formula->args)
      args.push_back(positive(arg, negated));
    return make(dual(formula->kind), std::move(args));
  }
  }
}

namespace {

void collect_atoms(const Formula& formula, std::vector<std::string>& atoms) {
  if (formula->kind == Kind::Atom && std::ranges::find(atoms, formula->atom) == atoms.end())
    atoms.push_back(formula->atom);
  for (const Formula& arg : formula->args)
    collect_atoms(arg, atoms);
}

} // namespace

std::vector<std::string> atoms_of(const Formula& formula) {
  std::vector<std::string> atoms;
  collect_atoms(formula, atoms);
  return atoms;
}

bool has_next(const Formula& formula) {
  return formula->kind == Kind::Next
         || std::ranges::any_of(formula->args, [](const Formula& arg) { return has_next(arg); });
}

namespace {

bool is_constant(const Formula& formula, bool value) {
  return formula->kind == Kind::Constant && formula->value == value;
}

} // namespace

std::string to_string(const Formula& formula) {
  auto arg = [&](std::size_t i) { return to_string(formula->args[i]); };
  switch (formula->kind) {
  case Kind::Constant:
    return formula->value ? "true" : "false";
  case Kind::Atom:
    return formula->atom;
  case Kind::Not:
    return fmt::format("!({})", arg(0));
  case Kind::And:
    return fmt::format("({} && {})", arg(0), arg(1));
  case Kind::Or:
    return fmt::format("({} || {})", arg(0), arg(1));
  case Kind::Next:
    return fmt::format("X ({})", arg(0));
  case Kind::Until:
    if (is_constant(formula->args[0], true)) return fmt::format("F ({})", arg(1));
    return fmt::format("({} U {})", arg(0), arg(1));
  case Kind::Release:
    if (is_constant(formula->args[0], false)) return fmt::format("G ({})", arg(1));
    return fmt::format("({} R {})", arg(0), arg(1));
  }
  return {};
}

} // namespace kleene::ltl
