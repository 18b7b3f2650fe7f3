// SPDX-License-Identifier: Apache-2.0
#include "explicit_calculus.h"

#include <map>
#include <set>

namespace kleene::calculus::reference {

namespace {

int values(TypeNumber type) {
  return type == 0 ? 2 : 3;
}

class Generator {
public:
  Generator(std::mt19937& random, bool positive) : random_(random), positive_(positive) {}

  System run() {
    std::size_t count = 2 + pick(3);
    for (std::size_t i = 0; i < count; ++i) {
      Equation equation;
      equation.fixed = static_cast<Fixed>(i == 0 ? 1 + pick(2) : pick(3));
      std::size_t arity = 1 + pick(2);
      for (std::size_t k = 0; k < arity; ++k)
        equation.formals.push_back(static_cast<int>(pick(2)));
      system_.equations.push_back(std::move(equation));
    }
    for (Equation& equation : system_.equations) {
      plain_ = equation.fixed == Fixed::Plain;
      equation.body = formula(equation.formals, 4, true);
    }
    return std::move(system_);
  }

private:
  std::size_t pick(std::size_t bound) { return random_() % bound; }

  /// Variables of a type in the environment.
  static std::vector<std::size_t> of_type(const std::vector<TypeNumber>& environment,
                                          TypeNumber type) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < environment.size(); ++i)
      if (environment[i] == type) found.push_back(i);
    return found;
  }

  std::unique_ptr<Node> make(Op op) {
    auto node = std::make_unique<Node>();
    node->op = op;
    return node;
  }

  std::unique_ptr<Node> atom(const std::vector<TypeNumber>& environment, bool relations) {
    if (relations && pick(3) != 0)
      if (auto node = application(environment)) return node;
    std::size_t variable = pick(environment.size());
    TypeNumber type = environment[variable];
    auto same = of_type(environment, type);
    auto node = make(pick(2) == 0 ? Op::EqualConst : Op::EqualVar);
    if (type == 0 && pick(2) == 0) node->op = Op::Bit;
    node->type = type;
    node->variables = {variable, same[pick(same.size())]};
    node->constant = static_cast<int>(pick(static_cast<std::size_t>(values(type))));
    return node;
  }

  std::unique_ptr<Node> application(const std::vector<TypeNumber>& environment) {
    std::size_t relation = pick(system_.equations.size());
    const Equation& equation = system_.equations[relation];
    // Abbreviations use fixed points only, so that they are not circular.
    if (plain_ && equation.fixed == Fixed::Plain) return nullptr;
    auto node = make(Op::Apply);
    node->relation = relation;
    for (TypeNumber type : equation.formals) {
      auto same = of_type(environment, type);
      if (same.empty()) return nullptr;
      node->variables.push_back(same[pick(same.size())]);
    }
    return node;
  }

  std::unique_ptr<Node>
  formula(const std::vector<TypeNumber>& environment, int depth, bool relations) {
    if (depth == 0 || pick(6) == 0) return atom(environment, relations);
    auto both = [&](Op op, bool left, bool right) {
      auto node = make(op);
      node->kids.push_back(formula(environment, depth - 1, left));
      node->kids.push_back(formula(environment, depth - 1, right));
      return node;
    };
    bool negative = relations && !positive_;
    switch (pick(9)) {
    case 0:
    case 1:
      return both(Op::And, relations, relations);
    case 2:
    case 3:
      return both(Op::Or, relations, relations);
    case 4: {
      auto node = make(Op::Not);
      node->kids.push_back(formula(environment, depth - 1, negative));
      return node;
    }
    case 5:
      return both(pick(2) == 0 ? Op::Implies : Op::Iff, negative, relations && !positive_);
    case 6: {
      auto node = both(pick(2) == 0 ? Op::If : Op::Case, negative, relations);
      node->kids.push_back(formula(environment, depth - 1, relations));
      return node;
    }
    default: {
      auto node = make(pick(2) == 0 ? Op::Exists : Op::Forall);
      node->type = static_cast<int>(pick(2));
      auto inner = environment;
      inner.push_back(node->type);
      node->kids.push_back(formula(inner, depth - 1, relations));
      return node;
    }
    }
  }

  std::mt19937& random_;
  bool positive_;
  bool plain_ = false;
  System system_;
};

std::string type_name(TypeNumber type) {
  return type == 0 ? "bool" : "E";
}
std::string variable(std::size_t i) {
  return "v" + std::to_string(i);
}
std::string constant(TypeNumber type, int value) {
  return type == 0 ? std::to_string(value) : std::string(1, static_cast<char>('a' + value));
}

std::string print(const Node& node, std::size_t depth) {
  auto kid = [&](std::size_t i) { return "(" + print(*node.kids[i], depth) + ")"; };
  switch (node.op) {
  case Op::True:
    return "1";
  case Op::Bit:
    return variable(node.variables[0]);
  case Op::EqualConst:
    return variable(node.variables[0]) + " = " + constant(node.type, node.constant);
  case Op::EqualVar:
    return variable(node.variables[0]) + " = " + variable(node.variables[1]);
  case Op::Not:
    return "!" + kid(0);
  case Op::And:
    return kid(0) + " & " + kid(1);
  case Op::Or:
    return kid(0) + " | " + kid(1);
  case Op::Implies:
    return kid(0) + " -> " + kid(1);
  case Op::Iff:
    return kid(0) + " <-> " + kid(1);
  case Op::If:
    return "if " + kid(0) + " " + kid(1) + " else " + kid(2);
  case Op::Case:
    return "case " + kid(0) + ": " + kid(1) + "; 1: " + kid(2) + "; esac";
  case Op::Exists:
  case Op::Forall:
    return (node.op == Op::Exists ? "exists " : "forall ") + type_name(node.type) + " "
           + variable(depth) + ". " + print(*node.kids[0], depth + 1);
  case Op::Apply: {
    std::string text;
    for (std::size_t v : node.variables)
      text += (text.empty() ? "" : ", ") + variable(v);
    return "R" + std::to_string(node.relation) + "(" + text + ")";
  }
  }
  return "";
}

