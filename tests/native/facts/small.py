# SPDX-License-Identifier: Apache-2.0
"""Random C programs without inputs that matter beyond a few: records, bit-fields, pointers, function pointers, recursion, the heap,
all integer types, casts, shifts, switches, loops. Every behaviour is seen when all inputs are tried. No expression depends on
the order of evaluation, and nothing is undefined but signed overflow, which wraps."""

import itertools

from facts.program import Program

TYPES = (["char", "signed char", "unsigned char", "short", "unsigned short", "int", "int", "int", "int", "unsigned",
    "long", "unsigned long", "long long", "unsigned long long"])
RANGE = 3  # inputs are 0 .. RANGE - 1


class Writer:
    """Writes one program."""

    def __init__(self, choice):
        self.choice = choice
        self.text = []
        self.scalars = []  # names of variables in scope
        self.pointers = []  # names of pointers to int in scope
        self.functions = []  # (name, number of parameters)
        self.names = 0
        self.endless = choice.random() < 0.5

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def constant(self):
        return (self.choice.choice(["0", "1", "2", "3", "5", "7", "-1", "-2", "10", "100", "127", "255", "1000",
            "65535", "2147483647", "2147483647", "2147483600", "0x80000000u", "40000"]))

    def atom(self):
        choice = self.choice
        roll = choice.random()
        if roll < 0.5 and self.scalars:
            return choice.choice(self.scalars)
        if roll < 0.58 and self.pointers:
            return "*" + choice.choice(self.pointers)
        if roll < 0.66:
            return f"table[{choice.choice(self.scalars or ['1'])} & 3]"
        if roll < 0.76:
            return (choice.choice(["s.a", "s.b", "s.c", "s.d", "q->a", "q->d", "s.in.x", "q->in.y", "u.half[1]",
                "u.whole", "s.e"]))
        return self.constant()

    def expression(self, depth=2):
        choice = self.choice
        if depth == 0 or choice.random() < 0.15:
            return self.atom()
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        sign = (choice.choice(["+", "+", "-", "-", "*", "&", "|", "^", "<", "<=", "==", "!=", ">", "/", "%", "<<",
            ">>", "?", "cast", "cast", "unary", "&&", "||"]))
        if sign in "/%":
            return f"(({left}) {sign} ((({right}) & 7) + 1))"
        if sign == "<<":
            return f"((unsigned)({left}) << (({right}) & 7))"
        if sign == ">>":
            return f"(({left}) >> (({right}) & 7))"
        if sign == "?":
            return f"({self.expression(depth - 1)} ? {left} : {right})"
        if sign == "cast":
            return f"(({choice.choice(TYPES)})({left}))"
        if sign == "unary":
            return f"({choice.choice(['-', '~', '!'])}({left}))"
        return f"({left} {sign} {right})"

    def place(self):
        choice = self.choice
        roll = choice.random()
        if roll < 0.55 and self.written:
            return choice.choice(self.written)
        if roll < 0.65 and self.pointers:
            return "*" + choice.choice(self.pointers)
        if roll < 0.8:
            return f"table[{self.atom()} & 3]"
        return (choice.choice(["s.a", "s.b", "s.c", "s.d", "s.e", "q->a", "q->b", "q->c", "s.in.x", "u.whole",
            "u.half[0]"]))

    def statement(self, depth, indent, in_loop):
        """Appends a statement."""
        choice, line = self.choice, self.line
        roll = choice.random()
        if depth == 0 or roll < 0.3:
            sign = choice.choice(["=", "=", "=", "+=", "-=", "*=", "^=", "|=", "&="])
            line(indent, f"{self.place()} {sign} {self.expression()};")
        elif roll < 0.37:
            large = choice.choice(["2147483647", "1073741824", "65536", "46341", "2147483600", "-2147483647"])
            line(indent, f"{self.place_without_effect()} = (int)({self.expression(1)}) {choice.choice('+-*')} {large};")
        elif roll < 0.4:
            line(indent, f"{self.place()}{choice.choice(['++', '--'])};")
        elif roll < 0.54:
            line(indent, f"if ({self.expression()}) {{")
            self.block(depth - 1, indent + 1, in_loop)
            if choice.random() < 0.5:
                line(indent, "} else {")
                self.block(depth - 1, indent + 1, in_loop)
            line(indent, "}")
        elif roll < 0.64:
            self.loop(depth, indent)
        elif roll < 0.71:
            self.switch(depth, indent, in_loop)
        elif roll < 0.8 and self.functions:
            name, count = choice.choice(self.functions)
            arguments = ", ".join(self.expression(1) for _ in range(count))
            line(indent, f"{self.place_without_effect()} = {name}({arguments});")
        elif roll < 0.85 and len(self.functions) >= 2:
            line(indent, f"{self.place_without_effect()} = pick[{self.atom()} & 1]({self.expression(1)}, "
                f"{self.expression(1)});")
        elif roll < 0.9:
            line(indent, choice.choice(["p = &s.d;", "p = &table[1];", "p = c1 & 1 ? &t.d : &table[3];", "q = &t;",
                "q = &s;", "t = s;", "s = t;", "q = c1 ? &s : &t;"]))
        elif roll < 0.95:
            line(indent, choice.choice([f"push({self.expression(1)});", "g = pop();", "g += sum(list);"]))
        elif in_loop:
            line(indent, f"if ({self.expression(1)}) {choice.choice(['break', 'continue'])};")
        else:
            line(indent, ";")

    def place_without_effect(self):
        return self.choice.choice(self.written) if self.written else "g"

    def loop(self, depth, indent):
        choice = self.choice
        counter = self.name("i")
        bound = choice.choice(["2", "3", "4", f"({self.atom()} & 3)"])
        if self.endless and choice.random() < 0.7:
            kind = choice.choice(["unsigned char", "signed char", "unsigned"])
            start, step, stop = choice.randint(0, 3), choice.choice([1, 2, 2, 3, 4, -2]), choice.choice(["7",
                "c1 + 4", "5", "c2"])
            most = choice.choice(["!=", "!=", "<"]) if kind != "unsigned" else "<"
            self.line(indent, f"for ({kind} {counter} = {start}; {counter} {most} {stop}; {counter} += {step}) {{")
        elif choice.random() < 0.3:
            self.line(indent, f"int {counter} = {bound};")
            self.line(indent, f"while ({counter}-- > 0) {{")
        else:
            self.line(indent, f"for (int {counter} = 0; {counter} < {bound}; {counter}++) {{")
        self.line(indent + 1, "STEP;")
        self.scalars.append(counter)
        self.block(depth - 1, indent + 1, True)
        self.scalars.remove(counter)
        self.line(indent, "}")

    def switch(self, depth, indent, in_loop):
        self.line(indent, f"switch ({self.expression(1)} & 3) {{")
        for label in self.choice.sample(["case 0:", "case 1:", "case 2:", "default:"], self.choice.randint(2, 4)):
            self.line(indent, label)
            self.statement(depth - 1, indent + 1, False)
            if self.choice.random() < 0.6:
                self.line(indent + 1, "break;")
        self.line(indent, "}")

    def block(self, depth, indent, in_loop):
        outer = list(self.scalars), list(self.written)
        if self.choice.random() < 0.3:
            name = self.name("v")
            self.line(indent, f"{self.choice.choice(TYPES)} {name} = {self.expression(1)};")
            self.scalars.append(name)
            self.written = [*self.written, name]
        for _ in range(self.choice.randint(1, 2)):
            self.statement(depth, indent, in_loop)
        self.scalars, self.written = outer

    def line(self, indent, text):
        self.text.append("  " * indent + text)

    def function(self):
        choice = self.choice
        name = self.name("f")
        first, second = self.name("x"), self.name("y")
        kinds = choice.choice(TYPES), choice.choice(TYPES)
        self.line(0, f"static int {name}({'int' if self.plain else kinds[0]} {first}, "
            f"{'int' if self.plain else kinds[1]} {second}) {{")
        self.line(1, "STEP;")
        self.scalars, self.written = ["g", "h", first, second], ["g", "h", second]
        if choice.random() < 0.4:
            self.line(1, f"if ({first} <= 0 || {first} > 3) return {self.expression(1)};")
            self.line(1, f"{choice.choice(['g', 'h', second])} {choice.choice(['+=', '=', '^='])} "
                f"{name}({first} - 1, {self.expression(1)});")
        for _ in range(choice.randint(1, 3)):
            self.statement(2, 1, False)
        self.line(1, f"return {self.expression()};")
        self.line(0, "}")
        self.functions.append((name, 2))

    def program(self):
        choice = self.choice
        self.written, self.plain = [], True
        self.line(0, DECLARATIONS % (choice.choice(["int", *TYPES]), choice.choice(TYPES)))
        self.pointers = ["p"]
        for number in range(choice.randint(0, 3)):
            self.plain = number < 2
            self.function()
            if number == 1:
                self.line(0,
                    f"static int (*const pick[2])(int, int) = {{{self.functions[0][0]}, {self.functions[1][0]}}};")
        self.line(0, "int main(void) {")
        count = choice.randint(1, 3)
        for number in range(1, 3):
            value = "__VERIFIER_nondet_int()" if number <= count else "1"
            self.line(1, f"int c{number} = {value};")
            if number <= count:
                self.line(1, f"if (c{number} < 0 || c{number} >= {RANGE}) return 0;")
        self.scalars, self.written = ["g", "h", "c1", "c2"], ["g", "h"]
        self.line(1, "input1 = c1; input2 = c2;")
        if self.endless:
            self.loop(1, 1)
        for _ in range(choice.randint(2, 5)):
            self.statement(3, 1, False)
        self.line(1, "long long result = g * 3LL + h + s.a + q->d + table[2] + u.whole + *p;")
        self.line(1, "FACT(1, result & 7);")
        self.line(1, "FACT(2, result);")
        self.line(1, "FACT(3, g & 3);")
        self.line(1, "return 0;")
        self.line(0, "}")
        inputs = tuple(itertools.product(range(RANGE), repeat=min(count, 2)))
        body = "\n".join(self.text).replace("q = c1 ?", "q = input1 ?").replace("p = c1 &", "p = input2 &")
        return (Program(body.replace("c1 + 4", "input1 + 4").replace("< c2;", "< input2;").replace("!= c2;",
            "!= input2;") + "\n", inputs=inputs))


DECLARATIONS = """#ifdef OBSERVE
void step(void);
#define STEP step()
#else
#define STEP
#endif
void *malloc(__SIZE_TYPE__);
void free(void *);
static %s g;
static %s h = 3;
static int input1, input2;
static int table[4] = {1, -2, 3, 4};
static struct record {
  int a : 5;
  unsigned b : 3;
  short c;
  int d;
  struct { unsigned char x; long y; } in;
  _Bool e;
} s = {1, 2, 3, 4, {5, 6}, 1}, t = {.d = 9}, *q = &s;
static union { unsigned whole; unsigned short half[2]; } u = {0x12345};
static int *p = &table[0];
struct node { int value; struct node *next; };
static struct node *list;
static int length;
static void push(int value) {
  if (length >= 3) return;
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = list;
  list = n;
  length++;
}
static int pop(void) {
  if (!list) return -1;
  struct node *n = list;
  int value = n->value;
  list = n->next;
  free(n);
  length--;
  return value;
}
static int sum(struct node *n) { return n ? n->value + sum(n->next) : 0; }"""


def generate(choice):
    return Writer(choice).program()
