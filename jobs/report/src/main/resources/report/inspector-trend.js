/** What episodes are counted by over time: the first of these that has more than one value. */
const SERIES = ["version", "time"];

/** What an agent can do, or cannot: each value is a capability. */
const CAPABILITIES = ["category", "tag", "tool", "argument"];

/** Episodes by what they were played for. */
const PLAYED = { TRAIN: "training", EVAL: "evaluation" };

const CAUSES_BESIDE = 5;
const MOST_ROWS = 8;
const SERIES_COLOURS = ["own", "infrastructure", "passed", "failed", "defective", "cascaded"];

/** The facets that a breakdown is asked for: how it goes on, and what lies beneath. */
function seriesOf(facets) {
  return SERIES.find((name) => (facets[name] ?? []).length > 1) ?? null;
}

/** How often episodes pass: over versions or time, and by capability. */
async function trendView(overview, query) {
  const filter = onlyFacets(query);
  const series = seriesOf(overview.facets);
  const found = await breakdown(filter, [series, overview.runs.length > 1 && "run", ...CAPABILITIES]);
  return [
    trail(filter, "trend"),
    element("h2", {}, "Trend"),
    chips("trend", filter),
    trendCard(found, series, filter),
    found.of.run && card("Runs", null, facetTable(found.of.run, "capability", filter)),
    element("div", { class: "pair" },
      CAPABILITIES.filter((name) => !(name in filter) && found.of[name].rows.length > 0)
        .map((name) => card("By " + FACETS[name][0].toLowerCase(), CAPABILITY_NOTES[name],
          facetTable(found.of[name], "capability", filter)))),
  ];
}

const CAPABILITY_NOTES = {
  tool: "Episodes in which policy or ground truth call the tool.",
  tag: "Episodes in which a turn has the tag.",
  argument: "Episodes whose evidence names the argument.",
};

/** One capability: how it goes on, why it fails, and the groups that show it. */
async function capabilityView(overview, query) {
  const filter = onlyFacets(query);
  const series = seriesOf(overview.facets);
  const level = overview.groups && !("group" in filter) ? "group" : "task";
  const found = await breakdown(filter, [series, level]);
  const groups = found.of[level];
  return [
    trail(filter, "capability"),
    element("h2", {}, described(filter) || "All episodes"),
    chips("capability", filter),
    element("div", { class: "actions" }, element("a", { class: "action", href: address("episodes", filter) },
      "Show " + counted(found.episodes, "episode", "episodes"))),
    trendCard(found, series, filter),
    found.causes.rows.length > 0 && card("Why it fails", null,
      element("ol", { class: "causes" }, found.causes.rows.slice(0, CAUSES_BESIDE)
        .map((row) => causeRow(row, filter)))),
    card(level === "group" ? "Groups" : "Tasks",
      "Those whose samples end both ways come first: what the ones that pass do otherwise shows why.",
      facetTable(groups, "group", filter)),
  ];
}

/** The server's counts of what a filter leaves, by facet name. */
async function breakdown(filter, facets) {
  const by = facets.filter(Boolean);
  const found = await asked("breakdown?" + new URLSearchParams({ ...filter, by: by.join(",") }));
  return { ...found, of: Object.fromEntries(found.facets.map((each) => [each.by, each])) };
}

/** A filter in words. */
function described(filter) {
  return Object.entries(filter).map(([name, value]) => facetText(name, value)).join(" · ");
}

function facetText(name, value) {
  if (name === "text") return "“" + value + "”";
  if (name === "task") return value;
  const [label, show] = FACETS[name];
  return label + " " + show(value);
}

/** The filter, each part with a link that takes it away. */
function chips(path, filter) {
  const parts = Object.entries(filter);
  if (parts.length === 0) return null;
  return element("ul", { class: "chips", "aria-label": "Filters" }, parts.map(([name, value]) => {
    const { [name]: away, ...rest } = filter;
    return element("li", {}, facetText(name, value), " ",
      element("a", { href: address(path, rest), "aria-label": "Without " + facetText(name, value) }, "×"));
  }));
}

/** Where a view stands between the first screen and a call. */
function trail(filter, ends, ...rest) {
  const { group, task, ...wide } = filter;
  const over = Object.fromEntries(Object.entries(wide).filter(([name]) =>
    name === "run" || SERIES.includes(name)));
  const isWide = Object.keys(wide).length > 0;
  const steps = [linked("Why it fails", "")];
  if (ends === "trend") steps.push("Trend");
  else if (isWide) steps.push(linked(described(over) ? "Trend, " + described(over) : "Trend", "trend", over));
  if (ends === "capability") steps.push(described(wide) || "All episodes");
  else if (isWide && ends !== "trend") steps.push(linked(described(wide), "capability", wide));
  if (group !== undefined && ends !== "trend" && ends !== "capability") {
    steps.push(ends === "group" ? group : linked("Group " + group, "group", { ...wide, group }));
  } else if (task !== undefined && ends !== "trend" && ends !== "capability") {
    steps.push(ends === "group" ? task : linked(task, "group", { ...wide, task }));
  }
  steps.push(...rest);
  const last = steps.pop();
  return element("nav", { class: "path", "aria-label": "Where you are" },
    steps.map((step) => [step, " › "]), element("span", { "aria-current": "page" }, last));
}

