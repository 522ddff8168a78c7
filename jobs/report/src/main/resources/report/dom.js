/**
 * An element with its attributes, listeners (keys that begin with "on") and children. Strings become
 * text, never markup; null and false children are left out.
 */
function element(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** The JSON an element of the page holds. */
function embedded(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

/** The same, or something else if there is no such element. */
function embeddedOr(id, otherwise) {
  const node = document.getElementById(id);
  return node ? JSON.parse(node.textContent) : otherwise;
}

/** Calls the function once, when no further call has come for so long. */
function settled(milliseconds, run) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
}
