/** Samples of one task side by side, turn by turn; turns before they differ are folded. */
function groupView({ task, episodes: count, samples, diverges }) {
  if (samples.length === 0) return nothing("No episode of task " + task + ".");
  const turns = Math.max(...samples.map((sample) => sample.turns.length));
  return [
    element("nav", { class: "path", "aria-label": "Where you are" }, linked("Why it fails", ""), " › ",
      linked("Episodes", "episodes", { task }), " › ", element("span", { "aria-current": "page" }, task)),
    element("h2", {}, task),
    element("p", { class: "note" }, counted(samples.length, "episode", "episodes") + " of "
      + number(count) + " side by side. "
      + (diverges === null ? "Their calls are the same." : "Their calls first differ in turn " + diverges + ".")),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Samples of " + task },
      element("table", { class: "samples" },
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Turn"),
          samples.map(({ line }) => element("th", { scope: "col" },
            linked(line.record || line.task, "episode/" + line.position), " ", verdictBadge(line.verdict),
            element("div", {}, shortRun(line.run)))))),
        element("tbody", {}, Array.from({ length: turns }, (_, turn) =>
          groupTurn(samples, turn, diverges))))),
  ];
}

function groupTurn(samples, turn, diverges) {
  const same = diverges === null || turn < diverges;
  const first = samples[0].turns[turn]?.calls ?? [];
  return element("tr", { class: turn === diverges ? "diverges" : null },
    element("th", { scope: "row" }, String(turn), turn === diverges && badge("Differs", "infrastructure")),
    samples.map((sample) => {
      const here = sample.turns[turn];
      if (!here?.reached) return element("td", {}, element("span", { class: "note" }, "Not reached"));
      const calls = element("ol", {}, here.calls.map((call, at) => groupCall(call, first[at], same)));
      return element("td", {}, here.failure && badge(words(here.failure), "failed"),
        here.origin && badge(words(here.origin), "plain"),
        same ? element("details", {}, element("summary", {},
          counted(here.calls.length, "call", "calls") + ", the same"), calls) : calls);
    }));
}

function groupCall(call, other, same) {
  const differs = !same && call.text !== other?.text;
  return element("li", { class: ["call", call.status !== SUCCEEDED && "wrong", differs && "named"].filter(Boolean).join(" "),
    title: call.resultText }, element("code", {}, call.text));
}
