/** Own root causes: what began the failure of an episode, those that would recover most first. */
function causesCard(summary) {
  const rows = summary.causes.slice(0, MOST_LISTED);
  const note = "How the root-cause turns of failed episodes fail, each counted once an episode. Would"
    + " pass: every other failing turn of the episode follows from that turn. Of unjudged episodes the first"
    + " turn with a finding counts.";
  if (rows.length === 0) return card("Root causes to fix", note, nothing("No episode failed."));
  const charted = rows.slice(0, MOST_CHARTED_TOOLS);
  const bars = lyingBars("Failed episodes by root cause", charted.map((row) => row.cause), [
    { label: "Would pass", values: charted.map((row) => row.recovered), colour: "own" },
    { label: "Has other failures", colour: "undetermined",
      values: charted.map((row) => row.episodes.count - row.recovered) },
  ], {
    texts: charted.map((row) => number(row.episodes.count)),
    ends: charted.map((row) => row.episodes.count),
  });
  const columns = [
    { title: "Root cause", text: true, cell: (row) =>
      row.failure ? browse(row.cause, { failure: row.failure })
        : row.cause },
    { title: "Episodes", cell: (row) => number(row.episodes.count) },
    { title: "Share", cell: (row) => percent(row.episodes) },
    { title: "Would pass", cell: (row) => number(row.recovered) },
    { title: "Example", text: true, cell: (row) => row.example },
  ];
  return card("Root causes to fix", note, bars, table("Root causes to fix", columns, rows));
}

function rootCauseCard(summary) {
  const { turns, deviatingOnly, reasons } = summary.rootCauses;
  const note = "The earliest deviating turn of each failed episode. Turns count from 0.";
  const blamed = reasons.filter((row) => row.episodes > 0);
  const lines = [
    ...blamed.map((row) => words(row.reason) + ": " + counted(row.episodes, "episode", "episodes")),
    deviatingOnly > 0 && "Deviates without failing: " + counted(deviatingOnly, "episode", "episodes"),
  ].filter(Boolean);
  const bars = turns.length === 0 ? nothing("No turn is a root cause.")
    : standingBars("Episodes by the turn that is their root cause",
      turns.map((row) => String(row.turn)),
      [{ label: "Episodes", values: turns.map((row) => row.episodes), colour: "accent" }], {
        title: "turn",
        texts: turns.map((row) => number(row.episodes)),
        ends: turns.map((row) => row.episodes),
        choose: (row) => showTrajectories({ root: String(turns[row].turn) }),
      });
  const columns = [
    { title: "Turn", text: true,
      cell: (row) => browse(String(row.turn), { root: String(row.turn) }) },
    { title: "Episodes", cell: (row) => number(row.episodes) },
  ];
  return card("Root causes", note, bars,
    lines.length > 0 && element("p", { class: "note" }, lines.join(" · ")),
    turns.length > 0 && folded(table("Root causes by turn", columns, turns)));
}

function positionCard(summary) {
  const rows = summary.positions;
  const note = "Share of the turns reached at each index that fail, with Wilson's 95 % interval.";
  if (rows.length === 0) return card("Failing by turn", note, nothing("No turn was reached."));
  const bars = standingBars("Share of failing turns by turn index",
    rows.map((row) => String(row.turn)), [{
      label: "Failing",
      values: rows.map((row) => row.failing.share),
      intervals: rows.map((row) => row.failing.share === null ? null : row.failing),
      colour: "failed",
    }], {
      share: true,
      title: "turn",
      texts: rows.map((row) => percent(row.failing)),
      ends: rows.map((row) => row.failing.share === null ? 0 : row.failing.high),
      describe: (row) => number(rows[row].failing.count) + " of " + number(rows[row].failing.of)
        + " (" + interval(rows[row].failing) + ")",
    });
  const columns = [
    { title: "Turn", text: true, cell: (row) => String(row.turn) },
    { title: "Reached", cell: (row) => number(row.failing.of) },
    { title: "Failing", cell: (row) => number(row.failing.count) },
    { title: "Share", cell: (row) => percent(row.failing) },
    { title: "95 % interval", cell: (row) => interval(row.failing) },
  ];
  return card("Failing by turn", note, bars, folded(table("Failing turns by index", columns, rows)));
}

