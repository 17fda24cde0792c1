import { importedBy } from "./page-chunks.mjs";

const serverEntry = /\/src\/worker\/server-entry\.ts$/;

/**
 * Puts the module that the server's worker imports, and all that it imports statically, into one named chunk. Otherwise
 * a worker discovers each file only after loading the one that imports it. The worker's script itself is a file that no
 * other chunk imports: WebKit would evaluate it a second time, with all that it imports.
 */
export function loadedAtOnce(name) {
  const isLoaded = importedBy(serverEntry);
  return (id, graph) => (isLoaded(id, graph) ? name : null);
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
