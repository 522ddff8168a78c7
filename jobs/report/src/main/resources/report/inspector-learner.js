/** A number with its sign. */
function signed(value) {
  return value == null ? "–" : (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(2);
}

/** The advantage that a turn carries, if it is known. */
function creditBadge(learner, turn) {
  const credit = learner?.turns?.[turn];
  if (credit === undefined) return null;
  return badge("Credit " + signed(credit), credit > 0 ? "passed" : credit < 0 ? "failed" : "plain",
    "The advantage that the turn's tokens carried in the update");
}

const OUTCOMES = {
  USED: "It trained the policy.",
  SURPLUS: "The group was useful, but the step had enough.",
  ZERO_VARIANCE: "All samples of the group did the same, so there was nothing to learn.",
  EXPIRED: "The group was not complete in time.",
  INFRASTRUCTURE_FAILED: "An episode of the group failed for a reason outside the policy.",
  TASK_DEFECTIVE: "The task of the group cannot be passed.",
  UNTRAINABLE: "An episode of the group lacks token ids, or they do not form one sequence.",
};

const MEASURES = {
  loss: "Loss", kl: "KL", clipFraction: "Clipped", gradientNorm: "Gradient norm", entropy: "Entropy",
  learningRate: "Learning rate", tokens: "Tokens",
};

/** What the learner did with an episode: weight, advantage, the credit of each turn, and the step. */
function learnerCard({ learner, detail, entry }) {
  if (!learner) return null;
  const { step } = learner;
  const used = learner.outcome === "USED";
  return card("What the learner did", OUTCOMES[learner.outcome],
    element("dl", { class: "facts" },
      fact("Group", badge(words(learner.outcome), used ? "passed" : "plain")),
      used && fact("Reward", String(learner.reward)),
      used && fact("Advantage", signed(learner.advantage)),
      used && fact("Weight", learner.weight?.toFixed(2) ?? "–"),
      fact("Step", "batch " + step.batch + (step.applied ? ", led to version " + step.version
        : step.refusal ? ", refused: " + step.refusal : ", changed nothing")),
      Object.entries(step.measures).map(([name, value]) =>
        fact(MEASURES[name], name === "tokens" ? number(value) : Number(value.toPrecision(3)).toString()))),
    learner.turns ? creditTable(learner.turns, detail.turns, entry)
      : used && element("p", { class: "note" },
        "The credit of each turn was not recorded: this run was trained before it was."));
}

function creditTable(credits, turns, entry) {
  const largest = Math.max(0.001, ...credits.map(Math.abs));
  return table("Credit by turn", [
    { title: "Turn", text: true, cell: (row) => element("a", { class: "link",
      href: placeAddress({ turn: row.turn }) }, "Turn " + row.turn) },
    { title: "Diagnosis", text: true, cell: (row) => [row.failure ? badge(words(row.failure), "failed")
      : badge(words(row.tag), GOOD_TAGS.includes(row.tag) ? "passed" : "plain"),
    row.turn === entry.rootTurn && badge("Root cause", "root")] },
    { title: "Credit", cell: (row) => signed(credits[row.turn]) },
    { title: "", text: true, cell: (row) => creditBar((credits[row.turn] ?? 0) / largest) },
  ], turns.filter((turn) => turn.reached));
}

/** From the middle to the right for credit, to the left for blame. */
function creditBar(share) {
  const bar = element("span", { class: "credit-bar " + (share < 0 ? "blame" : "praise"), "aria-hidden": "true" },
    element("span", {}));
  bar.style.setProperty("--credit", Math.round(50 * Math.abs(share)) + "%");
  return bar;
}
