const LONG_RESULT = 220;
const STATE_KINDS = ["STATE_DIFFERENCE", "PRIVATE_STATE_DIFFERENCE"];

/** The statuses of a call that went wrong: all but this one. */
const SUCCEEDED = "SUCCEEDED";

/** A trajectory: its entry of the index, its details, and what was said in its turns. */
function trajectory(entry, detail, words = {}) {
  return [
    trajectoryHead(entry, detail),
    rootCauseNotice(entry, detail),
    repairNotice(detail.repair),
    detail.turns.length === 0
      ? nothing("No turn of it was diagnosed.")
      : detail.turns.map((turn) => turnCard(turn, entry, words[turn.turn] ?? {})),
  ];
}

function trajectoryHead(entry, detail) {
  const facts = [
    ["Category", entry.category],
    ["Model", entry.model],
    ["Recorded in", detail.source && detail.source.file + ":" + detail.source.line],
    ["Record", entry.record],
    ["Group", detail.groupId + " / " + detail.sampleIndex],
    ["Mode", words(detail.mode)],
    ["As of", detail.asOfDate],
    ["Turns reached", number(entry.turns)],
    ["Calls", counted(entry.calls, "call", "calls") + ", "
      + counted(entry.errors, "error result", "error results")],
    ["SEAL's progress", percentOrNothing(detail.sealProgress)],
    ["Progress with abstentions", percentOrNothing(detail.sealProgressWithIrrelevance)],
  ].filter((fact) => fact[1]);
  return element("header", { class: "trajectory-head" },
    element("h2", { id: "trajectory-title", tabindex: "-1" }, entry.task),
    element("div", { class: "verdicts" },
      element("div", {}, element("span", { class: "label" }, "Official"), officialBadge(entry),
        detail.officialErrorType && element("code", {}, detail.officialErrorType)),
      element("div", {}, element("span", { class: "label" }, "Sealflow"),
        verdictBadge(entry.verdict),
        detail.strictSuccess && badge("Strict success", "passed"),
        entry.drifted && badge("Drifted", "infrastructure")),
      detail.verdictReason && element("p", { class: "reason" }, detail.verdictReason)),
    element("dl", { class: "facts" }, facts.map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, value)))));
}

function percentOrNothing(share) {
  return share === null ? null : percentOf(share);
}

function badge(text, colourName, title) {
  return element("span", { class: "badge " + colourName, title }, text);
}

function verdictBadge(verdict) {
  return badge(words(verdict), VERDICT_COLOURS[verdict], verdict);
}

function officialBadge(entry) {
  if (entry.official === null) return badge("No verdict", "plain");
  return entry.official ? badge("Valid", "passed") : badge("Invalid", "failed");
}

function rootCauseNotice(entry, detail) {
  if (entry.rootReason !== null) {
    return element("p", { class: "root-notice" },
      element("strong", {}, "Root cause: "), words(entry.rootReason).toLowerCase());
  }
  if (entry.rootTurn === null) return null;
  const turn = detail.turns.find((each) => each.turn === entry.rootTurn);
  const how = !turn ? "" : turn.failure ? ", " + words(turn.failure).toLowerCase()
    : ", which deviates without failing";
  return element("p", { class: "root-notice" },
    element("strong", {}, "Root cause: "),
    element("button", { class: "link", onclick: () => reveal("turn-" + entry.rootTurn) },
      "turn " + entry.rootTurn), how);
}

/** The smallest edits of calls that make the episode pass; nothing where none were searched for. */
function repairNotice(repair) {
  if (!repair) return null;
  if (repair.outcome !== "FOUND") {
    return element("p", { class: "note" }, repair.outcome === "NONE_FOUND"
      ? "No repair of few edits makes it pass."
      : "No repair found within " + counted(repair.executions, "execution", "executions") + ".");
  }
  return element("div", { class: "root-notice" },
    element("strong", {}, "It passes with "
      + counted(repair.edits.length, "edit", "edits") + ":"),
    element("ul", {}, repair.edits.map((edit) => element("li", {},
      element("button", { class: "link", onclick: () => reveal("turn-" + edit.turn) },
        "turn " + edit.turn), " " + words(edit.kind).toLowerCase() + " ",
      edit.callText && element("code", {}, edit.callText),
      edit.callText && edit.wantedText && " by ",
      edit.wantedText && element("code", {}, edit.wantedText)))));
}

