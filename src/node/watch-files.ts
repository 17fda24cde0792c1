import { statSync } from "node:fs";

/**
 * Calls a function when some of the files have changed since the call, also those that are replaced, as the files of a
 * mounted Secret are. Returns what ends it.
 */
export function watchFiles(files: readonly string[], changed: () => void, intervalMs = 1000): () => void {
  // fs.watchFile looks at a file a first time only later, and would miss what happens before
  let before = files.map(stateOf);
  const timer = setInterval(() => {
    const now = files.map(stateOf);
    if (now.every((state, at) => state === before[at])) return;
    before = now;
    changed();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns what tells a version of a file from others; "" for one that cannot be reached. */
function stateOf(file: string): string {
  try {
    const { ino, mtimeNs, ctimeNs, size } = statSync(file, { bigint: true });
    return `${ino} ${mtimeNs} ${ctimeNs} ${size}`;
  } catch {
    return "";
  }
}
