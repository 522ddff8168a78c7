const RUN_FILTERS = {
  change: { label: "What changed", of: (entry) => [entry.change].filter(Boolean),
    show: (change) => CHANGES[change] },
  version: { label: "Version", of: (entry) => [String(entry.version)],
    show: (version) => version === "0" ? "Start" : "Version " + version },
  split: { label: "Tasks", of: (entry) => [entry.split], show: words },
};

/** Notes on each entry of the index which evaluation it is of and how its task changed. */
function noteOrigins(index, origins) {
  for (const entry of index) {
    const part = origins.parts.findLast((each) => each.from <= entry.position);
    entry.split = part.split;
    entry.version = part.version;
    entry.change = origins.changes[part.split][entry.task] ?? null;
    entry.record = part.version === 0 ? "start" : "v" + part.version;
  }
  return index;
}

/** Puts the filters of a run before those of any trajectories. */
function useRunFilters() {
  const others = { ...FILTERS };
  for (const name of Object.keys(others)) delete FILTERS[name];
  Object.assign(FILTERS, RUN_FILTERS, others);
}
