const VERDICTS = ["PASSED", "POLICY_FAILED", "INFRASTRUCTURE_FAILED", "TASK_DEFECTIVE", "UNJUDGED"];
const VERDICT_COLOURS = {
  PASSED: "passed",
  POLICY_FAILED: "failed",
  INFRASTRUCTURE_FAILED: "infrastructure",
  TASK_DEFECTIVE: "defective",
  UNJUDGED: "undetermined",
};
const ORIGIN_COLOURS = { OWN: "own", CASCADED: "cascaded", UNDETERMINED: "undetermined" };
const GOOD_TAGS = ["PASS", "CORRECT_ABSTENTION"];
const MOST_CHARTED_TOOLS = 12;
const MOST_LISTED = 25;

function overview(summary) {
  return [
    tiles(summary),
    part("What to fix first", causesCard(summary)),
    part("Verdicts", [verdictCharts(summary), verdictTable(summary), modelTable(summary)]),
    part("What goes wrong in turns",
      [pair(failureCard(summary), tagCard(summary)), failureHeat(summary)]),
    part("Where it begins", pair(rootCauseCard(summary), positionCard(summary))),
    part("Tools and arguments", pair(toolCard(summary), argumentCard(summary))),
    part("Input and reproduction",
      [pair(inputCard(summary), reproductionCard(summary)), ledgerCard(summary)]),
  ];
}

function part(title, ...contents) {
  return element("section", { class: "part" }, element("h2", {}, title), contents);
}

function pair(...cards) {
  return element("div", { class: "pair" }, cards);
}

function tiles(summary) {
  const { episodes, turns, drift, failureRecords, ledger } = summary;
  return element("dl", { class: "tiles", "aria-label": "Key figures" },
    shareTile("Official accuracy", episodes.official, "episodes", true),
    shareTile("Passed", episodes.passed, "decided", true),
    shareTile("Strict success", episodes.strict, "episodes", true),
    shareTile("Failing turns", turns.failing, "turns"),
    shareTile("Drifted", drift.episodes, "episodes"),
    tile("Failure records", number(failureRecords.records),
      "of " + counted(ledger.recordsRead, "record read", "records read")));
}

function shareTile(name, share, things, withInterval = false) {
  const detail = number(share.count) + " of " + number(share.of) + " " + things;
  return tile(name, percent(share), detail, withInterval ? "95 %: " + interval(share) : null);
}

function tile(name, value, ...details) {
  return element("div", { class: "tile" },
    element("dt", {}, name),
    element("dd", { class: "value" }, value),
    details.filter(Boolean).map((detail) => element("dd", {}, detail)));
}

function verdictCharts(summary) {
  const rows = summary.categories;
  const labels = rows.map((row) => row.category);
  const verdicts = lyingBars("Share of each verdict by category", labels,
    VERDICTS.map((verdict) => ({
      label: words(verdict),
      values: rows.map((row) => row.verdicts[verdict] / row.episodes),
      colour: VERDICT_COLOURS[verdict],
    })), {
      share: true,
      most: 1,
      describe: (row, verdict) => words(VERDICTS[verdict]) + ": "
        + number(rows[row].verdicts[VERDICTS[verdict]]) + " of " + number(rows[row].episodes),
      choose: (row) => showTrajectories({ category: labels[row] }),
    });
  const accuracy = lyingBars("Official accuracy by category with its 95 % interval", labels, [{
    label: "Official accuracy",
    values: rows.map((row) => row.official.share),
    intervals: rows.map((row) => row.official.share === null ? null : row.official),
    colour: "accent",
  }], {
    share: true,
    most: 1,
    texts: rows.map((row) => percent(row.official)),
    ends: rows.map((row) => row.official.share === null ? 0 : row.official.high),
    describe: (row) => percent(rows[row].official) + " (" + interval(rows[row].official) + ")",
  });
  return pair(
    card("Sealflow's verdicts", "Share of the episodes of each category.", verdicts),
    card("Official accuracy",
      "The benchmark's own verdict, with Wilson's 95 % interval.", accuracy));
}

function outcomeColumns(key, title, nameCell) {
  return [
    { title, text: true, cell: nameCell },
    { title: "Episodes", cell: (row) => number(row.episodes) },
    { title: "Official", cell: (row) => percent(row.official) },
    { title: "95 % interval", cell: (row) => interval(row.official) },
    { title: "Valid", cell: (row) => number(row.official.count) },
    { title: "Without", cell: (row) => number(row.withoutOfficial) },
    ...VERDICTS.map((verdict) => ({
      title: words(verdict),
      cell: (row) => number(row.verdicts[verdict]),
    })),
    { title: "Strict", cell: (row) => number(row.strict.count) },
    { title: "Failing turns", cell: (row) => percent(row.failing) },
    { title: "Drifted", cell: (row) => number(row.drifted.count) },
  ];
}

