import type { StepOptions } from "./lesson.ts";
import { isRequestText } from "./parse-http.ts";

/** What a fenced block is, by its language and the words after it; undefined if it is only shown. */
export interface BlockInfo {
  readonly verb: BlockVerb;
  readonly options: StepOptions;
}

export type BlockVerb =
  | "request"
  | "create"
  | "apply"
  | "replace"
  | "delete"
  | "wait"
  | "gone"
  | "events"
  | "expect"
  | "commands"
  | "file"
  | "types"
  | "validate"
  | "predict";

const noOptions: StepOptions = {
  as: "",
  groups: [],
  manager: "",
  force: false,
  dryRun: false,
  validate: "",
  subresource: "",
  until: false,
  repeat: 1,
  watch: "",
  hex: false,
  file: "",
  type: "",
  enabled: [],
  release: "",
};

const documents = new Set(["yaml", "yml", "json"]);
const documentVerbs = new Set(["create", "apply", "replace", "delete", "wait", "gone", "events", "expect", "validate"]);
/** What is said by the language and the text, so that all words are options. */
const wordless = new Set<BlockVerb>(["request", "commands", "file"]);
const mostRepeats = 1000;

/**
 * Reads the info string of a block. Words that other
 * programs put there leave a block as it is. Throws an Error with words for an option that the block does not have.
 */
export function readBlockInfo(info: string, text: string): BlockInfo | undefined {
  const [language = "", ...words] = info.split(/\s+/).filter((word) => word !== "");
  const verb = verbOf(language, words[0], text);
  if (verb === undefined) return undefined;
  const rest = wordless.has(verb) || language === "predict" ? words : words.slice(1);
  let options: { -readonly [K in keyof StepOptions]: StepOptions[K] } = { ...noOptions };
  for (const word of rest) options = { ...options, ...readOption(word) };
  return { verb, options };
}

function verbOf(language: string, word: string | undefined, text: string): BlockVerb | undefined {
  if (word === "example") return undefined;
  if (word?.startsWith("file=") === true) return "file";
  if (language === "predict") return "predict";
  if (language === "http") return word === "expect" ? "expect" : isRequestText(text) ? "request" : undefined;
  if (language === "console") return /^\$ kubectl\b/m.test(text) ? "commands" : undefined;
  if (language === "go") return word === "types" ? "types" : undefined;
  if (language === "text" || language === "hex") return word === "expect" ? "expect" : undefined;
  if (!documents.has(language) || word === undefined || !documentVerbs.has(word)) return undefined;
  return word as BlockVerb;
}

function readOption(word: string): Partial<StepOptions> {
  const [name = "", value] = word.split(/=(.*)/s);
  switch (name) {
    case "as":
    case "manager":
    case "validate":
    case "subresource":
    case "watch":
    case "type":
      return { [name]: needed(name, value) };
    case "file":
      return { file: filePath(needed(name, value)) };
    case "of":
      return { watch: needed(name, value) };
    case "release":
      if (value !== "1.34" && value !== "1.35") throw new Error("release is 1.34 or 1.35");
      return { release: value };
    case "enabled":
      return { enabled: needed(name, value).split(",") };
    case "group":
      return { groups: needed(name, value).split(",") };
    case "repeat":
      return { repeat: count(needed(name, value)) };
    case "force":
    case "until":
    case "hex":
      if (value !== undefined) throw new Error(`${name} takes no value`);
      return { [name]: true };
    case "dry-run":
      return { dryRun: true };
    default:
      throw new Error(`${word} is no option of a block that runs`);
  }
}

function needed(name: string, value: string | undefined): string {
  if (value === undefined || value === "") throw new Error(`${name} needs a value: ${name}=x`);
  return value;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1 || value > mostRepeats)
    throw new Error(`repeat is a number from 1 to ${mostRepeats}`);
  return value;
}

function filePath(path: string): string {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(path))
    throw new Error("file is a path below the folder of the lesson: file=web/deployment.yaml");
  return path;
}
