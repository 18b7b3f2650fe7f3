// SPDX-License-Identifier: Apache-2.0
// Nobody checks the front end: so before `true` is said about C, the compiled program is run for a moment.
#pragma once
#include "kleene/evidence/second_look.h"
#include "kleene/support/observer.h"
#include "kleene/verify/question.h"

namespace kleene::verify {

/// Passes everything on to another observer, and keeps the inputs that engines tried.
class KeepingObserver : public Observer {
public:
  explicit KeepingObserver(Observer& other) : other_(other) {}

  void phase(std::string_view name) override { other_.phase(name); }
  void progress(std::string_view text) override { other_.progress(text); }
  void tried(std::string_view inputs) override { tried_.add(inputs); }
  bool explains() const override { return other_.explains(); }
  void step(std::string_view text) override { other_.step(text); }
  void predicate(std::string_view procedure, std::string_view text) override {
    other_.predicate(procedure, text);
  }
  const evidence::TriedInputs& inputs() const { return tried_; }

private:
  Observer& other_;
  evidence::TriedInputs tried_;
};

/// What was seen before `true` is said, within limits of time of its own; nothing where no look is due. The answer
/// is there already: a limit of the command ends the look only.
std::optional<evidence::SecondLook> second_look(const Question& question,
                                                const evidence::TriedInputs& tried,
                                                Budget& budget,
                                                Observer& observer);

} // namespace kleene::verify
