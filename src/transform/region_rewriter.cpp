// SPDX-License-Identifier: Apache-2.0
#include "region_rewriter.h"

#include "kleene/support/invariant.h"

#include <algorithm>

namespace kleene::transform {

RegionRewriter::RegionRewriter(ir::Program& program,
                               VarId memory,
                               std::function<VarId(Term)> region_of)
    : program_(program),
      memory_(memory),
      region_of_(std::move(region_of)),
      done_(program.terms->size()) {}

void RegionRewriter::rewrite(ir::Statement& statement) {
  auto replace = [&](Term& term) {
    if (!term.null()) term = rewrite(term);
  };
  if (auto* assign = std::get_if<ir::Assign>(&statement)) {
    rewrite_assign(*assign);
  } else if (auto* assume = std::get_if<ir::Assume>(&statement)) {
    replace(assume->condition);
  } else if (auto* havoc = std::get_if<ir::Havoc>(&statement)) {
    std::ranges::for_each(havoc->escaping, replace);
  } else if (auto* call = std::get_if<ir::Call>(&statement)) {
    std::ranges::for_each(call->arguments, replace);
  } else if (auto* spawn = std::get_if<ir::Spawn>(&statement)) {
    std::ranges::for_each(spawn->arguments, replace);
  } else if (auto* alloc = std::get_if<ir::Alloc>(&statement)) {
    replace(alloc->size);
  } else if (auto* release = std::get_if<ir::Free>(&statement)) {
    replace(release->address);
  } else if (auto* forget = std::get_if<ir::Forget>(&statement)) {
    forget->region = region_of_(forget->address);
    replace(forget->address);
    replace(forget->length);
  } else if (auto* output = std::get_if<ir::Output>(&statement)) {
    if (output->channel == ir::Channel::Memory) output->region = region_of_(output->destination);
    replace(output->format);
    replace(output->destination);
    replace(output->limit);
    std::ranges::for_each(output->arguments, replace);
  } else if (auto* halt = std::get_if<ir::Halt>(&statement)) {
    replace(halt->status);
  }
}

/// One assignment of the memory becomes one of each region that it changes.
void RegionRewriter::rewrite_assign(ir::Assign& assign) {
  ir::Assign result;
  for (std::size_t i = 0; i < assign.targets.size(); ++i) {
    Term value = assign.values[i];
    rewrite(value);
    if (assign.targets[i] != memory_) {
      result.targets.push_back(assign.targets[i]);
      result.values.push_back(rewrite(value));
      continue;
    }
    std::vector<VarId> regions;
    changed_regions(value, regions);
    for (VarId region : regions) {
      result.targets.push_back(region);
      result.values.push_back(part(value, region));
    }
  }
  assign = std::move(result);
}

Term RegionRewriter::rewrite(Term term) {
  struct OpenTerm {
    Term term;
    std::size_t next = 0;
  };
  std::vector<OpenTerm> stack{{term, 0}};
  while (!stack.empty()) {
    OpenTerm& top = stack.back();
    if (top.next < top.term.arity()) {
      Term child = top.term.arg(top.next++);
      if (done_[child.id()].null()) stack.push_back({child, 0});
      continue;
    }
    Term& done = done_[top.term.id()];
    if (done.null()) done = rewrite_node(top.term);
    stack.pop_back();
  }
  return done_[term.id()];
}

/// Requires that the arguments are rewritten. Terms of type Memory stay: see part().
Term RegionRewriter::rewrite_node(Term term) {
  if (term.type().is_memory()) return term;
  if (term.op() == Op::Load)
    return program_.terms->load(
        term.type(), part(term.arg(0), region_of_(term.arg(1))), done_[term.arg(1).id()]);
  std::vector<Term> args;
  for (Term a : term.args())
    args.push_back(done_[a.id()]);
  return program_.terms->rebuild(term, args);
}

Term RegionRewriter::part(Term memory, VarId region) {
  // Down the chain of changes to what it starts from, then up again.
  std::vector<Term> changes;
  Term base = memory;
  Term result;
  while (true) {
    auto known = parts_.find({base.id(), region});
    if (known != parts_.end()) {
      result = known->second;
      break;
    }
    if (base.is_variable()) {
      result = program_.var(region);
      break;
    }
    if (base.op() == Op::Ite) {
      result = program_.terms->ite(
          done_[base.arg(0).id()], part(base.arg(1), region), part(base.arg(2), region));
      break;
    }
    changes.push_back(base);
    base = base.arg(0);
  }
  while (!changes.empty()) {
    Term change = changes.back();
    changes.pop_back();
    if (region_of_(change.arg(1)) == region) result = add_change(change, result);
    parts_[{change.id(), region}] = result;
  }
  return result;
}

Term RegionRewriter::add_change(Term change, Term below) {
  auto done = [&](std::size_t i) { return done_[change.arg(i).id()]; };
  TermManager& terms = *program_.terms;
  switch (change.op()) {
  case Op::Store:
    return terms.store(below, done(1), done(2));
  case Op::MemSet:
    return terms.mem_set(below, done(1), done(2), done(3));
  case Op::MemCopy: {
    Term from = part(change.arg(2), region_of_(change.arg(3)));
    return terms.mem_copy(below, done(1), from, done(3), done(4));
  }
  default:
    KL_INVARIANT(false, "a memory term should be a variable, a change, or a choice");
    return below;
  }
}

void RegionRewriter::changed_regions(Term memory, std::vector<VarId>& regions) const {
  while (!memory.is_variable()) {
    if (memory.op() == Op::Ite) {
      changed_regions(memory.arg(1), regions);
      memory = memory.arg(2);
      continue;
    }
    VarId region = region_of_(memory.arg(1));
    if (std::ranges::find(regions, region) == regions.end()) regions.push_back(region);
    memory = memory.arg(0);
  }
}

} // namespace kleene::transform
