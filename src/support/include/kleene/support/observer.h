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
};

/// An observer that does nothing.
Observer& silent_observer();

} // namespace kleene