function shareColumns() {
  return [
    { title: "Failures", cell: (row) => number(row.failures.count) },
    { title: "Turns", cell: (row) => number(row.failures.of) },
    { title: "Share", cell: (row) => percent(row.failures) },
    { title: "95 % interval", cell: (row) => interval(row.failures) },
  ];
}

function toolCard(summary) {
  const rows = summary.tools;
  const note = "Failing turns whose evidence names the tool, most first.";
  if (rows.length === 0) return card("Worst tools", note, nothing("No tool stands out."));
  const charted = rows.slice(0, MOST_CHARTED_TOOLS);
  const bars = lyingBars("Failing turns by tool", charted.map((row) => row.tool), [
    { label: "Failures", values: charted.map((row) => row.failures.count), colour: "accent" },
  ], {
    texts: charted.map((row) => number(row.failures.count)),
    ends: charted.map((row) => row.failures.count),
    describe: (row) => number(charted[row].failures.count) + " of "
      + number(charted[row].failures.of) + " turns that use it",
    choose: (row) => showTrajectories({ tool: charted[row].tool }),
  });
  const columns = [
    { title: "Tool", text: true, cell: (row) => browse(row.tool, { tool: row.tool }) },
    ...shareColumns(),
  ];
  return card("Worst tools", note, bars, folded(table("Worst tools", columns, rows)));
}

function argumentCard(summary) {
  const rows = summary.arguments;
  const note = "Failing turns whose evidence names the argument, of the turns that use its tool.";
  if (rows.length === 0) return card("Worst arguments", note, nothing("No argument stands out."));
  const columns = [
    { title: "Argument", text: true, cell: (row) => [
      browse(row.tool, { tool: row.tool }), element("code", {}, " · " + row.argument)] },
    ...shareColumns(),
  ];
  const first = table("Worst arguments", columns, rows.slice(0, 12));
  const rest = rows.length > 12 && folded(table("All arguments listed", columns, rows));
  return card("Worst arguments", note, first, rest);
}

function inputCard(summary) {
  const { records, boundaries, reasons } = summary.failureRecords;
  const note = "Records that could not be used, by the boundary that turned them away.";
  if (records === 0) return card("Failure records", note, nothing("All records were used."));
  const hit = boundaries.filter((row) => row.records > 0);
  return card("Failure records", note,
    table("Failure records by boundary", [
      { title: "Boundary", text: true, cell: (row) => words(row.boundary) },
      { title: "Records", cell: (row) => number(row.records) },
    ], hit),
    table("Failure records by reason", [
      { title: "Reason", text: true, cell: (row) => row.reason },
      { title: "Records", cell: (row) => number(row.records) },
    ], reasons.slice(0, MOST_LISTED)));
}

function reproductionCard(summary) {
  const { unsupported, officialErrors, drift } = summary;
  const note = drift.results === 0
    ? "No recorded result differs from what executing its call again gives."
    : counted(drift.results, "recorded result is", "recorded results are")
      + " not reproduced by executing the call again: in " + counted(drift.turns, "turn", "turns")
      + " of " + counted(drift.episodes.count, "episode", "episodes") + ".";
  return card("Reproduction", note,
    officialErrors.length > 0 && table("The benchmark's error types", [
      { title: "Official error type", text: true, cell: (row) => row.error },
      { title: "Episodes", cell: (row) => number(row.episodes) },
    ], officialErrors.slice(0, MOST_LISTED)),
    unsupported.length === 0 ? nothing("No call holds an unsupported expression.")
      : table("Calls refused for an unsupported expression", [
        { title: "Unsupported expression", text: true, cell: (row) => row.form },
        { title: "Calls", cell: (row) => number(row.calls) },
      ], unsupported.slice(0, MOST_LISTED)));
}

function ledgerCard(summary) {
  return card("Ledger", summary.time.text,
    element("p", { class: summary.ledger.balances ? "ledger" : "ledger unbalanced" },
      summary.ledger.line));
}
