/** The answer of the server, or of the file, to a request, or an error with its one line. */
async function asked(path, body) {
  if (SHELF !== null) return answeredHere(path);
  const answer = await fetch("/api/" + path, body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) {
    const { detail } = json;
    throw new Error(typeof detail === "string" ? detail : detail?.[0]?.msg ?? "the server failed");
  }
  return json;
}

/** Shows what went wrong, or takes the line away. */
function problem(error) {
  const line = document.getElementById("problem");
  line.hidden = !error;
  line.textContent = error ? error.message : "";
}

/** An address within the page: a path and what it filters by; empty values are left out. */
function address(path, query = {}) {
  const used = Object.entries(query).filter(([, text]) => text !== "" && text != null);
  const text = new URLSearchParams(used).toString();
  return "#/" + path + (text && "?" + text);
}

/** The path and the query of the page's address. */
function here() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { path, query: Object.fromEntries(new URLSearchParams(query ?? "")) };
}

/** A link within the page. */
function linked(label, path, query) {
  return element("a", { class: "link", href: address(path, query) }, label);
}
