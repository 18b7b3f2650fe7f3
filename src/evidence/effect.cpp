// SPDX-License-Identifier: Apache-2.0
#include "effect.h"

#include "kleene/evidence/definedness.h"

#include "questions.h"

namespace kleene::evidence {
namespace {

using Change = Effect::Change;

/// One operator per kind of statement and none for all the others: a new kind does not compile before it is said
/// here what it does.
class Reader {
public:
  Reader(const ir::Program& program, Bound bound) : terms_(*program.terms), bound_(bound) {}

  Effect operator()(const ir::Skip& /*s*/) const { return going_on(); }

  Effect operator()(const ir::Assume& s) const {
    Effect result;
    result.condition = s.condition;
    return result;
  }

  Effect operator()(const ir::Assign& s) const {
    Effect result = going_on();
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      result.changes.push_back({s.targets[i], Change::To::Value, s.values[i]});
    return result;
  }

  Effect operator()(const ir::Havoc& s) const {
    Effect result = going_on();
    bool chosen = s.choice == ir::Choice::Input;
    for (VarId v : s.variables)
      result.changes.push_back({v, chosen ? Change::To::Input : Change::To::Unknown, {}});
    return result;
  }

  Effect operator()(const ir::Call& s) const {
    Effect result = going_on();
    result.call = &s;
    return result;
  }

  Effect operator()(const ir::Alloc& s) const {
    Effect result = with_objects();
    result.alloc = &s;
    return result;
  }

  Effect operator()(const ir::Free& s) const {
    Effect result = with_objects();
    result.free = &s;
    return result;
  }

  Effect operator()(const ir::Forget& s) const {
    Effect result = with_objects();
    result.forget = &s;
    return result;
  }

  /// The number of characters is known to nobody here.
  Effect operator()(const ir::Output& s) const {
    Effect result = going_on();
    bool to_memory = s.channel == ir::Channel::Memory;
    if (to_memory) result = with_objects();
    if (s.result.valid() && bound_ == Bound::Exact) throw NotCheckable("the length of an output");
    if (to_memory) result.changes.push_back({s.region, Change::To::Unknown, {}});
    if (s.result.valid()) result.changes.push_back({s.result, Change::To::Unknown, {}});
    return result;
  }

  Effect operator()(const ir::Halt& /*s*/) const {
    Effect result;
    result.condition = terms_.truth(false);
    return result;
  }

  Effect operator()(const ir::Spawn& /*s*/) const { throw NotCheckable("a thread is started"); }
  Effect operator()(const ir::EndThread& /*s*/) const { throw NotCheckable("a thread ends"); }

private:
  Effect going_on() const {
    Effect result;
    result.condition = terms_.truth(true);
    return result;
  }

  Effect with_objects() const {
    if (bound_ != Bound::Over) throw NotCheckable("memory is used");
    return going_on();
  }

  TermManager& terms_;
  Bound bound_;
};

} // namespace

Effect effect(const ir::Program& program, const ir::Statement& statement, Bound bound) {
  Effect result = std::visit(Reader(program, bound), statement);
  if (bound == Bound::Over) return result;
  std::optional<Term> defined = definedness(program, statement);
  if (!defined) throw NotCheckable("memory is used");
  result.condition = program.terms->conj(*defined, result.condition);
  return result;
}

} // namespace kleene::evidence
