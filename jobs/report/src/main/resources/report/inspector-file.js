/** What a file holds in place of a server: the overview, and a line for each episode; null if served. */
const SHELF = embeddedOr("shelf", null);

const Z_95 = 1.959963984540054;

/** Answers what a server would, out of the file. */
function answeredHere(path) {
  const [name, query] = path.split(/\?(.*)/s);
  const { by, from = 0, most = 100, ...filter } = Object.fromEntries(new URLSearchParams(query ?? ""));
  const episode = /^episodes\/(\d+)$/.exec(name);
  if (name === "overview") return SHELF.overview;
  if (name === "size") return { episodes: SHELF.overview.episodes };
  if (name === "episodes") return linesHere(filter, Number(from), Number(most));
  if (name === "breakdown") return countedHere(filter, by === "" ? [] : by.split(","));
  if (name === "group") return groupHere(filter);
  if (episode) return episodeHere(episode[1]);
  throw new Error("other calls are executed by `sealflow serve inspector`, not by a file");
}

function episodeHere(position) {
  const found = embeddedOr("episode-" + position, null);
  if (found === null) throw new Error("episode " + position + " is left out of this file");
  return found;
}

function leftHere({ text = "", ...values }) {
  const wanted = Object.entries(values);
  const said = [...text.toLowerCase().matchAll(/"([^"]+)"|\S+/g)].map((match) => match[1] ?? match[0]);
  return SHELF.lines.filter((each) =>
    wanted.every(([facet, value]) => (each.values[facet] ?? []).includes(value))
    && (said.length === 0 || holdsAll(each.line.position, said)));
}

function holdsAll(position, said) {
  const text = textOf(episodeHere(position)).toLowerCase();
  return said.every((word) => text.includes(word));
}

/** All texts of a value, a line each. */
function textOf(value) {
  if (typeof value === "string") return value;
  return value === null || typeof value !== "object" ? ""
    : Object.values(value).map(textOf).filter(Boolean).join("\n");
}

function linesHere(filter, from, most) {
  const found = leftHere(filter);
  return { lines: found.slice(from, from + most).map((each) => each.line), matches: found.length,
    episodes: SHELF.lines.length };
}

/** Wilson's interval of a share at 95 %. */
function shareOf(count, of) {
  if (of === 0) return { count, of, share: null, low: 0, high: 1 };
  const share = count / of;
  const spread = Z_95 * Z_95 / of;
  const middle = (share + spread / 2) / (1 + spread);
  const half = Z_95 * Math.sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread);
  return { count, of, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

function countsHere(lines) {
  const passed = lines.filter((each) => each.line.verdict === "PASSED").length;
  const failed = lines.filter((each) => each.failed !== null).length;
  return { episodes: lines.length, failed, passed: shareOf(passed, passed + failed) };
}

/** Gathers lines by the values that they have. */
function gathered(lines, valuesOf) {
  const groups = new Map();
  for (const each of lines) {
    for (const value of valuesOf(each)) groups.set(value, [...(groups.get(value) ?? []), each]);
  }
  return groups;
}

function countedHere(filter, facets) {
  const found = leftHere(filter);
  return {
    episodes: found.length,
    causes: causesHere(found),
    facets: facets.map((by) => ({ by, leftOut: 0, rows: rowsHere(found, by) })),
  };
}

function rowsHere(found, by) {
  const rows = [...gathered(found, (each) => each.values[by] ?? [])].map(([value, lines]) => ({
    value, ...countsHere(lines),
    lines: SERIES.includes(by) ? [...gathered(lines, (each) => each.values.run)].flatMap(([run, own]) =>
      [...gathered(own, (each) => each.values.mode)].map(([mode, counted]) =>
        ({ run, mode, ...countsHere(counted) }))) : undefined,
  }));
  const mixed = (row) => (by === "group" || by === "task") && row.failed > 0 && row.passed.count > 0;
  return rows.sort((one, other) => SERIES.includes(by)
    ? one.value.localeCompare(other.value, "en", { numeric: true })
    : mixed(other) - mixed(one) || other.failed - one.failed || other.episodes - one.episodes);
}

function causesHere(found) {
  const failed = found.filter((each) => each.failed !== null);
  const rows = [...gathered(failed, (each) => [each.failed.cause])].map(([cause, lines]) => {
    const repairs = [...gathered(lines, (each) => each.failed.repair === null ? [] : [each.failed.repair])]
      .sort((one, other) => other[1].length - one[1].length);
    const [repair, repaired] = repairs[0] ?? ["", []];
    const example = repaired[0] ?? lines[0];
    return { cause, repair, worth: repaired.length, example: example.line.position,
      exampleText: example.failed.example, episodes: shareOf(lines.length, failed.length),
      wouldPass: lines.filter((each) => each.failed.alone).length };
  });
  return { failed: failed.length, leftOut: 0,
    rows: rows.sort((one, other) => other.worth - one.worth || other.episodes.count - one.episodes.count) };
}

function groupHere(query) {
  const by = query.group === undefined ? "task" : "group";
  const all = SHELF.lines.filter((each) => (each.values[by] ?? []).includes(query[by]));
  const passes = (each) => each.line.verdict === "PASSED";
  const passed = all.filter(passes);
  const others = all.filter((each) => !passes(each));
  const shown = [...passed.slice(0, Math.max(4, 8 - others.length)), ...others].slice(0, 8);
  const samples = shown.map(({ line }) => {
    const { detail, learner } = episodeHere(line.position);
    return { line, learner, turns: detail.turns.map(({ policyCalls, ...turn }) => ({ ...turn, calls: policyCalls })) };
  });
  const callsOf = (sample, turn) => JSON.stringify(sample.turns[turn].calls.map((call) => call.text));
  const longest = Math.max(0, ...samples.map((sample) => sample.turns.length));
  const diverges = Array.from({ length: longest }, (_, turn) => turn).find((turn) =>
    new Set(samples.filter((sample) => sample.turns[turn]?.reached).map((sample) => callsOf(sample, turn))).size > 1);
  return { samples, diverges: diverges ?? null, by, value: query[by], task: samples[0]?.line.task ?? query[by],
    episodes: all.length };
}