function reveal(id) {
  const node = document.getElementById(id);
  node?.scrollIntoView({ block: "start" });
  node?.focus({ preventScroll: true });
}

function turnCard(turn, entry, said) {
  const root = turn.turn === entry.rootTurn;
  const kinds = ["turn", root && "root", !turn.reached && "unreached"].filter(Boolean).join(" ");
  const head = element("header", {},
    element("h3", { id: "turn-" + turn.turn, tabindex: "-1" }, "Turn " + turn.turn),
    badge(words(turn.tag), GOOD_TAGS.includes(turn.tag) ? "passed" : "failed",
      turn.reached ? turn.tag : turn.tag + ", padded"),
    turn.failure && badge(words(turn.failure), "failed", turn.failure),
    turn.origin && badge(words(turn.origin) + (turn.origin === "UNDETERMINED" ? " origin" : ""),
      "plain", "Origin: " + turn.origin),
    turn.deviating && !turn.failure && badge("Deviates", "infrastructure"),
    root && badge("Root cause", "root"));
  if (!turn.reached) {
    return element("article", { class: kinds }, head, userWords(said),
      element("p", { class: "note" }, "Not reached; its tag is padding."));
  }
  return element("article", { class: kinds }, head,
    userWords(said),
    policyWords(said),
    element("div", { class: "sides" },
      side("Policy", turn, "policyCalls", turn.evidence),
      side("Ground truth", turn, "groundTruthCalls", [])),
    stateDifferences(turn),
    missingResults(turn),
    otherEvidence(turn),
    drift(turn),
    worldOf(turn));
}

/** What the turn's calls changed, and where its world and the ground truth's differ then. */
function worldOf(turn) {
  if (!turn.world) return null;
  const { change, apart } = turn.world;
  return element("details", { class: "finding world", open: turn.rootCause },
    element("summary", {}, element("h4", {}, "World: ",
      counted(change.changes.length + change.leftOut, "change", "changes"), ", ",
      apart.changes.length === 0 ? "as the ground truth's"
        : counted(apart.changes.length + apart.leftOut, "difference", "differences")
          + " from the ground truth's")),
    worldTable("What turn " + turn.turn + " changed", change, "Before", "After"),
    apart.changes.length > 0 && worldTable("Where the worlds differ after turn " + turn.turn,
      apart, "Ground truth's world", "Policy's world"));
}

function worldTable(caption, { changes, leftOut: more }, before, after) {
  if (changes.length === 0) return nothing("The turn changed nothing.");
  return [
    table(caption, [
      { title: "State", text: true, cell: (row) => element("code", {}, row.path) },
      { title: before, text: true, cell: (row) => value(row.before) },
      { title: after, text: true, cell: (row) => value(row.after) },
    ], changes),
    more > 0 && element("p", { class: "note" }, number(more) + " more are left out."),
  ];
}

function userWords(said) {
  return spoken("User", (said.user ?? []).map((text) => ({ text })));
}

function policyWords(said) {
  return spoken("Policy's answers", said.policy ?? []);
}

/** What somebody said, a block each. */
function spoken(who, texts) {
  if (texts.length === 0) return null;
  return element("section", { class: "finding said" },
    element("h4", {}, who),
    texts.map(({ step, text }) => element("div", { class: "call-line" },
      step === undefined ? null : element("span", { class: "at", title: "step " + step }, step),
      element("pre", { class: "words" }, text))));
}

function side(title, turn, key, evidence) {
  const calls = turn[key];
  return element("section", { class: "side" },
    element("h4", {}, title, " ", element("span", { class: "count" },
      counted(calls.length + (turn[key + "LeftOut"] ?? 0), "call", "calls"))),
    calls.length === 0 ? nothing("No call.")
      : element("ol", { class: "calls" }, calls.map((call) =>
        callLine(call, evidence, key === "policyCalls" ? turn.recorded : null))),
    leftOut(turn, key));
}

