import { failed, type Finished, printed } from "../finished.ts";
import type { Files } from "../session.ts";

const numbers: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  "-eq": (a, b) => a === b,
  "-ne": (a, b) => a !== b,
  "-lt": (a, b) => a < b,
  "-le": (a, b) => a <= b,
  "-gt": (a, b) => a > b,
  "-ge": (a, b) => a >= b,
};

/** `test` and `[`: one comparison of texts, numbers or files. Other words end with 2, as in a shell. */
export async function testCondition(files: Files, name: string, args: readonly string[]): Promise<Finished> {
  if (name === "[" && args.at(-1) !== "]") return failed("[: missing `]'", 2);
  const given = name === "[" ? args.slice(0, -1) : args;
  const negated = given[0] === "!";
  const holds = await conditionHolds(files, negated ? given.slice(1) : given);
  return typeof holds === "string" ? failed(`${name}: ${holds}`, 2) : printed("", Number(holds === negated));
}

/** Whether a condition holds, or what is wrong with it. */
async function conditionHolds(files: Files, words: readonly string[]): Promise<boolean | string> {
  const [first = "", second = "", third = ""] = words;
  if (words.length <= 1) return first !== "";
  if (words.length === 2)
    switch (first) {
      case "-n":
        return second !== "";
      case "-z":
        return second === "";
      case "-f":
        return (await files.read(second)) !== undefined;
      case "-d":
        return (await files.read(second)) === undefined && (await files.list(second)) !== undefined;
      case "-e":
        return ((await files.read(second)) ?? (await files.list(second))) !== undefined;
      case "-s":
        return ((await files.read(second)) ?? "") !== "";
      default:
        return `${first}: unary operator expected`;
    }
  if (words.length > 3) return "too many arguments";
  if (second === "=" || second === "==") return first === third;
  if (second === "!=") return first !== third;
  const compare = numbers[second];
  if (compare === undefined) return `${second}: binary operator expected`;
  const wrong = [first, third].find((text) => !/^\s*-?\d+\s*$/.test(text));
  return wrong === undefined ? compare(Number(first), Number(third)) : `${wrong}: integer expression expected`;
}
