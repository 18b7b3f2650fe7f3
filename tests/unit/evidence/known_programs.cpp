// SPDX-License-Identifier: Apache-2.0
#include "known_evidence.h"

namespace kleene::evidence::testing_support {

const std::vector<KnownProgram>& known_programs() {
  static const std::vector<KnownProgram> list{
      {"count",
       R"(proc main() {
  local n, x: i32;
  start -> go: havoc n from "n";
  go -> head: x := 0;
  head -> body: assume x < 10;
  head -> check: assume !(x < 10);
  body -> head: x := x + 1;
  check -> error: assume x == 11;
  check -> exit: assume x != 11;
  location error target call reach_error;
}
)",
       true,
       true,
       true},
      {"count_bad",
       R"(proc main() {
  local n, x: i32;
  start -> go: havoc n from "n";
  go -> head: x := 0;
  head -> body: assume x < 10;
  head -> check: assume !(x < 10);
  body -> head: x := x + 1;
  check -> error: assume x == 10;
  check -> exit: assume x != 10;
  location error target call reach_error;
}
)",
       false,
       true,
       true},
      {"spin",
       R"(proc main() {
  local x: i32;
  start -> head: havoc x from "x";
  head -> body: assume x == 1 || x == 2;
  head -> exit: assume !(x == 1 || x == 2);
  body -> head: x := 3 - x;
}
)",
       true,
       false,
       true},
      {"spin_ends",
       R"(proc main() {
  local x: i32;
  start -> head: havoc x from "x";
  head -> body: assume x == 1 || x == 2;
  head -> exit: assume !(x == 1 || x == 2);
  body -> head: x := 0 - x;
}
)",
       true,
       true,
       true},
      {"flips",
       R"(global g: bool = false;
proc main() {
  start -> middle: call flip();
  middle -> check: call flip();
  check -> error: assume g;
  check -> exit: assume !g;
  location error target assertion;
}
proc flip() {
  start -> exit: g := !g;
}
)",
       true,
       true,
       true},
      {"flips_bad",
       R"(global g: bool = false;
proc main() {
  start -> middle: call flip();
  middle -> check: call flip();
  check -> error: assume !g;
  check -> exit: assume g;
  location error target assertion;
}
proc flip() {
  start -> exit: g := !g;
}
)",
       false,
       true,
       true},
      {"turns",
       R"(global g: bool = false;
proc main() {
  start -> head: g := !g;
  head -> start: assume g;
  head -> exit: assume !g;
}
)",
       true,
       true,
       true},
      {"turns_for_ever",
       R"(global g: bool = false;
proc main() {
  start -> head: g := g || !g;
  head -> start: assume g;
  head -> exit: assume !g;
}
)",
       true,
       false,
       true},
      {"long_way",
       R"(proc main() {
  local i: u64; local y: i32;
  start -> head: i := 0;
  head -> body: assume i < 1000000000000;
  body -> head: i := i + 1;
  head -> check: assume !(i < 1000000000000);
  check -> error: assume i == 1000000000000;
  check -> exit: assume i != 1000000000000;
  location error target call reach_error;
}
)",
       false,
       true,
       true},
      {"long_way_elsewhere",
       R"(proc main() {
  local i: u64; local y: i32;
  start -> head: i := 0;
  head -> body: assume i < 1000000000000;
  body -> head: i := i + 1;
  head -> check: assume !(i < 1000000000000);
  check -> error: assume i == 1000000000001;
  check -> exit: assume i != 1000000000001;
  location error target call reach_error;
}
)",
       true,
       true,
       true},
      {"threads_bad",
       R"(entry init;
threads A.main, B.main;
global x: bool = ?;

proc A.main() {
  exit L1;
  L0 -> L1: x := true;
}

proc B.main() {
  exit L1;
  location L2 target assertion;
  L0 -> L1: assume !x;
  L0 -> L2: assume x;
  L2 -> L1: fail;
}

proc init() {
  exit L1;
  L0 -> L1: assume[assumption] !x;
}
)",
       false,
       true,
       true},
      {"threads",
       R"(entry init;
threads A.main, B.main;
global x: bool = ?;
global y: bool = ?;

proc A.main() {
  exit L1;
  L0 -> L1: x := true;
}

proc B.main() {
  exit L1;
  location L2 target assertion;
  L0 -> L1: assume !y;
  L0 -> L2: assume y;
  L2 -> L1: fail;
}

proc init() {
  exit L1;
  L0 -> L1: assume[assumption] !x && !y;
}
)",
       true,
       true,
       true},
      {"threads_apart",
       R"(entry init;
threads A.main, B.main;
global x: bool = ?;
global y: bool = ?;

proc A.main() {
  exit L1;
  L0 -> L1: x := true;
}

proc B.main() {
  exit L1;
  L0 -> L1: y := x;
}

proc init() {
  exit L1;
  L0 -> L1: assume[assumption] !x && !y;
}
)",
       true,
       true,
       true},
  };
  return list;
}

} // namespace kleene::evidence::testing_support
