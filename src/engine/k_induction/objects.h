// SPDX-License-Identifier: Apache-2.0
// Guesses about all live heap objects, for lists and trees of any size. Of the program with its live
// objects (transform/live_objects.h); the object is a parameter of the proof, as elements of arrays are:
//
//   live(k) && k != p  =>  P(k)
//
// where P says of the fields of k that one is a constant that the program knows, or that another leads to a
// live object, or to null. That nothing is said of the object that some variable p points to is for objects
// that are not complete yet.
#pragma once
#include "kleene/engine/k_induction/elements.h"

namespace kleene::engine::k_induction {

ElementGuesses object_guesses(const ir::Program& program, const Cut& cut, Term parameter);

} // namespace kleene::engine::k_induction
