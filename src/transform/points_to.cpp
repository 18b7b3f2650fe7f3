// SPDX-License-Identifier: Apache-2.0
#include "points_to.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::transform {
namespace {

constexpr unsigned max_alignment = FlowGraph::max_alignment;

unsigned alignment_of_value(Integer value) {
  unsigned result = 0;
  while (result < max_alignment && (value & (Integer(1) << result)) == 0)
    ++result;
  return result;
}

} // namespace

PointsTo::PointsTo(const ir::Program& program) : program_(program), external_(graph_.add_node()) {
  graph_.make_external(external_);
  terms_.resize(program.terms->size());
  variables_.resize(program.variables.size());
  add_objects();
  allocations_.resize(program.procedures.size());
  for (std::size_t p = 0; p < program.procedures.size(); ++p) {
    allocations_[p].resize(program.procedures[p].edges.size());
    for (std::size_t e = 0; e < program.procedures[p].edges.size(); ++e)
      add_statement(ir::ProcId(p), e);
  }
  graph_.solve();
}

void PointsTo::add_objects() {
  objects_.resize(program_.objects.size());
  for (std::size_t i = 0; i < objects_.size(); ++i)
    if (program_.objects[i].kind == ir::ObjectKind::Data) objects_[i] = graph_.add_object();
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    for (const ir::Object::Pointer& p : program_.objects[i].pointers) {
      if (!objects_[i].valid() || !objects_[p.object.index()].valid()) continue;
      FlowGraph::Node pointer = graph_.add_node();
      graph_.add_target(pointer, objects_[p.object.index()]);
      graph_.add_flow(pointer, graph_.contents(objects_[i]), alignment_of_value(p.addend));
    }
  }
  for (VarId id : program_.globals) {
    const std::optional<Term>& initial = program_.variable(id).initial;
    if (initial) flow(visit(*initial), variable(id));
  }
}

void PointsTo::add_statement(ir::ProcId procedure, std::size_t edge) {
  const ir::Statement& statement = program_.procedure(procedure).edges[edge].statement;
  for (Term t : ir::evaluated_terms(statement))
    visit(t);
  if (const auto* assign = std::get_if<ir::Assign>(&statement)) {
    for (std::size_t i = 0; i < assign->targets.size(); ++i)
      flow(visit(assign->values[i]), variable(assign->targets[i]));
  } else if (const auto* havoc = std::get_if<ir::Havoc>(&statement)) {
    add_havoc(*havoc);
  } else if (const auto* call = std::get_if<ir::Call>(&statement)) {
    add_call(*call);
  } else if (const auto* spawn = std::get_if<ir::Spawn>(&statement)) {
    add_call({{}, spawn->callee, spawn->arguments});
  } else if (const auto* alloc = std::get_if<ir::Alloc>(&statement)) {
    FlowGraph::Class object = graph_.add_object();
    allocations_[procedure.index()][edge] = object;
    graph_.add_target(variable(alloc->target), object);
  } else if (const auto* forget = std::get_if<ir::Forget>(&statement)) {
    access(forget->address, {.length_alignment = alignment_of(forget->length)});
  } else if (const auto* output = std::get_if<ir::Output>(&statement)) {
    if (output->channel == ir::Channel::Memory) access(output->destination, {.bytewise = true});
  }
}

/// An unknown Havoc is a call of a function without body, or an uninitialised variable, which points
/// nowhere.
void PointsTo::add_havoc(const ir::Havoc& havoc) {
  auto memory = [&](VarId v) { return program_.variable(v).type.is_memory(); };
  bool call = !havoc.escaping.empty() || program_.missing_bodies.contains(havoc.origin)
              || std::ranges::any_of(havoc.variables, memory);
  if (havoc.choice != ir::Choice::Unknown || !call) return;
  for (Term t : havoc.escaping)
    flow(visit(t), external_);
  for (VarId v : havoc.variables) {
    if (!program_.variable(v).type.is_integer()) continue;
    flow({variable(v)}, external_); // whoever may write a variable may read it
    flow({external_}, variable(v));
  }
}

void PointsTo::add_call(const ir::Call& call) {
  const ir::Procedure& callee = program_.procedure(call.callee);
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    flow(visit(call.arguments[i]), variable(callee.parameters[i]));
  for (std::size_t i = 0; i < call.results.size(); ++i)
    if (call.results[i].valid()) flow({variable(callee.returns[i])}, variable(call.results[i]));
}

Origin PointsTo::visit(Term term) {
  if (info(term).known) return info(term).origin;
  struct OpenTerm {
    Term term;
    std::size_t next = 0;
  };
  std::vector<OpenTerm> stack{{term, 0}};
  while (!stack.empty()) {
    OpenTerm& top = stack.back();
    if (top.next < top.term.arity()) {
      Term child = top.term.arg(top.next++);
      if (!info(child).known) stack.push_back({child, 0});
      continue;
    }
    visit_node(top.term);
    stack.pop_back();
  }
  return info(term).origin;
}

/// Requires that the arguments are known.
void PointsTo::visit_node(Term term) {
  if (info(term).known) return;
  Origin origin = origin_of(term);
  unsigned alignment = alignment_of(term);
  TermInfo& result = info(term);
  result.known = true;
  result.origin = origin;
  result.alignment = static_cast<std::uint8_t>(alignment);
}

