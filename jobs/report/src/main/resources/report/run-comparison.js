const CURVE_NOTE = "Strict success of versions on validation. Of an arm with several runs the mean, shaded"
  + " from the lowest to the highest run; of a single run Wilson's 95 % interval.";

const PLAYS = ["greedy", "sampled"];
const MEAN_NOTE = "Means over the runs of an arm and all tasks; the 95 % interval is over tasks, of the"
  + " runs as they are.";

function comparisonView(comparison) {
  return [
    part("Success on validation", curveCards(comparison)),
    part("Success on the test tasks", testCards(comparison)),
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

/** The test tasks greedy, then sampled, where any run was measured so. */
function testCards(comparison) {
  const plays = PLAYS.filter((play) => comparison.arms.some((arm) => arm.outcomes[play] !== null));
  if (plays.length === 0) {
    return [card("By category", null, nothing("No run was measured on the test tasks yet.")),
      runCard(comparison, "greedy")];
  }
  return plays.flatMap((play) => [armCards(comparison, play), runCard(comparison, play)]);
}

function armCards(comparison, play) {
  const measured = comparison.arms.filter((arm) => arm.outcomes[play] !== null);
  const names = [...comparison.categories, null];
  const titles = names.map((name) => name === null ? "all" : short(name));
  const figures = (arm, name) =>
    name === null ? arm.outcomes[play].all : arm.outcomes[play].categories[name];
  const bars = groupedBars("Success on the test tasks by category and arm, " + play, titles,
    measured.map((arm) => ({
      label: armName(arm),
      colour: seriesColour(comparison.arms.indexOf(arm)),
      values: names.map((name) => figures(arm, name).success?.share ?? null),
      intervals: names.map((name) => figures(arm, name).success),
    })), {
      share: true,
      most: 1,
      describe: (name, arm) => armName(measured[arm]) + ": "
        + shareText(figures(measured[arm], names[name]).success),
    });
  const columns = (key, cell) => names.map((name, at) =>
    ({ title: titles[at], cell: (arm) => cell(figures(arm, name)[key]) }));
  const arm = { title: "Arm", text: true, cell: armName };
  return [
    card("By category, " + play, "The chosen version of each run. " + MEAN_NOTE, bars),
    card("Arms, " + play, MEAN_NOTE + " Differences are paired by task, in points.",
      table("Success on the test tasks by arm, " + play, [
        arm,
        { title: "Start", cell: (row) => shareCell(row.outcomes[play].all.start) },
        ...columns("success", shareCell),
        { title: "Over their starts", cell: (row) => pointsCell(row.outcomes[play].all.gain) },
        { title: "Over " + comparison.baseline,
          cell: (row) => pointsCell(row.outcomes[play].all.difference) },
      ], measured),
      folded([
        table("Points over their starts by arm and category, " + play,
          [{ ...arm, title: "Over their starts" }, ...columns("gain", pointsCell)], measured),
        table("Points over " + comparison.baseline + " by arm and category, " + play,
          [{ ...arm, title: "Over " + comparison.baseline },
            ...columns("difference", pointsCell)], measured),
      ])),
  ];
}

function shareText(mean) {
  return mean === null ? "–" : percent(mean) + " (" + interval(mean) + ")";
}

function shareCell(mean) {
  return mean === null ? "–" : [percent(mean), element("div", { class: "range" }, interval(mean))];
}

function pointsCell(mean) {
  return mean === null ? "–"
    : [markedPoints(mean), element("div", { class: "range" }, pointsInterval(mean))];
}

function runCard(comparison, play) {
  const runs = comparison.runs.filter((run) => play === "greedy" || run.sampled !== null)
    .map((run) => play === "greedy" ? run : { ...run, ...run.sampled });
  const first = comparison.runs[0].run;
  const paired = (title, of) => [
    { title, cell: (row) => markedPoints(of(row)) },
    { title: "95 % interval", cell: (row) => of(row) ? pointsInterval(of(row)) : "–" },
  ];
  return card("Runs, " + play,
    "Differences are paired on the tasks both have played, in points, with Wald's 95 % interval.",
    table("Success on the test tasks by run, " + play, [
      { title: "Run", text: true, cell: (row) => row.run },
      { title: "Start", cell: (row) => row.start === null ? "–" : percent(row.start) },
      { title: "Chosen", cell: (row) => row.test === null ? "–" : percent(row.test) },
      { title: "95 % interval", cell: (row) => row.test === null ? "–" : interval(row.test) },
      ...paired("Over its start", (row) => row.gain),
      ...paired("Over " + first, (row) => row.run === first ? null : row.difference),
    ], runs),
    folded(table("Success on the test tasks by run and category, " + play, [
      { title: "Run", text: true, cell: (row) => row.run },
      ...comparison.categories.flatMap((category) => [
        { title: short(category), cell: (row) => categoryCell(row, category, "test") },
        { title: "Over " + first, cell: (row) => row.run === first ? "–"
          : categoryCell(row, category, "difference") },
      ]),
    ], runs)));
}

function categoryCell(run, category, key) {
  const found = run.categories.find((row) => row.category === category)[key];
  return key === "difference" ? pointsCell(found) : shareCell(found);
}

function costCard(comparison) {
  return card("Cost", null, table("Cost by run", [
    { title: "Run", text: true, cell: (row) => row.run },
    { title: "Versions", cell: (row) => number(row.version) },
    { title: "Chosen", cell: (row) => row.chosen === null ? "–" : number(row.chosen) },
    { title: "Episodes", cell: (row) => number(row.episodes) },
    { title: "Tokens trained on", cell: (row) => number(row.tokens) },
    { title: "Sampled ones", cell: (row) => number(row.sampledTokens) },
    { title: "Minutes", cell: (row) => (row.seconds / SECONDS_PER_MINUTE).toFixed(1) },
    { title: "Processor minutes", cell: (row) => row.cpuSeconds === null ? "–"
      : (row.cpuSeconds / SECONDS_PER_MINUTE).toFixed(1) },
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
