// SPDX-License-Identifier: Apache-2.0
// Progress of long work, seen from outside: algorithms report through an observer and stay free of
// printing and counting.
#pragma once
#include <string_view>

namespace kleene {

class Observer {
public:
  virtual ~Observer() = default;
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  /// A new phase begins: "reading C", "exploring", …
  virtual void phase(std::string_view /*name*/) {}
  /// A line on where the phase stands; called as often as convenient, the observer thins out.
  virtual void progress(std::string_view /*text*/) {}

  /// Inputs on which the program was run, or was to be run, in the search for an answer: numbers with blanks between.
  virtual void tried(std::string_view /*inputs*/) {}

  /// Whether anybody wants to read how the answer is found: what follows may take time to put into words.
  virtual bool explains() const { return false; }
  /// A step towards the answer, as a sentence.
  virtual void step(std::string_view /*text*/) {}
  /// A predicate that a procedure is seen through.
  virtual void predicate(std::string_view /*procedure*/, std::string_view /*text*/) {}
};

/// An observer that does nothing.
Observer& silent_observer();

} // namespace kleene
