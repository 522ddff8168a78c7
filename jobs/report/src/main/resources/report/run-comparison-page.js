const comparison = embedded("comparison");

function start() {
  document.getElementById("about").textContent = counted(comparison.runs.length, "run", "runs")
    + " in " + counted(comparison.arms.length, "arm", "arms") + ", compared with "
    + comparison.runs[0].run;
  append(document.getElementById("view-comparison"), comparisonView(comparison));
  drawCharts();
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawCharts);
}

start();
