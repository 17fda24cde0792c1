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

/**
 * Puts the modules that any module of a pattern imports statically into one chunk, for those that a worker loads at the
 * same time: otherwise each combination of them that shares a module gets a chunk of its own.
 */
const together = (modules) => (name) => {
  const isImported = importedBy(modules);
  return (id, graph) => (isImported(id, graph) ? name : null);
};

/**
 * The behaviors of built-in groups: the garbage collector of each server opens all kinds when it starts, so a worker
 * loads all of them anyway.
 */
export const behaviorsTogether = together(/\/src\/apis\/[^/]+\/behaviors\.ts$/);

/** The controllers that the page's worlds have unless they ask for others (`src/controllers/controller-rows.ts`). */
export const controllersTogether = together(/\/src\/controllers\/(?!resource-quota|garbage-collector)[^/]+\//);
