const LINES_AT_ONCE = 100;
const TYPING = 150;

/** What episodes are filtered by, in this order: label, and how a value is shown. */
const FACETS = {
  verdict: ["Verdict", words],
  official: ["Official", (value) => ({ true: "Valid", false: "Invalid", null: "No verdict" })[value]],
  category: ["Category", String],
  cause: ["Cause", sentence],
  failure: ["Failure", words],
  origin: ["Origin", words],
  root: ["Root cause", (value) => /^\d+$/.test(value) ? "Turn " + value : words(value)],
  tool: ["Tool", String],
  argument: ["Argument", String],
  repair: ["Repair", sentence],
  tag: ["Tag", words],
  mode: ["Played to", (value) => ({ TRAIN: "Train", EVAL: "Evaluate" })[value] ?? words(value)],
  version: ["Version", String],
  time: ["Time", String],
  group: ["Group", String],
  learner: ["Learner", words],
  drift: ["Drift", words],
  model: ["Model", (value) => value || "(unknown)"],
  arm: ["Arm", words],
  patch: ["Patch", String],
  run: ["Run", shortRun],
  changed: ["Verdict changed", (value) =>
    ({ fixed: "Passes now", broken: "Fails now", same: "Same", unmatched: "Not in the first" })[value]],
};

/** The filters that are always in sight; the others are folded away. */
const MAIN_FACETS = ["verdict", "cause", "failure", "tool", "repair", "run", "changed"];

/** The list of episodes that a filter leaves. The server filters; the page's address says how. */
class EpisodeList {
  constructor(facets) {
    this.facets = facets;
    this.filter = null;
    this.lines = [];
    this.asking = 0;
    this.open = null;
    this.search = element("input", { type: "search", id: "filter-text", autocomplete: "off",
      placeholder: "Words said, called, returned …", oninput: settled(TYPING, () => this.changed()) });
    this.selects = {};
    this.rest = element("details", { class: "more-filters" }, this.restChosen = element("summary", {}, "More filters"),
      element("div", {}, Object.keys(FACETS).filter((name) => !MAIN_FACETS.includes(name))
        .map((name) => this.select(name))));
    this.task = "";
    this.count = element("p", { class: "count", role: "status" });
    this.list = element("ul", { class: "list", "aria-label": "Episodes" });
    this.more = element("button", { class: "more", onclick: () => this.showMore() });
  }

  filters() {
    return element("form", { class: "filters", role: "search", "aria-label": "Filter episodes",
      onsubmit: (event) => event.preventDefault() },
    element("label", { class: "text" }, element("span", {}, "Search"), this.search),
    MAIN_FACETS.map((name) => this.select(name)),
    element("button", { type: "button", onclick: () => { location.hash = "#/episodes"; } }, "Reset"),
    this.rest);
  }

  select(name) {
    const [label, show] = FACETS[name];
    const values = this.facets[name] ?? [];
    const select = element("select", { id: "filter-" + name, onchange: () => this.changed() },
      element("option", { value: "any" }, "Any"),
      inOrder(name, values).map((each) => element("option", { value: "=" + each.value },
        show(each.value) + " (" + number(each.episodes) + ")")));
    this.selects[name] = select;
    return element("label", { hidden: values.length < 2 && name !== "verdict" },
      element("span", {}, label), select);
  }

  aside() {
    return element("div", { class: "aside" }, this.count, this.list, this.more);
  }

  /** The filter as it is chosen. */
  chosen() {
    const chosen = {};
    for (const [name, select] of Object.entries(this.selects)) {
      if (select.value !== "any") chosen[name] = select.value.slice(1);
    }
    if (this.task !== "") chosen.task = this.task;
    if (this.search.value.trim() !== "") chosen.text = this.search.value.trim();
    return chosen;
  }

  changed() {
    history.replaceState(null, "", address("episodes", this.chosen()));
    follow();
  }

  /** Shows what a filter leaves. */
  async show(filter) {
    const { text, task, ...values } = onlyFacets(filter);
    if (document.activeElement !== this.search) this.search.value = text ?? "";
    this.task = task ?? "";
    for (const [name, select] of Object.entries(this.selects)) this.choose(select, name, values[name]);
    const folded = Object.entries(values).filter(([name]) => !MAIN_FACETS.includes(name));
    this.restChosen.textContent = "More filters" + (folded.length === 0 ? "" : ": "
      + described(Object.fromEntries(folded)));
    const wanted = JSON.stringify(this.chosen());
    if (wanted === this.filter) return;
    this.filter = wanted;
    this.lines = [];
    this.list.replaceChildren();
    await this.showMore();
  }

  choose(select, name, value) {
    if (value === undefined) {
      select.value = "any";
      return;
    }
    select.value = "=" + value;
    if (select.selectedIndex < 0) {
      select.append(element("option", { value: "=" + value }, FACETS[name][1](value)));
      select.value = "=" + value;
    }
    select.parentElement.hidden = false;
  }

  async showMore() {
    const asking = ++this.asking;
    const query = new URLSearchParams({ ...this.chosen(), from: this.lines.length, most: LINES_AT_ONCE });
    const found = await asked("episodes?" + query);
    if (asking !== this.asking) return;
    this.lines.push(...found.lines);
    this.list.append(...found.lines.map((line) => this.row(line)));
    this.count.textContent = number(found.matches) + " of "
      + counted(found.episodes, "episode", "episodes") + (this.task && " of task " + this.task);
    const rest = found.matches - this.lines.length;
    this.more.hidden = rest === 0;
    this.more.textContent = "Show more (" + number(rest) + " left)";
    this.mark();
  }

  row(line) {
    const facts = [line.failures.map(words).join(", "), line.repair && sentence(line.repair),
      line.task.startsWith(line.category) ? null : line.category, line.model].filter(Boolean).join(" · ");
    return element("li", {}, element("a", { class: "row", href: address("episode/" + line.position, this.chosen()),
      "data-position": line.position },
    element("span", { class: "mark " + VERDICT_COLOURS[line.verdict] }),
    element("span", { class: "name" }, line.record || line.task,
      line.record !== "" && line.record !== line.task && element("span", { class: "record" }, line.task)),
    element("span", { class: "outcome" }, words(line.verdict)),
    element("span", { class: "about" }, facts),
    element("span", { class: "root-at" }, line.rootTurn === null ? "" : "root: turn " + line.rootTurn)));
  }

  /** Marks the episode that is open. */
  mark(position = this.open) {
    this.open = position;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = this.list.querySelector('[data-position="' + position + '"]');
    row?.setAttribute("aria-current", "true");
    return row;
  }

  /** Opens the episode so many lines on. */
  step(lines) {
    const at = this.lines.findIndex((line) => line.position === this.open);
    const next = this.lines[at < 0 ? 0 : at + lines];
    if (!next) return;
    location.hash = address("episode/" + next.position, this.chosen());
    this.list.querySelector('[data-position="' + next.position + '"]')?.scrollIntoView({ block: "nearest" });
  }
}

/** Versions and times in their order, other values as they come. */
function inOrder(name, values) {
  return name !== "version" && name !== "time" ? values
    : [...values].sort((one, other) => one.value.localeCompare(other.value, "en", { numeric: true }));
}

function onlyFacets(query) {
  return Object.fromEntries(Object.entries(query).filter(([name]) =>
    name in FACETS || name === "text" || name === "task"));
}
