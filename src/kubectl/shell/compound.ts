import { KubectlError } from "../kubectl-error.ts";
import type { Pipeline } from "./words.ts";

/** What a line runs, in order: pipelines, loops and conditions, each joined to the one before it. */
export type ShellNode =
  | ({ readonly kind: "pipeline" } & Pipeline)
  | {
      readonly kind: "for";
      readonly joint: Pipeline["joint"];
      readonly name: string;
      readonly words: readonly string[];
      readonly body: readonly ShellNode[];
    }
  | {
      readonly kind: "while";
      readonly joint: Pipeline["joint"];
      /** Whether the condition is one that ends the loop: `until`. */
      readonly ends: boolean;
      readonly condition: readonly ShellNode[];
      readonly body: readonly ShellNode[];
    }
  | {
      readonly kind: "if";
      readonly joint: Pipeline["joint"];
      readonly condition: readonly ShellNode[];
      readonly body: readonly ShellNode[];
      readonly otherwise: readonly ShellNode[];
    };

const keywords = new Set(["do", "then", "elif", "else"]);
const ends = new Set(["done", "fi"]);

/** Finds the loops and conditions among pipelines. Throws a KubectlError for those that this shell does not have. */
export function nodesOf(pipelines: readonly Pipeline[]): readonly ShellNode[] {
  return new Reader(pipelines.flatMap(partsOf)).list(new Set());
}

/** A keyword before a command, or a pipeline without one. */
type Part = string | Pipeline;

function partsOf(pipeline: Pipeline): readonly Part[] {
  const [first, ...others] = pipeline.commands;
  const [word = "", ...words] = first?.words ?? [];
  if (first === undefined) return [];
  if (ends.has(word) && words.length === 0 && others.length === 0 && first.output === undefined) return [word];
  if (!keywords.has(word)) return [pipeline];
  const rest = { ...pipeline, joint: ";" as const, commands: [{ ...first, words }, ...others] };
  return words.length === 0 ? [word] : [word, ...partsOf(rest)];
}

const unexpected = (word: string): KubectlError =>
  new KubectlError(`syntax error near unexpected token \`${word || "newline"}'`, 2);

class Reader {
  readonly #parts: readonly Part[];
  #at = 0;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** The nodes up to one of these words, which is left. */
  list(until: ReadonlySet<string>): readonly ShellNode[] {
    const nodes: ShellNode[] = [];
    for (;;) {
      const part = this.#parts[this.#at];
      if (part === undefined && until.size > 0) throw unexpected("");
      if (part === undefined || (typeof part === "string" && until.has(part))) return nodes;
      if (typeof part === "string") throw unexpected(part);
      this.#at++;
      nodes.push(this.#node(part));
    }
  }

  #node(pipeline: Pipeline): ShellNode {
    const { joint, commands } = pipeline;
    const [first, ...others] = commands;
    const [word = "", name = "", within = "", ...words] = first?.words ?? [];
    if (word === "for" && within === "in" && others.length === 0) {
      this.#take("do");
      const body = this.list(new Set(["done"]));
      this.#take("done");
      return { kind: "for", joint, name, words, body };
    }
    if (first === undefined || !/^(?:if|while|until)$/.test(word)) return { kind: "pipeline", ...pipeline };
    const test = { joint: ";", commands: [{ ...first, words: first.words.slice(1) }, ...others] } as const;
    return word === "if" ? this.#if(joint, test) : this.#while(joint, word === "until", test);
  }

  #while(joint: Pipeline["joint"], ends: boolean, test: Pipeline): ShellNode {
    const condition = this.#condition(test, "do");
    const body = this.list(new Set(["done"]));
    this.#take("done");
    return { kind: "while", joint, ends, condition, body };
  }

  #if(joint: Pipeline["joint"], test: Pipeline): ShellNode {
    const condition = this.#condition(test, "then");
    const body = this.list(new Set(["elif", "else", "fi"]));
    const otherwise = this.#otherwise();
    return { kind: "if", joint, condition, body, otherwise };
  }

  /** The commands of a condition, behind which a word stands. */
  #condition(test: Pipeline, word: string): readonly ShellNode[] {
    const condition = [this.#node(test), ...this.list(new Set([word]))];
    this.#take(word);
    return condition;
  }

  /** What runs where the condition does not hold, up to the end of all of it. */
  #otherwise(): readonly ShellNode[] {
    const word = this.#parts[this.#at++];
    if (word === "fi") return [];
    if (word === "else") {
      const nodes = this.list(new Set(["fi"]));
      this.#take("fi");
      return nodes;
    }
    const test = this.#parts[this.#at++];
    if (test === undefined || typeof test === "string") throw unexpected(test ?? "");
    return [this.#if(";", test)];
  }

  #take(word: string): void {
    const part = this.#parts[this.#at++];
    if (part !== word) throw unexpected(typeof part === "string" ? part : (part?.commands[0]?.words[0] ?? ""));
  }
}
