// SPDX-License-Identifier: Apache-2.0
#include "random_program.h"

namespace kleene::symbolic::test {

std::string RandomProgram::variable() {
  static const char* const names[] = {"x", "y", "z", "g"};
  return names[below(4)];
}

std::string RandomProgram::number(const std::string& type) {
  static const char* const values[] = {"0", "1", "2", "3", "-1", "5", "100", "-128", "255"};
  std::string value = values[below(9)];
  if (type[0] == 'u' && value[0] == '-') value = "7";
  return value + ":" + type;
}

std::string RandomProgram::term(int depth) {
  if (depth == 0 || below(4) == 0) return below(3) == 0 ? number("i32") : variable();
  auto sub = [&] { return term(depth - 1); };
  switch (below(simple_ ? 10 : 12)) {
  case 0:
    return "(" + sub() + " * " + sub() + ")";
  case 1:
    return "(" + sub() + " - " + sub() + ")";
  case 2:
    return "(" + sub() + " & " + sub() + ")";
  case 3:
    return "(" + sub() + " ^ " + sub() + ")";
  case 4:
    return "cast[i32](cast[u8](" + sub() + "))";
  case 5:
    return "cast[i32](cast[i8](" + sub() + "))";
  case 6:
    return "ite(" + condition(depth - 1) + ", " + sub() + ", " + sub() + ")";
  case 7:
    return "(" + sub() + " / 3:i32)";
  case 8:
    return "(" + sub() + " >> 2:i32)";
  case 10:
    return "load[i32](m, ptradd(&a, cast[u64](" + sub() + " & 7:i32) * 4:u64))";
  default:
    return "(" + sub() + " + " + sub() + ")";
  }
}

std::string RandomProgram::condition(int depth) {
  static const char* const operators[] = {" < ", " <= ", " == ", " != "};
  return "(" + term(depth) + operators[below(4)] + term(depth) + ")";
}

/// A byte offset at which `width` bytes fit.
std::string RandomProgram::offset(unsigned width, unsigned size) {
  if (below(2) == 0) return std::to_string(below(size - width + 1)) + ":u64";
  return "(cast[u64](" + variable() + ") & " + std::to_string(width == 1 ? 7 : 4) + ":u64)";
}

void RandomProgram::edge(const std::string& from,
                         const std::string& to,
                         const std::string& statement) {
  body_ += "  " + prefix_ + from + " -> " + (to == "exit" ? "" : prefix_) + to + ": " + statement
           + ";\n";
}

void RandomProgram::memory_statement(const std::string& from, const std::string& to) {
  static const char* const types[] = {"u8", "i16", "i32"};
  static const unsigned widths[] = {1, 2, 4};
  unsigned pick = below(3);
  std::string address = "ptradd(p, " + offset(widths[pick], 8) + ")";
  std::string type = types[pick];
  switch (below(4)) {
  case 0:
    edge(from, to, "n := store(n, " + address + ", cast[" + type + "](" + term(1) + "))");
    break;
  case 1:
    edge(from, to, variable() + " := cast[i32](load[" + type + "](n, " + address + "))");
    break;
  case 2:
    edge(from,
         to,
         "m := store(m, ptradd(&a, cast[u64](" + term(1) + " & 7:i32) * 4:u64), " + term(1) + ")");
    break;
  default:
    edge(from, to, "n := memcopy(n, p, n, ptradd(p, " + offset(4, 8) + "), 3)");
    break;
  }
}

void RandomProgram::branch(const std::string& from, const std::string& to, int depth) {
  std::string c = condition(1);
  std::string yes = place();
  std::string no = place();
  edge(from, yes, "assume " + c);
  edge(from, no, "assume !" + c);
  sequence(yes, to, depth - 1);
  if (below(2) == 0)
    edge(no, to, "skip");
  else
    sequence(no, to, depth - 1);
}

void RandomProgram::loop(const std::string& from, const std::string& to, int depth) {
  std::string counter = "c" + std::to_string(next_counter_++ % 4);
  std::string head = place();
  std::string inside = place();
  std::string back = place();
  std::string limit = below(2) == 0 ? "3:i32" : "(" + variable() + " & 3:i32)";
  edge(from, head, counter + " := 0");
  std::string goes_on = "(" + counter + " < " + limit + ")";
  edge(head, inside, "assume " + goes_on);
  edge(head, to, "assume !" + goes_on);
  sequence(inside, back, depth - 1);
  edge(back, head, counter + " := " + counter + " + 1");
}

void RandomProgram::statement(const std::string& from, const std::string& to, int depth) {
  unsigned kinds = simple_ ? 8 : 10;
  switch (depth == 0 ? below(6) : below(kinds)) {
  case 0:
    edge(from, to, "havoc " + variable() + " from \"__VERIFIER_nondet_int\"");
    break;
  case 1:
  case 2:
    if (simple_)
      edge(from, to, variable() + " := " + term(1));
    else
      memory_statement(from, to);
    break;
  case 3:
    edge(from, to, "x := " + term(2) + ", y := " + term(2));
    break;
  case 4:
  case 5:
    edge(from, to, variable() + " := " + term(3));
    break;
  case 6:
  case 7:
    branch(from, to, depth);
    break;
  case 8:
    loop(from, to, depth);
    break;
  default:
    edge(from, to, "call " + variable() + " := f(" + term(1) + ", p)");
    break;
  }
}

void RandomProgram::sequence(const std::string& from, const std::string& to, int depth) {
  std::string here = from;
  for (unsigned left = 1 + below(3); left > 0; --left) {
    std::string next = left == 1 ? to : place();
    statement(here, next, depth);
    here = next;
  }
}

std::string RandomProgram::simple_text() {
  simple_ = true;
  std::string text = this->text();
  simple_ = false;
  return text;
}

std::string RandomProgram::text() {
  std::string result = "global g: i32 = 3;\nglobal m: memory cell i32;\nglobal n: memory;\n"
                       "global al: allocation;\n"
                       "object a at 0x1000 size 32 in m bytes \"01000000 ff000000 05\";\n";
  std::string locals = "  local y, z, c0, c1, c2, c3: i32;\n";
  prefix_ = "m_";
  body_ = "proc main() {\n  local p: u64;\n  local x: i32;\n" + locals;
  edge("s0", "s1", simple_ ? "p := 0" : "alloc p := 8 in n zeroed align 8 named \"malloc\"");
  edge("s1", "s2", "havoc x, y from \"__VERIFIER_nondet_int\"");
  edge("s2", "s3", "z := 1, c0 := 0, c1 := 0, c2 := 0, c3 := 0");
  sequence("s3", "s4", 3);
  sequence("s4", "s5", 3);
  std::string c = condition(1);
  edge("s5", "error", "assume " + c);
  edge("s5", "exit", "assume !" + c);
  body_ += "  location m_error label ERROR;\n  m_error -> exit: skip;\n}\n";
  result += body_;
  prefix_ = "f_";
  body_ = "proc f(x: i32, p: u64) returns (r: i32) {\n" + locals;
  edge("s0", "s1", "y := 0, z := x, c0 := 0, c1 := 0, c2 := 0, c3 := 0");
  // Recursion ends: the argument goes down to zero.
  edge("s1", "s2", "assume (x & 3:i32) == 0:i32");
  edge("s1", "s3", "assume !((x & 3:i32) == 0:i32)");
  sequence("s2", "s4", 1);
  edge("s3", "s4", "call y := f((x & 3:i32) - 1:i32, p)");
  edge("s4", "exit", "r := y + g");
  return result + body_ + "}\n";
}

} // namespace kleene::symbolic::test
