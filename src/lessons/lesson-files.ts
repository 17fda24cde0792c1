import type { Files } from "../kubectl/session.ts";
import { StepProblem, type Usage } from "./bounds.ts";

/** The folder of a lesson, in memory. What is written and read is counted; it throws a StepProblem beyond the bound. */
export class LessonFiles implements Files {
  readonly #texts = new Map<string, string>();
  readonly #usage: Usage;

  constructor(usage: Usage) {
    this.#usage = usage;
  }

  async read(path: string): Promise<string | undefined> {
    const text = this.#texts.get(normal(path));
    this.#usage.fileBytes(text?.length ?? 0);
    return text;
  }

  async list(path: string): Promise<readonly string[] | undefined> {
    const folder = normal(path);
    const prefix = folder === "" ? "" : `${folder}/`;
    const names = [...this.#texts.keys()].filter((name) => name.startsWith(prefix));
    return names.length === 0 ? undefined : names.map((name) => name.slice(prefix.length)).toSorted();
  }

  async write(path: string, text: string): Promise<void> {
    const name = normal(path);
    if (name === "" || this.#texts.size >= mostFiles) throw new StepProblem(`${path} cannot be written`);
    this.#usage.fileBytes(text.length);
    this.#texts.set(name, text);
  }
}

const mostFiles = 1000;

const normal = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
