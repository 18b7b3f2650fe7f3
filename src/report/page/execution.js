"use strict";
// An execution that can be stepped through: the call tree, and the variables and memory after the chosen step.

class Execution {
  constructor(host, list, source) {
    this.host = host; this.list = list; this.source = source;
    this.at = 0; this.shown = null;
    this.choice = make("select", "", list.map((e, i) => make("option", "", e.title, {value: i})), {"aria-label": "counterexample"});
    this.choice.onchange = () => this.choose(Number(this.choice.value));
    const button = (text, title, move) => {
      const b = make("button", "", text, {title, "aria-label": title});
      b.onclick = move;
      return b;
    };
    this.position = make("span", "where");
    this.bar = make("div", "bar", [
      button("|◀", "first step (Home)", () => this.go(0)),
      button("◀", "step back (←)", () => this.go(this.at - 1)),
      button("▶", "step (→)", () => this.go(this.at + 1)),
      button("⤼", "step over (n)", () => this.go(this.over())),
      button("⤴", "step out (u)", () => this.go(this.out())),
      button("◆", "next step that matters (m)", () => this.go(this.matter())),
      button("▶|", "last step (End)", () => this.go(this.steps.length - 1)),
      this.position]);
    this.about = make("div");
    this.tree = make("div", "tree", null, {tabindex: "0", role: "listbox", "aria-label": "steps of the execution"});
    this.state = make("div", "state", null, {"aria-live": "polite"});
    host.append(...(list.length > 1 ? [make("div", "bar", [this.choice])] : []), this.about, this.bar,
      make("div", "split", [this.tree, this.state]));
    this.choose(0, false);
  }

  choose(i, goes = true) {
    const entry = this.list[i];
    this.choice.value = i;
    this.shown = entry.counterexample;
    this.steps = this.fromTheirBeginnings(this.shown.tree || []);
    this.folded = new Set();
    this.describe();
    this.draw();
    this.source.showPath(this.steps);
    this.go(this.steps.length - 1, goes);
    if (!this.steps.length && goes) this.source.goTo(this.shown.place);
  }

  // Threads begin inside calls of the library: depths count from the first function of each that is shown.
  fromTheirBeginnings(steps) {
    if ((this.shown.threads || []).length < 2 || steps.some((step) => step.state)) return steps;
    const least = new Map();
    for (const step of steps) least.set(step.thread || 0, Math.min(step.depth, least.get(step.thread || 0) ?? step.depth));
    return steps.map((step) => ({...step, depth: step.depth - least.get(step.thread || 0)}));
  }

  describe() {
    const c = this.shown, parts = [];
    const placed = !c.place.line || c.what.includes(":" + c.place.line + ":");
    parts.push(make("div", "note " + (c.headline === "Witness" ? "true" : "false"), c.what + (placed ? "" : ", " + c.place.file + ":" + c.place.line)));
    if (c.command_line) parts.push(make("p", "mono", "Command line: " + c.command_line));
    const inputs = (c.inputs || []).filter((x) => !x.origin.startsWith("environment."));
    if (inputs.length) {
      const shown = inputs.slice(0, 12).map((x) => (x.stands_for || x.origin) + " = " + x.value).join(", ");
      parts.push(make("p", "mono", "Inputs: " + shown + (inputs.length > 12 ? ", … (" + inputs.length + " in all)" : "")));
    }
    if (c.loop_after !== undefined) parts.push(make("p", "soft", "The steps marked ~ repeat for ever."));
    this.about.replaceChildren(...parts);
    this.bar.hidden = !this.steps.length;
  }

  draw() {
    const lanes = this.shown.threads || [];
    const rows = [];
    if (lanes.length > 1) {
      const head = make("div", "lanes", lanes.map((name, i) => make("span", "", "[" + i + "] " + name)));
      head.style.gridTemplateColumns = "repeat(" + lanes.length + ", 1fr)";
      rows.push(head);
    }
    this.rows = this.steps.map((step, i) => {
      const next = this.steps[i + 1];
      const opens = step.kind === "call" && next && next.depth > step.depth;
      const fold = make("button", "fold", opens ? "▾" : " ", {tabindex: "-1", "aria-label": "fold this call"});
      if (opens) fold.onclick = (event) => { event.stopPropagation(); this.fold(i); };
      const code = make("span", "code", (step.repeats ? "~ " : "") + (step.place.text || "").trim(), {title: step.function + ":" + step.place.line});
      const row = make("div", "step " + (step.kind || "step"), [fold, code, make("span", "what", step.what)], {role: "option", id: "step" + i});
      row.style.paddingLeft = 6 + 14 * Math.min(step.depth, 24) + "px";
      if (lanes.length > 1) {
        row.classList.add("lane");
        row.style.marginLeft = 100 * (step.thread || 0) / lanes.length + "%";
        row.style.width = 100 / lanes.length + "%";
      }
      for (const flag of ["matters", "decisive", "repeats"]) if (step[flag]) row.classList.add(flag);
      if (i + 1 === this.steps.length && !step.repeats) row.classList.add("last");
      row.onclick = () => this.go(i);
      if (step.skipped) rows.push(make("div", "gap", "… " + step.skipped + " steps …"));
      rows.push(row);
      return row;
    });
    if (!this.steps.length) rows.push(make("div", "gap", "No single execution is shown: see the text."));
    this.tree.replaceChildren(...rows);
  }

