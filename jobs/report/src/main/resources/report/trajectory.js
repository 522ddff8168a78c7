const LONG_RESULT = 220;
const FEW_CHANGES = 4;
const STATE_KINDS = ["STATE_DIFFERENCE", "PRIVATE_STATE_DIFFERENCE"];

/** Makes the address of a turn, a call or a world; null where places have none. */
let placeAddress = null;

/** The statuses of a call that went wrong: all but this one. */
const SUCCEEDED = "SUCCEEDED";

/**
 * A trajectory: its entry of the index, its details, and what was said in its turns. Beside stands
 * before the turns, badges makes those that a turn has besides its own.
 */
function trajectory(entry, detail, words = {}, { beside, badges } = {}) {
  return [
    trajectoryHead(entry, detail),
    rootCauseNotice(entry, detail),
    repairNotice(detail.repair),
    beside,
    detail.turns.length === 0
      ? nothing("No turn of it was diagnosed.")
      : detail.turns.map((turn) => turnCard(turn, entry, words[turn.turn] ?? {}, badges?.(turn))),
    lastWords(detail.turns, words),
  ];
}

/** The last words of a simulated user, who ends the conversation: no turn of the policy follows. */
function lastWords(turns, words) {
  const said = turns.length > 0 && words[turns.at(-1).turn + 1];
  return said ? element("article", { class: "turn" }, userWords(said)) : null;
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
      edit.callText && element("code", {}, differing(edit.callText, edit.wantedText)),
      edit.callText && edit.wantedText && " by ",
      edit.wantedText && element("code", {}, differing(edit.wantedText, edit.callText))))));
}

/** A text with what it has otherwise than another one marked. */
function differing(text, other) {
  if (!other) return text;
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from++;
  let back = 0;
  while (back < most - from && text[text.length - 1 - back] === other[other.length - 1 - back]) back++;
  // Half of a pair of code units is no character.
  if (/[\uD800-\uDBFF]/.test(text[from - 1] ?? "")) from--;
  const to = text.length - back;
  return to <= from ? text : [text.slice(0, from), element("mark", {}, text.slice(from, to)), text.slice(to)];
}

function reveal(id) {
  const node = document.getElementById(id);
  node?.scrollIntoView({ block: "start" });
  node?.focus({ preventScroll: true });
}

function turnCard(turn, entry, said, badges) {
  const root = turn.turn === entry.rootTurn;
  const kinds = ["turn", root && "root", !turn.reached && "unreached"].filter(Boolean).join(" ");
  const head = element("header", {},
    element("h3", { id: "turn-" + turn.turn, tabindex: "-1" },
      placed("Turn " + turn.turn, { turn: turn.turn })),
    badge(words(turn.tag), GOOD_TAGS.includes(turn.tag) ? "passed" : "failed",
      turn.reached ? turn.tag : turn.tag + ", padded"),
    turn.failure && badge(words(turn.failure), "failed", turn.failure),
    turn.origin && badge(words(turn.origin) + (turn.origin === "UNDETERMINED" ? " origin" : ""),
      "plain", "Origin: " + turn.origin),
    turn.deviating && !turn.failure && badge("Deviates", "infrastructure"),
    root && badge("Root cause", "root"),
    badges);
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
    turn.world ? worldOf(turn) : stateDifferences(turn),
    missingResults(turn),
    otherEvidence(turn),
    drift(turn));
}

/** A label that leads to the address of its place, where places have one. */
function placed(label, place) {
  return placeAddress === null ? label : element("a", { class: "place", href: placeAddress(place),
    title: "Link to this place" }, label);
}

/** Where the turn's world and the ground truth's differ, and what its calls changed. */
function worldOf({ turn, world: { change, apart }, rootCause }) {
  const differences = apart.changes.length + apart.leftOut;
  return element("section", { class: "finding world", id: "world-" + turn, tabindex: "-1" },
    element("h4", {}, placed("World after the turn", { turn, world: "after" })),
    differences > 0 && worldTable("Where the worlds differ after turn " + turn, apart,
      "Ground truth's world", "Policy's world"),
    change.changes.length === 0
      ? element("p", { class: "note" }, "The turn changed nothing" + (differences === 0 ? ", as it should." : "."))
      : element("details", { open: rootCause || (differences === 0 && change.changes.length <= FEW_CHANGES) },
        element("summary", {}, differences === 0 ? "As the ground truth's; the turn made " : "The turn made ",
          counted(change.changes.length + change.leftOut, "change", "changes")),
        worldTable("What turn " + turn + " changed", change, "Before", "After")));
}

function worldTable(caption, { changes, leftOut: more }, before, after) {
  if (changes.length === 0) return nothing("The turn changed nothing.");
  return [
    table(caption, [
      { title: "State", text: true, cell: (row) => element("code", {}, row.path) },
      { title: before, text: true, cell: (row) => changed(row.before, row.after) },
      { title: after, text: true, cell: (row) => changed(row.after, row.before) },
    ], changes),
    more > 0 && element("p", { class: "note" }, number(more) + " more are left out."),
  ];
}

function changed(text, other) {
  return text === null ? "–" : element("code", {}, other === null ? text : differing(text, other));
}

/** The scenario, if the user is simulated, and then what the user said. */
function userWords(said) {
  return [["Scenario of the simulated user", said.scenario], ["User", said.user]]
    .map(([who, texts]) => spoken(who, (texts ?? []).map((text) => ({ text }))));
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
        callLine(call, evidence, key === "policyCalls" ? turn : null))),
    leftOut(turn, key));
}

/** A call with its result; of a turn of the policy also the recorded one where that is another. */
function callLine(call, evidence, turn) {
  const name = call.step + "." + call.call;
  const wrong = call.status !== SUCCEEDED;
  const named = evidence.some((each) => each.step === call.step && each.call === call.call);
  const kinds = ["call", wrong && "wrong", named && "named"].filter(Boolean).join(" ");
  return element("li", { class: kinds, id: turn && "call-" + turn.turn + "-" + name, tabindex: turn && "-1" },
    element("div", { class: "call-line" },
      element("span", { class: "at", title: "step " + call.step + ", call " + call.call },
        turn ? placed(name, { turn: turn.turn, call: name }) : name),
      element("code", { class: "call-text" }, call.text),
      wrong && badge(words(call.status), "failed", call.status),
      named && !wrong && badge("Evidence", "infrastructure")),
    result(call.resultText),
    recordedResult(call, turn?.recorded?.[name]));
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
