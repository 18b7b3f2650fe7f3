// SPDX-License-Identifier: Apache-2.0
#include "checked_moves.h"

#include <algorithm>
#include <vector>

namespace kleene::evidence {
namespace {

class Moves {
public:
  explicit Moves(ir::Program& program)
      : terms_(*program.terms),
        pointer_(program.pointer_type()),
        live_(program.var(program.allocation)) {
    for (const ir::Object& object : program.objects)
      first_ = std::min(first_, Integer(object.address));
  }

  /// Where the statement makes an address that it should not make.
  Term wrong(const ir::Statement& statement) {
    std::vector<Term> ways;
    for (Term root : ir::evaluated_terms(statement)) {
      for_each_subterm(root, [&](Term t) {
        if (t.op() == Op::PtrAdd) ways.push_back(leaves(t));
        if (t.op() == Op::Store) numbers(t.arg(2), ways);
        if (t.op() == Op::Load) numbers(t.arg(1), ways);
        if (t.op() == Op::Store || t.op() == Op::Valid || t.op() == Op::Writable)
          numbers(t.arg(1), ways);
      });
      numbers(root, ways);
    }
    return terms_.disj(std::move(ways));
  }

private:
  Term in_object(Term address) {
    return terms_.valid(live_, address, terms_.constant(pointer_, 0));
  }
  Term together(Term a, Term b) {
    auto between = [&](Term low, Term high) {
      return terms_.conj(terms_.le(low, high),
                         terms_.valid(live_, low, terms_.binary(Op::Sub, high, low)));
    };
    return terms_.disj(between(a, b), between(b, a));
  }
  Term leaves(Term moved) {
    Term result = terms_.cast(pointer_, moved);
    Term from = terms_.cast(pointer_, moved.arg(0));
    return terms_.conj(in_object(result), terms_.negate(together(from, result)));
  }

  /// The value is a number: it should not be the address of anything.
  void numbers(Term value, std::vector<Term>& ways) {
    if (!value.type().is_machine() || value.type().width() != pointer_.width()) return;
    switch (value.op()) {
    case Op::Variable:
    case Op::Load:
    case Op::Address:
    case Op::PtrAdd:
    case Op::SizeOf:
      return;
    case Op::Constant:
      if (value.value() < first_) return;
      break;
    case Op::Ite:
      numbers(value.arg(1), ways);
      numbers(value.arg(2), ways);
      return;
    case Op::Cast:
      if (value.arg(0).type().is_machine() && value.arg(0).type().width() == pointer_.width())
        return numbers(value.arg(0), ways);
      break;
    default:
      break;
    }
    ways.push_back(in_object(terms_.cast(pointer_, value)));
  }

  TermManager& terms_;
  Type pointer_;
  Term live_;
  Integer first_ = Integer(1) << 62;
};

} // namespace

ir::Program with_checked_moves(const ir::Program& program, const std::string& target) {
  ir::Program result = program;
  Moves moves(result);
  for (ir::Procedure& procedure : result.procedures) {
    const std::size_t edges = procedure.edges.size();
    for (std::size_t e = 0; e < edges; ++e) {
      Term wrong = moves.wrong(procedure.edges[e].statement);
      if (wrong.is_false()) continue;
      ir::LocId found = procedure.add_location();
      procedure.locations[found.index()].target = ir::Target{ir::TargetKind::Call, target};
      procedure.add_edge(procedure.edges[e].from,
                         found,
                         ir::Assume{wrong, ir::AssumeKind::Guard},
                         procedure.edges[e].range);
    }
  }
  return result;
}

} // namespace kleene::evidence