Origin PointsTo::origin_of(Term term) {
  auto argument = [&](std::size_t i) { return info(term.arg(i)).origin; };
  auto blurred = [&](std::size_t i) { return Origin{argument(i).node, 0}; };
  switch (term.op()) {
  case Op::Variable:
    return term.type().is_integer() ? Origin{variable(term.variable())} : Origin{};
  case Op::Address: {
    FlowGraph::Class object = objects_[term.object().index()];
    if (!object.valid()) return {};
    FlowGraph::Node node = graph_.add_node();
    graph_.add_target(node, object);
    return {node};
  }
  case Op::Ite:
    return term.type().is_integer() ? join({argument(1), argument(2)}) : Origin{};
  case Op::Cast:
    return argument(0);
  case Op::PtrAdd: {
    // `(char *)8 + x` is an address written the other way round.
    std::size_t base = term.arg(0).is_constant() ? 1 : 0;
    unsigned offset = info(term.arg(1 - base)).alignment;
    return {argument(base).node, std::min(argument(base).alignment, offset)};
  }
  case Op::Neg:
  case Op::BitNot:
  case Op::Div:
  case Op::Rem:
  case Op::Shl:
  case Op::Shr:
    return blurred(0);
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor:
    return join({blurred(0), blurred(1)});
  case Op::Load:
    return {graph_.contents(access(term.arg(1), {.type = term.type()}))};
  case Op::Store: {
    FlowGraph::Class object = access(term.arg(1), {.type = term.arg(2).type()});
    flow(argument(2), graph_.contents(object));
    return {};
  }
  case Op::MemCopy: {
    unsigned length = info(term.arg(4)).alignment;
    FlowGraph::Class to = access(term.arg(1), {.length_alignment = length});
    FlowGraph::Class from = access(term.arg(3), {.length_alignment = length});
    graph_.add_flow(graph_.contents(from), graph_.contents(to));
    copies_.emplace_back(to, from);
    return {};
  }
  case Op::MemSet: {
    bool zero = term.arg(2).is_constant() && term.arg(2).value() == 0;
    access(term.arg(1), {.length_alignment = info(term.arg(3)).alignment, .bytewise = !zero});
    return {};
  }
  default:
    return {};
  }
}

/// Powers of two only: wrapping to a width keeps their multiples.
unsigned PointsTo::alignment_of(Term term) const {
  auto argument = [&](std::size_t i) -> unsigned { return terms_[term.arg(i).id()].alignment; };
  switch (term.op()) {
  case Op::Constant:
    return alignment_of_value(term.value());
  case Op::Neg:
  case Op::Cast:
    return argument(0);
  case Op::Add:
  case Op::Sub:
  case Op::PtrAdd:
  case Op::BitOr:
  case Op::BitXor:
    return std::min(argument(0), argument(1));
  case Op::BitAnd:
    return std::max(argument(0), argument(1));
  case Op::Mul:
    return std::min(argument(0) + argument(1), max_alignment);
  case Op::Shl:
    if (!term.arg(1).is_constant() || term.arg(1).value() < 0) return argument(0);
    return static_cast<unsigned>(
        std::min<Integer>(argument(0) + term.arg(1).value(), max_alignment));
  case Op::Ite:
    return term.type().is_integer() ? std::min(argument(1), argument(2)) : 0;
  default:
    return 0;
  }
}

Origin PointsTo::join(std::vector<Origin> origins) {
  std::erase_if(origins, [](const Origin& o) { return !o.node.valid(); });
  if (origins.empty()) return {};
  if (origins.size() == 1) return origins[0];
  if (origins[0].node == origins[1].node)
    return {origins[0].node, std::min(origins[0].alignment, origins[1].alignment)};
  FlowGraph::Node node = graph_.add_node();
  for (const Origin& o : origins)
    flow(o, node);
  return {node};
}

void PointsTo::flow(Origin from, FlowGraph::Node to) {
  if (from.node.valid() && to.valid()) graph_.add_flow(from.node, to, from.alignment);
}

FlowGraph::Class PointsTo::access(Term address, Access access) {
  TermInfo& at = info(address);
  if (!at.origin.node.valid()) at.origin.node = graph_.add_node();
  at.touches = graph_.dereference(at.origin.node);
  access.touches = at.touches;
  access.address = at.origin;
  accesses_.push_back(access);
  return at.touches;
}

FlowGraph::Node PointsTo::variable(VarId id) {
  if (!program_.variable(id).type.is_integer()) return {};
  FlowGraph::Node& node = variables_[id.index()];
  if (!node.valid()) node = graph_.add_node();
  return node;
}

PointsTo::TermInfo& PointsTo::info(Term term) {
  return terms_[term.id()];
}

FlowGraph::Class PointsTo::touched(Term address) const {
  const TermInfo& at = terms_[address.id()];
  KL_INVARIANT(at.touches.valid(), "an access should have been seen by the points-to analysis");
  return graph_.representative(at.touches);
}

FlowGraph::Class PointsTo::object(ObjectId id) const {
  return graph_.representative(objects_[id.index()]);
}

FlowGraph::Class PointsTo::allocation(ir::ProcId procedure, std::size_t edge) const {
  return graph_.representative(allocations_[procedure.index()][edge]);
}

unsigned PointsTo::alignment(const Origin& origin) const {
  return std::min(origin.alignment, graph_.alignment(origin.node));
}

} // namespace kleene::transform
