const ROWS_AT_ONCE = 150;
const TYPING = 180;
const MEBIBYTE = 1 << 20;

/** What trajectories can be filtered by: label, the values an entry has, and how they are shown. */
const FILTERS = {
  verdict: { label: "Verdict", of: (entry) => [entry.verdict], show: words },
  official: { label: "Official", of: (entry) => [String(entry.official)],
    show: (official) => ({ true: "Valid", false: "Invalid", null: "No verdict" })[official] },
  category: { label: "Category", of: (entry) => [entry.category], show: String },
  model: { label: "Model", of: (entry) => [entry.model], show: (name) => name || "(unknown)" },
  tag: { label: "Tag", of: (entry) => entry.tags, show: words },
  failure: { label: "Failure", of: (entry) => entry.failures, show: words },
  root: { label: "Root cause", of: (entry) => rootOf(entry),
    show: (root) => /^\d+$/.test(root) ? "Turn " + root : words(root) },
  tool: { label: "Tool", of: (entry) => entry.tools, show: String },
  drift: { label: "Drift", of: (entry) => [entry.drifted ? "yes" : "no"], show: words },
};

function rootOf(entry) {
  if (entry.rootTurn !== null) return [String(entry.rootTurn)];
  return entry.rootReason === null ? [] : [entry.rootReason];
}

/** The list of trajectories with its filters, and the one that is open. */
class Browser {
  constructor(index, shelf) {
    this.index = index;
    this.shelf = shelf;
    this.matches = [];
    this.shown = 0;
    this.opened = null;
    this.search = element("input", {
      type: "search",
      id: "filter-text",
      placeholder: "Task, call, result …",
      autocomplete: "off",
      oninput: settled(TYPING, () => this.changed()),
    });
    this.selects = {};
    this.count = element("p", { class: "count", role: "status" });
    this.list = element("ul", { class: "list", "aria-label": "Trajectories",
      onkeydown: (event) => this.move(event) });
    this.more = element("button", { class: "more", onclick: () => this.showMore() });
    this.detail = element("article", { class: "detail", "aria-label": "The open trajectory" },
      nothing("Choose a trajectory."));
  }

  view() {
    const view = [
      element("form", { class: "filters", role: "search", "aria-label": "Filter trajectories",
        onsubmit: (event) => event.preventDefault() },
        element("label", { class: "text" }, element("span", {}, "Search"), this.search),
        Object.keys(FILTERS).map((name) => this.filter(name)),
        element("button", { type: "button", onclick: () => {
          this.clear();
          this.changed();
        } }, "Reset")),
      this.notice(),
      element("div", { class: "browser" },
        element("div", { class: "aside" }, this.count, this.list, this.more),
        this.detail),
    ];
    this.apply();
    return view;
  }

  notice() {
    const { offered, failedLeftOut, passedLeftOut, mostTrajectories, mostBytes } = this.shelf;
    const left = failedLeftOut + passedLeftOut;
    if (left === 0) return null;
    return element("p", { class: "notice", id: "left-out" },
      "This page holds " + number(offered - left) + " of "
        + counted(offered, "trajectory", "trajectories") + ", failed ones first. Left out: "
        + number(failedLeftOut) + " failed, " + number(passedLeftOut)
        + " passed. The summary counts all. The limit is "
        + counted(mostTrajectories, "trajectory", "trajectories") + " (--report-trajectories) or "
        + number(Math.round(mostBytes / MEBIBYTE)) + " MiB, whichever comes first.");
  }

