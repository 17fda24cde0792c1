/**
 * Names one chunk for all modules that the worker's entry imports at once: a worker finds out about each file only when
 * it has read the one before.
 */
export function loadedAtOnce(name) {
  const known = new Map();
  const reaches = (id, graph) => {
    if (known.has(id)) return known.get(id);
    known.set(id, false); // while it is being found out, for modules that import each other
    const module = graph.getModuleInfo(id);
    const found = module !== null && (module.isEntry || module.importers.some((importer) => reaches(importer, graph)));
    known.set(id, found);
    return found;
  };
  return (id, graph) => (reaches(id, graph) ? name : null);
}
