// SPDX-License-Identifier: Apache-2.0
#include "kleene/ir/address_use.h"

namespace kleene::ir {

Program with_checked_comparisons(const Program& program,
                                 const std::vector<AddressComparison>& comparisons,
                                 const std::string& target) {
  Program result = program;
  TermManager& terms = *result.terms;
  Type pointer = result.pointer_type();
  Term table = result.var(result.allocation);
  auto number = [&](Integer n) { return terms.constant(pointer, n); };
  auto in_object = [&](Term low, Term high) {
    return terms.conj(terms.le(low, high),
                      terms.valid(table, low, terms.binary(Op::Sub, high, low)));
  };
  std::vector<Term> functions;
  for (std::size_t o = 0; o < result.objects.size(); ++o)
    if (result.objects[o].kind == ObjectKind::Function)
      functions.push_back(terms.address(ObjectId(o), pointer));
  auto known = [&](Term address) {
    std::vector<Term> ways{terms.eq(address, number(0)), terms.valid(table, address, number(1))};
    for (Term f : functions)
      ways.push_back(terms.eq(address, f));
    return terms.disj(std::move(ways));
  };
  for (const AddressComparison& c : comparisons) {
    Procedure& procedure = result.procedures[c.procedure.index()];
    Term a = terms.cast(pointer, c.term.arg(0));
    Term b = terms.cast(pointer, c.term.arg(1));
    Term settled = terms.disj(in_object(a, b), in_object(b, a));
    if (c.term.op() == Op::Eq && !c.may_share)
      settled = terms.disj(settled, terms.conj(known(a), known(b)));
    LocId found = procedure.add_location();
    procedure.locations[found.index()].target = Target{TargetKind::Call, target};
    procedure.add_edge(c.at, found, Assume{terms.negate(settled), AssumeKind::Guard});
  }
  return result;
}

} // namespace kleene::ir
