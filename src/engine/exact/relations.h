// SPDX-License-Identifier: Apache-2.0
// The abstract program as the systems of equations see it (kleene/equations), from both sides: what steps
// may do, and what they must be able to do.
#pragma once
#include "must_side.h"

namespace kleene::engine::exact {

/// What both sides have in common: calls by their number in the procedure.
class Relations : public PlaceSets {
public:
  struct Call {
    ir::ProcId caller;
    std::size_t index = 0;
  };

  /// Keeps references.
  Relations(const AbstractProgram& abstract, MustSide& must) : abstract_(abstract), must_(must) {}

  std::vector<Call> calls(const ir::ProgramPoint& k) const;
  bool is_exit(const ir::ProgramPoint& k) const {
    return k.location == abstract_.exit(k.procedure);
  }
  template <class Visit>
  void dependents(const ir::ProgramPoint& k, Visit&& visit) const {
    abstract_.predecessors(k, visit);
  }

protected:
  const CallStep& step(const Call& c) const {
    return abstract_.program().procedure(c.caller).calls[c.index];
  }
  /// X(en_f) and X(l) of a call k→l of f.
  const Bdd& inside(const Call& c, const Sets& X) const;
  const Bdd& behind(const Call& c, const Sets& X) const;

  const AbstractProgram& abstract_;
  MustSide& must_;
};

/// Pre-images under the relations.
class MayRelations : public Relations {
public:
  using Relations::Relations;
  Bdd pre(const ir::ProgramPoint& k, const Sets& X) const;
  Bdd into(const Call& c, const Sets& X) const;
  Bdd over(const Call& c, const Sets& X) const;
};

/// States that have a choice after which all that may happen leads into the sets. A call is stepped over if
/// its callee is entered in `returning`: there it returns for sure, or, for executions that never end,
/// returns or runs for ever.
class MustRelations : public Relations {
public:
  MustRelations(const AbstractProgram& abstract, MustSide& must, const Sets& returning)
      : Relations(abstract, must), returning_(returning) {}
  Bdd pre(const ir::ProgramPoint& k, const Sets& X) const {
    return must_.blocks(k.procedure, k.location, X);
  }
  Bdd into(const Call& c, const Sets& X) const {
    return must_.into(c.caller, c.index, inside(c, X));
  }
  Bdd over(const Call& c, const Sets& X) const {
    return must_.over(c.caller, c.index, inside(c, returning_), behind(c, X));
  }

private:
  const Sets& returning_;
};

} // namespace kleene::engine::exact
