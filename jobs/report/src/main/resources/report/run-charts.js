const CURVE = 250;
const SMALL_CURVE = 180;
const AREA = 270;
const SPAN = 22;
const MANY_POINTS = 40;
const LONGEST_LABEL = 46;
const BAND_OPACITY = "26";

/** Shades the interval around each line: points hold low and high beside y. */
const bands = {
  id: "bands",
  beforeDatasetsDraw(chart) {
    const { ctx: context, chartArea: area } = chart;
    context.save();
    context.beginPath();
    context.rect(area.left, area.top, area.width, area.height);
    context.clip();
    chart.data.datasets.forEach((dataset, at) => {
      if (!dataset.banded || !chart.isDatasetVisible(at)) return;
      context.fillStyle = dataset.borderColor + BAND_OPACITY;
      shade(chart, dataset.data.filter((point) => point.y !== null));
    });
    context.restore();
  },
};

function shade(chart, data) {
  const context = chart.ctx;
  const { x, y } = chart.scales;
  context.beginPath();
  data.forEach((point) => context.lineTo(x.getPixelForValue(point.x), y.getPixelForValue(point.high)));
  [...data].reverse().forEach((point) =>
    context.lineTo(x.getPixelForValue(point.x), y.getPixelForValue(point.low)));
  context.closePath();
  context.fill();
}

/** A point of a curve at x from a share {share, low, high}. */
function sharePoint(x, share) {
  return { x, y: share.share, low: share.low, high: share.high, of: share.of, count: share.count };
}

/**
 * Curves over a number. Series are {label, colour, points, dashed}, points {x, y, low, high}; y may be
 * null. Options are {x, share, most, zero, small}: x names the axis, share says that values are
 * shares, most ends the axis, zero begins it at 0.
 */
function curves(summary, series, options = {}) {
  const given = series.filter((each) => each.points.some((point) => point.y !== null));
  if (given.length === 0) return nothing("Nothing was measured yet.");
  return chart(summary, options.small ? SMALL_CURVE : CURVE, () => ({
    type: "line",
    plugins: [bands],
    data: { datasets: given.map(curve) },
    options: {
      ...common(given, options),
      interaction: { mode: "x", axis: "x", intersect: false },
      scales: {
        x: positionAxis(given.flatMap((each) => each.points), options),
        y: figureAxis({ ...options, stacked: false }),
      },
      plugins: {
        ...common(options.small ? [] : given, options).plugins,
        tooltip: { mode: "nearest", axis: "x", intersect: false, callbacks: {
          title: (items) => items[0] && options.x + " " + number(items[0].parsed.x),
          label: (item) => item.dataset.label + ": " + pointText(item.raw, options),
        } },
      },
    },
  }));
}

function curve(series) {
  const paint = colour(series.colour);
  const few = series.points.length <= MANY_POINTS;
  return {
    label: series.label,
    data: series.points,
    banded: series.points.some((point) => typeof point.low === "number"),
    borderColor: paint,
    backgroundColor: paint,
    borderWidth: 1.75,
    borderDash: series.dashed ? [5, 4] : undefined,
    pointRadius: few ? 2.5 : 0,
    pointHoverRadius: 4,
    pointHitRadius: 6,
    clip: 6,
  };
}

function pointText(point, options) {
  const value = options.share ? percentOf(point.y) : figure(point.y);
  const range = typeof point.low === "number" ? " (" + interval({ share: point.y, ...point }) + ")" : "";
  const counts = point.of === undefined ? "" : ", " + number(point.count) + " of " + number(point.of);
  return value + range + counts;
}

/**
 * Areas on each other: what each name makes up at each x. Points are {x, counts}, names {name, label,
 * colour}. Options are {x, share}: share draws shares of the sum instead of the counts.
 */