struct NeverSettles {};

class Enumeration {
public:
  explicit Enumeration(const System& system) : system_(system) {}

  /// Evaluate(R, Eq) where the relations in `fixed` are replaced by their values.
  Table evaluate(std::size_t relation, const std::map<std::size_t, Table>& fixed) {
    const Equation& equation = system_.equations[relation];
    if (equation.fixed == Fixed::Plain) return body(relation, fixed);
    Table value(tuples(equation), equation.fixed == Fixed::Greatest);
    std::set<Table> seen;
    for (;;) {
      auto inner = fixed;
      inner[relation] = value;
      Table next = body(relation, inner);
      if (next == value) return value;
      if (!seen.insert(value).second) throw NeverSettles{};
      value = std::move(next);
    }
  }

private:
  static std::size_t tuples(const Equation& equation) {
    std::size_t count = 1;
    for (TypeNumber type : equation.formals)
      count *= static_cast<std::size_t>(values(type));
    return count;
  }

  Table body(std::size_t relation, const std::map<std::size_t, Table>& fixed) {
    const Equation& equation = system_.equations[relation];
    std::map<std::size_t, Table> inner; // values of the relations in the body, once per round
    Table result;
    for (std::size_t tuple = 0; tuple < tuples(equation); ++tuple) {
      std::vector<int> environment;
      std::size_t rest = tuple;
      for (TypeNumber type : equation.formals) {
        environment.push_back(static_cast<int>(rest) % values(type));
        rest /= static_cast<std::size_t>(values(type));
      }
      result.push_back(holds(*equation.body, environment, fixed, inner));
    }
    return result;
  }

  bool applied(const Node& node,
               const std::vector<int>& environment,
               const std::map<std::size_t, Table>& fixed,
               std::map<std::size_t, Table>& inner) {
    const Table* table = nullptr;
    if (auto found = fixed.find(node.relation); found != fixed.end()) {
      table = &found->second;
    } else {
      if (!inner.contains(node.relation)) inner[node.relation] = evaluate(node.relation, fixed);
      table = &inner[node.relation];
    }
    const Equation& equation = system_.equations[node.relation];
    std::size_t tuple = 0;
    for (std::size_t i = equation.formals.size(); i-- > 0;)
      tuple = tuple * static_cast<std::size_t>(values(equation.formals[i]))
              + static_cast<std::size_t>(environment[node.variables[i]]);
    return (*table)[tuple];
  }

  bool holds(const Node& node,
             std::vector<int>& environment,
             const std::map<std::size_t, Table>& fixed,
             std::map<std::size_t, Table>& inner) {
    auto kid = [&](std::size_t i) { return holds(*node.kids[i], environment, fixed, inner); };
    switch (node.op) {
    case Op::True:
      return true;
    case Op::Bit:
      return environment[node.variables[0]] != 0;
    case Op::EqualConst:
      return environment[node.variables[0]] == node.constant;
    case Op::EqualVar:
      return environment[node.variables[0]] == environment[node.variables[1]];
    case Op::Not:
      return !kid(0);
    case Op::And:
      return kid(0) && kid(1);
    case Op::Or:
      return kid(0) || kid(1);
    case Op::Implies:
      return !kid(0) || kid(1);
    case Op::Iff:
      return kid(0) == kid(1);
    case Op::If:
    case Op::Case:
      return kid(0) ? kid(1) : kid(2);
    case Op::Apply:
      return applied(node, environment, fixed, inner);
    case Op::Exists:
    case Op::Forall:
      break;
    }
    bool wanted = node.op == Op::Exists;
    bool found = false;
    for (int value = 0; value < values(node.type) && !found; ++value) {
      environment.push_back(value);
      found = kid(0) == wanted;
      environment.pop_back();
    }
    return found == wanted;
  }

  const System& system_;
};

} // namespace

System random_system(std::mt19937& random, bool positive) {
  return Generator(random, positive).run();
}

std::string System::text() const {
  std::string result = "enum E { a, b, c };\n";
  auto head = [&](std::size_t i) {
    const Equation& equation = equations[i];
    std::string text = equation.fixed == Fixed::Least      ? "mu "
                       : equation.fixed == Fixed::Greatest ? "nu "
                                                           : "";
    text += "bool R" + std::to_string(i) + "(";
    for (std::size_t k = 0; k < equation.formals.size(); ++k)
      text += (k == 0 ? "" : ", ") + type_name(equation.formals[k]) + " " + variable(k);
    return text + ")";
  };
  for (std::size_t i = 0; i < equations.size(); ++i)
    result += head(i) + ";\n";
  for (std::size_t i = 0; i < equations.size(); ++i)
    result += head(i) + " " + print(*equations[i].body, equations[i].formals.size()) + ";\n";
  return result;
}

std::optional<Table> value_of(const System& system, std::size_t relation) {
  try {
    return Enumeration(system).evaluate(relation, {});
  } catch (const NeverSettles&) {
    return std::nullopt;
  }
}

} // namespace kleene::calculus::reference
