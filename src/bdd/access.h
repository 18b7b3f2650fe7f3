// SPDX-License-Identifier: Apache-2.0
// The way from our handles to BuDDy's node numbers and back, for the sources of this module.
#pragma once
#include "kleene/bdd/bdd.h"

#include "kernel.h"

namespace kleene {

class BddAccess {
public:
  static BDD root(const Bdd& f) { return f.root_; }
  static BDD root(const VarSet& s) { return s.cube_.root_; }

  /// A handle to the result of an operation, which BuDDy has not referenced yet.
  static Bdd make(BDD root) {
    Bdd f;
    f.root_ = root;
    if (root > 1) {
      bdd_addref(root);
      kernel::add_handle();
    }
    return f;
  }

  static VarSet make_set(BDD cube) {
    VarSet s;
    s.cube_ = make(cube);
    return s;
  }

  template <class Operation>
  static Bdd run(Operation operation) {
    return make(kernel::guarded(operation));
  }
};

} // namespace kleene
