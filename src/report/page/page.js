"use strict";
// Puts the page together: the verdict, the tabs, the keyboard.

const data = JSON.parse(document.getElementById("data").textContent);
const doc = data.document;
const tried = doc.tried || [];
const checks = doc.checks || [];
const proof = doc.proof || doc.partial_proof;
const moreProofs = doc.more_proofs || [];
const facts = [proof, ...moreProofs].flatMap((p) => (p && p.facts) || []);

function verdictClass(verdict) {
  return verdict === "true" ? "true" : (verdict || "").startsWith("false") ? "false" : verdict === "unknown" ? "unknown" : "error";
}

function drawHeader() {
  const header = document.querySelector("header");
  const title = {"true": "✓ true", "false": "✗ " + doc.verdict, "unknown": "? unknown", "error": "! " + doc.verdict}[verdictClass(doc.verdict)];
  const line = [doc.property, doc.engine && "answered by " + doc.engine, doc.data_model, doc.seconds.toFixed(2) + " s", "kleene " + doc.kleene];
  const counts = ["violated", "unknown", "proved", "not reached"].map((state) => {
    const n = checks.filter((c) => c.answer === state).length;
    if (!n) return null;
    const chip = make("button", "chip " + styleOf(state), sign[state] + " " + n + " " + state);
    chip.onclick = () => tabs.open("checks");
    return chip;
  });
  header.append(make("span", "badge " + verdictClass(doc.verdict), title, {id: "verdict"}),
    make("div", "about", [make("h1", "", doc.files.join(", ")), make("div", "soft", line.filter(Boolean).join(" · "))]),
    make("div", "counts", counts));
}

class Tabs {
  constructor() { this.bar = document.querySelector("#right .tabs"); this.all = new Map(); }
  add(id, title, fill) {
    const body = make("div", "body", null, {id, role: "tabpanel"});
    const tab = make("button", "", title, {role: "tab", "aria-controls": id});
    tab.onclick = () => this.open(id);
    document.getElementById("right").append(body);
    this.bar.append(tab);
    this.all.set(id, {body, tab});
    fill(body);
  }
  open(id) {
    for (const [other, entry] of this.all) {
      entry.body.hidden = other !== id;
      entry.tab.setAttribute("aria-selected", String(other === id));
    }
  }
  // The tab next to the open one.
  turn(by) {
    const ids = [...this.all.keys()];
    const now = ids.findIndex((id) => !this.all.get(id).body.hidden);
    const id = ids[(now + by + ids.length) % ids.length];
    this.open(id);
    this.all.get(id).tab.focus();
  }
}
const tabs = new Tabs();
let execution = null;

const source = new Source(document.getElementById("left"), document.querySelector("#left .tabs"), data.sources, (kind, what) => {
  if (kind === "fact") return showFact(what);
  const at = executions.findIndex((e) => e.check === what);
  if (at >= 0) { tabs.open("execution"); execution.choose(at); return; }
  tabs.open("checks");
  const row = document.querySelector('#checks tr[data-check="' + checks.indexOf(what) + '"]');
  if (row) { row.scrollIntoView({block: "center"}); row.focus(); }
});

const executions = checks.filter((c) => c.counterexample)
  .map((check) => ({title: check.file.split("/").pop() + ":" + check.line + ": " + check.what + " (" + check.property + ")", counterexample: check.counterexample, check}));
if (!executions.length && doc.counterexample)
  executions.push({title: doc.counterexample.what, counterexample: doc.counterexample});

function showFact(fact) {
  tabs.open("proof");
  document.querySelectorAll("#proof .card").forEach((card) => {
    const same = card.dataset.place === fact.place.file + ":" + fact.place.line;
    card.classList.toggle("here", same);
    if (same) card.scrollIntoView({block: "nearest"});
  });
  source.goTo(fact.place);
}

function checkedBy(p) {
  const counted = p.questions === 1 ? p.counted : p.counted.replace(/y$/, "ie") + "s";
  return "Checked by " + p.checker + (p.questions ? " (" + p.questions + " " + counted + ")" : "") + (p.induction > 1 ? ", " + p.induction + "-induction" : "") + ".";
}

function fillProof(body) {
  if (doc.vacuous) body.append(make("div", "note unknown", "Vacuous: " + doc.vacuous));
  body.append(make("p", "", doc.proof ? "Proved: " + proof.what + "." : "The proof of the checks that hold.", {id: "proved"}));
  if (proof.checker) body.append(make("p", "soft", checkedBy(proof)));
  for (const other of moreProofs)
    body.append(make("p", "", "Other checks have another proof: " + other.what + "."), make("p", "soft", checkedBy(other)));
  if (facts.length) body.append(make("h2", "", "Invariants and contracts"), make("p", "soft", "x@entry is the value of x when the procedure was entered. Marks ∀ in the source lead here."));
  for (const fact of facts) {
    const parts = fact.conjuncts && fact.conjuncts.length ? fact.conjuncts : [fact.formula];
    const head = make("h3", "", fact.where + (fact.place.line ? ", line " + fact.place.line : ""), {tabindex: "0", role: "button"});
    head.onclick = () => showFact(fact);
    head.onkeydown = (event) => { if (event.key === "Enter") showFact(fact); };
    body.append(make("div", "card", [head, make("ul", "", parts.map((p) => make("li", "", p)))], {"data-place": fact.place.file + ":" + fact.place.line}));
  }
}