function verdictTable(summary) {
  const columns = outcomeColumns("category", "Category",
    (row) => row.category ? browse(row.category, { category: row.category }) : "Total");
  return card("By category", null,
    table("Verdicts by category", columns, [...summary.categories, summary.episodes], true));
}

function modelTable(summary) {
  if (summary.models.every((row) => row.model === "(unknown)")) return null;
  const columns = outcomeColumns("model", "Model",
    (row) => browse(row.model, { model: row.model === "(unknown)" ? "" : row.model }));
  return card("By model", null, table("Verdicts by model", columns, summary.models));
}

function failureCard(summary) {
  const rows = summary.failures.filter((row) => row.turns.count > 0);
  const note = "Failing turns by Sealflow's taxonomy. Own: fails from the ground truth's state too. "
    + "Cascaded: passes there, so an earlier turn is to blame.";
  if (rows.length === 0) return card("Failures", note, nothing("No turn fails."));
  const bars = lyingBars("Failing turns by failure and origin",
    rows.map((row) => words(row.failure)),
    Object.keys(ORIGIN_COLOURS).map((origin) => ({
      label: words(origin),
      values: rows.map((row) => row.origins[origin]),
      colour: ORIGIN_COLOURS[origin],
    })), {
      texts: rows.map((row) => number(row.turns.count)),
      ends: rows.map((row) => row.turns.count),
      choose: (row) => showTrajectories({ failure: rows[row].failure }),
    });
  const columns = [
    { title: "Failure", text: true,
      cell: (row) => browse(words(row.failure), { failure: row.failure }) },
    { title: "Turns", cell: (row) => number(row.turns.count) },
    { title: "Share", cell: (row) => percent(row.turns) },
    { title: "95 % interval", cell: (row) => interval(row.turns) },
    ...Object.keys(ORIGIN_COLOURS).map((origin) => ({
      title: words(origin),
      cell: (row) => number(row.origins[origin]),
    })),
    { title: "Root causes", cell: (row) => number(row.rootCauses) },
  ];
  return card("Failures", note, bars, folded(table("Failing turns by failure", columns, rows)));
}

function tagCard(summary) {
  const rows = summary.tags.filter((row) => row.turns.count + row.padded > 0);
  const note = "SEAL's tags of the turns that were reached.";
  const charted = rows.filter((row) => row.turns.count > 0);
  if (charted.length === 0) return card("Tags", note, nothing("No turn was reached."));
  const bars = lyingBars("Turns by tag", charted.map((row) => words(row.tag)), [{
    label: "Turns",
    values: charted.map((row) => row.turns.count),
    colour: charted.map((row) => GOOD_TAGS.includes(row.tag) ? "passed" : "failed"),
  }], {
    texts: charted.map((row) => number(row.turns.count)),
    ends: charted.map((row) => row.turns.count),
    choose: (row) => showTrajectories({ tag: charted[row].tag }),
  });
  const columns = [
    { title: "Tag", text: true, cell: (row) => browse(words(row.tag), { tag: row.tag }) },
    { title: "Turns", cell: (row) => number(row.turns.count) },
    { title: "Share", cell: (row) => percent(row.turns) },
    { title: "95 % interval", cell: (row) => interval(row.turns) },
    { title: "Padded", cell: (row) => number(row.padded) },
  ];
  return card("Tags", note, bars, folded(table("Turns by tag", columns, rows)));
}

function failureHeat(summary) {
  const failures = summary.failures.filter((row) => row.turns.count > 0);
  if (failures.length === 0) return null;
  const share = (row, failure) =>
    row.turnsReached === 0 ? 0 : row.failures[failure] / row.turnsReached;
  const columns = [
    { title: "Category", text: true, cell: (row) => row.category },
    { title: "Turns", cell: (row) => number(row.turnsReached) },
    ...failures.map(({ failure }) => ({
      title: words(failure),
      cell: (row) => row.failures[failure] === 0 ? "–" : browse(percentOf(share(row, failure)),
        { category: row.category, failure }),
      heat: (row) => 2.5 * share(row, failure),
    })),
  ];
  return card("Failures by category", "Share of the category's turns that fail so.",
    table("Failures by category", columns, summary.categories));
}

function nothing(text) {
  return element("p", { class: "nothing" }, text);
}
