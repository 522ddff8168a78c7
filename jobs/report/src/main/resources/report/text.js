const numberFormat = new Intl.NumberFormat("en-US");

function number(value) {
  return numberFormat.format(value);
}

function percentOf(share) {
  return share === null ? "–" : (100 * share).toFixed(1) + " %";
}

/** The share of {count, of, share, low, high}. */
function percent(proportion) {
  return percentOf(proportion.share);
}

function interval(proportion) {
  return proportion.share === null
    ? "–"
    : (100 * proportion.low).toFixed(1) + "–" + (100 * proportion.high).toFixed(1) + " %";
}

/** A constant's name as words: "STATE_MISMATCH" becomes "State mismatch". */
function words(constant) {
  const text = constant.toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function counted(count, one, many) {
  return number(count) + " " + (count === 1 ? one : many);
}
