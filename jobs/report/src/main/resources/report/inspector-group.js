const LONGEST_ANSWER = 120;

/** Samples of a task or a group side by side, aligned where their calls first differ. */
function groupView(group, query) {
  const { samples, diverges, task, value, by } = group;
  const filter = onlyFacets(query);
  if (samples.length === 0) return nothing("No episode of " + by + " " + value + ".");
  const turns = Math.max(...samples.map((sample) => sample.turns.length));
  const same = diverges === null ? 0 : sameCalls(samples, diverges);
  return [
    trail({ ...filter, [by]: value }, "group"),
    element("h2", {}, by === "task" ? task : "Group " + value),
    element("p", { class: "note" }, by === "group" && [linked("Task " + task, "group", { task }), ". "],
      counted(samples.length, "episode", "episodes") + " of " + number(group.episodes)
        + " side by side, those that pass first. "
        + (diverges === null ? "Their calls are the same."
          : "Their calls first differ in turn " + diverges + ", call " + (same + 1) + ".")),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Samples of " + task },
      element("table", { class: "samples" },
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Turn"),
          samples.map((sample) => element("th", { scope: "col" }, sampleHead(sample, { ...filter, [by]: value }))))),
        element("tbody", {}, Array.from({ length: turns }, (_, turn) =>
          turn === diverges && same > 0
            ? [groupTurn(samples, turn, { to: same, same: true }),
              groupTurn(samples, turn, { from: same, differs: true })]
            : groupTurn(samples, turn, { same: diverges === null || turn < diverges,
              differs: turn === diverges }))))),
  ];
}

function sampleHead({ line, learner }, filter) {
  return [
    linked(line.record || (line.group ? "Sample " + line.sample : line.task), "episode/" + line.position, filter),
    " ", verdictBadge(line.verdict),
    element("div", { class: "note" }, [shortRun(line.run),
      line.version === null ? null : "version " + line.version].filter(Boolean).join(" · ")),
    learner && element("div", { class: "note" }, learner.outcome === "USED"
      ? "reward " + learner.reward + ", advantage " + signed(learner.advantage)
        + (learner.weight === 1 ? "" : ", weight " + learner.weight.toFixed(2))
      : "Learner: " + words(learner.outcome).toLowerCase()),
  ];
}

/** How many calls of a turn are the same in all samples that reach it, counted from its beginning. */
function sameCalls(samples, turn) {
  const all = samples.map((sample) => sample.turns[turn]).filter((each) => each?.reached)
    .map((each) => each.calls.map((call) => call.text));
  let at = 0;
  while (all.every((calls) => at < calls.length && calls[at] === all[0][at])) at++;
  return at;
}

function groupTurn(samples, turn, { from = 0, to, same = false, differs = false }) {
  const first = samples.find((sample) => sample.turns[turn]?.reached)?.turns[turn].calls ?? [];
  return element("tr", { class: differs ? "diverges" : null },
    element("th", { scope: "row" }, String(turn), differs && badge("Differs", "infrastructure")),
    samples.map((sample) => {
      const here = sample.turns[turn];
      if (!here?.reached) return element("td", {}, element("span", { class: "note" }, "Not reached"));
      const calls = here.calls.slice(from, to);
      const list = element("ol", { start: from + 1 },
        calls.map((call) => groupCall(call, first, same)));
      return element("td", {},
        !(same && to) && [here.failure && badge(words(here.failure), "failed"),
          here.origin && badge(words(here.origin), "plain"), creditBadge(sample.learner, turn)],
        same ? element("details", {}, element("summary", {},
          counted(calls.length, "call", "calls") + ", the same"), list)
          : calls.length === 0 ? element("span", { class: "note" }, "No call") : list);
    }));
}

/** A call; of one that the first sample does not make, what it has otherwise is marked. */
function groupCall(call, first, same) {
  const differs = !same && first.every((other) => other.text !== call.text);
  const tool = call.text.split("(")[0] + "(";
  const other = first.find(({ text }) => text.startsWith(tool));
  const failed = call.status !== SUCCEEDED;
  return element("li", { class: ["call", failed && "wrong", differs && "named"].filter(Boolean).join(" ") },
    element("code", {}, differs && other ? differing(call.text, other.text) : call.text),
    !same && call.resultText && element("div", { class: "answer" },
      call.resultText.length > LONGEST_ANSWER ? call.resultText.slice(0, LONGEST_ANSWER) + "…" : call.resultText));
}
