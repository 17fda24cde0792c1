import { nearestWord } from "../apimachinery/edit-distance.ts";
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
  | "goal"
  | "events"
  | "audit"
  | "expect"
  | "commands"
  | "faults"
  | "file"
  | "race"
  | "fork"
  | "watch-lab"
  | "types"
  | "validate"
  | "predict";

export const noOptions: StepOptions = {
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
  count: undefined,
  gone: false,
  file: "",
  type: "",
  enabled: [],
  release: "",
};

const documents = new Set(["yaml", "yml", "json"]);
const documentVerbs = new Set([
  "create",
  "apply",
  "replace",
  "delete",
  "wait",
  "gone",
  "goal",
  "events",
  "audit",
  "expect",
  "validate",
  "faults",
  "race",
  "fork",
  "watch-lab",
]);
/** What is said by the language and the text, so that all words are options. */
const wordless = new Set<BlockVerb>(["request", "commands", "file"]);
const mostRepeats = 1000;

/** What a block is called in errors. */
const names: Readonly<Record<BlockVerb, string>> = {
  request: "a request",
  create: "create",
  apply: "apply",
  replace: "replace",
  delete: "delete",
  wait: "wait",
  gone: "gone",
  goal: "a goal",
  events: "events",
  audit: "audit entries",
  expect: "an expectation",
  commands: "command lines, which name their user by --as",
  faults: "rules of faults",
  file: "a file",
  race: "a race",
  fork: "a fork",
  "watch-lab": "a watch lab",
  types: "types",
  validate: "validate",
  predict: "a question",
};

const impersonation = ["as", "group"];
const written = [...impersonation, "manager", "dry-run", "validate", "until", "repeat"];

/** The options of each block. */
const optionsOf: Readonly<Record<BlockVerb, readonly string[]>> = {
  request: [...impersonation, "until", "repeat", "watch", "hex"],
  create: written,
  apply: [...written, "force", "subresource"],
  replace: [...written, "subresource"],
  delete: [...impersonation, "dry-run", "until", "repeat"],
  wait: ["count"],
  gone: [],
  goal: ["gone", "count"],
  events: ["of"],
  audit: [],
  expect: [],
  commands: ["until"],
  faults: [],
  file: ["file"],
  race: [],
  fork: [],
  "watch-lab": [],
  types: ["release"],
  validate: ["type", "enabled", "subresource"],
  predict: [],
};

/**
 * Reads the info string of a block. Words that other programs put there leave a block as it is. Throws an Error with
 * words for a word that is misspelt, and for an option that the block does not have.
 */
export function readBlockInfo(info: string, text: string): BlockInfo | undefined {
  const [language = "", ...words] = wordsOfInfo(info);
  const verb = verbOf(language, words[0], text);
  if (verb === undefined) {
    refuseMisspelt(language, words[0], text);
    return undefined;
  }
  const rest = wordless.has(verb) || language === "predict" ? words : words.slice(1);
  let options: { -readonly [K in keyof StepOptions]: StepOptions[K] } = { ...noOptions };
  for (const word of rest) {
    options = { ...options, ...readOption(word) };
    const [name = ""] = word.split("=");
    if (!optionsOf[verb].includes(name)) throw new Error(`${name} is no option of ${names[verb]}${choices(verb)}`);
  }
  return { verb, options };
}

/** Words are separated by spaces; a value in quotes may have some. */
const wordsOfInfo = (info: string): readonly string[] =>
  (info.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) => word.replace(/^([\w-]+=)"([^"]*)"$/, "$1$2"));

const choices = (verb: BlockVerb): string =>
  optionsOf[verb].length === 0 ? "" : `; there are ${optionsOf[verb].join(", ")}`;

/** What a block of a lesson is; undefined if it is only shown. */
function verbOf(language: string, word: string | undefined, text: string): BlockVerb | undefined {
  if (word === shownOnly) return undefined;
  if (word?.startsWith("file=") === true) return "file";
  if (language === "predict") return "predict";
  if (language === "http") return word === "expect" ? "expect" : isRequestText(text) ? "request" : undefined;
  if (language === "console") return runsKubectl.test(text) ? "commands" : undefined;
  if (language === "go") return word === "types" ? "types" : undefined;
  if (language === "text" || language === "hex") return word === "expect" ? "expect" : undefined;
  if (!documents.has(language) || word === undefined || !documentVerbs.has(word)) return undefined;
  return word as BlockVerb;
}

/** What a block of a lesson is, by its info string; undefined if it is only shown. */
export function verbOfInfo(info: string, text: string): BlockVerb | undefined {
  const [language = "", word] = wordsOfInfo(info);
  return verbOf(language, word, text);
}

/** Whether the words of a block say that it is only shown. */
export const isShownOnly = (info: string): boolean => wordsOfInfo(info)[1] === shownOnly;

/** A command line that runs kubectl, first or after others. */
const runsKubectl = /^\$ (?:[^\n]*(?:[|;]|&&)[ \t]*)?kubectl\b/m;

/** The word that leaves a block as it is. */
const shownOnly = "example";

/** A block that would run but for a letter is not to be passed over. */
function refuseMisspelt(language: string, word: string | undefined, text: string): void {
  if (word === shownOnly) return;
  const meant = word === undefined ? undefined : nearestWord(word, wordsOf(language));
  if (meant !== undefined)
    throw new Error(`${word ?? ""} is misspelt: ${language} ${meant}; or ${language} ${shownOnly}, which does not run`);
  if (language === "http" && /^[a-z]+ \//i.test(text) && isRequestText(text.toUpperCase()))
    throw new Error("a request begins with its method in capitals: GET /api/v1/pods");
  if (language !== "console") return;
  const program = /^\$\s*(\S+)/m.exec(text)?.[1] ?? "";
  if (program === "kubectl" || nearestWord(program, ["kubectl"]) !== undefined)
    throw new Error("a command line begins with a dollar sign, a space and kubectl: $ kubectl get pods");
}

function wordsOf(language: string): Iterable<string> {
  if (documents.has(language)) return documentVerbs;
  if (language === "go") return ["types"];
  return language === "http" || language === "text" || language === "hex" ? ["expect"] : [];
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
    case "count":
      return { [name]: countOf(name, needed(name, value)) };
    case "force":
    case "until":
    case "gone":
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

function countOf(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1 || value > mostRepeats)
    throw new Error(`${name} is a number from 1 to ${mostRepeats}`);
  return value;
}

function filePath(path: string): string {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(path))
    throw new Error("file is a path below the folder of the lesson: file=web/deployment.yaml");
  return path;
}
