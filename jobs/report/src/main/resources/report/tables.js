/**
 * A table. Columns are {title, cell, text, heat}: cell makes a cell's content of a row; text columns
 * are aligned left, all others are numbers; heat gives a share from 0 to 1 to shade the cell by. The
 * first column heads its rows. The last row stands apart where total says so.
 */
function table(caption, columns, rows, total = false) {
  const head = element("tr", {}, columns.map((column) =>
    element("th", { scope: "col", class: column.text ? null : "number" }, column.title)));
  const body = rows.map((row, index) =>
    element("tr", { class: total && index === rows.length - 1 ? "total" : null },
      columns.map((column, at) => cell(column, row, at === 0))));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {},
      element("caption", { class: "unseen" }, caption),
      element("thead", {}, head),
      element("tbody", {}, body)));
}

function cell(column, row, heads) {
  const node = element(heads ? "th" : "td",
    { class: column.text ? null : "number", scope: heads ? "row" : null, "data-title": column.title },
    column.cell(row));
  if (column.heat) {
    const share = column.heat(row);
    node.style.setProperty("--heat", Math.round(100 * Math.min(1, share)) + "%");
    node.classList.toggle("heat", share > 0);
  }
  return node;
}

/** A card with a heading, a sentence on what it shows, and its contents. */
function card(title, note, ...contents) {
  return element("article", { class: "card" },
    element("h3", {}, title),
    note && element("p", { class: "note" }, note),
    contents);
}

/** The numbers of a chart, folded away under it. */
function folded(content) {
  return element("details", { class: "numbers" }, element("summary", {}, "Numbers"), content);
}

/** The first so many rows, as drawn makes them of rows and how many come before; others are folded. */
function firstOf(most, rows, drawn) {
  const rest = rows.length > most + 2 ? rows.slice(most) : [];
  return [
    drawn(rows.slice(0, rows.length - rest.length), 0),
    rest.length > 0 && element("details", { class: "numbers" },
      element("summary", {}, number(rest.length) + " more"), drawn(rest, most)),
  ];
}

/** A link within the page: it shows the trajectories the filter leaves. */
function browse(label, filter) {
  return element("button", {
    class: "link",
    title: "Show these trajectories",
    onclick: () => showTrajectories(filter),
  }, label);
}
