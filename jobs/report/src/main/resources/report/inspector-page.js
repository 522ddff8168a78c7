const VIEWS = ["first", "trend", "capability", "episodes", "group", "numbers", "notes"];
const TAB_OF = { capability: "trend", group: "episodes" };
const LOOKING = 10_000;
const EPISODE = /^episode\/(\d{1,9})(\/what-if)?$/;

const KEYS = [
  ["/", "search"], ["j, k", "next, previous episode"], ["n, p", "next, previous turn"],
  ["r", "the root cause"], ["w", "what if"], ["h", "why it fails"], ["t", "trend"], ["e", "the episodes"], ["g", "side by side"],
  ["?", "these keys"],
];

let overviewData = null;
let episodes = null;
let detail = null;
let opened = null;
let chartsDrawn = false;
let asking = 0;

/** Shows the episodes that a filter of the charts and tables leaves. */
function showTrajectories(filter) {
  location.hash = address("episodes", filter);
}

function showView(name) {
  for (const view of VIEWS) {
    document.getElementById("view-" + view).hidden = view !== name;
    const tab = document.getElementById("tab-" + view);
    if (!tab) continue;
    if (view === (TAB_OF[name] ?? name)) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
}

function fill(id, content) {
  const node = typeof id === "string" ? document.getElementById(id) : id;
  node.replaceChildren();
  append(node, [content]);
}

/** Shows what the page's address names. */
async function follow() {
  const { path, query } = here();
  const mine = ++asking;
  problem(null);
  try {
    const episode = EPISODE.exec(path);
    document.getElementById("view-episodes").classList.toggle("one", Boolean(episode));
    if (episode) {
      showView("episodes");
      await Promise.all([
        episodes.show(query),
        showEpisode(Number(episode[1]), Boolean(episode[2]), query, mine),
      ]);
    } else if (path === "episodes") {
      showView("episodes");
      await episodes.show(query);
      if (opened === null && mine === asking) fill(detail, nothing("Choose an episode."));
    } else if (path === "numbers") {
      showView("numbers");
      if (!chartsDrawn) {
        fill("view-numbers", overview(overviewData.summary));
        drawCharts(document.getElementById("view-numbers"));
        chartsDrawn = true;
      }
    } else if (path === "group") {
      const of = query.group === undefined ? { task: query.task ?? "" } : { group: query.group };
      const group = await asked("group?" + new URLSearchParams(of));
      if (mine !== asking) return;
      showView("group");
      fill("view-group", groupView(group, query));
      window.scrollTo(0, 0);
    } else if (path === "trend" || path === "capability") {
      const content = await (path === "trend" ? trendView : capabilityView)(overviewData, query);
      if (mine !== asking) return;
      showView(path);
      fill("view-" + path, content);
      forgetCharts();
      drawCharts(document.getElementById("view-" + path));
      window.scrollTo(0, 0);
    } else if (path === "notes" && overviewData.notes) {
      showView("notes");
      fill("view-notes", notesView(await asked("notes")));
    } else {
      showView("first");
    }
  } catch (error) {
    if (mine === asking) problem(error);
  }
}

/** What is open: an episode, and of other calls those that its address names. */
function opening(position, whatIf, turns = "") {
  return position + (whatIf ? "/what-if/" + turns : "");
}

async function showEpisode(position, whatIf, query, mine) {
  episodes.mark(position);
  const wanted = opening(position, whatIf, query.turns);
  if (opened?.name !== wanted) {
    const found = await asked("episodes/" + position);
    if (mine !== asking) return;
    opened = { name: wanted, position, entry: found.entry };
    if (whatIf) {
      const editor = new WhatIf(found, editedTurns(query.turns), (turns) => {
        opened.name = opening(position, true, turns);
      });
      fill(detail, [editor.view(),
        overviewData.notes && noteForm(position, () => editor.sent())]);
    } else fill(detail, episodeView(found, query, overviewData.notes));
    document.title = (found.entry.record || found.entry.task) + " · Sealflow inspector";
    if (query.turn === undefined) window.scrollTo(0, 0);
  }
  const place = whatIf ? null : placeId(query);
  detail.querySelector(".here")?.classList.remove("here");
  if (place !== null) {
    document.getElementById(place)?.classList.add("here");
    reveal(place);
  }
}

/** Goes on by turns from the one at the top of the window. */
function stepTurn(by) {
  const turns = [...detail.querySelectorAll(".turn h3")];
  const at = turns.findLastIndex((turn) => turn.getBoundingClientRect().top < 120);
  const next = turns[Math.max(0, Math.min(turns.length - 1, at + by))];
  if (next) reveal(next.id);
}

function pressed(event) {
  const typing = event.target.closest("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const actions = {
    "/": () => {
      if (here().path !== "episodes" && opened === null) location.hash = "#/episodes";
      showView("episodes");
      episodes.search.focus();
    },
    j: () => episodes.step(1),
    k: () => episodes.step(-1),
    n: () => stepTurn(1),
    p: () => stepTurn(-1),
    r: () => opened && reveal("turn-" + opened.entry.rootTurn),
    w: () => opened && SHELF === null && (location.hash = address("episode/" + opened.position + "/what-if",
      onlyFacets(here().query))),
    h: () => { location.hash = "#/"; },
    t: () => { location.hash = "#/trend"; },
    g: () => document.querySelector('#view-episodes a[href^="#/group"]')?.click(),
    e: () => { location.hash = address("episodes", episodes.chosen()); },
    "?": () => document.getElementById("help").showModal(),
  };
  if (Object.hasOwn(actions, event.key)) {
    event.preventDefault();
    actions[event.key]();
  }
}

async function start() {
  try {
    overviewData = await asked("overview");
  } catch (error) {
    problem(error);
    return;
  }
  document.getElementById("run").textContent = counted(overviewData.summary.episodes.episodes, "episode", "episodes");
  document.getElementById("tab-notes").hidden = !overviewData.notes;
  fill("view-first", firstScreen(overviewData));
  episodes = new EpisodeList(overviewData.facets);
  detail = element("article", { class: "detail", "aria-label": "The open episode" });
  fill("view-episodes", [episodes.filters(),
    element("div", { class: "browser" }, episodes.aside(), detail)]);
  fill("help", [element("h3", {}, "Keys"), element("dl", { class: "keys" }, KEYS.map(([key, what]) =>
    element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, what)))),
  element("form", { method: "dialog" }, element("button", { class: "more" }, "Close"))]);
  document.getElementById("newer").addEventListener("click", () => location.reload());
  document.getElementById("keys").addEventListener("click",
    () => document.getElementById("help").showModal());
  window.addEventListener("hashchange", follow);
  window.addEventListener("keydown", pressed);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    chartsDrawn = false;
    drawCharts(document.getElementById("content"));
  });
  await follow();
  if (SHELF === null) setTimeout(look, LOOKING);
}

/** Tells of episodes that have come since the page was opened; it changes only when asked to. */
async function look() {
  try {
    const more = (await asked("size")).episodes - overviewData.episodes;
    const button = document.getElementById("newer");
    button.hidden = more <= 0;
    button.textContent = "Show " + counted(more, "new episode", "new episodes");
    setTimeout(look, LOOKING);
  } catch { /* The server is gone; so is what could come. */ }
}

start();
