import { failed, type Finished, printed } from "../finished.ts";
import type { Session } from "../session.ts";
import { isExecutable, pathOf } from "./executables.ts";

const numbers: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  "-eq": (a, b) => a === b,
  "-ne": (a, b) => a !== b,
  "-lt": (a, b) => a < b,
  "-le": (a, b) => a <= b,
  "-gt": (a, b) => a > b,
  "-ge": (a, b) => a >= b,
};

const texts: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  "=": (a, b) => a === b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
};

/** Folders that are there, whether files are in them or not. */
const standardFolder = /^(?:\/|\.\.?|~|\/(?:tmp|etc|bin|usr(?:\/local)?(?:\/bin)?))\/*$/;

/** `test` and `[`: comparisons of texts, numbers or files. Other words end with 2, as in a shell. */
export async function testCondition(session: Session, name: string, args: readonly string[]): Promise<Finished> {
  if (name === "[" && args.at(-1) !== "]") return failed("[: missing `]'", 2);
  const given = name === "[" ? args.slice(0, -1) : args;
  const holds = await conditionHolds(session, given);
  return typeof holds === "string" ? failed(`${name}: ${holds}`, 2) : printed("", Number(!holds));
}

/** Whether a condition holds, or what is wrong with it. */
async function conditionHolds(session: Session, words: readonly string[]): Promise<boolean | string> {
  if (words.length === 3 && isBinary(words[1] ?? "")) return compared(words);
  for (const joint of ["-o", "-a"]) {
    const at = words.length > 3 ? words.indexOf(joint, 1) : -1;
    if (at < 1) continue;
    const left = await conditionHolds(session, words.slice(0, at));
    const right = await conditionHolds(session, words.slice(at + 1));
    if (typeof left === "string" || typeof right === "string") return typeof left === "string" ? left : right;
    return joint === "-o" ? left || right : left && right;
  }
  const [first = "", second = ""] = words;
  if (words.length > 1 && first === "!") {
    const holds = await conditionHolds(session, words.slice(1));
    return typeof holds === "string" ? holds : !holds;
  }
  if (words.length > 2 && first === "(" && words.at(-1) === ")") return conditionHolds(session, words.slice(1, -1));
  if (words.length <= 1) return first !== "";
  if (words.length === 2) return (await holdsOf(session, first, second)) ?? `${first}: unary operator expected`;
  return words.length === 3 ? `${second}: binary operator expected` : "too many arguments";
}

const isBinary = (word: string): boolean => Object.hasOwn(texts, word) || Object.hasOwn(numbers, word);

function compared([left = "", operator = "", right = ""]: readonly string[]): boolean | string {
  const ofTexts = texts[operator];
  if (ofTexts !== undefined) return ofTexts(left, right);
  const wrong = [left, right].find((text) => !/^\s*[-+]?\d+\s*$/.test(text));
  if (wrong !== undefined) return `${wrong}: integer expression expected`;
  return numbers[operator]?.(Number(left), Number(right)) ?? false;
}

/** Whether what an operator says of a word holds; undefined for no operator. */
async function holdsOf(session: Session, operator: string, word: string): Promise<boolean | undefined> {
  const { files, variables } = session;
  const text = (): Promise<string | undefined> => files.read(word);
  const isFolder = async (): Promise<boolean> =>
    standardFolder.test(word) || session.folders.has(pathOf(session, word)) || (await files.list(word)) !== undefined;
  switch (operator) {
    case "-n":
      return word !== "";
    case "-z":
      return word === "";
    case "-f":
      return (await text()) !== undefined;
    case "-d":
      return (await text()) === undefined && (await isFolder());
    case "-e":
    case "-r":
    case "-w":
    case "-a":
      return (await text()) !== undefined || (await isFolder());
    case "-x":
      return (
        isExecutable(session, word) ||
        /^(?:\/usr)?\/bin\/(?:ba)?sh$/.test(word) ||
        ((await text()) === undefined && (await isFolder()))
      );
    case "-s":
      return ((await text()) ?? "") !== "";
    case "-v":
      return variables.has(word) || word === "HOME" || word === "PATH" || word === "PWD";
    case "-L":
    case "-h":
    case "-t":
      return false;
    default:
      return undefined;
  }
}
