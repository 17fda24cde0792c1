import { KubectlError } from "../kubectl-error.ts";
import { withoutMarks } from "./expansions.ts";
import { functionHead, type Pipeline, readWhole, type ShellCommand } from "./words.ts";

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
      /** `for ((FIRST; CONDITION; NEXT))` */
      readonly kind: "steps";
      readonly joint: Pipeline["joint"];
      readonly sums: readonly string[];
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
    }
  | {
      readonly kind: "case";
      readonly joint: Pipeline["joint"];
      readonly word: string;
      readonly arms: readonly { readonly patterns: readonly string[]; readonly body: readonly ShellNode[] }[];
    }
  | {
      /** Commands in brackets. */
      readonly kind: "group";
      readonly joint: Pipeline["joint"];
      readonly body: readonly ShellNode[];
      /** Whether they run in a shell of their own: `( ... )`. */
      readonly isApart: boolean;
    }
  | {
      readonly kind: "function";
      readonly joint: Pipeline["joint"];
      readonly name: string;
      readonly body: readonly ShellNode[];
    }
  | {
      /** A loop or a condition within a pipeline or with redirections: `… | while read -r x; do …; done > file`. */
      readonly kind: "piped";
      readonly joint: Pipeline["joint"];
      /** What its commands read; nothing if there is none. */
      readonly from: readonly ShellCommand[];
      readonly node: ShellNode;
      /** What takes its output. */
      readonly to: readonly ShellCommand[];
      /** Where the errors of all its commands go. */
      readonly errors: ShellCommand["errors"];
      /** Whether it is in a pipeline: what it sets is not seen behind it. */
      readonly isApart: boolean;
    };

