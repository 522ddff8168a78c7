const CURVE_NOTE = "Strict success of versions on validation. Of an arm with several runs the mean, shaded"
  + " from the lowest to the highest run; of a single run Wilson's 95 % interval.";

function comparisonView(comparison) {
  return [
    part("Success on validation", curveCards(comparison)),
    part("Success on the test tasks", [armCards(comparison), runCard(comparison)]),
    part("Cost and settings", [costCard(comparison), settingCard(comparison)]),
  ];
}

function curveCards(comparison) {
  const over = (of) => comparison.arms.map((arm, at) => ({
    label: armName(arm),
    colour: seriesColour(at),
    points: of(arm.curves).map((point) =>
      ({ x: point.version, y: point.mean, low: point.low, high: point.high })),
  }));
  const options = { x: "version", share: true, most: 1, zero: true };
  return [
    card("All categories", CURVE_NOTE,
      curves("Success on validation by version and arm", over((each) => each.all), options)),
    element("div", { class: "grid" }, comparison.categories.map((category) =>
      card(short(category), null,
        curves("Success on validation by version and arm: " + short(category),
          over((each) => each.categories[category]), { ...options, small: true })))),
  ];
}

function armName(arm) {
  return arm.runs.length === 1 ? arm.runs[0] : arm.arm + " (" + arm.runs.length + " runs)";
}

/** The runs that an arm's figures and its interval on the chart stand for. */
function armCards(comparison) {
  const { arms, categories } = comparison;
  const measured = arms.filter((arm) => arm.test.all !== null);
  if (measured.length === 0) {
    return card("By category", null, nothing("No run was measured on the test tasks yet."));
  }
  const names = [...categories, null];
  const value = (arm, category) =>
    category === null ? arm.test.all : arm.test.categories[category];
  const bars = groupedBars("Success on the test tasks by category and arm",
    names.map((name) => name === null ? "all" : short(name)), measured.map((arm) => ({
      label: armName(arm),
      colour: seriesColour(arms.indexOf(arm)),
      values: names.map((name) => value(arm, name)?.mean ?? null),
      intervals: names.map((name) => armInterval(comparison, arm, name)),
    })), {
      share: true,
      most: 1,
      describe: (name, arm) => armName(measured[arm]) + ": "
        + spreadText(value(measured[arm], names[name])),
    });
  const columns = [
    { title: "Arm", text: true, cell: armName },
    ...names.map((name) => ({ title: name === null ? "all" : short(name),
      cell: (arm) => spreadCell(value(arm, name)) })),
    { title: "Points over " + comparison.runs[0].run, cell: (arm) => arm.test.difference === null ? "–"
      : [points(arm.test.difference.mean), arm.test.difference.runs > 1 && element("div",
        { class: "range" }, pointsInterval(arm.test.difference))] },
  ];
  return [
    card("By category", "The chosen version of each run. Lines reach from the lowest to the highest run of"
      + " an arm, or show Wilson's 95 % interval of a single run.", bars),
    card("Arms", "Mean over the runs, and their range where there are several.",
      table("Success on the test tasks by arm", columns, arms)),
  ];
}

function armInterval(comparison, arm, category) {
  const spread = category === null ? arm.test.all : arm.test.categories[category];
  if (spread === null) return null;
  if (spread.runs > 1) return spread;
  const measured = comparison.runs.filter((run) => arm.runs.includes(run.run) && run.test !== null);
  const share = category === null ? measured[0].test
    : measured[0].categories.find((row) => row.category === category).test;
  return share.share === null ? null : share;
}

function spreadText(spread) {
  return percentOf(spread.mean) + (spread.runs > 1
    ? " (" + percentOf(spread.low) + " to " + percentOf(spread.high) + ")" : "");
}

function spreadCell(spread) {
  if (spread === null) return "–";
  return [percentOf(spread.mean), spread.runs > 1 && element("div", { class: "range" },
    (100 * spread.low).toFixed(1) + "–" + (100 * spread.high).toFixed(1))];
}

function runCard(comparison) {
  const first = comparison.runs[0].run;
  const paired = (title, of) => [
    { title, cell: (row) => markedPoints(of(row)) },
    { title: "95 % interval", cell: (row) => of(row) ? pointsInterval(of(row)) : "–" },
  ];
  return card("Runs",
    "Differences are paired on the tasks both have played, in points, with Wald's 95 % interval.",
    table("Success on the test tasks by run", [
      { title: "Run", text: true, cell: (row) => row.run },
      { title: "Start", cell: (row) => row.start === null ? "–" : percent(row.start) },
      { title: "Chosen", cell: (row) => row.test === null ? "–" : percent(row.test) },
      { title: "95 % interval", cell: (row) => row.test === null ? "–" : interval(row.test) },
      ...paired("Over its start", (row) => row.gain),
      ...paired("Over " + first, (row) => row.run === first ? null : row.difference),
    ], comparison.runs),
    folded(table("Success on the test tasks by run and category", [
      { title: "Run", text: true, cell: (row) => row.run },
      ...comparison.categories.flatMap((category) => [
        { title: short(category), cell: (row) => categoryCell(row, category, "test") },
        { title: "Over " + first, cell: (row) => row.run === first ? "–"
          : categoryCell(row, category, "difference") },
      ]),
    ], comparison.runs)));
}

function categoryCell(run, category, key) {
  const found = run.categories.find((row) => row.category === category)[key];
  if (found === null) return "–";
  return key === "difference"
    ? [markedPoints(found), element("div", { class: "range" }, pointsInterval(found))]
    : [percent(found), element("div", { class: "range" }, interval(found))];
}

function costCard(comparison) {
  return card("Cost", null, table("Cost by run", [
    { title: "Run", text: true, cell: (row) => row.run },
    { title: "Versions", cell: (row) => number(row.version) },
    { title: "Chosen", cell: (row) => row.chosen === null ? "–" : number(row.chosen) },
    { title: "Episodes", cell: (row) => number(row.episodes) },
    { title: "Tokens trained on", cell: (row) => number(row.tokens) },
    { title: "Minutes", cell: (row) => (row.seconds / SECONDS_PER_MINUTE).toFixed(1) },
    { title: "State", text: true, cell: (row) => row.end === null ? "Not at its end"
      : words(row.end) },
  ], comparison.runs));
}

function settingCard(comparison) {
  const note = "Only settings in which runs differ.";
  if (comparison.settings.length === 0) {
    return card("Settings", note, nothing("All runs began with the same settings."));
  }
  return card("Settings", note, table("Settings that differ", [
    { title: "Setting", text: true, cell: (row) => element("code", {}, row.key) },
    ...comparison.runs.map((run, at) => ({ title: run.run, text: true,
      cell: (row) => element("code", {}, row.values[at] || "–") })),
  ], comparison.settings));
}
