import { unwatchFile, watchFile } from "node:fs";

/**
 * Calls a function when one of some files changes, also those that are replaced, as the files of a mounted Secret are.
 * Returns what ends it.
 */
export function watchFiles(files: readonly string[], changed: () => void, intervalMs = 1000): () => void {
  const listener = (): void => changed(); // a listener of its own, which alone is removed
  for (const file of files) watchFile(file, { interval: intervalMs, persistent: false }, listener);
  return () => {
    for (const file of files) unwatchFile(file, listener);
  };
}
