import { importedBy } from "./page-chunks.mjs";

/**
 * Puts all modules that the worker's entry imports statically into one named chunk. Otherwise a worker discovers each
 * file only after loading the one that imports it. The entry is a file of its own, which no other chunk imports: WebKit
 * would evaluate it a second time, with all that it imports, and two servers would answer each message.
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
  return (id, graph) => (reaches(id, graph) && graph.getModuleInfo(id)?.isEntry !== true ? name : null);
}

const byBehaviors = /\/src\/apis\/[^/]+\/behaviors\.ts$/;

/**
 * Puts what the behaviors of built-in groups import statically into one chunk. The garbage collector of each server
 * opens all kinds when it starts, so a worker loads the behaviors of all groups anyway: with a chunk for each
 * combination of groups these are 60 requests.
 */
export function behaviorsTogether(name) {
  const isImported = importedBy(byBehaviors);
  return (id, graph) => (isImported(id, graph) ? name : null);
}
