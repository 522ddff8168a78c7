/** An episode as the server executed it again. */
function episodeView(episode, query, notesKept) {
  const { entry, detail } = episode;
  const filter = onlyFacets(query);
  const cause = filter.cause;
  return [
    element("nav", { class: "path", "aria-label": "Where you are" },
      linked("Why it fails", ""), " › ",
      linked(cause ? sentence(cause) : "Episodes", "episodes", filter), " › ",
      episode.siblings.length === 0 ? entry.task : linked(entry.task, "group", { task: entry.task }), " › ",
      element("span", { "aria-current": "page" }, entry.record || entry.task)),
    element("div", { class: "actions" },
      element("a", { class: "action", href: address("episode/" + entry.position + "/what-if", filter) },
        "What if …"),
      detail.turns.length > 1 && detail.turns.map((turn) => element("a", {
        class: "turn-link" + (turn.failure ? " failed" : ""),
        href: address("episode/" + entry.position, { ...filter, turn: turn.turn }),
        "aria-label": "Turn " + turn.turn + (turn.failure ? ", " + words(turn.failure) : ""),
      }, String(turn.turn)))),
    trajectory(entry, detail, episode.words),
    siblings(episode),
    notesKept && noteForm(entry.position, () => undefined),
  ];
}

function siblings({ siblings: others }) {
  if (others.length === 0) return null;
  const { task } = others[0];
  return card("Other episodes of the task",
    [linked("Side by side", "group", { task }), " · ", linked("In the list", "episodes", { task })],
    table("Other episodes of the task", [
      { title: "Record", text: true, cell: (row) =>
        linked(row.record || row.task, "episode/" + row.position) },
      { title: "Run", text: true, cell: (row) => shortRun(row.run) },
      { title: "Verdict", text: true, cell: (row) => verdictBadge(row.verdict) },
      { title: "Failures", text: true, cell: (row) => row.failures.map(words).join(", ") },
      { title: "Calls", cell: (row) => number(row.calls) },
    ], others));
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