const keywords = new Set(["do", "then", "elif", "else", ";;"]);
const ends = new Set(["done", "fi", "esac", "}", ")"]);
const begins = /^(?:for|if|while|until|case|\{|\(|[\w-]+\(\))$/;

/** The commands that nodes run, in the order of the text, and the names of the functions that they make. */
export function commandsOfNodes(nodes: readonly ShellNode[]): {
  readonly commands: readonly ShellCommand[];
  readonly functions: readonly string[];
} {
  const commands: ShellCommand[] = [];
  const functions: string[] = [];
  const read = (list: readonly ShellNode[]): void => list.forEach(readNode);
  const readNode = (node: ShellNode): void => {
    switch (node.kind) {
      case "pipeline":
        return void commands.push(
          ...node.commands.map((command) => ({ ...command, words: command.words.map(withoutMarks) })),
        );
      case "piped":
        commands.push(...node.from);
        readNode(node.node);
        return void commands.push(...node.to);
      case "case":
        return node.arms.forEach(({ body }) => read(body));
      case "if":
        return read([...node.condition, ...node.body, ...node.otherwise]);
      case "while":
        return read([...node.condition, ...node.body]);
      case "function":
        functions.push(node.name);
        return read(node.body);
      case "for":
        commands.push({
          words: ["true", ...node.words.map(withoutMarks)],
          stdin: undefined,
          output: undefined,
          errors: undefined,
        });
        return read(node.body);
      case "group":
      case "steps":
        return read(node.body);
    }
  };
  read(nodes);
  return { commands, functions };
}

/** Finds the loops and conditions among pipelines. Throws a KubectlError for those that this shell does not have. */
export function nodesOf(pipelines: readonly Pipeline[]): readonly ShellNode[] {
  return new Reader(pipelines.flatMap(partsOf)).list(new Set());
}

/** A keyword before a command, the end of a loop or a condition, or a pipeline without either. */
type Part = string | End | Pipeline;

/** The end of a loop or a condition, with what it reads and what takes its output. */
interface End extends Omit<Extract<ShellNode, { readonly kind: "piped" }>, "kind" | "joint" | "node"> {
  readonly end: string;
}

const isEnd = (part: Part | undefined): part is End => typeof part === "object" && "end" in part;

const keywordOf = (part: Part | undefined): string | undefined =>
  typeof part === "string" ? part : isEnd(part) ? part.end : undefined;

/** The end of a loop: its redirections are those of a `cat` before or behind it. */
function endOf(word: string, last: ShellCommand, to: readonly ShellCommand[]): End {
  const { words, stdin, output, errors } = last;
  const reads = words.length > 1 || stdin !== undefined;
  const from = { words: ["cat", ...words.slice(1)], stdin, output: undefined, errors: undefined };
  const written = output === undefined ? [] : [{ words: ["cat"], stdin: undefined, output, errors: undefined }];
  return { end: word, from: reads ? [from] : [], to: [...written, ...to], errors, isApart: to.length > 0 };
}

function partsOf(pipeline: Pipeline): readonly Part[] {
  const [first, ...others] = pipeline.commands;
  const [word = "", ...words] = first?.words ?? [];
  if (first === undefined) return [];
  if (ends.has(word) && (words.length === 0 || words[0] === "\0<")) return [endOf(word, first, others)];
  if (!keywords.has(word)) return [pipeline];
  const rest = { ...pipeline, joint: ";" as const, commands: [{ ...first, words }, ...others] };
  return words.length === 0 ? [word] : [word, ...partsOf(rest)];
}

const unexpected = (word: string): KubectlError =>
  new KubectlError(`syntax error near unexpected token \`${word || "newline"}'`, 2);

class Reader {
  readonly #parts: Part[];
  #at = 0;
  /** The end that was taken last. */
  #end: End = { end: "", from: [], to: [], errors: undefined, isApart: false };

  constructor(parts: readonly Part[]) {
    this.#parts = [...parts];
  }

  /** The nodes up to one of these words, which is left. */
  list(until: ReadonlySet<string>): readonly ShellNode[] {
    const nodes: ShellNode[] = [];
    for (;;) {
      const part = this.#parts[this.#at];
      if (part === undefined && until.size > 0) throw unexpected("");
      const keyword = keywordOf(part);
      if (part === undefined || (keyword !== undefined && until.has(keyword))) return nodes;
      if (typeof part === "string" || isEnd(part)) throw unexpected(keyword ?? "");
      this.#at++;
      nodes.push(this.#whole(part));
    }
  }

  /** A pipeline, with the loop or the condition that it has. */
  #whole(pipeline: Pipeline): ShellNode {
    const { joint, commands } = pipeline;
    const at = commands.findIndex(({ words: [word = ""] }) => begins.test(word));
    const node = this.#node(at > 0 ? { ...pipeline, commands: commands.slice(at) } : pipeline);
    if (node.kind === "pipeline") return node;
    const { from, to, errors, isApart } = this.#end;
    const before = at > 0 ? commands.slice(0, at) : from;
    return before.length + to.length === 0 && errors === undefined
      ? node
      : { kind: "piped", joint, from: before, node, to, errors, isApart: isApart || at > 0 };
  }

  #node(pipeline: Pipeline): ShellNode {
    const { joint, commands } = pipeline;
    const [first, ...others] = commands;
    const [word = "", name = "", within = "", ...words] = first?.words ?? [];
    if (word === "for" && others.length === 0 && (within === "in" || within === "" || name === "((")) {
      this.#take("do");
      const body = this.list(new Set(["done"]));
      this.#take("done");
      if (name === "((") return { kind: "steps", joint, sums: within.split(";"), body };
      return { kind: "for", joint, name, words: within === "" ? [readWhole('"$@"')] : words, body };
    }
    if (first === undefined || !begins.test(word) || word === "for") return { kind: "pipeline", ...pipeline };
    const test = { joint: ";", commands: [{ ...first, words: first.words.slice(1) }, ...others] } as const;
    if (word === "case") return this.#case(joint, name, within, { ...first, words }, others);
    if (word === "{" || word === "(") return this.#group(joint, word === "(", test);
    if (functionHead.test(word)) return this.#function(joint, word.slice(0, -2), test);
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

  /** Puts a command before what is still to be read, if it has words. */
  #putBack(first: ShellCommand, others: readonly ShellCommand[]): void {
    if (first.words.length + others.length > 0)
      this.#parts.splice(this.#at, 0, ...partsOf({ joint: ";", commands: [first, ...others] }));
  }

  #group(joint: Pipeline["joint"], isApart: boolean, { commands: [first, ...others] }: Pipeline): ShellNode {
    if (first !== undefined) this.#putBack(first, others);
    const close = isApart ? ")" : "}";
    const body = this.list(new Set([close]));
    this.#take(close);
    return { kind: "group", joint, isApart, body };
  }

  #function(joint: Pipeline["joint"], name: string, { commands: [first, ...others] }: Pipeline): ShellNode {
    if (first !== undefined) this.#putBack(first, others);
    const part = this.#parts[this.#at++];
    if (part === undefined || typeof part === "string" || isEnd(part)) throw unexpected(keywordOf(part) ?? "");
    const body = this.#node(part);
    if (body.kind === "pipeline") throw unexpected(body.commands[0]?.words[0] ?? "");
    return { kind: "function", joint, name, body: [body] };
  }

  #case(
    joint: Pipeline["joint"],
    word: string,
    within: string,
    first: ShellCommand,
    others: readonly ShellCommand[],
  ): ShellNode {
    if (within !== "in") throw unexpected(within);
    this.#putBack(first, others);
    const arms: { patterns: readonly string[]; body: readonly ShellNode[] }[] = [];
    while (keywordOf(this.#parts[this.#at]) !== "esac") {
      const part = this.#parts[this.#at++];
      if (part === undefined || typeof part === "string" || isEnd(part)) throw unexpected(keywordOf(part) ?? "");
      const last = part.commands.findIndex(({ words: [name = ""] }) => name.endsWith(")"));
      const command = part.commands[last];
      if (command === undefined) throw unexpected(part.commands[0]?.words[0] ?? "");
      const named = part.commands.slice(0, last + 1).map(({ words: [name = ""] }) => name);
      this.#putBack({ ...command, words: command.words.slice(1) }, part.commands.slice(last + 1));
      const body = this.list(new Set([";;", "esac"]));
      if (keywordOf(this.#parts[this.#at]) === ";;") this.#at++;
      arms.push({ patterns: named.map((name) => name.replace(/^\(|\)$/g, "")), body });
    }
    this.#take("esac");
    return { kind: "case", joint, word, arms };
  }

  /** The commands of a condition, behind which a word stands. */
  #condition(test: Pipeline, word: string): readonly ShellNode[] {
    const condition = [this.#node(test), ...this.list(new Set([word]))];
    this.#take(word);
    return condition;
  }

  /** What runs where the condition does not hold, up to the end of all of it. */
  #otherwise(): readonly ShellNode[] {
    const word = keywordOf(this.#parts[this.#at]);
    if (word === "fi") {
      this.#take("fi");
      return [];
    }
    this.#at++;
    if (word === "else") {
      const nodes = this.list(new Set(["fi"]));
      this.#take("fi");
      return nodes;
    }
    const test = this.#parts[this.#at++];
    if (test === undefined || typeof test === "string" || isEnd(test)) throw unexpected(keywordOf(test) ?? "");
    return [this.#if(";", test)];
  }

  #take(word: string): void {
    const part = this.#parts[this.#at++];
    if (isEnd(part)) this.#end = part;
    if (keywordOf(part) !== word)
      throw unexpected(
        keywordOf(part) ?? (typeof part === "object" && !isEnd(part) ? (part.commands[0]?.words[0] ?? "") : ""),
      );
  }
}