function trendCard(found, series, filter) {
  const rows = series === null ? [] : found.of[series].rows;
  if (rows.length < 2) return null;
  const label = FACETS[series][0].toLowerCase();
  return card("Passed episodes by " + label, "Lines at the points are Wilson's intervals at 95 %.",
    trendChart(rows, label, (index) => {
      location.hash = address("trend", { ...filter, [series]: rows[index].value });
    }),
    folded(facetTable(found.of[series], "trend", filter)));
}

/** The lines of a chart: for each run its training episodes and its evaluation episodes. */
function trendLines(rows) {
  const lines = new Map(rows.flatMap((row) => row.lines)
    .map(({ run, mode }) => [JSON.stringify([run, mode]), { run, mode }]));
  const sorted = [...lines.values()].sort((one, other) => one.mode.localeCompare(other.mode));
  const differ = (name) => new Set(sorted.map((each) => each[name])).size > 1;
  return sorted.map((each) => ({ ...each, label: [
    differ("run") && shortRun(each.run), differ("mode") && PLAYED[each.mode],
  ].filter(Boolean).join(", ") || "Passed" }));
}

/** A line for each run and mode over the values of a facet. */
function trendChart(rows, label, choose) {
  const lines = trendLines(rows).map(({ run, mode, label: name }) => ({
    label: name,
    shares: rows.map((row) => row.lines.find((each) => each.run === run && each.mode === mode)?.passed ?? null),
  }));
  const describe = (share) => share?.share == null ? "none" : percent(share) + " of "
    + number(share.of) + ", " + interval(share);
  return chart("Share of passed episodes by " + label, 240, () => ({
    type: "line",
    data: {
      labels: rows.map((row) => row.value),
      datasets: lines.map((each, at) => ({
        label: each.label,
        data: each.shares.map((share) => share?.share ?? null),
        intervals: each.shares.map((share) => share?.share == null ? null : share),
        borderColor: colour(SERIES_COLOURS[at % SERIES_COLOURS.length]),
        backgroundColor: colour(SERIES_COLOURS[at % SERIES_COLOURS.length]),
        borderWidth: 2, pointRadius: 4, pointHoverRadius: 6, spanGaps: true,
      })),
    },
    options: {
      ...common(lines, { choose }),
      interaction: { mode: "index", intersect: false },
      scales: {
        x: { ...nameAxis(), title: { display: true, text: label, color: colour("muted") } },
        y: { ...valueAxis({ share: true, most: 1 }), stacked: false },
      },
      plugins: {
        ...common(lines, {}).plugins,
        tooltip: { callbacks: { label: (item) => item.dataset.label + ": "
          + describe(lines[item.datasetIndex].shares[item.dataIndex]) } },
      },
    },
  }));
}

/** The values of a facet with their counts; each leads on. Those after the first ones are folded. */
function facetTable(facet, path, filter) {
  return [
    firstOf(MOST_ROWS, facet.rows, (rows) => facetRows(facet.by, rows, path, filter)),
    facet.leftOut > 0 && element("p", { class: "note" }, number(facet.leftOut) + " more are left out."),
  ];
}

function facetRows(name, rows, path, filter) {
  const show = FACETS[name]?.[1] ?? String;
  return table(FACETS[name]?.[0] ?? "Task", [
      { title: FACETS[name]?.[0] ?? "Task", text: true, cell: (row) =>
        linked(show(row.value), path, { ...filter, [name]: row.value }) },
      { title: "Passed", cell: (row) => [percent(row.passed), shareBar(row.passed.share)] },
      { title: "95 %", cell: (row) => interval(row.passed) },
      { title: "Failed", cell: (row) => row.failed === 0 ? "–"
        : linked(number(row.failed), "episodes", { ...filter, [name]: row.value, verdict: "POLICY_FAILED" }) },
      { title: "Episodes", cell: (row) => number(row.episodes) },
    ], rows);
}

function shareBar(share) {
  const bar = element("span", { class: "share-bar good", "aria-hidden": "true" });
  bar.style.setProperty("--share", Math.round(100 * (share ?? 0)) + "%");
  return bar;
}
