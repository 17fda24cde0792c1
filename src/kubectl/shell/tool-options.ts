import { failed, type Finished } from "../finished.ts";
import type { Files } from "../session.ts";

/** What a program reads: a file under its path, or what was piped into it under the path "". */
export interface Input {
  readonly path: string;
  readonly text: string;
}

/** The options that a program takes, by their letters, and what long ones stand for. */
export interface ToolSyntax {
  readonly flags: string;
  /** Options with a value. */
  readonly values: string;
  readonly long: Readonly<Record<string, string>>;
  /** The exit code where an option or a file is not there. */
  readonly trouble: number;
}

/** A command line of a program as it was read. */
export interface ToolOptions {
  has(letter: string): boolean;
  /** The values that an option was given. */
  all(letter: string): readonly string[];
  /** The last value that an option was given. */
  value(letter: string): string | undefined;
  readonly operands: readonly string[];
}

/** Reads the options of a program as getopt_long does, operands among them; or returns the refusal of an option. */
export function readOptions(name: string, syntax: ToolSyntax, args: readonly string[]): ToolOptions | Finished {
  const given: (readonly [letter: string, value: string])[] = [];
  const operands: string[] = [];
  const refused = (words: string): Finished => failed(`${name}: ${words}`, syntax.trouble);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-") {
      operands.push(arg);
      continue;
    }
    const [, long, own] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const written = long === undefined ? arg.slice(1) : syntax.long[long];
    if (written === undefined) return refused(`unrecognized option '${arg}'`);
    for (let i = 0; i < written.length; i++) {
      const letter = written.charAt(i);
      if (syntax.flags.includes(letter)) {
        given.push([letter, ""]);
        continue;
      }
      if (!syntax.values.includes(letter)) return refused(`invalid option -- '${letter}'`);
      const rest = long === undefined ? written.slice(i + 1) : (own ?? "");
      const value = rest !== "" || own !== undefined ? rest : args[++at];
      if (value === undefined) return refused(`option requires an argument -- '${letter}'`);
      given.push([letter, value]);
      break;
    }
  }
  const all = (letter: string): readonly string[] => given.flatMap(([one, value]) => (one === letter ? [value] : []));
  return { has: (letter) => all(letter).length > 0, all, value: (letter) => all(letter).at(-1), operands };
}

/** How programs say that a file is not there; `%` stands for its path. */
const missing: Readonly<Record<string, string>> = {
  head: "cannot open '%' for reading: ",
  tail: "cannot open '%' for reading: ",
  sed: "can't read %: ",
  sort: "cannot read: %: ",
};

/** Reads the files of a command line, or what was piped into it if there are none, with the errors for the others. */
export async function readInputs(
  files: Files,
  name: string,
  paths: readonly string[],
  input: string,
): Promise<{ readonly inputs: readonly Input[]; readonly stderr: string }> {
  if (paths.length === 0) return { inputs: [{ path: "", text: input }], stderr: "" };
  const inputs: Input[] = [];
  let stderr = "";
  for (const path of paths) {
    const text = path === "-" ? input : await files.read(path);
    if (text !== undefined) inputs.push({ path: path === "-" ? "" : path, text });
    else stderr += `${name}: ${(missing[name] ?? "%: ").replace("%", () => path)}No such file or directory\n`;
  }
  return { inputs, stderr };
}
