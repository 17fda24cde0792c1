import { pathFromRoot } from "../apimachinery/clean-path.ts";
import type { Files } from "../kubectl/session.ts";
import { StepProblem, type Usage } from "./bounds.ts";

/** A folder in memory. */
export class LessonFiles implements Files {
  readonly #texts = new Map<string, string>();

  async read(path: string): Promise<string | undefined> {
    return this.#texts.get(pathFromRoot(path));
  }

  async list(path: string): Promise<readonly string[] | undefined> {
    const folder = pathFromRoot(path);
    const prefix = folder === "" ? "" : `${folder}/`;
    const names = [...this.#texts.keys()].filter((name) => name.startsWith(prefix));
    return names.length === 0 ? undefined : names.map((name) => name.slice(prefix.length)).toSorted();
  }

  async write(path: string, text: string): Promise<void> {
    this.#texts.set(pathFromRoot(path), text);
  }

  async remove(path: string): Promise<void> {
    this.#texts.delete(pathFromRoot(path));
  }
}

const mostFiles = 1000;

/** A lesson's way to a folder: what it writes and reads is counted, and beyond the bounds it throws a StepProblem. */
export function meteredFiles(files: Files, usage: Usage): Files {
  const written = new Set<string>();
  return {
    async read(path) {
      const text = await files.read(path);
      usage.fileBytes(text?.length ?? 0);
      return text;
    },
    list: (path) => files.list(path),
    write(path, text) {
      const name = pathFromRoot(path);
      if (name === "" || written.size >= mostFiles) throw new StepProblem(`${path} cannot be written`);
      usage.fileBytes(text.length);
      written.add(name);
      return files.write(path, text);
    },
    ...(files.whyUnread !== undefined && { whyUnread: (address) => files.whyUnread?.(address) ?? "" }),
    ...(files.remove !== undefined && { remove: async (path) => files.remove?.(path) }),
  };
}