  filter(name) {
    const counts = new Map();
    for (const entry of this.index) {
      for (const each of FILTERS[name].of(entry)) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
    const values = [...counts.keys()].sort((one, other) =>
      one.localeCompare(other, "en", { numeric: true }));
    const select = element("select", { id: "filter-" + name, onchange: () => this.changed() },
      element("option", { value: "any" }, "Any"),
      values.map((each) => element("option", { value: "=" + each },
        FILTERS[name].show(each) + " (" + number(counts.get(each)) + ")")));
    this.selects[name] = select;
    return element("label", { hidden: values.length < 2 && name !== "verdict" },
      element("span", {}, FILTERS[name].label), select);
  }

  /** Leaves only what has these values: an object of filters' names, or "text", and values. */
  choose(filter) {
    this.clear();
    for (const [name, value] of Object.entries(filter)) {
      if (name === "text") this.search.value = value;
      else if (Object.hasOwn(this.selects, name)) this.select(name, value);
    }
    this.opened = null;
    this.changed();
    this.openFirst();
  }

  select(name, value) {
    const select = this.selects[name];
    select.value = "=" + value;
    if (select.selectedIndex < 0) {
      select.append(element("option", { value: "=" + value }, FILTERS[name].show(value) + " (0)"));
      select.value = "=" + value;
    }
    select.parentElement.hidden = false;
  }

  clear() {
    this.search.value = "";
    for (const select of Object.values(this.selects)) select.value = "any";
  }

  /** What the filters leave, as choose takes it. */
  chosen() {
    const chosen = {};
    for (const [name, select] of Object.entries(this.selects)) {
      if (select.value !== "any") chosen[name] = select.value.slice(1);
    }
    if (this.search.value.trim() !== "") chosen.text = this.search.value.trim();
    return chosen;
  }

  /** Applies the filters and notes them in the page's address. */
  changed() {
    this.apply();
    const query = new URLSearchParams(this.chosen()).toString();
    history.replaceState(null, "", "#trajectories" + (query && "?" + query));
  }

  apply() {
    const { text, ...values } = this.chosen();
    const wanted = Object.entries(values).map(([name, value]) => [FILTERS[name], value]);
    const found = textSearch(text ?? "");
    this.matches = this.index.map((entry, at) => at).filter((at) =>
      wanted.every(([filter, value]) => filter.of(this.index[at]).includes(value))
        && found(this.index[at], at));
    this.shown = 0;
    this.list.replaceChildren();
    this.count.textContent = number(this.matches.length) + " of "
      + counted(this.index.length, "trajectory", "trajectories");
    this.showMore();
  }

  showMore() {
    const next = this.matches.slice(this.shown, this.shown + ROWS_AT_ONCE);
    this.list.append(...next.map((at) => this.row(at)));
    this.shown += next.length;
    const rest = this.matches.length - this.shown;
    this.more.hidden = rest === 0;
    this.more.textContent = "Show more (" + number(rest) + " left)";
  }

  row(at) {
    const entry = this.index[at];
    const facts = [
      entry.failures.map(words).join(", "),
      entry.task.startsWith(entry.category) ? null : entry.category,
      entry.model,
    ].filter(Boolean).join(" · ");
    return element("li", {},
      element("button", {
        class: "row",
        "data-at": at,
        "aria-current": at === this.opened ? "true" : null,
        onclick: () => this.visit(at),
      },
      element("span", { class: "mark " + VERDICT_COLOURS[entry.verdict] }),
      element("span", { class: "name" }, entry.task,
        entry.record !== "" && entry.record !== entry.task
          && element("span", { class: "record" }, entry.record)),
      element("span", { class: "outcome" }, words(entry.verdict)),
      element("span", { class: "about" }, facts),
      element("span", { class: "root-at" }, rootOf(entry).map((root) =>
        "root: " + FILTERS.root.show(root).toLowerCase()))));
  }

  /** Arrow keys walk through the list and open what they come to. */
  move(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    const here = event.target.closest("li");
    if (!(event.key in steps) || !here) return;
    event.preventDefault();
    const item = steps[event.key] > 0 ? here.nextElementSibling : here.previousElementSibling;
    const button = item?.querySelector("button");
    if (button) {
      button.focus();
      this.visit(Number(button.dataset.at));
    }
  }

  /** Opens a trajectory of the index: only now is its JSON read. */
  open(at) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.querySelector('[data-at="' + at + '"]')?.setAttribute("aria-current", "true");
    this.opened = at;
    this.detail.replaceChildren();
    append(this.detail, trajectory(this.index[at], embedded("trajectory-" + at), embeddedOr("words-" + at, {})));
    if (this.detail.getBoundingClientRect().top < 0) this.detail.scrollIntoView();
  }

  /** Opens what the user chose and notes it in the page's address. */
  visit(at) {
    this.open(at);
    history.replaceState(null, "", "#trajectory-" + this.index[at].position);
  }

  /** Opens the first match where none is open yet. */
  openFirst() {
    if (this.opened === null && this.matches.length > 0) this.open(this.matches[0]);
  }

  /** Opens the trajectory at this position of the run, if the page holds it. */
  openPosition(position) {
    const at = this.index.findIndex((entry) => entry.position === position);
    if (at < 0) {
      this.detail.replaceChildren(nothing("This page does not hold trajectory " + position + "."));
      return;
    }
    this.clear();
    this.apply();
    while (this.shown <= at) this.showMore();
    this.open(at);
    const row = this.list.querySelector("[aria-current]");
    this.list.scrollTop += row.getBoundingClientRect().top
      - this.list.getBoundingClientRect().top - this.list.clientHeight / 2;
  }
}

/**
 * Whether a trajectory holds a text, in its entry or its details, letters of either case. The JSON is
 * first searched as it stands, and read only where that finds something: keys are no text.
 */
function textSearch(query) {
  if (query === "") return () => true;
  const wanted = query.toLowerCase();
  const written = new RegExp(escapedAsEmbedded(query).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  return (entry, at) => {
    if (holds(entry, wanted)) return true;
    return written.test(document.getElementById("trajectory-" + at).textContent)
      && holds(embedded("trajectory-" + at), wanted);
  };
}

/** The text as the page's JSON spells it. */
function escapedAsEmbedded(text) {
  return JSON.stringify(text).slice(1, -1).replace(/[<>&\u007f-\uffff]/g, (each) =>
    "\\u" + each.charCodeAt(0).toString(16).padStart(4, "0"));
}

function holds(value, wanted) {
  if (typeof value === "string") return value.toLowerCase().includes(wanted);
  return value !== null && typeof value === "object"
    && Object.values(value).some((each) => holds(each, wanted));
}
