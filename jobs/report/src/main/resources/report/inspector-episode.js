const MOST_SIBLINGS = 8;

/** An episode as the server executed it again. */
function episodeView(episode, query, notesKept) {
  const { entry, detail, learner } = episode;
  const filter = onlyFacets(query);
  const path = "episode/" + entry.position;
  placeAddress = (place) => address(path, { ...filter, ...place });
  const level = episode.grouped ? { group: detail.groupId }
    : episode.siblings.length > 0 ? { task: entry.task } : {};
  return [
    trail({ ...filter, ...level }, "episode",
      entry.record || (episode.grouped ? "Sample " + detail.sampleIndex : entry.task)),
    element("div", { class: "actions" },
      SHELF === null && element("a", { class: "action", href: address(path + "/what-if", filter) }, "What if …"),
      detail.turns.length > 1 && detail.turns.map((turn) => element("a", {
        class: "turn-link" + (turn.failure ? " failed" : ""),
        href: placeAddress({ turn: turn.turn }),
        "aria-label": "Turn " + turn.turn + (turn.failure ? ", " + words(turn.failure) : ""),
      }, String(turn.turn))),
      (episode.grouped || episode.siblings.length > 0)
        && linked("Side by side", "group", { ...filter, ...level })),
    trajectory(entry, detail, episode.words, {
      beside: learnerCard(episode),
      badges: (turn) => turn.reached && creditBadge(learner, turn.turn),
    }),
    siblings(episode),
    notesKept && noteForm(entry.position, () => undefined),
  ];
}

/** The id of the place within an episode that an address names; null if it names the whole. */
function placeId({ turn, call, world }) {
  if (turn === undefined) return null;
  return call !== undefined ? "call-" + turn + "-" + call
    : world !== undefined ? "world-" + turn : "turn-" + turn;
}

function siblings({ entry, siblings: others }) {
  if (others.length === 0) return null;
  const { task } = others[0];
  const ends = (row) => Number(row.verdict === entry.verdict);
  return card("Other episodes of the task",
    [linked("Compare their calls", "group", { task }), " · ", linked("In the list", "episodes", { task })],
    firstOf(MOST_SIBLINGS, others.toSorted((one, other) => ends(one) - ends(other)), (rows) => table("Other episodes of the task", [
      { title: "Record", text: true, cell: (row) =>
        linked(row.record || row.task, "episode/" + row.position) },
      { title: "Run", text: true, cell: (row) => shortRun(row.run)
        + (row.version === null ? "" : ", version " + row.version) },
      { title: "Verdict", text: true, cell: (row) => verdictBadge(row.verdict) },
      { title: "Failures", text: true, cell: (row) => row.failures.map(words).join(", ") },
      { title: "Calls", cell: (row) => number(row.calls) },
    ], rows)));
}

/** A field for a note; turns gives the edited calls to keep with it, or undefined. */
function noteForm(position, turns) {
  const field = element("textarea", { rows: 2, "aria-label": "Note", placeholder: "A note …" });
  const said = element("span", { class: "note", role: "status" });
  return element("form", { class: "note-form", onsubmit: async (event) => {
    event.preventDefault();
    try {
      await asked("notes", { episode: position, text: field.value, turns: turns() });
      field.value = "";
      said.textContent = "Kept.";
    } catch (error) {
      said.textContent = error.message;
    }
  } }, field, element("button", { class: "more" }, "Keep the note"), said);
}

function notesView(notes) {
  if (notes.length === 0) return nothing("No note is kept yet. Notes are written under an episode.");
  return card("Notes", "The newest first.", table("Notes", [
    { title: "Record", text: true, cell: (row) => row.episode === undefined ? "–"
      : linked(String(row.record || row.task), "episode/" + row.episode + (row.turns ? "/what-if" : ""),
        { turns: row.turns && JSON.stringify(row.turns) }) },
    { title: "Note", text: true, cell: (row) => String(row.text ?? "") },
    { title: "Calls", text: true, cell: (row) => row.turns ? "edited" : "as recorded" },
    { title: "At", text: true, cell: (row) => String(row.at ?? "") },
  ], [...notes].reverse()));
}
