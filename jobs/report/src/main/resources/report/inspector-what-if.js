/** The calls that an address holds; null if it holds none. */
function editedTurns(text) {
  if (!text) return null;
  const lists = (value, inner) => Array.isArray(value) && value.every(inner);
  let turns = null;
  try {
    turns = JSON.parse(text);
  } catch { /* It is told below. */ }
  if (!lists(turns, (turn) => lists(turn, (step) => lists(step, (call) => typeof call === "string")))) {
    throw new Error("the calls in the address cannot be read; open the episode again");
  }
  return turns;
}

/** What if the policy had made other calls: an editor, and what executing them gives. */
class WhatIf {
  /** Moved is told the calls that the address holds from then on. */
  constructor(episode, turns, moved) {
    this.episode = episode;
    this.moved = moved;
    this.turns = turns ?? structuredClone(episode.calls);
    while (this.turns.length < episode.groundTruth.length) this.turns.push([]);
    this.running = 0;
    this.result = null;
    this.editors = element("div", { class: "editors" });
    this.outcome = element("div", { class: "outcome-of-edits", role: "status" });
    this.after = element("div", {});
    this.later = settled(100, () => this.run());
  }

  view() {
    placeAddress = null;
    this.draw();
    this.run();
    return element("section", { class: "what-if", "aria-label": "What if" },
      element("header", {},
        element("h3", { id: "what-if", tabindex: "-1" }, "What if the policy had called otherwise?"),
        element("p", { class: "note" },
          "Edit, drop or insert calls; the episode is executed anew in a fresh world. Ctrl+Enter runs.")),
      element("div", { class: "actions" },
        element("button", { type: "button", class: "more", onclick: () => this.run() }, "Run"),
        this.episode.detail.repair?.outcome === "FOUND" && element("button",
          { type: "button", class: "more", onclick: () => this.repair() }, "Use the repair"),
        element("button", { type: "button", class: "more", onclick: () => this.reset() }, "As recorded"),
        element("button", { type: "button", class: "more", onclick: () => this.save() }, "Export"),
        linked("Close", "episode/" + this.episode.entry.position, onlyFacets(here().query))),
      this.editors, this.outcome, this.after);
  }

  draw() {
    this.editors.replaceChildren(...this.turns.map((steps, turn) => this.turnEditor(steps, turn)));
  }

  turnEditor(steps, turn) {
    const edited = JSON.stringify(steps) !== JSON.stringify(this.episode.calls[turn] ?? []);
    const truth = this.episode.groundTruth[turn] ?? [];
    return element("details", { class: "turn-editor", open: edited || turn === this.episode.entry.rootTurn },
      element("summary", {}, "Turn " + turn, " ", edited && badge("Edited", "infrastructure"),
        turn === this.episode.entry.rootTurn && badge("Root cause", "root")),
      steps.map((calls, step) => calls.map((call, at) => this.callEditor(turn, step, at, call))),
      element("div", { class: "actions" },
        element("button", { type: "button", class: "link", onclick: () => this.insert(turn, "") },
          "Insert a call"),
        truth.map((call) => element("button", { type: "button", class: "link",
          title: "Insert this call of the ground truth", onclick: () => this.insert(turn, call) },
        "+ ", element("code", {}, call)))));
  }

  callEditor(turn, step, at, call) {
    const label = "Turn " + turn + ", call " + step + "." + at;
    const field = element("textarea", { rows: Math.min(6, 1 + Math.floor(call.length / 70)),
      spellcheck: "false", "aria-label": label,
      oninput: (event) => {
        this.turns[turn][step][at] = event.target.value;
        this.later();
      },
      onkeydown: (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
      } });
    field.value = call;
    return element("div", { class: "call-editor" },
      element("span", { class: "at" }, step + "." + at), field,
      element("button", { type: "button", class: "more", "aria-label": "Insert after " + label, title: "Insert a call after this one",
        onclick: () => this.insertAfter(turn, step, at) }, "+"),
      element("button", { type: "button", class: "more", "aria-label": "Drop " + label,
        onclick: () => this.drop(turn, step, at) }, "Drop"));
  }

  insert(turn, call) {
    this.turns[turn].push([call]);
    this.draw();
    const fields = this.editors.children[turn].querySelectorAll("textarea");
    fields[fields.length - 1]?.focus();
    if (call !== "") this.run();
  }

