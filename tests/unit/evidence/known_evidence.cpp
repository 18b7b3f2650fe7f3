// SPDX-License-Identifier: Apache-2.0
#include "known_evidence.h"

namespace kleene::evidence::testing_support {

const std::vector<KnownEvidence>& known_evidence() {
  static const std::vector<KnownEvidence> list{
      {"execution", "count_bad", "count", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence execution
steps 24
input 0
end
)"},
      {"invariants", "count", "count_bad", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence invariants
null unstated
induction 1
procedure main
at main head !(11 <= x) && 0 <= x && x <= 10 && x <= 11
end
)"},
      {"bounds", "count", "count_bad", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence bounds
rounds 10
depth 1
end
)"},
      {"all-runs", "flips", "flips_bad", Property::UnreachCall, R"(kleene evidence 1
property termination
integers machine
evidence all-runs
runs 20000
steps 30000000
end
)"},
      {"ranks", "turns", "turns_for_ever", Property::Termination, R"(kleene evidence 1
property termination
integers machine
evidence ranks
null false
induction 1
procedure main
at main start true
at main head true
at main exit true
summary main true
order 0
layer main exit true
layer main head !g
layer main start g
layer main head g
layer main start !g
end
)"},
      {"lasso", "spin", "spin_ends", Property::Termination, R"(kleene evidence 1
property termination
integers machine
evidence lasso
steps 1
input 1
loop-steps 4
end
)"},
      {"recurrent-set", "spin", "spin_ends", Property::Termination, R"(kleene evidence 1
property termination
integers machine
evidence recurrent-set
steps 0
reaches main start
in main start true
in main head ite(x == 2, x != 1, x == 1)
let part$1 bool = 3 - x == 1
in main body ite(3 - x == 2, !part$1, part$1)
choice main 0
choose i32 0
choice main 0
choose i32 1
choice main 0
choose i32 -1
choice main 0
choose i32 2
choice main 0
choose i32 3
null false
induction 1
procedure main
at main start true
at main head x != 2 || x != 1
at main body 3 - x != 2 || !part$1
at main exit true
summary main true
end
)"},
      {"ranking", "count", "spin", Property::Termination, R"(kleene evidence 1
property termination
integers machine
evidence ranking
null unstated
induction 1
procedure main
at main start true
rank i64 3
rank i64 0
rank i64 0
at main go true
rank i64 2
rank i64 0
rank i64 0
at main head 0 <= x && x <= 10 && x != 11
rank i64 1
rank i64 10 - cast[i64](x)
rank i64 0
at main exit x == 10
rank i64 0
rank i64 0
rank i64 0
summary main true
end
)"},
      {"invariants of Booleans", "flips", "flips_bad", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence invariants
null false
induction 1
procedure main
at main start !g
at main middle g
at main check !g
at main exit true
summary main true
procedure flip
at flip start g$entry == g
at flip exit g$entry == !g
summary flip g$entry == !g
order 0
end
)"},
      {"activations", "flips_bad", "flips", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence activations
run flip g=0
goes 0
run flip g=1
goes 0
open main
goes 0@1 1@2 2
end
)"},
      {"layered-recurrence", "turns_for_ever", "turns", Property::Termination, R"(kleene evidence 1
property termination
integers machine
evidence layered-recurrence
in main start true
in main head g
end
)"},
      {"leaps", "long_way", "long_way_elsewhere", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence leaps
leap forward
region main head !(1000000000000 < i)
entry main head i == 0
exit main head !(1000000000000 < i) && !(i < 1000000000000) && i == 1000000000000
step
take main 1 2
way
take main 0
over 1
take main 3 4
end
)"},
      {"must-sets", "long_way", "long_way_elsewhere", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence must-sets
steps 0
reaches main start
leads main error i == 1000000000000
rank i64 0
rank i64 0
rank i64 1
rank i64 0
rank i64 0
rank i64 0
leads main head i <= 1000000000000 && !(i < 1000000000000) && i == 1000000000000
rank i64 0
rank i64 0
rank i64 2
rank i64 0
rank i64 0
rank i64 0
leads main start true
rank i64 0
rank i64 1
rank i64 1
rank i64 0
rank i64 0
rank i64 0
leads main head i <= 1000000000000 && i < 1000000000000 && i != 1000000000000
rank i64 0
rank i64 1
rank i64 0
rank i64 1000000000000 - cast[i64](i)
rank i64 0
rank i64 0
leads main check i == 1000000000000 && i == 1000000000000
rank i64 0
rank i64 0
rank i64 1
rank i64 0
rank i64 0
rank i64 1
leads main body i + 1 <= 1000000000000 && !(i + 1 < 1000000000000) && i + 1 == 1000000000000
rank i64 0
rank i64 0
rank i64 2
rank i64 0
rank i64 0
rank i64 1
leads main body i + 1 <= 1000000000000 && i + 1 < 1000000000000 && i + 1 != 1000000000000
rank i64 0
rank i64 1
rank i64 0
rank i64 1000000000000 - cast[i64](i + 1)
rank i64 0
rank i64 1
summary main false
end
)"},
      {"schedule", "threads_bad", "threads", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence schedule
slice 0 1
slice 1 1
slice 2 1
input 0
end
)"},
      {"interleavings", "threads", "threads_bad", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence interleavings
unfolded 1 0
thread
place
active 0 true
active 1 ite(x, false, ite(y, false, true))
thread
place
waits 0 0
active 0 ite(x, false, ite(y, false, true))
active 1 ite(x, ite(y, false, true), false)
thread
place
waits 0 0
active 0 ite(x, false, ite(y, false, true))
active 1 ite(x, false, ite(y, false, true))
order 0 1
end
)"},
      {"stacks", "threads", "threads_bad", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence stacks
shared 00 running,running,running
shared 10 running,running,running
shared 11 running,running,running
shared 01 running,running,running
shared 00 running,running,running returning init -
shared 10 running,running,running returning A.main -
shared 00 running,running,running returning B.main -
shared 10 running,running,running returning B.main -
symbol bottom
symbol frame init 0 -
symbol frame init 1 -
symbol frame A.main 0 -
symbol frame B.main 0 -
symbol frame B.main 1 -
symbol frame A.main 1 -
automaton
state
edge 0 1
edge 1 2
edge 2 2
state accepting
state
edge 0 1
automaton
state
edge 3 1
state
edge 0 2
state accepting
automaton
state
edge 4 1
state
edge 0 2
state accepting
automaton
state
edge 1 1
state
edge 0 2
state accepting
automaton
state
edge 0 1
state accepting
automaton
state
edge 0 1
edge 4 2
edge 5 2
state accepting
state
edge 0 1
automaton
state
edge 0 1
edge 6 2
state accepting
state
edge 0 1
set 0 0 0 1 2
set 0 1 3 1 2
set 0 2 3 1 2
set 0 3 3 1 2
set 0 4 4 1 2
set 1 0 4 1 5
set 1 1 4 6 5
set 1 5 4 4 5
set 2 0 4 1 5
set 2 1 4 6 5
set 2 6 4 1 4
set 2 7 4 6 4
end
)"},
      {"control-flow", "threads_apart", "threads_bad", Property::UnreachCall, R"(kleene evidence 1
property unreach-call
integers machine
evidence control-flow
end
)"},
  };
  return list;
}

} // namespace kleene::evidence::testing_support
