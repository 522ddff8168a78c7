const CAUSES_AT_ONCE = 10;

/** The first screen: why episodes fail, and what to fix first. */
function firstScreen(overview) {
  const { causes, runs } = overview;
  const { episodes } = overview.summary;
  return [
    element("p", { class: "lead" },
      element("strong", {}, number(causes.failed)), " of ",
      counted(episodes.episodes, "episode", "episodes"), causes.failed === 1 ? " fails" : " fail",
      " by the policy. ",
      causes.rows.length > 0 && "Mend the first cause below first: its repair alone makes "
        + counted(causes.rows[0].worth, "episode", "episodes") + " pass."),
    leftOutOf(overview),
    causeTable(causes),
    runs.length > 1 && runTable(runs),
  ];
}

function leftOutOf(overview) {
  const lines = [
    overview.leftOut > 0 && number(overview.leftOut)
      + " episodes are counted here and cannot be looked into (--episodes).",
    overview.inFile !== undefined && "This file holds " + number(overview.inFile) + " of "
      + counted(overview.episodes, "episode", "episodes") + ", failed ones first"
      + (overview.inFile < overview.episodes ? "; causes and filters count all, lists and trends those in it" : "")
      + ". Other calls are executed by `sealflow serve inspector`.",
  ].filter(Boolean);
  return lines.length > 0 && element("p", { class: "note" }, lines.join(" "));
}

function causeTable(causes) {
  if (causes.rows.length === 0) {
    return card("Why it fails", null, nothing("No episode failed by the policy."));
  }
  return card("Why it fails, what to fix first",
    "Worth: failed episodes that pass with this repair alone, found by executing them again with"
      + " it. Would pass: every other failing turn of the episode follows from the root cause.",
    firstOf(CAUSES_AT_ONCE, causes.rows.slice(0, 100), causeList),
    causes.rows.length > 100 && element("p", { class: "note" },
      number(causes.rows.length - 100) + " rarer causes are left out."));
}

/** Causes in their order; from is how many come before. */
function causeList(rows, from) {
  const list = element("ol", { class: "causes" }, rows.map((row) => causeRow(row)));
  list.style.counterReset = "cause " + from;
  return list;
}

/** A cause; its links keep the filter that it was found with. */
function causeRow(row, filter = {}) {
  const cause = { ...filter, cause: row.cause };
  const bar = element("span", { class: "share-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", Math.round(100 * (row.episodes.share ?? 0)) + "%");
  return element("li", { class: "cause" },
    element("h4", {}, linked(sentence(row.cause), "capability", cause)),
    element("dl", { class: "cause-facts" },
      fact("Share", [percent(row.episodes), " · ", linked(counted(row.episodes.count, "episode", "episodes"), "episodes", cause), bar]),
      fact("Worth", row.worth === 0 ? "–" : counted(row.worth, "episode", "episodes")),
      fact("Would pass", number(row.wouldPass)),
      fact("Repair", row.repair === "" ? "none found"
        : linked(row.repair, "episodes", { ...cause, repair: row.repair }))),
    row.example >= 0 && element("p", { class: "example" },
      linked("Example", "episode/" + row.example, cause), " ",
      element("span", {}, row.exampleText)));
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fact(name, ...value) {
  return element("div", {}, element("dt", {}, name), element("dd", {}, value));
}

function runTable(runs) {
  const first = runs[0].run;
  const changes = (row, key) => row.changed[key] === undefined ? "–"
    : linked(number(row.changed[key]), "episodes", { run: row.run, changed: key });
  return card("Runs", "Each run against the first, " + shortRun(first)
      + ": episodes of one record whose verdict changed.",
    table("Runs compared with the first", [
      { title: "Run", text: true, cell: (row) => linked(shortRun(row.run), "episodes", { run: row.run }) },
      { title: "Episodes", cell: (row) => number(row.episodes) },
      { title: "Passed", cell: (row) => number(row.passed) },
      { title: "Passes now", cell: (row) => changes(row, "fixed") },
      { title: "Fails now", cell: (row) => changes(row, "broken") },
      { title: "Same", cell: (row) => changes(row, "same") },
      { title: "Not in the first", cell: (row) => changes(row, "unmatched") },
    ], runs));
}

function shortRun(run) {
  return run.split("/").slice(-2).join("/");
}
