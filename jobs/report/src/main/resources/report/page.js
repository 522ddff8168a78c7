const VIEWS = ["summary", "trajectories"];
const TRAJECTORY = /^#trajectory-(\d+)$/;

const summary = embedded("summary");
const browser = new Browser(embedded("index"), embedded("shelf"));
let chartsDrawn = false;

function showView(name) {
  for (const view of VIEWS) {
    const tab = document.getElementById("tab-" + view);
    tab.setAttribute("aria-selected", String(view === name));
    tab.tabIndex = view === name ? 0 : -1;
    document.getElementById("view-" + view).hidden = view !== name;
  }
  if (name === "summary" && !chartsDrawn) {
    drawCharts();
    chartsDrawn = true;
  }
}

/** Shows the trajectories that a filter leaves. */
function showTrajectories(filter) {
  showView("trajectories");
  browser.choose(filter);
  window.scrollTo(0, 0);
}

function chooseTab(name) {
  history.replaceState(null, "", "#" + name);
  showView(name);
}

/** Shows what the page's address names: a view, a trajectory, or those that a filter leaves. */
function follow(hash) {
  const position = TRAJECTORY.exec(hash);
  showView(position || hash.startsWith("#trajectories") ? "trajectories" : "summary");
  if (position) browser.openPosition(Number(position[1]));
  else if (hash.includes("?")) {
    showTrajectories(Object.fromEntries(new URLSearchParams(hash.slice(hash.indexOf("?")))));
  } else browser.openFirst();
}

function start() {
  document.getElementById("run").textContent = summary.time.text;
  append(document.getElementById("view-summary"), overview(summary));
  append(document.getElementById("view-trajectories"), browser.view());
  for (const view of VIEWS) {
    const tab = document.getElementById("tab-" + view);
    tab.addEventListener("click", () => chooseTab(view));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = VIEWS.find((each) => each !== view);
      chooseTab(other);
      document.getElementById("tab-" + other).focus();
    });
  }
  window.addEventListener("hashchange", () => follow(location.hash));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (document.getElementById("view-summary").hidden) chartsDrawn = false;
    else drawCharts();
  });
  follow(location.hash);
}

start();