function areas(summary, points, names, options = {}) {
  const given = names.filter(({ name }) => points.some((point) => point.counts[name] > 0));
  if (given.length === 0) return nothing("Nothing was counted yet.");
  const sums = points.map((point) =>
    given.reduce((sum, { name }) => sum + (point.counts[name] ?? 0), 0));
  const most = options.share ? 1 : undefined;
  return chart(summary, AREA, () => ({
    type: "line",
    data: { datasets: given.map((each) => area(each, points, sums, options.share)) },
    options: {
      ...common([1, 2], options),
      interaction: { mode: "index", intersect: false },
      scales: {
        x: positionAxis(points, options),
        y: figureAxis({ ...options, most, zero: true, stacked: true }),
      },
      plugins: {
        ...common([1, 2], options).plugins,
        tooltip: { mode: "index", intersect: false, filter: (item) => item.raw.count > 0, callbacks: {
          title: (items) => items[0] && options.x + " " + number(items[0].parsed.x),
          label: (item) => item.dataset.label + ": " + number(item.raw.count)
            + (options.share ? " (" + percentOf(item.raw.y) + ")" : ""),
        } },
      },
    },
  }));
}

function area({ name, label, colour: paint }, points, sums, share) {
  return {
    label,
    data: points.map((point, at) => {
      const count = point.counts[name] ?? 0;
      return { x: point.x, y: share ? (sums[at] === 0 ? 0 : count / sums[at]) : count, count };
    }),
    fill: "stack",
    borderColor: colour("surface"),
    borderWidth: 0.5,
    backgroundColor: colour(paint),
    pointRadius: 0,
    pointHitRadius: 0,
  };
}

function positionAxis(points, options) {
  const positions = points.map((point) => point.x);
  return {
    type: "linear",
    min: Math.min(...positions),
    max: Math.max(...positions, Math.min(...positions) + 1),
    grid: { display: false },
    border: { color: colour("line") },
    title: { display: !options.small, text: options.x, color: colour("muted") },
    ticks: { color: colour("muted"), precision: 0, maxTicksLimit: 9, maxRotation: 0,
      callback: (value) => Number.isInteger(value) ? number(value) : "" },
  };
}

function figureAxis(options) {
  const axis = valueAxis(options);
  return {
    ...axis,
    stacked: options.stacked,
    beginAtZero: Boolean(options.zero),
    ticks: { ...axis.ticks, precision: undefined, callback: options.share
      ? (value) => Math.round(100 * value) + " %" : figure },
  };
}

/** Bars beside one another, one of each dataset for each label; datasets as for other bars. */
function groupedBars(summary, labels, datasets, options = {}) {
  return chart(summary, CURVE, () => ({
    type: "bar",
    data: { labels, datasets: datasets.map((each) => bars(each, { maxBarThickness: 34 })) },
    options: {
      ...common(datasets, options),
      scales: {
        x: { ...nameAxis(), stacked: false },
        y: { ...valueAxis(options), stacked: false },
      },
    },
  }));
}

/**
 * A line of time for each row: rows are {label, spans, colour, text}, spans {from, to}. Options are
 * {x, end, describe}: end is where time ends, describe makes the lines of a row's tooltip.
 */
function timeline(summary, rows, options) {
  const most = Math.max(...rows.map((row) => row.spans.length));
  const labels = rows.map((row) => cut(row.label));
  const longest = Math.max(...labels.map((label) => label.length));
  return chart(summary, rows.length * SPAN + HORIZONTAL_AXIS, () => ({
    type: "bar",
    data: { labels, datasets: Array.from({ length: most }, (unused, at) => ({
      label: "",
      data: rows.map((row) => row.spans[at] ? [row.spans[at].from, row.spans[at].to] : null),
      backgroundColor: rows.map((row) => colour(row.colour)),
      grouped: false,
      barThickness: 12,
      borderRadius: 2,
      borderSkipped: false,
      minBarLength: 3,
    })) },
    options: {
      ...common([], options),
      indexAxis: "y",
      layout: { padding: { right: 118 } },
      scales: {
        x: { ...positionAxis([{ x: 0 }, { x: options.end }], options),
          grid: { color: colour("line"), drawTicks: false } },
        y: { ...nameAxis(), afterFit: (axis) => {
          axis.width = Math.max(axis.width, Math.min(320, longest * 6.6));
        } },
      },
      plugins: {
        legend: { display: false },
        tooltip: { callbacks: { title: (items) => items[0] && rows[items[0].dataIndex].label,
          label: (item) => options.describe(item.dataIndex) } },
        endLabels: { texts: rows.map((row) => row.text), ends: rows.map(() => options.end) },
      },
    },
    plugins: [endLabels],
  }));
}

function cut(label) {
  return label.length <= LONGEST_LABEL ? label : label.slice(0, LONGEST_LABEL - 1) + "…";
}
