/**
 * Puts all modules that the worker's entry imports statically into one named chunk. Otherwise a worker discovers each
 * file only after loading the one that imports it.
 */
export function loadedAtOnce(name) {
  const known = new Map();
  const reaches = (id, graph) => {
    if (known.has(id)) return known.get(id);
    known.set(id, false); // preliminary result, for import cycles
    const module = graph.getModuleInfo(id);
    const found = module !== null && (module.isEntry || module.importers.some((importer) => reaches(importer, graph)));
    known.set(id, found);
    return found;
  };
  return (id, graph) => (reaches(id, graph) ? name : null);
}