function fillChecks(body) {
  const order = [...checks].sort((a, b) => rank[b.answer] - rank[a.answer]);
  body.append(make("table", "list", [make("tbody", "", order.map((check) => {
    const row = make("tr", "link", [
      make("td", "", [make("span", "chip " + styleOf(check.answer), sign[check.answer] + " " + check.answer)]),
      make("td", "", [make("div", "", check.what), make("div", "soft", check.property + (check.reason ? ": " + check.reason : ""))]),
      make("td", "mono soft", check.file.split("/").pop() + ":" + check.line)], {tabindex: "0", "data-check": checks.indexOf(check)});
    const show = () => {
      source.goTo(check);
      const at = executions.findIndex((e) => e.check === check);
      if (at >= 0) { tabs.open("execution"); execution.choose(at); }
    };
    row.onclick = show;
    row.onkeydown = (event) => { if (event.key === "Enter") show(); };
    return row;
  }))]));
}

function fillAssumptions(body) {
  body.append(make("table", "list", [make("tbody", "", doc.assumptions.map((a) =>
    make("tr", "", [make("td", "mono", a.name), make("td", "", a.text + ".")])))]));
  if (doc.missing_bodies.length)
    body.append(make("h2", "", "Functions without body that can be called"), make("p", "mono", doc.missing_bodies.join(", ")));
  if (doc.diagnostics.length)
    body.append(make("h2", "", "Messages"), make("table", "list", [make("tbody", "", doc.diagnostics.map((d) =>
      make("tr", "", [make("td", "", d.severity), make("td", "", d.message + (d.place && d.place.line ? " (" + d.place.file + ":" + d.place.line + ")" : ""))])))]));
}

function fillTried(body) {
  const longest = Math.max(0.001, ...tried.map((t) => t.seconds));
  body.append(make("table", "list", [make("thead", "", [make("tr", "", ["engine", "time", "outcome"].map((h) => make("th", "", h)))]),
    make("tbody", "", tried.map((t) => {
      const meter = make("span", "meter");
      meter.style.width = 70 * t.seconds / longest + "px";
      return make("tr", "", [make("td", "mono", t.engine), make("td", "time", [meter, document.createTextNode(t.seconds.toFixed(2) + " s")]), make("td", "", t.outcome)]);
    }))]));
  const look = doc.second_look;
  if (look) body.append(make("p", "soft", look.skipped ? "The compiled program was not run: " + look.skipped + "." : "The compiled program was run " + look.runs + " times (" + look.compilers.join(", ") + ") without a violation."));
}

drawHeader();
if (verdictClass(doc.verdict) === "unknown" || verdictClass(doc.verdict) === "error") tabs.add("unknown", "Unknown", (body) => {
  body.append(make("div", "note " + verdictClass(doc.verdict), doc.reason || ""));
  if (doc.hint) body.append(make("p", "", "Hint: " + doc.hint + ".", {id: "hint"}));
});
if (executions.length) tabs.add("execution", executions.length > 1 ? "Executions (" + executions.length + ")" : "Execution", (body) => {
  execution = new Execution(body, executions, source);
  body.append(make("p", "soft", [make("kbd", "", "←"), " ", make("kbd", "", "→"), " step, ", make("kbd", "", "n"), " over, ", make("kbd", "", "u"), " out, ",
    make("kbd", "", "m"), " next that matters, ", make("kbd", "", "Home"), " ", make("kbd", "", "End"), ", ", make("kbd", "", "["), " ", make("kbd", "", "]"), " tabs"]));
});
if (proof) tabs.add("proof", "Proof", fillProof);
if (checks.length) tabs.add("checks", "Checks (" + checks.length + ")", fillChecks);
tabs.add("assumptions", "Assumptions", fillAssumptions);
if (tried.length || doc.second_look) tabs.add("tried", "What was tried", fillTried);
if (data.text) tabs.add("text", "Text", (body) => body.append(make("pre", "text", data.text)));
const place = doc.counterexample && doc.counterexample.place;
const single = !checks.length && place && place.line ? [{...place, answer: "violated", what: doc.counterexample.what, property: doc.property}] : [];
source.addChecks(checks.concat(single));
facts.forEach((fact) => source.addFact(fact));
tabs.open([...tabs.all.keys()][0]);
if (execution && executions.length) execution.go(execution.steps.length - 1);
if (execution) execution.tree.focus({preventScroll: true});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(SELECT|INPUT)$/.test(event.target.tagName)) return;
  if (event.key === "[" || event.key === "]") { tabs.turn(event.key === "]" ? 1 : -1); event.preventDefault(); return; }
  const open = execution && !tabs.all.get("execution").body.hidden;
  const inSource = event.target.classList && event.target.classList.contains("source");
  if (open && !(inSource && /^(Home|End|ArrowLeft|ArrowRight)$/.test(event.key)) && execution.key(event)) event.preventDefault();
});