/** A call with the result of executing it, and the recorded one where that is another. */
function callLine(call, evidence, recorded) {
  const wrong = call.status !== SUCCEEDED;
  const named = evidence.some((each) => each.step === call.step && each.call === call.call);
  const kinds = ["call", wrong && "wrong", named && "named"].filter(Boolean).join(" ");
  return element("li", { class: kinds },
    element("div", { class: "call-line" },
      element("span", { class: "at", title: "step " + call.step + ", call " + call.call },
        call.step + "." + call.call),
      element("code", { class: "call-text" }, call.text),
      wrong && badge(words(call.status), "failed", call.status),
      named && !wrong && badge("Evidence", "infrastructure")),
    result(call.resultText),
    recordedResult(call, recorded?.[call.step + "." + call.call]));
}

function recordedResult(call, recorded) {
  if (recorded === undefined || recorded === null) return null;
  return recorded === call.resultText
    ? element("p", { class: "result" }, "Recorded: the same")
    : [element("p", { class: "result" }, "Recorded:"), result(recorded)];
}

function result(text) {
  if (text === "") return null;
  if (text.length <= LONG_RESULT) return element("pre", { class: "result" }, text);
  return element("details", { class: "result" },
    element("summary", {}, element("code", {}, text.slice(0, LONG_RESULT) + "…")),
    element("pre", {}, text));
}

function leftOut(turn, key) {
  const count = turn[key + "LeftOut"];
  return count ? element("p", { class: "note" }, number(count) + " more are left out.") : null;
}

function stateDifferences(turn) {
  const rows = turn.evidence.filter((each) => STATE_KINDS.includes(each.kind));
  if (rows.length === 0) return null;
  return element("section", { class: "finding" },
    element("h4", {}, "State differences"),
    table("State differences of turn " + turn.turn, [
      { title: "State", text: true, cell: (row) => [
        element("code", {}, row.attributePath ?? "–"),
        row.kind === "PRIVATE_STATE_DIFFERENCE" && badge("Private", "plain"),
        row.note && element("div", { class: "note" }, row.note)] },
      { title: "Ground truth", text: true, cell: (row) => value(row.expected) },
      { title: "Policy", text: true, cell: (row) => value(row.actual) },
    ], rows));
}

function missingResults(turn) {
  const rows = turn.evidence.filter((each) => each.kind === "MISSING_RESULT");
  if (rows.length === 0) return null;
  return element("section", { class: "finding" },
    element("h4", {}, "Missing results"),
    element("ul", { class: "results" }, rows.map((row) => element("li", {},
      row.expected === null ? value(null) : result(row.expected)))));
}

function otherEvidence(turn) {
  const rows = turn.evidence.filter((each) =>
    !STATE_KINDS.includes(each.kind) && each.kind !== "MISSING_RESULT");
  if (rows.length === 0) return leftOut(turn, "evidence");
  return element("section", { class: "finding" },
    element("h4", {}, "Evidence"),
    table("Evidence of turn " + turn.turn, [
      { title: "Seen", text: true, cell: (row) => words(row.kind) },
      { title: "Where", text: true, cell: where },
      rows.some((row) => row.expected !== null)
        && { title: "Ground truth", text: true, cell: (row) => value(row.expected) },
      rows.some((row) => row.actual !== null)
        && { title: "Policy", text: true, cell: (row) => value(row.actual) },
      rows.some((row) => row.note !== null)
        && { title: "Note", text: true, cell: (row) => row.note ?? "" },
    ].filter(Boolean), rows),
    leftOut(turn, "evidence"));
}

function where(row) {
  const at = row.step === null || row.call === null ? null : row.step + "." + row.call;
  const name = [row.tool, row.argument].filter((part) => part !== null).join(" · ");
  return [at && element("span", { class: "at" }, at),
    element("code", {}, name || row.callText || "–")];
}

function drift(turn) {
  if (turn.drift.length === 0) return null;
  return element("section", { class: "finding" },
    element("h4", {}, "Drift"),
    table("Results of turn " + turn.turn + " that are not reproduced", [
      { title: "Call", text: true, cell: (row) => row.step + "." + row.call },
      { title: "Recorded", text: true, cell: (row) => value(row.recorded) },
      { title: "Executed again", text: true, cell: (row) => value(row.reexecuted) },
    ], turn.drift),
    leftOut(turn, "drift"));
}

function value(text) {
  return text === null ? "–" : element("code", {}, text);
}
