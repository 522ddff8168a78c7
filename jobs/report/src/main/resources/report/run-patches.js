const LAYER_COLOURS = {
  SCHEMA_CUE: "series-1",
  RECOVERY_FEEDBACK: "series-2",
  CAPABILITY_HINT: "series-3",
};
const MOST_LINES = 40;

function patchCards(run) {
  const rows = run.patches;
  const note = "From activation to retirement, in versions of the policy. At the right the measured"
    + " uplift: success with the patch less that of the holdout arm, in points, with its 95 % interval.";
  if (rows.length === 0) return card("Timeline", note, nothing("No patch was shown."));
  const shown = mostMeasured(rows);
  const layers = Object.keys(LAYER_COLOURS).filter((layer) =>
    shown.some((row) => row.layer === layer));
  return [
    card("Timeline", note,
      element("p", { class: "legend" }, layers.map((layer) => element("span", {},
        element("i", { class: LAYER_COLOURS[layer].replace("series", "swatch") }), words(layer)))),
      timeline("Patches by version", shown.map((row) => patchLine(row, run.version)), {
        x: "version",
        end: Math.max(1, run.version),
        describe: (at) => patchFacts(shown[at]),
      }),
      rows.length > shown.length && element("p", { class: "note" }, number(rows.length - shown.length)
        + " more stand in the table; drawn are those that most episodes saw.")),
    card("Effect and evidence", null, patchTable(rows)),
  ];
}

/** Those that most episodes saw, in the order they became active. */
function mostMeasured(rows) {
  const most = [...rows].sort((one, other) => other.uplift.patchedCount - one.uplift.patchedCount);
  const kept = new Set(most.slice(0, MOST_LINES));
  return rows.filter((row) => kept.has(row));
}

function patchName(row) {
  const scope = row.category === "*" ? "all categories" : short(row.category);
  const capability = row.capability.split("::").at(-1);
  return [scope, row.tool, capability !== row.tool && words(capability).toLowerCase()]
    .filter(Boolean).join(" · ");
}

function patchLine(row, end) {
  return {
    label: patchName(row),
    colour: LAYER_COLOURS[row.layer],
    spans: row.spans.map((span) => ({ from: span.from, to: span.to ?? Math.max(1, end) })),
    text: upliftText(row.uplift),
  };
}

function upliftText(uplift) {
  if (uplift.difference === null) return "not measured";
  const whole = (share) => (share < 0 ? "−" : "+") + Math.abs(Math.round(100 * share));
  return whole(uplift.difference) + " (" + whole(uplift.low) + " to " + whole(uplift.high) + ")";
}

function patchFacts(row) {
  return [
    words(row.layer) + ", " + spansText(row).toLowerCase(),
    "with " + armText(row.uplift, "patched") + ", without " + armText(row.uplift, "holdout"),
    relianceText(row.reliance),
    evidenceText(row.evidence),
    row.reason,
  ].filter(Boolean);
}

function relianceText(reliance) {
  return reliance && "reliance " + figure(reliance.nats) + " nats over "
    + counted(reliance.episodes, "success", "successes");
}

function armText(uplift, arm) {
  return number(uplift[arm + "Successes"]) + " of " + number(uplift[arm + "Count"]);
}

function spansText(row) {
  return row.spans.map((span) => span.to === null ? "since version " + number(span.from)
    : "versions " + number(span.from) + " to " + number(span.to)).join(", ");
}

function evidenceText(evidence) {
  return counted(evidence.count, "turn", "turns") + ", " + percentOf(evidence.prevalence)
    + " of the failing ones, mean reward " + figure(evidence.rewardMean) + ", versions "
    + number(evidence.fromVersion) + " to " + number(evidence.toVersion);
}

function patchTable(rows) {
  return table("Patches with their effect and evidence", [
    { title: "Patch", text: true, cell: (row) => [
      element("div", {}, patchName(row)),
      element("div", { class: "note" }, words(row.layer) + (row.pinned ? ", pinned" : ""))] },
    { title: "Shown", text: true, cell: (row) => [
      element("div", {}, spansText(row)), element("div", { class: "note" }, row.reason)] },
    { title: "With", cell: (row) => armText(row.uplift, "patched") },
    { title: "Without", cell: (row) => armText(row.uplift, "holdout") },
    { title: "Uplift", cell: (row) => [
      markedPoints(row.uplift),
      row.reliance && element("div", { class: "note" }, relianceText(row.reliance))] },
    { title: "95 % interval", cell: (row) => row.uplift.difference === null ? "–"
      : pointsInterval(row.uplift) },
    { title: "Shows", text: true, cell: (row) => element("div", { class: "content" },
      row.content.map((line) => element("div", {}, line))) },
    { title: "Evidence", text: true, cell: (row) => evidenceText(row.evidence) },
  ], rows);
}
