const ROWS_AT_ONCE = 150;
const TYPING = 180;

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
      placeholder: "Task, call, argument, result …",
      autocomplete: "off",
      oninput: settled(TYPING, () => this.apply()),
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
        element("button", { type: "button", onclick: () => this.reset() }, "Reset")),
      this.notice(),
      element("div", { class: "browser" },
        element("div", { class: "aside" }, this.count, this.list, this.more),
        this.detail),
    ];
    this.apply();
    return view;
  }

  notice() {
    const { offered, failedLeftOut, passedLeftOut } = this.shelf;
    const left = failedLeftOut + passedLeftOut;
    if (left === 0) return null;
    return element("p", { class: "notice", id: "left-out" },
      "This page holds " + number(offered - left) + " of "
        + counted(offered, "trajectory", "trajectories") + ", failed ones first. Left out: "
        + number(failedLeftOut) + " failed, " + number(passedLeftOut)
        + " passed. The summary counts all; a higher report limit keeps more to browse.");
  }

  filter(name) {
    const counts = new Map();
    for (const entry of this.index) {
      for (const each of FILTERS[name].of(entry)) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
    const values = [...counts.keys()].sort((one, other) =>
      one.localeCompare(other, "en", { numeric: true }));
    const select = element("select", { id: "filter-" + name, onchange: () => this.apply() },
      element("option", { value: "any" }, "Any"),
      values.map((each) => element("option", { value: "=" + each },
        FILTERS[name].show(each) + " (" + number(counts.get(each)) + ")")));
    this.selects[name] = select;
    return element("label", { hidden: values.length < 2 && name !== "verdict" },
      element("span", {}, FILTERS[name].label), select);
  }

  /** Leaves only what has these values: an object of filters' names and values. */
  choose(filter) {
    this.clear();
    for (const [name, value] of Object.entries(filter)) {
      const select = this.selects[name];
      select.value = "=" + value;
      if (select.selectedIndex < 0) {
        select.append(element("option", { value: "=" + value }, FILTERS[name].show(value) + " (0)"));
        select.value = "=" + value;
      }
      select.parentElement.hidden = false;
    }
    this.apply();
  }

  clear() {
    this.search.value = "";
    for (const select of Object.values(this.selects)) select.value = "any";
  }

  reset() {
    this.clear();
    this.apply();
  }

  apply() {
    const wanted = Object.entries(this.selects).filter(([, select]) => select.value !== "any")
      .map(([name, select]) => [FILTERS[name], select.value.slice(1)]);
    const text = textSearch(this.search.value.trim());
    this.matches = this.index.map((entry, at) => at).filter((at) =>
      wanted.every(([filter, value]) => filter.of(this.index[at]).includes(value))
        && text(this.index[at], at));
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
    const facts = [entry.category, entry.model, entry.failures.map(words).join(", ")]
      .filter(Boolean).join(" · ");
    return element("li", {},
      element("button", {
        class: "row",
        "data-at": at,
        "aria-current": at === this.opened ? "true" : null,
        onclick: () => this.open(at),
      },
      element("span", { class: "mark " + VERDICT_COLOURS[entry.verdict] }),
      element("span", { class: "name" }, entry.task),
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
      this.open(Number(button.dataset.at));
    }
  }

  /** Opens a trajectory of the index: only now is its JSON read. */
  open(at) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.querySelector('[data-at="' + at + '"]')?.setAttribute("aria-current", "true");
    this.opened = at;
    this.detail.replaceChildren();
    append(this.detail, trajectory(this.index[at], embedded("trajectory-" + at)));
    history.replaceState(null, "", "#trajectory-" + this.index[at].position);
  }

  /** Opens the trajectory at this position of the run, if the page holds it. */
  openPosition(position) {
    const at = this.index.findIndex((entry) => entry.position === position);
    if (at >= 0) this.open(at);
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