  fold(i) {
    if (!this.folded.delete(i)) this.folded.add(i);
    this.rows[i].firstChild.textContent = this.folded.has(i) ? "▸" : "▾";
    let hide = -1;
    this.steps.forEach((step, n) => {
      if (hide >= 0 && step.depth <= hide) hide = -1;
      this.rows[n].hidden = hide >= 0;
      this.rows[n].style.display = hide >= 0 ? "none" : "";
      if (hide < 0 && this.folded.has(n)) hide = step.depth;
    });
  }

  over() {
    const depth = this.steps[this.at].depth;
    for (let i = this.at + 1; i < this.steps.length; ++i) if (this.steps[i].depth <= depth) return i;
    return this.steps.length - 1;
  }
  out() {
    const depth = this.steps[this.at].depth;
    for (let i = this.at + 1; i < this.steps.length; ++i) if (this.steps[i].depth < depth) return i;
    return this.steps.length - 1;
  }
  matter() {
    for (let i = this.at + 1; i < this.steps.length; ++i) if (this.steps[i].matters || this.steps[i].decisive) return i;
    return this.steps.length - 1;
  }

  go(i, goes = true) {
    if (!this.steps.length) return;
    this.at = Math.max(0, Math.min(i, this.steps.length - 1));
    this.tree.querySelectorAll(".step.here").forEach((row) => row.classList.remove("here"));
    const row = this.rows[this.at];
    row.classList.add("here");
    this.tree.setAttribute("aria-activedescendant", row.id);
    const box = row.getBoundingClientRect(), frame = this.tree.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom) this.tree.scrollTop += box.top - frame.top - frame.height / 2;
    const step = this.steps[this.at];
    this.position.textContent = "step " + (this.at + 1) + " of " + this.steps.length + ", " + step.function + ":" + step.place.line;
    const buttons = this.bar.querySelectorAll("button");
    buttons[0].disabled = buttons[1].disabled = this.at === 0;
    buttons[2].disabled = buttons[6].disabled = this.at + 1 === this.steps.length;
    this.drawState();
    if (goes) this.source.goTo(step.place);
  }

  // Globals, memory and frames after step n: values are those that steps changed, from the last whole state on.
  stateAfter(n) {
    let state = {globals: {}, memory: {}, threads: new Map()};
    for (let i = 0; i <= n; ++i) {
      const step = this.steps[i], thread = step.thread || 0;
      if (step.state) {
        state.globals = {...step.state.globals};
        state.memory = {...step.state.memory};
        state.threads.set(thread, (step.state.frames || []).map((f) => ({name: f.function, values: {...f.values}})));
      }
      if (!state.threads.has(thread)) state.threads.set(thread, []);
      const frames = state.threads.get(thread);
      while (frames.length > step.depth + 1) frames.pop();
      while (frames.length < step.depth + 1) frames.push({name: step.function, values: {}});
      frames[step.depth].name = step.function;
      if (step.kind === "call") frames.push({name: step.callee || "", values: {}});
      const top = frames[frames.length - 1];
      for (const name in step.values || {}) {
        const scope = (step.scopes || {})[name];
        (scope === "global" ? state.globals : scope === "memory" ? state.memory : top.values)[name] = step.values[name];
      }
    }
    return state;
  }

  drawState() {
    const step = this.steps[this.at], state = this.stateAfter(this.at);
    const changed = step.values || {}, scopes = step.scopes || {};
    const table = (title, values, classes, scope) => {
      const names = Object.keys(values);
      const body = names.length
        ? make("table", "", [make("tbody", "", names.map((name) => {
            const fresh = name in changed && (scopes[name] || "") === scope && !classes.includes("below");
            return make("tr", fresh ? "changed" : "", [make("td", "", name), make("td", "", String(values[name]))]);
          }))])
        : make("div", "empty", "no variables have changed");
      return make("div", "frame " + classes, [make("h3", "", title), body]);
    };
    const frames = state.threads.get(step.thread || 0) || [];
    const parts = [];
    const lane = (this.shown.threads || []).length > 1 ? "[" + (step.thread || 0) + "] " : "";
    for (let i = frames.length - 1; i >= 0; --i)
      parts.push(table(lane + frames[i].name, frames[i].values, i === frames.length - 1 ? "top" : "below", ""));
    if (Object.keys(state.globals).length) parts.push(table("global variables", state.globals, "globals", "global"));
    if (Object.keys(state.memory).length) parts.push(table("memory", state.memory, "memory", "memory"));
    this.state.replaceChildren(...parts);
  }

  key(event) {
    const moves = {ArrowRight: () => this.at + 1, ArrowLeft: () => this.at - 1, j: () => this.at + 1, k: () => this.at - 1,
      n: () => this.over(), u: () => this.out(), m: () => this.matter(), Home: () => 0, End: () => this.steps.length - 1};
    if (!moves[event.key] || !this.steps.length) return false;
    this.go(moves[event.key]());
    return true;
  }
}
