// SPDX-License-Identifier: Apache-2.0
#include "kleene/logic/term.h"

#include "kleene/logic/floats.h"
#include "kleene/support/invariant.h"
#include "kleene/support/work.h"

#include <array>
#include <functional>
#include <unordered_set>

namespace kleene {

std::string_view name(Op op) {
  if (is_float(op)) return name(float_op(op));
  static constexpr std::array names{
      "const",  "var",    "addr",    "not",    "and",   "or",       "eq",       "ite",
      "lt",     "le",     "neg",     "add",    "sub",   "mul",      "div",      "rem",
      "bitnot", "bitand", "bitor",   "bitxor", "shl",   "shr",      "cast",     "ptradd",
      "load",   "store",  "memcopy", "memset", "valid", "writable", "freeable", "sizeof"};
  return names.at(static_cast<std::size_t>(op));
}

std::vector<Term> Term::args() const {
  std::vector<Term> result;
  result.reserve(arity());
  for (const TermData* a : data_->args)
    result.push_back(Term(a));
  return result;
}

Integer Term::value() const {
  KL_INVARIANT(op() == Op::Constant, "only a constant should be asked for its value");
  return data_->payload;
}

VarId Term::variable() const {
  KL_INVARIANT(op() == Op::Variable, "only a variable should be asked for its id");
  return VarId(static_cast<std::size_t>(data_->payload));
}

ObjectId Term::object() const {
  KL_INVARIANT(op() == Op::Address, "only an address should be asked for its object");
  return ObjectId(static_cast<std::size_t>(data_->payload));
}

std::size_t TermManager::Hash::operator()(const TermData* t) const {
  auto mix = [](std::size_t h, std::size_t v) {
    return (h ^ v) * 0x9E3779B97F4A7C15ULL + (h >> 29);
  };
  std::size_t h = static_cast<std::size_t>(t->op) * 131
                  + static_cast<std::size_t>(t->type.kind()) * 31 + t->type.width() * 2
                  + (t->type.is_signed() ? 1 : 0);
  h = mix(h, static_cast<std::size_t>(t->payload));
  h = mix(h, static_cast<std::size_t>(t->payload >> 64));
  for (const TermData* a : t->args)
    h = mix(h, a->id);
  return h;
}

bool TermManager::Same::operator()(const TermData* a, const TermData* b) const {
  return a->op == b->op && a->type == b->type && a->payload == b->payload && a->args == b->args;
}

TermManager::TermManager() = default;

Term TermManager::intern(Op op, Type type, Integer payload, std::vector<Term> args) {
  constexpr unsigned long nanoseconds_each = 300;
  work::add_nanoseconds(nanoseconds_each);
  TermData probe{op, type, 0, payload, {}};
  probe.args.reserve(args.size());
  for (Term a : args)
    probe.args.push_back(a.data_);
  auto found = table_.find(&probe);
  if (found != table_.end()) return Term(*found);
  probe.id = static_cast<std::uint32_t>(terms_.size());
  terms_.push_back(std::move(probe));
  table_.insert(&terms_.back());
  return Term(&terms_.back());
}

void for_each_subterm(Term t, const std::function<void(Term)>& visit) {
  struct OpenTerm {
    Term term;
    std::size_t next = 0;
  };
  std::unordered_set<Term> seen{t};
  std::vector<OpenTerm> stack{{t, 0}};
  while (!stack.empty()) {
    OpenTerm& top = stack.back();
    if (top.next == top.term.arity()) {
      visit(top.term);
      stack.pop_back();
      continue;
    }
    Term child = top.term.arg(top.next++);
    if (seen.insert(child).second) stack.push_back({child, 0});
  }
}

std::vector<VarId> variables_of(Term t) {
  std::vector<VarId> result;
  for_each_subterm(t, [&](Term s) {
    if (s.is_variable()) result.push_back(s.variable());
  });
  return result;
}

} // namespace kleene
