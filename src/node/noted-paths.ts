import { readdirSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How long it takes until paths are looked at again, in milliseconds. */
const shortestPauseMs = 200;

/** How much longer a pause is than a look, so that many paths take little of a processor. */
const pausesToLooks = 20;

/** Files and folders that were looked at, with what they were then. */
export class NotedPaths {
  readonly #states = new Map<string, string>();

  /** Notes a path that is about to be read, or was not there. */
  note(path: string): void {
    if (!this.#states.has(path)) this.#states.set(path, stateOf(path));
  }

  /**
   * Resolves with a path that is not what it was when it was noted, once none changes any more; then no path is noted.
   * Files may be replaced, taken away and made anew, which a watch of the file system loses sight of.
   */
  async change(pauseMs = shortestPauseMs): Promise<string> {
    let first: string | undefined;
    for (let pause = pauseMs; ;) {
      await sleep(pause);
      const start = performance.now();
      const changed = this.#update();
      pause = Math.max(pauseMs, pausesToLooks * (performance.now() - start));
      if (first !== undefined && changed === undefined) break;
      first ??= changed;
    }
    this.#states.clear();
    return first;
  }

  /** Looks at all paths; returns the first one that has changed since the last look. */
  #update(): string | undefined {
    let first: string | undefined;
    for (const [path, before] of this.#states) {
      const now = stateOf(path);
      if (now === before) continue;
      this.#states.set(path, now);
      first ??= path;
    }
    return first;
  }
}

/** Tells a version of a path from others: of a file that of its content, of a folder what is in it. */
function stateOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true });
    // without hidden ones: editors keep files of their own beside what is edited
    if (found.isDirectory())
      return readdirSync(path)
        .filter((name) => !name.startsWith("."))
        .toSorted()
        .join("/");
    return `${found.ino} ${found.mtimeNs} ${found.ctimeNs} ${found.size}`;
  } catch (error) {
    return String(error);
  }
}
