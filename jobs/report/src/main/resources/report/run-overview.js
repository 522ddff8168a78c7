const SHOWN_VERSIONS = 60;
const SAMPLED = "test-sampled";
const TAG_COLOURS = {
  PASS: "passed",
  CORRECT_ABSTENTION: "series-5",
  STATE_MISMATCH: "series-8",
  RESPONSE_MISMATCH: "series-2",
  EMPTY_TURN_MODEL_RESPONSE: "series-9",
  SPURIOUS_TOOL_CALL: "series-6",
  INSTANCE_MISMATCH: "series-4",
  CHECKER_ERROR: "series-10",
  GT_ERROR: "series-7",
};
const FAILURE_NAMES = ["ARGUMENT_MISMATCH", "INVALID_CALL", "WRONG_EFFECT", "RECOVERY_FAILURE",
  "MISSING_CALL", "WRONG_RESPONSE", "SPURIOUS_CALL"];
const ARM_COLOURS = { PATCHED: "series-2", HOLDOUT: "series-9" };
const CHANGES = {
  GAINED: "Only the chosen version succeeds",
  LOST: "Only the start succeeds",
  BOTH: "Both succeed",
  NEITHER: "Neither succeeds",
};

function runOverview(run) {
  return [
    runHead(run),
    part("Success on validation", validationCards(run)),
    part("Start and chosen version", [element("p", { class: "note" }, "Chosen: " + run.choice + "."),
      outcomeCards(run, run.test, "test tasks", "test"),
      outcomeCards(run, run.testSampled, "test tasks, sampled", SAMPLED),
      run.test === null && outcomeCards(run, run.validationOutcome, "validation", "validation")]),
    part("Training batches", trainingCards(run)),
    part("Environment patches", patchCards(run)),
    part("Learner", learnerCards(run)),
    part("The loop", loopCards(run)),
  ];
}

function runHead(run) {
  const state = run.end === null ? "Not at its end" : words(run.end);
  return element("section", { class: "part head" },
    run.reason && element("p", { class: "notice" }, "Stopped by a guard: " + run.reason),
    element("dl", { class: "tiles", "aria-label": "Key figures" },
      outcomeTile("Test success", run.test),
      outcomeTile("Test success, sampled", run.testSampled),
      validationTile(run),
      tile("Version", number(run.version), "of " + (run.planned || "?") + " planned", state),
      tile("Episodes", number(run.episodes),
        "in " + counted(run.batches, "batch", "batches"), number(run.tokens) + " tokens trained on",
        number(run.sampledTokens) + " of them sampled"),
      tile("Time", duration(run.seconds), "since " + moment(run.startedAt),
        run.cpuSeconds !== null && duration(run.cpuSeconds) + " of processor time"),
      tile("Waiting", wholePercent(run.waiting.all.rolloutsWait) + " / "
        + wholePercent(run.waiting.all.learnerWaits), "of the time rollouts / learner stood still")),
    element("details", { class: "card settings" },
      element("summary", {}, "Settings in force (" + number(run.settings.length) + ")"),
      table("Settings in force", [
        { title: "Setting", text: true, cell: (row) => element("code", {}, row.key) },
        { title: "Value", text: true, cell: (row) => element("code", {}, row.value) },
      ], run.settings)));
}

function outcomeTile(name, outcome) {
  if (outcome === null) return null;
  const { start, chosen, difference } = outcome.all;
  const value = percent(chosen ?? start);
  if (difference === null) return tile(name, value, "95 %: " + interval(chosen ?? start));
  return tile(name, value, "start " + percent(start),
    points(difference.difference) + " points (" + pointsInterval(difference) + ")");
}

function validationTile(run) {
  if (run.chosen === undefined) return null;
  const best = run.validation.find((row) => row.version === run.chosen);
  return tile("Validation, version " + number(run.chosen), percent(best.all),
    number(best.all.count) + " of " + number(best.all.of) + " tasks", "95 %: " + interval(best.all));
}

function validationCards(run) {
  const rows = run.validation;
  if (rows.length === 0) return card("Versions", null, nothing("No version was evaluated."));
  const over = (title, colourName, of, small) => [{
    label: title, colour: colourName,
    points: rows.filter((row) => of(row)).map((row) => sharePoint(row.version, of(row))) }];
  const columns = [
    { title: "Version", cell: (row) => number(row.version) },
    { title: "All", cell: (row) => percent(row.all) },
    { title: "95 % interval", cell: (row) => interval(row.all) },
    ...run.categories.map((category) => ({ title: short(category),
      cell: (row) => row.categories[category] ? percent(row.categories[category]) : "–" })),
    { title: "Seconds", cell: (row) => figure(row.seconds) },
  ];
  return [
    card("All categories",
      "Strict success of versions on the same tasks, greedy and without patches; Wilson's 95 % interval.",
      curves("Success on validation by version", over("All", "series-1", (row) => row.all),
        { x: "version", share: true, most: 1, zero: true }),
      folded(table("Success on validation", columns, rows.slice(-SHOWN_VERSIONS)))),
    element("div", { class: "grid" }, run.categories.map((category, at) =>
      card(short(category), null, curves("Success on validation by version: " + short(category),
        over(short(category), seriesColour(at + 1), (row) => row.categories[category]),
        { x: "version", share: true, most: 1, zero: true, small: true })))),
  ];
}

