const SECONDS_PER_MINUTE = 60;
const COLOURS = 10;

/** A number of any size, to three digits. */
function figure(value) {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) >= 1000) return number(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** A span of time, e.g. "21 min". */
function duration(seconds) {
  if (seconds < SECONDS_PER_MINUTE) return seconds.toFixed(0) + " s";
  const minutes = Math.round(seconds / SECONDS_PER_MINUTE);
  return minutes < SECONDS_PER_MINUTE ? minutes + " min"
    : Math.floor(minutes / SECONDS_PER_MINUTE) + " h " + minutes % SECONDS_PER_MINUTE + " min";
}

/** A time to the minute, e.g. "2026-01-15 08:00 UTC". */
function moment(text) {
  return text.slice(0, 16).replace("T", " ") + " UTC";
}

/** A difference of shares in points, e.g. "+12.5". */
function points(difference) {
  const text = (100 * difference).toFixed(1);
  return (difference < 0 ? "−" + text.slice(1) : "+" + text);
}

function pointsInterval(difference) {
  return points(difference.low) + " to " + points(difference.high);
}

/** The points of {difference, low, high}, marked where the interval lies on one side of zero. */
function markedPoints(difference) {
  if (!difference || difference.difference === null) return "–";
  const side = difference.low > 0 ? "better" : difference.high < 0 ? "worse" : null;
  return element("span", { class: side }, points(difference.difference));
}

function wholePercent(share) {
  return Math.round(100 * share) + " %";
}

/** A category's name without what all of them begin with. */
function short(category) {
  return category.replace(/^multi_turn_/, "").replaceAll("_", " ");
}

/** The colour of the series at this index. */
function seriesColour(index) {
  return "series-" + (index % COLOURS + 1);
}
