// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/report.h"

#include <fmt/core.h>

namespace kleene::report {
namespace {

std::string title(const ShownChain& chain) {
  std::string subject = chain.round ? "The execution without end" : "The way there";
  if (chain.leaps.empty()) return subject + ":\n";
  if (chain.leaps.size() == 1)
    return subject + " passes a loop in one leap, for any number of iterations:\n";
  return fmt::format("{} passes {} loops, each in one leap, for any number of iterations:\n",
                     subject,
                     chain.leaps.size());
}

std::string draw(const ShownLeap& leap) {
  std::string text =
      fmt::format("  {} at {}  {}\n", leap.where, describe(leap.place), leap.place.text);
  if (leap.inner) text += "    | inside a step of a loop below\n";
  text += fmt::format("    | enters where  {}\n", leap.entry);
  for (const std::string& states : leap.region)
    text += fmt::format("    | stays where   {}\n", states);
  for (const std::string& choice : leap.choices)
    text += fmt::format("    | chooses       {}\n", choice);
  text += fmt::format("    v leaves where  {}\n", leap.exit);
  return text
         + (leap.theorem == 2
                ? "      (theorem 2: every step leads on in the region, and none to a place where "
                  "another one leads)\n"
                : "      (theorem 1: every state of the region comes from one in it, and each goes "
                  "on in one way only)\n");
}

} // namespace

std::string draw(const ShownChain& chain) {
  std::string text = title(chain);
  bool backward = false;
  for (const ShownLeap& leap : chain.leaps) {
    if (backward && leap.theorem == 2 && !leap.inner)
      text += fmt::format("  All these states are reached. From one of them, {}, it goes on:\n",
                          chain.chosen);
    backward = leap.theorem == 1;
    text += draw(leap);
  }
  if (backward && !chain.chosen.empty())
    text +=
        fmt::format("  All these states are reached, and {} is one that leads on.\n", chain.chosen);
  if (chain.round) {
    const ShownLeap& round = *chain.round;
    text += fmt::format("  {} at {}  {}\n", round.where, describe(round.place), round.place.text);
    for (const std::string& states : round.region)
      text += fmt::format("    o returns to states with  {}\n", states);
    text += "      (whatever states the leaps lead to, the round takes a step and leads back)\n";
  }
  return text
         + fmt::format("{} confirmed all conditions ({} quer{}).\n",
                       chain.checker,
                       chain.questions,
                       chain.questions == 1 ? "y" : "ies");
}

} // namespace kleene::report
