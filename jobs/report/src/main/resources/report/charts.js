const drawn = [];

/** A colour of the style sheet, as it is in the present colour scheme. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

/** Draws the interval of each bar as a line with ends: dataset.intervals holds {low, high}. */
const whiskers = {
  id: "whiskers",
  afterDatasetsDraw(chart) {
    const context = chart.ctx;
    const across = chart.options.indexAxis === "y";
    const scale = across ? chart.scales.x : chart.scales.y;
    chart.data.datasets.forEach((dataset, at) => {
      if (!dataset.intervals) return;
      context.save();
      context.strokeStyle = colour("text");
      context.lineWidth = 1.25;
      chart.getDatasetMeta(at).data.forEach((bar, index) => {
        const range = dataset.intervals[index];
        if (!range) return;
        const low = scale.getPixelForValue(range.low);
        const high = scale.getPixelForValue(range.high);
        context.beginPath();
        line(context, across, low, bar, 0, high);
        line(context, across, low, bar, 4, low);
        line(context, across, high, bar, 4, high);
        context.stroke();
      });
      context.restore();
    });
  },
};

function line(context, across, from, bar, reach, to) {
  const middle = across ? bar.y : bar.x;
  if (across) {
    context.moveTo(from, middle - reach);
    context.lineTo(to, middle + reach);
  } else {
    context.moveTo(middle - reach, from);
    context.lineTo(middle + reach, to);
  }
}

/** Writes a text at the end of each bar: options.plugins.endLabels holds {texts, ends}. */
const endLabels = {
  id: "endLabels",
  afterDatasetsDraw(chart, args, options) {
    if (!options.texts) return;
    const context = chart.ctx;
    const bars = chart.getDatasetMeta(0).data;
    context.save();
    context.fillStyle = colour("muted");
    context.font = "12px " + Chart.defaults.font.family;
    const across = chart.options.indexAxis === "y";
    context.textBaseline = across ? "middle" : "bottom";
    context.textAlign = across ? "left" : "center";
    options.texts.forEach((text, index) => {
      const end = (across ? chart.scales.x : chart.scales.y).getPixelForValue(options.ends[index]);
      if (across) context.fillText(text, end + 8, bars[index].y);
      else context.fillText(text, bars[index].x, end - 4);
    });
    context.restore();
  },
};

const BAR = 26;
const HORIZONTAL_AXIS = 62;

/**
 * Bars that lie, one for each label, of one dataset or several stacked ones. Datasets are {label,
 * values, colour, intervals}; the colour may be a list, one for each bar. Options are {texts, ends,
 * share, most, describe, choose}: texts stand at the bars' ends, share says that values are shares,
 * most ends the axis, describe makes a tooltip's line, choose takes the index of a bar clicked on.
 */
function lyingBars(summary, labels, datasets, options = {}) {
  const legend = datasets.length > 1 ? 30 : 0;
  const longest = Math.max(...labels.map((label) => label.length), 0);
  return chart(summary, labels.length * BAR + HORIZONTAL_AXIS + legend, () => ({
    type: "bar",
    data: { labels, datasets: datasets.map((each) => bars(each, { barThickness: 15 })) },
    options: {
      indexAxis: "y",
      layout: { padding: { right: options.texts ? 62 : 12 } },
      scales: {
        x: valueAxis(options),
        y: { ...nameAxis(), stacked: true, afterFit: (axis) => {
          axis.width = Math.max(axis.width, Math.min(190, longest * 6.6));
        } },
      },
      ...common(datasets, options),
    },
  }));
}

/** Bars that stand, one for each label; datasets and options as for those that lie. */
function standingBars(summary, labels, datasets, options = {}) {
  return chart(summary, 240, () => ({
    type: "bar",
    data: { labels, datasets: datasets.map((each) => bars(each, { maxBarThickness: 44 })) },
    options: {
      scales: {
        x: { ...nameAxis(), title: { display: Boolean(options.title), text: options.title,
          color: colour("muted") } },
        y: { ...valueAxis(options), grace: "15%" },
      },
      ...common(datasets, options),
    },
  }));
}

function bars(dataset, shape) {
  const paint = (name) => colour(name);
  return {
    label: dataset.label,
    data: dataset.values,
    intervals: dataset.intervals,
    backgroundColor: Array.isArray(dataset.colour)
      ? dataset.colour.map(paint) : paint(dataset.colour),
    borderRadius: 2,
    ...shape,
  };
}

function valueAxis(options) {
  return {
    stacked: true,
    beginAtZero: true,
    max: options.most,
    grid: { color: colour("line"), drawTicks: false },
    border: { display: false },
    ticks: {
      color: colour("muted"),
      padding: 6,
      maxTicksLimit: 6,
      precision: options.share ? undefined : 0,
      callback: (value) => options.share ? Math.round(100 * value) + " %" : number(value),
    },
  };
}

function nameAxis() {
  return {
    grid: { display: false },
    border: { color: colour("line") },
    ticks: { color: colour("text"), autoSkip: false },
  };
}

function common(datasets, options) {
  return {
    animation: false,
    maintainAspectRatio: false,
    onClick: options.choose ? (event, hits) => hits[0] && options.choose(hits[0].index) : undefined,
    plugins: {
      legend: {
        display: datasets.length > 1,
        position: "bottom",
        labels: { color: colour("text"), boxWidth: 12, boxHeight: 12 },
      },
      tooltip: {
        callbacks: options.describe && {
          label: (item) => options.describe(item.dataIndex, item.datasetIndex),
        },
      },
      endLabels: { texts: options.texts, ends: options.ends },
    },
  };
}

/** The box of a chart; it is drawn when the page shows it, and again when the scheme changes. */
function chart(summary, height, configure) {
  const canvas = element("canvas", { role: "img", "aria-label": summary });
  const box = element("div", { class: "chart" }, canvas);
  box.style.height = height + "px";
  drawn.push({ canvas, configure, chart: null });
  return box;
}

/** Forgets the charts that the page no longer holds. */
function forgetCharts() {
  for (let at = drawn.length - 1; at >= 0; at--) {
    if (drawn[at].canvas.isConnected) continue;
    drawn[at].chart?.destroy();
    drawn.splice(at, 1);
  }
}

/** Draws all charts, or those within a node. */
function drawCharts(within = document) {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 12;
  for (const each of drawn.filter(({ canvas }) => within.contains(canvas))) {
    each.chart?.destroy();
    each.chart = new Chart(each.canvas, { plugins: [whiskers, endLabels], ...each.configure() });
  }
}