  insertAfter(turn, step, at) {
    this.turns[turn][step].splice(at + 1, 0, "");
    this.draw();
    const before = this.turns[turn].slice(0, step).reduce((sum, calls) => sum + calls.length, 0);
    this.editors.children[turn].querySelectorAll("textarea")[before + at + 1]?.focus();
  }

  drop(turn, step, at) {
    this.turns[turn][step].splice(at, 1);
    if (this.turns[turn][step].length === 0) this.turns[turn].splice(step, 1);
    this.draw();
    this.run();
  }

  reset() {
    this.turns = structuredClone(this.episode.calls);
    while (this.turns.length < this.episode.groundTruth.length) this.turns.push([]);
    this.draw();
    this.run();
  }

  /** Makes the edits of the repair, the last first: each is placed among the recorded calls. */
  repair() {
    this.reset();
    for (const edit of [...this.episode.detail.repair.edits].reverse()) {
      const steps = this.turns[edit.turn];
      if (edit.kind === "INSERT") {
        if (edit.step === null) steps.push([edit.wantedText]);
        else steps[edit.step].splice(edit.call, 0, edit.wantedText);
      } else if (edit.kind === "REPLACE") steps[edit.step][edit.call] = edit.wantedText;
      else steps[edit.step].splice(edit.call, 1);
    }
    this.draw();
    this.run();
  }

  /** The turns that are sent: without calls that are still empty, and empty turns at the end. */
  sent() {
    const turns = this.turns.map((steps) => steps
      .map((calls) => calls.filter((call) => call.trim() !== ""))
      .filter((calls) => calls.length > 0));
    while (turns.length > this.episode.calls.length && turns[turns.length - 1].length === 0) turns.pop();
    return turns;
  }

  path() {
    return "episode/" + this.episode.entry.position + "/what-if";
  }

  async run() {
    const running = ++this.running;
    const turns = this.sent();
    const began = performance.now();
    try {
      const result = await asked("episodes/" + this.episode.entry.position + "/what-if", { turns });
      // Whoever has gone on meanwhile is not led back.
      if (running !== this.running || here().path !== this.path()) return;
      problem(null);
      this.result = result;
      this.show(result, performance.now() - began);
      const edited = JSON.stringify(turns) === JSON.stringify(this.episode.calls) ? ""
        : JSON.stringify(turns);
      history.replaceState(null, "", address(this.path(), { ...onlyFacets(here().query), turns: edited }));
      this.moved(edited);
    } catch (error) {
      if (running === this.running && here().path === this.path()) problem(error);
    }
  }

  show(result, milliseconds) {
    const { entry, detail } = result;
    this.outcome.replaceChildren();
    append(this.outcome, [
      element("strong", {}, "Verdict: "), verdictBadge(this.episode.entry.verdict), " → ",
      verdictBadge(entry.verdict), " ", officialBadge(entry),
      detail.verdictReason && element("span", {}, " " + detail.verdictReason),
      this.turnsChanged(detail),
      element("span", { class: "note" }, " executed in " + Math.round(milliseconds) + " ms")]);
    this.after.replaceChildren();
    append(this.after, detail.turns.map((turn) =>
      turnCard(turn, entry, result.words[turn.turn] ?? {})));
  }

  /** What this and the later turns are now, where that is something else. */
  turnsChanged(detail) {
    const outcome = (turn) => turn === undefined ? "none" : !turn.reached ? "Not reached"
      : words(turn.failure ?? turn.tag);
    const before = this.episode.detail.turns;
    const changed = detail.turns.filter((turn, at) => outcome(turn) !== outcome(before[at]));
    return changed.length > 0 && element("ul", { class: "turns-changed" }, changed.map((turn) =>
      element("li", {}, element("a", { class: "link", href: "#", onclick: (event) => {
        event.preventDefault();
        reveal("turn-" + turn.turn);
      } }, "Turn " + turn.turn), ": " + outcome(before[turn.turn]) + " → " + outcome(turn))));
  }

  /** Saves the calls as a recording of the format calls, which replay reads. */
  save() {
    if (!this.result) return;
    if (!this.result.recording) {
      problem(new Error("a conversation cannot be exported: the format calls has no place for what the user said"));
      return;
    }
    const link = element("a", { download: "what-if.jsonl",
      href: URL.createObjectURL(new Blob([this.result.recording + "\n"], { type: "application/jsonl" })) });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