function outcomeCards(run, outcome, where, split) {
  if (outcome === null) {
    return split !== "validation" ? null
      : card("Outcome", null, nothing("Neither start nor a chosen version was evaluated yet."));
  }
  const rows = [...outcome.rows, { category: null, ...outcome.all }];
  const name = (row) => row.category === null ? "all" : short(row.category);
  const sides = [["start", "Start", "series-9"],
    ["chosen", "Version " + number(outcome.chosen ?? 0), "series-1"]]
    .filter(([side]) => outcome[side] !== null);
  const bars = groupedBars("Success on " + where + " by category with 95 % intervals",
    rows.map(name), sides.map(([side, label, paint]) => ({
      label,
      colour: paint,
      values: rows.map((row) => row[side].share),
      intervals: rows.map((row) => row[side].share === null ? null : row[side]),
    })), {
      share: true,
      most: 1,
      describe: (row, side) => sides[side][1] + ": " + percent(rows[row][sides[side][0]]) + " ("
        + interval(rows[row][sides[side][0]]) + ")",
    });
  return pair(
    card("Success on the " + where, "Strict success, each task once and " + (split === SAMPLED
      ? "sampled at the temperature of the rollouts" : "greedy") + "; Wilson's 95 % interval.", bars),
    card("What changed",
      "Paired difference on tasks both have played, in points, with Wald's 95 % interval.",
      changeTable(rows, outcome, split, name)));
}

function changeTable(rows, outcome, split, name) {
  const chosen = (change, count, row) => count === 0 || split === SAMPLED ? number(count)
    : browse(number(count),
      { split, change, ...(row.category === null ? {} : { category: row.category }) });
  return table("Start and chosen version by category", [
    { title: "Category", text: true, cell: name },
    outcome.start !== null && { title: "Start", cell: (row) => percent(row.start) },
    outcome.chosen !== null && { title: "Chosen", cell: (row) => percent(row.chosen) },
    { title: "Points", cell: (row) => markedPoints(row.difference) },
    { title: "95 % interval", cell: (row) => row.difference ? pointsInterval(row.difference) : "–" },
    { title: "Gained", cell: (row) => row.difference
      ? chosen("GAINED", row.difference.gained, row) : "–" },
    { title: "Lost", cell: (row) => row.difference ? chosen("LOST", row.difference.lost, row) : "–" },
    { title: "Tasks", cell: (row) => number((row.chosen ?? row.start).of) },
  ].filter(Boolean), rows, true);
}

function trainingCards(run) {
  const { points: train, window, totals } = run.train;
  if (train.length === 0) return card("Batches", null, nothing("No batch is complete yet."));
  const over = "Over the last " + window + " batches at each point.";
  const series = [{ label: "All", colour: "series-1",
    points: train.map((point) => sharePoint(point.batch, point.all)) }];
  const arms = Object.keys(ARM_COLOURS).filter((arm) =>
    train.some((point) => point.arms[arm]?.of > 0));
  for (const arm of arms.length > 1 ? arms : []) {
    series.push({ label: words(arm), colour: ARM_COLOURS[arm], points: train
      .filter((point) => point.arms[arm]?.of > 0)
      .map((point) => sharePoint(point.batch, point.arms[arm])) });
  }
  const mix = (key) => train.map((point) => ({ x: point.batch, counts: point[key] }));
  return [
    pair(
      card("Success in training", over + " Sampled; patched episodes see patches, holdout ones none.",
        curves("Success in training by batch", series,
          { x: "batch", share: true, most: 1, zero: true })),
      card("Verdicts", over, areas("Verdicts by batch", mix("verdicts"),
        VERDICTS.map((name) => ({ name, label: words(name), colour: VERDICT_COLOURS[name] })),
        { x: "batch", share: true }))),
    pair(
      card("Tags", "SEAL's tags of the turns reached. " + over,
        areas("Tags by batch", mix("tags"), Object.keys(TAG_COLOURS).map((name) =>
          ({ name, label: words(name), colour: TAG_COLOURS[name] })), { x: "batch", share: true }),
        folded(countTable("Turns by tag", "Tag", totals.tags))),
      card("Failures", "Failing turns by Sealflow's taxonomy. " + over,
        areas("Failures by batch", mix("failures"), FAILURE_NAMES.map((name, at) =>
          ({ name, label: words(name), colour: seriesColour(at) })), { x: "batch", share: true }),
        folded(countTable("Failing turns by failure", "Failure", totals.failures)))),
  ];
}

/** Counts by name, most first. */
function countTable(caption, title, counts, show = words) {
  const sum = Object.values(counts).reduce((one, other) => one + other, 0);
  const rows = Object.entries(counts).sort((one, other) => other[1] - one[1]);
  return table(caption, [
    { title, text: true, cell: (row) => show(row[0]) },
    { title: "Count", cell: (row) => number(row[1]) },
    { title: "Share", cell: (row) => percentOf(row[1] / sum) },
  ], rows);
}
