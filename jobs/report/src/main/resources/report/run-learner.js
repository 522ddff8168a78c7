const MEASURES = [
  ["loss", "Loss"],
  ["kl", "KL to the reference"],
  ["gradientNorm", "Gradient norm"],
  ["clipFraction", "Clipped share"],
  ["entropy", "Entropy"],
  ["learningRate", "Learning rate"],
];
const OUTCOME_COLOURS = {
  USED: "passed",
  SURPLUS: "series-5",
  ZERO_VARIANCE: "series-9",
  EXPIRED: "series-2",
  INFRASTRUCTURE_FAILED: "infrastructure",
  TASK_DEFECTIVE: "defective",
  UNTRAINABLE: "failed",
};

function learnerCards(run) {
  const rows = run.steps;
  if (rows.length === 0) return card("Steps", null, nothing("The learner made no step yet."));
  const refused = rows.filter((row) => row.refusal !== null);
  const tags = [...new Set(rows.flatMap((row) => Object.keys(row.tagWeights)))].sort();
  return [
    refused.length > 0 && element("p", { class: "notice" },
      counted(refused.length, "step was refused", "steps were refused") + ", the last at version "
        + number(refused.at(-1).version) + ": " + refused.at(-1).refusal),
    element("div", { class: "grid wide" }, MEASURES.map(([name, label], at) =>
      card(label, null, curves(label + " by version", [{
        label, colour: seriesColour(at), points: measurePoints(rows, name) }],
      { x: "version", small: true })))),
    pair(
      card("Groups", "What each step made of the groups of its batch.",
        areas("Groups by outcome and version", rows.map((row) =>
          ({ x: row.version, counts: row.groups })), Object.keys(OUTCOME_COLOURS).map((name) =>
          ({ name, label: words(name), colour: OUTCOME_COLOURS[name] })), { x: "version" })),
      card("Tag weights", "Dynamic weight of each tag in the learner's steps.",
        tags.length === 0 ? nothing("The weighting in force has no weights by tag.")
          : curves("Weight of tags by version", tags.map((tag, at) => ({
            label: words(tag), colour: TAG_COLOURS[tag] ?? seriesColour(at),
            points: rows.map((row) => ({ x: row.version, y: row.tagWeights[tag] ?? null })),
          })), { x: "version" }))),
  ];
}

function measurePoints(rows, name) {
  return rows.map((row) => ({ x: row.version, y: row.metrics[name] ?? null }));
}

function loopCards(run) {
  const train = run.train.points;
  const lags = [...new Set(train.flatMap((point) => Object.keys(point.staleness)))]
    .sort((one, other) => one - other);
  return [
    pair(
      card("Who waits for whom",
        "Share of the time in which no batch was played, and in which no step was computed.",
        curves("Waiting by version", [
          { label: "Rollouts wait", colour: "series-2", points: waits(run, "rolloutsWait") },
          { label: "Learner waits", colour: "series-6", points: waits(run, "learnerWaits") },
        ], { x: "version", share: true, zero: true })),
      card("Staleness", "Sampled steps by how many versions they lag behind the batch's number. Over the"
        + " last " + run.train.window + " batches at each point.",
      areas("Sampled steps by lag and batch", train.map((point) =>
        ({ x: point.batch, counts: point.staleness })), lags.map((name, at) => ({
        name, label: name + (name === "1" ? " version" : " versions"), colour: seriesColour(at),
      })), { x: "batch", share: true }),
      lags.length > 0 && folded(countTable("Sampled steps by lag", "Versions behind",
        run.train.totals.staleness, String)))),
    pair(
      card("Learner's throughput", "Tokens of the sequences trained on, per second of a step.",
        curves("Tokens per second by version", [{ label: "Tokens per second", colour: "series-1",
          points: measurePoints(run.steps, "tokensPerSecond") }], { x: "version", zero: true })),
      card("Rollouts' throughput", "Episodes per minute, over the last " + run.train.window
        + " batches at each point.",
      curves("Episodes per minute by batch", [{ label: "Episodes per minute", colour: "series-3",
        points: train.map((point) => ({ x: point.batch, y: point.episodesPerMinute })) }],
      { x: "batch", zero: true }))),
    ledgerNote(run),
  ];
}

function waits(run, name) {
  return run.waiting.windows.map((row) => ({ x: row.toVersion, y: row[name] }));
}

function ledgerNote(run) {
  if (run.ledgerBalances === null && run.ledger === null) return null;
  const balances = run.ledger?.balances ?? run.ledgerBalances;
  return card("Ledger", "Every episode and record counted once, since the job started last.",
    element("p", { class: balances ? "ledger" : "ledger unbalanced" },
      run.ledger?.line ?? (balances ? "It balances." : "It does not balance.")));
}
