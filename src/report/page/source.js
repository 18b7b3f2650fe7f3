"use strict";
// The source files with what is known of each line. Everything from the data becomes text nodes, never markup.

const rank = {"violated": 3, "unknown": 2, "proved": 1, "not reached": 0};
const sign = {"violated": "✗", "unknown": "?", "proved": "✓", "not reached": "–"};

// An element: classes, text or children, attributes.
function make(tag, classes, content, attributes) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  if (typeof content === "string" || typeof content === "number") element.textContent = content;
  else if (content) element.append(...content.filter(Boolean));
  for (const name in attributes || {}) element.setAttribute(name, attributes[name]);
  return element;
}
const styleOf = (state) => state.replace(" ", "-");

const words = new Set(("auto break case char const continue default do double else enum extern float for goto if inline int long register "
  + "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool assert assume "
  + "decl begin end skip bool true false then fi od call goto call enforce dfs async atomic while do").split(" "));
const tokens = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[A-Za-z_]\w*|\d[\w.]*/g;

class Source {
  constructor(host, tabs, files, onMark) {
    this.host = host; this.tabs = tabs; this.onMark = onMark;
    this.files = new Map();
    files.forEach((file, i) => this.add(file, i));
    if (files.length) this.open(files[0].name);
  }

  add(file, i) {
    const view = make("div", "source", null, {tabindex: "0", role: "tabpanel", "aria-label": file.name});
    view.hidden = true;
    const tab = make("button", "", file.name.split("/").pop(), {role: "tab", title: file.name});
    tab.onclick = () => this.open(file.name);
    this.tabs.append(tab);
    const rows = [];
    const lines = file.text.split("\n");
    if (lines.length > 1 && lines[lines.length - 1] === "") lines.pop();
    const size = 200;
    const seen = new IntersectionObserver((entries) => entries.forEach((e) => {
      if (!e.isIntersecting) return;
      seen.unobserve(e.target);
      this.colour(lines, rows, Number(e.target.dataset.first), size);
    }), {root: view, rootMargin: "400px"});
    for (let first = 0; first < lines.length; first += size) {
      const chunk = make("div", "chunk", null, {"data-first": first});
      const count = Math.min(size, lines.length - first);
      chunk.style.containIntrinsicSize = "auto " + count * 19 + "px";
      for (let n = first; n < first + count; ++n) {
        const row = make("div", "row", [make("span", "number", n + 1), make("span", "marks"), make("span", "text", lines[n])]);
        rows.push(row);
        chunk.append(row);
      }
      view.append(chunk);
      seen.observe(chunk);
    }
    this.host.insertBefore(view, this.host.querySelector(".legend"));
    this.files.set(file.name, {view, tab, rows, marks: new Map()});
  }

  // Comments that go over several lines are seen only within a chunk: colours are no more than a help.
  colour(lines, rows, first, size) {
    const text = lines.slice(first, first + size).join("\n");
    const pieces = [[]];
    let at = 0;
    const put = (piece, kind) => piece.split("\n").forEach((part, i) => {
      if (i > 0) pieces.push([]);
      if (part) pieces[pieces.length - 1].push(kind ? make("span", kind, part) : document.createTextNode(part));
    });
    for (const found of text.matchAll(tokens)) {
      const word = found[0];
      const kind = word[0] === "/" ? "c" : word[0] === '"' || word[0] === "'" ? "s"
        : /\d/.test(word[0]) ? "n" : words.has(word) ? "k" : "";
      if (!kind) continue;
      put(text.slice(at, found.index), "");
      put(word, kind);
      at = found.index + word.length;
    }
    put(text.slice(at), "");
    pieces.forEach((parts, i) => {
      const row = rows[first + i];
      if (row) row.lastChild.replaceChildren(...parts);
    });
  }

  open(name) {
    for (const [other, file] of this.files) {
      file.view.hidden = other !== name;
      file.tab.setAttribute("aria-selected", String(other === name));
    }
  }

  row(place) {
    const file = place && this.files.get(place.file);
    return file && file.rows[place.line - 1];
  }

  // The checks of a line share a mark for each answer among them; the worst colours the line.
  addChecks(checks) {
    const lines = new Map();
    for (const check of checks) {
      const key = check.file + ":" + check.line;
      if (!lines.has(key)) lines.set(key, []);
      lines.get(key).push(check);
    }
    for (const group of lines.values()) {
      const row = this.row(group[0]);
      if (!row) continue;
      const states = [...new Set(group.map((c) => c.answer))].sort((a, b) => rank[b] - rank[a]);
      if (rank[states[0]] > 1) row.classList.add(styleOf(states[0]));
      row.dataset.answer = states[0];
      for (const state of states) {
        const some = group.filter((c) => c.answer === state);
        const title = some.map((c) => c.what + " (" + c.property + "): " + c.answer).join("\n");
        const mark = make("button", "mark " + styleOf(state), sign[state], {title, "aria-label": "line " + group[0].line + ": " + title});
        mark.tabIndex = -1;
        mark.onclick = () => this.onMark("check", some[0]);
        row.children[1].append(mark);
      }
    }
  }

  addFact(fact) {
    const row = this.row(fact.place);
    if (!row || row.querySelector(".fact")) return;
    const mark = make("button", "mark fact", "∀", {title: fact.where, "aria-label": "line " + fact.place.line + ": " + fact.where});
    mark.tabIndex = -1;
    mark.onclick = () => this.onMark("fact", fact);
    row.children[1].append(mark);
  }

  showPath(steps) {
    this.host.querySelectorAll(".on-path").forEach((row) => row.classList.remove("on-path"));
    for (const step of steps) {
      const row = this.row(step.place);
      if (row) row.classList.add("on-path");
    }
  }

  goTo(place) {
    this.host.querySelectorAll(".here").forEach((row) => row.classList.remove("here"));
    const row = this.row(place);
    if (!row) return;
    this.open(place.file);
    row.classList.add("here");
    const view = this.files.get(place.file).view;
    const box = row.getBoundingClientRect(), frame = view.getBoundingClientRect();
    if (box.top < frame.top + 38 || box.bottom > frame.bottom - 38) row.scrollIntoView({block: "center"});
  }
}
